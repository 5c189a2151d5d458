//! Searches for moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use fukumi_core::control::Control;
use fukumi_core::decide;
use fukumi_core::decide::level::Level;
use fukumi_core::decide::means::Means;
use fukumi_core::decide::task::{Answer, Goal, Task};
use fukumi_core::eval::{Kind, Scorer};
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::position::Position;
use fukumi_core::score::Outlook;
use fukumi_core::search::report::{Info, Line};
use fukumi_core::search::{Request, Searcher};
use fukumi_core::solver::on_demand::SolverOnDemand;
use fukumi_reports::{Coordinates, Place, SearchedLine, millis};
use pyo3::prelude::*;
use serde::Serialize;

use crate::board::Board;
use crate::job::{self, Brake, Job, Plain, Workplace};
use crate::plain::limits;

/// What an engine keeps from one search to the next.
#[derive(Default)]
struct State {
    searcher: Searcher,
    solver: SolverOnDemand,
}

/// A line of play.
type FoundLine = SearchedLine<Coordinates>;

/// The lines of a finished iteration.
#[derive(Serialize)]
struct FoundReport {
    lines: Vec<FoundLine>,
    nodes: u64,
    time_ms: f64,
}

/// The end of a search.
#[derive(Serialize)]
struct FoundResult {
    r#move: Coordinates,
    #[serde(flatten)]
    report: FoundReport,
}

/// The value of a position without a search.
#[derive(IntoPyObject)]
pub(crate) struct PlainValue {
    score: i32,
    win_rate: f64,
    draw_rate: Option<f64>,
}

/// Puts the lines of an iteration together, which come one by one.
struct Collector<'a> {
    send: &'a dyn Fn(Plain),
    size: BoardSize,
    infos: Vec<Info>,
}

impl Collector<'_> {
    fn take(&mut self, info: &Info) {
        if info.index == 0 {
            self.infos.clear();
        }
        self.infos.push(info.clone());
        if info.index + 1 == info.count {
            let lines = self.infos.iter();
            let lines = lines.map(|info| FoundLine::new(self.size, &info.line, info.outlook));
            (self.send)(job::report(&FoundReport {
                lines: lines.collect(),
                nodes: info.nodes,
                time_ms: millis(info.elapsed),
            }));
        }
    }

    /// What was reported about a line, which is more than the outcome of a search has.
    fn outlook(&self, line: &Line) -> Option<Outlook> {
        let is_same = |info: &&Info| {
            info.line.score == line.score && info.line.moves.first() == line.moves.first()
        };
        self.infos.iter().find(is_same).and_then(|info| info.outlook)
    }
}

fn result(
    best: Option<Point>,
    lines: &[Line],
    reports: &Collector<'_>,
    nodes: u64,
    elapsed: Duration,
) -> Result<Plain, String> {
    let best = best.ok_or("there is no move")?;
    let size = reports.size;
    let lines =
        lines.iter().map(|line| FoundLine::new(size, line, reports.outlook(line))).collect();
    let report = FoundReport { lines, nodes, time_ms: millis(elapsed) };
    Ok(job::report(&FoundResult { r#move: Coordinates::new(best, size), report }))
}

/// Searches at full strength.
fn search(
    state: &mut State,
    position: &Position,
    lines: usize,
    control: &Control,
    send: &dyn Fn(Plain),
) -> Result<Plain, String> {
    let mut reports = Collector { send, size: position.size(), infos: Vec::new() };
    let lines = lines.min(position.board().empty_count());
    let request = Request { lines, ..Request::default() };
    let outcome = state.searcher.think(position, &request, control, &mut |info| reports.take(info));
    result(outcome.best_move, &outcome.lines, &reports, outcome.nodes, outcome.elapsed)
}

/// Chooses a move as a level does that makes mistakes.
fn choose(
    state: &mut State,
    position: Position,
    level: &'static Level,
    seed: u64,
    control: &Control,
    send: &dyn Fn(Plain),
) -> Result<Plain, String> {
    let mut reports = Collector { send, size: position.size(), infos: Vec::new() };
    let task = Task { seed, level: Some(level), ..Task::new(position, Goal::Move) };
    let mut means = Means {
        searcher: &mut state.searcher,
        solver: &mut state.solver,
        control,
        report: &mut |info| reports.take(info),
        note: &mut |_| {},
    };
    let best = match decide::answer(&task, &mut means) {
        Some(Answer::Moves(moves)) => moves.first().copied(),
        Some(Answer::Step { .. }) | None => None,
    };
    let nodes = reports.infos.last().map_or(0, |info| info.nodes);
    let lines: Vec<Line> = reports.infos.iter().map(|info| info.line.clone()).collect();
    // The level may have played another move than the one it looked at last.
    let lines = if lines.first().and_then(|line| line.moves.first()) == best.as_ref() {
        lines
    } else {
        Vec::new()
    };
    result(best, &lines, &reports, nodes, control.elapsed())
}

/// What searches for moves, and remembers what it has found.
#[pyclass(frozen, module = "fukumi._native")]
pub(crate) struct Engine {
    place: Workplace<State>,
    level: usize,
    memory: usize,
    threads: usize,
    /// The seed of the next choice.
    seed: AtomicU64,
}

/// Makes what all searches under a rule share, on the thread of the caller. If a thread of a search
/// made it, a fork at that moment would leave the child with tables that are never completed.
pub(crate) fn make_shared_tables(position: &Position) {
    drop(Scorer::new(position, &Kind::default()));
}

#[pymethods]
impl Engine {
    /// Make an engine that has learnt nothing. `memory` is in bytes.
    #[new]
    fn new(level: usize, memory: usize, threads: usize, seed: u64) -> Self {
        let seed = AtomicU64::new(seed);
        Self { place: Workplace::new(), level, memory, threads, seed }
    }

    /// Begin to search a board of which moves are possible. `time` is in seconds.
    fn think(
        &self,
        py: Python<'_>,
        board: &Board,
        lines: usize,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<Job> {
        let begun = Instant::now();
        let position = board.open_position()?;
        make_shared_tables(&position);
        let level = Level::of_strength(Level::strength(self.level));
        let limits = limits(time, nodes, depth)?;
        let limits = level.map_or(limits, |level| level.within(limits));
        let control = Arc::new(Control::new(begun, limits));
        let (memory, threads) = (self.memory, self.threads);
        let brake = Brake::Control(Arc::clone(&control));
        let seed = self.seed.load(Ordering::Relaxed);
        let job = self.place.begin(py, brake, move |state, send| {
            state.searcher.set_memory(memory);
            match level {
                None => {
                    state.searcher.set_threads(threads);
                    search(state, &position, lines, &control, send)
                }
                Some(level) => {
                    // Several threads would add chance to a choice that the seed should decide.
                    state.searcher.set_threads(1);
                    choose(state, position, level, seed, &control, send)
                }
            }
        })?;
        // A search that was refused leaves the choices that follow as they would have been.
        self.seed.fetch_add(1, Ordering::Relaxed);
        Ok(job)
    }

    /// End the search that is running, if there is one. Works from any thread.
    fn stop(&self) {
        self.place.stop();
    }

    /// Forget what searches have found.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        self.place.change(py, |state| *state = State::default())
    }

    /// The value of a board without a search.
    #[staticmethod]
    fn evaluate(board: &Board) -> PyResult<PlainValue> {
        let position = board.open_position()?;
        let mut scorer = Scorer::new(&position, &Kind::default());
        let score = scorer.score(&position);
        let draws = scorer.draws(&position);
        let draw_rate = draws.map(|draws| Outlook::new(score, draws).draw);
        Ok(PlainValue { score: score.points(), win_rate: score.win_rate(), draw_rate })
    }
}
