//! Reading games in any of the formats.

use anyhow::{Context, anyhow, bail};
use fukumi::geometry::BoardSize;
use fukumi::notation::encoding::Encoding;
use fukumi::notation::game::{Game, Losses};
use fukumi::notation::scores::{self, Pairing};
use fukumi::notation::sgf::tree as sgf;
use fukumi::notation::{self, Hints, pos, rapfi, renlib, rif};

use super::Format;

/// How many bytes at the beginning may name the encoding.
const MAX_HEAD: usize = 4096;

/// What is known about the input.
pub(in crate::commands) struct Request<'a> {
    /// The name of the file; `None` for standard input.
    pub(in crate::commands) name: Option<&'a str>,
    pub(in crate::commands) from: Option<Format>,
    pub(in crate::commands) encoding: Option<Encoding>,
    /// The size of boards whose size is not stated.
    pub(in crate::commands) size: Option<BoardSize>,
}

/// A game, with its id if it has one.
pub(in crate::commands) type Named = (Option<String>, Game);

/// What a file holds.
pub(in crate::commands) enum Content {
    Games(Vec<Named>),
    /// Results of a tournament.
    Results(Vec<Pairing>),
}

/// What was read, and what was left out.
pub(in crate::commands) struct Read {
    pub(in crate::commands) content: Content,
    pub(in crate::commands) lost: Losses,
}

/// Reads everything.
pub(in crate::commands) fn read(bytes: &[u8], request: &Request<'_>) -> anyhow::Result<Read> {
    let hints = Hints { size: request.size, ..Hints::default() };
    let format = request.from.unwrap_or_else(|| recognised(bytes, request.name));
    let text = || text(bytes, request.encoding);
    let nameless = |games: Vec<Game>| games.into_iter().map(|game| (None, game)).collect();
    let (games, lost) = match format {
        Format::Lib => {
            let (game, lost) = renlib::read_encoded(bytes, request.encoding)?;
            (vec![(None, game)], lost)
        }
        Format::Pos => (vec![(None, pos::read(bytes)?)], Losses::default()),
        Format::Rif => {
            let (games, lost) = rif::read(&text())?;
            (nameless(games), lost)
        }
        Format::Rapfi => (nameless(rapfi::read(&text())?), Losses::default()),
        Format::Sgf => {
            let (games, lost) = sgf::read(&text(), &hints)?;
            (nameless(games), lost)
        }
        Format::Psq | Format::Record | Format::Moves | Format::Text => positions(&text(), &hints)?,
        Format::Results => {
            let content = Content::Results(scores::read(&text())?);
            return Ok(Read { content, lost: Losses::default() });
        }
        Format::Csv => bail!("csv can only be written"),
    };
    Ok(Read { content: Content::Games(games), lost })
}

/// The format that the content tells, or else the name.
fn recognised(bytes: &[u8], name: Option<&str>) -> Format {
    let begin = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_HEAD)]);
    let trimmed = begin.trim_start_matches('\u{feff}').trim_start();
    let is_sgf = trimmed.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'));
    if renlib::is_library(bytes) {
        Format::Lib
    } else if rapfi::is_database(&begin) {
        Format::Rapfi
    } else if rif::is_database(&begin) {
        Format::Rif
    } else if is_sgf {
        Format::Sgf
    } else if scores::is_table(&begin) {
        Format::Results
    } else if let Some(format) = name.and_then(Format::of_name) {
        format
    } else if bytes.iter().any(|byte| *byte < b'\t') && pos::is_position(bytes) {
        Format::Pos
    } else {
        Format::Text
    }
}

/// The text, in the given encoding, else in the one that it names, else in the one it looks like.
fn text(bytes: &[u8], encoding: Option<Encoding>) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let recognised = || {
        if std::str::from_utf8(bytes).is_ok() {
            return Encoding::UTF_8;
        }
        named(bytes).unwrap_or_else(|| Encoding::recognised(bytes))
    };
    encoding.unwrap_or_else(recognised).decode(bytes)
}

/// The encoding that SGF states as `CA[…]`, or XML as `encoding="…"`.
fn named(bytes: &[u8]) -> Option<Encoding> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_HEAD)]).into_owned();
    let between = |begin: &str, end: char| {
        let (_, rest) = head.split_once(begin)?;
        Encoding::named(rest.split(end).next()?.trim())
    };
    between("CA[", ']').or_else(|| between("encoding=\"", '"'))
}

/// Reads positions and games in the notations of a single line of moves.
fn positions(text: &str, hints: &Hints) -> anyhow::Result<(Vec<Named>, Losses)> {
    let mut lost = Losses::default();
    let mut games = Vec::new();
    for (id, diagram) in notation::parse_all(text, hints)? {
        let diagram = match &id {
            Some(id) => diagram.with_context(|| format!("game {id}"))?,
            None => diagram.map_err(|error| anyhow!(error))?,
        };
        let game = Game::from_diagram(&diagram, &mut lost)?;
        games.push((id, game));
    }
    Ok((games, lost))
}
