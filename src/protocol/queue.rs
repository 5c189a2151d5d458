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

/// What a line of so many bytes costs while its item waits.
pub(super) const fn cost(bytes: usize) -> usize {
    LINE_COST + bytes
}

/// An item that waits.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) item: Item,
    /// When its first line was read.
    pub(super) begun: Instant,
    /// Cost of its lines.
    cost: usize,
}

/// The items that wait.
#[derive(Debug, Default)]
pub(super) struct Queue {
    items: VecDeque<Waiting>,
    /// Cost of their lines.
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

    /// Adds an item that began at a time. Its lines have this cost.
    pub(super) fn push(&mut self, item: Item, begun: Instant, cost: usize) {
        self.items.push_back(Waiting { item, begun, cost });
        self.ahead += cost;
    }

    /// Takes the first item.
    pub(super) fn pop(&mut self) -> Option<Waiting> {
        let first = self.items.pop_front()?;
        self.ahead -= first.cost;
        Some(first)
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
        commands.iter().for_each(|command| queue.push(Ok(command.clone()), now, cost(5)));
        assert_eq!(queue.front().map(|waiting| &waiting.item), Some(&Ok(Command::Begin)));
        let taken = std::iter::from_fn(|| queue.pop()).map(|waiting| waiting.item);
        assert!(taken.eq(commands.into_iter().map(Ok)));
        assert!(queue.is_empty());
    }

    #[test]
    fn items_wait_up_to_a_cost() {
        let mut queue = Queue::default();
        let mut count = 0;
        while queue.has_room() {
            queue.push(Ok(Command::Begin), Instant::now(), cost(5));
            count += 1;
        }
        assert_eq!(count, MAX_AHEAD.div_ceil(cost(5)));
        assert!(queue.pop().is_some() && queue.has_room());
        while queue.pop().is_some() {}
        assert_eq!(queue.ahead, 0);
    }
}
