//! Points of a board as the protocol writes them.

use std::fmt;

/// Maximum number of digits of a coordinate. A longer number is on no board.
const MAX_DIGITS: usize = 9;

/// A point of the board: x from the left, y from the top, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The column, from the left.
    pub x: u32,
    /// The row, from the top.
    pub y: u32,
}

impl Cell {
    /// Parses `x,y`: digits without a leading zero, a comma, such digits, and nothing else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let number = |text: &str| {
            let is_plain = text == "0" || !text.starts_with('0');
            let is_number = (1..=MAX_DIGITS).contains(&text.len())
                && text.bytes().all(|byte| byte.is_ascii_digit());
            if is_plain && is_number { text.parse().ok() } else { None }
        };
        let (x, y) = text.split_once(',')?;
        Some(Self { x: number(x)?, y: number(y)? })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// Width and height of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
}

impl Size {
    /// Whether the cell is on a board of this size.
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height
    }

    /// Parses `N` or `WxH`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        Some(Self { width: width.parse().ok()?, height: height.parse().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_two_plain_numbers() {
        assert_eq!(Cell::parse("0,21"), Some(Cell { x: 0, y: 21 }));
        for text in ["", "7", "7,", ",7", "07,8", "-1,8", "+1,8", "7, 8", "7,8,9", "1234567890,0"] {
            assert_eq!(Cell::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_size_is_a_side_or_two() {
        assert_eq!(Size::parse("15"), Some(Size { width: 15, height: 15 }));
        assert_eq!(Size::parse("20x10"), Some(Size { width: 20, height: 10 }));
        assert_eq!(Size::parse("big"), None);
        let size = Size { width: 20, height: 10 };
        assert!(size.contains(Cell { x: 19, y: 9 }) && !size.contains(Cell { x: 9, y: 10 }));
    }
}
