//! Points in brackets: `[[7,7],[8,8]]`, `(8,8) (9,9)`, `(H,8) (I,9)`, Black first.
//!
//! The first number is the column and the second the row, from the top. Whether they count from 0
//! or from 1 the numbers have to show: a 0, one that is the side of the board, or a first stone in
//! the middle. Otherwise they count from 0, as in the protocol. A remark says what was assumed. A
//! letter before the number makes a label, whose row counts from the bottom.

use fukumi_core::geometry::Color;

use crate::collector::Collector;
use crate::diagram::Diagram;
use crate::error::NotationError;
use crate::formats::labels::skip_number;
use crate::formats::list::Format;
use crate::hints::{Hints, moves_to_play, refuse_id};
use crate::reading::{Notice, Notices};
use crate::source::Source;

/// Maximum number of bytes of a pair.
const MAX_PAIR: usize = 24;
const BRACKETS: [(char, char); 3] = [('(', ')'), ('[', ']'), ('{', '}')];

/// The column of a pair.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Number(i64),
    Letter(char),
}

struct Pair<'a> {
    text: &'a str,
    column: Column,
    row: i64,
}

/// Whether the text is such a list and nothing else.
pub(super) fn is_list(text: &str) -> bool {
    pairs(text).is_some_and(|pairs| !pairs.is_empty())
}

/// The pairs of a text; `None` if there is anything else.
fn pairs(text: &str) -> Option<Vec<Pair<'_>>> {
    let mut pairs = Vec::new();
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after = rest.get(first.len_utf8()..)?;
        if let Some(pair) = pair(rest) {
            rest = rest.get(pair.text.len()..)?;
            pairs.push(pair);
        } else if let Some((_, close)) = BRACKETS.iter().find(|(open, _)| *open == first) {
            open.push(*close);
            rest = after;
        } else if open.last() == Some(&first) {
            open.pop();
            rest = after;
        } else if first.is_whitespace() || matches!(first, ',' | ';' | '-') {
            rest = after;
        } else {
            rest = skip_number(rest).filter(|_| first.is_ascii_digit())?;
        }
    }
    open.is_empty().then_some(pairs)
}

/// The pair at the beginning of a text.
fn pair(text: &str) -> Option<Pair<'_>> {
    let (_, close) = BRACKETS.iter().find(|(open, _)| text.starts_with(*open))?;
    let end = text.bytes().take(MAX_PAIR).position(|byte| byte == *close as u8)?;
    let (column, row) = text.get(1..end)?.split_once([',', ';', ':'])?;
    let (column, row) = (column.trim(), row.trim());
    let letter = column.chars().next().filter(|c| c.is_ascii_alphabetic() && column.len() == 1);
    // Numbers of a board have two digits.
    let number = |text: &str| text.parse::<i8>().ok().map(i64::from);
    let column =
        letter.map_or_else(|| number(column).map(Column::Number), |c| Some(Column::Letter(c)));
    Some(Pair { text: text.get(..=end)?, column: column?, row: number(row)? })
}

/// Reads such a list.
pub(super) fn read(
    source: Source<'_>,
    hints: &Hints,
    notices: &mut Notices,
) -> Result<Diagram, NotationError> {
    refuse_id(hints)?;
    let pairs = pairs(source.text()).unwrap_or_default();
    let mut collector = Collector::new(None, hints)?;
    let base = base(&pairs, &collector);
    notices.add(Notice::CountedFrom(base), usize::from(pairs.iter().any(|pair| !is_label(pair))));
    let count = moves_to_play(pairs.len(), hints)?;
    for (color, pair) in Color::ALL.into_iter().cycle().zip(pairs.iter().take(count)) {
        let Pair { text, column, row } = *pair;
        let point = match column {
            Column::Number(x) => collector.point(x - base, row - base, text),
            Column::Letter(letter) => collector.label(&format!("{letter}{row}")),
        };
        let placed = point.and_then(|point| collector.stone(color, point));
        placed.map_err(|problem| source.error(text, problem))?;
    }
    Ok(collector.finish_game(Format::Pairs))
}

fn is_label(pair: &Pair<'_>) -> bool {
    matches!(pair.column, Column::Letter(_))
}

/// The number of the first column and the first row, 0 or 1.
fn base(pairs: &[Pair<'_>], collector: &Collector) -> i64 {
    let (width, height) = (i64::from(collector.size.width()), i64::from(collector.size.height()));
    let numbers: Vec<(i64, i64)> = pairs
        .iter()
        .filter_map(|pair| match pair.column {
            Column::Number(x) => Some((x, pair.row)),
            Column::Letter(_) => None,
        })
        .collect();
    let has_zero = numbers.iter().any(|&(x, y)| x == 0 || y == 0);
    let has_side = numbers.iter().any(|&(x, y)| x == width || y == height);
    let is_middle = numbers.first() == Some(&(width / 2 + 1, height / 2 + 1));
    i64::from(!has_zero && (has_side || is_middle))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Problem, parse, parse_noted};

    /// The labels, and the remark.
    fn read(text: &str) -> (Vec<String>, String) {
        let mut notices = Notices::default();
        let diagram = parse_noted(text, &Hints::default(), &mut notices)
            .unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(diagram.format, Format::Pairs, "{text}");
        let labels = diagram.stones.iter().map(|stone| stone.point.label(diagram.size)).collect();
        (labels, notices.lines().collect::<Vec<_>>().join("; "))
    }

    #[test]
    fn pairs_are_read_and_the_remark_says_how() {
        let from = |number| {
            format!(
                "pairs of numbers are read as column and row, counted from {number} at the top left"
            )
        };
        for (text, labels, remark) in [
            ("[[7,7],[8,8]]", ["h8", "i7"], from(0)),
            ("[[7, 7],\n [8, 8]]\n", ["h8", "i7"], from(0)),
            ("(8,8) (9,9)", ["h8", "i7"], from(1)),
            ("((8,8),(9,9))", ["h8", "i7"], from(1)),
            ("[(7,7), (8,8)]", ["h8", "i7"], from(0)),
            ("1. (7,7) 2. (8,8)", ["h8", "i7"], from(0)),
            ("{7,7};{8,8}", ["h8", "i7"], from(0)),
            ("(8,8) (0,9)", ["i7", "a6"], from(0)),
            ("(3,4) (15,1)", ["c12", "o15"], from(1)),
            ("(H,8) (i,9)", ["h8", "i9"], String::new()),
            ("[h,8],[i,9]", ["h8", "i9"], String::new()),
        ] {
            assert_eq!(read(text), (labels.map(str::to_owned).to_vec(), remark), "{text}");
        }
    }

    #[test]
    fn what_is_no_list_of_pairs_is_left_to_others() {
        for text in
            ["[[7,7,1]]", "[7,7", "[[7,7]", "(x) (o)", "[Black \"a\"]", "()", "(7,7) h8", ""]
        {
            assert!(!is_list(text), "{text}");
        }
        let error = parse("(7,7) (7,7)", &Hints::default()).expect_err("twice");
        assert_eq!(error.problem, Problem::Taken("h8".into()));
        let error = parse("(7,7) (99,7)", &Hints::default()).expect_err("off the board");
        assert!(matches!(error.problem, Problem::OffBoard { .. }));
    }
}
