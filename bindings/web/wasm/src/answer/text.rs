//! What is wrong with texts, as the package describes it.

use fukumi_records::{NotationError, Problem, TextPlace};
use serde::Serialize;

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TextProblem {
    /// It is too long.
    TooLong,
    /// It is none of the formats, or a file of a program that is not read.
    UnknownFormat,
    /// The board is too small or too large.
    Size,
    /// A stone is not on the board.
    OffBoard,
    /// A stone is on another one.
    Occupied,
    /// A game of SGF says that it is of another kind, such as Go.
    OtherGame,
    /// It has more moves than are read.
    TooManyMoves,
    /// Anything else; the message says what.
    Damaged,
}

impl From<&Problem> for TextProblem {
    fn from(problem: &Problem) -> Self {
        match problem {
            Problem::TooLong | Problem::LongRecord => Self::TooLong,
            Problem::AtByte { problem, .. } => Self::from(&**problem),
            Problem::Foreign(_) | Problem::Unrecognised(_) => Self::UnknownFormat,
            Problem::Size(_) | Problem::OtherSize { .. } => Self::Size,
            Problem::OffBoard { .. } => Self::OffBoard,
            Problem::Taken(_) => Self::Occupied,
            Problem::OtherGame { .. } | Problem::OtherRule(_) | Problem::TwoATurn => {
                Self::OtherGame
            }
            Problem::TooManyNodes => Self::TooManyMoves,
            Problem::Unreadable { .. }
            | Problem::Expected { .. }
            | Problem::Ragged { .. }
            | Problem::Twice(_)
            | Problem::Several(_)
            | Problem::NoRecord { .. }
            | Problem::TooFewMoves { .. }
            | Problem::NoOrder
            | Problem::NoStones
            | Problem::Full
            | Problem::Over(_)
            | Problem::AfterEnd { .. }
            | Problem::Turn { .. } => Self::Damaged,
        }
    }
}

/// A place in a text.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TextPlace"))]
pub(crate) struct Place {
    /// From 1.
    line: usize,
    /// From 1.
    column: usize,
}

impl From<TextPlace> for Place {
    fn from(TextPlace { line, column }: TextPlace) -> Self {
        Self { line, column }
    }
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct TextError {
    /// What is wrong.
    pub(crate) problem: TextProblem,
    /// The same in English, for people.
    pub(crate) message: String,
    /// Where; null if it is about no one place.
    pub(crate) place: Option<Place>,
}

impl From<NotationError> for TextError {
    fn from(NotationError { problem, place }: NotationError) -> Self {
        let message = problem.to_string();
        Self { problem: (&problem).into(), message, place: place.map(Place::from) }
    }
}

impl From<Problem> for TextError {
    fn from(problem: Problem) -> Self {
        NotationError::from(problem).into()
    }
}
