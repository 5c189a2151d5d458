//! Proofs of forced wins.

use std::ops::ControlFlow;
use std::time::Duration;

use super::engine::EngineOptions;
use super::error::in_range;
use super::job::{Bench, Job, Received};
use super::{Board, EmbedError};
use crate::clock::Instant;
use crate::control::{Control, Limits};
use crate::geometry::{BoardSize, Point};
use crate::position::Position;
use crate::rule::Rule;
use crate::solver::proof::Proof;
use crate::solver::{self, Step, Threats, Verdict};

/// Longest time without a call that reports progress.
const TICK: Duration = Duration::from_millis(50);

/// A proven win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// The most plies that it takes, from its first move to its last stone.
    pub plies: usize,
    /// The moves of both sides against the longest defence; never empty. After the last
    /// one there is a five, or no answer to the threat of one.
    pub line: Vec<Point>,
}

impl ForcedWin {
    fn of(proof: &Proof) -> Self {
        Self { plies: proof.plies, line: proof.line() }
    }
}

/// The answer to the question whether a side wins.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solution {
    /// Whether there is a win by the threats that were asked about. A win holds against every
    /// defence. That there is no such win is proven as well; there may be others.
    #[cfg_attr(feature = "serde", serde(flatten))]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::VerdictOnWin"))]
    pub verdict: Verdict<ForcedWin>,
    /// Nodes of the solver: stones put on the board, and positions that were looked up.
    pub nodes: u64,
    /// Time that it took.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::seconds::seconds"))]
    #[cfg_attr(feature = "schema", schemars(with = "f64", description = "Seconds that it took."))]
    pub elapsed: Duration,
}

/// A move, and whether there is a win after it or by it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judgement {
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub point: Point,
    /// Whether there is a win.
    #[cfg_attr(feature = "serde", serde(flatten))]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::VerdictOnWin"))]
    pub verdict: Verdict<ForcedWin>,
}

/// The opponent's threat to win, and what each move does about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Defences {
    /// The win of the opponent if the side to move passed.
    pub threat: Solution,
    /// Every legal move with the verdict on the opponent's win after it; empty if there is no
    /// threat.
    pub replies: Vec<Judgement>,
}

impl Defences {
    /// The moves after which the opponent has no such win.
    pub fn holding(&self) -> Vec<Point> {
        let holds = |reply: &&Judgement| matches!(reply.verdict, Verdict::NoWin);
        self.replies.iter().filter(holds).map(|reply| reply.point).collect()
    }
}

/// Which win to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Length {
    /// The first one that is found.
    #[default]
    Any,
    /// The one with the fewest fours. Wins with threes are found as they come.
    Shortest,
}

/// How far a question is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Nodes of the solver so far.
    pub nodes: u64,
    /// Moves that are done; `None` for a question about the position as a whole.
    pub done: Option<usize>,
    /// Moves there are; `None` for a question about the position as a whole.
    pub total: Option<usize>,
}

/// The solver, once it was asked something.
#[derive(Default)]
struct Tables {
    solver: Option<solver::Solver>,
    /// Size and rule of the positions in the solver's tables.
    game: Option<(BoardSize, Rule)>,
}

impl Tables {
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

/// Proves wins by continuous threats.
///
/// All questions are about the side to move, and take limits: without any, they may take very long.
/// While a question is worked on, any thread may call [`Solver::stop`].
///
/// ```
/// use fukumi_core::embed::*;
///
/// let moves = "h8 g9 i9 g7 g8 i7 j10 k11 f7 e6".split(' ');
/// let board = Board::from_moves(Rule::Freestyle, BoardSize::DEFAULT, moves)?;
/// let solution = Solver::new().solve(&board, Threats::FoursAndThrees, Limits::nodes(100_000))?;
/// let Verdict::Win(win) = solution.verdict else { panic!("Black wins") };
/// assert_eq!(board.labels(&win.line[..1]), "j8");
/// # Ok::<(), EmbedError>(())
/// ```
pub struct Solver {
    bench: Bench<Tables>,
    memory: usize,
}

impl Solver {
    /// A solver that knows no position. Its tables may grow to 128 MiB.
    pub fn new() -> Self {
        Self { bench: Bench::default(), memory: EngineOptions::default().memory }
    }

    /// A solver whose tables may grow to this many bytes, 1 MiB to 4 GiB.
    ///
    /// # Errors
    /// If the number is out of its range.
    pub fn with_memory(memory: usize) -> Result<Self, EmbedError> {
        in_range("the memory in bytes", memory, EngineOptions::MEMORY)?;
        Ok(Self { bench: Bench::default(), memory })
    }

    /// Finds out whether the side to move wins by such threats.
    ///
    /// # Errors
    /// If the game is over, if the solver is still working on another question, or if there is no
    /// thread.
    pub fn solve(
        &self,
        board: &Board,
        threats: Threats,
        limits: Limits,
    ) -> Result<Solution, EmbedError> {
        let on_progress = &mut |_| ControlFlow::Continue(());
        self.solve_with(board, threats, limits, Length::Any, on_progress)
    }

    /// The same for a win of a certain `length`. Calls `on_progress` at least ten times a second,
    /// on the calling thread; it gets the same progress again if there is no news. `Break` ends the
    /// work on this question, and the answer is what was found.
    ///
    /// # Errors
    /// Those of [`Solver::solve`].
    pub fn solve_with(
        &self,
        board: &Board,
        threats: Threats,
        limits: Limits,
        length: Length,
        on_progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Solution, EmbedError> {
        let is_shortest = length == Length::Shortest;
        self.ask(board, limits, on_progress, move |solver, position, control, send| {
            let report = &mut |progress: &solver::Progress| {
                send(Progress { nodes: progress.nodes, done: None, total: None });
            };
            solution(&solver.solve(position, threats, is_shortest, control, report))
        })
    }

    /// Finds all moves of the side to move that begin such a win, and those for which the question
    /// is open. All moves share the limits. Calls `on_progress` as [`Solver::solve_with`] does.
    ///
    /// # Errors
    /// Those of [`Solver::solve`].
    pub fn winning_moves(
        &self,
        board: &Board,
        threats: Threats,
        limits: Limits,
        on_progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Vec<Judgement>, EmbedError> {
        self.ask(board, limits, on_progress, move |solver, position, control, send| {
            judgements(&solver.winning_moves(position, threats, control, &mut steps(send)))
        })
    }

    /// Finds out whether the opponent threatens such a win, and which moves of the side to move
    /// stop it. All moves share the limits. Calls `on_progress` as [`Solver::solve_with`] does.
    ///
    /// # Errors
    /// Those of [`Solver::solve`].
    pub fn defences(
        &self,
        board: &Board,
        threats: Threats,
        limits: Limits,
        on_progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Defences, EmbedError> {
        self.ask(board, limits, on_progress, move |solver, position, control, send| {
            let found = solver.defences(position, threats, control, &mut steps(send));
            Defences { threat: solution(&found.threat), replies: judgements(&found.moves) }
        })
    }

    /// Ends the work on a question, if there is one. Its answer is what was found.
    pub fn stop(&self) {
        self.bench.stop();
    }

    /// Forgets all positions and frees their memory.
    ///
    /// # Errors
    /// If the solver is still working on a question.
    pub fn forget(&self) -> Result<(), EmbedError> {
        self.bench.forget()
    }

    /// Asks a question, and passes its progress on until there is an answer.
    fn ask<T: Clone + Send + Sync + 'static>(
        &self,
        board: &Board,
        limits: Limits,
        on_progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
        question: impl FnOnce(&mut solver::Solver, &Position, &Control, &dyn Fn(Progress)) -> T
        + Send
        + 'static,
    ) -> Result<T, EmbedError> {
        let control = Control::new(Instant::now(), limits);
        let position = board.open_position()?;
        let memory = self.memory;
        let job = self.bench.begin(control, move |tables: &mut Tables, control, send| {
            Ok(question(tables.get(&position, memory), &position, control, send))
        })?;
        follow(&job, on_progress);
        job.outcome()
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

/// Passes the progress of a job on until there is no more. The receiver ends the job by `Break`,
/// and is then not called again.
pub(super) fn follow<T: Clone>(
    job: &Job<Progress, T>,
    on_progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) {
    let mut last = Progress::default();
    loop {
        match job.next_within(TICK) {
            Received::Message(progress) => last = progress,
            Received::Nothing => {}
            Received::End => return,
        }
        // Whoever takes long to look at progress gets the newest, and soon the end.
        while let Received::Message(newer) = job.next_within(Duration::ZERO) {
            last = newer;
        }
        if on_progress(last).is_break() {
            return job.stop();
        }
    }
}

fn steps(send: &dyn Fn(Progress)) -> impl FnMut(&Step) {
    |step| {
        send(Progress { nodes: step.nodes, done: Some(step.done), total: Some(step.total) });
    }
}

fn solution(found: &solver::Solution) -> Solution {
    let verdict = found.verdict.as_ref().map(ForcedWin::of);
    Solution { verdict, nodes: found.nodes, elapsed: found.elapsed }
}

fn judgements(moves: &[(Point, Verdict<Proof>)]) -> Vec<Judgement> {
    let judge = |(point, verdict): &(Point, Verdict<Proof>)| Judgement {
        point: *point,
        verdict: verdict.as_ref().map(ForcedWin::of),
    };
    moves.iter().map(judge).collect()
}
