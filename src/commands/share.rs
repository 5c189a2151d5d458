//! The options with which several runs, on several machines, share the positions of one input.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::process::ExitCode;

use super::analyze::input::Reader;
use super::{shown, values};

/// Which positions or games are taken.
#[derive(clap::Args)]
pub(crate) struct Share {
    /// Take only the positions or games with these numbers, so that several runs can share them.
    #[arg(long, value_name = "FROM-TO", value_parser = values::numbers)]
    pub(crate) only: Option<RangeInclusive<usize>>,

    /// Only print the names of the positions or games, one on each line; the line of one that
    /// cannot be read is empty.
    #[arg(long)]
    pub(crate) list: bool,
}

/// Prints the names. They have no line ends.
pub(crate) fn list(reader: &Reader, arguments: &[String]) -> anyhow::Result<ExitCode> {
    let mut stdout = io::BufWriter::new(io::stdout().lock());
    let mut status = ExitCode::SUCCESS;
    let mut written = Ok(());
    reader.read_each(arguments, &mut io::stdin().lock(), &mut |entry| {
        let name = match entry {
            Ok((_, name)) => name.full,
            Err((name, error)) => {
                status = ExitCode::FAILURE;
                // If this cannot be written, the exit status still says so.
                let text = shown::line(format!("error: {name}: {error:#}"));
                let _ = writeln!(io::stderr(), "{text}");
                String::new()
            }
        };
        if written.is_ok() {
            written = writeln!(stdout, "{name}");
        }
    });
    written?;
    stdout.flush()?;
    Ok(status)
}
