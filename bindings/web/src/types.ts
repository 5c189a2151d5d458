/**
 * The interface of the package: what a page or a program can ask the engine.
 *
 * The engine runs in a Worker, so every call returns a promise, and the page stays responsive. Calls are answered one
 * after the other, in the order in which they were made; a call made during a search waits for the end of the search.
 * {@link Engine.stop} ends what is running and what is waiting.
 *
 * **Coordinates.** `x` counts columns from the left, `y` counts rows from the top, both from 0. Text for people, such
 * as `h8`, has a column letter and the row counted from the bottom, from 1; {@link label} and {@link parseLabel}
 * convert.
 *
 * **Callbacks.** If a callback throws, or returns a promise that rejects, its call is stopped and rejects with the
 * same.
 *
 * **Mistakes.** A field that no type here has is refused with `bad-argument`, for it may be a misspelt one.
 *
 * **Values.** Scores and chances are those of the side to move unless a name says `black`.
 */

import type {
  AddedGames,
  AnalysedGame,
  AnalysisOptions,
  AnalysisProgress,
  BenchResult,
  CallErrorCode,
  Defences,
  Explored,
  GameMove,
  GamePosition,
  GameSetup,
  GameState,
  GameToWrite,
  GameTree,
  GamesOptions,
  GamesReport,
  Judgement,
  Level,
  ListedGames,
  NetworkName,
  OpeningAnswer,
  OpeningOptions,
  OpeningSetup,
  OpeningState,
  OpeningStep,
  Point,
  PolicyMove,
  PonderOptions,
  PositionSetup,
  PrepareRequest,
  Progress,
  PuzzleOptions,
  Puzzles,
  ReadGames,
  ReadHints,
  ReadTrees,
  SearchReport,
  Rows,
  Score,
  Solution,
  SolveOptions,
  StepOptions,
  ThinkOptions,
  ThinkResult,
  Value,
  WinningMoves,
  WriteFormat,
} from "./data.js";

export type * from "./data.js";

/** What to think about, and for how long. */
export interface ThinkRequest extends ThinkOptions, Stoppable {}

/** A question to the solver. */
export interface SolveRequest extends SolveOptions, Stoppable {}

/** How thoroughly to analyse which game. */
export interface AnalysisRequest extends AnalysisOptions, Stoppable {}

/** A question for puzzles in a game. */
export interface PuzzleRequest extends PuzzleOptions, Stoppable {}

/** Moves and their chances to be the best one, as they look without a search; the most likely move first. */
export type Policy = readonly PolicyMove[];

/** The value of one position of a game, for the side to move. */
export interface PositionAnalysis extends GamePosition {
  readonly blackWinRate: number;
  readonly score: Score;
  readonly nodes: number;
}

/** A position of a game that a stop left out. */
export interface UnknownPosition extends GamePosition {
  readonly blackWinRate: null;
  readonly score: null;
  readonly plies: null;
  readonly lines: readonly [];
  readonly win: null;
  readonly nodes: null;
}

/** A move of a game, and what it gave away. */
export interface MoveAnalysis extends GameMove, Judgement {}

/** A move of a game that was not judged, because a stop left out the position before or after it. */
export interface UnjudgedMove extends GameMove {
  readonly mark?: undefined;
}

/** An analysed game. */
export interface GameAnalysis extends AnalysedGame {
  /** One for each position: `positions[n]` is the one after `n` moves. */
  readonly positions: readonly (PositionAnalysis | UnknownPosition)[];
  readonly moves: readonly (MoveAnalysis | UnjudgedMove)[];
}

/** Limits of a search. The first one that is reached ends it; without any, only a stop does. */
export type Limits = Pick<ThinkOptions, "timeMs" | "nodes">;

/** What ends a call early. */
export interface Stoppable {
  /**
   * Ends this call when it is aborted: within 50 ms it resolves with what was found so far and `stopped` true. A call
   * that has not begun by then resolves as well, with next to no work done. One that has no answer without a network
   * that is not loaded yet rejects with `stopped`, without waiting for the file.
   */
  readonly signal?: AbortSignal;
}

/** What to think about in the opponent's time. */
export interface PonderRequest extends PonderOptions, Stoppable {}

/** Called with every finished iteration of a search, at most every 50 ms, and with the last one in any case. */
export type OnReport = (report: SearchReport) => void;

/** A decision to make. */
export interface OpeningRequest extends OpeningOptions, Stoppable {}

/** A question for the next step of an opening. It takes a few seconds at most, whatever the limits. */
export interface StepRequest extends StepOptions, Stoppable {}

/** A file of games, for the explorer or a list. A stop ends the work between two games, once the file is split. */
export interface GamesRequest extends GamesOptions, Stoppable {
  /**
   * A text in any format that `readGames` reads, or the bytes of a file, whose encoding is then recognised. At most
   * 16 MiB.
   */
  readonly file: string | Uint8Array;
}

/** Called with the games of a file, several at a time, in their order. */
export type OnGames = (report: GamesReport) => void;

/** Called whenever a further position is done. */
export type OnProgress = (progress: Progress) => void;

/** Called whenever a further position of a game is done. */
export type OnAnalysisProgress = (progress: AnalysisProgress) => void;

/**
 * What went wrong: the call, or the engine was `closed`, or the call was `stopped` before it had the network without
 * which it has no answer.
 */
export type ErrorCode = CallErrorCode | "closed" | "stopped";

/** How an engine is set up. */
export interface EngineOptions {
  /** Bytes for the tables of positions, 1 MiB to 1 GiB; taken when a search first needs them. Default: 64 MiB. */
  readonly memoryBytes?: number;
  /**
   * Threads of a search at full strength, 1 to 32. More than 1 need shared memory, which there is in Node and in pages
   * that are isolated, and another file of the engine. {@link Engine.threads} says how many there are. Default: 1.
   */
  readonly threads?: number;
  /** Address of `fukumi.wasm`, for pages that serve it from elsewhere. Default: beside the worker's script. */
  readonly wasmUrl?: string | URL;
  /** The same of `fukumi-threads.wasm`, which is loaded if `threads` is greater than 1. */
  readonly threadsWasmUrl?: string | URL;
  /** The same of `fukumi-files.wasm`, which is loaded by the first call about files of games or the explorer. */
  readonly filesWasmUrl?: string | URL;
  /** Addresses of networks, such as `renju.net`, for pages that serve them from elsewhere. Default: beside `fukumi.wasm`. */
  readonly networkUrls?: Partial<Readonly<Record<NetworkName, string | URL>>>;
  /** Makes a Worker, for bundlers that need it done their way. Default: the package's own. */
  readonly createWorker?: () => Worker;
}

/** One board, with what the engine has learnt about the positions on it. {@link createEngine} makes it. */
export interface Engine {
  /** Version of the engine, such as `0.1.0`. */
  readonly version: string;
  /** The levels of play, the weakest first. The last one is full strength. */
  readonly levels: readonly Level[];
  /** Threads of a search at full strength: 1 if there is no shared memory, and fewer than asked for if Workers fail. */
  readonly threads: number;

  /**
   * Loads the network of a rule, which is done otherwise by the first call that searches or values a position under
   * the rule. Such a call rejects with `unavailable` if the file cannot be loaded, and so does this one.
   */
  prepare(request?: PrepareRequest): Promise<void>;
  /** Begins a game on an empty board, Black to move, and forgets what was learnt from others. */
  newGame(setup?: GameSetup): Promise<GameState>;
  /** Puts a position on the board, such as a {@link GameState}. What was learnt is kept if rule and size stay. */
  setPosition(position: PositionSetup): Promise<GameState>;
  /** The game on the board. */
  state(): Promise<GameState>;
  /**
   * Plays a stone of the side to move. A stone on a forbidden point is played, and loses; check
   * {@link GameState.forbidden} first where that is not wanted.
   *
   * Rejects with `off-board`, `occupied` or `game-over`; the board is then as it was.
   */
  play(point: Point): Promise<GameState>;
  /** Gives the turn to the other side without a stone. Rejects with `game-over`. */
  pass(): Promise<GameState>;
  /** Takes back the last `count` moves, passes included. Default: 1. Rejects with `no-stone` if there are fewer. */
  undo(count?: number): Promise<GameState>;

  /** Looks for the best move. The board stays as it is. Rejects with `game-over`. */
  think(request?: ThinkRequest, onReport?: OnReport): Promise<ThinkResult>;
  /** The same, as an iterator: yields every report, and returns the result. Leaving the loop stops the search. */
  reports(request?: ThinkRequest): AsyncGenerator<SearchReport, ThinkResult, void>;
  /**
   * Thinks in the opponent's time, so that the next `think` finds more in its tables. Call it with the engine's move on
   * the board. Ends with the next call, whichever it is. The board stays as it is.
   */
  ponder(request?: PonderRequest): Promise<void>;
  /** Makes a decision of an opening procedure. The board stays as it is. */
  decide(request: OpeningRequest): Promise<OpeningAnswer>;
  /**
   * Describes an opening after its steps. The engine keeps no opening: leave out the last step to take it back. The
   * board stays as it is. Rejects with `illegal-step`, or with `bad-argument` if the board is too small.
   */
  opening(setup: OpeningSetup): Promise<OpeningState>;
  /** Chooses the next step of an opening, for the player whose step it is. The board stays as it is. */
  decideStep(request: StepRequest): Promise<OpeningStep>;

  /** Whether the side to move wins by force. */
  solve(request?: SolveRequest): Promise<Solution>;
  /** The first moves of the side to move that win by force. */
  winningMoves(request?: SolveRequest): Promise<WinningMoves>;
  /** Whether the opponent threatens to win by force, and which moves stop it. */
  defences(request?: SolveRequest): Promise<Defences>;
  /** The value of the position without a search. */
  evaluate(): Promise<Value>;
  /** Which moves look promising, without a search; all of them are legal. */
  policy(): Promise<Policy>;
  /** The rows of both sides that threaten to win, and the forbidden points with the rows that make them fouls. */
  rows(): Promise<Rows>;

  /** Analyses a game move by move, as `fukumi analyze` does. The board stays as it is. */
  analyzeGame(request?: AnalysisRequest, onProgress?: OnAnalysisProgress): Promise<GameAnalysis>;
  /** Finds the positions of a game in which exactly one first move wins by fours and threes. The board stays as it is. */
  findPuzzles(request?: PuzzleRequest, onProgress?: OnProgress): Promise<Puzzles>;

  /**
   * Reads the games of a file of any known format: a text, or bytes, whose encoding is recognised; at most 16 MiB. A
   * damaged game has its error, the others are read. Rejects with `bad-text` if there are none.
   */
  readGames(file: string | Uint8Array, hints?: ReadHints): Promise<ReadGames>;
  /**
   * Counts the games of a file for the explorer, up to symmetry. Rejects with `bad-text` if it is none; then nothing is
   * counted. A new engine after `internal` knows no games.
   */
  addGames(request: GamesRequest, onProgress?: OnProgress): Promise<AddedGames>;
  /**
   * Reads the games of a file one by one, with their variations, for files of any number of games. Rejects with
   * `bad-text` if there are none.
   */
  listGames(request: GamesRequest, onGames: OnGames): Promise<ListedGames>;
  /** Forgets the games of the explorer. */
  clearGames(): Promise<void>;
  /** What was played in a position, according to the games of the explorer. The board stays as it is. */
  explore(position: PositionSetup): Promise<Explored>;
  /**
   * Reads the games of a file like {@link Engine.readGames}, with variations, comments, texts and marks. All trees have at
   * most 262,144 nodes together.
   */
  readTrees(file: string | Uint8Array, hints?: ReadHints): Promise<ReadTrees>;
  /**
   * Writes a game, by default as SGF with its variations and all that {@link Engine.readTrees} did not understand. Other
   * formats hold the main line; `moves` and `psq` have stones that were set up as moves. Rejects with `bad-argument` if a
   * stone is on another one, or if `psq` would need a pass.
   */
  writeTree(tree: GameTree, format?: WriteFormat): Promise<string>;
  /** Writes a game. */
  writeGame(game: GameToWrite, format: WriteFormat): Promise<string>;

  /**
   * Ends the running search, solver call or analysis, and those that wait for it, within 50 ms. Their promises resolve
   * with what was found, or reject as {@link Stoppable.signal} says. The promise of `stop` resolves when they have.
   */
  stop(): Promise<void>;
  /** Forgets what searches have learnt, so that answers no longer depend on them. The board stays as it is. */
  forget(): Promise<void>;
  /** Counts the nodes of fixed positions, searched to this depth. Default: that of `fukumi bench`. */
  bench(depth?: number): Promise<BenchResult>;
  /** Ends the Worker at once. Calls that have not been answered reject with `closed`. */
  close(): void;
}
