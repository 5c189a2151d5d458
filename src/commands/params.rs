//! `fukumi params`: the search parameters that a tuning run may set.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use fukumi_core::search::tune::TUNABLES;

/// List the parameters that `INFO tune.NAME VALUE` sets, as JSON: name, default, range, and the
/// least change whose effect a match may show.
#[derive(clap::Args)]
pub(crate) struct Arguments;

/// Prints the list.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let list = serde_json::to_string_pretty(TUNABLES).context("cannot write JSON")?;
    writeln!(io::stdout().lock(), "{list}")?;
    Ok(ExitCode::SUCCESS)
}
