//! Proofs of forced wins.

use std::sync::Arc;
use std::time::Instant;

use fukumi_core::control::Control;
use fukumi_core::geometry::BoardSize;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::solver::{self, Threats};
use fukumi_reports::{Coordinates, DefenceReport, Finding, FirstMovesReport, millis};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;

use crate::board::Board;
use crate::job::{self, Brake, Job, Plain, Workplace, plain};
use crate::plain::limits;

/// The solver, once it was asked something.
#[derive(Default)]
struct State {
    solver: Option<solver::Solver>,
    /// Size and rule of the positions in the solver's tables.
    game: Option<(BoardSize, Rule)>,
}

impl State {
    /// The solver for questions about this position.
    fn get(&mut self, position: &Position, memory: usize) -> &mut solver::Solver {
        let solver = self.solver.get_or_insert_with(|| solver::Solver::new(memory));
        let game = Some((position.size(), position.rule()));
        if self.game != game {
            solver.clear();
            self.game = game;
        }
        solver
    }
}

/// How far the work is: moves done, all moves, nodes.
type PlainProgress = (Option<usize>, Option<usize>, u64);

/// What the solver says about an attack, and what that took.
#[derive(Serialize)]
struct Solved {
    #[serde(flatten)]
    finding: Finding<Coordinates>,
    nodes: u64,
    time_ms: f64,
}

/// What the opponent threatens, which moves stop it, and what it took to see the threat.
#[derive(Serialize)]
struct Defended {
    #[serde(flatten)]
    report: DefenceReport<Coordinates>,
    nodes: u64,
    time_ms: f64,
}

fn threats_named(name: &str) -> PyResult<Threats> {
    Threats::named(name)
        .ok_or_else(|| PyValueError::new_err(format!("no threats are called {name:?}")))
}

/// What proves forced wins.
#[pyclass(frozen, module = "fukumi._native")]
pub(crate) struct Solver {
    place: Workplace<State>,
    memory: usize,
}

impl Solver {
    fn ask(
        &self,
        py: Python<'_>,
        board: &Board,
        time: Option<f64>,
        nodes: Option<u64>,
        question: impl FnOnce(&mut solver::Solver, &Position, &Control, &dyn Fn(Plain)) -> Plain
        + Send
        + 'static,
    ) -> PyResult<Job> {
        let begun = Instant::now();
        let position = board.open_position()?;
        let control = Arc::new(Control::new(begun, limits(time, nodes, None)?));
        let memory = self.memory;
        let brake = Brake::Control(Arc::clone(&control));
        self.place.begin(py, brake, move |state, send| {
            Ok(question(state.get(&position, memory), &position, &control, send))
        })
    }
}

fn step(send: &dyn Fn(Plain)) -> impl FnMut(&solver::Step) {
    |step| {
        let progress: PlainProgress = (Some(step.done), Some(step.total), step.nodes);
        send(plain(progress));
    }
}

#[pymethods]
impl Solver {
    /// Make a solver whose tables grow up to about `memory` bytes.
    #[new]
    fn new(memory: usize) -> Self {
        Self { place: Workplace::new(), memory }
    }

    /// Ask whether the side to move wins by such threats. `time` is in seconds.
    fn solve(
        &self,
        py: Python<'_>,
        board: &Board,
        threats: &str,
        shortest: bool,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Job> {
        let threats = threats_named(threats)?;
        self.ask(py, board, time, nodes, move |solver, position, control, send| {
            let report = &mut |progress: &solver::Progress| {
                let progress: PlainProgress = (None, None, progress.nodes);
                send(plain(progress));
            };
            let solution = solver.solve(position, threats, shortest, control, report);
            job::report(&Solved {
                finding: Finding::new(position.size(), threats, &solution.verdict),
                nodes: solution.nodes,
                time_ms: millis(solution.elapsed),
            })
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
    ) -> PyResult<Job> {
        let threats = threats_named(threats)?;
        self.ask(py, board, time, nodes, move |solver, position, control, send| {
            let moves = solver.winning_moves(position, threats, control, &mut step(send));
            let report: FirstMovesReport<Coordinates> =
                FirstMovesReport::new(position.size(), threats, &moves);
            job::report(&report)
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
    ) -> PyResult<Job> {
        let threats = threats_named(threats)?;
        self.ask(py, board, time, nodes, move |solver, position, control, send| {
            let defences = solver.defences(position, threats, control, &mut step(send));
            job::report(&Defended {
                report: DefenceReport::new(position.size(), threats, &defences),
                nodes: defences.threat.nodes,
                time_ms: millis(defences.threat.elapsed),
            })
        })
    }

    /// End what is running, if anything is. Works from any thread.
    fn stop(&self) {
        self.place.stop();
    }

    /// Forget all positions.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        self.place.change(py, |state| *state = State::default())
    }
}
