//! Searches for moves.

use std::time::{Duration, Instant};

use fukumi_core::embed::{self, EngineOptions};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors;
use crate::plain::{PATIENCE, json, limits};

/// Searches for moves, and remembers what it has found.
#[pyclass(frozen, module = "fukumi._native")]
pub(crate) struct Engine(embed::Engine);

#[pymethods]
impl Engine {
    /// Make an engine that has learnt nothing. `memory` is in bytes.
    #[new]
    fn new(level: usize, memory: usize, threads: usize, seed: Option<u64>) -> PyResult<Self> {
        let options = EngineOptions { level, memory, threads, seed };
        let engine = embed::Engine::with_options(options);
        engine.map(Self).map_err(|error| errors::embed(&error, &embed::Board::default()))
    }

    /// Begin to search a board. `time` is in seconds.
    fn think(
        &self,
        py: Python<'_>,
        board: &Board,
        lines: usize,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<Search> {
        let limits = limits(time, nodes, depth)?;
        let board = board.embedded();
        // It may wait for the end of a search that was stopped.
        let search = py.detach(|| self.0.think_lines(board, limits, lines));
        search.map(Search).map_err(|error| errors::embed(&error, board))
    }

    /// The value of a board without a search.
    fn evaluate(&self, py: Python<'_>, board: &Board) -> PyResult<Py<PyAny>> {
        let board = board.embedded();
        let value = self.0.evaluate(board);
        json(py, &value.map_err(|error| errors::embed(&error, board))?)
    }

    /// End the search that is running, if there is one. Works from any thread.
    fn stop(&self) {
        self.0.stop();
    }

    /// Forget what searches have found.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        let forgotten = py.detach(|| self.0.forget());
        forgotten.map_err(|error| errors::embed(&error, &embed::Board::default()))
    }
}

/// A search that runs on a thread of its own. It ends when the handle is dropped.
///
/// The thread knows nothing of Python and never waits for it. While Python waits for the thread,
/// other Python threads run, and signals are looked for many times a second.
#[pyclass(frozen, module = "fukumi._native")]
pub(crate) struct Search(embed::Search);

#[pymethods]
impl Search {
    /// Wait for the next report; None if there will be no more.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        loop {
            // All reports of a search that has ended are there.
            let has_ended = self.0.is_done();
            if let Some(report) = py.detach(|| self.0.report_within(PATIENCE)) {
                return json(py, &report).map(Some);
            }
            if has_ended {
                return Ok(None);
            }
            py.check_signals()?;
        }
    }

    /// Wait for the end, at most `timeout` seconds, and return the result, or None if the search
    /// goes on.
    #[pyo3(signature = (timeout=None))]
    fn result(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<Option<Py<PyAny>>> {
        // A time that is too long for a clock is none.
        let timeout = timeout.and_then(|time| Duration::try_from_secs_f64(time.max(0.0)).ok());
        let end = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        loop {
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            let patience = left.map_or(PATIENCE, |left| left.min(PATIENCE));
            let result = py.detach(|| self.0.result_within(patience));
            let result = result.map_err(|error| errors::embed(&error, &embed::Board::default()))?;
            if let Some(result) = result {
                return json(py, &result).map(Some);
            }
            py.check_signals()?;
            if left.is_some_and(|left| left.is_zero()) {
                return Ok(None);
            }
        }
    }

    /// Ask the search to end soon. Works from any thread.
    fn stop(&self) {
        self.0.stop();
    }

    /// Whether the search has ended.
    fn is_done(&self) -> bool {
        self.0.is_done()
    }
}
