//! The games that were added, so that a game counts once however often it is imported.

use fukumi_records::same::GameKey;
use rusqlite::{Connection, params};

use super::writer::Writer;
use super::{Database, DatabaseError};

impl Database {
    /// Whether a record of the same game was added.
    pub(super) fn has_game(&self, key: GameKey) -> Result<bool, DatabaseError> {
        has(&*self.snapshot()?, key)
    }
}

/// Remembers that a game was added.
pub(super) fn remember(writer: &mut Writer<'_>, key: GameKey) -> Result<(), DatabaseError> {
    add(writer.connection(), key)
}

/// Remembers all games that were added to another database.
pub(super) fn remember_games_of(
    writer: &mut Writer<'_>,
    other: &Database,
) -> Result<(), DatabaseError> {
    let snapshot = other.snapshot()?;
    let mut statement = snapshot.prepare("SELECT key, players FROM imported")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let moves = row.get::<_, i64>(0)?.cast_unsigned();
        let players = row.get::<_, Option<i64>>(1)?.map(i64::cast_unsigned);
        let key = GameKey { moves, players };
        if !has(writer.connection(), key)? {
            add(writer.connection(), key)?;
        }
    }
    Ok(())
}

fn has(connection: &Connection, key: GameKey) -> Result<bool, DatabaseError> {
    let mut statement = connection.prepare_cached("SELECT players FROM imported WHERE key = ?1")?;
    let mut rows = statement.query([key.moves.cast_signed()])?;
    while let Some(row) = rows.next()? {
        let players = row.get::<_, Option<i64>>(0)?.map(i64::cast_unsigned);
        if key.is_same(GameKey { moves: key.moves, players }) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn add(connection: &Connection, key: GameKey) -> Result<(), DatabaseError> {
    let mut statement = connection.prepare_cached("INSERT INTO imported VALUES (?1, ?2)")?;
    statement.execute(params![key.moves.cast_signed(), key.players.map(u64::cast_signed)])?;
    Ok(())
}
