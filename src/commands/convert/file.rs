//! Writing the output so that it is there whole or not at all.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

use anyhow::{Context, bail};

use crate::commands::writable;

/// Fails if [`write`] cannot write this file, before the work whose result it takes.
pub(in crate::commands) fn ensure_writable(path: &Path, is_forced: bool) -> anyhow::Result<()> {
    if !path.is_dir() && path.symlink_metadata().is_ok() {
        if !is_forced {
            bail!(refused(path));
        }
        return Ok(());
    }
    writable::ensure(path)
}

fn refused(path: &Path) -> String {
    format!("{} is there already and stays as it is; --force replaces it", path.display())
}

/// Writes a file. One that is there already is replaced only if `is_forced`.
pub(in crate::commands) fn write(path: &Path, bytes: &[u8], is_forced: bool) -> anyhow::Result<()> {
    let name = path.display();
    ensure_writable(path, is_forced)?;
    let is_there = || path.symlink_metadata().is_ok();
    let begun = beside(path);
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&begun)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
    let placed = written.and_then(|()| {
        if is_forced {
            return fs::rename(&begun, path);
        }
        // Unlike renaming, this replaces nothing that has come meanwhile.
        match fs::hard_link(&begun, path) {
            Ok(()) => fs::remove_file(&begun),
            Err(error) if error.kind() == ErrorKind::AlreadyExists || is_there() => {
                Err(ErrorKind::AlreadyExists.into())
            }
            // Some file systems have no links.
            Err(_) => fs::rename(&begun, path),
        }
    });
    if let Err(error) = placed {
        let _ = fs::remove_file(&begun);
        if error.kind() == ErrorKind::AlreadyExists {
            bail!(refused(path));
        }
        return Err(error).with_context(|| format!("cannot write {name}"));
    }
    Ok(())
}

/// A name in the same folder for a file that is not complete.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", process::id()));
    path.with_file_name(name)
}
