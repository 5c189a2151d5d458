//! `fukumi-train validate`: how good a network is.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use fukumi_core::eval::{Kind, OwnNetwork};
use fukumi_trainer::attacks::{self, AttackReport};
use fukumi_trainer::export;
use fukumi_trainer::games::Games;
use fukumi_trainer::model::Params;
use fukumi_trainer::plan::Plan;
use fukumi_trainer::searches::SearchSettings;
use fukumi_trainer::validate::validate;

use super::{PROGRESS, read, threads};

/// Print how good a network is: its losses by phase of the game, and how many long attacks a search
/// with it sees.
///
/// Losses are mean cross-entropies in natural logarithms. Layers are computed in floating point, so
/// the scores are a few points off those of the engine, which rounds. An attack is searched as the
/// engine does, with an empty table and one thread; a win is proven, or as good as proven (seen).
/// No training may see the games and positions of assets/validation.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of games, of one rule.
    #[arg(required_unless_present = "attacks", value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// Lists of positions with long attacks, as `fukumi-tools attacks` writes them.
    #[arg(long, num_args = 1.., value_name = "LIST")]
    attacks: Vec<PathBuf>,

    /// Nodes for each of these positions.
    #[arg(long, value_name = "N", default_value_t = attacks::DEFAULT_NODES)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// The network, or checkpoint.bin of a run.
    #[arg(long, value_name = "FILE")]
    network: PathBuf,

    /// Weight of the search score in the target of the value; the rest is the outcome of the game.
    #[arg(long, value_name = "X", default_value_t = Plan::default().weights.score_share)]
    score_share: f32,

    /// Number of threads; by default as many as there are processors.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Measures the network and prints the results.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let threads = threads(arguments.threads);
    let bytes = read(&arguments.network)?;
    let params = export::read(&bytes)
        .with_context(|| format!("cannot read {}", arguments.network.display()))?;
    let phases = match arguments.games.as_slice() {
        [] => Vec::new(),
        files => {
            let games = Games::read(files, threads)?;
            validate(&games, params.clone(), arguments.score_share, threads)
        }
    };
    let attacks = match arguments.attacks.as_slice() {
        [] => None,
        lists => Some(measure_attacks(lists, &params, arguments.nodes, threads)?),
    };
    if arguments.json {
        let all = serde_json::json!({ "phases": phases, "attacks": attacks });
        anstream::println!("{all:#}");
        return Ok(());
    }
    if !phases.is_empty() {
        anstream::println!("stones      samples   value  policy outcome   first");
    }
    for phase in phases {
        let losses = phase.losses;
        anstream::println!(
            "{:10}{:9}  {:.4}  {:.4}  {:.4}  {:5.1} %",
            phase.stones,
            phase.samples,
            losses.value,
            losses.policy,
            losses.outcome,
            100.0 * losses.hits
        );
    }
    if let Some(report) = attacks {
        anstream::print!("{report}");
    }
    Ok(())
}

/// Measures how many attacks of these lists the engine sees with a network of these parameters.
fn measure_attacks(
    lists: &[PathBuf],
    params: &Params,
    nodes: u64,
    threads: usize,
) -> anyhow::Result<AttackReport> {
    let mut cases = Vec::new();
    for path in lists {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        cases.extend(attacks::read(&text).with_context(|| format!("cannot use {name}"))?);
    }
    let network = OwnNetwork::of(&export::encode(params).0)?;
    let table_bytes = attacks::DEFAULT_TABLE_BYTES;
    let settings = SearchSettings { evaluation: Kind::Own(network), nodes, table_bytes, threads };
    let mut said = Instant::now();
    let report = attacks::measure(&cases, &settings, &mut |done| {
        if said.elapsed() >= PROGRESS {
            said = Instant::now();
            anstream::eprintln!("{done} of {} attacks", cases.len());
        }
    });
    report.context("cannot start a thread")
}
