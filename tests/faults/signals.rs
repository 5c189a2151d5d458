//! Signals, with which managers end and suspend the program.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use fukumi_driver::peer::Ending;
use fukumi_driver::process;

use super::engine::{ENDLESS, Engine};
use super::files;

fn signal(engine: &Engine, name: &str) {
    process::signal(engine.id(), name).expect("the program kill");
}

/// Whether this process ignores a signal, as it may in the background of a shell. Then so do the
/// programs that it starts.
fn is_ignored(number: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (number - 1) & 1 == 1)
}

/// What to send after `START 15` to reach a state, and whether that produces an answer.
const STATES: [(&str, &str, bool); 4] = [
    ("idle", "", false),
    ("in a board", "BOARD\n7,7,1\n", false),
    ("searching", ENDLESS, false),
    ("pondering", "INFO pondering 1\nINFO max_node 200\nBOARD\n7,7,2\n8,8,1\n9,7,2\nDONE\n", true),
];

#[test]
fn signals_to_end_end_the_program_at_once_in_every_state() {
    for (name, number) in [("TERM", 15), ("INT", 2), ("HUP", 1)] {
        if is_ignored(number) {
            // A passing test would swallow the output of `println!`.
            let _ = writeln!(io::stderr(), "left out: {name}, which is ignored here");
            continue;
        }
        for (state, begin, has_answer) in STATES {
            let mut engine = Engine::start();
            engine.tell("START 15\n");
            engine.expect("OK");
            engine.tell(begin);
            if has_answer {
                engine.expect_move(15, &[(7, 7), (8, 8), (9, 7)]);
            }
            signal(&engine, name);
            let finished = engine.finish();
            assert_eq!(finished.ending, Ending::Signal(Some(number)), "{state}, {name}");
            assert_eq!(finished.errors, "", "{state}, {name}");
            let is_whole = |line: &str| line.is_empty() || line.starts_with("MESSAGE ");
            assert!(finished.output.lines().all(is_whole), "{state}: {}", finished.output);
        }
    }
}

#[test]
fn a_signal_costs_nothing_of_what_was_learnt() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("signals");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let mut before = 0;
    for (row, name) in (3..).zip(["TERM", "INT", "KILL", "TERM"]) {
        let mut engine = Engine::start();
        files::allow_learning(&mut engine, &folder);
        files::play(&mut engine, row);
        signal(&engine, name);
        engine.finish();
        let now = files::known(&folder);
        // The game that was being written may be lost.
        assert!(now == before || now == before + 2, "{name}: {before}, {now}");
        before = now;
    }
    // Without a signal, the last game is there.
    files::learn_and_keep(Engine::start(), &folder, &[7], before + 2);
    let faults = files::database(&folder).check(9).expect("read");
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn a_suspended_program_goes_on_where_it_was() {
    let mut engine = Engine::start();
    engine.tell("INFO pondering 1\nINFO timeout_turn 300\nINFO book 0\nSTART 15\n");
    engine.expect("OK");
    let mut stones = vec![(7, 7)];
    engine.tell("TURN 7,7\n");
    stones.push(engine.expect_move(15, &stones));
    for opponent in [(0, 0), (14, 0), (0, 14)] {
        // GomocupJudge does this in the opponent's time, while the engine ponders.
        signal(&engine, "STOP");
        thread::sleep(Duration::from_millis(400));
        engine.tell(&format!("TURN {},{}\n", opponent.0, opponent.1));
        signal(&engine, "CONT");
        stones.push(opponent);
        stones.push(engine.expect_move(15, &stones));
    }
    // The program is suspended in the middle of its own search, for longer than the turn may last.
    engine.tell("TURN 14,14\n");
    stones.push((14, 14));
    thread::sleep(Duration::from_millis(50));
    signal(&engine, "STOP");
    thread::sleep(Duration::from_millis(600));
    signal(&engine, "CONT");
    engine.expect_move(15, &stones);
    engine.expect_ready();
    engine.end();
}
