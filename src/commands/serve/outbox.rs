//! The lines that wait to be written, of bounded size.
//!
//! If the output is not read, reports are dropped, and whoever has an answer waits. So the
//! searches, and in the end the input, wait as well.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Maximum number of bytes that wait, unless one answer alone is longer.
const MAX_BYTES: usize = 16 << 20;

/// The lines between those who answer and the one who writes.
#[derive(Default)]
struct Outbox {
    state: Mutex<State>,
    /// Signals that a line has come or that none will come.
    arrived: Condvar,
    /// Signals that there is room.
    room: Condvar,
}

#[derive(Default)]
struct State {
    lines: VecDeque<String>,
    /// Bytes of all lines.
    bytes: usize,
    /// Number of senders.
    senders: usize,
}

/// Puts lines into the outbox.
pub(super) struct Sender(Arc<Outbox>);

/// Takes lines out of the outbox.
pub(super) struct Receiver(Arc<Outbox>);

/// An empty outbox.
pub(super) fn outbox() -> (Sender, Receiver) {
    let outbox = Arc::new(Outbox::default());
    outbox.lock().senders = 1;
    (Sender(Arc::clone(&outbox)), Receiver(outbox))
}

impl Outbox {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn has_room(&self, line: &str) -> bool {
        self.lines.is_empty() || self.bytes + line.len() <= MAX_BYTES
    }

    fn push(&mut self, line: String) {
        self.bytes += line.len();
        self.lines.push_back(line);
    }
}

impl Sender {
    /// Adds a line, and waits until there is room for it.
    pub(super) fn answer(&self, line: String) {
        let mut state = self.0.lock();
        while !state.has_room(&line) {
            state = self.0.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.push(line);
        self.0.arrived.notify_one();
    }

    /// Adds a line if there is room for it.
    pub(super) fn report(&self, line: String) {
        let mut state = self.0.lock();
        if state.has_room(&line) {
            state.push(line);
            self.0.arrived.notify_one();
        }
    }
}

impl Clone for Sender {
    fn clone(&self) -> Self {
        self.0.lock().senders += 1;
        Self(Arc::clone(&self.0))
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        self.0.lock().senders -= 1;
        self.0.arrived.notify_one();
    }
}

impl Receiver {
    /// Waits for the next line; `None` once all senders are gone and nothing is left.
    pub(super) fn next(&self) -> Option<String> {
        let mut state = self.0.lock();
        loop {
            if let Some(line) = state.lines.pop_front() {
                state.bytes -= line.len();
                self.0.room.notify_all();
                return Some(line);
            }
            if state.senders == 0 {
                return None;
            }
            state = self.0.arrived.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn reports_are_dropped_and_answers_wait_while_nobody_reads() {
        let (sender, receiver) = outbox();
        let half = "x".repeat(MAX_BYTES / 2);
        sender.answer(half.clone());
        sender.report(half.clone());
        sender.report("dropped".into());
        let last = thread::spawn(move || sender.answer("last".into()));
        let lines: Vec<String> = std::iter::from_fn(|| receiver.next()).collect();
        last.join().expect("a sender");
        assert_eq!(lines, [&half, &half, "last"]);
    }

    #[test]
    fn a_line_that_is_longer_than_the_outbox_passes() {
        let (sender, receiver) = outbox();
        sender.answer("x".repeat(MAX_BYTES + 1));
        drop(sender);
        assert_eq!(receiver.next().map(|line| line.len()), Some(MAX_BYTES + 1));
        assert_eq!(receiver.next(), None);
    }
}
