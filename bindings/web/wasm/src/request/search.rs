//! Questions about the position on the board.

use fukumi_core::solver::Threats;
use serde::Deserialize;

use super::board::At;
use crate::view::{Name, ThreatsName};

/// Limits of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) time_ms: Option<f64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
}

/// What to think about, and for how long. The limit that is reached first ends the search; without
/// any, only a stop does.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ThinkOptions"))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Think {
    /// Milliseconds, greater than 0.
    time_ms: Option<f64>,
    /// Positions to look at, at least 1. With this limit alone and one thread, the same calls give
    /// the same answers on every machine.
    nodes: Option<u64>,
    /// Plies of the deepest iteration, at least 1.
    depth: Option<u32>,
    /// Number of best lines to find, at least 1; more than there are legal moves is as many as
    /// there are. The first stone of a side needs no search and is one line, unless more are
    /// wanted. Default: 1.
    pub(crate) lines: Option<usize>,
    /// Level of play, from 1 to the number of `Engine.levels`; the highest one is full strength and
    /// the default. A lower level looks at few positions and makes mistakes, so it needs no other
    /// limit. Not together with `lines` greater than 1.
    pub(crate) level: Option<usize>,
    /// Seed of all random choices, an integer from 0 to 2^53 - 1. The same seed, position and limit
    /// of nodes give the same move on every machine, after `Engine.forget`.
    pub(crate) seed: u64,
    /// Draw one of several moves that are nearly as good, so that games differ.
    pub(crate) variety: bool,
    /// Play known openings from the book that comes with the engine.
    pub(crate) book: bool,
    /// Moves to leave out, unless no other move is left.
    pub(crate) excluded: Vec<At>,
}

impl Think {
    pub(crate) const fn limits(&self) -> Limits {
        Limits { time_ms: self.time_ms, nodes: self.nodes, depth: self.depth }
    }
}

/// What to think about in the opponent's time.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PonderOptions"))]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Ponder {
    /// The reply that is expected, such as the second move of the best line. Default: any.
    pub(crate) reply: Option<At>,
}

/// A question to the solver. Without any limit it may take very long.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SolveOptions"))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Solve {
    /// Milliseconds, greater than 0.
    time_ms: Option<f64>,
    /// Positions to look at, at least 1.
    nodes: Option<u64>,
    /// Default: `fours-and-threes`.
    pub(crate) threats: Option<ThreatsName>,
    /// With `fours`: look for the win with the fewest fours.
    pub(crate) shortest: bool,
}

impl Solve {
    pub(crate) const fn limits(&self) -> Limits {
        Limits { time_ms: self.time_ms, nodes: self.nodes, depth: None }
    }

    pub(crate) fn threats(&self) -> Threats {
        self.threats.map_or(Threats::FoursAndThrees, Name::get)
    }
}
