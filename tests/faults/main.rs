//! What goes wrong around the engine: pipes, signals, disks, memory, processors. The built program
//! is put into each of these situations, and has to go on, or to leave quietly.
//!
//! More of them are among the protocol tests: `END` and the end of input in every state
//! (`state.rs`), processes that are suspended, endless lines, the usual memory limit
//! (`session.rs`). docs/reliability.md has the list.

#[path = "../common/finish.rs"]
mod finish;

mod boards;
#[cfg(target_os = "linux")]
mod clock;
mod engine;
mod files;
mod pipes;
#[cfg(unix)]
mod resources;
#[cfg(unix)]
mod signals;
