//! Smart Game Format with all variations, comments and texts on the board.

mod header;
mod read;
mod result;
mod write;

pub use header::title;
pub use read::{read, read_each};
pub use result::{result, set_result};
pub use write::write;

#[cfg(test)]
mod tests;
