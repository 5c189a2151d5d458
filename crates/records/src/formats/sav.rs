//! Games saved by Yixin-Board: `.sav` files.
//!
//! They have numbers on lines of their own: height and width of the board, the number of moves, and
//! for each move its row and its column from 0 at the top left. Source of these facts: the public
//! source code of Yixin-Board (<https://github.com/accreator/Yixin-Board>).

use fukumi_core::geometry::{BoardSize, Color};

use crate::collector::Collector;
use crate::diagram::Diagram;
use crate::error::{self, NotationError, Problem};
use crate::formats::list::Format;
use crate::hints::{Hints, moves_to_play, refuse_id};
use crate::source::{Source, filled_lines};

/// Whether the text is a `.sav` file: three numbers, then two on each line.
pub(super) fn is_file(text: &str) -> bool {
    let mut lines = filled_lines(text);
    let mut number = || lines.next().and_then(|line| line.parse::<u32>().ok());
    let is_side = |side: Option<u32>| side.is_some_and(|side| (3..100).contains(&side));
    is_side(number())
        && is_side(number())
        && number().is_some()
        && lines.all(|line| pair(line).is_some())
}

/// Two numbers with blanks between them.
fn pair(line: &str) -> Option<[i64; 2]> {
    let mut words = line.split_whitespace().map(|word| word.parse::<i32>().ok());
    let (first, second) = (words.next()??, words.next()??);
    words.next().is_none().then_some([first.into(), second.into()])
}

/// Reads a `.sav` file.
pub(super) fn read(source: Source<'_>, hints: &Hints) -> Result<Diagram, NotationError> {
    refuse_id(hints)?;
    let mut lines = filled_lines(source.text());
    let mut number = || {
        let line = lines.next().unwrap_or_default();
        let number = line.parse::<u32>().map_err(|_| source.expected("a number", line));
        number.map(|number| (line, number))
    };
    let ((line, height), (_, width), (_, count)) = (number()?, number()?, number()?);
    let size = BoardSize::new(width.into(), height.into());
    let problem =
        || source.error(line, Problem::Size(error::excerpt(&format!("{width}x{height}"))));
    let mut collector = Collector::new(Some(size.ok_or_else(problem)?), hints)?;
    let moves: Vec<&str> = lines.take(count as usize).collect();
    if moves.len() < count as usize {
        let asked = count as usize;
        return Err(Problem::TooFewMoves { asked, played: moves.len() }.into());
    }
    let played = moves_to_play(moves.len(), hints)?;
    for (color, line) in Color::ALL.into_iter().cycle().zip(moves.into_iter().take(played)) {
        let [row, column] =
            pair(line).ok_or_else(|| source.expected("a row and a column from 0", line))?;
        let placed = collector.point(column, row, line);
        let placed = placed.and_then(|point| collector.stone(color, point));
        placed.map_err(|problem| source.error(line, problem))?;
    }
    Ok(collector.finish_game(Format::Sav))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn labels(text: &str) -> Vec<String> {
        let diagram = parse(text, &Hints::default()).expect(text);
        diagram.stones.iter().map(|stone| stone.point.label(diagram.size)).collect()
    }

    #[test]
    fn a_game_of_yixin_board_has_rows_before_columns() {
        let text = "15\r\n15\r\n3\r\n7 7\r\n6 8\r\n8 6\r\n";
        let diagram = parse(text, &Hints::default()).expect("a game");
        assert_eq!((diagram.format, diagram.played), (Format::Sav, 3));
        assert_eq!(labels(text), ["h8", "i9", "g7"]);
        assert_eq!(labels("10\n20\n1\n9 19\n"), ["t1"]);
        assert!(labels("15\n15\n0\n").is_empty());
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, message) in [
            ("15\n15\n2\n7 7\n7 7\n", "line 5, column 1: expected an empty point, found h8 taken"),
            ("15\n15\n3\n7 7\n", "expected at least 3 moves, found 1"),
            (
                "99\n15\n1\n7 7\n",
                "line 1, column 1: expected a board of 5x5 to 22x22 points, found '15x99'",
            ),
        ] {
            assert_eq!(parse(text, &Hints::default()).expect_err(text).to_string(), message);
        }
    }
}
