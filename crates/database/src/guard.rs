//! What makes a file of unknown origin harmless.
//!
//! A database may come from anyone, and a front end may name any path. So only regular files
//! are opened, SQLite runs with its defences on and with short limits, and a file whose tables are
//! not plain tables is refused. <https://www.sqlite.org/security.html> says what a file can do
//! otherwise.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use fukumi_core::clock::Instant;
use rusqlite::Connection;
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;

use super::DatabaseError;

/// Largest size of a row, a text or a statement, in bytes.
const MAX_BYTES: i32 = 1 << 20;
/// Steps of SQLite's machine between two looks at the clock, some tens of microseconds.
const STEPS: i32 = 2_000;
/// What SQLite appends to the name of a file for those that it keeps beside it.
pub(super) const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];
/// The tables that are read and written.
const TABLES: [&str; 4] = ["game", "position", "learned", "imported"];

/// Checks that a database and the files beside it are regular files, as far as they are there.
/// Opening a pipe would wait for someone to write into it. The database itself may be reached
/// through a link.
pub(super) fn check_files(path: &Path) -> Result<(), DatabaseError> {
    is_kind(path, fs::metadata(path), fs::Metadata::is_file)?;
    check_beside(path)
}

/// Checks that what SQLite keeps beside a database are regular files, as far as they are there.
///
/// # Errors
/// If one of them is something else, or cannot be looked at.
pub fn check_beside(path: &Path) -> Result<(), DatabaseError> {
    for end in BESIDE {
        let mut name = path.as_os_str().to_os_string();
        name.push(end);
        let name = Path::new(&name);
        is_kind(name, fs::symlink_metadata(name), fs::Metadata::is_file)?;
    }
    Ok(())
}

/// Opens a regular file. Others, such as a pipe or a device, may never end.
///
/// # Errors
/// If it is something else, or cannot be opened.
pub fn open_file(path: &Path) -> Result<File, DatabaseError> {
    is_kind(path, fs::metadata(path), fs::Metadata::is_file)?;
    Ok(File::open(path)?)
}

/// Checks that two paths do not lead to the same file. The files are not opened: on Unix, whoever
/// closes a file gives up all locks that the process has on it, those of SQLite too.
///
/// # Errors
/// If they do, or one of them cannot be looked at.
pub fn check_other(one: &Path, other: &Path) -> Result<(), DatabaseError> {
    #[cfg(unix)]
    let is_same = {
        use std::os::unix::fs::MetadataExt;
        let file = |path| fs::metadata(path).map(|metadata| (metadata.dev(), metadata.ino()));
        file(one)? == file(other)?
    };
    #[cfg(not(unix))]
    let is_same = same_file::is_same_file(one, other)?;
    if is_same { Err(DatabaseError::Itself) } else { Ok(()) }
}

/// Whether there is something with this name.
///
/// # Errors
/// If it is not of the kind that is expected, or cannot be looked at.
pub fn is_kind(
    path: &Path,
    metadata: io::Result<fs::Metadata>,
    is_expected: fn(&fs::Metadata) -> bool,
) -> Result<bool, DatabaseError> {
    match metadata {
        Ok(metadata) if is_expected(&metadata) => Ok(true),
        Ok(_) => Err(DatabaseError::Other(format!(
            "expected a regular file in a regular folder, found {}",
            path.display()
        ))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Switches on what SQLite has against hostile files, and limits the size of what is read.
pub(super) fn restrain(connection: &Connection) -> rusqlite::Result<()> {
    for (config, value) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
    ] {
        connection.set_db_config(config, value)?;
    }
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_BYTES)?;
    connection.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, MAX_BYTES)?;
    Ok(())
}

/// Refuses a file in which a trigger acts on changes, or something else takes a table's place.
/// Reading a view may take forever.
pub(super) fn check_schema(connection: &Connection) -> Result<(), DatabaseError> {
    let mut statement = connection.prepare("SELECT type, name, sql FROM sqlite_schema")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let text = |index| row.get_ref(index)?.as_str_or_null().map_err(rusqlite::Error::from);
        let kind = text(0)?.unwrap_or_default();
        let name = text(1)?.unwrap_or_default();
        let sql = text(2)?.unwrap_or_default();
        let is_table = kind == "table" && !sql.to_ascii_uppercase().contains("VIRTUAL TABLE");
        // An index has a table's name only if SQLite made it.
        let has_name = TABLES.iter().any(|table| table.eq_ignore_ascii_case(name));
        if kind == "trigger" {
            return Err(DatabaseError::Unsafe(format!("it has the trigger {name:?}")));
        }
        if has_name && !is_table {
            return Err(DatabaseError::Unsafe(format!("its {name} is not a plain table")));
        }
    }
    Ok(())
}

/// Breaks off what databases do, from any thread, as long as it is raised. Their work ends with
/// [`DatabaseError::Stopped`] then, and the change that is being made is taken back.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    is_raised: AtomicBool,
    looks: AtomicU64,
    is_computing: AtomicBool,
}

impl Interrupt {
    /// Breaks off what is done from now on.
    pub fn raise(&self) {
        self.0.is_raised.store(true, Ordering::Relaxed);
    }

    /// Breaks off nothing any more.
    pub fn lower(&self) {
        self.0.is_raised.store(false, Ordering::Relaxed);
    }

    /// Whether everything is broken off.
    pub fn is_raised(&self) -> bool {
        self.0.looks.fetch_add(1, Ordering::Relaxed);
        self.0.is_raised.load(Ordering::Relaxed)
    }

    /// Does something that takes long without asking [`Interrupt::is_raised`], and touches no file,
    /// so that it cannot hang. [`Interrupt::looks`] grows meanwhile.
    pub fn computing<T>(&self, work: impl FnOnce() -> T) -> T {
        self.0.is_computing.store(true, Ordering::Relaxed);
        let result = work();
        self.0.is_computing.store(false, Ordering::Relaxed);
        result
    }

    /// How often [`Interrupt::is_raised`] was asked: work that can be broken off asks all the time,
    /// so a number that stays means that it hangs.
    pub fn looks(&self) -> u64 {
        if self.0.is_computing.load(Ordering::Relaxed) {
            self.0.looks.fetch_add(1, Ordering::Relaxed);
        }
        self.0.looks.load(Ordering::Relaxed)
    }
}

/// The time at which questions to a connection are broken off.
#[derive(Clone, Debug, Default)]
pub(super) struct Deadline(Arc<Mutex<Option<Instant>>>);

impl Deadline {
    /// Has a connection break off what it does when this deadline is reached, or when `interrupt`
    /// is raised.
    pub(super) fn watch(
        &self,
        connection: &mut Connection,
        interrupt: &Interrupt,
    ) -> rusqlite::Result<()> {
        let (deadline, interrupt) = (self.clone(), interrupt.clone());
        let is_over = move || interrupt.is_raised() || deadline.is_reached();
        connection.progress_handler(STEPS, Some(is_over))
    }

    /// Breaks questions off with [`DatabaseError::Stopped`] from `until` on, for as long as the
    /// result lives. `None` means that nothing is broken off.
    pub(super) fn during(&self, until: Option<Instant>) -> Limited<'_> {
        self.set(until);
        Limited(self)
    }

    fn set(&self, until: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }

    fn is_reached(&self) -> bool {
        let until = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_some_and(|until| Instant::now() >= until)
    }
}

/// A time in which a deadline holds. It is lifted at the end.
pub(super) struct Limited<'a>(&'a Deadline);

impl Drop for Limited<'_> {
    fn drop(&mut self) {
        self.0.set(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_hangs_is_known_by_its_looks() {
        let interrupt = Interrupt::default();
        let grows = || interrupt.looks() != interrupt.looks();
        assert!(!grows());
        assert!(interrupt.computing(grows));
        assert!(!grows());
    }
}
