//! What searches, solvers and analyses of games found, in the form that is written as JSON.
//!
//! `fukumi analyze`, `solve`, `serve` and `explore` print these types, and the packages for
//! JavaScript and Python pass them on. A key or a name therefore has one spelling everywhere, which
//! `docs/json.md` lists. Only two things differ: a [`PointForm`] is a point as a label or as
//! coordinates, and the package for JavaScript writes its keys in camel case.
//!
//! Win rates and losses are numbers from 0 to 1, rounded to four digits. A win rate is exactly 0 or
//! 1 only if the result is proven. A score is that of the search for the side to move. Plies count
//! up to the last stone of a proven result, negative for a loss.

mod explored;
mod game;
mod looked;
mod name;
mod point_form;
mod position;
#[cfg(feature = "schema")]
mod schema;
mod solved;
pub mod words;

pub use explored::{Count, PlayedReport, Worth};
pub use game::{DefeatReport, GameReport, JudgementReport, MoveReport, SideReport, Sides};
pub use looked::{EffortReport, ForbiddenReport, PolicyReport, RowReport};
pub use name::{Name, Named, Side};
pub use point_form::{Coordinates, Label, PointForm};
pub use position::{EndingReport, LineReport, PositionReport, SearchedLine, WinReport};
pub use solved::{DefenceReport, Finding, FirstMovesReport, JudgedMove, Prospect};

/// Rounds a number to four digits, the rest being noise.
pub fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

/// A win rate to four digits. It is 0 or 1 only if the result is proven, as before.
pub fn rounded_rate(rate: f64) -> f64 {
    if is_proven(rate) { rate } else { rounded(rate).clamp(0.0001, 0.9999) }
}

/// Whether a win rate is that of a proven result.
fn is_proven(rate: f64) -> bool {
    rate <= 0.0 || rate >= 1.0
}

/// A time in milliseconds, to the microsecond.
pub fn millis(time: std::time::Duration) -> f64 {
    time.as_micros() as f64 / 1_000.0
}

#[cfg(test)]
mod tests {
    use fukumi_core::score::Score;

    use super::*;

    #[test]
    fn only_a_proven_result_has_a_win_rate_of_0_or_1() {
        let rate = |score: Score| rounded_rate(score.win_rate());
        for points in [2_000, Score::EVAL_MAX.points(), 28_000] {
            assert_eq!(rate(Score::from_points(points)), 0.9999, "{points}");
            assert_eq!(rate(Score::from_points(-points)), 0.0001, "{points}");
        }
        assert_eq!(rate(Score::presumed_loss(3)), 0.0001);
        assert_eq!([rate(Score::win_in(9)), rate(Score::loss_in(2))], [1.0, 0.0]);
        let percent = |rate: f64| [0, 1].map(|digits| words::percent(rate, digits));
        assert_eq!(percent(0.9999), ["99 %", "99.9 %"]);
        assert_eq!(percent(0.0001), ["1 %", "0.1 %"]);
        assert_eq!(percent(0.614), ["61 %", "61.4 %"]);
        assert_eq!([percent(1.0), percent(0.0)], [["100 %", "100.0 %"], ["0 %", "0.0 %"]]);
        assert_eq!(rate(Score::ZERO), 0.5);
    }
}
