//! Files of other programs that are not read, by their first bytes.

use crate::limits::MAX_HEAD;

/// Whether there are characters that no text has. DOS ends a text with 1A, and a terminal takes 1B.
pub(crate) fn is_binary(head: &[u8]) -> bool {
    head.iter().any(|byte| matches!(byte, 0..=8 | 0x0e..=0x19 | 0x1c..=0x1f))
}

/// The program whose file begins with these bytes, if it is a known one.
pub(crate) fn program(bytes: &[u8]) -> Option<&'static str> {
    const KNOWN: [(&[u8], &str); 17] = [
        (b"\x04\x22\x4d\x18", "a database of Rapfi; its command YXDBTOTXTALL writes it as text"),
        (b"SQLite format 3\0", "a database of SQLite; fukumi database reads those of Fukumi"),
        (b"\x28\xb5\x2f\xfd", "a file packed with zstd; unpack it first"),
        (b"\x1f\x8b", "a file packed with gzip; unpack it first"),
        (b"PK\x03\x04", "an archive, ZIP; unpack it first"),
        (b"7z\xbc\xaf\x27\x1c", "an archive, 7z; unpack it first"),
        (b"Rar!", "an archive, RAR; unpack it first"),
        (b"BZh", "a file packed with bzip2; unpack it first"),
        (b"\xfd7zXZ\0", "a file packed with xz; unpack it first"),
        (b"\x89PNG", "a picture, PNG"),
        (b"\xff\xd8\xff", "a picture, JPEG"),
        (b"GIF8", "a picture, GIF"),
        (b"%PDF", "a document, PDF"),
        (b"MZ", "a program of Windows"),
        (b"\x7fELF", "a program of Linux"),
        (b"FKM", "a network of Fukumi"),
        (b"\xd0\xcf\x11\xe0", "a document of Office"),
    ];
    let starts = |(magic, _): &&(&[u8], &str)| {
        // Letters may also begin a text.
        bytes.starts_with(magic) && (!magic.is_ascii() || is_binary(&bytes[..bytes.len().min(64)]))
    };
    KNOWN.iter().find(starts).map(|(_, program)| *program).or_else(|| yixin_database(bytes))
}

/// Whether the bytes begin like a database of Yixin: the number of records, the length of a key,
/// then the rule and the sides of a board, and two bytes for each stone. Source: Rapfi's public
/// source code, which reads these files (<https://github.com/dhbloo/rapfi>).
fn yixin_database(bytes: &[u8]) -> Option<&'static str> {
    let &[a, b, c, d, low, high, rule, width, height, ..] = bytes else { return None };
    let records = u32::from_le_bytes([a, b, c, d]) as usize;
    let key = usize::from(u16::from_le_bytes([low, high]));
    let is_board = (width == 0 && height == 0 && key == 3)
        || ((5..=32).contains(&width) && (5..=32).contains(&height));
    let is_key = key >= 3 && key % 2 == 1 && (key - 3) / 2 <= 32 * 32;
    let is_large = bytes.len() >= 10 && records > 0 && records <= bytes.len();
    let is_database = is_key && is_board && rule < 8 && (is_large || bytes.len() >= MAX_HEAD);
    is_database
        .then_some("a database of Yixin or Rapfi; Rapfi's command YXDBTOTXTALL writes it as text")
}
