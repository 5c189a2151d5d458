/**
 * Animated GIF of frames that differ little from one to the next. All frames share a palette, and each one holds only the
 * pixels that changed: the others are of the colour that means none, of which a run of any length takes few bytes.
 */

import { GIFEncoder, type Palette, applyPalette, quantize } from "gifenc";

/** Pixels of a frame, four bytes each. */
export type Pixels = Uint8ClampedArray<ArrayBuffer>;

/** The number of colours of a GIF, one of which means none. */
const COLORS = 255;
const NONE = COLORS;

const wordsOf = (pixels: Pixels) => new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);

export class Gif {
  private readonly encoder = GIFEncoder();
  private readonly palette: Palette;
  private before: Uint32Array | null = null;

  /** `samples` have all colours of the frames. */
  constructor(
    private readonly width: number,
    private readonly height: number,
    samples: readonly Pixels[],
  ) {
    const all: Pixels = new Uint8ClampedArray(samples.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const pixels of samples) {
      all.set(pixels, at);
      at += pixels.length;
    }
    this.palette = quantize(all, COLORS);
  }

  /** Adds a frame that is shown for `delay` milliseconds. */
  add(pixels: Pixels, delay: number): void {
    const words = wordsOf(pixels);
    const { before } = this;
    const changed = words.filter((word, at) => word !== before?.[at]);
    const colors = applyPalette(new Uint8ClampedArray(changed.buffer), this.palette);
    let next = 0;
    const indices = new Uint8Array(words.length);
    for (let at = 0; at < words.length; at++) indices[at] = words[at] === before?.[at] ? NONE : colors[next++]!;
    const isFirst = before === null;
    this.encoder.writeFrame(indices, this.width, this.height, {
      ...(isFirst && { palette: padded(this.palette) }),
      delay,
      transparent: !isFirst,
      transparentIndex: NONE,
      dispose: 1,
    });
    this.before = words;
  }

  /** The file. */
  finish(): Uint8Array<ArrayBuffer> {
    this.encoder.finish();
    return this.encoder.bytes();
  }
}

/** A palette with all the colours that a GIF can have, so that the last one is free. */
function padded(palette: Palette): Palette {
  return [...palette, ...new Array<[number, number, number]>(COLORS + 1 - palette.length).fill([0, 0, 0])];
}
