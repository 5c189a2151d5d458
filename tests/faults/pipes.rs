//! Pipes that nobody reads, and pipes that are closed.

use std::io::{BufRead, BufReader, Read, Write};
use std::thread;
use std::time::Duration;

use super::engine::{ENDLESS, Engine, program};

/// States in which the other end of the output goes away, and what is sent then so that something is written.
const STATES: [(&str, &str); 3] = [
    ("idle", "START 15\n"),
    (
        "pondering",
        "INFO pondering 1\nSTART 15\nINFO max_node 200\nBOARD\n7,7,2\n8,8,1\n9,7,2\nDONE\n",
    ),
    ("searching", ENDLESS),
];

#[test]
fn a_broken_pipe_ends_the_program_quietly_in_every_state() {
    for (state, begin) in STATES {
        let (mut engine, mut output) = Engine::unread(program());
        engine.tell("START 15\n");
        engine.tell(begin);
        // It lives, and something was written.
        output.read_exact(&mut [0]).expect("an answer");
        drop(output);
        // The program may be gone before it has read this, and need not read it.
        let _ = engine.take_input().write_all(b"STOP\nABOUT\nABOUT\n");
        let finished = engine.finish();
        assert_eq!(finished.errors, "", "{state}");
        // Standard output is gone, and with it the manager: no crash, no panic.
        assert_eq!(finished.status.code(), Some(0), "{state}: {}", finished.status);
    }
}

/// Much more than a pipe holds, in both directions.
const QUESTIONS: usize = 20_000;

#[test]
fn nothing_is_lost_or_torn_while_nobody_reads() {
    let (mut engine, output) = Engine::unread(program());
    let mut input = engine.take_input();
    let writer = thread::spawn(move || {
        let questions: String = (0..QUESTIONS).map(|number| format!("UNHEARD{number}\n")).collect();
        input.write_all(questions.as_bytes()).expect("it reads in the end");
    });
    // By now the pipe is full, and the program waits in the middle of its answers.
    thread::sleep(Duration::from_secs(2));
    for (number, line) in BufReader::new(output).lines().enumerate() {
        assert_eq!(line.expect("UTF-8"), format!("UNKNOWN command UNHEARD{number}"));
        if number + 1 == QUESTIONS {
            break;
        }
    }
    writer.join().expect("everything is read");
    assert!(engine.finish().status.success());
}

#[test]
fn a_search_goes_on_and_ends_while_nobody_reads() {
    let (mut engine, output) = Engine::unread(program());
    // Blocks of all lines fill the pipe during the search.
    engine.tell("INFO show_detail 3\nSTART 22\nYXBOARD\n10,10,1\n11,11,2\n12,10,1\n9,10,2\nDONE\n");
    engine.tell("INFO timeout_turn 1500\nYXNBEST 480\n");
    thread::sleep(Duration::from_secs(2));
    engine.tell("STOP\nABOUT\n");
    let mut moves = 0;
    for line in BufReader::new(output).lines() {
        let line = line.expect("UTF-8");
        assert!(
            ["OK", "INFO ", "MESSAGE ", "name="].iter().any(|word| line.starts_with(word))
                || line.split_once(',').is_some_and(|(x, y)| x.len() <= 2 && y.len() <= 2),
            "{line}"
        );
        moves += usize::from(line.starts_with(|first: char| first.is_ascii_digit()));
        if line.starts_with("name=") {
            break;
        }
    }
    assert_eq!(moves, 1);
    assert!(engine.finish().status.success());
}

#[test]
fn end_is_obeyed_while_nobody_reads() {
    let (mut engine, output) = Engine::unread(program());
    let mut input = engine.take_input();
    let writer = thread::spawn(move || {
        let _ = input.write_all("UNHEARD\n".repeat(QUESTIONS).as_bytes());
        let _ = input.write_all(b"END\n");
    });
    let finished = engine.finish();
    assert!(finished.status.success(), "{}", finished.status);
    drop(output);
    writer.join().expect("nobody reads any more, or everything is read");
}
