//! What is outside the engine hangs: a disk, a lock of another program, a file that never ends. No
//! move waits for it, and `STOP`, `ABOUT` and `END` are heard. In each of these tests the fault
//! lasts as long as the test, so that waiting for it would be seen without a clock.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_driver::finish::Finished;
use rusqlite::Connection;

use super::clock::library;
use super::engine::{Engine, program};
use super::files::{
    allow_learning, database, fill_with_lessons, known, learn_and_keep, lost_position, new_folder,
    play,
};

/// A question about the database.
const QUESTION: &str = "YXQUERYDATABASEALL\n7,7\nDONE\n";

/// A folder with a database, in which something was learnt and something is noted.
fn prepared(name: &str) -> PathBuf {
    let folder = new_folder(name);
    learn_and_keep(Engine::listen(program()), &folder, &[5], 2);
    let mut position = Position::new(BoardSize::square(15).expect("in range"), Rule::Freestyle);
    position.play(Point::new(7, 7));
    database(&folder).update(&position, |entry| entry.visits = 1).expect("written");
    folder
}

fn file(folder: &Path, end: &str) -> PathBuf {
    folder.join(format!("fukumi/positions.db{end}"))
}

/// Plays with an engine whose database hangs, asks it everything, and ends it.
fn play_on(mut engine: Engine, folder: &Path, commands: &str) {
    allow_learning(&mut engine, folder);
    engine.tell("INFO usedatabase 1\nINFO database_write 1\nINFO timeout_turn 50\nSTART 15\n");
    engine.expect("OK");
    engine.tell("BOARD\n7,7,2\n8,8,1\n9,6,2\nDONE\n");
    let taken = [(7, 7), (8, 8), (9, 6)];
    let reply = engine.expect_move(15, &taken);
    engine.tell(QUESTION);
    engine.tell(commands);
    engine.tell("TURN 0,0\n");
    let next = engine.expect_move(15, &[&taken[..], &[reply, (0, 0)]].concat());
    engine.tell("ABOUT\n");
    assert!(engine.answer().starts_with("name="));
    engine.tell("INFO timeout_turn 600000\nINFO max_node 0\nTURN 14,0\nSTOP\n");
    engine.expect_move(15, &[&taken[..], &[reply, (0, 0), next, (14, 0)]].concat());
    engine.tell("END\n");
    let Finished { ending, .. } = engine.finish();
    assert!(ending.is_success(), "it ended {ending}");
}

#[test]
fn no_lock_of_another_program_holds_up_a_move() {
    for (mode, begin) in [
        ("wal", "BEGIN IMMEDIATE"),
        ("wal", "BEGIN EXCLUSIVE"),
        ("delete", "BEGIN"),
        ("delete", "BEGIN IMMEDIATE"),
        ("delete", "BEGIN EXCLUSIVE"),
    ] {
        let folder = prepared("lock");
        let other = Connection::open(file(&folder, "")).expect("opened");
        other.pragma_update(None, "journal_mode", mode).expect("nobody else uses it");
        other.execute_batch(&format!("{begin}; SELECT * FROM position;")).expect("locked");
        play_on(Engine::listen(program()), &folder, "");
        drop(other);
        assert_eq!(known(&folder), 2, "{mode} {begin}: nothing was decided");
    }
}

#[test]
fn no_disk_holds_up_a_move() {
    let folder = prepared("disk");
    let library = library(&folder, "slow_disk");
    for time in ["3000", "600000"] {
        let mut command = program();
        command.env("LD_PRELOAD", &library).env("READ_MS", time);
        play_on(Engine::listen(command), &folder, "");
    }
}

#[test]
fn no_pipe_and_no_device_holds_up_a_move() {
    for end in ["", "-wal", "-journal"] {
        let folder = prepared("pipe");
        let pipe = file(&folder, end);
        let _ = fs::remove_file(&pipe);
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        let path = pipe.display();
        let commands = format!(
            "YXSETDATABASE\n{path}\nYXTXTTODB\n{path}\nYXLIBTODB\n{path}\nYXDBMERGE\n{path}\n"
        );
        play_on(Engine::listen(program()), &folder, &commands);
    }
    let folder = prepared("device");
    play_on(Engine::listen(program()), &folder, "YXTXTTODB\n/dev/zero\n");
    assert_eq!(known(&folder), 2, "nothing was decided");
}

#[test]
fn what_was_learnt_survives_the_end_on_every_disk() {
    for time in ["0", "50", "150", "400"] {
        for (is_there, games) in [(false, 1), (false, 3), (true, 1), (true, 3)] {
            let folder = new_folder("kept");
            let library = library(&folder, "slow_disk");
            let before = if is_there { 2 } else { 0 };
            if is_there {
                learn_and_keep(Engine::listen(program()), &folder, &[4], before);
            }
            let mut command = program();
            command.env("LD_PRELOAD", &library).env("SYNC_MS", time).env("RUST_LOG", "warn");
            let mut engine = Engine::listen(command);
            allow_learning(&mut engine, &folder);
            (0..games).for_each(|game| play(&mut engine, 5 + game));
            engine.tell("END\n");
            let Finished { ending, errors, .. } = engine.finish();
            assert!(ending.is_success() && errors.is_empty(), "it ended {ending}, {errors}");
            let kept = known(&folder);
            assert_eq!(kept, before + 2 * u64::from(games), "{time} ms a sync, {is_there}");
        }
    }
}

#[test]
fn what_was_learnt_survives_the_end_though_no_more_can_be_kept() {
    let folder = new_folder("trimmed");
    fill_with_lessons(&folder);
    for row in 5..15 {
        let mut engine = Engine::listen(program());
        allow_learning(&mut engine, &folder);
        play(&mut engine, row);
        engine.end();
        let lesson = database(&folder).learned(&lost_position(row)).expect("read");
        assert!(lesson.is_some_and(|lesson| lesson.tally.losses == 1), "row {row}");
    }
}

#[test]
fn what_was_learnt_is_kept_though_a_command_of_the_front_end_lasts() {
    let folder = new_folder("command");
    let library = library(&folder, "slow_disk");
    let table = folder.join("endless.csv");
    fs::write(&table, "rule,size\n").expect("written");
    let mut command = program();
    command.env("LD_PRELOAD", &library).env("READ_END", ".csv").env("READ_MS", "600000");
    command.env("SYNC_MS", "0").env("RUST_LOG", "warn");
    let mut engine = Engine::listen(command);
    allow_learning(&mut engine, &folder);
    engine.tell(&format!("INFO usedatabase 1\nYXTXTTODB\n{}\n", table.display()));
    (5..8).for_each(|row| play(&mut engine, row));
    engine.tell("END\n");
    let Finished { ending, errors, .. } = engine.finish();
    assert!(ending.is_success() && errors.is_empty(), "it ended {ending}, {errors}");
    assert_eq!(known(&folder), 6);
}

#[test]
fn files_beside_a_database_that_are_cut_short_all_the_time_cost_neither_a_move_nor_a_game() {
    let folder = prepared("cut");
    // An older program has left the file in the write-ahead log mode.
    let other = Connection::open(file(&folder, "")).expect("opened");
    other.pragma_update(None, "journal_mode", "wal").expect("nobody else uses it");
    drop(other);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let beside = ["-wal", "-shm", "-journal"].map(|end| file(&folder, end));
            while !is_over.load(Ordering::Relaxed) {
                for file in &beside {
                    // As `truncate -c -s 0` does.
                    let _ = fs::OpenOptions::new().write(true).truncate(true).open(file);
                }
            }
        });
        let mut command = program();
        command.env("RUST_LOG", "warn");
        let mut engine = Engine::listen(command);
        allow_learning(&mut engine, &folder);
        engine.tell("INFO usedatabase 1\n");
        for row in 6..10 {
            play(&mut engine, row);
            engine.tell(QUESTION);
            while engine.line() != "MESSAGE DATABASE DONE" {}
        }
        engine.tell("END\n");
        let Finished { ending, errors, .. } = engine.finish();
        is_over.store(true, Ordering::Relaxed);
        // Learning and the front end's database open the same file. If both find the log, one of
        // them may have to go without the file for a moment.
        let unexpected: Vec<&str> = errors
            .lines()
            .filter(|line| !line.is_empty() && !line.ends_with("another process is using it"))
            .collect();
        assert!(ending.is_success() && unexpected.is_empty(), "it ended {ending}: {errors}");
    });
    assert_eq!(known(&folder), 2 + 2 * 4);
    assert!(database(&folder).check(9).expect("read").is_empty());
}

/// Closing it would give up the locks of the first time.
#[cfg(unix)]
#[test]
fn no_command_opens_the_database_a_second_time() {
    let folder = prepared("locks");
    let path = file(&folder, "");
    let mut engine = Engine::start();
    allow_learning(&mut engine, &folder);
    engine.tell("INFO usedatabase 1\nSTART 15\n");
    engine.expect("OK");
    engine.tell(QUESTION);
    while engine.line() != "MESSAGE DATABASE DONE" {}
    for command in ["YXDBMERGE", "YXTXTTODB", "YXLIBTODB"] {
        engine.tell(&format!("{command}\n{}\n", path.display()));
        assert_eq!(engine.line(), "MESSAGE the database: it is the same file");
    }
    engine.end();
}

#[test]
fn the_end_of_the_input_ends_a_process_whose_disk_hangs() {
    let folder = prepared("ending");
    let mut command = program();
    command.env("LD_PRELOAD", library(&folder, "slow_disk")).env("READ_MS", "600000");
    let mut engine = Engine::listen(command);
    allow_learning(&mut engine, &folder);
    engine.tell("INFO usedatabase 1\nSTART 15\n");
    engine.expect("OK");
    engine.tell(QUESTION);
    let Finished { ending, .. } = engine.finish();
    assert!(ending.is_success(), "it ended {ending}");
}

#[test]
fn no_network_holds_up_an_answer() {
    let folder = new_folder("network");
    let network = folder.join("my.net");
    fs::write(&network, "no network").expect("written");
    let mut command = program();
    command.env("LD_PRELOAD", library(&folder, "slow_disk"));
    command.env("READ_END", ".net").env("READ_MS", "600000");
    let mut engine = Engine::listen(command);
    let name = network.display();
    engine.tell(&format!("INFO evaluation {name}\nINFO timeout_turn 600000\nSTART 15\n"));
    engine.expect("OK");
    engine.tell("BOARD\n7,7,2\n8,8,1\n9,6,2\nDONE\nABOUT\n");
    assert!(engine.answer().starts_with("name="));
    engine.tell("STOP\n");
    let taken = [(7, 7), (8, 8), (9, 6)];
    let reply = engine.expect_move(15, &taken);
    engine.tell(&format!("INFO evaluation {name}\nINFO timeout_turn 50\nTURN 0,0\n"));
    engine.expect_move(15, &[&taken[..], &[reply, (0, 0)]].concat());
    let Finished { ending, .. } = engine.finish();
    assert!(ending.is_success(), "it ended {ending}");
}

#[test]
fn no_options_beside_the_program_hold_up_an_answer() {
    let folder = new_folder("options");
    let copy = folder.join("engine");
    fs::copy(env!("CARGO_BIN_EXE_fukumi"), &copy).expect("a copy");
    fs::write(folder.join("engine.txt"), "evaluation my.net\n".repeat(800)).expect("written");
    fs::write(folder.join("my.net"), "no network").expect("written");
    for end in [".txt", ".net"] {
        let mut command = Command::new(&copy);
        command.env_remove("RUST_LOG").current_dir(&folder);
        command.env("LD_PRELOAD", library(&folder, "slow_disk"));
        command.env("READ_END", end).env("READ_MS", "600000");
        let mut engine = Engine::listen(command);
        engine.tell("START 15\n");
        engine.expect("OK");
        engine.expect_ready();
        engine.tell("INFO timeout_turn 50\nBEGIN\n");
        engine.expect_move(15, &[]);
        engine.end();
    }
}

#[test]
fn no_book_holds_up_the_start_or_a_move() {
    let folder = new_folder("book");
    fs::create_dir(folder.join("fukumi")).expect("a folder");
    let book = folder.join("fukumi/freestyle-15x15.book");
    let start = format!("INFO folder {}\nINFO timeout_turn 50\nSTART 15\n", folder.display());
    let play = |command: Command| {
        let mut engine = Engine::listen(command);
        engine.tell(&start);
        engine.expect("OK");
        engine.tell("BEGIN\n");
        let first = engine.expect_move(15, &[]);
        engine.tell("TURN 0,0\n");
        engine.expect_move(15, &[first, (0, 0)]);
        engine.end();
    };
    let library = library(&folder, "slow_disk");
    fs::write(&book, "fukumi book 1\n").expect("written");
    let mut command = program();
    command.env("LD_PRELOAD", &library).env("READ_END", ".book").env("READ_MS", "600000");
    play(command);
    fs::remove_file(&book).expect("removed");
    assert!(Command::new("mkfifo").arg(&book).status().expect("mkfifo").success());
    play(program());
}
