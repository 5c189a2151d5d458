//! Transactions on a file that other programs may use, without a memory map of any file.
//!
//! In SQLite's write-ahead log mode all programs map the same index. If one of them cuts that file
//! short, the system ends the others by a signal. So a database keeps a rollback journal. Any
//! program can switch the mode at any time, though, and then the next one to look at the file would
//! map the index.
//!
//! SQLite keeps the index in its own memory if the locking mode is exclusive when it finds the log.
//! So a connection is in that mode whenever it has no lock on the file. A transaction that has its
//! lock switches to the normal mode, so that its end gives the lock up.

use std::ops::Deref;
use std::thread;
use std::time::Duration;

use fukumi_core::clock::Instant;
use rusqlite::{Connection, Error, ErrorCode, Transaction, ffi};

/// Time between two attempts to write while another program does.
const RETRY_PAUSE: Duration = Duration::from_millis(1);

/// Who can change the file of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sharing {
    /// Other connections and programs as well.
    Shared,
    /// No one else: it is in memory, or does not change.
    Alone,
}

/// A transaction. Dropping it takes its changes back, and gives the lock on the file up.
#[derive(Debug)]
pub(super) struct Locked<'a> {
    connection: &'a Connection,
    /// `None` inside another transaction, which has the lock already, and while this one ends.
    transaction: Option<Transaction<'a>>,
    sharing: Sharing,
}

/// How SQLite treats its locks when a transaction ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LockingMode {
    /// It gives them up.
    Normal,
    /// It keeps them.
    Exclusive,
}

/// Has a new connection never map an index. Call it before the first look at the file.
pub(super) fn restrict(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "mmap_size", 0)?;
    set_mode(connection, LockingMode::Exclusive).map(drop)
}

impl<'a> Locked<'a> {
    /// Begins to read, with a lock from now on. A file in the write-ahead log mode gets a rollback
    /// journal first. Inside another transaction, this is a part of it.
    ///
    /// # Errors
    /// If another program is in the way, or the file cannot be read. The connection may have kept a
    /// lock then, which only its end gives up.
    pub(super) fn read(connection: &'a Connection, sharing: Sharing) -> rusqlite::Result<Self> {
        if !connection.is_autocommit() {
            return Ok(Self { connection, transaction: None, sharing });
        }
        let has_log = || -> rusqlite::Result<bool> {
            // With a log, SQLite stays in the exclusive mode.
            Ok(sharing == Sharing::Shared
                && set_mode(connection, LockingMode::Normal)? == LockingMode::Exclusive)
        };
        let mut transaction = begin(connection)?;
        if has_log()? {
            drop(transaction);
            leave_log(connection)?;
            transaction = begin(connection)?;
            if has_log()? {
                return Err(busy());
            }
        }
        Ok(Self { connection, transaction: Some(transaction), sharing })
    }

    /// Begins to write, after at most `patience` if others write. No one else can write until the
    /// end.
    ///
    /// # Errors
    /// As [`Locked::read`], or if the file cannot be written.
    pub(super) fn write(
        connection: &'a Connection,
        sharing: Sharing,
        patience: Duration,
    ) -> rusqlite::Result<Self> {
        let until = Instant::now() + patience;
        loop {
            let locked = Self::read(connection, sharing)?;
            match locked.reserve() {
                Ok(()) => return Ok(locked),
                Err(error) => {
                    let is_busy = error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy);
                    if !is_busy || Instant::now() >= until {
                        return Err(error);
                    }
                }
            }
            // Meanwhile this one is in no one's way.
            drop(locked);
            thread::sleep(RETRY_PAUSE);
        }
    }

    /// Makes a transaction that reads one that writes, by writing what is there already.
    fn reserve(&self) -> rusqlite::Result<()> {
        let version: i64 = self.pragma_query_value(None, "user_version", |row| row.get(0))?;
        self.pragma_update(None, "user_version", version)
    }

    /// Makes the changes, all of them, and gives the lock up.
    ///
    /// # Errors
    /// If they cannot be written. Everything is as before then.
    pub(super) fn commit(mut self) -> rusqlite::Result<()> {
        match self.transaction.take() {
            Some(transaction) => transaction.commit(),
            None => Ok(()),
        }
    }
}

impl Deref for Locked<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection
    }
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        drop(self.transaction.take());
        if self.sharing == Sharing::Shared && self.connection.is_autocommit() {
            // It cannot fail: it only sets a flag.
            let _ = set_mode(self.connection, LockingMode::Exclusive);
        }
    }
}

/// Begins a transaction and takes a lock, which the first reading does.
fn begin(connection: &Connection) -> rusqlite::Result<Transaction<'_>> {
    let transaction = connection.unchecked_transaction()?;
    transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(transaction)
}

/// Sets the locking mode. Returns the mode that holds now.
fn set_mode(connection: &Connection, mode: LockingMode) -> rusqlite::Result<LockingMode> {
    let name = match mode {
        LockingMode::Normal => "normal",
        LockingMode::Exclusive => "exclusive",
    };
    let set = connection
        .pragma_update_and_check(None, "locking_mode", name, |row| row.get::<_, String>(0))?;
    Ok(match set.as_str() {
        "normal" => LockingMode::Normal,
        _ => LockingMode::Exclusive,
    })
}

/// Moves all changes from the write-ahead log into the file, which keeps a rollback journal then.
fn leave_log(connection: &Connection) -> rusqlite::Result<()> {
    let mode = connection
        .pragma_update_and_check(None, "journal_mode", "delete", |row| row.get::<_, String>(0))?;
    if mode.eq_ignore_ascii_case("delete") { Ok(()) } else { Err(busy()) }
}

/// Another program is in the way.
fn busy() -> Error {
    Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_BUSY), None)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::Duration;

    use fukumi_core::geometry::{BoardSize, Point};
    use fukumi_core::position::Position;
    use fukumi_core::rule::Rule;
    use rusqlite::config::DbConfig;

    use super::*;
    use crate::{Access, Database, DatabaseError};

    const PATIENCE: Duration = Duration::from_secs(60);

    fn path(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("fukumi-{}-lock-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder.join("my.db")
    }

    fn clean(path: &Path) {
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    fn open(path: &Path) -> Database {
        Database::open(path, Access::Create, PATIENCE).unwrap()
    }

    /// The position after this many moves.
    fn position(count: usize) -> Position {
        let size = BoardSize::square(15).unwrap();
        let mut position = Position::new(size, Rule::Renju);
        size.points().take(count).for_each(|point: Point| position.play(point));
        position
    }

    /// Another program switches the file to the write-ahead log mode and changes something. The
    /// change stays in the log.
    fn switch_to_log(path: &Path) -> Connection {
        let other = Connection::open(path).unwrap();
        let mode = other
            .pragma_update_and_check(None, "journal_mode", "wal", |row| row.get::<_, String>(0));
        assert_eq!(mode.unwrap(), "wal");
        other.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).unwrap();
        other.execute("UPDATE position SET visits = visits + 1", []).unwrap();
        other
    }

    fn visits(database: &Database) -> u64 {
        database.get(&position(1)).unwrap().unwrap().visits
    }

    /// Removes the index that another program has left.
    fn remove_index(path: &Path) {
        fs::remove_file(format!("{}-shm", path.display())).unwrap();
    }

    fn files(path: &Path) -> usize {
        fs::read_dir(path.parent().unwrap()).unwrap().count()
    }

    #[test]
    fn a_file_of_the_write_ahead_log_mode_gets_a_journal_when_it_is_opened() {
        for access in [Access::Read, Access::Write, Access::Create] {
            let path = path("opened");
            open(&path).update(&position(1), |entry| entry.visits = 1).unwrap();
            drop(switch_to_log(&path));
            remove_index(&path);
            assert_eq!(files(&path), 2, "there is a log");
            let database = Database::open(&path, access, PATIENCE).unwrap();
            assert_eq!(visits(&database), 2, "{access:?}");
            assert_eq!(files(&path), 1, "{access:?}: the log is gone");
            assert_eq!(fs::read(&path).unwrap()[18..20], [1, 1], "{access:?}");
            clean(&path);
        }
    }

    #[test]
    fn a_switch_to_the_log_is_undone_before_an_index_is_shared() {
        let path = path("switched");
        let mut database = open(&path);
        database.update(&position(1), |entry| entry.visits = 1).unwrap();
        let reader = Database::open(&path, Access::Read, PATIENCE).unwrap();
        for count in [3, 5, 7] {
            let other = switch_to_log(&path);
            // As long as the other one has it open, it cannot be used.
            let third = Database::open(&path, Access::Write, Duration::ZERO);
            assert!(matches!(third, Err(DatabaseError::Busy)), "{third:?}");
            drop(other);
            drop(switch_to_log(&path));
            remove_index(&path);
            let first = if count == 5 { &database } else { &reader };
            assert_eq!(visits(first), count);
            assert_eq!(files(&path), 1, "neither a log nor an index");
            assert_eq!((visits(&database), visits(&reader)), (count, count));
        }
        clean(&path);
    }

    #[test]
    fn an_attempt_that_failed_is_forgotten_with_its_connection() {
        let path = path("failed");
        let mut database = open(&path);
        database.update(&position(1), |entry| entry.visits = 1).unwrap();
        let other = switch_to_log(&path);
        database.set_patience(Duration::ZERO).unwrap();
        assert!(!database.may_keep_lock());
        assert!(matches!(database.get(&position(1)), Err(DatabaseError::Busy)));
        assert!(database.may_keep_lock());
        drop((other, database));
        assert_eq!(visits(&open(&path)), 2);
        clean(&path);
    }

    #[test]
    fn a_connection_that_is_not_in_use_has_no_lock() {
        let path = path("idle");
        let mut database = open(&path);
        database.update(&position(1), |entry| entry.visits = 1).unwrap();
        assert_eq!(visits(&database), 1);
        database.vacuum().unwrap();
        assert!(database.write().unwrap().remove(&position(1)).unwrap(), "and taken back");
        let other = Connection::open(&path).unwrap();
        other.execute_batch("BEGIN EXCLUSIVE; UPDATE position SET visits = 5; COMMIT").unwrap();
        assert_eq!(visits(&database), 5);
        clean(&path);
    }

    #[test]
    fn files_that_are_cut_short_all_the_time_cost_nothing() {
        let path = path("cut");
        let (mut one, mut other) = (open(&path), open(&path));
        let is_over = AtomicBool::new(false);
        let beside: Vec<PathBuf> = crate::guard::BESIDE
            .iter()
            .map(|end| format!("{}{end}", path.display()).into())
            .collect();
        thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    for file in &beside {
                        let _ = fs::OpenOptions::new().write(true).truncate(true).open(file);
                    }
                }
            });
            for count in 1..=200 {
                let database = if count % 2 == 0 { &mut one } else { &mut other };
                database.update(&position(count), |entry| entry.visits = 1).unwrap();
            }
            is_over.store(true, Ordering::Relaxed);
        });
        for database in [&one, &other] {
            assert_eq!(database.count().unwrap(), 200);
            assert!(database.check(9).unwrap().is_empty());
        }
        clean(&path);
    }
}
