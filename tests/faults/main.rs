//! Faults around the engine: pipes, signals, disks, memory, processors. Each test puts the built
//! program into such a situation. The program has to go on, or to leave quietly.
//!
//! More such tests are among the protocol tests: `END` and the end of input in every state
//! (`state.rs`), and suspended processes, endless lines and the usual memory limit (`session.rs`).
//! docs/reliability.md has the list.

mod boards;
#[cfg(target_os = "linux")]
mod clock;
mod engine;
mod files;
#[cfg(target_os = "linux")]
mod outside;
mod pipes;
#[cfg(unix)]
mod resources;
#[cfg(unix)]
mod signals;
