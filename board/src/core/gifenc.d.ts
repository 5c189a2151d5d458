/** What is used of gifenc, which has no types of its own. */
declare module "gifenc" {
  export type Palette = readonly (readonly [red: number, green: number, blue: number])[];

  export interface FrameOptions {
    /** Without one, the frame has that of the first frame. */
    readonly palette?: Palette;
    /** Milliseconds. */
    readonly delay: number;
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
    /** What becomes of the frame when its time is over; 1 keeps it. */
    readonly dispose?: number;
  }

  export interface Encoder {
    writeFrame(indices: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
  /** The best colours for pixels of four bytes each. */
  export function quantize(pixels: Uint8ClampedArray, colors: number): Palette;
  /** The colour of each pixel, by its number. */
  export function applyPalette(pixels: Uint8ClampedArray, palette: Palette): Uint8Array;
}
