//! Reading the whole input, and writing the output so that it is there whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use anyhow::{Context, bail, ensure};

/// Maximum length of the input in bytes.
const MAX_BYTES: u64 = 1 << 28;

/// Reads a file, or standard input if the name is `-`.
pub(in crate::commands) fn read(name: &str) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if name == "-" {
        io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    } else {
        File::open(name)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    }
    let is_whole = bytes.len() as u64 <= MAX_BYTES;
    ensure!(is_whole, "expected at most {} MB, found more", MAX_BYTES >> 20);
    Ok(bytes)
}

/// Writes a file. One that is there already is replaced only if `is_forced`.
pub(in crate::commands) fn write(path: &Path, bytes: &[u8], is_forced: bool) -> anyhow::Result<()> {
    let name = path.display();
    if path.is_dir() {
        bail!("{name} is a folder; name a file");
    }
    let is_there = || path.symlink_metadata().is_ok();
    let refused = || format!("{name} is there already and stays as it is; --force replaces it");
    if is_there() && !is_forced {
        bail!(refused());
    }
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
            bail!(refused());
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
