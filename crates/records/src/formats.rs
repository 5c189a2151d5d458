//! The formats: a file for each, which reads it and, where Fukumi can, writes it.
//!
//! `list` has the formats and what each can hold, `recognise` and `of_file` how a text or a file
//! shows its format, and `read` the reader of each.

mod block;
mod championship;
pub(crate) mod labels;
mod lines;
mod list;
mod log;
pub mod moves;
pub(crate) mod of_file;
mod offsets;
mod pairs;
mod pgn;
mod picture;
pub mod pos;
pub mod psq;
pub mod rapfi;
pub(crate) mod read;
mod rec;
pub(crate) mod recognise;
pub mod record;
pub mod renlib;
pub mod rif;
mod sav;
pub mod sgf;
mod sides;

pub use list::{Content, Description, Format, Support};
