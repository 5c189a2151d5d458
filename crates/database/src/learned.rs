//! What the engine has learnt from its games, in a table of its own: forgetting it costs no note of
//! a person, and the other way round.

use fukumi_core::geometry::Point;
use fukumi_core::identity::{Identity, Key};
use fukumi_core::learning::{Record, Tally};
use fukumi_core::position::Position;
use rusqlite::{Connection, Row, params};

use super::row::number;
use super::schema::{NO_VALUE, columns, read_game, read_key, read_score};
use super::{Database, DatabaseError, Writer};

/// Number of records that are written in one piece.
const BATCH: usize = 4_096;
/// Largest number of positions of which something is kept as learnt: some 1,000 games.
pub const MAX_LEARNED: u64 = 65_535;
/// How many are kept when there were too many. The others make room for some games, so that
/// positions of new games have time to be met again.
pub(super) const KEPT: u64 = MAX_LEARNED - MAX_LEARNED / 4;
/// How many are forgotten in one piece, which takes some tens of milliseconds.
const PIECE: u64 = 4_096;

impl Database {
    /// What was learnt of a position; `None` if nothing.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn learned(&self, position: &Position) -> Result<Option<Record>, DatabaseError> {
        find(&*self.snapshot()?, Identity::of(position).key(), position)
    }

    /// What was learnt of the positions after the moves of a position, row by row.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn learned_moves(
        &self,
        position: &Position,
    ) -> Result<Vec<(Point, Record)>, DatabaseError> {
        let snapshot = self.snapshot()?;
        let identity = Identity::of(position);
        let mut moves = Vec::new();
        for point in position.board().empty_points() {
            let record = find(&snapshot, identity.after(point).key(), position)?;
            moves.extend(record.map(|record| (point, record)));
        }
        Ok(moves)
    }

    /// Calls `visit` with all that was learnt, in the order of the keys.
    ///
    /// # Errors
    /// If the file cannot be read, or the error of `visit`.
    pub fn each_learned(
        &self,
        mut visit: impl FnMut(Record) -> Result<(), DatabaseError>,
    ) -> Result<(), DatabaseError> {
        let snapshot = self.snapshot()?;
        let mut statement = snapshot.prepare_cached(ALL)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            visit(read(row)?)?;
        }
        Ok(())
    }

    /// Number of positions of which something was learnt.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn count_learned(&self) -> Result<u64, DatabaseError> {
        count(&*self.snapshot()?)
    }

    /// Adds what games have taught, all of it or nothing. Games of a position add up; of two values
    /// a proven one counts, else the one of the later game that has one. Nothing is forgotten for
    /// it, whatever the number of positions: that is up to [`Database::trim_learned`].
    ///
    /// # Errors
    /// If it cannot be written. Everything is as before then.
    pub fn learn(&mut self, records: &[Record]) -> Result<(), DatabaseError> {
        if records.is_empty() {
            return Ok(());
        }
        let mut writer = self.write()?;
        records.iter().try_for_each(|record| writer.learn(record))?;
        writer.commit()
    }

    /// Forgets a piece of what is too much, in a transaction of its own, so that no game waits long
    /// for it. Once more than [`MAX_LEARNED`] positions are known, pieces are due until a quarter
    /// is gone: the positions met in the fewest games, and of these the ones met longest ago.
    /// Returns whether another piece may be due.
    ///
    /// # Errors
    /// If it cannot be written. Everything is as before then.
    pub fn trim_learned(&mut self) -> Result<bool, DatabaseError> {
        let most = if self.is_trimming { KEPT } else { MAX_LEARNED };
        if count(&*self.snapshot()?)? <= most {
            self.is_trimming = false;
            return Ok(false);
        }
        let mut writer = self.write()?;
        // Another process may have done the same meanwhile.
        let surplus = count(writer.connection())?.saturating_sub(KEPT);
        writer.forget_least(surplus.min(PIECE))?;
        writer.commit()?;
        self.is_trimming = true;
        Ok(true)
    }

    /// Adds what another database has learnt. Returns of how many positions that was.
    ///
    /// # Errors
    /// If the other one cannot be read or is the same file, or this one cannot be written.
    pub fn merge_learned(&mut self, other: &Self) -> Result<u64, DatabaseError> {
        self.check_other(other)?;
        let (mut records, mut count) = (Vec::new(), 0);
        other.each_learned(|record| {
            records.push(record);
            count += 1;
            if records.len() >= BATCH {
                self.learn(&records)?;
                while self.trim_learned()? {}
                records.clear();
            }
            Ok(())
        })?;
        self.learn(&records)?;
        while self.trim_learned()? {}
        Ok(count)
    }

    /// Forgets all that was learnt. Returns of how many positions that was.
    ///
    /// # Errors
    /// If it cannot be written. Everything is as before then.
    pub fn forget_learned(&mut self) -> Result<u64, DatabaseError> {
        let writer = self.write()?;
        let count = writer.connection().execute("DELETE FROM learned", [])?;
        writer.commit()?;
        Ok(count as u64)
    }

    /// The keys of rows that make no sense, at most `most` of them, and what is wrong with each.
    pub(super) fn unsound_learned(
        &self,
        most: usize,
    ) -> Result<Vec<(Key, DatabaseError)>, DatabaseError> {
        let mut faults = Vec::new();
        let snapshot = self.snapshot()?;
        let mut statement = snapshot.prepare_cached(ALL)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()?.filter(|_| faults.len() < most) {
            if let Err(error) = read(row) {
                faults.push((read_key(row)?, error));
            }
        }
        Ok(faults)
    }
}

impl Writer<'_> {
    /// Forgets what was learnt of the position with a key.
    pub(super) fn forget_key(&mut self, key: Key) -> Result<(), DatabaseError> {
        self.connection().execute("DELETE FROM learned WHERE key = ?1", [key.0.cast_signed()])?;
        Ok(())
    }

    fn learn(&mut self, record: &Record) -> Result<(), DatabaseError> {
        let game = self.game(record.rule, record.size)?;
        let mut one = self.connection().prepare_cached(ONE)?;
        let known = one.query([record.key.0.cast_signed()])?.next()?.map(read).transpose()?;
        let is_same = |known: &Record| {
            (known.rule, known.size, known.stones) == (record.rule, record.size, record.stones)
        };
        // One of two positions with the same key is forgotten.
        let Record { key, stones, score, tally, met, .. } =
            known.filter(is_same).map_or(*record, |known| known.plus(*record));
        let mut statement = self.connection().prepare_cached(PUT)?;
        statement.execute(params![
            key.0.cast_signed(),
            game,
            stones,
            score.map_or(NO_VALUE, |score| score.points().into()),
            tally.wins,
            tally.draws,
            tally.losses,
            met
        ])?;
        Ok(())
    }

    /// Forgets the least valuable positions, this many.
    fn forget_least(&mut self, count: u64) -> Result<(), DatabaseError> {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        self.connection().execute(FORGET, [count])?;
        Ok(())
    }
}

/// The columns of a record, in the order in which [`read`] expects them.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT key, rule, width, height, ",
            columns!(learned),
            " FROM learned JOIN game ON game.id = learned.game ",
            $rest
        )
    };
}

const ONE: &str = select!("WHERE key = ?1");
const ALL: &str = select!("ORDER BY key");
const PUT: &str = concat!(
    "INSERT OR REPLACE INTO learned (key, game, ",
    columns!(learned),
    ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
);
const FORGET: &str = "DELETE FROM learned WHERE key IN (SELECT key FROM learned ORDER BY wins + \
                      draws + losses, met, key DESC LIMIT ?1)";

fn count(connection: &Connection) -> Result<u64, DatabaseError> {
    number(connection, "SELECT count(*) FROM learned")
}

/// What was learnt of the position with a key, which is one of the same game as `like`.
fn find(
    connection: &Connection,
    key: Key,
    like: &Position,
) -> Result<Option<Record>, DatabaseError> {
    let mut statement = connection.prepare_cached(ONE)?;
    let mut rows = statement.query([key.0.cast_signed()])?;
    let record = rows.next()?.map(read).transpose()?;
    Ok(record.filter(|record| (record.rule, record.size) == (like.rule(), like.size())))
}

/// Reads a row of `select!`.
fn read(row: &Row<'_>) -> Result<Record, DatabaseError> {
    let (rule, size) = read_game(row, 1)?;
    let damaged = || DatabaseError::Damaged("a row has another value".into());
    let score = match row.get(5)? {
        NO_VALUE => None,
        points => Some(read_score(points).ok_or_else(damaged)?),
    };
    Ok(Record {
        key: read_key(row)?,
        rule,
        size,
        stones: row.get(4)?,
        score,
        tally: Tally { wins: row.get(6)?, draws: row.get(7)?, losses: row.get(8)? },
        met: row.get(9)?,
    })
}
