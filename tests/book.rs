//! `fukumi book` as a person runs it: the built program, the files it makes, and its errors for bad
//! files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An empty folder with this name.
fn new_folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn book(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.arg("book").args(arguments).output().expect("the program runs")
}

fn build(path: &Path, entries: &str) -> Output {
    let file = path.to_str().expect("text");
    let book = book(&[
        "build",
        file,
        "--rule",
        "renju",
        "--size",
        "9",
        "--nodes",
        "500",
        "--entries",
        entries,
    ]);
    assert!(book.status.success(), "{book:?}");
    book
}

fn list(path: &Path) -> String {
    let listed = book(&["list", path.to_str().expect("text")]);
    assert!(listed.status.success(), "{listed:?}");
    String::from_utf8(listed.stdout).expect("text")
}

#[test]
fn a_book_made_in_pieces_is_the_one_made_in_one_go() {
    let folder = new_folder("pieces");
    let (whole, pieces) = (folder.join("whole.book"), folder.join("pieces.book"));
    build(&whole, "6");
    build(&pieces, "2");
    // This is as if the process had been interrupted in the middle of a line.
    let text = fs::read_to_string(&pieces).expect("a book");
    fs::write(&pieces, &text[..text.len() - 5]).expect("written");
    build(&pieces, "6");
    assert_eq!(list(&whole), list(&pieces));
    assert!(list(&whole).starts_with("renju, 9x9: 6 positions, 500 nodes each\n"));
}

#[test]
fn a_damaged_line_is_told_of_and_left_out() {
    let path = new_folder("damaged").join("renju.book");
    build(&path, "4");
    let text = fs::read_to_string(&path).expect("a book").replacen("; ", "; 9", 1);
    fs::write(&path, text).expect("written");
    let listed = book(&["list", path.to_str().expect("text")]);
    assert!(listed.status.success());
    let (output, errors) =
        (String::from_utf8_lossy(&listed.stdout), String::from_utf8_lossy(&listed.stderr));
    assert!(output.contains("3 positions") && errors.contains("line 5 is not sound"), "{errors}");
}

#[test]
fn what_is_no_book_is_an_error_and_stays_as_it_is() {
    let path = new_folder("none").join("letter.txt");
    fs::write(&path, "Dear reader,\n").expect("written");
    let file = path.to_str().expect("text");
    for arguments in [["list", file].as_slice(), &["build", file, "--entries", "1"]] {
        let refused = book(arguments);
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains("is no book"), "{refused:?}");
    }
    assert_eq!(fs::read_to_string(&path).expect("a file"), "Dear reader,\n");
}

#[test]
fn a_book_that_another_process_writes_to_is_left_alone() {
    let path = new_folder("locked").join("renju.book");
    let writer = fs::File::create(&path).expect("a file");
    writer.lock().expect("a lock");
    let refused = book(&["build", path.to_str().expect("text"), "--entries", "1"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("another process"), "{refused:?}");
    // Closing it is not enough: a process that another test starts may hold the file for a moment.
    writer.unlock().expect("no lock");
    build(&path, "1");
}

#[test]
fn the_books_of_the_program_are_listed_for_people_and_programs() {
    let text = book(&["list", "--rule", "caro"]);
    assert!(String::from_utf8_lossy(&text.stdout).starts_with("caro, 15x15: "), "{text:?}");
    let json = book(&["list", "--rule", "freestyle", "--size", "20", "--json"]);
    let lines = String::from_utf8(json.stdout).expect("text");
    assert!(!lines.is_empty());
    for line in lines.lines() {
        let entry: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert!(entry["depth"].as_u64().is_some(), "{line}");
    }
    let none = book(&["list", "--size", "7"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&none.stderr).contains("no book for freestyle, 7x7"));
}
