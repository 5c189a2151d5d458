/** The user's own openings: kept in the browser's storage, asked by repetition, compared with games. */

import type { Color } from "../core/geometry";
import { ReadError } from "../core/reading";
import {
  type Book,
  type KeptOpening,
  type KeptRepertoire,
  type Question,
  departureOf,
  dueOn,
  missingIn,
  parseRepertoire,
  withAnswer,
  withOpenings,
  withoutOpening,
} from "../core/repertoire";
import { dayOf } from "../core/schedule";
import { type GameTree, type Node, wholePercent } from "../core/tree";
import type { Brain } from "../engine/brain";
import type { Opener } from "../engine/trees";
import { nameOf } from "../i18n/points";
import type { App } from "./app";
import { MAX_FILE } from "./content";
import { locks } from "./locks";
import { Recall, type RecallState } from "./recall";
import { type Opening, booksOf, lineOf, questionGame, readOpening, readableOf } from "./repertoire/stations";
import { storage } from "./storage";

const NAME = "fukumi-repertoire";
/** Characters of all openings: more would not fit beside what else is kept. */
const MOST_TEXT = 1_000_000;
/** Moves of the name of an opening that has none. */
const NAMED_MOVES = 5;
/** Positions that the engine looks at where a game left the openings. */
const NODES = 50_000;

export class Repertoire {
  private kept = parseRepertoire(storage.get(NAME));
  /** Whether the storage has it as it is here, and openings that are not there. */
  private isStored = true;
  private unstored: readonly KeptOpening[] = [];
  /** The openings as they were read last. */
  private known: { readonly of: readonly KeptOpening[]; readonly opened: Promise<readonly Opening[]> } | null = null;
  /** How many positions are due today, and how many there are; null until the openings have been read. */
  counts: { readonly due: number; readonly all: number } | null = null;

  constructor(
    private readonly app: App,
    private readonly now = () => new Date(),
  ) {
    storage.follow(NAME, (text) => {
      this.kept = withOpenings(parseRepertoire(text), this.unstored);
      this.isStored = this.unstored.length === 0;
      void this.count();
    });
  }

  get openings(): readonly KeptOpening[] {
    return this.kept.openings;
  }

  /** The openings of a side as SGF; empty if there are none. */
  sgfOf(side: Color): string {
    return this.openings.flatMap((opening) => (opening.side === side ? [opening.sgf.trim()] : [])).join("\n");
  }

  // --- The openings ------------------------------------------------------------------------------

  /** Adds the line on the board as an opening of a side. */
  async addLine(side: Color): Promise<void> {
    const { game, node } = this.app;
    await this.attempt((brain) => this.add(brain, [() => lineOf(game, game.last(node))], side));
  }

  /** Adds the games of a file as openings of a side. Throws a `ReadError` if none of them can be read. */
  async addFile(file: File, side: Color): Promise<void> {
    const { rule, size } = this.app.game;
    await this.attempt(async (brain) => {
      if (file.size > MAX_FILE) throw new ReadError("long");
      const games = await brain.read(new Uint8Array(await file.arrayBuffer()), size, rule);
      await this.add(brain, games, side, games.length > 1 ? "" : file.name.replace(/\.\w+$/, ""));
    });
  }

  /** Adds games; a name is that of a game without a title. */
  private async add(brain: Brain, games: readonly Opener[], side: Color, name = ""): Promise<void> {
    const { app } = this;
    const texts = new Set(this.openings.flatMap((opening) => (opening.side === side ? [opening.sgf] : [])));
    let room = MOST_TEXT - this.openings.reduce((sum, { sgf }) => sum + sgf.length, 0);
    const added: KeptOpening[] = [];
    for (const game of readableOf(games)) {
      if (![...game.nodes()].some((node) => node.next && game.turn(node) === side)) continue;
      game.title ||= name;
      const opening = { name: titleOf(game), side, sgf: (await brain.write(game, "sgf"))! };
      if (texts.has(opening.sgf)) continue;
      room -= opening.sgf.length;
      if (room < 0) return app.say("repertoire.full");
      // One that is too large is refused now, and not when it is asked about.
      await readOpening(brain, opening);
      texts.add(opening.sgf);
      added.push(opening);
    }
    if (added.length === 0) return app.say("repertoire.nothing");
    const isStored = await this.change((kept) => withOpenings(kept, added));
    await this.count();
    app.say("repertoire.added", { due: this.counts?.due ?? 0 });
    if (!isStored) app.sayMore("repertoire.unstored");
  }

  async remove(opening: KeptOpening): Promise<void> {
    await this.change((kept) => withoutOpening(kept, opening));
    await this.count();
  }

  /** Counts what is due, when the openings have been read. */
  async count(): Promise<void> {
    if (this.openings.length === 0) this.counts = { due: 0, all: 0 };
    else await this.attempt(async (brain) => this.recount(booksOf(await this.opened(brain))));
    this.app.changed("training");
  }

  private recount(books: readonly Book[]): void {
    const all = books.reduce((sum, { questions }) => sum + questions.size, 0);
    this.counts = { due: this.dueIn(books).length, all };
  }

  private dueIn(books: readonly Book[]): readonly Question[] {
    return books.flatMap((book) => dueOn(book, this.kept.cards, this.today));
  }

  // --- Questions ---------------------------------------------------------------------------------

  /** Asks about the next position that is due. */
  async ask(): Promise<void> {
    const { app } = this;
    const { activity, game } = app;
    await this.attempt(async (brain) => {
      const openings = await this.opened(brain);
      if (app.activity !== activity || app.game !== game) return;
      const due = this.dueIn(booksOf(openings));
      const [question] = due;
      const source = openings.find(({ stations }) => stations.some(({ key }) => key === question?.key));
      if (!question || !source) return app.say("repertoire.done");
      const { key, path, answers } = question;
      const asked = questionGame(source.game, path);
      app.open(asked.game, asked.node);
      const state = { key, answers: [...answers], number: asked.node.number, due: due.length };
      this.resume({ ...state, isAnswered: false, isDone: false });
    });
  }

  /** Goes on with a question, whose game is on the board. */
  resume(state: RecallState): void {
    Recall.begin(this.app, state, {
      answered: (key, isRight) => {
        const { today } = this;
        void this.change(({ openings, cards }) => ({ openings, cards: withAnswer(cards, key, isRight, today) })).then(
          () => this.count(),
        );
      },
      next: () => void this.ask(),
    });
  }

  // --- Games -------------------------------------------------------------------------------------

  /** Shows where the game on the board leaves the openings of a side, and what the engine thinks there. */
  async compare(side: Color): Promise<void> {
    const { app } = this;
    const { game, node } = app;
    if (!app.mayAsk()) return;
    await this.attempt(async (brain) => {
      const path = game.last(node).path();
      const books = booksOf(await this.opened(brain));
      const left = departureOf(
        await brain.keys(game, path),
        books.find((book) => book.side === side)!,
      );
      if (app.game !== game) return;
      if (left.kind === "foreign") return app.say("repertoire.foreign");
      app.go(path[left.at]!);
      if (left.kind === "end") return app.say("repertoire.end", { number: left.at });
      const next = path[left.at + 1]!;
      const played = { move: moveName(game, next), number: next.number };
      if (left.kind === "other") app.say("repertoire.theirs", played);
      else {
        const answers = await brain.movesTo(game, path[left.at]!, [...left.question.answers]);
        app.say("repertoire.own", { ...played, answer: answers.map((point) => nameOf(point, game.size)).join(", ") });
      }
      await this.advise(brain, path[left.at]!);
    });
  }

  /** Says what the engine would play in a position, while that is shown. */
  private async advise(brain: Brain, node: Node): Promise<void> {
    const { app } = this;
    const { game } = app;
    const found = await brain.think(game, node, { nodes: NODES }, () => undefined);
    if (!found || app.game !== game || app.node !== node) return;
    const { black } = found.lines[0]!.worth;
    const chance = wholePercent(game.turn(node) === "black" ? black : 1 - black);
    app.line = found.lines[0]!.moves;
    app.sayMore("repertoire.engine", { move: nameOf(found.move, game.size), chance });
    app.changed("analysis");
  }

  // --- What is kept ------------------------------------------------------------------------------

  private get today(): number {
    return dayOf(this.now());
  }

  /** The openings with their positions, which are read once. */
  private opened(brain: Brain): Promise<readonly Opening[]> {
    const { openings } = this;
    if (this.known?.of !== openings) {
      const opened = Promise.all(openings.map((opening) => readOpening(brain, opening)));
      this.known = { of: openings, opened: opened.then((all) => all.filter((one) => one !== null)) };
    }
    return this.known.opened;
  }

  /**
   * Changes what is kept, as all windows have left it, one after the other. Returns whether the storage has room for
   * it; if not, it is there until the page is closed.
   */
  private async change(make: (kept: KeptRepertoire) => KeptRepertoire): Promise<boolean> {
    return locks.inTurn(NAME, () => {
      const stored = parseRepertoire(storage.get(NAME));
      this.kept = make(this.isStored ? stored : this.kept);
      this.isStored = storage.set(NAME, JSON.stringify(this.kept));
      this.unstored = this.isStored ? [] : missingIn(stored, this.openings);
      return this.isStored;
    });
  }

  /** Does what needs the engine. What fails can be tried again, except for a `ReadError`, which is thrown. */
  private async attempt(act: (brain: Brain) => Promise<void> | void): Promise<void> {
    const { app } = this;
    try {
      await act(await app.engine());
    } catch (error) {
      this.known = null;
      if (error instanceof ReadError) throw error;
      app.work.fail(error, () => this.attempt(act));
    }
  }
}

const moveName = (game: GameTree, { move }: Node): string =>
  move?.point == null ? "–" : nameOf(move.point, game.size);

/** The title of a game, or its first moves. */
const titleOf = (game: GameTree): string =>
  game.title ||
  game
    .last()
    .path()
    .slice(1, 1 + NAMED_MOVES)
    .map((node) => moveName(game, node))
    .join(" ");
