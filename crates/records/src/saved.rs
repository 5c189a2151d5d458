//! Games saved by two board programs: `.sav` files of Yixin-Board and `.rec` files of Piskvork.
//!
//! A `.sav` file has numbers on lines of their own: height and width of the board, the number of
//! moves, and for each move its row and its column from 0 at the top left. A `.rec` file has the
//! names of the players, the one who began first, then a line `x,y,time` for each move, from 0 at
//! the top left, and a number for how the game ended. It does not state the board, which Piskvork
//! takes to be 20x20.
//!
//! Source of these facts: the public source code of Yixin-Board
//! (<https://github.com/accreator/Yixin-Board>) and of Piskvork
//! (<https://github.com/plastovicka/Piskvork>).

use fukumi_core::geometry::{BoardSize, Color};

use super::source::Source;
use super::{
    Collector, Diagram, Format, Hints, NotationError, Problem, error, moves_to_play, name,
    refuse_id,
};

/// Side of the board of a `.rec` file.
const REC_SIDE: i64 = 20;

/// Lines with something on them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// Whether the text is a `.sav` file: three numbers, then two on each line.
pub(super) fn is_sav(text: &str) -> bool {
    let mut lines = lines(text);
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

/// Whether the text is a `.rec` file: two names, and a move.
pub(super) fn is_rec(text: &str) -> bool {
    let mut lines = lines(text);
    let mut is_name = || lines.next().is_some_and(|line| rec_move(line).is_none());
    is_name() && is_name() && lines.next().is_some_and(|line| rec_move(line).is_some())
}

/// The column and the row of a line `x,y,time`.
fn rec_move(line: &str) -> Option<[i64; 2]> {
    let mut fields = line.split(',').map(|field| field.trim().parse::<i32>().ok());
    let (x, y) = (fields.next()??, fields.next()??);
    fields.next()??;
    fields.next().is_none().then_some([x.into(), y.into()])
}

/// Reads a `.sav` file.
pub(super) fn read_sav(source: Source<'_>, hints: &Hints) -> Result<Diagram, NotationError> {
    refuse_id(hints)?;
    let mut lines = lines(source.text());
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

/// Reads a `.rec` file.
pub(super) fn read_rec(source: Source<'_>, hints: &Hints) -> Result<Diagram, NotationError> {
    refuse_id(hints)?;
    let mut lines = lines(source.text());
    let mut player = || {
        let path = lines.next().unwrap_or_default();
        name(path.rsplit(['/', '\\']).next().unwrap_or(path))
    };
    let players = [player(), player()];
    let size = hints.size.or_else(|| BoardSize::square(REC_SIDE));
    let mut collector = Collector::new(size, hints)?;
    let moves: Vec<&str> = lines.take_while(|line| line.contains(',')).collect();
    let played = moves_to_play(moves.len(), hints)?;
    for (color, line) in Color::ALL.into_iter().cycle().zip(moves.into_iter().take(played)) {
        let [x, y] = rec_move(line)
            .ok_or_else(|| source.expected("a move x,y,time with numbers from 0", line))?;
        let placed = collector.point(x, y, line);
        let placed = placed.and_then(|point| collector.stone(color, point));
        placed.map_err(|problem| source.error(line, problem))?;
    }
    Ok(Diagram { players, ..collector.finish_game(Format::Rec) })
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
    fn a_record_of_piskvork_has_names_first() {
        let text = "C:\\pbrain-a.exe\n2048.exe\n7,7,0\n8,8,100\n6,6,20\n0\n";
        let diagram = parse(text, &Hints::default()).expect("a game");
        assert_eq!((diagram.format, diagram.size.width()), (Format::Rec, 20));
        assert_eq!(diagram.players, ["pbrain-a.exe", "2048.exe"].map(|name| Some(name.into())));
        assert_eq!(labels(text), ["h13", "i12", "g14"]);
        let hints = Hints { size: BoardSize::square(15), ..Hints::default() };
        assert_eq!(parse(text, &hints).expect("a game").size.width(), 15);
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
            (
                "a\nb\n7,7,0\n20,7,0\n",
                "line 4, column 1: expected a point on the board of 20x20, found '20,7,0'",
            ),
        ] {
            assert_eq!(parse(text, &Hints::default()).expect_err(text).to_string(), message);
        }
    }
}
