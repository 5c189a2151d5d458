//! Defences against a win that the opponent threatens.

use crate::control::Control;
use crate::geometry::Point;
use crate::pattern::Shape;
use crate::position::Position;

use super::proof::Proof;
use super::rounds::Step;
use super::rounds::{Attempt, Rounds};
use super::solve::{Solution, Solver};
use super::verdict::{Threats, Verdict};

/// The opponent's threat, and the effect of each defence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defences {
    /// The opponent's win if the side to move passes; not a win if there is no threat.
    pub threat: Solution,
    /// Every legal move, with the verdict on the opponent's win after it.
    ///
    /// [`Verdict::NoWin`] means that the move holds. The list is empty if there is no threat, or if
    /// the search for the threat ended early.
    pub moves: Vec<(Point, Verdict<Proof>)>,
}

impl Solver {
    /// Finds the moves of the side to move that stop the opponent's win by the given `threats`.
    ///
    /// The threat is the opponent's win if the side to move passes. A four holds if some move holds
    /// after the answer to it. The moves are asked about in rounds with growing budgets, so one
    /// hard move does not keep the others waiting. Calls `report` after each question about a move.
    /// All searches together share the node limit of `control`.
    pub fn defences(
        &mut self,
        position: &Position,
        threats: Threats,
        control: &Control,
        report: &mut dyn FnMut(&Step),
    ) -> Defences {
        let mut position = position.clone();
        let us = position.to_move();
        position.pass();
        let threat = self.solve(&position, threats, false, control, &mut |_| {});
        position.pass();
        if !threat.verdict.is_win() {
            return Defences { threat, moves: Vec::new() };
        }
        let legal = position.board().empty_points();
        let mut rounds = Rounds::new(legal.filter(|&point| !position.is_forbidden(point)));
        rounds.count(threat.nodes);
        let mut ask = |point, budget, spent| {
            if position.shape(us, point) == Shape::Five {
                return Attempt::known(Verdict::NoWin);
            }
            position.play(point);
            let reply = self.vct_within(threats, budget, spent, control, &mut |vct, bounds| {
                vct.prove(&position, bounds, control, &mut |_| {})
            });
            position.undo();
            reply
        };
        while rounds.play(control, &mut ask, report) {}
        let moves = rounds.into_moves();
        Defences { threat, moves }
    }
}
