//! Move picker: which moves a node tries, and in which order.
//!
//! Stages: the move of the table, before anything is generated; then the moves that the situation
//! leaves, picked one by one by their scores, since three to eight are usually enough for a cut.

use std::cmp::Reverse;

use crate::eval::Scorer;
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
    /// The part of the score that the position alone gives, see [`Scorer::appeals`].
    pub(super) appeal: i32,
}

/// What [`generate`] appended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Generated {
    /// The largest appeal.
    pub(super) top: i32,
    /// Where the moves begin that are more than the margin behind it.
    pub(super) promising_end: usize,
}

/// Appends the moves that `situation` leaves. Those whose appeal is at most `margin` behind the largest
/// come first, with their scores; the others keep their appeal for a score.
#[expect(clippy::too_many_arguments, reason = "what an order depends on")]
pub(super) fn generate(
    position: &Position,
    scorer: &mut Scorer,
    situation: &Situation,
    histories: &Histories,
    ply: usize,
    context: Context,
    margin: i32,
    moves: &mut Vec<Scored>,
) -> Generated {
    let start = moves.len();
    let us = position.to_move();
    let killers = histories.killers(ply);
    let counter = histories.counter(us, context);
    let appeals = scorer.appeals(position, situation.moves());
    moves.extend(appeals.iter().map(|&(point, appeal)| Scored { point, score: appeal, appeal }));
    let top = appeals.iter().map(|&(_, appeal)| appeal).max().unwrap_or(i32::MIN);
    let mut promising_end = start;
    for index in start..moves.len() {
        if top - moves[index].appeal > margin {
            continue;
        }
        moves.swap(promising_end, index);
        let Scored { point, score, .. } = &mut moves[promising_end];
        let shapes = [us, !us].map(|color| position.shape(color, *point));
        *score += histories.score(us, context, shapes, *point) / params::order_history();
        if killers.contains(&Some(*point)) {
            *score += params::order_killer();
        }
        if Some(*point) == counter {
            *score += params::order_counter();
        }
        promising_end += 1;
    }
    Generated { top, promising_end }
}

/// Moves that are picked one by one; if a node wants more, it is likely to want all.
const PICKED: usize = 4;

/// Brings the best move from place `next` on of the list that begins at `start` to `next`, and returns it.
/// Equal scores keep board order.
pub(super) fn pick(moves: &mut [Scored], start: usize, next: usize) -> Option<Scored> {
    if next == start + PICKED {
        sort(moves, next);
    } else if next < start + PICKED {
        let rest = moves.get_mut(next..)?;
        let best = (0..rest.len()).min_by_key(|&index| key(&rest[index]))?;
        rest.swap(0, best);
    }
    moves.get(next).copied()
}

/// Sorts the list from place `next` on.
pub(super) fn sort(moves: &mut [Scored], next: usize) {
    moves.get_mut(next..).unwrap_or_default().sort_unstable_by_key(key);
}

/// What moves are sorted by.
fn key(scored: &Scored) -> (Reverse<i32>, Point) {
    (Reverse(scored.score), scored.point)
}
