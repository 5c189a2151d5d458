//! What cannot be done, and why.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;

use crate::geometry::{BoardSize, Point};

/// What cannot be done, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EmbedError {
    /// A text names no point of the board.
    NoPoint(String),
    /// There is a stone on the point, or it is a dead cell.
    Taken {
        /// The point.
        point: Point,
        /// The size of the board, which the point's label depends on.
        size: BoardSize,
    },
    /// The game is over.
    Over,
    /// The engine or the solver is still working on something that was not stopped.
    Busy,
    /// A number is out of its range.
    Range {
        /// What the number says.
        what: &'static str,
        /// The number.
        number: usize,
        /// The smallest number allowed.
        least: usize,
        /// The largest number allowed.
        most: usize,
    },
    /// The system has no thread for the call.
    NoThread(String),
    /// A fault in the engine ended the work. Please report it.
    Failed,
}

impl fmt::Display for EmbedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPoint(text) => write!(f, "{text:?} is no point of the board"),
            Self::Taken { point, size } => write!(f, "{} is taken", point.label(*size)),
            Self::Over => f.write_str("the game is over"),
            Self::Busy => f.write_str("another search or question is still running"),
            Self::Range { what, number, least, most } => {
                write!(f, "{what} is {least} to {most}, not {number}")
            }
            Self::NoThread(reason) => write!(f, "no thread can be started: {reason}"),
            Self::Failed => f.write_str("the engine failed; please report this"),
        }
    }
}

impl Error for EmbedError {}

/// Checks that a number is in its range.
///
/// # Errors
/// If it is not.
pub(super) fn in_range(
    what: &'static str,
    number: usize,
    range: RangeInclusive<usize>,
) -> Result<usize, EmbedError> {
    if range.contains(&number) {
        Ok(number)
    } else {
        let (least, most) = range.into_inner();
        Err(EmbedError::Range { what, number, least, most })
    }
}
