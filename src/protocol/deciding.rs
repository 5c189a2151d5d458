//! An item is carried out or waits: for a search, for the database, or for files.

use std::io::Write;

use fukumi_core::clock::Instant;

use super::block::Item;
use super::check::When;
use super::command::Command;
use super::queue::Waiting;
use super::session::{Flow, Session};

impl<W: Write> Session<W> {
    /// Carries out an item, or queues it until the running search has answered.
    pub(super) fn take_item(&mut self, item: Item, since: Instant) -> Flow {
        let when = self.when(&item, self.queue.is_empty());
        if item == Ok(Command::Stop) && self.queue_waits_for_files() {
            self.engine.give_up_files();
        }
        let is_next = self.queue.is_empty() || self.overtakes(&item, when);
        let waits = self.waits_for_database(&item, since) || self.waits_for_files(&item, since);
        if is_next && when == When::Now && !waits {
            return self.execute(item, since);
        }
        if when == When::AfterStop {
            self.stop_for(&item);
        }
        self.queue.push(item, since, std::mem::take(&mut self.cost));
        Flow::Continue(())
    }

    /// Whether an item need not wait until those in the queue are carried out.
    fn overtakes(&self, item: &Item, when: When) -> bool {
        // What the queue waits for may be far away, unless the search was asked to stop.
        let is_searching = self.engine.is_thinking() && !self.engine.is_stopping();
        let is_question = matches!(item, Ok(Command::About | Command::Help | Command::Farewell));
        is_searching && when == When::Now || is_question && self.queue_waits_for_files()
    }

    fn queue_waits_for_files(&self) -> bool {
        self.queue
            .front()
            .is_some_and(|Waiting { item, begun, .. }| self.waits_for_files(item, *begun))
    }

    /// Carries out the items of the queue that need not wait any more.
    pub(super) fn go_on(&mut self) -> Flow {
        self.looked_at = Instant::now();
        while let Some(Waiting { item, begun, .. }) = self.queue.front() {
            if self.waits_for_database(item, *begun) || self.waits_for_files(item, *begun) {
                break;
            }
            match self.when(item, true) {
                When::Now => {}
                When::AfterStop => {
                    let item = item.clone();
                    self.stop_for(&item);
                    break;
                }
                When::AfterSearch => break,
            }
            if let Some(Waiting { item, begun, .. }) = self.queue.pop() {
                self.execute(item, begun)?;
            }
        }
        Flow::Continue(())
    }

    /// When the first command that waits for the database, or for files, goes on without them.
    pub(super) fn wake_to_go_on_at(&self) -> Option<Instant> {
        let Waiting { item, begun, .. } = self.queue.front()?;
        let until = self.awaited_until(item, *begun).max(self.files_until(item, *begun))?;
        // One that still waits after that waits for a search, whose answer wakes the loop.
        (until > self.looked_at).then_some(until)
    }

    /// Until when a command that began at a time waits for the answers of the database; `None` if
    /// none is due.
    fn awaited_until(&self, item: &Item, begun: Instant) -> Option<Instant> {
        let begins_search = item.as_ref().is_ok_and(Command::begins_search);
        let time = if begins_search { self.engine.time_for_move() } else { None };
        self.due_answers.awaited_until(begun, time)
    }

    /// Whether a command has to wait for the answer of the database to an earlier one.
    pub(super) fn waits_for_database(&self, item: &Item, begun: Instant) -> bool {
        let is_for_database = item.as_ref().is_ok_and(Command::is_for_database);
        let until = self.awaited_until(item, begun);
        !is_for_database && until.is_some_and(|until| Instant::now() < until)
    }
}
