//! The other side of a conversation: something that takes bytes and answers with timed events.
//!
//! Whoever holds the conversation cannot distinguish the peers: the built program in a process of
//! its own, the engine in a thread of the test, or an invented engine that plays back a script.

use std::fmt;
use std::process::ExitStatus;
use std::time::Duration;

/// The exit status of a Rust program that panicked.
pub const PANIC_STATUS: i32 = 101;

/// The engine's side of a conversation. Times count from the start of the engine.
pub trait Peer {
    /// The current time.
    fn now(&self) -> Duration;

    /// Writes `bytes` to the engine's input, in one piece.
    ///
    /// # Errors
    ///
    /// If the input is closed, or if the engine does not read it.
    fn send(&mut self, bytes: &[u8]) -> Result<(), String>;

    /// Closes the engine's input.
    fn close_input(&mut self);

    /// The next event, or `None` if there is none until the time `until`.
    fn wait(&mut self, until: Duration) -> Option<Event>;

    /// Whether the engine is running at this very moment.
    fn is_alive(&mut self) -> bool;

    /// Ends the engine if it is still running, and returns the events that were not waited for.
    fn finish(&mut self) -> Vec<Event>;
}

/// Something that the engine did, and when it was noticed.
#[derive(Clone, Debug)]
pub struct Event {
    /// The time since the start of the engine.
    pub at: Duration,
    /// What the engine did.
    pub what: What,
}

/// What an engine can do.
#[derive(Clone, Debug)]
pub enum What {
    /// Bytes on standard output, as many as one read returned.
    Output(Vec<u8>),
    /// Bytes on standard error.
    ErrorOutput(Vec<u8>),
    /// The engine has ended.
    Ended(Ending),
}

/// How an engine ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with this exit status.
    Status(i32),
    /// By a signal. Its number, where the system has such numbers.
    Signal(Option<i32>),
}

impl Ending {
    /// Whether the exit status is 0.
    #[must_use]
    pub fn is_success(self) -> bool {
        self == Self::Status(0)
    }

    /// The exit status; `None` after a signal.
    #[must_use]
    pub fn code(self) -> Option<i32> {
        match self {
            Self::Status(code) => Some(code),
            Self::Signal(_) => None,
        }
    }
}

impl From<ExitStatus> for Ending {
    fn from(status: ExitStatus) -> Self {
        status.code().map_or_else(|| Self::Signal(signal_number(status)), Self::Status)
    }
}

#[cfg(unix)]
fn signal_number(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal_number(_: ExitStatus) -> Option<i32> {
    None
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(code) => write!(f, "with exit status {code}"),
            Self::Signal(Some(number)) => write!(f, "by signal {number}"),
            Self::Signal(None) => f.write_str("by a signal"),
        }
    }
}
