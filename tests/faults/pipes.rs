//! Pipes that nobody reads, and pipes that are closed.

use std::io::{BufRead, BufReader, Read, Write};
use std::thread;
use std::time::Duration;

#[cfg(target_os = "linux")]
use fukumi_driver::{finish::DEADLINE, usage};

use super::engine::{ENDLESS, Engine, program};

/// States in which the other end of the output goes away, and what is sent then to make the program
/// write something.
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
        // The program is alive and has written something.
        output.read_exact(&mut [0]).expect("an answer");
        drop(output);
        // The program may have ended before it reads this, and need not read it.
        let _ = engine.take_input().write_all(b"STOP\nABOUT\nABOUT\n");
        let finished = engine.finish();
        assert_eq!(finished.errors, "", "{state}");
        // Standard output is gone, and with it the manager. That is no reason for a crash or a
        // panic.
        assert_eq!(finished.ending.code(), Some(0), "{state}: {}", finished.ending);
    }
}

/// Number of questions whose text is much more than a pipe holds, in both directions.
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
    assert!(engine.finish().ending.is_success());
}

/// The search has ten minutes.
#[cfg(unix)]
#[test]
fn a_search_ends_when_nobody_can_read_its_answer() {
    for is_input_open in [true, false] {
        let (mut engine, mut output) = Engine::unread(program());
        engine.tell("START 15\n");
        engine.tell(ENDLESS);
        output.read_exact(&mut [0]).expect("an answer");
        drop(output);
        let input = is_input_open.then(|| engine.take_input());
        let finished = engine.finish();
        assert_eq!(finished.ending.code(), Some(0), "{is_input_open}: {}", finished.ending);
        drop(input);
    }
}

#[test]
fn a_search_goes_on_and_ends_while_nobody_reads() {
    let (mut engine, output) = Engine::unread(program());
    // Blocks about all lines fill the pipe during the search.
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
    assert!(engine.finish().ending.is_success());
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
    assert!(finished.ending.is_success(), "{}", finished.ending);
    drop(output);
    writer.join().expect("nobody reads any more, or everything is read");
}

/// Number of lines, much more than may wait anywhere: up to 8 MB of text, which once took 160 bytes
/// of memory per line.
const MANY: usize = 400_000;
/// By how much the process may grow while so much input waits.
#[cfg(target_os = "linux")]
const GROWTH_BYTES: u64 = 12 << 20;

/// The peak memory of the process when it ends, in bytes.
#[cfg(target_os = "linux")]
fn watch_peak(id: u32) -> thread::JoinHandle<u64> {
    thread::spawn(move || {
        let mut peak = 0;
        while let Some(now) = usage::peak_memory_bytes(id) {
            peak = now;
            thread::sleep(Duration::from_millis(2));
        }
        peak
    })
}

#[cfg(target_os = "linux")]
#[test]
fn input_that_waits_takes_little_memory() {
    // Each case says what is sent, how often, and whether anybody reads. `END` is always the last
    // line.
    let cases = [
        ("START 15\n", "ABOUT\n", false),
        ("START 15\n", "ABOUT\n", true),
        ("START 15\n", "YXHASHCLEAR\n", true),
        (ENDLESS, "TURN 1,1\n", true),
        (ENDLESS, "YXHASHCLEAR\n", true),
    ];
    for (begin, line, is_read) in cases {
        let (mut engine, output) = Engine::unread(program());
        let mut output = BufReader::new(output);
        // The table reaches its full size before anything is measured.
        engine.tell("INFO hash_size 1024\nINFO book 0\nSTART 15\nINFO max_node 300\nBEGIN\n");
        for _ in 0..3 {
            output.read_line(&mut String::new()).expect("an answer");
        }
        engine.tell("INFO max_node 0\n");
        let before = usage::peak_memory_bytes(engine.id()).expect("a process");
        let peak = watch_peak(engine.id());
        engine.tell(begin);
        let mut input = engine.take_input();
        let writer = thread::spawn(move || {
            let _ = input.write_all(line.repeat(MANY).as_bytes());
            let _ = input.write_all(b"END\n");
        });
        let reader = thread::spawn(move || {
            let mut answers = 0;
            while is_read && output.read_line(&mut String::new()).is_ok_and(|length| length > 0) {
                answers += 1;
            }
            (answers, output)
        });
        let finished = engine.finish();
        assert_eq!(finished.ending.code(), Some(0), "{line:?}: {}", finished.ending);
        writer.join().expect("nobody reads any more, or everything is read");
        let grown = peak.join().expect("a peak").saturating_sub(before);
        let (answers, _) = reader.join().expect("a reader");
        println!("{line:?}, read: {is_read}: {grown} bytes more, {answers} lines");
        assert!(grown <= GROWTH_BYTES, "{line:?}: {grown} bytes more");
    }
}

#[test]
fn nothing_is_lost_of_more_than_may_wait() {
    let (mut engine, output) = Engine::unread(program());
    let mut input = engine.take_input();
    let writer = thread::spawn(move || {
        let questions: String = (0..MANY).map(|number| format!("UNHEARD{number}\n")).collect();
        input.write_all(questions.as_bytes()).expect("it reads in the end");
    });
    for (number, line) in BufReader::new(output).lines().enumerate() {
        assert_eq!(line.expect("UTF-8"), format!("UNKNOWN command UNHEARD{number}"));
        if number + 1 == MANY {
            break;
        }
    }
    writer.join().expect("everything is read");
    assert!(engine.finish().ending.is_success());
}

#[test]
fn the_end_of_input_is_heard_while_nobody_reads() {
    for (state, begin) in STATES {
        for questions in [3_000, 100_000] {
            let (mut engine, output) = Engine::unread(program());
            engine.tell(begin);
            let mut input = engine.take_input();
            // If nobody read this, the pipe would not be closed.
            input.write_all("ABOUT\n".repeat(questions).as_bytes()).expect("it is read");
            drop(input);
            let finished = engine.finish();
            assert_eq!(finished.ending.code(), Some(0), "{state}: {}", finished.ending);
            assert_eq!(finished.errors, "", "{state}");
            drop(output);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_stop_is_heard_while_nobody_reads() {
    let (mut engine, output) = Engine::unread(program());
    engine.tell("START 15\n");
    engine.tell(ENDLESS);
    engine.tell(&"ABOUT\n".repeat(3_000));
    thread::sleep(Duration::from_millis(500));
    engine.tell("STOP\n");
    // The search is over once the process takes no processor time. Otherwise it would go on for ten
    // minutes.
    let start = std::time::Instant::now();
    let rests = || {
        let ticks = || usage::processor_ticks(engine.id()).expect("a process");
        let before = ticks();
        thread::sleep(Duration::from_millis(400));
        ticks() == before
    };
    while !rests() {
        assert!(start.elapsed() < DEADLINE, "the search goes on");
    }
    let is_move = |line: &String| line.starts_with(|first: char| first.is_ascii_digit());
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    assert!(lines.any(|line| is_move(&line)));
    engine.tell("END\n");
    assert!(engine.finish().ending.is_success());
}
