//! How a text, or the bytes of a file, show their format.

use fukumi_core::geometry::MIN_SIDE;

use crate::encoding::{self, Encoding};
use crate::error::{NotationError, Problem};
use crate::formats::{
    Format, block, championship, labels, log, moves, offsets, pairs, pgn, picture, pos, psq, rapfi,
    rec, record, renlib, rif, sav, sgf, sides,
};
use crate::limits::MAX_HEAD;
use crate::reading::Notices;
use crate::{foreign, json};

/// Whether a text has the sign of a format, and the format.
type Sign = (fn(&str) -> bool, Format);

/// The signs of the formats of texts, each with its format. The first one that holds decides.
const SIGNS: [Sign; 17] = [
    (sgf::begins, Format::Sgf),
    (psq::is_header, Format::Psq),
    (championship::begins, Format::Championship),
    (pgn::is_list, Format::Pgn),
    (sav::is_file, Format::Sav),
    (offsets::is_list, Format::Offsets),
    // A game in a mail, for example.
    (sgf::has_game, Format::Sgf),
    (record::has_record, Format::Record),
    (pairs::is_list, Format::Pairs),
    (psq::is_headless, Format::Psq),
    (log::is_log, Format::Log),
    (block::is_block, Format::Block),
    (rec::is_file, Format::Rec),
    (sides::is_list, Format::Moves),
    (moves::is_empty_game, Format::Moves),
    // The line below a picture may contain labels.
    (has_rows_of_a_board, Format::Picture),
    (labels::has_label, Format::Moves),
];

/// The format that the text seems to be in.
pub(crate) fn format(text: &str) -> Option<Format> {
    let text = text.trim_start();
    let signed = SIGNS.into_iter().find(|(has_sign, _)| has_sign(text));
    let by_row = || (longest_row(text) > 0).then_some(Format::Picture);
    signed.map(|(_, format)| format).or_else(by_row)
}

fn has_rows_of_a_board(text: &str) -> bool {
    longest_row(text) >= usize::from(MIN_SIDE)
}

fn longest_row(text: &str) -> usize {
    text.lines().map(picture::row_length).max().unwrap_or(0)
}

/// The format of a file, by its bytes or the ending of its name; `None` if it is a text that
/// [`format`] has to look at as a whole.
///
/// # Errors
/// If it is a file of another program that is not read.
pub(crate) fn of_file(bytes: &[u8], name: Option<&str>) -> Result<Option<Format>, NotationError> {
    if renlib::is_library(bytes) {
        return Ok(Some(Format::Lib));
    }
    if let Some(program) = foreign::program(bytes) {
        return Err(Problem::Foreign(program).into());
    }
    let head = &bytes[..bytes.len().min(MAX_HEAD)];
    let begin = encoding::text_of(head, None, &mut Notices::default());
    let begin = begin.trim_start_matches('\u{feff}').trim_start();
    if json::begins(begin) && !begin.starts_with(['[', '(']) {
        return Err(Problem::Foreign(json::NAME).into());
    }
    let signs: [Sign; 3] = [
        (rapfi::is_database, Format::Rapfi),
        (rif::is_database, Format::Rif),
        (sgf::begins, Format::Sgf),
    ];
    if let Some((_, format)) = signs.into_iter().find(|(has_sign, _)| has_sign(begin)) {
        return Ok(Some(format));
    }
    let ending = name.and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending);
    if let Some(format @ (Format::Lib | Format::Pos | Format::Rif | Format::Sgf)) =
        ending.and_then(Format::of_ending)
    {
        return Ok(Some(format));
    }
    if !foreign::is_binary(head) || Encoding::utf_16(head).is_some() {
        return Ok(None);
    }
    if pos::is_position(bytes) {
        Ok(Some(Format::Pos))
    } else {
        Err(Problem::Foreign("a binary file of a program that is not known").into())
    }
}
