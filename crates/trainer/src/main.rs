//! `fukumi-train`: trains networks of the evaluation and measures them.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod commands;

/// Trains networks of the evaluation on games of `fukumi datagen`, and measures them.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Train(commands::train::Arguments),
    Export(commands::export::Arguments),
    Validate(commands::validate::Arguments),
    Compare(commands::compare::Arguments),
    Label(commands::label::Arguments),
    Choose(commands::choose::Arguments),
    Arrays(commands::arrays::Arguments),
    Teach(commands::teach::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Train(arguments) => commands::train::run(&arguments),
        Command::Export(arguments) => commands::export::run(&arguments),
        Command::Validate(arguments) => commands::validate::run(&arguments),
        Command::Compare(arguments) => commands::compare::run(&arguments),
        Command::Label(arguments) => commands::label::run(&arguments),
        Command::Choose(arguments) => commands::choose::run(&arguments),
        Command::Arrays(arguments) => commands::arrays::run(&arguments),
        Command::Teach(arguments) => commands::teach::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
