//! The file: opening it, and reading and writing entries.
//!
//! SQLite keeps a journal of the transaction that is being written, so a process that is killed
//! loses what was not committed and nothing else. A writer waits for readers, but only when it
//! commits. No file is mapped into memory, see the module `locking`.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fukumi_core::geometry::{BoardSize, Color};
use fukumi_core::identity::Key;
use fukumi_core::learning::Tally;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Params, Row, ffi, params};

use super::DatabaseError;
use super::entry::{Bound, Entry, Mark, Value};
use super::guard::{self, Deadline, Interrupt};
use super::locking::{self, Locked, Sharing};
use super::name::{Name, Stones, read_points, write_points};
use super::schema::{self, Missing, columns, read_game, read_key, read_score};

/// Memory that SQLite may use for pages of the file, in KiB, unless less is asked for.
pub const CACHE: u32 = 8 << 10;
/// Memory that a connection needs besides, in bytes: statements, the index of a write-ahead log
/// that another program has begun, and room to sort.
const BESIDE_CACHE: u64 = 2 << 20;
/// Number of statements that stay prepared.
const STATEMENTS: usize = 32;

/// Memory in bytes that a connection needs which may use so much for pages, in KiB.
pub const fn memory(cache: u32) -> u64 {
    ((cache as u64) << 10) + BESIDE_CACHE
}

/// What one may do with a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read a file that is there.
    Read,
    /// Read and write a file that is there.
    Write,
    /// Read and write a file, which is made if there is none.
    Create,
}

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
        let transaction = transaction?;
        Ok(Writer { transaction, game: None })
    }

    /// Changes the entry of a position, which is blank if there is none, and commits that.
    ///
    /// # Errors
    /// If it cannot be written. Everything is as before then.
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

    /// Looks for damage: of the file, and of what its rows say. Returns what is wrong in words, at
    /// most `most` of them; nothing if all is well.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn check(&self, most: usize) -> Result<Vec<String>, DatabaseError> {
        let mut faults = Vec::new();
        let snapshot = self.snapshot()?;
        let mut statement = snapshot.prepare("PRAGMA integrity_check(100)")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let fault: String = row.get(0)?;
            if fault != "ok" {
                faults.push(fault);
            }
        }
        if faults.is_empty() {
            let unsound = self.unsound(most)?.into_iter();
            faults.extend(unsound.map(|(Key(key), fault)| format!("position {key:016x}: {fault}")));
            let learned = self.unsound_learned(most)?.into_iter();
            faults
                .extend(learned.map(|(Key(key), error)| format!("learnt of {key:016x}: {error}")));
        }
        faults.truncate(most);
        Ok(faults)
    }

    /// Gives unused room back to the system. No other process may use the file then.
    ///
    /// # Errors
    /// If another process uses the file, or it cannot be written.
    pub fn vacuum(&mut self) -> Result<(), DatabaseError> {
        if self.access == Access::Read {
            return Err(DatabaseError::ReadOnly);
        }
        self.outside_transactions("VACUUM", [])
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

/// Changes to a database, which are made together by [`Writer::commit`] or not at all.
#[derive(Debug)]
pub struct Writer<'a> {
    transaction: Locked<'a>,
    /// The last rule and board size, and their number.
    game: Option<(Rule, BoardSize, i64)>,
}

impl Writer<'_> {
    /// What is known of a position, with the changes so far; `None` if it has no entry.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn get(&self, position: &Position) -> Result<Option<Entry>, DatabaseError> {
        get(&self.transaction, position)
    }

    /// Makes this the entry of a position.
    ///
    /// # Errors
    /// If it cannot be written, or another position has the same key.
    pub fn put(&mut self, position: &Position, entry: Entry) -> Result<(), DatabaseError> {
        let (name, identity) = Name::of(position);
        self.put_named(&name, entry.turned(|point| identity.to_canonical(point)))
    }

    /// Merges an entry with what is known of a position; see [`Entry::merge`].
    ///
    /// # Errors
    /// As [`Writer::put`].
    pub fn merge(&mut self, position: &Position, entry: Entry) -> Result<(), DatabaseError> {
        let (name, identity) = Name::of(position);
        self.merge_named(&name, entry.turned(|point| identity.to_canonical(point)))
    }

    /// Removes the entry of a position. Returns whether there was one.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn remove(&mut self, position: &Position) -> Result<bool, DatabaseError> {
        self.remove_key(Name::of(position).0.key)
    }

    /// Removes the entry with a key.
    pub(super) fn remove_key(&mut self, key: Key) -> Result<bool, DatabaseError> {
        let mut statement =
            self.transaction.prepare_cached("DELETE FROM position WHERE key = ?1")?;
        Ok(statement.execute([key.0.cast_signed()])? > 0)
    }

    /// Makes this the entry of a named position. Its points are those of the canonical board.
    pub(super) fn put_named(&mut self, name: &Name, entry: Entry) -> Result<(), DatabaseError> {
        if find(&self.transaction, name.key)?.is_some_and(|(other, _)| !is_same(&other, name)) {
            return Err(DatabaseError::Collision);
        }
        self.write(REPLACE, name, &entry.bounded()).map(drop)
    }

    /// Merges an entry with what is known of a named position.
    pub(super) fn merge_named(&mut self, name: &Name, entry: Entry) -> Result<(), DatabaseError> {
        let entry = entry.bounded();
        if self.write(INSERT, name, &entry)? {
            return Ok(());
        }
        let Some((other, mut known)) = find(&self.transaction, name.key)? else {
            return Err(DatabaseError::Damaged("a row is there and is not".into()));
        };
        if !is_same(&other, name) {
            return Err(DatabaseError::Collision);
        }
        known.merge(&entry);
        // One of the two may not know the stones.
        let name = if name.stones.is_some() { name } else { &other };
        self.write(REPLACE, name, &known.bounded()).map(drop)
    }

    /// What looks up and changes rows, for the other files of this module.
    pub(super) fn connection(&self) -> &Connection {
        &self.transaction
    }

    /// Makes the changes, all of them.
    ///
    /// # Errors
    /// If they cannot be written. Everything is as before then.
    pub fn commit(self) -> Result<(), DatabaseError> {
        Ok(self.transaction.commit()?)
    }

    /// Has one of the two statements write a bounded entry. Returns whether it did.
    fn write(&mut self, sql: &str, name: &Name, entry: &Entry) -> Result<bool, DatabaseError> {
        let game = self.game(name.rule, name.size)?;
        let Name { size, .. } = *name;
        let points = |choose: fn(&Stones) -> &Vec<_>| {
            name.stones.as_ref().map(|stones| write_points(choose(stones), size))
        };
        let best = (!entry.best.is_empty()).then(|| write_points(&entry.best, size));
        let marks: Vec<String> = entry.marks.iter().map(|mark| write_mark(mark, size)).collect();
        let mut statement = self.transaction.prepare_cached(sql)?;
        let count = statement.execute(params![
            name.key.0.cast_signed(),
            game,
            name.count,
            name.stones.as_ref().map(|stones| stones.to_move.name()),
            points(|stones| &stones.black),
            points(|stones| &stones.white),
            points(|stones| &stones.dead).filter(|dead| !dead.is_empty()),
            entry.value.map(|value| value.score.points()),
            entry.value.map(|value| value.bound.name()),
            entry.value.and_then(|value| value.depth),
            best,
            i64::try_from(entry.visits).unwrap_or(i64::MAX),
            entry.tally.wins,
            entry.tally.draws,
            entry.tally.losses,
            entry.label,
            entry.comment,
            (!marks.is_empty()).then(|| marks.join("\n")),
            entry.changed,
        ])?;
        Ok(count > 0)
    }

    /// The number of a rule and board size, which gets one if it has none.
    pub(super) fn game(&mut self, rule: Rule, size: BoardSize) -> Result<i64, DatabaseError> {
        if let Some((.., number)) = self.game.filter(|&(r, s, _)| (r, s) == (rule, size)) {
            return Ok(number);
        }
        let game = params![rule.name(), size.width(), size.height()];
        let known = self
            .transaction
            .query_row(
                "SELECT id FROM game WHERE rule = ?1 AND width = ?2 AND height = ?3",
                game,
                |row| row.get(0),
            )
            .optional()?;
        let number = match known {
            Some(number) => number,
            None => {
                self.transaction
                    .execute("INSERT INTO game (rule, width, height) VALUES (?1, ?2, ?3)", game)?;
                self.transaction.last_insert_rowid()
            }
        };
        self.game = Some((rule, size, number));
        Ok(number)
    }
}

/// The number that a question answers, which cannot be negative.
pub(super) fn number(connection: &Connection, question: &str) -> Result<u64, DatabaseError> {
    let number = connection.query_row(question, [], |row| row.get::<_, i64>(0))?;
    Ok(number.unsigned_abs())
}

/// The columns of an entry, in the order in which [`read`] expects them.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT key, rule, width, height, ",
            columns!(position),
            " FROM position JOIN game ON game.id = position.game ",
            $rest
        )
    };
}

const ONE: &str = select!("WHERE key = ?1");
const ALL: &str = select!("ORDER BY key");

/// A statement that writes all columns of a row.
macro_rules! put {
    ($verb:literal, $rest:literal) => {
        concat!(
            $verb,
            " INTO position (key, game, ",
            columns!(position),
            ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, \
             ?17, ?18, ?19)",
            $rest
        )
    };
}

/// Writes a row unless there is one with its key.
const INSERT: &str = put!("INSERT", " ON CONFLICT (key) DO NOTHING");
/// Writes a row in any case.
const REPLACE: &str = put!("INSERT OR REPLACE", "");

fn connect(path: &Path, access: Access, patience: Duration) -> rusqlite::Result<Connection> {
    let flags = match access {
        // What a process that was killed has begun is taken back before the file is read.
        Access::Read | Access::Write => OpenFlags::SQLITE_OPEN_READ_WRITE,
        Access::Create => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
    };
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    guard::restrain(&connection)?;
    locking::restrict(&connection)?;
    connection.busy_timeout(patience)?;
    // Only now the file is opened.
    drop(Locked::read(&connection, Sharing::Shared)?);
    Ok(connection)
}

/// Whether a file cannot be used only because something of it cannot be written.
fn is_unwritable(error: &rusqlite::Error) -> bool {
    let is_lock =
        error.sqlite_error().is_some_and(|error| error.extended_code == ffi::SQLITE_IOERR_LOCK);
    is_lock
        || matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// Has statements stay prepared. SQLite would prepare them anew for every other key, to look for a
/// better plan; that takes ten times as long as what they do.
fn keep_statements(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map(drop)
}

/// Opens a file that does not change meanwhile, such as one on a disk that cannot be written.
fn connect_unchanging(path: &Path) -> rusqlite::Result<Connection> {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.into());
    let path = path.to_string_lossy().replace('\\', "/");
    let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let slash = if path.starts_with('/') { "" } else { "/" };
    let connection = Connection::open_with_flags(
        format!("file://{slash}{path}?immutable=1"),
        OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI,
    )?;
    guard::restrain(&connection)?;
    Ok(connection)
}

fn get(connection: &Connection, position: &Position) -> Result<Option<Entry>, DatabaseError> {
    let (name, identity) = Name::of(position);
    let found = find(connection, name.key)?.filter(|(other, _)| is_same(other, &name));
    Ok(found.map(|(_, entry)| entry.turned(|point| identity.to_own(point))))
}

/// The name and the entry with a key. Their points are those of the canonical board.
pub(super) fn find(
    connection: &Connection,
    key: Key,
) -> Result<Option<(Name, Entry)>, DatabaseError> {
    let mut statement = connection.prepare_cached(ONE)?;
    let mut rows = statement.query([key.0.cast_signed()])?;
    rows.next()?.map(read).transpose()
}

/// Whether two names with the same key are those of the same position, as far as is known.
fn is_same(one: &Name, other: &Name) -> bool {
    let is_known = one.stones.is_some() && other.stones.is_some();
    (one.rule, one.size) == (other.rule, other.size) && (!is_known || one.stones == other.stones)
}

/// Reads a row of `select!`.
fn read(row: &Row<'_>) -> Result<(Name, Entry), DatabaseError> {
    let damaged = |what: &str| DatabaseError::Damaged(format!("a row has another {what}"));
    let text = |index| row.get_ref(index)?.as_str_or_null().map_err(rusqlite::Error::from);
    let (rule, size) = read_game(row, 1)?;
    let points = |index| {
        let points = text(index)?.map(|text| read_points(text, size)).unwrap_or_default();
        Ok::<_, DatabaseError>(points)
    };
    let to_move = match text(5)? {
        None => None,
        Some(name) => Some(Color::named(name).ok_or_else(|| damaged("turn"))?),
    };
    let stones = match to_move {
        Some(to_move) => Some(Stones {
            black: points(6)?.ok_or_else(|| damaged("point"))?,
            white: points(7)?.ok_or_else(|| damaged("point"))?,
            dead: text(8)?
                .map_or(Some(Vec::new()), |text| read_points(text, size))
                .ok_or_else(|| damaged("point"))?,
            to_move,
        }),
        None => None,
    };
    let key = read_key(row)?;
    let name = Name { key, rule, size, count: row.get(4)?, stones };
    let value = match (row.get::<_, Option<i64>>(9)?, text(10)?) {
        (Some(points), Some(bound)) => Some(Value {
            score: read_score(points).ok_or_else(|| damaged("value"))?,
            bound: Bound::named(bound).ok_or_else(|| damaged("bound"))?,
            depth: row.get(11)?,
        }),
        _ => None,
    };
    let marks = text(19)?.unwrap_or_default().lines().map(|line| read_mark(line, size));
    let entry = Entry {
        value,
        best: points(12)?.unwrap_or_default(),
        visits: row.get::<_, i64>(13)?.unsigned_abs(),
        tally: Tally { wins: row.get(14)?, draws: row.get(15)?, losses: row.get(16)? },
        label: text(17)?.map(Into::into),
        comment: text(18)?.map(Into::into),
        marks: marks.collect::<Option<_>>().ok_or_else(|| damaged("mark"))?,
        changed: row.get(20)?,
    };
    Ok((name, entry))
}

/// A mark on one line: the label of the point, a blank, the text.
pub(super) fn write_mark(mark: &Mark, size: BoardSize) -> String {
    format!("{} {}", mark.point.label(size), mark.text)
}

pub(super) fn read_mark(line: &str, size: BoardSize) -> Option<Mark> {
    let (label, text) = line.split_once(' ')?;
    Some(Mark { point: size.parse_label(label)?, text: text.into() })
}
