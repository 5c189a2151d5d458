//! Where the games of a file begin and end.
//!
//! Brackets decide, outside of values. A game whose end is missing ends where the next one begins:
//! at a node with a property that only the first node of a game has, or, within a value, at such a
//! line. So a damaged game leaves the others whole.

use super::property::in_capitals;

/// Properties with which games begin.
const FIRST: [&str; 9] = ["AP", "CA", "EV", "FF", "GM", "PB", "PW", "RU", "SZ"];
/// Maximum number of blanks, of each kind, at the beginning of a game.
const MAX_BLANKS: usize = 64;

/// The text of a game.
pub(super) struct Part<'a> {
    /// The text from the first bracket to the last.
    pub(super) text: &'a str,
    /// Whether it has its last bracket.
    pub(super) is_closed: bool,
}

/// Whether a game begins here: a bracket and a node, or a bracket and a property.
pub(crate) fn begins(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('(') else { return false };
    match trimmed(rest).strip_prefix(';') {
        Some(node) => {
            let node = trimmed(node);
            let is_node = |c: char| c.is_ascii_uppercase() || matches!(c, ';' | '(' | ')');
            node.is_empty() || node.starts_with(is_node) || property(node).is_some()
        }
        None => property(trimmed(rest))
            .is_some_and(|(name, _)| name.starts_with(|c: char| c.is_ascii_uppercase())),
    }
}

/// Whether a line of the text begins a game, with a property nearby.
pub(crate) fn has_game(text: &str) -> bool {
    text.split_inclusive('\n')
        .scan(0, |offset, line| {
            let begin = *offset;
            *offset += line.len();
            Some(trimmed(text.get(begin..).unwrap_or_default()))
        })
        .any(|rest| begins(rest) && rest.bytes().take(2 * MAX_BLANKS).any(|byte| byte == b'['))
}

/// Whether a game begins here whose first node has a property that only first nodes have.
fn begins_anew(text: &str) -> Option<&str> {
    let rest = trimmed(text.strip_prefix('(')?);
    let (name, after) = property(trimmed(rest.strip_prefix(';')?))?;
    FIRST.contains(&in_capitals(name).as_str()).then_some(after)
}

/// The name of a property as it is written, and its values.
fn property(text: &str) -> Option<(&str, &str)> {
    let length = text.bytes().take(MAX_BLANKS).take_while(u8::is_ascii_alphabetic).count();
    let (name, after) = text.split_at_checked(length)?;
    (!name.is_empty() && trimmed(after).starts_with('[')).then_some((name, after))
}

/// The text without some blanks before it.
fn trimmed(text: &str) -> &str {
    let blanks = text.bytes().take(MAX_BLANKS).take_while(u8::is_ascii_whitespace).count();
    text.get(blanks..).unwrap_or_default()
}

/// Whether the line at the beginning of the text, within a value, begins another game. A bracket
/// in a value would have a backslash before it.
fn is_line_of_game(text: &str) -> bool {
    begins_anew(trimmed(text)).is_some_and(|values| {
        let value = trimmed(values).bytes().skip(1).take(MAX_BLANKS);
        value.take_while(|byte| *byte != b'\n' && *byte != b'\\').any(|byte| byte == b']')
    })
}

/// Finds the games of a text.
pub(super) fn split(text: &str) -> Vec<Part<'_>> {
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    let (mut start, mut depth, mut at) = (0, 0_usize, 0);
    let mut is_value = false;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'(' if depth == 0 && begins(&text[at..]) => {
                (start, depth, is_value) = (at, 1, false);
            }
            // Any text may be between games.
            _ if depth == 0 => {}
            b'\\' if is_value => at += 1,
            b'\n' if is_value && is_line_of_game(&text[at + 1..]) => {
                parts.push(Part { text: &text[start..at], is_closed: false });
                depth = 0;
            }
            b']' => is_value = false,
            _ if is_value => {}
            b'[' => is_value = true,
            b'(' if begins_anew(&text[at..]).is_some() => {
                parts.push(Part { text: &text[start..at], is_closed: false });
                (start, depth) = (at, 1);
            }
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    parts.push(Part { text: &text[start..=at], is_closed: true });
                }
            }
            _ => {}
        }
        at += 1;
    }
    if depth > 0 {
        parts.push(Part { text: &text[start..], is_closed: false });
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<(&str, bool)> {
        split(text).into_iter().map(|part| (part.text, part.is_closed)).collect()
    }

    #[test]
    fn games_end_at_their_last_bracket() {
        let text = "Mail (JST) :-(\n\n(;B[a\\]\\)](;W[)(;])(;W[bb]))  (B[cc]) bye (;-)\n";
        assert_eq!(texts(text), [("(;B[a\\]\\)](;W[)(;])(;W[bb]))", true), ("(B[cc])", true)]);
        assert!(texts("(no game) (note[1]) (;-b[hh])").is_empty());
    }

    #[test]
    fn a_game_without_an_end_leaves_the_next_one_whole() {
        let text = "(;FF[4];B[hh](;W[ii]\n(;FF[4];B[hh]C[a\n(;GM[4]SZ[15];B[cc])";
        assert_eq!(
            texts(text),
            [
                ("(;FF[4];B[hh](;W[ii]\n", false),
                ("(;FF[4];B[hh]C[a", false),
                ("(;GM[4]SZ[15];B[cc])", true)
            ]
        );
        let text = "(;sz[15];b[hh]\n(;pb[A];b[ii])";
        assert_eq!(texts(text), [("(;sz[15];b[hh]\n", false), ("(;pb[A];b[ii])", true)]);
        // A comment may quote a game.
        let quoted = "(;FF[4]C[see\n(;GM[4\\];B[hh\\])];B[ii])";
        assert_eq!(texts(quoted), [(quoted, true)]);
    }
}
