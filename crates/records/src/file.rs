//! Files of other programs, whatever their format: all games, or all positions.
//!
//! The content shows the format, and the ending of the name where the content does not. A file that
//! is none of ours is named for what it is, as far as its first bytes show.

use fukumi_core::board::Stone;

use crate::diagram::{Diagram, NamedDiagram};
use crate::encoding::{self, Encoding};
use crate::error::{NotationError, Problem};
use crate::formats::{Format, of_file, pos, rapfi, recognise, renlib, rif, sgf};
use crate::game::Game;
use crate::hints::{Hints, moves_to_play};
use crate::lost::Losses;
use crate::normal::normalised;
use crate::parse::parse_each;
use crate::reading::{Fault, Notices, Reading};

/// What a person states about the format of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StatedFormat {
    /// Nothing: the content and the ending of the name show it.
    #[default]
    Unstated,
    /// It is a text, which shows its format.
    Text,
    /// It is this format. Of [`Format::Moves`] each line is a game.
    Known(Format),
}

/// What is known about a file besides its bytes.
#[derive(Clone, Debug, Default)]
pub struct Request<'a> {
    /// The name; `None` for standard input.
    pub name: Option<&'a str>,
    /// The format, as far as a person states it.
    pub format: StatedFormat,
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

/// Whether a file consists of lines, each of which is short. `begin` is its beginning.
pub(super) fn has_lines(begin: &[u8], name: &str) -> bool {
    matches!(of_file::of_file(begin, Some(name)), Ok(None | Some(Format::Rapfi)))
}

/// The format of a file; `None` if it is a text that shows its format.
///
/// # Errors
/// If nothing is stated, and it is a file of another program that is not read.
pub fn format_of(bytes: &[u8], request: &Request<'_>) -> Result<Option<Format>, NotationError> {
    match request.format {
        StatedFormat::Unstated => of_file::of_file(bytes, request.name),
        StatedFormat::Text => Ok(None),
        StatedFormat::Known(format) => Ok(Some(format)),
    }
}

/// Reads all games of a file.
///
/// # Errors
/// If the file is none that is read, or has nothing that makes sense in its format.
pub fn read(bytes: &[u8], request: &Request<'_>) -> Result<Reading, NotationError> {
    let format = format_of(bytes, request)?;
    let mut notices = Notices::default();
    let mut text = || request.text(bytes, &mut notices);
    let mut reading = match format {
        Some(Format::Lib) => renlib::read_encoded(bytes, request.encoding)?,
        Some(Format::Pos) => pos::read_each(bytes),
        Some(Format::Rif) => rif::read_each(&text())?,
        Some(Format::Rapfi) => rapfi::read_each(&text())?,
        Some(Format::Sgf) => sgf::tree::read_each(&text(), &request.hints)?,
        known => {
            let text = text();
            if known.is_none() && recognise::format(&normalised(&text)) == Some(Format::Sgf) {
                sgf::tree::read_each(&text, &request.hints)?
            } else {
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
    let mut request = Request { name, ..Request::default() };
    let format = match format_of(bytes, &request)? {
        Some(format) if format != Format::Sgf => format,
        _ => return parse_each(&request.text(bytes, notices), hints, None, notices),
    };
    request.format = StatedFormat::Known(format);
    let mut reading = read(bytes, &request)?;
    notices.add_all(std::mem::take(&mut reading.notices));
    let count = reading.count();
    let games = reading.games.into_iter().map(|entry| {
        let diagram = Diagram::of_game(&entry.game, format, hints);
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
        let mut passes = Vec::new();
        for action in moves {
            match action.point {
                Some(point) => stones.push(Stone { color: action.color, point }),
                None => passes.push(stones.len()),
            }
        }
        Ok(Self {
            rule: game.rule,
            played: stones.len() - game.setup.len(),
            last: moves.iter().rev().find_map(|action| action.point),
            stones,
            passes,
            to_move: moves.last().map(|action| !action.color).or(game.to_move),
            players: game.players.clone(),
            event: game.event.clone(),
            date: game.date.clone(),
            result: game.result.filter(|_| count == played.len()),
            ..Self::new(format, game.size)
        })
    }
}

#[cfg(test)]
mod tests {
    use fukumi_core::rule::Rule;

    use super::*;

    #[test]
    fn after_passes_alone_no_stone_was_played() {
        // The stone at h8, which makes two threes, was set up.
        let text = "(;SZ[15]AB[hj][hi][fh][gh][hh]PL[W];W[];B[])";
        let game = sgf::tree::read(text, &Hints::default()).expect("a game").0.remove(0);
        let diagram = Diagram::of_game(&game, Format::Lib, &Hints::default()).expect("a position");
        assert_eq!((diagram.last, diagram.played), (None, 0));
        let game = diagram.game(Some(Rule::Renju), None).expect("a game that goes on");
        assert_eq!(game.end(), None);
    }
}
