//! Openings as tournaments list them: `0,0, 1,-1, 2,-2`, columns and rows counted from the middle.
//!
//! The middle is at half the width and half the height, columns go to the right and rows down. Each
//! line is an opening. Source: the lists of Piskvork (<https://github.com/plastovicka/Piskvork>).

use fukumi_core::geometry::Color;

use crate::collector::Collector;
use crate::diagram::Diagram;
use crate::error::NotationError;
use crate::formats::list::Format;
use crate::hints::{Hints, moves_to_play};
use crate::source::{NumberedDiagram, Source, contents};

/// The numbers of a line, if there is nothing else on it.
fn numbers(line: &str) -> Option<Vec<i64>> {
    let words = line.split(|c: char| c == ',' || c.is_whitespace());
    let words = words.filter(|word| !word.is_empty());
    let numbers: Option<Vec<i64>> =
        words.map(|word| word.parse::<i16>().ok().map(i64::from)).collect();
    numbers.filter(|numbers| !numbers.is_empty())
}

/// Whether the line is numbers and nothing else.
pub(super) fn is_numbers(line: &str) -> bool {
    numbers(line).is_some()
}

/// Whether the text is such a list: pairs of numbers, on a line one after the other. A number below
/// zero, or a comma between pairs, distinguishes them from points such as `7,7 8,8`.
pub(super) fn is_list(text: &str) -> bool {
    let is_pairs = |line: &str| numbers(line).is_some_and(|numbers| numbers.len() % 2 == 0);
    let is_offset = |line: &str| {
        let commas = line.matches(',').count();
        let count = numbers(line).map_or(0, |numbers| numbers.len());
        line.contains('-') || (count >= 4 && commas + 1 >= count)
    };
    let mut all = contents(text).peekable();
    all.peek().is_some() && all.all(is_pairs) && contents(text).any(is_offset)
}

/// Reads each line as a game, with its number.
pub(super) fn read_all(source: Source<'_>, hints: &Hints) -> Vec<NumberedDiagram> {
    source.numbered(contents(source.text()), |game| read_line(game, hints))
}

pub(super) fn read_line(source: Source<'_>, hints: &Hints) -> Result<Diagram, NotationError> {
    let line = source.within_limit()?;
    let mut collector = Collector::new(None, hints)?;
    let (width, height) = (collector.size.width(), collector.size.height());
    let middle = [i64::from(width / 2), i64::from(height / 2)];
    let expected = || source.expected("pairs of numbers such as 0,0, 1,-1", line);
    let numbers = numbers(line).filter(|numbers| numbers.len() % 2 == 0).ok_or_else(expected)?;
    let count = moves_to_play(numbers.len() / 2, hints)?;
    let moves = numbers.chunks_exact(2).take(count);
    for (color, pair) in Color::ALL.into_iter().cycle().zip(moves) {
        let &[x, y] = pair else { continue };
        let placed = collector.point(middle[0] + x, middle[1] + y, &format!("{x},{y}"));
        let placed = placed.and_then(|point| collector.stone(color, point));
        placed.map_err(|problem| source.error(line, problem))?;
    }
    Ok(collector.finish_game(Format::Offsets))
}

#[cfg(test)]
mod tests {
    use fukumi_core::geometry::BoardSize;

    use super::*;
    use crate::{parse, parse_all};

    fn labels(diagram: &Diagram) -> Vec<String> {
        diagram.stones.iter().map(|stone| stone.point.label(diagram.size)).collect()
    }

    #[test]
    fn offsets_count_from_the_middle() {
        let hints = Hints::default();
        for text in
            ["0,0, 1,-1, -2,3", "0,0,1,-1,-2,3", "0,0 1,-1 -2,3", "# a remark\n0,0, 1,-1,-2,3\n"]
        {
            let diagram = parse(text, &hints).expect(text);
            assert_eq!(diagram.format, Format::Offsets, "{text}");
            assert_eq!(labels(&diagram), ["h8", "i9", "f5"], "{text}");
        }
        let large = Hints { size: BoardSize::square(20), ..Hints::default() };
        assert_eq!(labels(&parse("0,0, 1,0, 1,3", &large).expect("moves")), ["k10", "l10", "l7"]);
        // Points of the protocol stay what they are.
        for text in ["7,7", "7,7\n8,8", "7,7,1\n8,8,2", "BOARD\n7,7,1\nDONE"] {
            assert_eq!(parse(text, &hints).expect(text).format, Format::Block, "{text}");
        }
    }

    #[test]
    fn each_line_is_an_opening() {
        let all = parse_all("0,0, 1,0, 1,3\n0,0, 0,0\n0,0\n9,9, 1,1\n", &Hints::default());
        let all = all.expect("four openings");
        assert_eq!(all.len(), 4);
        assert_eq!(labels(all[2].1.as_ref().expect("one move")), ["h8"]);
        let errors: Vec<String> =
            all.iter().filter_map(|(_, game)| Some(game.as_ref().err()?.to_string())).collect();
        assert_eq!(errors.len(), 2);
        assert_eq!(errors[0], "line 2, column 1: expected an empty point, found h8 taken");
        assert!(errors[1].starts_with("line 4, column 1: expected a point on the board"));
    }
}
