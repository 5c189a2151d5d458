//! Iterative deepening: searches the root deeper and deeper until the control says stop.
//!
//! [`Searcher`] keeps what outlives a move: the transposition table, histories, solver tables. The
//! work at one node is in `node`, at the leaves in `quiescence`, at the root in `root`; `smp` has
//! several threads do it at once.

use crate::control::Control;
use crate::eval::{Evaluation, Kind, Scorer};
use crate::geometry::{BoardSize, Point, PointSet};
use crate::pattern::Shape;
use crate::position::Position;
use crate::rule::Rule;
use crate::score::Score;
use crate::threat::{Situation, assess, defence};

mod forced;
mod history;
mod node;
mod pace;
pub mod params;
mod picker;
mod plan;
mod quiescence;
pub mod report;
mod root;
mod root_move;
mod smp;
pub(crate) mod table;
mod team;
pub(crate) mod tunable;
mod window;
mod worker;

use report::{Info, Outcome};
use root::Start;
use table::Table;
use team::Team;
use worker::{Memory, Worker};

/// Depth left to search, in units of 1/`PLY` ply.
pub type Depth = i32;
/// One ply of [`Depth`].
pub(crate) const PLY: Depth = 64;
/// Distance from the root, at most.
const MAX_PLY: usize = 256;

/// Stack of a thread that searches: the search is recursive, its nodes are large, and so are those
/// of the solvers. Most of it is never touched.
pub const STACK_BYTES: usize = 16 << 20;
/// Memory that every thread but the first takes besides the table, at most: what is touched of its
/// stack, its histories, its solver of wins by fours. Measured, and rounded up.
pub(crate) const BYTES_PER_THREAD: usize = 2 << 20;

/// An abandoned search: nobody can take half a search for a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stopped;

/// What is asked of a search.
#[derive(Clone, Debug)]
pub struct Request {
    /// How many best lines are wanted, at least 1.
    pub lines: usize,
    /// First moves that are not considered, unless nothing else is left.
    pub excluded: PointSet,
}

impl Default for Request {
    fn default() -> Self {
        Self { lines: 1, excluded: PointSet::EMPTY }
    }
}

/// Everything a search keeps from one move to the next.
pub struct Searcher {
    table_bytes: usize,
    table: Option<Table>,
    evaluation: Kind,
    memory: Memory,
    /// The memories of all threads but the main one.
    helpers: Vec<Memory>,
    /// What the kept memory is about; another game makes it worthless.
    game: Option<(BoardSize, Rule)>,
}

impl Default for Searcher {
    fn default() -> Self {
        Self::new()
    }
}

impl Searcher {
    /// Bytes of the transposition table if nothing else is said.
    pub const DEFAULT_TABLE_BYTES: usize = 128 << 20;

    /// A searcher that has seen nothing. Its table is allocated by the first search.
    pub fn new() -> Self {
        Self {
            table_bytes: Self::DEFAULT_TABLE_BYTES,
            table: None,
            evaluation: Kind::default(),
            memory: Memory::default(),
            helpers: Vec::new(),
            game: None,
        }
    }

    /// Sets the size of the transposition table in bytes. A change takes effect at the next search
    /// and forgets what the old table held.
    pub fn set_memory(&mut self, bytes: usize) {
        if bytes != self.table_bytes {
            // The old table goes before there is a new one, or both would count against the limit.
            self.table = None;
            self.table_bytes = bytes;
        }
    }

    /// Sets how many threads the next search uses, at least one. What those that stay have learnt
    /// is kept.
    pub(crate) fn set_threads(&mut self, threads: usize) {
        self.helpers.resize_with(threads.saturating_sub(1), Memory::default);
    }

    /// Sets which evaluation the next search uses. A change forgets everything: scores of one kind
    /// say little of those of the other.
    pub fn set_evaluation(&mut self, evaluation: Kind) {
        if evaluation != self.evaluation {
            self.evaluation = evaluation;
            self.clear();
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table = None;
        self.memory = Memory::default();
        self.helpers.fill_with(Memory::default);
    }

    /// How promising each of the points looks to the side to move, in hundredths of the natural
    /// logarithm of its odds of being the best move. They are empty; the position was built with
    /// the tables of [`Evaluation::of`].
    pub fn appeals(&self, position: &Position, points: &PointSet) -> Vec<(Point, i32)> {
        Scorer::new(position, self.evaluation).appeals(position, Some(points)).to_vec()
    }

    /// The value of the position for the side to move without a search.
    pub(crate) fn static_score(&self, position: &Position) -> Score {
        Scorer::new(position, self.evaluation).score(position)
    }

    /// Share of the table that the last search wrote, in thousandths.
    pub(crate) fn usage_permille(&self) -> usize {
        self.table.as_ref().map_or(0, Table::usage_permille)
    }

    /// Searches `position` until `control` ends it, calling `report` for every line of every
    /// finished iteration, and for that of a position that needs no search.
    ///
    /// The outcome has a move unless the board is full; it is no foul unless only fouls are left.
    /// It has a line for each of the best moves that was searched. With one thread and without a
    /// time limit the result depends on nothing but the arguments and on what was searched before.
    /// A node limit counts for all threads together; several of them may pass it by a few hundred
    /// nodes each.
    ///
    /// The search is recursive: on a thread with less stack than [`STACK_BYTES`] it may overflow.
    /// Another thread ends it by [`Control::stop`].
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::thread;
    /// use std::time::Instant;
    ///
    /// use fukumi::control::{Control, Limits};
    /// use fukumi::geometry::{BoardSize, Point};
    /// use fukumi::position::Position;
    /// use fukumi::rule::Rule;
    /// use fukumi::search::{Request, STACK_BYTES, Searcher};
    ///
    /// let size = BoardSize::square(15).expect("a size in range");
    /// let mut position = Position::new(size, Rule::Standard);
    /// position.play(Point::new(7, 7));
    /// position.play(Point::new(8, 8));
    ///
    /// // Without limits: it ends when it is told to.
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
        let game = (position.size(), position.rule());
        if self.game != Some(game) {
            self.clear();
            self.game = Some(game);
        }
        let table = self.table.get_or_insert_with(|| Table::new(self.table_bytes));
        table.age();
        self.memory.age();
        self.helpers.iter_mut().for_each(Memory::age);
        let position =
            position.rebuilt_with(Evaluation::of(position.rule(), position.size()).tables());
        let team = Team::new(1 + self.helpers.len());
        let mut main =
            Worker::new(table, control, &team, &mut self.memory, position, self.evaluation);
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
        let efforts = std::mem::take(&mut main.efforts);
        main.retire();
        Outcome { best_move, lines, efforts, nodes, elapsed }
    }

    /// Searches `position` for nothing but what the tables learn, until `control` ends it. While a
    /// win is being played out there is nothing to learn.
    pub(crate) fn ponder(&mut self, position: &Position, request: &Request, control: &Control) {
        if self.memory.plan.is_some() || control.is_stopped() {
            return;
        }
        self.think(position, request, control, &mut |_| {});
        // A win in a position that need not arise.
        self.memory.plan = None;
    }
}

/// A sensible legal move at once, from the shapes alone: a five, an answer to one, an open four, or
/// the point with the best shapes. `None` if the board is full. `excluded` points are taken only if
/// no other is left, forbidden ones only if all others are.
pub(crate) fn static_move(position: &Position, excluded: &PointSet) -> Option<Point> {
    let evaluation = Evaluation::of(position.rule(), position.size());
    let mut position = position.rebuilt_with(evaluation.tables());
    let us = position.to_move();
    let is_allowed = |position: &Position, point: Point| {
        !excluded.contains(point) && !position.is_forbidden(point)
    };
    let situation = assess(&mut position);
    let preferred = match situation {
        Situation::Won { best, .. } => Some([best].into_iter().collect()),
        Situation::Lost { .. } if position.count(!us, Shape::Five) > 0 => {
            Some(*position.points(!us, Shape::Five))
        }
        Situation::Lost { .. } => Some(defence::answers_to_open_four(&position)),
        Situation::Block(_) | Situation::Defend(_) | Situation::Free => situation.moves().copied(),
    };
    let best_of = |points: &mut dyn Iterator<Item = Point>| {
        points.filter(|&point| is_allowed(&position, point)).max_by_key(|&point| {
            (evaluation.appeal(&position, us, point), std::cmp::Reverse(point))
        })
    };
    preferred
        .and_then(|points| best_of(&mut points.iter()))
        .or_else(|| best_of(&mut position.candidates().iter()))
        .or_else(|| {
            // Nothing near a stone: the allowed point nearest to the centre.
            let center = position.size().center();
            let distance = |point: &Point| point.distance(center);
            let mut empty: Vec<Point> = position.board().empty_points().collect();
            empty.sort_by_key(distance);
            let legal = || empty.iter().copied().filter(|&point| !position.is_forbidden(point));
            legal().find(|&point| !excluded.contains(point)).or_else(|| legal().next())
        })
        .or_else(|| position.board().empty_points().next())
}

#[cfg(test)]
mod tests;
