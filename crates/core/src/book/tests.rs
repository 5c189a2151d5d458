//! Tests of books: what is found in them, and what a damaged one still says.

use rand::{Rng, RngCore, SeedableRng};

use super::format::{BookError, head, line, read, write};
use super::*;
use crate::geometry::Symmetry;
use crate::random::Generator;

fn size() -> BoardSize {
    BoardSize::square(15).unwrap()
}

fn moves(labels: &str) -> Vec<Point> {
    labels.split_whitespace().map(|label| size().parse_label(label).unwrap()).collect()
}

/// Creates an entry whose choices are `label points, label points …`.
fn entry(played: &str, choices: &str) -> BookEntry {
    let choice = |text: &str| {
        let (label, points) = text.trim().split_once(' ').unwrap();
        let score = Score::from_points(points.parse().unwrap());
        Choice { point: size().parse_label(label).unwrap(), score }
    };
    BookEntry { moves: moves(played), depth: 20, choices: choices.split(',').map(choice).collect() }
}

fn book(entries: &[BookEntry]) -> Book {
    let mut book = Book::new(Rule::Freestyle, size(), 1_000_000);
    entries.iter().for_each(|entry| assert!(book.add(entry.clone()), "{entry:?}"));
    book
}

fn small() -> Book {
    book(&[
        entry("h8", "i9 -40, h9 -30, h10 -90"),
        entry("h8 h9", "j8 70, g9 20"),
        entry("h8 i9", "h10 35"),
    ])
}

fn reply(book: &Book, played: &str) -> Option<(String, i32)> {
    let position = book.position(&moves(played))?;
    let reply = book.reply(&position)?;
    Some((reply.point.label(size()), reply.score.points()))
}

#[test]
fn scores_are_backed_up_from_the_entries_behind() {
    let book = small();
    assert_eq!(reply(&book, "h8 h9"), Some(("j8".into(), 70)));
    // h9 looked better in the first search, but its own entry says that it is worse.
    assert_eq!(reply(&book, "h8"), Some(("i9".into(), -35)));
    assert_eq!(reply(&book, "h8 h10"), None);
    // A move without an entry of its own was searched too briefly to be chosen.
    let unsearched = super::tests::book(&[entry("h8", "i9 -40, h9 30")]);
    assert_eq!(reply(&unsearched, "h8"), Some(("i9".into(), -40)));
    let better = super::tests::book(&[entry("h8", "i9 -40, h9 -50"), entry("h8 h9", "j8 10")]);
    assert_eq!(reply(&better, "h8"), Some(("h9".into(), -10)));
}

#[test]
fn a_turned_position_has_the_turned_reply() {
    let book = small();
    let plain = book.reply(&book.position(&moves("h8 h9")).unwrap()).unwrap();
    for symmetry in Symmetry::all(size()) {
        let turned: Vec<Point> =
            moves("h8 h9").into_iter().map(|point| symmetry.apply(point, size())).collect();
        let position = book.position(&turned).unwrap();
        let mut expected = position.clone();
        expected.play(symmetry.apply(plain.point, size()));
        let mut played = position.clone();
        played.play(book.reply(&position).unwrap().point);
        // The position is symmetrical, so there may be two such moves.
        assert_eq!(Identity::of(&played).key(), Identity::of(&expected).key(), "{symmetry:?}");
    }
}

#[test]
fn what_cannot_be_played_is_no_entry() {
    let mut book = small();
    for (played, choices) in [
        ("h8 h8", "h9 0"),
        ("h8 h10", "h8 0"),
        ("h8", "h9 0"),
        ("h8 a1 i8 a2 j8 a3 k8 a4 l8", "a5 0"),
    ] {
        assert!(!book.add(entry(played, choices)), "{played}");
    }
    assert!(!book.add(BookEntry { moves: moves("h8 a1"), depth: 3, choices: Vec::new() }));
    let mut renju = Book::new(Rule::Renju, size(), 1);
    let before = "h6 a1 h7 a3 f8 a5 g8 a7";
    assert!(!renju.add(entry(before, "h8 0")), "a double three");
    assert!(renju.add(entry(before, "i9 0")));
    assert_eq!(book.entries().len(), 3);
}

#[test]
fn a_book_survives_its_text() {
    let text = write(&small());
    let (book, unsound) = read(&text).unwrap();
    assert_eq!(unsound, Vec::<usize>::new());
    assert_eq!(book.entries(), small().entries());
    assert_eq!(write(&book), text);
}

#[test]
fn a_book_cut_off_anywhere_keeps_the_lines_before() {
    let text = write(&small());
    let head = head(&small()).len();
    for length in 0..text.len() {
        match read(&text[..length]) {
            Ok((book, unsound)) => {
                let whole = text[..=length].lines().count().saturating_sub(5);
                assert!(book.entries().len() >= whole.min(2), "{length}");
                assert!(unsound.len() <= 1);
                assert!(small().entries().starts_with(book.entries()));
            }
            Err(error) => {
                assert!(length < head, "{length}: {error}");
                assert!(matches!(error, BookError::Head { .. }) && !error.to_string().is_empty());
            }
        }
    }
}

#[test]
fn a_changed_byte_costs_one_line_at_most() {
    let text = write(&small());
    let mut rng = Generator::seed_from_u64(5);
    for at in head(&small()).len()..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] = rng.random_range(b' '..=b'~');
        let text = String::from_utf8(bytes).unwrap();
        let (book, _) = read(&text).unwrap();
        // If a line end is lost, two lines become one.
        assert!(!book.entries().is_empty(), "byte {at}");
        assert!(book.entries().iter().all(|entry| small().entries().contains(entry)));
    }
}

#[test]
fn garbage_is_no_book() {
    let mut rng = Generator::seed_from_u64(9);
    for length in 0..300 {
        let mut garbage = vec![0; length];
        rng.fill_bytes(&mut garbage);
        let garbage = String::from_utf8_lossy(&garbage);
        assert!(read(&garbage).is_err());
        let (book, _) = read(&format!("{}{garbage}", head(&small()))).unwrap();
        assert!(book.entries().is_empty());
    }
    assert_eq!(read(&" ".repeat(format::MAX_BYTES + 1)).err(), Some(BookError::TooLong));
    let long = format!(
        "{}{}\n{}",
        head(&small()),
        "h".repeat(1 << 20),
        line(&small().entries()[0], size())
    );
    let (book, unsound) = read(&long).unwrap();
    assert_eq!((book.entries().len(), unsound), (1, vec![5]));
}

#[test]
fn a_book_grows_where_least_is_given_away_and_the_same_in_pieces() {
    let build = |entries: usize, book: &mut Book| {
        while book.entries().len() < entries {
            let moves = builder::next(book, &[], &Default::default()).unwrap();
            let entry = builder::search(book, &moves).unwrap();
            assert!(book.add(entry));
        }
    };
    let new = || Book::new(Rule::Standard, size(), 2_000);
    let mut whole = new();
    build(6, &mut whole);
    assert_eq!(whole.entries()[0].moves, moves("h8"));
    let first = &whole.entries()[0].choices;
    let best = first.iter().map(|choice| choice.score).max().unwrap();
    let next = &whole.entries()[1].moves;
    assert!(first.iter().any(|c| c.score == best && next.last() == Some(&c.point)), "{next:?}");
    let mut pieces = new();
    build(3, &mut pieces);
    let (mut pieces, _) = read(&write(&pieces)).unwrap();
    build(6, &mut pieces);
    assert_eq!(write(&pieces), write(&whole));
}

#[test]
fn a_book_begins_at_given_openings_too() {
    let book = small();
    let start = moves("d4 m12 d12");
    let leads: Vec<Vec<Point>> = std::iter::from_fn({
        let mut settled = std::collections::BTreeSet::new();
        move || {
            let next = builder::next(&book, &[moves("d4 m12 d12")], &settled)?;
            settled.insert(next.clone());
            Some(next)
        }
    })
    .collect();
    assert!(leads.contains(&start) && leads.contains(&moves("h8 h10")), "{leads:?}");
}
