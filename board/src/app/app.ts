/** What the page shows and what its parts exchange: the game, the position, the engine, the message. */

import { type Edit, History, type Shown, addition } from "../core/edit";
import type { Point } from "../core/geometry";
import { ReadError } from "../core/reading";
import { GameTree, IllegalMove, type Node } from "../core/tree";
import type { Brain, Foul, NamedOpening, Row } from "../engine/brain";
import type { Opener } from "../engine/trees";
import { type Key, type Parameters, t } from "../i18n";
import { setLanguage } from "../i18n/languages";
import { nameOf } from "../i18n/points";
import type { Activity, Topic } from "./activity";
import { Ladder } from "./ladder";
import { positionText } from "./position-text";
import { GameWriter, type SavedGame, isSameTree, nodeAt, readSaved } from "./saved-game";
import { type Settings, equipment, followSettings, saveSettings } from "./settings";
import { windowStorage } from "./storage";
import { Work } from "./work";

/** A game in the storage. Older versions of the page kept SGF. */
type Saved = SavedGame | { readonly places: readonly number[]; readonly sgf: string };

const SAVED_GAME = "fukumi-game";
/** The address at which a window has kept its game. */
const SAVED_ADDRESS = "fukumi-game-address";
const PREVIOUS_GAME = "fukumi-previous-game";

export class App {
  game: GameTree;
  node: Node;
  activity: Activity | null = null;
  /** Null until the engine is loaded. */
  brain: Brain | null = null;
  /** Why there is no engine; null while it is loaded, and when it is there. */
  loadError: unknown = null;
  /** Points that Black may not take, once they are known. */
  forbidden: readonly Point[] = [];
  /** Why points are forbidden for Black, and the rows that threaten, once they are known. */
  fouls: readonly Foul[] = [];
  rows: readonly Row[] = [];
  /** The opening of renju that the position comes from, once it is known. */
  opening: NamedOpening | null = null;
  /** A move that the engine advises, a line that is shown on the board, and marks of an exercise. */
  hint: Point | null = null;
  line: readonly Point[] = [];
  verdictMark: { readonly point: Point; readonly kind: "right" | "wrong" } | null = null;
  /** A forbidden point whose rows are shown, also over a line. */
  foul: Foul | null = null;
  /** How many long pieces of work the engine does. */
  private works = 0;
  /** The file of several games that the shown one is from, and which of them is shown. */
  collection: { readonly games: readonly Opener[]; readonly at: number } | null = null;
  /** The user's rating. */
  readonly ladder = new Ladder(() => this.changed("training"));
  /** The edits of the game that is shown; what the user waits for, and what may be tried again. */
  readonly history = new History();
  readonly work = new Work(this);
  private said: () => string = () => "";
  private readonly listeners = new Map<Topic, (() => void)[]>();
  private forbiddenFound: Promise<void> = Promise.resolve();
  /** Keeps the game; null if it is kept as it is. */
  private saving: ReturnType<typeof setTimeout> | null = null;
  private readonly writer = new GameWriter();
  /** Whether the storage still has the game of the last visit, which the page does not show. */
  private hasLastVisit = true;
  /** Called before an activity ends. */
  leaving: () => void = () => undefined;
  /** The part of the page's address that carries a position; empty if none does. */
  address: () => string = () => "";

  /** The engine, when it is loaded; null if it cannot be. */
  loading: Promise<Brain | null>;

  constructor(
    readonly settings: Settings,
    loading: Promise<Brain | null>,
    /** Loads the engine again. */
    private readonly load: () => Promise<Brain | null> = async () => null,
  ) {
    this.game = new GameTree({ size: { width: settings.width, height: settings.height }, rule: settings.rule });
    this.node = this.game.root;
    this.loading = this.watch(loading);
    followSettings((common) => void this.adopt(common));
  }

  // --- The engine --------------------------------------------------------------------------------

  private watch(loading: Promise<Brain | null>): Promise<Brain | null> {
    const watched = loading.catch((error: unknown) => {
      this.loadError = error;
      this.work.fail(error, () => this.sayMove());
      return null;
    });
    void watched.then((brain) => {
      this.brain = brain;
      if (brain) this.loadError = null;
      this.lookUp();
      this.changed("engine");
    });
    return watched;
  }

  /** The engine, when it is loaded. Throws what kept it from being loaded. */
  async engine(): Promise<Brain> {
    const brain = await this.loading;
    if (!brain) throw this.loadError ?? new Error("there is no engine");
    return brain;
  }

  /** Starts the engine anew if there is none, or it has gone. Questions wait for it; if that fails, so do they. */
  renewEngine(): void {
    if (this.loadError !== null) this.loading = this.watch(this.load());
    else void this.brain?.renew(equipment(this.settings)).catch(() => undefined);
  }

  /** Whether the engine does a long piece of work, which live analysis must not end. */
  get isBusy(): boolean {
    return this.works > 0;
  }

  /** A long piece of work begins. Call the returned function once, when it ends. */
  occupy(): () => void {
    this.works++;
    return () => void this.works--;
  }

  on(topics: readonly Topic[], listener: () => void): void {
    for (const topic of topics) this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  changed(...topics: Topic[]): void {
    if (topics.includes("tree")) this.writer.forget();
    for (const listener of new Set(topics.flatMap((topic) => this.listeners.get(topic) ?? []))) listener();
  }

  // --- The message -------------------------------------------------------------------------------

  /** Shows a message, which a screen reader reads out. */
  say(key: Key, parameters: Parameters | (() => Parameters) = {}): void {
    this.sayText(() => t(key, typeof parameters === "function" ? parameters() : parameters));
  }

  /** Adds a sentence to the message that is shown. */
  sayMore(key: Key, parameters: Parameters | (() => Parameters) = {}): void {
    const before = this.said;
    this.say(key, parameters);
    const more = this.said;
    this.sayText(() => `${before()} · ${more()}`);
  }

  sayText(text: () => string): void {
    this.said = text;
    this.changed("message");
  }

  get message(): string {
    return this.said().trim();
  }

  /** Whether the user may ask the engine about the position. A game with it, or a puzzle, does not count then. */
  mayAsk(): boolean {
    const { activity } = this;
    this.work.forget();
    if (activity?.isPrivate) this.say("match.private");
    if (activity?.isPrivate || activity?.warned?.()) return false;
    activity?.helped?.();
    return true;
  }

  /** Whether the user may give the engine a long piece of work, which would end what it thinks about in a game. */
  mayOccupy(): boolean {
    if (this.activity?.isThinking) this.say("match.thinking");
    return !this.activity?.isThinking && this.mayAsk();
  }

  /** Whether the engine keeps what it knows of the position to itself, even if the user wants to see it elsewhere. */
  get isHidden(): boolean {
    return Boolean(this.activity?.isPrivate || this.activity?.isTest);
  }

  get showsThreats(): boolean {
    return this.settings.showsThreats && !this.isHidden;
  }

  // --- The game ----------------------------------------------------------------------------------

  /** Shows another game. The one before can be had back. */
  open(game: GameTree, node: Node = game.root): void {
    if (!this.game.isBlank) windowStorage.set(PREVIOUS_GAME, this.saved(), SAVED_GAME);
    else this.keepLastVisit(game);
    this.begin(null);
    this.collection = null;
    this.history.clear();
    this.game = game;
    this.opening = null;
    this.changed("tree", "review");
    this.go(node);
    // Whatever there was to do before, such as a task of an exercise, is over.
    this.sayMove();
  }

  /** Begins an activity, or none. */
  begin(activity: Activity | null): void {
    this.leaving();
    const before = this.activity;
    this.activity = null;
    before?.ended();
    this.activity = activity;
    this.verdictMark = null;
    this.work.forget();
    this.changed("activity");
  }

  /** Shows a position of the game. */
  go(node: Node): void {
    this.node = node;
    node.visit();
    this.hint = null;
    this.line = [];
    this.verdictMark = null;
    this.foul = null;
    this.forbidden = [];
    this.fouls = [];
    this.rows = [];
    this.work.forget();
    if (node.number < 3) this.opening = null;
    this.lookUp();
    this.keepSoon();
    this.activity?.moved?.();
    this.changed("position");
  }

  // --- Edits -------------------------------------------------------------------------------------

  /** Makes an edit that can be taken back. Returns whether there is one. */
  edit(edit: Edit | null): boolean {
    if (!edit) return false;
    this.history.add(edit);
    const place = edit.make();
    if (edit.commented) {
      // While a comment is written, nothing else changes.
      this.save();
      this.changed("editor", "comment");
    } else {
      this.showEdited(place);
    }
    return true;
  }

  /** Takes the last edit back. Returns whether there is one. */
  undoEdit(): boolean {
    return this.showEdited(this.history.undo());
  }

  redoEdit(): boolean {
    return this.showEdited(this.history.redo());
  }

  private showEdited(place: Shown | null): boolean {
    if (!place) return false;
    if (place.game === this.game) {
      this.changed("tree");
    } else {
      // What was begun in another game has no place in this one.
      this.begin(null);
      this.game = place.game;
      this.changed("tree", "review");
    }
    // An analysis of the position goes on.
    this.save();
    if (place.node !== this.node) this.go(place.node);
    return true;
  }

  /** The user wants a stone on a point. */
  async tap(point: Point): Promise<void> {
    const { node } = this;
    if (this.game.stones(node)[point] !== null) {
      this.say("say.taken", { move: nameOf(point, this.game.size) });
      return;
    }
    await this.forbiddenFound;
    if (node !== this.node) return;
    if (this.game.end(node)) {
      this.say("say.over");
    } else if (this.forbidden.includes(point)) {
      const reason = this.fouls.find((foul) => foul.point === point)!.reason;
      this.say("say.forbidden", () => ({ move: nameOf(point, this.game.size), reason: t(`foul.${reason}`) }));
    } else if (!this.activity?.tried(point)) {
      const { count } = this.game;
      this.play(point);
      if (this.game.count > count) this.history.add(addition(this.game, this.node)!);
      this.sayMove();
      this.changed("editor");
    }
  }

  /** Plays a stone, or passes, and shows the position after it. */
  play(point: Point | null): void {
    try {
      const count = this.game.count;
      const node = this.game.play(this.node, point);
      if (this.game.count > count) this.changed("tree");
      this.go(node);
    } catch (error) {
      if (!(error instanceof IllegalMove)) throw error;
      this.say(error.message === "crowded" ? "say.crowded" : "say.over");
    }
  }

  /** Says what was played, and who moves now or has won. */
  sayMove(): void {
    if (this.activity?.announce?.()) return;
    const { game, node } = this;
    this.sayText(() => positionText(game, node));
  }

  /** Looks up what the rules say of the position, if there is something to show. */
  private lookUp(): void {
    const { game, node, brain } = this;
    this.forbiddenFound = Promise.resolve();
    const { showsThreats } = this;
    if (showsThreats) this.activity?.helped?.();
    if (game.rule !== "renju" && !showsThreats) return;
    const found = (brain ? brain.ruling(game, node) : this.loading.then((loaded) => loaded?.ruling(game, node))).then(
      (ruling) => {
        if (!ruling || node !== this.node) return;
        this.opening = ruling.opening;
        this.forbidden = game.end(node) ? [] : ruling.forbidden;
        this.fouls = ruling.fouls;
        this.rows = ruling.rows;
        this.changed("analysis");
      },
      () => undefined,
    );
    // A move of Black waits for it, while the engine is loading as well.
    const isBlacks = game.rule === "renju" && game.turn(node) === "black";
    if (isBlacks && !game.end(node)) this.forbiddenFound = found;
  }

  // --- What is kept ------------------------------------------------------------------------------

  /** The game and the position that is shown, as the storage has them. */
  saved(): string {
    return this.writer.write(this.game, this.node);
  }

  /** Keeps the game, which has changed. */
  save(): void {
    this.writer.forget();
    this.keepSoon();
  }

  private keepSoon(): void {
    if (this.saving !== null) clearTimeout(this.saving);
    this.saving = setTimeout(() => this.saveNow(), this.writer.patience(this.game));
  }

  /** Keeps the game at once, if it has changed: the page may be gone in a moment. */
  saveNow(): void {
    if (this.saving === null) return;
    clearTimeout(this.saving);
    this.saving = null;
    this.keepLastVisit(this.game);
    if (windowStorage.set(SAVED_GAME, this.saved())) windowStorage.setOwn(SAVED_ADDRESS, this.address());
  }

  /** Whether this window has kept a game at the address that it has now: the page was loaded again. */
  get isSavedHere(): boolean {
    return windowStorage.own(SAVED_GAME) !== null && windowStorage.own(SAVED_ADDRESS) === this.address();
  }

  /** Lets the user have the game of the last visit back if another one takes its place in the storage. */
  private keepLastVisit(other: GameTree): void {
    if (!this.hasLastVisit) return;
    this.hasLastVisit = false;
    const text = windowStorage.get(SAVED_GAME);
    if (text !== null && isWorthKeeping(text, other)) windowStorage.set(PREVIOUS_GAME, text, SAVED_GAME);
  }

  /**
   * Shows the game of the last visit, or the one before it: at once, or when the engine is loaded if an older version of
   * the page kept it. Returns whether there is one.
   */
  async restore(which: "last" | "previous" = "last"): Promise<boolean> {
    const text = windowStorage.get(which === "last" ? SAVED_GAME : PREVIOUS_GAME);
    const { game: shown } = this;
    try {
      const saved = JSON.parse(text ?? "null") as Saved | null;
      if (!saved) return false;
      let read: { readonly game: GameTree; readonly node: Node };
      if ("sgf" in saved) {
        const brain = await this.loading;
        const game = (await brain?.read(saved.sgf, shown.size, shown.rule))?.[0]?.();
        if (!game) return false;
        read = { game, node: nodeAt(game, saved.places) };
        // The user has not waited.
        if (which === "last" && (this.game !== shown || !shown.isBlank)) return false;
      } else {
        read = readSaved(saved, shown.rule);
      }
      if (which === "last") this.hasLastVisit = false;
      const isBefore = which === "previous" && this.game.isBlank;
      this.open(read.game, read.node);
      // It goes on as the last one; there may be no room for it twice.
      if (isBefore) windowStorage.set(SAVED_GAME, text!, PREVIOUS_GAME);
      return true;
    } catch (error) {
      if (error instanceof ReadError || error instanceof SyntaxError || error instanceof TypeError) return false;
      throw error;
    }
  }

  /** Changes settings, and keeps them. */
  set(change: Partial<Settings>): void {
    Object.assign(this.settings, change);
    saveSettings(change);
    if (change.showsThreats) this.lookUp();
    this.changed("settings");
  }

  /** Takes over settings that another window has changed. */
  private async adopt(common: Partial<Settings>): Promise<void> {
    const { language } = this.settings;
    Object.assign(this.settings, common);
    this.changed("settings");
    if (this.settings.language === language) return;
    await this.speak(this.settings.language);
    this.changed("language");
  }

  async chooseLanguage(language: string): Promise<void> {
    if (await this.speak(language)) this.set({ language });
    // If it cannot be spoken, the choice shows the one before again.
    this.changed("language");
  }

  /** Loads a language, and returns whether that was possible. */
  private async speak(language: string): Promise<boolean> {
    try {
      await setLanguage(language);
      return true;
    } catch (error) {
      this.work.fail(error, () => this.chooseLanguage(language), "settings.notSpoken");
      return false;
    }
  }
}

/** Whether a game in the storage can be read, is not empty, and differs from the one that takes its place. */
function isWorthKeeping(text: string, other: GameTree): boolean {
  try {
    const saved = JSON.parse(text) as Saved;
    return "sgf" in saved || (!readSaved(saved, other.rule).game.isBlank && !isSameTree(saved, other));
  } catch (error) {
    if (error instanceof ReadError || error instanceof SyntaxError || error instanceof TypeError) return false;
    throw error;
  }
}
