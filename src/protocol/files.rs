//! Files that a session waits for, without keeping anyone waiting: the options beside the program,
//! a book, and a network.
//!
//! Threads read them. Commands wait for the options at first, and those that begin a search for
//! book and network. All that needs no file is answered meanwhile.

use std::io::Write;
use std::time::Duration;

use fukumi_core::clock::Instant;
use log::warn;

use super::block::Item;
use super::reply::Reply;
use super::session::{Flow, Session};

/// How long the end of the input waits for a file that no command waits for.
const LAST_READ: Duration = Duration::from_millis(200);

impl<W: Write> Session<W> {
    /// Until when commands wait for the options; `None` if they do not.
    pub(super) fn options_until(&self) -> Option<Instant> {
        let until = self.options.as_ref()?.until;
        (Instant::now() < until).then_some(until)
    }

    /// Takes note of a key that the front end sets.
    pub(super) fn note_key(&mut self, key: &str) {
        if let Some(options) = &mut self.options {
            options.sent.insert(key.to_ascii_uppercase());
        }
    }

    /// Uses files that were read.
    pub(super) fn use_files(&mut self) -> Flow {
        self.use_options();
        let Err(reason) = self.engine.use_network() else { return Flow::Continue(()) };
        if !self.reports_network {
            warn!("an option beside the program is not set: {reason}");
            return Flow::Continue(());
        }
        // A manager may take an error for the answer to its last command, and end the game.
        let is_late = self.engine.is_thinking() || self.engine.is_network_late();
        self.write(&if is_late { Reply::LateRefusal(reason) } else { Reply::Refusal(reason) })
    }

    /// Sets the options beside the program once they are read. Those that come late do not change
    /// what the front end has set.
    fn use_options(&mut self) {
        let Some(options) = &self.options else { return };
        let known = options.reading.look(Duration::ZERO, Vec::clone);
        if known.is_none() && options.reading.is_pending() {
            return;
        }
        let sent = self.options.take().map(|options| options.sent).unwrap_or_default();
        for (key, value) in known.unwrap_or_default() {
            if sent.contains(&key.to_ascii_uppercase()) {
                continue;
            }
            match self.info.read_from_file(&key, &value) {
                Ok(settings) => settings.into_iter().for_each(|setting| self.engine.set(setting)),
                Err(refusal) => warn!("{key} is not set: {refusal}"),
            }
        }
    }

    /// Until when an item that began at a time waits for files; `None` if it needs none.
    pub(super) fn files_until(&self, item: &Item, begun: Instant) -> Option<Instant> {
        let command = item.as_ref().ok().filter(|command| command.begins_search())?;
        let is_waiting = self.engine.awaits_files() && self.check(command).is_ok();
        is_waiting.then(|| begun + self.engine.file_patience())
    }

    /// Whether an item waits for files.
    pub(super) fn waits_for_files(&self, item: &Item, begun: Instant) -> bool {
        self.files_until(item, begun).is_some_and(|until| Instant::now() < until)
    }

    /// Whether the end of the input is to wait for files.
    pub(super) fn is_last_read_due(&self, since: Instant) -> bool {
        self.engine.awaits_files() && since.elapsed() < LAST_READ
    }
}
