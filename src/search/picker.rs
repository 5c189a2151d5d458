//! Move picker: hands out the moves of a node, the most promising first.
//!
//! It works in stages, since most nodes end after a few moves: first the move of the table, before
//! anything is generated; then the moves that look promising, by their appeal and by what the
//! histories say; then the others, by their appeal alone.
//!
//! The moves of all nodes between the root and the present one lie one behind the other in a list of
//! the worker, so that no node allocates. A picker knows its part of the list; the node takes that
//! part off again.

use std::cmp::Reverse;

use crate::geometry::Point;
use crate::position::Position;
use crate::threat::Situation;

use super::history::Context;
use super::params;
use super::worker::Worker;

/// A move and its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove {
    pub(super) point: Point,
    /// Moves are tried from the largest score on.
    score: i32,
    /// The part of the score that the position alone gives, see
    /// [`Scorer::appeals`](crate::eval::Scorer::appeals).
    appeal: i32,
}

/// What a picker hands out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picked {
    pub(super) point: Point,
    /// Whether it is the move of the table.
    pub(super) is_table_move: bool,
    /// How much less promising it looks than the best move, in hundredths of the natural logarithm of
    /// the odds; 0 of the move of the table.
    pub(super) lag: i32,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    TableMove,
    Generate,
    Promising,
    Rest,
}

/// Hands out the moves of one node.
pub(super) struct Picker<'a> {
    situation: &'a Situation,
    context: Context,
    ply: usize,
    table_move: Option<Point>,
    excluded: Option<Point>,
    stage: Stage,
    /// Where its moves begin in the list of the worker.
    start: usize,
    /// Where the next one is.
    next: usize,
    /// Where those begin that do not look promising.
    promising_end: usize,
    /// The largest appeal.
    top: i32,
}

impl<'a> Picker<'a> {
    /// A picker of the moves that `situation` leaves, for the position and at the end of the list of
    /// the worker. It hands out `table_move` first, and never the move that is `excluded`.
    #[inline]
    pub(super) fn new(
        worker: &Worker<'_>,
        situation: &'a Situation,
        ply: usize,
        table_move: Option<Point>,
        excluded: Option<Point>,
    ) -> Self {
        let start = worker.moves.len();
        Self {
            situation,
            context: Context::new(worker.position.board().stones()),
            ply,
            table_move,
            excluded,
            stage: Stage::TableMove,
            start,
            next: start,
            promising_end: start,
            top: i32::MIN,
        }
    }

    /// What the histories look at.
    #[inline]
    pub(super) fn context(&self) -> Context {
        self.context
    }

    /// The next legal move; `None` if there is no other. When moves are generated, those whose appeal
    /// is more than `margin` behind the largest count as not promising. They come only if
    /// `wants_rest`.
    pub(super) fn next(
        &mut self,
        worker: &mut Worker<'_>,
        margin: i32,
        wants_rest: bool,
    ) -> Option<Picked> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::Generate;
                    if let Some(point) = self.table_move
                        && Some(point) != self.excluded
                        && self.is_allowed(&worker.position, point)
                    {
                        return Some(Picked { point, is_table_move: true, lag: 0 });
                    }
                }
                Stage::Generate => {
                    self.generate(worker, margin);
                    self.stage = Stage::Promising;
                }
                Stage::Promising => {
                    let promising = &mut worker.moves[..self.promising_end];
                    if let Some(scored) = select(promising, self.start, self.next) {
                        if let Some(picked) = self.take(&worker.position, scored) {
                            return Some(picked);
                        }
                    } else if wants_rest {
                        sort(&mut worker.moves[self.next..]);
                        self.stage = Stage::Rest;
                    } else {
                        return None;
                    }
                }
                Stage::Rest => {
                    let scored = *worker.moves.get(self.next)?;
                    if let Some(picked) = self.take(&worker.position, scored) {
                        return Some(picked);
                    }
                }
            }
        }
    }

    /// The moves of the list that were taken from it so far.
    #[inline]
    pub(super) fn taken<'b>(&self, moves: &'b [ScoredMove]) -> &'b [ScoredMove] {
        &moves[self.start..self.next]
    }

    /// Whether the move of the table may be played here. It may be that of another position with the
    /// same key.
    fn is_allowed(&self, position: &Position, point: Point) -> bool {
        position.board().is_empty(point)
            && !position.is_forbidden(point)
            && self.situation.moves().is_none_or(|moves| moves.contains(point))
    }

    /// Takes the next move from the list; `None` if it has been handed out before, or may not be.
    #[inline]
    fn take(&mut self, position: &Position, scored: ScoredMove) -> Option<Picked> {
        self.next += 1;
        let ScoredMove { point, appeal, .. } = scored;
        if Some(point) == self.table_move
            || Some(point) == self.excluded
            || position.is_forbidden(point)
        {
            return None;
        }
        Some(Picked { point, is_table_move: false, lag: self.top - appeal })
    }

    /// Appends the moves that the situation leaves to the list. The promising ones come first, with
    /// their scores; the others have their appeal for a score.
    fn generate(&mut self, worker: &mut Worker<'_>, margin: i32) {
        let Worker { position, scorer, memory, moves, .. } = worker;
        let (us, histories) = (position.to_move(), &memory.histories);
        let killers = histories.killers(self.ply);
        let counter = histories.counter(us, self.context);
        let appeals = scorer.appeals(position, self.situation.moves());
        let scored = |&(point, appeal)| ScoredMove { point, score: appeal, appeal };
        moves.extend(appeals.iter().map(scored));
        self.top = appeals.iter().map(|&(_, appeal)| appeal).max().unwrap_or(i32::MIN);
        for index in self.start..moves.len() {
            if self.top - moves[index].appeal > margin {
                continue;
            }
            moves.swap(self.promising_end, index);
            let ScoredMove { point, score, .. } = &mut moves[self.promising_end];
            let shapes = [us, !us].map(|color| position.shape(color, *point));
            let history = histories.score(us, self.context, shapes, *point);
            *score += history / params::order_history();
            if killers.contains(&Some(*point)) {
                *score += params::order_killer();
            }
            if Some(*point) == counter {
                *score += params::order_counter();
            }
            self.promising_end += 1;
        }
    }
}

/// Moves that are selected one by one; if a node wants more, it is likely to want all.
const SELECTED: usize = 4;

/// Brings the best move from place `next` on of the list that begins at `start` to `next`, and returns
/// it.
fn select(moves: &mut [ScoredMove], start: usize, next: usize) -> Option<ScoredMove> {
    if next == start + SELECTED {
        sort(&mut moves[next..]);
    } else if next < start + SELECTED {
        let rest = moves.get_mut(next..)?;
        let best = (0..rest.len()).min_by_key(|&index| key(&rest[index]))?;
        rest.swap(0, best);
    }
    moves.get(next).copied()
}

/// Sorts moves by their scores. Equal scores keep board order.
fn sort(moves: &mut [ScoredMove]) {
    moves.sort_unstable_by_key(key);
}

/// What moves are sorted by.
#[inline]
fn key(scored: &ScoredMove) -> (Reverse<i32>, Point) {
    (Reverse(scored.score), scored.point)
}
