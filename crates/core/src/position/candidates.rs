//! The neighbourhood of the stones, where quiet moves are worth considering.

use crate::board::Board;
use crate::geometry::point_set::Band;
use crate::geometry::{BORDER, Point, PointSet, STRIDE};

/// Number of rows that a neighbourhood extends above and below its stone.
const REACH: usize = 3;
/// Number of rows of a neighbourhood.
const ROWS: usize = 2 * REACH + 1;
const _: () = assert!(REACH <= BORDER);

/// Where quiet moves are worth considering around a stone: two cells in any direction, and three
/// along the lines. One mask per row; the stone is in the middle column of the middle row.
pub const NEIGHBORHOOD: [u32; ROWS] =
    [0b100_1001, 0b011_1110, 0b011_1110, 0b111_1111, 0b011_1110, 0b011_1110, 0b100_1001];

/// The rows around a stone as they were before it was placed.
pub(super) type Saved = Band<ROWS>;

/// The empty points near a stone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Candidates {
    /// Empty points in the neighbourhood of a stone.
    near: PointSet,
    /// All empty points.
    empty: PointSet,
}

impl Candidates {
    /// The candidates before any stone is added: none. The board supplies the empty points.
    pub(super) fn new(board: &Board) -> Self {
        Self { near: PointSet::EMPTY, empty: board.empty_points().collect() }
    }

    /// Adds a stone: its own point is no longer a candidate, and the empty points around it are.
    #[inline]
    pub(super) fn add_stone(&mut self, point: Point) {
        self.empty.remove(point);
        self.near.remove(point);
        self.near.insert_around_within(point, &NEIGHBORHOOD, &self.empty);
    }

    /// Saves the rows that a stone on `point` would change.
    #[inline]
    pub(super) fn save(&self, point: Point) -> Saved {
        self.near.band(Self::first_row(point))
    }

    /// Removes the last stone added. `saved` must come from [`Candidates::save`] right before it
    /// was added.
    #[inline]
    pub(super) fn restore(&mut self, point: Point, saved: &Saved) {
        self.empty.insert(point);
        self.near.restore(Self::first_row(point), saved);
    }

    /// The empty points near a stone.
    pub(super) const fn points(&self) -> &PointSet {
        &self.near
    }

    /// First row of the neighbourhood of `point` in the padded grid.
    fn first_row(point: Point) -> usize {
        point.index() / STRIDE - REACH
    }
}
