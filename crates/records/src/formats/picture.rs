//! A picture of the board, row by row from the top.
//!
//! `x`, `X` and `●` are Black, `o`, `O` and `○` White, and `#` is a dead cell. `.`, `_`, `+`, `-`
//! and the crossings of a drawn grid are empty. `*` is an empty point with a mark; in a
//! picture without any `x` it is Black. Blanks and bars between cells, numbers of rows, letters of
//! columns and a frame are ignored. Brackets around one stone, as in `[x]`, mark the last move. A
//! line such as `renju, x to move` may stand above or below the picture.

use fukumi_core::geometry::{BoardSize, Color};
use fukumi_core::rule::Rule;

use crate::collector::Collector;
use crate::diagram::Diagram;
use crate::error::{NotationError, Problem};
use crate::formats::list::Format;
use crate::hints::{Hints, board_size, refuse_id, refuse_moves};
use crate::rules::rule_named;
use crate::source::Source;

const EXPECTED: &str = "a cell, one of . x o #";

/// The meaning of a character in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Symbol {
    Stone(Color),
    /// A star.
    Mark,
    Dead,
    Empty,
    /// An opening bracket.
    Open,
    /// A character without a meaning.
    Blank,
}

fn symbol(c: char) -> Option<Symbol> {
    Some(match c {
        'x' | 'X' | '●' | '⚫' => Symbol::Stone(Color::Black),
        'o' | 'O' | '○' | '⚪' => Symbol::Stone(Color::White),
        '*' => Symbol::Mark,
        '#' => Symbol::Dead,
        '.' | '_' | '+' | '-' | '·' => Symbol::Empty,
        '┌' | '┬' | '┐' | '├' | '┼' | '┤' | '└' | '┴' | '┘' => Symbol::Empty,
        '(' | '[' | '<' | '{' => Symbol::Open,
        ')' | ']' | '>' | '}' | '|' | ':' | '│' | '─' => Symbol::Blank,
        _ if c.is_whitespace() => Symbol::Blank,
        _ => return None,
    })
}

/// Number of cells if the line may be a row, else 0.
pub(super) fn row_length(line: &str) -> usize {
    let symbols = || without_numbers(line).chars().map(symbol);
    let is_cell = |symbol| !matches!(symbol, None | Some(Symbol::Blank | Symbol::Open));
    if symbols().all(|symbol| symbol.is_some()) {
        symbols().filter(|s| is_cell(*s)).count()
    } else {
        0
    }
}

pub(super) fn read(source: Source<'_>, hints: &Hints) -> Result<Diagram, NotationError> {
    refuse_id(hints)?;
    refuse_moves(hints)?;
    let has_bars = source.text().lines().any(|line| row_length(line) > 0 && line.contains('|'));
    let mut heading = Heading::default();
    let mut rows: Vec<Vec<Cell<'_>>> = Vec::new();
    for line in source.text().lines() {
        if is_scale(line) || (has_bars && is_frame(line)) {
            continue;
        }
        if let Some(found) = read_heading(line) {
            heading = found;
            continue;
        }
        let row = read_row(source, without_numbers(line))?;
        let expected = rows.first().map_or(row.len(), Vec::len);
        if row.len() != expected {
            let problem = Problem::Ragged { expected, found: row.len() };
            return Err(source.error(line.trim_start(), problem));
        }
        rows.push(row);
    }

    let width = rows.first().map_or(0, Vec::len);
    let size = BoardSize::new(width as i64, rows.len() as i64)
        .ok_or_else(|| Problem::Size(format!("{width}x{}", rows.len())))?;
    let cells = || rows.iter().flatten();
    let has_black = cells().any(|cell| cell.symbol == Symbol::Stone(Color::Black));
    let mut collector = Collector::new(Some(board_size(Some(size), hints)?), hints)?;
    let mut bracketed = Vec::new();
    for (point, cell) in size.points().zip(cells()) {
        let placed = match cell.symbol {
            Symbol::Stone(color) => collector.stone(color, point),
            Symbol::Mark if !has_black => collector.stone(Color::Black, point),
            Symbol::Dead => collector.dead(point),
            Symbol::Mark | Symbol::Empty | Symbol::Open | Symbol::Blank => Ok(()),
        };
        placed.map_err(|problem| source.error(cell.text, problem))?;
        if cell.is_bracketed {
            bracketed.push(point);
        }
    }
    let diagram = collector.finish(Format::Picture);
    let last = match bracketed.as_slice() {
        &[point] if diagram.stones.iter().any(|stone| stone.point == point) => Some(point),
        _ => None,
    };
    Ok(Diagram { rule: heading.rule, to_move: heading.to_move, last, ..diagram })
}

struct Cell<'a> {
    symbol: Symbol,
    is_bracketed: bool,
    text: &'a str,
}

fn read_row<'a>(source: Source<'_>, line: &'a str) -> Result<Vec<Cell<'a>>, NotationError> {
    let mut cells = Vec::new();
    let mut is_bracketed = false;
    for (index, c) in line.char_indices() {
        let text = &line[index..];
        match symbol(c) {
            None => return Err(source.expected(EXPECTED, text)),
            Some(Symbol::Blank) => {}
            Some(Symbol::Open) => is_bracketed = true,
            Some(symbol) => {
                cells.push(Cell { symbol, is_bracketed: std::mem::take(&mut is_bracketed), text });
            }
        }
    }
    Ok(cells)
}

/// The line without the numbers at its ends.
fn without_numbers(line: &str) -> &str {
    let line = line.trim();
    let line = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let without = line.trim_end_matches(|c: char| c.is_ascii_digit());
    without.trim_end()
}

/// Whether the line is empty, or has only numbers or the letters of columns.
fn is_scale(line: &str) -> bool {
    let mut letters = line.chars().filter(|c| !c.is_whitespace() && !matches!(c, '|' | ':'));
    if letters.clone().all(|c| c.is_ascii_digit()) {
        return true;
    }
    // Some programs leave out the i.
    let mut previous = None;
    letters.all(|c| {
        let c = c.to_ascii_lowercase();
        let follows = match previous {
            None => c == 'a',
            Some(before) => {
                [1, 2].map(|step| char::from_u32(before as u32 + step)).contains(&Some(c))
                    && (c as u32 == before as u32 + 1 || before == 'h')
            }
        };
        previous = Some(c);
        c.is_ascii_lowercase() && follows
    })
}

/// Whether the line may be the upper or lower edge of a frame.
fn is_frame(line: &str) -> bool {
    line.chars().all(|c| matches!(c, '+' | '-' | '=') || c.is_whitespace())
}

/// What a line says about the game.
#[derive(Default)]
struct Heading {
    rule: Option<Rule>,
    to_move: Option<Color>,
}

/// The rule and the side in a line such as `renju, x to move`.
fn read_heading(line: &str) -> Option<Heading> {
    let line = line.to_lowercase();
    let (before, _) = line.split_once("to move")?;
    let side = before.split(|c: char| !c.is_alphanumeric()).rfind(|word| !word.is_empty());
    let to_move = match side {
        Some("x" | "black") => Some(Color::Black),
        Some("o" | "white") => Some(Color::White),
        _ => return None,
    };
    Some(Heading { rule: rule_named(&line), to_move })
}

#[cfg(test)]
mod tests {
    use fukumi_core::board::Stone;
    use fukumi_core::geometry::Point;
    use fukumi_core::position::Position;

    use super::*;
    use crate::parse;

    fn read(text: &str) -> Result<Diagram, NotationError> {
        parse(text, &Hints::default())
    }

    fn stones(diagram: &Diagram) -> Vec<(Color, Point)> {
        diagram.stones.iter().map(|&Stone { color, point }| (color, point)).collect()
    }

    fn example() -> Position {
        let size = BoardSize::new(12, 7).expect("in range");
        let mut position = Position::new(size, Rule::Renju);
        position.kill(Point::new(11, 6));
        position.kill(Point::new(0, 0));
        for (x, y) in [(3, 3), (4, 4), (11, 0), (0, 6), (5, 5)] {
            position.play(Point::new(x, y));
        }
        position
    }

    #[test]
    fn our_own_pictures_are_read_again() {
        let position = example();
        for text in [
            position.board().to_string(),
            format!("{:?}", position.board()),
            format!("{position:?}"),
            format!("{position:?}").replace('\n', "\r\n"),
        ] {
            let again = read(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
            let again = again.position(Some(Rule::Renju), None).expect("a position");
            assert_eq!(format!("{again:?}"), format!("{position:?}"));
            assert_eq!(again.key(), position.key());
        }
        assert_eq!(read(&format!("{position:?}")).expect("a picture").rule, Some(Rule::Renju));
    }

    #[test]
    fn the_pictures_of_others_are_read() {
        let expected =
            stones(&read(". . . . .\n. . . . .\n. . x o .\n. . . . .\n. . . . .").expect("plain"));
        assert_eq!(expected.len(), 2);
        for text in [
            ".....\n.....\n..xo.\n.....\n.....",
            "\n   _____\n   _____\n   __XO_\n   _____\n   _____\n",
            "  A B C D E\n5 + + + + + 5\n4 + + + + + 4\n3 + + X O + 3\n2 + + + + + 2\n1 + + + + + \
             1\n  A B C D E",
            "+---------+\n|- - - - -|\n|- - - - -|\n|- - x o -|\n|- - - - -|\n|- - - - -|\n\
             +---------+",
            "  1 2 3 4 5\n1 . . . . .\n2 . . . . .\n3 . . * o .\n4 . . . . .\n5 . . . . .",
            "┌┬┬┬┐\n├┼┼┼┤\n├┼●○┤\n├┼┼┼┤\n└┴┴┴┘",
            "5|.....\n4|.....\n3|..xo.\n2|.....\n1|.....\n  abcde",
            ". . . . .\n. . . . .\n. . x(o).\n. . . . .\n. . . . .\nBlack to move",
        ] {
            let diagram = read(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
            assert_eq!(stones(&diagram), expected, "\n{text}");
        }
    }

    #[test]
    fn a_star_among_crosses_is_an_empty_point() {
        let diagram = read(".....\n.*.*.\n..xo.\n.....\n.....").expect("a picture");
        assert_eq!(diagram.stones.len(), 2);
    }

    #[test]
    fn brackets_tell_the_last_move_if_they_are_around_one_stone() {
        let last = |row: &str| {
            let text = format!(".....\n.....\n{row}\n.....\n.....");
            read(&text).expect("a picture").last
        };
        assert_eq!(last(". .(x)o x"), Some(Point::new(2, 2)));
        assert_eq!(last("..[o]xx"), Some(Point::new(2, 2)));
        assert_eq!(last(". (x) (o) x ."), None);
        assert_eq!(last(". x o x[.]"), None);
    }

    #[test]
    fn the_last_move_tells_the_turn_if_nothing_else_does() {
        let side = |picture: &str| read(picture).expect("a picture").to_move();
        assert_eq!(side("....x\n.....\n.(x)x..\n.....\n....."), Ok(Color::White));
        assert_eq!(side("....o\n.....\n..x(o).\n.....\n....."), Ok(Color::Black));
        assert_eq!(
            side("....x\n.....\n..xx.\n.....\n.....").expect_err("three stones").problem,
            Problem::Turn { black: 3, white: 0 }
        );
    }

    #[test]
    fn a_stated_size_has_to_fit() {
        let hints = Hints { size: BoardSize::square(6), ..Hints::default() };
        assert!(matches!(
            parse(".....\n.....\n..x..\n.....\n.....", &hints).expect_err("5x5").problem,
            Problem::OtherSize { .. }
        ));
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let large = format!("{}\n", ".".repeat(23)).repeat(23);
        for (text, message) in [
            (".....\n....\n", "line 2, column 1: expected 5 cells as in the first row, found 4"),
            (".....\n..z..\n", "line 2, column 3: expected a cell, one of . x o #, found 'z..'"),
            (".....\n.....", "expected a board of 5x5 to 22x22 points, found 5x2"),
            (large.as_str(), "expected a board of 5x5 to 22x22 points, found 23x23"),
        ] {
            assert_eq!(read(text).expect_err(text).to_string(), message);
        }
    }
}
