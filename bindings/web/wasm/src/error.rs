//! What is wrong with a request.

use fukumi_core::geometry::BoardSize;
use fukumi_core::opening::IllegalStep;
use fukumi_core::rule::Rule;
use fukumi_records::NotationError;
use serde::Serialize;
use serde_json::Value;

use crate::answer::text::{Place, TextError, TextProblem};

/// What is wrong with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CallErrorCode"))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Code {
    /// A field is unknown or missing, or a number, name or combination makes no sense; the message
    /// names it.
    BadArgument,
    /// The point is not on the board.
    OffBoard,
    /// The point is not empty.
    Occupied,
    /// The opening rule does not allow the step; the message says why.
    IllegalStep,
    /// There is no stone to take back.
    NoStone,
    /// The game has ended, so there is nothing to play or to look for.
    GameOver,
    /// The text cannot be read; `EngineError.place` may say where.
    BadText,
    /// The engine cannot be loaded: no WebAssembly with SIMD, no Worker, or a file that cannot be
    /// fetched. If the file of a network is missing, the engine goes on, and the next call that
    /// needs the network tries again.
    Unavailable,
    /// A fault in the engine, or not enough memory. The engine starts anew, with the game that was
    /// on its board. If it cannot, the calls that wait reject with `unavailable`, and the next one
    /// tries again.
    Internal,
}

/// An error as the package passes it on.
#[derive(Debug, Serialize)]
pub(crate) struct Error {
    /// What is wrong.
    pub(crate) code: Code,
    /// For people.
    pub(crate) message: String,
    /// What is wrong with a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<TextProblem>,
    /// Where the fault in a text is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<Place>,
    /// The rule whose network has to be provided first; then the same request can be answered.
    #[serde(skip)]
    pub(crate) needs: Option<Rule>,
}

/// The result of a request.
pub(crate) type Answered = Result<Value, Error>;

impl Error {
    fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), problem: None, place: None, needs: None }
    }

    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new(Code::BadArgument, message)
    }

    /// A request that is none, because of one of its fields.
    pub(crate) fn request(error: &serde_path_to_error::Error<serde_json::Error>) -> Self {
        let path = error.path().to_string();
        let field = path.strip_prefix("with").map_or(&*path, |rest| rest.trim_start_matches('.'));
        let message = error.inner().to_string();
        // The place in the text between the package and the engine means nothing to those outside.
        let message = message.rsplit_once(" at line ").map_or(&*message, |(before, _)| before);
        let message = in_words(message);
        match field {
            "" | "." | "?" => Self::argument(message),
            _ => Self::argument(format!("{field}: {message}")),
        }
    }

    /// The error with the field that it is about.
    pub(crate) fn about(self, field: &str) -> Self {
        Self { message: format!("{field}: {}", self.message), ..self }
    }

    pub(crate) fn off_board(x: i64, y: i64, size: BoardSize) -> Self {
        Self::new(Code::OffBoard, format!("{x},{y} is not on a board of {size}"))
    }

    pub(crate) fn occupied(x: i64, y: i64) -> Self {
        Self::new(Code::Occupied, format!("{x},{y} is not empty"))
    }

    pub(crate) fn no_stone() -> Self {
        Self::new(Code::NoStone, "there are not so many moves to take back")
    }

    pub(crate) fn game_over() -> Self {
        Self::new(Code::GameOver, "the game has ended")
    }

    pub(crate) fn illegal_step(error: &IllegalStep) -> Self {
        Self::new(Code::IllegalStep, error.to_string())
    }

    pub(crate) fn unavailable(message: impl Into<String>) -> Self {
        Self::new(Code::Unavailable, message)
    }

    pub(crate) fn lacks_network(rule: Rule) -> Self {
        let message = format!("the network for {rule} is not there");
        Self { needs: Some(rule), ..Self::unavailable(message) }
    }

    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(Code::Internal, message)
    }
}

/// The message with the types of JavaScript instead of those of Rust.
fn in_words(message: &str) -> String {
    const WHOLE: &str = "a whole number of at least 0";
    for (name, words) in [
        ("usize", WHOLE),
        ("u64", WHOLE),
        ("u32", WHOLE),
        ("i64", "a whole number"),
        ("f64", "a number"),
        ("a sequence", "an array"),
    ] {
        if let Some(before) = message.strip_suffix(&format!("expected {name}")) {
            return format!("{before}expected {words}");
        }
    }
    match message.rsplit_once("expected struct ") {
        Some((before, _)) => format!("{before}expected an object"),
        None => message.to_owned(),
    }
}

impl From<NotationError> for Error {
    fn from(error: NotationError) -> Self {
        let TextError { problem, message, place } = error.into();
        Self { problem: Some(problem), place, ..Self::new(Code::BadText, message) }
    }
}
