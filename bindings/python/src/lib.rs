//! What the Python package `fukumi` does in Rust: the interface of `fukumi_core::embed`, notation and
//! pictures.
//!
//! This module `_native` is private to the package. Its functions take and return plain values:
//! points as pairs `(x, y)`, names as text, results as dictionaries with the keys of `embed`'s JSON.
//! The Python files around it make of these what a user sees; they also check ranges. So a wrong
//! argument that arrives here is still an exception, but not always one with a helpful text.
//!
//! Work that may take long runs on a thread that knows nothing of Python, or without Python's lock.

use pyo3::prelude::*;

mod analysis;
mod board;
mod engine;
mod errors;
mod notation;
mod picture;
mod plain;
mod progress;
mod solver;

/// The part of the package that is written in Rust.
#[pymodule]
mod _native {
    use fukumi_core::embed::{self, AnalysisOptions, EngineOptions, Thresholds};
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::analysis::analyse;
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::engine::{Engine, Search};
    #[pymodule_export]
    use super::notation::{parse, write};
    #[pymodule_export]
    use super::picture::picture;
    #[pymodule_export]
    use super::solver::Solver;
    #[pymodule_export]
    use super::version;

    #[pymodule_export]
    const HIGHEST_LEVEL: usize = embed::Engine::HIGHEST_LEVEL;

    #[pymodule_init]
    fn set_up(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("MEMORY_RANGE", EngineOptions::MEMORY.into_inner())?;
        module.add("THREADS_RANGE", EngineOptions::THREADS.into_inner())?;
        module.add("MEMORY", EngineOptions::default().memory)?;
        let AnalysisOptions { memory, thresholds, .. } = AnalysisOptions::default();
        let Thresholds { mistake, blunder, mistake_log_odds, blunder_log_odds } = thresholds;
        module.add("ANALYSIS_MEMORY", memory)?;
        module.add("MISTAKE", mistake)?;
        module.add("BLUNDER", blunder)?;
        module.add("MISTAKE_LOG_ODDS", mistake_log_odds)?;
        module.add("BLUNDER_LOG_ODDS", blunder_log_odds)?;
        module.add("__all__", super::NAMES)
    }
}

/// Everything in the module that the package may use.
const NAMES: [&str; 18] = [
    "ANALYSIS_MEMORY",
    "BLUNDER",
    "BLUNDER_LOG_ODDS",
    "HIGHEST_LEVEL",
    "MEMORY",
    "MEMORY_RANGE",
    "MISTAKE",
    "MISTAKE_LOG_ODDS",
    "THREADS_RANGE",
    "Board",
    "Engine",
    "Search",
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
