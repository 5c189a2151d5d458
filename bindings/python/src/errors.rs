//! The exceptions of the package, which are classes of its Python part, and how errors become them.

use fukumi_core::embed::{self, EmbedError};
use fukumi_records::NotationError;
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

mod python {
    pyo3::import_exception!(fukumi._errors, BusyError);
    pyo3::import_exception!(fukumi._errors, EngineError);
    pyo3::import_exception!(fukumi._errors, GameOverError);
    pyo3::import_exception!(fukumi._errors, IllegalMoveError);
    pyo3::import_exception!(fukumi._errors, NotationError);
}

use python::{BusyError, GameOverError};
pub(crate) use python::{EngineError, IllegalMoveError};

/// The exception for something that cannot be done with a board.
pub(crate) fn embed(error: &EmbedError, board: &embed::Board) -> PyErr {
    let text = error.to_string();
    match error {
        EmbedError::NoPoint(_) | EmbedError::Taken { .. } => IllegalMoveError::new_err(text),
        EmbedError::Over => GameOverError::new_err(match board.ending() {
            Some(ending) => format!("{text}: {ending}"),
            None => text,
        }),
        EmbedError::Busy => BusyError::new_err(text),
        EmbedError::Range { .. } => PyValueError::new_err(text),
        _ => EngineError::new_err(text),
    }
}

/// The exception for a text that cannot be read.
pub(crate) fn notation(error: &NotationError) -> PyErr {
    let place = error.place.map(|place| (place.line, place.column));
    let (line, column) = place.unzip();
    python::NotationError::new_err((error.to_string(), line, column))
}
