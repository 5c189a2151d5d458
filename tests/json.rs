//! `docs/json.md` and the pages of keys list the keys that the commands print.
//!
//! A list of the first page gives the keys of one object: those in front of the colon of each
//! entry. A table of the other pages gives those of one type.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

/// Black misses a win by fours, gets it again, and wins.
const GAME: &str = "f8 f9 g8 g7 h8 a1 o15 o1 e8 i8 d8";
/// Black wins by fours.
const WON: &str = "f8 f9 g8 g7 h8 a1";
/// White has to stop an open three.
const THREATENED: &str = "f8 f9 g8 g7 h8";

type Keys = BTreeSet<String>;

/// What the program prints about a position or a game.
fn printed(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_fukumi")).args(arguments).output();
    let output = output.expect("the program runs");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}, {output:?}"))
}

/// The text of a page.
fn page(name: &str) -> String {
    let file = format!("{}/docs/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(file).expect("the page")
}

/// The keys in the table of a type.
fn tabled(name: &str) -> Keys {
    let page = page("json-keys.md") + &page("json-solver-keys.md");
    let section =
        page.split("\n## ").find_map(|section| section.strip_prefix(&format!("{name}\n")));
    let lines = section.unwrap_or_else(|| panic!("no section {name}")).lines();
    let key = |line: &str| line.strip_prefix("| `")?.split_once('`').map(|(key, _)| key.to_owned());
    lines.filter_map(key).collect()
}

/// The keys in the list of the page that follows this line.
fn documented(line: &str) -> Keys {
    documented_here(&format!("\n{line}"))
}

/// The keys in the list of the page that follows a line with this end.
fn documented_here(line: &str) -> Keys {
    let page = page("json.md");
    let after = page.split_once(&format!("{line}\n\n")).unwrap_or_else(|| panic!("no {line:?}"));
    let list = after.1.split("\n\n").next().unwrap_or_default();
    let entries = list.split("\n- ").map(|entry| entry.trim_start_matches("- "));
    let keys = entries.map(|entry| entry.split_once(':').map_or(entry, |(keys, _)| keys));
    keys.flat_map(|keys| keys.split('`').skip(1).step_by(2)).map(String::from).collect()
}

/// The keys of an object, or of several together.
fn keys(value: &Value) -> Keys {
    match value {
        Value::Object(fields) => fields.keys().cloned().collect(),
        Value::Array(list) => list.iter().flat_map(keys).collect(),
        _ => panic!("no object: {value}"),
    }
}

fn words(text: &str) -> Keys {
    text.split_whitespace().map(String::from).collect()
}

#[test]
fn the_page_lists_the_keys_of_an_analysis() {
    let game = printed(&["analyze", "--json", "--nodes", "2000", GAME]);
    assert_eq!(keys(&game), documented("A game:"));
    let position = &game["positions"][6];
    let summary = &game["summary"];
    for (name, value) in [
        ("GamePosition", &game["positions"]),
        ("AnalysedLine", &position["lines"]),
        ("Win", &position["win"]),
        ("Ending", &game["ending"]),
        ("Sides", summary),
        ("SideSummary", &summary["black"]),
        ("Defeat", &game["defeat"]),
    ] {
        assert_eq!(keys(value), tabled(name), "{name}");
    }
    assert_eq!(keys(&game["moves"]), &tabled("GameMove") | &tabled("Judgement"));
    assert!(keys(&game).is_superset(&tabled("GameAnalysis")));
}

#[test]
fn the_page_lists_the_keys_of_answers_of_the_solver() {
    let common = documented("An answer:");
    let attack = tabled("Finding");
    let one_move = tabled("JudgedMove");

    let win = printed(&["solve", "--json", WON]);
    let own = documented("With `win`, those of the attack, and:");
    assert_eq!(keys(&win), &(&common | &attack) | &own);
    assert_eq!(keys(&win["tried"]), attack);

    let all = printed(&["solve", "--json", "--all", "--vcf", WON]);
    assert_eq!(keys(&all), &common | &tabled("FirstMoves"));
    assert_eq!(keys(&all["first_moves"]), one_move);

    let defence = printed(&["solve", "--json", "--defend", "--vcf", THREATENED]);
    assert_eq!(keys(&defence), &common | &tabled("Defence"));
    assert_eq!(keys(&defence["threat"]), attack);
    assert_eq!(keys(&defence["replies"]), one_move);
}

#[test]
fn the_page_lists_the_keys_of_the_explorer_and_the_database_those_of_a_query() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("json-explorer");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("known.db");
    let file = file.to_str().expect("a name in Unicode");
    let set = ["database", "set", file, "h8", "--value", "30", "--label", "a", "--mark", "a1=x"];
    let done = Command::new(env!("CARGO_BIN_EXE_fukumi")).args(set).output().expect("it runs");
    assert!(done.status.success(), "{done:?}");
    let count = words("visits wins draws losses");
    let explored = printed(&["explore", "", "--from", file, "--json"]);
    assert_eq!(keys(&explored), &count | &words("moves"));
    assert_eq!(
        keys(&explored["moves"]),
        &(&tabled("PlayedMove") | &tabled("Worth")) | &words("label")
    );
    let query = printed(&["database", "query", file, "", "--json"]);
    assert_eq!(keys(&query), words("entry learned moves"));
    assert_eq!(keys(&query["moves"]), words("move same entry learned"));
    let entry = &query["moves"][0]["entry"];
    let worth = words("score plies win_rate");
    let columns = words("bound depth best label comment marks changed");
    assert_eq!(keys(entry), &(&worth | &count) | &columns);
    assert_eq!((&entry["score"], &entry["plies"]), (&(-30).into(), &Value::Null));
}

/// The answer of the service to a request about one position, with a field of no use.
fn refused(action: &str, field: &str) -> Value {
    use std::io::Write;
    let mut service = Command::new(env!("CARGO_BIN_EXE_fukumi"))
        .arg("serve")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    let request = format!("{{\"id\": \"a\", \"action\": \"{action}\", \"{field}\": [[]]}}\n");
    service.stdin.take().expect("a pipe").write_all(request.as_bytes()).expect("it reads");
    let output = service.wait_with_output().expect("it ends");
    serde_json::from_slice(&output.stdout).expect("an answer")
}

#[test]
fn the_page_lists_the_fields_of_requests() {
    let actions = words("analyze solve");
    let game = documented_here("The game of a query:");
    let task = &documented_here("to do:") - &actions;
    let fields = &game | &task;
    let is_known = |field: &String| {
        actions.iter().any(|action| {
            let answer = refused(action, field);
            assert_eq!(answer["status"], "error", "{answer}");
            let reason = answer["reason"].as_str().expect("a reason");
            reason.starts_with("expected")
        })
    };
    for field in &fields {
        assert!(is_known(field), "{field} is in the page and no field");
    }
    assert!(!is_known(&"wrong".into()));
    // What the source takes out of a request, where the name is written beside it.
    let sources = [
        include_str!("../src/commands/serve/request.rs"),
        include_str!("../src/commands/serve/start.rs"),
    ];
    let taken = sources.iter().flat_map(|text| text.split("fields.").skip(1)).filter_map(|call| {
        let (_, name) = call.split_once('(')?;
        name.strip_prefix('"')?.split('"').next().map(String::from)
    });
    let taken: Keys = taken.collect();
    assert!(taken.len() > 15, "{taken:?}");
    let listed = &fields | &words("id action terminate_id");
    assert!(taken.is_subset(&listed), "{taken:?} has more than {listed:?}");
}
