/** Serves the built page, and uses it as a player does. */

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type PreviewServer, preview } from "vite";
import { PLACES, type View, placeOf } from "../src/core/places";
import type { Browser, Device, Page, Scheme } from "./browser";
import type { Locator } from "./locator";

export const ROOT = join(import.meta.dirname, "..");
export const DIST = join(ROOT, "dist");

/** The files of the networks of the engine. */
export const networks = (): string[] => readdirSync(join(DIST, "assets")).filter((name) => name.endsWith(".net"));

/** All views of the page. */
export const VIEWS: readonly View[] = Object.values(PLACES).flat();

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface Site {
  url: string;
  close(): Promise<void>;
}

/** Serves the page; without `isIsolated` as a server of plain files does, which does not isolate it from others. */
export async function serve({ isIsolated = true } = {}): Promise<Site> {
  if (!existsSync(join(DIST, "index.html"))) throw new Error("the page is not built: npm run build");
  const where = { port: 0, host: "127.0.0.1", open: false };
  const config = isIsolated ? {} : { configFile: false as const };
  const server: PreviewServer = await preview({ root: ROOT, logLevel: "error", preview: where, ...config });
  return { url: server.resolvedUrls!.local[0]!, close: () => server.close() };
}

/** axe-core finds no violation in what is shown, and nothing sticks out; `what` names it. */
export async function complies(page: Page, what: string): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const found = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  const { violations } = found as { violations: { id: string; nodes: { html: string }[] }[] };
  if (violations.length > 0)
    throw new Error(violations.map(({ id, nodes }) => `${what} ${id}: ${nodes[0]!.html}`).join("\n"));
  const [width, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  if (width! > window!) throw new Error(`${what} is ${width} wide, the window ${window}`);
}

/** The page as a player sees it. */
export class Visitor {
  private constructor(
    readonly page: Page,
    private readonly origin: string,
  ) {}

  static async come(browser: Browser, url: string, device: Device, scheme?: Scheme): Promise<Visitor> {
    return new Visitor(await browser.open(url, device, scheme), new URL(url).origin);
  }

  /** Opens another window of the page. */
  async another(hash = ""): Promise<Visitor> {
    return new Visitor(await this.page.another(`${this.origin}/${hash}`), this.origin);
  }

  /** Deletes the game that is kept, and what was done with it; or, with a text, puts that in its place. */
  async replaceKept(text: string | null = null): Promise<void> {
    await this.page.evaluate((text) => {
      // What is not kept yet would be when the page is left.
      dispatchEvent(new Event("pagehide"));
      sessionStorage.removeItem("fukumi-game");
      for (const name of Object.keys(localStorage)) if (/^fukumi-activity-/.test(name)) localStorage.removeItem(name);
      if (text === null) localStorage.removeItem("fukumi-game");
      else localStorage.setItem("fukumi-game", text);
    }, text);
  }

  /** Leaves; nothing may have gone wrong, and nothing may have been asked of others. */
  async leave(): Promise<void> {
    await this.page.close();
    const isForeign = (url: string) => !/^(blob|data):/.test(url) && new URL(url).origin !== this.origin;
    const wrong = [...this.page.complaints, ...this.page.requests.filter(isForeign)];
    if (wrong.length > 0) throw new Error(wrong.join("\n"));
  }

  /** Waits until the service worker has the networks of the engine, which it fetches last. */
  async keeps(): Promise<void> {
    await this.page.until(async (count) => {
      const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const kept = (await Promise.all(all.map((cache) => cache.keys()))).flat();
      return kept.filter(({ url }) => url.endsWith(".net") || url.includes("fukumi-files")).length === count;
    }, networks().length + 1);
  }

  complies(what: string): Promise<void> {
    return complies(this.page, what);
  }

  /** Opens a view of a place, in a small window as a sheet. */
  async view(name: View): Promise<void> {
    const place = placeOf(name);
    const open = await this.page.evaluate(() => document.querySelector<HTMLElement>("#app")!.dataset["sheet"]);
    if (open !== place) await this.page.locator(`#tab-${place}`).click();
    if (PLACES[place].length > 1) await this.page.locator(`#tab-${name}`).click();
  }

  /** Closes the sheet of a small window. */
  async closeSheet(): Promise<void> {
    const open = await this.page.evaluate(() => document.querySelector<HTMLElement>("#app")!.dataset["sheet"]);
    if (open) await this.page.locator(`#tab-${open}`).click();
  }

  /** Opens the settings. */
  async settings(): Promise<void> {
    await this.closeSheet();
    await this.button("Settings").click();
  }

  /** Chooses the language of the page. */
  async speak(tag: string): Promise<void> {
    await this.page.locator(".settings select").first().select(tag);
    await this.page.until((language) => document.documentElement.lang === language, tag);
  }

  button(name: string): Locator {
    return this.page.button(name);
  }

  async choose(field: string, option: string): Promise<void> {
    await this.unfold(field);
    await this.page.field(field).select(option);
  }

  /** Writes a limit into its field. */
  async limit(field: string, text: string): Promise<void> {
    await this.unfold(field);
    await this.page.field(field).fill(text);
  }

  /** Opens what is folded over a field, from the outside in. */
  private async unfold(field: string): Promise<void> {
    await this.page.evaluate((name) => {
      const isIt = (label: HTMLElement) =>
        label.textContent === name && label.closest("[role=tabpanel]")?.checkVisibility();
      const label = [...document.querySelectorAll("label")].find(isIt);
      for (let folded = label?.closest("details"); folded; folded = folded.parentElement?.closest("details"))
        if (!folded.open) folded.querySelector("summary")!.click();
    }, field);
  }

  status(): Promise<string> {
    return this.page.locator(".status").text();
  }

  /** Waits until the message matches. */
  reads(pattern: RegExp): Promise<void> {
    return this.page.locator(".status").matching(pattern).wait();
  }

  /** Where a point of the board is in the window. */
  async place(point: string, width = 15, height = width): Promise<[x: number, y: number]> {
    const box = await this.page.locator(".board > svg:first-child").box();
    const cell = box.width / (2 * 46 + (width - 1) * 40);
    const x = box.x + cell * (46 + 40 * (point.charCodeAt(0) - 97));
    return [x, box.y + cell * (46 + 40 * (height - Number(point.slice(1))))];
  }

  /** Plays on a point with the mouse or a finger. */
  async play(point: string, width = 15, height = width): Promise<void> {
    await this.page.press(...(await this.place(point, width, height)));
  }

  /** The stones on the board by their points. */
  stones(): Promise<Record<string, "black" | "white">> {
    return this.page
      .locator(".stone:not(.shown)")
      .all((all) =>
        Object.fromEntries(
          all.map((stone) => [stone.dataset["point"]!, stone.classList.contains("black") ? "black" : "white"]),
        ),
      );
  }

  /** Waits until so many stones are on the board. */
  async count(number: number): Promise<void> {
    await this.page.until((wanted) => document.querySelectorAll(".stone:not(.shown)").length === wanted, number);
  }
}
