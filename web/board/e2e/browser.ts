/** Starts the built page and a browser to look at it with. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";
import { type PreviewServer, preview } from "vite";

export const ROOT = join(import.meta.dirname, "..");
export const DIST = join(ROOT, "dist");

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** Chromium: the one that CHROMIUM names, or that of the system. */
function chromiumPath(): string {
  const folders = (process.env["PATH"] ?? "").split(":");
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  const path = process.env["CHROMIUM"] ?? found;
  if (!path) throw new Error("there is no Chromium; CHROMIUM=path names one");
  return path;
}

export async function launch(): Promise<Browser> {
  // Its sandbox does not work for root, whom containers usually have.
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [...(isRoot ? ["--no-sandbox"] : []), "--disable-gpu", "--disable-quic", "--disable-background-networking"],
  });
}

export async function serve(): Promise<{ server: PreviewServer; url: string }> {
  if (!existsSync(join(DIST, "index.html"))) throw new Error("the page is not built: npm run build");
  const server = await preview({ root: ROOT, logLevel: "error", preview: { port: 0, open: false } });
  return { server, url: server.resolvedUrls!.local[0]! };
}

export const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
} as const;
export type Device = keyof typeof DEVICES;

/** The page as a test sees it. */
export class Visitor {
  readonly complaints: string[] = [];
  readonly foreign: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly device: Device,
  ) {}

  static async come(
    browser: Browser,
    url: string,
    device: Device,
    options: { colorScheme?: "light" | "dark"; locale?: string } = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({ ...DEVICES[device], locale: "en", ...options });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(url).origin });
    // The machine may be slow, or busy with other work.
    context.setDefaultTimeout(Number(process.env["PATIENCE_MS"] ?? 60_000));
    const page = await context.newPage();
    const visitor = new Visitor(context, page, device);
    page.on("console", (message) => visitor.complaints.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => visitor.complaints.push(String(error)));
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== new URL(url).origin && !/^(blob|data):/.test(request.url()))
        visitor.foreign.push(request.url());
    });
    await page.goto(url);
    return visitor;
  }

  /** Leaves; nothing may have gone wrong, and nothing may have been asked of others. */
  async leave(): Promise<void> {
    await this.context.close();
    if (this.complaints.length + this.foreign.length > 0)
      throw new Error([...this.complaints, ...this.foreign].join("\n"));
  }

  /** axe-core, which is on the page, finds no violation in what is shown; `what` names it. */
  async complies(what: string): Promise<void> {
    const found = await this.page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
    const { violations } = found as { violations: { id: string; nodes: { html: string }[] }[] };
    if (violations.length > 0)
      throw new Error(violations.map(({ id, nodes }) => `${what} ${id}: ${nodes[0]!.html}`).join("\n"));
    const [width, window] = await this.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    if (width! > window!) throw new Error(`${what} is ${width} wide, the window ${window}`);
  }

  async tab(name: string): Promise<void> {
    await this.page.locator(`#tab-${name}`).click();
  }

  button(name: string) {
    return this.page.getByRole("button", { name, exact: true });
  }

  async choose(name: string, option: string): Promise<void> {
    await this.page.getByLabel(name, { exact: true }).selectOption({ label: option });
  }

  status(): Promise<string> {
    return this.page.locator(".status").innerText();
  }

  /** Waits until the message matches. */
  async hears(pattern: RegExp): Promise<void> {
    await this.page.locator(".status").filter({ hasText: pattern }).waitFor();
  }

  /** Plays on a point with the mouse or a finger. */
  async play(point: string, width = 15, height = width): Promise<void> {
    const board = this.page.locator(".board > svg");
    await board.scrollIntoViewIfNeeded();
    const box = (await board.boundingBox())!;
    const cell = box.width / (2 * 46 + (width - 1) * 40);
    const x = box.x + cell * (46 + 40 * (point.charCodeAt(0) - 97));
    const y = box.y + cell * (46 + 40 * (height - Number(point.slice(1))));
    if (this.device === "phone") await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
  }

  /** The stones on the board by their points. */
  stones(): Promise<Record<string, "black" | "white">> {
    return this.page
      .locator(".stone:not(.shown)")
      .evaluateAll((all) =>
        Object.fromEntries(
          all.map((stone) => [
            (stone as SVGElement).dataset["point"]!,
            stone.classList.contains("black") ? "black" : "white",
          ]),
        ),
      );
  }

  /** Waits until so many stones are on the board. */
  async count(number: number): Promise<void> {
    await this.page.waitForFunction(
      (wanted) => document.querySelectorAll(".stone:not(.shown)").length === wanted,
      number,
    );
  }
}
