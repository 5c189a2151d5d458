//! The requests, as the types of the package describe them.

use fukumi::geometry::{BoardSize, Color, Point};
use fukumi::rule::Rule;
use fukumi::solver::Threats;
use serde::Deserialize;

use crate::error::Error;
use crate::view::{RuleName, Side, ThreatsName};

/// Side of the board unless a request states it.
const SIDE: i64 = 15;

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", content = "with", rename_all = "camelCase")]
pub(crate) enum Request {
    /// Sets the memory and tells about the engine.
    Hello(Hello),
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
    /// Analyses a game.
    AnalyzeGame(Analyze),
    /// Looks for puzzles.
    FindPuzzles(Puzzles),
    /// Reads games.
    ReadGames(Read),
    /// Writes a game.
    WriteGame(Write),
    /// Adds games to the collection.
    AddGames(AddGames),
    /// Empties the collection.
    ClearGames,
    /// Tells what was played in a position.
    Explore(PositionSetup),
    /// Forgets what was learnt.
    Forget,
    /// Counts the nodes of fixed positions.
    Bench(Bench),
}

/// How the engine is set up.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Hello {
    pub(crate) memory_bytes: usize,
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
    #[serde(flatten)]
    pub(crate) at: At,
    pub(crate) side: Side,
}

/// Rule and size.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Setup {
    pub(crate) rule: Option<RuleName>,
    pub(crate) width: Option<i64>,
    pub(crate) height: Option<i64>,
}

impl Setup {
    pub(crate) fn rule(self) -> Rule {
        self.rule.map_or(Rule::default(), Rule::from)
    }

    pub(crate) fn size(self) -> Result<BoardSize, Error> {
        let width = self.width.unwrap_or(SIDE);
        let height = self.height.unwrap_or(width);
        BoardSize::new(width, height)
            .ok_or_else(|| Error::argument(format!("no board of {width}x{height}; 5 to 22 are")))
    }
}

/// A position.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PositionSetup {
    #[serde(flatten)]
    pub(crate) setup: Setup,
    pub(crate) stones: Vec<PlacedStone>,
    #[serde(default)]
    pub(crate) dead: Vec<At>,
    #[serde(default)]
    pub(crate) to_move: Option<Side>,
}

/// Limits of a search.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Limits {
    pub(crate) time_ms: Option<f64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
}

/// A question for the best move.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Think {
    #[serde(flatten)]
    pub(crate) limits: Limits,
    pub(crate) lines: Option<usize>,
    pub(crate) level: Option<usize>,
    pub(crate) seed: u64,
    pub(crate) variety: bool,
    pub(crate) book: bool,
    pub(crate) excluded: Vec<At>,
}

/// A decision of an opening procedure.
#[derive(Debug, Deserialize)]
pub(crate) struct Decide {
    pub(crate) step: Decision,
    #[serde(flatten)]
    pub(crate) limits: Limits,
    #[serde(default)]
    pub(crate) offers: Option<usize>,
    #[serde(default)]
    pub(crate) offered: Vec<At>,
    #[serde(default)]
    pub(crate) level: Option<usize>,
    #[serde(default)]
    pub(crate) seed: u64,
}

/// A decision of an opening procedure, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Decision {
    BalanceOne,
    BalanceTwo,
    #[serde(rename = "swap2-propose")]
    Propose,
    #[serde(rename = "swap2-choose")]
    Choose,
    #[serde(rename = "swap2-decide")]
    Decide,
    SoosorvOpen,
    SoosorvSwap,
    SoosorvFourth,
    SoosorvOffer,
    SoosorvAccept,
}

/// An opening under a rule, and the steps that were made.
#[derive(Debug, Deserialize)]
pub(crate) struct OpeningSteps {
    #[serde(flatten)]
    pub(crate) setup: Setup,
    pub(crate) opening: String,
    pub(crate) steps: Vec<Step>,
}

/// A question for the next step of an opening.
#[derive(Debug, Deserialize)]
pub(crate) struct DecideStep {
    #[serde(flatten)]
    pub(crate) opening: OpeningSteps,
    #[serde(flatten)]
    pub(crate) limits: Limits,
    #[serde(default)]
    pub(crate) level: Option<usize>,
    #[serde(default)]
    pub(crate) seed: u64,
}

/// A step of an opening.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Step {
    Swap,
    Stay,
    Count { count: usize },
    Stones { points: Vec<At> },
}

/// A question to the solver.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Solve {
    #[serde(flatten)]
    pub(crate) limits: Limits,
    pub(crate) threats: Option<ThreatsName>,
    pub(crate) shortest: bool,
}

impl Solve {
    pub(crate) fn threats(&self) -> Threats {
        self.threats.map_or(Threats::FoursAndThrees, Threats::from)
    }
}

/// A game, as it was read.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Game {
    pub(crate) rule: Option<RuleName>,
    pub(crate) width: i64,
    pub(crate) height: i64,
    #[serde(default)]
    pub(crate) setup: Vec<PlacedStone>,
    #[serde(default)]
    pub(crate) dead: Vec<At>,
    pub(crate) moves: Vec<PlacedStone>,
    #[serde(default)]
    pub(crate) to_move: Option<Side>,
}

/// A question about a whole game.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Analyze {
    pub(crate) game: Option<Game>,
    pub(crate) rule: Option<RuleName>,
    #[serde(flatten)]
    pub(crate) limits: Limits,
    pub(crate) lines: Option<usize>,
    pub(crate) mistake: Option<f64>,
    pub(crate) blunder: Option<f64>,
    pub(crate) mistake_log_odds: Option<f64>,
    pub(crate) blunder_log_odds: Option<f64>,
}

/// A question for puzzles.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Puzzles {
    pub(crate) game: Option<Game>,
    pub(crate) rule: Option<RuleName>,
    pub(crate) nodes: Option<u64>,
    pub(crate) min_plies: Option<usize>,
}

/// A text with games.
#[derive(Debug, Deserialize)]
pub(crate) struct Read {
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) size: Option<Setup>,
}

/// A file of games for the collection.
#[derive(Debug, Deserialize)]
pub(crate) struct AddGames {
    /// A text, or `None` if there are bytes.
    #[serde(default)]
    pub(crate) text: Option<String>,
    /// The bytes of a library, each as the character of that number.
    #[serde(default)]
    pub(crate) bytes: Option<String>,
    /// What counts where the file does not state it.
    #[serde(flatten)]
    pub(crate) setup: Setup,
}

/// A game to write.
#[derive(Debug, Deserialize)]
pub(crate) struct Write {
    #[serde(flatten)]
    pub(crate) setup: Setup,
    pub(crate) moves: Vec<At>,
    #[serde(default)]
    pub(crate) black: String,
    #[serde(default)]
    pub(crate) white: String,
    #[serde(default)]
    pub(crate) result: Option<Ended>,
    pub(crate) format: WriteFormat,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ended {
    Black,
    White,
    Draw,
}

/// A format to write.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WriteFormat {
    Sgf,
    Psq,
    Moves,
    Record,
}

/// How deep to search the positions of the benchmark.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Bench {
    pub(crate) depth: Option<u32>,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}
