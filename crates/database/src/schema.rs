//! The tables of the file, and how cells are read that several of them have.

use std::time::Duration;

use fukumi_core::geometry::BoardSize;
use fukumi_core::identity::Key;
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;
use rusqlite::{Connection, OptionalExtension, Row};

use super::error::DatabaseError;
use super::locking::{Locked, Sharing};
use super::version::VERSION;

/// What SQLite calls the application id: the letters "FUKU".
const APPLICATION: i64 = 0x4655_4b55;

/// The columns of the tables besides the key and the game, in the order in which rows are read and
/// written. The tables below give them their types.
macro_rules! columns {
    (position) => {
        concat!(columns!(stones), ", value, ", columns!(known), ", changed")
    };
    (stones) => {
        "stones, turn, black, white, dead"
    };
    (known) => {
        concat!("bound, depth, best, visits, ", columns!(tally), ", label, comment, marks")
    };
    (learned) => {
        concat!("stones, value, ", columns!(tally), ", met")
    };
    (tally) => {
        "wins, draws, losses"
    };
}
pub(super) use columns;

/// What `learned.value` holds if the value is not known. The column takes no NULL, and no score has
/// so many points.
pub(super) const NO_VALUE: i64 = i16::MIN as i64;
const _: () = assert!(-NO_VALUE > Score::WIN.points() as i64);

/// A value in points, or in plies to the end if the result is proven, as views show it. The numbers
/// are [`Score::WIN`] and the smallest score that is a proven win. Both are NULL for a number that
/// is no score, such as [`NO_VALUE`].
macro_rules! shown_value {
    () => {
        "
        CASE WHEN abs(value) < 29000 THEN value END AS value,
        CASE WHEN value BETWEEN 29000 AND 30000 THEN 30000 - value
            WHEN value BETWEEN -30000 AND -29000 THEN -30000 - value END AS plies,
        "
    };
}

/// The table of games, and that of entries.
const ENTRIES: &str = "
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
";

/// The view of entries, for people who look at them with other programs.
const ENTRIES_VIEW: &str = concat!(
    "CREATE VIEW positions AS SELECT rule, width, height, ",
    columns!(stones),
    ",",
    shown_value!(),
    columns!(known),
    ", datetime(changed, 'unixepoch') AS changed, key
    FROM position JOIN game ON game.id = position.game;"
);

/// The table of what was learnt, which early files lack. A value may be [`NO_VALUE`].
const LEARNED: &str = "
CREATE TABLE learned (
    key INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game,
    stones INTEGER NOT NULL,
    value INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    met INTEGER NOT NULL
) STRICT;
";

/// The view of that table.
const LEARNED_VIEW: &str = concat!(
    "CREATE VIEW learned_positions AS SELECT rule, width, height, stones,",
    shown_value!(),
    columns!(tally),
    ", datetime(met, 'unixepoch') AS met, key
    FROM learned JOIN game ON game.id = learned.game;"
);

/// The table of games that were added, by their keys, which early files lack. Without players, the
/// record knows not both of them.
const IMPORTED: &str = "
CREATE TABLE imported (
    key INTEGER NOT NULL,
    players INTEGER
) STRICT;
CREATE INDEX imported_key ON imported (key);
";

/// A table that early files lack: name, statements, and the statements of a view.
type LaterTable = (&'static str, &'static str, &'static str);

const LATER: [LaterTable; 2] = [("learned", LEARNED, LEARNED_VIEW), ("imported", IMPORTED, "")];

/// What to do about tables that are not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// Make them, even in an empty file.
    Create,
    /// Make what early files lack.
    Complete,
    /// Do as if they were there and empty.
    Pretend,
}

/// Makes the tables in an empty file, and checks those of any other.
pub(super) fn prepare(
    connection: &Connection,
    sharing: Sharing,
    patience: Duration,
    missing: Missing,
) -> Result<(), DatabaseError> {
    let is_complete = {
        let reading = Locked::read(connection, sharing)?;
        !(missing == Missing::Create && is_empty(&reading)?)
            && lacking(&reading)?.is_empty()
            && outdated_views(&reading)?.is_empty()
    };
    if is_complete || missing == Missing::Pretend {
        let reading = Locked::read(connection, sharing)?;
        check(&reading)?;
        for (_, table, _) in lacking(&reading)? {
            reading.execute_batch(&table.replace("CREATE TABLE", "CREATE TEMPORARY TABLE"))?;
        }
        return Ok(reading.commit()?);
    }
    // Another process may be making them at the same time.
    let writing = Locked::write(connection, sharing, patience)?;
    if missing == Missing::Create && is_empty(&writing)? {
        writing.execute_batch(ENTRIES)?;
        writing.execute_batch(ENTRIES_VIEW)?;
        writing.pragma_update(None, "application_id", APPLICATION)?;
        writing.pragma_update(None, "user_version", VERSION)?;
    }
    check(&writing)?;
    for (_, table, view) in lacking(&writing)? {
        writing.execute_batch(table)?;
        writing.execute_batch(view)?;
    }
    for (name, view) in outdated_views(&writing)? {
        writing.execute_batch(&format!("DROP VIEW {name};"))?;
        writing.execute_batch(view)?;
    }
    Ok(writing.commit()?)
}

/// Checks that the file is a database of positions of this version.
fn check(connection: &Connection) -> Result<(), DatabaseError> {
    if number(connection, "application_id")? != APPLICATION {
        return Err(DatabaseError::Foreign);
    }
    match number(connection, "user_version")? {
        VERSION => Ok(()),
        other => Err(DatabaseError::Version(other)),
    }
}

/// The tables that early files lack and this file lacks.
fn lacking(connection: &Connection) -> Result<Vec<LaterTable>, DatabaseError> {
    let mut lacking = Vec::new();
    for later in LATER {
        if !connection.table_exists(None, later.0)? {
            lacking.push(later);
        }
    }
    Ok(lacking)
}

/// The views, by name, that an earlier program made in other words. A view that a person has
/// removed is none of them.
fn outdated_views(
    connection: &Connection,
) -> Result<Vec<(&'static str, &'static str)>, DatabaseError> {
    let mut outdated = Vec::new();
    let question = "SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = ?1";
    let mut statement = connection.prepare(question)?;
    for (name, view) in [("positions", ENTRIES_VIEW), ("learned_positions", LEARNED_VIEW)] {
        let kept: Option<String> = statement.query_row([name], |row| row.get(0)).optional()?;
        // SQLite keeps a statement without its end.
        if kept.is_some_and(|kept| kept != view.trim_end_matches(';')) {
            outdated.push((name, view));
        }
    }
    Ok(outdated)
}

/// Reads the rule and the size of the board in three columns, of which this is the first.
pub(super) fn read_game(row: &Row<'_>, first: usize) -> Result<(Rule, BoardSize), DatabaseError> {
    let damaged = |what: &str| DatabaseError::Damaged(format!("a row has another {what}"));
    let rule = row.get_ref(first)?.as_str().map_err(rusqlite::Error::from)?;
    let rule = Rule::named(rule).ok_or_else(|| damaged("rule"))?;
    let size = BoardSize::new(row.get(first + 1)?, row.get(first + 2)?);
    Ok((rule, size.ok_or_else(|| damaged("size"))?))
}

/// Reads the key in the first column. It is written with [`u64::cast_signed`], since all integers
/// of SQLite have a sign.
pub(super) fn read_key(row: &Row<'_>) -> rusqlite::Result<Key> {
    Ok(Key(row.get::<_, i64>(0)?.cast_unsigned()))
}

/// The score of so many points; `None` if no score has them.
pub(super) fn read_score(points: i64) -> Option<Score> {
    let points = i16::try_from(points).ok()?;
    (i32::from(points).abs() <= Score::WIN.points()).then(|| Score::from_table(points, 0))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_have_the_columns_that_statements_name() {
        let connection = Connection::open_in_memory().unwrap();
        prepare(&connection, Sharing::Alone, Duration::ZERO, Missing::Create).unwrap();
        for (table, columns) in [("position", columns!(position)), ("learned", columns!(learned))] {
            let question = "SELECT group_concat(name, ', ') FROM pragma_table_info(?1)";
            let names: String = connection.query_row(question, [table], |row| row.get(0)).unwrap();
            assert_eq!(names, format!("key, game, {columns}"));
        }
    }

    #[test]
    fn a_view_shows_plies_and_points_as_a_score_has_them() {
        let connection = Connection::open_in_memory().unwrap();
        prepare(&connection, Sharing::Alone, Duration::ZERO, Missing::Create).unwrap();
        let game = "INSERT INTO game (rule, width, height) VALUES ('renju', 15, 15)";
        connection.execute(game, []).unwrap();
        // The longest proven results, those on the board, and what is next to a proven result.
        let proven = [0, 1_000].map(|plies| [Score::win_in(plies), Score::loss_in(plies)]);
        let beyond = [Score::win_in(1_001), Score::loss_in(1_001), Score::EVAL_MAX, Score::ZERO];
        for (key, score) in proven.as_flattened().iter().chain(&beyond).enumerate() {
            let row = "INSERT INTO position (key, game, stones, value) VALUES (?1, 1, 0, ?2)";
            connection.execute(row, [key as i64, score.points().into()]).unwrap();
            let seen = "SELECT value, plies FROM positions WHERE key = ?1";
            let seen: (Option<i32>, Option<i32>) = connection
                .query_row(seen, [key as i64], |row| Ok((row.get(0)?, row.get(1)?)))
                .unwrap();
            let points = (!score.is_proven()).then_some(score.points());
            assert_eq!(seen, (points, score.plies_to_end()), "{score:?}");
        }
    }
}
