//! The form of the experience in bytes.
//!
//! A file is a head and then records, all of 32 bytes. Numbers are little-endian.
//!
//! | Bytes | Head |
//! |-------|------|
//! | 8 | `FKLEARN` and a line feed |
//! | 2 | version of the format, 1 |
//! | 18 | zero |
//! | 4 | checksum of all that |
//!
//! | Bytes | Record |
//! |-------|--------|
//! | 8 | key of the position |
//! | 1 | rule, as the protocol numbers it |
//! | 1, 1 | width and height of the board |
//! | 1 | zero |
//! | 2 | stones on the board |
//! | 2 | signed score in points for the side to move; ±(30000 − n) is a win or loss in n plies |
//! | 2, 2, 2 | games that the side to move won, drew and lost |
//! | 2 | zero |
//! | 4 | when the last of them was, in seconds since 1970 |
//! | 4 | checksum of all that |
//!
//! Checksums are CRC-32 (IEEE 802.3). The same position may have several records, which add up, see
//! `Record::plus`. Every record stands for itself: whatever became of the others, and even of the
//! head, one whose checksum matches is good.

use std::io::{self, Read};

use super::{Memory, Record, Tally};
use crate::geometry::BoardSize;
use crate::identity::Key;
use crate::rule::Rule;
use crate::score::Score;

/// Bytes of a record, and of the head.
pub const UNIT: usize = 32;
const MAGIC: &[u8; 8] = b"FKLEARN\n";
/// The version that is written.
pub(crate) const VERSION: u16 = 1;
/// Bytes that are read at once; whole records.
const PIECE: usize = UNIT << 11;
/// Bytes of a record before the checksum.
const BODY: usize = UNIT - 4;

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// All sound records.
    pub memory: Memory,
    /// How many there are; of one position there may be several.
    pub records: usize,
    /// Whether the head is sound; that of an empty file is.
    pub has_head: bool,
    /// Places of records where there is no sound one.
    pub damaged: usize,
}

/// The head is that of another version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherVersion(pub u16);

/// Whether a file that begins like this is one of the experience, of whatever version.
pub(crate) fn is_begin(file: &[u8]) -> bool {
    file.starts_with(MAGIC)
}

/// The head of a file.
pub fn head() -> [u8; UNIT] {
    let mut head = [0; UNIT];
    head[..8].copy_from_slice(MAGIC);
    head[8..10].copy_from_slice(&VERSION.to_le_bytes());
    seal(head)
}

/// The bytes of a record.
pub fn write(record: &Record) -> [u8; UNIT] {
    let Record { key, rule, size, stones, score, tally, time } = record;
    let mut bytes = [0; UNIT];
    bytes[..8].copy_from_slice(&key.0.to_le_bytes());
    bytes[8..11].copy_from_slice(&[rule.code(), size.width(), size.height()]);
    bytes[12..14].copy_from_slice(&stones.to_le_bytes());
    bytes[14..16].copy_from_slice(&score.to_table(0).to_le_bytes());
    bytes[16..18].copy_from_slice(&tally.wins.to_le_bytes());
    bytes[18..20].copy_from_slice(&tally.draws.to_le_bytes());
    bytes[20..22].copy_from_slice(&tally.losses.to_le_bytes());
    bytes[24..28].copy_from_slice(&time.to_le_bytes());
    seal(bytes)
}

/// The record of these bytes, if they are one.
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
            wins: u16::from_le_bytes([w0, w1]),
            draws: u16::from_le_bytes([d0, d1]),
            losses: u16::from_le_bytes([l0, l1]),
        },
        time: u32::from_le_bytes([t0, t1, t2, t3]),
    })
}

/// A whole file: head and records.
pub fn write_all<'a>(records: impl Iterator<Item = &'a Record>) -> Vec<u8> {
    let mut bytes = head().to_vec();
    records.for_each(|record| bytes.extend_from_slice(&write(record)));
    bytes
}

/// What a file says, whatever it is.
///
/// # Errors
/// If it is of another version.
pub fn read_all(file: &[u8]) -> Result<Contents, OtherVersion> {
    let mut reading = Reading::new(usize::MAX);
    file.chunks(UNIT).try_for_each(|unit| reading.take(unit))?;
    Ok(reading.finish())
}

/// The same of a file that is read piece by piece. Of many positions only the `most` valuable ones
/// are kept, as by [`Memory::shrink_to`]: never much more than that is in memory, however long the
/// file.
///
/// # Errors
/// If it cannot be read, or, in the inner result, if it is of another version.
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

/// A file of which a part is read.
struct Reading {
    contents: Contents,
    is_begun: bool,
    most: usize,
}

impl Reading {
    fn new(most: usize) -> Self {
        Self { contents: Contents::default(), is_begun: false, most }
    }

    /// Takes the next bytes, as many as a record has unless they are the last.
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
        // Not one by one, for shrinking looks at all of them.
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
