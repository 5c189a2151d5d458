//! What there is to see on a board without a search: rows that threaten, forbidden points, and the
//! moves that look promising. And what a search spent on each move.

use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::search::report::Effort;
use fukumi_core::threat::rows::{ForbiddenPoint, Row, RowKind};
use serde::Serialize;

use crate::{Name, PointForm, Side, rounded};

/// Stones of one side on one line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Row"))]
pub struct RowReport<P> {
    /// The side.
    pub side: Side,
    /// What the row is.
    pub kind: Name<RowKind>,
    /// The stones, with that of the forbidden move if the row belongs to one.
    pub stones: Vec<P>,
    /// Where the next stone makes a winning row of a four, or an open four of a three; empty for an
    /// overline.
    pub next: Vec<P>,
}

/// A point that Black may not take in renju, whichever side is to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ForbiddenMove"))]
pub struct ForbiddenReport<P> {
    /// The point.
    #[serde(rename = "move")]
    pub place: P,
    /// Why.
    #[cfg_attr(feature = "schema", schemars(with = "fukumi_core::pattern::forbidden::Foul"))]
    pub reason: &'static str,
    /// The rows that make it a foul: at least one of an overline, at least two of the other fouls.
    pub rows: Vec<RowReport<P>>,
}

/// A move and its chance to be the best one, as it looks without a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PolicyMove"))]
pub struct PolicyReport<P> {
    /// The move.
    #[serde(rename = "move")]
    pub place: P,
    /// The chance, 0 to 1, rounded to four digits; those of all moves sum to 1.
    pub share: f64,
}

/// A move and what a search has spent on it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Effort"))]
pub struct EffortReport<P> {
    /// The move.
    #[serde(rename = "move")]
    pub place: P,
    /// Positions looked at after it, in all iterations together; with several threads, those of
    /// one.
    pub nodes: u64,
}

impl<P: PointForm> RowReport<P> {
    /// Rows on a board of this size.
    pub fn list(size: BoardSize, rows: &[Row]) -> Vec<Self> {
        let report = |row: &Row| Self {
            side: Name(row.color),
            kind: Name(row.kind),
            stones: P::list(&row.stones, size),
            next: P::list(&row.next, size),
        };
        rows.iter().map(report).collect()
    }
}

impl<P: PointForm> ForbiddenReport<P> {
    /// Forbidden points on a board of this size.
    pub fn list(size: BoardSize, points: &[ForbiddenPoint]) -> Vec<Self> {
        let report = |forbidden: &ForbiddenPoint| Self {
            place: P::new(forbidden.point, size),
            reason: forbidden.foul.name(),
            rows: RowReport::list(size, &forbidden.rows),
        };
        points.iter().map(report).collect()
    }
}

impl<P: PointForm> PolicyReport<P> {
    /// Moves on a board of this size.
    pub fn list(size: BoardSize, policy: &[(Point, f64)]) -> Vec<Self> {
        let report = |&(point, share): &(Point, f64)| Self {
            place: P::new(point, size),
            share: rounded(share),
        };
        policy.iter().map(report).collect()
    }
}

impl<P: PointForm> EffortReport<P> {
    /// Moves on a board of this size.
    pub fn list(size: BoardSize, efforts: &[Effort]) -> Vec<Self> {
        let report =
            |effort: &Effort| Self { place: P::new(effort.point, size), nodes: effort.nodes };
        efforts.iter().map(report).collect()
    }
}
