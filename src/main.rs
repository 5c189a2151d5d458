//! The program: arguments, logger, the protocol on standard input and output, exit status.

use std::io::{self, Write};
use std::panic;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};
use fukumi::{engine, protocol};

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
    /// Search fixed positions to a fixed depth and print the node count, which tells whether the
    /// search has changed, and the speed.
    Bench {
        /// Depth in plies.
        depth: Option<u32>,
    },
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
    panic::set_hook(Box::new(|info| log::error!("{info}")));

    let result = match arguments.command {
        None => protocol::run().context("cannot read standard input"),
        Some(Command::Bench { depth }) => bench(depth).context("cannot write the result"),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether the first argument is one of the commands, so that a mistake behind it deserves an answer.
fn is_command_named() -> bool {
    std::env::args_os().nth(1).is_some_and(|argument| argument == "bench" || argument == "help")
}

fn bench(depth: Option<u32>) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let mut result = Ok(());
    let (nodes, time) = engine::bench::run(depth, &mut |position, nodes, time| {
        let line = writeln!(output, "{position}: {nodes} nodes, {} ms", time.as_millis());
        result = std::mem::replace(&mut result, Ok(())).and(line);
    });
    result?;
    let per_second = nodes as f64 / time.as_secs_f64().max(1e-9);
    writeln!(io::stdout(), "{nodes} nodes {per_second:.0} nps")
}
