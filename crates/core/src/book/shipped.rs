//! The books shipped in the program, each read on first use.

use std::sync::OnceLock;

use log::error;

use super::{Book, format};
use crate::geometry::BoardSize;
use crate::rule::Rule;

/// A shipped book, and the game it is about.
struct Shipped {
    rule: Rule,
    side: u8,
    text: &'static str,
    /// What came of reading the text, which builds the tables of the rule.
    book: OnceLock<Option<Book>>,
}

impl Shipped {
    const fn new(rule: Rule, side: u8, text: &'static str) -> Self {
        Self { rule, side, text, book: OnceLock::new() }
    }
}

static BOOKS: [Shipped; 6] = [
    Shipped::new(Rule::Freestyle, 15, include_str!("data/freestyle-15x15.book")),
    Shipped::new(Rule::Freestyle, 20, include_str!("data/freestyle-20x20.book")),
    Shipped::new(Rule::Standard, 15, include_str!("data/standard-15x15.book")),
    Shipped::new(Rule::Renju, 15, include_str!("data/renju-15x15.book")),
    Shipped::new(Rule::CaroOverline, 15, include_str!("data/caro-overline-15x15.book")),
    Shipped::new(Rule::Caro, 15, include_str!("data/caro-15x15.book")),
];

/// Returns the shipped book for a rule and a board size, if there is one.
pub fn shipped(rule: Rule, size: BoardSize) -> Option<&'static Book> {
    let sides = (size.width(), size.height());
    let shipped = BOOKS.iter().find(|book| book.rule == rule && (book.side, book.side) == sides)?;
    shipped.book.get_or_init(|| read(shipped.text)).as_ref()
}

fn read(text: &str) -> Option<Book> {
    match format::read(text) {
        Ok((book, unsound)) => {
            if !unsound.is_empty() {
                error!("lines {unsound:?} of the book for {} are not sound", book.rule());
            }
            Some(book)
        }
        Err(error) => {
            error!("a book of the program cannot be read: {error}");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_book_is_sound_and_about_its_game() {
        for shipped in &BOOKS {
            let (book, unsound) = format::read(shipped.text).expect("a book");
            assert_eq!(unsound, Vec::<usize>::new(), "{}", book.rule());
            assert!(!book.entries().is_empty());
            assert_eq!(format::write(&book), shipped.text);
            let size = BoardSize::square(shipped.side.into()).expect("a size");
            assert_eq!((book.rule(), book.size()), (shipped.rule, size));
            assert_eq!(super::shipped(shipped.rule, size).map(Book::rule), Some(shipped.rule));
        }
    }

    #[test]
    fn a_shipped_book_answers_the_stone_in_the_centre() {
        for rule in Rule::ALL {
            let size = BoardSize::square(15).unwrap();
            let book = shipped(rule, size).expect("a book");
            let position = book.position(&[size.center()]).unwrap();
            let reply = book.reply(&position).expect("an entry");
            assert!(position.board().is_empty(reply.point) && reply.depth > 10);
        }
    }
}
