//! The neighbourhood of the stones: where a quiet move is worth a thought.

use crate::board::Board;
use crate::geometry::{BORDER, Point, PointSet, STRIDE};

/// Rows above and below a stone that its neighbourhood reaches.
const REACH: usize = 3;
/// Rows of a neighbourhood.
const ROWS: usize = 2 * REACH + 1;
const _: () = assert!(REACH <= BORDER);

/// The columns of the neighbourhood by row, as offsets from bit [`REACH`]: two cells in any
/// direction, three along the lines.
const PATTERN: [u32; ROWS] =
    [0b100_1001, 0b011_1110, 0b011_1110, 0b111_1111, 0b011_1110, 0b011_1110, 0b100_1001];

/// Rows that a stone changed, as they were before.
pub(super) type Saved = [u32; ROWS];

/// The empty points near a stone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Candidates {
    near: PointSet,
    /// All empty points.
    empty: PointSet,
}

impl Candidates {
    /// Those of a board without regard to its stones: none is near.
    pub(super) fn new(board: &Board) -> Self {
        Self { near: PointSet::EMPTY, empty: board.empty_points().collect() }
    }

    pub(super) fn add_stone(&mut self, point: Point) {
        self.empty.remove(point);
        let (column, first) = Self::corner(point);
        for (row, pattern) in (first..).zip(PATTERN) {
            self.near.set_row(row, (self.near.row(row) | pattern << column) & self.empty.row(row));
        }
    }

    pub(super) fn save(&self, point: Point) -> Saved {
        let (_, first) = Self::corner(point);
        std::array::from_fn(|row| self.near.row(first + row))
    }

    /// Takes a stone away again that was added when `saved` was saved.
    pub(super) fn restore(&mut self, point: Point, saved: &Saved) {
        self.empty.insert(point);
        let (_, first) = Self::corner(point);
        for (row, &bits) in (first..).zip(saved) {
            self.near.set_row(row, bits);
        }
    }

    pub(super) const fn points(&self) -> &PointSet {
        &self.near
    }

    /// Column and row of the padded grid where the neighbourhood of `point` begins.
    fn corner(point: Point) -> (usize, usize) {
        (point.index() % STRIDE - REACH, point.index() / STRIDE - REACH)
    }
}
