/** Makes a GIF of pictures, which come as texts of SVG. The page loads this when it is asked for one. */

import { Gif, type Pixels } from "../core/gif";
import { Raster, imageOf } from "./raster";

/** The longer side at most, in pixels. */
const SIDE = 640;
/** How long a picture is shown, and the last one, in milliseconds. */
const MOVE_MS = 700;
const LAST_MS = 3000;

/** The pictures one after the other. The samples have all colours; `progress` is called with the share that is done. */
export async function gifOf(
  pictures: readonly (() => string)[],
  samples: readonly (() => string)[],
  progress: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = await imageOf(pictures[0]!());
  const scale = Math.min(1, SIDE / Math.max(width, height));
  const raster = new Raster(Math.round(width * scale), Math.round(height * scale));
  const pixelsOf = async (picture: () => string) => {
    raster.draw(await imageOf(picture()));
    return raster.pixels;
  };
  const colors: Pixels[] = [];
  for (const picture of samples) colors.push(await pixelsOf(picture));
  const gif = new Gif(raster.width, raster.height, colors);
  for (const [index, picture] of pictures.entries()) {
    gif.add(await pixelsOf(picture), index === pictures.length - 1 ? LAST_MS : MOVE_MS);
    progress((index + 1) / pictures.length);
    // The page goes on meanwhile.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return gif.finish();
}
