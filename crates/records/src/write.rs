//! Saved games as text that [`parse`](super::parse) can read again.

use std::fmt::Write;
use std::path::Path;

use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::position::ending::End;
use fukumi_core::rule::Rule;

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

impl From<End> for GameResult {
    fn from(end: End) -> Self {
        end.winner().map_or(Self::Draw, Self::Win)
    }
}

impl SavedGame<'_> {
    /// The text for a file with this name: Smart Game Format if the name ends in `.sgf`, the format
    /// of Piskvork if it ends in `.psq`, else a record of one line.
    pub fn text_for(&self, file: &Path) -> String {
        let has_ending = |wanted: &str| {
            file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(wanted))
        };
        if has_ending("sgf") {
            self.sgf()
        } else if has_ending("psq") {
            self.piskvork()
        } else {
            self.record()
        }
    }

    /// The game as a record of one line, which cannot hold the names and the result.
    pub fn record(&self) -> String {
        let labels: Vec<String> = self.moves.iter().map(|point| point.label(self.size)).collect();
        let moves = if labels.is_empty() { "-".into() } else { labels.join(",") };
        format!("size={} rule={} moves={moves}\n", side_text(self.size, 'x'), self.rule)
    }

    /// The game as Piskvork saves it, which cannot hold the result. The rule is stated after the
    /// names, where Piskvork does not look for it.
    pub fn piskvork(&self) -> String {
        piskvork(self.size, self.players, self.moves, Some(self.rule))
    }

    /// The game in Smart Game Format.
    pub fn sgf(&self) -> String {
        let [black, white] = self.players.map(escape);
        let result = match self.result {
            Some(GameResult::Win(Color::Black)) => "B+",
            Some(GameResult::Win(Color::White)) => "W+",
            Some(GameResult::Draw) => "0",
            None => "?",
        };
        let mut text = format!(
            "(;FF[4]GM[4]CA[UTF-8]SZ[{}]RU[{}]PB[{black}]PW[{white}]RE[{result}]\n",
            side_text(self.size, ':'),
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
}

/// The side of a square board, or both sides of another board with `between` between them.
pub(super) fn side_text(size: BoardSize, between: char) -> String {
    let (width, height) = (size.width(), size.height());
    if width == height { width.to_string() } else { format!("{width}{between}{height}") }
}

/// A game as Piskvork saves it.
pub(super) fn piskvork(
    size: BoardSize,
    players: [&str; 2],
    moves: &[Point],
    rule: Option<Rule>,
) -> String {
    let mut text = format!("Piskvorky {}x{}, 11:11, 0\n", size.width(), size.height());
    for point in moves {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{},{},0", point.x() + 1, point.y() + 1);
    }
    for (name, stand_in) in players.into_iter().zip(["Black", "White"]) {
        text += &piskvork_name(name, stand_in);
        text.push('\n');
    }
    text += "-1\n";
    if let Some(rule) = rule {
        let _ = writeln!(text, "{},{rule}", rule.code());
    }
    text
}

/// A name that is neither taken for the path of a program nor for a move or a result. An empty name
/// becomes `stand_in`.
fn piskvork_name(name: &str, stand_in: &str) -> String {
    let name = name.replace(['/', '\\'], "_");
    let words: Vec<&str> = name
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|w| !w.is_empty())
        .collect();
    let name = words.join(" ");
    if name.is_empty() {
        stand_in.into()
    } else if name.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+') {
        format!("{stand_in} {name}")
    } else {
        name
    }
}

/// Escapes text for the value of an SGF property.
pub(super) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, Hints, parse};

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
                    ("game.psq", Format::Piskvork),
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
    fn names_in_a_game_of_piskvork_are_taken_for_nothing_else() {
        let size = BoardSize::square(15).expect("in range");
        let moves = [Point::new(7, 7), Point::new(8, 6)];
        let read = |players| {
            let game = SavedGame { size, rule: Rule::Caro, players, moves: &moves, result: None };
            let text = game.piskvork();
            let read = parse(&text, &Hints::default()).expect(&text);
            assert_eq!((read.stones.len(), read.rule), (2, Some(Rule::Caro)), "{text}");
            read.players.map(Option::unwrap_or_default)
        };
        assert_eq!(read(["Anna", "B. C. Li"]), ["Anna", "B. C. Li"]);
        assert_eq!(read(["", "\n"]), ["Black", "White"]);
        assert_eq!(read(["8,8,0", "-1"]), ["Black 8,8,0", "White -1"]);
        assert_eq!(read(["a/b\\c", "d\r\n1,Renju"]), ["a_b_c", "d 1,Renju"]);
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
