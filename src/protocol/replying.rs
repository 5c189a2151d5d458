//! What the engine finds goes out, as replies and messages.

use std::io::Write;

use fukumi_core::clock::Instant;
use fukumi_core::decide::task::Answer;
use log::{debug, warn};

use super::block::Item;
use super::command::Command;
use super::reply::{Axes, Reply};
use super::session::{Flow, Session};
use super::withheld::{Fate, Withheld};
use super::{nonblocking, raw};
use crate::engine::Finding;
use crate::engine::thinker::ThinkEvent;

impl<W: Write> Session<W> {
    /// Reports what a search has found.
    pub(super) fn take_finding(&mut self, event: ThinkEvent) -> Flow {
        match self.engine.handle(event) {
            Some(Finding::Info(info)) => {
                if self.engine.is_defending() && !self.losses.is_news(&info) {
                    return Flow::Continue(());
                }
                let Some(size) = self.engine.size() else { return Flow::Continue(()) };
                let (detail, axes) = (self.engine.detail(), self.axes);
                let names = self.engine.point_names().unwrap_or_else(|| axes.point_names());
                self.write(&Reply::Info { info, size, axes, names, detail })
            }
            Some(Finding::Note(note)) => self.write(&Reply::Note(note)),
            Some(Finding::Answer(answer)) => self.write_answer(answer),
            None => Flow::Continue(()),
        }
    }

    /// When to look at the running search to mark its move; `None` if nothing is to be marked.
    pub(super) fn wake_to_mark_at(&self) -> Option<Instant> {
        let is_wanted = self.engine.detail().progress && self.engine.is_thinking();
        is_wanted.then(|| self.marks.due_at())
    }

    /// Marks the move that the search looks at, if that is wanted and it is time.
    pub(super) fn mark_root_move(&mut self) -> Flow {
        let now = Instant::now();
        match self.wake_to_mark_at() {
            Some(due) if now >= due => {
                let lines = self.marks.look(self.engine.root_move(), now);
                self.write_lines(lines)
            }
            Some(_) | None => Flow::Continue(()),
        }
    }

    /// Returns the moves of an answer if they should be kept back, see [`super::withheld`].
    fn withhold(&self, answer: &Answer) -> Option<Withheld> {
        let next = self.queue.front().map(|waiting| &waiting.item);
        let is_broken_off = matches!(next, Some(Ok(Command::Start { .. })));
        let may_be_drawn = self.axes == Axes::RowColumn && self.asked.is_none();
        let is_wanted = self.is_stop_asked || self.ending.has_begun();
        let Answer::Moves(moves) = answer else { return None };
        if !is_broken_off || !may_be_drawn || is_wanted {
            return None;
        }
        let mut before = self.engine.position()?.clone();
        moves.iter().for_each(|_| before.undo());
        Some(Withheld::Moves { moves: moves.clone(), key: before.board().key() })
    }

    /// Writes the moves that were kept back, drops them, or keeps them if the next command does not
    /// decide.
    pub(super) fn settle_withheld(&mut self, next: &Item) -> Flow {
        let key = self.engine.position().map(|position| position.board().key());
        match self.withheld.fate(next, key) {
            Fate::Kept => {}
            Fate::Dropped => {
                debug!("the move of a search that was broken off is not written");
                self.withheld = Withheld::Nothing;
            }
            Fate::Written => self.write_withheld()?,
        }
        Flow::Continue(())
    }

    /// Writes the moves that are kept back, if there are any.
    pub(super) fn write_withheld(&mut self) -> Flow {
        match self.withheld.take() {
            Some(moves) => self.write(&Reply::Moves(moves)),
            None => Flow::Continue(()),
        }
    }

    /// Writes the one line that answers a think command, or its messages.
    pub(super) fn write_answer(&mut self, answer: Answer) -> Flow {
        self.losses.clear();
        let unmarked = self.marks.end();
        self.write_lines(unmarked)?;
        self.withheld = self.withhold(&answer).unwrap_or_default();
        self.is_stop_asked = false;
        if self.withheld.is_any() {
            return Flow::Continue(());
        }
        let reply = match (self.asked.take(), answer) {
            (Some(asked), Answer::Step { step, then }) => asked.reply(&step, then),
            (_, Answer::Moves(moves)) => Reply::Moves(moves),
            // Only a question has a step as its answer.
            (None, Answer::Step { then, .. }) => Reply::Moves(then.into_iter().collect()),
        };
        self.write(&reply)
    }

    /// Writes a reply in one piece. If the other side no longer reads, the session ends.
    pub(super) fn write(&mut self, reply: &Reply) -> Flow {
        let text = reply.text();
        debug!("< {}", text.trim_end());
        if self.inbox.begin_write() {
            self.engine.stop();
        }
        let result = nonblocking::write_whole(&mut self.output, &raw::encode(&text));
        self.inbox.end_write();
        match result {
            Ok(()) => Flow::Continue(()),
            Err(error) => {
                warn!("nobody reads what the engine writes: {error}");
                Flow::Break(())
            }
        }
    }

    /// Writes these lines, if there are any.
    pub(super) fn write_lines(&mut self, text: Vec<String>) -> Flow {
        lines(text).map_or(Flow::Continue(()), |reply| self.write(&reply))
    }
}

/// A reply of these lines, if there are any.
pub(super) fn lines(lines: Vec<String>) -> Option<Reply> {
    Some(lines).filter(|lines| !lines.is_empty()).map(Reply::Lines)
}
