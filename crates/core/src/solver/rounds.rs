//! Rounds of growing node budgets for one question about many moves.
//!
//! Each move gets the same small budget at first, and a larger one in each further round. So a move
//! that takes long cannot keep the others waiting, and a short win is found early wherever it is on
//! the board. As the budgets grow by a factor, all rounds together cost little more than the last.

use crate::control::Control;
use crate::geometry::Point;

use super::params::{FIRST_ROUND_NODES, ROUND_GROWTH};
use super::proof::Proof;
use super::verdict::Verdict;

/// Progress through a list of moves, reported after each question about one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Moves that need no further question. A move whose question is open is asked about again,
    /// with a larger budget.
    pub done: usize,
    /// Moves altogether.
    pub total: usize,
    /// Nodes searched so far, in the unit of [`Solution::nodes`](super::Solution::nodes).
    pub nodes: u64,
}

/// The reply to one question.
pub(super) struct Attempt {
    pub(super) verdict: Verdict<Proof>,
    /// Nodes that it took.
    pub(super) nodes: u64,
    /// Whether more nodes would not have changed an unknown verdict.
    pub(super) is_final: bool,
}

impl Attempt {
    /// A reply that took no nodes.
    pub(super) const fn known(verdict: Verdict<Proof>) -> Self {
        Self { verdict, nodes: 0, is_final: true }
    }
}

/// What is known of one move.
struct KnownMove {
    point: Point,
    verdict: Verdict<Proof>,
    /// Whether to leave the move out of further rounds, even if its verdict is unknown.
    is_done: bool,
}

/// The moves, and what is known of them so far.
pub(super) struct Rounds {
    entries: Vec<KnownMove>,
    /// Node budget of each open move in the next round.
    budget: u64,
    /// Nodes of all rounds so far, and those counted with [`Rounds::count`].
    nodes: u64,
}

impl Rounds {
    /// Rounds about these moves, which are asked about in this order.
    pub(super) fn new(points: impl IntoIterator<Item = Point>) -> Self {
        let open = |point| KnownMove { point, verdict: Verdict::Unknown, is_done: false };
        let entries = points.into_iter().map(open).collect();
        Self { entries, budget: FIRST_ROUND_NODES, nodes: 0 }
    }

    /// Number of moves that further rounds are about.
    pub(super) fn open_count(&self) -> usize {
        self.entries.iter().filter(|entry| !entry.is_done).count()
    }

    /// Node budget of all open moves together in the next round.
    pub(super) fn budget_of_all(&self) -> u64 {
        self.budget.saturating_mul(self.open_count() as u64)
    }

    /// Nodes searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Adds nodes that something else has taken.
    pub(super) fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Notes that a move wins.
    pub(super) fn settle(&mut self, proof: Proof) {
        let mut entries = self.entries.iter_mut();
        if let Some(entry) = entries.find(|entry| entry.point == proof.attack) {
            entry.verdict = Verdict::Win(proof);
            entry.is_done = true;
        }
    }

    /// Whether a move is known to win.
    pub(super) fn has_win(&self) -> bool {
        self.entries.iter().any(|entry| entry.verdict.is_win())
    }

    /// Asks about each open move once. Returns whether another round has a purpose.
    ///
    /// `ask` receives the move, its budget, and the nodes of all moves before. The first round asks
    /// about every move, because some answers cost nothing. Later ones end with the limits of
    /// `control`.
    pub(super) fn play(
        &mut self,
        control: &Control,
        ask: &mut dyn FnMut(Point, u64, u64) -> Attempt,
        report: &mut dyn FnMut(&Step),
    ) -> bool {
        let is_first = self.budget == FIRST_ROUND_NODES;
        let total = self.entries.len();
        for index in 0..total {
            let entry = &mut self.entries[index];
            if entry.is_done {
                continue;
            }
            if !is_first && control.must_stop(self.nodes) {
                return false;
            }
            let reply = ask(entry.point, self.budget, self.nodes);
            self.nodes += reply.nodes;
            entry.is_done = reply.is_final || !matches!(reply.verdict, Verdict::Unknown);
            entry.verdict = reply.verdict;
            report(&Step { done: total - self.open_count(), total, nodes: self.nodes });
        }
        self.budget = self.budget.saturating_mul(ROUND_GROWTH);
        self.open_count() > 0 && !control.must_stop(self.nodes)
    }

    /// The moves with their verdicts, in the order of the board.
    pub(super) fn into_moves(self) -> Vec<(Point, Verdict<Proof>)> {
        let mut moves: Vec<_> =
            self.entries.into_iter().map(|entry| (entry.point, entry.verdict)).collect();
        moves.sort_by_key(|(point, _)| *point);
        moves
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::control::Limits;

    /// A question whose answer about the point in column `x` is a win that takes `costs[x]` nodes.
    fn answer(costs: &[u64], point: Point, budget: u64) -> Attempt {
        let cost = costs[point.x() as usize];
        let verdict =
            if cost <= budget { Verdict::Win(Proof::five(point)) } else { Verdict::Unknown };
        Attempt { verdict, nodes: cost.min(budget), is_final: false }
    }

    fn points(count: u8) -> impl Iterator<Item = Point> {
        (0..count).rev().map(|x| Point::new(x, 0))
    }

    #[test]
    fn a_move_that_takes_long_does_not_keep_the_others_waiting() {
        let costs = [u64::MAX, 50, 5_000];
        let mut rounds = Rounds::new(points(3));
        let control =
            Control::new(Instant::now(), Limits { nodes: Some(40_000), ..Limits::default() });
        let mut steps = Vec::new();
        let mut ask = |point, budget: u64, spent| {
            answer(&costs, point, budget.min(control.node_limit().saturating_sub(spent)))
        };
        while rounds.play(&control, &mut ask, &mut |step| steps.push(*step)) {}
        assert_eq!(rounds.nodes(), 40_000);
        assert_eq!(steps.last().map(|step| (step.done, step.total)), Some((2, 3)));
        assert!(steps.is_sorted_by_key(|step| (step.done, step.nodes)));
        let moves = rounds.into_moves();
        let wins: Vec<bool> = moves.iter().map(|(_, verdict)| verdict.is_win()).collect();
        assert_eq!(wins, [false, true, true]);
        assert!(moves.is_sorted_by_key(|(point, _)| *point));
    }

    #[test]
    fn what_is_settled_or_final_is_not_asked_again() {
        let mut rounds = Rounds::new(points(3));
        rounds.settle(Proof::five(Point::new(1, 0)));
        rounds.count(7);
        let mut asked = Vec::new();
        let mut ask = |point: Point, budget, spent| {
            asked.push((point.x(), budget, spent));
            Attempt { verdict: Verdict::Unknown, nodes: 1, is_final: true }
        };
        let control = Control::new(Instant::now(), Limits::default());
        assert!(!rounds.play(&control, &mut ask, &mut |_| {}));
        assert_eq!(asked, [(2, FIRST_ROUND_NODES, 7), (0, FIRST_ROUND_NODES, 8)]);
        let moves = rounds.into_moves();
        assert_eq!(moves[0].1, Verdict::Unknown);
        assert!(moves[1].1.is_win());
    }
}
