use std::path::PathBuf;

use fukumi_core::decide::level::Level;
use fukumi_core::geometry::{BoardSize, Point};

use super::*;
use crate::engine::options::{Options, max_threads};

fn with(pairs: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    set(&mut options, pairs);
    options
}

fn set(options: &mut Options, pairs: &[(&str, &str)]) {
    let mut reader = InfoReader::default();
    for (key, value) in pairs {
        for setting in reader.read(key, value).unwrap_or_default() {
            options.set(setting);
        }
    }
}

#[test]
fn switches_of_the_database_are_read_as_all_others() {
    for (value, is_on) in [("1 x", true), ("0\tx", false), ("+2", true)] {
        let read = |key| InfoReader::default().read(key, value);
        assert_eq!(read("UseDatabase"), Ok(vec![Setting::UsesDatabase(is_on)]));
        assert_eq!(read("database_readonly"), Ok(vec![Setting::DatabaseReadOnly(is_on)]));
        assert_eq!(read("DATABASE_WRITE"), Ok(vec![Setting::DatabaseSaves(is_on)]));
    }
    for value in ["x", ""] {
        assert_eq!(InfoReader::default().read("usedatabase", value), Ok(vec![]));
    }
}

#[test]
fn threads_are_at_least_one() {
    let threads = |value| {
        let reader = &mut InfoReader::default();
        reader.read("thread_num", value).unwrap()
    };
    assert_eq!(threads("-3"), [Setting::Threads(1)]);
    assert_eq!(threads("7"), [Setting::Threads(7)]);
    assert_eq!(threads("many"), []);
    let most = [("hash_size", "1024"), ("thread_num", "99999999999999999999")];
    assert_eq!(with(&most).resources().threads, max_threads());
}

#[test]
fn a_seed_is_told_to_the_engine_and_kept_nowhere() {
    let seed = |value| InfoReader::default().read("Seed", value).unwrap();
    assert_eq!((seed("12"), seed("new")), (vec![Setting::Seed(12)], vec![]));
    assert_eq!(with(&[("seed", "12")]), Options::default());
}

#[test]
fn numbers_saturate_and_text_is_none() {
    for (text, number) in [
        ("0", Some(0)),
        ("-250", Some(-250)),
        ("+7", Some(7)),
        ("007", Some(7)),
        ("99999999999999999999", Some(i64::MAX)),
        ("-99999999999999999999", Some(-i64::MAX)),
        ("", None),
        ("-", None),
        ("abc", None),
        ("1.5", None),
        ("12x", None),
        ("١", None),
    ] {
        assert_eq!(parse_integer(text), number, "{text:?}");
    }
}

#[test]
fn nonsense_changes_nothing() {
    let before = with(&[("timeout_turn", "500"), ("rule", "1"), ("max_memory", "100000000")]);
    let mut options = before.clone();
    for (key, value) in [
        ("timeout_turn", ""),
        ("timeout_turn", "abc"),
        ("rule", "-1"),
        ("rule", "9999"),
        ("rule", "xyz"),
        ("max_memory", "-5"),
        ("evaluate", "3,4"),
        ("learning", "3"),
        ("learning", "yes"),
        ("foo", "bar"),
        ("", ""),
    ] {
        set(&mut options, &[(key, value)]);
        assert_eq!(options, before, "{key} {value}");
    }
}

#[test]
fn keys_are_understood_in_any_case_and_what_follows_a_number_is_ignored() {
    let options = with(&[("TimeOut_Turn", "500 ms")]);
    assert_eq!(options.time().turn, Some(500));
}

#[test]
fn the_bits_of_a_rule_are_read_in_order() {
    for (code, rule) in [
        ("0", Rule::Freestyle),
        ("1", Rule::Standard),
        ("2", Rule::Freestyle),
        ("3", Rule::Standard),
        ("4", Rule::Renju),
        ("5", Rule::Renju),
        ("6", Rule::Renju),
        ("8", Rule::CaroOverline),
        ("9", Rule::Caro),
        ("10", Rule::CaroOverline),
        ("11", Rule::Caro),
        ("12", Rule::Renju),
        ("15", Rule::Renju),
    ] {
        assert_eq!(with(&[("rule", code)]).rule, rule, "{code}");
    }
    assert_eq!(with(&[("rule", "1"), ("rule", "16")]).rule, Rule::Standard);
    for rule in Rule::ALL {
        assert_eq!(with(&[("rule", &rule.code().to_string())]).rule, rule);
    }
}

#[test]
fn points_are_named_as_the_option_says() {
    let name = |value: &str| {
        let names = with(&[("coordinates", value)]).point_names?;
        Some(names.name(Point::new(2, 3), BoardSize::new(20, 15).unwrap()))
    };
    for (value, expected) in [
        ("none", "C4"),
        ("X_flipY", "C12"),
        ("x_flipy", "C12"),
        ("flipY_X", "D18"),
        ("FLIPY_X", "D18"),
        ("Y_X", "D3"),
        ("top", "C4"),
        ("bottom", "C12 "),
        ("x,y", "2,3"),
        ("y,x please", "3,2"),
    ] {
        assert_eq!(name(value).as_deref(), Some(expected.trim()), "{value}");
    }
    for nonsense in ["", "auto", "x", "1"] {
        assert_eq!(name(nonsense), None, "{nonsense}");
        let names = with(&[("coordinates", "top"), ("Coordinates", nonsense)]).point_names;
        assert_eq!(names.is_none(), nonsense == "auto", "{nonsense}");
    }
}

#[test]
fn checkmate_is_off_unless_asked_for() {
    let checkmate = |code| with(&[("checkmate", "3"), ("CheckMate", code)]).checkmate;
    assert_eq!(Options::default().checkmate, None);
    assert_eq!(checkmate("0"), None);
    assert_eq!(checkmate("1"), Some(Threats::FoursAndThrees));
    assert_eq!(checkmate("2"), Some(Threats::FoursAndThrees));
    assert_eq!(checkmate("9"), Some(Threats::Fours), "no such mode");
}

#[test]
fn two_is_renju_for_a_yixin_style_front_end_only() {
    assert_eq!(with(&[("game_type", "1"), ("rule", "2")]).rule, Rule::Freestyle);
    assert_eq!(with(&[("Caution_Factor", "1"), ("rule", "2")]).rule, Rule::Renju);
    let mut reader = InfoReader::default();
    assert_eq!(reader.note(FrontEnd::of_command("yxstop")), None);
    assert_eq!(reader.read("rule", "2"), Ok(vec![Setting::Rule(Rule::Renju)]));
}

#[test]
fn two_becomes_renju_when_the_front_end_shows_that_it_is_yixin_style() {
    let rule = |pairs: &[(&str, &str)]| with(pairs).rule;
    assert_eq!(rule(&[("rule", "2"), ("caution_factor", "1")]), Rule::Renju);
    assert_eq!(rule(&[("rule", "1"), ("rule", "2"), ("show_detail", "1")]), Rule::Renju);
    assert_eq!(rule(&[("rule", "2"), ("rule", "0"), ("show_detail", "1")]), Rule::Freestyle);
    assert_eq!(rule(&[("rule", "2"), ("rule", "99"), ("show_detail", "1")]), Rule::Renju);
    let mut reader = InfoReader::default();
    reader.read("rule", "2").unwrap();
    assert_eq!(reader.note(FrontEnd::of_command("START")), None);
    let yixin = FrontEnd::of_command("yxshowinfo");
    assert_eq!(reader.note(yixin), Some(Setting::Rule(Rule::Renju)));
    assert_eq!(reader.note(yixin), None);
}

#[test]
fn a_file_of_the_user_does_not_show_which_front_end_it_is() {
    let mut reader = InfoReader::default();
    assert_eq!(reader.read_from_file("strength", "9"), Ok(vec![Setting::Strength(9)]));
    assert_eq!(reader.read("rule", "2"), Ok(vec![Setting::Rule(Rule::Freestyle)]));
}

#[test]
fn takeback_wants_the_right_point_unless_the_front_end_means_the_last_stone() {
    let takes_last = |pairs: &[(&str, &str)]| {
        let mut reader = InfoReader::default();
        for (key, value) in pairs {
            // Nothing is carried out yet.
            reader.meant(Command::Info { key: (*key).into(), value: (*value).into() });
        }
        reader.meant(Command::TakeBack(TakeBack::Unnamed)) == Command::TakeBack(TakeBack::Last)
    };
    assert!(!takes_last(&[("rule", "1"), ("max_node", "9")]));
    assert!(takes_last(&[("takeback", "1")]));
    assert!(takes_last(&[("caution_factor", "1")]));
    assert!(!takes_last(&[("TakeBack", "0"), ("caution_factor", "1")]));
    assert!(!takes_last(&[("takeback", "maybe")]));
    let shown = ["YXSTOP", "YXBOARD", "ReloadConfig", "STOP"].map(FrontEnd::of_command);
    let yixin = FrontEnd::Yixin;
    assert_eq!(shown, [FrontEnd::Extended, yixin, yixin, FrontEnd::Unknown]);
}

#[test]
fn the_table_leaves_room_for_the_program() {
    let mib = |pairs: &[(&str, &str)]| with(pairs).resources().table_bytes >> 20;
    assert_eq!(mib(&[]), 283);
    assert_eq!(mib(&[("max_memory", "367001600")]), 283);
    assert_eq!(mib(&[("max_memory", "67108864")]), 25);
    assert_eq!(mib(&[("max_memory", "2147483647")]), 1811);
    assert_eq!(mib(&[("max_memory", "1024")]), 1);
    assert_eq!(mib(&[("max_memory", "0")]), 283);
    assert_eq!(mib(&[("max_memory", "99999999999999999999999")]), 4096);
    assert_eq!(mib(&[("hash_size", "65536")]), 64);
    assert_eq!(mib(&[("hash_size", "0")]), 283);
    assert_eq!(mib(&[("hash_size", "99999999999999999999")]), 4096);
    assert_eq!(mib(&[("hash_size", "1048576"), ("max_memory", "67108864")]), 25);
}

#[test]
fn the_evaluation_is_chosen_by_name() {
    let evaluation = |name| with(&[("evaluation", name)]).resources().evaluation;
    assert_eq!(Options::default().resources().evaluation, Kind::Network);
    assert_eq!(evaluation("Classical"), Kind::Classical);
    assert_eq!(evaluation("network"), Kind::Network);
    for nonsense in ["", "1", "classic"] {
        assert_eq!(evaluation(nonsense), Kind::Network, "{nonsense}");
        let pairs = [("evaluation", "classical"), ("EVALUATION", nonsense)];
        assert_eq!(with(&pairs).resources().evaluation, Kind::Classical, "{nonsense}");
    }
    let file = InfoReader::default().read("evaluation", "no such file.net");
    assert_eq!(file, Ok(vec![Setting::NetworkFile("no such file.net".into())]));
}

#[test]
fn learning_takes_a_folder_and_permission_and_no_tournament() {
    let folder = |pairs: &[(&str, &str)]| {
        let pairs = [&[("Folder", "/a folder/with blanks")], pairs].concat();
        with(&pairs).learning_folder().is_some()
    };
    assert!(!folder(&[]) && !folder(&[("learning", "0")]));
    assert!(folder(&[("learning", "1")]));
    for kind in ["0", "1"] {
        assert!(folder(&[("learning", "1"), ("game_type", kind)]), "{kind}");
    }
    for kind in ["2", "3", "99"] {
        assert!(!folder(&[("learning", "1"), ("game_type", kind)]), "{kind}");
        assert!(folder(&[("learning", "2"), ("game_type", kind)]), "{kind}");
    }
    assert!(!folder(&[("learning", "1"), ("strength", "50")]));
    assert!(!folder(&[("learning", "1"), ("folder", "")]));
    assert_eq!(with(&[("learning", "2")]).learning_folder(), None);
    let named = with(&[("learning", "1"), ("folder", "/a folder/with blanks")]);
    assert_eq!(named.learning_folder(), Some(PathBuf::from("/a folder/with blanks")));
}

#[test]
fn the_book_is_for_programs_and_full_strength_and_can_be_switched_off() {
    let uses = |pairs: &[(&str, &str)]| with(pairs).uses_book();
    assert!(uses(&[]) && uses(&[("game_type", "2")]) && uses(&[("book", "0"), ("book", "1")]));
    assert!(!uses(&[("book", "0")]));
    assert!(!uses(&[("game_type", "0")]) && !uses(&[("strength", "99")]));
}

#[test]
fn zero_and_negative_nodes_and_depths_are_no_limit() {
    for value in ["0", "-1", "-99999999999999999999"] {
        let time = with(&[("max_node", "5"), ("max_node", value), ("max_depth", value)]).time();
        assert_eq!((time.nodes, time.depth), (None, None));
    }
    assert_eq!(with(&[("max_depth", "99999999999")]).time().depth, Some(u32::MAX));
}

#[test]
fn strength_is_a_level_and_a_person_gets_variety() {
    assert_eq!((Options::default().level(), Options::default().is_varied()), (None, false));
    let level = |strength| with(&[("strength", strength)]).level();
    for full in ["100", "101", "999999999999"] {
        assert_eq!(level(full), None, "{full}");
    }
    assert_eq!(level("99"), Level::of_strength(99));
    assert_eq!(level("-5"), Level::of_strength(0));
    let is_varied = |kind| with(&[("game_type", "0"), ("game_type", kind)]).is_varied();
    assert_eq!(["0", "1", "2", "3", "-1"].map(is_varied), [true, false, false, false, false]);
    assert!(is_varied("human"), "nonsense changes nothing");
}
