//! The bytes of a library: its head, its flags and its points.

use fukumi_core::geometry::Point;

use crate::error::Problem;

/// Side of the board.
pub(super) const SIDE: u8 = 15;
/// Bytes of the head.
pub(super) const HEAD: usize = 20;
/// The beginning of the head.
pub(super) const MAGIC: &[u8; 8] = b"\xffRenLib\xff";
/// The version of what is written, the newest of RenLib 3.
pub(super) const VERSION: [u8; 2] = [3, 4];
/// The point in the centre, with which files without a head begin.
pub(super) const CENTER: u8 = 0x78;
/// Between the first line of a comment and the others.
pub(super) const SEPARATOR: char = '\u{8}';

/// The node has a next sibling.
pub(super) const SIBLING: u8 = 0x80;
/// The node has no children.
pub(super) const LEAF: u8 = 0x40;
/// A comment in seven bits follows.
pub(super) const OLD_COMMENT: u8 = 0x20;
pub(super) const MARK: u8 = 0x10;
/// A comment follows.
pub(super) const COMMENT: u8 = 0x08;
pub(super) const START: u8 = 0x04;
/// The node is no move, but the place of a text.
pub(super) const NO_MOVE: u8 = 0x02;
/// Two bytes with more flags follow.
pub(super) const EXTENSION: u8 = 0x01;
/// The one flag known of them: a text on the board follows.
pub(super) const BOARD_TEXT: [u8; 2] = [0, 1];

/// Whether the bytes begin like a library with a head.
pub fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The point of a byte; `None` for 0.
pub(super) fn point(byte: u8) -> Result<Option<Point>, Problem> {
    let (column, row) = (byte & 15, byte >> 4);
    match column {
        0 if row == 0 => Ok(None),
        1..=SIDE if row < SIDE => Ok(Some(Point::new(column - 1, row))),
        _ => Err(expected("a point on the board of 15x15, or 0", &format!("{byte:02x}"))),
    }
}

/// The byte of a point.
pub(super) const fn byte(point: Point) -> u8 {
    point.y() << 4 | (point.x() + 1)
}

/// The text without characters that end a text or a heading.
pub(super) fn clean(text: &str) -> String {
    text.replace(['\0', SEPARATOR], " ")
}

/// An error about bytes, which are not shown.
pub(super) fn expected(expected: &'static str, found: &str) -> Problem {
    Problem::Expected { expected, found: found.into() }
}
