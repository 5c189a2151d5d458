//! Positions from text: what people and programs have at hand when they ask about a position.
//!
//! [`load`] takes the text itself, the name of a file or `-`; [`parse`] takes text. [`load_all`]
//! and [`parse_all`] read all positions of a text instead of one. The text itself shows its format,
//! see [`Format`]; a module of its own reads each format. All of them produce a [`Diagram`], which
//! holds what the text says and nothing else. [`Diagram::position`] settles what the text leaves
//! open (the rule, the side to move), and refuses a position in which no move is possible.
//!
//! The one idea: nothing is guessed that could be wrong. A stone off the board, a second stone on a
//! point, or stones that do not show whose move it is are errors. Errors give their place in the
//! text if they have one.
//!
//! The files of other programs often hold more than a position: a [`tree`] of moves with
//! comments. [`mod@file`] reads them as [`game::Game`], and the modules of [`formats`] write it.
//! [`mod@write`] writes a game that is one line of moves.

mod analysed;
mod board_text;
pub mod collection;
mod collector;
mod copied;
mod diagram;
pub mod encoding;
mod error;
pub mod file;
mod foreign;
pub mod formats;
pub mod game;
mod hints;
mod json;
mod limits;
mod load;
pub mod lost;
mod main_line;
mod names;
mod normal;
mod parse;
pub mod reading;
pub mod replay;
mod result;
mod rules;
pub mod same;
pub mod scores;
mod source;
pub mod tree;
pub mod write;

pub use diagram::{Diagram, NamedDiagram};
pub use error::{ByteError, NotationError, Problem, TextPlace};
pub use formats::{Content, Description, Format, Support, pos, rapfi, renlib, rif, sgf};
pub use hints::{GameKind, Hints};
pub use limits::{MAX_BYTES, MAX_FILE_BYTES, MAX_GAMES, MAX_NODES};
pub use load::{load, load_all, read_bytes, split_id};
pub use parse::{parse, parse_all, parse_all_noted, parse_noted};

#[cfg(test)]
mod tests;
