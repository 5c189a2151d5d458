//! `fukumi attacks`: how many long attacks the search sees.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use fukumi::attacks::{self, Settings};
use fukumi::eval::Kind;

use super::progress::{Progress, clock};
use super::values;

/// The most threads that may be asked for.
const MAX_THREADS: u64 = 1_024;

/// Measure how many long attacks the search sees.
///
/// Each position of the lists is searched for itself. Of those that are won it is counted in how many the search
/// proves that, or comes to a score that is as good as a proof (seen); of those that are quiet, in how many it
/// claims a proof. The lists are those of assets/validation, or what scripts/attacks.py writes.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Lists of positions.
    #[arg(required = true, value_name = "FILE")]
    lists: Vec<PathBuf>,

    /// What static scores come from: classical, network, or a file of a network.
    #[arg(long, value_name = "NAME|FILE", value_parser = values::evaluation, default_value_t)]
    evaluation: Kind,

    /// Look at N positions for each position of the lists, at most.
    #[arg(long, value_name = "N", default_value_t = Settings::DEFAULT_NODES)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Positions that are searched side by side; the result is the same.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: u64,

    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// Searches all positions and prints what came of it.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut cases = Vec::new();
    for path in &arguments.lists {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        cases.extend(attacks::read(&text).with_context(|| format!("cannot use {name}"))?);
    }
    let settings = Settings {
        evaluation: arguments.evaluation,
        nodes: arguments.nodes,
        threads: arguments.threads as usize,
        ..Settings::default()
    };
    let mut progress = Progress::new();
    let report = attacks::measure(&cases, &settings, &mut |done| {
        progress.show(|elapsed| {
            format!("{done} of {} positions, {}", cases.len(), clock(elapsed.as_secs_f64()))
        });
    });
    progress.clear();
    let report = report.context("cannot start a thread")?;
    let mut output = if arguments.json {
        serde_json::to_string(&report).context("cannot write JSON")?
    } else {
        report.to_string()
    };
    if !output.ends_with('\n') {
        output.push('\n');
    }
    let mut stdout = io::stdout().lock();
    stdout.write_all(output.as_bytes())?;
    stdout.flush()?;
    Ok(ExitCode::SUCCESS)
}
