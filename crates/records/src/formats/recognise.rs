//! How a text shows its format.

use fukumi_core::geometry::MIN_SIDE;

use crate::formats::{
    Format, block, championship, labels, log, moves, offsets, pairs, pgn, picture, psq, rec,
    record, sav, sgf, sides,
};

/// The format that the text seems to be in.
pub(crate) fn format(text: &str) -> Option<Format> {
    let text = text.trim_start();
    if sgf::begins(text) {
        Some(Format::Sgf)
    } else if psq::is_header(text) {
        Some(Format::Piskvork)
    } else if championship::begins(text) {
        Some(Format::Championship)
    } else if pgn::is_list(text) {
        Some(Format::Pgn)
    } else if sav::is_file(text) {
        Some(Format::Sav)
    } else if offsets::is_list(text) {
        Some(Format::Offsets)
    } else if sgf::has_game(text) {
        // Of a mail, for example.
        Some(Format::Sgf)
    } else if text.lines().any(record::is_record) {
        Some(Format::Record)
    } else if pairs::is_list(text) {
        Some(Format::Pairs)
    } else if psq::is_headless(text) {
        Some(Format::Piskvork)
    } else if log::is_log(text) {
        Some(Format::Log)
    } else if block::is_block(text) {
        Some(Format::Block)
    } else if rec::is_file(text) {
        Some(Format::Rec)
    } else if sides::is_list(text) || moves::is_empty_game(text) {
        Some(Format::Moves)
    } else {
        picture_or_moves(text)
    }
}

/// Whether the text seems to be a picture or moves.
fn picture_or_moves(text: &str) -> Option<Format> {
    let longest_row = text.lines().map(picture::row_length).max().unwrap_or(0);
    if longest_row >= usize::from(MIN_SIDE) {
        // The line below a picture may contain labels.
        Some(Format::Picture)
    } else if labels::has_label(text) {
        Some(Format::Moves)
    } else if longest_row > 0 {
        Some(Format::Picture)
    } else {
        None
    }
}
