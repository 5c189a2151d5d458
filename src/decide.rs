//! What to play: one ladder of strategies.
//!
//! [`answer`] is the only way in. A move of a game, or the move that a user who looks on is shown,
//! comes from the first strategy of `LADDER` that has one; the other goals are decisions of their
//! own. A strategy is a function of the task and the `Means`. It knows neither the ladder nor the
//! engine.

use self::means::Means;
use self::task::{Answer, Goal, Task};
use crate::geometry::PointSet;
use crate::search::static_move;

mod balance;
pub(crate) mod book;
mod checkmate;
mod defend;
mod learned;
pub mod level;
pub(crate) mod means;
mod opening;
pub mod soosorv;
mod swap;
pub mod task;
mod variety;
mod weaker;

/// Finds a move, or has none; then the next one is asked.
type Strategy = fn(&Task, &mut Means<'_>) -> Option<Answer>;

/// The strategies in the order in which they are asked.
const LADDER: [Strategy; 9] = [
    // What the book says.
    book::answer,
    // A forced win, if only such is wanted.
    checkmate::answer,
    // What stops a forced win of the opponent, if a user asks for it.
    defend::answer,
    // The first stone of either side.
    opening::answer,
    // What games have taught about the moves.
    learned::answer,
    // A weaker move than the best one, at a level of play that makes mistakes.
    weaker::answer,
    // Without time: what the shapes tell.
    at_once,
    // One of several moves that are nearly as good, against people.
    variety::answer,
    // The best move.
    search,
];

/// Finds the answer to a task within the limits of the control.
///
/// `None` only if there is nothing to choose from; `static_answer` may know better.
pub fn answer(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    match task.goal {
        Goal::Move | Goal::Analyse { .. } | Goal::Checkmate { .. } | Goal::Defend => {
            LADDER.iter().find_map(|strategy| strategy(task, means))
        }
        Goal::BalanceOne { bias } => balance::one_move(task, bias, means),
        Goal::BalanceTwo { bias } => balance::two_moves(task, bias, means),
        Goal::Propose => swap::propose(task, means),
        Goal::Choose => swap::choose(task, means),
        Goal::Decide => swap::decide(task, means),
        Goal::Soosorv(decision) => soosorv::answer(task, decision, means),
    }
}

/// The answer to a task from static knowledge alone.
///
/// `None` if there are not enough empty points.
pub(crate) fn static_answer(task: &Task) -> Option<Answer> {
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

/// The best move by the shapes, once the task was stopped.
fn at_once(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    if !means.control.is_stopped() {
        return None;
    }
    static_move(&task.position, &learned::left_out(task)).map(Answer::one)
}

/// The best move by a search.
fn search(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    means.search(&task.position, &task.request(task.lines())).best_move.map(Answer::one)
}

#[cfg(test)]
mod tests;
