/** Files that the user opens and saves; nothing leaves the machine. */

import { ReadError } from "../core/reading";

/** The largest file that is opened, in bytes. */
export const MAX_FILE = 16 << 20;

/** The text of a file in UTF-8; the engine knows other encodings. */
export function textOf(content: string | Uint8Array): string {
  if (typeof content === "string") return content;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    throw new ReadError("unknown");
  }
}

/** Lets the browser save a text as a file. */
export function save(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Puts a text where the user can paste it from; returns whether that worked. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
