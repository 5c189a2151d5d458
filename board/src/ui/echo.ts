/** Repeats a message at the edge of the window while its own place is covered or scrolled out of it. */

import { h } from "./dom";

/** How long it stays, in milliseconds. The message itself stays where it stands. */
const STAY_MS = 6000;

export class Echo {
  /** A screen reader reads the message itself. */
  readonly element = h("p", { class: "echo", "aria-hidden": "true", hidden: true });
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `original` is where the message stands. */
  constructor(private readonly original: HTMLElement) {
    new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) this.hide();
    }).observe(original);
  }

  show(message: string): void {
    if (!message || !this.original.checkVisibility() || this.isSeen()) return this.hide();
    this.element.textContent = message;
    this.element.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), STAY_MS);
  }

  private isSeen(): boolean {
    const { left, top, width, height } = this.original.getBoundingClientRect();
    return this.original.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  }

  private hide(): void {
    clearTimeout(this.timer);
    this.element.hidden = true;
  }
}
