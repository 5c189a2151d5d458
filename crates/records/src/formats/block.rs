//! Lines of the Gomocup protocol: `BOARD` and `YXBOARD` blocks, or only their entries.
//!
//! `x,y,field` is a stone of the side to move (field 1), a stone of its opponent (2) or a dead cell
//! (3), in any order; `-1,-1` with field 1 or 2 is a pass. `x,y` are moves, Black first. Both
//! coordinates count from 0 at the top left. `START`, `RECTSTART` and `INFO rule` before the block
//! are understood; any other `INFO` is ignored.

use fukumi_core::geometry::{BoardSize, Color};
use fukumi_core::rule::Rule;

use crate::collector::Collector;
use crate::diagram::Diagram;
use crate::error::{self, NotationError, Problem};
use crate::formats::list::Format;
use crate::hints::{Hints, moves_to_play, refuse_id, refuse_moves};
use crate::reading::Notices;
use crate::rules::Named;
use crate::source::Source;

/// Commands that such a text may contain.
const COMMANDS: [&str; 6] = ["START", "RECTSTART", "INFO", "BOARD", "YXBOARD", "DONE"];

/// Whether the text begins with a command or with `x,y`.
pub(super) fn is_block(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    let is_coordinate = |text: &str| {
        !text.is_empty() && text.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit())
    };
    command(word).is_some()
        || text.lines().next().is_some_and(|line| {
            line.contains(',')
                && line.split(',').all(|field| field.split_whitespace().all(is_coordinate))
        })
}

fn command(word: &str) -> Option<&'static str> {
    COMMANDS.into_iter().find(|command| command.eq_ignore_ascii_case(word))
}

/// An entry of the block.
pub(super) struct Field<'a> {
    text: &'a str,
    x: i64,
    y: i64,
    field: Option<i64>,
}

pub(super) fn read(
    source: Source<'_>,
    hints: &Hints,
    notices: &mut Notices,
) -> Result<Diagram, NotationError> {
    refuse_id(hints)?;
    let (mut size, mut rule): (Option<BoardSize>, Option<Rule>) = (None, None);
    let mut items: Vec<Field<'_>> = Vec::new();
    for line in source.text().lines() {
        let line = line.trim();
        let word = line.split_whitespace().next().unwrap_or_default();
        let rest = line[word.len()..].trim_start();
        match command(word) {
            Some("START" | "RECTSTART") => {
                let problem = || Problem::Size(error::excerpt(rest));
                size = Some(read_size(rest).ok_or_else(|| source.error(line, problem()))?);
            }
            Some("INFO") => rule = read_rule(rest, notices).or(rule),
            Some("DONE") => break,
            Some(_) => read_entries(source, rest, &mut items)?,
            None => read_entries(source, line, &mut items)?,
        }
        if line.to_ascii_uppercase().ends_with("DONE") {
            break;
        }
    }

    let mut collector = Collector::new(size, hints)?;
    let has_fields = items.iter().any(|item| item.field.is_some());
    if !has_fields {
        let count = moves_to_play(items.len(), hints)?;
        for (color, item) in Color::ALL.into_iter().cycle().zip(items.iter().take(count)) {
            place_of(source, &mut collector, item, Owner::Color(color))?;
        }
        return Ok(Diagram { rule, ..collector.finish_game(Format::Block) });
    }
    refuse_moves(hints)?;
    let own = own_color(&items);
    items.iter().try_for_each(|item| place(source, &mut collector, item, own))?;
    Ok(Diagram { rule, to_move: Some(own), ..collector.finish(Format::Block) })
}

/// Puts an entry on the board if the side to move is `own`.
pub(super) fn place(
    source: Source<'_>,
    collector: &mut Collector,
    item: &Field<'_>,
    own: Color,
) -> Result<(), NotationError> {
    // A pass: a move of its owner without a stone.
    if (item.x, item.y) == (-1, -1) && matches!(item.field, Some(1 | 2)) {
        return Ok(());
    }
    let owner = match item.field {
        Some(1) => Owner::Color(own),
        Some(2) => Owner::Color(!own),
        Some(3) => Owner::Nobody,
        _ => return Err(source.expected("x,y,field with field 1, 2 or 3", item.text)),
    };
    place_of(source, collector, item, owner)
}

fn place_of(
    source: Source<'_>,
    collector: &mut Collector,
    item: &Field<'_>,
    owner: Owner,
) -> Result<(), NotationError> {
    let placed = collector.point(item.x, item.y, item.text).and_then(|point| match owner {
        Owner::Color(color) => collector.stone(color, point),
        Owner::Nobody => collector.dead(point),
    });
    placed.map_err(|problem| source.error(item.text, problem))
}

/// Who owns a cell.
enum Owner {
    Color(Color),
    Nobody,
}

/// The colour of the side to move, by the numbers of stones. If these are no help, the first stone
/// is Black's.
pub(super) fn own_color(items: &[Field<'_>]) -> Color {
    let count = |field| items.iter().filter(|item| item.field == Some(field)).count();
    let (own, other) = (count(1), count(2));
    let first = items.iter().find_map(|item| item.field.filter(|field| matches!(field, 1 | 2)));
    let is_black = match other.checked_sub(own) {
        Some(0) => true,
        Some(1) => false,
        _ => first == Some(1),
    };
    if is_black { Color::Black } else { Color::White }
}

pub(super) fn read_size(text: &str) -> Option<BoardSize> {
    let (width, height) = text.split_once(',').unwrap_or((text, text));
    BoardSize::new(width.trim().parse().ok()?, height.trim().parse().ok()?)
}

/// The rule in `rule 4`; `None` if the line sets something else, or a rule that is not known, of
/// which `notices` gets the number.
pub(super) fn read_rule(text: &str, notices: &mut Notices) -> Option<Rule> {
    let value = rule_value(text)?;
    let rule = value.parse().ok().and_then(Rule::of_bits);
    if rule.is_none() {
        notices.add_rule(Named::Unknown, value);
    }
    rule
}

/// The value of `rule` after `INFO`; `None` if the line sets something else.
pub(super) fn rule_value(text: &str) -> Option<&str> {
    let (key, value) = text.split_once(char::is_whitespace)?;
    key.eq_ignore_ascii_case("rule").then(|| value.trim())
}

/// The point `x,y`, if the text is one.
pub(super) fn point(text: &str) -> Option<[i64; 2]> {
    let (x, y) = text.split_once(',')?;
    let number = |text: &str| text.trim().parse::<u8>().ok().map(i64::from);
    Some([number(x)?, number(y)?])
}

/// Reads `x,y` and `x,y,field` up to the end of the line or `DONE`. Blanks separate entries, except
/// around commas.
pub(super) fn read_entries<'a>(
    source: Source<'_>,
    line: &'a str,
    items: &mut Vec<Field<'a>>,
) -> Result<(), NotationError> {
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        let text = &rest[..entry_length(rest)];
        if text.is_empty() || text.eq_ignore_ascii_case("DONE") {
            return Ok(());
        }
        let entry = read_entry(text);
        items.push(entry.ok_or_else(|| source.expected("x,y or x,y,field", text))?);
        rest = &rest[text.len()..];
    }
}

/// Length of the first entry in bytes.
fn entry_length(text: &str) -> usize {
    let mut end = 0;
    loop {
        let word = text[end..].trim_start();
        let start = text.len() - word.len();
        let is_open = end == 0 || text[..end].ends_with(',') || word.starts_with(',');
        if word.is_empty() || !is_open {
            return end;
        }
        end = start + word.find(char::is_whitespace).unwrap_or(word.len());
    }
}

fn read_entry(text: &str) -> Option<Field<'_>> {
    let mut fields = text.split(',').map(|field| field.trim().parse().ok());
    let (x, y) = (fields.next()??, fields.next()??);
    let field = match fields.next() {
        Some(field) => Some(field?),
        None => None,
    };
    fields.next().is_none().then_some(Field { text, x, y, field })
}

#[cfg(test)]
mod tests {
    use fukumi_core::geometry::Point;

    use super::*;
    use crate::parse;

    fn read(text: &str) -> Result<Diagram, NotationError> {
        parse(text, &Hints::default())
    }

    #[test]
    fn fields_tell_the_side_to_move_from_its_opponent() {
        for text in [
            "BOARD\n7,7,2\n8,8,1\n9,9,2\n0,0,3\nDONE\n",
            "START 15\r\nINFO rule 4\r\nINFO timeout_turn 1\r\nboard\r\n 7 , 7 , 2\r\n8,8,1\r\n\
             9,9,2\r\n0,0,3\r\ndone\r\n",
            "YXBOARD 7,7,2 8,8,1 9,9,2 0,0,3 DONE",
            "7,7,2 8,8,1\n9,9,2 0,0,3",
            "8,8,1 0,0,3 9,9,2 7,7,2",
        ] {
            let diagram = read(text).unwrap_or_else(|error| panic!("{error} in {text:?}"));
            assert_eq!(diagram.to_move, Some(Color::White), "{text:?}");
            assert_eq!(diagram.dead, [Point::new(0, 0)]);
            let white: Vec<Point> = diagram
                .stones
                .iter()
                .filter(|stone| stone.color == Color::White)
                .map(|stone| stone.point)
                .collect();
            assert_eq!((white, diagram.stones.len()), (vec![Point::new(8, 8)], 3), "{text:?}");
        }
    }

    #[test]
    fn size_and_rule_before_the_block_are_understood() {
        let diagram = read("RECTSTART 20,15\nINFO rule 9\nBOARD\n19,14,1\nDONE").expect("a block");
        assert_eq!(diagram.size, BoardSize::new(20, 15).expect("in range"));
        assert_eq!(diagram.rule, Some(Rule::Caro));
    }

    #[test]
    fn entries_without_a_field_are_moves() {
        let diagram = read("7,7\n8,8\n9,9").expect("moves");
        assert_eq!((diagram.to_move, diagram.last), (Some(Color::White), Some(Point::new(9, 9))));
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, message) in [
            (
                "BOARD\n7,7,1\n8,8,4",
                "line 3, column 1: expected x,y,field with field 1, 2 or 3, found '8,8,4'",
            ),
            (
                "BOARD\n7,7,1\n8,8",
                "line 3, column 1: expected x,y,field with field 1, 2 or 3, found '8,8'",
            ),
            ("BOARD\n7,7,1 7", "line 2, column 7: expected x,y or x,y,field, found '7'"),
            (
                "START 20\nBOARD\n20,7,1",
                "line 3, column 1: expected a point on the board of 20x20, found '20,7,1'",
            ),
            (
                "START 4\nBOARD\n1,1,1",
                "line 1, column 1: expected a board of 5x5 to 22x22 points, found '4'",
            ),
            ("7,7,1\n7,7,1", "line 2, column 1: expected an empty point, found h8 taken"),
            ("BOARD\nTURN 7,7", "line 2, column 1: expected x,y or x,y,field, found 'TURN'"),
        ] {
            assert_eq!(read(text).expect_err(text).to_string(), message);
        }
    }
}
