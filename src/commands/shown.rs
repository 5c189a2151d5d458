//! Text of others on a terminal: names, comments and errors that quote a file.
//!
//! What it says must neither control the terminal nor fill it. So characters that would do
//! something become question marks, and what is a line stays one of moderate length.

use std::fmt::Display;

/// Most characters of a line.
const MAX_LINE: usize = 300;

/// The text with a question mark for each character that controls a terminal or the direction of
/// writing. Line ends stay.
pub(crate) fn visible(text: &str) -> String {
    text.chars().map(|c| if c == '\n' || !is_unseen(c) { c } else { '?' }).collect()
}

/// A text on one line, which is cut if it is long.
pub(crate) fn line(text: impl Display) -> String {
    let text = visible(&text.to_string()).replace('\n', " ");
    match text.char_indices().nth(MAX_LINE) {
        Some(_) => text.chars().take(MAX_LINE - 1).chain(['…']).collect(),
        None => text,
    }
}

/// A text of several lines, each cut if it is long.
pub(crate) fn lines(text: impl Display) -> String {
    text.to_string().lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Whether a character controls a terminal, lines or the direction of writing.
fn is_unseen(c: char) -> bool {
    let is_direction = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}');
    c.is_control() || is_direction || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_controls_a_terminal_becomes_a_question_mark() {
        let wicked = "a\u{1b}[2J\u{9b}31m\u{7}\r\u{202e}b\u{2028}\u{200f}";
        assert_eq!(visible(wicked), "a?[2J?31m???b??");
        for plain in ["", "plain text", "五子棋\u{3000}é", "two\nlines"] {
            assert_eq!(visible(plain), plain);
        }
    }

    #[test]
    fn a_line_is_one_and_short() {
        assert_eq!(line("two\nlines"), "two lines");
        assert_eq!(line("五".repeat(MAX_LINE)), "五".repeat(MAX_LINE));
        let long = line("五".repeat(4096));
        assert!(long.chars().count() == MAX_LINE && long.ends_with('…'));
        assert_eq!(lines("a\n\u{1b}b"), "a\n?b");
    }
}
