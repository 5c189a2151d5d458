//! The board's coordinates: points, directions, colours, board sizes and their text forms.
//!
//! The one idea: a [`Point`] is an index into a padded grid of 32 × 32 cells. The board lies at
//! offset (`BORDER`, `BORDER`). So a step in any direction is one addition, and walking `BORDER`
//! steps off any side never leaves the grid.

use std::fmt;
use std::ops::Not;

pub(crate) mod point_set;
mod symmetry;

pub use point_set::PointSet;
pub use symmetry::Symmetry;

/// Number of cells in a row of the padded grid.
pub(crate) const STRIDE: usize = 32;
/// Number of padding cells on each side of the largest board.
pub(crate) const BORDER: usize = 5;
/// Number of cells in the padded grid.
pub(crate) const GRID: usize = STRIDE * STRIDE;
/// Smallest width or height of a board.
pub const MIN_SIDE: u8 = 5;
/// Largest width or height of a board.
pub const MAX_SIDE: u8 = 22;

const _: () = assert!(MAX_SIDE as usize + 2 * BORDER == STRIDE);

/// An intersection of the board: `x` from the left, `y` from the top, both from 0 as in the
/// protocol.
///
/// Points are ordered row by row, from left to right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    /// The point in column `x` and row `y`.
    ///
    /// # Panics
    /// If a coordinate is [`MAX_SIDE`] or more. Use [`BoardSize::point`] for text and other input.
    pub const fn new(x: u8, y: u8) -> Self {
        assert!(x < MAX_SIDE && y < MAX_SIDE);
        Self(((y as usize + BORDER) * STRIDE + x as usize + BORDER) as u16)
    }

    /// Column, counted from the left from 0.
    pub const fn x(self) -> u8 {
        (self.0 as usize % STRIDE - BORDER) as u8
    }

    /// Row, counted from the top from 0.
    pub const fn y(self) -> u8 {
        (self.0 as usize / STRIDE - BORDER) as u8
    }

    /// Index into arrays of `GRID` cells.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % GRID
    }

    /// The point at `index` of the padded grid; the inverse of [`Point::index`].
    ///
    /// The caller must make sure that the cell is on a board.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// The grid index `steps` cells away in this direction, which may lie in the padding.
    ///
    /// `steps` must be between −[`BORDER`] and [`BORDER`].
    #[inline]
    pub(crate) const fn step(self, direction: Direction, steps: isize) -> usize {
        (self.0 as isize + steps * direction.stride()) as usize % GRID
    }

    /// The larger of the distances in columns and in rows.
    pub const fn distance(self, other: Self) -> u8 {
        let dx = self.x().abs_diff(other.x());
        let dy = self.y().abs_diff(other.y());
        if dx > dy { dx } else { dy }
    }

    /// Text for people, such as `h8`: a column letter, then the row counted from the bottom.
    pub fn label(self, size: BoardSize) -> String {
        let mut text = String::new();
        self.write_label(size, &mut text);
        text
    }

    /// Writes that text after another one.
    pub fn write_label(self, size: BoardSize, text: &mut String) {
        text.push(char::from(b'a' + self.x()));
        let row = size.height().saturating_sub(self.y());
        if row >= 10 {
            text.push(char::from(b'0' + row / 10));
        }
        text.push(char::from(b'0' + row % 10));
    }
}

/// Writes the point as the protocol does: `x,y`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x(), self.y())
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x(), self.y())
    }
}

/// One of the four directions in which a five can lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum Direction {
    /// Left to right.
    Horizontal,
    /// Top to bottom.
    Vertical,
    /// Top left to bottom right.
    Diagonal,
    /// Bottom left to top right.
    AntiDiagonal,
}

impl Direction {
    /// All four directions, in the order of their numbers.
    pub(crate) const ALL: [Self; 4] =
        [Self::Horizontal, Self::Vertical, Self::Diagonal, Self::AntiDiagonal];

    /// Difference of the grid indices of neighbours in this direction.
    #[inline]
    pub(crate) const fn stride(self) -> isize {
        match self {
            Self::Horizontal => 1,
            Self::Vertical => STRIDE as isize,
            Self::Diagonal => STRIDE as isize + 1,
            Self::AntiDiagonal => 1 - STRIDE as isize,
        }
    }
}

/// The colour of a stone. Black is the first player of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename_all = "kebab-case", rename = "Side")
)]
pub enum Color {
    /// The first player.
    Black,
    /// The second player.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The name of the colour in options, records and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// The colour with this [`Color::name`].
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.name() == name)
    }

    /// Index into arrays with one element per colour.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other colour.
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}

/// Width and height of a board, each from [`MIN_SIDE`] to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

impl BoardSize {
    /// 15 × 15, the board of renju and of most games of gomoku.
    pub const DEFAULT: Self = Self { width: 15, height: 15 };

    /// The size of a board with `width` columns and `height` rows; `None` if a side is out of
    /// range.
    pub fn new(width: i64, height: i64) -> Option<Self> {
        let side =
            |n: i64| u8::try_from(n).ok().filter(|side| (MIN_SIDE..=MAX_SIDE).contains(side));
        Some(Self { width: side(width)?, height: side(height)? })
    }

    /// The size of a square board; `None` if the side is out of range.
    pub fn square(side: i64) -> Option<Self> {
        Self::new(side, side)
    }

    /// Number of columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of points.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The point in column `x`, row `y`; `None` if it is off the board.
    pub fn point(self, x: i64, y: i64) -> Option<Point> {
        let on_board =
            (0..i64::from(self.width)).contains(&x) && (0..i64::from(self.height)).contains(&y);
        on_board.then(|| Point::new(x as u8, y as u8))
    }

    /// Whether the point lies on a board of this size.
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.width && point.y() < self.height
    }

    /// The centre of the board. Of two middle columns or rows it is the one further from the
    /// origin.
    pub const fn center(self) -> Point {
        Point::new(self.width / 2, self.height / 2)
    }

    /// Every point of the board, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point::new(x, y)))
    }

    /// The point that a label such as `h8` names; `None` if there is no such point on this board.
    /// The letter may be upper or lower case.
    pub fn parse_label(self, label: &str) -> Option<Point> {
        let mut chars = label.chars();
        let column = chars.next()?.to_ascii_lowercase();
        if !column.is_ascii_lowercase() || !chars.as_str().bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let row: i64 = chars.as_str().parse().ok()?;
        self.point(i64::from(u32::from(column) - u32::from('a')), i64::from(self.height) - row)
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_and_its_point_are_the_same_place() {
        let size = BoardSize::square(15).unwrap();
        assert_eq!(size.parse_label("h8"), Some(Point::new(7, 7)));
        assert_eq!(size.parse_label("A1"), Some(Point::new(0, 14)));
        for point in size.points() {
            assert_eq!(size.parse_label(&point.label(size)), Some(point));
        }
        for bad in ["", "h", "8", "h0", "h16", "p1", "h8x", "h-8", "é8", "h99999999999999999999"] {
            assert_eq!(size.parse_label(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn sizes_are_bounded() {
        assert!(BoardSize::new(5, 22).is_some());
        for (width, height) in [(4, 15), (15, 23), (-1, 15), (i64::MAX, 15)] {
            assert_eq!(BoardSize::new(width, height), None);
        }
        assert_eq!(BoardSize::new(7, 5).unwrap().points().count(), 35);
    }

    #[test]
    fn walking_off_the_board_stays_in_the_grid() {
        for point in BoardSize::square(22).unwrap().points() {
            for direction in Direction::ALL {
                for steps in -(BORDER as isize)..=BORDER as isize {
                    let index = point.index() as isize + steps * direction.stride();
                    assert_eq!(index as usize, point.step(direction, steps));
                }
            }
        }
    }
}
