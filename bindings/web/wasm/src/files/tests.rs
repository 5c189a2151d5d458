//! Requests about files in JSON, as the package sends them.

use std::cell::Cell;

use serde_json::{Value, json};

use super::Files;
use crate::host::Host;
use crate::testing::{code, converse, last, stones};

#[test]
fn files_of_other_programs_are_read_from_text_or_bytes() {
    let characters = |bytes: &[u8]| bytes.iter().map(|&byte| char::from(byte)).collect::<String>();
    let read = |with: Value| last(&[json!({ "ask": "readGames", "with": with })]);
    let rif = "<database><games><game><move>h8 i9</move></game><game><move>h8 h8</move></game>\
               </games></database>";
    let games = read(json!({ "text": rif }));
    assert_eq!(games["ok"]["games"][0]["format"], "rif", "{games}");
    assert!(
        games["ok"]["games"][1]["error"]["message"]
            .as_str()
            .is_some_and(|text| text.contains("h8"))
    );
    let mut library = b"\xffRenLib\xff\x03\x04".to_vec();
    library.resize(20, 0xff);
    library.extend([0, 0, 0x78, 0, 0x69, 0x40]);
    // A name in GB18030.
    let sgf = b"(;GM[4]PB[\xcd\xf5\xd0\xa1\xc3\xf7];B[hh];W[ii])";
    for (bytes, format) in [(&library[..], "lib"), (&[2, 112, 98], "pos"), (sgf, "sgf")] {
        let games = read(json!({ "bytes": characters(bytes) }));
        let game = &games["ok"]["games"][0];
        assert_eq!(game["format"], format, "{games}");
        assert_eq!(game["game"]["moves"].as_array().map(Vec::len), Some(2), "{games}");
    }
    let games = read(json!({ "bytes": characters(sgf) }));
    assert_eq!(games["ok"]["games"][0]["game"]["black"], "王小明");
    let notices = games["ok"]["notices"].as_array().expect("a list");
    assert!(notices.iter().any(|notice| notice.to_string().contains("gb18030")), "{notices:?}");
    assert_eq!(code(&read(json!({ "text": "h8", "bytes": "h8" }))), "bad-argument");
}

#[test]
fn a_game_of_several_is_chosen_and_any_file_can_be_read_as_gomoku() {
    let ask = |what: &str, text: &str, game: Value| {
        last(&[json!({ "ask": what, "with": { "text": text, "game": game } })])
    };
    let two = "(;SZ[15];B[hh];W[hh])(;SZ[15];B[hh];W[ii];B[jj])";
    for game in [json!(2), json!("2")] {
        let games = ask("readGames", two, game.clone());
        let moves = &games["ok"]["games"][0]["game"]["moves"];
        assert_eq!(moves.as_array().map(Vec::len), Some(3), "{games}");
        let trees = ask("readTrees", two, game);
        assert_eq!(trees["ok"]["games"].as_array().map(Vec::len), Some(1), "{trees}");
        assert_eq!(trees["ok"]["games"][0]["id"], "2", "{trees}");
    }
    let records = "one size=15 moves=h8\ntwo size=15 moves=h8,i9\n";
    let missing = [(two, json!(3), "only: 1, 2"), (records, json!("three"), "only: one, two")];
    for what in ["readGames", "readTrees"] {
        let games = ask(what, records, json!("two"));
        assert_eq!(games["ok"]["games"][0]["id"], "two", "{games}");
        for (text, game, message) in &missing {
            let error = ask(what, text, game.clone());
            assert_eq!(code(&error), "bad-text", "{error}");
            assert!(error.to_string().contains(message), "{error}");
        }
        // A game that the text says to be of Go.
        let go = "(;GM[1]SZ[19];B[pd];W[dp];B[pp])";
        let refused = ask(what, go, Value::Null);
        assert!(refused.to_string().contains("other-game"), "{refused}");
        assert_eq!(ask(what, go, json!("gomoku"))["ok"]["games"][0]["error"], Value::Null);
        assert_eq!(code(&ask(what, two, json!(true))), "bad-argument");
    }
    // The damaged game of the two.
    assert_eq!(code(&ask("readTrees", two, json!(1))), "bad-text");
}

#[test]
fn what_was_played_is_counted_up_to_symmetry() {
    let add = |text: &str| json!({ "ask": "addGames", "with": { "text": text, "rule": "renju" } });
    let explore = |labels: &str| {
        let stones = if labels.is_empty() { Vec::new() } else { stones(labels) };
        json!({ "ask": "explore", "with": { "rule": "renju", "stones": stones } })
    };
    // Two games of SGF, one of them with a stone on a stone; a list of moves; records, one of them
    // on another board.
    let sgf = "(;SZ[15]RE[B+];B[hh];W[hg](;B[gg])(;B[ii]))(;SZ[15];B[hh];W[hh])";
    let records =
        "a size=15 rule=renju moves=h8,g8\nb size=9 rule=renju moves=e5,e6\nc moves=h8,h8\n";
    let (answers, _) = converse(&[
        add(sgf),
        add("h8 i9"),
        add(records),
        add("no game at all"),
        explore("h8"),
        explore(""),
        json!({ "ask": "addGames", "with": { "bytes": "\u{0}nothing" } }),
        json!({ "ask": "addGames", "with": {} }),
        json!({ "ask": "addGames",
            "with": { "text": "(;SZ[15];B[hh])", "size": { "width": 9, "height": 9 } } }),
        json!({ "ask": "clearGames" }),
        explore(""),
    ]);
    let ok = |index: usize| &answers[index]["ok"];
    assert_eq!((&ok(0)["games"], &ok(0)["unreadable"]), (&json!(1), &json!(1)), "{}", answers[0]);
    assert!(ok(0)["problem"]["message"].as_str().is_some_and(|text| text.contains("h8")));
    assert_eq!((&ok(1)["games"], &ok(1)["positions"]), (&json!(1), &json!(3)));
    assert_eq!((&ok(2)["games"], &ok(2)["unreadable"]), (&json!(2), &json!(1)), "{}", answers[2]);
    assert_eq!(ok(2)["problem"]["place"]["line"], 3);
    assert_eq!(code(&answers[3]), "bad-text");
    let replies = &ok(4)["moves"];
    assert_eq!(replies.as_array().map(Vec::len), Some(2));
    assert_eq!((&replies[0]["visits"], &replies[0]["losses"]), (&json!(2), &json!(1)));
    assert_eq!(replies[0]["same"].as_array().map(Vec::len), Some(3));
    assert_eq!((&ok(5)["games"], &ok(5)["allGames"]), (&json!(3), &json!(4)));
    assert_eq!(ok(5)["moves"][0]["wins"], 1);
    assert_eq!((code(&answers[6]), code(&answers[7])), ("bad-text", "bad-argument"));
    assert_eq!(ok(8)["games"], 1, "{}", answers[8]);
    assert_eq!((&ok(10)["visits"], &ok(10)["allGames"]), (&json!(0), &json!(0)));
}

#[test]
fn long_files_of_records_are_read_in_parts() {
    let line = "size=15 rule=renju moves=h8,i9,g7,h9,f8,e8\n";
    let count = (1 << 20) / line.len() + 100;
    let mut text = line.repeat(count);
    text.push_str("size=15 moves=h8,zz\n");
    let added = last(&[json!({ "ask": "addGames", "with": { "text": text } })]);
    assert_eq!(added["ok"]["games"], count, "{added}");
    assert_eq!(added["ok"]["problem"]["place"]["line"], count + 1);
}

#[test]
fn a_file_that_is_too_long_is_refused_with_the_limit() {
    let refused = |ask: &str, kind: &str, length: usize| {
        let answer = last(&[json!({ "ask": ask, "with": { kind: "?".repeat(length) } })]);
        assert_eq!(code(&answer), "bad-text");
        (answer["error"]["problem"].clone(), answer["error"]["message"].clone())
    };
    let limit = 16 << 20;
    let too_long = (json!("too-long"), json!("expected at most 16777216 bytes, found more"));
    for ask in ["addGames", "listGames", "readGames", "readTrees"] {
        for kind in ["text", "bytes"] {
            assert_eq!(refused(ask, kind, limit + 1), too_long, "{ask} {kind}");
        }
    }
    for (ask, kind) in [("readGames", "bytes"), ("readTrees", "text")] {
        assert_ne!(refused(ask, kind, limit), too_long, "{ask} {kind}");
    }
}

#[test]
fn a_game_is_as_large_as_a_file() {
    let comment = "?".repeat(2 << 20);
    let sgf = format!("(;SZ[15];B[hh]C[{comment}])");
    for ask in ["readGames", "readTrees"] {
        let answer = last(&[json!({ "ask": ask, "with": { "text": sgf } })]);
        assert_eq!(answer["ok"]["games"].as_array().map(Vec::len), Some(1), "{ask}");
        assert_eq!(answer["ok"]["games"][0]["error"], Value::Null, "{ask}");
    }
}

#[test]
fn games_are_listed_with_what_a_list_shows() {
    let list = |text: &str| {
        let request = json!({ "ask": "listGames", "with": { "text": text, "rule": "renju" } });
        let (answers, reports) = converse(&[request]);
        let games = reports.iter().flat_map(|report| report["games"].as_array().cloned());
        (answers[0]["ok"].clone(), games.flatten().collect::<Vec<Value>>(), reports)
    };
    let game = "(;GM[4]SZ[15]GN[A \\] b]PB[Ann]PW[Bob]DT[2020];B[hh];W[hg](;B[hf]C[!])(;B[ii]))";
    let (answer, games, reports) = list(&format!("{game}(;SZ[15];B[hh];W[hh])"));
    assert_eq!((&answer["games"], &answer["unreadable"]), (&json!(1), &json!(1)), "{answer}");
    assert!(answer["problem"]["message"].as_str().is_some_and(|text| text.contains("h8")));
    let end = reports.last().expect("a report");
    assert_eq!((&end["done"], &end["total"]), (&json!(2), &json!(2)));
    let first = &games[0];
    let shown = ["title", "rule", "black", "date", "result"].map(|field| &first[field]);
    assert_eq!(
        shown,
        [&json!("A ] b"), &json!("renju"), &json!("Ann"), &json!("2020"), &json!(null)]
    );
    assert_eq!((&first["moves"], &first["nodes"]), (&json!(3), &json!(5)));
    assert_eq!(first["opening"]["code"], "D1");
    // What is written is the same game, and so is a game with other words.
    let key = |text: &str| list(text).1[0]["key"].clone();
    let written = first["sgf"].as_str().expect("a text");
    assert!(written.contains("RU[renju]") && written.contains("C[!]"), "{written}");
    assert_eq!(list(written).1[0], *first);
    assert_eq!(key(&game.replace("C[!]", "").replace("GN[A \\] b]", "")), first["key"]);
    // Another player, rule, size, move, order or variation is another game.
    let moved = game.replace("W[hg]", "W[gh]");
    for other in [
        game.replace("Ann", "Amy"),
        game.replace("SZ[15]", "SZ[15]RU[standard]"),
        game.replace("SZ[15]", "SZ[19]"),
        moved.replace("B[ii]", "B[jj]"),
        game.replace("(;B[ii])", ""),
        game.replace("(;B[hf]C[!])(;B[ii])", ";B[hf];B[ii]"),
    ] {
        assert_ne!(key(&other), first["key"], "{other}");
    }
    // Results that nothing but the board shows, and passes.
    assert_eq!(list("f8 a1 g8 b2 h8 a3 i8 b4 j8").1[0]["result"], "black");
    assert_ne!(key("(;SZ[15];B[hh];W[tt];B[ii])"), key("(;SZ[15];B[hh];B[ii])"));
    // A library of RenLib is one game, and records are many.
    let records = list("size=15 moves=h8,i9\nsize=15 moves=h8,i9\nsize=9 moves=e5\n");
    assert_eq!(records.0["games"], 3);
    assert_eq!(records.1[0]["key"], records.1[1]["key"]);
    assert_eq!(
        code(&last(&[json!({ "ask": "listGames", "with": { "text": "no game" } })])),
        "bad-text"
    );
}

thread_local! {
    /// How often the host still answers that a call may go on.
    static PATIENCE: Cell<usize> = const { Cell::new(0) };
    /// The games that were reported.
    static LISTED: Cell<usize> = const { Cell::new(0) };
}

#[test]
fn an_interrupt_ends_the_work_on_a_file_with_the_games_that_were_told() {
    let is_interrupted = || {
        let left = PATIENCE.get().checked_sub(1);
        PATIENCE.set(left.unwrap_or(0));
        left.is_none()
    };
    let report = |text: &str| {
        let report: Value = serde_json::from_str(text).expect("JSON");
        LISTED.set(LISTED.get() + report["games"].as_array().map_or(0, Vec::len));
    };
    let mut files = Files::new(Host { is_interrupted, report });
    let mut ask = |name: &str, with: Value| -> Value {
        let request = json!({ "ask": name, "with": with }).to_string();
        serde_json::from_str(&files.ask(request.as_bytes())).expect("JSON")
    };
    let text = "size=15 moves=h8,i9\n".repeat(10);
    // The first question is whether to read the file.
    for (patience, games) in [(0, 0), (1, 0), (4, 3)] {
        PATIENCE.set(patience);
        let listed = ask("listGames", json!({ "text": text }));
        assert_eq!(
            (&listed["ok"]["games"], &listed["ok"]["stopped"]),
            (&json!(games), &json!(true))
        );
        assert_eq!(LISTED.replace(0), games, "{listed}");
        PATIENCE.set(patience);
        let added = ask("addGames", json!({ "text": text }));
        assert_eq!((&added["ok"]["games"], &added["ok"]["stopped"]), (&json!(games), &json!(true)));
        assert_eq!(ask("explore", json!({ "stones": [] }))["ok"]["allGames"], games);
    }
    PATIENCE.set(100);
    assert_eq!(ask("listGames", json!({ "text": text }))["ok"]["stopped"], false);
    assert_eq!(LISTED.replace(0), 10);
}
