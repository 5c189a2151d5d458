//! Requests to the engine in JSON, as the package sends them.

use serde_json::{Value, json};

use super::*;
use crate::testing::{code, converse, host, last, new_game, play, set_up, stones};

mod samples;

/// The tests have all networks. Those of the package have none to begin with.
#[test]
fn a_network_that_is_there_is_not_needed_and_one_that_was_not_needed_is_refused() {
    let prepare = |with: Value| json!({ "ask": "prepare", "with": with });
    let requests = [prepare(json!({})), prepare(json!({ "rule": "caro-overline" }))];
    assert_eq!(converse(&requests).0, [json!({ "ok": null }), json!({ "ok": null })]);
    assert_eq!(code(&last(&[prepare(json!({ "rule": "gomoku" }))])), "bad-argument");
    let answer = Session::new(host()).provide(b"FKN");
    assert_eq!(code(&serde_json::from_str(&answer).expect("JSON")), "internal");
}

#[test]
fn threads_search_together_and_ponder() {
    let hello = |threads: usize| {
        let with = json!({ "memoryBytes": 4 << 20, "threads": threads });
        json!({ "ask": "hello", "with": with })
    };
    for threads in [0, 33] {
        assert_eq!(code(&last(&[hello(threads)])), "bad-argument");
    }
    let think = json!({ "ask": "think", "with": { "nodes": 3000 } });
    // The game is over, so there is nothing to ponder and the call returns.
    let row = json!({ "stones": stones("a1 a2 b1 b2 c1 c2 d1 d2 e1") });
    let over = json!({ "ask": "setPosition", "with": row });
    let ponder = json!({ "ask": "ponder", "with": {} });
    let off = json!({ "ask": "ponder", "with": { "reply": { "x": 15, "y": 0 } } });
    let (answers, _) = converse(&[hello(2), play(7, 7), play(8, 8), think, over, ponder, off]);
    assert!(answers[3]["ok"]["nodes"].as_u64().is_some_and(|nodes| nodes > 0), "{}", answers[3]);
    assert_eq!(answers[5], json!({ "ok": null }));
    assert_eq!(code(&answers[6]), "off-board");
}

#[test]
fn a_game_is_played_and_taken_back() {
    let requests = [
        new_game("standard"),
        play(7, 7),
        json!({ "ask": "pass" }),
        play(8, 8),
        json!({ "ask": "undo", "with": 2 }),
        json!({ "ask": "undo", "with": 1 }),
        json!({ "ask": "undo", "with": 1 }),
    ];
    let (answers, _) = converse(&requests);
    let state = |index: usize| &answers[index]["ok"];
    assert_eq!(state(0)["rule"], "standard");
    assert_eq!((&state(0)["width"], &state(0)["toMove"]), (&json!(15), &json!("black")));
    assert_eq!(
        (state(1)["stones"].as_array().map(Vec::len), &state(1)["toMove"]),
        (Some(1), &json!("white"))
    );
    assert_eq!(state(2)["toMove"], "black");
    assert_eq!(state(3)["stones"][1], json!({ "x": 8, "y": 8, "side": "black" }));
    assert_eq!(state(4), state(1));
    assert_eq!(state(5), state(0));
    assert_eq!(code(&answers[6]), "no-stone");
}

#[test]
fn bad_requests_are_refused_and_change_nothing() {
    for (request, expected) in [
        (play(7, 7), "occupied"),
        (play(15, 0), "off-board"),
        (play(-1, i64::MAX), "off-board"),
        (json!({ "ask": "newGame", "with": { "width": 4 } }), "bad-argument"),
        (json!({ "ask": "newGame", "with": { "rule": "chess" } }), "bad-argument"),
        (json!({ "ask": "fly" }), "bad-argument"),
        (json!({ "ask": "think", "with": { "timeMs": 0 } }), "bad-argument"),
        (json!({ "ask": "think", "with": { "nodes": 0 } }), "bad-argument"),
        (json!({ "ask": "think", "with": { "level": 13 } }), "bad-argument"),
        (json!({ "ask": "think", "with": { "level": 3, "lines": 2 } }), "bad-argument"),
        (json!({ "ask": "think", "with": { "excluded": [{ "x": 15, "y": 0 }] } }), "off-board"),
        (json!({ "ask": "decide", "with": { "step": "swap2-choose" } }), "bad-argument"),
        (json!({ "ask": "undo", "with": 2 }), "no-stone"),
        (json!({ "ask": "readGames", "with": { "text": "no game" } }), "bad-text"),
        (
            json!({ "ask": "setPosition", "with": { "stones": [{ "x": 1, "y": 1, "side": "black" },
            { "x": 1, "y": 1, "side": "white" }] } }),
            "occupied",
        ),
    ] {
        let (answers, _) = converse(&[play(7, 7), request.clone(), json!({ "ask": "state" })]);
        assert_eq!(code(&answers[1]), expected, "{request} {}", answers[1]);
        assert_eq!(answers[0], answers[2], "{request}");
    }
    let mut session = Session::new(host());
    for text in ["", "{", "null", "[1]", "\u{fffd}"] {
        let answer: Value = serde_json::from_str(&session.ask(text.as_bytes())).expect("JSON");
        assert_eq!(code(&answer), "bad-argument", "{text}");
    }
}

#[test]
fn what_is_wrong_with_a_request_is_told_with_its_field() {
    let stone = json!({ "x": 1, "y": 1, "side": "black" });
    let step = |step: Value| json!({ "opening": "rif", "steps": [{ "kind": "stay" }, step] });
    for (ask, with, expected) in [
        ("newGame", json!({ "ruel": "renju" }), "ruel: unknown field `ruel`, expected"),
        ("newGame", json!({ "stones": [] }), "stones: unknown field `stones`"),
        ("newGame", json!({ "rule": "chess" }), "rule: unknown variant `chess`, expected one of"),
        ("newGame", json!({ "width": 4 }), "width and height must be 5 to 22, not 4 and 4"),
        (
            "newGame",
            json!({ "width": "15" }),
            "width: invalid type: string \"15\", expected a whole",
        ),
        ("play", json!({ "x": 7 }), "missing field `y`"),
        ("play", json!({ "x": 7.5, "y": 7 }), "x: invalid type: floating point `7.5`, expected a"),
        ("undo", json!(-1), "invalid value: integer `-1`, expected a whole number of at least 0"),
        ("setPosition", json!({ "stones": [stone, { "x": 1 }] }), "stones[1]: missing field `y`"),
        ("setPosition", json!({ "stones": {} }), "stones: invalid type: map, expected an array"),
        ("think", json!({ "timeMS": 5 }), "timeMS: unknown field `timeMS`, expected"),
        (
            "think",
            json!({ "timeMs": "5" }),
            "timeMs: invalid type: string \"5\", expected a number",
        ),
        ("think", json!({ "nodes": 1.5 }), "nodes: invalid type: floating point `1.5`, expected a"),
        ("think", json!({ "level": 0 }), "level must be 1 to 12, not 0"),
        ("think", json!({ "depth": 0 }), "depth must be at least 1"),
        ("think", json!({ "excluded": [{ "x": 1, "y": "b" }] }), "excluded[0].y: invalid type"),
        ("solve", json!({ "node": 1 }), "node: unknown field"),
        ("winningMoves", json!({ "depth": 1 }), "depth: unknown field"),
        ("decide", json!({ "step": "swap2-decide", "offer": 1 }), "offer: unknown field"),
        ("opening", json!({ "opening": "rif", "steps": [], "nodes": 1 }), "nodes: unknown field"),
        (
            "opening",
            json!({ "opening": "chess", "steps": [] }),
            "opening: unknown variant `chess`, expected one of `swap1`",
        ),
        ("opening", step(json!({ "kind": "count", "count": -1 })), "steps[1].count: invalid value"),
        ("opening", step(json!({ "kind": "swap", "n": 1 })), "steps[1].n: unknown field"),
        ("decideStep", step(json!({ "kind": "fly" })), "steps[1].kind: unknown variant `fly`"),
        ("analyzeGame", json!({ "blunder": 2 }), "blunder must be 0 to 1"),
        ("analyzeGame", json!({ "game": { "width": 15 } }), "game: missing field `height`"),
        ("findPuzzles", json!({ "minplies": 2 }), "minplies: unknown field"),
        ("readGames", json!({ "text": 5 }), "text: invalid type: integer `5`, expected a string"),
        (
            "readGames",
            json!({ "text": "h8", "size": { "width": 9 } }),
            "size: missing field `height`",
        ),
        ("writeGame", json!({ "moves": [], "format": "pdf" }), "format: unknown variant `pdf`"),
        ("writeGame", json!({ "moves": [], "format": "sgf", "setup": [] }), "setup: unknown field"),
        ("addGames", json!({ "text": "h8", "width": 9 }), "width: unknown field"),
        ("bench", json!({ "deep": 9 }), "deep: unknown field"),
    ] {
        let answer = last(&[play(7, 7), json!({ "ask": ask, "with": with })]);
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert_eq!(code(&answer), "bad-argument", "{ask} {with} {answer}");
        assert!(message.starts_with(expected), "{ask} {with}: {message}");
        assert!(!message.contains(" at line "), "{message}");
    }
    // The state of a game is a position.
    let state = last(&[play(7, 7)])["ok"].clone();
    let again = last(&[json!({ "ask": "setPosition", "with": state })]);
    assert_eq!(again["ok"], state);
    let explored = last(&[json!({ "ask": "explore", "with": state })]);
    assert_eq!(code(&explored), "no error", "{explored}");
}

#[test]
fn an_end_is_told_and_nothing_can_be_asked_behind_it() {
    let won = set_up("freestyle", "f8 a1 g8 b2 h8 a3 i8 b4 j8");
    let (answers, _) = converse(&[won, json!({ "ask": "think", "with": {} }), play(0, 0)]);
    let ending = &answers[0]["ok"]["ending"];
    assert_eq!((&ending["reason"], &ending["winner"]), (&json!("five"), &json!("black")));
    assert_eq!(ending["row"].as_array().map(Vec::len), Some(5));
    assert_eq!([code(&answers[1]), code(&answers[2])], ["game-over"; 2]);
    // Two open threes.
    let crossing = "h10 a1 h9 o1 f8 a15 g8 o15";
    let before = last(&[set_up("renju", crossing)]);
    assert_eq!(before["ok"]["forbidden"], json!([{ "x": 7, "y": 7 }]));
    let after = last(&[set_up("renju", crossing), play(7, 7)]);
    assert_eq!(after["ok"]["ending"]["reason"], "double-three");
    assert_eq!(after["ok"]["ending"]["winner"], "white");
}

#[test]
fn a_session_that_warmed_up_tells_nothing_of_it_and_answers_the_same() {
    let hello = json!({ "ask": "hello", "with": { "memoryBytes": 4 << 20 } });
    let think = json!({ "ask": "think", "with": { "nodes": 3000 } });
    let position = set_up("freestyle", "h8 i9 g8 i7 i8");
    let (mut cold, _) = converse(&[position.clone(), think.clone()]);
    let (mut warm, reports) = converse(&[hello.clone(), position, think]);
    assert!(reports.iter().all(|report| report["lines"][0]["moves"] != Value::Null));
    assert!(converse(&[hello]).1.is_empty());
    for answer in [cold.last_mut(), warm.last_mut()].into_iter().flatten() {
        answer["ok"]["timeMs"].take();
    }
    assert_eq!(cold.last(), warm.last());
}

#[test]
fn thinking_reports_its_lines_and_ends_with_a_move() {
    let position = set_up("freestyle", "h8 i9 g8 i7 i8");
    let think = json!({ "ask": "think", "with": { "nodes": 3000, "lines": 3 } });
    let (answers, reports) = converse(&[position, think]);
    let result = &answers[1]["ok"];
    let lines = result["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3, "{result}");
    assert_eq!(result["move"], lines[0]["moves"][0]);
    assert_eq!((&result["source"], &result["stopped"]), (&json!("search"), &json!(false)));
    let last = reports.last().expect("a report");
    assert_eq!((&last["lines"], &last["depth"]), (&result["lines"], &result["depth"]));
    // The moves that were looked at are those of the lines and others, and have cost all nodes.
    assert_eq!(last["efforts"], result["efforts"]);
    let efforts = result["efforts"].as_array().expect("a list");
    assert!(efforts.len() > 3, "{result}");
    for line in lines {
        assert!(efforts.iter().any(|effort| effort["move"] == line["moves"][0]), "{result}");
    }
    let spent: u64 = efforts.iter().filter_map(|effort| effort["nodes"].as_u64()).sum();
    let nodes = result["nodes"].as_u64().expect("a number");
    assert!((nodes / 2..=nodes).contains(&spent), "{spent} of {nodes}");
}

#[test]
fn a_search_that_changes_its_mind_at_the_end_has_the_line_of_its_move() {
    let think = |nodes: u64| {
        let position = set_up("freestyle", "h8 i9 g8");
        let think = json!({ "ask": "think", "with": { "nodes": nodes } });
        let (answers, reports) = converse(&[position, think]);
        let result = &answers[1]["ok"];
        let line = &result["lines"][0];
        assert_eq!(line["moves"][0], result["move"], "{result}");
        assert_eq!(line["depth"], result["depth"], "{result}");
        assert!(result["depth"].as_u64() > Some(0) && line["nodes"].as_u64() > Some(0), "{result}");
        assert!(line["outlook"].is_object(), "{result}");
        reports.last().expect("a report")["lines"][0]["moves"][0] != result["move"]
    };
    let changes = (1000..3000).step_by(100).filter(|&nodes| think(nodes)).count();
    assert!(changes > 0, "no search changed its mind");
}

#[test]
fn what_there_is_to_see_without_a_search_is_told() {
    let (policy, rows) = (json!({ "ask": "policy" }), json!({ "ask": "rows" }));
    // Black's f8, g8 and h8 are an open three; i8 and e8 make it a four.
    let requests = [
        set_up("freestyle", "f8 f9 g8 g7 h8 a1"),
        policy.clone(),
        rows.clone(),
        set_up("freestyle", "h8 i9"),
        policy.clone(),
    ];
    let (answers, _) = converse(&requests);
    let moves = answers[4]["ok"].as_array().expect("a list");
    let shares: Vec<f64> = moves.iter().filter_map(|each| each["share"].as_f64()).collect();
    assert!(shares.len() == moves.len() && shares.is_sorted_by(|a, b| a >= b));
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 0.02, "{shares:?}");
    let point = |x: u8| json!({ "x": x, "y": 7 });
    let best = &answers[1]["ok"][0];
    assert!([point(4), point(8)].contains(&best["move"]) && best["share"] == 1.0, "{best}");
    let three = json!({
        "side": "black", "kind": "three", "stones": [point(5), point(6), point(7)],
        "next": [point(4), point(8)],
    });
    assert_eq!(answers[2]["ok"], json!({ "rows": [three], "forbidden": [] }));
    // A forbidden point is one while White is to move as well.
    let stones = stones("h10 a1 h9 a3 f8 a5 g8");
    let renju = json!({ "ask": "setPosition", "with": { "rule": "renju", "stones": stones } });
    let forbidden = last(&[renju, rows.clone()])["ok"]["forbidden"].clone();
    assert_eq!(forbidden.as_array().map(Vec::len), Some(1), "{forbidden}");
    assert_eq!(
        (&forbidden[0]["move"], &forbidden[0]["reason"]),
        (&point(7), &"double-three".into())
    );
    assert_eq!(forbidden[0]["rows"].as_array().map(Vec::len), Some(2), "{forbidden}");
    let over = set_up("freestyle", "a1 a2 b1 b2 c1 c2 d1 d2 e1");
    for ask in [policy, rows] {
        assert_eq!(code(&last(&[over.clone(), ask])), "game-over");
    }
}

#[test]
fn a_balanced_move_has_its_line() {
    let decide = |step: &str, nodes: u64| {
        let with = json!({ "step": step, "nodes": nodes });
        json!({ "ask": "decide", "with": with })
    };
    for (step, count) in [("balance-one", 1), ("balance-two", 2)] {
        let answer = last(&[set_up("freestyle", "h8 h9 i9 g7"), decide(step, 60_000)]);
        let moves = answer["ok"]["moves"].as_array().expect("moves");
        let line = answer["ok"]["line"]["moves"].as_array().expect("a line");
        assert_eq!((moves.len(), &line[..count]), (count, &moves[..]), "{answer}");
        let rate = answer["ok"]["line"]["winRate"].as_f64().expect("a rate");
        assert!((rate - 0.5).abs() < 0.2, "{answer}");
    }
    // Too few positions to search it.
    assert_eq!(
        last(&[set_up("freestyle", "h8"), decide("balance-one", 1)])["ok"]["line"],
        json!(null)
    );
}

#[test]
fn every_level_moves_and_the_same_seed_moves_the_same() {
    let position = set_up("renju", "h8 i9 g8 i7 i8");
    for level in 1..=HIGHEST {
        let think = json!({ "ask": "think", "with": { "nodes": 2000, "level": level, "seed": 7 } });
        let ask = || last(&[position.clone(), json!({ "ask": "forget" }), think.clone()]);
        let (first, again) = (ask(), ask());
        assert_eq!(first["ok"]["move"], again["ok"]["move"], "{first}");
        let source = if level == HIGHEST { "search" } else { "level" };
        assert_eq!(first["ok"]["source"], source);
    }
}

#[test]
fn an_interrupt_ends_every_question() {
    let host = Host { is_interrupted: || true, ..host() };
    let mut session = Session::new(host);
    session.memory_bytes = 4 << 20;
    let mut ask = |request: Value| -> Value {
        serde_json::from_str(&session.ask(request.to_string().as_bytes())).expect("JSON")
    };
    ask(set_up("freestyle", "h8 g9 i9 g7 g8 i7 j10 k11 f7 e6"));
    for name in ["think", "solve", "winningMoves", "defences", "analyzeGame", "findPuzzles"] {
        let answer = ask(json!({ "ask": name, "with": {} }));
        assert_eq!(answer["ok"]["stopped"], true, "{name}: {answer}");
    }
}

#[test]
fn the_solver_proves_a_win_and_finds_what_stops_it() {
    let position = set_up("freestyle", "h8 g9 i9 g7 g8 i7 j10 k11 f7 e6");
    let with = json!({ "nodes": 100_000 });
    let ask = |name: &str| json!({ "ask": name, "with": with });
    // An open three of Black's, and White to move.
    let threat = set_up("freestyle", "h8 a1 i8 b3 j8");
    let requests = [position, ask("solve"), ask("winningMoves"), threat, ask("defences")];
    let (answers, _) = converse(&requests);
    let solution = &answers[1]["ok"];
    assert_eq!(solution["verdict"], "win");
    let first = &solution["line"][0];
    let winning = answers[2]["ok"]["firstMoves"].as_array().expect("moves");
    assert!(winning.iter().any(|m| m["move"] == *first), "{winning:?}");
    let defences = &answers[4]["ok"];
    assert_eq!(defences["threat"]["verdict"], "win");
    let holds = |m: &Value| m["verdict"] == "no-win";
    assert!(defences["replies"].as_array().is_some_and(|moves| moves.iter().any(holds)));
}

#[test]
fn games_are_read_written_and_analysed() {
    let write = |format: &str| {
        let moves: Vec<Value> = stones("f8 f9 g8 g7 h8 a1 e8 i8 d8");
        json!({ "ask": "writeGame", "with": { "moves": moves, "format": format, "black": "Ada" } })
    };
    for format in ["sgf", "psq", "record", "moves"] {
        let text = last(&[write(format)])["ok"].clone();
        let read = last(&[json!({ "ask": "readGames", "with": { "text": text } })]);
        let game = &read["ok"]["games"][0]["game"];
        assert_eq!(read["ok"]["games"][0]["format"], format, "{text} {read}");
        assert_eq!(game["moves"], json!(stones("f8 f9 g8 g7 h8 a1 e8 i8 d8")), "{format}");
        let with = json!({ "game": game, "nodes": 2000 });
        let (answers, reports) = converse(&[json!({ "ask": "analyzeGame", "with": with })]);
        let analysis = &answers[0]["ok"];
        assert_eq!(analysis["positions"].as_array().map(Vec::len), Some(10), "{}", answers[0]);
        assert_eq!(analysis["ending"]["winner"], "black");
        assert_eq!([&reports[8]["done"], &reports[8]["total"]], [9, 9]);
        // White did not stop the open three. How much that cost depends on what the evaluation
        // gave White before.
        let neglect = &analysis["moves"][5];
        assert_eq!(neglect["allowsWin"], true, "{neglect}");
        assert!(neglect["mark"] == "mistake" || neglect["mark"] == "blunder", "{neglect}");
        assert_eq!(neglect["losesGame"], true, "{neglect}");
        assert_eq!(analysis["defeat"], json!({ "loser": "white", "number": 6 }));
        assert_eq!(analysis["summary"]["white"]["costliest"], 6);
    }
}

#[test]
fn an_analysis_goes_on_from_what_was_found() {
    // Won by fours, and by fours and threes.
    for moves in [
        "f8 f9 g8 g7 h8 a1 e8 i8 d8",
        "h8 g9 g7 f6 f9 h6 i6 e7 g8 h7 d8 g5 f4 j8 e6 k7 f7 h9 f8 e8 i9 h4 i3 i5 d5 c4 f11 f10",
    ] {
        goes_on(&json!(stones(moves)));
    }
}

fn goes_on(moves: &Value) {
    let count = moves.as_array().map_or(0, Vec::len);
    let analyze = |nodes: u64, known: &[&str]| {
        let game = json!({ "width": 15, "height": 15, "moves": moves });
        let with = json!({ "game": game, "nodes": nodes, "known": known });
        let (answers, reports) = converse(&[json!({ "ask": "analyzeGame", "with": with })]);
        (answers[0]["ok"].clone(), reports)
    };
    let (whole, reports) = analyze(2000, &[]);
    let found: Vec<&str> = reports.iter().filter_map(|report| report["finding"].as_str()).collect();
    assert!(found.len() >= count);
    assert!(found.iter().all(|text| !text.is_empty()), "{found:?}");
    // Whatever the limits are: nothing is left to look for.
    let (again, reports) = analyze(1, &found);
    assert_eq!(again, whole);
    assert_eq!(
        reports.iter().filter_map(|report| report["finding"].as_str()).collect::<Vec<_>>(),
        found
    );
    assert_ne!(analyze(1, &found[..4]).0, whole);
    // What cannot be a finding of its position is found again.
    let deep = format!("0 0 0 2 {}", "5 1 ".repeat(900));
    let (score, rest) = found[count - 1].split_once(" 1 ").expect("a line");
    let last = &moves[count - 2];
    let point = last["x"].as_i64().unwrap_or(0) + 32 * last["y"].as_i64().unwrap_or(0);
    let mut taken = vec![""; count - 1];
    let text = format!("{score} 2 5 -1 1 {point} {rest}");
    taken.push(&text);
    for wrong in [vec!["", "{}", &deep], vec!["x"; 40], taken] {
        assert_eq!(analyze(2000, &wrong).0, whole, "{wrong:?}");
    }
}

#[test]
fn openings_are_decided() {
    let decide = |with: Value| json!({ "ask": "decide", "with": with });
    let three = set_up("renju", "h8 h9 i10");
    let four = set_up("renju", "h8 h9 i10 g9");
    for (position, step, expected) in [
        (new_game("freestyle"), json!({ "step": "swap2-propose", "nodes": 2000 }), Some(3)),
        (new_game("renju"), json!({ "step": "soosorv-open", "seed": 3 }), Some(3)),
        (three.clone(), json!({ "step": "swap2-choose", "nodes": 2000 }), None),
        (three, json!({ "step": "soosorv-fourth", "nodes": 2000 }), Some(1)),
        (four.clone(), json!({ "step": "soosorv-offer", "offers": 4, "nodes": 2000 }), Some(4)),
        (
            four.clone(),
            json!({ "step": "soosorv-accept", "nodes": 2000,
            "offered": [{ "x": 5, "y": 5 }, { "x": 9, "y": 6 }] }),
            Some(1),
        ),
        (four, json!({ "step": "soosorv-swap", "offers": 2, "nodes": 2000 }), None),
    ] {
        let answer = last(&[position, decide(step.clone())]);
        let kind = answer["ok"]["kind"].as_str().unwrap_or_default();
        assert!(["moves", "swap", "stay"].contains(&kind), "{step} {answer}");
        if let Some(count) = expected {
            assert_eq!(answer["ok"]["moves"].as_array().map(Vec::len), Some(count), "{step}");
        }
    }
}

#[test]
fn the_26_openings_want_a_board_without_dead_cells() {
    let board = |dead: Value| {
        let with = json!({ "rule": "renju", "width": 15, "height": 15, "stones": [],
            "dead": dead, "toMove": "black" });
        json!({ "ask": "setPosition", "with": with })
    };
    let open = json!({ "ask": "decide", "with": { "step": "soosorv-open", "seed": 3 } });
    let answer = last(&[board(json!([{ "x": 7, "y": 7 }])), open.clone()]);
    assert_eq!(code(&answer), "bad-argument", "{answer}");
    assert!(last(&[board(json!([])), open])["ok"].is_object());
}

#[test]
fn a_decision_wants_the_stones_of_a_rule_that_has_it() {
    for (moves, step, is_known) in [
        ("h8", "swap2-decide", true),
        ("h8 h9", "swap2-decide", false),
        ("h8 h9 i10", "swap2-decide", true),
        ("h8 h9 i10 g9 g7", "swap2-decide", true),
        ("h8 h9 i10 g9", "swap2-choose", false),
        ("h8 h9 i10", "soosorv-swap", true),
        ("h8 h9 i10", "soosorv-offer", false),
    ] {
        let decide = json!({ "ask": "decide", "with": { "step": step, "nodes": 300 } });
        let answer = last(&[set_up("renju", moves), decide]);
        assert_eq!(answer["ok"].is_object(), is_known, "{moves} {step}: {answer}");
        assert!(is_known || code(&answer) == "bad-argument", "{moves} {step}: {answer}");
    }
}

#[test]
fn the_engine_plays_every_opening_rule_to_its_end() {
    for (rule, opening, stones) in [
        ("freestyle", "swap1", 1..=1),
        ("standard", "swap", 3..=3),
        ("freestyle", "swap2", 3..=5),
        ("freestyle", "pro", 3..=3),
        ("freestyle", "long-pro", 3..=3),
        ("renju", "rif", 5..=5),
        ("renju", "yamaguchi", 5..=5),
        ("renju", "taraguchi-10", 5..=5),
        ("renju", "soosorv-8", 5..=5),
    ] {
        let with = |steps: &[Value]| json!({ "rule": rule, "opening": opening, "steps": steps });
        let decide = |steps: &[Value]| {
            let mut with = with(steps);
            (with["nodes"], with["level"]) = (json!(300), json!(3));
            json!({ "ask": "decideStep", "with": with })
        };
        let mut steps = Vec::new();
        let state = loop {
            let state = last(&[json!({ "ask": "opening", "with": with(&steps) })])["ok"].clone();
            if state["turn"].is_null() {
                break state;
            }
            let step = last(&[decide(&steps)]);
            assert!(step["ok"]["kind"].is_string(), "{opening}: {step}");
            steps.push(step["ok"].clone());
            assert!(steps.len() < 20, "{opening} has no end");
        };
        let count = state["stones"].as_array().map_or(0, Vec::len);
        assert!(stones.contains(&count), "{opening}: {state}");
        assert_ne!(state["holders"]["black"], state["holders"]["white"]);
        let code = code(&last(&[decide(&steps)])).to_owned();
        assert_eq!(code, "bad-argument", "{opening} is over");
    }
}

#[test]
fn an_opening_says_whose_step_it_is_and_what_is_possible() {
    let points = |labels: &str| -> Vec<Value> {
        let stones = stones(labels);
        stones.iter().map(|stone| json!({ "x": stone["x"], "y": stone["y"] })).collect()
    };
    let put = |labels: &str| json!({ "kind": "stones", "points": points(labels) });
    let (swap, stay) = (json!({ "kind": "swap" }), json!({ "kind": "stay" }));
    let ask = |opening: &str, steps: &[&Value]| {
        last(&[json!({ "ask": "opening",
            "with": { "rule": "renju", "opening": opening, "steps": steps } })])
    };
    let start = ask("rif", &[]);
    let first = &start["ok"]["turn"];
    assert_eq!(first["player"], "first");
    let place = &first["choices"][0]["stones"];
    assert_eq!(place[0]["points"], json!(points("h8")));
    assert_eq!(place[1]["area"], json!({ "kind": "within", "distance": 1 }));
    assert_eq!(place[2]["points"].as_array().map(Vec::len), Some(25));

    let (three, fourth) = (put("h8 h9 h10"), put("h11"));
    let asked = ask("rif", &[&three])["ok"].clone();
    assert_eq!((&asked["turn"]["player"], &asked["toMove"]), (&json!("second"), &json!("white")));
    assert_eq!(asked["turn"]["choices"], json!([swap, stay]));
    let offer = ask("rif", &[&three, &swap, &fourth])["ok"].clone();
    assert_eq!(offer["holders"], json!({ "black": "second", "white": "first" }));
    assert_eq!(offer["turn"]["player"], "second");
    // The stones are in one column: g8 and i8 are the same.
    let same = offer["turn"]["choices"][0]["same"].as_array().cloned().unwrap_or_default();
    assert!(same.iter().any(|group| *group == json!(points("g8 i8"))), "{same:?}");

    let mirrored = ask("rif", &[&three, &stay, &fourth, &put("g8 i8")]);
    assert_eq!(code(&mirrored), "illegal-step");
    let chosen = ask("rif", &[&three, &stay, &fourth, &put("g8 g9")])["ok"].clone();
    assert_eq!(chosen["offers"].as_array().map(Vec::len), Some(2));
    assert_eq!(chosen["turn"]["player"], "second");
    let count = |count: u64| json!({ "kind": "count", "count": count });
    assert_eq!(code(&ask("yamaguchi", &[&three, &count(13)])), "illegal-step");
    assert_eq!(ask("yamaguchi", &[&three, &count(12)])["ok"]["count"], 12);
    assert_eq!(code(&ask("chess", &[])), "bad-argument");
    let small = json!({ "ask": "opening", "with": { "width": 8, "opening": "rif", "steps": [] } });
    assert_eq!(code(&last(&[small])), "bad-argument");
    let off = json!({ "kind": "stones", "points": [{ "x": 15, "y": 0 }] });
    assert_eq!(code(&ask("swap1", &[&off])), "off-board");
}

#[test]
fn an_opening_of_renju_has_its_name() {
    let state = last(&[set_up("renju", "h8 i9 h6 a1")]);
    let name = json!({ "code": "I10", "name": "Myojo", "kanji": "明星" });
    assert_eq!(state["ok"]["opening"], name);
    assert_eq!(last(&[set_up("renju", "h8 i9")])["ok"]["opening"], Value::Null);
}
