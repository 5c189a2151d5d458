/**
 * Keeps what each window is doing, so that it goes on after the page was left, and what was put aside.
 *
 * Each window has a number, and a lock of that name as long as it is open: what belongs to a number without a lock was
 * left, and another window may take it up.
 */

import { signed } from "../i18n";
import type { App } from "./app";
import { type Kept, type StoredActivity, forfeitResult, isForfeit, isStale, parseKept } from "./kept";
import { locks } from "./locks";
import { isQuick, readSaved } from "./saved-game";
import { storage, windowStorage } from "./storage";

/** Goes on with what was stored, whose position is on the board. Returns false if its state cannot be read. */
export type Resume = (state: unknown) => boolean;

/** Goes on with what was kept under a number. Returns false if it does not. */
type GoOn = (kept: Kept, id: string) => boolean;

/** What is kept with the game, whatever the user does with it. */
export interface Review {
  /** Null if there is nothing. */
  readonly stored: unknown;
}

/** Something that waits to be taken up. */
export interface Waiting {
  readonly id: string;
  readonly kept: Kept;
}

const PREFIX = "fukumi-activity-";
const WINDOW = "fukumi-window";
/** How long a window waits for its lock, which the page before it may still have. */
const PATIENCE = 1000;
/** Milliseconds after which a window says again that it is open, and after which what goes on by itself is kept again. */
const PULSE = 5 * 60_000;
const RUNNING_PULSE = 2000;
/** Milliseconds without a change after which is kept what is not urgent. */
const QUIET = 1000;
/** The name of a review among what goes on. */
export const REVIEW = "review";
/** No more than so many wait. */
const MOST_WAITING = 20;

export class Keeper {
  /** What waits to be taken up, the last first. */
  waiting: readonly Waiting[] = [];
  private id = newId();
  private isKeeping = false;
  private isDue = false;
  private keptAt = 0;
  private waits: ReturnType<typeof setTimeout> | undefined;
  /** What is still to be said. */
  private reports: ((app: App) => void)[] = [];

  constructor(
    private readonly app: App,
    /** The part of the address after the `#`. */
    private readonly hash: () => string,
    private readonly review: Review,
    private readonly resumers: Readonly<Record<string, Resume>>,
    private readonly now = () => Date.now(),
  ) {
    app.on(["activity", "tree"], () => this.keepSoon(isQuick(app.game)));
    app.on(["position", "review"], () => this.keepSoon(false));
    app.on(["clock", "review"], () => this.now() - this.keptAt >= RUNNING_PULSE && this.keep());
    app.leaving = () => this.putAside();
    storage.followAll(PREFIX, () => void this.look());
  }

  /**
   * Goes on with what this window was doing before the page was left, or what a closed window was doing last, unless the
   * user has begun something meanwhile. Returns whether there is something.
   */
  async start(isUntouched: () => boolean): Promise<boolean> {
    const before = windowStorage.own(WINDOW);
    const isSame = before !== null && (await locks.hold(PREFIX + before, PATIENCE));
    if (isSame) this.id = before;
    else await locks.hold(PREFIX + this.id, PATIENCE);
    windowStorage.setOwn(WINDOW, this.id);
    setInterval(() => this.keep(), PULSE);
    const goOn = (kept: Kept, id: string) => {
      this.isKeeping = true;
      // All of it has to be there before any of it is kept anew.
      this.keptAt = this.now();
      if (isUntouched()) return this.resume(kept);
      this.moveAside(id, kept);
      return false;
    };
    const isResumed = isSame ? this.takeOwn(goOn) : this.hash() === "" && (await this.takeLast(goOn));
    this.isKeeping = true;
    if (!isResumed) this.keep();
    await this.look();
    return isResumed;
  }

  /** Says what was lost or dropped, after the message that is shown. */
  report(): void {
    for (const report of this.reports.splice(0)) report(this.app);
  }

  /**
   * Goes on with what this window was doing; if it was opened anew with another address, that is put aside. What is kept
   * stays until it is kept anew.
   */
  private takeOwn(goOn: GoOn): boolean {
    const text = storage.get(PREFIX + this.id);
    if (text === null) return false;
    const kept = parseKept(text);
    if (!kept) this.reports.push(sayUnreadable);
    const isHere = kept?.hash === this.hash();
    if (kept && isHere && goOn(kept, this.id)) return true;
    if (kept && !isHere) this.moveAside(this.id, kept);
    storage.remove(PREFIX + this.id);
    return false;
  }

  /** Goes on with what a window that was closed was doing last. */
  private async takeLast(goOn: GoOn): Promise<boolean> {
    const [last] = (await this.left()).filter(({ kept }) => !kept.isAside);
    return last !== undefined && (await this.claim(last.id, goOn));
  }

  /** Goes on with what was left, unless another window is quicker. It stays until this window has kept it. */
  private async claim(id: string, goOn: GoOn): Promise<boolean> {
    const isGoing = await locks.during(PREFIX + id, () => {
      const kept = parseKept(storage.get(PREFIX + id));
      const isGoing = kept !== null && goOn(kept, id);
      storage.remove(PREFIX + id);
      // There may have been no room for both.
      if (isGoing && storage.get(PREFIX + this.id) === null) this.keep();
      return isGoing;
    });
    return isGoing === true;
  }

  /** Drops what was left, unless another window is quicker. */
  private async drop(id: string): Promise<Kept | null> {
    return locks.during(PREFIX + id, () => {
      const kept = parseKept(storage.get(PREFIX + id));
      storage.remove(PREFIX + id);
      return kept;
    });
  }

  private resume(kept: Kept): boolean {
    const { app } = this;
    try {
      const { game, node } = readSaved(kept.game, app.settings.rule);
      app.open(game, node);
      if (isForfeit(kept, this.now())) {
        app.game.result = forfeitResult(kept) ?? app.game.result;
        app.changed("tree");
        app.save();
        // It is counted once, whatever comes between.
        this.keep();
        this.forfeit(kept);
        return true;
      }
      // A review that cannot be read is dropped alone.
      this.goOn(REVIEW, kept.review);
      if (this.goOn(kept.activity?.kind ?? "", kept.activity?.state ?? null)) {
        this.keep();
        return true;
      }
    } catch {
      // What makes no sense is dropped, as is a state that cannot be read.
    }
    app.begin(null);
    this.reports.push(sayUnreadable);
    return false;
  }

  /** Goes on with what was stored, if it is something. */
  private goOn(kind: string, state: unknown): boolean {
    return state === null || state === undefined || this.resumers[kind]?.(state) === true;
  }

  // --- What waits --------------------------------------------------------------------------------

  /** Goes on with something that waits; what this window is doing is put aside. */
  async takeUp(id: string): Promise<void> {
    await this.claim(id, (kept) => this.resume({ ...kept, isAside: false }));
    await this.look();
    this.report();
  }

  /** Gives up what waits: a game that counts is lost. */
  async giveUp(id: string): Promise<void> {
    const kept = await this.drop(id);
    if (kept && kept.stake !== null) this.forfeit(kept);
    await this.look();
    this.report();
  }

  /** Looks for what waits. What has waited too long goes. */
  private async look(): Promise<void> {
    const left = await this.left();
    for (const [index, { id, kept }] of left.entries()) {
      const isLost = isForfeit(kept, this.now());
      const isDropped = isStale(kept, this.now()) || (kept.stake === null && index >= MOST_WAITING);
      if (isLost || isDropped) await this.giveUpQuietly(id, isLost);
    }
    this.waiting = left.filter(({ id }) => storage.get(PREFIX + id) !== null);
    this.app.changed("waiting");
  }

  private async giveUpQuietly(id: string, isLost: boolean): Promise<void> {
    const kept = await this.drop(id);
    if (kept && isLost) this.forfeit(kept);
  }

  /** What belongs to no open window, the last first. */
  private async left(): Promise<Waiting[]> {
    const open = await locks.held(PREFIX);
    const isLeft = (name: string) => name !== PREFIX + this.id && open !== null && !open.includes(name);
    const found = storage.names(PREFIX).flatMap((name): Waiting[] => {
      const kept = parseKept(storage.get(name));
      if (kept) return kept.isAside || isLeft(name) ? [{ id: name.slice(PREFIX.length), kept }] : [];
      if (isLeft(name)) {
        storage.remove(name);
        this.reports.push(sayUnreadable);
      }
      return [];
    });
    return found.sort((a, b) => b.kept.at - a.kept.at);
  }

  private forfeit({ stake }: Kept): void {
    const { app } = this;
    if (stake === null) return;
    const before = app.ladder.rating.value;
    app.ladder.add(stake, 0);
    app.changed("training");
    const change = app.ladder.rating.value - before;
    this.reports.push(() =>
      app.sayMore("waiting.lost", { rating: toTens(app.ladder.rating.value), change: signed(toTens(change)) }),
    );
  }

  // --- What is kept ------------------------------------------------------------------------------

  /** Keeps a game that is played, and what is urgent, at once; other things as soon as nothing changes for a while. */
  private keepSoon(isUrgent: boolean): void {
    const isGame = this.app.activity?.isUnfinished !== undefined;
    if ((isGame || isUrgent) && !this.isDue) {
      this.isDue = true;
      queueMicrotask(() => {
        this.isDue = false;
        this.keep();
      });
    }
    clearTimeout(this.waits);
    this.waits = setTimeout(() => this.keep(), QUIET);
  }

  /** The page is left: another window may go on with what is kept. */
  leave(): void {
    this.keep();
    this.isKeeping = false;
    locks.release();
  }

  /** Keeps what is being done now. */
  keep(): void {
    if (!this.isKeeping) return;
    this.keptAt = this.now();
    const { activity } = this.app;
    const isSomething = activity?.stored || this.review.stored !== null;
    if (isSomething) this.write(this.id, this.kept(activity?.stored ?? null, activity?.stake ?? null, false));
    else storage.remove(PREFIX + this.id);
  }

  /** The activity ends: a game that is not over waits from now on. */
  private putAside(): void {
    const { activity } = this.app;
    if (!this.isKeeping || !activity?.isUnfinished || !activity.stored) return;
    this.moveAside(this.id, this.kept(activity.stored, activity.stake ?? null, true));
    void this.look();
  }

  /**
   * Puts something aside, in the place of what has a number. Where there is no room for both, that one goes first; it
   * is put aside itself if there is still no room for the other.
   */
  private moveAside(id: string, kept: string | Kept): void {
    const [before, aside] = [parseKept(storage.get(PREFIX + id)), newId()];
    const isDone = this.write(aside, kept);
    storage.remove(PREFIX + id);
    if (!isDone && !this.write(aside, kept) && before) this.write(aside, before);
  }

  private kept(activity: StoredActivity | null, stake: number | null, isAside: boolean): string {
    const review = this.review.stored;
    const head: Omit<Kept, "game"> = {
      version: 1,
      at: this.now(),
      hash: this.hash(),
      activity,
      review,
      stake,
      isAside,
    };
    return `{"game":${this.app.saved()},${JSON.stringify(head).slice(1)}`;
  }

  /** Returns whether it was kept. */
  private write(id: string, kept: string | Kept): boolean {
    return storage.set(PREFIX + id, typeof kept === "string" ? kept : JSON.stringify({ ...kept, isAside: true }));
  }
}

const sayUnreadable = (app: App): void => app.sayMore("waiting.unreadable");
/** A rating is not so sure that single points would mean anything. */
const toTens = (rating: number): number => Math.round(rating / 10) * 10;
const newId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
