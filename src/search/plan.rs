//! A win that was proven at the root and is played out from move to move.

use crate::position::Position;
use crate::solver::proof::Proof;
use crate::zobrist;

/// A proven win that is being played out.
pub(super) struct WinPlan {
    /// Key of the position after the attack, the opponent to move.
    key: u64,
    proof: Proof,
}

impl WinPlan {
    pub(super) fn new(position: &Position, proof: Proof) -> Self {
        Self { key: position.key_after(proof.attack), proof }
    }

    /// The win.
    pub(super) fn proof(&self) -> &Proof {
        &self.proof
    }

    /// What is left of the win after the opponent's last move; `None` if the position is another.
    pub(super) fn next(self, position: &Position) -> Option<Proof> {
        let answer = position.board().stones().last()?;
        let expected = self.key ^ zobrist::stone(answer.color, answer.point) ^ zobrist::SIDE;
        if answer.color == position.to_move() || expected != position.key() {
            return None;
        }
        self.proof.after(answer.point)
    }
}
