//! Whole games looked at move by move: what each position is worth, and what the moves gave away.
//!
//! Every position of a [`Game`] is examined for itself, by a solver and a searcher that have seen
//! nothing else (`examine`), so that any number of threads may do it side by side with the same
//! result ([`analyze`]). What was found is put together as a [`Report`]: proven results go from one
//! position to the next where they hold there too, and each move gets a [`Judgement`].

use std::time::Duration;

mod crew;
mod evaluation;
pub(crate) mod examine;
mod game;
mod judgement;
mod report;

pub use crew::{Event, Stop, analyze};
pub use evaluation::{EvaluatedLine, Evaluation, Win};
pub use game::{End, Game};
pub use judgement::{Judgement, Mark, Summary, Thresholds};
pub use report::Report;

/// How thoroughly positions are examined, and what is told of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Positions to look at for a position of the game; `None` is no limit.
    pub nodes: Option<u64>,
    /// Time for a position of the game; `None` is no limit.
    pub time: Option<Duration>,
    /// Depth of the search in plies; `None` is no limit.
    pub depth: Option<u32>,
    /// How many best lines are wanted, at least 1.
    pub lines: usize,
    /// Bytes of the tables of one thread.
    pub memory_bytes: usize,
    /// What is a mistake.
    pub thresholds: Thresholds,
}

impl Settings {
    /// Positions to look at if there is no other limit.
    pub const DEFAULT_NODES: u64 = 100_000;
    /// Bytes of the tables if nothing else is said; more than the default number of nodes fills.
    pub const DEFAULT_MEMORY_BYTES: usize = 32_000_000;
}

impl Default for Settings {
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
