//! The data that crosses the boundary: plain structs and numbered enums with a fixed layout.
//!
//! Callers pass plain integers even where these stand for values of an enum, because a Rust enum
//! must never hold any other value. `Named::read` accepts only valid numbers.

use std::ffi::CStr;

use fukumi_core::board::Cell as BoardCell;
use fukumi_core::eval::Kind;
use fukumi_core::geometry;
use fukumi_core::pattern::forbidden::Foul;
use fukumi_core::position::ending;
use fukumi_core::rule;
use fukumi_core::score::{Outlook, Score};
use fukumi_core::solver;

/// An enum whose values callers name by number.
pub(super) trait Named: Clone + 'static {
    /// All values with their numbers.
    const ALL: &'static [(i32, Self)];

    /// The value with this number.
    fn read(number: i32) -> Result<Self, Status> {
        let found = Self::ALL.iter().find(|(known, _)| *known == number);
        found.map(|(_, value)| value.clone()).ok_or(Status::BadArgument)
    }
}

/// Result of a call.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The call succeeded.
    Ok = 0,
    /// A pointer that must not be null is null.
    NullPointer = 1,
    /// A number stands for nothing, or is out of its range.
    BadArgument = 2,
    /// The point is not on the board.
    OffBoard = 3,
    /// The point is not empty.
    Occupied = 4,
    /// There is no stone to take back.
    NoStone = 5,
    /// The game has ended, so there is nothing to look for.
    GameOver = 6,
    /// Another call with this engine has not returned yet.
    Busy = 7,
    /// The system cannot start a thread.
    NoThread = 8,
    /// A fault in the library, or not enough memory. If every call returns it, the engine can only
    /// be freed.
    Internal = 9,
}

impl Status {
    /// The meaning of the status, for people.
    pub(super) const fn text(self) -> &'static CStr {
        match self {
            Self::Ok => c"no error",
            Self::NullPointer => c"a pointer is null that must not be",
            Self::BadArgument => c"a number stands for nothing, or is out of its range",
            Self::OffBoard => c"the point is not on the board",
            Self::Occupied => c"the point is not empty",
            Self::NoStone => c"there is no stone to take back",
            Self::GameOver => c"the game has ended",
            Self::Busy => c"another call with this engine has not returned yet",
            Self::NoThread => c"the system has no thread to spare",
            Self::Internal => c"a fault in the library, or not enough memory",
        }
    }
}

impl Named for Status {
    const ALL: &'static [(i32, Self)] = &[
        (Self::Ok as i32, Self::Ok),
        (Self::NullPointer as i32, Self::NullPointer),
        (Self::BadArgument as i32, Self::BadArgument),
        (Self::OffBoard as i32, Self::OffBoard),
        (Self::Occupied as i32, Self::Occupied),
        (Self::NoStone as i32, Self::NoStone),
        (Self::GameOver as i32, Self::GameOver),
        (Self::Busy as i32, Self::Busy),
        (Self::NoThread as i32, Self::NoThread),
        (Self::Internal as i32, Self::Internal),
    ];
}

/// The rule of the game.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Five or more in a row win.
    Freestyle = 0,
    /// Exactly five in a row win; longer rows do not count.
    Standard = 1,
    /// Black wins with exactly five and has forbidden points; White wins with five or more.
    Renju = 4,
    /// Six or more win. Five win unless opponent's stones hold both ends.
    CaroOverline = 8,
    /// Exactly five win, unless opponent's stones hold both ends.
    Caro = 9,
}

impl Named for rule::Rule {
    const ALL: &'static [(i32, Self)] = &[
        (Rule::Freestyle as i32, Self::Freestyle),
        (Rule::Standard as i32, Self::Standard),
        (Rule::Renju as i32, Self::Renju),
        (Rule::CaroOverline as i32, Self::CaroOverline),
        (Rule::Caro as i32, Self::Caro),
    ];
}

/// What is on a point. A side is named by its stones.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Empty.
    Empty = 0,
    /// A stone of the first player.
    Black = 1,
    /// A stone of the second player.
    White = 2,
    /// Empty, but no one may play here, and no row goes through.
    Dead = 3,
}

impl Named for BoardCell {
    const ALL: &'static [(i32, Self)] = &[
        (Cell::Empty as i32, Self::Empty),
        (Cell::Black as i32, Self::Black),
        (Cell::White as i32, Self::White),
        (Cell::Dead as i32, Self::Wall),
    ];
}

impl From<BoardCell> for Cell {
    fn from(cell: BoardCell) -> Self {
        match cell {
            BoardCell::Empty => Self::Empty,
            BoardCell::Black => Self::Black,
            BoardCell::White => Self::White,
            BoardCell::Wall => Self::Dead,
        }
    }
}

/// Whether and why the game is over.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game is not over.
    None = 0,
    /// Black has a winning row.
    BlackWins = 1,
    /// White has a winning row.
    WhiteWins = 2,
    /// Black's last stone makes six or more in a row, which is forbidden.
    Overline = 3,
    /// Black's last stone makes two fours, which is forbidden.
    DoubleFour = 4,
    /// Black's last stone makes two open threes, which is forbidden.
    DoubleThree = 5,
    /// There is no empty point left.
    BoardFull = 6,
}

impl From<ending::Ending> for Ending {
    fn from(ending: ending::Ending) -> Self {
        match ending {
            ending::Ending::Five(geometry::Color::Black) => Self::BlackWins,
            ending::Ending::Five(geometry::Color::White) => Self::WhiteWins,
            ending::Ending::Foul(Foul::Overline) => Self::Overline,
            ending::Ending::Foul(Foul::DoubleFour) => Self::DoubleFour,
            ending::Ending::Foul(Foul::DoubleThree) => Self::DoubleThree,
        }
    }
}

/// Source of static scores.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// The classical evaluation alone.
    Classical = 0,
    /// The classical evaluation, corrected by a network. A new engine uses this.
    Network = 1,
}

impl Named for Kind {
    const ALL: &'static [(i32, Self)] = &[
        (Evaluation::Classical as i32, Self::Classical),
        (Evaluation::Network as i32, Self::Network),
    ];
}

/// Which threats an attack may use.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threats {
    /// Fours only (VCF).
    Fours = 0,
    /// Fours, open threes, and quiet moves that threaten a win by fours (VCT).
    FoursAndThrees = 1,
}

impl Named for solver::Threats {
    const ALL: &'static [(i32, Self)] = &[
        (Threats::Fours as i32, Self::Fours),
        (Threats::FoursAndThrees as i32, Self::FoursAndThrees),
    ];
}

/// What the solver found out. The first two answers are proven.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is no such win. "No win" is about wins by fours and threes, or by fours alone if
    /// asked; other wins may exist.
    NoWin = 0,
    /// There is a win.
    Win = 1,
    /// A limit was reached before the answer was found.
    Unknown = 2,
}

impl<W> From<&solver::Verdict<W>> for Verdict {
    fn from(verdict: &solver::Verdict<W>) -> Self {
        match verdict {
            solver::Verdict::Win(_) => Self::Win,
            solver::Verdict::NoWin => Self::NoWin,
            solver::Verdict::Unknown => Self::Unknown,
        }
    }
}

/// An intersection of the board.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Column from the left, from 0.
    pub x: i32,
    /// Row from the top, from 0.
    pub y: i32,
}

impl From<geometry::Point> for Point {
    fn from(point: geometry::Point) -> Self {
        Self { x: i32::from(point.x()), y: i32::from(point.y()) }
    }
}

/// A stone, or a dead cell.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Column from the left, from 0.
    pub x: i32,
    /// Row from the top, from 0.
    pub y: i32,
    /// Black, white or dead: a `FukumiCell`.
    pub cell: i32,
}

/// Limits of a search; the first one that is reached ends it. 0 is no limit.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Milliseconds. The call returns at most a few milliseconds later.
    pub time_ms: u64,
    /// Positions (nodes) to search, for all threads together. With several threads, each may exceed
    /// it by some hundred.
    pub nodes: u64,
    /// Plies of the deepest iteration. The solver ignores it.
    pub depth: u32,
}

/// A line of play that a search found, and its value for the side to move.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Depth in plies of the iteration that found the line. 0 if the search was stopped before it
    /// had searched a move; then the value is that of the position without a search.
    pub depth: u32,
    /// Largest number of plies searched.
    pub selective_depth: u32,
    /// Place of the line among the best lines, from 0.
    pub index: u32,
    /// Number of best lines.
    pub count: u32,
    /// The score in points: 0 is even, 200 are a 73 % chance of winning. Beyond 20000 in either
    /// direction the game is decided as far as the search has looked.
    pub score: i32,
    /// Plies to the last stone if the result is proven: positive for a win, negative for a loss,
    /// else 0.
    pub plies_to_end: i32,
    /// Chances of a win, a draw and a loss; their sum is 1.
    pub win: f64,
    /// See `win`. 0 if nothing is known about draws.
    pub draw: f64,
    /// See `win`.
    pub loss: f64,
    /// Positions searched so far by the whole search.
    pub nodes: u64,
    /// Microseconds since the search began.
    pub time_us: u64,
    /// The moves that both sides prefer; at least one.
    pub moves: *const Point,
    /// Number of moves.
    pub move_count: usize,
}

/// What the solver says about a position.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Whether there is a win.
    pub verdict: Verdict,
    /// For a win, the plies to the last stone against the longest defence; else 0.
    pub plies: u32,
    /// Positions searched.
    pub nodes: u64,
    /// Microseconds that the solver took.
    pub time_us: u64,
    /// For a win, the moves of both sides against the longest defence, up to the one after which
    /// the five cannot be stopped.
    pub moves: *const Point,
    /// Number of moves.
    pub move_count: usize,
}

/// A move, and what the solver says about it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The move.
    pub point: Point,
    /// Whether there is a win after the move; the question decides whose win.
    pub verdict: Verdict,
    /// For a win, the plies to the last stone against the longest defence; else 0.
    pub plies: u32,
}

/// The value of a position without a search, for the side to move.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The score in points, as that of a line.
    pub score: i32,
    /// Chances of a win, a draw and a loss; their sum is 1.
    pub win: f64,
    /// See `win`. 0 if nothing is known about draws.
    pub draw: f64,
    /// See `win`.
    pub loss: f64,
}

impl Value {
    /// The value with this score; `draws` as in [`Outlook::new`].
    pub(super) fn new(score: Score, draws: Option<f64>) -> Self {
        let Outlook { win, draw, loss } = Outlook::new(score, draws.unwrap_or(0.0));
        Self { score: score.points(), win, draw, loss }
    }
}
