/** How the board looks, by the user's choice: what `look.css` needs to know of it. */

import type { Settings } from "../app/settings";

/** Writes what is chosen to the root of the page. */
export function applyLook({ theme, surface, stones, coordinates }: Settings): void {
  const root = document.documentElement;
  if (theme === "auto") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", theme);
  root.dataset["surface"] = surface;
  root.dataset["stones"] = stones;
  root.dataset["coordinates"] = coordinates;
}
