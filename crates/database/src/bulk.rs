//! Many rows at once: sorted runs, written in short pieces.
//!
//! Keys are random numbers. Rows in the order of a text would each change another page of the file,
//! and a large file would be written anew again and again. So rows are gathered up to a bound of
//! memory and sorted by key: then neighbours lie on the same page, which is written once a run.
//! Another thread can read the next run meanwhile.
//!
//! While a piece is written no one else can write. It is committed after a tenth of a second, and
//! a pause lets others in, who ask again at growing intervals.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use fukumi_core::clock::Instant;
use fukumi_core::geometry::Point;

use super::entry::Entry;
use super::name::Name;
use super::writer::Writer;
use super::{Database, DatabaseError};

/// What a row says: the name of a position and its entry, on the canonical board.
pub(super) type Row = (Name, Entry);

/// Memory for the rows of a run, in bytes. Two runs exist at a time if a thread reads.
const RUN: usize = 96 << 20;
/// How long a piece is written before it is committed.
const PIECE: Duration = Duration::from_millis(100);
/// How long others may begin to write between two pieces. SQLite, when it waits, asks again after
/// at most so long within the first eighth of a second.
const PAUSE: Duration = Duration::from_millis(25);
/// How often progress is reported while nothing is written.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);
/// Number of rows between two looks at the clock.
const LOOK: u64 = 64;

/// Rows up to a bound of memory.
#[derive(Debug)]
struct Run {
    rows: Vec<Row>,
    /// Memory of the rows, in bytes.
    size: usize,
    /// When the run is full, in bytes.
    limit: usize,
}

impl Run {
    fn new(limit: usize) -> Self {
        Self { rows: Vec::new(), size: 0, limit }
    }

    /// Takes a row. If the run is full now, empties it and returns its rows.
    fn push(&mut self, row: Row) -> Option<Vec<Row>> {
        self.size += size(&row);
        self.rows.push(row);
        (self.size >= self.limit).then(|| self.take())
    }

    /// Takes the rows away, in the order of their keys. Rows of one position stay in their order.
    fn take(&mut self) -> Vec<Row> {
        self.size = 0;
        let mut rows = std::mem::take(&mut self.rows);
        sort(&mut rows);
        rows
    }
}

/// Puts rows into the order in which they stand in the file.
pub(super) fn sort(rows: &mut [Row]) {
    rows.sort_by_key(|(name, _)| name.key.0.cast_signed());
}

/// About how much memory a row takes, in bytes.
fn size((name, entry): &Row) -> usize {
    let stones = name.stones.as_ref().map_or(0, |stones| {
        stones.black.capacity() + stones.white.capacity() + stones.dead.capacity()
    });
    let points = stones + entry.best.capacity();
    let texts = [&entry.label, &entry.comment].into_iter().flatten().map(String::capacity);
    let marks = entry.marks.iter().map(|mark| size_of_val(mark) + mark.text.capacity());
    size_of::<Row>() + points * size_of::<Point>() + texts.sum::<usize>() + marks.sum::<usize>()
}

/// What is written together with the last rows.
pub(super) type Last<'a> = &'a mut dyn FnMut(&mut Writer<'_>) -> Result<(), DatabaseError>;

/// What takes a row that was read.
pub(super) type Take<'a> = dyn FnMut(Row) -> Result<(), DatabaseError> + 'a;

/// Rows that are being merged into a database, in runs.
pub(super) struct Merging<'a, T> {
    database: &'a mut Database,
    /// Receives how many rows are written, and returns whether to go on.
    on_progress: T,
    count: u64,
    run: Run,
}

impl<'a, T: FnMut(u64) -> bool> Merging<'a, T> {
    pub(super) fn new(database: &'a mut Database, on_progress: T) -> Self {
        Self { database, on_progress, count: 0, run: Run::new(RUN) }
    }

    /// Takes a row, and writes a run if it is full.
    pub(super) fn push(&mut self, row: Row) -> Result<(), DatabaseError> {
        match self.run.push(row) {
            Some(rows) => self.write(rows, None),
            None => Ok(()),
        }
    }

    /// Writes what is left, and `last` together with the last piece of it. If there is nothing to
    /// write, the file stays as it is. Returns how many rows there were.
    pub(super) fn finish(mut self, last: Option<Last<'_>>) -> Result<u64, DatabaseError> {
        let rows = self.run.take();
        if rows.is_empty() && last.is_none() {
            // Work that writes nothing can be broken off as well.
            self.report()?;
            return Ok(self.count);
        }
        self.write(rows, last)?;
        Ok(self.end())
    }

    /// Reports that all is written, so there is nothing to break off. Returns how many rows there
    /// were.
    fn end(mut self) -> u64 {
        (self.on_progress)(self.count);
        self.count
    }

    /// Takes all rows that a thread reads: `read` has a function for each of them.
    pub(super) fn read(
        mut self,
        read: impl FnOnce(&mut Take<'_>) -> Result<(), DatabaseError> + Send,
    ) -> Result<u64, DatabaseError> {
        let (is_over, limit) = (&AtomicBool::new(false), self.run.limit);
        // Without places in the channel, whoever has read a run waits until the last one is
        // written.
        let (sender, receiver) = sync_channel::<Vec<Row>>(0);
        let (was_read, was_written) = thread::scope(|scope| {
            let reader = scope.spawn(move || {
                let mut run = Run::new(limit);
                let send = |rows| sender.send(rows).map_err(|_| DatabaseError::Stopped);
                read(&mut |row| {
                    if is_over.load(Ordering::Relaxed) {
                        return Err(DatabaseError::Stopped);
                    }
                    run.push(row).map_or(Ok(()), send)
                })?;
                send(run.take())
            });
            let was_written = loop {
                let result = match receiver.recv_timeout(REPORT_INTERVAL) {
                    Ok(rows) => self.write(rows, None),
                    Err(RecvTimeoutError::Timeout) => self.report(),
                    Err(RecvTimeoutError::Disconnected) => break Ok(()),
                };
                if result.is_err() {
                    break result;
                }
            };
            is_over.store(true, Ordering::Relaxed);
            drop(receiver);
            (reader.join().unwrap_or_else(|panic| resume_unwind(panic)), was_written)
        });
        // If writing failed, the reader was only stopped.
        was_written.and(was_read)?;
        Ok(self.end())
    }

    /// Writes sorted rows in short pieces, and `last`, if there is that, together with the last
    /// one. What is broken off before a piece has not written it.
    fn write(&mut self, rows: Vec<Row>, mut last: Option<Last<'_>>) -> Result<(), DatabaseError> {
        let mut rows = rows.into_iter();
        while rows.len() > 0 || last.is_some() {
            self.report()?;
            let mut writer = self.database.write()?;
            let (start, before) = (Instant::now(), self.count);
            for (name, entry) in rows.by_ref() {
                writer.merge_named(&name, entry)?;
                self.count += 1;
                if (self.count - before).is_multiple_of(LOOK) && start.elapsed() >= PIECE {
                    break;
                }
            }
            if rows.len() == 0
                && let Some(last) = last.take()
            {
                last(&mut writer)?;
            }
            writer.commit()?;
            // No one else has a database in memory.
            if rows.len() > 0 && !self.database.path().as_os_str().is_empty() {
                thread::sleep(PAUSE);
            }
        }
        Ok(())
    }

    fn report(&mut self) -> Result<(), DatabaseError> {
        if (self.on_progress)(self.count) { Ok(()) } else { Err(DatabaseError::Stopped) }
    }
}

#[cfg(test)]
mod tests {
    use fukumi_core::geometry::BoardSize;
    use fukumi_core::position::Position;
    use fukumi_core::random::Generator;
    use fukumi_core::rule::Rule;
    use rand::{Rng, SeedableRng};

    use super::*;
    use crate::Access;

    /// Rows about few positions, with comments whose order shows which of them came first.
    fn rows() -> Vec<Row> {
        let size = BoardSize::square(9).unwrap();
        let mut rng = Generator::seed_from_u64(4);
        let mut row = |number: u32| {
            let mut position = Position::new(size, Rule::Renju);
            position.play(Point::new(rng.random_range(0..9), rng.random_range(0..9)));
            let comment = Some(format!("number {number};"));
            (Name::of(&position).0, Entry { comment, visits: 1, ..Entry::default() })
        };
        (0..300).map(&mut row).collect()
    }

    fn merging<T: FnMut(u64) -> bool>(
        database: &mut Database,
        limit: usize,
        on_progress: T,
    ) -> Merging<'_, T> {
        Merging { database, on_progress, count: 0, run: Run::new(limit) }
    }

    fn text(database: &Database) -> String {
        let mut text = Vec::new();
        database.export(&mut text, |_, _| true).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn runs_of_every_length_have_the_same_result() {
        let mut expected = Database::in_memory().unwrap();
        expected.merge_rows(rows()).unwrap();
        assert!(text(&expected).contains(";\nnumber"));
        for limit in [1, 10_000, RUN] {
            let mut pushed = Database::in_memory().unwrap();
            let mut all = merging(&mut pushed, limit, |_| true);
            rows().into_iter().try_for_each(|row| all.push(row)).unwrap();
            assert_eq!(all.finish(None).unwrap(), 300);
            let mut read = Database::in_memory().unwrap();
            let all = merging(&mut read, limit, |_| true);
            let count = all.read(|put| rows().into_iter().try_for_each(put)).unwrap();
            assert_eq!(count, 300);
            assert_eq!(text(&pushed), text(&expected));
            assert_eq!(text(&read), text(&expected));
        }
    }

    #[test]
    fn what_was_reported_stays_and_a_reader_stops_when_the_work_is_broken_off() {
        let mut database = Database::in_memory().unwrap();
        let mut reported = 0;
        let all = merging(&mut database, 1, |count| {
            reported = count;
            count < 50
        });
        // Without an end: only the one who writes can stop it.
        let result = all.read(|put| rows().into_iter().cycle().try_for_each(put));
        assert!(matches!(result, Err(DatabaseError::Stopped)));
        let mut visits = 0;
        database
            .each(|_, entry| {
                visits += entry.visits;
                Ok(())
            })
            .unwrap();
        assert_eq!((reported, visits), (50, 50));
    }

    #[test]
    fn an_error_of_the_reader_comes_through() {
        let mut database = Database::in_memory().unwrap();
        let all = merging(&mut database, 1, |_| true);
        let result = all.read(|put| {
            rows().into_iter().take(9).try_for_each(put)?;
            Err(DatabaseError::Row("the tenth".into()))
        });
        assert_eq!(result.unwrap_err().to_string(), "the tenth");
        assert!(database.count().unwrap() > 0);
    }

    #[test]
    fn others_can_write_between_two_pieces() {
        let folder = std::env::temp_dir().join(format!("fukumi-{}-db-pieces", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("positions.db");
        let patience = Duration::from_secs(60);
        let mut database = Database::open(&path, Access::Create, patience).unwrap();
        let mut other = Database::open(&path, Access::Write, Duration::ZERO).unwrap();
        let position = Position::new(BoardSize::square(9).unwrap(), Rule::Renju);
        let mut writes = 0;
        let all = merging(&mut database, 10_000, |_| {
            writes += 1;
            other.update(&position, |entry| entry.visits += 1).is_ok()
        });
        all.read(|put| rows().into_iter().try_for_each(put)).unwrap();
        assert!(writes > 3);
        assert_eq!(database.get(&position).unwrap().unwrap().visits, writes);
        drop((database, other));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
