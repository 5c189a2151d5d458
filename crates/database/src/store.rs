//! The file: opening it, and reading and writing entries.
//!
//! SQLite keeps a journal of the transaction that is being written, so a process that is killed
//! loses what was not committed and nothing else. A writer waits for readers, but only when it
//! commits. No file is mapped into memory, see the module `locking`.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fukumi_core::position::Position;
use rusqlite::{Connection, Params};

use super::DatabaseError;
use super::cache::CACHE;
use super::connecting::{Access, connect, connect_unchanging, is_unwritable, keep_statements};
use super::entry::{Cuts, Entry};
use super::guard::{self, Deadline, Interrupt};
use super::locking::{Locked, Sharing};
use super::name::Name;
use super::row::{ALL, get, number, read};
use super::schema::{self, Missing};
use super::writer::Writer;

/// A file of positions and what is known of them.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    path: PathBuf,
    access: Access,
    deadline: Deadline,
    syncing: Syncing,
    /// Number of changes, as SQLite counts them, that the disk is known to have.
    settled: u64,
    /// Whether more of what was learnt is to be forgotten, see [`Database::trim_learned`].
    pub(super) is_trimming: bool,
    sharing: Sharing,
    /// How long to wait for others.
    patience: Cell<Duration>,
    /// Whether a lock may be kept after an attempt that failed.
    may_keep_lock: Cell<bool>,
    /// What was not merged whole, see [`Database::take_cuts`].
    cuts: Cell<Cuts>,
}

/// When changes are on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Syncing {
    /// When they are committed, which takes the time of several syncs.
    Waits,
    /// When they are settled.
    Settles,
}

impl Database {
    /// Opens a file. Waits for at most `patience` whenever another process writes.
    ///
    /// # Errors
    /// If the file cannot be opened, it is another kind of file, or something in it could act on
    /// its own. It stays as it is then.
    pub fn open(path: &Path, access: Access, patience: Duration) -> Result<Self, DatabaseError> {
        Self::open_as(path, access, patience, Syncing::Waits)
    }

    /// Opens a file like [`Database::open`], for an engine that cannot wait for a slow disk. The
    /// system has every change as soon as it is committed, so no end of a process loses it. Only
    /// [`Database::settle`] waits until changes are on the disk. If the machine loses its power
    /// before then, the file may be damaged.
    ///
    /// # Errors
    /// As [`Database::open`].
    pub fn open_unsynced(
        path: &Path,
        access: Access,
        patience: Duration,
    ) -> Result<Self, DatabaseError> {
        Self::open_as(path, access, patience, Syncing::Settles)
    }

    fn open_as(
        path: &Path,
        access: Access,
        patience: Duration,
        syncing: Syncing,
    ) -> Result<Self, DatabaseError> {
        guard::check_files(path)?;
        let (mut connection, sharing) = match connect(path, access, patience) {
            // Reading takes a lock, and perhaps a file beside the database.
            Err(error) if access == Access::Read && path.is_file() && is_unwritable(&error) => {
                (connect_unchanging(path)?, Sharing::Alone)
            }
            result => (result?, Sharing::Shared),
        };
        keep_statements(&connection)?;
        connection.pragma_update(None, "cache_size", -i64::from(CACHE))?;
        let level = if syncing == Syncing::Settles { "off" } else { "full" };
        connection.pragma_update(None, "synchronous", level)?;
        let missing = match access {
            Access::Read => Missing::Pretend,
            Access::Write => Missing::Complete,
            Access::Create => Missing::Create,
        };
        guard::check_schema(&*Locked::read(&connection, sharing)?)?;
        schema::prepare(&connection, sharing, patience, missing)?;
        if access == Access::Read {
            connection.pragma_update(None, "query_only", true)?;
        }
        let deadline = Deadline::default();
        deadline.watch(&mut connection, &Interrupt::default())?;
        let (path, settled) = (path.into(), connection.total_changes());
        Ok(Self {
            connection,
            path,
            access,
            deadline,
            syncing,
            settled,
            is_trimming: false,
            sharing,
            patience: Cell::new(patience),
            may_keep_lock: Cell::new(false),
            cuts: Cell::default(),
        })
    }

    /// A database in memory, which is gone when it is dropped.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn in_memory() -> Result<Self, DatabaseError> {
        let mut connection = Connection::open_in_memory()?;
        keep_statements(&connection)?;
        schema::prepare(&connection, Sharing::Alone, Duration::ZERO, Missing::Create)?;
        let deadline = Deadline::default();
        deadline.watch(&mut connection, &Interrupt::default())?;
        Ok(Self {
            connection,
            path: PathBuf::new(),
            access: Access::Create,
            deadline,
            syncing: Syncing::Waits,
            settled: 0,
            is_trimming: false,
            sharing: Sharing::Alone,
            patience: Cell::new(Duration::ZERO),
            may_keep_lock: Cell::new(false),
            cuts: Cell::default(),
        })
    }

    /// The path of the file; empty for a database in memory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What one may do with it.
    pub const fn access(&self) -> Access {
        self.access
    }

    /// What is known of a position; `None` if it has no entry.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn get(&self, position: &Position) -> Result<Option<Entry>, DatabaseError> {
        get(&*self.snapshot()?, position)
    }

    /// Begins to write. No other writer can begin until this one is committed or dropped.
    ///
    /// # Errors
    /// If another process writes all the time, or the database may only be read.
    pub fn write(&mut self) -> Result<Writer<'_>, DatabaseError> {
        if self.access == Access::Read {
            return Err(DatabaseError::ReadOnly);
        }
        let transaction = Locked::write(&self.connection, self.sharing, self.patience.get());
        self.may_keep_lock.set(self.may_keep_lock.get() || transaction.is_err());
        Ok(Writer::new(transaction?, &self.cuts))
    }

    /// What was not merged whole since this was last asked, or since the file was opened.
    pub fn take_cuts(&mut self) -> Cuts {
        self.cuts.take()
    }

    /// Changes the entry of a position, which is blank if there is none, and commits that.
    ///
    /// # Errors
    /// As [`Writer::put`]. Everything is as before then.
    pub fn update(
        &mut self,
        position: &Position,
        change: impl FnOnce(&mut Entry),
    ) -> Result<(), DatabaseError> {
        let mut writer = self.write()?;
        let mut entry = writer.get(position)?.unwrap_or_default();
        change(&mut entry);
        writer.put(position, entry)?;
        writer.commit()
    }

    /// Calls `visit` with all names and entries, whose points are those of the canonical board, in
    /// the order of the keys.
    ///
    /// # Errors
    /// If the file cannot be read, or the error of `visit`.
    pub fn each(
        &self,
        mut visit: impl FnMut(Name, Entry) -> Result<(), DatabaseError>,
    ) -> Result<(), DatabaseError> {
        let snapshot = self.snapshot()?;
        let mut statement = snapshot.prepare_cached(ALL)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (name, entry) = read(row)?;
            visit(name, entry)?;
        }
        Ok(())
    }

    /// Number of positions.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn count(&self) -> Result<u64, DatabaseError> {
        number(&*self.snapshot()?, "SELECT count(*) FROM position")
    }

    /// Waits until the disk has all changes, if that is not done at every commit. Then nothing is
    /// left to do when the file is closed.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn settle(&mut self) -> Result<(), DatabaseError> {
        let changes = self.connection.total_changes();
        if self.syncing == Syncing::Waits || changes == self.settled {
            return Ok(());
        }
        self.connection.pragma_update(None, "synchronous", "full")?;
        // A transaction has something to commit, and SQLite waits for all of the file then.
        let synced = self.write().and_then(Writer::commit);
        self.connection.pragma_update(None, "synchronous", "off")?;
        synced?;
        self.settled = changes;
        Ok(())
    }

    /// Closes the file after [`Database::settle`].
    ///
    /// # Errors
    /// If the disk cannot be waited for. Nothing is lost, unless the machine loses its power.
    pub fn close(mut self) -> Result<(), DatabaseError> {
        self.settle()
    }

    /// Whether an attempt has failed, so that a lock may be left that others wait for. Closing the
    /// database gives it up.
    pub fn may_keep_lock(&self) -> bool {
        self.may_keep_lock.get()
    }

    /// Has what is done with the database broken off whenever `interrupt` is raised.
    ///
    /// # Errors
    /// If SQLite refuses it.
    pub fn heed(&mut self, interrupt: &Interrupt) -> Result<(), DatabaseError> {
        Ok(self.deadline.watch(&mut self.connection, interrupt)?)
    }

    /// Sets how long to wait whenever another process writes.
    ///
    /// # Errors
    /// If SQLite refuses it.
    pub fn set_patience(&self, patience: Duration) -> Result<(), DatabaseError> {
        self.patience.set(patience);
        Ok(self.connection.busy_timeout(patience)?)
    }

    /// Sets how much memory SQLite may use for pages of the file, in KiB.
    ///
    /// # Errors
    /// If SQLite refuses it.
    pub fn set_cache(&self, kib: u32) -> Result<(), DatabaseError> {
        Ok(self.connection.pragma_update(None, "cache_size", -i64::from(kib))?)
    }

    /// The file as it is now, for as long as this is kept. All that reads the file does so in one.
    /// Many questions are answered faster in the same one: each would take a lock.
    pub(super) fn snapshot(&self) -> Result<Locked<'_>, DatabaseError> {
        let locked = Locked::read(&self.connection, self.sharing);
        self.may_keep_lock.set(self.may_keep_lock.get() || locked.is_err());
        Ok(locked?)
    }

    /// Has SQLite do something that cannot be part of a transaction.
    pub(super) fn outside_transactions(
        &self,
        sql: &str,
        values: impl Params,
    ) -> Result<(), DatabaseError> {
        let done = self.connection.execute(sql, values);
        // It keeps its locks until a transaction ends.
        drop(self.snapshot()?);
        Ok(done.map(drop)?)
    }

    /// The time at which questions are broken off, for the other files of this module.
    pub(super) fn deadline(&self) -> &Deadline {
        &self.deadline
    }
}
