/**
 * The engine as the board uses it. Only this file and `trees.ts` know the package `fukumi`.
 *
 * The package keeps one position and answers one call after the other. Here a question comes with its position, and a
 * new one ends the one before it: a person who plays on does not want the old answer.
 */

import {
  type AddedGames,
  type Area,
  type Engine,
  EngineError,
  type ForbiddenMove,
  type GameRecord,
  type ListedGame,
  type ListedGames,
  type MoveAnalysis,
  type NamedOpening,
  type OpeningChoice as EngineOpeningChoice,
  type OpeningStep as EngineOpeningStep,
  type Player,
  type Point as EnginePoint,
  type PositionSetup,
  type Row as EngineRow,
  type RowKind,
  type SearchReport,
  type Verdict,
  createEngine,
} from "fukumi";
import { type Color, type Point, type Size, type Stone, other, pointAt, xOf, yOf } from "../core/geometry";
import type { Written } from "../core/library";
import type { OpeningRule } from "../core/openings";
import { ReadError } from "../core/reading";
import type { Rule } from "../core/rules";
import type { GameTree, Node, Worth } from "../core/tree";
import { type Opener, openersOf, readError, titled, treeOf } from "./trees";

/** A line of play, for the side to move. */
export interface Line {
  readonly moves: readonly Point[];
  readonly worth: Worth;
  readonly depth: number | null;
}

export interface Report {
  readonly lines: readonly Line[];
  /** Positions looked at after each move. */
  readonly efforts: ReadonlyMap<Point, number>;
  readonly depth: number;
  readonly nodes: number;
  readonly timeMs: number;
}

/** What the engine that thinks may use. */
export interface Equipment {
  readonly threads: number;
  readonly memoryBytes: number;
}

export interface Thinking {
  readonly level?: number;
  readonly timeMs?: number;
  readonly depth?: number;
  readonly nodes?: number;
  readonly lines?: number;
  readonly variety?: boolean;
  readonly seed?: number;
}

export interface Reviewed {
  /** One for each position; null where it was stopped. */
  readonly positions: readonly ({ readonly worth: Worth; readonly lines: readonly Line[] } | null)[];
  readonly moves: readonly (Judgement | null)[];
  readonly summaries: Readonly<Record<Color, Summary>>;
  /** Where the game was lost; null if it is not decided. */
  readonly defeat: Defeat | null;
}

/** Which side has lost, and the number of its move from which on that is proven, if there is one. */
export interface Defeat {
  readonly loser: Color;
  readonly number: number | null;
}

export interface Judgement {
  readonly best: Point | null;
  readonly loss: number;
  readonly before: number;
  readonly after: number;
  readonly mark: "inaccuracy" | "mistake" | "blunder" | null;
  readonly missedWin: boolean;
  readonly allowsWin: boolean;
}

export interface Summary {
  readonly moves: number;
  readonly best: number;
  readonly mistakes: number;
  readonly blunders: number;
  readonly missedWins: number;
  readonly meanLoss: number | null;
}

export interface Puzzle {
  readonly size: Size;
  readonly rule: Rule;
  /** The stones in the order of play. */
  readonly stones: readonly Stone[];
  readonly turn: Color;
  readonly threats: "fours" | "fours-and-threes";
  readonly plies: number;
  readonly solution: readonly Point[];
}

/** An opening: what it is played by, and the steps that were made. */
export interface OpeningSetup {
  readonly size: Size;
  readonly rule: Rule;
  readonly opening: OpeningRule;
  readonly steps: readonly OpeningStep[];
}
export type OpeningStep =
  | { readonly kind: "swap" | "stay" }
  | { readonly kind: "count"; readonly count: number }
  | { readonly kind: "stones"; readonly points: readonly Point[] };
/** What can be done; the package describes it. */
export type OpeningChoice =
  | { readonly kind: "swap" | "stay" }
  | { readonly kind: "count"; readonly most: number }
  | { readonly kind: "place"; readonly stones: readonly { readonly area: Area; readonly points: readonly Point[] }[] }
  | { readonly kind: "offer"; readonly count: number; readonly same: readonly (readonly Point[])[] }
  | { readonly kind: "choose"; readonly points: readonly Point[] };
export type { AddedGames, Area, ListedGames, NamedOpening, Player };
/** How often, and how it went for the side that moves. */
interface PlayedCount {
  readonly visits: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}
/** A move that was played, with all that symmetry makes the same. */
export interface PlayedMove extends PlayedCount {
  readonly points: readonly Point[];
}
/** What was played in a position. */
export interface Explored extends PlayedCount {
  /** Those played most often first. */
  readonly moves: readonly PlayedMove[];
  /** Games by this rule on this board, and all games. */
  readonly games: number;
  readonly allGames: number;
}
/** An opening after its steps. */
export interface OpeningState {
  /** The stones on the board, in the order of play. */
  readonly stones: readonly Point[];
  readonly toMove: Color;
  readonly holders: Readonly<Record<Color, Player>>;
  /** Null at the end. */
  readonly turn: { readonly player: Player; readonly choices: readonly OpeningChoice[] } | null;
}
/** What the rules say of a position. */
export interface Ruling {
  /** Points that the side to move may not take. */
  readonly forbidden: readonly Point[];
  /** The opening of renju that it comes from. */
  readonly opening: NamedOpening | null;
  /** The fours and open threes of both sides. */
  readonly rows: readonly Row[];
  /** Why points are forbidden for Black, whoever is to move. */
  readonly fouls: readonly Foul[];
}
/** Stones of one side on one line, and the points where the next one makes a five, or an open four. */
export interface Row {
  readonly kind: RowKind;
  readonly stones: readonly Point[];
  readonly next: readonly Point[];
}
/** A forbidden point and the rows that make it one. */
export interface Foul {
  readonly point: Point;
  readonly reason: ForbiddenMove["reason"];
  readonly rows: readonly Row[];
}
/** A move after which the game is as even as possible, and what it is worth if it was searched to the end. */
export interface Balanced {
  readonly move: Point;
  readonly worth: Worth | null;
}
export type { Verdict };
export type Proof =
  | { readonly verdict: "win"; readonly plies: number; readonly moves: readonly Point[] }
  | { readonly verdict: "no-win" }
  /** Not decided within these positions. */
  | { readonly verdict: "unknown"; readonly nodes: number };

/** Codes of errors after which an engine may answer nothing more. */
const GONE: readonly EngineError["code"][] = ["closed", "unavailable"];
/** Bytes for the tables of an engine that thinks little. */
const SMALL_MEMORY = 1 << 20;

export class Brain {
  private running: AbortController | null = null;
  /** What runs in the user's time, and gives way to any question. */
  private pondering: AbortController | null = null;
  private last: Promise<unknown> = Promise.resolve();
  /** Whether the engine that thinks has gone for good. One that broke down starts anew by itself. */
  private isLost = false;
  private referee: Promise<Engine> | null = null;
  private refereeing: Promise<unknown> = Promise.resolve();

  /** The engine that has the games of the explorer, so that reading them does not hold up the others. */
  private librarian: Promise<Engine> | null = null;

  private constructor(private thinker: Engine) {}

  static async load(equipment: Equipment): Promise<Brain> {
    return new Brain(await createEngine(equipment));
  }

  /** Ends what is running, and goes on with other equipment. If that is impossible, it keeps what it has. */
  async equip(equipment: Equipment): Promise<void> {
    this.running?.abort();
    const equipped = this.last.then(async () => {
      const thinker = await createEngine(equipment);
      this.thinker.close();
      this.thinker = thinker;
      this.isLost = false;
    });
    this.last = equipped.catch(() => undefined);
    return equipped;
  }

  /** Starts the engine that thinks anew if it has gone for good. */
  async renew(equipment: Equipment): Promise<void> {
    if (this.isLost) await this.equip(equipment);
  }

  /** Loads what the engine needs for thoughts under a rule, so that the first one does not wait for it. */
  prepare(rule: Rule): Promise<void> {
    return this.thinker.prepare({ rule });
  }

  /** The threads that the engine has. */
  get threads(): number {
    return this.thinker.threads;
  }

  get version(): string {
    return this.thinker.version;
  }

  /** The number of levels; the last one is full strength. */
  get levels(): number {
    return this.thinker.levels.length;
  }

  /** The measured ratings of the levels; null where there is none. */
  get ratings(): readonly (number | null)[] {
    return this.thinker.levels.map(({ elo }) => elo);
  }

  /** Ends all engines. */
  close(): void {
    this.thinker.close();
    void this.librarian?.then((engine) => engine.close());
    void this.referee?.then((engine) => engine.close());
  }

  /** Ends what is running. */
  stop(): void {
    this.running?.abort();
  }

  /** Waits until a question would end no other one, or `signal` is aborted. */
  async idle(signal: AbortSignal): Promise<void> {
    const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    while (this.running && this.running !== this.pondering && !signal.aborted) await Promise.race([this.last, aborted]);
  }

  /** What the rules say of a position. Does not disturb what the engine thinks about. */
  async ruling(game: GameTree, node: Node): Promise<Ruling> {
    return this.askReferee(async (engine) => {
      const { forbidden, opening, ending } = await engine.setPosition(position(game, node));
      const found = ending || game.end(node) ? { rows: [], forbidden: [] } : await engine.rows();
      const points = (list: readonly EnginePoint[]) => list.map((point) => fromEngine(point, game.size));
      const row = ({ kind, stones, next }: EngineRow): Row => ({ kind, stones: points(stones), next: points(next) });
      return {
        forbidden: points(forbidden),
        opening,
        rows: found.rows.map(row),
        fouls: found.forbidden.map(({ move, reason, rows }) => ({
          point: fromEngine(move, game.size),
          reason,
          rows: rows.map(row),
        })),
      };
    });
  }

  /** What identifies positions of a game: symmetric ones share a key. Does not disturb what the engine thinks about. */
  keys(game: GameTree, nodes: readonly Node[]): Promise<readonly string[]> {
    return this.identify(nodes.map((node) => position(game, node)));
  }

  /** What identifies the positions after moves on these empty points. */
  keysAfter(game: GameTree, node: Node, points: readonly Point[]): Promise<readonly string[]> {
    const before = position(game, node);
    const side = game.turn(node);
    const after = (point: Point): PositionSetup => ({
      ...before,
      stones: [...before.stones, stone({ color: side, point }, game.size)],
      toMove: other(side),
    });
    return this.identify(points.map(after));
  }

  /** The moves in a position that lead to positions with these keys. */
  async movesTo(game: GameTree, node: Node, keys: readonly string[]): Promise<readonly Point[]> {
    const empty = game.stones(node).flatMap((stone, point) => (stone === null ? [point] : []));
    const reached = await this.keysAfter(game, node, empty);
    return empty.filter((_, index) => keys.includes(reached[index]!));
  }

  private identify(positions: readonly PositionSetup[]): Promise<readonly string[]> {
    return this.askReferee(async (engine) => {
      const keys: string[] = [];
      for (const each of positions) keys.push((await engine.setPosition(each)).key);
      return keys;
    });
  }

  /** How likely each move is to be the best one, at first sight. Does not disturb what the engine thinks about. */
  async policy(game: GameTree, node: Node): Promise<ReadonlyMap<Point, number>> {
    const policy = await this.askReferee(async (engine) => {
      await engine.setPosition(position(game, node));
      return engine.policy();
    });
    return new Map(policy.map(({ move, share }) => [fromEngine(move, game.size), share]));
  }

  /** An opening after its steps. Does not disturb what the engine thinks about. */
  async opening(setup: OpeningSetup): Promise<OpeningState> {
    const { size } = setup;
    const state = await this.askReferee((engine) => engine.opening(openingSetup(setup)));
    return {
      stones: state.stones.map((stone) => fromEngine(stone, size)),
      toMove: state.toMove,
      holders: state.holders,
      turn: state.turn && { ...state.turn, choices: state.turn.choices.map((each) => fromChoice(each, size)) },
    };
  }

  /**
   * The games of a file in any format that the engine knows. Size and rule are those of games that state none. Throws a
   * {@link ReadError} if there are none.
   */
  async read(file: string | Uint8Array, size: Size, rule: Rule): Promise<readonly Opener[]> {
    try {
      const games = openersOf(await this.askReferee((engine) => engine.readTrees(file, { size })), rule);
      if (games.length === 0) throw new ReadError("unknown");
      return games;
    } catch (error) {
      throw asReadError(error);
    }
  }

  /**
   * Writes a game: SGF, or the main line as a game of Piskvork or as moves. Null if the format has no place for set-up
   * stones or passes.
   */
  async write(game: GameTree, format: "sgf" | "psq" | "moves"): Promise<string | null> {
    const isSetUp = format !== "sgf" && game.setup.length > 0;
    if (isSetUp && (format === "psq" || game.root.children.length > 0)) return null;
    try {
      return await this.askReferee((engine) =>
        engine.writeTree(treeOf(game, "with-values"), isSetUp ? "record" : format),
      );
    } catch (error) {
      if (format === "psq" && error instanceof EngineError && error.code === "bad-argument") return null;
      throw error;
    }
  }

  /** Looks for the best move; null if it was stopped before anything was found. */
  think(
    game: GameTree,
    node: Node,
    thinking: Thinking,
    reported: (report: Report) => void,
    signal?: AbortSignal,
  ): Promise<(Report & { move: Point; stopped: boolean }) | null> {
    return this.ask(signal, async (engine, signal) => {
      await engine.setPosition(position(game, node));
      const report = ({ lines, efforts, depth, nodes, timeMs }: SearchReport): Report => ({
        lines: lines.map((line) => fromLine(line, game.size, game.turn(node))),
        efforts: new Map(efforts.map(({ move, nodes }) => [fromEngine(move, game.size), nodes])),
        depth,
        nodes,
        timeMs,
      });
      const result = await engine.think({ ...thinking, signal }, (found) => {
        if (!signal.aborted) reported(report(found));
      });
      return { ...report(result), move: fromEngine(result.move, game.size), stopped: result.stopped };
    });
  }

  /**
   * Thinks while the user does, who is expected to play `reply`. Any other question ends it; if there is one already,
   * this does nothing.
   */
  async ponder(game: GameTree, node: Node, reply: Point | undefined, signal: AbortSignal): Promise<void> {
    if (this.running) return;
    const ended = this.ask(signal, async (engine, signal) => {
      await engine.setPosition(position(game, node));
      await engine.ponder({ ...(reply !== undefined && { reply: toEngine(reply, game.size) }), signal });
    });
    this.pondering = this.running;
    await ended;
  }

  /** Chooses the next step of an opening; null if it was stopped before it began. */
  decideStep(setup: OpeningSetup, timeMs: number, level: number, signal?: AbortSignal): Promise<OpeningStep | null> {
    return this.ask(signal, async (engine, signal) =>
      fromStep(
        await engine.decideStep({ ...openingSetup(setup), timeMs, level, seed: randomSeed(), signal }),
        setup.size,
      ),
    );
  }

  /** Three stones on the empty board of a game after which neither side stands better; null if it was stopped. */
  evenStones(game: GameTree, nodes: number, seed: number): Promise<readonly Point[] | null> {
    return this.ask(undefined, async (engine, signal) => {
      await engine.setPosition(position(game, game.root));
      const answer = await engine.decide({ step: "swap2-propose", nodes, seed, signal });
      return answer.kind === "moves" ? answer.moves.map((point) => fromEngine(point, game.size)) : null;
    });
  }

  /** Looks for the move after which neither side stands better; null if it was stopped before it began. */
  balance(game: GameTree, node: Node, nodes: number, signal?: AbortSignal): Promise<Balanced | null> {
    return this.ask(signal, async (engine, signal) => {
      await engine.setPosition(position(game, node));
      const answer = await engine.decide({ step: "balance-one", nodes, signal });
      const move = answer.kind === "moves" ? answer.moves[0] : undefined;
      if (answer.kind !== "moves" || !move) return null;
      const worth = answer.line && fromLine(answer.line, game.size, game.turn(node)).worth;
      return { move: fromEngine(move, game.size), worth };
    });
  }

  /** Whether the side to move wins by fours and threes. */
  solve(game: GameTree, node: Node, nodes: number, signal?: AbortSignal): Promise<Proof | null> {
    return this.ask(signal, async (engine, signal) => {
      await engine.setPosition(position(game, node));
      const solution = await engine.solve({ nodes, signal });
      if (solution.verdict === "no-win") return { verdict: "no-win" };
      if (solution.verdict === "unknown") return { verdict: "unknown", nodes: solution.nodes };
      return {
        verdict: "win",
        plies: solution.plies!,
        moves: solution.line.map((point) => fromEngine(point, game.size)),
      };
    });
  }

  /** Whether the side that has just moved wins by force: whether no reply stops its fours and threes. */
  hasWon(game: GameTree, node: Node, nodes: number, signal?: AbortSignal): Promise<Verdict | null> {
    return this.ask(signal, async (engine, signal) => {
      await engine.setPosition(position(game, node));
      const { verdict } = await engine.defences({ nodes, signal });
      return ({ lost: "win", holds: "no-win", "no-threat": "no-win", unknown: "unknown" } as const)[verdict];
    });
  }

  /** Analyses the moves of a line as `fukumi analyze` does. */
  review(
    game: GameTree,
    line: readonly Node[],
    nodes: number,
    progressed: (done: number, total: number, finding: string) => void,
    signal: AbortSignal,
    known: readonly string[] = [],
  ): Promise<Reviewed | null> {
    return this.ask(signal, async (engine, signal) => {
      const analysis = await engine.analyzeGame(
        { game: record(game, line), rule: game.rule, nodes, known, signal },
        ({ done, total, finding }) => progressed(done, total, finding),
      );
      if (analysis.stopped) return null;
      const judged = (move: MoveAnalysis): Judgement => ({
        ...move,
        before: move.winRateBefore,
        after: move.winRateAfter,
        best: move.best && fromEngine(move.best, game.size),
      });
      return {
        positions: analysis.positions.map((at) =>
          at.score === null
            ? null
            : {
                worth: worth(at.blackWinRate, at.plies, at.toMove),
                lines: at.lines.map((line) => fromLine(line, game.size, at.toMove)),
              },
        ),
        moves: analysis.moves.map((move) => (move.mark === undefined ? null : judged(move))),
        summaries: analysis.summary,
        defeat: analysis.defeat,
      };
    });
  }

  /**
   * The positions of a line in which exactly one first move wins by fours and threes; of a search that was stopped, some.
   */
  puzzles(
    game: GameTree,
    line: readonly Node[],
    nodes: number,
    progressed: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<{ readonly puzzles: readonly Puzzle[]; readonly stopped: boolean } | null> {
    return this.ask(signal, async (engine, signal) => {
      const found = await engine.findPuzzles(
        { game: record(game, line), rule: game.rule, nodes, signal },
        ({ done, total }) => progressed(done, total),
      );
      const puzzles = found.puzzles.map((puzzle) => ({
        size: game.size,
        rule: game.rule,
        stones: puzzle.position.stones.map(({ side, ...point }) => ({
          color: side,
          point: fromEngine(point, game.size),
        })),
        turn: puzzle.position.toMove,
        threats: puzzle.threats,
        plies: puzzle.plies,
        solution: puzzle.solution.map((point) => fromEngine(point, game.size)),
      }));
      return { puzzles, stopped: found.stopped };
    });
  }

  /** Adds the games of a file to those of the explorer. Rule and size are those of games that state none. */
  async addGames(
    file: string | Uint8Array,
    rule: Rule,
    size: Size,
    progressed: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<AddedGames> {
    const engine = await this.askLibrarian();
    return engine.addGames({ file, rule, size, signal }, ({ done, total }) => progressed(done, total));
  }

  /**
   * Reads the games of a file one by one, for the library: several at a time, and how many of how many were looked at.
   * Rule and size are those of games that state none. Throws a {@link ReadError} if there are none.
   */
  async listGames(
    file: string | Uint8Array,
    rule: Rule,
    size: Size,
    listed: (games: readonly Written[], done: number, total: number) => void,
    signal?: AbortSignal,
  ): Promise<ListedGames> {
    const engine = await this.askLibrarian();
    const request = { file, rule, size, ...(signal && { signal }) };
    try {
      return await engine.listGames(request, ({ games, done, total }) => listed(games.map(fromListed), done, total));
    } catch (error) {
      throw asReadError(error);
    }
  }

  /** The same game as SGF, with another title. */
  async retitle(sgf: string, title: string): Promise<string> {
    return this.askReferee(async (engine) => {
      const [game] = (await engine.readTrees(sgf)).games;
      if (!game) throw new ReadError("unknown");
      if (game.error) throw readError(game.error);
      return engine.writeTree(titled(game.tree, title));
    });
  }

  private askLibrarian(): Promise<Engine> {
    this.librarian ??= smallEngine(() => (this.librarian = null));
    return this.librarian;
  }

  /** Forgets the games of the explorer. */
  async clearGames(): Promise<void> {
    await (await this.librarian)?.clearGames();
  }

  /** What was played in a position; null without games. */
  async explore(game: GameTree, node: Node): Promise<Explored | null> {
    const found = await (await this.librarian)?.explore(position(game, node));
    if (!found) return null;
    const moves = found.moves.map((move) => ({
      ...move,
      points: [move.move, ...move.same].map((point) => fromEngine(point, game.size)),
    }));
    return { ...found, moves };
  }

  /** Asks the engine that knows the rules, one question after the other. */
  private async askReferee<T>(question: (engine: Engine) => Promise<T>): Promise<T> {
    this.referee ??= smallEngine(() => (this.referee = null));
    const engine = await this.referee;
    const asked = this.refereeing.then(() => question(engine));
    this.refereeing = asked.catch(() => undefined);
    return asked;
  }

  /**
   * Asks the engine, after ending what it is doing. The answer is null if another question, or `signal`, ended this one
   * before it began.
   */
  private ask<T>(
    outer: AbortSignal | undefined,
    question: (engine: Engine, signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    this.running?.abort();
    const controller = new AbortController();
    this.running = controller;
    outer?.addEventListener("abort", () => controller.abort());
    const answer = this.last
      .then(() => (controller.signal.aborted || outer?.aborted ? null : question(this.thinker, controller.signal)))
      .catch((error: unknown) => {
        if (error instanceof EngineError && error.code === "stopped") return null;
        throw error;
      });
    const end = (error: unknown) => {
      if (this.running === controller) this.running = null;
      if (error instanceof EngineError && GONE.includes(error.code)) this.isLost = true;
    };
    this.last = answer.then(() => end(null), end);
    return answer;
  }
}

/** An engine that thinks little. One that cannot be made is forgotten, so that the next question tries again. */
function smallEngine(forget: () => void): Promise<Engine> {
  const engine = createEngine({ memoryBytes: SMALL_MEMORY });
  engine.catch(forget);
  return engine;
}

/** Milliseconds on the clock are no seed that anybody could repeat by accident. */
export const randomSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;

/** What is wrong with the engine after an error: it cannot be loaded, or is broken; null if the error is none of its. */
export function faultOf(error: unknown): "unavailable" | "broken" | null {
  if (!(error instanceof EngineError)) return null;
  return error.code === "unavailable" ? "unavailable" : "broken";
}

/** What is wrong with a file as a {@link ReadError}; another error as it is. */
function asReadError(error: unknown): unknown {
  if (!(error instanceof EngineError) || !error.problem) return error;
  return readError({ problem: error.problem, message: error.message, place: error.place });
}

function fromListed({ sgf, nodes: _, opening, ...game }: ListedGame): Written {
  const { title, black, white, event, date } = game;
  const facts = {
    ...game,
    title: title ?? "",
    black: black ?? "",
    white: white ?? "",
    event: event ?? "",
    date: date ?? "",
    opening: opening ? `${opening.code} ${opening.name} ${opening.kanji}` : "",
  };
  return { facts, sgf };
}

const toEngine = (point: Point, size: Size): EnginePoint => ({ x: xOf(point, size), y: yOf(point, size) });
const fromEngine = ({ x, y }: EnginePoint, size: Size): Point => pointAt(x, y, size);
const stone = ({ color, point }: Stone, size: Size) => ({ side: color, ...toEngine(point, size) });

function openingSetup({ size, rule, opening, steps }: OpeningSetup) {
  const toStep = (step: OpeningStep): EngineOpeningStep =>
    step.kind === "stones" ? { ...step, points: step.points.map((point) => toEngine(point, size)) } : step;
  return { ...size, rule, opening, steps: steps.map(toStep) };
}

const fromStep = (step: EngineOpeningStep, size: Size): OpeningStep =>
  step.kind === "stones" ? { ...step, points: step.points.map((point) => fromEngine(point, size)) } : step;

function fromChoice(choice: EngineOpeningChoice, size: Size): OpeningChoice {
  const points = (list: readonly EnginePoint[]) => list.map((point) => fromEngine(point, size));
  switch (choice.kind) {
    case "place": {
      return { ...choice, stones: choice.stones.map((stone) => ({ area: stone.area, points: points(stone.points) })) };
    }
    case "offer":
      return { ...choice, same: choice.same.map(points) };
    case "choose":
      return { ...choice, points: points(choice.points) };
    default:
      return choice;
  }
}

function moved(nodes: readonly Node[]): Stone[] {
  return nodes.flatMap(({ move }) => (move && move.point !== null ? [{ color: move.color, point: move.point }] : []));
}

function position(game: GameTree, node: Node): PositionSetup {
  const stones = [...game.setup, ...moved(node.path())].map((each) => stone(each, game.size));
  return { rule: game.rule, ...game.size, stones, toMove: game.turn(node) };
}

function record(game: GameTree, line: readonly Node[]): GameRecord {
  return {
    ...game.size,
    rule: game.rule,
    setup: game.setup.map((each) => stone(each, game.size)),
    dead: [],
    moves: moved(line).map((each) => stone(each, game.size)),
    toMove: game.turn(line[line.length - 1] ?? game.root),
    black: null,
    white: null,
    event: null,
    date: null,
  };
}

function worth(black: number, plies: number | null, turn: Color): Worth {
  if (plies === null) return { black };
  return { black, plies: turn === "black" ? plies : -plies };
}

function fromLine(
  line: { moves: readonly EnginePoint[]; winRate: number; plies: number | null; depth: number | null },
  size: Size,
  turn: Color,
): Line {
  return {
    moves: line.moves.map((point) => fromEngine(point, size)),
    worth: worth(turn === "black" ? line.winRate : 1 - line.winRate, line.plies, turn),
    depth: line.depth,
  };
}
