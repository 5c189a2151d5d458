//! Writing entries, all of them or none.

use std::cell::Cell;

use fukumi_core::geometry::BoardSize;
use fukumi_core::identity::Key;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use rusqlite::{Connection, OptionalExtension, params};

use super::DatabaseError;
use super::entry::{Cuts, Entry};
use super::locking::Locked;
use super::name::{Name, Stones, write_points};
use super::row::{find, get, is_same, write_mark};
use super::schema::columns;

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

/// Changes to a database, which are made together by [`Writer::commit`] or not at all.
#[derive(Debug)]
pub struct Writer<'a> {
    transaction: Locked<'a>,
    /// The last rule and board size, and their number.
    game: Option<(Rule, BoardSize, i64)>,
    /// What was not merged whole so far.
    cuts: Cuts,
    /// Where that is added once it is committed.
    all_cuts: &'a Cell<Cuts>,
}

impl<'a> Writer<'a> {
    /// Begins to write within a transaction.
    pub(super) fn new(transaction: Locked<'a>, all_cuts: &'a Cell<Cuts>) -> Self {
        Self { transaction, game: None, cuts: Cuts::default(), all_cuts }
    }

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
    /// [`DatabaseError::TooLong`] if a text is too long or there are too many best moves; if it
    /// cannot be written, or another position has the same key.
    pub fn put(&mut self, position: &Position, entry: Entry) -> Result<(), DatabaseError> {
        let (name, identity) = Name::of(position);
        self.put_named(&name, entry.turned(|point| identity.to_canonical(point)))
    }

    /// Merges an entry with what is known of a position; see [`Entry::merge`]. What is too long is
    /// cut, and counted for [`super::Database::take_cuts`].
    ///
    /// # Errors
    /// If it cannot be written, or another position has the same key.
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
        let (entry, cuts) = entry.bounded();
        cuts.refuse()?;
        self.write(REPLACE, name, &entry).map(drop)
    }

    /// Merges an entry with what is known of a named position.
    pub(super) fn merge_named(&mut self, name: &Name, entry: Entry) -> Result<(), DatabaseError> {
        let (entry, cuts) = entry.bounded();
        self.cuts = self.cuts.plus(cuts);
        if self.write(INSERT, name, &entry)? {
            return Ok(());
        }
        let Some((other, mut known)) = find(&self.transaction, name.key)? else {
            return Err(DatabaseError::Damaged("a row is there and is not".into()));
        };
        if !is_same(&other, name) {
            return Err(DatabaseError::Collision);
        }
        let without_room = known.merge(&entry);
        let (known, cuts) = known.bounded();
        self.cuts = self.cuts.plus(without_room).plus(cuts);
        // One of the two may not know the stones.
        let name = if name.stones.is_some() { name } else { &other };
        self.write(REPLACE, name, &known).map(drop)
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
        self.transaction.commit()?;
        self.all_cuts.set(self.all_cuts.get().plus(self.cuts));
        Ok(())
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
