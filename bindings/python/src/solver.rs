//! Proofs of forced wins.

use std::ops::ControlFlow;

use fukumi_core::embed::{self, EmbedError, Length, Progress, Threats};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;

use crate::board::Board;
use crate::errors;
use crate::plain::{json, limits};
use crate::progress::Receiver;

fn threats_named(name: &str) -> PyResult<Threats> {
    Threats::named(name)
        .ok_or_else(|| PyValueError::new_err(format!("no threats are called {name:?}")))
}

/// Proves forced wins. Every question takes a function that receives the progress: the nodes, and
/// the moves that are done and that there are.
#[pyclass(frozen, module = "fukumi._native")]
pub(crate) struct Solver(embed::Solver);

impl Solver {
    /// Asks a question, and passes its progress on until there is an answer.
    fn ask<T: Serialize + Send>(
        py: Python<'_>,
        board: &Board,
        progress: Option<Py<PyAny>>,
        question: impl FnOnce(
            &embed::Board,
            &mut dyn FnMut(Progress) -> ControlFlow<()>,
        ) -> Result<T, EmbedError>
        + Send,
    ) -> PyResult<Py<PyAny>> {
        let board = board.embedded();
        let mut receiver = Receiver::new(progress);
        let mut last = Progress::default();
        let answer = py.detach(|| {
            question(board, &mut |now| {
                let news = (now != last).then_some((now.nodes, now.done, now.total));
                last = now;
                receiver.take(news)
            })
        });
        receiver.finish()?;
        json(py, &answer.map_err(|error| errors::embed(&error, board))?)
    }
}

#[pymethods]
impl Solver {
    /// Make a solver whose tables grow up to about `memory` bytes.
    #[new]
    fn new(memory: usize) -> PyResult<Self> {
        let solver = embed::Solver::with_memory(memory);
        solver.map(Self).map_err(|error| errors::embed(&error, &embed::Board::default()))
    }

    /// Ask whether the side to move wins by such threats. `time` is in seconds.
    #[expect(clippy::too_many_arguments, reason = "the Python part names each of them")]
    fn solve(
        &self,
        py: Python<'_>,
        board: &Board,
        threats: &str,
        shortest: bool,
        time: Option<f64>,
        nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (threats, limits) = (threats_named(threats)?, limits(time, nodes, None)?);
        let length = if shortest { Length::Shortest } else { Length::Any };
        Self::ask(py, board, progress, |board, on_progress| {
            self.0.solve_with(board, threats, limits, length, on_progress)
        })
    }

    /// Ask which moves begin a win by such threats.
    fn winning_moves(
        &self,
        py: Python<'_>,
        board: &Board,
        threats: &str,
        time: Option<f64>,
        nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (threats, limits) = (threats_named(threats)?, limits(time, nodes, None)?);
        Self::ask(py, board, progress, |board, on_progress| {
            self.0.winning_moves(board, threats, limits, on_progress)
        })
    }

    /// Ask whether the opponent threatens to win by such threats, and what each move does about it.
    fn defences(
        &self,
        py: Python<'_>,
        board: &Board,
        threats: &str,
        time: Option<f64>,
        nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (threats, limits) = (threats_named(threats)?, limits(time, nodes, None)?);
        Self::ask(py, board, progress, |board, on_progress| {
            self.0.defences(board, threats, limits, on_progress)
        })
    }

    /// End what is running, if anything is. Works from any thread.
    fn stop(&self) {
        self.0.stop();
    }

    /// Forget all positions.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        let forgotten = py.detach(|| self.0.forget());
        forgotten.map_err(|error| errors::embed(&error, &embed::Board::default()))
    }
}
