//! The requests, as the types of the package describe them.
//!
//! A field that no type has is refused: it may be a misspelt one. Types whose fields are all
//! required take more, since nothing misspelt can be missed there, and a stone is a point as well.
//! Fields are not flattened into other types, because an error would no longer name its field.

mod analysis;
mod games;
mod opening;
mod search;

use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::rule::Rule;
use serde::Deserialize;
use serde::de::IgnoredAny;

pub(crate) use self::analysis::{Analyze, FindPuzzles, Game};
pub(crate) use self::games::{AddGames, Node, NodeMove, Read, Write, WriteFormat, WriteTree};
pub(crate) use self::opening::{Decide, DecideStep, Decision, OpeningSteps, StepKind};
pub(crate) use self::search::{Ponder, Solve, Think};
use crate::error::Error;
#[cfg(feature = "schema")]
use crate::schema::as_in;
use crate::view::{Name, RuleName, Side};

/// What is asked.
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
    /// Reads games.
    ReadGames(Read),
    /// Writes a game.
    WriteGame(Write),
    /// Reads games with their variations.
    ReadTrees(Read),
    /// Writes a game with its variations.
    WriteTree(WriteTree),
    /// Adds games to the collection.
    AddGames(AddGames),
    /// Reports the games of a file one by one.
    ListGames(AddGames),
    /// Empties the collection.
    ClearGames,
    /// Lists what was played in a position.
    Explore(PositionSetup),
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

/// A point, which may be anywhere.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct At {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl At {
    pub(crate) fn on(self, size: BoardSize) -> Result<Point, Error> {
        size.point(self.x, self.y).ok_or_else(|| Error::off_board(self.x, self.y, size))
    }
}

/// A stone, which may be anywhere.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct PlacedStone {
    x: i64,
    y: i64,
    pub(crate) side: Side,
}

impl PlacedStone {
    pub(crate) const fn new(At { x, y }: At, side: Side) -> Self {
        Self { x, y, side }
    }

    pub(crate) const fn at(self) -> At {
        At { x: self.x, y: self.y }
    }
}

/// The sides of a board.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BoardSize"))]
pub(crate) struct Sides {
    /// Columns, 5 to 22.
    pub(crate) width: i64,
    /// Rows, 5 to 22.
    pub(crate) height: i64,
}

impl Sides {
    pub(crate) fn size(self) -> Result<BoardSize, Error> {
        let Self { width, height } = self;
        BoardSize::new(width, height).ok_or_else(|| {
            Error::argument(format!("width and height must be 5 to 22, not {width} and {height}"))
        })
    }
}

/// What a new game is played by.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GameSetup"))]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Setup {
    /// Default: `freestyle`.
    pub(crate) rule: Option<RuleName>,
    /// Columns, 5 to 22. Default: 15.
    pub(crate) width: Option<i64>,
    /// Rows, 5 to 22. Default: the same as `width`.
    pub(crate) height: Option<i64>,
}

impl Setup {
    pub(crate) fn rule(self) -> Rule {
        self.rule.map_or_else(Rule::default, Name::get)
    }

    pub(crate) fn size(self) -> Result<BoardSize, Error> {
        let width = self.width.unwrap_or_else(|| BoardSize::DEFAULT.width().into());
        let height = self.height.unwrap_or(width);
        Sides { width, height }.size()
    }
}

/// A position, put on the board in one call. The state of a game is one.
#[derive(Debug, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(transform = as_in::<Setup>)
)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PositionSetup {
    rule: Option<RuleName>,
    width: Option<i64>,
    height: Option<i64>,
    /// The stones in the order of play; `undo` takes the last one back first. Sides need not
    /// alternate.
    pub(crate) stones: Vec<PlacedStone>,
    /// Points where no one can ever play and through which no row goes. Default: none.
    #[serde(default)]
    pub(crate) dead: Vec<At>,
    /// Default: the opponent of the last stone, or Black if there are no stones.
    pub(crate) to_move: Option<Side>,
    #[cfg_attr(feature = "schema", schemars(skip))]
    #[serde(default, rename = "ending")]
    _ending: IgnoredAny,
    #[cfg_attr(feature = "schema", schemars(skip))]
    #[serde(default, rename = "forbidden")]
    _forbidden: IgnoredAny,
    #[cfg_attr(feature = "schema", schemars(skip))]
    #[serde(default, rename = "opening")]
    _opening: IgnoredAny,
    #[cfg_attr(feature = "schema", schemars(skip))]
    #[serde(default, rename = "key")]
    _key: IgnoredAny,
}

impl PositionSetup {
    pub(crate) const fn setup(&self) -> Setup {
        Setup { rule: self.rule, width: self.width, height: self.height }
    }
}

/// Limits of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) time_ms: Option<f64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
}

/// How deep to search the positions of the benchmark.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Bench {
    pub(crate) depth: Option<u32>,
}
