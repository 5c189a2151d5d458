//! The program: arguments, logger, the protocol on standard input and output, and the exit status.

#![warn(clippy::too_many_lines)]

use std::env;
use std::io::{self, IsTerminal, Write};
use std::panic;
use std::process::{self, ExitCode};
#[cfg(unix)]
use std::sync::Arc;
use std::thread;

use anyhow::Context;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use fukumi::protocol;

mod commands;

#[cfg(feature = "tune")]
use commands::params;
use commands::{analyze, bench, book, datagen, describe, overview, play, samples, serve, solve};
use commands::{convert, database, explore, shown};

/// Hint for a person who starts the program at a terminal without a command.
const HINT: &str = "This is the Gomocup protocol: HELP says more, END leaves.
`fukumi play` is a game against Fukumi, `fukumi --help` lists the commands.
";

/// What `--help` says after the commands.
const WITHOUT_A_COMMAND: &str = "\
Without a command, fukumi speaks the Gomocup (Piskvork) protocol on standard input and output, for
front ends and tournaments. For a game in the terminal type: fukumi play";

/// A Gomoku and Renju engine: play, analyse games, prove wins.
#[derive(Parser)]
#[command(name = "fukumi", version, after_help = WITHOUT_A_COMMAND)]
struct Arguments {
    /// Has no effect; Yixin-Board passes it to engines on Windows.
    #[arg(long, hide = true)]
    force_utf8: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The commands. [`overview`] says who needs which.
#[derive(Subcommand)]
enum Command {
    Play(play::Arguments),
    Analyze(analyze::Arguments),
    Solve(solve::Arguments),
    Explore(explore::Arguments),
    Database(database::Arguments),
    Convert(convert::Arguments),
    Book(book::Arguments),
    Serve(serve::Arguments),
    Completions(describe::Completions),
    Man(describe::Man),
    Bench(bench::Arguments),
    Datagen(datagen::Arguments),
    Samples(samples::Arguments),
    #[cfg(feature = "tune")]
    Params(params::Arguments),
}

/// Stack of the thread that does what the main thread usually does. The one of the main thread may
/// be too small, as after `ulimit -s 512`.
const STACK_BYTES: usize = 8 << 20;

fn main() -> ExitCode {
    let worker = thread::Builder::new().name("main".into()).stack_size(STACK_BYTES).spawn(work);
    match worker.map(thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(panic)) => panic::resume_unwind(panic),
        // A program without arguments needs little, and says what it lacks.
        Err(_) => work(),
    }
}

/// Does what the arguments say.
fn work() -> ExitCode {
    let arguments = parse().unwrap_or_else(|error| show(&with_advice(error)));
    // Some managers read standard error as if it were standard output, so nothing goes there by
    // default.
    env_logger::Builder::new().filter_level(log::LevelFilter::Off).parse_default_env().init();
    #[cfg(unix)]
    survive_file_limit();
    match arguments.command {
        None => speak(),
        Some(command) => run(&command),
    }
}

/// Makes a file that would become larger than the system allows an error of the write, as on a full
/// disk. Without a handler the signal would end the program. What the handler notes is not needed.
#[cfg(unix)]
fn survive_file_limit() {
    if let Err(error) = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default()) {
        log::warn!("a limit on the size of files will end the program: {error}");
    }
}

/// Shows help, or what is wrong with the arguments, and ends the program. Names of files among the
/// arguments may be those of others.
fn show(error: &clap::Error) -> ! {
    let text = error.render().to_string();
    let safe = shown::lines(&text);
    if !error.use_stderr() || safe == text.trim_end() {
        error.exit();
    }
    // If it cannot be written, the exit status still reports the failure.
    let _ = writeln!(io::stderr(), "{safe}");
    process::exit(error.exit_code())
}

/// Reads the arguments of the process.
fn parse() -> Result<Arguments, clap::Error> {
    let mut program = overview::with_groups(Arguments::command());
    let matches = program.try_get_matches_from_mut(env::args_os())?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut program))
}

/// Adds a suggestion to the error for `-v`, for which the parser finds no similar argument.
fn with_advice(mut error: clap::Error) -> clap::Error {
    let is_v = |value: &ContextValue| matches!(value, ContextValue::String(name) if name == "-v");
    if error.get(ContextKind::InvalidArg).is_some_and(is_v) {
        let version = ContextValue::String("--version".into());
        error.insert(ContextKind::SuggestedArg, version);
    }
    error
}

/// Speaks the protocol until the manager ends it.
fn speak() -> ExitCode {
    if io::stdin().is_terminal() {
        // The hint is not essential. If it cannot be written, the protocol still works.
        let _ = io::stderr().write_all(HINT.as_bytes());
    }
    panic::set_hook(Box::new(|info| log::error!("{info}")));
    match protocol::run().context("no thread to read commands on") {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

/// Says on standard error why the program ends.
fn fail(error: &anyhow::Error) -> ExitCode {
    // If this cannot be written either, the exit status still reports the failure.
    let _ = writeln!(io::stderr(), "error: {}", shown::lines(format!("{error:#}")));
    ExitCode::FAILURE
}

/// Runs a command that a person gave. Errors go to standard error, so that the person sees them.
fn run(command: &Command) -> ExitCode {
    let result = match command {
        Command::Analyze(arguments) => analyze::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Book(arguments) => book::run(arguments),
        Command::Convert(arguments) => convert::run(arguments),
        Command::Database(arguments) => database::run(arguments),
        Command::Completions(arguments) => arguments.run(Arguments::command()),
        Command::Datagen(arguments) => datagen::run(arguments),
        Command::Explore(arguments) => explore::run(arguments),
        Command::Man(arguments) => arguments.run(Arguments::command()),
        #[cfg(feature = "tune")]
        Command::Params(params::Arguments) => params::run(),
        Command::Play(arguments) => play::run(arguments),
        Command::Samples(arguments) => samples::run(arguments),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Solve(arguments) => solve::run(arguments),
    };
    result.unwrap_or_else(|error| {
        let is_reader_gone = error
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        if is_reader_gone { ExitCode::FAILURE } else { fail(&error) }
    })
}
