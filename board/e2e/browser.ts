/** Drives Chromium and Firefox. No other file knows how: there are no words of the driver's library elsewhere. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, {
  type Browser as Driver,
  type BrowserContext,
  type CDPSession,
  type ElementHandle,
  type KeyInput,
  type LaunchOptions,
  type Page as Driven,
} from "puppeteer-core";
import { type Host, Locator, type Upload, poll } from "./locator.ts";

const NAMES = {
  chromium: ["chromium", "chromium-browser", "google-chrome"],
  firefox: ["firefox", "firefox-esr"],
};
export type Kind = keyof typeof NAMES;
export const KINDS = Object.keys(NAMES) as Kind[];

/** A browser: the one that CHROMIUM or FIREFOX names, or that of the system. */
export function pathOf(kind: Kind): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(":");
  const found = NAMES[kind].flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  return process.env[kind.toUpperCase()] ?? found;
}

export const DEVICES = {
  desktop: { width: 1280, height: 800, isPhone: false },
  phone: { width: 360, height: 740, isPhone: true },
} as const;
export type Device = keyof typeof DEVICES;
export type Scheme = "light" | "dark";

/** The machine may be slow, or busy with other work. */
const PATIENCE_MS = Number(process.env["PATIENCE_MS"] ?? 60_000);
/** After so long without a click, the pointer is pressed again. */
const CLICK_MS = PATIENCE_MS / 6;

/** The content of a file; nothing where it has gone, as one that Firefox makes for a moment under a name of its own. */
function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** In Firefox, what a user prefers and has in hand is set when it starts. */
function options(kind: Kind, device: Device, scheme: Scheme, downloads: string): LaunchOptions {
  const patience = 2 * PATIENCE_MS;
  const common = {
    executablePath: pathOf(kind)!,
    defaultViewport: null,
    timeout: patience,
    protocolTimeout: patience,
  };
  if (kind === "chromium") {
    const args = [
      "--disable-gpu",
      "--disable-quic",
      "--disable-background-networking",
      "--lang=en",
      "--accept-lang=en",
    ];
    // Its sandbox does not work for root, whom containers usually have.
    if (process.getuid?.() === 0) args.push("--no-sandbox");
    return { ...common, args };
  }
  const { isPhone } = DEVICES[device];
  // Bits: a pointer that is coarse (1) or fine (2), and can hover (4).
  const pointer = isPhone ? 1 : 6;
  const extraPrefsFirefox = {
    "intl.accept_languages": "en",
    "layout.css.prefers-color-scheme.content-override": scheme === "dark" ? 0 : 1,
    "dom.w3c_touch_events.enabled": isPhone ? 1 : 0,
    "ui.primaryPointerCapabilities": pointer,
    "ui.allPointerCapabilities": pointer,
    // A tap is one however long a busy machine takes for it.
    "apz.max_tap_time": PATIENCE_MS,
    "ui.click_hold_context_menus.delay": PATIENCE_MS,
    "dom.events.testing.asyncClipboard": true,
    "browser.download.folderList": 2,
    "browser.download.dir": downloads,
  };
  return { ...common, browser: "firefox", extraPrefsFirefox };
}

/** A browser, which starts when the first page is opened; of Firefox there is one for each setting. */
export class Browser {
  /** Whether the protocol can move a finger so that the page scrolls; that of Firefox sends touches to the page alone. */
  readonly canSwipe: boolean;
  private readonly folder = mkdtempSync(join(tmpdir(), "fukumi-browser-"));
  private readonly running = new Map<string, Driver>();

  constructor(readonly kind: Kind) {
    this.canSwipe = kind === "chromium";
    mkdirSync(this.downloads);
  }

  private get downloads(): string {
    return join(this.folder, "downloads");
  }

  /** Opens an address as someone new would, on a device, with a preference for colours. */
  async open(url: string, device: Device, scheme: Scheme = "light"): Promise<Page> {
    const setting = options(this.kind, device, scheme, this.downloads);
    const key = JSON.stringify(setting);
    const browser = this.running.get(key) ?? (await puppeteer.launch(setting));
    this.running.set(key, browser);
    const isChromium = this.kind === "chromium";
    const context = await browser.createBrowserContext(
      isChromium ? { downloadBehavior: { policy: "allow", downloadPath: this.downloads } } : {},
    );
    const driven = await context.newPage();
    if (isChromium) {
      await driven.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      if (!url.startsWith("file:"))
        await context.overridePermissions(new URL(url).origin, ["clipboard-read", "clipboard-sanitized-write"]);
    }
    return Page.open(context, driven, this.folder, this.kind, device, url);
  }

  async close(): Promise<void> {
    await Promise.all([...this.running.values()].map((browser) => browser.close()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * A page that is open, and what it complained about. Of Firefox these are errors, and what scripts write. Neither
 * browser reports what its network says of a Worker, such as the line about a signal in docs/web.md.
 */
export class Page extends Locator {
  /** Messages of the console, and errors. */
  readonly complaints: string[] = [];
  /** Addresses that were asked for. */
  readonly requests: string[] = [];
  private isReloading = false;

  private constructor(
    private readonly context: BrowserContext,
    private readonly driven: Driven,
    private readonly folder: string,
    private readonly kind: Kind,
    readonly device: Device,
    private readonly isFirst: boolean,
    /** The protocol of Chromium itself. */
    private readonly session: CDPSession | null,
  ) {
    const host: Host = {
      patience: PATIENCE_MS,
      evaluate: (expression) => driven.evaluate(expression) as Promise<never>,
      press: (x, y) => this.press(x, y),
      click: (x, y) => this.clickAt(x, y),
      choose: (expression, files) => this.upload(expression, files),
    };
    super(host);
    driven.setDefaultTimeout(PATIENCE_MS);
    driven.on("console", (message) => this.complaints.push(`${message.type()}: ${message.text()}`));
    driven.on("pageerror", (error) => {
      // What Firefox says of a file that the service worker is still sending when the page is left.
      const isBrokenOff = this.isReloading && /Failed to load .*ServiceWorker intercepted/.test(String(error));
      if (!isBrokenOff) this.complaints.push(String(error));
    });
    driven.on("request", (request) => this.requests.push(request.url()));
  }

  /** Opens an address in a window; with `isFirst` false in another one of the same user. */
  static async open(
    context: BrowserContext,
    driven: Driven,
    folder: string,
    kind: Kind,
    device: Device,
    url: string,
    isFirst = true,
  ): Promise<Page> {
    const session = kind === "chromium" ? await driven.createCDPSession() : null;
    const page = new Page(context, driven, folder, kind, device, isFirst, session);
    await page.before(() => {
      const counted = window as { clicks?: number };
      addEventListener("click", () => (counted.clicks = (counted.clicks ?? 0) + 1), true);
    });
    await page.resize(DEVICES[device].width, DEVICES[device].height);
    await page.goto(url);
    return page;
  }

  evaluate<T, A extends unknown[]>(what: ((...values: A) => T) | string, ...values: A): Promise<Awaited<T>> {
    return this.driven.evaluate(what as (...values: unknown[]) => T, ...values);
  }

  /** Waits until what a function finds in the page is true. */
  until<A extends unknown[]>(is: (...values: A) => boolean | Promise<boolean>, ...values: A): Promise<true> {
    return poll(PATIENCE_MS, String(is), async () => {
      return (await this.evaluate(is, ...values)) ? { value: true } : { reason: JSON.stringify(values) };
    });
  }

  /** Runs a function in each page that is opened from now on, before the page's own scripts. */
  async before(what: () => void): Promise<void> {
    await this.driven.evaluateOnNewDocument(what);
  }

  async goto(url: string): Promise<void> {
    await this.driven.goto(url);
    await this.built();
  }

  /** Waits until the board has its parts, which come after its files; other pages have them at once. */
  private async built(): Promise<void> {
    await this.until(() => {
      const board = document.querySelector("#app");
      return board === null || board.querySelector(":scope > :not(noscript)") !== null;
    });
  }

  async reload(): Promise<void> {
    await this.reloading(() => this.driven.reload());
  }

  /** Does something after which the page is loaded anew, and waits for that. */
  async reloading(act: () => Promise<unknown>): Promise<void> {
    this.isReloading = true;
    await Promise.all([this.driven.waitForNavigation(), act()]);
    await this.built();
    this.isReloading = false;
  }

  /** Closes it; with the first window of a user the others are closed as well. */
  async close(): Promise<void> {
    await (this.isFirst ? this.context : this.driven).close();
  }

  /** Opens another window of the same user. */
  async another(url: string): Promise<Page> {
    return Page.open(this.context, await this.context.newPage(), this.folder, this.kind, this.device, url, false);
  }

  /** Brings its window to the front. */
  async front(): Promise<void> {
    await this.driven.bringToFront();
  }

  async resize(width: number, height: number): Promise<void> {
    const { isPhone } = DEVICES[this.device];
    const flags = this.kind === "chromium" ? { isMobile: isPhone, hasTouch: isPhone } : {};
    await this.driven.setViewport({ width, height, ...flags }).catch(async (error: Error) => {
      // Firefox 140 knows nothing of the orientation, which is sent along with the size.
      if (!/unknown command emulation/.test(error.message)) throw error;
      await this.until((x, y) => innerWidth === x && innerHeight === y, width, height);
    });
  }

  /** The user prefers that nothing moves. Returns false where the protocol cannot say so. */
  async calm(): Promise<boolean> {
    if (this.kind !== "chromium") return false;
    await this.driven.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
    return true;
  }

  /** Presses a key, while another one may be held down. */
  async key(name: KeyInput, held?: KeyInput): Promise<void> {
    if (held) await this.driven.keyboard.down(held);
    await this.driven.keyboard.press(name);
    if (held) await this.driven.keyboard.up(held);
  }

  /** Clicks with the mouse of a desktop, or touches with a finger. */
  async press(x: number, y: number): Promise<void> {
    if (!DEVICES[this.device].isPhone) return this.driven.mouse.click(x, y);
    if (!this.session) return this.driven.touchscreen.tap(x, y);
    // A page that is busy would answer the first half so late that the finger seems to rest.
    const point = { x: Math.round(x), y: Math.round(y) };
    await Promise.all([
      this.session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] }),
      this.session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] }),
    ]);
  }

  /** Presses, and waits until the page has got the click: that of a finger comes some time after it is lifted. */
  private async clickAt(x: number, y: number): Promise<boolean> {
    const before = await this.clicks();
    await this.press(x, y);
    const come = poll(CLICK_MS, "a click", async () => {
      // While another page is loaded, there is none to ask.
      const now = await this.clicks().catch(() => before);
      return now === before ? { reason: "none has come" } : { value: true };
    });
    return come.catch(() => false);
  }

  /** A text that changes with each click, and with each page that is loaded. */
  private clicks(): Promise<string> {
    return this.evaluate(() => `${performance.timeOrigin} ${(window as { clicks?: number }).clicks}`);
  }

  /** Turns the wheel of the mouse, down with a positive number of pixels. */
  async wheel(x: number, y: number, pixels: number): Promise<void> {
    await this.driven.mouse.move(x, y);
    await this.driven.mouse.wheel({ deltaY: pixels });
  }

  /** Puts a finger on the page, and slides it sideways before it is lifted; `meanwhile` is called while it rests. */
  async slide(x: number, y: number, right: number, meanwhile: () => Promise<void>): Promise<void> {
    const finger = await this.driven.touchscreen.touchStart(x, y);
    await meanwhile();
    for (let by = 0; by < right; by += 5) await finger.move(x + by, y);
    await finger.move(x + right, y);
    await meanwhile();
    await finger.end();
  }

  /** Points at a place with the mouse. */
  async point([x, y]: [x: number, y: number]): Promise<void> {
    await this.driven.mouse.move(x, y);
  }

  /** Slides a finger up, frame by frame. */
  async swipe(x: number, y: number, length: number): Promise<void> {
    const finger = await this.driven.touchscreen.touchStart(x, y);
    for (let up = 10; up <= length; up += 10) {
      await finger.move(x, y - up);
      await this.evaluate(() => new Promise(requestAnimationFrame));
    }
    await finger.end();
  }

  /** Runs what downloads a file; its content as text. */
  async download(act: () => Promise<void>): Promise<string> {
    return (await this.downloadBytes(act)).toString("utf8");
  }

  /** Runs what downloads a file; its content. */
  async downloadBytes(act: () => Promise<void>): Promise<Buffer> {
    const folder = join(this.folder, "downloads");
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
    await act();
    return poll(PATIENCE_MS, "a download", async () => {
      const names = readdirSync(folder);
      // A file that is still being written has another name, or is hidden.
      const isWhole = names.length === 1 && !/^\.|\.(crdownload|part)$/.test(names[0]!);
      const content = isWhole ? contentOf(join(folder, names[0]!)) : undefined;
      return content?.length ? { value: content } : { reason: names.join(", ") };
    });
  }

  /** What is seen, as WebP. */
  async picture(): Promise<Uint8Array> {
    return this.driven.screenshot({ type: "webp", quality: 85 });
  }

  private async upload(expression: string, files: Upload[]): Promise<void> {
    const paths = files.map(({ name, content }) => {
      const path = join(this.folder, name);
      writeFileSync(path, content);
      return path;
    });
    const input = (await this.driven.evaluateHandle(expression)).asElement();
    if (!input) throw new Error("there is no such input");
    await (input as ElementHandle<HTMLInputElement>).uploadFile(...paths);
  }
}
