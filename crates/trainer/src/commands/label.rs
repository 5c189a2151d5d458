//! `fukumi-train label`: labels of deep searches for recorded games.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::ensure;
use fukumi_trainer::label::{self, Plan, Tally};

/// Search quiet positions of games deeply, and write the games with these labels alone.
///
/// Which positions are searched depends on --seed and the number of the game, and the labels do not
/// depend on --threads. The same command completes a file that was cut off. Several processes or
/// machines label a part each: --part 0 --parts 2 and --part 1 --parts 2.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    choice: Choice,

    /// Nodes of each search.
    #[arg(long, value_name = "N", default_value_t = 6_400)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// The part to label, from 0.
    #[arg(long, value_name = "N", default_value_t = 0)]
    part: u32,

    /// Number of parts.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    parts: u32,

    /// Number of threads; by default as many as there are processors.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

/// Which positions of a file of games are taken, and where they go.
#[derive(clap::Args)]
pub(super) struct Choice {
    /// File of games.
    #[arg(value_name = "GAMES")]
    pub(super) games: PathBuf,

    /// File to write; only one process may write to it.
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,

    /// Take one quiet position in N, on average.
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) every: u32,

    /// Seed of the choice of positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
}

/// Labels the games that the file lacks, and prints what it then holds.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let &Arguments { ref choice, nodes, part, parts, .. } = arguments;
    let &Choice { every, seed, .. } = choice;
    ensure!(part < parts, "expected a part from 0 to {}, found {part}", parts - 1);
    let plan = Plan { nodes: Some(nodes), every, seed, part, parts };
    let mut said = Instant::now();
    let mut report = |tally: Tally| {
        if said.elapsed() >= super::PROGRESS {
            said = Instant::now();
            anstream::eprintln!("{}", line(tally));
        }
    };
    let threads = super::threads(arguments.threads);
    let tally = label::label(&choice.games, &choice.out, &plan, threads, &mut report)?;
    anstream::println!("{}", line(tally));
    Ok(())
}

pub(super) fn line(tally: Tally) -> String {
    format!("{} games, {} labels", tally.games, tally.labels)
}
