//! The commands of `fukumi-train`, and what several of them use.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;

pub(crate) mod arrays;
pub(crate) mod choose;
pub(crate) mod compare;
pub(crate) mod export;
pub(crate) mod label;
pub(crate) mod teach;
pub(crate) mod train;
pub(crate) mod validate;

/// Time between two lines of progress.
const PROGRESS: Duration = Duration::from_secs(10);

/// The number of threads that is wanted, or else that of the processors.
fn threads(wanted: Option<usize>) -> usize {
    let available = || std::thread::available_parallelism().map_or(1, Into::into);
    wanted.unwrap_or_else(available).max(1)
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn too_large(count: usize) -> String {
    format!("{count} numbers are too large for the file and were cut off")
}
