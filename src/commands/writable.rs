//! Whether a file or a folder can be written, which is asked before the work whose result it takes.

use std::fs::{self, OpenOptions};
use std::path::Path;
use std::process;

use anyhow::{Context, bail};

/// Fails if a file with this name cannot be written. Leaves a file that is there as it is, and
/// makes none.
pub(super) fn ensure(path: &Path) -> anyhow::Result<()> {
    let name = path.display();
    if path.is_dir() {
        bail!("{name} is a folder; name a file");
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    if !folder.is_dir() {
        bail!("cannot write {name}: there is no folder {}", folder.display());
    }
    let cannot = || format!("cannot write {name}");
    if path.is_file() {
        OpenOptions::new().write(true).open(path).with_context(cannot)?;
    } else if path.symlink_metadata().is_err() {
        OpenOptions::new().write(true).create_new(true).open(path).with_context(cannot)?;
        fs::remove_file(path).with_context(cannot)?;
    }
    // Whatever else it is, such as a pipe, is not opened twice.
    Ok(())
}

/// The same for a file that must not take the place of an input. Inputs name files, games of files
/// as `FILE:ID`, or anything else.
pub(super) fn ensure_other(path: &Path, inputs: &[String]) -> anyhow::Result<()> {
    let is_same = |name: &str| {
        let paths = [path, Path::new(name)].map(fs::canonicalize);
        matches!(paths, [Ok(one), Ok(other)] if one == other)
    };
    let is_input = |input: &&String| {
        is_same(input) || input.rsplit_once(':').is_some_and(|(file, _)| is_same(file))
    };
    if let Some(input) = inputs.iter().find(is_input) {
        bail!("{} is read as {input}; name another file to write", path.display());
    }
    ensure(path)
}

/// Fails if no file can be written into a folder.
pub(super) fn ensure_folder(folder: &Path) -> anyhow::Result<()> {
    let name = folder.display();
    if !folder.is_dir() {
        bail!("there is no folder {name}");
    }
    let probe = folder.join(format!(".fukumi-{}.part", process::id()));
    let written = ensure(&probe);
    written.map_err(|error| error.context(format!("cannot write into the folder {name}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_changes_and_what_cannot_be_written_is_told() {
        let folder = std::env::temp_dir().join(format!("fukumi-writable-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (there, new) = (folder.join("there"), folder.join("new"));
        fs::write(&there, "text").expect("a file");
        ensure(&there).expect("writable");
        assert_eq!(fs::read_to_string(&there).expect("a file"), "text");
        ensure(&new).expect("writable");
        assert!(!new.exists());
        ensure_folder(&folder).expect("writable");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
        for (path, expected) in [
            (folder.clone(), "is a folder"),
            (folder.join("none").join("x"), "there is no folder"),
            (there.join("x"), "there is no folder"),
        ] {
            let error = ensure(&path).expect_err("cannot be written").to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert!(ensure_folder(&folder.join("none")).is_err());
        fs::remove_dir_all(folder).expect("removable");
    }
}
