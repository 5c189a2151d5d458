//! Proofs of forced wins.

use std::sync::Arc;
use std::time::Instant;

use fukumi_core::control::Control;
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::solver::proof::Proof;
use fukumi_core::solver::{self, Threats, Verdict};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Board;
use crate::job::{Brake, Job, Plain, Workplace, plain};
use crate::plain::{Pair, limits, pair, pairs};

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

#[derive(IntoPyObject)]
struct PlainSolution {
    verdict: &'static str,
    plies: Option<usize>,
    moves: Vec<Pair>,
    nodes: u64,
    elapsed: f64,
}

#[derive(IntoPyObject)]
struct PlainJudgement {
    r#move: Pair,
    verdict: &'static str,
    plies: Option<usize>,
    moves: Vec<Pair>,
}

#[derive(IntoPyObject)]
struct PlainDefences {
    threat: PlainSolution,
    moves: Vec<PlainJudgement>,
}

/// The length of a win, and its moves against the longest defence.
fn line(verdict: &Verdict<Proof>) -> (Option<usize>, Vec<Pair>) {
    match verdict {
        Verdict::Win(proof) => (Some(proof.plies), pairs(&proof.line())),
        Verdict::NoWin | Verdict::Unknown => (None, Vec::new()),
    }
}

fn solution(solution: &solver::Solution) -> PlainSolution {
    let (plies, moves) = line(&solution.verdict);
    PlainSolution {
        verdict: solution.verdict.name(),
        plies,
        moves,
        nodes: solution.nodes,
        elapsed: solution.elapsed.as_secs_f64(),
    }
}

fn judgements(moves: &[(Point, Verdict<Proof>)]) -> Vec<PlainJudgement> {
    let judgement = |(point, verdict): &(Point, Verdict<Proof>)| {
        let (plies, moves) = line(verdict);
        PlainJudgement { r#move: pair(*point), verdict: verdict.name(), plies, moves }
    };
    moves.iter().map(judgement).collect()
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
        self.place.begin(py, brake, move |state, tell| {
            Ok(question(state.get(&position, memory), &position, &control, tell))
        })
    }
}

fn step(tell: &dyn Fn(Plain)) -> impl FnMut(&solver::Step) {
    |step| {
        let progress: PlainProgress = (Some(step.done), Some(step.total), step.nodes);
        tell(plain(progress));
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
        self.ask(py, board, time, nodes, move |solver, position, control, tell| {
            let report = &mut |progress: &solver::Progress| {
                let progress: PlainProgress = (None, None, progress.nodes);
                tell(plain(progress));
            };
            plain(solution(&solver.solve(position, threats, shortest, control, report)))
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
        self.ask(py, board, time, nodes, move |solver, position, control, tell| {
            let moves = solver.winning_moves(position, threats, control, &mut step(tell));
            plain(judgements(&moves))
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
        self.ask(py, board, time, nodes, move |solver, position, control, tell| {
            let defences = solver.defences(position, threats, control, &mut step(tell));
            let moves = judgements(&defences.moves);
            plain(PlainDefences { threat: solution(&defences.threat), moves })
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
