//! First moves of wins: all of them, one of those that remain, or one in particular.

use std::cmp::Reverse;

use crate::control::Control;
use crate::geometry::{Point, PointSet};
use crate::pattern::Shape;
use crate::position::Position;
use crate::threat::makes_four;

use super::proof::Proof;
use super::rounds::Step;
use super::rounds::{Attempt, Rounds};
use super::solve::{Solution, Solver, within_limit};
use super::verdict::{Threats, Verdict};
use super::{vcf, vct};

/// The question whether there is a win at all, which is asked beside those about single moves.
struct AnyWin {
    /// The threats to try, the quicker kind first.
    threats: &'static [Threats],
}

impl Solver {
    /// Lists the moves of the side to move that begin a win by the given `threats`, each with the
    /// win, and those for which the question is open. The moves are in the order of the board.
    ///
    /// Begins with the win that [`Solver::solve`] finds, and asks about the moves in rounds with
    /// growing budgets, so one hard move does not keep the others waiting. Calls `report` after
    /// each question about a move. All moves together share the node limit of `control`.
    pub fn winning_moves(
        &mut self,
        position: &Position,
        threats: Threats,
        control: &Control,
        report: &mut dyn FnMut(&Step),
    ) -> Vec<(Point, Verdict<Proof>)> {
        let mut rounds = Rounds::new(first_moves(position, &PointSet::EMPTY));
        let mut any = AnyWin::new(threats);
        let mut position = position.clone();
        loop {
            let most = rounds.budget_of_all();
            let (proof, nodes) = any.ask(self, &position, most, rounds.nodes(), control);
            rounds.count(nodes);
            if let Some(proof) = proof {
                rounds.settle(proof);
            }
            if !self.play_round(&mut rounds, &mut position, threats, control, report) {
                break;
            }
        }
        let mut moves = rounds.into_moves();
        moves.retain(|(_, verdict)| *verdict != Verdict::NoWin);
        moves
    }

    /// Looks for a win of the side to move by the given `threats` that does not begin with one of
    /// the `excluded` moves. Of the wins that are found with the same effort, it is the shortest.
    ///
    /// `spent` is the number of nodes that already count against the limit of `control`. They are
    /// not part of the nodes of the solution.
    pub(crate) fn win_without(
        &mut self,
        position: &Position,
        excluded: &PointSet,
        threats: Threats,
        spent: u64,
        control: &Control,
    ) -> Solution {
        let begun = control.elapsed();
        let mut rounds = Rounds::new(first_moves(position, excluded));
        rounds.count(spent);
        let mut position = position.clone();
        while self.play_round(&mut rounds, &mut position, threats, control, &mut |_| {})
            && !rounds.has_win()
        {}
        let nodes = rounds.nodes() - spent;
        let mut verdict: Verdict<Proof> = Verdict::NoWin;
        for (_, new) in rounds.into_moves() {
            let is_better = match (&new, &verdict) {
                (Verdict::Win(new), Verdict::Win(old)) => new.plies < old.plies,
                (_, Verdict::Win(_)) | (Verdict::NoWin, _) => false,
                (Verdict::Win(_) | Verdict::Unknown, _) => true,
            };
            if is_better {
                verdict = new;
            }
        }
        Solution { verdict, nodes, elapsed: control.elapsed().saturating_sub(begun) }
    }

    /// Looks for a win of the side to move that begins with `first`, by the given `threats`.
    ///
    /// `first` must be an empty point that is not forbidden.
    pub(crate) fn winning_move(
        &mut self,
        position: &Position,
        first: Point,
        threats: Threats,
        control: &Control,
    ) -> Solution {
        let begun = control.elapsed();
        let mut position = position.clone();
        let reply = self.try_first(&mut position, first, threats, u64::MAX, 0, control);
        let elapsed = control.elapsed().saturating_sub(begun);
        Solution { verdict: reply.verdict, nodes: reply.nodes, elapsed }
    }

    /// Asks once about each open first move.
    fn play_round(
        &mut self,
        rounds: &mut Rounds,
        position: &mut Position,
        threats: Threats,
        control: &Control,
        report: &mut dyn FnMut(&Step),
    ) -> bool {
        let mut ask =
            |first, budget, spent| self.try_first(position, first, threats, budget, spent, control);
        rounds.play(control, &mut ask, report)
    }

    /// Looks for a win that begins with `first`, with at most `budget` nodes and what the node
    /// limit leaves after `spent`.
    fn try_first(
        &mut self,
        position: &mut Position,
        first: Point,
        threats: Threats,
        budget: u64,
        spent: u64,
        control: &Control,
    ) -> Attempt {
        let attacker = position.to_move();
        if position.shape(attacker, first) == Shape::Five {
            return Attempt::known(Verdict::Win(Proof::five(first)));
        }
        if threats == Threats::Fours && !makes_four(position, attacker, first) {
            return Attempt::known(Verdict::NoWin);
        }
        position.play(first);
        let reply = self.vct_within(threats, budget, spent, control, &mut |vct, bounds| {
            vct.prove_after(position, first, bounds, control)
        });
        position.undo();
        reply
    }

    /// Asks the solver of wins by threats a question, with at most `budget` nodes and what the node
    /// limit leaves after `spent`.
    pub(super) fn vct_within(
        &mut self,
        threats: Threats,
        budget: u64,
        spent: u64,
        control: &Control,
        ask: &mut dyn FnMut(&mut vct::Vct, vct::Bounds) -> Verdict<Proof>,
    ) -> Attempt {
        let (mut total, mut is_final) = (spent, false);
        let verdict = within_limit(control, &mut total, |left| {
            let bounds = vct::Bounds { threats, ..vct::Bounds::nodes(left.min(budget)) };
            let verdict = ask(&mut self.vct, bounds);
            let (nodes, inner_nodes) = (self.vct.nodes(), self.vct.inner_nodes());
            is_final = nodes < bounds.nodes && inner_nodes < bounds.inner_nodes;
            (verdict, nodes)
        });
        let is_final = is_final && !control.must_stop(total);
        Attempt { verdict, nodes: total - spent, is_final }
    }
}

impl AnyWin {
    const fn new(threats: Threats) -> Self {
        Self {
            threats: match threats {
                Threats::Fours => &[Threats::Fours],
                Threats::FoursAndThrees => &[Threats::Fours, Threats::FoursAndThrees],
            },
        }
    }

    /// Looks for a win with at most `budget` nodes for each kind of threats, and what the node
    /// limit leaves after `spent`. Returns the win and the nodes that it took. Once there is an
    /// answer, further calls do nothing.
    fn ask(
        &mut self,
        solver: &mut Solver,
        position: &Position,
        budget: u64,
        spent: u64,
        control: &Control,
    ) -> (Option<Proof>, u64) {
        let mut total = spent;
        while let [threats, others @ ..] = self.threats {
            let verdict = within_limit(control, &mut total, |left| match threats {
                Threats::Fours => {
                    let bounds = vcf::Bounds::nodes(left.min(budget));
                    let bounds = vcf::Bounds { expects_win: true, ..bounds };
                    (solver.vcf.prove(position, bounds, control), solver.vcf.nodes())
                }
                Threats::FoursAndThrees => {
                    let bounds = vct::Bounds::nodes(left.min(budget));
                    let verdict = solver.vct.prove(position, bounds, control, &mut |_| {});
                    (verdict, solver.vct.nodes())
                }
            });
            match verdict {
                Verdict::Win(proof) => {
                    self.threats = &[];
                    return (Some(proof), total - spent);
                }
                Verdict::NoWin => self.threats = others,
                Verdict::Unknown => break,
            }
        }
        (None, total - spent)
    }
}

/// The legal moves that are not `excluded`, those that make the best shapes first.
fn first_moves(position: &Position, excluded: &PointSet) -> Vec<Point> {
    let us = position.to_move();
    let mut points: Vec<Point> = position
        .board()
        .empty_points()
        .filter(|&point| !excluded.contains(point) && !position.is_forbidden(point))
        .collect();
    points.sort_by_key(|&point| Reverse(position.shape(us, point)));
    points
}
