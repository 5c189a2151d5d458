use super::parse::{DUMP, LOAD, UNSUPPORTED};
use super::words::QUOTE_LENGTH;
use super::*;
use crate::engine::setup::Owner;

fn command(line: &str) -> Command {
    match parse(line) {
        Ok(Parsed::Whole(command)) => command,
        other => panic!("{line:?}: {other:?}"),
    }
}

fn error(line: &str) -> String {
    let error = parse(line).expect_err(line);
    assert!(!error.is_unknown(), "{line:?}");
    error.to_string()
}

#[test]
fn commands_are_whole_words_in_any_case() {
    for line in ["BEGIN", "begin", " Begin ", "\tBEGIN now"] {
        assert_eq!(command(line), Command::Begin);
    }
    for line in ["BEGINNING", "STARTX 15", "7,7", "DONE", "OK", "é", "\0", "PROBOARD"] {
        let error = parse(line).expect_err(line);
        assert!(error.is_unknown());
        assert!(error.to_string().bytes().all(|byte| (b' '..=b'~').contains(&byte)));
    }
}

#[test]
fn a_size_has_one_number_or_two() {
    let size = |width, height| Command::Start { width, height };
    assert_eq!(command("START 15"), size(15, 15));
    assert_eq!(command("START 15 20"), size(15, 20));
    assert_eq!(command("START 15 please"), size(15, 15));
    let rectangle = Command::RectStart { width: 20, height: 15 };
    assert_eq!(command("RECTSTART 20,15"), rectangle);
    assert_eq!(command("RECTSTART 20 , 15"), rectangle);
    assert_eq!(command("START 99999999999999999999"), size(i64::MAX, i64::MAX));
    for line in ["START", "START abc", "RECTSTART", "RECTSTART 15", "RECTSTART 15 20"] {
        assert!(error(line).contains("20"), "{line}");
    }
}

#[test]
fn blanks_around_coordinates_and_text_behind_them_do_not_matter() {
    let turn = Command::Turn(Coordinates { x: 7, y: 8 });
    for line in ["TURN 7,8", "TURN 7, 8", "TURN 7 ,8", "TURN\t 7 , 8 ", "turn 7,8 please"] {
        assert_eq!(command(line), turn, "{line:?}");
    }
    assert_eq!(
        command("TAKEBACK  -1,99999999999"),
        Command::TakeBack(TakeBack::Named(Coordinates { x: -1, y: 99_999_999_999 }))
    );
    for line in ["TAKEBACK", "TAKEBACK x", "TAKEBACK 7"] {
        assert_eq!(command(line), Command::TakeBack(TakeBack::Unnamed), "{line}");
    }
}

#[test]
fn what_is_no_pair_of_numbers_is_an_error() {
    for rest in ["", "abc", "7", "7,", ",7", ",", "h8", "7 7", "7,7,1", "7;7", "7,é"] {
        assert!(error(&format!("TURN {rest}")).starts_with("expected x,y"), "{rest:?}");
    }
}

#[test]
fn an_option_is_split_at_the_first_blank() {
    let info = |key: &str, value: &str| Command::Info { key: key.into(), value: value.into() };
    assert_eq!(command("INFO folder C:\\Program Files\\x"), info("folder", "C:\\Program Files\\x"));
    assert_eq!(command("info  rule   1 "), info("rule", "1"));
    assert_eq!(command("INFO"), info("", ""));
}

#[test]
fn numbers_of_extension_commands_have_defaults() {
    assert_eq!(command("yxnbest"), Command::Analyse(Goal::Analyse { lines: 1 }));
    assert_eq!(command("yxnbest -3"), Command::Analyse(Goal::Analyse { lines: 1 }));
    assert_eq!(command("yxnbest 3"), Command::Analyse(Goal::Analyse { lines: 3 }));
    for line in ["yxnbest x", "yxnbest 1.5", "yxbalanceone x", "YXBALANCETWO h8"] {
        assert!(error(line).starts_with("expected a number of "), "{line}");
    }
    assert_eq!(command("yxbalanceone"), Command::Analyse(Goal::BalanceOne { bias: 0 }));
    assert_eq!(command("yxbalancetwo -50"), Command::Analyse(Goal::BalanceTwo { bias: -50 }));
}

#[test]
fn a_file_name_is_on_the_same_line_or_on_the_next() {
    assert_eq!(parse("yxsetdatabase"), Ok(Parsed::FileName(FileAction::Open)));
    let (action, name) = (FileAction::Open, "a b.db".into());
    assert_eq!(command("yxsetdatabase a b.db "), Command::YxDatabaseFile { action, name });
    assert_eq!(command("yxhashdump x"), Command::Unsupported(DUMP));
    assert_eq!(parse("yxhashload"), Ok(Parsed::FileName(FileAction::Unsupported(LOAD))));
    assert_eq!(command("bench"), Command::Unsupported(UNSUPPORTED[0]));
}

#[test]
fn entries_of_a_block_may_stand_on_one_line() {
    assert_eq!(entries("7,7,1 8,8,2\tDONE"), ["7,7,1", "8,8,2", "DONE"]);
    assert_eq!(entries(" 7 , 7, 1  8 ,8,2 "), ["7,7,1", "8,8,2"]);
    assert!(entries("  ").is_empty());
}

#[test]
fn a_placement_needs_a_field_from_1_to_3() {
    let at = Coordinates { x: 7, y: 8 };
    assert_eq!(placement("7,8,2"), Ok(Placement { at, owner: Owner::Opponent }));
    for entry in ["7,8", "7,8,0", "7,8,4", "7,8,-1", ",,,", "7,8,1,1", "hello", "7,8,x"] {
        assert!(placement(entry).is_err(), "{entry}");
    }
    assert_eq!(coordinates("7,8"), Ok(at));
    assert_eq!(coordinates("7,8,1"), Ok(at));
    assert!(coordinates("7").is_err());
}

#[test]
fn a_complete_command_breaks_off_a_text_and_a_sentence_does_not() {
    for line in ["ABOUT", "END", "TURN 7,7", "start 15", "INFO rule 1", "yxstop", "BOARD"] {
        assert!(breaks_off_text(line), "{line}");
    }
    for line in [
        "end",
        "done",
        "Begin with h8",
        "END OF GAME",
        "info about it",
        "play h8",
        "7,7",
        "TURN 7,7\"done",
        "",
    ] {
        assert!(!breaks_off_text(line), "{line}");
    }
}

#[test]
fn quotes_are_short_and_printable() {
    assert_eq!(quote("a\tb\u{0}é\u{7f}"), "a?b???");
    assert_eq!(quote(&"x".repeat(1000)).len(), QUOTE_LENGTH);
    assert_eq!(quote("  a  "), "a");
}
