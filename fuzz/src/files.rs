//! Files of other programs: libraries, positions, games and databases.
//!
//! What can be read can also be written, and is then read as the same.

use fukumi_records::formats::{moves, pos, psq, rapfi, record, renlib, rif as renjunet};
use fukumi_records::game::Game;
use fukumi_records::sgf::tree as sgf_tree;
use fukumi_records::{Hints, scores};

/// Maximum length of an input in bytes. Slow inputs are tested elsewhere.
const MAX_BYTES: usize = 4_096;

fn cut(data: &[u8]) -> &[u8] {
    &data[..data.len().min(MAX_BYTES)]
}

fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(cut(data)).into_owned()
}

/// Reads a library of RenLib with its texts in UTF-8.
fn read_library(bytes: &[u8]) -> Option<Game> {
    let mut decode = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    renlib::read(bytes, &mut decode).map_err(|error| check_message(&error)).ok().map(|read| read.0)
}

fn check_message(error: &dyn std::fmt::Display) {
    let message = error.to_string();
    assert!(!message.is_empty() && message.chars().count() < 300, "{message}");
}

/// Writes a game in every format that may hold it. Those with a reader of trees have to hold it
/// without a change once it has been through them.
fn check(game: &Game) {
    let (text, _) = sgf_tree::write(game, "UTF-8");
    let mut again = sgf_tree::read(&text, &Hints::default()).expect("our own SGF").0;
    assert_eq!(again.len(), 1, "{text}");
    assert_eq!(again.remove(0).tree.len(), game.tree.len(), "{text}");
    let mut encode = |text: &str| text.as_bytes().to_vec();
    if let Ok((bytes, _)) = renlib::write(game, &mut encode) {
        let read = read_library(&bytes).expect("our own library");
        let (bytes, _) = renlib::write(&read, &mut encode).expect("the same board");
        assert_eq!(read_library(&bytes).expect("our own library"), read);
    }
    let _ = (moves::write(game), record::write(game), psq::write(game));
    if let Ok((bytes, _)) = pos::write(game) {
        assert!(pos::read(&bytes).is_ok());
    }
}

/// A library of RenLib.
pub fn library(data: &[u8]) {
    if let Some(game) = read_library(cut(data)) {
        check(&game);
    }
}

/// A `.pos` file, of one position or of several.
pub fn position(data: &[u8]) {
    match pos::read(cut(data)) {
        Ok(game) => {
            check(&game);
            let (bytes, _) = pos::lines(&game).expect("the same board");
            assert_eq!(pos::read(&bytes).expect("our own positions"), game);
        }
        Err(error) => check_message(&error),
    }
}

/// The games of RenjuNet.
pub fn rif(data: &[u8]) {
    match renjunet::read(&text(data)) {
        Ok((games, _)) => games.iter().take(8).for_each(check),
        Err(error) => check_message(&error),
    }
}

/// The text of a database of Rapfi.
pub fn database(data: &[u8]) {
    match rapfi::read(&text(data)) {
        Ok(games) => games.iter().take(8).for_each(check),
        Err(error) => check_message(&error),
    }
}

/// SGF with its variations.
pub fn variations(data: &[u8]) {
    match sgf_tree::read(&text(data), &Hints::default()) {
        Ok((games, _)) => games.iter().take(8).for_each(check),
        Err(error) => check_message(&error),
    }
}

/// Results of a tournament.
pub fn results(data: &[u8]) {
    match scores::read(&text(data)) {
        Ok(scores::Scores { pairings, faults }) => {
            assert_eq!(scores::csv(&pairings).lines().count(), pairings.len() + 1);
            faults.iter().for_each(|fault| check_message(fault));
        }
        Err(error) => check_message(&error),
    }
}
