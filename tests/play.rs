//! `fukumi play` as a person uses it, though through pipes: the built program, what is typed, what it says.

use std::env;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{self, Command, Stdio};

use fukumi::notation::{Hints, parse};

use common::finish::{Finished, finish};

mod common {
    pub(crate) mod finish;
}

/// What a conversation left behind.
struct Talk {
    status: Option<i32>,
    output: String,
    errors: String,
}

impl Talk {
    /// The moves of the engine, in order.
    fn replies(&self) -> Vec<&str> {
        self.output.lines().filter_map(|line| line.strip_prefix("Fukumi plays ")).collect()
    }

    /// The number of pictures of the board.
    fn boards(&self) -> usize {
        self.output.lines().filter(|line| line.starts_with("    a b c d e")).count()
    }
}

/// Types the lines and ends the input.
fn talk(arguments: &[&str], lines: &[&str]) -> Talk {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fukumi"))
        .arg("play")
        .args(arguments)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The program may be gone already, or not read it.
    let _ = stdin.write_all((lines.join("\n") + "\n").as_bytes());
    drop(stdin);
    let Finished { status, output, errors } = finish(child);
    Talk { status: status.code(), output, errors }
}

/// A file name of this process that is not taken.
fn free_file(name: &str) -> PathBuf {
    let file = env::temp_dir().join(format!("fukumi-play-{}-{name}", process::id()));
    let _ = fs::remove_file(&file);
    file
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let talk = talk(&["--level", "1"], &["h8"]);
    assert_eq!((talk.status, talk.errors.as_str()), (Some(0), ""));
    assert_eq!((talk.replies().len(), talk.boards()), (1, 2));
    assert!(talk.output.contains("you are Black (x), Fukumi plays at level 1 of"));
    assert!(talk.output.contains('(') && !talk.output.contains('\u{1b}'), "{}", talk.output);
}

#[test]
fn the_engine_begins_if_the_person_is_white() {
    let talk = talk(&["--level", "3", "--side", "white", "--size", "20x16"], &["quit", "h8"]);
    assert_eq!((talk.status, talk.replies()), (Some(0), vec!["k8"]));
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let lines = ["undo", "redo", "h8", "h9", "u", "undo", "undo", "redo", "board"];
    let talk = talk(&["--level", "1", "--seed", "5"], &lines);
    assert!(talk.output.contains("there is nothing to play again"));
    assert_eq!(talk.output.matches("there is nothing to take back").count(), 2);
    let last = talk.output.rsplit("15 ").next().expect("a board");
    assert_eq!(last.matches('x').count(), 1, "{last}");
    assert_eq!(last.matches("(o)").count(), 1, "{last}");
}

#[test]
fn a_seed_repeats_a_game_below_full_strength() {
    let lines = ["h8", "h7", "g9", "k11", "c4"];
    let replies = |seed: &str| {
        let talk = talk(&["--level", "2", "--seed", seed], &lines);
        talk.replies().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let first = replies("7");
    assert!(first.len() >= 3, "{first:?}");
    assert_eq!(first, replies("7"));
    assert!((8..18).any(|seed| replies(&seed.to_string()) != first));
}

#[test]
fn a_full_strength_move_a_hint_and_a_change_of_sides() {
    let talk = talk(&["--nodes", "3000"], &["hint", "h8", "hint", "swap", "quit"]);
    assert_eq!(talk.output.matches("hint: ").count(), 2, "{}", talk.output);
    assert!(talk.output.contains("you are White (o)"));
    assert_eq!(talk.replies().len(), 2);
}

#[test]
fn rule_size_and_level_are_chosen_during_play() {
    let lines = ["level 2", "level", "rule renju", "size 9", "new", "h8"];
    let talk = talk(&["--level", "12"], &lines);
    assert!(talk.output.contains("> level 2 of 12"), "{}", talk.output);
    assert!(talk.output.contains("renju, 15x15; you are Black"));
    assert_eq!(talk.output.matches("renju, 9x9; you are Black").count(), 2);
    assert_eq!(talk.boards(), 5);
}

#[test]
fn a_forbidden_point_is_marked_and_refused() {
    // Two twos that cross at h8, if a beginner of some seed does not happen to disturb them.
    let lines = ["h6", "h7", "f8", "g8", "h8", "board"];
    let is_refused = |seed: i32| {
        let seed = seed.to_string();
        let talk = talk(&["--rule", "renju", "--level", "1", "--seed", &seed], &lines);
        let is_refused = talk.output.contains("h8 is forbidden to Black: a double three");
        if is_refused {
            assert!(talk.output.ends_with("! is forbidden to Black\n"), "{}", talk.output);
            assert_eq!((talk.boards(), talk.replies().len()), (6, 4), "{}", talk.output);
        }
        is_refused
    };
    assert!((0..60).any(is_refused));
}

#[test]
fn games_are_saved_and_not_overwritten() {
    for name in ["game.sgf", "game.txt"] {
        let file = free_file(name);
        let path = file.to_str().expect("a name");
        let save = format!("save {path}");
        let talk = talk(&["--level", "1", "--rule", "caro"], &["h8", &save, "j9", &save]);
        assert!(talk.output.contains(&format!("saved in {path}")), "{}", talk.output);
        assert!(talk.output.contains(&format!("cannot save in {path}")), "{}", talk.output);
        let text = fs::read_to_string(&file).expect("the game");
        let _ = fs::remove_file(&file);
        let diagram = parse(&text, &Hints::default()).expect(&text);
        let labels: Vec<String> =
            diagram.stones.iter().map(|stone| stone.point.label(diagram.size)).collect();
        assert_eq!(labels, ["h8", talk.replies()[0]]);
        assert_eq!(diagram.rule, Some(fukumi::rule::Rule::Caro));
    }
}

#[test]
fn colours_are_shown_when_they_are_wanted() {
    let colourful = talk(&["--level", "1", "--color", "always"], &["h8"]);
    assert!(colourful.output.contains("\u{1b}["), "{}", colourful.output);
    let plain = talk(&["--level", "1", "--color", "never"], &["h8"]);
    assert!(!plain.output.contains('\u{1b}'));
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    let lines = ["", "xyz", "h16", "level 99", "rule go", "size 3", "save", "h8 h9", "\u{1b}[2J"];
    let talk = talk(&["--level", "1"], &lines);
    assert_eq!((talk.status, talk.boards()), (Some(0), 1), "{}", talk.output);
    assert_eq!(talk.output.lines().count(), 17 + lines.len() - 1, "{}", talk.output);
    for arguments in [["--level", "0"], ["--size", "4"], ["--rule", "go"], ["--time", "0"]] {
        let talk = self::talk(&arguments, &[]);
        assert_eq!((talk.status, talk.output.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(talk.errors.contains("error"), "{arguments:?}");
    }
}
