//! Answers as TypeScript, which the compiler checks against the types of the package.

use super::*;

/// The file, from the folder of this crate.
const FILE: &str = "../test/samples.ts";

/// Black wins by fours, with this many moves.
const WON: &str = "f8 f9 g8 g7 h8 a1";
/// Black misses that win and gets it again.
const GAME: &str = "f8 f9 g8 g7 h8 a1 o15 o1 e8 i8 d8";

/// A game with puzzles.
const WITH_PUZZLES: &str = "h8 g9 g7 f6 f9 h6 i6 e7 g8 h7 d8 g5 f4 j8 e6 k7 f7 h9 f8 e8 i9 h4 i3 \
    i5 d5 c4 f11 f10 j10 k11 g3 h5 h3 f5 e5 j5";

/// A stone, after which the other player chooses a colour.
const TARAGUCHI: &str = r#"{ "rule": "renju", "opening": "taraguchi-10", "steps": [
    { "kind": "stones", "points": [{ "x": 7, "y": 7 }] }] }"#;
/// The same with the choice, so that a stone is to play.
const TARAGUCHI_SWAPPED: &str = r#"{ "rule": "renju", "opening": "taraguchi-10", "nodes": 300,
    "steps": [{ "kind": "stones", "points": [{ "x": 7, "y": 7 }] }, { "kind": "stay" }] }"#;

/// A game with all that a tree may have, and one that makes no sense.
const FILE_OF_GAMES: &str = concat!(
    r#"{ "text": "(;GM[4]SZ[15]GN[Title]PB[Ann]PW[Bob]EV[Cup]DT[2020]RE[B+];B[hh]C[Good.]"#,
    r#"LB[ii:A]TR[hh];W[];B[ih](;W[ii])(;W[hi]))(;SZ[15];B[hh];W[hh])" }"#
);

/// A call, the moves before it, its options, and the type of its answer.
const CALLS: [(&str, &str, &str, &str); 17] = [
    ("think", WON, r#"{ "nodes": 2000, "lines": 2 }"#, "ThinkResult"),
    ("solve", WON, r#"{ "threats": "fours" }"#, "Solution"),
    ("winningMoves", WON, r#"{ "threats": "fours" }"#, "WinningMoves"),
    ("defences", "f8 f9 g8 g7 h8", r#"{ "threats": "fours" }"#, "Defences"),
    ("analyzeGame", GAME, r#"{ "nodes": 2000 }"#, "GameAnalysis"),
    ("state", GAME, "null", "GameState"),
    ("policy", WON, "null", "Policy"),
    ("rows", WON, "null", "Rows"),
    ("explore", WON, r#"{ "stones": [] }"#, "Explored"),
    ("decide", "h8 h9 i9 g7", r#"{ "step": "balance-one", "nodes": 20000 }"#, "OpeningAnswer"),
    ("opening", WON, TARAGUCHI, "OpeningState"),
    ("decideStep", WON, TARAGUCHI_SWAPPED, "OpeningStep"),
    ("readGames", WON, FILE_OF_GAMES, "ReadGames"),
    ("readTrees", WON, FILE_OF_GAMES, "ReadTrees"),
    ("addGames", WON, FILE_OF_GAMES, "AddedGames"),
    ("findPuzzles", WITH_PUZZLES, r#"{ "nodes": 2000 }"#, "Puzzles"),
    ("listGames", WON, FILE_OF_GAMES, "ListedGames"),
];

/// The shape of an answer: all numbers are 0, and entries of lists that are then the same are one.
fn shape(value: &Value) -> Value {
    match value {
        Value::Number(_) => json!(0),
        Value::Array(list) => {
            let mut shapes: Vec<Value> = Vec::new();
            for shape in list.iter().map(shape) {
                if !shapes.contains(&shape) {
                    shapes.push(shape);
                }
            }
            Value::Array(shapes)
        }
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(key, value)| (key.clone(), shape(value))).collect())
        }
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
    }
}

fn samples() -> String {
    let game = "(;GM[4]SZ[15]RE[B+];B[hh];W[ii];B[ih])";
    let mut requests = vec![json!({ "ask": "addGames", "with": { "text": game } })];
    for (ask, moves, with, _) in CALLS {
        let with: Value = serde_json::from_str(with).expect("JSON");
        let call = json!({ "ask": ask });
        let call = if with.is_null() { call } else { json!({ "ask": ask, "with": with }) };
        requests.extend([set_up("freestyle", moves), call]);
    }
    let (answers, reports) = converse(&requests);
    let report = reports.last().expect("the list of games is reported");
    let mut types: Vec<&str> = CALLS.iter().map(|(.., name)| *name).collect();
    types.push("GamesReport");
    let mut text = format!(
        "// Answers of the engine with all numbers 0, as the types of the package have to describe \
         them.\n// UPDATE_SAMPLES=1 cargo test -p fukumi-web samples writes them.\n\
         import type {{ {} }} from \"../src/types.js\";\n",
        types.join(", ")
    );
    let mut add = |name: &str, sample: &Value, kind: &str| {
        let shape = serde_json::to_string_pretty(&shape(sample)).expect("JSON");
        text += &format!("\nexport const {name} = {shape} satisfies {kind};\n");
    };
    for ((ask, .., kind), answer) in CALLS.iter().zip(answers[2..].iter().step_by(2)) {
        add(ask, &answer["ok"], kind);
    }
    add("gamesReport", report, "GamesReport");
    text
}

#[test]
fn samples_of_answers_are_those_that_typescript_checks() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let samples = samples();
    if std::env::var_os("UPDATE_SAMPLES").is_some() {
        std::fs::write(&file, &samples).expect("written");
    }
    let kept = std::fs::read_to_string(&file).expect("the file of the samples");
    assert_eq!(kept.replace("\r\n", "\n"), samples, "UPDATE_SAMPLES=1 writes the new ones");
}
