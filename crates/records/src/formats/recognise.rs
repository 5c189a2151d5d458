//! How a text shows its format.

use fukumi_core::geometry::MIN_SIDE;

use crate::formats::{
    Format, block, championship, labels, log, moves, offsets, pairs, pgn, picture, psq, rec,
    record, sav, sgf, sides,
};

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
    (moves::are_empty_games, Format::Moves),
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
