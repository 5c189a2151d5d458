//! `fukumi play` as a person uses it, but through pipes: the built program, what is typed, and what
//! it says.

use std::env;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{self, Command, Stdio};

use fukumi_driver::finish::{Finished, finish};
use fukumi_records::{Hints, parse};

/// The result of a conversation.
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
    // The program may have ended already, or not read the input.
    let _ = stdin.write_all((lines.join("\n") + "\n").as_bytes());
    drop(stdin);
    let Finished { ending, output, errors } = finish(child);
    Talk { status: ending.code(), output, errors }
}

/// A free file name of this process.
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
fn a_first_game_is_one_that_a_beginner_can_win_and_says_how_to_change_that() {
    let advice = "this is the easiest level; type `level N` for a stronger opponent\n";
    let first = talk(&["--size", "9"], &["new", "level 12"]);
    let heading = format!("Fukumi plays at level 1 of 12, Elo 0\n{advice}");
    assert!(first.output.contains(&heading), "{}", first.output);
    assert_eq!(first.output.matches(advice).count(), 1, "{}", first.output);
    assert!(first.output.contains("level 12 of 12, full strength\n"), "{}", first.output);
    let opening = talk(&["--opening", "swap2", "--size", "9"], &[]);
    assert!(opening.output.contains(advice), "{}", opening.output);
    let loaded = talk(&["h8i9"], &[]);
    assert!(loaded.output.contains(&heading), "{}", loaded.output);
    for arguments in [["--level", "1"], ["--level", "12"]] {
        let chosen = talk(&arguments, &[]);
        assert!(!chosen.output.contains("stronger"), "{}", chosen.output);
    }
    let watched = talk(&["--watch", "--nodes", "20", "--size", "5"], &[]);
    assert!(watched.output.contains("plays at level 12 of 12"), "{}", watched.output);
    assert!(!watched.output.contains("stronger"), "{}", watched.output);
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
fn a_game_that_another_one_replaces_can_go_on() {
    let options = ["--nodes", "100", "--rule", "caro-overline", "--size", "11x9"];
    for command in ["new", "rule renju", "size 20", "load h8i9"] {
        let first = talk(&options, &["f5", "undo", "f5", command, "resign", "new"]);
        let returns: Vec<_> = first
            .output
            .lines()
            .filter_map(|line| line.split_once("return to this game: "))
            .collect();
        let [(_, line)] = returns[..] else { panic!("{}", first.output) };
        assert!(line.starts_with("load size=11x9 rule=caro-overline moves=f5,"), "{line}");
        let then = talk(&[], &[line]);
        let heading = "loaded 2 moves\ncaro-overline, 11x9; you are Black";
        assert!(then.output.contains(heading), "{}", then.output);
    }
    let none = talk(&options, &["new", "f5", "load no-such-game", "resign", "new"]);
    assert!(!none.output.contains("return to this game"), "{}", none.output);
}

#[test]
fn a_forbidden_point_is_marked_and_refused() {
    // Black has two twos that cross at h8, unless a beginner with some seed happens to disturb
    // them.
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
fn a_point_is_typed_in_several_ways() {
    let talk = talk(&["--level", "1", "--seed", "3"], &["h 8", "2b", "1 O", "u 9"]);
    assert_eq!(talk.replies().len(), 3, "{}", talk.output);
    assert!(talk.output.ends_with("u9 is off the board\n"), "{}", talk.output);
    let board = talk.output.rsplit("15 ").next().expect("a board");
    assert_eq!(board.matches('x').count(), 3, "{board}");
}

#[test]
fn games_are_saved_and_not_overwritten() {
    for name in ["game.sgf", "game.txt"] {
        let file = free_file(name);
        let (stem, ending) = name.split_once('.').expect("an ending");
        let other = free_file(&format!("{stem}-2.{ending}"));
        let path = file.to_str().expect("a name");
        let save = format!("save {path}");
        let talk = talk(&["--level", "1", "--rule", "caro"], &["h8", &save, "j9", &save]);
        assert!(talk.output.contains(&format!("saved in {path}\n")), "{}", talk.output);
        let complaint = format!("{path} is there already and stays as it is; try save ");
        assert!(talk.output.contains(&format!("{complaint}{}\n", other.display())));
        let text = fs::read_to_string(&file).expect("the game");
        let _ = fs::remove_file(&file);
        assert!(!other.exists());
        let diagram = parse(&text, &Hints::default()).expect(&text);
        let labels: Vec<String> =
            diagram.stones.iter().map(|stone| stone.point.label(diagram.size)).collect();
        assert_eq!(labels, ["h8", talk.replies()[0]]);
        assert_eq!(diagram.rule, Some(fukumi_core::rule::Rule::Caro));
    }
}

#[test]
fn what_cannot_be_saved_is_told_in_words() {
    let folder = env::temp_dir();
    let missing = folder.join("fukumi-no-such-folder").join("game.sgf");
    let lines = [format!("save {}", folder.display()), format!("save {}", missing.display())];
    let talk = talk(&["--level", "1"], &[&lines[0], &lines[1], "h8"]);
    for part in [" is a folder; save takes", "there is no folder "] {
        assert!(talk.output.contains(part), "{part} in {}", talk.output);
    }
    assert!(!talk.output.contains("os error"), "{}", talk.output);
    assert_eq!((talk.status, talk.replies().len()), (Some(0), 1));
}

#[test]
fn a_saved_game_is_taken_up_again() {
    for name in ["again.sgf", "again.txt"] {
        let file = free_file(name);
        let path = file.to_str().expect("a name");
        let load = format!("load {path}");
        let options = ["--level", "1", "--seed", "4", "--rule", "renju", "--size", "12"];
        let first = talk(&options, &["f6", "g8", &format!("save {path}")]);
        // The game is loaded from another game, under another rule and on another board, and from
        // the command line.
        let during = talk(&["--level", "2", "--seed", "4"], &["h8", &load, "board", "undo", "a1"]);
        let at_start = talk(&["--level", "2", "--seed", "4", path], &["a1"]);
        let _ = fs::remove_file(&file);
        let board = |output: &str| {
            let rows = output.lines().skip_while(|line| !line.starts_with("12  "));
            rows.take(13).map(ToOwned::to_owned).collect::<Vec<_>>()
        };
        let behind = |talk: &Talk| board(talk.output.split("loaded").nth(1).unwrap_or_default());
        let heading = "loaded 4 moves\nrenju, 12x12; you are Black (x), Fukumi plays at level 2 of";
        assert!(during.output.contains(heading), "{}", during.output);
        assert!(at_start.output.starts_with(heading), "{}", at_start.output);
        let saved = first.output.rsplit("Fukumi plays").next().unwrap_or_default();
        assert_eq!((behind(&during), behind(&at_start)), (board(saved), board(saved)));
        assert_eq!(board(saved).len(), 13);
        assert_eq!((during.replies().len(), at_start.replies().len()), (2, 1));
    }
}

#[test]
fn the_side_to_move_of_a_loaded_game_is_the_persons() {
    let play = |arguments: &[&str], lines: &[&str]| {
        talk(&[&["--level", "1", "--seed", "1"], arguments].concat(), lines)
    };
    let loaded = play(&[], &["load h8i9h10", "swap"]);
    assert!(loaded.output.contains("loaded 3 moves\nfreestyle, 15x15; you are White (o)"));
    assert_eq!(loaded.replies().len(), 1, "{}", loaded.output);
    let named = play(&["--side", "black", "h8i9h10"], &[]);
    assert!(named.output.contains("you are Black (x)"), "{}", named.output);
    assert_eq!(named.replies().len(), 1, "{}", named.output);
    let forced = play(&["--rule", "renju", "size=15 rule=caro moves=h8,i9"], &[]);
    assert!(forced.output.contains("renju, 15x15; you are Black"), "{}", forced.output);
}

#[test]
fn what_cannot_be_loaded_leaves_the_game_as_it_is() {
    let file = free_file("several.txt");
    fs::write(&file, "one moves=h8\ntwo moves=h8,i9\nset black=h8 white=i9\n").expect("written");
    let path = file.to_str().expect("a name");
    let several = format!("load {path}");
    let set = format!("load {path}:set");
    let folder = format!("load {}", env::temp_dir().display());
    let lines = [
        "h8",
        &several,
        &set,
        &folder,
        "load no-such-file.sgf",
        "load -",
        "load h8 h8",
        "load f8f9g8g9h8h9i8i9j8j9",
        "board",
    ];
    let talk = talk(&["--level", "1"], &lines);
    let one = self::talk(&["--level", "1", &format!("{path}:two")], &[]);
    let bad = self::talk(&["--level", "1", &format!("{path}:set")], &["h8"]);
    let _ = fs::remove_file(&file);
    for part in [
        "name the one you mean: one, two, set (as in FILE:NAME)\n",
        "found a position\n",
        " is no file with a game\n",
        "there is no such file",
        "found h8 taken",
        "Black has won with move 9\n",
    ] {
        assert!(talk.output.contains(part), "{part} in {}", talk.output);
    }
    assert!(!talk.output.contains("loaded"), "{}", talk.output);
    assert_eq!((talk.status, talk.replies().len(), talk.boards()), (Some(0), 1, 3));
    assert!(one.output.starts_with("loaded 2 moves\n"), "{}", one.output);
    assert_eq!((bad.status, bad.output.as_str()), (Some(1), ""));
    assert!(bad.errors.starts_with("error: expected a game"), "{}", bad.errors);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    let pipe = free_file("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    let path = pipe.to_str().expect("a name");
    let lines = ["h8".to_owned(), format!("load {path}"), format!("load {path}:1")];
    let talk = talk(&["--level", "1"], &lines.each_ref().map(String::as_str));
    let _ = fs::remove_file(&pipe);
    let complaint = format!("{path} is no file with a game\n");
    assert_eq!(talk.output.matches(&complaint).count(), 2, "{}", talk.output);
    assert_eq!((talk.status, talk.replies().len()), (Some(0), 1));
}

#[test]
fn the_winning_row_is_marked_and_the_way_on_is_told() {
    let moves = "f8f9g8g9h8h9i8i9j8";
    let plain = talk(&["--level", "1", moves], &["a1", "undo", "board"]);
    let row = " 8  . . . . . X X X X(X). . . . .\n 7";
    assert!(plain.output.contains(row), "{}", plain.output);
    assert!(plain.output.contains("\nBlack has won; new for another game, "), "{}", plain.output);
    assert!(plain.output.contains("\nthe game is over; undo, new, "), "{}", plain.output);
    // Taking back the last move leaves no winning row.
    let last = plain.output.rsplit("15 ").next().expect("a board");
    assert!(!last.contains(['X', 'O']) && last.contains("x x x x"), "{last}");
    let colourful = talk(&["--level", "1", "--color", "always", moves], &[]);
    let reverse = "\u{1b}[7m";
    assert_eq!(colourful.output.matches(reverse).count(), 5, "{}", colourful.output);
    assert_eq!(colourful.output.matches('X').count(), 5, "{}", colourful.output);
}

#[test]
fn a_position_is_evaluated_on_request() {
    let rates = |talk: &Talk| -> Vec<f64> {
        let line =
            talk.output.lines().find(|line| line.starts_with("Black ") && line.contains('%'));
        let words = line.unwrap_or_default().split(' ');
        words.filter_map(|word| word.parse().ok()).collect()
    };
    // The first move counts too, which needs no search, and so does a level that sees less.
    for arguments in [&["--nodes", "2000"][..], &["--nodes", "2000", "--level", "1", "h8i9g7"]] {
        let talk = talk(arguments, &["eval", "board"]);
        let [black, white] = rates(&talk)[..] else { panic!("{}", talk.output) };
        assert!((black + white - 100.0).abs() < 0.2, "{}", talk.output);
        assert!(talk.output.contains("\nbest line: "), "{}", talk.output);
        assert_eq!((talk.replies().len(), talk.boards()), (0, 2), "{}", talk.output);
    }
    // Black has an open four, seen from either side.
    for (moves, told) in [
        ("f8a1g8a3h8a5i8c1", "Black wins in 1 move\nbest line: "),
        ("a1f8a3g8a5h8c1i8c3", "White wins in 1 move\nbest line: "),
        ("f8a1g8a3h8a5i8", "Black wins in 1 move\nbest line: "),
    ] {
        let talk = talk(&["--nodes", "2000", moves], &["eval"]);
        assert!(talk.output.contains(told), "{moves}: {}", talk.output);
    }
    let over = talk(&["f8f9g8g9h8h9i8i9j8"], &["eval", "hint"]);
    assert!(over.output.contains("the game is over: Black has won\n"), "{}", over.output);
}

#[test]
fn everything_is_listed_in_the_help() {
    let talk = talk(&["--level", "1"], &["help"]);
    for command in ["hint ", "eval ", "undo, u ", "save FILE ", "load FILE ", "new ", "quit, q "] {
        assert!(talk.output.contains(&format!("\n{command}")), "{command} in {}", talk.output);
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

#[test]
fn an_opening_rule_asks_and_refuses() {
    let options = ["--opening", "rif", "--nodes", "200", "--seed", "1"];
    let talk = talk(&options, &["swap", "h9 h8 h7", "h8 h9 h10", "undo", "quit"]);
    assert_eq!((talk.status, talk.errors.as_str()), (Some(0), ""));
    for expected in [
        "renju, 15x15, opening by rif; you begin, Fukumi plays at level 1 ",
        "you hold Black; your step: the three stones of one of the 26 openings\n",
        "expected the three stones of one of the 26 openings\n",
        "h9 is not in the centre\n",
        "Fukumi: s",
        "opening D1 Kansei (寒星)\n",
        "an opening is not taken back; new begins another\n",
    ] {
        assert!(talk.output.contains(expected), "{expected:?}\n{}", talk.output);
    }
}

#[test]
fn the_engine_makes_the_steps_of_a_person_who_asks_for_it() {
    for opening in ["swap1", "swap", "swap2", "rif", "yamaguchi", "taraguchi-10", "soosorv-8"] {
        for side in ["black", "white"] {
            let options = ["--opening", opening, "--nodes", "100", "--seed", "2", "--side", side];
            let talk = talk(&options, &["hint", "step", "step", "step", "step", "step", "step"]);
            assert_eq!((talk.status, talk.errors.as_str()), (Some(0), ""), "{}", talk.output);
            let end = "the opening is over; you are ";
            assert_eq!(talk.output.matches(end).count(), 1, "{opening}\n{}", talk.output);
            assert!(talk.output.contains("hint: "), "{}", talk.output);
        }
    }
}

#[test]
fn the_engine_plays_both_sides_to_the_end() {
    let options = ["--opening", "swap2", "--watch", "--nodes", "60", "--level", "2", "--size", "9"];
    let talk = talk(&options, &[]);
    assert_eq!((talk.status, talk.errors.as_str()), (Some(0), ""));
    assert!(
        talk.output.contains("opening by swap2; you watch, Fukumi plays at"),
        "{}",
        talk.output
    );
    assert!(talk.output.contains("first player: "), "{}", talk.output);
    // Each step and each move is followed by the board, the last one only once.
    let steps = ["first player: ", "second player: "];
    let is_step = |line: &&str| steps.iter().any(|step| line.starts_with(step));
    let steps = talk.output.lines().filter(is_step).count();
    assert_eq!(talk.boards(), steps + talk.replies().len(), "{}", talk.output);
    assert!(talk.output.contains("; new for another game"), "{}", talk.output);
}

#[test]
fn a_point_is_a_step_of_an_opening_however_it_is_written() {
    for point in ["h8", "h 8", "8h", "8 H"] {
        let talk = talk(&["--opening", "pro", "--nodes", "50", "--seed", "3"], &[point]);
        assert!(talk.output.contains("Fukumi: "), "{point}: {}", talk.output);
        assert_eq!(talk.output.matches("your step").count(), 2, "{point}: {}", talk.output);
    }
    let talk = talk(&["--opening", "rif", "--nodes", "50"], &["h8 i9 j99", "8h"]);
    for expected in ["found 'j99'", "expected 3 stones, found 1"] {
        assert!(talk.output.contains(expected), "{}", talk.output);
    }
    assert!(!talk.output.contains("one at a time"), "{}", talk.output);
}

#[test]
fn a_small_board_has_no_squares_for_an_opening() {
    let refused = talk(&["--opening", "rif", "--size", "8"], &[]);
    assert!(refused.errors.contains("a board of 8x8 is too small for rif"), "{}", refused.errors);
    let later = talk(&["--opening", "pro", "--nodes", "50"], &["size 7", "h8"]);
    assert!(later.output.contains("a board of 7x7 is too small for pro"), "{}", later.output);
    assert!(later.output.contains("Fukumi: "), "the opening goes on: {}", later.output);
}

#[test]
fn a_new_opening_gives_the_person_the_same_part_whatever_was_swapped() {
    let options = ["--opening", "swap1", "--nodes", "100", "--seed", "1"];
    let again = talk(&options, &["h8", "new", "h8", "new", "quit"]);
    assert!(again.output.contains("Fukumi: swap"), "{}", again.output);
    let part = "opening by swap1; you begin";
    assert_eq!(again.output.matches(part).count(), 3, "{}", again.output);
    let watched = talk(&["--watch", "--nodes", "40", "--size", "7"], &[]);
    assert!(watched.output.contains("freestyle, 7x7; you watch, Fukumi plays at"));
}

#[test]
fn an_opening_of_renju_opens_games_of_renju_only() {
    for opening in ["rif", "yamaguchi", "taraguchi-10", "soosorv-8"] {
        for rule in ["freestyle", "standard", "caro", "caro-overline"] {
            let refused = talk(&["--opening", opening, "--rule", rule], &[]);
            assert_eq!(refused.status, Some(1));
            let why = format!("{opening} is one of renju; it cannot open a game of {rule}");
            assert!(refused.errors.contains(&why), "{}", refused.errors);
        }
    }
    let later = talk(&["--opening", "rif", "--nodes", "50"], &["rule freestyle", "board"]);
    assert!(later.output.contains("rif is an opening rule of renju"), "{}", later.output);
    assert!(!later.output.contains("freestyle, 15x15"), "{}", later.output);
}

#[test]
fn a_game_is_given_up() {
    let file = free_file("resigned.sgf");
    let save = format!("save {}", file.display());
    let lines = ["h8", "resign", "a1", "resign", "hint", &save, "undo", "a1", "new", "board"];
    let talk = talk(&["--level", "1", "--seed", "1"], &lines);
    assert_eq!((talk.status, talk.errors.as_str()), (Some(0), ""));
    let ended = "Black resigns: White wins; new for another game, undo to take a move back\n";
    assert_eq!(talk.output.matches(ended).count(), 1, "{}", talk.output);
    let over = "the game is over; undo, new, save FILE or quit\n";
    assert_eq!(talk.output.matches(over).count(), 2, "{}", talk.output);
    assert_eq!(talk.replies().len(), 2, "after undo the game goes on");
    let saved = fs::read_to_string(&file).expect("a file");
    assert!(saved.contains("RE[W+"), "{saved}");
    fs::remove_file(file).expect("removable");
}
