//! The conversation so far, with times, so that a failure can be understood.

use std::fmt::{self, Write as _};
use std::time::Duration;

/// Maximum number of bytes shown of a line or a write.
const SHOWN_BYTES: usize = 160;
/// Maximum number of entries shown; the beginning of a longer conversation is left out.
const SHOWN_ENTRIES: usize = 120;

/// Everything sent and received, in the order in which it was noticed.
#[derive(Debug, Default)]
pub struct Transcript {
    entries: Vec<String>,
}

impl Transcript {
    /// Adds what was sent.
    pub fn sent(&mut self, at: Duration, bytes: &[u8]) {
        self.add(at, '>', &shown(bytes));
    }

    /// Adds a line of output.
    pub fn received(&mut self, at: Duration, bytes: &[u8]) {
        self.add(at, '<', &shown(bytes));
    }

    /// Adds what came on standard error.
    pub fn error_output(&mut self, at: Duration, bytes: &[u8]) {
        self.add(at, '!', &shown(bytes));
    }

    /// Adds something that is neither sent nor received, such as the end of the process.
    pub fn event(&mut self, at: Duration, text: &str) {
        self.add(at, '-', text);
    }

    fn add(&mut self, at: Duration, mark: char, text: &str) {
        self.entries.push(format!("{:8.3} {mark} {text}", at.as_secs_f64()));
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  seconds; > sent, < received, ! standard error, - other events")?;
        let skipped = self.entries.len().saturating_sub(SHOWN_ENTRIES);
        if skipped > 0 {
            writeln!(f, "  ({skipped} earlier entries)")?;
        }
        for entry in &self.entries[skipped..] {
            writeln!(f, "  {entry}")?;
        }
        Ok(())
    }
}

/// Bytes as readable text: unprintable ones escaped, long texts cut.
#[must_use]
pub fn shown(bytes: &[u8]) -> String {
    let cut = &bytes[..bytes.len().min(SHOWN_BYTES)];
    let mut text = cut.escape_ascii().to_string().replace("\\\"", "\"").replace("\\'", "'");
    if cut.len() < bytes.len() {
        let _ = write!(text, "… ({} bytes)", bytes.len());
    }
    text
}
