//! `fukumi bench`: the node count of the search and its speed.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use fukumi_core::bench;

/// Search fixed positions to a fixed depth and print the node count, which shows whether the search
/// has changed, and the speed.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Depth in plies.
    depth: Option<u32>,
}

/// Runs the bench and prints a line for each position, and a last one for all of them.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    print(arguments.depth).context("cannot write the result")?;
    Ok(ExitCode::SUCCESS)
}

fn print(depth: Option<u32>) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let mut result = Ok(());
    let (nodes, time) = bench::run(depth, &mut |position, nodes, time| {
        let line = writeln!(output, "{position}: {nodes} nodes, {} ms", time.as_millis());
        result = std::mem::replace(&mut result, Ok(())).and(line);
    });
    result?;
    let per_second = nodes as f64 / time.as_secs_f64().max(1e-9);
    writeln!(output, "{nodes} nodes {per_second:.0} nps")
}
