//! A search that is under way, and what to answer if it lets its owner down.

use log::error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::control::Control;
use crate::decide::static_answer;
use crate::decide::task::{Answer, Task};
use crate::geometry::{Point, PointSet};
use crate::score::Score;

/// A task that is being worked on, as its owner sees it.
pub(crate) struct RunningTask {
    /// Number of the task.
    pub id: u64,
    /// What is to be found.
    pub task: Task,
    /// When to end.
    pub control: Arc<Control>,
    /// The best line that was reported last.
    pub line: Vec<Point>,
    /// Its score.
    pub score: Score,
}

impl RunningTask {
    /// Whether the answer can be played.
    pub(crate) fn allows(&self, answer: &Answer) -> bool {
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
    pub(crate) fn expected_reply(&self, moves: &[Point]) -> Option<Point> {
        self.line.strip_prefix(moves)?.first().copied()
    }

    /// What the search thought of the position when it chose this move, if it has told.
    pub(crate) fn score_of(&self, point: Point) -> Option<Score> {
        (self.line.first() == Some(&point)).then_some(self.score)
    }

    /// An answer without the search: the best move so far if one move is wanted, static knowledge
    /// if that is of any use, the first empty points if nothing else is.
    pub(crate) fn fallback(&self) -> Answer {
        let count = self.task.goal.moves();
        if let Some(best) = self.control.best().filter(|_| count == 1) {
            return Answer::Moves(vec![best]);
        }
        catch_unwind(AssertUnwindSafe(|| static_answer(&self.task))).ok().flatten().unwrap_or_else(
            || Answer::Moves(self.task.position.board().empty_points().take(count).collect()),
        )
    }
}
