//! Move picker: which moves a node tries, and in which order.
//!
//! Stages: the move of the table, before anything is generated; then the moves that the situation
//! leaves, picked one by one by their scores, since three to eight are usually enough for a cut.

use std::cmp::Reverse;

use crate::eval::Evaluation;
use crate::geometry::Point;
use crate::position::Position;
use crate::threat::Situation;

use super::history::{Context, Histories};
use super::params;

/// A move and its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    pub(super) point: Point,
    /// Moves are tried from the largest score on.
    pub(super) score: i32,
    /// The part of the score that the position alone gives, see [`Evaluation::appeal`].
    pub(super) appeal: i32,
}

/// Appends the moves that `situation` leaves, with their scores. Returns the largest appeal among them.
pub(super) fn generate(
    position: &Position,
    evaluation: &Evaluation,
    situation: &Situation,
    histories: &Histories,
    ply: usize,
    context: Context,
    moves: &mut Vec<Scored>,
) -> i32 {
    let us = position.to_move();
    let killers = histories.killers(ply);
    let counter = histories.counter(us, context);
    let mut top = i32::MIN;
    let mut add = |point: Point| {
        let shapes = [us, !us].map(|color| position.shape(color, point));
        let appeal = evaluation.appeal(position, us, point);
        let mut score =
            appeal + histories.score(us, context, shapes, point) / params::order_history();
        if Some(point) == killers[0] || Some(point) == killers[1] {
            score += params::order_killer();
        }
        if Some(point) == counter {
            score += params::order_counter();
        }
        top = top.max(appeal);
        moves.push(Scored { point, score, appeal });
    };
    match situation {
        Situation::Block(points) | Situation::Defend(points) => points.iter().for_each(&mut add),
        Situation::Free | Situation::Won { .. } | Situation::Lost { .. } => {
            position.candidates().for_each(&mut add);
        }
    }
    top
}

/// Moves that are picked one by one; if a node wants more, it is likely to want all.
const PICKED: usize = 4;

/// Brings the best move from place `next` on of the list that begins at `start` to `next`, and returns it.
/// Equal scores keep board order.
pub(super) fn pick(moves: &mut [Scored], start: usize, next: usize) -> Option<Scored> {
    let rest = moves.get_mut(next..)?;
    let order = |scored: &Scored| (Reverse(scored.score), scored.point);
    if next == start + PICKED {
        rest.sort_unstable_by_key(order);
    } else if next < start + PICKED {
        let best = (0..rest.len()).min_by_key(|&index| order(&rest[index]))?;
        rest.swap(0, best);
    }
    rest.first().copied()
}
