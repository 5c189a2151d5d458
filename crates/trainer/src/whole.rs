//! Files that are whole or not there.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use anyhow::Context;

/// Replaces a file by what `make` writes to the path it gets, beside the file. If that fails, or if
/// the process is cut off, the old file remains.
///
/// # Errors
/// If `make` fails or the file cannot be replaced.
pub fn replace<T>(path: &Path, make: impl FnOnce(&Path) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".partial");
    let partial = path.with_file_name(name);
    let made = make(&partial).and_then(|made| {
        fs::rename(&partial, path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(made)
    });
    if made.is_err() {
        // What went wrong matters more than what is left over.
        let _ = fs::remove_file(&partial);
    }
    made
}

/// Replaces a file by these bytes.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    replace(path, |partial| {
        let written = File::create(partial).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
        written.with_context(|| format!("cannot write {}", path.display()))
    })
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    #[test]
    fn a_file_that_fails_leaves_the_old_one() {
        let folder = std::env::temp_dir().join(format!("fukumi-whole-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("file");
        write(&path, b"old").unwrap();
        let failed = replace(&path, |partial| -> anyhow::Result<()> {
            fs::write(partial, b"half")?;
            bail!("no more")
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        write(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        fs::remove_dir_all(&folder).unwrap();
    }
}
