//! Mending: rows that make no sense say what they can, or go.
//!
//! What SQLite itself finds wrong with its pages is left alone; its own tools save what is left of
//! such a file.

use std::fmt;
use std::path::{Path, PathBuf};

use fukumi_core::identity::Key;
use rusqlite::Connection;

use super::name::Name;
use super::row::find;
use super::schema::read_key;
use super::{Access, Database, DatabaseError};

/// Columns that may be emptied if they make no sense, in groups that belong together.
const GROUPS: [&str; 8] = [
    "value = NULL, bound = NULL, depth = NULL",
    "best = NULL",
    "visits = 0",
    "wins = 0, draws = 0, losses = 0",
    "label = NULL",
    "comment = NULL",
    "marks = NULL",
    "changed = NULL",
];
/// Most names that are tried for a copy.
const MAX_COPIES: u32 = 1000;

/// What a repair has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// Number of rows that lost a part that made no sense, and nothing else.
    pub mended: u64,
    /// Number of rows that got the key and the number of their stones.
    pub moved: u64,
    /// Number of rows that are gone, because their position cannot be known.
    pub removed: u64,
    /// Where a copy of the file is, as it was before.
    pub copy: PathBuf,
}

/// In words, as in `1 position mended, 2 positions removed`.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [(self.mended, "mended"), (self.moved, "put right"), (self.removed, "removed")];
        for (index, (count, word)) in words.iter().filter(|(count, _)| *count > 0).enumerate() {
            let (comma, s) =
                (if index > 0 { ", " } else { "" }, if *count == 1 { "" } else { "s" });
            write!(f, "{comma}{count} position{s} {word}")?;
        }
        Ok(())
    }
}

/// What is wrong with a row.
#[derive(Debug)]
pub(super) enum Fault {
    /// Its key is that of other stones.
    Stones,
    /// Its rule and size are not in their table.
    Game,
    /// It cannot be read.
    Row(DatabaseError),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stones => f.write_str("other stones"),
            Self::Game => f.write_str("an unknown rule and size"),
            Self::Row(error) => error.fmt(f),
        }
    }
}

impl Database {
    /// Gives unused room back to the system. No other process may use the file then.
    ///
    /// # Errors
    /// If another process uses the file, or it cannot be written.
    pub fn vacuum(&mut self) -> Result<(), DatabaseError> {
        if self.access() == Access::Read {
            return Err(DatabaseError::ReadOnly);
        }
        self.outside_transactions("VACUUM", [])
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

    /// Repairs invalid rows, or removes them, after a copy of the file is made beside it.
    /// `None` if nothing was wrong; there is no copy then.
    ///
    /// # Errors
    /// If the database may only be read, the file itself is damaged, or no copy can be made.
    /// Everything is as before then.
    pub fn repair(&mut self) -> Result<Option<Repair>, DatabaseError> {
        if self.access() == Access::Read {
            return Err(DatabaseError::ReadOnly);
        }
        if let Some(fault) = self.page_fault()? {
            return Err(DatabaseError::Damaged(fault));
        }
        let (unsound, learned) = (self.unsound(usize::MAX)?, self.unsound_learned(usize::MAX)?);
        if unsound.is_empty() && learned.is_empty() {
            return Ok(None);
        }
        let copy = self.copy()?;
        let mut repair = Repair { mended: 0, moved: 0, removed: 0, copy };
        let mut writer = self.write()?;
        for (key, _) in unsound {
            let is_read =
                find(writer.connection(), key).is_ok() || empty(writer.connection(), key)?;
            let row = if is_read { find(writer.connection(), key)? } else { None };
            if row.as_ref().is_some_and(|(name, _)| name.is_sound()) {
                repair.mended += 1;
                continue;
            }
            writer.remove_key(key)?;
            let right = row.and_then(|(name, entry)| {
                let stones = name.stones.as_ref()?;
                let (right, identity) = Name::of_stones(name.rule, name.size, stones)?;
                Some((right, entry.turned(|point| identity.to_canonical(point))))
            });
            let is_moved = match right.map(|(name, entry)| writer.merge_named(&name, entry)) {
                Some(Ok(())) => true,
                // The row that has the right key is none that this one could be merged with.
                None | Some(Err(DatabaseError::Collision | DatabaseError::Damaged(_))) => false,
                Some(Err(error)) => return Err(error),
            };
            *(if is_moved { &mut repair.moved } else { &mut repair.removed }) += 1;
        }
        for (key, _) in learned {
            writer.forget_key(key)?;
            repair.removed += 1;
        }
        writer.commit()?;
        Ok(Some(repair))
    }

    /// What is wrong with the file itself; `None` if nothing is but what its rows say.
    fn page_fault(&self) -> Result<Option<String>, DatabaseError> {
        let snapshot = self.snapshot()?;
        let mut statement = snapshot.prepare("PRAGMA integrity_check(100)")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let fault: String = row.get(0)?;
            // A row with a value that its column does not admit can still be read and changed.
            let is_of_row = fault.starts_with("CHECK constraint") || fault.contains(" value in ");
            if fault != "ok" && !is_of_row {
                return Ok(Some(fault));
            }
        }
        Ok(None)
    }

    /// The keys of the rows that make no sense, and what is wrong with each; at most `most`. Rows
    /// are read one by one, so one that is too large keeps no other from being read.
    pub(super) fn unsound(&self, most: usize) -> Result<Vec<(Key, Fault)>, DatabaseError> {
        let snapshot = self.snapshot()?;
        let mut statement = snapshot.prepare("SELECT key FROM position ORDER BY key")?;
        let mut rows = statement.query([])?;
        let mut unsound = Vec::new();
        while let Some(row) = rows.next()?.filter(|_| unsound.len() < most) {
            let key = read_key(row)?;
            match find(&snapshot, key) {
                Ok(Some((name, _))) if name.is_sound() => {}
                Ok(Some(_)) => unsound.push((key, Fault::Stones)),
                Ok(None) => unsound.push((key, Fault::Game)),
                Err(error) => unsound.push((key, Fault::Row(error))),
            }
        }
        Ok(unsound)
    }

    /// Makes a copy beside the file, under a name that is still free.
    fn copy(&self) -> Result<PathBuf, DatabaseError> {
        let name = |number| {
            let mut name = self.path().file_name().unwrap_or_default().to_os_string();
            name.push(format!(".before-repair-{number}"));
            self.path().with_file_name(name)
        };
        let free = (1..=MAX_COPIES).map(name).find(|path| !path.exists());
        let path = free.ok_or_else(|| DatabaseError::Other("there are too many copies".into()))?;
        self.outside_transactions("VACUUM INTO ?1", [text(&path)?])?;
        Ok(path)
    }
}

fn text(path: &Path) -> Result<&str, DatabaseError> {
    let problem = || DatabaseError::Other("the name of the file is no Unicode".into());
    path.to_str().ok_or_else(problem)
}

/// Empties the columns of a row that make no sense, and no others. Returns whether it can be read
/// then; if not, it stays as it is.
fn empty(connection: &Connection, key: Key) -> Result<bool, DatabaseError> {
    // Whether the row can be read when these columns are empty.
    let is_read_without = |groups: &[&str]| {
        connection.execute_batch("SAVEPOINT attempt")?;
        let cleared = clear(connection, key, groups);
        let is_read = cleared.is_ok() && matches!(find(connection, key), Ok(Some(_)));
        connection.execute_batch("ROLLBACK TO attempt; RELEASE attempt")?;
        match cleared {
            // What stays is too large to be written again.
            Ok(()) | Err(DatabaseError::Damaged(_)) => Ok(is_read),
            Err(error) => Err(error),
        }
    };
    if !is_read_without(&GROUPS)? {
        return Ok(false);
    }
    let mut bad = Vec::new();
    for group in GROUPS {
        let others: Vec<&str> = GROUPS.into_iter().filter(|&other| other != group).collect();
        if !is_read_without(&others)? {
            bad.push(group);
        }
    }
    clear(connection, key, &bad)?;
    Ok(true)
}

fn clear(connection: &Connection, key: Key, groups: &[&str]) -> Result<(), DatabaseError> {
    let change = format!("UPDATE position SET {} WHERE key = ?1", groups.join(", "));
    connection.execute(&change, [key.0.cast_signed()])?;
    Ok(())
}
