//! The text of an opening book.

use fukumi_core::book::Book;
use fukumi_core::book::format;
use fukumi_core::position::Position;

/// Maximum length of a text in bytes. Slow inputs are tested elsewhere.
const MAX_TEXT: usize = 4_096;

/// Reads the bytes as a book: as they are, or, if the first byte is odd, with a valid head and
/// valid checksums of its lines. The book is then written, read again, and asked about every
/// position in it.
pub fn book(data: &[u8]) {
    let (&manner, data) = data.split_first().unwrap_or((&0, &[]));
    let text = String::from_utf8_lossy(&data[..data.len().min(MAX_TEXT)]);
    let text = if manner & 1 == 0 { text.into_owned() } else { sealed(&text, manner) };
    let (book, unsound) = match format::read(&text) {
        Ok(read) => read,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert!(unsound.len() + book.entries().len() <= text.lines().count());
    let written = format::write(&book);
    let (again, unsound) = format::read(&written).expect("a head of our own");
    assert_eq!(unsound, [0; 0], "{written}");
    assert_eq!(again.entries(), book.entries(), "{written}");
    assert_eq!(format::write(&again), written);
    for entry in book.entries() {
        check(&book, &book.position(&entry.moves).expect("an entry can be played"));
    }
    check(&book, &Position::new(book.size(), book.rule()));
}

fn check(book: &Book, position: &Position) {
    if let Some(reply) = book.reply(position) {
        assert!(position.size().contains(reply.point), "{reply:?}");
        assert!(position.board().is_empty(reply.point), "{reply:?}");
        assert!(!position.is_forbidden(reply.point), "{reply:?}");
    }
}

fn sealed(text: &str, manner: u8) -> String {
    let rules = ["freestyle", "standard", "renju", "caro"];
    let sizes = ["15x15", "5x5", "20x22", "7x7"];
    let (rule, size) = (rules[usize::from(manner >> 1 & 3)], sizes[usize::from(manner >> 3 & 3)]);
    let mut sealed = format!("fukumi book 1\nrule {rule}\nsize {size}\nnodes 1000\n");
    for line in text.lines() {
        let sum = crc32fast::hash(line.as_bytes());
        sealed += &format!("{line}; {sum:08x}\n");
    }
    sealed
}
