//! The books shipped in the program, read when they are first asked for.

use std::sync::LazyLock;

use log::error;

use super::{Book, format};
use crate::geometry::BoardSize;
use crate::rule::Rule;

const TEXTS: [&str; 6] = [
    include_str!("data/freestyle-15x15.book"),
    include_str!("data/freestyle-20x20.book"),
    include_str!("data/standard-15x15.book"),
    include_str!("data/renju-15x15.book"),
    include_str!("data/caro-overline-15x15.book"),
    include_str!("data/caro-15x15.book"),
];

/// Returns the shipped book for a rule and a board size, if there is one.
pub fn shipped(rule: Rule, size: BoardSize) -> Option<&'static Book> {
    static BOOKS: LazyLock<Vec<Book>> =
        LazyLock::new(|| TEXTS.into_iter().filter_map(read).collect());
    BOOKS.iter().find(|book| book.rule() == rule && book.size() == size)
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
    fn every_shipped_book_is_sound_and_about_another_game() {
        let games: std::collections::BTreeSet<String> = TEXTS
            .into_iter()
            .map(|text| {
                let (book, unsound) = format::read(text).expect("a book");
                assert_eq!(unsound, Vec::<usize>::new(), "{}", book.rule());
                assert!(!book.entries().is_empty());
                assert_eq!(format::write(&book), text);
                format!("{} {}", book.rule(), book.size())
            })
            .collect();
        assert_eq!(games.len(), TEXTS.len());
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
