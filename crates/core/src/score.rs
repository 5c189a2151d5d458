//! The score scale: static scores, proven results, and their form in the transposition table.

use std::ops::{Add, Neg, Sub};

/// The value of a position for the side to move.
///
/// The unit is the point: [`Score::POINTS_PER_LOGIT`] points are a 73 % chance of winning, see
/// [`Score::win_rate`], and 0 is even. Static scores stay within ±[`Score::EVAL_MAX`]. Beyond that
/// range lie only proven results and presumed losses. `Score::WIN` − ply is a win `ply` plies from
/// the root. In the transposition table plies count from the stored position; only
/// `Score::to_table` and `Score::from_table` convert between the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i32);

impl Score {
    /// Number of points in one unit of the natural log-odds of winning (one logit).
    pub const POINTS_PER_LOGIT: i32 = 200;
    /// An even position or a draw.
    pub const ZERO: Self = Self(0);
    /// A win on the board. A win in `ply` plies is worth `ply` points less.
    pub const WIN: Self = Self(30_000);
    /// An upper bound above every score, for windows.
    pub(crate) const INFINITE: Self = Self(32_000);
    /// The largest static score.
    pub const EVAL_MAX: Self = Self(20_000);
    /// The smallest score that is a proven win.
    pub(crate) const PROVEN: Self = Self(Self::WIN.0 - 1_000);

    /// A static score in points, clamped to ±[`Score::EVAL_MAX`].
    #[inline]
    pub fn from_points(points: i32) -> Self {
        Self(points.clamp(-Self::EVAL_MAX.0, Self::EVAL_MAX.0))
    }

    /// A win `ply` plies from the root.
    #[inline]
    pub const fn win_in(ply: usize) -> Self {
        Self(Self::WIN.0 - ply as i32)
    }

    /// A loss `ply` plies from the root.
    #[inline]
    pub const fn loss_in(ply: usize) -> Self {
        Self(ply as i32 - Self::WIN.0)
    }

    /// A presumed loss: as good as a loss, but not proven, since some moves were not searched. It
    /// is worse than any static score, and better the later it comes.
    #[inline]
    pub const fn presumed_loss(ply: usize) -> Self {
        Self(ply as i32 - Self::PROVEN.0 + 1_000)
    }

    /// Whether this is a proven or presumed loss.
    #[inline]
    pub const fn is_as_good_as_lost(self) -> bool {
        self.0 < -Self::EVAL_MAX.0
    }

    /// The score as a number of points.
    #[inline]
    pub const fn points(self) -> i32 {
        self.0
    }

    /// Whether this is a proven win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::PROVEN.0
    }

    /// Whether this is a proven loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::PROVEN.0
    }

    /// Whether this is a proven win or loss.
    #[inline]
    pub const fn is_proven(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies to the end of a proven result, positive for a win and negative for a loss; `None` if
    /// the score is not proven.
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.is_win() {
            Some(Self::WIN.0 - self.0)
        } else if self.is_loss() {
            Some(-(Self::WIN.0 + self.0))
        } else {
            None
        }
    }

    /// The chance of winning, from 0 to 1, by the logistic curve that defines the unit. A draw
    /// counts as half a win. A proven result is exactly 0 or 1, and nothing else is.
    pub fn win_rate(self) -> f64 {
        if self.is_proven() {
            return f64::from(self.is_win());
        }
        let rate = 1.0 / (1.0 + (-f64::from(self.0) / f64::from(Self::POINTS_PER_LOGIT)).exp());
        rate.clamp(f64::EPSILON, 1.0 - f64::EPSILON)
    }

    /// The table form of a score at a node `ply` plies from the root: proven results count plies
    /// from that node.
    #[inline]
    pub const fn to_table(self, ply: usize) -> i16 {
        let points = if self.is_win() {
            self.0 + ply as i32
        } else if self.is_loss() {
            self.0 - ply as i32
        } else {
            self.0
        };
        points as i16
    }

    /// The score of a table entry found `ply` plies from the root: proven results count plies from
    /// the root.
    #[inline]
    pub const fn from_table(points: i16, ply: usize) -> Self {
        let stored = Self(points as i32);
        if stored.is_win() {
            Self(stored.0 - ply as i32)
        } else if stored.is_loss() {
            Self(stored.0 + ply as i32)
        } else {
            stored
        }
    }
}

/// The chances of a win, a draw and a loss for the side to move; their sum is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// Chance of a win.
    pub win: f64,
    /// Chance of a draw.
    pub draw: f64,
    /// Chance of a loss.
    pub loss: f64,
}

impl Outlook {
    /// The chances that a score stands for.
    ///
    /// `draws` is the share of draws, from 0 to 1, relative to the most that the win rate allows. A
    /// win rate of a half allows draws alone; one of 0.9 allows a fifth of draws, the rest being
    /// wins.
    pub fn new(score: Score, draws: f64) -> Self {
        let expected = score.win_rate();
        let draw = draws * 2.0 * expected.min(1.0 - expected);
        Self { win: expected - draw / 2.0, draw, loss: 1.0 - expected - draw / 2.0 }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    #[inline]
    fn add(self, points: i32) -> Self {
        Self(self.0 + points)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline]
    fn sub(self, points: i32) -> Self {
        Self(self.0 - points)
    }
}

/// The difference in points.
impl Sub for Score {
    type Output = i32;

    #[inline]
    fn sub(self, other: Self) -> i32 {
        self.0 - other.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_keeps_its_distance_through_the_table() {
        for ply in [0, 1, 7, 200] {
            for score in [Score::win_in(ply + 3), Score::loss_in(ply + 4), Score::from_points(77)] {
                assert_eq!(Score::from_table(score.to_table(ply), ply), score);
            }
        }
        assert_eq!(Score::from_table(Score::win_in(9).to_table(4), 10), Score::win_in(15));
    }

    #[test]
    fn an_outlook_has_the_win_rate_of_its_score() {
        for points in [-900, -200, 0, 1, 350, Score::WIN.0 - 9] {
            let score = Score(points);
            for draws in [0.0, 0.3, 1.0] {
                let Outlook { win, draw, loss } = Outlook::new(score, draws);
                assert!((win + draw / 2.0 - score.win_rate()).abs() < 1e-9);
                assert!((win + draw + loss - 1.0).abs() < 1e-9);
                assert!(win.min(draw).min(loss) >= 0.0);
            }
        }
        assert!((Outlook::new(Score::ZERO, 0.3).draw - 0.3).abs() < 1e-9);
    }

    #[test]
    fn the_unit_is_what_it_says() {
        assert!((Score::from_points(200).win_rate() - 0.731).abs() < 0.001);
        assert_eq!(Score::win_in(5).plies_to_end(), Some(5));
        assert_eq!(Score::loss_in(4).plies_to_end(), Some(-4));
        assert!(!Score::from_points(i32::MAX).is_proven());
        assert!(Score::presumed_loss(500).is_as_good_as_lost());
        assert!(!Score::from_points(i32::MIN).is_as_good_as_lost());
    }
}
