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

/**
 * The rule of the game.
 *
 * - `freestyle`: five or more in a row win.
 * - `standard`: exactly five win; longer rows do not count.
 * - `renju`: Black wins with exactly five and has forbidden points; White wins with five or more.
 * - `caro`: exactly five win, unless opponent's stones hold both ends.
 * - `caro-overline`: six or more win; five win unless opponent's stones hold both ends.
 */
export type Rule = "freestyle" | "standard" | "renju" | "caro" | "caro-overline";

/** A network, by the name of its file. Both kinds of caro share one. */
export type NetworkName = "freestyle" | "standard" | "renju" | "caro";

/** A side, named by its stones. Black is the first player. */
export type Side = "black" | "white";

/** An intersection of the board. */
export interface Point {
  /** Column from the left, from 0. */
  readonly x: number;
  /** Row from the top, from 0. */
  readonly y: number;
}

/** A stone on the board. */
export interface Stone extends Point {
  readonly side: Side;
}

/** Width and height of a board, 5 to 22 each. */
export interface BoardSize {
  readonly width: number;
  readonly height: number;
}

/** What a new game is played by. */
export interface GameSetup {
  /** Default: `freestyle`. */
  readonly rule?: Rule;
  /** Columns, 5 to 22. Default: 15. */
  readonly width?: number;
  /** Rows, 5 to 22. Default: the same as `width`. */
  readonly height?: number;
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

/**
 * Why a game is over.
 *
 * - `five`: the winner has a winning row.
 * - `overline`, `double-four`, `double-three`: Black's last stone is on a forbidden point, so White wins.
 * - `full`: a draw, because no point is empty.
 */
export type EndReason = "five" | "overline" | "double-four" | "double-three" | "full";

/** How a game ended. */
export interface Ending {
  readonly reason: EndReason;
  /** `null` after a draw. */
  readonly winner: Side | null;
  /** The end in words, such as `Black has won`. */
  readonly text: string;
  /** The stones of the winning rows; empty unless the reason is `five`. */
  readonly row: readonly Point[];
}

/** The game on the engine's board. A plain copy: it does not change when the game goes on. */
export interface GameState extends BoardSize {
  readonly rule: Rule;
  /** The stones, in the order in which they were played. */
  readonly stones: readonly Stone[];
  /** Points where no one can ever play. */
  readonly dead: readonly Point[];
  readonly toMove: Side;
  /** How the game ended; `null` while it goes on. */
  readonly ending: Ending | null;
  /**
   * Empty points that the side to move may not take: a stone there loses. Only Black has them, and only in renju.
   * Every other empty point is legal.
   */
  readonly forbidden: readonly Point[];
  /** Which of the 26 openings of renju the first three stones make, turned or mirrored; `null` if none. */
  readonly opening: NamedOpening | null;
}

/** One of the 26 openings of renju. */
export interface NamedOpening {
  /** `D1` to `D13` for the direct openings, `I1` to `I13` for the indirect ones. */
  readonly code: string;
  /** The Japanese name in Latin letters. */
  readonly name: string;
  /** The Japanese name as it is written. */
  readonly kanji: string;
}

/** Limits of a search. The first one that is reached ends it; without any, only a stop does. */
export interface Limits {
  /** Milliseconds, greater than 0. */
  readonly timeMs?: number;
  /**
   * Positions to look at, at least 1. With this limit alone and one thread, the same calls give the same answers on every
   * machine.
   */
  readonly nodes?: number;
}

/** What ends a call early. */
export interface Stoppable {
  /**
   * Ends this call when it is aborted: within 50 ms it resolves with what was found so far and `stopped` true. A call
   * that has not begun by then resolves as well, with next to no work done.
   */
  readonly signal?: AbortSignal;
}

/** A line of play that a search found. */
export interface Line {
  /** The moves both sides prefer, beginning with the side to move; at least one. */
  readonly moves: readonly Point[];
  /** Points for the side to move: 0 is even, 200 are a 73 % chance of winning. Beyond ±20000 the game is decided. */
  readonly score: number;
  /**
   * Plies to the last stone if the result is proven: positive for a win of the side to move, negative for a loss.
   * `null` if nothing is proven.
   */
  readonly plies: number | null;
  /** Chance of winning for the side to move, 0 to 1; a draw counts as half a win. Exactly 0 or 1 if proven. */
  readonly winRate: number;
  /** Chances of a win, a draw and a loss, whose sum is 1; `null` if nothing is known about draws. */
  readonly outlook: { readonly win: number; readonly draw: number; readonly loss: number } | null;
  /** Depth in plies of the iteration that found the line; 0 if nothing was searched. */
  readonly depth: number;
  /** Largest number of plies that the search looked ahead; at least `depth`. */
  readonly selectiveDepth: number;
  /** Positions looked at for this line. */
  readonly nodes: number;
}

/** A move, and what a search has spent on it. */
export interface Effort {
  readonly move: Point;
  /** Positions looked at after the move, in all iterations together; with several threads, those of one. */
  readonly nodes: number;
}

/** What a search knows after a finished iteration. */
export interface Report {
  /** The best lines, the best one first; at least one. */
  readonly lines: readonly Line[];
  /**
   * What the search has spent on each move that it looked at: the more, the longer it believes in the move. Empty if
   * nothing was searched.
   */
  readonly efforts: readonly Effort[];
  /** Depth of the iteration in plies; 0 if nothing was searched. */
  readonly depth: number;
  /** Positions looked at until the end of the iteration. */
  readonly nodes: number;
  /** Milliseconds since the search began; of a result, all that it took. */
  readonly timeMs: number;
}

/** What to think about, and for how long. */
export interface ThinkRequest extends Limits, Stoppable {
  /** Plies of the deepest iteration, at least 1. */
  readonly depth?: number;
  /**
   * Number of best lines to find, at least 1; more than there are legal moves is as many as there are. Default: 1.
   * The first stone of a side needs no search and is one line, unless more are wanted.
   */
  readonly lines?: number;
  /**
   * Level of play, from 1 to the number of {@link Engine.levels}; the highest one is full strength and the default. A
   * lower level looks at few positions and makes mistakes, so it needs no other limit. Not together with `lines`
   * greater than 1.
   */
  readonly level?: number;
  /**
   * Seed of all random choices, an integer from 0 to 2^53 - 1. The same seed, position and limit of nodes give the
   * same move on every machine, after {@link Engine.forget}. Default: 0.
   */
  readonly seed?: number;
  /** Draw one of several moves that are nearly as good, so that games differ. Default: false. */
  readonly variety?: boolean;
  /** Play known openings from the book that comes with the engine. Default: false. */
  readonly book?: boolean;
  /** Moves to leave out, unless no other move is left. Default: none. */
  readonly excluded?: readonly Point[];
}

/** The end of a search. */
export interface ThinkResult extends Report {
  /** The move to play: legal unless every empty point is forbidden. It is not played on the board. */
  readonly move: Point;
  /**
   * Where the move comes from. Of a move from elsewhere than `search`, `lines` may know no more than the move, with
   * depth 0 and the value of the position without a search.
   */
  readonly source: "search" | "book" | "opening" | "level";
  /** Whether a stop ended the search before its limits did. */
  readonly stopped: boolean;
}

/** What to think about in the opponent's time. */
export interface PonderRequest extends Stoppable {
  /** The reply that is expected, such as the second move of the best line. Default: any. */
  readonly reply?: Point;
}

/** Called with every finished iteration of a search, at most every 50 ms, and with the last one in any case. */
export type OnReport = (report: Report) => void;

/**
 * Which threats a win may use: fours only (VCF); or fours, open threes and quiet moves that threaten a win by fours
 * (VCT).
 */
export type Threats = "fours" | "fours-and-threes";

/**
 * What the solver found out. The first two answers are proven; `unknown` means that a limit was reached. "No win" is
 * about wins by fours and threes, or by fours alone if asked; other wins may exist.
 */
export type Verdict = "win" | "no-win" | "unknown";

/** A question to the solver. Without any limit it may take very long. */
export interface SolveRequest extends Limits, Stoppable {
  /** Default: `fours-and-threes`. */
  readonly threats?: Threats;
  /** With `fours`: look for the win with the fewest fours. Default: false. */
  readonly shortest?: boolean;
}

/** What the solver says about an attack. */
export interface Finding {
  /** The threats that the attack may use. */
  readonly threats: Threats;
  readonly verdict: Verdict;
  /** For a win, moves of the winner up to the last stone; else `null`. */
  readonly moves: number | null;
  /** For a win, plies to the last stone against the longest defence; else `null`. */
  readonly plies: number | null;
  /**
   * For a win, the moves of both sides against the longest defence, up to the one after which the five cannot be
   * stopped; else empty.
   */
  readonly line: readonly Point[];
}

/** Whether the side to move wins by force. */
export interface Solution extends Finding {
  readonly nodes: number;
  readonly timeMs: number;
  /** Whether a stop ended the call. */
  readonly stopped: boolean;
}

/** A move and the attack that it begins or allows; the question says whose. */
export interface JudgedMove extends Finding {
  readonly move: Point;
}

/** The first moves that win by force. */
export interface WinningMoves {
  readonly threats: Threats;
  /** Whether there is a win. */
  readonly verdict: Verdict;
  /**
   * The moves that win, the shortest win first, and those for which the question is open. Every other legal move has no
   * such win.
   */
  readonly firstMoves: readonly JudgedMove[];
  readonly timeMs: number;
  /** Whether a stop ended the call. */
  readonly stopped: boolean;
}

/** The opponent's threat to win by force, and what stops it. */
export interface Defences {
  /** Whether there is a threat, and a move that stops it; `unknown` means that a limit was reached. */
  readonly verdict: "no-threat" | "holds" | "lost" | "unknown";
  /** The opponent's win if the side to move passed. */
  readonly threat: Finding;
  /**
   * If there is a threat: every legal move, with the opponent's win after it. Moves with `no-win` hold. Otherwise empty.
   */
  readonly replies: readonly JudgedMove[];
  readonly timeMs: number;
  /** Whether a stop ended the call. */
  readonly stopped: boolean;
}

/** The value of a position without a search, for the side to move. */
export interface Value {
  /** See {@link Line.score}. */
  readonly score: number;
  /** See {@link Line.winRate}. */
  readonly winRate: number;
}

/** Moves and their chances to be the best one, as they look without a search; the most likely move first. */
export type Policy = readonly {
  readonly move: Point;
  /** 0 to 1, rounded to four digits; those of all moves sum to 1. */
  readonly share: number;
}[];

/**
 * What a row is.
 *
 * - `four`: one stone from a winning row.
 * - `three`: an open three, one stone from an open four. Black's next stone must be allowed in renju.
 * - `overline`: too long to win, which is a foul.
 */
export type RowKind = "four" | "three" | "overline";

/** Stones of one side on one line. */
export interface Row {
  readonly side: Side;
  readonly kind: RowKind;
  /** The stones, with that of the forbidden move if the row belongs to one. */
  readonly stones: readonly Point[];
  /** Where the next stone makes a winning row of a four, or an open four of a three; empty for an overline. */
  readonly next: readonly Point[];
}

/** A point that Black may not take in renju, whichever side is to move. */
export interface ForbiddenMove {
  readonly move: Point;
  readonly reason: "overline" | "double-four" | "double-three";
  /** The rows that make it a foul: one at least of an overline, two at least of the other fouls. */
  readonly rows: readonly Row[];
}

/** The rows of both sides that threaten to win, and the forbidden points. */
export interface Rows {
  readonly rows: readonly Row[];
  readonly forbidden: readonly ForbiddenMove[];
}

/**
 * A decision of an opening procedure, about the stones on the board. The engine decides for the side to move.
 *
 * - `balance-one`, `balance-two`: one move, or one of each side, after which the game is as even as possible.
 * - `swap2-propose`: on an empty board, three stones (black, white, black) after which the opponent chooses.
 * - `swap2-choose`: three stones are on the board. Take the other colour, play a move as White, or add two stones
 *   (white, black), after which the opponent chooses.
 * - `swap2-decide`: five stones are on the board. Take the other colour, or play a move as White. With one stone, or
 *   with three, the same decision is that of the procedures "swap" and "pie rule".
 * - `soosorv-open`: on an empty board, the stones of one of the 26 openings of renju.
 * - `soosorv-swap`: three stones (White to move), or four (Black to move) and `offers`, are on the board. Take the other
 *   colour or not.
 * - `soosorv-fourth`: the fourth stone, such that one fifth stone makes the game even; `offers` is then 1.
 * - `soosorv-offer`: as many fifth stones as `offers` says, none the mirror image of another.
 * - `soosorv-accept`: which of the `offered` fifth stones stays.
 */
export type OpeningDecision =
  | "balance-one"
  | "balance-two"
  | "swap2-propose"
  | "swap2-choose"
  | "swap2-decide"
  | "soosorv-open"
  | "soosorv-swap"
  | "soosorv-fourth"
  | "soosorv-offer"
  | "soosorv-accept";

/** A decision to make. */
export interface OpeningRequest extends Limits, Stoppable {
  readonly step: OpeningDecision;
  /** Of `soosorv-swap` and `soosorv-offer`: number of fifth stones, 1 to 8. Default: 1. */
  readonly offers?: number;
  /** Of `soosorv-accept`: the fifth stones that are offered. */
  readonly offered?: readonly Point[];
  /** Level of play; see {@link ThinkRequest.level}. */
  readonly level?: number;
  /** See {@link ThinkRequest.seed}. */
  readonly seed?: number;
}

/** A decision. */
export type OpeningAnswer =
  /** Take the other colour. */
  | { readonly kind: "swap" }
  /** Keep the colour; there is nothing to play now. */
  | { readonly kind: "stay" }
  /**
   * Play these stones, or offer them. `line` is that of balanced moves: it begins with them, and goes on as both sides
   * prefer; `null` if there was no time to search it, and for other decisions.
   */
  | { readonly kind: "moves"; readonly moves: readonly Point[]; readonly line: Line | null };

/** An opening rule: who does what before the ordinary game begins. docs/openings.md has the steps of each. */
export type OpeningRule =
  | "swap1"
  | "swap"
  | "swap2"
  | "pro"
  | "long-pro"
  | "rif"
  | "yamaguchi"
  | "taraguchi-10"
  | "soosorv-8";

/** One of the two at the board, whatever colour they hold: the one who begins, or the other one. */
export type Player = "first" | "second";

/** What a player does in an opening. */
export type OpeningStep =
  /** Takes the other colour. */
  | { readonly kind: "swap" }
  /** Keeps the colour. */
  | { readonly kind: "stay" }
  /** Declares how many fifth stones will be offered. */
  | { readonly kind: "count"; readonly count: number }
  /** Puts stones on the board in turn, offers them as fifth stones, or keeps one of those that are offered. */
  | { readonly kind: "stones"; readonly points: readonly Point[] };

/** Where a stone may go. Distances count from the centre, as the larger one of columns and rows. */
export type Area =
  | { readonly kind: "anywhere" }
  /** At most so far from the centre: 0 is the centre, 2 the square of 5 × 5. */
  | { readonly kind: "within"; readonly distance: number }
  /** Further from the centre. */
  | { readonly kind: "beyond"; readonly distance: number };

/** A kind of step that is possible. */
export type OpeningChoice =
  | { readonly kind: "swap" }
  | { readonly kind: "stay" }
  /** A number from 1 to `most`. */
  | { readonly kind: "count"; readonly most: number }
  /** These stones in turn, the first one of the side to move. `points` are the empty points of the area. */
  | {
      readonly kind: "place";
      readonly stones: readonly { readonly area: Area; readonly points: readonly Point[] }[];
    }
  /** So many of the `points`. Of each group in `same`, whose stones are the same turned or mirrored, at most one. */
  | {
      readonly kind: "offer";
      readonly count: number;
      readonly points: readonly Point[];
      readonly same: readonly (readonly Point[])[];
    }
  /** One of the `points`. */
  | { readonly kind: "choose"; readonly points: readonly Point[] };

/** An opening on an empty board, and the steps that were made. */
export interface OpeningSetup extends GameSetup {
  /** The rules with squares need nine points on each side. */
  readonly opening: OpeningRule;
  /** The steps, from the first one on. */
  readonly steps: readonly OpeningStep[];
}

/** An opening after its steps. */
export interface OpeningState {
  /** The stones on the board, without those that are only offered. */
  readonly stones: readonly Stone[];
  readonly toMove: Side;
  /** Who holds which colour now. */
  readonly holders: Readonly<Record<Side, Player>>;
  /** The declared number of fifth stones; `null` if none was declared. */
  readonly count: number | null;
  /** The fifth stones on offer. */
  readonly offers: readonly Point[];
  /** Whose step it is, and what is possible; `null` at the end, when the side to move goes on with the game. */
  readonly turn: { readonly player: Player; readonly choices: readonly OpeningChoice[] } | null;
}

/** A question for the next step of an opening. It takes a few seconds at most, whatever the limits. */
export interface StepRequest extends OpeningSetup, Limits, Stoppable {
  /** Level of play; see {@link ThinkRequest.level}. */
  readonly level?: number;
  /** See {@link ThinkRequest.seed}. */
  readonly seed?: number;
}

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

/** How often a position was met, or a move played, and how it went. */
export interface PlayedCount {
  readonly visits: number;
  /** Games that ended so for the side to move, or of a move for the side that plays it. Others have no known result. */
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

/** A move that was played. */
export interface PlayedMove extends PlayedCount {
  readonly move: Point;
  /** Moves that symmetry makes the same. */
  readonly same: readonly Point[];
  /** Share of the visits of all moves of the position, 0 to 1; `null` if there were none. */
  readonly share: number | null;
  /** Share of points in games whose result is known, 0 to 1; `null` if there are none. */
  readonly points: number | null;
}

/** What was played in a position. */
export interface Explored extends PlayedCount {
  /** Those played most often first. */
  readonly moves: readonly PlayedMove[];
  /** Games by this rule on this board, and all games. */
  readonly games: number;
  readonly allGames: number;
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

/** How thoroughly to analyse a game. `fukumi analyze` has the same settings. */
export interface AnalysisRequest extends Stoppable {
  /** The game. Default: the one on the engine's board. */
  readonly game?: GameRecord;
  /** The rule, which takes precedence over that of `game`. Default: that of the game, or freestyle. */
  readonly rule?: Rule;
  /** Positions to look at for each position of the game. Default: 100000 if there is no other limit. */
  readonly nodes?: number;
  /** Milliseconds for each position of the game. */
  readonly timeMs?: number;
  /** Plies of the deepest iteration. */
  readonly depth?: number;
  /** Best lines for each position. Default: 1. */
  readonly lines?: number;
  /** Loss of winning chance from which on a move is a mistake, 0 to 1. Default: 0.1. */
  readonly mistake?: number;
  /** Loss of winning chance from which on a move is a blunder, 0 to 1. Default: 0.3. */
  readonly blunder?: number;
  /** Loss of log odds from which on a move is a mistake, at least 0. Default: 1.5. */
  readonly mistakeLogOdds?: number;
  /** Loss of log odds from which on a move is a blunder, at least 0. Default: 3. */
  readonly blunderLogOdds?: number;
}

/** A position of a game that a stop left out. */
export interface UnknownPosition {
  readonly toMove: Side;
  readonly blackWinRate: null;
  readonly score: null;
  readonly plies: null;
  readonly lines: readonly [];
  readonly win: null;
  readonly nodes: null;
}

/** A proven win. */
export interface Win {
  /** The threats that it needs. */
  readonly threats: Threats;
  /** Moves of the winner up to the last stone. */
  readonly moves: number;
  /** Plies to the last stone against the longest defence. */
  readonly plies: number;
  /** The moves of both sides against the longest defence. */
  readonly line: readonly Point[];
}

/** The value of one position of a game, for the side to move. */
export interface PositionAnalysis {
  readonly toMove: Side;
  /** See {@link Line.score}. */
  readonly score: number;
  /** See {@link Line.plies}. */
  readonly plies: number | null;
  /** Black's chance of winning, 0 to 1; exactly 0 or 1 if proven. */
  readonly blackWinRate: number;
  /** The best lines, the best one first; empty if the game is over. */
  readonly lines: readonly AnalysedLine[];
  /** The win of the side to move that the solver proved; `null` if it did not. */
  readonly win: Win | null;
  readonly nodes: number;
}

/** A line of play in an analysed game, for the side to move. */
export interface AnalysedLine {
  readonly moves: readonly Point[];
  /** See {@link Line.score}. */
  readonly score: number;
  /** See {@link Line.plies}. */
  readonly plies: number | null;
  /** See {@link Line.winRate}. */
  readonly winRate: number;
  /** Depth in plies; `null` if the line comes from a proof. */
  readonly depth: number | null;
}

/** A move of a game that was not judged, because a stop left out the position before or after it. */
export interface UnjudgedMove {
  /** Number of the move, from 1. */
  readonly number: number;
  readonly color: Side;
  readonly move: Point;
  /** The best move that was found; `null` if none is known. */
  readonly best: Point | null;
  /** Whether the move played is the best one. */
  readonly isBest: boolean;
  readonly mark?: undefined;
}

/** A move of a game, and what it gave away. */
export interface MoveAnalysis extends Omit<UnjudgedMove, "mark"> {
  /** Chance of winning of the side that moved, before the move, 0 to 1. */
  readonly winRateBefore: number;
  /** The same after the move. */
  readonly winRateAfter: number;
  /** What the move gave away, 0 to 1; 0 if it was the best one and the game is not proven lost after it. */
  readonly loss: number;
  /** The same in log odds, ln(p / (1 - p)), cut off at those of 1 and 99 %: 99 to 90 % is a loss of 2.4. */
  readonly logOddsLoss: number;
  /** How bad that is; `null` if it is not marked. The costliest move of a side is at least an inaccuracy. */
  readonly mark: "inaccuracy" | "mistake" | "blunder" | null;
  /** Whether the move missed a proven win. */
  readonly missedWin: boolean;
  /** Whether the opponent now has a proven win that was not proven before the move. */
  readonly allowsWin: boolean;
  /** Whether this is the move from which on the game is proven lost. */
  readonly losesGame: boolean;
  /** The wins missed and allowed, and the lost game, in words. */
  readonly remarks: readonly string[];
}

/** The moves of one side together. */
export interface SideSummary {
  /** Moves that were judged. */
  readonly moves: number;
  /** Moves that were the best one known. */
  readonly best: number;
  readonly mistakes: number;
  readonly blunders: number;
  readonly missedWins: number;
  /** Average loss of a move, 0 to 1; `null` if no move was judged. */
  readonly meanLoss: number | null;
  /** Number of the move that cost the side most, from 1; `null` if no move cost anything. */
  readonly costliest: number | null;
}

/** Which side has lost a game, and where. */
export interface Defeat {
  readonly loser: Side;
  /**
   * Number of the loser's move from which on the loss is proven, from 1; `null` if it is proven from the first position
   * on.
   */
  readonly number: number | null;
}

/** An analysed game. */
export interface GameAnalysis {
  readonly rule: Rule;
  /** One for each position: `positions[n]` is the one after `n` moves. Its values are `null` if a stop left it out. */
  readonly positions: readonly (PositionAnalysis | UnknownPosition)[];
  readonly moves: readonly (MoveAnalysis | UnjudgedMove)[];
  readonly summary: { readonly black: SideSummary; readonly white: SideSummary };
  /** Where the game was lost; `null` if it is not decided. */
  readonly defeat: Defeat | null;
  /** How the game ended; `null` if it goes on. */
  readonly ending: Ending | null;
  /** Whether the work was finished, so that nothing is left out. */
  readonly complete: boolean;
  /** Whether a stop ended the analysis. */
  readonly stopped: boolean;
}

/** How far a long piece of work has come. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Called whenever a further position is done. */
export type OnProgress = (progress: Progress) => void;

/** A question for puzzles in a game. */
export interface PuzzleRequest extends Stoppable {
  /** The game. Default: the one on the engine's board. */
  readonly game?: GameRecord;
  /** The rule, which takes precedence over that of `game`. */
  readonly rule?: Rule;
  /** Positions to look at for each question to the solver. Default: 20000. */
  readonly nodes?: number;
  /** Fewest plies of a win that is worth a puzzle. Default: 7. */
  readonly minPlies?: number;
}

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

/** A level of play. */
export interface Level {
  /** From 1. */
  readonly number: number;
  /** Measured rating relative to level 1, in Elo; `null` for full strength, which depends on time and machine. */
  readonly elo: number | null;
}

/** The result of the engine's benchmark. */
export interface BenchResult {
  /** The same on every machine for the same version of the engine. */
  readonly nodes: number;
  readonly timeMs: number;
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
