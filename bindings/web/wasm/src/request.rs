//! The requests, as the types of the package describe them.
//!
//! A field that no type has is refused: it may be a misspelt one. Types whose fields are all
//! required take more, since nothing misspelt can be missed there, and a stone is a point as well.
//! Fields are not flattened into other types, because an error would no longer name its field.

use fukumi_core::analysis::{AnalysisSettings, PuzzleSettings, Thresholds};
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::rule::Rule;
use fukumi_core::solver::Threats;
use fukumi_records::{GameKind, Hints};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::error::Error;
use crate::view::{Name, RuleName, Side, ThreatsName};

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
    FindPuzzles(Puzzles),
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

/// A network that will be needed.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Prepare {
    /// That of the board if it is left out.
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

/// Sides of a board.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Sides {
    pub(crate) width: i64,
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

/// A position. The state of a game is one, too.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PositionSetup {
    rule: Option<RuleName>,
    width: Option<i64>,
    height: Option<i64>,
    pub(crate) stones: Vec<PlacedStone>,
    #[serde(default)]
    pub(crate) dead: Vec<At>,
    pub(crate) to_move: Option<Side>,
    #[serde(default, rename = "ending")]
    _ending: IgnoredAny,
    #[serde(default, rename = "forbidden")]
    _forbidden: IgnoredAny,
    #[serde(default, rename = "opening")]
    _opening: IgnoredAny,
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
#[serde(default, deny_unknown_fields)]
pub(crate) struct Ponder {
    pub(crate) reply: Option<At>,
}

/// A decision of an opening procedure.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Decide {
    pub(crate) step: Decision,
    time_ms: Option<f64>,
    nodes: Option<u64>,
    pub(crate) offers: Option<usize>,
    #[serde(default)]
    pub(crate) offered: Vec<At>,
    pub(crate) level: Option<usize>,
    #[serde(default)]
    pub(crate) seed: u64,
}

impl Decide {
    pub(crate) const fn limits(&self) -> Limits {
        Limits { time_ms: self.time_ms, nodes: self.nodes, depth: None }
    }
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
#[serde(deny_unknown_fields)]
pub(crate) struct OpeningSteps {
    rule: Option<RuleName>,
    width: Option<i64>,
    height: Option<i64>,
    pub(crate) opening: String,
    pub(crate) steps: Vec<Step>,
}

impl OpeningSteps {
    pub(crate) const fn setup(&self) -> Setup {
        Setup { rule: self.rule, width: self.width, height: self.height }
    }
}

/// A question for the next step of an opening.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct DecideStep {
    rule: Option<RuleName>,
    width: Option<i64>,
    height: Option<i64>,
    opening: String,
    steps: Vec<Step>,
    time_ms: Option<f64>,
    nodes: Option<u64>,
    pub(crate) level: Option<usize>,
    #[serde(default)]
    pub(crate) seed: u64,
}

impl DecideStep {
    pub(crate) const fn limits(&self) -> Limits {
        Limits { time_ms: self.time_ms, nodes: self.nodes, depth: None }
    }

    pub(crate) fn into_steps(self) -> OpeningSteps {
        let Self { rule, width, height, opening, steps, .. } = self;
        OpeningSteps { rule, width, height, opening, steps }
    }
}

/// A step of an opening, with what belongs to one of its kinds.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    pub(crate) kind: StepKind,
    pub(crate) count: Option<usize>,
    pub(crate) points: Option<Vec<At>>,
}

/// The kind of a step of an opening.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StepKind {
    Swap,
    Stay,
    Count,
    Stones,
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

/// A game, as it was read.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Game {
    pub(crate) rule: Option<RuleName>,
    pub(crate) width: i64,
    pub(crate) height: i64,
    #[serde(default)]
    pub(crate) setup: Vec<PlacedStone>,
    #[serde(default)]
    pub(crate) dead: Vec<At>,
    pub(crate) moves: Vec<PlacedStone>,
    pub(crate) to_move: Option<Side>,
    #[serde(default, rename = "black")]
    _black: IgnoredAny,
    #[serde(default, rename = "white")]
    _white: IgnoredAny,
    #[serde(default, rename = "event")]
    _event: IgnoredAny,
    #[serde(default, rename = "date")]
    _date: IgnoredAny,
}

/// How thoroughly to analyse a game. `fukumi analyze` has the same settings.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "AnalysisOptions"))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Analyze {
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub(crate) game: Option<Game>,
    /// The rule, which takes precedence over that of the game. Default: that of the game, or
    /// freestyle.
    pub(crate) rule: Option<RuleName>,
    /// Milliseconds for each position of the game.
    time_ms: Option<f64>,
    /// Positions to look at for each position of the game. Default: 100000 if there is no other
    /// limit.
    nodes: Option<u64>,
    /// Plies of the deepest iteration.
    depth: Option<u32>,
    /// Best lines for each position.
    pub(crate) lines: usize,
    /// Loss of winning chance from which on a move is a mistake, 0 to 1.
    pub(crate) mistake: f64,
    /// Loss of winning chance from which on a move is a blunder, 0 to 1.
    pub(crate) blunder: f64,
    /// Loss of log odds from which on a move is a mistake, at least 0.
    pub(crate) mistake_log_odds: f64,
    /// Loss of log odds from which on a move is a blunder, at least 0.
    pub(crate) blunder_log_odds: f64,
}

impl Default for Analyze {
    fn default() -> Self {
        let AnalysisSettings { lines, thresholds, .. } = AnalysisSettings::default();
        let Thresholds { mistake, blunder, mistake_log_odds, blunder_log_odds } = thresholds;
        Self {
            game: None,
            rule: None,
            time_ms: None,
            nodes: None,
            depth: None,
            lines,
            mistake,
            blunder,
            mistake_log_odds,
            blunder_log_odds,
        }
    }
}

impl Analyze {
    pub(crate) const fn limits(&self) -> Limits {
        Limits { time_ms: self.time_ms, nodes: self.nodes, depth: self.depth }
    }
}

/// A question for puzzles in a game.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PuzzleOptions"))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Puzzles {
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub(crate) game: Option<Game>,
    /// The rule, which takes precedence over that of the game.
    pub(crate) rule: Option<RuleName>,
    /// Positions to look at for each question to the solver.
    pub(crate) nodes: u64,
    /// Fewest plies of a win that is worth a puzzle.
    pub(crate) min_plies: usize,
}

impl Default for Puzzles {
    fn default() -> Self {
        let PuzzleSettings { nodes, min_plies, .. } = PuzzleSettings::default();
        Self { game: None, rule: None, nodes, min_plies }
    }
}

/// A file with games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Read {
    /// A text, or `None` if there are bytes.
    pub(crate) text: Option<String>,
    /// The bytes of a file, each as the character of that number.
    pub(crate) bytes: Option<String>,
    pub(crate) size: Option<Sides>,
    /// The game to read, or how to read all of them.
    pub(crate) game: Option<ChosenGame>,
}

/// What `game` may say of a file.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected the number of a game, an id or gomoku")]
pub(crate) enum ChosenGame {
    /// The number of a game, from 1.
    Number(usize),
    /// The id of a game, its number, or the word `gomoku`.
    Word(String),
}

impl ChosenGame {
    /// The game that is named, if it is not the word for all games.
    pub(crate) fn id(&self) -> Option<String> {
        match self {
            Self::Number(number) => Some(number.to_string()),
            Self::Word(word) => (!is_gomoku(word)).then(|| word.clone()),
        }
    }

    /// Which game the file is of.
    pub(crate) fn kind(&self) -> GameKind {
        match self {
            Self::Word(word) if is_gomoku(word) => GameKind::Gomoku,
            Self::Number(_) | Self::Word(_) => GameKind::Judged,
        }
    }
}

fn is_gomoku(word: &str) -> bool {
    word.eq_ignore_ascii_case("gomoku")
}

/// A file of games, for the collection or a list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AddGames {
    /// A text, or `None` if there are bytes.
    pub(crate) text: Option<String>,
    /// The bytes of a file, each as the character of that number.
    pub(crate) bytes: Option<String>,
    /// What counts where the file does not state it.
    pub(crate) rule: Option<RuleName>,
    pub(crate) size: Option<Sides>,
}

impl Read {
    /// What the request says that a file may leave open.
    pub(crate) fn hints(&self) -> Result<Hints, Error> {
        let game = self.game.as_ref();
        Ok(Hints {
            default_size: self.size.map(Sides::size).transpose()?,
            id: game.and_then(ChosenGame::id),
            game: game.map(ChosenGame::kind).unwrap_or_default(),
            ..Hints::default()
        })
    }
}

/// A game to write.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Write {
    rule: Option<RuleName>,
    width: Option<i64>,
    height: Option<i64>,
    pub(crate) moves: Vec<At>,
    #[serde(default)]
    pub(crate) black: String,
    #[serde(default)]
    pub(crate) white: String,
    pub(crate) result: Option<Ended>,
    pub(crate) format: WriteFormat,
}

impl Write {
    pub(crate) const fn setup(&self) -> Setup {
        Setup { rule: self.rule, width: self.width, height: self.height }
    }
}

/// A game with its variations, to be written.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct WriteTree {
    pub(crate) rule: Option<RuleName>,
    pub(crate) width: i64,
    pub(crate) height: i64,
    #[serde(default)]
    pub(crate) setup: Vec<PlacedStone>,
    pub(crate) to_move: Option<Side>,
    pub(crate) black: Option<String>,
    pub(crate) white: Option<String>,
    pub(crate) event: Option<String>,
    pub(crate) date: Option<String>,
    pub(crate) result: Option<String>,
    pub(crate) nodes: Vec<Node>,
    /// SGF if there is none.
    pub(crate) format: Option<WriteFormat>,
}

/// A node of a tree.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Node {
    pub(crate) parent: Option<usize>,
    #[serde(rename = "move")]
    pub(crate) action: Option<NodeMove>,
    pub(crate) title: String,
    pub(crate) comment: String,
    pub(crate) labels: Vec<Label>,
    pub(crate) is_marked: bool,
    pub(crate) is_start: bool,
    pub(crate) others: Vec<String>,
}

/// A move, or a pass if it has no point.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NodeMove {
    pub(crate) side: Side,
    pub(crate) x: Option<i64>,
    pub(crate) y: Option<i64>,
}

/// A text on a point.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Label {
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) text: String,
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
#[serde(default, deny_unknown_fields)]
pub(crate) struct Bench {
    pub(crate) depth: Option<u32>,
}
