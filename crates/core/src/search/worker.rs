//! What one thread of a search owns: position, histories, stack and counts.

use std::thread;
use std::time::Duration;

use crate::eval::{Kind, Scorer};
use crate::geometry::Point;
use crate::position::Position;
use crate::score::Score;
use crate::solver::vcf::Vcf;
use crate::solver::vct::Vct;

use super::depth::MAX_PLY;
use super::history::{Corrections, Histories};
use super::params::{self, Reductions};
use super::plan::WinPlan;
use super::report::{Effort, Info, Variation, outlook};
use super::request::Stopped;
use super::table::Table;
use super::team::{MAIN, Team};
use crate::control::Control;

/// Largest number of nodes between two looks at the clock.
pub(super) const CLOCK_INTERVAL: u64 = 64;
/// The same while the system has not provided all memory of the table. The first use of a large
/// page takes a tenth of a millisecond or more, and each node may use one.
const FIRST_CLOCK_INTERVAL: u64 = 8;

/// What a worker keeps from one move of a game to the next.
#[derive(Default)]
pub(super) struct WorkerState {
    pub(super) histories: Histories,
    pub(super) corrections: Corrections,
    /// The solver of wins by fours, with its table.
    pub(super) vcf: Vcf,
    pub(super) reductions: Reductions,
    /// The solver of wins by threats at the root, created when it is first needed.
    pub(super) vct: Option<Vct>,
    /// The win that is being played out.
    pub(super) plan: Option<WinPlan>,
    /// The scorer of the last search. It is kept because the next search mostly begins two stones
    /// later.
    scorer: Option<Scorer>,
}

impl WorkerState {
    /// Prepares the memory for the next search of the same game.
    pub(super) fn age(&mut self) {
        self.histories.age();
        if cfg!(feature = "tune") {
            // The numbers that the table is built from may have been set since.
            self.reductions = Reductions::default();
        }
    }
}

/// The state of the search at one distance from the root.
#[derive(Clone, Default)]
pub(super) struct Frame {
    /// Static score of the node, if it has one.
    pub(super) eval: Option<Score>,
    /// The move that the next search of the node leaves out.
    pub(super) excluded: Option<Point>,
    /// Marks the next search of the node as the ProbCut search that verifies a likely fail high.
    pub(super) is_probcut: bool,
    /// The best line found at the node, if it is on the principal variation.
    pub(super) pv: Vec<Point>,
}

/// A move with its score for move ordering.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove {
    pub(super) point: Point,
    /// Moves are tried in descending order of this score.
    pub(super) score: i32,
    /// The part of the score that the position alone gives; see
    /// [`Scorer::appeals`](crate::eval::Scorer::appeals).
    pub(super) appeal: i32,
}

/// One thread of a search.
pub(super) struct Worker<'a> {
    pub(super) table: &'a Table,
    pub(super) control: &'a Control,
    pub(super) team: &'a Team,
    /// The thread's seat in the team.
    pub(super) seat: usize,
    pub(super) memory: &'a mut WorkerState,
    evaluation: &'a Kind,
    pub(super) scorer: Scorer,
    /// The share of draws in what the score of the root leaves room for; see
    /// [`Outlook`](crate::score::Outlook).
    draws: Option<f64>,
    /// The position at the current node.
    pub(super) position: Position,
    /// One frame for each distance from the root.
    pub(super) stack: Vec<Frame>,
    /// Moves of all nodes between the root and the current one, one node after the other.
    pub(super) moves: Vec<ScoredMove>,
    /// Positions this thread has looked at, including those of the solvers.
    pub(super) nodes: u64,
    /// Node count at which the thread looks at the clock next.
    next_check: u64,
    /// Time from the start of the search at which this thread yields to other threads again.
    gives_way_from: Duration,
    /// Selective depth: the largest distance from the root that was looked at, in plies.
    pub(super) selective_depth: usize,
    /// Depth of the current iteration, in plies.
    pub(super) root_plies: usize,
    /// Nodes spent on each root move; known at the end of the search.
    pub(super) efforts: Vec<Effort>,
}

impl<'a> Worker<'a> {
    /// Creates the main worker of a team.
    pub(super) fn new(
        table: &'a Table,
        control: &'a Control,
        team: &'a Team,
        memory: &'a mut WorkerState,
        position: Position,
        evaluation: &'a Kind,
    ) -> Self {
        let kept = memory.scorer.take().filter(|scorer| scorer.fits(&position, evaluation));
        let mut scorer = kept.unwrap_or_else(|| Scorer::new(&position, evaluation));
        Self {
            table,
            control,
            team,
            seat: MAIN,
            memory,
            evaluation,
            draws: scorer.draws(&position),
            scorer,
            position,
            stack: vec![Frame::default(); MAX_PLY + 1],
            moves: Vec::with_capacity(4_096),
            nodes: 0,
            next_check: 0,
            gives_way_from: Duration::ZERO,
            selective_depth: 0,
            root_plies: 0,
            efforts: Vec::new(),
        }
    }

    /// Creates a worker of the same team on the same position.
    pub(super) fn helper<'b>(&self, memory: &'b mut WorkerState, seat: usize) -> Worker<'b>
    where
        'a: 'b,
    {
        let position = self.position.clone();
        let (table, control, team) = (self.table, self.control, self.team);
        Worker { seat, ..Worker::new(table, control, team, memory, position, self.evaluation) }
    }

    /// Hands back what the next search can use.
    pub(super) fn retire(self) {
        self.memory.scorer = Some(self.scorer);
    }

    /// Whether this is the main worker, which decides about time.
    pub(super) fn is_main(&self) -> bool {
        self.seat == MAIN
    }

    /// Publishes this thread's nodes and returns the nodes of all threads, as far as they are
    /// known.
    pub(super) fn total_nodes(&self) -> u64 {
        self.team.publish_nodes(self.seat, self.nodes)
    }

    /// The share of draws in what the score of the root leaves room for; see
    /// [`Outlook`](crate::score::Outlook).
    pub(super) const fn draws(&self) -> Option<f64> {
        self.draws
    }

    /// Builds the report of a line: the one at place `index` of `count`.
    pub(super) fn info(&self, line: &Variation, index: usize, count: usize) -> Info {
        let outlook = outlook(line.score, self.draws);
        let (nodes, elapsed) = (self.total_nodes(), self.control.elapsed());
        Info { index, count, outlook, ..Info::new(line.clone(), nodes, elapsed) }
    }

    /// Counts a node, and looks at the clock and at the other threads now and then.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) -> Result<(), Stopped> {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes >= self.next_check {
            let total = self.total_nodes();
            // The depth limit may have been lowered since the iteration began.
            let is_too_deep = self.root_plies > self.control.depth_limit() as usize;
            if self.team.is_over() || self.control.must_stop(total) || is_too_deep {
                return Err(Stopped);
            }
            if self.team.len() > 1 {
                self.give_way();
            }
            // One thread keeps a node limit exactly, several threads almost.
            let left = self.control.node_limit().saturating_sub(total) / self.team.len() as u64;
            let interval =
                if self.table.is_provided() { CLOCK_INTERVAL } else { FIRST_CLOCK_INTERVAL };
            self.next_check = self.nodes + left.clamp(1, interval);
        }
        Ok(())
    }

    /// Yields to the thread that listens for commands.
    ///
    /// Where every processor is searching, that thread would otherwise wait for the scheduler's
    /// next tick before it could pass on a stop. The tick takes 4 ms on many Linux systems.
    fn give_way(&mut self) {
        let before = self.control.elapsed();
        if before >= self.gives_way_from {
            thread::yield_now();
            let after = self.control.elapsed();
            if after - before > params::SHORT_ERRAND {
                self.gives_way_from = after + params::SELFISH_TIME;
            }
        }
    }

    /// Sets the best line at `ply` to `point`, followed by the best line one ply further.
    pub(super) fn set_pv(&mut self, ply: usize, point: Point) {
        let (here, below) = self.stack.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(point);
        pv.extend_from_slice(&below[0].pv);
    }
}
