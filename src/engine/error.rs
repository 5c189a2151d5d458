//! Why the engine refuses a request.

use std::fmt;

use fukumi_core::geometry::{MAX_SIDE, MIN_SIDE};

/// A request that cannot be carried out. The game is the same as before the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// There is no board yet.
    NoGame,
    /// The last position was refused, and the request is about it.
    Refused,
    /// A board of this width and height is not supported.
    Size(i64, i64),
    /// The point is off the board.
    OffBoard(i64, i64),
    /// A stone or a dead cell is on the point.
    Occupied(i64, i64),
    /// The same point is listed twice, for different owners.
    Conflict(i64, i64),
    /// The last move is not the one named. Only the last move can be taken back.
    NotLast {
        /// The coordinates that were named; `None` if nothing was.
        named: Option<(i64, i64)>,
        /// Those of the last move; -1,-1 is a pass.
        last: (i64, i64),
    },
    /// The answer of the running search comes after the move named. Only the last move can be taken
    /// back.
    BeforeAnswer(i64, i64),
    /// There is no move to take back.
    NoMove,
    /// As many paths are blocked as may be.
    TooManyPaths,
    /// Both sides have passed.
    Passed,
    /// The board is not empty, but the request needs an empty one.
    NotEmpty,
    /// The board has no room for the moves asked for.
    BoardFull,
    /// There is no swap decision with this number of stones.
    StoneCount(usize),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => f.write_str("no game, send START first"),
            Self::Refused => f.write_str("no position, the last one was refused"),
            // Piskvork looks for the digits 20 before it offers its user the standard board.
            Self::Size(width, height) => write!(
                f,
                "unsupported size {width}x{height}, use {MIN_SIDE} to {MAX_SIDE} (20 in \
                 tournaments)"
            ),
            Self::OffBoard(x, y) => write!(f, "{x},{y} is off the board"),
            Self::Occupied(x, y) => write!(f, "{x},{y} is occupied"),
            Self::Conflict(x, y) => write!(f, "{x},{y} is listed for two owners"),
            Self::NotLast { named, last: (x, y) } => {
                let last = if (*x, *y) == (-1, -1) { "move" } else { "stone" };
                match named {
                    Some((a, b)) => write!(f, "{a},{b} is not the last {last}, {x},{y} is"),
                    None => write!(f, "expected the last {last}, {x},{y}"),
                }
            }
            Self::BeforeAnswer(x, y) => {
                write!(f, "{x},{y} is not the last stone, that of the running search will be")
            }
            Self::NoMove => f.write_str("there is no move to take back"),
            Self::TooManyPaths => f.write_str("too many paths are blocked, send YXBLOCKPATHRESET"),
            Self::Passed => f.write_str("both sides have passed"),
            Self::NotEmpty => f.write_str("the board is not empty"),
            Self::BoardFull => f.write_str("the board is full"),
            Self::StoneCount(count) => {
                write!(f, "the opening has no such decision with {count} stones")
            }
        }
    }
}

impl std::error::Error for EngineError {}
