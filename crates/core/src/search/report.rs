//! What a search reports: [`Info`] while it runs, [`Outcome`] at its end.

use std::time::Duration;

use crate::geometry::Point;
use crate::score::{Outlook, Score};

/// A principal variation: a line of play and its value.
#[derive(Clone, Debug)]
pub struct Variation {
    /// The value for the side to move at the root.
    pub score: Score,
    /// The moves both sides prefer, starting with the root move. Never empty.
    pub moves: Vec<Point>,
    /// Depth of the iteration that found the line, in plies; at least 1.
    pub depth: u32,
    /// Selective depth: the largest distance from the root that was looked at, in plies.
    pub selective_depth: u32,
    /// Nodes spent on this line.
    pub nodes: u64,
}

/// What a search spent on one root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The move.
    pub point: Point,
    /// Nodes below the move, in all iterations together.
    pub nodes: u64,
}

/// Where a line comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// A search of the position.
    #[default]
    Search,
    /// A book of openings.
    Book,
    /// What was learnt in games.
    Games,
}

/// One line of a finished iteration.
#[derive(Clone, Debug)]
pub struct Info {
    /// The line.
    pub line: Variation,
    /// Where the line comes from.
    pub source: Source,
    /// Rank of the line among the best lines, from 0.
    pub index: usize,
    /// Number of lines of the iteration.
    pub count: usize,
    /// Nodes of the whole search so far, of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The chances of win, draw and loss for the side to move at the root. `None` if the score is
    /// proven, or if nothing is known about draws.
    pub outlook: Option<Outlook>,
    /// With the last line of an iteration of a search, what it has spent on each root move so far;
    /// see [`Outcome::efforts`]. Else empty.
    pub efforts: Vec<Effort>,
}

impl Info {
    /// Creates the report of the only line of a search that knows nothing about draws.
    pub fn new(line: Variation, nodes: u64, elapsed: Duration) -> Self {
        Self {
            line,
            source: Source::Search,
            index: 0,
            count: 1,
            nodes,
            elapsed,
            outlook: None,
            efforts: Vec::new(),
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The move to play. `None` only if there is no empty point.
    pub best_move: Option<Point>,
    /// The best lines that were searched, the best one first. Empty if the search was stopped
    /// before it had finished a first move.
    pub lines: Vec<Variation>,
    /// What the main thread spent on each root move that it searched, best first as far as it
    /// knows. Empty if the position needed no search.
    ///
    /// A move that the search believes in takes more nodes than a move that is refuted at once.
    pub efforts: Vec<Effort>,
    /// Nodes of the whole search, of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The share of draws in what the score of the position leaves room for; see [`Outlook`].
    /// `None` if nothing is known about draws.
    pub draws: Option<f64>,
}

impl Outcome {
    /// Returns the value of the best line for the side to move, or `None` if nothing was searched.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }

    /// The chances of win, draw and loss by one of the lines, for the side to move at the root.
    /// `None` if its score is proven, or if nothing is known about draws.
    pub fn outlook(&self, line: &Variation) -> Option<Outlook> {
        outlook(line.score, self.draws)
    }
}

/// The chances by the score of a line, where the root has this share of draws.
pub(super) fn outlook(score: Score, draws: Option<f64>) -> Option<Outlook> {
    draws.filter(|_| !score.is_proven()).map(|draws| Outlook::new(score, draws))
}
