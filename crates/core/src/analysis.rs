//! Analysis of whole games, move by move: what each position is worth, and what the moves gave
//! away.
//!
//! Every position of an [`AnalysisGame`] is examined on its own, by a solver and a searcher that
//! have seen nothing else ([`Examiner`]). So any number of threads can share the work and get the
//! same result ([`analyze`]), or one alone ([`analyze_here`]). An [`AnalysisReport`] puts the
//! findings together: proven results are passed on to neighbouring positions where they also hold,
//! and each move gets a [`Judgement`]. [`find_puzzles`] looks for positions of a game that are
//! worth solving.

use std::time::Duration;

mod alone;
mod crew;
mod evaluation;
mod examine;
mod game;
mod judgement;
mod puzzle;
mod report;

pub use alone::analyze_here;
pub use crew::{Event, Stop, analyze};
pub use evaluation::{EvaluatedLine, Evaluation, Win};
pub use examine::{Examiner, Finding};
pub use game::{AfterEnd, AnalysisGame};
pub use judgement::{Judgement, Mark, Summary, Thresholds};
pub use puzzle::{Puzzle, PuzzleSettings, find_puzzles};
pub use report::{AnalysisReport, Defeat};

/// How thoroughly to examine positions, and what to report.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisSettings {
    /// Node limit for each position of the game; `None` is no limit.
    pub nodes: Option<u64>,
    /// Time for each position of the game; `None` is no limit.
    pub time: Option<Duration>,
    /// Depth of the search in plies; `None` is no limit.
    pub depth: Option<u32>,
    /// Number of best lines wanted, at least 1.
    pub lines: usize,
    /// Bytes of the tables of one thread.
    pub memory_bytes: usize,
    /// From which loss on a move is marked.
    pub thresholds: Thresholds,
}

impl AnalysisSettings {
    /// Node limit for each position if there is no other limit.
    pub const DEFAULT_NODES: u64 = 100_000;
    /// Default size of the tables in bytes; more than the default number of nodes fills.
    pub const DEFAULT_MEMORY_BYTES: usize = 32_000_000;
}

impl Default for AnalysisSettings {
    fn default() -> Self {
        Self {
            nodes: Some(Self::DEFAULT_NODES),
            time: None,
            depth: None,
            lines: 1,
            memory_bytes: Self::DEFAULT_MEMORY_BYTES,
            thresholds: Thresholds::default(),
        }
    }
}

#[cfg(test)]
mod tests;
