//! What is fuzzed: functions that take any bytes and panic if the engine does what it must never
//! do.
//!
//! Each is a target of cargo-fuzz, see `docs/fuzzing.md`, and the usual tests run all of them over
//! the inputs in `corpus`, see `tests/fuzz.rs`. They know nothing of a fuzzer.

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

/// All targets by their names, which are those of the folders in `corpus`.
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
