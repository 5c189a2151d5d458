//! Networks from files, for a session that plays with another network than the program's own.

use std::path::{Path, PathBuf};

use fukumi_core::eval::OwnNetwork;
use log::warn;

use super::reading::{Notify, Reading, read_file};

/// A network, or a message for the user about the file.
type Content = Result<OwnNetwork, String>;

/// The network that was wanted last. A thread reads its file.
pub(super) struct Networks {
    /// The number makes wishes for the same file different, since the file may have changed.
    reading: Reading<(PathBuf, u64), Content>,
    wishes: u64,
    /// Whether the network is not in use yet.
    is_wanted: bool,
    /// Whether a search has waited in vain for the network. The others do not wait for it, and use
    /// it once it is there.
    has_waited: bool,
}

impl Networks {
    /// No network yet. `notify` is called when one was read.
    pub(super) fn new(notify: Notify) -> Self {
        let reading = Reading::new("network", read, notify);
        Self { reading, wishes: 0, is_wanted: false, has_waited: false }
    }

    /// Has the network in a file read. Only the last one that is wanted counts.
    pub(super) fn want(&mut self, path: &Path) {
        self.wishes += 1;
        self.is_wanted = true;
        self.has_waited = false;
        self.reading.want((path.to_path_buf(), self.wishes));
    }

    /// No longer wants a network from a file.
    pub(super) fn forget(&mut self) {
        self.is_wanted = false;
    }

    /// Whether a search should still wait for the network.
    pub(super) fn is_awaited(&self) -> bool {
        self.is_wanted && !self.has_waited && self.reading.is_pending()
    }

    /// Has no search wait for the network any more, until another one is wanted.
    pub(super) fn give_up(&mut self) {
        if self.is_awaited() {
            warn!("the network is not read in time");
            self.has_waited = true;
        }
    }

    /// Whether a search has gone on without the network that was wanted last.
    pub(super) fn is_late(&self) -> bool {
        self.has_waited
    }

    /// Returns the network that is wanted, once, if it was read.
    pub(super) fn take(&mut self) -> Option<Content> {
        let content = self.reading.look(std::time::Duration::ZERO, Content::clone);
        let content = content.filter(|_| self.is_wanted)?;
        self.is_wanted = false;
        Some(content)
    }
}

fn read((path, _): &(PathBuf, u64)) -> Content {
    let name = path.display();
    let bytes = read_file(path, OwnNetwork::MAX_BYTES)
        .map_err(|error| format!("cannot read {name}: {error}"))?;
    OwnNetwork::of(&bytes).map_err(|error| format!("cannot use {name}: {error:#}"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_network_that_comes_too_late_for_a_search_is_there_for_the_next_one() {
        let (sender, was_read) = channel();
        let mut networks =
            Networks::new(Arc::new(move || sender.send(()).expect("the test waits")));
        let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/core/src/eval/weights");
        for name in ["freestyle.net", "renju.net"] {
            networks.want(&weights.join(name));
            networks.give_up();
            assert!(!networks.is_awaited());
            was_read.recv().expect("the reader is there");
            assert!(matches!(networks.take(), Some(Ok(_))), "{name}");
            assert!(networks.take().is_none(), "{name} a second time");
        }
        networks.want(&weights.join("freestyle.net"));
        networks.forget();
        was_read.recv().expect("the reader is there");
        assert!(networks.take().is_none());
    }

    #[test]
    fn a_network_is_late_once_a_search_has_gone_on_without_it() {
        let hangs = |_: &(PathBuf, u64)| loop {
            std::thread::park();
        };
        let reading = Reading::new("network", hangs, Arc::new(|| {}));
        let mut networks = Networks { reading, ..Networks::new(Arc::new(|| {})) };
        networks.want(Path::new("slow.net"));
        assert!(!networks.is_late());
        networks.give_up();
        assert!(networks.is_late());
        networks.want(Path::new("other.net"));
        assert!(!networks.is_late(), "no search has waited for this one");
    }
}
