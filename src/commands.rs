//! What the program does besides playing: one module for each command of the command line.

pub(crate) mod bench;
pub(crate) mod solve;
