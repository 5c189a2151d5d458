/** Repeats a message at the edge of the window while the place where it stands is scrolled out of it. */

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
    const { top, bottom } = this.original.getBoundingClientRect();
    if (!message || (bottom > 0 && top < innerHeight)) return this.hide();
    this.element.textContent = message;
    this.element.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), STAY_MS);
  }

  private hide(): void {
    clearTimeout(this.timer);
    this.element.hidden = true;
  }
}
