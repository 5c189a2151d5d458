//! The first program of the examples says what the engine finds.

use std::env;
use std::process::{Command, Output};

/// Runs the example, which Cargo builds with the tests.
fn first(moves: &str) -> Output {
    let tests = env::current_exe().expect("this test");
    let folder = tests.ancestors().nth(2).expect("the folder of the profile").join("examples");
    let program = folder.join(format!("first{}", env::consts::EXE_SUFFIX));
    Command::new(program).args(moves.split(' ')).output().expect("the example runs")
}

#[test]
fn the_first_program_plays_proves_and_analyses() {
    let output = first("h8 g9 i9 g7 g8 i7 j10 k11 f7 e6");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{text}");
    let board = "freestyle, x to move after h8 g9 i9 g7 g8 i7 j10 k11 f7 e6\n15 ";
    let (reports, rest) = text.split_once("\nbest: ").expect("a best move");
    assert!(reports.starts_with(board), "{text}");
    let lines: Vec<&str> = rest.lines().collect();
    // A second is much for this win, but the machine may be busy.
    let verdicts = ["win", "unknown"].map(|verdict| format!("win by fours and threes: {verdict}"));
    assert!(verdicts.contains(&lines[1].to_owned()), "{text}");
    assert!(lines[2..].iter().any(|line| line.ends_with('?')), "{text}");
}

#[test]
fn a_move_that_cannot_be_played_is_named() {
    let output = first("h8 z9");
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("z9"));
}
