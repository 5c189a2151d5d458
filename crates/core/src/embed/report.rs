//! What searches find: lines of play and their values.

use std::time::Duration;

use crate::geometry::Point;
use crate::score::{Outlook, Score};
use crate::search::report::{self, Info};

/// A line of play, and its value for the side to move.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// The moves that both sides prefer; never empty.
    pub moves: Vec<Point>,
    /// The value; see [`Score`].
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Score"))]
    pub score: i32,
    /// Chance of winning, 0 to 1; a draw counts as half a win. Exactly 0 or 1 if that is proven.
    pub win_rate: f64,
    /// Chance of a draw, 0 to 1; `None` if it is unknown.
    pub draw_rate: Option<f64>,
    /// Plies to a proven end, positive for a win and negative for a loss; `None` if nothing is
    /// proven.
    pub plies: Option<i32>,
    /// Depth of the search that found the line, in plies.
    pub depth: u32,
    /// The largest distance that was looked at, in plies.
    pub selective_depth: u32,
    /// Positions looked at for this line.
    pub nodes: u64,
}

impl Line {
    pub(super) fn new(line: &report::Variation, outlook: Option<Outlook>) -> Self {
        Self {
            moves: line.moves.clone(),
            score: line.score.points(),
            win_rate: line.score.win_rate(),
            draw_rate: outlook.map(|outlook| outlook.draw),
            plies: line.score.plies_to_end(),
            depth: line.depth,
            selective_depth: line.selective_depth.max(line.depth),
            nodes: line.nodes,
        }
    }
}

/// What a finished iteration of a search has found.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// The best lines, the best one first; never empty.
    pub lines: Vec<Line>,
    /// Positions looked at since the search began, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::seconds::seconds"))]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "f64", description = "Seconds since the search began.")
    )]
    pub elapsed: Duration,
}

impl Report {
    /// The best line.
    pub fn best(&self) -> Option<&Line> {
        self.lines.first()
    }

    /// Depth of the iteration, in plies.
    pub fn depth(&self) -> u32 {
        self.best().map_or(0, |line| line.depth)
    }
}

/// The end of a search: the move to play, and the lines that led to it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchResult {
    /// The move to play. It is forbidden only if every other point is, too.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub best_move: Point,
    /// The best lines, the best one first. Empty if the move needed no search, as at the lowest
    /// levels, or if the search was stopped before it had looked at a move.
    pub lines: Vec<Line>,
    /// Positions looked at, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::seconds::seconds"))]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "f64", description = "Seconds since the search began.")
    )]
    pub elapsed: Duration,
}

impl SearchResult {
    /// The best line, if there is one.
    pub fn best(&self) -> Option<&Line> {
        self.lines.first()
    }
}

/// The value of a position without a search, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Value {
    /// The value; see [`Score`].
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Score"))]
    pub score: i32,
    /// Chance of winning, 0 to 1; a draw counts as half a win.
    pub win_rate: f64,
    /// Chance of a draw, 0 to 1; `None` if it is unknown.
    pub draw_rate: Option<f64>,
}

impl Value {
    /// The value of a score, with the share of draws that [`Outlook::new`] takes.
    pub(super) fn new(score: Score, draws: Option<f64>) -> Self {
        let draw_rate = draws.map(|draws| Outlook::new(score, draws).draw);
        Self { score: score.points(), win_rate: score.win_rate(), draw_rate }
    }
}

/// Puts the lines of an iteration together, which are reported one by one.
pub(super) struct Collector<'a> {
    send: &'a dyn Fn(Report),
    infos: Vec<Info>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(send: &'a dyn Fn(Report)) -> Self {
        Self { send, infos: Vec::new() }
    }

    /// Takes a line, and sends the report if it is the last one of its iteration.
    pub(super) fn take(&mut self, info: &Info) {
        if info.index == 0 {
            self.infos.clear();
        }
        self.infos.push(info.clone());
        if info.index + 1 == info.count {
            (self.send)(Report { lines: self.lines(), nodes: info.nodes, elapsed: info.elapsed });
        }
    }

    /// The lines of the last iteration.
    pub(super) fn lines(&self) -> Vec<Line> {
        self.infos.iter().map(|info| Line::new(&info.line, info.outlook)).collect()
    }

    /// Positions looked at so far, as far as they were reported.
    pub(super) fn nodes(&self) -> u64 {
        self.infos.last().map_or(0, |info| info.nodes)
    }
}
