//! The fuzz targets: functions that take any bytes and panic if the engine does what it must never
//! do.
//!
//! Each is a target of cargo-fuzz, see `docs/testing.md`. The usual tests run all of them over the
//! inputs in `corpus`, see `tests/fuzz.rs`. The functions do not depend on a fuzzer.

mod book;
mod files;
mod game;
mod lines;
mod notation;
mod session;
mod weights;

pub use book::book;
pub use files::{database, library, position, results, rif, variations};
pub use game::game;
pub use lines::lines;
pub use notation::{notation, saved};
pub use session::session;
pub use weights::weights;

/// A function that takes any bytes.
pub type Target = fn(&[u8]);

/// All targets with their names, which are also the names of the folders in `corpus`.
pub const TARGETS: [(&str, Target); 13] = [
    ("book", book),
    ("database", database),
    ("game", game),
    ("library", library),
    ("lines", lines),
    ("notation", notation),
    ("position", position),
    ("results", results),
    ("rif", rif),
    ("saved", saved),
    ("session", session),
    ("variations", variations),
    ("weights", weights),
];
