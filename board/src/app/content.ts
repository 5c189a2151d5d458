/** The files that the user opens. */

/** The largest file that is opened, in bytes. */
export const MAX_FILE = 16 << 20;
