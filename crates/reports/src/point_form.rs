//! Points as reports have them.

use std::fmt;

use fukumi_core::geometry::{BoardSize, Point};
use serde::{Serialize, Serializer};

/// The form of a point.
pub trait PointForm: Copy + fmt::Debug + PartialEq + Serialize {
    /// The point of a board of this size.
    fn new(point: Point, size: BoardSize) -> Self;

    /// Several points.
    fn list(points: impl IntoIterator<Item = Point>, size: BoardSize) -> Vec<Self> {
        points.into_iter().map(|point| Self::new(point, size)).collect()
    }
}

/// A point as a label such as `h8`: for people, and for programs that pass it on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The point.
    pub point: Point,
    /// The board.
    pub size: BoardSize,
}

impl PointForm for Label {
    fn new(point: Point, size: BoardSize) -> Self {
        Self { point, size }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.point.label(self.size))
    }
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A point as its column from the left and its row from the top, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Coordinates {
    /// The column.
    pub x: u8,
    /// The row.
    pub y: u8,
}

impl PointForm for Coordinates {
    fn new(point: Point, _: BoardSize) -> Self {
        Self { x: point.x(), y: point.y() }
    }
}
