//! The rows of a database as text: CSV with a line of headings, one line for each position.
//!
//! Every program for tables reads it, and a difference between two files shows what changed. The
//! stones may be those of any board that is symmetric to the canonical one.

use std::io::{self, Read, Write};

use fukumi_core::geometry::{BoardSize, Color};
use fukumi_core::identity::Key;
use fukumi_core::learning::Tally;
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;

use super::bulk::{self, Merging, Row};
use super::entry::{Bound, Entry, Value};
use super::guard;
use super::imported;
use super::name::{Name, Stones, read_points, write_points};
use super::records::{Fields, Found, Records};
use super::row::{read_mark, write_mark};
use super::schema::read_score;
use super::{Database, DatabaseError};

/// The headings, in the order of the columns.
const COLUMNS: [&str; 20] = [
    "rule", "size", "turn", "black", "white", "dead", "value", "plies", "bound", "depth", "best",
    "visits", "wins", "draws", "losses", "label", "comment", "marks", "changed", "key",
];

/// Number of rows that are checked between two reports.
const CHECK_INTERVAL: u64 = 64;

impl Database {
    /// Writes all positions that `is_wanted`, in the order of their keys. Returns how many.
    ///
    /// # Errors
    /// If the file cannot be read, or the text not written.
    pub fn export(
        &self,
        out: impl Write,
        is_wanted: impl Fn(Rule, BoardSize) -> bool,
    ) -> Result<u64, DatabaseError> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(COLUMNS).map_err(unwritten)?;
        let mut count = 0;
        self.each(|name, entry| {
            if is_wanted(name.rule, name.size) {
                writer.write_record(cells(&name, &entry)).map_err(unwritten)?;
                count += 1;
            }
            Ok(())
        })?;
        writer.flush()?;
        Ok(count)
    }

    /// Merges the rows of such a text with what is known, while a thread reads on. Rows that make
    /// no sense are left out. `on_progress` receives now and then how many rows are written, and
    /// returns whether to go on; those rows stay if not.
    ///
    /// # Errors
    /// [`DatabaseError::Row`] if the headings make no sense, or a line has no end; rows before it
    /// have been read in. If the database cannot be written; [`DatabaseError::Stopped`] if
    /// `on_progress` returns `false`.
    pub fn import(
        &mut self,
        text: impl Read + Send,
        on_progress: impl FnMut(u64) -> bool,
    ) -> Result<Imported, DatabaseError> {
        let mut records = Records::new(text);
        let headings = match records.next().map_err(unread)? {
            Some(Found { fields, line }) => fields.map_err(|reason| damaged(line, reason))?,
            None => return Err(damaged(1, "there are no headings")),
        };
        let columns = columns(&headings)?;
        let mut imported = Imported::default();
        let faults = &mut imported;
        let mut end = Ok(());
        let ended = &mut end;
        let rows = Merging::new(self, on_progress).read(move |put| {
            loop {
                let found = match records.next() {
                    Ok(Some(found)) => found,
                    Ok(None) => return Ok(()),
                    Err(error) => {
                        // What is before is sound, and is written.
                        *ended = Err(unread(error));
                        return Ok(());
                    }
                };
                let row =
                    found.fields.map_err(String::from).and_then(|fields| row(&fields, &columns));
                match row {
                    Ok(row) => put(row)?,
                    Err(reason) => faults.add(format!("line {}: {reason}", found.line)),
                }
            }
        })?;
        end?;
        Ok(Imported { rows, ..imported })
    }

    /// Merges all positions of another database. `on_progress` is as for [`Database::import`]; it
    /// receives 0 while the rows of the other one are checked. Returns how many there were.
    ///
    /// # Errors
    /// If the other one has a damaged row or is the same file, before anything is written; if it
    /// cannot be read, or this one cannot be written; [`DatabaseError::Stopped`].
    pub fn merge(
        &mut self,
        other: &Self,
        mut on_progress: impl FnMut(u64) -> bool,
    ) -> Result<u64, DatabaseError> {
        self.check_other(other)?;
        // Whatever is damaged is found before anything is written.
        let mut checked: u64 = 0;
        other.each(|_, _| {
            checked += 1;
            let goes_on = !checked.is_multiple_of(CHECK_INTERVAL) || on_progress(0);
            if goes_on { Ok(()) } else { Err(DatabaseError::Stopped) }
        })?;
        let mut merging = Merging::new(self, on_progress);
        other.each(|name, entry| merging.push((name, entry)))?;
        merging.finish(Some(&mut |writer| imported::remember_games_of(writer, other)))
    }

    /// Checks that another database is another file. Whatever is added to a file from itself would
    /// count twice. Links and names do not matter.
    pub(super) fn check_other(&self, other: &Self) -> Result<(), DatabaseError> {
        let paths = [self.path(), other.path()];
        // A database in memory has no path.
        if paths.iter().any(|path| path.as_os_str().is_empty()) {
            return Ok(());
        }
        guard::check_other(paths[0], paths[1])
    }

    /// Merges rows with what is known, in one piece.
    pub(super) fn merge_rows(&mut self, mut rows: Vec<Row>) -> Result<(), DatabaseError> {
        bulk::sort(&mut rows);
        let mut writer = self.write()?;
        for (name, entry) in rows {
            writer.merge_named(&name, entry)?;
        }
        writer.commit()
    }
}

fn unwritten(error: csv::Error) -> DatabaseError {
    DatabaseError::Other(error.to_string())
}

fn unread(error: io::Error) -> DatabaseError {
    DatabaseError::Row(error.to_string())
}

fn damaged(line: u64, reason: &str) -> DatabaseError {
    DatabaseError::Row(format!("line {line}: {reason}"))
}

/// What came of reading a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Number of rows that were merged.
    pub rows: u64,
    /// Number of rows that were left out because they make no sense.
    pub damaged: u64,
    /// What is wrong with the first [`Imported::MAX_FAULTS`] of them, and on which line.
    pub faults: Vec<String>,
}

impl Imported {
    /// How many faults are kept.
    pub const MAX_FAULTS: usize = 100;

    fn add(&mut self, fault: String) {
        self.damaged += 1;
        if self.faults.len() < Self::MAX_FAULTS {
            self.faults.push(fault);
        }
    }
}

/// The cells of a row.
fn cells(name: &Name, entry: &Entry) -> [String; COLUMNS.len()] {
    let size = name.size;
    let points = |choose: fn(&Stones) -> &Vec<_>| {
        name.stones.as_ref().map_or_else(String::new, |s| write_points(choose(s), size))
    };
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let number = |number: Option<i64>| number.map_or_else(String::new, |n| n.to_string());
    let value = entry.value;
    let plies = value.and_then(|value| value.score.plies_to_end().map(|n| (n, value.score)));
    let score = value.filter(|_| plies.is_none()).map(|value| value.score.points().into());
    // A loss on the board has no plies left, and still has to differ from a win.
    let plies =
        plies.map(|(n, score)| format!("{}{}", if score.is_win() { "" } else { "-" }, n.abs()));
    let marks: Vec<String> = entry.marks.iter().map(|mark| write_mark(mark, size)).collect();
    [
        name.rule.name().into(),
        size.to_string(),
        name.stones.as_ref().map_or("", |stones| stones.to_move.name()).into(),
        points(|stones| &stones.black),
        points(|stones| &stones.white),
        points(|stones| &stones.dead),
        number(score),
        plies.unwrap_or_default(),
        value.map_or("", |value| value.bound.name()).into(),
        number(value.and_then(|value| value.depth).map(i64::from)),
        write_points(&entry.best, size),
        entry.visits.to_string(),
        entry.tally.wins.to_string(),
        entry.tally.draws.to_string(),
        entry.tally.losses.to_string(),
        text(&entry.label),
        text(&entry.comment),
        marks.join("\n"),
        number(entry.changed.map(i64::from)),
        format!("{}:{:016x}", name.count, name.key.0),
    ]
}

/// Where each column stands; `None` for one that is missing.
fn columns(headings: &Fields) -> Result<[Option<usize>; COLUMNS.len()], DatabaseError> {
    if let Some(other) = headings.iter().find(|heading| !COLUMNS.contains(heading)) {
        let known = COLUMNS.join(", ");
        return Err(DatabaseError::Row(format!("line 1: expected {known}, found {other:?}")));
    }
    Ok(COLUMNS.map(|column| headings.iter().position(|heading| heading == column)))
}

/// Reads a row; the error says what is wrong with it.
fn row(record: &Fields, columns: &[Option<usize>; COLUMNS.len()]) -> Result<Row, String> {
    let cells = Cells { record, columns };
    let rule = cells.read("rule", Rule::named)?.ok_or("there is no rule")?;
    let size = cells.read("size", read_size)?.ok_or("there is no size")?;
    let points = |column| cells.read(column, |text| read_points(text, size));
    let stones = match cells.read("turn", Color::named)? {
        None => None,
        Some(to_move) => Some(Stones {
            black: points("black")?.unwrap_or_default(),
            white: points("white")?.unwrap_or_default(),
            dead: points("dead")?.unwrap_or_default(),
            to_move,
        }),
    };
    let count = |column| Ok::<_, String>(cells.read(column, |t| t.parse().ok())?.unwrap_or(0));
    let entry = Entry {
        value: value(&cells)?,
        best: points("best")?.unwrap_or_default(),
        visits: cells.read("visits", |text| text.parse().ok())?.unwrap_or(0),
        tally: Tally { wins: count("wins")?, draws: count("draws")?, losses: count("losses")? },
        label: cells.get("label").map(Into::into),
        comment: cells.get("comment").map(Into::into),
        marks: cells
            .read("marks", |text| text.lines().map(|line| read_mark(line, size)).collect())?
            .unwrap_or_default(),
        changed: cells.read("changed", |text| text.parse().ok())?,
    };
    match stones {
        Some(stones) => {
            let named = Name::of_stones(rule, size, &stones);
            let (name, identity) = named.ok_or("two stones are on one point")?;
            Ok((name, entry.turned(|point| identity.to_canonical(point))))
        }
        None => {
            let key = cells.read("key", |text| {
                let (count, key) = text.split_once(':')?;
                Some((count.parse().ok()?, Key(u64::from_str_radix(key, 16).ok()?)))
            })?;
            let (count, key) = key.ok_or("there are neither a turn nor a key")?;
            Ok((Name { key, rule, size, count, stones: None }, entry))
        }
    }
}

fn value(cells: &Cells<'_>) -> Result<Option<Value>, String> {
    let points = cells.read("value", |text| read_score(text.parse().ok()?))?;
    let plies = cells.read("plies", |text| {
        let length: u16 = text.trim_start_matches('-').parse().ok().filter(|&n| n <= 1_000)?;
        let is_loss = text.starts_with('-');
        Some(if is_loss { Score::loss_in(length.into()) } else { Score::win_in(length.into()) })
    })?;
    let bound = cells.read("bound", Bound::named)?.unwrap_or(Bound::Exact);
    let depth = cells.read("depth", |text| text.parse().ok())?;
    Ok(plies.or(points).map(|score| Value { score, bound, depth }))
}

fn read_size(text: &str) -> Option<BoardSize> {
    let (width, height) = text.split_once('x')?;
    BoardSize::new(width.parse().ok()?, height.parse().ok()?)
}

/// A row as it is read.
struct Cells<'a> {
    record: &'a Fields,
    columns: &'a [Option<usize>; COLUMNS.len()],
}

impl Cells<'_> {
    /// The text in a column; `None` if it is empty.
    fn get(&self, column: &str) -> Option<&str> {
        let at = COLUMNS.iter().position(|known| *known == column)?;
        self.record.get(self.columns[at]?).filter(|text| !text.is_empty())
    }

    /// What the text in a column means; `None` if it is empty.
    fn read<T>(&self, column: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, String> {
        let text = self.get(column);
        let read = |text: &str| read(text).ok_or_else(|| format!("{text:?} is no {column}"));
        text.map(read).transpose()
    }
}
