//! Databases of Rapfi as text: the lines that its commands `YXDBTOTXT` and `YXDBTOTXTALL` write.
//!
//! After a head come lines `index,key,label,value,depth,bound,text`. The key is a position:
//! `r-15-15-h8i9-g7-w` has the rule (f, s or r), width, height, the stones of Black and White, and
//! the side to move. Rows count from 1 at the top, unlike those of labels. The text is quoted, with
//! `\"` for a quotation mark, `\\` for a backslash, `\n` for a line feed and `\b` between parts; it
//! may begin with texts on the board, `@BTXT@` and entries of two hexadecimal digits, column and
//! row, with the text after. The value is the engine's score for the side that has moved.
//!
//! Source of these facts: Rapfi's public source code (<https://github.com/dhbloo/rapfi>). Yixin's
//! own lines are not read: nothing public says how they look.

use fukumi_core::board::Stone;
use fukumi_core::geometry::{BoardSize, Color, PointSet};
use fukumi_core::rule::Rule;

use crate::error::{self, NotationError, Problem};
use crate::game::Game;
use crate::normal::with_line_feeds;
use crate::reading::{Notices, Reading};
use crate::rules::Named;
use crate::source::Source;
use crate::tree::Notes;

/// The head.
const HEAD: &str = "index,key,label,value,depth,bound,text";
/// The beginning of a text with texts on the board.
const BOARD_TEXTS: &str = "@BTXT@";
/// Maximum number of positions.
pub const MAX_POSITIONS: usize = 1 << 20;

/// Whether the text begins with the head.
pub fn is_database(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').starts_with(HEAD)
}

/// Reads all positions. What the database says of a position becomes the comment.
///
/// # Errors
/// If a line makes no sense.
pub fn read(text: &str) -> Result<Vec<Game>, NotationError> {
    Ok(read_each(text)?.all()?.0)
}

/// Reads all positions like [`read`], and leaves out those that make no sense.
///
/// # Errors
/// If the head is missing, or there are more than [`MAX_POSITIONS`].
pub fn read_each(text: &str) -> Result<Reading, NotationError> {
    // Signs of full width belong to the comments.
    let text = with_line_feeds(text);
    let source = Source::new(&text);
    let mut lines = source.text().lines();
    let head = lines.next().unwrap_or_default();
    if head != HEAD {
        return Err(source.expected("the line index,key,label,value,depth,bound,text", head));
    }
    let lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
    if lines.len() > MAX_POSITIONS {
        return Err(Problem::TooManyNodes.into());
    }
    let mut reading = Reading::default();
    for line in source.parts(lines.iter().copied()) {
        let notices = &mut reading.notices;
        let game = line.within_limit().and_then(|text| position(line, text, notices));
        reading.push(None, game);
    }
    Ok(reading)
}

fn position(source: Source<'_>, line: &str, notices: &mut Notices) -> Result<Game, NotationError> {
    let mut fields = line.splitn(7, ',');
    let mut field = || fields.next().unwrap_or_default();
    let (_, key, label, value, depth, bound, text) =
        (field(), field(), field(), field(), field(), field(), field());
    let mut game = read_key(source, key, notices)?;
    let text = unquote(text).ok_or_else(|| source.expected("a text in quotation marks", text))?;
    let mut notes = Notes::default();
    let text = match text.strip_prefix(BOARD_TEXTS) {
        Some(rest) => {
            let (entries, comment) = rest.split_once('\u{8}').unwrap_or((rest, ""));
            entries.lines().for_each(|entry| add_label(&mut notes, game.size, entry));
            comment
        }
        None => &text,
    };
    // The words of the file, so that nothing is lost that another program would read differently.
    let mut parts = vec![];
    if !matches!(label, "(none)" | "(null)" | "") {
        parts.push(format!("label {label}"));
    }
    if bound != "none" && !bound.is_empty() {
        parts.push(format!("value {value} ({bound}), depth {depth}"));
    }
    let comment = text.replace('\u{8}', "\n");
    parts.extend((!comment.trim().is_empty()).then_some(comment));
    notes.comment = parts.join("\n");
    let root = game.tree.root();
    *game.tree.notes_mut(root) = notes;
    Ok(game)
}

/// Reads a position such as `r-15-15-h8i9-g7-w`.
fn read_key(source: Source<'_>, key: &str, notices: &mut Notices) -> Result<Game, NotationError> {
    let fields: Vec<&str> = key.split('-').collect();
    let &[rule, width, height, black, white, turn] = fields.as_slice() else {
        return Err(source.expected("a position such as r-15-15-h8i9-g7-w", key));
    };
    let sides = width.parse().ok().zip(height.parse().ok());
    let size = sides.and_then(|(width, height)| BoardSize::new(width, height));
    let size = size.ok_or_else(|| source.error(width, Problem::Size(error::excerpt(width))))?;
    let mut game = Game::new(size);
    game.rule = match rule {
        "f" => Some(Rule::Freestyle),
        "s" => Some(Rule::Standard),
        "r" => Some(Rule::Renju),
        _ => {
            notices.add_rule(Named::Unknown, rule);
            None
        }
    };
    game.to_move = match turn {
        "b" => Some(Color::Black),
        "w" => Some(Color::White),
        _ => return Err(source.expected("a side to move, b or w", turn)),
    };
    let mut taken = PointSet::EMPTY;
    for (color, stones) in [(Color::Black, black), (Color::White, white)] {
        let mut rest = stones;
        while let Some(letter) = rest.bytes().next() {
            let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
            let (place, after) = rest
                .split_at_checked(1 + digits)
                .filter(|_| letter.is_ascii_lowercase() && (1..=2).contains(&digits))
                .ok_or_else(|| source.expected("a stone such as h8", rest))?;
            let row: i64 = place[1..].parse().unwrap_or(0);
            let point = size.point(i64::from(letter - b'a'), row - 1);
            let off = || Problem::OffBoard { found: place.into(), size, is_size_assumed: false };
            let point = point.ok_or_else(|| source.error(place, off()))?;
            if taken.contains(point) {
                return Err(source.error(place, Problem::Taken(point.label(size))));
            }
            taken.insert(point);
            game.setup.push(Stone { color, point });
            rest = after;
        }
    }
    Ok(game)
}

/// Adds a text on the board such as `77A`. One that makes no sense is left out.
fn add_label(notes: &mut Notes, size: BoardSize, entry: &str) {
    let mut chars = entry.chars();
    // Digits above 9 go on through the letters of the alphabet, for boards larger than 16.
    let mut digit = || chars.next().and_then(|c| c.to_digit(36)).map(i64::from);
    let place = digit().zip(digit()).and_then(|(x, y)| size.point(x, y));
    let text = chars.as_str();
    if let Some(point) = place.filter(|_| !text.is_empty()) {
        notes.set_label(point, text.into());
    }
}

/// The text between quotation marks.
fn unquote(text: &str) -> Option<String> {
    let inner = text.trim_end().strip_prefix('"')?.strip_suffix('"')?;
    let mut unquoted = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => return None,
            '\\' => unquoted.push(match chars.next()? {
                'n' => '\n',
                'b' => '\u{8}',
                other => other,
            }),
            _ => unquoted.push(c),
        }
    }
    Some(unquoted)
}

#[cfg(test)]
mod tests {
    use fukumi_core::geometry::Point;

    use super::*;

    fn file(lines: &str) -> String {
        format!("{HEAD}\n{lines}\n")
    }

    #[test]
    fn positions_are_read_with_what_is_known() {
        let text = file(
            "0,r-15-15-h8i9-g7-w,w,-29990,0,exact,\"@BTXT@77A\\nE1x\\bone \\\"two\\\"\\nthree\"\n\
             1,f-20-20---b,(none),0,0,none,\"\"",
        );
        let games = read(&text).expect("two positions");
        let [first, second] = games.as_slice() else { panic!("two positions") };
        assert_eq!((first.rule, first.to_move), (Some(Rule::Renju), Some(Color::White)));
        let points: Vec<_> = first.setup.iter().map(|stone| stone.point).collect();
        assert_eq!(points, [Point::new(7, 7), Point::new(8, 8), Point::new(6, 6)]);
        let notes = first.tree.notes(first.tree.root()).expect("notes");
        assert_eq!(notes.label(Point::new(7, 7)), Some("A"));
        assert_eq!(notes.label(Point::new(14, 1)), Some("x"));
        let comment = "label w\nvalue -29990 (exact), depth 0\none \"two\"\nthree";
        assert_eq!(notes.comment, comment);
        assert_eq!((second.setup.len(), second.size.width()), (0, 20));
    }

    #[test]
    fn signs_of_full_width_stay_as_they_are() {
        let comment = "> 黑棋必胜。（见图）！　＂ｈ８＂、＼ｎ";
        let text = file(&format!("0,r-15-15-h8i9-g7-w,(none),0,0,none,\"{comment}\""));
        for text in [text.clone(), format!("\u{feff}{}", text.replace('\n', "\r\n"))] {
            let games = read(&text).expect("a position");
            let notes = games[0].tree.notes(games[0].tree.root()).expect("notes");
            assert_eq!(notes.comment, comment);
        }
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (line, message) in [
            (
                "0,r-15-15-h8",
                "line 2, column 3: expected a position such as r-15-15-h8i9-g7-w, found \
                 'r-15-15-h8'",
            ),
            (
                "0,r-15-15-h8-h8-b,w,0,0,none,\"\"",
                "line 2, column 14: expected an empty point, found h8 taken",
            ),
            (
                "0,r-15-15-h16--b,w,0,0,none,\"\"",
                "line 2, column 11: expected a point on the board of 15x15, found h16",
            ),
            (
                "0,r-15-15-é8--b,w,0,0,none,\"\"",
                "line 2, column 11: expected a stone such as h8, found 'é8'",
            ),
            (
                "0,r-15-15---b,w,0,0,none,a",
                "line 2, column 26: expected a text in quotation marks, found 'a'",
            ),
        ] {
            assert_eq!(read(&file(line)).expect_err(line).to_string(), message);
        }
    }

    #[test]
    fn a_letter_that_stands_for_no_rule_is_reported() {
        let text = format!("{HEAD}\n0,x-15-15-h8--w,,0,0,none,\"\"\n");
        let reading = read_each(&text).expect("a database");
        assert_eq!(reading.games[0].game.rule, None);
        let notices: Vec<String> = reading.notices.lines().collect();
        assert_eq!(notices, ["the rule 'x' is not known: the game states none that is"]);
    }
}
