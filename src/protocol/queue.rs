//! Items that wait until they can be carried out, in the order in which they came.
//!
//! Lines are read ahead meanwhile, but only up to a cost. The rest waits in the inbox.

use std::collections::VecDeque;

use fukumi_core::clock::Instant;

use super::block::Item;

/// Cost of the lines that are read ahead while items wait.
const MAX_AHEAD: usize = 64 << 10;
/// Cost of a line besides its bytes.
const LINE_COST: usize = 64;

/// An item that waits.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) item: Item,
    /// When its first line was read.
    pub(super) begun: Instant,
}

/// The items that wait.
#[derive(Debug, Default)]
pub(super) struct Queue {
    items: VecDeque<Waiting>,
    /// Cost of the lines read since there are any.
    ahead: usize,
}

impl Queue {
    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item that is carried out next.
    pub(super) fn front(&self) -> Option<&Waiting> {
        self.items.front()
    }

    /// Adds an item that began at a time.
    pub(super) fn push(&mut self, item: Item, begun: Instant) {
        self.items.push_back(Waiting { item, begun });
    }

    /// Takes the first item.
    pub(super) fn pop(&mut self) -> Option<Waiting> {
        let first = self.items.pop_front();
        if self.items.is_empty() {
            self.ahead = 0;
        }
        first
    }

    /// Takes note that a line of so many bytes was read.
    pub(super) fn note_line(&mut self, bytes: usize) {
        if !self.items.is_empty() {
            self.ahead += LINE_COST + bytes;
        }
    }

    /// Whether more lines may be read.
    pub(super) fn has_room(&self) -> bool {
        self.ahead < MAX_AHEAD
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::command::Command;

    #[test]
    fn items_come_out_as_they_went_in() {
        let mut queue = Queue::default();
        let now = Instant::now();
        let commands = [Command::Begin, Command::Stop, Command::About];
        commands.iter().for_each(|command| queue.push(Ok(command.clone()), now));
        assert_eq!(queue.front().map(|waiting| &waiting.item), Some(&Ok(Command::Begin)));
        let taken = std::iter::from_fn(|| queue.pop()).map(|waiting| waiting.item);
        assert!(taken.eq(commands.into_iter().map(Ok)));
        assert!(queue.is_empty());
    }

    #[test]
    fn lines_are_read_ahead_up_to_a_cost_while_something_waits() {
        let mut queue = Queue::default();
        queue.note_line(MAX_AHEAD);
        assert!(queue.has_room(), "nothing waits");
        queue.push(Ok(Command::Begin), Instant::now());
        let lines = (0..).take_while(|_| {
            let had_room = queue.has_room();
            queue.note_line(0);
            had_room
        });
        assert_eq!(lines.count(), MAX_AHEAD / LINE_COST);
        assert!(queue.pop().is_some() && queue.has_room());
    }
}
