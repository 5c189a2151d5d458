//! Files of other programs, whatever their format: all games, or all positions.
//!
//! The content shows the format, and the ending of the name where the content does not. A file that
//! is none of ours is named for what it is, as far as its first bytes show.

use crate::diagram::{Diagram, NamedDiagram};
use crate::encoding::{self, Encoding};
use crate::error::{NotationError, Problem};
use crate::formats::recognise;
use crate::formats::{Format, pos, rapfi, renlib, rif, sgf};
use crate::game::{Game, Losses};
use crate::hints::{Hints, moves_to_play};
use crate::json;
use crate::normal::normalised;
use crate::parse::parse_each;
use crate::reading::{Fault, Notices, Reading};

/// The endings of the names of files that may hold games. Of a game that is in several files the
/// first ending counts.
pub const ENDINGS: [&str; 9] = ["sgf", "psq", "rec", "sav", "pgn", "rif", "pos", "lib", "txt"];

/// How many bytes at the beginning show the kind of a file.
const MAX_HEAD: usize = 4096;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A library of RenLib.
    Library,
    /// Positions of RenLib or Yixin-Board, `.pos`.
    Positions,
    /// The games of RenjuNet.
    RenjuNet,
    /// The text of a database of Rapfi.
    Rapfi,
    /// Smart Game Format.
    Sgf,
    /// A line for each game: moves, a record, or columns and rows from the middle.
    Lines,
    /// Any other text that [`parse`](super::parse) reads.
    Text,
}

/// What is known about a file besides its bytes.
#[derive(Clone, Debug, Default)]
pub struct Request<'a> {
    /// The name; `None` for standard input.
    pub name: Option<&'a str>,
    /// The kind, if a person states it.
    pub kind: Option<Kind>,
    /// The encoding of texts, if a person states it.
    pub encoding: Option<Encoding>,
    /// What the texts do not state.
    pub hints: Hints,
}

impl Request<'_> {
    /// The text of a file.
    fn text(&self, bytes: &[u8], notices: &mut Notices) -> String {
        encoding::text_of(bytes, self.encoding, notices)
    }
}

impl Kind {
    /// The kind of a file.
    ///
    /// # Errors
    /// If it is a file of another program that is not read.
    pub fn of(bytes: &[u8], name: Option<&str>) -> Result<Self, NotationError> {
        if renlib::is_library(bytes) {
            return Ok(Self::Library);
        }
        if let Some(program) = foreign(bytes) {
            return Err(Problem::Foreign(program).into());
        }
        let head = &bytes[..bytes.len().min(MAX_HEAD)];
        let begin = Request::default().text(head, &mut Notices::default());
        let begin = begin.trim_start_matches('\u{feff}').trim_start();
        if json::begins(begin) && !begin.starts_with(['[', '(']) {
            return Err(Problem::Foreign(json::NAME).into());
        }
        if rapfi::is_database(begin) {
            return Ok(Self::Rapfi);
        }
        if is_renju_net(begin) {
            return Ok(Self::RenjuNet);
        }
        if sgf::begins(begin) {
            return Ok(Self::Sgf);
        }
        let ending = name.and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending);
        match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("lib") => return Ok(Self::Library),
            Some("pos") => return Ok(Self::Positions),
            Some("rif") => return Ok(Self::RenjuNet),
            Some("sgf") => return Ok(Self::Sgf),
            _ => {}
        }
        if is_binary(head) && !is_wide(head) {
            return if pos::is_position(bytes) {
                Ok(Self::Positions)
            } else {
                Err(Problem::Foreign("a binary file of a program that is not known").into())
            };
        }
        Ok(Self::Text)
    }
}

fn is_renju_net(begin: &str) -> bool {
    rif::is_database(begin)
}

fn is_wide(head: &[u8]) -> bool {
    Encoding::utf_16(head).is_some()
}

/// Whether there are characters that no text has. DOS ends a text with 1A, and a terminal takes 1B.
fn is_binary(head: &[u8]) -> bool {
    head.iter().any(|byte| matches!(byte, 0..=8 | 0x0e..=0x19 | 0x1c..=0x1f))
}

/// The program whose file begins with these bytes, if it is a known one.
fn foreign(bytes: &[u8]) -> Option<&'static str> {
    const KNOWN: [(&[u8], &str); 17] = [
        (b"\x04\x22\x4d\x18", "a database of Rapfi; its command YXDBTOTXTALL writes it as text"),
        (b"SQLite format 3\0", "a database of SQLite; fukumi database reads those of Fukumi"),
        (b"\x28\xb5\x2f\xfd", "a file packed with zstd; unpack it first"),
        (b"\x1f\x8b", "a file packed with gzip; unpack it first"),
        (b"PK\x03\x04", "an archive, ZIP; unpack it first"),
        (b"7z\xbc\xaf\x27\x1c", "an archive, 7z; unpack it first"),
        (b"Rar!", "an archive, RAR; unpack it first"),
        (b"BZh", "a file packed with bzip2; unpack it first"),
        (b"\xfd7zXZ\0", "a file packed with xz; unpack it first"),
        (b"\x89PNG", "a picture, PNG"),
        (b"\xff\xd8\xff", "a picture, JPEG"),
        (b"GIF8", "a picture, GIF"),
        (b"%PDF", "a document, PDF"),
        (b"MZ", "a program of Windows"),
        (b"\x7fELF", "a program of Linux"),
        (b"FKM", "a network of Fukumi"),
        (b"\xd0\xcf\x11\xe0", "a document of Office"),
    ];
    let starts = |(magic, _): &&(&[u8], &str)| {
        // Letters may also begin a text.
        bytes.starts_with(magic) && (!magic.is_ascii() || is_binary(&bytes[..bytes.len().min(64)]))
    };
    KNOWN.iter().find(starts).map(|(_, program)| *program).or_else(|| yixin_database(bytes))
}

/// Whether the bytes begin like a database of Yixin: the number of records, the length of a key,
/// then the rule and the sides of a board, and two bytes for each stone. Source: Rapfi's public
/// source code, which reads these files (<https://github.com/dhbloo/rapfi>).
fn yixin_database(bytes: &[u8]) -> Option<&'static str> {
    let &[a, b, c, d, low, high, rule, width, height, ..] = bytes else { return None };
    let records = u32::from_le_bytes([a, b, c, d]) as usize;
    let key = usize::from(u16::from_le_bytes([low, high]));
    let is_board = (width == 0 && height == 0 && key == 3)
        || ((5..=32).contains(&width) && (5..=32).contains(&height));
    let is_key = key >= 3 && key % 2 == 1 && (key - 3) / 2 <= 32 * 32;
    let is_large = bytes.len() >= 10 && records > 0 && records <= bytes.len();
    let is_database = is_key && is_board && rule < 8 && (is_large || bytes.len() >= MAX_HEAD);
    is_database
        .then_some("a database of Yixin or Rapfi; Rapfi's command YXDBTOTXTALL writes it as text")
}

/// Whether a file consists of lines, each of which is short. `begin` is its beginning.
pub(super) fn has_lines(begin: &[u8], name: &str) -> bool {
    matches!(Kind::of(begin, Some(name)), Ok(Kind::Text | Kind::Lines | Kind::Rapfi))
}

/// Reads all games of a file.
///
/// # Errors
/// If the file is none that is read, or has nothing that makes sense in its format.
pub fn read(bytes: &[u8], request: &Request<'_>) -> Result<Reading, NotationError> {
    let kind = match request.kind {
        Some(kind) => kind,
        None => Kind::of(bytes, request.name)?,
    };
    let mut notices = Notices::default();
    let mut text = || request.text(bytes, &mut notices);
    let mut reading = match kind {
        Kind::Library => renlib::read_encoded(bytes, request.encoding)?,
        Kind::Positions => pos::read_each(bytes),
        Kind::RenjuNet => rif::read_each(&text())?,
        Kind::Rapfi => rapfi::read_each(&text())?,
        Kind::Sgf => sgf::tree::read_each(&text(), &request.hints)?,
        Kind::Lines | Kind::Text => {
            let text = text();
            if kind == Kind::Text && recognise::format(&normalised(&text)) == Some(Format::Sgf) {
                sgf::tree::read_each(&text, &request.hints)?
            } else {
                let known = (kind == Kind::Lines).then_some(Format::Moves);
                games(&text, &request.hints, known, &mut notices)?
            }
        }
    };
    reading.notices.add_all(notices);
    Ok(reading)
}

/// Reads games in the notations of a single line of moves.
fn games(
    text: &str,
    hints: &Hints,
    known: Option<Format>,
    notices: &mut Notices,
) -> Result<Reading, NotationError> {
    let mut reading = Reading::default();
    let mut lost = Losses::default();
    for (id, diagram) in parse_each(text, hints, known, notices)? {
        let game = diagram.and_then(|diagram| Ok(Game::from_diagram(&diagram, &mut lost)?));
        reading.push(id, game);
    }
    reading.lost = lost;
    Ok(reading)
}

/// Reads all positions of a file: of a game, the one after its last move, and how it came about.
/// An id in the hints chooses one.
///
/// # Errors
/// As [`read`], and if there is no position with the id.
pub fn diagrams(
    bytes: &[u8],
    name: Option<&str>,
    hints: &Hints,
    notices: &mut Notices,
) -> Result<Vec<NamedDiagram>, NotationError> {
    let kind = Kind::of(bytes, name)?;
    let request = Request { name, kind: Some(kind), ..Request::default() };
    if matches!(kind, Kind::Sgf | Kind::Lines | Kind::Text) {
        return parse_each(&request.text(bytes, notices), hints, None, notices);
    }
    let mut reading = read(bytes, &request)?;
    notices.add_all(std::mem::take(&mut reading.notices));
    let count = reading.count();
    let games = reading.games.into_iter().map(|entry| {
        let diagram = Diagram::of_game(&entry.game, Format::of_kind(kind), hints);
        (Some(entry.number), entry.id, diagram)
    });
    let faults =
        reading.faults.into_iter().map(|Fault { number, id, error }| (number, id, Err(error)));
    let mut all: Vec<_> = games.chain(faults).collect();
    // Faults that are not about a whole game come last.
    all.sort_by_key(|(number, _, _)| number.unwrap_or(usize::MAX));
    let named = |(number, id, diagram): (Option<usize>, Option<String>, _)| {
        let number = number.filter(|_| count > 1).map(|number| number.to_string());
        (id.or(number), diagram)
    };
    let all: Vec<NamedDiagram> = all.into_iter().map(named).collect();
    let Some(wanted) = &hints.id else { return Ok(all) };
    let ids: Vec<String> = all.iter().filter_map(|(id, _)| id.clone()).collect();
    let found = all.into_iter().find(|(id, _)| id.as_ref() == Some(wanted));
    found.map(|found| vec![found]).ok_or_else(|| Problem::no_record(wanted, &ids).into())
}

impl Format {
    /// The format of the positions in a file of this kind.
    const fn of_kind(kind: Kind) -> Self {
        match kind {
            Kind::Library => Self::Library,
            Kind::Positions => Self::Positions,
            Kind::RenjuNet => Self::RenjuNet,
            Kind::Rapfi => Self::Rapfi,
            Kind::Sgf => Self::Sgf,
            Kind::Lines | Kind::Text => Self::Moves,
        }
    }
}

impl Diagram {
    /// The position after the main line of a game, or after as many moves as the hints ask for.
    ///
    /// # Errors
    /// If there are fewer moves.
    fn of_game(game: &Game, format: Format, hints: &Hints) -> Result<Self, NotationError> {
        let played: Vec<_> = game.moves().collect();
        let count = moves_to_play(played.len(), hints)?;
        let moves = &played[..count];
        let mut stones = game.setup.clone();
        let of_moves = moves.iter().filter_map(|action| {
            action.point.map(|point| fukumi_core::board::Stone { color: action.color, point })
        });
        stones.extend(of_moves);
        Ok(Self {
            format,
            size: game.size,
            rule: game.rule,
            played: stones.len() - game.setup.len(),
            last: stones.last().filter(|_| !moves.is_empty()).map(|stone| stone.point),
            stones,
            dead: Vec::new(),
            to_move: moves.last().map(|action| !action.color).or(game.to_move),
            players: game.players.clone(),
            event: game.event.clone(),
            date: game.date.clone(),
            result: game.result.filter(|_| count == played.len()),
        })
    }
}
