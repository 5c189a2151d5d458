//! The line words: every line of the board, in each direction, as one 64-bit word with two bits per
//! cell.
//!
//! The two bits of a cell are its [`Cell`] code. Placing a stone therefore clears one bit in each
//! of four words. The padding of [`BORDER`] cells keeps the five cells on either side of any point
//! within the word, on boards of every size.

use super::classify::SIDE;
use super::tables::{LineClasses, Pattern, RuleLines, Tables};
use crate::board::Cell;
use crate::geometry::{BORDER, BoardSize, Color, Direction, Point, STRIDE};

const _: () = assert!(SIDE <= BORDER);

/// Number of lines per direction on the padded grid, rounded up to a power of two.
pub(crate) const LINES: usize = 64;

/// Place of a point in one direction: the number of its line and its cell on that line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineCell {
    pub(crate) line: usize,
    pub(crate) cell: usize,
}

impl LineCell {
    /// The place of `point` on its line in this direction.
    #[inline]
    pub(crate) const fn new(point: Point, direction: Direction) -> Self {
        let (x, y) = (point.index() % STRIDE, point.index() / STRIDE);
        let (line, cell) = match direction {
            Direction::Horizontal => (y, x),
            Direction::Vertical => (x, y),
            Direction::Diagonal => (x + STRIDE - 1 - y, x),
            Direction::AntiDiagonal => (x + y, x),
        };
        Self { line, cell }
    }

    /// The point at this place; the inverse of [`LineCell::new`].
    #[inline]
    pub(crate) const fn point(self, direction: Direction) -> Point {
        let (x, y) = match direction {
            Direction::Horizontal => (self.cell, self.line),
            Direction::Vertical => (self.line, self.cell),
            Direction::Diagonal => (self.cell, self.cell + STRIDE - 1 - self.line),
            Direction::AntiDiagonal => (self.cell, self.line - self.cell),
        };
        Point::from_index(y * STRIDE + x)
    }
}

/// All line words of a board.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct LineWords {
    words: [[u64; LINES]; 4],
}

/// A board without cells: every cell is a wall.
impl Default for LineWords {
    fn default() -> Self {
        Self { words: [[0; LINES]; 4] }
    }
}

impl LineWords {
    /// The lines of an empty board.
    pub(crate) fn new(size: BoardSize) -> Self {
        let mut lines = Self::default();
        for point in size.points() {
            lines.flip(point, Cell::Empty as u64);
        }
        lines
    }

    /// XORs the code of the cell at `point` with `bits`, in every direction.
    pub(crate) fn flip(&mut self, point: Point, bits: u64) {
        for direction in Direction::ALL {
            self.flip_on(direction, LineCell::new(point, direction), bits);
        }
    }

    /// XORs the code of a cell with `bits` in one direction only. Returns the new word of the line.
    #[inline(always)]
    fn flip_on(&mut self, direction: Direction, place: LineCell, bits: u64) -> u64 {
        let word = &mut self.words[direction as usize][place.line % LINES];
        *word ^= bits << (2 * place.cell % 64);
        *word
    }

    /// The word of a line, given the numbers of its direction and of the line.
    #[inline(always)]
    pub(crate) const fn word(&self, direction: usize, line: usize) -> u64 {
        self.words[direction % 4][line % LINES]
    }

    /// The code of the cell at `index` of the padded grid.
    #[inline]
    pub(crate) const fn cell(&self, index: usize) -> u64 {
        let place = LineCell::new(Point::from_index(index), Direction::Horizontal);
        self.word(Direction::Horizontal as usize, place.line) >> (2 * place.cell % 64) & 3
    }

    /// Places a stone of `color` on an empty point, or removes it again.
    #[inline]
    pub(crate) fn toggle(&mut self, point: Point, color: Color) {
        self.flip(point, Cell::Empty as u64 ^ Cell::of(color) as u64);
    }

    /// Like [`LineWords::toggle`], but in one direction only. Returns the new word of the line.
    #[inline(always)]
    pub(crate) fn toggle_on(&mut self, direction: Direction, place: LineCell, color: Color) -> u64 {
        self.flip_on(direction, place, Cell::Empty as u64 ^ Cell::of(color) as u64)
    }

    /// The pattern around `point` in one direction; see [`RuleLines::pattern`].
    #[inline]
    pub(crate) fn pattern(&self, tables: &Tables, point: Point, direction: Direction) -> Pattern {
        let place = LineCell::new(point, direction);
        let word = self.words[direction as usize][place.line % LINES];
        pattern_of(tables.lines(), word.rotate_right(window_shift(place.cell)))
    }

    /// The pattern around `point` in one direction, if a stone of `color` lay on an empty point
    /// `stone` of the same line.
    pub(crate) fn pattern_with(
        &self,
        tables: &Tables,
        color: Color,
        stone: Point,
        point: Point,
        direction: Direction,
    ) -> Pattern {
        let (place, with) = (LineCell::new(point, direction), LineCell::new(stone, direction));
        let bits = Cell::Empty as u64 ^ Cell::of(color) as u64;
        let word = self.words[direction as usize][place.line % LINES];
        let word = word ^ bits << (2 * with.cell % 64);
        pattern_of(tables.lines(), word.rotate_right(window_shift(place.cell)))
    }

    /// The classes that a stone on `point` would give the four lines: a byte for each direction,
    /// with Black's class in its low four bits and White's in the high four.
    pub(crate) fn classes(&self, tables: &Tables, point: Point) -> u32 {
        u32::from_le_bytes(
            Direction::ALL
                .map(|direction| tables.lines().classes(self.pattern(tables, point, direction))),
        )
    }

    /// The classes that a stone of `color` on `point` would give the four lines.
    pub(crate) fn lines_of(&self, tables: &Tables, point: Point, color: Color) -> LineClasses {
        LineClasses::of(color, self.classes(tables, point))
    }
}

/// Number of bits to rotate a line word to the right to bring the window of a cell into the lowest
/// bits. The window holds the five cells before the cell, the cell itself, and the five cells after
/// it.
#[inline(always)]
pub(crate) const fn window_shift(cell: usize) -> u32 {
    2 * (cell - SIDE) as u32
}

/// The pattern around the middle of the window in the lowest bits.
#[inline(always)]
pub(crate) fn pattern_of(lines: &RuleLines, window: u64) -> Pattern {
    lines.pattern(window, window >> (2 * (SIDE + 1)))
}

/// The code of the cell in the middle of the window in the lowest bits.
#[inline(always)]
pub(crate) const fn middle_of(window: u64) -> u64 {
    window >> (2 * SIDE) & 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::LineClass;
    use crate::rule::Rule;

    #[test]
    fn a_stone_is_seen_along_every_line_through_it() {
        let size = BoardSize::square(22).unwrap();
        let tables = Tables::without_values(Rule::Freestyle);
        for direction in Direction::ALL {
            let mut lines = LineWords::new(size);
            let start = Point::new(8, 12);
            for steps in 1..=4 {
                lines.toggle(Point::from_index(start.step(direction, steps)), Color::White);
            }
            let classes = lines.lines_of(tables, start, Color::White).classes();
            for other in Direction::ALL {
                let is_five = classes[other as usize] == LineClass::Five;
                assert_eq!(is_five, other == direction, "{other:?}");
            }
        }
    }
}
