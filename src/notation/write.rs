//! Saved games as text that [`parse`](super::parse) can read again.

use std::fmt::Write;
use std::path::Path;

use crate::geometry::{BoardSize, Color, Point};
use crate::rule::Rule;

/// A game that both sides played move by move, Black first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame<'a> {
    /// Width and height.
    pub size: BoardSize,
    /// The rule.
    pub rule: Rule,
    /// The names of Black and White.
    pub players: [&'a str; 2],
    /// The moves.
    pub moves: &'a [Point],
    /// How the game ended, if it ended.
    pub result: Option<GameResult>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This colour has won.
    Win(Color),
    /// The board is full.
    Draw,
}

impl SavedGame<'_> {
    /// The text for a file with this name: Smart Game Format if the name ends in `.sgf`, else a
    /// record of one line, which cannot hold the names and the result.
    pub fn text_for(&self, file: &Path) -> String {
        if file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("sgf")) {
            self.sgf()
        } else {
            self.record()
        }
    }

    fn record(&self) -> String {
        let labels: Vec<String> = self.moves.iter().map(|point| point.label(self.size)).collect();
        let moves = if labels.is_empty() { "-".into() } else { labels.join(",") };
        format!("size={} rule={} moves={moves}\n", self.side_text('x'), self.rule)
    }

    fn sgf(&self) -> String {
        let [black, white] = self.players.map(escape);
        let result = match self.result {
            Some(GameResult::Win(Color::Black)) => "B+",
            Some(GameResult::Win(Color::White)) => "W+",
            Some(GameResult::Draw) => "0",
            None => "?",
        };
        let mut text = format!(
            "(;FF[4]GM[4]CA[UTF-8]SZ[{}]RU[{}]PB[{black}]PW[{white}]RE[{result}]\n",
            self.side_text(':'),
            self.rule
        );
        for (color, point) in Color::ALL.into_iter().cycle().zip(self.moves) {
            let name = if color == Color::Black { 'B' } else { 'W' };
            let [x, y] = [point.x(), point.y()].map(|index| char::from(b'a' + index));
            // Writing to a string does not fail.
            let _ = write!(text, ";{name}[{x}{y}]");
        }
        text + ")\n"
    }

    /// The side of a square board, or both sides of another board with `between` between them.
    fn side_text(&self, between: char) -> String {
        let (width, height) = (self.size.width(), self.size.height());
        if width == height { width.to_string() } else { format!("{width}{between}{height}") }
    }
}

/// Escapes text for the value of an SGF property.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Format, Hints, parse};

    const PLAYERS: [&str; 2] = ["a]b\\", "Fukumi, level 3"];

    #[test]
    fn a_saved_game_is_read_again_as_it_was() {
        for rule in Rule::ALL {
            for (width, height) in [(5, 5), (15, 15), (22, 22), (20, 6)] {
                let size = BoardSize::new(width, height).expect("in range");
                let moves: Vec<Point> = size.points().step_by(3).collect();
                for (name, format) in [
                    ("game.sgf", Format::Sgf),
                    ("GAME.SGF", Format::Sgf),
                    ("game.txt", Format::Record),
                    ("game", Format::Record),
                ] {
                    let result = Some(GameResult::Win(Color::White));
                    let game = SavedGame { size, rule, players: PLAYERS, moves: &moves, result };
                    let text = game.text_for(Path::new(name));
                    let read = parse(&text, &Hints::default()).expect(&text);
                    assert_eq!(
                        (read.format, read.size, read.rule),
                        (format, size, Some(rule)),
                        "{text}"
                    );
                    let played: Vec<Point> = read.stones.iter().map(|s| s.point).collect();
                    assert_eq!(played, moves, "{text}");
                    assert_eq!(read.stones[0].color, Color::Black);
                }
            }
        }
    }

    #[test]
    fn names_and_result_stand_in_a_saved_game() {
        let size = BoardSize::square(15).expect("in range");
        let game = |result| {
            let game = SavedGame { size, rule: Rule::Renju, players: PLAYERS, moves: &[], result };
            game.text_for(Path::new("x.sgf"))
        };
        assert!(game(None).contains("PB[a\\]b\\\\]PW[Fukumi, level 3]RE[?]"), "{}", game(None));
        assert!(game(Some(GameResult::Draw)).contains("RE[0]"));
        assert!(game(Some(GameResult::Win(Color::Black))).contains("RE[B+]"));
    }
}
