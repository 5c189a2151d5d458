//! Text whose encoding is unknown, as a string without loss.
//!
//! Front ends send the names of folders and the comments of a database in the code page of their
//! system. A byte that is no part of UTF-8 becomes a character of a private-use area, and on the
//! way out that character becomes the byte again. The idea is that of PEP 383, "Non-decodable Bytes
//! in System Character Interfaces" (Martin von Löwis, 2009).

use std::path::{Path, PathBuf};

/// The character of byte 0. Only those of bytes from 0x80 on are used.
const FIRST: u32 = 0x10_FE00;

/// The string for these bytes.
pub(crate) fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for char in chunk.valid().chars() {
            match byte_of(char) {
                None => text.push(char),
                // It must not become the byte that it stands for.
                Some(_) => text.extend(char.encode_utf8(&mut [0; 4]).bytes().map(char_of)),
            }
        }
        text.extend(chunk.invalid().iter().copied().map(char_of));
    }
    text
}

/// The bytes that a string stands for.
pub(crate) fn encode(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for char in text.chars() {
        match byte_of(char) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

/// How many bytes a character stands for.
pub(crate) fn width(char: char) -> usize {
    if byte_of(char).is_some() { 1 } else { char.len_utf8() }
}

/// Whether all of the text is UTF-8.
#[cfg(any(test, not(unix)))]
pub(crate) fn is_utf8(text: &str) -> bool {
    text.chars().all(|char| byte_of(char).is_none())
}

/// The path with this name.
///
/// # Errors
/// If the name is not UTF-8, and the names of files are not bytes on this system: a message for the
/// user.
pub(crate) fn path(name: &str) -> Result<PathBuf, String> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt;
        Ok(std::ffi::OsString::from_vec(encode(name)).into())
    }
    #[cfg(not(unix))]
    {
        if is_utf8(name) {
            Ok(name.into())
        } else {
            Err("names of files must be UTF-8 on this system; choose one of English letters".into())
        }
    }
}

/// The name of a path.
pub(crate) fn name(path: &Path) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        decode(path.as_os_str().as_bytes())
    }
    #[cfg(not(unix))]
    {
        path.to_string_lossy().into_owned()
    }
}

/// The byte that a character stands for, if it stands for one.
fn byte_of(char: char) -> Option<u8> {
    let byte = u8::try_from(u32::from(char).checked_sub(FIRST)?).ok()?;
    (!byte.is_ascii()).then_some(byte)
}

/// The character that stands for a byte, which is not ASCII.
fn char_of(byte: u8) -> char {
    char::from_u32(FIRST + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_survive() {
        let all: Vec<u8> = (0..=u8::MAX).chain((0..=u8::MAX).rev()).collect();
        let lines: [&[u8]; 6] =
            [&all, b"plain", "五子棋 é".as_bytes(), b"\xce\xe5\xd7\xd3\xc6\xe5", b"\xe4\xba", b""];
        for bytes in lines {
            let text = decode(bytes);
            assert_eq!(encode(&text), bytes);
            assert!(!text.contains(char::REPLACEMENT_CHARACTER));
            assert_eq!(text.chars().map(width).sum::<usize>(), bytes.len());
        }
    }

    #[test]
    fn text_stays_what_it_is() {
        for text in ["", "plain", "五子棋 é", "\u{feff}\u{10ffff}"] {
            assert_eq!(decode(text.as_bytes()), text);
            assert!(is_utf8(text));
        }
        assert!(!is_utf8(&decode(b"a\xff")));
    }

    #[test]
    fn characters_that_stand_for_bytes_survive_as_well() {
        for number in FIRST..=FIRST + 0xff {
            let text = char::from_u32(number).unwrap().to_string();
            assert_eq!(encode(&decode(text.as_bytes())), text.as_bytes());
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_path_has_the_bytes_of_its_name() {
        use std::os::unix::ffi::OsStrExt;
        let bytes = b"/games/\xce\xe5\xd7\xd3";
        let path = path(&decode(bytes)).unwrap();
        assert_eq!(path.as_os_str().as_bytes(), bytes);
        assert_eq!(encode(&name(&path)), bytes);
    }
}
