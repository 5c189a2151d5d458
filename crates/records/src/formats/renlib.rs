//! Libraries of RenLib: `.lib` files.
//!
//! A head of 20 bytes is followed by the nodes of a tree, a parent before its children. A node has
//! two bytes: the point, and flags. Column and row are the low and the high half of the first byte,
//! columns from 1 at the left, rows from 0 at the top; 0 is a pass, or the root. Flags say whether
//! the node has a next sibling, whether it has no children, and which texts follow: a comment of
//! one or more lines, and a text on the board, shown on the point of the node while its parent is
//! the position. A node with such a text need not be a move. The oldest files have neither head nor
//! root, and comments of seven bits in the Swedish variant of ASCII. The board is always 15x15.
//!
//! Source of these facts: RenLib's public source code (<https://github.com/gomoku/RenLib>), with
//! which Rapfi's importer agrees.

mod layout;
mod read;
mod write;

pub use layout::is_library;
pub use read::{read, read_each, read_encoded};
pub use write::write;

#[cfg(test)]
mod tests;
