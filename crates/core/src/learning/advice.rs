//! What is known about the moves of a position, as advice to a search.

use super::Tally;
use crate::geometry::{Point, PointSet};
use crate::position::Position;
use crate::score::Score;

/// Chance of winning below which a move is known to be bad; reasoned.
const BAD: f64 = 0.2;
/// Number of lost games that makes a move doubtful, whatever its score, if no other games followed
/// it.
const LOST_GAMES: u32 = 2;

/// Moves to choose and moves to avoid; none by default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// Moves that turned out to be bad.
    pub avoid: PointSet,
    /// Other moves after which games were lost and none was won or drawn.
    pub doubtful: PointSet,
    /// The best of the moves to avoid, with its value for the side to move.
    pub least_bad: Option<(Point, Score)>,
    /// The move with the shortest win, out of those that were proven to win.
    pub winning: Option<Point>,
}

impl Default for Advice {
    fn default() -> Self {
        Self { avoid: PointSet::EMPTY, doubtful: PointSet::EMPTY, least_bad: None, winning: None }
    }
}

impl Advice {
    /// Collects what is known of moves in `position`: for each, the value of the position after it,
    /// `None` if it is not known, and how games went on from there, for the side to move there.
    /// Moves that cannot be played count for nothing.
    pub fn new(
        position: &Position,
        moves: impl IntoIterator<Item = (Point, Option<Score>, Tally)>,
    ) -> Self {
        let mut advice = Self::default();
        let mut most = Score::ZERO;
        for (point, score, tally) in moves {
            if !position.board().is_empty(point) {
                continue;
            }
            let score = score.map(|score| -score);
            if let Some(score) = score.filter(|score| score.win_rate() < BAD) {
                advice.avoid.insert(point);
                if advice.least_bad.is_none_or(|(_, best)| score > best) {
                    advice.least_bad = Some((point, score));
                }
            } else if tally.wins >= LOST_GAMES && tally.losses == 0 && tally.draws == 0 {
                // These wins are the opponent's, who is to move after the move.
                advice.doubtful.insert(point);
            }
            let win = score.filter(|&score| score.is_win() && score > most);
            if let Some(score) = win.filter(|_| !position.is_forbidden(point)) {
                advice.winning = Some(point);
                most = score;
            }
        }
        advice
    }

    /// Returns the advice of two sources together. Of two moves that win, the own one stays.
    #[must_use]
    pub fn plus(self, other: &Self) -> Self {
        let better = |one: &(Point, Score), two: &(Point, Score)| one.1.cmp(&two.1);
        let least_bad = self.least_bad.into_iter().chain(other.least_bad).max_by(better);
        Self {
            avoid: self.avoid.union(&other.avoid),
            doubtful: self.doubtful.union(&other.doubtful),
            least_bad,
            winning: self.winning.or(other.winning),
        }
    }

    /// Whether there is no advice.
    pub fn is_empty(&self) -> bool {
        self.avoid.is_empty() && self.doubtful.is_empty() && self.winning.is_none()
    }
}
