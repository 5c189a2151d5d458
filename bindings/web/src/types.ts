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
 * **Mistakes.** A field that no type here has is refused with `bad-argument`, for it may be a misspelt one.
 *
 * **Values.** Scores and chances are those of the side to move unless a name says `black`.
 */

import type {
  AnalysedGame,
  AnalysisOptions,
  BenchResult,
  Defences,
  Explored,
  GameMove,
  GamePosition,
  GameSetup,
  GameState,
  Judgement,
  Level,
  NamedOpening,
  OpeningAnswer,
  OpeningOptions,
  OpeningSetup,
  OpeningState,
  OpeningStep,
  Point,
  PolicyMove,
  Progress,
  PuzzleOptions,
  Report,
  Rows,
  Rule,
  Score,
  Side,
  Solution,
  SolveOptions,
  StepOptions,
  Stone,
  ThinkOptions,
  ThinkResult,
  Threats,
  Value,
  WinningMoves,
} from "./data.js";

export type * from "./data.js";

/** What to think about, and for how long. */
export interface ThinkRequest extends ThinkOptions, Stoppable {}

/** A question to the solver. */
export interface SolveRequest extends SolveOptions, Stoppable {}

/** How thoroughly to analyse which game. */
export interface AnalysisRequest extends AnalysisOptions, Stoppable {
  /** The game. Default: the one on the engine's board. */
  readonly game?: GameRecord;
}

/** A question for puzzles in a game. */
export interface PuzzleRequest extends PuzzleOptions, Stoppable {
  /** The game. Default: the one on the engine's board. */
  readonly game?: GameRecord;
}

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

/** A network, by the name of its file. Both kinds of caro share one. */
export type NetworkName = "freestyle" | "standard" | "renju" | "caro";

/** Width and height of a board, 5 to 22 each. */
export interface BoardSize {
  readonly width: number;
  readonly height: number;
}

/** A position, put on the board in one call. */
export interface PositionSetup extends GameSetup {
  /** The stones in the order of play; `undo` takes the last one back first. Sides need not alternate. */
  readonly stones: readonly Stone[];
  /** Points where no one can ever play and through which no row goes. Default: none. */
  readonly dead?: readonly Point[];
  /** Default: the opponent of the last stone, or Black if there are no stones. */
  readonly toMove?: Side;
}

/** Limits of a search. The first one that is reached ends it; without any, only a stop does. */
export type Limits = Pick<ThinkOptions, "timeMs" | "nodes">;

/** What ends a call early. */
export interface Stoppable {
  /**
   * Ends this call when it is aborted: within 50 ms it resolves with what was found so far and `stopped` true. A call
   * that has not begun by then resolves as well, with next to no work done.
   */
  readonly signal?: AbortSignal;
}

/** What to think about in the opponent's time. */
export interface PonderRequest extends Stoppable {
  /** The reply that is expected, such as the second move of the best line. Default: any. */
  readonly reply?: Point;
}

/** Called with every finished iteration of a search, at most every 50 ms, and with the last one in any case. */
export type OnReport = (report: Report) => void;

/** A decision to make. */
export interface OpeningRequest extends OpeningOptions, Stoppable {}

/** A question for the next step of an opening. It takes a few seconds at most, whatever the limits. */
export interface StepRequest extends StepOptions, Stoppable {}

/** A game as files have it. */
export interface GameRecord extends BoardSize {
  /** `null` if the text does not say. */
  readonly rule: Rule | null;
  /** Stones that were on the board before the first move. */
  readonly setup: readonly Stone[];
  readonly dead: readonly Point[];
  /** The moves, in the order of play. */
  readonly moves: readonly Stone[];
  /** The side to move after the last move; `null` if nothing shows it. */
  readonly toMove: Side | null;
  /** Name of the player with the black stones. */
  readonly black: string | null;
  readonly white: string | null;
  readonly event: string | null;
  readonly date: string | null;
}

/** A game, or what is wrong with it. */
export type ReadGame =
  | {
      /** The name of the game among several; `null` if it is the only one. */
      readonly id: string | null;
      readonly format: GameFormat;
      readonly game: GameRecord;
      readonly error: null;
    }
  | { readonly id: string | null; readonly format: null; readonly game: null; readonly error: TextError };

/** The games of a file. */
export interface ReadGames {
  readonly games: readonly ReadGame[];
  /** What a person should know: the encoding that was guessed, what is not read. In English. */
  readonly notices: readonly string[];
}

/** A game with its variations, as files have it. */
export interface GameTree extends BoardSize {
  /** `null` if the text does not say. */
  readonly rule: Rule | null;
  /** Stones that were on the board before the first move. */
  readonly setup: readonly Stone[];
  /** The side that moves first; `null` if the text does not say. */
  readonly toMove: Side | null;
  readonly black: string | null;
  readonly white: string | null;
  readonly event: string | null;
  readonly date: string | null;
  /** As SGF has it: `B+`, `W+R`, `W+T`, `0` for a draw; `null` if it is not known. */
  readonly result: string | null;
  /** The nodes: first the root, then each one after its parent. Of siblings, the main line is the first. */
  readonly nodes: readonly TreeNode[];
}

/** A node of a {@link GameTree}. A field that is not there is empty or false. */
export interface TreeNode {
  /** The number of the node before this one in {@link GameTree.nodes}; only the root has none. */
  readonly parent?: number;
  /** A stone, or a pass, which has a side alone. The root has no move, and other nodes may have none. */
  readonly move?: Stone | { readonly side: Side };
  /** A heading of one line. */
  readonly title?: string;
  readonly comment?: string;
  /** Texts on points of the board. */
  readonly labels?: readonly (Point & { readonly text: string })[];
  readonly isMarked?: boolean;
  /** Whether a library of RenLib is shown from here on; SGF does not keep it. */
  readonly isStart?: boolean;
  /** Properties of SGF that mean nothing here, each as it is written, such as `TR[aa][bb]`. */
  readonly others?: readonly string[];
}

/** The games of a file with their variations. */
export interface ReadTrees {
  readonly games: readonly (
    | { readonly id: string | null; readonly tree: GameTree; readonly error: null }
    | { readonly id: string | null; readonly tree: null; readonly error: TextError }
  )[];
  /** What a person should know: the encoding that was guessed, what is not read. In English. */
  readonly notices: readonly string[];
}

/** What is wrong with a text. */
export type TextProblem =
  | "too-long"
  /** It is none of the formats, or a file of a program that is not read. */
  | "unknown-format"
  /** The board is too small or too large. */
  | "size"
  | "off-board"
  /** A stone is on another one. */
  | "occupied"
  /** A game of SGF says that it is of another kind, such as Go. */
  | "other-game"
  | "too-many-moves"
  /** Anything else; the message says what. */
  | "damaged";

/** What is wrong with a text, and where. */
export interface TextError {
  readonly problem: TextProblem;
  /** In English, for people. */
  readonly message: string;
  /** Line and column from 1; `null` if it is about no one place. */
  readonly place: { readonly line: number; readonly column: number } | null;
}

/**
 * Formats that are read: Smart Game Format (main lines only), games of Piskvork (`psq`, `rec`) and Yixin-Board (`sav`),
 * moves such as `h8i9h10`, with tags as PlayOK writes them (`pgn`), or from the middle of the board (`offsets`), pictures
 * of a board, lines `size=15 rule=renju moves=h8,i9`, blocks of the Gomocup protocol and its logs, RenLib's `lib` and
 * `pos`, RenjuNet's `rif`, Rapfi's database as text, points in brackets (`pairs`), and records of the Chinese computer
 * game championship.
 */
export type GameFormat =
  | "sgf"
  | "psq"
  | "rec"
  | "sav"
  | "moves"
  | "pgn"
  | "offsets"
  | "picture"
  | "record"
  | "block"
  | "lib"
  | "pos"
  | "rif"
  | "rapfi"
  | "pairs"
  | "log"
  | "championship";

/** What a text may leave open, and what to read of it. */
export interface ReadHints {
  /** Board size if the text does not state it. */
  readonly size?: BoardSize;
  /**
   * Read only this game: its number, from 1, or the id of a record. The word `gomoku` reads all games as Gomoku or
   * Renju, though the file states another game, such as Go.
   */
  readonly game?: number | string;
}

/** A file of games, for the explorer or a list. */
export interface GamesRequest extends Stoppable {
  /**
   * A text in any format that `readGames` reads, or the bytes of a file, whose encoding is then recognised. At most
   * 16 MiB.
   */
  readonly file: string | Uint8Array;
  /** The rule of games that state none. Default: `freestyle`. */
  readonly rule?: Rule;
  /** The size of boards that is not stated. Default: 15 × 15. */
  readonly size?: BoardSize;
}

/** What was taken from a file of games. */
export interface AddedGames {
  /** Games that were counted; a library is one. */
  readonly games: number;
  /** Positions in them, those that were met several times as often. */
  readonly positions: number;
  /** Games that make no sense, which were left out, and what is wrong with the first of them. */
  readonly unreadable: number;
  readonly problem: TextError | null;
  /** Whether the rest was left out because there are 1,800,000 different positions. */
  readonly isFull: boolean;
  /** Whether a stop ended the call; what was counted stays. */
  readonly stopped: boolean;
  /** What a person should know about how the file was read; see {@link ReadGames.notices}. */
  readonly notices: readonly string[];
}

/** A game of a file, with what a list of games shows. */
export interface ListedGame {
  /** The game as SGF, with all its variations. Its rule and size are stated. */
  readonly sgf: string;
  /**
   * The same for games with the same rule, size, players, stones and moves, variations included, also if one is a
   * mirror image of the other: 16 hex digits. The database compares games by the same measure.
   */
  readonly key: string;
  /** What SGF has as `GN`. */
  readonly title: string | null;
  readonly rule: Rule;
  readonly width: number;
  readonly height: number;
  readonly black: string | null;
  readonly white: string | null;
  readonly event: string | null;
  readonly date: string | null;
  /** Who has won, as the game states it or the last stone shows; `null` if that is not known. */
  readonly result: Side | "draw" | null;
  /** Moves of the main line, and nodes of the whole tree, its root included. */
  readonly moves: number;
  readonly nodes: number;
  /** Named by the first three stones, whatever the rule. */
  readonly opening: NamedOpening | null;
}

/** Some games of a file, and how many were looked at up to the last of them. */
export interface GamesReport extends Progress {
  readonly games: readonly ListedGame[];
}

/** Called with the games of a file, several at a time, in their order. */
export type OnGames = (report: GamesReport) => void;

/** What was listed of a file of games. */
export interface ListedGames {
  readonly games: number;
  /** Games that make no sense, which were left out, and what is wrong with the first of them. */
  readonly unreadable: number;
  readonly problem: TextError | null;
  /** Whether a stop ended the call. */
  readonly stopped: boolean;
  /** What a person should know about how the file was read; see {@link ReadGames.notices}. */
  readonly notices: readonly string[];
}

/** A game to write. Black moves first and sides alternate. */
export interface GameToWrite extends GameSetup {
  readonly moves: readonly Point[];
  readonly black?: string;
  readonly white?: string;
  /** How the game ended, for formats that have a place for it. Default: it did not. */
  readonly result?: "black" | "white" | "draw";
}

/** Formats that are written. `moves` is a list such as `h8 i9 h10`; `record` is one line with size and rule. */
export type WriteFormat = "sgf" | "psq" | "moves" | "record";

/** Called whenever a further position is done. */
export type OnProgress = (progress: Progress) => void;

/** A position in which exactly one first move wins by fours and threes. */
export interface Puzzle {
  /** Number of moves of the game before the position. */
  readonly played: number;
  /** The position, ready for {@link Engine.setPosition}. */
  readonly position: PositionSetup & { readonly toMove: Side };
  /** `fours` if fours alone suffice. */
  readonly threats: Threats;
  /** Plies to the last stone against the longest defence. */
  readonly plies: number;
  /** The moves of both sides against the longest defence. The first one is the only move that wins by force. */
  readonly solution: readonly Point[];
}

/** The puzzles of a game. */
export interface Puzzles {
  readonly puzzles: readonly Puzzle[];
  /** Whether a stop ended the search. */
  readonly stopped: boolean;
}

/** What went wrong. */
export type ErrorCode =
  /** A field that is unknown or missing, or a number, name or combination that makes no sense; the message names it. */
  | "bad-argument"
  /** The point is not on the board. */
  | "off-board"
  /** The point is not empty. */
  | "occupied"
  /** A step that the opening rule does not allow; the message says why. */
  | "illegal-step"
  /** There is no stone to take back. */
  | "no-stone"
  /** The game has ended, so there is nothing to play or to look for. */
  | "game-over"
  /** The text cannot be read; {@link EngineError.place} may say where. */
  | "bad-text"
  /** The engine was closed. */
  | "closed"
  /**
   * The engine cannot be loaded: no WebAssembly with SIMD, no Worker, or a file that cannot be fetched. If the file of
   * a network is missing, the engine goes on, and the next call that needs the network tries again.
   */
  | "unavailable"
  /** A fault in the engine, or not enough memory. The engine has started anew, with the game that was on its board. */
  | "internal";

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
  /** Addresses of networks, such as `renju.net`, for pages that serve them from elsewhere. Default: beside `fukumi.wasm`. */
  readonly networkUrls?: Partial<Readonly<Record<NetworkName, string | URL>>>;
  /** Makes a Worker, for bundlers that need it done their way. Default: the package's own. */
  readonly createWorker?: () => Worker;
}

/** What the engine should be ready for. */
export interface PrepareRequest {
  /** Default: that of the game on the board. */
  readonly rule?: Rule;
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
  reports(request?: ThinkRequest): AsyncGenerator<Report, ThinkResult, void>;
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
  analyzeGame(request?: AnalysisRequest, onProgress?: OnProgress): Promise<GameAnalysis>;
  /** Finds the positions of a game in which exactly one first move wins by fours and threes. The board stays as it is. */
  findPuzzles(request?: PuzzleRequest, onProgress?: OnProgress): Promise<Puzzles>;

  /**
   * Reads the games of a file of any known format: a text of at most 1 MiB, or bytes of at most 16 MiB, whose encoding is
   * recognised. A damaged game has its error, the others are read. Rejects with `bad-text` if there are none.
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
   * with what was found. The promise of `stop` resolves when they have.
   */
  stop(): Promise<void>;
  /** Forgets what searches have learnt, so that answers no longer depend on them. The board stays as it is. */
  forget(): Promise<void>;
  /** Counts the nodes of fixed positions, searched to this depth. Default: that of `fukumi bench`. */
  bench(depth?: number): Promise<BenchResult>;
  /** Ends the Worker at once. Calls that have not been answered reject with `closed`. */
  close(): void;
}
