//! Rows of positions: looking them up, and reading an entry from its columns.

use fukumi_core::geometry::{BoardSize, Color};
use fukumi_core::identity::Key;
use fukumi_core::learning::Tally;
use fukumi_core::position::Position;
use rusqlite::{Connection, Row};

use super::DatabaseError;
use super::entry::{Bound, Entry, Mark, Value};
use super::name::{Name, Stones, read_points};
use super::schema::{columns, read_game, read_key, read_score};

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

/// The row with a key.
const ONE: &str = select!("WHERE key = ?1");
/// All rows, in the order of the keys.
pub(super) const ALL: &str = select!("ORDER BY key");

/// The number that a question answers, which cannot be negative.
pub(super) fn number(connection: &Connection, question: &str) -> Result<u64, DatabaseError> {
    let number = connection.query_row(question, [], |row| row.get::<_, i64>(0))?;
    Ok(number.unsigned_abs())
}

/// What is known of a position; `None` if it has no entry.
pub(super) fn get(
    connection: &Connection,
    position: &Position,
) -> Result<Option<Entry>, DatabaseError> {
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
pub(super) fn is_same(one: &Name, other: &Name) -> bool {
    let is_known = one.stones.is_some() && other.stones.is_some();
    (one.rule, one.size) == (other.rule, other.size) && (!is_known || one.stones == other.stones)
}

/// Reads a row of `select!`.
pub(super) fn read(row: &Row<'_>) -> Result<(Name, Entry), DatabaseError> {
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
        visits: u64::try_from(row.get::<_, i64>(13)?).map_err(|_| damaged("number of visits"))?,
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

/// Reads what [`write_mark`] writes; `None` if it is something else.
pub(super) fn read_mark(line: &str, size: BoardSize) -> Option<Mark> {
    let (label, text) = line.split_once(' ')?;
    Some(Mark { point: size.parse_label(label)?, text: text.into() })
}
