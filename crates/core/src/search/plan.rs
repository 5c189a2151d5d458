//! A win that was proven at the root and is played out move by move.

use crate::position::Position;
use crate::solver::proof::Proof;
use crate::zobrist;

/// A proven win that is being played out.
pub(super) struct WinPlan {
    /// Key of the position after the attacking move, with the opponent to move.
    key: u64,
    proof: Proof,
}

impl WinPlan {
    /// Creates the plan of a proven win for the side to move, which is about to play its first
    /// move.
    pub(super) fn new(position: &Position, proof: Proof) -> Self {
        Self { key: position.key_after(proof.attack), proof }
    }

    /// The proof of the win.
    pub(super) fn proof(&self) -> &Proof {
        &self.proof
    }

    /// Returns the rest of the win after the opponent's last move. `None` if the position is a
    /// different one, or if the proof ends here because a five can be made at once.
    pub(super) fn next(self, position: &Position) -> Option<Proof> {
        let answer = position.board().stones().last()?;
        let expected = self.key ^ zobrist::stone(answer.color, answer.point) ^ zobrist::SIDE;
        if answer.color == position.to_move() || expected != position.key() {
            return None;
        }
        self.proof.after(answer.point)
    }
}
