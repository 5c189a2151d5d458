/** Turns pictures, which come as texts of SVG, into pixels. The page loads this when it is asked for pixels. */

import type { Pixels } from "../core/gif";

/** Pixels of a PNG for a unit of the drawing, fine enough for print. */
const PNG_SCALE = 2;

/** The image of a picture. */
export async function imageOf(picture: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  await image.decode();
  return image;
}

/** A place for images, of a width and a height in pixels. */
export class Raster {
  private readonly canvas = document.createElement("canvas");
  private readonly context = this.canvas.getContext("2d", { willReadFrequently: true })!;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    Object.assign(this.canvas, { width, height });
  }

  /** Draws an image over the one before, as large as the raster. */
  draw(image: HTMLImageElement): void {
    this.context.drawImage(image, 0, 0, this.width, this.height);
  }

  get pixels(): Pixels {
    return this.context.getImageData(0, 0, this.width, this.height).data;
  }

  png(): Promise<Blob> {
    return new Promise((resolve, reject) =>
      this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png"),
    );
  }
}

export async function pngOf(picture: string): Promise<Blob> {
  const image = await imageOf(picture);
  const raster = new Raster(image.width * PNG_SCALE, image.height * PNG_SCALE);
  raster.draw(image);
  return raster.png();
}
