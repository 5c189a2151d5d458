//! What is known of positions, in one file that several programs can use at once.
//!
//! An [`Entry`] is about one position up to symmetry: its value, the best moves, results of games,
//! and what people wrote about it. [`Database`] is the file, which SQLite keeps, so everybody's
//! tools can read it. [`name`] says which position a row is about. [`branch`] goes through what
//! lies behind a position, and [`games`] adds games and makes trees of moves. [`table`] writes and
//! reads the rows as CSV.
//!
//! `docs/database.md` has the columns of the file.

pub mod branch;
mod entry;
mod error;
pub mod games;
pub mod name;
mod schema;
pub mod store;
pub mod table;

pub use entry::{Bound, Entry, Mark, Value};
pub use error::DatabaseError;
pub use store::{Access, Database, Writer};

#[cfg(test)]
mod tests;
