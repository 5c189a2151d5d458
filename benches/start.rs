//! Time from the start of the process to the first move of a search, and of a whole `fukumi solve`;
//! and the speed of the first search of a process beside that of the second.
//!
//! `cargo bench --bench start` prints the minimum of several runs for each rule, in milliseconds of
//! wall time, and the median ratio of the speeds for each size of memory. The machine must be idle.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

const PROGRAM: &str = env!("CARGO_BIN_EXE_fukumi");
const RUNS: usize = 12;
/// Runs for each ratio of speeds, an odd number.
const SPEED_RUNS: usize = 5;
/// Time of the searches whose speeds are compared, in milliseconds.
const TURN: u32 = 600;

/// The rules, by the numbers of the protocol.
const RULES: [(&str, u32); 4] = [("freestyle", 0), ("exact five", 1), ("renju", 4), ("caro", 9)];

/// A position with a win by threats.
const PROBLEM: &str = "h8 g7 i8 g8 j8 g9 h9 k8 i10 a1 j11 a15";

/// The time that a new process takes to reply to a board of four stones.
fn first_move(rule: u32) -> anyhow::Result<Duration> {
    let start = Instant::now();
    let mut process = Command::new(PROGRAM).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = process.stdin.take().context("a pipe")?;
    let board = "BOARD\n7,7,1\n8,8,2\n7,8,1\n7,9,2\nDONE\n";
    write!(input, "START 15\nINFO rule {rule}\nINFO max_node 1\n{board}")?;
    let is_move = |line: &str| line.starts_with(|first: char| first.is_ascii_digit());
    let mut lines = BufReader::new(process.stdout.take().context("a pipe")?).lines();
    let answer = lines.find(|line| line.as_ref().is_ok_and(|line| is_move(line)));
    let time = start.elapsed();
    ensure!(answer.is_some(), "the engine ended without a move");
    writeln!(input, "END")?;
    process.wait()?;
    Ok(time)
}

/// The time of a process that solves a small problem.
fn solve() -> anyhow::Result<Duration> {
    let start = Instant::now();
    let output = Command::new(PROGRAM).args(["solve", PROBLEM]).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(start.elapsed())
}

/// Nodes a millisecond in the first and in the second search of a new process. Both search the same
/// position with an empty table.
fn speeds(mib: u64, threads: u32) -> anyhow::Result<[f64; 2]> {
    let mut process = Command::new(PROGRAM).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = process.stdin.take().context("a pipe")?;
    let mut output = BufReader::new(process.stdout.take().context("a pipe")?);
    let memory = mib << 20;
    write!(
        input,
        "INFO max_memory {memory}\nINFO thread_num {threads}\nINFO timeout_turn {TURN}\n"
    )?;
    writeln!(input, "INFO book 0\nSTART 15")?;
    let mut speeds = [0.0; 2];
    for speed in &mut speeds {
        write!(input, "YXHASHCLEAR\nBOARD\n7,7,1\n8,8,2\n7,8,1\n7,9,2\nDONE\n")?;
        *speed = last_speed(&mut output)?;
    }
    writeln!(input, "END")?;
    process.wait()?;
    Ok(speeds)
}

/// Reads up to the next move and returns the nodes a millisecond of the last message before it.
fn last_speed(output: &mut impl BufRead) -> anyhow::Result<f64> {
    let mut speed = None;
    for line in output.lines() {
        let line = line?;
        if line.starts_with(|first: char| first.is_ascii_digit()) {
            break;
        }
        let mut words = line.split_whitespace().skip_while(|&word| word != "n/ms").skip(1);
        speed = words.next().map(str::parse).transpose()?.or(speed);
    }
    speed.context("a search without a message")
}

/// The median of the ratios of the first search's speed to the second's.
fn first_to_second(mib: u64, threads: u32) -> anyhow::Result<f64> {
    let ratio = |[first, second]: [f64; 2]| first / second;
    let ratios: anyhow::Result<Vec<f64>> =
        (0..SPEED_RUNS).map(|_| speeds(mib, threads).map(ratio)).collect();
    let mut ratios = ratios?;
    ratios.sort_by(f64::total_cmp);
    Ok(ratios[SPEED_RUNS / 2])
}

fn shortest(mut run: impl FnMut() -> anyhow::Result<Duration>) -> anyhow::Result<f64> {
    let mut shortest = Duration::MAX;
    for _ in 0..RUNS {
        shortest = shortest.min(run()?);
    }
    Ok(1e3 * shortest.as_secs_f64())
}

fn main() -> anyhow::Result<()> {
    for (name, rule) in RULES {
        println!("first move, {name}: {:.1} ms", shortest(|| first_move(rule))?);
    }
    println!("solve: {:.1} ms", shortest(solve)?);
    for mib in [64, 350, 1024] {
        for threads in [1, 2] {
            let ratio = first_to_second(mib, threads)?;
            println!("first search to second, {mib} MiB, threads {threads}: {ratio:.2}");
        }
    }
    Ok(())
}
