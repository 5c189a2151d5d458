//! Move picker: hands out the moves of a node, the most promising first.
//!
//! It works in stages, because most nodes end after a few moves. First comes the table move, before
//! any move is generated. Then come the moves that look promising, ordered by their appeal and the
//! histories. Then come the others, ordered by their appeal alone.
//!
//! The moves of all nodes between the root and the current node lie one after the other in a list
//! of the worker, so no node allocates. A picker knows its part of the list. The node removes that
//! part when it ends.

use std::cmp::Reverse;

use crate::geometry::Point;
use crate::position::Position;
use crate::threat::Situation;

use super::history::Context;
use super::params;
use super::worker::{ScoredMove, Worker};

/// A move that a picker hands out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picked {
    pub(super) point: Point,
    /// Whether this is the table move.
    pub(super) is_table_move: bool,
    /// How much less promising the move looks than the best one, in hundredths of the natural
    /// logarithm of the odds. The table move has 0.
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
    /// Index of the picker's first move in the worker's list.
    start: usize,
    /// Index of the next move to hand out.
    next: usize,
    /// Index of the first move that does not look promising.
    promising_end: usize,
    /// The largest appeal of all generated moves.
    top: i32,
}

impl<'a> Picker<'a> {
    /// Creates a picker of the moves that `situation` allows in the worker's position. The moves go
    /// to the end of the worker's list. The picker hands out `table_move` first, and never the
    /// `excluded` move.
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

    /// Returns the earlier moves that the histories depend on.
    #[inline]
    pub(super) fn context(&self) -> Context {
        self.context
    }

    /// Returns the next legal move, or `None` if there is no other.
    ///
    /// A move counts as promising if its appeal is at most `margin` below the largest appeal when
    /// moves are generated. The other moves come only if `wants_rest`.
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

    /// Returns the moves that were taken from the list so far.
    #[inline]
    pub(super) fn taken<'b>(&self, moves: &'b [ScoredMove]) -> &'b [ScoredMove] {
        &moves[self.start..self.next]
    }

    /// Whether the table move may be played here. It may belong to another position with the same
    /// key.
    fn is_allowed(&self, position: &Position, point: Point) -> bool {
        position.board().is_empty(point)
            && !position.is_forbidden(point)
            && self.situation.moves().is_none_or(|moves| moves.contains(point))
    }

    /// Takes the next move from the list. Returns `None` if the move was handed out before or may
    /// not be handed out.
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

    /// Appends the moves that the situation allows to the list. The promising moves come first,
    /// with their full scores. The others have their appeal as their score.
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

/// Number of moves that are selected one by one. A node that wants more is likely to want all of
/// them, so the rest is sorted.
const SELECTED: usize = 4;

/// Swaps the best move of `moves[next..]` to index `next` and returns it. `start` is the index of
/// the node's first move.
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

/// Sorts moves by score, the largest first. Equal scores keep board order.
fn sort(moves: &mut [ScoredMove]) {
    moves.sort_unstable_by_key(key);
}

/// The sort key of a move.
#[inline]
fn key(scored: &ScoredMove) -> (Reverse<i32>, Point) {
    (Reverse(scored.score), scored.point)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::super::table::Table;
    use super::super::team::Team;
    use super::super::worker::WorkerState;
    use super::*;
    use crate::control::{Control, Limits};
    use crate::eval::Kind;
    use crate::geometry::{BoardSize, PointSet};
    use crate::rule::Rule;
    use crate::threat::assess;

    /// Black is to move and may not take j10, which would be a double three.
    const DOUBLE_THREE: &str = "h10 a1 i10 a15 j9 o1 j8 o15";
    const QUIET: &str = "h8 i9 h10 j8 g7 i7";
    /// White has an open three, and Black is to move.
    const THREATENED: &str = "a1 h8 c2 i8 e1 j8";

    fn played(rule: Rule, moves: &str) -> Position {
        let size = BoardSize::square(15).expect("in range");
        let mut position = Position::new(size, rule);
        for label in moves.split_whitespace() {
            position.play(size.parse_label(label).expect("a point"));
        }
        position
    }

    /// Collects all moves that a picker hands out.
    fn picked(
        position: &Position,
        table_move: Option<Point>,
        excluded: Option<Point>,
        margin: i32,
        wants_rest: bool,
    ) -> Vec<Picked> {
        let (table, team, mut memory) = (Table::new(1 << 16), Team::new(1), WorkerState::default());
        let control = Control::new(Instant::now(), Limits::default());
        let position = position.clone();
        let mut worker =
            Worker::new(&table, &control, &team, &mut memory, position, &Kind::Network);
        let situation = assess(&mut worker.position);
        let mut picker = Picker::new(&worker, &situation, 0, table_move, excluded);
        std::iter::from_fn(|| picker.next(&mut worker, margin, wants_rest)).collect()
    }

    fn points(picked: &[Picked]) -> PointSet {
        picked.iter().map(|picked| picked.point).collect()
    }

    #[test]
    fn each_legal_move_comes_once_and_that_of_the_table_first() {
        for moves in [QUIET, DOUBLE_THREE] {
            let position = played(Rule::Renju, moves);
            let all = picked(&position, None, None, i32::MAX, true);
            let legal = |point: &Point| !position.is_forbidden(*point);
            assert_eq!(points(&all), position.candidates().iter().filter(legal).collect());
            let (first, last) = (all[0].point, all[all.len() - 1].point);
            assert_eq!((all[0].lag, all[0].is_table_move), (0, false));
            let others = picked(&position, Some(last), Some(first), 100, true);
            assert!(others[0].is_table_move && others[0].point == last && others[0].lag == 0);
            assert!(others[1..].iter().all(|other| !other.is_table_move));
            // As many moves as there are points, so each comes once.
            assert_eq!(others.len(), all.len() - 1);
            let mut expected = points(&all);
            expected.remove(first);
            assert_eq!(points(&others), expected);
        }
        let forbidden = BoardSize::square(15).and_then(|size| size.parse_label("j10"));
        let position = played(Rule::Renju, DOUBLE_THREE);
        assert!(position.is_forbidden(forbidden.expect("a point")));
        assert!(!picked(&position, forbidden, None, 100, true)[0].is_table_move);
    }

    #[test]
    fn moves_that_look_far_worse_come_last_and_only_if_wanted() {
        let position = played(Rule::Freestyle, QUIET);
        let all = picked(&position, None, None, 150, true);
        let promising = picked(&position, None, None, 150, false);
        assert!((1..all.len()).contains(&promising.len()));
        assert!(promising.iter().all(|picked| picked.lag <= 150));
        let (first, rest) = all.split_at(promising.len());
        assert_eq!(points(first), points(&promising));
        assert!(rest.iter().all(|picked| picked.lag > 150));
        assert!(rest.is_sorted_by_key(|picked| picked.lag));
    }

    #[test]
    fn a_threat_leaves_only_moves_that_answer_it() {
        let position = played(Rule::Freestyle, THREATENED);
        let situation = assess(&mut position.clone());
        let answers = *situation.moves().expect("an open three has to be answered");
        let all = picked(&position, None, None, i32::MAX, true);
        assert_eq!(points(&all), answers);
        let elsewhere = position.candidates().iter().find(|&point| !answers.contains(point));
        assert!(elsewhere.is_some());
        let others = picked(&position, elsewhere, None, i32::MAX, true);
        assert!(!others[0].is_table_move);
        assert_eq!(points(&others), answers);
    }
}
