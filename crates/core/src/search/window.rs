//! Alpha and beta as one value.

use crate::score::Score;

use super::table::{Bound, TableEntry};

/// The bounds of interest at a node. Scores outside them need not be exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// Scores at or below alpha fail low.
    pub(super) alpha: Score,
    /// Scores at or above beta fail high.
    pub(super) beta: Score,
}

impl Window {
    /// Creates the window that asks for the score, whatever it is.
    pub(super) fn full() -> Self {
        Self { alpha: -Score::INFINITE, beta: Score::INFINITE }
    }

    /// Creates the window that only asks whether a score is above `alpha`.
    #[inline]
    pub(super) fn zero(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Returns the part of the window above `alpha`. If there is none, it is everything above it.
    pub(super) fn above(self, alpha: Score) -> Self {
        let beta = if self.beta > alpha { self.beta } else { Score::INFINITE };
        Self { alpha: self.alpha.max(alpha), beta }
    }

    /// Creates the window that reaches `delta` points from `score` to either side.
    pub(super) fn around(score: Score, delta: i32) -> Self {
        Self { alpha: score - delta, beta: score + delta }
    }

    /// Whether this is a zero window, which only asks a yes-or-no question.
    #[inline]
    pub(super) fn is_zero(self) -> bool {
        self.beta - self.alpha <= 1
    }

    /// Returns the part of the window that scores at this distance from the root can reach; it may
    /// be empty. No loss is nearer than two plies, and no win is nearer than one.
    #[inline]
    pub(super) fn within_reach(self, ply: usize) -> Self {
        Self {
            alpha: self.alpha.max(Score::loss_in(ply + 2)),
            beta: self.beta.min(Score::win_in(ply + 1)),
        }
    }

    /// Whether the window is empty (alpha is not below beta), so that there is nothing to ask.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// Returns what a score from a search with this window says about the real score.
    #[inline]
    pub(super) fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Returns the score of a table entry at a distance of `ply` plies from the root, if it settles
    /// the question that the window asks.
    #[inline]
    pub(super) fn settle(self, entry: &TableEntry, ply: usize) -> Option<Score> {
        let score = entry.score_at(ply);
        let is_settled = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
            Bound::None => false,
        };
        is_settled.then_some(score)
    }
}

/// Turns the window into the opponent's view: both ends are swapped and negated.
impl std::ops::Neg for Window {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(points: i32) -> Score {
        Score::from_points(points)
    }

    #[test]
    fn the_opponent_sees_a_window_from_the_other_end() {
        let window = Window { alpha: points(-10), beta: points(30) };
        assert_eq!(-window, Window { alpha: points(-30), beta: points(10) });
        assert_eq!(-(-window), window);
        assert!(!window.is_zero() && (-Window::zero(points(7))).is_zero());
        assert_eq!(Window::around(points(10), 20), window);
    }

    #[test]
    fn nothing_below_alpha_is_left_above_it() {
        let window = Window { alpha: points(-10), beta: points(30) };
        assert_eq!(window.above(points(-20)), window);
        assert_eq!(window.above(points(20)), Window { alpha: points(20), ..window });
        let all = Window { alpha: points(30), beta: Score::INFINITE };
        assert_eq!(window.above(points(30)), all);
    }

    #[test]
    fn an_entry_settles_what_its_bound_answers() {
        let window = Window { alpha: points(0), beta: points(50) };
        let settled = |score: i32, bound| {
            let score = points(score).to_table(0);
            let entry =
                TableEntry { best: None, score, eval: None, depth: 0, bound, was_pv: false };
            window.settle(&entry, 3).is_some()
        };
        for (score, [upper, lower]) in
            [(-1, [true, false]), (0, [true, false]), (25, [false; 2]), (50, [false, true])]
        {
            assert_eq!(settled(score, Bound::Upper), upper, "{score}");
            assert_eq!(settled(score, Bound::Lower), lower, "{score}");
            assert!(settled(score, Bound::Exact) && !settled(score, Bound::None), "{score}");
        }
    }

    #[test]
    fn a_score_at_an_end_of_the_window_is_a_bound() {
        let window = Window { alpha: points(0), beta: points(50) };
        let bounds = [-9, 0, 1, 49, 50, 60].map(|score| window.bound(points(score)));
        let (upper, exact, lower) = (Bound::Upper, Bound::Exact, Bound::Lower);
        assert_eq!(bounds, [upper, upper, exact, exact, lower, lower]);
    }

    #[test]
    fn nothing_is_left_of_a_window_beyond_the_nearest_end() {
        let reach = Window { alpha: Score::loss_in(6), beta: Score::win_in(5) };
        assert_eq!(Window::full().within_reach(4), reach);
        let won = Window { alpha: Score::win_in(5), beta: Score::INFINITE };
        let lost = Window { alpha: -Score::INFINITE, beta: Score::loss_in(6) };
        assert!(won.within_reach(4).is_empty() && lost.within_reach(4).is_empty());
        let window = Window { alpha: points(-10), beta: points(10) };
        assert_eq!(window.within_reach(4), window);
        assert!(!window.is_empty());
    }
}
