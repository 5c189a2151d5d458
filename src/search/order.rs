//! Move picker: which moves a node tries, and in which order.
//!
//! Stages: the move of the table, before anything is generated; then the moves that the situation
//! leaves, picked one by one by their scores, since three to eight are usually enough for a cut.

use crate::eval::Evaluation;
use crate::geometry::Point;
use crate::pattern::Shape;
use crate::position::Position;
use crate::threat::Situation;

use super::history::Histories;
use super::params;

/// A move and its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    pub(super) point: Point,
    pub(super) score: i32,
}

/// Appends the moves that `situation` leaves, with their scores.
pub(super) fn generate(
    position: &Position,
    evaluation: &Evaluation,
    situation: &Situation,
    histories: &Histories,
    ply: usize,
    previous: Option<Point>,
    moves: &mut Vec<Scored>,
) {
    let us = position.to_move();
    let killers = histories.killers(ply);
    let counter = histories.counter(us, previous);
    let mut add = |point: Point| {
        let is_attack = position.shape(us, point) >= Shape::Three;
        let mut score = evaluation.appeal(position, us, point)
            + histories.score(us, is_attack, point) / params::order_history();
        if Some(point) == killers[0] || Some(point) == killers[1] {
            score += params::order_killer();
        }
        if Some(point) == counter {
            score += params::order_counter();
        }
        moves.push(Scored { point, score });
    };
    match situation {
        Situation::Block(points) | Situation::Defend(points) => points.iter().for_each(&mut add),
        Situation::Free | Situation::Won { .. } | Situation::Lost { .. } => {
            position.candidates().for_each(&mut add);
        }
    }
}

/// Brings the best move from `start` on to `start` and returns it. Equal scores keep board order.
pub(super) fn pick(moves: &mut [Scored], start: usize) -> Option<Scored> {
    let rest = moves.get(start..)?;
    let first = rest.first()?;
    let mut best = start;
    let mut best_move = *first;
    for (index, &candidate) in rest.iter().enumerate().skip(1) {
        if candidate.score > best_move.score
            || (candidate.score == best_move.score && candidate.point < best_move.point)
        {
            best = start + index;
            best_move = candidate;
        }
    }
    moves.swap(start, best);
    Some(best_move)
}
