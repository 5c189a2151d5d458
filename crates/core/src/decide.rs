//! What to play: one ladder of strategies.
//!
//! [`answer`] is the only entry point. If a game asks for a move, or a user who watches asks for
//! lines, the first strategy of `LADDER` that finds a move answers. The other goals are decisions
//! of their own: balanced moves, and steps of openings. A strategy is a function of the task and
//! the `Means`. It knows neither the ladder nor the engine.

use self::means::Means;
use self::task::{Answer, Goal, Task};
use crate::geometry::PointSet;
use crate::search::static_move;

mod balance;
pub mod book;
mod checkmate;
mod defend;
mod learned;
pub mod level;
pub mod means;
mod negotiate;
mod opening;
pub mod task;
mod variety;
mod weaker;

/// A strategy. It finds an answer, or returns `None` so that the next strategy is asked.
type Strategy = fn(&Task, &mut Means<'_>) -> Option<Answer>;

/// The strategies, in the order in which they are asked.
const LADDER: [Strategy; 9] = [
    // The move of the book.
    book::answer,
    // A forced win, if the task asks for one.
    checkmate::answer,
    // A move that stops the opponent's forced win, if a user asks for it.
    defend::answer,
    // The first stone of either side.
    opening::answer,
    // A move chosen by what games have taught.
    learned::answer,
    // A weaker move than the best one, at levels that make mistakes.
    weaker::answer,
    // Without time: the best move by the shapes.
    at_once,
    // One of several moves that are nearly as good, against people.
    variety::answer,
    // The best move, by a search.
    search,
];

/// Finds the answer to a task within the limits of the control.
///
/// Returns `None` only if there is nothing to choose from. [`static_answer`] may still have an
/// answer then.
pub fn answer(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    match task.goal {
        Goal::Move | Goal::Analyse { .. } | Goal::Checkmate { .. } | Goal::Defend => {
            LADDER.iter().find_map(|strategy| strategy(task, means))
        }
        Goal::BalanceOne { bias } => balance::one_move(task, bias, means),
        Goal::BalanceTwo { bias } => balance::two_moves(task, bias, means),
        Goal::Opening { opening, plays_on } => negotiate::answer(task, &opening, plays_on, means),
    }
}

/// Returns the answer to a task from static knowledge alone, or `None` if there are not enough
/// empty points.
pub fn static_answer(task: &Task) -> Option<Answer> {
    if let Goal::Opening { opening, plays_on } = task.goal {
        return negotiate::static_answer(task, &opening, plays_on);
    }
    let mut position = task.position.clone();
    let mut excluded = task.excluded;
    let mut moves = Vec::new();
    for _ in 0..task.goal.moves() {
        let point = static_move(&position, &excluded)?;
        position.play(point);
        moves.push(point);
        excluded = PointSet::EMPTY;
    }
    Some(Answer::Moves(moves))
}

/// Returns the best move by the shapes, if the task was stopped.
fn at_once(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    if !means.control.is_stopped() {
        return None;
    }
    static_move(&task.position, &learned::left_out(task)).map(Answer::one)
}

/// Returns the best move by a search.
fn search(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    means.search(&task.position, &task.request(task.lines())).best_move.map(Answer::one)
}

#[cfg(test)]
mod tests;
