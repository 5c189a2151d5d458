/** The signs on the tools that change a game, as paths in a square of 24 units. */

export type { Icon } from "./icons";
import type { Icon } from "./icons";

export { REDO, UNDO } from "./icons";
export const EDIT: Icon = "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3";
export const PLAY: Icon = "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 9v6M9 12h6";
export const STONE: Icon = "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM2 12h3M19 12h3M12 2v3M12 19v3";
export const TRIANGLE: Icon = "M12 5l7 13H5z";
export const CIRCLE: Icon = "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14z";
export const SQUARE: Icon = "M6 6h12v12H6z";
export const CROSS: Icon = "M6 6l12 12M18 6L6 18";
export const LETTER: Icon = "M6 19l6-14 6 14M8 14h8";
export const ARROW: Icon = "M5 19L18 6M9 6h9v9";
export const CLEAR: Icon = "M9 19l-5-5 9-9 7 7-7 7zM8 10l7 7M9 19h11";
export const TURN: Icon = "M19 12a7 7 0 1 1-3-5.7M16 2v5h-5";
export const MIRROR: Icon = "M12 4v16M9 7v10H3zM15 7v10h6z";
export const LEFT: Icon = "M20 12H5M10 6l-6 6 6 6";
export const RIGHT: Icon = "M4 12h15M14 6l6 6-6 6";
export const UP: Icon = "M12 20V5M6 10l6-6 6 6";
export const DOWN: Icon = "M12 4v15M6 14l6 6 6-6";
export const BEGIN: Icon = "M6 21V4M6 4h12l-3 4 3 4H6";
export const FIRST: Icon = "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 5v14M15 6v12M18 9v6";
