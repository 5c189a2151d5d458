/** The content of files that the user opens. */

/** The largest file that is opened, in bytes. */
export const MAX_FILE = 16 << 20;

/** A text, or the bytes of a library: those have zeros. */
export function contentOf(bytes: Uint8Array): string | Uint8Array {
  if (bytes.includes(0) || bytes[0] === 255) return bytes;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
