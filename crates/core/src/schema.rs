//! Descriptions of values whose form in JSON is not that of their Rust type.
//!
//! `crates/types` writes the types of other languages from these and from the fields that have such
//! values. What a value means is said here, once for all fields.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::geometry;
use crate::solver;

/// A value in points: 0 is even, 200 are a 73 % chance of winning. Beyond ±20,000 the game is
/// decided.
#[derive(JsonSchema)]
pub struct Score(#[expect(dead_code, reason = "only described")] i32);

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
    /// The most plies that the win takes; null without one.
    plies: Option<usize>,
    /// The moves of both sides against the longest defence; empty without a win.
    line: Vec<Point>,
}

/// Describes a type as another one.
macro_rules! described_as {
    ($($own:ty => $other:ty),*) => {
        $(impl JsonSchema for $own {
            fn schema_name() -> Cow<'static, str> {
                <$other>::schema_name()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                <$other>::json_schema(generator)
            }
        })*
    };
}

described_as!(geometry::Point => Point, solver::Verdict<()> => Verdict);
