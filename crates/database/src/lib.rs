//! What is known of positions, in one file that several programs can use at once.
//!
//! An [`Entry`] is about one position up to symmetry: its value, the best moves, results of games,
//! and what people wrote about it. [`Database`] is the file, which SQLite keeps, so everybody's
//! tools can read it. [`name`] says which position a row is about. [`branch`] goes through what
//! follows a position, and [`games`] adds games, each once, and makes trees of moves. [`table`]
//! writes and reads the rows as CSV, and [`repair`] mends rows that are damaged. What the engine
//! learns from its own games is in the same file, apart from the entries.
//!
//! `docs/database.md` has the columns of the file.
//!
//! ```
//! use fukumi_database::Database;
//! use fukumi_core::geometry::{BoardSize, Point};
//! use fukumi_core::position::Position;
//! use fukumi_core::rule::Rule;
//!
//! let mut database = Database::in_memory()?;
//! let mut position = Position::new(BoardSize::square(15).expect("in range"), Rule::Renju);
//! position.play(Point::new(7, 7));
//! database.update(&position, |entry| entry.comment = Some("the centre".into()))?;
//! assert!(database.get(&position)?.is_some_and(|entry| entry.value.is_none()));
//! # Ok::<(), fukumi_database::DatabaseError>(())
//! ```

pub mod branch;
mod bulk;
pub mod cache;
mod connecting;
mod entry;
mod error;
pub mod games;
pub mod guard;
mod imported;
mod learned;
mod locking;
pub mod name;
mod records;
pub mod repair;
mod row;
mod schema;
mod store;
pub mod table;
mod version;
mod writer;

pub use connecting::Access;
pub use entry::{Bound, Cuts, Entry, Mark, Value};
pub use error::DatabaseError;
pub use games::{AddedGame, KnownMoves};
pub use learned::MAX_LEARNED;
pub use store::Database;
pub use table::Imported;
pub use writer::Writer;

#[cfg(test)]
mod tests;
