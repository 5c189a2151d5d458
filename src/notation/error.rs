//! What is wrong with a text, and where.

use std::fmt;

use crate::geometry::{BoardSize, MAX_SIDE, MIN_SIDE};
use crate::position::ending::Ending;

/// Characters of the input that an error repeats at most.
const MAX_EXCERPT: usize = 24;
/// Ids that an error lists at most.
const MAX_IDS: usize = 5;

/// A place in a text. Both numbers count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line.
    pub line: usize,
    /// Characters into the line.
    pub column: usize,
}

/// Why there is no position in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// Where; `None` if it is not about one place.
    pub place: Option<Place>,
    /// What.
    pub problem: Problem,
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The file, or standard input, cannot be read.
    Unreadable {
        /// Its name.
        name: String,
        /// Why.
        reason: String,
    },
    /// The text is longer than [`MAX_BYTES`](super::MAX_BYTES).
    TooLong,
    /// The text is in none of the formats.
    Unrecognised(String),
    /// Something else stands where `expected` belongs.
    Expected {
        /// What belongs there.
        expected: &'static str,
        /// What came.
        found: String,
    },
    /// A row of a picture is longer or shorter than the first.
    Ragged {
        /// Cells of the first row.
        expected: usize,
        /// Cells of this row.
        found: usize,
    },
    /// The board is too small or too large.
    Size(String),
    /// The text states another size than the hints.
    OtherSize {
        /// That of the text.
        stated: BoardSize,
        /// That of the hints.
        hinted: BoardSize,
    },
    /// A point is not on the board.
    OffBoard {
        /// The point as it is written.
        found: String,
        /// The board.
        size: BoardSize,
        /// Whether nobody stated that size.
        is_size_assumed: bool,
    },
    /// A second stone, or a dead cell, on a point.
    Taken(String),
    /// A key has two values.
    Twice(String),
    /// There are several positions, and nothing says which one is meant.
    Several(Vec<String>),
    /// There is no position of that id or number.
    NoRecord(String),
    /// More moves are asked for than there are.
    TooFewMoves {
        /// Number asked for.
        asked: usize,
        /// Number there is.
        played: usize,
    },
    /// Some of the moves are asked for, but the stones are in no order.
    NoOrder,
    /// There are no stones.
    NoStones,
    /// There are no empty points.
    Full,
    /// The game is over.
    Over(Ending),
    /// There are moves behind the end of the game.
    AfterEnd {
        /// How it ended.
        ending: Ending,
        /// With which move.
        played: usize,
    },
    /// The numbers of stones do not tell whose move it is.
    Turn {
        /// Black stones.
        black: usize,
        /// White stones.
        white: usize,
    },
}

impl Problem {
    pub(super) fn expected(expected: &'static str, found: &str) -> Self {
        Self::Expected { expected, found: excerpt(found) }
    }

    pub(super) fn at(self, place: Place) -> NotationError {
        NotationError { place: Some(place), problem: self }
    }
}

impl From<Problem> for NotationError {
    fn from(problem: Problem) -> Self {
        Self { place: None, problem }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(place) => write!(f, "{place}: {}", self.problem),
            None => write!(f, "{}", self.problem),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { name, reason } => write!(f, "cannot read {name}: {reason}"),
            Self::TooLong => write!(f, "expected at most {} bytes, found more", super::MAX_BYTES),
            Self::Unrecognised(found) => write!(
                f,
                "expected moves such as h8i9h10, a picture of a board, a record, a game of \
                 Piskvork, SGF or a BOARD block, or the name of a file, found {found}"
            ),
            Self::Expected { expected, found } => write!(f, "expected {expected}, found {found}"),
            Self::Ragged { expected, found } => {
                write!(f, "expected {expected} cells as in the first row, found {found}")
            }
            Self::Size(found) => write!(
                f,
                "expected a board of {MIN_SIDE}x{MIN_SIDE} to {MAX_SIDE}x{MAX_SIDE} points, \
                 found {found}"
            ),
            Self::OtherSize { stated, hinted } => {
                write!(f, "expected a board of {hinted}, found one of {stated}")
            }
            Self::OffBoard { found, size, is_size_assumed: false } => {
                write!(f, "expected a point on the board of {size}, found {found}")
            }
            Self::OffBoard { found, size, is_size_assumed: true } => write!(
                f,
                "expected a point on the board, which is {size} if no other size is stated, \
                 found {found}"
            ),
            Self::Taken(label) => write!(f, "expected an empty point, found {label} taken"),
            Self::Twice(key) => write!(f, "expected one {key}, found a second"),
            Self::Several(ids) => {
                write!(f, "expected one position, found {}; name the one you mean: ", ids.len())?;
                let shown = ids.len().min(MAX_IDS);
                f.write_str(&ids[..shown].join(", "))?;
                f.write_str(if shown < ids.len() { ", ..." } else { "" })
            }
            Self::NoRecord(id) => write!(f, "there is no position {id}"),
            Self::TooFewMoves { asked, played } => {
                write!(f, "expected at least {asked} moves, found {played}")
            }
            Self::NoOrder => {
                f.write_str("expected moves in the order of play, found stones in no order")
            }
            Self::NoStones => f.write_str("expected stones on the board, found none"),
            Self::Full => f.write_str("expected an empty point, found a full board"),
            Self::Over(ending) => {
                write!(f, "expected a game that goes on, but it is over: {ending}")
            }
            Self::AfterEnd { ending, played } => {
                write!(
                    f,
                    "expected no moves behind the end of the game: {ending} with move {played}"
                )
            }
            Self::Turn { black, white } => write!(
                f,
                "{black} black and {white} white stones do not tell whose move it is; state the \
                 side to move"
            ),
        }
    }
}

impl std::error::Error for NotationError {}

/// The beginning of a text in quotation marks, fit for one line of a terminal.
pub(super) fn excerpt(text: &str) -> String {
    if text.is_empty() {
        return "nothing".into();
    }
    let line = text.lines().next().unwrap_or_default();
    let mut shown: String = line.chars().take(MAX_EXCERPT).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    format!("'{}'", shown.escape_debug())
}
