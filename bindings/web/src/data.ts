// Written by crates/types from the types of Rust. UPDATE_TYPES=1 cargo test -p fukumi-types writes it anew.

/** What was taken from a file of games. */
export interface AddedGames {
  /** Games that were counted; a library is one. */
  readonly games: number;
  /** Positions in them, those that were met several times as often. */
  readonly positions: number;
  /** Games that make no sense, which were left out. */
  readonly unreadable: number;
  /** What is wrong with the first of them. */
  readonly problem: TextError | null;
  /** Whether the rest was left out because there are 1,800,000 different positions. */
  readonly isFull: boolean;
  /** Whether a stop ended the call; what was counted stays. */
  readonly stopped: boolean;
  /** What a person should know about how the file was read; see `ReadGames.notices`. */
  readonly notices: readonly string[];
}

/** An analysed game. */
export interface AnalysedGame {
  /** The rule by which it was analysed. */
  readonly rule: Rule;
  /** How the game ended; null if it goes on. */
  readonly ending: Ending | null;
  /** Whether the work was finished, so that nothing is missing. */
  readonly complete: boolean;
  /** The moves. */
  readonly moves: readonly GameMove[];
  /** The moves of each side together. */
  readonly summary: Sides;
  /** Where the game was lost; null if it is not decided. */
  readonly defeat: Defeat | null;
  /** One for each position: `positions[n]` is the one after `n` moves. */
  readonly positions: readonly GamePosition[];
  /** Whether a stop ended the analysis. */
  readonly stopped: boolean;
}

/** A line of play, for the side to move. */
export interface AnalysedLine {
  /** The value. */
  readonly score: Score;
  /** Plies to the last stone if the result is proven, negative for a loss; else null. */
  readonly plies: number | null;
  /** The chance of winning, 0 to 1; a draw counts as half a win. Exactly 0 or 1 if proven. */
  readonly winRate: number;
  /** Depth of the search in plies; null if the line comes from a proof. */
  readonly depth: number | null;
  /** The moves that both sides prefer, beginning with the side to move; at least one. */
  readonly moves: readonly Point[];
}

/** How far an analysis has come. */
export interface AnalysisProgress {
  /** What is done. */
  readonly done: number;
  /** What there is to do. */
  readonly total: number;
  /**
   * What was found in the last one that is done, for a later analysis of the same game; empty if that would be too
   * long. Only the engine reads it.
   */
  readonly finding: string;
}

/** Where a stone may go. Distances count from the centre, as the larger one of columns and rows. */
export type Area =
  /** On any point. */
  | { readonly kind: "anywhere" }
  /** At most so far from the centre. */
  | {
      readonly kind: "within";
      /** 0 is the centre, 2 the square of 5 × 5. */
      readonly distance: number;
    }
  /** Further from the centre. */
  | {
      readonly kind: "beyond";
      /** The largest distance that is too near. */
      readonly distance: number;
    };

/** The result of the engine's benchmark. */
export interface BenchResult {
  /** The same on every machine for the same version of the engine. */
  readonly nodes: number;
  /** Milliseconds that it took. */
  readonly timeMs: number;
}

/**
 * What is wrong with a call.
 * - `bad-argument`: A field is unknown or missing, or a number, name or combination makes no sense; the message names
 * it.
 * - `off-board`: The point is not on the board.
 * - `occupied`: The point is not empty.
 * - `illegal-step`: The opening rule does not allow the step; the message says why.
 * - `no-stone`: There is no stone to take back.
 * - `game-over`: The game has ended, so there is nothing to play or to look for.
 * - `bad-text`: The text cannot be read; `EngineError.place` may say where.
 * - `unavailable`: The engine cannot be loaded: no WebAssembly with SIMD, no Worker, or a file that cannot be fetched.
 * If the file of a network is missing, the engine goes on, and the next call that needs the network tries again.
 * - `internal`: A fault in the engine, or not enough memory. The engine starts anew, with the game that was on its
 * board. If it cannot, the calls that wait reject with `unavailable`, and the next one tries again.
 */
export type CallErrorCode =
  | "bad-argument"
  | "off-board"
  | "occupied"
  | "illegal-step"
  | "no-stone"
  | "game-over"
  | "bad-text"
  | "unavailable"
  | "internal";

/** Where a game was lost. */
export interface Defeat {
  /** The side that has lost. */
  readonly loser: Side;
  /**
   * Number of the loser's move from which on the loss is proven, from 1; null if it is proven from the first position
   * on.
   */
  readonly number: number | null;
}

/** The opponent's threat to win by force, and what stops it. */
export interface Defences {
  /** What the side to move has to expect. */
  readonly verdict: Prospect;
  /** The opponent's win if the side to move passed. */
  readonly threat: Finding;
  /**
   * If there is a threat: every legal move, with the opponent's win after it. Moves with `no-win` hold. Otherwise
   * empty.
   */
  readonly replies: readonly JudgedMove[];
  /** Milliseconds that it took. */
  readonly timeMs: number;
  /** Whether a stop ended the call. */
  readonly stopped: boolean;
}

/** A move and what a search has spent on it. */
export interface Effort {
  /** The move. */
  readonly move: Point;
  /** Positions looked at after it, in all iterations together; with several threads, those of one. */
  readonly nodes: number;
}

/**
 * Why a game is over.
 * - `five`: The winner has a winning row.
 * - `overline`: Black's last stone makes six or more in a row, so White wins.
 * - `double-four`: Black's last stone makes two fours, so White wins.
 * - `double-three`: Black's last stone makes two open threes, so White wins.
 * - `full`: A draw, because no point is empty.
 */
export type EndReason = "five" | "overline" | "double-four" | "double-three" | "full";

/** How a game ended. */
export interface Ending {
  /** Why the game is over. */
  readonly reason: EndReason;
  /** The side that has won; null after a draw. */
  readonly winner: Side | null;
  /** The end in words, such as `Black has won`. */
  readonly text: string;
  /** The stones of the winning rows; empty unless the reason is `five`. */
  readonly row: readonly Point[];
}

/** What was played in a position. */
export interface Explored {
  /** How often. */
  readonly visits: number;
  /** Games that this side won. */
  readonly wins: number;
  /** Drawn games. */
  readonly draws: number;
  /** Games that this side lost. */
  readonly losses: number;
  /** Those played most often first. */
  readonly moves: readonly PlayedMove[];
  /** Games by this rule on this board. */
  readonly games: number;
  /** All games. */
  readonly allGames: number;
}

/** What is known about an attack. */
export interface Finding {
  /** The threats that it may use. */
  readonly threats: Threats;
  /** Whether it wins. */
  readonly verdict: Verdict;
  /** For a win, moves of the attacker up to the last stone; else null. */
  readonly moves: number | null;
  /** For a win, plies to the last stone against the longest defence; else null. */
  readonly plies: number | null;
  /**
   * For a win, the moves of both sides against the longest defence, up to the one after which the five cannot be
   * stopped; else empty.
   */
  readonly line: readonly Point[];
}

/** A point that Black may not take in renju, whichever side is to move. */
export interface ForbiddenMove {
  /** The point. */
  readonly move: Point;
  /** Why. */
  readonly reason: Foul;
  /** The rows that make it a foul: at least one of an overline, at least two of the other fouls. */
  readonly rows: readonly Row[];
}

/**
 * Why a point is forbidden.
 * - `overline`: Six or more in a row.
 * - `double-four`: Two fours, which may lie on one line.
 * - `double-three`: Two open threes in different directions.
 */
export type Foul = "overline" | "double-four" | "double-three";

/**
 * A format that is read.
 * - `sgf`: Smart Game Format
 * - `psq`: game of Piskvork and Gomocup
 * - `rec`: game of Piskvork, on 20x20 if --size states no other
 * - `sav`: game of Yixin-Board
 * - `pgn`: moves with tags, as PlayOK writes them
 * - `rif`: games of RenjuNet
 * - `pos`: position of RenLib or Yixin-Board
 * - `lib`: library of RenLib
 * - `rapfi`: database of Rapfi as text, from YXDBTOTXT
 * - `record`: a line such as size=15 rule=renju moves=h8,i9 for each game
 * - `moves`: a line of moves for each game
 * - `picture`: a drawn board
 * - `block`: stones in the Gomocup protocol
 * - `log`: log of the Gomocup protocol, with the engine's answers
 * - `offsets`: openings as columns and rows from the middle
 * - `pairs`: points in brackets
 * - `championship`: records of the Chinese computer game championship
 */
export type GameFormat =
  | "sgf"
  | "psq"
  | "rec"
  | "sav"
  | "pgn"
  | "rif"
  | "pos"
  | "lib"
  | "rapfi"
  | "record"
  | "moves"
  | "picture"
  | "block"
  | "log"
  | "offsets"
  | "pairs"
  | "championship";

/**
 * A move of a game. It also has the keys of a `Judgement`, unless the work was stopped before the position before or
 * after it.
 */
export interface GameMove {
  /** Its number, from 1. */
  readonly number: number;
  /** The side that played it. */
  readonly color: Side;
  /** Where it was played. */
  readonly move: Point;
  /** The best move that was found; null if none is known. */
  readonly best: Point | null;
  /** Whether the move is the best one. */
  readonly isBest: boolean;
}

/** What is known about a position of a game. If the work was stopped before it, only the side to move is known. */
export interface GamePosition {
  /** The side to move; after the end of a game, the side that would be. */
  readonly toMove: Side;
  /** Black's chance of winning, 0 to 1; exactly 0 or 1 if proven. */
  readonly blackWinRate: number | null;
  /** The value for the side to move. */
  readonly score: Score | null;
  /** Plies to the last stone if the result is proven, negative for a loss; else null. */
  readonly plies: number | null;
  /** The best lines, the best one first; empty if the game is over. */
  readonly lines: readonly AnalysedLine[];
  /** The win of the side to move that the solver proved; null if it did not. */
  readonly win: Win | null;
  /** Positions looked at. */
  readonly nodes: number | null;
}

/** A game as files have it. */
export interface GameRecord {
  /** The rule; null if the text does not say. */
  readonly rule: Rule | null;
  /** Columns, 5 to 22. */
  readonly width: number;
  /** Rows, 5 to 22. */
  readonly height: number;
  /** Stones that were on the board before the first move. */
  readonly setup: readonly Stone[];
  /** Points where no one can ever play. */
  readonly dead: readonly Point[];
  /** The moves, in the order of play. */
  readonly moves: readonly Stone[];
  /** The side to move after the last move; null if nothing shows it. */
  readonly toMove: Side | null;
  /** Name of the player with the black stones. */
  readonly black: string | null;
  /** Name of the player with the white stones. */
  readonly white: string | null;
  /** The event, such as a tournament. */
  readonly event: string | null;
  /** When it was played, in the words of the file. */
  readonly date: string | null;
}

/**
 * How a game ended: the side that won, or a draw.
 * - `black`: Black won.
 * - `white`: White won.
 * - `draw`: No one won.
 */
export type GameResult = "black" | "white" | "draw";

/** The game on the engine's board. A plain copy: it does not change when the game goes on. */
export interface GameState {
  /** The rule. */
  readonly rule: Rule;
  /** Columns, 5 to 22. */
  readonly width: number;
  /** Rows, 5 to 22. */
  readonly height: number;
  /** The stones, in the order in which they were played. */
  readonly stones: readonly Stone[];
  /** Points where no one can ever play. */
  readonly dead: readonly Point[];
  /** The side to move. */
  readonly toMove: Side;
  /** How the game ended; null while it goes on. */
  readonly ending: Ending | null;
  /**
   * Empty points that the side to move may not take: a stone there loses. Only Black has them, and only in renju. Every
   * other empty point is legal.
   */
  readonly forbidden: readonly Point[];
  /** Which of the 26 openings of renju the first three stones make, turned or mirrored; null if none. */
  readonly opening: NamedOpening | null;
  /**
   * Identifies the position, 16 hex digits: symmetric positions, and positions reached by other move orders, share one
   * key. Stones, dead points, side to move, size and rule count.
   */
  readonly key: string;
}

/** A game with its variations, as files have it. */
export interface GameTree {
  /** The rule; null if the text does not say. */
  readonly rule: Rule | null;
  /** Columns, 5 to 22. */
  readonly width: number;
  /** Rows, 5 to 22. */
  readonly height: number;
  /** Stones that were on the board before the first move. */
  readonly setup: readonly Stone[];
  /** The side that moves first; null if the text does not say. */
  readonly toMove: Side | null;
  /** Name of the player with the black stones. */
  readonly black: string | null;
  /** Name of the player with the white stones. */
  readonly white: string | null;
  /** The event, such as a tournament. */
  readonly event: string | null;
  /** When it was played, in the words of the file. */
  readonly date: string | null;
  /** As SGF has it: `B+`, `W+R`, `W+T`, `0` for a draw; null if it is not known. */
  readonly result: string | null;
  /** The nodes: first the root, then each one after its parent. Of siblings, the main line is the first. */
  readonly nodes: readonly TreeNode[];
}

/** Some games of a file, and how many were looked at up to the last of them. */
export interface GamesReport {
  /** Games that were looked at. */
  readonly done: number;
  /** Games of the file. */
  readonly total: number;
  /** Those since the last report that make sense. */
  readonly games: readonly ListedGame[];
}

/** Who holds which colour. */
export interface Holders {
  /** Who plays Black. */
  readonly black: Player;
  /** Who plays White. */
  readonly white: Player;
}

/** A move, and what is known about the attack that it begins or allows. */
export interface JudgedMove {
  /** The move. */
  readonly move: Point;
  /** The threats that it may use. */
  readonly threats: Threats;
  /** Whether it wins. */
  readonly verdict: Verdict;
  /** For a win, moves of the attacker up to the last stone; else null. */
  readonly moves: number | null;
  /** For a win, plies to the last stone against the longest defence; else null. */
  readonly plies: number | null;
  /**
   * For a win, the moves of both sides against the longest defence, up to the one after which the five cannot be
   * stopped; else empty.
   */
  readonly line: readonly Point[];
}

/** What a move gave away, for the side that played it. */
export interface Judgement {
  /** The chance of winning before the move, 0 to 1. */
  readonly winRateBefore: number;
  /** The chance of winning after it, 0 to 1. */
  readonly winRateAfter: number;
  /** What the move gave away, 0 to 1; 0 if it was the best one and the game is not proven lost after it. */
  readonly loss: number;
  /** The same in log odds, ln(p / (1 - p)), cut off at those of 1 and 99 %: 99 to 90 % is a loss of 2.4. */
  readonly logOddsLoss: number;
  /** How bad that is; null if it is not marked. The costliest move of a side is at least an inaccuracy. */
  readonly mark: Mark | null;
  /** Whether it missed a proven win. */
  readonly missedWin: boolean;
  /** Whether the opponent now has a proven win that was not proven before. */
  readonly allowsWin: boolean;
  /** Whether this is the move from which on the game is proven lost. */
  readonly losesGame: boolean;
  /** The wins missed and allowed, and the lost game, in words. */
  readonly remarks: readonly string[];
}

/** A level of play. */
export interface Level {
  /** From 1. */
  readonly number: number;
  /** Measured rating relative to level 1, in Elo; null for full strength, which depends on time and machine. */
  readonly elo: number | null;
}

/** A line of a search, for the side to move. */
export interface Line {
  /** The value. */
  readonly score: Score;
  /** Plies to the last stone if the result is proven, negative for a loss; else null. */
  readonly plies: number | null;
  /** The chance of winning, 0 to 1; a draw counts as half a win. Exactly 0 or 1 if proven. */
  readonly winRate: number;
  /** The chances of each result; null if nothing is known about draws. */
  readonly outlook: Outlook | null;
  /** Depth in plies of the iteration that found the line; 0 if nothing was searched. */
  readonly depth: number;
  /** Largest number of plies that the search looked ahead; at least the depth. */
  readonly selectiveDepth: number;
  /** Positions looked at for this line. */
  readonly nodes: number;
  /** The moves that both sides prefer, beginning with the side to move; at least one. */
  readonly moves: readonly Point[];
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
  /** The rule. */
  readonly rule: Rule;
  /** Columns, 5 to 22. */
  readonly width: number;
  /** Rows, 5 to 22. */
  readonly height: number;
  /** Name of the player with the black stones. */
  readonly black: string | null;
  /** Name of the player with the white stones. */
  readonly white: string | null;
  /** The event, such as a tournament. */
  readonly event: string | null;
  /** When it was played, in the words of the file. */
  readonly date: string | null;
  /** How it ended, as the game states it or the last stone shows; null if that is not known. */
  readonly result: GameResult | null;
  /** Moves of the main line. */
  readonly moves: number;
  /** Nodes of the whole tree, its root included. */
  readonly nodes: number;
  /** Named by the first three stones, whatever the rule; null if it has no name. */
  readonly opening: NamedOpening | null;
}

/** What was listed of a file of games. */
export interface ListedGames {
  /** Games that were listed. */
  readonly games: number;
  /** Games that make no sense, which were left out. */
  readonly unreadable: number;
  /** What is wrong with the first of them. */
  readonly problem: TextError | null;
  /** Whether a stop ended the call. */
  readonly stopped: boolean;
  /** What a person should know about how the file was read; see `ReadGames.notices`. */
  readonly notices: readonly string[];
}

/**
 * How bad a bad move is.
 * - `inaccuracy`: The costliest move of its side, though it reaches no threshold, `?!`.
 * - `mistake`: A mistake, `?`.
 * - `blunder`: A blunder, `??`.
 */
export type Mark = "inaccuracy" | "mistake" | "blunder";

/**
 * Where a move comes from.
 * - `search`: A search.
 * - `book`: The book of openings.
 * - `opening`: The first stone of a side, which needs no search.
 * - `level`: A level below full strength, which may make a mistake.
 */
export type MoveSource = "search" | "book" | "opening" | "level";

/** One of the 26 openings of renju. */
export interface NamedOpening {
  /** `D1` to `D13` for the direct openings, `I1` to `I13` for the indirect ones. */
  readonly code: string;
  /** The Japanese name in Latin letters. */
  readonly name: string;
  /** The Japanese name as it is written. */
  readonly kanji: string;
}

/** A network, by the name of its file. Both kinds of caro share one. */
export type NetworkName = "freestyle" | "standard" | "renju" | "caro";

/** A decision. */
export type OpeningAnswer =
  /** Take the other colour. */
  | { readonly kind: "swap" }
  /** Keep the colour; there is nothing to play now. */
  | { readonly kind: "stay" }
  /** Play these stones, or offer them. */
  | {
      readonly kind: "moves";
      /** The stones. */
      readonly moves: readonly Point[];
      /**
       * Of balanced moves, the line that begins with them and goes on as both sides prefer; null if there was no time
       * to search it, and for other decisions.
       */
      readonly line: Line | null;
    };

/** A kind of step that is possible. */
export type OpeningChoice =
  /** Take the other colour. */
  | { readonly kind: "swap" }
  /** Keep the colour. */
  | { readonly kind: "stay" }
  /** Declare how many fifth stones will be offered. */
  | {
      readonly kind: "count";
      /** The largest number; the smallest is 1. */
      readonly most: number;
    }
  /** Put these stones on the board in turn, the first one of the side to move. */
  | {
      readonly kind: "place";
      /** The stones. */
      readonly stones: readonly OpeningStone[];
    }
  /** Offer some of the points for the fifth stone. */
  | {
      readonly kind: "offer";
      /** How many. */
      readonly count: number;
      /** The points. */
      readonly points: readonly Point[];
      /** Groups of points whose stones are the same turned or mirrored: at most one of each. */
      readonly same: readonly (readonly Point[])[];
    }
  /** Keep one of the points that are offered. */
  | {
      readonly kind: "choose";
      /** The points. */
      readonly points: readonly Point[];
    };

/** An opening after its steps. */
export interface OpeningState {
  /** The stones on the board, without those that are only offered. */
  readonly stones: readonly Stone[];
  /** The side to move. */
  readonly toMove: Side;
  /** Who holds which colour now. */
  readonly holders: Holders;
  /** The declared number of fifth stones; null if none was declared. */
  readonly count: number | null;
  /** The fifth stones on offer. */
  readonly offers: readonly Point[];
  /** Whose step it is, and what is possible; null at the end, when the side to move goes on with the game. */
  readonly turn: OpeningTurn | null;
}

/** What a player does in an opening. */
export type OpeningStep =
  /** Takes the other colour. */
  | { readonly kind: "swap" }
  /** Keeps the colour. */
  | { readonly kind: "stay" }
  /** Declares how many fifth stones will be offered. */
  | {
      readonly kind: "count";
      /** The number. */
      readonly count: number;
    }
  /** Puts stones on the board in turn, offers them as fifth stones, or keeps one of those that are offered. */
  | {
      readonly kind: "stones";
      /** Where. */
      readonly points: readonly Point[];
    };

/** A stone to put on the board. */
export interface OpeningStone {
  /** Where it may go. */
  readonly area: Area;
  /** The empty points of the area. */
  readonly points: readonly Point[];
}

/** Whose step it is, and what is possible. */
export interface OpeningTurn {
  /** Whose step it is. */
  readonly player: Player;
  /** What this player can do: one of these. */
  readonly choices: readonly OpeningChoice[];
}

/** The chances of each result, whose sum is 1. */
export interface Outlook {
  /** The chance of a win. */
  readonly win: number;
  /** The chance of a draw. */
  readonly draw: number;
  /** The chance of a loss. */
  readonly loss: number;
}

/** A move that was played. */
export interface PlayedMove {
  /** The move. */
  readonly move: Point;
  /** Moves that symmetry makes the same. */
  readonly same: readonly Point[];
  /** How often. */
  readonly visits: number;
  /** Games that this side won. */
  readonly wins: number;
  /** Drawn games. */
  readonly draws: number;
  /** Games that this side lost. */
  readonly losses: number;
  /** Share of the visits of all moves of the position, 0 to 1; null if there were none. */
  readonly share: number | null;
  /** Share of points in games whose result is known, 0 to 1; null if there are none. */
  readonly points: number | null;
}

/**
 * One of the two at the board, whatever colour they hold.
 * - `first`: The one who begins.
 * - `second`: The other one.
 */
export type Player = "first" | "second";

/** An intersection of the board. */
export interface Point {
  /** Column from the left, from 0. */
  readonly x: number;
  /** Row from the top, from 0. */
  readonly y: number;
}

/** A move and its chance to be the best one, as it looks without a search. */
export interface PolicyMove {
  /** The move. */
  readonly move: Point;
  /** The chance, 0 to 1, rounded to four digits; those of all moves sum to 1. */
  readonly share: number;
}

/** How far a long piece of work has come. */
export interface Progress {
  /** What is done. */
  readonly done: number;
  /** What there is to do. */
  readonly total: number;
}

/**
 * What the threatened side has to expect.
 * - `no-threat`: There is no threat.
 * - `holds`: Some moves stop the threat.
 * - `lost`: No move stops the threat.
 * - `unknown`: No move is known to stop the threat, or it is unknown whether there is one.
 */
export type Prospect = "no-threat" | "holds" | "lost" | "unknown";

/** A position in which exactly one first move wins by fours and threes. */
export interface Puzzle {
  /** Number of moves of the game before the position. */
  readonly played: number;
  /** The position, ready for `Engine.setPosition`. */
  readonly position: PuzzlePosition;
  /** `fours` if fours alone suffice. */
  readonly threats: Threats;
  /** Plies to the last stone against the longest defence. */
  readonly plies: number;
  /** The moves of both sides against the longest defence. The first one is the only move that wins by force. */
  readonly solution: readonly Point[];
}

/** A position that can be set up. */
export interface PuzzlePosition {
  /** The rule. */
  readonly rule: Rule;
  /** Columns, 5 to 22. */
  readonly width: number;
  /** Rows, 5 to 22. */
  readonly height: number;
  /** The stones, in the order in which they were played. */
  readonly stones: readonly Stone[];
  /** Points where no one can ever play. */
  readonly dead: readonly Point[];
  /** The side to move. */
  readonly toMove: Side;
}

/** The puzzles of a game. */
export interface Puzzles {
  /** In the order of the game. */
  readonly puzzles: readonly Puzzle[];
  /** Whether a stop ended the search. */
  readonly stopped: boolean;
}

/** A game, or what is wrong with it. */
export type ReadGame =
  /** A game. */
  | {
      /** The name of the game among several; null if it is the only one. */
      readonly id: string | null;
      /** The format of its text. */
      readonly format: GameFormat;
      /** The game, without its variations. */
      readonly game: GameRecord;
      readonly error: null;
    }
  /** A game that makes no sense. */
  | {
      /** The name of the game among several; null if it is the only one. */
      readonly id: string | null;
      readonly format: null;
      readonly game: null;
      /** What is wrong with it. */
      readonly error: TextError;
    };

/** The games of a file. */
export interface ReadGames {
  /** In the order of the file. */
  readonly games: readonly ReadGame[];
  /** What a person should know: the encoding that was guessed, what is not read. In English. */
  readonly notices: readonly string[];
}

/** A game with its variations, or what is wrong with it. */
export type ReadTree =
  /** A game. */
  | {
      /** The name of the game among several; null if it is the only one. */
      readonly id: string | null;
      /** The game. */
      readonly tree: GameTree;
      readonly error: null;
    }
  /** A game that makes no sense. */
  | {
      /** The name of the game among several; null if it is the only one. */
      readonly id: string | null;
      readonly tree: null;
      /** What is wrong with it. */
      readonly error: TextError;
    };

/** The games of a file with their variations. */
export interface ReadTrees {
  /** In the order of the file; faults that are not about a whole game come last. */
  readonly games: readonly ReadTree[];
  /** What a person should know: the encoding that was guessed, what is not read. In English. */
  readonly notices: readonly string[];
}

/** Stones of one side on one line. */
export interface Row {
  /** The side. */
  readonly side: Side;
  /** What the row is. */
  readonly kind: RowKind;
  /** The stones, with that of the forbidden move if the row belongs to one. */
  readonly stones: readonly Point[];
  /** Where the next stone makes a winning row of a four, or an open four of a three; empty for an overline. */
  readonly next: readonly Point[];
}

/**
 * What a row is.
 * - `four`: One stone from a winning row.
 * - `three`: An open three: one stone from an open four.
 * - `overline`: Too long to win, which is a foul.
 */
export type RowKind = "four" | "three" | "overline";

/** The rows of both sides that threaten to win, and the forbidden points. */
export interface Rows {
  /** The rows. */
  readonly rows: readonly Row[];
  /** The forbidden points, with the rows that make them fouls. */
  readonly forbidden: readonly ForbiddenMove[];
}

/**
 * The game that is played.
 * - `freestyle`: Five or more in a row win.
 * - `standard`: Exactly five in a row win. Longer rows do not count.
 * - `renju`: Black wins with exactly five and has forbidden points. White wins with five or more.
 * - `caro-overline`: Six or more in a row win. Five win unless opponent's stones stand at both ends.
 * - `caro`: Exactly five in a row win unless opponent's stones stand at both ends. Longer rows do not count.
 */
export type Rule = "freestyle" | "standard" | "renju" | "caro-overline" | "caro";

/** A value in points: 0 is even, 200 are a 73 % chance of winning. Beyond ±20,000 the game is decided. */
export type Score = number;

/** What a search knows after a finished iteration. */
export interface SearchReport {
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

/**
 * The colour of a stone. Black is the first player of the game.
 * - `black`: The first player.
 * - `white`: The second player.
 */
export type Side = "black" | "white";

/** The moves of one side together. */
export interface SideSummary {
  /** Moves that were judged. */
  readonly moves: number;
  /** Moves that were the best one. */
  readonly best: number;
  /** Mistakes. */
  readonly mistakes: number;
  /** Blunders. */
  readonly blunders: number;
  /** Moves that missed a proven win, whatever their mark. */
  readonly missedWins: number;
  /** Average loss of a move, 0 to 1; null if no move was judged. */
  readonly meanLoss: number | null;
  /** Number of the move that cost the side most, from 1; null if no move cost anything. */
  readonly costliest: number | null;
}

/** One value for each side. */
export interface Sides {
  /** That of Black. */
  readonly black: SideSummary;
  /** That of White. */
  readonly white: SideSummary;
}

/** Whether the side to move wins by force. */
export interface Solution {
  /** The threats that it may use. */
  readonly threats: Threats;
  /** Whether it wins. */
  readonly verdict: Verdict;
  /** For a win, moves of the attacker up to the last stone; else null. */
  readonly moves: number | null;
  /** For a win, plies to the last stone against the longest defence; else null. */
  readonly plies: number | null;
  /**
   * For a win, the moves of both sides against the longest defence, up to the one after which the five cannot be
   * stopped; else empty.
   */
  readonly line: readonly Point[];
  /** Positions looked at. */
  readonly nodes: number;
  /** Milliseconds that it took. */
  readonly timeMs: number;
  /** Whether a stop ended the call. */
  readonly stopped: boolean;
}

/** A stone on the board. */
export interface Stone {
  /** Column from the left, from 0. */
  readonly x: number;
  /** Row from the top, from 0. */
  readonly y: number;
  /** Whose it is. */
  readonly side: Side;
}

/** What is wrong with a text, and where. */
export interface TextError {
  /** What is wrong. */
  readonly problem: TextProblem;
  /** The same in English, for people. */
  readonly message: string;
  /** Where; null if it is about no one place. */
  readonly place: TextPlace | null;
}

/** A place in a text. */
export interface TextPlace {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/**
 * What is wrong with a text.
 * - `too-long`: It is too long.
 * - `unknown-format`: It is none of the formats, or a file of a program that is not read.
 * - `size`: The board is too small or too large.
 * - `off-board`: A stone is not on the board.
 * - `occupied`: A stone is on another one.
 * - `other-game`: A game of SGF says that it is of another kind, such as Go.
 * - `too-many-moves`: It has more moves than are read.
 * - `damaged`: Anything else; the message says what.
 */
export type TextProblem =
  | "too-long"
  | "unknown-format"
  | "size"
  | "off-board"
  | "occupied"
  | "other-game"
  | "too-many-moves"
  | "damaged";

/** The end of a search. */
export interface ThinkResult {
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
  /**
   * The move to play: legal unless every empty point is forbidden. It is not played on the board.
   * The first of the `lines` begins with it. If the search ended within an iteration that had changed the best move,
   * that line comes from this iteration, and its score may be a bound. A move that was not searched has a line of its
   * own, with depth 0 and the value of the position without a search.
   */
  readonly move: Point;
  /** Where the move comes from. */
  readonly source: MoveSource;
  /** Whether a stop ended the search before its limits did. */
  readonly stopped: boolean;
}

/**
 * Which threats an attack may use.
 * - `fours`: Fours only.
 * - `fours-and-threes`: Fours, open threes, and quiet moves that threaten a win by fours.
 */
export type Threats = "fours" | "fours-and-threes";

/** A text on a point of the board. */
export interface TreeLabel {
  /** Column from the left, from 0. */
  readonly x: number;
  /** Row from the top, from 0. */
  readonly y: number;
  /** The text. */
  readonly text: string;
}

/** A move, or a pass, which has a side alone. */
export type TreeMove =
  /** A stone. */
  | Stone
  /** A pass. */
  | {
      /** Whose it is. */
      readonly side: Side;
    };

/** A node of a `GameTree`. A field that is not there is empty or false. */
export interface TreeNode {
  /** A comment. */
  readonly comment?: string;
  /** Whether the node is marked. */
  readonly isMarked?: boolean;
  /** Whether a library of RenLib is shown from here on; SGF does not keep it. */
  readonly isStart?: boolean;
  /** Texts on points of the board. */
  readonly labels?: readonly TreeLabel[];
  /** The move. The root has none, and other nodes may have none. */
  readonly move?: TreeMove;
  /** Properties of SGF that mean nothing here, each as it is written, such as `TR[aa][bb]`. */
  readonly others?: readonly string[];
  /** The number of the node before this one in `GameTree.nodes`; only the root has none. */
  readonly parent?: number;
  /** A heading of one line. */
  readonly title?: string;
}

/** The value of a position without a search, for the side to move. */
export interface Value {
  /** The value. */
  readonly score: Score;
  /** The chance of winning, 0 to 1; a draw counts as half a win. */
  readonly winRate: number;
}

/**
 * What the solver found out. A win and its absence are proven. "No win" is about wins by fours and threes, or by fours
 * alone if asked; other wins may exist.
 * - `win`: There is a win.
 * - `no-win`: There is no such win.
 * - `unknown`: The question is open: a limit was reached, or the work was stopped.
 */
export type Verdict = "win" | "no-win" | "unknown";

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

/** The first moves that win by force. */
export interface WinningMoves {
  /** The threats that the attack may use. */
  readonly threats: Threats;
  /** Whether there is a win. */
  readonly verdict: Verdict;
  /**
   * The moves that win, the shortest win first, then those for which the question is open. Every other legal move has
   * no such win.
   */
  readonly firstMoves: readonly JudgedMove[];
  /** Milliseconds that it took. */
  readonly timeMs: number;
  /** Whether a stop ended the call. */
  readonly stopped: boolean;
}

/** How thoroughly to analyse a game. `fukumi analyze` has the same settings. */
export interface AnalysisOptions {
  /** Loss of winning chance from which on a move is a blunder, 0 to 1. Default: 0.3. */
  readonly blunder?: number;
  /** Loss of log odds from which on a move is a blunder, at least 0. Default: 3. */
  readonly blunderLogOdds?: number;
  /** Plies of the deepest iteration. */
  readonly depth?: number;
  /** The game. Default: the one on the engine's board. */
  readonly game?: GameRecord;
  /**
   * What was found by an analysis of the same game with the same limits that did not end: the `finding` of each report,
   * in their order. It is not looked for again. Default: [].
   */
  readonly known?: readonly string[];
  /** Best lines for each position. Default: 1. */
  readonly lines?: number;
  /** Loss of winning chance from which on a move is a mistake, 0 to 1. Default: 0.1. */
  readonly mistake?: number;
  /** Loss of log odds from which on a move is a mistake, at least 0. Default: 1.5. */
  readonly mistakeLogOdds?: number;
  /** Positions to look at for each position of the game. Default: 100000 if there is no other limit. */
  readonly nodes?: number;
  /** The rule, which takes precedence over that of the game. Default: that of the game, or freestyle. */
  readonly rule?: Rule;
  /** Milliseconds for each position of the game. */
  readonly timeMs?: number;
}

/** The sides of a board. */
export interface BoardSize {
  /** Columns, 5 to 22. */
  readonly width: number;
  /** Rows, 5 to 22. */
  readonly height: number;
}

/** Which game of a file to read, or how to read all of them. */
export type ChosenGame =
  /** The number of a game, from 1. */
  | number
  /**
   * The id of a game, or its number. The word `gomoku` reads all games as Gomoku or Renju, though the file states
   * another game, such as Go.
   */
  | string;

/** What a new game is played by. */
export interface GameSetup {
  /** Rows, 5 to 22. Default: the same as `width`. */
  readonly height?: number;
  /** Default: `freestyle`. */
  readonly rule?: Rule;
  /** Columns, 5 to 22. Default: 15. */
  readonly width?: number;
}

/** A game to write. Black moves first and sides alternate. */
export interface GameToWrite {
  /** The moves. */
  readonly moves: readonly Point[];
  /** Name of the player with the black stones. */
  readonly black?: string;
  /** Rows, 5 to 22. Default: the same as `width`. */
  readonly height?: number;
  /** How the game ended, for formats that have a place for it. Default: it did not. */
  readonly result?: GameResult;
  /** Default: `freestyle`. */
  readonly rule?: Rule;
  /** Name of the player with the white stones. */
  readonly white?: string;
  /** Columns, 5 to 22. Default: 15. */
  readonly width?: number;
}

/** What a file of games may leave open, for the explorer or a list. */
export interface GamesOptions {
  /** The rule of games that state none. Default: `freestyle`. */
  readonly rule?: Rule;
  /** The size of boards that is not stated. Default: 15 × 15. */
  readonly size?: BoardSize;
}

/**
 * A decision of an opening procedure, about the stones on the board. The engine decides for the side to move.
 * - `balance-one`: One move, after which the game is as even as possible.
 * - `balance-two`: One move of each side, after which the game is as even as possible.
 * - `swap2-propose`: On an empty board, three stones (black, white, black) after which the opponent chooses.
 * - `swap2-choose`: Three stones are on the board. Take the other colour, play a move as White, or add two stones
 * (white, black), after which the opponent chooses.
 * - `swap2-decide`: Five stones are on the board. Take the other colour, or play a move as White. With one stone, or
 * with three, the same decision is that of the procedures "swap" and "pie rule".
 * - `soosorv-open`: On an empty board, the stones of one of the 26 openings of renju.
 * - `soosorv-swap`: Three stones (White to move), or four (Black to move) and `offers`, are on the board. Take the
 * other colour or not.
 * - `soosorv-fourth`: The fourth stone, such that one fifth stone makes the game even; `offers` is then 1.
 * - `soosorv-offer`: As many fifth stones as `offers` says, none the mirror image of another.
 * - `soosorv-accept`: Which of the `offered` fifth stones stays.
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
export interface OpeningOptions {
  /** The decision. */
  readonly step: OpeningDecision;
  /** Level of play; see `ThinkOptions.level`. */
  readonly level?: number;
  /**
   * Positions to look at, at least 1. With this limit alone and one thread, the same calls give the same answers on
   * every machine.
   */
  readonly nodes?: number;
  /** Of `soosorv-accept`: the fifth stones that are offered. */
  readonly offered?: readonly Point[];
  /** Of `soosorv-swap` and `soosorv-offer`: number of fifth stones, 1 to 8. Default: 1. */
  readonly offers?: number;
  /**
   * Seed of all random choices, an integer from 0 to 2^53 - 1. The same seed, position and limit of nodes give the same
   * move on every machine, after `Engine.forget`. Default: 0.
   */
  readonly seed?: number;
  /** Milliseconds, greater than 0. */
  readonly timeMs?: number;
}

/**
 * An opening rule: who does what before the ordinary game begins.
 * - `swap1`: One black stone anywhere; the other player chooses a colour.
 * - `swap`: Three stones anywhere; the other player chooses a colour.
 * - `swap2`: Three stones anywhere. The other player chooses a colour, or adds two stones and leaves the choice to the
 * first player.
 * - `pro`: Black's first stone in the centre, White's anywhere, Black's second outside the 5 × 5 square.
 * - `long-pro`: As pro, with the 7 × 7 square.
 * - `rif`: The rule of the Renju International Federation of 1996: one of the 26 openings, a swap, a fourth stone
 * anywhere, two fifth stones offered, of which White keeps one.
 * - `yamaguchi`: One of the 26 openings and the number of fifth stones, a swap, a fourth stone anywhere, the fifth
 * stones offered, of which White keeps one. The text of the rule has no largest number. Here it is 12, as on xsir317's
 * server.
 * - `taraguchi-10`: Four stones within growing squares with a swap after each. Then one fifth stone within the 9 × 9
 * square with a swap before and after it, or ten fifth stones offered anywhere without another swap.
 * - `soosorv-8`: One of the 26 openings, a swap, a fourth stone anywhere with a number of fifth stones from 1 to 8,
 * another swap, the fifth stones offered, of which White keeps one.
 */
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

/** An opening on an empty board, and the steps that were made. */
export interface OpeningSetup {
  /** The rules with squares need nine points on each side. */
  readonly opening: OpeningRule;
  /** The steps, from the first one on. */
  readonly steps: readonly OpeningStep[];
  /** Rows, 5 to 22. Default: the same as `width`. */
  readonly height?: number;
  /** Default: `freestyle`. */
  readonly rule?: Rule;
  /** Columns, 5 to 22. Default: 15. */
  readonly width?: number;
}

/** An intersection of the board. */
export interface Point2 {
  /** Column from the left, from 0. */
  readonly x: number;
  /** Row from the top, from 0. */
  readonly y: number;
}

/** What to think about in the opponent's time. */
export interface PonderOptions {
  /** The reply that is expected, such as the second move of the best line. Default: any. */
  readonly reply?: Point;
}

/** A position, put on the board in one call. The state of a game is one. */
export interface PositionSetup {
  /** The stones in the order of play; `undo` takes the last one back first. Sides need not alternate. */
  readonly stones: readonly Stone[];
  /** Points where no one can ever play and through which no row goes. Default: none. */
  readonly dead?: readonly Point[];
  /** Rows, 5 to 22. Default: the same as `width`. */
  readonly height?: number;
  /** Default: `freestyle`. */
  readonly rule?: Rule;
  /** Default: the opponent of the last stone, or Black if there are no stones. */
  readonly toMove?: Side;
  /** Columns, 5 to 22. Default: 15. */
  readonly width?: number;
}

/** What the engine should be ready for. */
export interface PrepareRequest {
  /** Default: that of the game on the board. */
  readonly rule?: Rule;
}

/** A question for puzzles in a game. */
export interface PuzzleOptions {
  /** The game. Default: the one on the engine's board. */
  readonly game?: GameRecord;
  /** Fewest plies of a win that is worth a puzzle. Default: 7. */
  readonly minPlies?: number;
  /** Positions to look at for each question to the solver. Default: 20000. */
  readonly nodes?: number;
  /** The rule, which takes precedence over that of the game. */
  readonly rule?: Rule;
}

/** What a file may leave open, and what to read of it. */
export interface ReadHints {
  /** Read only this game, or all games in another way. */
  readonly game?: ChosenGame;
  /** Board size if the text does not state it. */
  readonly size?: BoardSize;
}

/** A question to the solver. Without any limit it may take very long. */
export interface SolveOptions {
  /** Positions to look at, at least 1. */
  readonly nodes?: number;
  /** With `fours`: look for the win with the fewest fours. Default: false. */
  readonly shortest?: boolean;
  /** Default: `fours-and-threes`. */
  readonly threats?: Threats;
  /** Milliseconds, greater than 0. */
  readonly timeMs?: number;
}

/** A question for the next step of an opening. It takes a few seconds at most, whatever the limits. */
export interface StepOptions {
  /** The rules with squares need nine points on each side. */
  readonly opening: OpeningRule;
  /** The steps, from the first one on. */
  readonly steps: readonly OpeningStep[];
  /** Rows, 5 to 22. Default: the same as `width`. */
  readonly height?: number;
  /** Level of play; see `ThinkOptions.level`. */
  readonly level?: number;
  /**
   * Positions to look at, at least 1. With this limit alone and one thread, the same calls give the same answers on
   * every machine.
   */
  readonly nodes?: number;
  /** Default: `freestyle`. */
  readonly rule?: Rule;
  /**
   * Seed of all random choices, an integer from 0 to 2^53 - 1. The same seed, position and limit of nodes give the same
   * move on every machine, after `Engine.forget`. Default: 0.
   */
  readonly seed?: number;
  /** Milliseconds, greater than 0. */
  readonly timeMs?: number;
  /** Columns, 5 to 22. Default: 15. */
  readonly width?: number;
}

/**
 * What to think about, and for how long. The limit that is reached first ends the search; without any, only a stop
 * does.
 */
export interface ThinkOptions {
  /** Play known openings from the book that comes with the engine. Default: false. */
  readonly book?: boolean;
  /** Plies of the deepest iteration, at least 1. */
  readonly depth?: number;
  /** Moves to leave out, unless no other move is left. */
  readonly excluded?: readonly Point[];
  /**
   * Level of play, from 1 to the number of `Engine.levels`; the highest one is full strength and the default. A lower
   * level looks at few positions and makes mistakes, so it needs no other limit. Not together with `lines` greater than
   * 1.
   */
  readonly level?: number;
  /**
   * Number of best lines to find, at least 1; more than there are legal moves is as many as there are. The first stone
   * of a side needs no search and is one line, unless more are wanted. Default: 1.
   */
  readonly lines?: number;
  /**
   * Positions to look at, at least 1. With this limit alone and one thread, the same calls give the same answers on
   * every machine.
   */
  readonly nodes?: number;
  /**
   * Seed of all random choices, an integer from 0 to 2^53 - 1. The same seed, position and limit of nodes give the same
   * move on every machine, after `Engine.forget`. Default: 0.
   */
  readonly seed?: number;
  /** Milliseconds, greater than 0. */
  readonly timeMs?: number;
  /** Draw one of several moves that are nearly as good, so that games differ. Default: false. */
  readonly variety?: boolean;
}

/**
 * A format that is written.
 * - `sgf`: Smart Game Format.
 * - `psq`: A game of Piskvork.
 * - `moves`: A list such as `h8 i9 h10`.
 * - `record`: One line with size and rule.
 */
export type WriteFormat = "sgf" | "psq" | "moves" | "record";
