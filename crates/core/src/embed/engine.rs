//! Searches for moves.

use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::error::in_range;
use super::job::{Bench, Job, Received};
use super::report::{Collector, Line, Report, SearchResult, Value};
use super::{Board, EmbedError};
use crate::clock::Instant;
use crate::control::{Control, Limits};
use crate::decide;
use crate::decide::level::{self, Level};
use crate::decide::means::Means;
use crate::decide::task::{Answer, Goal, Task};
use crate::eval::{Evaluation, Kind, Scorer};
use crate::geometry::Point;
use crate::position::Position;
use crate::search::report::Outcome;
use crate::search::{Request, Searcher};
use crate::solver::on_demand::SolverOnDemand;

/// How an [`Engine`] plays, and what it may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Level of play, from 1, a beginner, to [`Engine::HIGHEST_LEVEL`], full strength.
    pub level: usize,
    /// Memory for tables in bytes, 1 MiB to 4 GiB. Each thread after the first takes 2 MiB more.
    pub memory: usize,
    /// Threads of a search, 1 to 256. Levels below full strength use one.
    pub threads: usize,
    /// What repeats the choices of a level. They differ each time if it is `None`.
    pub seed: Option<u64>,
}

impl EngineOptions {
    /// The memory for tables that an engine, a solver or a thread of an analysis may have, in
    /// bytes: up to 4 GiB, or 1 GiB where addresses have 32 bits.
    pub const MEMORY: RangeInclusive<usize> =
        1 << 20..=if cfg!(target_pointer_width = "64") { 4 << 30 } else { 1 << 30 };
    /// The number of threads that a search or an analysis may have.
    pub const THREADS: RangeInclusive<usize> = 1..=256;
}

/// Full strength with one thread and 128 MiB.
impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            level: Engine::HIGHEST_LEVEL,
            memory: Searcher::DEFAULT_TABLE_BYTES,
            threads: 1,
            seed: None,
        }
    }
}

/// What an engine keeps from one search to the next.
#[derive(Default)]
struct Tools {
    searcher: Searcher,
    solver: SolverOnDemand,
}

/// Searches for moves, and remembers what it has found for the next search.
///
/// An engine does one search at a time. Engines are independent of each other, and any thread may
/// use one. It takes its memory with the first search.
pub struct Engine {
    bench: Bench<Tools>,
    options: EngineOptions,
    /// The seed of the next choice.
    seed: AtomicU64,
}

impl Engine {
    /// The level that is full strength.
    pub const HIGHEST_LEVEL: usize = level::HIGHEST;

    /// An engine that has learnt nothing, with the default options.
    pub fn new() -> Self {
        Self::of(EngineOptions::default())
    }

    /// An engine that has learnt nothing, with these options.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn with_options(options: EngineOptions) -> Result<Self, EmbedError> {
        in_range("the level", options.level, 1..=Self::HIGHEST_LEVEL)?;
        in_range("the memory in bytes", options.memory, EngineOptions::MEMORY)?;
        in_range("the number of threads", options.threads, EngineOptions::THREADS)?;
        Ok(Self::of(options))
    }

    fn of(options: EngineOptions) -> Self {
        let seed = options.seed.unwrap_or_else(|| RandomState::new().hash_one(()));
        Self { bench: Bench::default(), options, seed: AtomicU64::new(seed) }
    }

    /// The options that the engine was made with.
    pub const fn options(&self) -> EngineOptions {
        self.options
    }

    /// Begins to search a board, until the first limit is reached, everything is proven or the
    /// search is stopped. The board may be changed meanwhile.
    ///
    /// A level below full strength has limits of its own, which are tighter than most. With one
    /// thread and no limit on time, the same searches in the same order find the same moves.
    ///
    /// # Errors
    /// If the game is over, if the engine is still searching and that search was not stopped, or if
    /// there is no thread.
    pub fn think(&self, board: &Board, limits: Limits) -> Result<Search, EmbedError> {
        self.think_lines(board, limits, 1)
    }

    /// The same, but reports this many of the best moves, each with its line. Levels below full
    /// strength report one.
    ///
    /// # Errors
    /// Those of [`Engine::think`], and if `lines` is 0.
    pub fn think_lines(
        &self,
        board: &Board,
        limits: Limits,
        lines: usize,
    ) -> Result<Search, EmbedError> {
        let begun = Instant::now();
        in_range("the number of lines", lines, 1..=usize::MAX)?;
        let position = board.open_position()?;
        make_shared_tables(&position);
        let level = Level::of_strength(Level::strength(self.options.level));
        let limits = level.map_or(limits, |level| level.within(limits));
        let EngineOptions { memory, threads, .. } = self.options;
        let seed = self.seed.load(Ordering::Relaxed);
        let control = Control::new(begun, limits);
        let job = self.bench.begin(control, move |tools: &mut Tools, control, send| {
            tools.searcher.set_memory(memory);
            // Several threads would add chance to a choice that the seed should decide.
            tools.searcher.set_threads(if level.is_some() { 1 } else { threads });
            match level {
                None => search(&mut tools.searcher, &position, lines, control, send),
                Some(level) => choose(tools, position, level, seed, control, send),
            }
        })?;
        // A search that was refused leaves the choices that follow as they would have been.
        self.seed.fetch_add(1, Ordering::Relaxed);
        Ok(Search { job })
    }

    /// Searches a board and returns the move to play. Without limits, an engine at full strength
    /// takes a second.
    ///
    /// # Errors
    /// Those of [`Engine::think`].
    pub fn best_move(&self, board: &Board, limits: Limits) -> Result<Point, EmbedError> {
        let is_full = self.options.level == Self::HIGHEST_LEVEL;
        let limits = if is_full && limits == Limits::default() {
            Limits::time(Duration::from_secs(1))
        } else {
            limits
        };
        Ok(self.think(board, limits)?.result()?.best_move)
    }

    /// The value of a board without a search, which takes less than a millisecond.
    ///
    /// # Errors
    /// If the game is over.
    pub fn evaluate(&self, board: &Board) -> Result<Value, EmbedError> {
        let position = board.open_position()?;
        let evaluation = Evaluation::of(position.rule(), position.size());
        // Boards have no values of points, on which the score is based.
        let position = position.rebuilt_with(evaluation.tables());
        let mut scorer = Scorer::new(&position, &Kind::default());
        let score = scorer.score(&position);
        Ok(Value::new(score, scorer.draws(&position)))
    }

    /// Stops the search that is running, if there is one.
    pub fn stop(&self) {
        self.bench.stop();
    }

    /// Forgets what searches have found, for a game that shall not depend on the last one.
    ///
    /// # Errors
    /// If the engine is still searching and that search was not stopped.
    pub fn forget(&self) -> Result<(), EmbedError> {
        self.bench.forget()
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

/// A search that runs on a thread of its own. Dropping it stops the search.
///
/// ```
/// use fukumi_core::embed::*;
///
/// let board = Board::from_moves(Rule::Freestyle, BoardSize::DEFAULT, ["h8", "i9"])?;
/// let engine = Engine::new();
/// let search = engine.think_lines(&board, Limits::nodes(20_000), 2)?;
/// for report in search.reports() {
///     for line in &report.lines {
///         println!("{}: {} {}", line.depth, line.score, board.labels(&line.moves));
///     }
///     if report.depth() == 4 {
///         break; // Leaving the loop stops the search, and so does `search.stop()`.
///     }
/// }
/// assert_eq!(search.result()?.lines.len(), 2);
/// # Ok::<(), EmbedError>(())
/// ```
pub struct Search {
    job: Job<Report, SearchResult>,
}

impl Search {
    /// The reports that have not been taken yet, each as soon as it is there: one for every
    /// iteration. Dropping the iterator stops the search.
    pub const fn reports(&self) -> Reports<'_> {
        Reports { search: self }
    }

    /// Waits for the next report, but not longer than `timeout`. `None` if there is none by then,
    /// or no more because the search [is done](Search::is_done).
    pub fn report_within(&self, timeout: Duration) -> Option<Report> {
        match self.job.next_within(timeout) {
            Received::Message(report) => Some(report),
            Received::Nothing | Received::End => None,
        }
    }

    /// Ends the search soon. Its result is what it has found so far.
    pub fn stop(&self) {
        self.job.stop();
    }

    /// Whether the search has ended.
    pub fn is_done(&self) -> bool {
        self.job.is_done()
    }

    /// Waits for the end of the search. Without limits, it ends only when everything is proven or
    /// when it is stopped.
    ///
    /// # Errors
    /// If the search failed.
    pub fn result(&self) -> Result<SearchResult, EmbedError> {
        self.job.outcome()
    }

    /// Waits for the end of the search, but not longer than `timeout`; `None` if the search then
    /// still goes on.
    ///
    /// # Errors
    /// If the search failed.
    pub fn result_within(&self, timeout: Duration) -> Result<Option<SearchResult>, EmbedError> {
        self.job.outcome_within(timeout).transpose()
    }
}

/// The reports of a [`Search`]. Dropping it stops the search.
pub struct Reports<'a> {
    search: &'a Search,
}

impl Iterator for Reports<'_> {
    type Item = Report;

    fn next(&mut self) -> Option<Report> {
        self.search.job.next()
    }
}

impl Drop for Reports<'_> {
    fn drop(&mut self) {
        self.search.stop();
    }
}

/// Makes the tables that all searches under a rule share. It runs on the thread of the caller: if
/// the process forked while a thread of a search made them, they would never be completed in the
/// child.
pub(super) fn make_shared_tables(position: &Position) {
    drop(Scorer::new(position, &Kind::default()));
}

/// Searches at full strength.
fn search(
    searcher: &mut Searcher,
    position: &Position,
    lines: usize,
    control: &Control,
    send: &dyn Fn(Report),
) -> Result<SearchResult, EmbedError> {
    let mut reports = Collector::new(send);
    let lines = lines.min(position.board().empty_count());
    let request = Request { lines, ..Request::default() };
    let outcome = searcher.think(position, &request, control, &mut |info| reports.take(info));
    let lines = lines_of(&outcome);
    Ok(SearchResult {
        best_move: outcome.best_move.ok_or(EmbedError::Failed)?,
        lines,
        nodes: outcome.nodes,
        elapsed: outcome.elapsed,
    })
}

fn lines_of(outcome: &Outcome) -> Vec<Line> {
    outcome.lines.iter().map(|line| Line::new(line, outcome.outlook(line))).collect()
}

/// Chooses a move as a level does that makes mistakes.
fn choose(
    tools: &mut Tools,
    position: Position,
    level: &'static Level,
    seed: u64,
    control: &Control,
    send: &dyn Fn(Report),
) -> Result<SearchResult, EmbedError> {
    let mut reports = Collector::new(send);
    let task = Task { seed, level: Some(level), ..Task::new(position, Goal::Move) };
    let mut means = Means {
        searcher: &mut tools.searcher,
        solver: &mut tools.solver,
        control,
        report: &mut |info| reports.take(info),
        note: &mut |_| {},
        found: Outcome::default(),
    };
    let best = match decide::answer(&task, &mut means) {
        Some(Answer::Moves(moves)) => moves.first().copied(),
        Some(Answer::Step { .. }) | None => None,
    };
    let best_move = best.ok_or(EmbedError::Failed)?;
    let found = means.found;
    let mut lines = reports.lines();
    if lines.first().and_then(|line| line.moves.first()) != Some(&best_move) {
        // The search may have changed its mind after the last report. Otherwise the level has
        // played another move than the one it looked at last.
        let is_found = found.best_move == Some(best_move);
        lines = if is_found { lines_of(&found) } else { Vec::new() };
    }
    let nodes = reports.nodes().max(found.nodes);
    Ok(SearchResult { best_move, lines, nodes, elapsed: control.elapsed() })
}
