//! What a move gave away.

use crate::geometry::Color;

/// From which loss of win rate on, 0 to 1, a move is marked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// Smallest loss that makes a move a mistake.
    pub mistake: f64,
    /// Smallest loss that makes a move a blunder.
    pub blunder: f64,
}

impl Default for Thresholds {
    /// Reasoned: 0.15 is more than two searches of the same length differ by, and 0.3 turns an even
    /// game into one that is all but lost.
    fn default() -> Self {
        Self { mistake: 0.15, blunder: 0.3 }
    }
}

/// How bad a bad move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A mistake, `?`.
    Mistake,
    /// A blunder, `??`.
    Blunder,
}

impl Mark {
    /// The sign after the move.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl Thresholds {
    /// The mark of a move that loses this much of its side's win rate.
    pub fn mark(&self, loss: f64) -> Option<Mark> {
        if loss >= self.blunder {
            Some(Mark::Blunder)
        } else if loss >= self.mistake {
            Some(Mark::Mistake)
        } else {
            None
        }
    }
}

/// The verdict on a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Win rate of the side that moves, before the move, from 0 to 1.
    pub before: f64,
    /// Win rate of the same side after the move.
    pub after: f64,
    /// What the move gave away, from 0 to 1; 0 if it was the best one.
    pub loss: f64,
    /// How bad the loss is.
    pub mark: Option<Mark>,
    /// Whether the move missed a proven win of the position before it.
    pub missed_win: bool,
    /// Whether the opponent now has a proven win that better play would have denied.
    pub allows_win: bool,
}

/// The moves of one side together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Number of moves that were judged.
    pub moves: usize,
    /// Number of moves that were the best one known.
    pub best: usize,
    /// Number of moves marked `?`.
    pub mistakes: usize,
    /// Number of moves marked `??`.
    pub blunders: usize,
    /// Number of moves that missed a proven win, whatever their mark.
    pub missed_wins: usize,
    /// Sum of what the moves gave away.
    loss: f64,
}

impl Summary {
    /// The summary of the moves of `color`.
    pub(super) fn of<'a>(
        color: Color,
        judged: impl Iterator<Item = (Color, &'a Judgement)>,
    ) -> Self {
        let mut summary = Self::default();
        for (_, judgement) in judged.filter(|(mover, _)| *mover == color) {
            summary.moves += 1;
            summary.best += usize::from(judgement.loss == 0.0);
            summary.mistakes += usize::from(judgement.mark == Some(Mark::Mistake));
            summary.blunders += usize::from(judgement.mark == Some(Mark::Blunder));
            summary.missed_wins += usize::from(judgement.missed_win);
            summary.loss += judgement.loss;
        }
        summary
    }

    /// The average loss of a move, from 0 to 1; `None` if no move was judged.
    pub fn mean_loss(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.loss / self.moves as f64)
    }
}
