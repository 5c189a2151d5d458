use super::*;
use crate::engine::setup::{Coordinates, Owner, Placement};
use crate::protocol::command::{Filter, Selection};

fn feed(lines: &str) -> Vec<Item> {
    let mut assembler = Assembler::default();
    lines.lines().flat_map(|line| assembler.feed(&InputLine::Text(line.into()))).collect()
}

/// The command of a single line.
fn parsed(line: &str) -> Item {
    match parse(line)? {
        Parsed::Whole(command) => Ok(command),
        other => panic!("{line}: {other:?}"),
    }
}

fn board(stones: &[(i64, i64, Owner)]) -> Vec<Placement> {
    stones.iter().map(|&(x, y, owner)| Placement { at: Coordinates { x, y }, owner }).collect()
}

#[test]
fn a_block_has_a_line_for_each_stone_or_one_for_all() {
    let stones = board(&[(7, 7, Owner::Own), (8, 8, Owner::Opponent)]);
    for lines in [
        "BOARD\n7,7,1\n8,8,2\nDONE",
        "board 7,7,1 8,8,2 done",
        "BOARD 7,7,1\n\n8, 8, 2 DONE",
        "BOARD\n 7 , 7 , 1 \n8,8,2\n  DONE  ",
    ] {
        assert_eq!(feed(lines), [Ok(Command::Board(stones.clone()))], "{lines:?}");
    }
    assert_eq!(feed("YXBOARD DONE"), [Ok(Command::YxBoard(Vec::new()))]);
}

#[test]
fn a_bad_line_spoils_the_block_but_not_what_follows() {
    for bad in ["1,1", "1,1,0", "hello", ",,,", "x,y,z", "1,1,1,1"] {
        let items = feed(&format!("BOARD\n1,1,1\n{bad}\n2,2,2\nDONE\nABOUT"));
        assert!(items[0].as_ref().is_err_and(|error| !error.is_unknown()), "{bad}");
        assert_eq!(items[1..], [Ok(Command::About)], "{bad}");
    }
}

#[test]
fn a_block_with_too_much_in_it_is_an_error_and_takes_little_room() {
    let error = |lines: &str| feed(lines)[0].as_ref().is_err_and(|error| !error.is_unknown());
    let stones = "7,7,2\n".repeat(MAX_ENTRIES);
    assert!(!error(&format!("BOARD\n{stones}DONE")));
    assert!(error(&format!("BOARD\n{stones}8,8,1\nDONE")));
    assert!(error(&format!("BOARD\n{stones}{stones}DONE")));
    // Cut off, it would be a point of the board.
    let zeros = "0".repeat(MAX_ENTRY);
    assert!(error(&format!("YXBLOCK\n7,{zeros}9\nDONE")));
    let mut block = Block::refused();
    (0..2 * MAX_ENTRIES).for_each(|_| block.keep("\u{fffd}".repeat(1_000)));
    let room: usize = block.entries.iter().map(String::capacity).sum();
    assert!(room <= 4 * (MAX_ENTRY + 3) * (MAX_ENTRIES + 1), "{room}");
}

#[test]
fn a_file_may_have_a_name_that_begins_with_a_command() {
    for name in ["End games.db", "ABOUT.db", "STOP"] {
        let command = Command::of_file(FileAction::Open, name);
        assert_eq!(
            feed(&format!("YXSETDATABASE\n{name}\nABOUT")),
            [Ok(command), Ok(Command::About)]
        );
    }
    assert_eq!(feed("YXSETDATABASE\n end \nABOUT")[0], Ok(Command::End));
}

#[test]
fn info_goes_through_a_block_and_stop_is_lost_in_it() {
    let items = feed("BOARD\n7,7,1\nINFO rule 1\nYXSTOP\nSTOP\n8,8,2\nDONE");
    assert_eq!(items.len(), 2);
    assert!(matches!(&items[0], Ok(Command::Info { key, .. }) if key == "rule"));
    assert!(matches!(&items[1], Ok(Command::Board(stones)) if stones.len() == 2));
}

#[test]
fn another_command_breaks_a_block_off() {
    let interrupted = CommandError::Interrupted.of_position();
    assert_eq!(feed("BOARD\n7,7,1\nRESTART"), [Err(interrupted.clone()), Ok(Command::Restart)]);
    assert_eq!(feed("BOARD\n7,7,1\nEND"), [Ok(Command::End)]);
    assert_eq!(feed("yxquerydatabaseall\n7,7\nRESTART"), [Ok(Command::Restart)]);
    assert_eq!(
        feed("BOARD\nTURN x"),
        [
            Err(interrupted),
            Err(CommandError::Arguments { expected: "x,y", found: "x".into() }.of_position())
        ]
    );
}

#[test]
fn the_moves_behind_a_database_command_are_read_to_their_end() {
    let at = |x, y| Coordinates { x, y };
    let value = |label, value, depth| DatabaseAction::SetValue { label, value, depth };
    let mark = |text: &str| DatabaseAction::SetMark { at: at(7, 7), text: text.into() };
    let comment = |text: &str| DatabaseAction::SetComment(text.into());
    let remove =
        |selection, is_recursive| DatabaseAction::RemoveAll(Filter { selection, is_recursive });
    let two = vec![at(7, 7), at(8, 8)];
    let labels = Selection::Labels { win: true, loss: true, draw: false, is_inverted: false };
    for (lines, action, moves) in [
        ("yxquerydatabaseall\n7,7\n8,8\ndone", DatabaseAction::Children, two.clone()),
        ("YXQUERYDATABASEALL 7,7 8,8 DONE", DatabaseAction::Children, two.clone()),
        ("yxquerydatabaseallt\ndone", DatabaseAction::ChildrenAndComment, vec![]),
        ("yxquerydatabaseone\n7,7\ndone", DatabaseAction::Entry, vec![at(7, 7)]),
        ("yxquerydatabasetext\n7,7\ndone", DatabaseAction::Comment, vec![at(7, 7)]),
        ("yxsetbestmovedatabase\n7,7\ndone", DatabaseAction::SetBest(true), vec![at(7, 7)]),
        ("yxclearbestmovedatabase\ndone", DatabaseAction::SetBest(false), vec![]),
        ("yxdeletedatabaseone\n7,7\ndone", DatabaseAction::Remove, vec![at(7, 7)]),
        ("yxdeletedatabaseall\n7,7\ndone", remove(Selection::All, false), vec![at(7, 7)]),
        ("yxdeletedatabaseall 7,7 done", remove(Selection::All, false), vec![at(7, 7)]),
        ("yxdeletedatabaseall wlinstep 3\ndone", remove(Selection::Within(3), false), vec![]),
        (
            "yxdeletedatabaseall WLNOSTEPRECURSIVE\n7,7\ndone",
            remove(Selection::WithoutLength, true),
            vec![at(7, 7)],
        ),
        ("yxdeletedatabaseall wlrecursive\ndone", remove(labels, true), vec![]),
        ("yxdeletedatabaseall WL RECURSIVE\n7,7\ndone", remove(labels, true), vec![at(7, 7)]),
        ("yxdeletedatabaseall WL 7,7 done", remove(labels, false), vec![at(7, 7)]),
        (
            "yxdeletedatabaseall wlinsteprecursive 3\ndone",
            remove(Selection::Within(3), true),
            vec![],
        ),
        (
            "yxdeletedatabaseall wlinstep 3 recursive 7,7 done",
            remove(Selection::Within(3), true),
            vec![at(7, 7)],
        ),
        ("yxeditlabeldatabase 7,7 A b\n7,7\n8,8\ndone", mark("A b"), two.clone()),
        ("yxeditlabeldatabase 7,7 \ndone", mark(""), vec![]),
        ("yxedittvddatabase 1 119 5 6\ndone", value(Some(Some('w')), None, None), vec![]),
        ("yxedittvddatabase 7 -1 5 6 7,7\n8,8 done", value(Some(None), Some(5), Some(6)), two),
        ("yxedittextdatabase \"a \\\"b\\\" c\"7,7\ndone", comment("a \"b\" c"), vec![at(7, 7)]),
        ("yxedittextdatabase \"1\ndone\nend\nlast\"done", comment("1\ndone\nend\nlast"), vec![]),
        ("yxedittextdatabase \"\"done", comment(""), vec![]),
        ("yxedittextdatabase \"\\\\\"done", comment("\\"), vec![]),
        ("yxedittextdatabase\ndone", comment(""), vec![]),
    ] {
        let command = Command::YxDatabase { action, moves };
        let items = feed(&format!("{lines}\nABOUT"));
        assert_eq!(items, [Ok(command), Ok(Command::About)], "{lines:?}");
    }
    assert!(feed("yxquerydatabaseone\n7,7\nnonsense\ndone")[0].is_err());
    assert_eq!(feed("yxblockpath\n7,7\ndone"), [Ok(Command::YxBlockPath(vec![at(7, 7)]))]);
}

#[test]
fn a_block_whose_first_line_is_refused_is_read_to_its_end() {
    for head in [
        "yxeditlabeldatabase f9 A",
        "YXEDITLABELDATABASE",
        "yxedittvddatabase 1 2 3",
        "yxedittvddatabase",
        "YXDELETEDATABASEALL WLINSTEP x",
        "YXDELETEDATABASEALL WLINSTEP",
    ] {
        let error = |items: &[Item]| items[0].as_ref().is_err_and(|error| !error.is_unknown());
        let items = feed(&format!("{head}\n7,7\nINFO rule 1\nhello\n6,8\nDONE\nABOUT"));
        assert!(error(&items) && items.len() == 3, "{head}: {items:?}");
        assert_eq!(items[2], Ok(Command::About), "{head}");
        // The end is on the same line, or it is lost.
        let inline = feed("yxedittvddatabase 1 x DONE\nFOO");
        assert!(error(&inline) && inline.len() == 2, "{inline:?}");
        let items = feed(&format!("{head}\nRESTART\nFOO"));
        assert!(error(&items) && items.len() == 3, "{head}: {items:?}");
        assert_eq!(items[1], Ok(Command::Restart), "{head}");
    }
}

#[test]
fn a_text_without_end_ends_at_the_next_command() {
    for command in ["ABOUT", "END", "TURN 7,7", "start 15"] {
        let items = feed(&format!("YXEDITTEXTDATABASE \"open\n7,7\ndone\n{command}"));
        assert_eq!(items, [Err(CommandError::Unclosed), parsed(command)], "{command}");
    }
}

#[test]
fn a_comment_is_bounded() {
    let mut assembler = Assembler::default();
    let mut feed = |text: &str| assembler.feed(&InputLine::Text(text.into()));
    feed("yxedittextdatabase \"begin");
    (0..100).for_each(|_| drop(feed(&"五".repeat(1_000))));
    let items = feed("\"done");
    let [Ok(Command::YxDatabase { action: DatabaseAction::SetComment(text), .. })] =
        items.as_slice()
    else {
        panic!("{items:?}")
    };
    assert!((MAX_TEXT - 3..=MAX_TEXT).contains(&text.len()), "{}", text.len());
}

#[test]
fn a_file_name_is_no_command() {
    assert_eq!(feed("yxhashdump\nSTART 15\nABOUT"), [parsed("yxhashdump x"), Ok(Command::About)]);
}

#[test]
fn a_step_of_an_opening_may_have_a_number_before_its_points() {
    let moves = || vec![Coordinates { x: 7, y: 7 }, Coordinates { x: 8, y: 8 }];
    for (lines, fifths) in [
        ("yxsoosorvstep4 3\n7,7\n8,8\ndone", 3),
        ("YXSOOSORVSTEP4 3 7,7 8,8 DONE", 3),
        ("yxsoosorvstep4\n7,7\n8,8\ndone", 1),
        ("yxsoosorvstep4 0\n7,7\n8,8\ndone", 1),
        ("yxsoosorvstep4 99\n7,7\n8,8\ndone", 8),
    ] {
        let question = Question::SoosorvSecondSwap;
        let command = Command::Opening { question, fifths, moves: moves() };
        assert_eq!(feed(lines), [Ok(command)], "{lines:?}");
    }
    for bad in ["yxsoosorvstep2\n7,7\nx\ndone", "yxsoosorvstep4 x\n7,7\n8,8\ndone"] {
        assert!(matches!(feed(bad)[..], [Err(CommandError::Position(_))]), "{bad:?}");
    }
}

#[test]
fn a_line_too_long_is_unknown_or_spoils_its_block() {
    let mut assembler = Assembler::default();
    let long = |beginning: &str| InputLine::TooLong(beginning.into());
    assert_eq!(assembler.feed(&long("xxx")), [Err(CommandError::TooLong)]);
    assert_eq!(assembler.feed(&InputLine::Text("ABOUT".into())), [Ok(Command::About)]);
    for (head, is_position) in [
        ("YXEDITTEXTDATABASE \"xxx", false),
        ("yxboard 1,1,1", true),
        ("BOARD", true),
        ("yxeditlabeldatabase 1,1 xxx", false),
    ] {
        let error = CommandError::TooLong;
        let error = if is_position { error.of_position() } else { error };
        assert_eq!(assembler.feed(&long(head)), [Err(error)], "{head}");
        assert!(assembler.feed(&InputLine::Text("7,7".into())).is_empty());
        assert!(assembler.feed(&InputLine::Text("done".into())).is_empty());
    }
    for head in ["TURN 7,7", "play", "START 15"] {
        assert_eq!(assembler.feed(&long(head)), [Err(CommandError::TooLong.of_position())]);
    }
    assembler.feed(&InputLine::Text("BOARD".into()));
    assert!(assembler.feed(&long("xxx")).is_empty());
    let items = assembler.feed(&InputLine::Text("DONE".into()));
    assert!(matches!(items.as_slice(), [Err(CommandError::Position(_))]));
}

#[test]
fn a_stop_counts_in_a_block_that_nobody_sees() {
    let items = feed("YXDELETEDATABASEALL WLINSTEP x\nSTOP\nYXSTOP\nDONE\nSTOP");
    assert!(matches!(items[..], [Err(_), Ok(Command::Stop), Ok(Command::Stop), Ok(Command::Stop)]));
    let items = feed("YXQUERYDATABASEONE\n7,7\nSTOP\nDONE");
    assert!(matches!(items[..], [Ok(Command::Stop), Ok(_)]), "{items:?}");
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_command() {
    assert_eq!(feed("\u{feff}ABOUT"), [Ok(Command::About)]);
}

#[test]
fn blank_lines_are_nothing() {
    assert!(feed("\n  \n\t\n").is_empty());
}
