//! Iterative deepening: searches the root deeper and deeper until the control ends the search.
//!
//! [`Searcher`] keeps what outlives a move: the transposition table, the histories and the tables
//! of the solvers. `node` does the work at one node, `quiescence` at a leaf, and `root` at the
//! root. `smp` runs several threads on one search.

use crate::control::Control;
use crate::eval::{Evaluation, Kind, Scorer};
use crate::geometry::{BoardSize, Point, PointSet};
use crate::position::Position;
use crate::rule::Rule;
use crate::score::Score;

mod depth;
mod division;
mod forced;
mod history;
pub mod known;
mod node;
mod pace;
pub(crate) mod params;
mod picker;
mod plan;
mod quiescence;
pub mod report;
mod request;
mod root;
mod root_move;
mod smp;
mod static_move;
pub(crate) mod table;
mod team;
pub(crate) mod tunable;
mod window;
mod worker;

/// The numbers that a tuning run may set, and how it sets them.
#[cfg(feature = "tune")]
pub mod tune {
    pub use super::params::{TUNABLES, set};
    pub use super::tunable::Tunable;
}

pub use depth::Depth;
pub use params::NODE_OVERSHOOT;
pub use request::{Request, STACK_BYTES};
pub(crate) use static_move::static_move;

use known::Known;
use report::{Info, Outcome};
use root::Start;
use table::Table;
use team::Team;
use worker::{Worker, WorkerState};

/// Upper bound on the memory that each thread after the first needs besides the table, in bytes.
///
/// Covers the part of its stack that it touches, its histories and its solver of wins by fours.
/// Measured, and rounded up.
pub const BYTES_PER_THREAD: usize = 2 << 20;

/// Table that a thread of a search needs for each second of its time, in bytes: 16 for each of a
/// million nodes.
const TABLE_BYTES_PER_SECOND: f64 = 16e6;
/// Table that the shortest search needs, in bytes.
const LEAST_TABLE_BYTES: usize = 1 << 20;

/// Everything that a search keeps from one move to the next.
pub struct Searcher {
    table_bytes: usize,
    table: Option<Table>,
    evaluation: Kind,
    memory: WorkerState,
    /// The memories of all threads except the main one.
    helpers: Vec<WorkerState>,
    /// Board size and rule that the kept memory belongs to. It is worthless in any other game.
    game: Option<(BoardSize, Rule)>,
}

impl Default for Searcher {
    fn default() -> Self {
        Self::new()
    }
}

impl Searcher {
    /// Default size of the transposition table, in bytes.
    pub const DEFAULT_TABLE_BYTES: usize = 128 << 20;

    /// Creates a searcher that has learnt nothing. The first search allocates the table.
    pub fn new() -> Self {
        Self {
            table_bytes: Self::DEFAULT_TABLE_BYTES,
            table: None,
            evaluation: Kind::default(),
            memory: WorkerState::default(),
            helpers: Vec::new(),
            game: None,
        }
    }

    /// Sets the size of the transposition table, in bytes. A new size takes effect at the next
    /// search and discards the contents of the old table.
    pub fn set_memory(&mut self, bytes: usize) {
        if bytes != self.table_bytes {
            // Drop the old table before a new one is allocated. Otherwise both would count against
            // the limit.
            self.table = None;
            self.table_bytes = bytes;
        }
    }

    /// Sets how many threads the next search uses, at least one. Threads that stay keep what they
    /// have learnt.
    pub fn set_threads(&mut self, threads: usize) {
        self.helpers.resize_with(threads.saturating_sub(1), WorkerState::default);
    }

    /// Sets which evaluation the next search uses. A change forgets everything, because scores of
    /// one kind say little about scores of the other.
    pub fn set_evaluation(&mut self, evaluation: Kind) {
        if evaluation != self.evaluation {
            self.evaluation = evaluation;
            self.clear();
        }
    }

    /// Forgets everything learnt from earlier searches.
    pub fn clear(&mut self) {
        self.table.take_if(|table| !table.clear());
        self.memory = WorkerState::default();
        self.helpers.fill_with(WorkerState::default);
    }

    /// Does a small part of the work that makes the memory of the table ready for use, and returns
    /// whether there is more to do. A step takes about a millisecond.
    ///
    /// Whoever has time before the first search can call this until it returns false. Otherwise a
    /// search with a time limit uses a part of the table, and a search without one waits for the
    /// system to provide the memory.
    pub fn prepare_memory(&mut self) -> bool {
        self.table.get_or_insert_with(|| Table::new(self.table_bytes)).provide()
    }

    /// Returns how promising each of `points` looks to the side to move.
    ///
    /// The unit is a hundredth of the natural logarithm of the odds that the move is the best one.
    /// The points must be empty, and `position` must have been built with the tables of
    /// [`Evaluation::of`].
    pub fn appeals(&self, position: &Position, points: &PointSet) -> Vec<(Point, i32)> {
        Scorer::new(position, &self.evaluation).appeals(position, Some(points)).to_vec()
    }

    /// Returns the value of the position for the side to move, without a search.
    pub(crate) fn static_score(&self, position: &Position) -> Score {
        // A position without values would count as even before the network corrects that.
        let position =
            position.rebuilt_with(Evaluation::of(position.rule(), position.size()).tables());
        Scorer::new(&position, &self.evaluation).score(&position)
    }

    /// Returns the share of the table that the last search wrote, in thousandths.
    pub fn usage_permille(&self) -> usize {
        self.table.as_ref().map_or(0, Table::usage_permille)
    }

    /// Searches `position` until `control` ends the search or nothing is left to find out.
    ///
    /// Calls `report` for every line of every finished iteration. If the position needs no search,
    /// it calls `report` for the line that settles it.
    ///
    /// The outcome has a move unless the board is full. The move is a foul only if every empty
    /// point is one. The outcome has a line for each of the best moves that was searched. With one
    /// thread and no time limit, the result depends only on the arguments and on earlier searches.
    /// A node limit counts the nodes of all threads together. Several threads may each exceed it by
    /// a few hundred nodes.
    ///
    /// The search is recursive and may overflow the stack of a thread with less than
    /// [`STACK_BYTES`]. To end the search, call [`Control::stop`] from another thread.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::thread;
    /// use std::time::Instant;
    ///
    /// use fukumi_core::control::{Control, Limits};
    /// use fukumi_core::geometry::{BoardSize, Point};
    /// use fukumi_core::position::Position;
    /// use fukumi_core::rule::Rule;
    /// use fukumi_core::search::{Request, STACK_BYTES, Searcher};
    ///
    /// let size = BoardSize::square(15).expect("a size in range");
    /// let mut position = Position::new(size, Rule::Standard);
    /// position.play(Point::new(7, 7));
    /// position.play(Point::new(8, 8));
    ///
    /// // There are no limits: the search runs until it is stopped.
    /// let control = Arc::new(Control::new(Instant::now(), Limits::default()));
    /// let stopped = Arc::clone(&control);
    /// let search = move || {
    ///     let request = Request { lines: 2, ..Request::default() };
    ///     Searcher::new().think(&position, &request, &control, &mut |info| {
    ///         let moves: Vec<String> = info.line.moves.iter().map(|p| p.label(size)).collect();
    ///         println!("{}. {:?} {}", info.index + 1, info.line.score, moves.join(" "));
    ///         if info.line.depth == 4 {
    ///             stopped.stop();
    ///         }
    ///     })
    /// };
    /// let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(search)?;
    /// let outcome = thread.join().expect("a search that does not panic");
    /// assert_eq!(outcome.lines.len(), 2);
    /// assert!(outcome.lines[0].score >= outcome.lines[1].score);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn think(
        &mut self,
        position: &Position,
        request: &Request,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> Outcome {
        self.begin_game(position);
        let needed = self.needed_table_bytes(control);
        let table = self.table.get_or_insert_with(|| Table::new(self.table_bytes));
        match needed {
            Some(bytes) => table.claim(bytes),
            None => table.claim_all(),
        }
        table.age();
        self.memory.age();
        self.helpers.iter_mut().for_each(WorkerState::age);
        let position =
            position.rebuilt_with(Evaluation::of(position.rule(), position.size()).tables());
        let team = Team::new(1 + self.helpers.len());
        let mut main =
            Worker::new(table, control, &team, &mut self.memory, position, &self.evaluation);
        let (first, lines) = match main.start(request) {
            Start::Settled(lines) => {
                for (index, line) in lines.iter().enumerate() {
                    report(&main.info(line, index, lines.len()));
                }
                (None, lines)
            }
            Start::Search(moves) => {
                let first = moves.first().map(|root_move| root_move.point);
                (first, smp::search(&mut main, &mut self.helpers, moves, request, report))
            }
        };
        let best_move = lines.first().map(|line| line.moves[0]).or(first);
        let (nodes, elapsed) = (main.total_nodes(), control.elapsed());
        let (efforts, draws) = (std::mem::take(&mut main.efforts), main.draws());
        main.retire();
        Outcome { best_move, lines, efforts, nodes, elapsed, draws }
    }

    /// Returns the table that a search needs, in bytes; `None` stands for all of it. The result of
    /// a search that nodes or a depth limit must not depend on how much memory is ready.
    fn needed_table_bytes(&self, control: &Control) -> Option<usize> {
        let limits = control.limits();
        let is_timed = limits.nodes.is_none() && limits.depth.is_none();
        let seconds = limits.planned().filter(|_| is_timed)?.as_secs_f64();
        let threads = 1 + self.helpers.len();
        let bytes = (TABLE_BYTES_PER_SECOND * seconds * threads as f64) as usize;
        Some(bytes.max(LEAST_TABLE_BYTES))
    }

    /// Takes note of what is known of positions after `position`, for the searches that follow in
    /// this game. What cannot be is left out.
    pub fn know(&mut self, position: &Position, known: &[Known]) {
        if known.is_empty() {
            return;
        }
        self.begin_game(position);
        let table = self.table.get_or_insert_with(|| Table::new(self.table_bytes));
        known::store(known, position, table);
    }

    /// Forgets everything if it belongs to another board size or rule.
    fn begin_game(&mut self, position: &Position) {
        let game = (position.size(), position.rule());
        if self.game != Some(game) {
            self.clear();
            self.game = Some(game);
        }
    }

    /// Searches `position` only to fill the tables, until `control` ends the search. Does nothing
    /// while a win is being played out, because then there is nothing to learn.
    pub fn ponder(&mut self, position: &Position, request: &Request, control: &Control) {
        if self.memory.plan.is_some() || control.is_stopped() {
            return;
        }
        // Made ready at once, as for other searches without a limit, a large table would keep the
        // answer to a quick reply waiting.
        while self.prepare_memory() {
            if control.is_stopped() {
                return;
            }
        }
        self.think(position, request, control, &mut |_| {});
        // Any win found here starts from a position that may never arise.
        self.memory.plan = None;
    }
}

#[cfg(test)]
mod tests;
