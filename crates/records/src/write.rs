//! Saved games as text that [`parse`](super::parse) can read again.

use std::path::Path;

use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::rule::Rule;

use crate::formats::{psq, record, sgf};
pub use crate::result::GameResult;

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
        record::line(self.size, self.rule, self.moves)
    }

    /// The game as Piskvork saves it, which cannot hold the result. The rule is stated after the
    /// names, where Piskvork does not look for it.
    pub fn piskvork(&self) -> String {
        psq::text(self.size, self.players, self.moves, Some(self.rule))
    }

    /// The game in Smart Game Format.
    pub fn sgf(&self) -> String {
        sgf::line((self.size, self.rule), self.players, self.moves, self.result)
    }
}

#[cfg(test)]
mod tests {
    use fukumi_core::geometry::Color;

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
                    ("game.psq", Format::Psq),
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
        assert_eq!(read(["", "\n"]), ["", ""]);
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
