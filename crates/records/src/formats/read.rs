//! The reader of each format.

use crate::diagram::Diagram;
use crate::error::{self, NotationError, Problem};
use crate::formats::{
    Format, block, championship, lines, log, moves, offsets, pairs, pgn, picture, psq, rec, record,
    sav, sgf, sides,
};
use crate::hints::Hints;
use crate::limits::MAX_BYTES;
use crate::reading::Notices;
use crate::source::{NumberedDiagram, Source};

/// Reads a position, the one that the hints choose if there are several.
pub(crate) fn one(
    source: Source<'_>,
    format: Option<Format>,
    hints: &Hints,
    notices: &mut Notices,
) -> Result<Diagram, NotationError> {
    match format {
        Some(Format::Sgf) => sgf::read(source, hints, notices),
        Some(Format::Record) => record::read(source, hints),
        Some(Format::Pgn) => pgn::read(source, hints),
        Some(Format::Offsets) => pgn::choose(offsets::read_all(source, hints), hints),
        Some(Format::Championship) => pgn::choose(championship::read_all(source, hints), hints),
        Some(Format::Log) => pgn::choose(log::read_all(source, hints, notices), hints),
        // These are read as a whole.
        _ if source.text().len() > MAX_BYTES => Err(Problem::TooLong.into()),
        Some(Format::Psq) => psq::read(source, hints, notices),
        Some(Format::Pairs) => pairs::read(source, hints, notices),
        Some(Format::Sav) => sav::read(source, hints),
        Some(Format::Rec) => rec::read(source, hints),
        Some(Format::Block) => block::read(source, hints, notices),
        Some(Format::Moves) if sides::is_list(source.text()) => sides::read(source, hints),
        Some(Format::Moves) => moves::read(source, hints),
        Some(Format::Picture) => picture::read(source, hints),
        Some(Format::Lib | Format::Pos | Format::Rif | Format::Rapfi) | None => {
            Err(Problem::Unrecognised(error::excerpt(source.text().trim())).into())
        }
    }
}

/// Reads every position of a text in a format that may have several, each with its id. Of other
/// formats there are none. A list of moves that a person states has a game on each line.
pub(crate) fn each(
    source: Source<'_>,
    format: Option<Format>,
    is_stated: bool,
    hints: &Hints,
    notices: &mut Notices,
) -> Vec<NumberedDiagram> {
    match format {
        Some(Format::Sgf) => sgf::read_all(source, hints, notices),
        Some(Format::Record) => record::read_all(source, hints).collect(),
        Some(Format::Pgn) => pgn::read_all(source, hints),
        Some(Format::Offsets) => offsets::read_all(source, hints),
        Some(Format::Championship) => championship::read_all(source, hints),
        Some(Format::Log) => log::read_all(source, hints, notices),
        Some(Format::Moves) if is_stated || moves::are_games(source.text()) => {
            lines::read_all(source, hints)
        }
        _ => Vec::new(),
    }
}
