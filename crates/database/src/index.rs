//! The index of the log of changes, which SQLite keeps in a file of its own and maps into memory.
//!
//! All programs that use a database share this file. If another program cuts it short, the system
//! ends those that look into the missing part by a signal. So before each use the file gets its
//! length back. What is missing then reads as zeros, and SQLite builds the index again from the
//! log. A cut in the very moment of a use remains.

use std::cell::Cell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file of the index, and how long it has been.
#[derive(Debug, Default)]
pub(super) struct SharedIndex {
    path: PathBuf,
    length: Cell<u64>,
}

impl SharedIndex {
    /// The index of the database with this path.
    pub(super) fn of(database: &Path) -> Self {
        let mut path = database.as_os_str().to_os_string();
        path.push("-shm");
        Self { path: path.into(), length: Cell::new(0) }
    }

    /// Gives the file its length back if it was cut short. Returns whether it was.
    ///
    /// # Errors
    /// If it cannot be lengthened. Then the database must not be used.
    pub(super) fn mend(&self) -> io::Result<bool> {
        let length = match fs::metadata(&self.path) {
            Ok(metadata) => metadata.len(),
            // It is only made when it is needed. One that was removed is still mapped.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(error),
        };
        if length >= self.length.get() {
            self.length.set(length);
            return Ok(false);
        }
        lengthen(&self.path, self.length.get())?;
        Ok(true)
    }
}

/// Makes a file longer by its path: opening it and closing it again would give up the locks that
/// SQLite has on it.
#[cfg(unix)]
fn lengthen(path: &Path, length: u64) -> io::Result<()> {
    let length = i64::try_from(length).map_err(io::Error::other)?;
    Ok(nix::unistd::truncate(path, length)?)
}

/// A file that is mapped cannot be cut short here.
#[cfg(not(unix))]
fn lengthen(_: &Path, _: u64) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Duration;

    use fukumi_core::geometry::{BoardSize, Point};
    use fukumi_core::position::Position;
    use fukumi_core::rule::Rule;

    use super::*;
    use crate::{Access, Database};

    #[test]
    fn an_index_that_is_cut_short_is_built_again_for_all_that_use_it() {
        let folder = std::env::temp_dir().join(format!("fukumi-index-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("my.db");
        let open = || Database::open(&path, Access::Create, Duration::from_secs(60)).unwrap();
        let (mut one, mut other) = (open(), open());
        let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Renju);
        for x in 0..8u8 {
            position.play(Point::new(x, 0));
            let database = if x % 2 == 0 { &mut one } else { &mut other };
            database.mend_index().unwrap();
            database.update(&position, |entry| entry.visits = 1).unwrap();
            let index = folder.join("my.db-shm");
            assert!(fs::metadata(&index).unwrap().len() > 0);
            nix::unistd::truncate(&index, 0).unwrap();
        }
        for database in [&one, &other] {
            database.mend_index().unwrap();
            assert_eq!(database.count().unwrap(), 8);
            assert!(database.check(9).unwrap().is_empty());
        }
        drop((one, other));
        fs::remove_dir_all(&folder).unwrap();
    }
}
