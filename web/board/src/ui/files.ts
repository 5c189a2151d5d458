/** Files that the user opens and saves; nothing leaves the machine. */

import { MAX_TEXT, ReadError } from "../core/reading";

/** The text of a file: UTF-8, or Latin-1, in which many old games are written. */
export async function textOf(file: Blob): Promise<string> {
  if (file.size > MAX_TEXT) throw new ReadError("long");
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
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
