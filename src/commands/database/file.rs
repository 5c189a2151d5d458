//! The file of a database, and a position to look up in it, as a command line names them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use fukumi_core::position::Position;
use fukumi_database::{Access, Database};

use crate::commands::reading::Reading;

/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(10);
/// A position of the command line.
#[derive(clap::Args)]
pub(super) struct PositionArguments {
    /// The database.
    pub(super) file: PathBuf,

    /// The position, or the name of a file with it, or - for standard input; "" is the empty
    /// board.
    ///
    /// The notations are those of `fukumi solve --help`.
    pub(super) position: String,

    #[command(flatten)]
    pub(super) reading: Reading,
}

impl PositionArguments {
    /// The position that is meant.
    pub(super) fn read(&self) -> anyhow::Result<Position> {
        self.reading.position(&self.position)
    }
}

/// Opens a database of the command line.
pub(in crate::commands) fn open(path: &Path, access: Access) -> anyhow::Result<Database> {
    let name = path.display();
    ensure!(access == Access::Create || path.exists(), "there is no file {name}");
    Database::open(path, access, PATIENCE).with_context(|| format!("cannot open {name}"))
}

/// A size in megabytes, for people.
pub(super) fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
