//! Shows on standard error that long work continues, and how far it is.
//!
//! A terminal gets one line that is rewritten, and cleared when the answer comes. A file or a pipe
//! gets a line after a second, and further lines at growing intervals.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time between two updates on a terminal.
pub(super) const REDRAW: Duration = Duration::from_millis(200);
/// Time to the first line elsewhere; each interval is twice as long as the one before.
const FIRST: Duration = Duration::from_secs(1);
/// Longest interval elsewhere.
const LONGEST: Duration = Duration::from_secs(60);
/// Goes to the beginning of the line and clears it.
const CLEAR: &str = "\r\x1b[K";

/// The display, and when its next update is due.
pub(crate) struct Progress {
    is_terminal: bool,
    start: Instant,
    due: Duration,
    interval: Duration,
    is_drawn: bool,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let is_terminal = io::stderr().is_terminal();
        let interval = if is_terminal { REDRAW } else { FIRST };
        Self { is_terminal, start: Instant::now(), due: interval, interval, is_drawn: false }
    }

    /// A display that never shows anything.
    pub(crate) fn silent() -> Self {
        Self { due: Duration::MAX, ..Self::new() }
    }

    /// Shows the text of `state`, which gets the time since the start, unless the last update was
    /// recent.
    pub(crate) fn show(&mut self, state: impl FnOnce(Duration) -> String) {
        let elapsed = self.start.elapsed();
        if elapsed < self.due {
            return;
        }
        if !self.is_terminal {
            self.interval = (self.interval * 2).min(LONGEST);
        }
        self.due = elapsed + self.interval;
        let line = state(elapsed);
        // It does no harm if this cannot be written.
        let _ = if self.is_terminal {
            self.is_drawn = true;
            write!(io::stderr(), "{CLEAR}{line}")
        } else {
            writeln!(io::stderr(), "{line}")
        };
    }

    /// Removes the line from the terminal.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.is_drawn) {
            let _ = write!(io::stderr(), "{CLEAR}");
        }
    }
}

/// A duration in hours and minutes, or in minutes and seconds.
pub(crate) fn clock(seconds: f64) -> String {
    let seconds = seconds as u64;
    match (seconds / 3_600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}
