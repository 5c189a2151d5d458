//! The fuzz targets: functions that take any bytes and panic if the engine does what it must never
//! do.
//!
//! Each is a target of cargo-fuzz, see `docs/fuzzing.md`. The usual tests run all of them over the
//! inputs in `corpus`, see `tests/fuzz.rs`. The functions do not depend on a fuzzer.

mod book;
mod experience;
mod game;
mod lines;
mod notation;
mod referee;
mod session;
mod weights;

pub use book::book;
pub use experience::experience;
pub use game::game;
pub use lines::lines;
pub use notation::{notation, saved};
pub use session::session;
pub use weights::weights;

/// A function that takes any bytes.
pub type Target = fn(&[u8]);

/// All targets with their names, which are also the names of the folders in `corpus`.
pub const TARGETS: [(&str, Target); 8] = [
    ("book", book),
    ("experience", experience),
    ("game", game),
    ("lines", lines),
    ("notation", notation),
    ("saved", saved),
    ("session", session),
    ("weights", weights),
];
