//! Defences against a win that the opponent threatens.

use crate::control::Control;
use crate::geometry::Point;
use crate::pattern::Shape;
use crate::position::Position;

use super::proof::Proof;
use super::{Solution, Solver, Step, Threats, Verdict, vct, within_limit};

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
    /// after the answer to it. Calls `report` after each legal move. All searches together share
    /// the node limit of `control`.
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
        let mut moves = Vec::new();
        if !threat.verdict.is_win() {
            return Defences { threat, moves };
        }
        let legal: Vec<Point> = position
            .board()
            .empty_points()
            .filter(|&point| !position.is_forbidden(point))
            .collect();
        let mut nodes = threat.nodes;
        for &point in &legal {
            let verdict = if position.shape(us, point) == Shape::Five {
                Verdict::NoWin
            } else {
                position.play(point);
                let verdict = within_limit(control, &mut nodes, |left| {
                    let bounds = vct::Bounds { threats, ..vct::Bounds::nodes(left) };
                    (self.vct.prove(&position, bounds, control, &mut |_| {}), self.vct.nodes())
                });
                position.undo();
                verdict
            };
            moves.push((point, verdict));
            report(&Step { done: moves.len(), total: legal.len(), nodes });
        }
        Defences { threat, moves }
    }
}
