//! What is wrong with a request.

use fukumi::geometry::BoardSize;
use fukumi::notation::NotationError;
use fukumi::opening::IllegalStep;
use serde::Serialize;
use serde_json::Value;

use crate::view::Place;

/// An error as the package passes it on.
#[derive(Debug, Serialize)]
pub(crate) struct Error {
    /// One of the package's `ErrorCode`.
    pub(crate) code: &'static str,
    /// For people.
    pub(crate) message: String,
    /// Where the fault in a text is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<Place>,
}

/// The result of a request.
pub(crate) type Answer = Result<Value, Error>;

impl Error {
    fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), place: None }
    }

    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new("bad-argument", message)
    }

    pub(crate) fn off_board(x: i64, y: i64, size: BoardSize) -> Self {
        Self::new("off-board", format!("{x},{y} is not on a board of {size}"))
    }

    pub(crate) fn occupied(x: i64, y: i64) -> Self {
        Self::new("occupied", format!("{x},{y} is not empty"))
    }

    pub(crate) fn no_stone() -> Self {
        Self::new("no-stone", "there are not so many moves to take back")
    }

    pub(crate) fn game_over() -> Self {
        Self::new("game-over", "the game has ended")
    }

    pub(crate) fn bad_text(message: impl Into<String>) -> Self {
        Self::new("bad-text", message)
    }

    pub(crate) fn illegal_step(error: &IllegalStep) -> Self {
        Self::new("illegal-step", error.to_string())
    }

    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new("internal", message)
    }
}

impl From<NotationError> for Error {
    fn from(error: NotationError) -> Self {
        let place = error.place.map(Place::from);
        Self { place, ..Self::new("bad-text", error.problem.to_string()) }
    }
}
