/** How the board looks, by the user's choice: what `look.css` needs to know of it. */

import type { Settings } from "../app/settings";
import { svg } from "./dom";

/** Writes what is chosen to the root of the page. */
export function applyLook({ theme, surface, stones, coordinates }: Settings): void {
  const root = document.documentElement;
  if (theme === "auto") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", theme);
  root.dataset["surface"] = surface;
  root.dataset["stones"] = stones;
  root.dataset["coordinates"] = coordinates;
}

/** The light on stones of slate and shell, which `look.css` names. */
export function stoneGradients(): SVGElement {
  const gradient = (id: string, ...stops: [offset: number, color: string][]) =>
    svg(
      "radialGradient",
      { id, cx: 0.36, cy: 0.3, r: 0.75 },
      ...stops.map(([offset, color]) => svg("stop", { offset, "stop-color": color })),
    );
  return svg(
    "defs",
    {},
    gradient("stone-black", [0, "#6a6e75"], [0.35, "#2c2e32"], [1, "#0c0d0f"]),
    gradient("stone-white", [0, "#ffffff"], [0.6, "#f3efe4"], [1, "#cbc3b0"]),
  );
}
