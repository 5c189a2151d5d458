//! `fukumi-train compare`: networks by their searches.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, ensure};
use fukumi_core::eval::{Kind, OwnNetwork};
use fukumi_trainer::compare;
use fukumi_trainer::export;

use super::{PROGRESS, read, threads};

/// Compare networks by their searches, before any match.
///
/// Each network labels quiet positions of the games by long searches, and searches them again with
/// few nodes. The table has the mean Kullback-Leibler distance from all labels to these searches,
/// in nats, and the share of labels whose move they find. A label is decided if it says who wins.
/// The error of the difference from the first network is one standard error, by game.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of games.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// A network, or checkpoint.bin of a run; two or more.
    #[arg(long = "network", value_name = "FILE", required = true)]
    networks: Vec<PathBuf>,

    /// Number of positions.
    #[arg(long, value_name = "N", default_value_t = 12_000)]
    positions: usize,

    /// Nodes of the searches that are compared.
    #[arg(long, value_name = "N", default_value_t = 400)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Nodes of the searches that give labels.
    #[arg(long, value_name = "N", default_value_t = 6_400)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    label_nodes: u64,

    /// Number of threads; by default as many as there are processors.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Compares the networks and prints the table.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    ensure!(arguments.networks.len() > 1, "two networks are needed: --network FILE --network FILE");
    let network = |path: &PathBuf| {
        let context = || format!("cannot read {}", path.display());
        let params = export::read(&read(path)?).with_context(context)?;
        let network = OwnNetwork::of(&export::encode(&params).0)?;
        anyhow::Ok((path.display().to_string(), Kind::Own(network)))
    };
    let networks = arguments.networks.iter().map(network).collect::<Result<Vec<_>, _>>()?;
    let cases = compare::draw(&arguments.games, arguments.positions)?;
    let plan = compare::Plan {
        nodes: arguments.nodes,
        label_nodes: arguments.label_nodes,
        threads: threads(arguments.threads),
    };
    let mut said = Instant::now();
    let report = compare::compare(&cases, &networks, plan, &mut |done, all| {
        if said.elapsed() >= PROGRESS {
            said = Instant::now();
            anstream::eprintln!("{done} of {all} searches");
        }
    });
    let report = report.context("cannot start a thread")?;
    if arguments.json {
        anstream::println!("{:#}", serde_json::to_value(&report)?);
    } else {
        anstream::print!("{report}");
    }
    Ok(())
}
