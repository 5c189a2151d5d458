//! The file of the experience.
//!
//! What a game adds is appended; nothing that was written is ever written over. When the file becomes too
//! large, a new one with one record for each position is made beside it, and takes its place in one step. So
//! whoever is killed while writing loses what it was writing, and nothing older. A lock on a file of its own
//! lets one process write at a time.
//!
//! A file that is damaged is used as far as it is sound. Before it is replaced, a copy is kept beside it.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::bytes::{self, Contents, UNIT};
use super::{Memory, Record};

/// Bytes of the largest file that is kept: about 1,000 games.
pub const MAX_BYTES: u64 = 2 << 20;
/// Bytes of the largest file that is read.
const MAX_READ: u64 = 64 << 20;
/// The folder below that of `INFO folder`, and the file in it.
const FOLDER: &str = "fukumi";
const FILE: &str = "experience.fkx";
/// Time between two looks at a lock that another process has.
const LOCK_PAUSE: Duration = Duration::from_millis(2);

/// Why the file cannot be used.
#[derive(Debug)]
pub enum StoreError {
    /// The system says no.
    Io(io::Error),
    /// It is of another version of the format.
    Version(u16),
    /// It has so many bytes.
    TooLarge(u64),
    /// It is no usual file, or lies in something that is no usual folder.
    Unusual(PathBuf),
    /// Another process was writing all the time.
    Busy,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Version(found) => {
                write!(f, "expected version {} of the format, found {found}", bytes::VERSION)
            }
            Self::TooLarge(found) => write!(f, "expected at most {MAX_READ} bytes, found {found}"),
            Self::Unusual(path) => {
                write!(f, "expected a usual file in a usual folder, found {}", path.display())
            }
            Self::Busy => f.write_str("another process is writing"),
        }
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The file of the experience, which need not be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    path: PathBuf,
    max_bytes: u64,
}

impl Store {
    /// The file with this path. It is kept at most `max_bytes` large, but room for one record there is.
    pub fn new(path: PathBuf, max_bytes: u64) -> Self {
        Self { path, max_bytes: max_bytes.max(2 * UNIT as u64) }
    }

    /// The engine's file below a folder that it was given for such files.
    pub fn below(folder: &Path) -> Self {
        Self::new(folder.join(FOLDER).join(FILE), MAX_BYTES)
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the file says; nothing if there is none. While another process writes, for longer than
    /// `patience`, or where no lock can be had, what it has not finished may count as damage.
    ///
    /// # Errors
    /// If there is a file that cannot be read, or not by this version.
    pub fn read(&self, patience: Duration) -> Result<Contents, StoreError> {
        if !self.is_there()? {
            return Ok(Contents { has_head: true, ..Contents::default() });
        }
        let _lock = self.lock(patience).ok();
        self.read_locked()
    }

    /// Adds records, in one piece as far as the system can.
    ///
    /// # Errors
    /// If they cannot be written. Older records are as they were.
    pub fn append(&self, records: &[Record], patience: Duration) -> Result<(), StoreError> {
        if records.is_empty() {
            return Ok(());
        }
        self.make_folder()?;
        let _lock = self.lock(patience)?;
        let is_there = self.is_there()?;
        let length = if is_there { fs::metadata(&self.path)?.len() } else { 0 };
        let added = (records.len() as u64 + 2) * UNIT as u64;
        if length + added > self.max_bytes || !self.has_sound_head(length)? {
            return self.rewrite(records);
        }
        let mut block = if length == 0 { bytes::head().to_vec() } else { Vec::new() };
        // What was cut off stays, as a record that is none.
        let missing = (UNIT - (length % UNIT as u64) as usize) % UNIT;
        block.resize(block.len() + missing, 0);
        for record in records {
            block.extend_from_slice(&bytes::write(record));
        }
        let mut file = OpenOptions::new().append(true).create(true).open(&self.path)?;
        file.write_all(&block)?;
        file.sync_data()?;
        Ok(())
    }

    /// Removes the file and copies of damaged ones.
    ///
    /// # Errors
    /// If one is there and cannot be removed.
    pub fn clear(&self, patience: Duration) -> Result<(), StoreError> {
        if !self.is_there()? {
            return Ok(());
        }
        let _lock = self.lock(patience)?;
        for path in [&self.path, &self.beside("damaged"), &self.beside("new")] {
            match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        Ok(())
    }

    /// Replaces the file by one with everything that it says and these records.
    fn rewrite(&self, records: &[Record]) -> Result<(), StoreError> {
        let is_there = self.is_there()?;
        let contents = if is_there { self.read_locked()? } else { Contents::default() };
        if is_there && (!contents.has_head || contents.damaged > 0) {
            io::copy(&mut File::open(&self.path)?, &mut create_anew(&self.beside("damaged"))?)?;
        }
        let mut memory: Memory = contents.memory;
        records.iter().for_each(|&record| memory.add(record));
        let most = self.max_bytes / UNIT as u64 - 1;
        // Room for some games, lest every one of them has the file written anew.
        memory.shrink_to((most - most / 4) as usize);
        let new = self.beside("new");
        let mut file = create_anew(&new)?;
        file.write_all(&bytes::write_all(memory.records()))?;
        file.sync_all()?;
        drop(file);
        fs::rename(&new, &self.path)?;
        self.sync_folder();
        Ok(())
    }

    fn read_locked(&self) -> Result<Contents, StoreError> {
        let mut file = Vec::new();
        File::open(&self.path)?.take(MAX_READ + 1).read_to_end(&mut file)?;
        if file.len() as u64 > MAX_READ {
            return Err(StoreError::TooLarge(fs::metadata(&self.path)?.len()));
        }
        bytes::read_all(&file).map_err(|error| StoreError::Version(error.0))
    }

    /// Whether a file of this length can be appended to; one without anything in it can.
    fn has_sound_head(&self, length: u64) -> Result<bool, StoreError> {
        if length == 0 {
            return Ok(true);
        }
        let mut head = Vec::new();
        File::open(&self.path)?.take(UNIT as u64).read_to_end(&mut head)?;
        match bytes::read_all(&head) {
            Ok(contents) => Ok(contents.has_head),
            Err(error) => Err(StoreError::Version(error.0)),
        }
    }

    /// Whether there is a file. Links could lead out of the folder, so they are no files here.
    fn is_there(&self) -> Result<bool, StoreError> {
        let unusual = |path: &Path| Err(StoreError::Unusual(path.to_path_buf()));
        if let Some(folder) = self.path.parent().filter(|folder| folder.ends_with(FOLDER)) {
            match fs::symlink_metadata(folder) {
                Ok(metadata) if !metadata.is_dir() => return unusual(folder),
                _ => {}
            }
        }
        match fs::symlink_metadata(&self.path) {
            Ok(metadata) if metadata.is_file() => Ok(true),
            Ok(_) => unusual(&self.path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Makes the folder of the file, but none above it.
    fn make_folder(&self) -> Result<(), StoreError> {
        self.is_there()?;
        match self.path.parent().map(fs::create_dir) {
            Some(Err(error)) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Some(Err(_)) if self.path.parent().is_some_and(|path| path.as_os_str().is_empty()) => {
                Ok(())
            }
            Some(Err(error)) => Err(error.into()),
            Some(Ok(())) | None => Ok(()),
        }
    }

    /// Waits until no other process has the lock; it is given back when the file is dropped.
    fn lock(&self, patience: Duration) -> Result<File, StoreError> {
        let start = Instant::now();
        let path = self.beside("lock");
        if fs::symlink_metadata(&path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(StoreError::Unusual(path));
        }
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::Error(error)) => return Err(error.into()),
                Err(TryLockError::WouldBlock) if start.elapsed() >= patience => {
                    return Err(StoreError::Busy);
                }
                Err(TryLockError::WouldBlock) => thread::sleep(LOCK_PAUSE),
            }
        }
    }

    /// The file of the same name with this extension.
    fn beside(&self, extension: &str) -> PathBuf {
        self.path.with_extension(extension)
    }

    /// Makes the new name last, where that takes more than the system does by itself. Either name is
    /// good, so nothing depends on it.
    fn sync_folder(&self) {
        #[cfg(unix)]
        if let Some(folder) = self.path.parent().and_then(|folder| File::open(folder).ok()) {
            let _ = folder.sync_all();
        }
    }
}

/// A new file in place of whatever has the name: a link there could lead out of the folder.
fn create_anew(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    OpenOptions::new().write(true).create_new(true).open(path)
}
