//! How much of the time planned for a move the main thread uses.

use crate::geometry::Point;
use crate::score::Score;

use super::params;
use super::report::Variation;

/// How steady the search is. The steadier it is, the less time it needs.
#[derive(Default)]
pub(super) struct Pace {
    best: Option<Point>,
    /// Score of the last iteration; `None` before the first one.
    score: Option<Score>,
    /// Number of iterations since the best move last changed.
    steady: u32,
}

impl Pace {
    /// Records the result of an iteration and returns the share of the planned time to use, where 1
    /// is all of it. `effort` is the share of the nodes of all iterations that went into the best
    /// move: if it is large, no other move comes close.
    pub(super) fn update(&mut self, best: &Variation, effort: f64) -> f64 {
        let point = best.moves.first().copied();
        self.steady = if self.best == point { self.steady + 1 } else { 0 };
        let drop = self.score.map_or(0, |before| before - best.score);
        let drop = drop.clamp(-params::pace_rise_most(), params::pace_drop_most());
        (self.best, self.score) = (point, Some(best.score));
        // All factors stay above 0 over the whole range of the tunable numbers in them.
        let steady = self.steady.min(params::pace_steady_most()) as i32;
        let stability = f64::from(params::pace_base() - params::pace_steady() * steady) / 100.0;
        let surplus = f64::from(params::pace_effort_even()) / 100.0 - effort;
        let clarity = 1.0 + f64::from(params::pace_effort()) / 100.0 * surplus;
        stability * clarity * (1.0 + f64::from(drop) / f64::from(params::pace_drop()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A share of the nodes in the best move that is nothing special.
    const EVEN: f64 = 0.5;

    fn line(x: u8, points: i32) -> Variation {
        let (score, moves) = (Score::from_points(points), vec![Point::new(x, 0)]);
        Variation { score, moves, depth: 1, selective_depth: 1, nodes: 1 }
    }

    #[test]
    fn a_best_move_that_stays_saves_time_up_to_a_point() {
        let mut pace = Pace::default();
        let shares: Vec<f64> = (0..20).map(|_| pace.update(&line(3, 10), EVEN)).collect();
        let steady_most = params::pace_steady_most() as usize;
        assert!(shares[..=steady_most].windows(2).all(|pair| pair[1] < pair[0]), "{shares:?}");
        assert!(shares[steady_most..].windows(2).all(|pair| pair[1] == pair[0]), "{shares:?}");
        assert_eq!(pace.update(&line(4, 10), EVEN), shares[0]);
    }

    #[test]
    fn a_best_move_that_takes_most_of_the_nodes_saves_time() {
        let share = |effort| Pace::default().update(&line(3, 10), effort);
        assert!(share(0.0) > share(EVEN) && share(EVEN) > share(1.0) && share(1.0) > 0.0);
    }

    #[test]
    fn a_falling_score_takes_more_time_than_a_rising_one() {
        let share = |second| {
            let mut pace = Pace::default();
            pace.update(&line(3, 0), EVEN);
            pace.update(&line(3, second), EVEN)
        };
        assert!(share(-100) > share(0) && share(0) > share(100));
        // A larger change counts as the limit.
        assert_eq!(share(-2_000), share(-1_000));
        assert_eq!(share(2_000), share(1_000));
    }
}
