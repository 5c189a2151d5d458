//! The program: arguments, logger, the protocol on standard input and output, exit status.

use std::io::{self, Write};
use std::panic;
use std::process::ExitCode;

use anyhow::Context;
use clap::{CommandFactory, Parser, Subcommand};
use fukumi::protocol::{self, settings};

mod commands;

#[cfg(feature = "tune")]
use commands::params;
use commands::{analyze, bench, book, datagen, experience, play, samples, solve};

/// A Gomoku and Renju engine. Without a command it speaks the Gomocup protocol on standard input and
/// output; in that mode arguments it does not know are ignored.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
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
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if !error.use_stderr() || is_command_named() => error.exit(),
        // Managers pass what their users have configured, meant for whatever engine.
        Err(_) => Arguments { command: None },
    };
    // A manager may take standard error for standard output, so nothing goes there unasked.
    env_logger::Builder::new().filter_level(log::LevelFilter::Off).parse_default_env().init();
    match arguments.command {
        None => speak(),
        Some(command) => run(&command),
    }
}

/// Whether the first argument is one of the commands, so that a mistake behind it deserves an answer.
fn is_command_named() -> bool {
    std::env::args_os().nth(1).is_some_and(|argument| {
        let command = Arguments::command();
        argument == "help" || command.get_subcommands().any(|known| argument == known.get_name())
    })
}

/// Speaks the protocol until the manager ends it.
fn speak() -> ExitCode {
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
