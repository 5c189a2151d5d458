//! The other side of a case: something that takes bytes and answers with timed events.
//!
//! [`Process`](crate::process::Process) is the real engine behind its pipes with a real clock.
//! [`Scripted`](crate::scripted::Scripted) is a recorded conversation with a clock that only moves
//! when somebody waits. The runner cannot tell them apart, so every check of the runner can itself
//! be checked, in no time.

use std::fmt;
use std::time::Duration;

/// The engine's side of a conversation. Times count from the start of the engine.
pub(crate) trait Engine {
    /// The current time.
    fn now(&self) -> Duration;

    /// Writes `bytes` to the engine's standard input, in one piece.
    ///
    /// # Errors
    ///
    /// If the input is closed, or if the engine does not read it.
    fn send(&mut self, bytes: &[u8]) -> Result<(), String>;

    /// Closes the engine's standard input.
    fn close_input(&mut self);

    /// The next event, or `None` if there is none until the time `until`.
    fn wait(&mut self, until: Duration) -> Option<Event>;

    /// Whether the engine is running at this very moment.
    fn is_alive(&mut self) -> bool;

    /// Kills the engine if it is still running, and returns the events that nobody has waited for.
    fn finish(&mut self) -> Vec<Event>;
}

/// Something that the engine did, and when it was noticed.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) at: Duration,
    pub(crate) what: What,
}

/// What an engine can do.
#[derive(Clone, Debug)]
pub(crate) enum What {
    /// Bytes on standard output, as many as one read returned.
    Output(Vec<u8>),
    /// Bytes on standard error.
    ErrorOutput(Vec<u8>),
    /// The process has ended.
    Ended(Ending),
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Status(i32),
    Signal,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(code) => write!(f, "with exit status {code}"),
            Self::Signal => f.write_str("by a signal"),
        }
    }
}
