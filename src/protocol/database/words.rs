//! Entries in the words of the front end.
//!
//! A value is that of the side to move, a label that of the side that moved last.

use std::path::Path;

use fukumi_database::branch::Child;
use fukumi_database::{Bound, Entry, Mark, Value};

use crate::protocol::command::printable;
use crate::protocol::raw;
use crate::protocol::reply::Axes;

/// Largest number of characters of a label on the board.
const LABEL_WIDTH: usize = 4;
/// Largest number of bytes of a text on the board. The front end cuts what is longer, in the middle
/// of a character too, and then shows nothing of it.
const MARK_WIDTH: usize = 6;
/// Largest number of bytes of a comment that goes out or comes in.
const MAX_COMMENT: usize = 1 << 16;
/// Largest number of characters of a message.
const MESSAGE_LENGTH: usize = 200;

/// A comment without control characters, with one kind of line end, cut to its largest length.
pub(super) fn plain(comment: &str) -> String {
    let (mut text, mut length) = (String::new(), 0);
    let mut chars = comment.chars().peekable();
    while let Some(char) = chars.next() {
        let char = match char {
            '\r' if chars.peek() == Some(&'\n') => continue,
            '\r' | '\n' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
            char if char.is_control() => ' ',
            char => char,
        };
        length += raw::width(char);
        if length > MAX_COMMENT {
            break;
        }
        text.push(char);
    }
    text
}

/// A comment as it stands between quotation marks on one line, so that no part of it can be taken
/// for another line of the protocol. A line end is written as `\n`. Yixin-Board skips that, but
/// shows a separator of lines (U+2028) as the end of a line, and sends it back.
pub(super) fn quoted(comment: &str, axes: Axes) -> String {
    let line_end = match axes {
        Axes::ColumnRow => "\\n",
        Axes::RowColumn => "\u{2028}",
    };
    let comment = plain(comment).replace('\\', "\\\\").replace('"', "\\\"");
    comment.replace('\n', line_end)
}

/// The name of a file for a person, in the characters that it has.
pub(super) fn shown(path: &Path) -> String {
    raw::name(path).chars().filter(|char| !char.is_control()).take(MESSAGE_LENGTH).collect()
}

pub(super) fn counted(count: u64) -> String {
    if count == 1 { "1 position".into() } else { format!("{count} positions") }
}

/// A line of text. Yixin-Board takes a text that begins with the word "database", in any case, for
/// one of the forms above, and ends if it is none.
pub(super) fn message(text: &str) -> String {
    format!("MESSAGE {}", printable(text, MESSAGE_LENGTH))
}

/// The label of a position: the one that was put there, or what a proven value says. It is that of
/// the side that moved last.
pub(super) fn label(entry: &Entry) -> Option<char> {
    let proven = || {
        let value = entry.value.filter(Value::is_proven)?;
        Some(if value.score.is_win() { 'l' } else { 'w' })
    };
    entry
        .label
        .as_ref()
        .and_then(|label| label.chars().next().filter(char::is_ascii_graphic))
        .or_else(proven)
}

/// Value, depth and bound, as numbers.
pub(super) fn value_words(entry: &Entry) -> String {
    let bound = entry.value.map_or(0, |value| match value.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    });
    let points = entry.value.map_or(0, |value| value.score.points());
    let depth = entry.value.and_then(|value| value.depth).unwrap_or(0);
    format!("{points} {depth} {bound}")
}

/// What the front end writes on the point: the label, of a win or loss with its plies, or else the
/// chance of the side that moved last, in percent.
pub(super) fn display(entry: &Entry) -> String {
    let plies = entry.value.filter(Value::is_proven).and_then(|v| v.score.plies_to_end());
    match (label(entry), plies) {
        (Some(label @ ('w' | 'l')), Some(plies)) => format!("{label}{}", plies.abs()),
        (Some(label @ ('w' | 'l')), None) => format!("{label}*"),
        (Some(label), _) => label.into(),
        (None, _) => match entry.value.filter(|value| value.bound == Bound::Exact) {
            // 0 and 100 % would be proven results.
            Some(value) => {
                format!("{}%", ((-value.score).win_rate() * 100.0).clamp(1.0, 99.0) as u32)
            }
            None => String::new(),
        },
    }
}

/// The line about a move. The front end takes what it writes on the point as a number whose bytes
/// are the characters.
pub(super) fn child_line(child: &Child, mark: Option<&Mark>) -> String {
    let Child { point, entry } = child;
    let shown = display(entry);
    let shown = match shown.len().min(LABEL_WIDTH) {
        0 => -1,
        length => shown.bytes().take(length).fold(0, |sum, byte| sum << 8 | i32::from(byte)),
    };
    let comment = u8::from(entry.comment.is_some());
    let mark = mark.map(|mark| one_word(&mark.text)).unwrap_or_default();
    let (x, y, value) = (point.x(), point.y(), value_words(entry));
    format!("MESSAGE DATABASE {x} {y} {shown} {value} {comment} {mark}")
}

/// The beginning of a text without blanks, as the front end reads it.
pub(super) fn one_word(text: &str) -> String {
    let (mut word, mut width) = (String::new(), 0);
    for char in text.chars().filter(|char| !char.is_whitespace() && !char.is_control()) {
        width += raw::width(char);
        if width > MARK_WIDTH {
            break;
        }
        word.push(char);
    }
    word
}

#[cfg(test)]
mod tests {
    use fukumi_core::score::Score;

    use super::*;

    #[test]
    fn a_chance_on_a_point_is_never_that_of_a_proven_result() {
        let shown = |points| {
            let value =
                Value { score: Score::from_points(points), bound: Bound::Exact, depth: None };
            display(&Entry { value: Some(value), ..Entry::default() })
        };
        assert_eq!([20_000, 0, -20_000].map(shown), ["1%", "50%", "99%"]);
    }
}
