//! A search that is under way, and what to answer if it lets its owner down.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use log::error;

use super::task::{Answer, Task};
use super::watch::Watch;
use crate::geometry::{Point, PointSet};
use crate::score::Score;

/// How long a search that was told to stop may take to do so.
const STOP_GRACE: Duration = Duration::from_millis(120);

/// A task that is being worked on, as its owner sees it.
pub struct Thinking {
    /// Number of the task.
    pub id: u64,
    /// What is to be found.
    pub task: Task,
    /// When to end.
    pub watch: Arc<Watch>,
    /// When the command was read.
    pub start: Instant,
    /// How long after the hard limit the answer is awaited.
    pub grace: Duration,
    /// When the search was told to stop.
    pub stopped_at: Option<Instant>,
    /// The best line that was reported last.
    pub line: Vec<Point>,
    /// Its score.
    pub score: Score,
}

impl Thinking {
    /// When to go on without the search.
    pub fn overdue_at(&self) -> Option<Instant> {
        let by_clock = self.watch.limits().hard.map(|hard| self.start + hard + self.grace);
        let by_stop = self.stopped_at.map(|stopped| stopped + STOP_GRACE);
        [by_clock, by_stop].into_iter().flatten().min()
    }

    /// Whether the answer can be played.
    pub fn allows(&self, answer: &Answer) -> bool {
        let Answer::Moves(moves) = answer else { return true };
        let board = self.task.position.board();
        let different: PointSet = moves.iter().copied().collect();
        let is_legal = !moves.is_empty()
            && different.len() == moves.len()
            && moves.iter().all(|&point| board.is_empty(point));
        if !is_legal {
            error!("the search answered {moves:?}\n{board}");
        }
        is_legal
    }

    /// What the opponent is expected to reply to these moves.
    pub fn expected_reply(&self, moves: &[Point]) -> Option<Point> {
        self.line.strip_prefix(moves)?.first().copied()
    }

    /// What the search thought of the position when it chose this move, if it has told.
    pub fn score_of(&self, point: Point) -> Option<Score> {
        (self.line.first() == Some(&point)).then_some(self.score)
    }

    /// An answer without the search: the best move so far if one move is wanted, static knowledge if
    /// that is of any use, the first empty points if nothing else is.
    pub fn fallback(&self) -> Answer {
        let count = self.task.goal.moves();
        if let Some(best) = self.watch.best().filter(|_| count == 1) {
            return Answer::Moves(vec![best]);
        }
        catch_unwind(AssertUnwindSafe(|| self.task.static_answer())).ok().flatten().unwrap_or_else(
            || Answer::Moves(self.task.position.board().empty_points().take(count).collect()),
        )
    }
}
