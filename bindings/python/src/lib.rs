//! What the Python package `fukumi` does in Rust: boards, notation, and work on threads.
//!
//! This module `_native` is private to the package. Its functions take and return plain values:
//! points as pairs `(x, y)`, names as text, results as dictionaries, which are what the
//! JSON of `fukumi_reports` says. The Python files around it make
//! of these what a user sees; they also check ranges. So a wrong argument that arrives here is
//! still an exception, but not always one with a helpful text.
//!
//! Whatever may take long runs on a thread that knows nothing of Python ([`job`]).

use pyo3::prelude::*;

mod analysis;
mod board;
mod engine;
mod errors;
mod job;
mod notation;
mod picture;
mod plain;
mod solver;

/// The part of the package that is written in Rust.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::analysis::analyse;
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::job::Job;
    #[pymodule_export]
    use super::notation::{parse, write};
    #[pymodule_export]
    use super::picture::picture;
    #[pymodule_export]
    use super::solver::Solver;
    #[pymodule_export]
    use super::version;

    #[pymodule_export]
    const HIGHEST_LEVEL: usize = fukumi_core::decide::level::HIGHEST;

    #[pymodule_init]
    fn set_up(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__all__", super::NAMES)
    }
}

/// Everything in the module that the package may use.
const NAMES: [&str; 10] = [
    "HIGHEST_LEVEL",
    "Board",
    "Engine",
    "Job",
    "Solver",
    "analyse",
    "parse",
    "picture",
    "version",
    "write",
];

/// The version of the package and of the engine, such as `0.1.0`.
#[pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
