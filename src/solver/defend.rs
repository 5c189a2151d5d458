//! What a side can do about a win that the opponent threatens.

use crate::control::Control;
use crate::geometry::Point;
use crate::pattern::Shape;
use crate::position::Position;

use super::proof::Proof;
use super::{Solution, Solver, Step, Threats, Verdict, vct, within_limit};

/// The opponent's threat, and what each move does about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defences {
    /// What the opponent wins by if the side to move passes.
    pub threat: Solution,
    /// Every legal move with the win of the opponent after it: [`Verdict::NoWin`] says that the
    /// move holds. Empty if there is no threat, or the search for it was ended.
    pub moves: Vec<(Point, Verdict<Proof>)>,
}

impl Solver {
    /// What the side to move can do about the threat of the opponent to win by such threats. A four
    /// holds if there is a move that holds after the answer to it.
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
