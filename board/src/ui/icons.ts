/** The signs on buttons, as paths in a square of 24 units. */

export type Icon = string;

export const FIRST: Icon = "M6 5v14M19 5l-9 7 9 7z";
export const BACK: Icon = "M16 5l-9 7 9 7z";
export const FORWARD: Icon = "M8 5l9 7-9 7z";
export const LAST: Icon = "M18 5v14M5 5l9 7-9 7z";
export const UNDO: Icon = "M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3";
export const REDO: Icon = "M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3";
export const HINT: Icon = "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.8 1-2.5A6 6 0 0 0 12 3z";
export const LOOK: Icon =
  "M12 3a9 9 0 1 0 0 18c1.6 0 2-1 1.6-2.2-.6-1.6.3-2.8 2-2.8H18a3 3 0 0 0 3-3c0-5.5-4-10-9-10zM7.5 11v.01M11 7v.01M15.5 8v.01M7.5 15.5v.01";
export const BIN: Icon = "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6";
export const NUMBERS: Icon = "M9 4L7 20M17 4l-2 16M4 9h16M3 15h16";
