//! Files of games: a header, followed by one record per game.
//!
//! | Bytes | Meaning |
//! |-------|---------|
//! | 8 | `FKGAMES` and a line feed |
//! | 2 | version of the format, 2 |
//! | 2 | length of the settings in bytes |
//! | that many | the settings under which the games were played, as text |
//! | 4 | checksum of everything above |
//!
//! A record:
//!
//! | Bytes | Meaning |
//! |-------|---------|
//! | 2 | length of the game in bytes |
//! | 2 | the same with every bit inverted |
//! | that many | the game, see `record::format` |
//! | 4 | checksum of the game |
//!
//! Numbers are little-endian, and checksums are CRC-32 (IEEE 802.3). A writer appends whole
//! records. So a file that ends within a record was cut off during a write, and everything before
//! that record is good. Anything else that does not fit is damage, and reading ends with an error.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::record::{BadGame, GameRecord, format};

/// The first bytes of a file of games.
const MAGIC: &[u8; 8] = b"FKGAMES\n";
/// Version of the format.
const VERSION: u16 = 2;
/// Size of magic, version and length of the settings, in bytes.
const FIXED: usize = 12;
/// Size of the part of a record before the game, in bytes.
const PREFIX: usize = 4;
/// Size of a checksum, in bytes.
const SUM: usize = 4;

// The length of every game fits into two bytes.
const _: () = assert!(format::MAX_BYTES <= u16::MAX as usize);

/// Why a file of games cannot be read or written.
#[derive(Debug)]
pub enum FileError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// The file does not begin like a file of games.
    NoGames,
    /// The file has an unknown version of the format.
    Version(u16),
    /// The header does not match its checksum or is incomplete.
    Header,
    /// The file has games of other settings.
    Settings {
        /// The settings asked for.
        expected: String,
        /// The settings of the file.
        found: String,
    },
    /// A record is damaged.
    Record {
        /// Start of the record, in bytes from the start of the file.
        offset: u64,
        /// What is wrong with it.
        damage: Damage,
    },
}

/// What is wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// The length does not match its inverse.
    Length,
    /// The game does not match its checksum.
    Checksum,
    /// The checksum matches, but the bytes are not a game.
    Game(BadGame),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::NoGames => f.write_str("expected a file of games, found something else"),
            Self::Version(found) => {
                write!(f, "expected version {VERSION} of the format, found {found}")
            }
            Self::Header => f.write_str("expected a header with its checksum, found a damaged one"),
            Self::Settings { expected, found } => {
                match (without(expected, found).as_str(), without(found, expected).as_str()) {
                    (asked, "") => write!(f, "expected games with {asked}, found games without"),
                    ("", other) => write!(f, "expected games without {other}, found games with"),
                    (asked, other) => write!(f, "expected games with {asked}, found {other}"),
                }
            }
            Self::Record { offset, damage } => {
                write!(f, "the record at byte {offset} is damaged: ")?;
                match damage {
                    Damage::Length => f.write_str("expected a length and its inverse"),
                    Damage::Checksum => f.write_str("the checksum does not match"),
                    Damage::Game(error) => error.fmt(f),
                }
            }
        }
    }
}

/// The words of these settings that the others do not have.
fn without(settings: &str, others: &str) -> String {
    let is_other = |word: &&str| !others.split(' ').any(|other| other == *word);
    settings.split(' ').filter(is_other).collect::<Vec<_>>().join(" ")
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => error.source(),
            _ => None,
        }
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Reads the games of a file in the order in which they were written. Ends after the first error.
pub struct Reader<R> {
    input: R,
    settings: String,
    /// Number of bytes up to the end of the last whole record.
    offset: u64,
    is_cut_off: bool,
    is_over: bool,
}

impl<R: Read> Reader<R> {
    /// Reads the header. The input should be buffered.
    ///
    /// # Errors
    /// If the input cannot be read or does not begin with a valid header.
    pub fn new(mut input: R) -> Result<Self, FileError> {
        let fixed = read_up_to(&mut input, FIXED)?;
        if !fixed.starts_with(MAGIC) {
            return Err(FileError::NoGames);
        }
        let [_, _, _, _, _, _, _, _, v0, v1, l0, l1] = *fixed.as_slice() else {
            return Err(FileError::Header);
        };
        if u16::from_le_bytes([v0, v1]) != VERSION {
            return Err(FileError::Version(u16::from_le_bytes([v0, v1])));
        }
        let length = usize::from(u16::from_le_bytes([l0, l1]));
        let rest = read_up_to(&mut input, length + SUM)?;
        let (settings, sum) = rest.split_at(length.min(rest.len()));
        if sum != checksum(&[&fixed, settings]) {
            return Err(FileError::Header);
        }
        let settings = String::from_utf8(settings.to_vec()).map_err(|_| FileError::Header)?;
        let offset = (FIXED + rest.len()) as u64;
        Ok(Self { input, settings, offset, is_cut_off: false, is_over: false })
    }

    /// The settings under which the games were played.
    pub fn settings(&self) -> &str {
        &self.settings
    }

    /// Whether the file ends within a record. That record is left out.
    pub const fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    /// Number of bytes from the start of the file to the end of the last whole record that was
    /// read.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads the next record; `None` at the end of the file, even if a record was cut off.
    fn read_record(&mut self) -> Result<Option<GameRecord>, FileError> {
        let prefix = read_up_to(&mut self.input, PREFIX)?;
        let [l0, l1, i0, i1] = *prefix.as_slice() else {
            self.is_cut_off = !prefix.is_empty();
            return Ok(None);
        };
        let damaged = |damage| FileError::Record { offset: self.offset, damage };
        let length = u16::from_le_bytes([l0, l1]);
        if length != !u16::from_le_bytes([i0, i1]) {
            return Err(damaged(Damage::Length));
        }
        let length = usize::from(length);
        let rest = read_up_to(&mut self.input, length + SUM)?;
        if rest.len() < length + SUM {
            self.is_cut_off = true;
            return Ok(None);
        }
        let (game, sum) = rest.split_at(length);
        if sum != checksum(&[game]) {
            return Err(damaged(Damage::Checksum));
        }
        let game = GameRecord::decode(game).map_err(|error| damaged(Damage::Game(error)))?;
        self.offset += (PREFIX + length + SUM) as u64;
        Ok(Some(game))
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<GameRecord, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let record = self.read_record().transpose();
        self.is_over = !matches!(record, Some(Ok(_)));
        record
    }
}

/// Appends games to a file.
pub struct Writer<W> {
    output: W,
}

impl<W: Write> Writer<W> {
    /// Starts a file with games played under `settings`, which have at most 65,535 bytes of text.
    ///
    /// # Errors
    /// If the header cannot be written.
    pub fn new(mut output: W, settings: &str) -> io::Result<Self> {
        output.write_all(&header(settings)?)?;
        Ok(Self { output })
    }

    /// Appends a game with a single write.
    ///
    /// # Errors
    /// If the game cannot be written. The file may then end within the record.
    pub fn write(&mut self, game: &GameRecord) -> io::Result<()> {
        let game = game.encode();
        let length = game.len() as u16;
        let (length, inverse) = (length.to_le_bytes(), (!length).to_le_bytes());
        let sum = checksum(&[&game]);
        self.output.write_all(&[&length[..], &inverse, &game, &sum].concat())
    }
}

impl Writer<File> {
    /// Continues a file of games played under `settings`, or starts it if it is empty.
    ///
    /// A record that was cut off is removed. `on_game` receives every game that is already in the
    /// file.
    ///
    /// # Errors
    /// If the file has anything but games of these settings. It is then left unchanged.
    pub fn resume(
        mut file: File,
        settings: &str,
        on_game: &mut dyn FnMut(GameRecord),
    ) -> Result<Self, FileError> {
        let header = header(settings)?;
        let begun = read_up_to(&mut file, header.len())?;
        file.rewind()?;
        if begun.len() < header.len() && header.starts_with(&begun) {
            file.set_len(0)?;
            return Ok(Self::new(file, settings)?);
        }
        let mut reader = Reader::new(io::BufReader::new(&file))?;
        if reader.settings() != settings {
            let found = reader.settings;
            return Err(FileError::Settings { expected: settings.into(), found });
        }
        for game in &mut reader {
            on_game(game?);
        }
        let length = reader.offset;
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(Self { output: file })
    }
}

/// The header of a file with these settings.
fn header(settings: &str) -> io::Result<Vec<u8>> {
    let length = u16::try_from(settings.len())
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, "the settings are too long"))?;
    let fixed = [&MAGIC[..], &VERSION.to_le_bytes(), &length.to_le_bytes()].concat();
    let sum = checksum(&[&fixed, settings.as_bytes()]);
    Ok([&fixed, settings.as_bytes(), &sum].concat())
}

/// The CRC-32 of the parts, one after another.
fn checksum(parts: &[&[u8]]) -> [u8; SUM] {
    let mut hasher = crc32fast::Hasher::new();
    parts.iter().for_each(|part| hasher.update(part));
    hasher.finalize().to_le_bytes()
}

/// Reads `length` bytes, or fewer if the input ends before.
fn read_up_to(input: &mut impl Read, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length);
    input.take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use fukumi_core::random::Generator;
    use rand::SeedableRng;

    use super::super::record::format::tests::random_game;
    use super::*;

    const SETTINGS: &str = "rule=freestyle seed=1";

    #[test]
    fn only_the_settings_that_differ_are_named() {
        for (expected, text) in [
            ("rule=freestyle seed=2", "expected games with seed=2, found seed=1"),
            ("seed=1", "expected games without rule=freestyle, found games with"),
            (
                "rule=freestyle seed=1 lot=2 nodes=3",
                "expected games with lot=2 nodes=3, found games without",
            ),
        ] {
            let error = FileError::Settings { expected: expected.into(), found: SETTINGS.into() };
            assert_eq!(error.to_string(), text);
        }
    }

    fn games(count: usize) -> Vec<GameRecord> {
        let mut rng = Generator::seed_from_u64(3);
        (0..count).map(|_| random_game(&mut rng)).collect()
    }

    fn written(games: &[GameRecord]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes, SETTINGS).unwrap();
        games.iter().for_each(|game| writer.write(game).unwrap());
        bytes
    }

    /// The games before the first error, and the error.
    fn read(bytes: &[u8]) -> (Vec<GameRecord>, Option<FileError>) {
        let mut games = Vec::new();
        match Reader::new(bytes) {
            Ok(reader) => {
                for game in reader {
                    match game {
                        Ok(game) => games.push(game),
                        Err(error) => return (games, Some(error)),
                    }
                }
                (games, None)
            }
            Err(error) => (games, Some(error)),
        }
    }

    #[test]
    fn games_come_back_as_they_were() {
        let games = games(30);
        let bytes = written(&games);
        let (found, error) = read(&bytes);
        assert_eq!(found, games);
        assert!(error.is_none());
        assert_eq!(Reader::new(&bytes[..]).unwrap().settings(), SETTINGS);
    }

    #[test]
    fn a_file_that_was_cut_off_has_the_games_before() {
        let games = games(3);
        let bytes = written(&games);
        let ends: Vec<usize> = (0..=3).map(|count| written(&games[..count]).len()).collect();
        for length in 0..=bytes.len() {
            let (found, error) = read(&bytes[..length]);
            let whole = ends.iter().filter(|&&end| end <= length).count();
            assert_eq!(error.is_some(), whole == 0, "{length}");
            assert_eq!(found, games[..whole.saturating_sub(1)], "{length}");
            if whole > 0 {
                let mut reader = Reader::new(&bytes[..length]).unwrap();
                assert_eq!(reader.by_ref().count(), whole - 1);
                assert_eq!(reader.is_cut_off(), !ends.contains(&length), "{length}");
                assert_eq!(reader.offset(), ends[whole - 1] as u64);
            }
        }
    }

    #[test]
    fn no_damaged_byte_goes_unnoticed() {
        let games = games(2);
        let bytes = written(&games);
        for index in 0..bytes.len() {
            for flip in [1, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[index] ^= flip;
                let (found, error) = read(&damaged);
                assert!(error.is_some(), "byte {index}");
                assert!(games.starts_with(&found), "byte {index}");
            }
        }
    }

    #[test]
    fn other_files_are_told_apart() {
        assert!(matches!(read(b"").1, Some(FileError::NoGames)));
        assert!(matches!(read(b"PNG and much more").1, Some(FileError::NoGames)));
        for version in [1, 3] {
            let mut other = written(&[]);
            other[8] = version;
            let found = u16::from(version);
            assert!(matches!(read(&other).1, Some(FileError::Version(v)) if v == found));
        }
    }
}
