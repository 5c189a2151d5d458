/** Reads GIF as its specification has it, to see what was written: "Graphics Interchange Format, version 89a", 1990. */

export interface Frame {
  readonly delay: number;
  /** What is seen, as three bytes for each pixel. */
  readonly pixels: Uint8Array;
}

export interface Film {
  readonly width: number;
  readonly height: number;
  readonly frames: readonly Frame[];
}

export function readGif(bytes: Uint8Array): Film {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  const byte = () => view.getUint8(at++);
  const word = () => view.getUint16((at += 2) - 2, true);
  const blocks = (): number[] => {
    const content: number[] = [];
    for (let length = byte(); length > 0; length = byte()) {
      content.push(...bytes.subarray(at, at + length));
      at += length;
    }
    return content;
  };
  const table = (flags: number): Uint8Array | null => {
    if ((flags & 0x80) === 0) return null;
    const length = 3 << ((flags & 7) + 1);
    return bytes.subarray(at, (at += length));
  };
  const magic = String.fromCharCode(...bytes.subarray(0, 6));
  if (magic !== "GIF89a") throw new Error(`not a GIF: ${magic}`);
  at = 6;
  const [width, height] = [word(), word()];
  const flags = byte();
  at += 2;
  const common = table(flags);
  const frames: Frame[] = [];
  const seen = new Uint8Array(width * height * 3);
  let control = { delay: 0, transparent: -1 };
  for (let kind = byte(); kind !== 0x3b; kind = byte()) {
    if (kind === 0x21) {
      const isControl = byte() === 0xf9;
      const [packed = 0, low = 0, high = 0, index = 0] = blocks();
      if (isControl) control = { delay: 10 * (low + 256 * high), transparent: packed & 1 ? index : -1 };
      continue;
    }
    if (kind !== 0x2c) throw new Error(`no block begins with ${kind}`);
    const [left, top, wide, high] = [word(), word(), word(), word()];
    const colors = table(byte()) ?? common;
    const bits = byte();
    unpack(blocks(), bits).forEach((color, index) => {
      if (color === control.transparent) return;
      const pixel = left + (index % wide) + (top + Math.floor(index / wide)) * width;
      if (index >= wide * high || !colors) throw new Error("a pixel is outside of its frame");
      seen.set(colors.subarray(3 * color, 3 * color + 3), 3 * pixel);
    });
    frames.push({ delay: control.delay, pixels: seen.slice() });
  }
  if (at !== bytes.length) throw new Error("something follows the end");
  return { width, height, frames };
}

/** The numbers that a compressed list of bytes stands for. */
function unpack(packed: number[], bits: number): number[] {
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  const found: number[] = [];
  let words: number[][] = [];
  let width = bits + 1;
  let before: number[] | null = null;
  let [held, count, at] = [0, 0, 0];
  for (;;) {
    for (; count < width; count += 8) {
      if (at >= packed.length) throw new Error("the end is missing");
      held |= packed[at++]! << count;
    }
    const code = held & ((1 << width) - 1);
    held >>>= width;
    count -= width;
    if (code === end) return found;
    if (code === clear) {
      words = Array.from({ length: end + 1 }, (_, color) => (color < clear ? [color] : []));
      width = bits + 1;
      before = null;
      continue;
    }
    const word: number[] | undefined =
      words[code] ?? (before && code === words.length ? [...before, before[0]!] : undefined);
    if (!word) throw new Error(`there is no code ${code}`);
    for (const color of word) found.push(color);
    if (before && words.length < 4096) words.push([...before, word[0]!]);
    if (words.length === 1 << width && width < 12) width++;
    before = word;
  }
}
