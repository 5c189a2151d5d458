//! The byte format of the experience.
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
//! Checksums are CRC-32 (IEEE 802.3). Several records of the same position are merged; see
//! `Record::plus`. Each record stands for itself: if its checksum matches it is good, whatever
//! became of the other records and even of the head.

use std::io::{self, Read};

use super::{Memory, Record, Tally};
use crate::geometry::BoardSize;
use crate::identity::Key;
use crate::rule::Rule;
use crate::score::Score;

/// Size of a record and of the head, in bytes.
pub const UNIT: usize = 32;
const MAGIC: &[u8; 8] = b"FKLEARN\n";
/// Version of the format that is written.
pub(crate) const VERSION: u16 = 1;
/// Number of bytes that are read at once; a whole number of records.
const PIECE: usize = UNIT << 11;
/// Number of bytes of a record before the checksum.
const BODY: usize = UNIT - 4;

/// The contents of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// All sound records, merged.
    pub memory: Memory,
    /// Number of sound records. There may be several of one position.
    pub records: usize,
    /// Whether the head is sound. An empty file counts as having a sound head.
    pub has_head: bool,
    /// Number of places for a record that hold no sound one.
    pub damaged: usize,
}

/// The error that the head has another version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherVersion(pub u16);

/// Whether a file that begins with these bytes is an experience file of any version.
pub(crate) fn is_begin(file: &[u8]) -> bool {
    file.starts_with(MAGIC)
}

/// Returns the head of a file.
pub fn head() -> [u8; UNIT] {
    let mut head = [0; UNIT];
    head[..8].copy_from_slice(MAGIC);
    head[8..10].copy_from_slice(&VERSION.to_le_bytes());
    seal(head)
}

/// Returns the bytes of a record.
pub fn write(record: &Record) -> [u8; UNIT] {
    let Record { key, rule, size, stones, score, tally, time } = record;
    let mut bytes = [0; UNIT];
    bytes[..8].copy_from_slice(&key.0.to_le_bytes());
    bytes[8..11].copy_from_slice(&[rule.code(), size.width(), size.height()]);
    bytes[12..14].copy_from_slice(&stones.to_le_bytes());
    bytes[14..16].copy_from_slice(&score.to_table(0).to_le_bytes());
    bytes[16..18].copy_from_slice(&count(tally.wins));
    bytes[18..20].copy_from_slice(&count(tally.draws));
    bytes[20..22].copy_from_slice(&count(tally.losses));
    bytes[24..28].copy_from_slice(&time.to_le_bytes());
    seal(bytes)
}

/// Returns the bytes of a number of games, or of the largest one that there is room for.
fn count(games: u32) -> [u8; 2] {
    u16::try_from(games).unwrap_or(u16::MAX).to_le_bytes()
}

/// Returns the record of these bytes, or `None` if they are not a sound record.
pub fn read(bytes: &[u8; UNIT]) -> Option<Record> {
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
        time: u32::from_le_bytes([t0, t1, t2, t3]),
    })
}

/// Returns the bytes of a whole file: head and records.
pub fn write_all<'a>(records: impl Iterator<Item = &'a Record>) -> Vec<u8> {
    let mut bytes = head().to_vec();
    records.for_each(|record| bytes.extend_from_slice(&write(record)));
    bytes
}

/// Reads the contents of a file, even if it is damaged.
///
/// # Errors
/// If the file is of another version.
pub fn read_all(file: &[u8]) -> Result<Contents, OtherVersion> {
    let mut reading = Reading::new(usize::MAX);
    file.chunks(UNIT).try_for_each(|unit| reading.take(unit))?;
    Ok(reading.finish())
}

/// Reads the contents of a file piece by piece.
///
/// If there are more than `most` positions, only the most valuable ones are kept, as by
/// [`Memory::shrink_to`]. Never much more than that is in memory, however long the file is.
///
/// # Errors
/// If the file cannot be read, or, in the inner result, if it is of another version.
pub(crate) fn read_from(
    mut file: impl Read,
    most: usize,
) -> io::Result<Result<Contents, OtherVersion>> {
    let mut reading = Reading::new(most);
    let mut piece = Vec::with_capacity(PIECE);
    loop {
        piece.clear();
        file.by_ref().take(PIECE as u64).read_to_end(&mut piece)?;
        if let Err(error) = piece.chunks(UNIT).try_for_each(|unit| reading.take(unit)) {
            return Ok(Err(error));
        }
        if piece.len() < PIECE {
            return Ok(Ok(reading.finish()));
        }
    }
}

/// The state of reading a file.
struct Reading {
    contents: Contents,
    is_begun: bool,
    most: usize,
}

impl Reading {
    fn new(most: usize) -> Self {
        Self { contents: Contents::default(), is_begun: false, most }
    }

    /// Takes the next bytes: as many as a record has, or fewer at the end of the file.
    fn take(&mut self, bytes: &[u8]) -> Result<(), OtherVersion> {
        let contents = &mut self.contents;
        let unit = <&[u8; UNIT]>::try_from(bytes).ok();
        if !std::mem::replace(&mut self.is_begun, true) {
            let Some(head) = unit else { return Ok(()) };
            let version = u16::from_le_bytes([head[8], head[9]]);
            contents.has_head = head.starts_with(MAGIC) && is_sealed(head);
            return if contents.has_head && version != VERSION {
                Err(OtherVersion(version))
            } else {
                Ok(())
            };
        }
        let Some(record) = unit.and_then(read) else {
            contents.damaged += 1;
            return Ok(());
        };
        contents.memory.add(record);
        contents.records += 1;
        // Do not shrink after each record, because shrinking looks at all of them.
        if contents.memory.len() > self.most.saturating_add(self.most / 4) {
            contents.memory.shrink_to(self.most);
        }
        Ok(())
    }

    fn finish(mut self) -> Contents {
        self.contents.memory.shrink_to(self.most);
        self.contents.has_head |= !self.is_begun;
        self.contents
    }
}

fn seal(mut bytes: [u8; UNIT]) -> [u8; UNIT] {
    let sum = crc32fast::hash(&bytes[..BODY]);
    bytes[BODY..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

fn is_sealed(bytes: &[u8; UNIT]) -> bool {
    bytes[BODY..] == crc32fast::hash(&bytes[..BODY]).to_le_bytes()
}
