//! Which cells of a position take part, and which windows they see, computed from the stones as
//! bits of lines.

use fukumi_core::eval::layout::{POWERS, REACH};
use fukumi_core::position::NEIGHBORHOOD;

use crate::geometry::{Geometry, MAX_AREA, MAX_SIDE};

/// 64-bit words in a set of cells. One extra word lets any row be written as two words.
const WORDS: usize = MAX_AREA.div_ceil(64) + 1;
/// Rows of the largest board with a margin of [`REACH`] above and below.
const ROWS: usize = MAX_SIDE as usize + 2 * REACH;

/// For each set of up to nine bits, the sum of the powers of three with these exponents.
static DIGITS: [u16; 1 << (2 * REACH + 1)] = {
    let mut sums = [0; 1 << (2 * REACH + 1)];
    let mut bits = 1;
    while bits < sums.len() {
        let lowest = bits.trailing_zeros() as usize;
        sums[bits] = sums[bits & (bits - 1)] + POWERS[lowest];
        bits += 1;
    }
    sums
};

// When the black stones of a line are shifted into place, the white ones must stay out of the bits
// of a window.
const _: () = assert!(MAX_SIDE as usize + 2 * REACH < u32::BITS as usize);

/// Cumulative counts of the cells of a position, in the order in which they are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Cells where the engine considers a move.
    pub candidates: usize,
    /// Those cells and all other empty cells near a stone.
    pub open: usize,
    /// Those cells and the cells with stones.
    pub near: usize,
}

/// The stones of a position.
pub struct Cells {
    /// For each line, the cells with black stones in the low half and the cells with white stones
    /// in the high half.
    lines: [u64; 1 << u8::BITS],
}

impl Default for Cells {
    fn default() -> Self {
        Self { lines: [0; 1 << u8::BITS] }
    }
}

impl Cells {
    /// Puts stones on an empty board. A stone is `2 * cell`, plus 1 if it is white.
    pub fn set(&mut self, geometry: &Geometry, stones: &[u16]) {
        self.lines.fill(0);
        for &stone in stones {
            let color = u32::from(stone % 2) * u32::BITS;
            for place in geometry.places[usize::from(stone / 2)] {
                self.lines[usize::from(place.line)] |= 1 << (u32::from(place.bit) + color);
            }
        }
    }

    /// Appends all cells in four parts: candidates, other empty cells near a stone, stones, and
    /// cells far from all stones. Each part is sorted. The counts of the result start from the
    /// first appended cell.
    pub fn list(&self, geometry: &Geometry, cells: &mut Vec<u16>) -> Counts {
        let (width, height) = (geometry.size.width(), geometry.size.height());
        let (width, height) = (usize::from(width), usize::from(height));
        let mut stones = [0; ROWS];
        for (row, line) in stones[REACH..].iter_mut().zip(&self.lines[..height]) {
            *row = (line | line >> u32::BITS) as u32;
        }
        let whole = u32::MAX >> (u32::BITS - width as u32);
        let mut sets = [[0_u64; WORDS]; 4];
        for row in 0..height {
            let (near, wide) = Self::around(&stones, row + REACH);
            let stones = stones[row + REACH];
            let candidates = wide & near & !stones & whole;
            let open = near & !wide & !stones & whole;
            let (start, shift) = (row * width / 64, row * width % 64);
            let parts = [candidates, open, stones, !near & whole];
            for (set, row) in sets.iter_mut().zip(parts) {
                let row = u128::from(row) << shift;
                set[start] |= row as u64;
                set[start + 1] |= (row >> 64) as u64;
            }
        }
        let first = cells.len();
        let ends = sets.map(|set| {
            for (start, mut word) in (0..).step_by(64).zip(set) {
                while word != 0 {
                    cells.push(start + word.trailing_zeros() as u16);
                    word &= word - 1;
                }
            }
            cells.len() - first
        });
        Counts { candidates: ends[0], open: ends[1], near: ends[2] }
    }

    /// Two sets of cells of a row. The first holds cells near a stone, that is with a stone in one
    /// of their windows. The second holds the cells where the engine considers a move. It may
    /// include cells with stones.
    fn around(stones: &[u32; ROWS], row: usize) -> (u32, u32) {
        let beside = |row: u32, steps: usize| row << steps | row >> steps;
        let mut near = stones[row];
        for steps in 1..=REACH {
            let others = stones[row - steps] | stones[row + steps];
            near |= others | beside(others | stones[row], steps);
        }
        let mut wide = 0;
        let middle = NEIGHBORHOOD.len() / 2;
        for (pattern, &other) in NEIGHBORHOOD.iter().zip(&stones[row - middle..]) {
            // The pattern is symmetric, so its upper half says what lies at both sides.
            for steps in (0..=middle).filter(|steps| pattern >> (middle + steps) & 1 != 0) {
                wide |= beside(other, steps);
            }
        }
        (near, wide)
    }

    /// The window numbers of a cell, one for each direction.
    #[inline]
    pub fn windows(&self, geometry: &Geometry, cell: u16) -> [u16; 4] {
        let cell = usize::from(cell);
        let empty = &geometry.empty.as_chunks::<4>().0[cell];
        let places = &geometry.places[cell];
        std::array::from_fn(|direction| {
            let place = places[direction];
            let line = self.lines[usize::from(place.line)] >> place.shift;
            let digits = |bits: u64| DIGITS[usize::from(bits as u16 & place.mask) % DIGITS.len()];
            empty[direction] + digits(line) + 2 * digits(line >> u32::BITS)
        })
    }
}

#[cfg(test)]
mod tests {
    use fukumi_core::eval::layout::Windows;
    use fukumi_core::geometry::BoardSize;
    use rand::rngs::SmallRng;
    use rand::seq::IteratorRandom;
    use rand::{Rng, SeedableRng};

    use super::*;
    use crate::geometry::DIRECTIONS;

    /// The cell a number of steps away from another one, if it is on the board.
    fn along(size: BoardSize, cell: usize, (dx, dy): (i32, i32), steps: i32) -> Option<usize> {
        let (width, height) = (i32::from(size.width()), i32::from(size.height()));
        let (x, y) = (cell as i32 % width + steps * dx, cell as i32 / width + steps * dy);
        let is_there = (0..width).contains(&x) && (0..height).contains(&y);
        is_there.then_some((x + y * width) as usize)
    }

    #[test]
    fn cells_and_windows_are_those_of_the_stones() {
        let mut random = SmallRng::seed_from_u64(1);
        for (width, height) in [(7_u8, 12_u8), (15, 15), (22, 22), (22, 5)] {
            let size = BoardSize::new(width.into(), height.into()).unwrap();
            let geometry = Geometry::new(size);
            let mut board = Cells::default();
            for count in [0, 1, 5, 20] {
                let mut colors = vec![0_u8; size.area()];
                let mut stones = Vec::new();
                for cell in (0..size.area()).choose_multiple(&mut random, count) {
                    let color = random.random_range(0..2);
                    colors[cell] = color as u8 + 1;
                    stones.push(2 * cell as u16 + color);
                }
                board.set(&geometry, &stones);
                let mut cells = vec![77];
                let counts = board.list(&geometry, &mut cells);
                assert_eq!(cells.len(), 1 + size.area());
                let part = |cell: usize| {
                    let near = |direction| {
                        let mut steps = -4..=4;
                        steps.any(|steps| {
                            along(size, cell, direction, steps).is_some_and(|c| colors[c] != 0)
                        })
                    };
                    let is_wide = stones.iter().any(|&stone| {
                        let (stone, width) = (usize::from(stone / 2), usize::from(width));
                        let dx = (cell % width).abs_diff(stone % width);
                        let dy = (cell / width).abs_diff(stone / width);
                        let (less, more) = (dx.min(dy), dx.max(dy));
                        more < 3 || more == 3 && (less == 0 || less == 3)
                    });
                    match DIRECTIONS.into_iter().any(near) {
                        false => 3,
                        true if colors[cell] != 0 => 2,
                        true => usize::from(!is_wide),
                    }
                };
                let mut expected: Vec<u16> = (0..size.area() as u16).collect();
                expected.sort_by_key(|&cell| part(usize::from(cell)));
                assert_eq!(cells[1..], expected);
                let ends = [0, 1, 2].map(|last| {
                    expected.iter().filter(|&&cell| part(usize::from(cell)) <= last).count()
                });
                assert_eq!([counts.candidates, counts.open, counts.near], ends);
                for cell in 0..size.area() {
                    let expected = DIRECTIONS.map(|direction| {
                        let at = |steps: i32| along(size, cell, direction, steps);
                        let mut seen: Vec<u8> =
                            (1..=4).map_while(|steps| at(-steps)).map(|c| colors[c]).collect();
                        let left = seen.len();
                        seen.reverse();
                        seen.extend((0..=4).map_while(at).map(|c| colors[c]));
                        Windows::ALL.number(left, &seen)
                    });
                    assert_eq!(board.windows(&geometry, cell as u16), expected);
                }
            }
        }
    }
}
