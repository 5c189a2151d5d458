//! Reads the files in which earlier versions kept what they had learnt, `experience.fkx`.
//!
//! A file is a head followed by records. Each has 32 bytes. Numbers are little-endian.
//!
//! | Bytes | Head |
//! |-------|------|
//! | 8 | `FKLEARN` and a line feed |
//! | 2 | version of the format, 1 |
//! | 18 | zero |
//! | 4 | checksum of the bytes before |
//!
//! | Bytes | Record |
//! |-------|--------|
//! | 8 | key of the position |
//! | 1 | rule, as the protocol numbers it |
//! | 1, 1 | width and height of the board |
//! | 1 | zero |
//! | 2 | stones on the board |
//! | 2 | signed score in points for the side to move; ±(30000 − n) is a win or loss in n plies |
//! | 2, 2, 2 | numbers of games that the side to move won, drew and lost |
//! | 2 | zero |
//! | 4 | time of the last of these games, in seconds since 1970 |
//! | 4 | checksum of the bytes before |
//!
//! Checksums are CRC-32 (IEEE 802.3). Several records may be about the same position; their games
//! add up. Each record stands for itself: if its checksum matches it is good, whatever became of
//! the other records and even of the head.

use std::io::{BufReader, Read};

use super::learned::BATCH;
use super::{Database, DatabaseError};
use crate::geometry::BoardSize;
use crate::identity::Key;
use crate::learning::{Record, Tally};
use crate::rule::Rule;
use crate::score::Score;

/// What a file begins with, unless its head is damaged.
pub const MAGIC: &[u8; 8] = b"FKLEARN\n";
/// Size of a record and of the head, in bytes.
pub const UNIT: usize = 32;
/// The version of the format.
const VERSION: u16 = 1;
/// Number of bytes of a record before the checksum.
const BODY: usize = UNIT - 4;

/// How much of a file was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Number of sound records.
    pub records: u64,
    /// Number of places for a record that hold no sound one.
    pub damaged: u64,
}

impl Database {
    /// Adds what such a file says, as games of others: as far as it is sound, whatever its head
    /// says.
    ///
    /// # Errors
    /// If the file cannot be read or has another version of the format, or the database cannot be
    /// written. Records before the error may have been added.
    pub fn import_experience(&mut self, file: impl Read) -> Result<Imported, DatabaseError> {
        let mut file = BufReader::new(file);
        let mut imported = Imported::default();
        let mut records = Vec::new();
        let mut is_head = true;
        loop {
            let mut unit = Vec::with_capacity(UNIT);
            file.by_ref().take(UNIT as u64).read_to_end(&mut unit)?;
            let bytes = <&[u8; UNIT]>::try_from(unit.as_slice()).ok();
            match (std::mem::take(&mut is_head), bytes) {
                (true, Some(head)) => check_head(head)?,
                (false, _) if !unit.is_empty() => match bytes.and_then(read) {
                    Some(record) => {
                        records.push(record);
                        imported.records += 1;
                    }
                    None => imported.damaged += 1,
                },
                _ => {}
            }
            if records.len() >= BATCH || bytes.is_none() {
                self.learn(&records)?;
                records.clear();
            }
            if bytes.is_none() {
                return Ok(imported);
            }
        }
    }
}

/// A head that is damaged says nothing.
fn check_head(head: &[u8; UNIT]) -> Result<(), DatabaseError> {
    match u16::from_le_bytes([head[8], head[9]]) {
        VERSION => Ok(()),
        other if head.starts_with(MAGIC) && is_sealed(head) => {
            Err(DatabaseError::Version(other.into()))
        }
        _ => Ok(()),
    }
}

/// Returns the record of these bytes, or `None` if they are not a sound record.
fn read(bytes: &[u8; UNIT]) -> Option<Record> {
    if !is_sealed(bytes) {
        return None;
    }
    let [k0, k1, k2, k3, k4, k5, k6, k7, rule, width, height, _, rest @ ..] = *bytes;
    let [n0, n1, s0, s1, w0, w1, d0, d1, l0, l1, _, _, t0, t1, t2, t3, ..] = rest;
    let size = BoardSize::new(width.into(), height.into())?;
    let stones = u16::from_le_bytes([n0, n1]);
    let points = i16::from_le_bytes([s0, s1]);
    let is_score = i32::from(points).abs() <= Score::WIN.points();
    (is_score && usize::from(stones) <= size.area()).then_some(Record {
        key: Key(u64::from_le_bytes([k0, k1, k2, k3, k4, k5, k6, k7])),
        rule: Rule::with_code(rule)?,
        size,
        stones,
        score: Score::from_table(points, 0),
        tally: Tally {
            wins: u16::from_le_bytes([w0, w1]).into(),
            draws: u16::from_le_bytes([d0, d1]).into(),
            losses: u16::from_le_bytes([l0, l1]).into(),
        },
        met: u32::from_le_bytes([t0, t1, t2, t3]),
    })
}

fn is_sealed(bytes: &[u8; UNIT]) -> bool {
    bytes[BODY..] == crc32fast::hash(&bytes[..BODY]).to_le_bytes()
}
