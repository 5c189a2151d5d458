//! The requests, as the types of the package describe them.
//!
//! A field that no type has is refused: it may be a misspelt one. Types whose fields are all
//! required take more, since nothing misspelt can be missed there, and a stone is a point as well.
//! Fields are not flattened into other types, because an error would no longer name its field.

mod analysis;
mod board;
mod games;
mod opening;
mod search;

use serde::Deserialize;

pub(crate) use self::analysis::{Analyze, FindPuzzles, Game};
pub(crate) use self::board::{At, PlacedStone, PositionSetup, Setup, Sides};
pub(crate) use self::games::{AddGames, Node, NodeMove, Read, Write, WriteFormat, WriteTree};
pub(crate) use self::opening::{Decide, DecideStep, Decision, OpeningSteps, StepKind};
pub(crate) use self::search::{Limits, Ponder, Solve, Think};
use crate::view::RuleName;

/// What is asked of the engine.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", content = "with", rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum Request {
    /// Sets memory and threads, and describes the engine.
    Hello(Hello),
    /// Makes sure that a network is there.
    Prepare(Prepare),
    /// Begins a game.
    NewGame(Setup),
    /// Puts a position on the board.
    SetPosition(PositionSetup),
    /// Describes the game.
    State,
    /// Plays a stone.
    Play(At),
    /// Gives the turn away.
    Pass,
    /// Takes moves back.
    Undo(usize),
    /// Looks for the best move.
    Think(Think),
    /// Thinks in the opponent's time.
    Ponder(Ponder),
    /// Makes a decision of an opening procedure.
    Decide(Decide),
    /// Describes an opening after its steps.
    Opening(OpeningSteps),
    /// Chooses the next step of an opening.
    DecideStep(DecideStep),
    /// Looks for a win by force.
    Solve(Solve),
    /// Looks for all moves that win by force.
    WinningMoves(Solve),
    /// Looks for the moves that stop the opponent's win.
    Defences(Solve),
    /// Values the position without a search.
    Evaluate,
    /// Says which moves look promising without a search.
    Policy,
    /// Lists the rows that threaten, and the forbidden points.
    Rows,
    /// Analyses a game.
    AnalyzeGame(Analyze),
    /// Looks for puzzles.
    FindPuzzles(FindPuzzles),
    /// Forgets what was learnt.
    Forget,
    /// Counts the nodes of fixed positions.
    Bench(Bench),
}

/// How the engine is set up.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Hello {
    pub(crate) memory_bytes: usize,
    /// 1 if it is left out.
    pub(crate) threads: Option<usize>,
}

/// What the engine should be ready for.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PrepareRequest"))]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Prepare {
    /// Default: that of the game on the board.
    pub(crate) rule: Option<RuleName>,
}

/// How deep to search the positions of the benchmark.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Bench {
    pub(crate) depth: Option<u32>,
}
