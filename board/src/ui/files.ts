/** Files that the user opens and saves; nothing leaves the machine. */

/** Lets the browser save a file. */
export function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Puts what is being made where the user can paste it from; returns whether that worked. */
export async function copyBlob(type: string, content: Promise<Blob>): Promise<boolean> {
  try {
    // It takes the promise, since it must be called at once after the press.
    await navigator.clipboard.write([new ClipboardItem({ [type]: content })]);
    return true;
  } catch {
    // Where the content itself failed, that is what the user has to know.
    await content;
    return false;
  }
}

/** The same for a text, also in browsers of 2023 that know nothing else. */
export async function copy(text: Promise<string>): Promise<boolean> {
  const type = "text/plain";
  const content = text.then((text) => new Blob([text], { type }));
  if (await copyBlob(type, content)) return true;
  try {
    await navigator.clipboard.writeText(await text);
    return true;
  } catch {
    return false;
  }
}
