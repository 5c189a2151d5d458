//! Drives the built engine over its pipes through the conversations in `cases/`.
//!
//! Each case file is one test, named after the file. README.md describes the format and how to run
//! some of the tests. Other tests are about what no file can express (`session::`, and `parallel::`
//! for several threads and pondering), about the same ending in every state (`state::`), and about
//! the runner itself (`runner::`), which must reject what it is there to reject.

mod case;
mod parallel;
mod runner;
mod scripted;
mod selftest;
mod session;
mod state;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use fukumi_driver::process::{self, Process};
use libtest_mimic::{Arguments, Failed, Trial};

use crate::case::Case;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Many cases measure times in tens of milliseconds, and two engines at the same time would
    // share the processors.
    arguments.test_threads.get_or_insert(1);
    let mut trials = selftest::trials();
    trials.extend(case_trials(&Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/cases")));
    trials.extend(state::trials());
    trials.extend(session::trials());
    trials.extend(parallel::trials());
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// One trial for each file in `folder`, sorted by number.
fn case_trials(folder: &Path) -> Vec<Trial> {
    let entries = fs::read_dir(folder).map(|entries| {
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let is_case = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "txt");
        let mut paths: Vec<_> = paths.filter(is_case).collect();
        paths.sort_by_key(|path| (number(path), path.clone()));
        paths
    });
    let paths = entries.unwrap_or_default();
    if paths.is_empty() {
        let problem = format!("no case files in {}", folder.display());
        return vec![Trial::test("cases", move || Err(problem.into()))];
    }
    paths.iter().map(|path| case_trial(path)).collect()
}

/// The number at the beginning of a case file's name.
fn number(path: &Path) -> Option<u32> {
    path.file_name()?.to_str()?.split('-').next()?.parse().ok()
}

fn case_trial(path: &Path) -> Trial {
    let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into();
    let (name, file): (String, String) = (part(path.file_stem()), part(path.file_name()));
    let text = fs::read_to_string(path).map_err(|error| format!("{file}: {error}"));
    match text.and_then(|text| Case::parse(&file, &text).map_err(|error| error.to_string())) {
        Ok(case) => {
            let kind = case.level.name();
            Trial::test(name, move || run_case(&case)).with_kind(kind)
        }
        Err(problem) => Trial::test(name, move || Err(problem.into())),
    }
}

/// The engine under test, with the working directory `/` (on Windows, the root of its drive): the
/// one that Cargo built, or the one that `FUKUMI_BIN` names.
fn engine() -> Command {
    let program = std::env::var_os("FUKUMI_BIN")
        .unwrap_or_else(|| OsString::from(env!("CARGO_BIN_EXE_fukumi")));
    let program = std::path::absolute(&program).unwrap_or_else(|_| program.into());
    let mut command = process::command(&program);
    command.current_dir(program.ancestors().last().unwrap_or(Path::new("/")));
    command
}

/// Starts the engine.
///
/// # Errors
///
/// If it cannot be started.
fn start(args: &[String]) -> io::Result<Process> {
    let mut command = engine();
    command.args(args);
    Process::start(command)
}

/// Runs a case against a new process.
fn run_case(case: &Case) -> Result<(), Failed> {
    let mut process = start(&case.args).map_err(|error| error.to_string())?;
    runner::run(case, &mut process, slack()).map_err(|failure| failure.to_string().into())
}

/// Extra time for expected lines on top of what the case says: none, or `PROTOCOL_SLACK_MS`.
fn slack() -> Duration {
    let text = std::env::var("PROTOCOL_SLACK_MS").unwrap_or_default();
    Duration::from_millis(text.parse().unwrap_or(0))
}
