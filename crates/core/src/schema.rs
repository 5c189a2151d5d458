//! Descriptions of values whose form in JSON is not that of their Rust type.
//!
//! `crates/types` writes the types of other languages from these and from the fields that have such
//! values. What a value means is said here, once for all fields.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::geometry;
use crate::score;
use crate::solver;

/// A [value](score::Score) in points.
pub struct Score;

impl JsonSchema for Score {
    fn schema_name() -> Cow<'static, str> {
        "Score".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let points = score::Score::POINTS_PER_LOGIT;
        let chance = 100.0 * score::Score::from_points(points).win_rate();
        let most = score::Score::EVAL_MAX.points();
        let (thousands, rest) = (most / 1_000, most % 1_000);
        json_schema!({
            "type": "integer",
            "description": format!(
                "A value in points: 0 is even, {points} are a {chance:.0} % chance of winning. \
                 Beyond ±{thousands},{rest:03} the game is decided."
            ),
        })
    }
}

/// An intersection of the board.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only described")]
pub struct Point {
    /// Column from the left, from 0.
    x: u8,
    /// Row from the top, from 0.
    y: u8,
}

/// What the solver found out. A win and its absence are proven. "No win" is about wins by fours and
/// threes, or by fours alone if asked; other wins may exist.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Verdict {
    /// There is a win.
    Win,
    /// There is no such win.
    NoWin,
    /// The question is open: a limit was reached, or the work was stopped.
    Unknown,
}

/// A verdict with its win, as `embed` writes it.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only described")]
pub struct VerdictOnWin {
    /// Whether there is a win.
    verdict: Verdict,
    /// The most plies that the win takes, from its first move to its last stone; null without one.
    plies: Option<usize>,
    /// The moves of both sides against the longest defence; empty without a win.
    line: Vec<Point>,
}

/// Describes types as other ones, with `schemars` of the crate that calls it.
#[doc(hidden)]
#[macro_export]
macro_rules! described_as {
    ($($own:ty => $other:ty),*) => {
        $(impl ::schemars::JsonSchema for $own {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                <$other>::schema_name()
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                <$other>::schema_id()
            }

            fn json_schema(generator: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                <$other>::json_schema(generator)
            }
        })*
    };
}

#[doc(hidden)]
pub use described_as;

described_as!(geometry::Point => Point, solver::Verdict<()> => Verdict);
