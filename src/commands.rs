//! What the program does besides playing: one module for each command of the command line.

mod advice;
pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod convert;
pub(crate) mod database;
pub(crate) mod datagen;
pub(crate) mod describe;
mod effort;
mod exclusive;
pub(crate) mod explore;
mod interrupt;
mod kept;
pub(crate) mod overview;
#[cfg(feature = "tune")]
pub(crate) mod params;
mod picture;
pub(crate) mod play;
mod progress;
mod reading;
pub(crate) mod samples;
pub(crate) mod serve;
mod share;
pub(crate) mod shown;
pub(crate) mod solve;
mod values;
mod writable;
