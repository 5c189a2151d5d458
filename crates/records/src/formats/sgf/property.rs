//! Properties of nodes, as in `AB[hh][ii]`, and the text of their values.

use crate::error::NotationError;
use crate::source::Source;

/// A property of a node, such as `AB[hh][ii]`.
pub(super) struct Property<'a> {
    /// The name in capital letters.
    pub(super) name: String,
    pub(super) values: Vec<&'a str>,
}

impl Property<'_> {
    /// The property as it is written.
    pub(super) fn text(&self) -> String {
        let values: String = self.values.iter().map(|value| format!("[{value}]")).collect();
        format!("{}{values}", self.name)
    }
}

pub(super) type Node<'a> = Vec<Property<'a>>;

/// The name of a property as the format has it now. Older versions allow small letters in between,
/// which are ignored. A name that has only small letters is read as if they were capitals.
pub(super) fn in_capitals(name: &str) -> String {
    let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
    if capitals.is_empty() { name.to_ascii_uppercase() } else { capitals }
}

/// The property at the beginning of the text, and what follows it.
pub(super) fn read_property<'a>(
    source: Source<'_>,
    text: &'a str,
) -> Result<(Property<'a>, &'a str), NotationError> {
    let after = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let name = &text[..text.len() - after.len()];
    let name = in_capitals(name);
    let mut values = Vec::new();
    let mut rest = after;
    while let Some(value) = rest.trim_start().strip_prefix('[') {
        let length = value_length(value)
            .ok_or_else(|| source.expected("] at the end of a value", &value[value.len()..]))?;
        values.push(&value[..length]);
        rest = &value[length + 1..];
    }
    if values.is_empty() {
        return Err(source.expected("[ after the name of a property", rest));
    }
    Ok((Property { name, values }, rest))
}

/// The text that a value stands for. A backslash escapes the character after it, and joins lines.
pub(super) fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next().filter(|&escaped| escaped != '\n')),
            _ => text.push(c),
        }
    }
    text
}

/// Number of bytes up to the first closing bracket without a backslash before it.
fn value_length(text: &str) -> Option<usize> {
    let mut bytes = text.bytes().enumerate();
    while let Some((index, byte)) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b']' => return Some(index),
            _ => {}
        }
    }
    None
}

/// Escapes text for the value of an SGF property.
pub(crate) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
