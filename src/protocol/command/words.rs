//! The words of a line, and what an error shows of them.

/// Maximum number of characters of the input that an error message quotes.
pub(super) const QUOTE_LENGTH: usize = 20;

/// The first word of a line and the rest of it, without the blanks around them.
pub(crate) fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim_matches(is_blank);
    match line.split_once(is_blank) {
        Some((word, rest)) => (word, rest.trim_matches(is_blank)),
        None => (line, ""),
    }
}

/// The entries on a line of a block. Blanks separate entries, except around commas.
pub fn entries(text: &str) -> Vec<String> {
    let mut entries: Vec<String> = Vec::new();
    let mut is_open = false;
    for word in text.split(is_blank).filter(|word| !word.is_empty()) {
        match entries.last_mut() {
            Some(entry) if is_open || word.starts_with(',') => entry.push_str(word),
            _ => entries.push(word.into()),
        }
        is_open = word.ends_with(',');
    }
    entries
}

/// The beginning of a text from outside, made printable.
pub fn quote(text: &str) -> String {
    printable(text, QUOTE_LENGTH)
}

/// The first `length` characters of a text, made printable.
pub fn printable(text: &str, length: usize) -> String {
    let quoted: String = text
        .chars()
        .take(length)
        .map(|char| if char.is_ascii_graphic() || char == ' ' { char } else { '?' })
        .collect();
    quoted.trim().into()
}

pub(super) fn is_blank(char: char) -> bool {
    char == ' ' || char == '\t'
}

/// Parses the whole text as a decimal number. A number too large for 64 bits counts as the largest.
pub fn parse_integer(text: &str) -> Option<i64> {
    let (is_negative, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let size = digits.iter().fold(0i64, |number, digit| {
        number.saturating_mul(10).saturating_add(i64::from(digit - b'0'))
    });
    Some(if is_negative { -size } else { size })
}
