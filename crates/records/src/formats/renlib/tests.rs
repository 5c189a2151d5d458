//! Libraries are read, written, and read again.

use proptest::prelude::*;

use fukumi_core::geometry::{BoardSize, Point};

use super::layout::HEAD;
use super::*;
use crate::error::ByteError;
use crate::game::Game;
use crate::game::tests::{Shape, game};
use crate::lost::Losses;
use crate::tree::Move;

/// Reads a library with texts in UTF-8.
fn library(bytes: &[u8]) -> Result<(Game, Losses), ByteError> {
    read(bytes, &mut |text| String::from_utf8_lossy(text).into_owned())
}

fn bytes(game: &Game) -> Vec<u8> {
    write(game, &mut |text| text.as_bytes().to_vec()).expect("a board of 15x15").0
}

/// A file with a head and these bytes.
fn with_head(nodes: &[u8]) -> Vec<u8> {
    let mut bytes = b"\xffRenLib\xff\x03\x04".to_vec();
    bytes.resize(HEAD, 0xff);
    bytes.extend(nodes);
    bytes
}

/// The labels of the moves on the way to each leaf.
fn lines(game: &Game) -> Vec<String> {
    let tree = &game.tree;
    let leaves = tree.walk().filter(|&id| tree.children(id).next().is_none());
    let line = |leaf| {
        let up = std::iter::successors(Some(leaf), |&id| tree.parent(id));
        let actions = up.filter_map(|id| tree.action(id));
        let label = |action: Move| action.point.map_or("pass".into(), |p| p.label(game.size));
        let mut labels: Vec<String> = actions.map(label).collect();
        labels.reverse();
        labels.join(" ")
    };
    leaves.map(line).collect()
}

#[test]
fn a_library_is_read_from_the_top_left() {
    // The root; h8, then j9 with a comment of two lines and i10 with a text on the board, and
    // beside them a text on a1 and a pass.
    let file = with_head(&[
        0x00, 0x08, b'r', 0, //
        0x78, 0x14, //
        0x6a, 0xc8, b'1', 8, b'2', 13, 10, b'3', 0, 0, //
        0x59, 0xc1, 0, 1, b'A', 0, //
        0xe1, 0xc3, 0, 1, b'B', 0, //
        0x00, 0x40,
    ]);
    let (game, lost) = library(&file).expect("a library");
    assert!(lost.is_empty());
    assert_eq!(lines(&game), ["h8 j9", "h8 i10", "h8 pass"]);
    let tree = &game.tree;
    let notes = |line: &[usize]| {
        let to = |node, &index| tree.children(node).nth(index).expect("a child");
        tree.notes(line.iter().fold(tree.root(), to)).expect("notes")
    };
    assert_eq!(notes(&[]).title, "r");
    assert!(notes(&[0]).is_marked && notes(&[0]).is_start);
    assert_eq!(notes(&[0]).label(Point::new(8, 5)), Some("A"));
    assert_eq!(notes(&[0]).label(Point::new(0, 14)), Some("B"));
    assert_eq!((notes(&[0, 0]).title.as_str(), notes(&[0, 0]).comment.as_str()), ("1", "2\n3"));
    assert_eq!(library(&bytes(&game)).expect("our own").0, game);
}

#[test]
fn old_files_are_read() {
    // Version 3.0: no root. The comment has seven bits, and its last byte the eighth.
    let nodes = [0x78, 0x20, b'H', b'}', b'|', b'!' | 0x80, 0x79, 0x40];
    let mut file = with_head(&nodes);
    file[9] = 0;
    for file in [&file[..], &nodes] {
        let (game, _) = library(file).expect("a library");
        assert_eq!(lines(&game), ["h8 i8"]);
        let first = game.tree.children(game.tree.root()).next().expect("a move");
        assert_eq!(game.tree.notes(first).expect("notes").title, "Håö!");
    }
}

#[test]
fn a_single_line_may_end_without_a_leaf() {
    assert_eq!(
        lines(&library(&with_head(&[0, 0, 0x78, 0, 0x79, 0])).expect("a line").0),
        ["h8 i8"]
    );
    assert_eq!(lines(&library(&with_head(&[0, 0])).expect("a root").0), [""]);
    assert_eq!(lines(&library(&with_head(&[])).expect("nothing").0), [""]);
    // RenLib writes the flag of a sibling that is not in the file when it saves one branch.
    assert_eq!(
        lines(&library(&with_head(&[0, 0, 0x78, 0x80, 0x79, 0x40])).expect("a line").0),
        ["h8 i8"]
    );
}

#[test]
fn equal_siblings_become_one() {
    let file = with_head(&[0, 0, 0x78, 0x80, 0x79, 0x40, 0x78, 0, 0x7a, 0x40]);
    assert_eq!(lines(&library(&file).expect("a library").0), ["h8 i8", "h8 j8"]);
    // A text on a point that has another is lost.
    let texts = [0xe1, 0xc3, 0, 1, b'B', 0, 0xe1, 0xc3, 0, 1, b'B', 0, 0xe1, 0x43, 0, 1, b'C', 0];
    let (game, lost) = library(&with_head(&[&[0, 0][..], &texts].concat())).expect("a library");
    let notes = game.tree.notes(game.tree.root()).expect("notes");
    assert_eq!((notes.labels.len(), lost.to_string()), (1, "1 text on the board".into()));
}

#[test]
fn mistakes_are_told_with_their_byte() {
    let cut = with_head(&[])[..15].to_vec();
    let mut version = with_head(&[]);
    version[8] = 4;
    for (file, message) in [
        (Vec::new(), "byte 0: expected a library of RenLib, found something else"),
        (b"\xffRenLab\xff".to_vec(), "byte 0: expected a library of RenLib, found something else"),
        (cut, "byte 15: expected a head of 20 bytes, found the end"),
        (version, "byte 8: expected version 3 of RenLib's libraries, found '4'"),
        (
            with_head(&[0, 0, 0x70, 0]),
            "byte 22: expected a point on the board of 15x15, or 0, found 70",
        ),
        (
            with_head(&[0, 0, 0xf1, 0]),
            "byte 22: expected a point on the board of 15x15, or 0, found f1",
        ),
        (
            with_head(&[0, 0, 0x78, 0, 0x78, 0x40]),
            "byte 24: expected an empty point, found h8 taken",
        ),
        (
            with_head(&[0, 0, 0x78, 8, b'a', b'b']),
            "byte 26: expected the rest of a node, found the end of the file",
        ),
        (
            with_head(&[0, 0, 0x78]),
            "byte 23: expected the rest of a node, found the end of the file",
        ),
        (with_head(&[0, 0, 0x78, 1, 0, 2]), "byte 24: expected flags 0000 or 0001, found 0002"),
        (
            with_head(&[0, 0, 0x78, 2, 0x79, 0x40]),
            "byte 22: expected no moves after a text on the board, found some",
        ),
        (
            with_head(&[0, 0, 0x78, 0x40, 0x79, 0x40]),
            "byte 24: expected the end of the tree, found more",
        ),
    ] {
        assert_eq!(library(&file).expect_err(message).to_string(), message);
    }
}

#[test]
fn what_does_not_fit_is_refused_or_counted() {
    let large = Game::new(BoardSize::square(19).expect("in range"));
    let error = write(&large, &mut |_| Vec::new()).expect_err("a large board");
    assert_eq!(error.to_string(), "expected a board of 15x15, found 19x19");
    let mut named = Game::new(BoardSize::square(15).expect("in range"));
    named.players[0] = Some("A".into());
    let (_, lost) = write(&named, &mut |_| Vec::new()).expect("a board of 15x15");
    assert_eq!(lost.to_string(), "1 name or date");
}

proptest! {
    #[test]
    fn a_tree_is_read_as_it_was_written(game in game(Shape::Library)) {
        let (read, lost) = library(&bytes(&game)).expect("our own library");
        prop_assert!(lost.is_empty());
        prop_assert_eq!(read, game);
    }

    #[test]
    fn no_bytes_do_harm(nodes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok((game, _)) = library(&with_head(&nodes)) {
            let again = library(&bytes(&game)).expect("our own library").0;
            prop_assert_eq!(again, game);
        }
    }
}
