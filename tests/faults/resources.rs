//! Little memory, and a processor that is busy with something else.

use std::process::{Child, Command, Stdio};

#[cfg(target_os = "linux")]
use fukumi_driver::usage;

use super::engine::{Engine, program};

const MEGABYTES_64: u64 = 64 << 20;

#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_64_megabytes_is_kept_under_every_rule() {
    let mut engine = Engine::start();
    engine.tell(&format!(
        "INFO max_memory {MEGABYTES_64}\nINFO thread_num 64\nINFO hash_size 4194304\n"
    ));
    for rule in [0, 1, 4, 8, 9] {
        for (side, options) in
            [(15, "INFO checkmate 0"), (22, "INFO checkmate 1"), (20, "INFO pondering 1")]
        {
            engine.tell(&format!(
                "INFO rule {rule}\n{options}\nINFO timeout_turn 100\nSTART {side}\n"
            ));
            engine.expect("OK");
            engine.tell("BOARD\n7,7,2\n8,8,1\n9,7,2\n6,7,1\n8,6,2\nDONE\n");
            engine.expect_move(side, &[(7, 7), (8, 8), (9, 7), (6, 7), (8, 6)]);
        }
    }
    let peak = usage::peak_memory_bytes(engine.id()).expect("a process");
    println!("{peak} bytes at the peak");
    assert!(peak <= MEGABYTES_64, "{peak} bytes");
    engine.end();
}

#[cfg(target_os = "linux")]
#[test]
fn it_plays_on_where_the_system_gives_no_memory_for_the_table() {
    // The address space can hold the program with its stacks, but not the table that the program is
    // told to use.
    let mut engine = Engine::listen(limited("ulimit -v 400000"));
    engine.tell("INFO max_memory 2000000000\nINFO thread_num 4\nINFO timeout_turn 100\nSTART 15\n");
    engine.expect("OK");
    engine.tell("BOARD\n7,7,2\n8,8,1\n9,7,2\nDONE\n");
    engine.expect_move(15, &[(7, 7), (8, 8), (9, 7)]);
    engine.expect_ready();
    engine.end();
}

/// The program, after these commands of the shell.
fn limited(limits: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{limits}; exec \"$0\""), env!("CARGO_BIN_EXE_fukumi")]);
    command
}

#[test]
fn a_small_stack_is_enough() {
    let mut engine = Engine::listen(limited("ulimit -s 512"));
    engine.tell("INFO timeout_turn 100\nSTART 15\n");
    engine.expect("OK");
    engine.tell("BOARD\n7,7,2\n8,8,1\n9,7,2\nDONE\n");
    engine.expect_move(15, &[(7, 7), (8, 8), (9, 7)]);
    engine.end();
}

/// Processes that only take processor time; they end when this value is dropped.
struct Load(Vec<Child>);

impl Drop for Load {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The command that runs a program on the first processor only, if the system supports that.
fn on_one_processor(program: &Command) -> Command {
    let has_taskset = Command::new("taskset")
        .args(["-c", "0", "true"])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    let mut command = if has_taskset {
        let mut command = Command::new("taskset");
        command.args(["-c", "0"]).arg(program.get_program());
        command
    } else {
        Command::new(program.get_program())
    };
    command.args(program.get_args());
    command
}

#[test]
fn a_starved_program_plays_on() {
    let busy = || {
        let mut spin = Command::new("sh");
        spin.args(["-c", "while :; do :; done"]);
        on_one_processor(&spin).stdin(Stdio::null()).spawn().expect("a process")
    };
    let load = Load((0..4).map(|_| busy()).collect());
    let mut engine = Engine::listen(on_one_processor(&program()));
    engine.tell("INFO thread_num 2\nINFO pondering 1\nINFO timeout_turn 60\nSTART 15\n");
    engine.expect("OK");
    let mut stones = Vec::new();
    for x in 0..8 {
        for opponent in [(x, 0), (x, 14)] {
            if stones.contains(&opponent) {
                continue;
            }
            engine.tell(&format!("TURN {},{}\n", opponent.0, opponent.1));
            stones.push(opponent);
            stones.push(engine.expect_move(15, &stones));
        }
    }
    drop(load);
    engine.expect_ready();
    engine.end();
}
