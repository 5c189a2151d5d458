//! Leaves when the input has ended and everything is answered, or when nobody can read the answers.

use std::io::Write;
use std::time::Duration;

use fukumi_core::clock::Instant;

use super::ending::{Ending, LONGEST_SILENCE};
use super::session::{Flow, Session};

/// Time between two looks at whether the output can still be read, and whether the database works.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

impl<W: Write> Session<W> {
    /// Takes note of the end of the input.
    pub(super) fn begin_ending(&mut self) {
        self.ending = Ending::begin(self.engine.archive().watch(LONGEST_SILENCE));
    }

    /// When to look again at what nobody reports: that the output has no reader any more, or that
    /// the database hangs.
    pub(super) fn wake_to_look_at(&self) -> Option<Instant> {
        let is_due = self.engine.is_thinking() || self.ending.has_begun();
        is_due.then(|| Instant::now() + LOOK_AGAIN)
    }

    /// Ends a search that keeps more lines from being read, if there is a stop command among them,
    /// or their end where the search has none.
    pub(super) fn look_ahead(&mut self) {
        if self.queue.has_room() || !self.engine.is_thinking() {
            return;
        }
        let has_no_end = || self.engine.is_endless() && self.inbox.has_input_ended();
        if self.inbox.has_stop() || has_no_end() {
            self.engine.stop();
        }
    }

    /// Ends a search that nobody can read, and after the end of the input one without limits. Then
    /// leaves when everything is answered.
    pub(super) fn end_what_is_lost(&mut self) -> Flow {
        if self.engine.is_thinking() && (self.is_reader_gone)() {
            return Flow::Break(());
        }
        let Ending::Begun { at, .. } = self.ending else { return Flow::Continue(()) };
        if self.engine.is_endless() {
            self.engine.stop();
        }
        let progress = self.engine.archive().progress();
        let is_answered =
            !self.due_answers.are_any() || self.ending.is_database_silent(progress, Instant::now());
        let is_answered = is_answered && !self.is_last_read_due(at);
        let is_done = !self.engine.is_thinking() && self.queue.is_empty() && is_answered;
        if is_done { Flow::Break(()) } else { Flow::Continue(()) }
    }
}
