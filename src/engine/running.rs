//! A search that is under way, and its fallback answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use fukumi_core::control::Control;
use fukumi_core::decide::static_answer;
use fukumi_core::decide::task::{Answer, Goal, Task};
use fukumi_core::geometry::{Point, PointSet};
use fukumi_core::opening::Step;
use fukumi_core::score::Score;
use fukumi_core::search::report::{Info, Variation};
use log::error;

/// A task that is being worked on, as its owner sees it.
pub(crate) struct RunningTask {
    /// Number of the task.
    pub id: u64,
    /// The task.
    pub task: Task,
    /// Whether the moves of the answer are played on the engine's own board.
    pub is_played: bool,
    /// The limits and the stop flag.
    pub control: Arc<Control>,
    /// The lines reported last, of one iteration, the best one first.
    pub lines: Vec<Info>,
    /// The point that the answer must leave free, if it was stopped for a stone there.
    pub instead: Option<Instead>,
}

/// A point that the other side takes before it knows the answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instead {
    /// The point.
    pub taken: Point,
    /// The best other one when the search was stopped.
    pub best: Point,
}

impl RunningTask {
    /// Whether the answer can be played.
    pub(crate) fn allows(&self, answer: &Answer) -> bool {
        let board = self.task.position.board();
        let (moves, is_complete) = match (answer, self.task.goal) {
            (Answer::Moves(moves), _) => (moves.as_slice(), !moves.is_empty()),
            (Answer::Step { step, then }, Goal::Opening { opening, plays_on }) => {
                let is_move_due = plays_on && *step == Step::Stay;
                let moves = match step {
                    Step::Stones(points) => points,
                    Step::Swap | Step::Stay | Step::Count(_) => then.as_slice(),
                };
                (moves, opening.check(step).is_ok() && then.is_some() == is_move_due)
            }
            (Answer::Step { .. }, _) => (&[][..], false),
        };
        let different: PointSet = moves.iter().copied().collect();
        let is_legal = is_complete
            && different.len() == moves.len()
            && moves.iter().all(|&point| board.is_empty(point));
        if !is_legal {
            error!("the search answered {answer:?}\n{board}");
        }
        is_legal
    }

    /// Whether the answer puts one stone on the board.
    pub(crate) fn puts_one_stone(&self) -> bool {
        let goal = self.task.goal;
        self.is_played && !matches!(goal, Goal::Opening { .. }) && goal.moves() == 1
    }

    /// Returns the stone of the answer if the search ended now; `None` if that is not one stone.
    pub(crate) fn stone_so_far(&self) -> Option<Point> {
        match self.fallback() {
            Answer::Moves(moves) if moves.len() == 1 => moves.first().copied(),
            Answer::Moves(_) | Answer::Step { .. } => None,
        }
    }

    /// Returns the answer, or the best move when the search was stopped if the answer takes the
    /// point that must be left free: the last moment of a search may change its mind.
    pub(crate) fn beside_taken(&self, answer: Answer) -> Answer {
        match (&answer, self.instead) {
            (Answer::Moves(moves), Some(Instead { taken, best })) if *moves == [taken] => {
                Answer::Moves(vec![best])
            }
            _ => answer,
        }
    }

    /// Returns the stones that the answer puts on the board, in the order of play.
    pub(crate) fn stones(&self, answer: &Answer) -> Vec<Point> {
        match (answer, self.task.goal) {
            (Answer::Moves(moves), _) => moves.clone(),
            (Answer::Step { step, then }, Goal::Opening { mut opening, .. }) => {
                let before = opening.stones().count();
                let is_made = opening.apply(step).is_ok();
                let stones = if is_made { opening.stones().skip(before).collect() } else { vec![] };
                stones.into_iter().chain(*then).collect()
            }
            (Answer::Step { .. }, _) => Vec::new(),
        }
    }

    /// Returns the expected reply of the opponent to these moves.
    pub(crate) fn expected_reply(&self, moves: &[Point]) -> Option<Point> {
        self.best_line()?.moves.strip_prefix(moves)?.first().copied()
    }

    /// Returns the score that the search gave to the position when it chose this move, if it
    /// reported one.
    pub(crate) fn score_of(&self, point: Point) -> Option<Score> {
        self.best_line().filter(|line| line.moves.first() == Some(&point)).map(|line| line.score)
    }

    /// Takes note of a line that is reported.
    pub(crate) fn note_line(&mut self, info: &Info) {
        if info.index == 0 {
            self.lines.clear();
        }
        self.lines.push(info.clone());
    }

    fn best_line(&self) -> Option<&Variation> {
        self.lines.first().map(|info| &info.line)
    }

    /// Returns an answer without the search. If one move is wanted, it is the best move so far.
    /// Otherwise static knowledge answers, and if that fails, the first empty points.
    pub(crate) fn fallback(&self) -> Answer {
        let count = self.task.goal.moves();
        let best = self.control.best().filter(|_| count == 1);
        let known = || catch_unwind(AssertUnwindSafe(|| static_answer(&self.task))).ok().flatten();
        match (self.task.goal, best) {
            (Goal::Opening { .. }, best) => known().map(|answer| match answer {
                Answer::Step { step, then: Some(then) } => {
                    Answer::Step { step, then: best.or(Some(then)) }
                }
                other => other,
            }),
            (_, Some(best)) => Some(Answer::Moves(vec![best])),
            (_, None) => known(),
        }
        .unwrap_or_else(|| {
            Answer::Moves(self.task.position.board().empty_points().take(count).collect())
        })
    }
}
