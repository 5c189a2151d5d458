//! The size of a board as text.

use fukumi_core::geometry::BoardSize;

/// The side of a square board, or both sides of another board with `between` between them.
pub(crate) fn side_text(size: BoardSize, between: char) -> String {
    let (width, height) = (size.width(), size.height());
    if width == height { width.to_string() } else { format!("{width}{between}{height}") }
}
