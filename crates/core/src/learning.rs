//! What the engine learns from its games: positions, what they turned out to be worth, and how
//! games went on from them.
//!
//! A [`Record`] is about one position up to symmetry. `database` keeps records in the file of
//! positions. [`advice`] says which moves of a position they speak for or against. The engine
//! decides when to learn and what to do with the advice.

use crate::geometry::{BoardSize, Color};
use crate::identity::Key;
use crate::rule::Rule;
use crate::score::Score;

pub mod advice;

/// How games went on from a position, for the side to move. Counts saturate at their largest value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of games that the side to move won.
    pub wins: u32,
    /// Number of draws.
    pub draws: u32,
    /// Number of games that the side to move lost.
    pub losses: u32,
}

impl Tally {
    /// Returns the tally of one game that this colour won, or that was drawn if there is none.
    pub fn of(winner: Option<Color>, to_move: Color) -> Self {
        Self {
            wins: u32::from(winner == Some(to_move)),
            draws: u32::from(winner.is_none()),
            losses: u32::from(winner == Some(!to_move)),
        }
    }

    /// Returns the number of all games.
    pub fn games(self) -> u64 {
        u64::from(self.wins) + u64::from(self.draws) + u64::from(self.losses)
    }

    /// Returns the sum of two tallies.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

/// What was learnt of a position, or what one game adds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The key of the position, up to symmetry.
    pub key: Key,
    /// The rule.
    pub rule: Rule,
    /// The size of the board.
    pub size: BoardSize,
    /// Number of stones on the board.
    pub stones: u16,
    /// The backed-up value for the side to move; `None` if neither a search nor the result gives
    /// one. A proven result counts its plies from this position.
    pub score: Option<Score>,
    /// How the games went on.
    pub tally: Tally,
    /// When the last of these games was played, in seconds since 1970.
    pub met: u32,
}

impl Record {
    /// Merges two records of the same position. Their games add up. A proven value takes
    /// precedence; otherwise the later value counts, because it rests on more knowledge. A record
    /// without a value leaves the other one's.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let (earlier, later) = if other.met < self.met { (other, self) } else { (self, other) };
        let score = match (earlier.score, later.score) {
            (Some(known), Some(new)) if known.is_proven() && !new.is_proven() => Some(known),
            (known, new) => new.or(known),
        };
        Self { score, tally: self.tally.plus(other.tally), ..later }
    }
}
