/** Elements of the page: each use finds them anew, and waits until there is one, and until it can be used. */

/** What a locator needs of the browser. */
export interface Host {
  /** How long to wait, in milliseconds. */
  readonly patience: number;
  /** The value of an expression in the page; of a promise, what it comes to. */
  evaluate<T>(expression: string): Promise<T>;
  /** Presses a button of the mouse, or touches with a finger. */
  press(x: number, y: number): Promise<void>;
  /** Presses; whether the page has got the click. */
  click(x: number, y: number): Promise<boolean>;
  /** Chooses files for the input that an expression in the page gives. */
  choose(expression: string, files: Upload[]): Promise<void>;
}

export interface Upload {
  name: string;
  content: string | Uint8Array;
}

/** A rectangle in the window, in pixels of CSS. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Step =
  | { css: string }
  /** Only those that are shown and whose accessible name is this one. */
  | { name: string }
  /** Only those whose text matches a regular expression. */
  | { text: string }
  /** Only the one with this number; -1 is the last one. */
  | { at: number }
  | { either: Step[][] };

/** Asks until the answer has a value; the last reason is in the error. */
export async function poll<T>(
  patience: number,
  what: string,
  ask: () => Promise<{ value: T } | { reason: string }>,
): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    const answer = await ask();
    if (!("reason" in answer)) return answer.value;
    if (Date.now() > end) throw new Error(`waited ${patience} ms for ${what}: ${answer.reason}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Runs in the page: the elements that the steps lead to. */
function find(steps: Step[]): HTMLElement[] {
  const clean = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  const textOfLabel = (label: HTMLElement) => {
    const copy = label.cloneNode(true) as HTMLElement;
    for (const control of copy.querySelectorAll("select, input, textarea")) control.remove();
    return clean(copy.textContent);
  };
  const nameOf = (one: HTMLElement) => {
    const by = one.getAttribute("aria-labelledby")?.split(" ");
    if (by) return clean(by.map((id) => document.getElementById(id)?.textContent).join(" "));
    const labels = [...((one as HTMLInputElement).labels ?? [])];
    return clean(one.getAttribute("aria-label")) || labels.map(textOfLabel).join(" ") || clean(one.textContent);
  };
  let found: HTMLElement[] = [document.documentElement];
  for (const step of steps) {
    if ("css" in step) found = [...new Set(found.flatMap((one) => [...one.querySelectorAll<HTMLElement>(step.css)]))];
    else if ("name" in step) found = found.filter((one) => one.checkVisibility() && nameOf(one) === step.name);
    else if ("text" in step) found = found.filter((one) => new RegExp(step.text).test(one.textContent ?? ""));
    else if ("at" in step) found = found.slice(step.at).slice(0, 1);
    else found = step.either.flatMap(find);
  }
  return found;
}

/**
 * Runs in the page: scrolls to an element; where it is, once it is shown and does not move. With `isReached`, a click
 * in its middle also reaches it.
 */
async function place(one: HTMLElement, isReached: boolean): Promise<Box> {
  const box = () => one.getBoundingClientRect();
  if (!one.checkVisibility({ visibilityProperty: true }) || box().width * box().height === 0)
    throw new Error("it is not shown");
  const { left, top, right, bottom } = box();
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
    one.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const before = box();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { x, y, width, height } = box();
  if (x !== before.x || y !== before.y || width !== before.width || height !== before.height)
    throw new Error("it moves");
  if (isReached) {
    if ((one as HTMLButtonElement).disabled) throw new Error("it is disabled");
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!one.contains(hit)) {
      // Something at the edge of the window may cover it.
      one.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      throw new Error(`a click would reach ${hit?.outerHTML.slice(0, 80)}`);
    }
  }
  return { x, y, width, height };
}

/** A call as an expression in the page. */
const call = (what: (...all: never[]) => unknown, ...values: unknown[]) =>
  `(${what})(${values.map((value) => JSON.stringify(value)).join()})`;

export class Locator {
  constructor(
    private readonly host: Host,
    private readonly steps: Step[] = [],
  ) {}

  private with(step: Step): Locator {
    return new Locator(this.host, [...this.steps, step]);
  }

  /** The elements in this one that a selector of CSS gives; with `name`, the shown ones of that accessible name. */
  locator(css: string, name?: string): Locator {
    const all = this.with({ css });
    return name === undefined ? all : all.with({ name });
  }

  /** A button by its accessible name. */
  button(name: string): Locator {
    return this.locator("button", name);
  }

  /** A field by its label. */
  field(label: string): Locator {
    return this.locator("select, input, textarea", label);
  }

  /** Those of these elements whose text matches. */
  matching(text: RegExp): Locator {
    return this.with({ text: text.source });
  }

  at(index: number): Locator {
    return this.with({ at: index });
  }

  first(): Locator {
    return this.at(0);
  }

  last(): Locator {
    return this.at(-1);
  }

  or(other: Locator): Locator {
    return new Locator(this.host, [{ either: [this.steps, other.steps] }]);
  }

  /** What a function finds in the page, given all these elements as they are now. */
  all<T>(ask: (all: HTMLElement[]) => T): Promise<T> {
    return this.host.evaluate(`(${ask})(${call(find, this.steps)})`);
  }

  count(): Promise<number> {
    return this.all((all) => all.length);
  }

  texts(): Promise<string[]> {
    return this.all((all) => all.map((one) => one.innerText));
  }

  /** What a function finds in the page, given the only such element, once it throws no error. */
  private one<T>(
    ask: (one: HTMLElement, ...values: never[]) => T,
    values: unknown[] = [],
    patience = this.host.patience,
  ): Promise<Awaited<T>> {
    const more = values.map((value) => `, ${JSON.stringify(value)}`).join("");
    const expression = `(async (all) => {
      if (all.length !== 1) return { reason: "there are " + all.length };
      try {
        return { value: await (${ask})(all[0]${more}) };
      } catch (error) {
        return { reason: error.message };
      }
    })(${call(find, this.steps)})`;
    return poll(patience, JSON.stringify(this.steps), () => this.host.evaluate(expression));
  }

  text(): Promise<string> {
    return this.one((one) => one.innerText);
  }

  value(): Promise<string> {
    return this.one((one) => (one as HTMLInputElement).value);
  }

  attribute(name: string): Promise<string | null> {
    return this.one((one, which: string) => one.getAttribute(which), [name]);
  }

  focus(): Promise<void> {
    return this.one((one) => one.focus());
  }

  /** Scrolls to the element; where it is in the window. */
  box(): Promise<Box> {
    return this.one(place, [false]);
  }

  /** Waits until the element is shown. */
  async wait(): Promise<void> {
    await this.box();
  }

  /** Clicks in the middle; with `isForced` whatever is there, even if the element is disabled. */
  async click({ patience = this.host.patience, isForced = false } = {}): Promise<void> {
    const middle = async (): Promise<[x: number, y: number]> => {
      const { x, y, width, height } = await this.one(place, [!isForced], patience);
      return [x + width / 2, y + height / 2];
    };
    // What is disabled gets no click.
    if (isForced) return this.host.press(...(await middle()));
    // What changes between the two halves of a click gets none either.
    await poll(this.host.patience, `a click on ${JSON.stringify(this.steps)}`, async () => {
      const hasCome = await this.host.click(...(await middle()));
      return hasCome ? { value: undefined } : { reason: "none has come" };
    });
  }

  /** Replaces the text of a field. */
  fill(text: string): Promise<void> {
    return this.one(
      (one, text: string) => {
        one.focus();
        (one as HTMLTextAreaElement).value = text;
        for (const type of ["input", "change"]) one.dispatchEvent(new Event(type, { bubbles: true }));
      },
      [text],
    );
  }

  /** Selects an option by its text or its value. */
  select(option: string): Promise<void> {
    return this.one(
      (one, wanted: string) => {
        const select = one as HTMLSelectElement;
        const index = [...select.options].findIndex(({ label, value }) => label === wanted || value === wanted);
        if (index < 0 || select.disabled) throw new Error(`${wanted} cannot be selected`);
        select.focus();
        select.selectedIndex = index;
        for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
      },
      [option],
    );
  }

  /** Chooses files; the input itself may be hidden. */
  choose(...files: Upload[]): Promise<void> {
    return this.host.choose(`${call(find, this.steps)}[0]`, files);
  }
}
