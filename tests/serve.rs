//! `fukumi serve` as a program uses it: the built program, its requests, answers and exit status.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use fukumi_driver::finish::{DEADLINE, finish};
use fukumi_driver::peer::Ending;
use serde_json::{Value, json};

/// Black has an open three and is to move.
const OPEN_THREE: [&str; 6] = ["f8", "f9", "g8", "g7", "h8", "a1"];

/// A query that works until it is terminated.
const ENDLESS: &str = r#"{"id": "endless", "moves": ["h8"], "depth": 1000, "report_ms": 0}"#;

/// A running service.
struct Service {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Value>,
}

impl Service {
    fn start(arguments: &[&str]) -> Self {
        let mut child = command(arguments).spawn().expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines() {
                let line = line.expect("UTF-8");
                let value = serde_json::from_str(&line).unwrap_or_else(|error| {
                    panic!("{error} in {line}");
                });
                if sender.send(value).is_err() {
                    break;
                }
            }
        });
        Self { child, input, lines }
    }

    fn write(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).expect("the service reads");
    }

    fn ask(&mut self, request: &Value) {
        self.write(format!("{request}\n").as_bytes());
    }

    /// The next line of the output.
    fn next(&self) -> Value {
        self.lines.recv_timeout(DEADLINE).expect("a line")
    }

    /// The next line that is not a report.
    fn answer(&self) -> Value {
        loop {
            let line = self.next();
            if line["status"] != "report" {
                return line;
            }
        }
    }

    /// Begins a query that works until it is terminated, and waits until it is at work.
    fn occupy(&mut self) {
        self.write(format!("{ENDLESS}\n").as_bytes());
        assert_eq!(self.next()["status"], "report");
    }

    /// Ends the input and waits for the end. Returns the other lines.
    fn end(self) -> (Ending, Vec<Value>) {
        let Self { child, input, lines } = self;
        drop(input);
        let finished = finish(child);
        assert_eq!((finished.output.as_str(), finished.errors.as_str()), ("", ""));
        (finished.ending, lines.iter().collect())
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.args(["serve", "--nodes", "2000"]).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What the service answers to these lines.
fn answers(arguments: &[&str], requests: &[Value]) -> Vec<Value> {
    let mut service = Service::start(arguments);
    requests.iter().for_each(|request| service.ask(request));
    let (ending, lines) = service.end();
    assert!(ending.is_success(), "{ending}");
    lines
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Adds the fields of another object.
fn extend(object: &mut Value, more: &Value) {
    let more = more.as_object().expect("an object").clone();
    object.as_object_mut().expect("an object").extend(more);
}

#[test]
fn an_id_may_be_used_again_as_soon_as_its_answer_is_there() {
    let mut service = Service::start(&[]);
    for round in 0..300 {
        service.ask(&json!({"id": "same", "moves": ["h8"], "nodes": 1}));
        let answer = service.answer();
        assert!(answer.get("error").is_none(), "{round}: {answer}");
    }
    assert!(service.end().0.is_success());
}

#[test]
fn a_position_is_answered_as_fukumi_analyze_does() {
    let query = json!({"id": "a", "moves": OPEN_THREE, "positions": "all", "lines": 2});
    let lines = answers(&[], &[query]);
    let mut analyze = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    analyze.args(["analyze", "--json", "--nodes", "2000", "--multi-pv", "2"]);
    let output = analyze.arg(OPEN_THREE.join(" ")).output().expect("the program starts");
    let game: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(lines.len(), 7);
    for (played, line) in lines.iter().enumerate() {
        let [id, status, action] = ["id", "status", "action"].map(|key| &line[key]);
        assert_eq!([id, status, action], ["a", "done", "analyze"], "{line}");
        assert_eq!((&line["played"], &line["positions"]), (&played.into(), &7.into()));
        assert_eq!(line["ending"], Value::Null);
    }
    // In a game, a proof also says something about the positions around it.
    let (first, before) = (&lines[1], &game["positions"][1]);
    for key in ["to_move", "black_win_rate", "score", "lines", "win", "nodes"] {
        assert_eq!(first[key], before[key], "{key}");
    }
    let last = &lines[6];
    assert_eq!((&last["win"]["threats"], &last["plies"]), (&"fours".into(), &3.into()), "{last}");
    assert_eq!(last["black_win_rate"], 1.0);
}

/// White ignores an open three of Black, and Black makes five.
const WON: [&str; 9] = ["f8", "f9", "g8", "g7", "h8", "a1", "e8", "i8", "d8"];

#[test]
fn a_whole_game_is_judged_as_fukumi_analyze_does() {
    let query = json!({"id": "a", "moves": WON, "game": true});
    let lines = answers(&["--threads", "2"], &[query]);
    let mut analyze = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    analyze.args(["analyze", "--json", "--nodes", "2000"]);
    let output = analyze.arg(WON.join(" ")).output().expect("the program starts");
    let expected: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(lines.len(), 10, "one for each position, and the game");
    let game = lines.last().expect("the game");
    let [id, status, action] = ["id", "status", "action"].map(|key| &game[key]);
    assert_eq!([id, status, action], ["a", "done", "analyze"], "{game}");
    assert_eq!((&game["positions"], game.get("played")), (&9.into(), None));
    for key in ["ending", "complete", "moves", "summary", "defeat"] {
        assert_eq!(game["game"][key], expected[key], "{key}");
    }
    assert_eq!(game["game"]["defeat"], json!({"loser": "white", "number": 6}));
    assert_eq!(game["game"]["summary"]["white"]["costliest"], 6);
    let list = json!({"id": "b", "moves": WON, "game": true, "positions": [0, 1]});
    let refused = answers(&[], &[list, json!({"id": "c", "action": "solve", "game": true})]);
    assert!(refused.iter().all(|line| line["status"] == "error"), "{refused:?}");
    assert_eq!((&refused[0]["field"], &refused[1]["field"]), (&"positions".into(), &"game".into()));
}

#[test]
fn a_game_that_is_terminated_says_what_is_known_after_its_positions() {
    let mut service = Service::start(&[]);
    service.ask(&json!({"id": "a", "moves": WON, "game": true, "time_ms": 600_000}));
    service.ask(&json!({"id": "all", "action": "terminate_all"}));
    let (ending, lines) = service.end();
    assert!(ending.is_success(), "{ending}");
    let of_game: Vec<&Value> = lines.iter().filter(|line| line["id"] == "a").collect();
    assert_eq!(of_game.len(), 10, "{lines:?}");
    let game = of_game.last().expect("the game");
    assert_eq!((&game["status"], &game["game"]["complete"]), (&"terminated".into(), &false.into()));
    assert_eq!(list(&game["game"]["moves"]).len(), 9);
}

#[test]
fn reports_come_after_each_depth_if_they_are_wanted() {
    let query = json!({"id": "a", "moves": ["h8", "i9"], "lines": 2, "report_ms": 0});
    let lines = answers(&[], &[query, json!({"id": "b", "moves": ["h8"]})]);
    let reports: Vec<&Value> = lines.iter().filter(|line| line["status"] == "report").collect();
    assert_eq!(reports.len() + 2, lines.len());
    for (index, report) in reports.iter().enumerate() {
        assert_eq!((&report["id"], &report["played"]), (&"a".into(), &2.into()));
        assert_eq!(list(&report["lines"]).len(), 2);
        assert_eq!(report["lines"][0]["depth"], index + 1);
    }
    let (last, done) = (reports[reports.len() - 1], &lines[reports.len()]);
    assert_eq!(last["lines"], done["lines"], "several lines are those of the last whole depth");
}

#[test]
fn the_highest_priority_comes_first_and_then_who_came_first() {
    let mut service = Service::start(&[]);
    service.occupy();
    for (id, priority) in [("low", -1), ("first", 0), ("high", 7), ("second", 0)] {
        service.ask(&json!({"id": id, "moves": ["h8"], "priority": priority, "nodes": 100}));
    }
    service.ask(&json!({"id": "t", "action": "terminate", "terminate_id": "endless"}));
    let (ending, lines) = service.end();
    assert!(ending.is_success());
    let done = lines.iter().filter(|line| line["action"] == "analyze" && line["status"] == "done");
    let ids: Vec<&Value> = done.map(|line| &line["id"]).collect();
    assert_eq!(ids, ["high", "first", "second", "low"]);
}

#[test]
fn one_query_is_terminated_or_all() {
    let mut service = Service::start(&[]);
    service.occupy();
    service.ask(&json!({"id": "a", "moves": ["h8", "i9"], "positions": [2, 0]}));
    service.ask(&json!({"id": "b", "action": "solve", "moves": OPEN_THREE}));
    service.ask(&json!({"id": "t", "action": "terminate", "terminate_id": "a"}));
    let ended = |played| {
        let mut answer = json!({"id": "a", "status": "terminated", "action": "analyze"});
        extend(&mut answer, &json!({"played": played, "positions": 2}));
        answer
    };
    assert_eq!([service.answer(), service.answer()], [ended(2), ended(0)]);
    let told = service.answer();
    assert_eq!((&told["terminate_id"], &told["terminated"]), (&"a".into(), &2.into()));
    service.ask(&json!({"id": "n", "action": "terminate", "terminate_id": "nobody"}));
    assert_eq!(service.answer()["terminated"], 0);
    service.ask(&json!({"id": "all", "action": "terminate_all"}));
    // The worker and the reader answer at the same time.
    let mut last = [service.answer(), service.answer(), service.answer()];
    last.sort_by_key(|line| line["id"].to_string());
    let [told, b, endless] = &last;
    assert_eq!((&b["id"], &b["status"]), (&"b".into(), &"terminated".into()));
    assert_eq!((&told["id"], &told["terminated"]), (&"all".into(), &2.into()));
    assert_eq!((&endless["id"], &endless["status"]), (&"endless".into(), &"terminated".into()));
    assert!(!list(&endless["lines"]).is_empty(), "what was known: {endless}");
    // An id is free again once its query is answered.
    service.ask(&json!({"id": "a", "moves": ["h8"]}));
    assert_eq!(service.answer()["status"], "done");
    assert!(service.end().0.is_success());
}

#[test]
fn the_solver_answers() {
    let solve = |id: &str, more: Value| {
        let mut query = json!({"id": id, "action": "solve", "moves": OPEN_THREE});
        extend(&mut query, &more);
        query
    };
    let lines = answers(
        &[],
        &[
            solve("win", json!({"shortest": true})),
            solve("all", json!({"question": "all", "threats": "fours"})),
            solve("defend", json!({"question": "defend", "positions": [5]})),
            solve("none", json!({"threats": "fours", "positions": [0]})),
        ],
    );
    let [win, all, defend, none] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!((&win["verdict"], &win["plies"]), (&"win".into(), &3.into()));
    assert_eq!(win["position"]["last"], "a1");
    let firsts: Vec<&Value> =
        list(&all["first_moves"]).iter().map(|first| &first["move"]).collect();
    assert!(firsts.contains(&&"e8".into()) && firsts.contains(&&"i8".into()), "{all}");
    assert_eq!((&defend["verdict"], &defend["played"]), (&"holds".into(), &5.into()));
    assert_eq!((&none["verdict"], &none["ended_by"]), (&"no-win".into(), &Value::Null));
}

#[test]
fn rule_size_stones_and_side_are_those_of_the_query() {
    let row = json!({"black": ["a1", "b1", "c1", "d1"], "white": ["a5", "b5", "c5", "d5"]});
    let five = |id: &str, more: Value| {
        let mut query = json!({"id": id, "stones": row, "width": 7, "height": 6, "nodes": 100});
        extend(&mut query, &more);
        query
    };
    let lines = answers(
        &[],
        &[
            five("black", json!({})),
            five("white", json!({"first_to_move": "white"})),
            five("dead", json!({"dead": ["e1"]})),
            five("passes", json!({"moves": ["pass", "g6", "pass"]})),
            five("over", json!({"rule": "renju", "moves": ["e1"]})),
            json!({"id": "empty", "width": 5, "first_to_move": "white", "nodes": 100}),
        ],
    );
    let best: Vec<&Value> = lines.iter().map(|line| &line["lines"][0]["moves"][0]).collect();
    assert_eq!(best[..2], ["e1", "e5"]);
    assert_eq!(best[2], "e5", "Black must stop a row, having none: {}", lines[2]);
    assert_eq!((&lines[3]["to_move"], best[3]), (&"white".into(), &"e5".into()));
    assert_eq!((&lines[4]["ending"]["winner"], &lines[4]["plies"]), (&"black".into(), &0.into()));
    assert_eq!(lines[5]["to_move"], "white");
}

#[test]
fn mistakes_are_answered_with_their_field_and_cost_nothing_else() {
    let full = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"];
    let row = json!({"black": ["a1", "b1", "c1", "d1", "e1"]});
    let won = json!({"id": "q", "stones": row, "first_to_move": "white", "positions": "all"});
    let behind = [&full[..], &["o1"]].concat();
    let cases = [
        (json!({}), Value::Null, "id"),
        (json!({"id": 7}), Value::Null, "id"),
        (json!({"id": "x".repeat(300)}), Value::Null, "id"),
        (json!({"id": "q", "action": "dance"}), "q".into(), "action"),
        (json!({"id": "q", "nodez": 7}), "q".into(), "nodez"),
        (json!({"id": "q", "action": "solve", "lines": 2}), "q".into(), "lines"),
        (json!({"id": "q", "nodes": 0}), "q".into(), "nodes"),
        (json!({"id": "q", "nodes": -5}), "q".into(), "nodes"),
        (json!({"id": "q", "nodes": 1.5}), "q".into(), "nodes"),
        (json!({"id": "q", "time_ms": "1"}), "q".into(), "time_ms"),
        (json!({"id": "q", "depth": [1]}), "q".into(), "depth"),
        (json!({"id": "q", "lines": 101}), "q".into(), "lines"),
        (json!({"id": "q", "priority": 3_000_000_000_u64}), "q".into(), "priority"),
        (json!({"id": "q", "rule": "chess"}), "q".into(), "rule"),
        (json!({"id": "q", "width": 23}), "q".into(), "width"),
        (json!({"id": "q", "moves": "h8"}), "q".into(), "moves"),
        (json!({"id": "q", "moves": ["h8", "h16"]}), "q".into(), "moves[1]"),
        (json!({"id": "q", "moves": ["h8", {}]}), "q".into(), "moves[1]"),
        (json!({"id": "q", "moves": ["h8", "H8"]}), "q".into(), "moves[1]"),
        (json!({"id": "q", "moves": vec!["pass"; 2000]}), "q".into(), "moves"),
        (json!({"id": "q", "moves": full, "positions": [10]}), "q".into(), "positions[0]"),
        (json!({"id": "q", "positions": []}), "q".into(), "positions"),
        (json!({"id": "q", "positions": [0, 0]}), "q".into(), "positions"),
        (json!({"id": "q", "moves": ["h8"], "positions": [1, 1]}), "q".into(), "positions[1]"),
        (json!({"id": "q", "action": "solve", "moves": full}), "q".into(), "positions"),
        (won, "q".into(), "positions"),
        (json!({"id": "q", "moves": behind}), "q".into(), "moves"),
        (json!({"id": "q", "stones": {"red": []}}), "q".into(), "stones.red"),
        (json!({"id": "q", "stones": {"black": ["h8", "i8"]}}), "q".into(), "first_to_move"),
        (json!({"id": "q", "stones": {"black": ["h8", 1]}}), "q".into(), "stones.black[1]"),
        (json!({"id": "q", "dead": ["h8"], "moves": ["h8"]}), "q".into(), "moves[0]"),
        (json!({"id": "q", "action": "terminate"}), "q".into(), "terminate_id"),
        (json!({"id": "q", "action": "solve", "threats": "twos"}), "q".into(), "threats"),
        (json!({"id": "q", "action": "solve", "shortest": 1}), "q".into(), "shortest"),
    ];
    let mut service = Service::start(&[]);
    for (index, (request, id, field)) in cases.iter().enumerate() {
        service.ask(request);
        let answer = service.next();
        assert_eq!(answer["status"], "error", "{request}");
        assert_eq!((&answer["id"], &answer["field"]), (id, &(*field).into()), "{answer}");
        assert_eq!(answer["line"], index + 1);
        assert!(answer["reason"].as_str().is_some_and(|reason| reason.len() < 200), "{answer}");
    }
    service.ask(&json!({"id": "q", "moves": ["h8"], "nodes": 100, "priority": null}));
    assert_eq!(service.next()["status"], "done");
    assert!(service.end().0.is_success());
}

#[test]
fn hostile_lines_are_answered_one_by_one() {
    let mut service = Service::start(&[]);
    let deep = "[".repeat(60_000);
    let nested = format!(r#"{{"id": {}1"#, r#"{"a": "#.repeat(5_000));
    let lines: [&[u8]; 8] = [
        &[b'x'; 5_000_000],
        b"\xff\xfe{}",
        deep.as_bytes(),
        nested.as_bytes(),
        b"\0\0\0",
        br#"{"id": "a", "nodes": 1e999}"#,
        br#"{"id": "a"} {"id": "b"}"#,
        b"[1, 2]",
    ];
    for line in lines {
        service.write(line);
        service.write(b"\n\n  \r\n");
        let answer = service.next();
        let [status, id, field] = ["status", "id", "field"].map(|key| &answer[key]);
        assert_eq!((status, id, field), (&"error".into(), &Value::Null, &Value::Null), "{answer}");
        assert!(answer["reason"].as_str().is_some_and(|reason| reason.len() < 200), "{answer}");
    }
    service.ask(&json!({"id": "v", "action": "query_version"}));
    assert_eq!(service.next()["version"], env!("CARGO_PKG_VERSION"));
    // A last line without an end counts.
    service.write(br#"{"id": "c", "action": "clear_cache"}"#);
    let (ending, lines) = service.end();
    assert!(ending.is_success());
    assert_eq!(lines, [json!({"id": "c", "status": "done", "action": "clear_cache"})]);
}

#[test]
fn an_id_in_use_and_too_many_positions_are_refused() {
    const QUERIES: u64 = 120;
    const EACH: u64 = 89;
    let mut service = Service::start(&[]);
    service.occupy();
    service.write(format!("{ENDLESS}\n").as_bytes());
    let refused = service.answer();
    assert_eq!((&refused["id"], &refused["field"]), (&"endless".into(), &"id".into()));
    // Four rows have no five.
    let moves: Vec<String> =
        (0..88).map(|n| format!("{}{}", char::from(b'a' + n % 22), 1 + n / 22)).collect();
    let query =
        |id: u64| json!({"id": id.to_string(), "moves": moves, "width": 22, "positions": "all"});
    let (mut many, mut refused) = (String::new(), 0);
    for id in 0..QUERIES {
        writeln!(many, "{}", query(id)).expect("a text");
    }
    service.write(many.as_bytes());
    service.ask(&json!({"id": "end", "action": "terminate_all"}));
    let told = loop {
        let line = service.answer();
        refused += u64::from(line["status"] == "error");
        if line["id"] == "end" {
            break line;
        }
    };
    let waiting = told["terminated"].as_u64().expect("a number") - 1;
    assert_eq!((waiting, refused), (10_000 / EACH * EACH, QUERIES - 10_000 / EACH));
    assert!(service.end().0.is_success());
}

#[test]
fn the_end_of_input_lets_the_work_be_finished_or_ends_it() {
    let queries: Vec<Value> =
        (0..20).map(|id| json!({"id": id.to_string(), "moves": ["h8"], "nodes": 200})).collect();
    let lines = answers(&["--threads", "2"], &queries);
    assert!(lines.len() == 20 && lines.iter().all(|line| line["status"] == "done"));

    let mut service = Service::start(&["--quit-without-waiting"]);
    service.occupy();
    service.ask(&queries[0]);
    let (ending, lines) = service.end();
    assert!(ending.is_success());
    let ended = lines.iter().filter(|line| line["status"] == "terminated");
    assert_eq!(ended.count(), 2, "{lines:?}");
}

#[test]
fn nobody_at_the_output_ends_the_program() {
    let mut child = command(&[]).spawn().expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(format!("{ENDLESS}\n").as_bytes()).expect("a pipe");
    // The input stays open.
    let finished = finish(child);
    assert!(!finished.ending.is_success());
    assert_eq!(finished.errors, "");
}

#[test]
fn threads_and_other_queries_change_nothing() {
    let query = |rule: &str| {
        let moves = ["h8", "i9", "h9", "h10"];
        json!({"id": rule, "moves": moves, "rule": rule, "positions": "all"})
    };
    let mut queries = ["renju", "freestyle", "standard"].map(query).to_vec();
    let sorted = |arguments: &[&str], queries: &[Value]| {
        let mut lines: Vec<String> =
            answers(arguments, queries).iter().map(ToString::to_string).collect();
        lines.sort();
        lines
    };
    let alone = sorted(&[], &queries);
    queries.reverse();
    queries.insert(1, json!({"id": "clear", "action": "clear_cache"}));
    let mut together = sorted(&["--threads", "3"], &queries);
    together.retain(|line| !line.contains("clear_cache"));
    assert_eq!(alone.len(), 15);
    assert_eq!(alone, together);
}
