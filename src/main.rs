//! The program: arguments, logger, the protocol on standard input and output, exit status.

#![warn(clippy::too_many_lines)]

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::process::ExitCode;

use anyhow::Context;
use clap::error::{ContextKind, ContextValue};
use clap::{Parser, Subcommand};
use fukumi::protocol::{self, settings};

mod commands;

#[cfg(feature = "tune")]
use commands::params;
use commands::{analyze, bench, book, datagen, experience, play, samples, solve};

/// What a person at a terminal is told, who started the program without a command.
const HINT: &str = "This is the Gomocup protocol: HELP tells more, END leaves.
`fukumi play` is a game against Fukumi, `fukumi --help` lists the commands.
";

/// A Gomoku and Renju engine. Without a command it speaks the Gomocup protocol on standard input
/// and output.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    /// Changes nothing: Yixin-Board starts engines on Windows with it.
    #[arg(long, hide = true)]
    force_utf8: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Analyze(analyze::Arguments),
    Bench(bench::Arguments),
    Book(book::Arguments),
    Datagen(datagen::Arguments),
    Experience(experience::Arguments),
    #[cfg(feature = "tune")]
    Params(params::Arguments),
    Play(play::Arguments),
    Samples(samples::Arguments),
    Solve(solve::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| with_advice(error).exit());
    // A manager may take standard error for standard output, so nothing goes there unasked.
    env_logger::Builder::new().filter_level(log::LevelFilter::Off).parse_default_env().init();
    match arguments.command {
        None => speak(),
        Some(command) => run(&command),
    }
}

/// Adds what was probably meant by an argument for which nothing similar is found.
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
        // Only a help: if it cannot be written, the protocol can still be spoken.
        let _ = io::stderr().write_all(HINT.as_bytes());
    }
    panic::set_hook(Box::new(|info| log::error!("{info}")));
    match protocol::run(&settings::beside_program()).context("cannot read standard input") {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Carries out a command that a person gave, who wants to know what went wrong.
fn run(command: &Command) -> ExitCode {
    let result = match command {
        Command::Analyze(arguments) => analyze::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Book(arguments) => book::run(arguments),
        Command::Datagen(arguments) => datagen::run(arguments),
        Command::Experience(arguments) => experience::run(arguments),
        #[cfg(feature = "tune")]
        Command::Params(params::Arguments) => params::run(),
        Command::Play(arguments) => play::run(arguments),
        Command::Samples(arguments) => samples::run(arguments),
        Command::Solve(arguments) => solve::run(arguments),
    };
    result.unwrap_or_else(|error| {
        let is_reader_gone = error
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        if !is_reader_gone {
            // If this cannot be written either, the status still tells.
            let _ = writeln!(io::stderr(), "error: {error:#}");
        }
        ExitCode::FAILURE
    })
}
