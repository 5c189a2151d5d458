//! What a search tells the outside: [`Info`] while it runs, [`Outcome`] at its end.

use std::time::Duration;

use crate::geometry::Point;
use crate::score::{Outlook, Score};

/// A line of play and its value.
#[derive(Clone, Debug)]
pub struct Line {
    /// The value for the side to move at the root.
    pub score: Score,
    /// The moves both sides prefer, the first one from the root; never empty.
    pub moves: Vec<Point>,
    /// Depth of the iteration that found it, in plies; at least 1.
    pub depth: u32,
    /// Most plies from the root that were looked at.
    pub selective_depth: u32,
    /// Nodes that were spent on this line.
    pub nodes: u64,
}

/// What a search spent on one of the first moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The move.
    pub point: Point,
    /// Nodes below it, of all iterations together.
    pub nodes: u64,
}

/// What a line rests on.
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
    pub line: Line,
    /// What it rests on.
    pub source: Source,
    /// Its place among the best lines, from 0.
    pub index: usize,
    /// How many lines are asked for.
    pub count: usize,
    /// Nodes of the whole search so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The chances for the side to move at the root, where it is open and something is known of
    /// draws.
    pub outlook: Option<Outlook>,
}

impl Info {
    /// The only line of a search that knows nothing of draws.
    pub fn new(line: Line, nodes: u64, elapsed: Duration) -> Self {
        Self { line, source: Source::Search, index: 0, count: 1, nodes, elapsed, outlook: None }
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The move to play; `None` only if there is no empty point.
    pub best_move: Option<Point>,
    /// The best lines that were searched, the best one first. There is none if the search was
    /// stopped before it had finished a first move.
    pub lines: Vec<Line>,
    /// What the main thread spent on each of the first moves that it searched, best first as far as
    /// it knows; empty if the position needed no search. A move that the search believes in takes
    /// more nodes than one that is refuted at once.
    pub efforts: Vec<Effort>,
    /// Nodes of the whole search.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

impl Outcome {
    /// The value of the best line for the side to move; `None` if nothing was searched.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}
