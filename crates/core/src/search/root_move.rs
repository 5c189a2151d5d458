//! What the root keeps for each of its moves.

use crate::geometry::Point;
use crate::score::Score;

use super::report::{Effort, Variation};

/// A root move and what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) point: Point,
    /// Nodes spent on the move, in all iterations together.
    pub(super) nodes: u64,
    /// The line that begins with the move; `None` until the move has been searched.
    pub(super) line: Option<Variation>,
}

impl RootMove {
    /// Creates a root move that has not been searched.
    pub(super) fn new(point: Point) -> Self {
        Self { point, nodes: 0, line: None }
    }

    /// Returns the value of the move's line for the side to move; `None` if it has not been
    /// searched.
    pub(super) fn score(&self) -> Option<Score> {
        self.line.as_ref().map(|line| line.score)
    }

    /// Whether the move's line is a proven win.
    pub(super) fn is_win(&self) -> bool {
        self.score().is_some_and(Score::is_win)
    }

    /// Whether the move's line is a proven loss.
    pub(super) fn is_loss(&self) -> bool {
        self.score().is_some_and(Score::is_loss)
    }

    /// Returns what the move has cost; `None` if it has not been searched.
    pub(super) fn effort(&self) -> Option<Effort> {
        (self.nodes > 0).then_some(Effort { point: self.point, nodes: self.nodes })
    }

    /// Records the result of an iteration of `depth` plies: the score of the move, the line of
    /// `replies` after it, and the largest distance `searched` from the root, in plies.
    pub(super) fn set_line(
        &mut self,
        score: Score,
        replies: &[Point],
        depth: u32,
        searched: usize,
    ) {
        let mut moves = Vec::with_capacity(1 + replies.len());
        moves.push(self.point);
        moves.extend_from_slice(replies);
        let selective_depth = plies_seen(score, searched);
        self.line = Some(Variation { score, moves, depth, selective_depth, nodes: self.nodes });
    }
}

/// Returns what each move that was searched has cost.
pub(super) fn efforts(moves: &[RootMove]) -> Vec<Effort> {
    moves.iter().filter_map(RootMove::effort).collect()
}

/// Returns the share of the nodes of all moves, from 0 to 1, that went into the first one.
pub(super) fn effort_in_best(moves: &[RootMove]) -> f64 {
    let nodes: u64 = moves.iter().map(|root_move| root_move.nodes).sum();
    moves.first().map_or(0.0, |best| best.nodes as f64 / nodes.max(1) as f64)
}

/// Returns the number of plies from the root that a score rests on: the plies searched, or the
/// plies to the end that the score promises. A solver may have proven that end without a search.
pub(super) fn plies_seen(score: Score, searched: usize) -> u32 {
    score.plies_to_end().map_or(0, i32::unsigned_abs).max(searched as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_effort_in_the_best_move_is_a_share_of_all() {
        let with_nodes = |nodes| RootMove { nodes, ..RootMove::new(Point::new(7, 7)) };
        assert_eq!(effort_in_best(&[30, 10, 0].map(with_nodes)), 0.75);
        assert_eq!(effort_in_best(&[with_nodes(0)]), 0.0);
        assert_eq!(effort_in_best(&[]), 0.0);
    }

    #[test]
    fn a_move_has_neither_score_nor_effort_before_it_is_searched() {
        let mut root_move = RootMove::new(Point::new(7, 7));
        assert_eq!((root_move.score(), root_move.effort()), (None, None));
        assert!(!root_move.is_win() && !root_move.is_loss());
        root_move.nodes = 12;
        root_move.set_line(Score::win_in(9), &[Point::new(8, 8)], 3, 4);
        let line = root_move.line.as_ref().expect("set");
        assert_eq!(line.moves, [Point::new(7, 7), Point::new(8, 8)]);
        assert_eq!((line.depth, line.nodes), (3, 12));
        // The win is further away than the search looked.
        assert_eq!(line.selective_depth, 9);
        assert!(root_move.is_win() && !root_move.is_loss());
        assert_eq!(root_move.effort(), Some(Effort { point: Point::new(7, 7), nodes: 12 }));
    }
}
