//! Networks from files, for a session that plays with another network than the program's own.

use std::path::{Path, PathBuf};

use fukumi_core::eval::OwnNetwork;

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
}

impl Networks {
    /// No network yet. `notify` is called when one was read.
    pub(super) fn new(notify: Notify) -> Self {
        Self { reading: Reading::new("network", read, notify), wishes: 0, is_wanted: false }
    }

    /// Has the network in a file read. Only the last one that is wanted counts.
    pub(super) fn want(&mut self, path: &Path) {
        self.wishes += 1;
        self.is_wanted = true;
        self.reading.want((path.to_path_buf(), self.wishes));
    }

    /// No longer wants a network from a file.
    pub(super) fn forget(&mut self) {
        self.is_wanted = false;
    }

    /// Whether a network is being read.
    pub(super) fn is_awaited(&self) -> bool {
        self.is_wanted && self.reading.is_pending()
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
