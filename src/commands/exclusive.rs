//! Files that only one process may write to at a time.

use std::fs::{File, TryLockError};
use std::path::Path;

use anyhow::bail;
use log::warn;

/// Keeps other processes that ask for it from writing to the file, until it is closed. Where the
/// file system knows no locks, the log tells of it.
///
/// # Errors
/// If another process writes to it.
pub(super) fn claim(file: &File, path: &Path) -> anyhow::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => bail!("{}: another process writes to it", path.display()),
        Err(TryLockError::Error(error)) => {
            warn!("{} cannot be locked: {error}", path.display());
            Ok(())
        }
    }
}
