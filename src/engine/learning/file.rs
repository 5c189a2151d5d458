//! The file for what is learnt, and the connection to it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fukumi_database::cache::memory;
use fukumi_database::guard::{self, Interrupt};
use fukumi_database::{Access, Database, DatabaseError};
use log::info;

/// The folder below `INFO folder` that holds the file.
const FOLDER: &str = "fukumi";
/// The name of the file, which the database of front ends has there as well.
pub(crate) const FILE: &str = "positions.db";
/// How long one attempt to read or write waits for another process. There may be many.
const PATIENCE: Duration = Duration::from_millis(25);
/// Memory that SQLite may use for pages of the file, in KiB. A move asks for some 200 rows.
const CACHE: u32 = 2 << 10;
/// Memory in bytes that the connection needs.
pub(crate) const MEMORY: u64 = memory(CACHE);

/// A file for what is learnt. It need not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LearningFile {
    path: PathBuf,
    is_read_only: bool,
}

impl LearningFile {
    pub(crate) fn new(path: PathBuf, is_read_only: bool) -> Self {
        Self { path, is_read_only }
    }

    /// The engine's file below a folder that it was given.
    pub(crate) fn below(folder: &Path, is_read_only: bool) -> Self {
        Self::new(folder.join(FOLDER).join(FILE), is_read_only)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether nothing must be written to it.
    pub(crate) fn is_read_only(&self) -> bool {
        self.is_read_only
    }

    /// Whether the two are the same file, whatever may be done with it.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.path == other.path
    }

    /// Checks that no link leads to this file, and that it is a regular one, as far as it is there.
    pub(crate) fn check(path: &Path) -> Result<(), DatabaseError> {
        Self::new(path.to_path_buf(), true).is_there().map(drop)
    }

    /// Whether the file is there and has content. Links may lead
    /// out of the folder, so they do not count as files; nor do pipes, which may never be filled.
    fn is_there(&self) -> Result<bool, DatabaseError> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        if !is_usual(folder, fs::Metadata::is_dir)? {
            return Ok(false);
        }
        guard::check_beside(&self.path)?;
        Ok(is_usual(&self.path, fs::Metadata::is_file)? && fs::metadata(&self.path)?.len() > 0)
    }
}

/// Whether there is something of this kind with this name, not counting links.
fn is_usual(path: &Path, is_kind: fn(&fs::Metadata) -> bool) -> Result<bool, DatabaseError> {
    guard::is_kind(path, fs::symlink_metadata(path), is_kind)
}

/// A connection to the file that was used last, if it is open.
pub(crate) struct Connection {
    opened: Option<(LearningFile, Database)>,
    interrupt: Interrupt,
}

impl Connection {
    /// Nothing is open yet. When `interrupt` is raised, what is being done is broken off.
    pub(crate) fn interrupted_by(interrupt: &Interrupt) -> Self {
        Self { opened: None, interrupt: interrupt.clone() }
    }

    pub(crate) fn is_open(&self) -> bool {
        self.opened.is_some()
    }

    pub(crate) fn close(&mut self) {
        if let Some((file, database)) = self.opened.take()
            && let Err(error) = database.close()
        {
            info!("the disk may not have all of {} yet: {error}", file.path.display());
        }
    }

    /// Closes the file if a lock on it may have been left.
    pub(crate) fn let_go(&mut self) {
        if self.opened.as_ref().is_some_and(|(_, database)| database.may_keep_lock()) {
            self.close();
        }
    }

    /// Waits until the disk has all changes.
    pub(crate) fn settle(&mut self) -> Result<(), DatabaseError> {
        self.opened.as_mut().map_or(Ok(()), |(_, database)| database.settle())
    }

    /// Has the file open to be written, and makes it if there is none. If it is only to be read,
    /// it is opened if it is there.
    pub(crate) fn make(&mut self, file: &LearningFile) -> Result<(), DatabaseError> {
        if file.is_read_only { self.reader(file).map(drop) } else { self.writer(file).map(drop) }
    }

    /// Has a piece of what is too much forgotten. Returns whether another one may be due.
    pub(crate) fn trim(&mut self) -> Result<bool, DatabaseError> {
        match &mut self.opened {
            Some((_, database)) if database.access() != Access::Read => database.trim_learned(),
            _ => Ok(false),
        }
    }

    /// The database, to be read; `None` if there is none.
    pub(crate) fn reader(
        &mut self,
        file: &LearningFile,
    ) -> Result<Option<&mut Database>, DatabaseError> {
        if !file.is_there()? {
            self.close();
            return Ok(None);
        }
        let open = |access| Database::open_unsynced(&file.path, access, PATIENCE);
        self.opened(file, Access::Read, || match file.is_read_only {
            true => open(Access::Read),
            // What cannot be written may still be read.
            false => open(Access::Write).or_else(|_| open(Access::Read)),
        })
        .map(Some)
    }

    /// The database, to be written. It is made if there is none, with its folder, but no folder
    /// above it.
    pub(crate) fn writer(&mut self, file: &LearningFile) -> Result<&mut Database, DatabaseError> {
        if file.is_read_only {
            return Err(DatabaseError::ReadOnly);
        }
        if !file.is_there()? {
            self.close();
            match file.path.parent().map(fs::create_dir) {
                Some(Err(error)) if error.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(error.into());
                }
                _ => {}
            }
        }
        self.opened(file, Access::Write, || {
            Database::open_unsynced(&file.path, Access::Create, PATIENCE)
        })
    }

    /// The database as it is open, if that is enough for `access`, or else as `open` opens it.
    fn opened(
        &mut self,
        file: &LearningFile,
        access: Access,
        open: impl Fn() -> Result<Database, DatabaseError>,
    ) -> Result<&mut Database, DatabaseError> {
        let is_enough = self.opened.as_ref().is_some_and(|(opened, database)| {
            opened == file && (access == Access::Read || database.access() != Access::Read)
        });
        if !is_enough {
            self.close();
            let mut database = open()?;
            database.heed(&self.interrupt)?;
            database.set_cache(CACHE)?;
            info!("{} positions are learnt in {}", database.count_learned()?, file.path.display());
            self.opened = Some((file.clone(), database));
        }
        match &mut self.opened {
            Some((_, database)) => Ok(database),
            None => Err(DatabaseError::Other("it is not open".into())),
        }
    }
}
