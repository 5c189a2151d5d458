//! The tables of the file.

use rusqlite::{Connection, TransactionBehavior};

use super::DatabaseError;

/// What SQLite calls the application id: the letters "FUKU".
const APPLICATION: i64 = 0x4655_4b55;
/// The version of the tables.
pub(super) const VERSION: i64 = 1;

/// The tables, and a view for people who look at them with other programs.
const TABLES: &str = "
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    rule TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    UNIQUE (rule, width, height)
) STRICT;
CREATE TABLE position (
    key INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game,
    stones INTEGER NOT NULL,
    turn TEXT CHECK (turn IN ('black', 'white')),
    black TEXT,
    white TEXT,
    dead TEXT,
    value INTEGER,
    bound TEXT CHECK (bound IN ('exact', 'lower', 'upper')),
    depth INTEGER,
    best TEXT,
    visits INTEGER NOT NULL DEFAULT 0,
    wins INTEGER NOT NULL DEFAULT 0,
    draws INTEGER NOT NULL DEFAULT 0,
    losses INTEGER NOT NULL DEFAULT 0,
    label TEXT,
    comment TEXT,
    marks TEXT,
    changed INTEGER
) STRICT;
CREATE VIEW positions AS
    SELECT rule, width, height, stones, turn, black, white, dead,
        CASE WHEN abs(value) < 29000 THEN value END AS value,
        CASE WHEN value >= 29000 THEN 30000 - value WHEN value <= -29000 THEN -30000 - value END
            AS plies,
        bound, depth, best, visits, wins, draws, losses, label, comment, marks,
        datetime(changed, 'unixepoch') AS changed, key
    FROM position JOIN game ON game.id = position.game;
";

/// Makes the tables in an empty file, and checks those of any other.
pub(super) fn prepare(connection: &mut Connection, may_create: bool) -> Result<(), DatabaseError> {
    if may_create && is_empty(connection)? {
        // Another process may be making them at the same time.
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if is_empty(&transaction)? {
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        transaction.commit()?;
    }
    if number(connection, "application_id")? != APPLICATION {
        return Err(DatabaseError::Foreign);
    }
    match number(connection, "user_version")? {
        VERSION => Ok(()),
        other => Err(DatabaseError::Version(other)),
    }
}

/// Whether there is nothing in the file, not even what says whose it is.
fn is_empty(connection: &Connection) -> Result<bool, DatabaseError> {
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(tables == 0 && number(connection, "application_id")? == 0)
}

fn number(connection: &Connection, pragma: &str) -> Result<i64, DatabaseError> {
    Ok(connection.pragma_query_value(None, pragma, |row| row.get(0))?)
}
