//! Analysis of whole games.

use fukumi_core::embed::{self, AnalysisOptions, Thresholds};
use fukumi_records::Problem;
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors;
use crate::plain::{json, limits};
use crate::progress::Receiver;

/// Analyse the game of a board. `time` is for each position, in seconds. `progress` receives the
/// number of positions that are done and that there are.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the caller names each of them")]
pub(crate) fn analyse(
    py: Python<'_>,
    board: &Board,
    lines: usize,
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    memory: usize,
    threads: usize,
    mistake: f64,
    blunder: f64,
    mistake_log_odds: f64,
    blunder_log_odds: f64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Py<PyAny>> {
    let board = board.embedded();
    if board.stones().is_empty() {
        return Err(errors::notation(&Problem::NoStones.into()));
    }
    let limits = limits(time, nodes, depth)?;
    let options = AnalysisOptions {
        time: limits.hard,
        nodes: limits.nodes,
        depth: limits.depth,
        lines,
        threads,
        memory,
        thresholds: Thresholds { mistake, blunder, mistake_log_odds, blunder_log_odds },
    };
    let mut receiver = Receiver::new(progress);
    let analysis = py.detach(|| {
        embed::analyse_with(board, &options, &mut |done, total| receiver.take(Some((done, total))))
    });
    receiver.finish()?;
    json(py, &analysis.map_err(|error| errors::embed(&error, board))?)
}
