//! Files that only one process may write to at a time.

use std::fs::{File, TryLockError};
use std::path::Path;

use anyhow::bail;
use log::warn;

/// Locks a file against other processes that call this function, until it is closed. If the file
/// system has no locks, only the log says so.
///
/// # Errors
/// If another process holds the lock.
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
