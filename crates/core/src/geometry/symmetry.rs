//! The ways to turn and mirror a board that keep its shape: eight for a square, four for any other
//! rectangle.

use super::{BoardSize, Point};

/// One way to turn or mirror a board.
///
/// Columns and rows may each be mirrored; after that they may be swapped with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    mirrors_columns: bool,
    mirrors_rows: bool,
    swaps: bool,
}

impl Symmetry {
    /// Largest number of symmetries of a board.
    pub(crate) const MAX: usize = 8;

    /// The symmetries of a board of this size. The first one is the identity.
    pub fn all(size: BoardSize) -> impl Iterator<Item = Self> {
        let count = if size.width() == size.height() { Self::MAX } else { Self::MAX / 2 };
        (0..count).map(|bits| Self {
            mirrors_columns: bits & 1 != 0,
            mirrors_rows: bits & 2 != 0,
            swaps: bits & 4 != 0,
        })
    }

    /// The point to which the symmetry moves `point`. The symmetry must be one of a board of this
    /// size.
    pub const fn apply(self, point: Point, size: BoardSize) -> Point {
        let (x, y) = (point.x(), point.y());
        let x = if self.mirrors_columns { size.width() - 1 - x } else { x };
        let y = if self.mirrors_rows { size.height() - 1 - y } else { y };
        if self.swaps { Point::new(y, x) } else { Point::new(x, y) }
    }

    /// The symmetry that moves every point back.
    #[must_use]
    pub(crate) const fn inverse(self) -> Self {
        if self.swaps {
            // Mirroring columns after the swap equals mirroring rows before it.
            Self {
                mirrors_columns: self.mirrors_rows,
                mirrors_rows: self.mirrors_columns,
                swaps: true,
            }
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symmetry_and_its_inverse_change_nothing() {
        for (width, height) in [(15, 15), (20, 20), (9, 6)] {
            let size = BoardSize::new(width, height).unwrap();
            for symmetry in Symmetry::all(size) {
                for point in size.points() {
                    let image = symmetry.apply(point, size);
                    assert!(size.contains(image));
                    assert_eq!(symmetry.inverse().apply(image, size), point, "{symmetry:?}");
                }
            }
        }
    }

    #[test]
    fn a_square_has_eight_and_another_rectangle_four() {
        for (width, height, count) in [(15, 15, 8), (15, 14, 4)] {
            let size = BoardSize::new(width, height).unwrap();
            let corner_and_neighbour = (Point::new(0, 0), Point::new(1, 0));
            let mut images: Vec<(Point, Point)> = Symmetry::all(size)
                .map(|s| {
                    (s.apply(corner_and_neighbour.0, size), s.apply(corner_and_neighbour.1, size))
                })
                .collect();
            images.sort_unstable();
            images.dedup();
            assert_eq!(images.len(), count);
        }
    }
}
