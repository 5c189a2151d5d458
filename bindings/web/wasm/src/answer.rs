//! The answers, as the package describes them. The keys become camel case on their way out.

pub(crate) mod games;
pub(crate) mod opening;
pub(crate) mod text;

use fukumi_core::rule::Rule;
use fukumi_core::solver::Threats;
use fukumi_reports::{
    Coordinates, Count, DefenceReport, EffortReport, EndingReport, Finding, FirstMovesReport,
    ForbiddenReport, GameReport, Name, PlayedReport, PositionReport, RowReport, SearchedLine, Side,
};
use serde::Serialize;

/// A level of play.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Level {
    /// From 1.
    pub(crate) number: usize,
    /// Measured rating relative to level 1, in Elo; null for full strength, which depends on time
    /// and machine.
    pub(crate) elo: Option<u32>,
}

/// A stone on the board.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Stone {
    /// Column from the left, from 0.
    pub(crate) x: u8,
    /// Row from the top, from 0.
    pub(crate) y: u8,
    /// Whose it is.
    pub(crate) side: Side,
}

/// One of the 26 openings of renju.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct NamedOpening {
    /// `D1` to `D13` for the direct openings, `I1` to `I13` for the indirect ones.
    pub(crate) code: &'static str,
    /// The Japanese name in Latin letters.
    pub(crate) name: &'static str,
    /// The Japanese name as it is written.
    pub(crate) kanji: &'static str,
}

/// The game on the engine's board. A plain copy: it does not change when the game goes on.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct GameState {
    /// The rule.
    pub(crate) rule: Name<Rule>,
    /// Columns, 5 to 22.
    pub(crate) width: u8,
    /// Rows, 5 to 22.
    pub(crate) height: u8,
    /// The stones, in the order in which they were played.
    pub(crate) stones: Vec<Stone>,
    /// Points where no one can ever play.
    pub(crate) dead: Vec<Coordinates>,
    /// The side to move.
    pub(crate) to_move: Side,
    /// How the game ended; null while it goes on.
    pub(crate) ending: Option<EndingReport<Coordinates>>,
    /// Empty points that the side to move may not take: a stone there loses. Only Black has them,
    /// and only in renju. Every other empty point is legal.
    pub(crate) forbidden: Vec<Coordinates>,
    /// Which of the 26 openings of renju the first three stones make, turned or mirrored; null if
    /// none.
    pub(crate) opening: Option<NamedOpening>,
    /// Identifies the position, 16 hex digits: symmetric positions, and positions reached by other
    /// move orders, share one key. Stones, dead points, side to move, size and rule count.
    pub(crate) key: String,
}

/// What a search knows after a finished iteration.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct SearchReport {
    /// The best lines, the best one first; at least one.
    pub(crate) lines: Vec<SearchedLine<Coordinates>>,
    /// What the search has spent on each move that it looked at: the more, the longer it believes
    /// in the move. Empty if nothing was searched.
    pub(crate) efforts: Vec<EffortReport<Coordinates>>,
    /// Depth of the iteration in plies; 0 if nothing was searched.
    pub(crate) depth: u32,
    /// Positions looked at until the end of the iteration.
    pub(crate) nodes: u64,
    /// Milliseconds since the search began; of a result, all that it took.
    pub(crate) time_ms: f64,
}

/// Where a move comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MoveSource {
    /// A search.
    Search,
    /// The book of openings.
    Book,
    /// The first stone of a side, which needs no search.
    Opening,
    /// A level below full strength, which may make a mistake.
    Level,
}

/// The end of a search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ThinkResult {
    /// What it found.
    #[serde(flatten)]
    pub(crate) report: SearchReport,
    /// The move to play: legal unless every empty point is forbidden. It is not played on the
    /// board.
    ///
    /// The first of the `lines` begins with it. If the search ended within an iteration that had
    /// changed the best move, that line comes from this iteration, and its score may be a bound. A
    /// move that was not searched has a line of its own, with depth 0 and the value of the position
    /// without a search.
    #[serde(rename = "move")]
    pub(crate) place: Coordinates,
    /// Where the move comes from.
    pub(crate) source: MoveSource,
    /// Whether a stop ended the search before its limits did.
    pub(crate) stopped: bool,
}

/// Whether the side to move wins by force.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Solution {
    /// The answer.
    #[serde(flatten)]
    pub(crate) finding: Finding<Coordinates>,
    /// Positions looked at.
    pub(crate) nodes: u64,
    /// Milliseconds that it took.
    pub(crate) time_ms: f64,
    /// Whether a stop ended the call.
    pub(crate) stopped: bool,
}

/// The first moves that win by force.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct WinningMoves {
    /// The answer.
    #[serde(flatten)]
    pub(crate) report: FirstMovesReport<Coordinates>,
    /// Milliseconds that it took.
    pub(crate) time_ms: f64,
    /// Whether a stop ended the call.
    pub(crate) stopped: bool,
}

/// The opponent's threat to win by force, and what stops it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Defences {
    /// The answer.
    #[serde(flatten)]
    pub(crate) report: DefenceReport<Coordinates>,
    /// Milliseconds that it took.
    pub(crate) time_ms: f64,
    /// Whether a stop ended the call.
    pub(crate) stopped: bool,
}

/// The value of a position without a search, for the side to move.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Value {
    /// The value.
    #[cfg_attr(feature = "schema", schemars(with = "fukumi_core::schema::Score"))]
    pub(crate) score: i32,
    /// The chance of winning, 0 to 1; a draw counts as half a win.
    pub(crate) win_rate: f64,
}

/// The rows of both sides that threaten to win, and the forbidden points.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Rows {
    /// The rows.
    pub(crate) rows: Vec<RowReport<Coordinates>>,
    /// The forbidden points, with the rows that make them fouls.
    pub(crate) forbidden: Vec<ForbiddenReport<Coordinates>>,
}

/// An analysed game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "AnalysedGame"))]
pub(crate) struct Analysis {
    /// The rule by which it was analysed.
    pub(crate) rule: Name<Rule>,
    /// The game as a whole.
    #[serde(flatten)]
    pub(crate) game: GameReport<Coordinates>,
    /// One for each position: `positions[n]` is the one after `n` moves.
    pub(crate) positions: Vec<PositionReport<Coordinates>>,
    /// Whether a stop ended the analysis.
    pub(crate) stopped: bool,
}

/// A position that can be set up.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct PuzzlePosition {
    /// The rule.
    pub(crate) rule: Name<Rule>,
    /// Columns, 5 to 22.
    pub(crate) width: u8,
    /// Rows, 5 to 22.
    pub(crate) height: u8,
    /// The stones, in the order in which they were played.
    pub(crate) stones: Vec<Stone>,
    /// Points where no one can ever play.
    pub(crate) dead: Vec<Coordinates>,
    /// The side to move.
    pub(crate) to_move: Side,
}

/// A position in which exactly one first move wins by fours and threes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Puzzle {
    /// Number of moves of the game before the position.
    pub(crate) played: usize,
    /// The position, ready for `Engine.setPosition`.
    pub(crate) position: PuzzlePosition,
    /// `fours` if fours alone suffice.
    pub(crate) threats: Name<Threats>,
    /// Plies to the last stone against the longest defence.
    pub(crate) plies: usize,
    /// The moves of both sides against the longest defence. The first one is the only move that
    /// wins by force.
    pub(crate) solution: Vec<Coordinates>,
}

/// The puzzles of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Puzzles {
    /// In the order of the game.
    pub(crate) puzzles: Vec<Puzzle>,
    /// Whether a stop ended the search.
    pub(crate) stopped: bool,
}

/// How far a long piece of work has come.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Progress {
    /// What is done.
    pub(crate) done: usize,
    /// What there is to do.
    pub(crate) total: usize,
}

/// How far an analysis has come.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct AnalysisProgress {
    /// The positions.
    #[serde(flatten)]
    pub(crate) progress: Progress,
    /// What was found in the last one that is done, for a later analysis of the same game; empty if
    /// that would be too long. Only the engine reads it.
    pub(crate) finding: String,
}

/// What was played in a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Explored {
    /// How often the position was met.
    #[serde(flatten)]
    pub(crate) count: Count,
    /// Those played most often first.
    pub(crate) moves: Vec<PlayedReport<Coordinates>>,
    /// Games by this rule on this board.
    pub(crate) games: u64,
    /// All games.
    pub(crate) all_games: u64,
}

/// The result of the engine's benchmark.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct BenchResult {
    /// The same on every machine for the same version of the engine.
    pub(crate) nodes: u64,
    /// Milliseconds that it took.
    pub(crate) time_ms: f64,
}
