//! The file of the experience.
//!
//! What a game adds is appended, and nothing that was written is ever overwritten. When the file
//! has become too large, a new one with one record for each position is made beside it. It takes
//! the old one's place in one step. So a process that is killed loses what it was writing, and
//! nothing older. A lock on a file of its own lets one process write at a time.
//!
//! Appending (`Locked::add`) is quick, because the system writes to the disk later. What was added
//! outlives the process all the same. Waiting for the disk and shrinking the file may take long;
//! [`Store::settle`] does both. A process that cannot wait for the lock sets its records aside in a
//! file of their own (`Store::set_aside`). That file counts as part of the experience, and the next
//! process that adds something moves its records into the main file.
//!
//! A damaged file is used as far as it is sound. Before it is replaced, a copy is kept beside it,
//! under an unused name.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::bytes::{self, Contents, UNIT};
use super::{Memory, Record};
use crate::clock::Instant;

/// Size of the largest file that is kept, in bytes: about 1,000 games.
pub const MAX_BYTES: u64 = 2 << 20;
/// Number of positions that such a file has room for.
pub(crate) const MAX_POSITIONS: usize = MAX_BYTES as usize / UNIT - 1;
/// Size of the largest file that is read, in bytes.
const MAX_READ: u64 = 64 << 20;
/// The folder below `INFO folder` that holds the file.
const FOLDER: &str = "fukumi";
/// The name of the file.
const FILE: &str = "experience.fkx";
/// Largest number of set-aside files that are used at once. The others are left for later.
const MAX_ASIDE: usize = 64;
/// Largest number of copies of damaged files that are kept.
const MAX_DAMAGED: usize = 1_000;
/// Kind (see `Store::own_name`) of a file whose records are set aside.
const ASIDE: &str = "aside";
/// Kind of a file to be set aside that is not complete yet.
const UNFINISHED: &str = "unfinished";
/// Kind of a file that is to replace the main file.
const NEW: &str = "new";
/// Time between two attempts to take a lock that another process holds.
const LOCK_PAUSE: Duration = Duration::from_millis(2);

/// Why the file cannot be used.
#[derive(Debug)]
pub enum StoreError {
    /// The system reports an error.
    Io(io::Error),
    /// The file has this other version of the format.
    Version(u16),
    /// The file is too large; it has this many bytes.
    TooLarge(u64),
    /// This path is not a usual file, or not a usual folder; it may be a link.
    Unusual(PathBuf),
    /// Another process was writing all the time.
    Busy,
    /// The file holds no experience.
    Foreign,
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
            Self::Foreign => f.write_str("it has no experience in it"),
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

/// The file of the experience. It need not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    path: PathBuf,
    max_bytes: u64,
}

impl Store {
    /// Creates a store for the file with this path. The file is kept at no more than `max_bytes`,
    /// which is raised if necessary to leave room for one record.
    pub fn new(path: PathBuf, max_bytes: u64) -> Self {
        Self { path, max_bytes: max_bytes.max(2 * UNIT as u64) }
    }

    /// Creates the store for the engine's file below a folder that it was given for such files.
    pub fn below(folder: &Path) -> Self {
        Self::new(folder.join(FOLDER).join(FILE), MAX_BYTES)
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the contents of the file; they are empty if there is none.
    ///
    /// If another process writes for longer than `patience`, or no lock can be had, its unfinished
    /// records may count as damage.
    ///
    /// # Errors
    /// If the file cannot be read, or not by this version.
    pub fn read(&self, patience: Duration) -> Result<Contents, StoreError> {
        self.read_within(usize::MAX, patience)
    }

    /// Reads the contents of the file as [`Store::read`] does. If there are more than `most`
    /// positions, only the most valuable ones are kept, and never many more than these are in
    /// memory.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub(crate) fn read_within(
        &self,
        most: usize,
        patience: Duration,
    ) -> Result<Contents, StoreError> {
        let is_there = self.is_there()?;
        if !is_there && self.siblings(ASIDE).is_empty() {
            return Ok(Contents { has_head: true, ..Contents::default() });
        }
        let _lock = self.lock(patience).ok();
        let mut contents = if is_there {
            read_file(&self.path, most)?
        } else {
            Contents { has_head: true, ..Contents::default() }
        };
        for path in self.siblings(ASIDE) {
            if let Ok(aside) = read_file(&path, most) {
                contents.records += aside.records;
                aside.memory.records().for_each(|&record| contents.memory.add(record));
            }
        }
        contents.memory.shrink_to(most);
        Ok(contents)
    }

    /// Returns when the file was changed, how large it is, and which files are set aside. If all of
    /// that is the same as before, the file need not be read again.
    pub fn state(&self) -> FileState {
        if self.is_there().is_err() {
            return FileState::default();
        }
        let metadata = fs::symlink_metadata(&self.path).ok();
        FileState {
            bytes: metadata.as_ref().map_or(0, fs::Metadata::len),
            modified: metadata.and_then(|metadata| metadata.modified().ok()),
            aside: self.siblings(ASIDE),
        }
    }

    /// Adds records in one piece, as far as the system can, and syncs them to the disk.
    ///
    /// # Errors
    /// If the records cannot be written. Older records stay as they were.
    pub fn append(&self, records: &[Record], patience: Duration) -> Result<(), StoreError> {
        if records.is_empty() {
            return Ok(());
        }
        self.lock_to_add(patience)?.add(records)?;
        self.settle(patience)
    }

    /// Waits until no other process writes, and takes the lock.
    ///
    /// # Errors
    /// If another process writes all the time, or nothing can be written there.
    pub(crate) fn lock_to_add(&self, patience: Duration) -> Result<Locked<'_>, StoreError> {
        self.make_folder()?;
        Ok(Locked { store: self, _lock: self.lock(patience)? })
    }

    /// Syncs what was added to the disk, and shrinks the file if it has become too large. May take
    /// long.
    ///
    /// # Errors
    /// If that cannot be done. What was added is in the file all the same.
    pub fn settle(&self, patience: Duration) -> Result<(), StoreError> {
        let is_large = || fs::metadata(&self.path).map(|metadata| metadata.len() > self.max_bytes);
        if !self.is_there()? {
            return Ok(());
        }
        if is_large()? {
            let _lock = self.lock(patience)?;
            // Another process may have shrunk it meanwhile.
            if self.is_there()? && is_large()? {
                self.rewrite(&[])?;
            }
            return Ok(());
        }
        Ok(OpenOptions::new().append(true).open(&self.path)?.sync_data()?)
    }

    /// Keeps records in a new file beside the main one, without the lock. Returns the path of that
    /// file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn set_aside(&self, records: &[Record]) -> Result<PathBuf, StoreError> {
        self.make_folder()?;
        // The file gets its final name when it is complete, so that nobody takes it before.
        let (begun, path) = (self.own_name(UNFINISHED), self.own_name(ASIDE));
        let mut file = OpenOptions::new().write(true).create_new(true).open(&begun)?;
        let written = file.write_all(&bytes::write_all(records.iter()));
        drop(file);
        if let Err(error) = written.and_then(|()| fs::rename(&begun, &path)) {
            let _ = fs::remove_file(&begun);
            return Err(error.into());
        }
        Ok(path)
    }

    /// Whether there is a file. It must be an experience, though it may be damaged. An empty file
    /// is one if its name has the right ending.
    ///
    /// # Errors
    /// If there is a file that is not an experience or cannot be read.
    pub fn check(&self) -> Result<bool, StoreError> {
        if !self.is_there()? {
            return Ok(false);
        }
        let contents = read_file(&self.path, 1)?;
        let is_empty = contents.has_head && fs::metadata(&self.path)?.len() == 0;
        let has_ending = self.path.extension() == Path::new(FILE).extension();
        let is_sound = if is_empty { has_ending } else { contents.has_head };
        if is_sound || contents.records > 0 { Ok(true) } else { Err(StoreError::Foreign) }
    }

    /// Removes the file and what was set aside, if it is an experience. Copies of damaged files
    /// stay.
    ///
    /// # Errors
    /// If the file is not an experience or cannot be removed.
    pub fn clear(&self, patience: Duration) -> Result<(), StoreError> {
        if !self.check()? && self.siblings(ASIDE).is_empty() {
            return Ok(());
        }
        let _lock = self.lock(patience)?;
        for path in self.siblings(ASIDE) {
            fs::remove_file(path)?;
        }
        if self.check()? {
            fs::remove_file(&self.path)?;
        }
        Ok(())
    }

    /// Replaces the file by a new one that holds its contents and these records.
    fn rewrite(&self, records: &[Record]) -> Result<(), StoreError> {
        let most = usize::try_from(self.max_bytes / UNIT as u64 - 1).unwrap_or(usize::MAX);
        let is_there = self.is_there()?;
        let contents = if is_there { read_file(&self.path, most)? } else { Contents::default() };
        if is_there && (!contents.has_head || contents.damaged > 0) {
            io::copy(&mut File::open(&self.path)?, &mut self.create_damaged()?)?;
        }
        let mut memory: Memory = contents.memory;
        records.iter().for_each(|&record| memory.add(record));
        // Leave room for some games, so that not every game causes a rewrite.
        memory.shrink_to(most - most / 4);
        // Remove what processes left that were killed during a rewrite.
        for path in self.siblings(NEW) {
            fs::remove_file(path)?;
        }
        let new = self.own_name(NEW);
        let mut file = OpenOptions::new().write(true).create_new(true).open(&new)?;
        let written = file.write_all(&bytes::write_all(memory.records()));
        let written = written.and_then(|()| file.sync_all());
        drop(file);
        if let Err(error) = written.and_then(|()| fs::rename(&new, &self.path)) {
            let _ = fs::remove_file(&new);
            return Err(error.into());
        }
        self.sync_folder();
        Ok(())
    }

    /// Creates a file for a copy of a damaged one. It replaces no older copy.
    fn create_damaged(&self) -> io::Result<File> {
        let name = |number: usize| match number {
            1 => self.beside("damaged"),
            _ => self.beside(&format!("damaged-{number}")),
        };
        let create = |number| OpenOptions::new().write(true).create_new(true).open(name(number));
        for number in 1..MAX_DAMAGED {
            match create(number) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                result => return result,
            }
        }
        create(MAX_DAMAGED)
    }

    /// Whether records can be appended to the file, which has this length: it is empty or has a
    /// sound head.
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

    /// Whether there is a file. Links could lead out of the folder, so they do not count as files.
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

    /// Creates the folder of the file, but none above it.
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

    /// Waits until no other process has the lock, and takes it. Dropping the returned file releases
    /// it.
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

    /// Returns an unused name beside the file, made of the kind, the process and a number:
    /// `experience.aside-12-1`. No other process uses it.
    fn own_name(&self, kind: &str) -> PathBuf {
        static COUNT: AtomicU64 = AtomicU64::new(1);
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = self.beside(&format!("{kind}-{}-{number}", std::process::id()));
            // An earlier process may have had the same number.
            if fs::symlink_metadata(&path).is_err() {
                return path;
            }
        }
    }

    /// Returns the files beside the main one whose names are of this kind, if they begin like an
    /// experience or are empty. Links do not count.
    fn siblings(&self, kind: &str) -> Vec<PathBuf> {
        let folder = match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let begin = format!("{stem}.{kind}-");
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let is_named = |name: &str| {
            let numbers = name.strip_prefix(&begin).and_then(|rest| rest.split_once('-'));
            numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
        };
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let named = entries
            .filter_map(Result::ok)
            .filter(|entry| is_named(&entry.file_name().to_string_lossy()))
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
        let mut paths: Vec<PathBuf> =
            named.map(|entry| entry.path()).filter(|path| is_ours(path)).collect();
        paths.sort();
        paths.truncate(MAX_ASIDE);
        paths
    }

    /// Returns the path with the same name and this extension.
    fn beside(&self, extension: &str) -> PathBuf {
        self.path.with_extension(extension)
    }

    /// Syncs the new name to the disk, where the system does not do that by itself. Nothing depends
    /// on it, because the file is good under either name.
    fn sync_folder(&self) {
        #[cfg(unix)]
        if let Some(folder) = self.path.parent().and_then(|folder| File::open(folder).ok()) {
            let _ = folder.sync_all();
        }
    }
}

/// When a file was changed last, how large it is, and which files are set aside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileState {
    bytes: u64,
    modified: Option<std::time::SystemTime>,
    aside: Vec<PathBuf>,
}

/// The right to add to a file. No other process can add meanwhile.
#[derive(Debug)]
pub(crate) struct Locked<'a> {
    store: &'a Store,
    _lock: File,
}

impl Locked<'_> {
    /// Adds records, and those that were set aside, in one piece as far as the system can. They may
    /// not be on the disk yet; see [`Store::settle`].
    ///
    /// # Errors
    /// If the records cannot be written. Older records stay as they were.
    pub(crate) fn add(&self, records: &[Record]) -> Result<(), StoreError> {
        let store = self.store;
        let (mut added, mut aside) = (records.to_vec(), store.siblings(ASIDE));
        aside.retain(|path| match read_file(path, usize::MAX) {
            Ok(contents) => {
                added.extend(contents.memory.records());
                true
            }
            // Leave the file. Perhaps the next process can read it.
            Err(_) => false,
        });
        let length = if store.is_there()? { fs::metadata(&store.path)?.len() } else { 0 };
        if store.has_sound_head(length)? {
            self.append(&added, length)?;
        } else {
            store.rewrite(&added)?;
        }
        for path in aside {
            fs::remove_file(path)?;
        }
        Ok(())
    }

    fn append(&self, records: &[Record], length: u64) -> Result<(), StoreError> {
        let mut block = if length == 0 { bytes::head().to_vec() } else { Vec::new() };
        // A record that was cut off stays, padded to a whole record that is not sound.
        let missing = (UNIT - (length % UNIT as u64) as usize) % UNIT;
        block.resize(block.len() + missing, 0);
        for record in records {
            block.extend_from_slice(&bytes::write(record));
        }
        let mut file = OpenOptions::new().append(true).create(true).open(&self.store.path)?;
        if let Err(error) = file.write_all(&block) {
            // A part that was written would count twice when the records are written again.
            let _ = file.set_len(length);
            return Err(error.into());
        }
        Ok(())
    }
}

/// Reads the contents of a file and keeps at most `most` positions.
fn read_file(path: &Path, most: usize) -> Result<Contents, StoreError> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    if length > MAX_READ {
        return Err(StoreError::TooLarge(length));
    }
    bytes::read_from(file.take(MAX_READ), most)?.map_err(|error| StoreError::Version(error.0))
}

/// Whether a file begins like an experience, or is still empty.
fn is_ours(path: &Path) -> bool {
    let mut begin = Vec::new();
    let read = File::open(path).and_then(|file| file.take(UNIT as u64).read_to_end(&mut begin));
    read.is_ok() && (begin.is_empty() || bytes::is_begin(&begin))
}
