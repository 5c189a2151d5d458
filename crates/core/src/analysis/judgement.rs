//! What a move gave away.

use crate::geometry::Color;

/// Log odds are cut off at those of 99 and of 1 %. Beyond, a search is as good as sure, and its
/// last percent means nothing.
const SUREST: f64 = 0.99;

/// From which loss on a move is marked. One of the two measures is enough.
///
/// A loss of win rate is from 0 to 1. It is small where the game is nearly decided, even if much
/// was given away: from 99 to 90 % the danger is ten times as large. The log odds of a win rate p
/// are ln(p / (1 - p)), cut off at those of 1 and 99 %. By them, 99 to 90 % is a loss of 2.4, and
/// 50 to 40 % one of 0.4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// Smallest loss of win rate that makes a move a mistake.
    pub mistake: f64,
    /// Smallest loss of win rate that makes a move a blunder.
    pub blunder: f64,
    /// Smallest loss of log odds that makes a move a mistake.
    pub mistake_log_odds: f64,
    /// Smallest loss of log odds that makes a move a blunder.
    pub blunder_log_odds: f64,
}

impl Default for Thresholds {
    /// Reasoned: a win rate of 0.1 is more than most pairs of searches of the same length differ
    /// by, and 0.3 turns an even game into one that is all but lost. Log odds of 1.5 are 0.99 to
    /// 0.96 or 0.18 to 0.05, and 3 are 0.99 to 0.83.
    fn default() -> Self {
        Self { mistake: 0.1, blunder: 0.3, mistake_log_odds: 1.5, blunder_log_odds: 3.0 }
    }
}

/// How bad a bad move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "kebab-case"))]
pub enum Mark {
    /// The costliest move of its side, though it reaches no threshold, `?!`.
    Inaccuracy,
    /// A mistake, `?`.
    Mistake,
    /// A blunder, `??`.
    Blunder,
}

impl Mark {
    /// The sign after the move.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The name of the mark in JSON and in the packages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

impl Thresholds {
    /// The mark of a move that loses this much of its side's win rate and of its log odds.
    pub fn mark(&self, loss: f64, log_odds_loss: f64) -> Option<Mark> {
        if loss >= self.blunder || log_odds_loss >= self.blunder_log_odds {
            Some(Mark::Blunder)
        } else if loss >= self.mistake || log_odds_loss >= self.mistake_log_odds {
            Some(Mark::Mistake)
        } else {
            None
        }
    }
}

/// The log odds of a win rate, cut off at those of [`SUREST`].
pub(super) fn log_odds(rate: f64) -> f64 {
    let rate = rate.clamp(1.0 - SUREST, SUREST);
    (rate / (1.0 - rate)).ln()
}

/// The verdict on a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Win rate of the side that moves, before the move, from 0 to 1.
    pub before: f64,
    /// Win rate of the same side after the move.
    pub after: f64,
    /// What the move gave away, from 0 to 1. The best move loses nothing, unless the game is proven
    /// lost after it.
    pub loss: f64,
    /// The same in log odds, at least 0; see [`Thresholds`].
    pub log_odds_loss: f64,
    /// How bad the loss is.
    pub mark: Option<Mark>,
    /// Whether the move missed a proven win of the position before it.
    pub missed_win: bool,
    /// Whether the opponent now has a proven win that was not proven before the move.
    pub allows_win: bool,
    /// Whether this is the move from which on the game is proven lost; see
    /// [`Defeat`](super::Defeat).
    pub loses_game: bool,
}

impl Judgement {
    /// How much the move cost by the worse of both measures; 1 is as much as makes a mistake by
    /// default.
    pub(super) fn cost(&self) -> f64 {
        let Thresholds { mistake, mistake_log_odds, .. } = Thresholds::default();
        (self.loss / mistake).max(self.log_odds_loss / mistake_log_odds)
    }

    /// The same from the win rates alone, as if the move were not the best one.
    pub(super) fn drop(&self) -> f64 {
        let loss = self.before - self.after;
        let log_odds_loss = log_odds(self.before) - log_odds(self.after);
        Self { loss, log_odds_loss, ..self.clone() }.cost()
    }
}

/// The moves of one side together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Number of moves that were judged.
    pub moves: usize,
    /// Number of moves that were the best one known.
    pub best: usize,
    /// Index of the move that cost the side most, which has a mark. `None` if no move cost
    /// anything.
    pub costliest: Option<usize>,
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
        costliest: Option<usize>,
        judged: impl Iterator<Item = (Color, &'a Judgement)>,
    ) -> Self {
        let mut summary = Self { costliest, ..Self::default() };
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
