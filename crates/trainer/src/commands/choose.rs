//! `fukumi-train choose`: fewer positions of more games.

use std::path::PathBuf;

use fukumi_trainer::label::{self, Plan};

use super::label::line;

/// Write games with the labels of some quiet positions alone.
///
/// Positions of one game teach almost the same thing, and a teacher is slow. So it should label a
/// few positions of many games. Training leaves out positions that are not quiet.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// File of games.
    #[arg(value_name = "GAMES")]
    games: PathBuf,

    /// File to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Keep the label of one quiet position in N, on average.
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,

    /// Seed of the choice of positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Writes the games that the file lacks, and prints what it then holds.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let &Arguments { every, seed, .. } = arguments;
    let plan = Plan { nodes: None, every, seed, part: 0, parts: 1 };
    let threads = super::threads(None);
    let tally = label::label(&arguments.games, &arguments.out, &plan, threads, &mut |_| {})?;
    anstream::println!("{}", line(tally));
    Ok(())
}
