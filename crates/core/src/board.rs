//! Stones, side to move, move list and key: the state of a game under any rule.
//!
//! A [`Board`] knows nothing of rows and patterns; [`Position`](crate::position::Position) adds
//! them. The code of a cell is also its code in the line words of [`crate::pattern`]. Bit 0 says
//! that a black five could still include the cell, bit 1 that a white five could.

use crate::geometry::{BoardSize, Color, GRID, Point};
use crate::zobrist;

/// The content of a cell of the padded grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cell {
    /// Off the board, or a dead cell, where neither side can ever play (field 3 of the protocol's
    /// `BOARD`).
    Wall = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// An empty point.
    Empty = 3,
}

impl Cell {
    /// The cell that holds a stone of `color`.
    #[inline]
    pub const fn of(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    /// The colour of the stone on the cell, if there is one.
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Wall | Self::Empty => None,
        }
    }
}

/// A stone that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Colour of the stone.
    pub color: Color,
    /// Point on which the stone was played.
    pub point: Point,
}

/// A board: stones, side to move, move list and key.
#[derive(Clone)]
pub struct Board {
    size: BoardSize,
    cells: [Cell; GRID],
    to_move: Color,
    stones: Vec<Stone>,
    /// Number of empty points.
    empty: usize,
    key: u64,
}

impl Board {
    /// An empty board with Black to move.
    pub fn new(size: BoardSize) -> Self {
        let mut cells = [Cell::Wall; GRID];
        for point in size.points() {
            cells[point.index()] = Cell::Empty;
        }
        Self {
            size,
            cells,
            to_move: Color::Black,
            stones: Vec::with_capacity(size.area()),
            empty: size.area(),
            key: 0,
        }
    }

    /// Width and height of the board.
    #[inline]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The content of `point`.
    #[inline]
    pub const fn cell(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// The content of the cell at `index` of the padded grid.
    #[inline]
    pub(crate) const fn cell_at(&self, index: usize) -> Cell {
        self.cells[index % GRID]
    }

    /// Whether `point` is on the board and empty.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cell(point) == Cell::Empty
    }

    /// The side to move.
    #[inline]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The stones in the order in which they were played. Dead cells do not count.
    pub fn stones(&self) -> &[Stone] {
        &self.stones
    }

    /// Number of empty points.
    #[inline]
    pub const fn empty_count(&self) -> usize {
        self.empty
    }

    /// The empty points, row by row.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> {
        self.size.points().filter(|&point| self.is_empty(point))
    }

    /// Zobrist key of stones, dead cells and side to move.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Places a stone on an empty point without passing the turn.
    ///
    /// # Panics
    /// If the point is not empty. Otherwise all state that is updated incrementally would become
    /// wrong.
    #[inline]
    pub fn place(&mut self, stone: Stone) {
        assert!(self.is_empty(stone.point), "a stone goes on an empty point");
        self.cells[stone.point.index()] = Cell::of(stone.color);
        self.key ^= zobrist::stone(stone.color, stone.point);
        self.stones.push(stone);
        self.empty -= 1;
    }

    /// Removes and returns the last stone without passing the turn; `None` if there is no stone.
    #[inline]
    pub fn remove_last(&mut self) -> Option<Stone> {
        let stone = self.stones.pop()?;
        self.cells[stone.point.index()] = Cell::Empty;
        self.key ^= zobrist::stone(stone.color, stone.point);
        self.empty += 1;
        Some(stone)
    }

    /// Makes an empty point a dead cell.
    ///
    /// # Panics
    /// If the point is not empty.
    pub fn kill(&mut self, point: Point) {
        assert!(self.is_empty(point), "only an empty point can become a wall");
        self.cells[point.index()] = Cell::Wall;
        for color in Color::ALL {
            self.key ^= zobrist::stone(color, point);
        }
        self.empty -= 1;
    }

    /// Gives the turn to `color`.
    #[inline]
    pub fn set_to_move(&mut self, color: Color) {
        if self.to_move != color {
            self.to_move = color;
            self.key ^= zobrist::SIDE;
        }
    }
}

/// Draws the board: `x` is Black, `o` White, `#` dead and `.` empty, with the labels of rows and
/// columns.
impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for y in 0..self.size.height() {
            write!(f, "{:>2} ", self.size.height() - y)?;
            for x in 0..self.size.width() {
                let mark = match self.cell(Point::new(x, y)) {
                    Cell::Black => 'x',
                    Cell::White => 'o',
                    Cell::Wall => '#',
                    Cell::Empty => '.',
                };
                write!(f, " {mark}")?;
            }
            writeln!(f)?;
        }
        write!(f, "   ")?;
        for x in 0..self.size.width() {
            write!(f, " {}", char::from(b'a' + x))?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} to move\n{self}", if self.to_move == Color::Black { "x" } else { "o" })
    }
}
