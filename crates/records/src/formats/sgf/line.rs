//! Writes a game that is one line of moves.

use std::fmt::Write;

use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::rule::Rule;

use super::property::escape;
use crate::board_text::side_text;
use crate::result::GameResult;

/// A game that both sides played move by move, Black first.
pub(crate) fn line(
    (size, rule): (BoardSize, Rule),
    players: [&str; 2],
    moves: &[Point],
    result: Option<GameResult>,
) -> String {
    let [black, white] = players.map(escape);
    let result = match result {
        Some(GameResult::Win(Color::Black)) => "B+",
        Some(GameResult::Win(Color::White)) => "W+",
        Some(GameResult::Draw) => "0",
        None => "?",
    };
    let size = side_text(size, ':');
    let mut text =
        format!("(;FF[4]GM[4]CA[UTF-8]SZ[{size}]RU[{rule}]PB[{black}]PW[{white}]RE[{result}]\n");
    for (color, point) in Color::ALL.into_iter().cycle().zip(moves) {
        let name = if color == Color::Black { 'B' } else { 'W' };
        let [x, y] = [point.x(), point.y()].map(|index| char::from(b'a' + index));
        // Writing to a string does not fail.
        let _ = write!(text, ";{name}[{x}{y}]");
    }
    text + ")\n"
}
