//! Moves in words: labels such as `h8`, passes, and the numbers before them.

use fukumi_core::geometry::{BoardSize, Point};

/// How a pass is written.
pub(crate) const PASS: &str = "pass";
/// All forms in which a pass is read: also those of PGN and SGF.
pub(super) const PASSES: [&str; 3] = [PASS, "--", "tt"];
/// How a game without moves is written on a line of its own.
pub(crate) const NO_MOVES: &str = "-";
/// Number of characters of a word that are examined; no meaningful word is that long.
const MAX_WORD: usize = 40;

/// Whether the text contains a label: a letter that begins a word or follows a number, then a
/// digit. `15x15` contains none.
pub(crate) fn has_label(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(2).enumerate().any(|(index, pair)| {
        let before = index.checked_sub(1).map_or(b' ', |index| bytes[index]);
        let is_free = match pair[0] {
            // Between numbers, this is a multiplication sign.
            b'x' | b'X' => !before.is_ascii_alphanumeric(),
            letter => letter.is_ascii_alphabetic() && !before.is_ascii_alphabetic(),
        };
        is_free && pair[1].is_ascii_digit()
    })
}

/// Whether a word stands for a pass.
pub(super) fn is_pass(word: &str) -> bool {
    PASSES.iter().any(|pass| pass.eq_ignore_ascii_case(word))
}

/// The text up to a character that ends words, or at most [`MAX_WORD`] characters of it.
pub(super) fn first_word(text: &str, ends_word: impl Fn(char) -> bool) -> &str {
    let end =
        text.char_indices().zip(0..).find(|&((_, c), index)| index == MAX_WORD || ends_word(c));
    let word = end.map_or(text, |((end, _), _)| &text[..end]);
    #[cfg(test)]
    crate::tests::count_work(word.len());
    word
}

/// A letter followed by at least one digit.
pub(super) fn label(text: &str) -> Option<&str> {
    let digits = text.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    (count > 0).then(|| &text[..=count])
}

/// What follows the number of a move: `1.`, `1)`, `1:` or `1...`.
pub(super) fn skip_number(text: &str) -> Option<&str> {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = after.trim_start_matches(['.', ')', ':']);
    (rest.len() < after.len()).then_some(rest)
}

/// The label of a point, or a pass.
pub(super) fn point_text(point: Option<Point>, size: BoardSize) -> String {
    point.map_or_else(|| PASS.into(), |point| point.label(size))
}
