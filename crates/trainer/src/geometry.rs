//! What the size of a board fixes: which windows each cell sees, and where cells lie relative to
//! each other.

use fukumi_core::eval::layout::{REACH, Windows};
use fukumi_core::geometry::BoardSize;
pub use fukumi_core::geometry::MAX_SIDE;

/// Cells of the largest board.
pub const MAX_AREA: usize = MAX_SIDE as usize * MAX_SIDE as usize;
/// Steps along x and y of the four directions: straight ones, then diagonals.
pub const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// Cells in a row of the grid with a margin of [`REACH`] on each side.
pub const PADDED_STRIDE: usize = 32;
/// Cells of that grid, plus one row so that sixteen cells can be read at a time.
pub const PADDED: usize = PADDED_STRIDE * (MAX_SIDE as usize + 2 * REACH + 1);

/// Lines of the largest board: rows, columns and diagonals.
const LINES: usize = 2 * MAX_SIDE as usize + 2 * (2 * MAX_SIDE as usize - 1);
const _: () = assert!(LINES <= 1 << u8::BITS);

/// Where the window of a cell in one direction lies on its line. The cells of a line are numbered
/// from 0.
#[derive(Clone, Copy, Debug)]
pub struct WindowPlace {
    /// Number of the line; rows come first, from the top.
    pub line: u8,
    /// Number of the cell on the line.
    pub bit: u8,
    /// Number of the first cell of the window.
    pub shift: u8,
    /// One bit for each cell of the window; the first cell has the lowest bit.
    pub mask: u16,
}

/// The geometry of one board size. A cell is `x + y * width`.
pub struct Geometry {
    /// The size.
    pub size: BoardSize,
    /// The window numbers of the empty board: four for each cell, one for each direction.
    pub empty: Vec<u16>,
    /// Index of each cell in a grid with a margin, so that a step along a line never leaves the
    /// grid.
    pub padded: Vec<u16>,
    /// Where the windows of each cell lie, by direction.
    pub places: Vec<[WindowPlace; 4]>,
}

impl Geometry {
    /// Computes the geometry of a board size.
    pub fn new(size: BoardSize) -> Self {
        let (width, height) = (i32::from(size.width()), i32::from(size.height()));
        let area = size.area();
        let place = |cell: usize| (cell as i32 % width, cell as i32 / width);
        let cell = |x: i32, y: i32| {
            ((0..width).contains(&x) && (0..height).contains(&y)).then(|| (x + y * width) as usize)
        };
        let along = |from: usize, direction: usize, steps: i32| {
            let ((x, y), (dx, dy)) = (place(from), DIRECTIONS[direction]);
            cell(x + steps * dx, y + steps * dy)
        };
        let open = |from: usize, direction: usize, sign: i32, most: usize| {
            (1..=most as i32)
                .take_while(|&steps| along(from, direction, sign * steps).is_some())
                .count()
        };
        let mut geometry = Self {
            size,
            empty: Vec::with_capacity(4 * area),
            padded: Vec::with_capacity(area),
            places: Vec::with_capacity(area),
        };
        for from in 0..area {
            let (x, y) = place(from);
            let padded = (y as usize + REACH) * PADDED_STRIDE + x as usize + REACH;
            geometry.padded.push(padded as u16);
            // Diagonals are numbered by the sum or the difference of the coordinates.
            let diagonals = height + width;
            let others = diagonals + height + width - 1;
            let lines = [y, height + x, diagonals + x + height - 1 - y, others + x + y];
            geometry.places.push(std::array::from_fn(|direction| {
                let [left, right] = [-1, 1].map(|sign| open(from, direction, sign, REACH));
                geometry.empty.push(Windows::ALL.first(left, right));
                let bit = open(from, direction, -1, MAX_SIDE.into());
                WindowPlace {
                    line: lines[direction] as u8,
                    bit: bit as u8,
                    shift: (bit - left) as u8,
                    mask: (1 << (left + right + 1)) - 1,
                }
            }));
        }
        geometry
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cell_has_a_bit_of_its_own_on_four_lines() {
        for size in [BoardSize::new(7, 12).unwrap(), BoardSize::square(MAX_SIDE.into()).unwrap()] {
            let geometry = Geometry::new(size);
            let mut bits = vec![0_u32; LINES];
            for places in &geometry.places {
                for place in places {
                    let bit = 1 << place.bit;
                    assert_eq!(bits[usize::from(place.line)] & bit, 0);
                    bits[usize::from(place.line)] |= bit;
                    assert!(place.bit < place.shift + place.mask.count_ones() as u8);
                }
            }
            let cells: u32 = bits.iter().map(|bits| bits.count_ones()).sum();
            assert_eq!(cells as usize, 4 * size.area());
            // The bits of a line have no gaps.
            assert!(bits.iter().all(|bits| (bits + 1).is_power_of_two()));
        }
    }
}
