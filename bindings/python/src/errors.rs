//! The exceptions of the package, which are classes of its Python part, and how errors become them.

use fukumi_records::NotationError;
use pyo3::PyErr;

mod python {
    pyo3::import_exception!(fukumi._errors, BusyError);
    pyo3::import_exception!(fukumi._errors, EngineError);
    pyo3::import_exception!(fukumi._errors, GameOverError);
    pyo3::import_exception!(fukumi._errors, IllegalMoveError);
    pyo3::import_exception!(fukumi._errors, NotationError);
}

pub(crate) use python::{BusyError, EngineError, GameOverError, IllegalMoveError};

/// The exception for a text that cannot be read.
pub(crate) fn notation(error: &NotationError) -> PyErr {
    let place = error.place.map(|place| (place.line, place.column));
    let (line, column) = place.unzip();
    python::NotationError::new_err((error.to_string(), line, column))
}
