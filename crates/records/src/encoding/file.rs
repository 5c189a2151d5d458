//! The text of a whole file.

use encoding_rs::UTF_8;

use super::decoder::Decoder;
use super::name::Encoding;
use crate::limits::MAX_HEAD;
use crate::reading::{Notice, Notices};

/// The text of a file, in the given encoding or in those that its lines look like.
pub fn text(bytes: &[u8], forced: Option<Encoding>) -> String {
    text_of(bytes, forced, &mut Notices::default())
}

/// The text of a file, in the given encoding or in those that its lines are in.
pub(crate) fn text_of(bytes: &[u8], forced: Option<Encoding>, notices: &mut Notices) -> String {
    if forced.is_none()
        && let Some(wide) = Encoding::utf_16(bytes)
    {
        let (text, is_broken) = wide.0.decode_without_bom_handling(bytes);
        notices.add(Notice::Broken(wide.name()), usize::from(is_broken));
        return text.into_owned();
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if forced.is_none()
        && let Ok(text) = std::str::from_utf8(bytes)
        && (text.is_ascii() || stated(bytes).is_none_or(|stated| stated.0 == UTF_8))
    {
        return text.into();
    }
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let mut decoder = Decoder::new(&lines, forced, stated(bytes));
    let mut text = String::with_capacity(bytes.len());
    lines.iter().for_each(|line| text += &decoder.decode(line));
    notices.add_all(decoder.notices());
    text
}

/// The encoding that SGF states as `CA[…]`, or XML as `encoding="…"`.
fn stated(bytes: &[u8]) -> Option<Encoding> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_HEAD)]).into_owned();
    let between = |begin: &str, end: char| {
        let (_, rest) = head.split_once(begin)?;
        Encoding::named(rest.split(end).next()?.trim())
    };
    between("CA[", ']')
        .or_else(|| between("ca[", ']'))
        .or_else(|| between("encoding=\"", '"'))
        .or_else(|| between("encoding='", '\''))
}
