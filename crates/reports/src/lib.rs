//! What searches, solvers and analyses of games found, in the form that is written as JSON.
//!
//! `fukumi analyze`, `solve`, `serve` and `explore` print these types, and the packages for
//! JavaScript and Python pass them on. A key or a name therefore has one spelling everywhere, which
//! `docs/json.md` lists. Only two things differ: a [`PointForm`] is a point as a label or as
//! coordinates, and the package for JavaScript writes its keys in camel case.
//!
//! Win rates and losses are numbers from 0 to 1, rounded to four digits. A score is that of the
//! search for the side to move. Plies count up to the last
//! stone of a proven result, negative for a loss.

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

/// Rounds a rate to four digits, the rest being noise.
pub fn rounded(rate: f64) -> f64 {
    (rate * 10_000.0).round() / 10_000.0
}

/// A time in milliseconds, to the microsecond.
pub fn millis(time: std::time::Duration) -> f64 {
    time.as_micros() as f64 / 1_000.0
}
