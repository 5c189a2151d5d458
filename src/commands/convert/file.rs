//! Writing the output so that it is there whole or not at all.

use std::fs::{self, File, OpenOptions};
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

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

fn refused(path: &Path) -> String {
    format!("{} is there already and stays as it is; --force replaces it", path.display())
}

/// Writes a file. One that is there already is replaced only if `is_forced`.
pub(in crate::commands) fn write(path: &Path, bytes: &[u8], is_forced: bool) -> anyhow::Result<()> {
    write_by(path, is_forced, |file| file.write_all(bytes).with_context(|| cannot_write(path)))
}

/// Writes a file by a function. One that is there already is replaced only if `is_forced`, and only
/// if the function succeeds. What is no regular file, such as a pipe, takes what is written.
///
/// # Errors
/// That of the function, or if the file cannot be written.
pub(in crate::commands) fn write_by<T>(
    path: &Path,
    is_forced: bool,
    fill: impl FnOnce(&mut File) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    ensure_writable(path, is_forced)?;
    let cannot = || cannot_write(path);
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        let mut file = OpenOptions::new().write(true).open(path).with_context(cannot)?;
        return fill(&mut file);
    }
    // What a link points to is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let begun = beside(&target);
    let mut file =
        OpenOptions::new().write(true).create_new(true).open(&begun).with_context(cannot)?;
    let filled = fill(&mut file).and_then(|filled| {
        file.sync_all().with_context(cannot)?;
        drop(file);
        put(&begun, &target, is_forced)?;
        Ok(filled)
    });
    if filled.is_err() {
        let _ = fs::remove_file(&begun);
    }
    filled
}

/// Gives a complete file its name.
fn put(begun: &Path, path: &Path, is_forced: bool) -> anyhow::Result<()> {
    let is_there = || path.symlink_metadata().is_ok();
    let placed = if is_forced {
        fs::rename(begun, path)
    } else {
        // Unlike renaming, this replaces nothing that has come meanwhile.
        match fs::hard_link(begun, path) {
            Ok(()) => fs::remove_file(begun),
            Err(error) if error.kind() == ErrorKind::AlreadyExists || is_there() => {
                bail!(refused(path))
            }
            // Some file systems have no links.
            Err(_) => fs::rename(begun, path),
        }
    };
    placed.with_context(|| cannot_write(path))
}

/// A name in the same folder for a file that is not complete.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", process::id()));
    path.with_file_name(name)
}
