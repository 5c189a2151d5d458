//! A line comes in: it becomes items, and what it shows of the front end is noted.

use std::io::Write;

use fukumi_core::clock::Instant;
use log::debug;

use super::block::Assembler;
use super::command::{Command, CommandError, split_word};
use super::info::FrontEnd;
use super::line::InputLine;
use super::queue;
use super::session::{Flow, Session};

impl<W: Write> Session<W> {
    /// Takes a line, which was read at a time.
    pub(super) fn take_line(&mut self, line: &InputLine, read_at: Instant) -> Flow {
        debug!("> {line:?}");
        if self.assembler.begins_with(line) {
            (self.begun, self.cost) = (read_at, 0);
            let word = line.text().map_or("", |text| split_word(text).0);
            let shown = FrontEnd::of_command(word);
            if let Some(rule) = self.info.note(shown) {
                self.engine.set(rule);
            }
        }
        self.cost += queue::cost(line.text().map_or(0, str::len));
        for item in self.assembler.feed(line) {
            if item == Ok(Command::End) {
                return Flow::Break(());
            }
            let item = item.map(|command| self.info.meant(command));
            self.take_item(item, self.begun)?;
        }
        Flow::Continue(())
    }

    /// Takes note of lines that were dropped. What was begun before them is not completed by what
    /// comes after.
    pub(super) fn take_lost(&mut self, count: u64) -> Flow {
        self.assembler = Assembler::default();
        self.take_item(Err(CommandError::Lost(count)), Instant::now())
    }
}
