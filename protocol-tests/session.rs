//! Tests that a case file cannot express: pipes that are closed or flooded, a suspended process,
//! sums of times, and the memory of the process.

use std::io::{BufRead, BufReader, Write};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use fukumi_driver::cell::Cell;
use fukumi_driver::conversation::{Conversation, Fault};
use fukumi_driver::finish::Finished;
use fukumi_driver::peer::PANIC_STATUS;
use fukumi_driver::process::{self, Process};
use fukumi_driver::usage;
use libtest_mimic::{Failed, Trial};

use crate::{engine, slack};

pub(crate) type Outcome = Result<(), Failed>;
pub(crate) type Test = (&'static str, fn() -> Outcome);

pub(crate) fn trials() -> Vec<Trial> {
    let mut tests: Vec<Test> = vec![
        ("an_engine_whose_output_is_closed_leaves_quietly", closed_output),
        ("a_conversation_may_come_byte_by_byte", byte_by_byte),
        ("no_command_of_a_long_queue_is_lost", long_queue),
        ("two_engines_run_at_the_same_time", two_engines),
        ("time_left_is_counted_down_if_it_is_sent_only_once", time_left_sent_once),
        ("stop_right_behind_each_of_many_think_commands", many_stops),
        ("each_loss_is_reported_once_to_a_defender", losses_once),
    ];
    if cfg!(unix) {
        tests.push(("time_in_which_the_process_is_stopped_counts", suspended_while_thinking));
        tests.push(("a_process_may_be_stopped_between_its_turns", suspended_while_idle));
    }
    if cfg!(target_os = "linux") {
        tests.push(("peak_memory_stays_below_the_limit", memory_limit));
        tests.push(("an_endless_line_does_not_fill_the_memory", endless_line));
    }
    let trial = |(name, test): Test| Trial::test(format!("session::{name}"), test);
    tests.into_iter().map(trial).collect()
}

/// A conversation with a new process, for tests that need more than a case file offers. Times are
/// in milliseconds; standard error must stay empty.
pub(crate) struct Session(Conversation<Process>);

impl Session {
    pub(crate) fn start() -> Result<Self, Failed> {
        let process = crate::start(&[]).map_err(|error| error.to_string())?;
        Ok(Self(Conversation::new(process)))
    }

    pub(crate) fn id(&self) -> u32 {
        self.0.peer().id()
    }

    pub(crate) fn send(&mut self, text: &str) -> Outcome {
        let sent = self.0.send(text);
        self.checked(sent)
    }

    /// The next line.
    pub(crate) fn line(&mut self, ms: u64) -> Result<String, Failed> {
        let line = self.0.line(within(ms));
        self.checked(line)
    }

    /// Checks that the next line that is not a log line is `expected`.
    pub(crate) fn expect(&mut self, expected: &str, ms: u64) -> Outcome {
        let outcome = self.0.expect(expected, within(ms));
        self.checked(outcome)
    }

    /// Checks that the next line that is not a log line is a move, and returns the move.
    pub(crate) fn expect_move(&mut self, ms: u64) -> Result<Cell, Failed> {
        let cell = self.0.expect_move(within(ms));
        self.checked(cell)
    }

    /// Checks that the engine listens and has nothing else to say.
    pub(crate) fn expect_ready(&mut self, ms: u64) -> Outcome {
        let outcome = self.0.expect_ready(within(ms));
        self.checked(outcome)
    }

    fn checked<T>(&self, result: Result<T, Fault>) -> Result<T, Failed> {
        let errors = self.0.errors();
        match result {
            Ok(_) if !errors.is_empty() => Err(format!("standard error: {errors}").into()),
            result => result.map_err(|fault| fault.to_string().into()),
        }
    }
}

/// A time limit with the slack of the machine.
fn within(ms: u64) -> Duration {
    Duration::from_millis(ms) + slack()
}

/// A search finds the same losing moves at every depth; each is reported once.
fn losses_once() -> Outcome {
    let mut session = Session::start()?;
    session.send("START 15\nINFO show_detail 1\nINFO timeout_turn -1\n")?;
    session.send("YXBOARD 7,7,2 0,0,1 8,7,2 0,14,1 9,7,2 DONE\nYXSEARCHDEFEND\n")?;
    let (mut depths, mut losses) = (0, 0);
    while depths < 4 {
        let line = session.line(60_000)?;
        depths += usize::from(line == "MESSAGE REALTIME REFRESH");
        losses += usize::from(line == "MESSAGE REALTIME LOST 3,3");
    }
    session.send("YXSTOP\n")?;
    session.expect_move(5_000)?;
    if losses == 1 { Ok(()) } else { Err(format!("reported {losses} times").into()) }
}

/// The pipe of a crashed manager: the engine notices at its next line, and says nothing about it.
fn closed_output() -> Outcome {
    let (mut process, output) = Process::unread(engine())?;
    let mut input = process.take_input().ok_or("no pipe")?;
    input.write_all(b"START 15\nINFO timeout_turn 0\n")?;
    // The thread closes the pipe once it has read the answer.
    let (sender, answer) = mpsc::channel();
    thread::spawn(move || {
        let mut line = String::new();
        let result = BufReader::new(output).read_line(&mut line);
        let _ = sender.send(result.map(|_| line));
    });
    let line = answer.recv_timeout(within(3000)).map_err(|_| "no answer to START")??;
    // The engine may have ended before it has read all of this.
    let _ = input.write_all(b"BEGIN\nABOUT\nRESTART\nABOUT\n");
    let finished = Conversation::new(process).finish(within(2000));
    let Finished { ending, errors, .. } = finished.map_err(|fault| fault.to_string())?;
    if !errors.is_empty() {
        Err(format!("standard error: {errors}").into())
    } else if ending.code() == Some(PANIC_STATUS) {
        Err("it panicked".into())
    } else if line != "OK\n" {
        Err(format!("START: {line}").into())
    } else {
        Ok(())
    }
}

fn byte_by_byte() -> Outcome {
    let mut session = Session::start()?;
    let send = |session: &mut Session, text: &str| -> Outcome {
        for byte in text.split_inclusive(|_| true) {
            session.send(byte)?;
            thread::sleep(Duration::from_micros(300));
        }
        Ok(())
    };
    send(
        &mut session,
        "START 15\r\nINFO timeout_turn 0\nBOARD\r\n7,7,2\r\n8,8,1\r\n9,9,2\nDONE\r\n",
    )?;
    session.expect("OK", 3000)?;
    session.expect_move(3000)?;
    send(&mut session, "ABOUT\n")?;
    let about = session.line(3000)?;
    if about.starts_with("name=") { Ok(()) } else { Err(format!("ABOUT: {about}").into()) }
}

/// Each search is stopped by the command after it, and each command gets its answer in turn.
fn long_queue() -> Outcome {
    const GAMES: usize = 60;
    let mut session = Session::start()?;
    let limits = "INFO timeout_turn 60000\nINFO timeout_match 600000\nINFO time_left 600000\n";
    let game = "START 15\nBOARD\n7,7,1\n8,8,2\nDONE\nRESTART\nTURN 7,7\n";
    session.send(&format!("{limits}{}YXSTOP\n", game.repeat(GAMES)))?;
    for number in 1..=GAMES {
        let answers = answers_to_one_game(&mut session);
        answers.map_err(|error| format!("game {number}: {}", text_of(&error)))?;
    }
    session.expect_ready(3000)
}

/// Reads the answers to `START`, `BOARD` with two stones, `RESTART` and `TURN`.
fn answers_to_one_game(session: &mut Session) -> Outcome {
    session.expect("OK", 3000)?;
    let first = session.expect_move(3000)?;
    session.expect("OK", 3000)?;
    let second = session.expect_move(3000)?;
    let taken = [Cell { x: 7, y: 7 }, Cell { x: 8, y: 8 }];
    if taken.contains(&first) || second == taken[0] {
        return Err("the move of another position".into());
    }
    Ok(())
}

/// A stop must neither be lost nor hit the search after the one that it was meant for.
fn many_stops() -> Outcome {
    let mut session = Session::start()?;
    session.send("START 15\nINFO timeout_turn 60000\nINFO timeout_match 600000\n")?;
    session.expect("OK", 3000)?;
    for round in 0..40_u64 {
        session.send("INFO time_left 600000\nBOARD\n7,7,1\n8,8,2\n9,7,1\n6,7,2\nDONE\n")?;
        // The stop comes between the same moment and the first milliseconds of the search.
        thread::sleep(Duration::from_micros(round * 100));
        session.send("YXSTOP\n")?;
        session.expect_move(400).map_err(|error| format!("round {round}: {}", text_of(&error)))?;
    }
    Ok(())
}

fn two_engines() -> Outcome {
    let mut sessions = [Session::start()?, Session::start()?];
    for session in &mut sessions {
        session.send("START 15\nINFO timeout_turn 300\nBOARD\n7,7,2\nDONE\n")?;
    }
    for session in &mut sessions {
        session.expect("OK", 3000)?;
        session.expect_move(3000)?;
    }
    Ok(())
}

/// liskvork never repeats a limit, and `time_left` may be missing elsewhere too. The time that the
/// engine has used since the last one is gone.
fn time_left_sent_once() -> Outcome {
    const TIME_LEFT_MS: u64 = 1500;
    let mut session = Session::start()?;
    session.send("START 15\n")?;
    session.expect("OK", 3000)?;
    session.send("INFO timeout_turn 60000\nINFO timeout_match 60000\nINFO time_left 1500\n")?;
    let mut used = Duration::ZERO;
    let mut stones = vec![Cell { x: 7, y: 7 }, Cell { x: 8, y: 8 }];
    for turn in 0..10 {
        // These are far from the engine's stones and from each other.
        let corner = [(0, 0), (14, 0), (0, 14), (14, 14), (0, 7), (14, 7), (7, 0), (7, 14), (0, 3)];
        let free =
            corner.map(|(x, y)| Cell { x, y }).into_iter().find(|cell| !stones.contains(cell));
        let reply = free.ok_or("no cell for the opponent")?;
        let command = match turn {
            0 => "BOARD\n7,7,1\n8,8,2\nDONE\n".to_owned(),
            _ => format!("TURN {reply}\n"),
        };
        if turn > 0 {
            stones.push(reply);
        }
        let start = Instant::now();
        session.send(&command)?;
        stones.push(session.expect_move(TIME_LEFT_MS + 500)?);
        used += start.elapsed();
        if used > Duration::from_millis(TIME_LEFT_MS) + slack() {
            return Err(format!("{} ms used in {} turns", used.as_millis(), turn + 1).into());
        }
        // The opponent's time is not the engine's.
        thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// If the engine is suspended for longer than the turn may last, it answers as soon as it runs
/// again.
fn suspended_while_thinking() -> Outcome {
    let mut session = Session::start()?;
    session.send("START 15\nINFO timeout_turn 1000\n")?;
    session.expect("OK", 3000)?;
    session.send("BOARD\n7,7,1\n8,8,2\n9,7,1\n6,7,2\nDONE\n")?;
    thread::sleep(Duration::from_millis(200));
    signal(&session, "STOP")?;
    thread::sleep(Duration::from_millis(1200));
    signal(&session, "CONT")?;
    session.expect_move(300)?;
    Ok(())
}

/// GomocupJudge and Piskvork suspend the engine whenever it is not its turn.
fn suspended_while_idle() -> Outcome {
    let mut session = Session::start()?;
    session.send("START 15\nINFO timeout_turn 300\n")?;
    session.expect("OK", 3000)?;
    signal(&session, "STOP")?;
    thread::sleep(Duration::from_millis(600));
    session.send("BOARD\n7,7,1\n8,8,2\n9,7,1\n6,7,2\nDONE\n")?;
    signal(&session, "CONT")?;
    session.expect_move(400)?;
    Ok(())
}

/// Sends a signal by its name.
fn signal(session: &Session, name: &str) -> Outcome {
    process::signal(session.id(), name).map_err(|error| error.to_string().into())
}

/// Piskvork checks the peak memory. A request for a large table must not raise the limit.
fn memory_limit() -> Outcome {
    const LIMIT_BYTES: u64 = 367_001_600;
    let mut session = Session::start()?;
    session.send(
        "INFO max_memory 367001600\nINFO hash_size 4194304\nINFO thread_num 64\nSTART 20\n",
    )?;
    session.expect("OK", 3000)?;
    session.send("INFO timeout_turn 1000\nBOARD\n10,10,2\n11,10,1\n11,12,2\nDONE\n")?;
    session.expect_move(3000)?;
    // The solver of forced wins has tables of its own.
    session.send("INFO checkmate 1\nBOARD\n10,10,2\n11,10,1\n11,12,2\n9,9,1\n9,12,2\nDONE\n")?;
    session.expect_move(3000)?;
    let peak = peak_memory(&session)?;
    if peak <= LIMIT_BYTES { Ok(()) } else { Err(format!("{peak} bytes at the peak").into()) }
}

fn endless_line() -> Outcome {
    const MOST_BYTES: u64 = 16 << 20;
    let mut session = Session::start()?;
    // The memory of the tables is made ready in the background, so they are small here.
    session.send("INFO max_memory 40000000\nSTART 15\nINFO timeout_turn 0\n")?;
    session.expect("OK", 3000)?;
    let before = peak_memory(&session)?;
    let part = "A".repeat(1 << 20);
    for _ in 0..64 {
        session.send(&part)?;
    }
    session.send("\nABOUT\n")?;
    let unknown = session.line(5000)?;
    let about = session.line(3000)?;
    let grown = peak_memory(&session)?.saturating_sub(before);
    if !unknown.starts_with("UNKNOWN ") || !about.starts_with("name=") {
        Err(format!("came: {unknown} / {about}").into())
    } else if grown > MOST_BYTES {
        Err(format!("{grown} bytes more than before").into())
    } else {
        Ok(())
    }
}

/// The largest resident size that the process has had, in bytes.
fn peak_memory(session: &Session) -> Result<u64, Failed> {
    usage::peak_memory_bytes(session.id()).ok_or_else(|| "the process is gone".into())
}

fn text_of(error: &Failed) -> String {
    error.message().unwrap_or_default().to_owned()
}
