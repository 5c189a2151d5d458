//! What tests ask, as the package does.

use std::cell::RefCell;

use fukumi_core::geometry::BoardSize;
use fukumi_core::search::STACK_BYTES;
use serde_json::{Value, json};

use crate::files::Files;
use crate::host::Host;
use crate::session::Session;

thread_local! {
    static REPORTS: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

pub(crate) fn host() -> Host {
    Host {
        is_interrupted: || false,
        report: |text| {
            let report = serde_json::from_str(text).expect("JSON");
            REPORTS.with_borrow_mut(|reports| reports.push(report));
        },
    }
}

/// The requests that [`Files`] answers, as the package sends them there.
const ABOUT_FILES: [&str; 8] = [
    "readGames",
    "writeGame",
    "readTrees",
    "writeTree",
    "addGames",
    "listGames",
    "clearGames",
    "explore",
];

/// Asks one after the other on a thread with enough stack. Returns the answers and the reports.
pub(crate) fn converse(requests: &[Value]) -> (Vec<Value>, Vec<Value>) {
    let ask = || {
        let (mut session, mut files) = (Session::new(host()), Files::new(host()));
        session.memory_bytes = 4 << 20;
        let answer = |request: &Value| {
            let is_about_files =
                request["ask"].as_str().is_some_and(|ask| ABOUT_FILES.contains(&ask));
            let text = request.to_string();
            let text = if is_about_files {
                files.ask(text.as_bytes())
            } else {
                session.ask(text.as_bytes())
            };
            serde_json::from_str(&text).expect("JSON")
        };
        let answers = requests.iter().map(answer).collect();
        (answers, REPORTS.take())
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, ask);
        thread.expect("a thread").join().expect("no panic")
    })
}

pub(crate) fn last(requests: &[Value]) -> Value {
    converse(requests).0.pop().expect("an answer")
}

pub(crate) fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or("no error")
}

pub(crate) fn play(x: i64, y: i64) -> Value {
    json!({ "ask": "play", "with": { "x": x, "y": y } })
}

pub(crate) fn new_game(rule: &str) -> Value {
    json!({ "ask": "newGame", "with": { "rule": rule } })
}

/// Stones by labels on a board of 15, in turn.
pub(crate) fn stones(labels: &str) -> Vec<Value> {
    let sides = ["black", "white"].into_iter().cycle();
    let stone = |(label, side): (&str, &str)| {
        let size = BoardSize::square(15).expect("in range");
        let point = size.parse_label(label).expect("a label");
        json!({ "x": point.x(), "y": point.y(), "side": side })
    };
    labels.split(' ').zip(sides).map(stone).collect()
}

pub(crate) fn set_up(rule: &str, labels: &str) -> Value {
    json!({ "ask": "setPosition", "with": { "rule": rule, "stones": stones(labels) } })
}
