//! `fukumi-train`: trains networks of the evaluation and measures them.

mod commands;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::{Parser, Subcommand};
use fukumi_core::eval::{Kind, OwnNetwork};
use fukumi_trainer::attacks::{self, Report};
use fukumi_trainer::compare;
use fukumi_trainer::export;
use fukumi_trainer::games::Games;
use fukumi_trainer::kernels::Kernels;
use fukumi_trainer::losses::Weights;
use fukumi_trainer::model::Params;
use fukumi_trainer::plan::{Check, Plan};
use fukumi_trainer::run::{Event, Progress, Run};
use fukumi_trainer::searches::Settings;
use fukumi_trainer::validate::validate;

/// Time between two lines of progress.
const PROGRESS: Duration = Duration::from_secs(10);

/// Trains networks of the evaluation on games of `fukumi datagen`, and measures them.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Train(Train),
    Export(Export),
    Validate(Validate),
    Compare(Compare),
    Label(commands::label::Arguments),
    Arrays(commands::arrays::Arguments),
    Teach(commands::teach::Arguments),
}

/// Train a network on games of one rule.
///
/// A sixteenth of the games is held out, and each check prints the losses on them. Each check also
/// writes losses.json and a checkpoint into FOLDER, so that the same command resumes a run that was
/// cut off. At the end the run writes network.net, which the engine reads, losses.svg and
/// calibration.svg.
#[derive(clap::Args)]
struct Train {
    /// Files of games.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// Folder of the run.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// A network, or checkpoint.bin of another run, to begin with.
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,

    /// Train separate parameters for each colour, as in renju.
    #[arg(long)]
    by_color: bool,

    /// How often every game is learned from.
    #[arg(long, value_name = "N", default_value_t = Plan::default().epochs)]
    epochs: f64,

    /// Samples per step.
    #[arg(long, value_name = "N", default_value_t = Plan::default().batch)]
    batch: usize,

    /// Highest learning rate: it rises for a hundred steps, then falls to a fiftieth.
    #[arg(long, value_name = "X", default_value_t = Plan::default().rate)]
    rate: f64,

    /// Weight of the search score in the target of the value; the rest is the outcome of the game.
    #[arg(long, value_name = "X", default_value_t = Plan::default().weights.score_share)]
    score_share: f32,

    /// Weight of the loss of the policy.
    #[arg(long, value_name = "X", default_value_t = Plan::default().weights.policy)]
    policy_weight: f32,

    /// Weight of the loss of win, draw and loss.
    #[arg(long, value_name = "X", default_value_t = Plan::default().weights.outcome)]
    outcome_weight: f32,

    /// Learning rate of the layers that make the weights of the policy, as a fraction of --rate.
    #[arg(long, value_name = "X", default_value_t = Plan::default().policy_rate)]
    policy_rate: f64,

    /// Power to which the shares of the policy target are raised, so that a power above 1 makes the
    /// target sharper and a large one leaves only the best move.
    #[arg(long, value_name = "X", default_value_t = Plan::default().policy_power)]
    policy_power: f32,

    /// Weight decay of the parts that single windows and threat masks have of their own, as a
    /// multiple of the learning rate.
    #[arg(long, value_name = "X", default_value_t = Plan::default().decay)]
    decay: f64,

    /// Samples of each board size to check with, at most.
    #[arg(long, value_name = "N", default_value_t = Plan::default().held_out)]
    held_out: usize,

    /// Steps between two checks.
    #[arg(long, value_name = "N", default_value_t = Plan::default().check_every)]
    check_every: u64,

    /// Samples in the buffer from which batches are drawn.
    #[arg(long, value_name = "N", default_value_t = Plan::default().buffer)]
    buffer: usize,

    /// Seed of the order of the samples and of the initial parameters.
    #[arg(long, value_name = "N", default_value_t = Plan::default().seed)]
    seed: u64,

    /// Number of threads; by default as many as there are processors. Another number rounds sums in
    /// another order.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Print where the time went, at the end.
    #[arg(long)]
    timings: bool,
}

/// Write a network, or the one of a checkpoint, as the engine reads it.
///
/// The search prunes and reduces moves by the odds that the policy gives them. Its parameters are
/// tuned for policies that learned from single moves. A policy that learned from shares of nodes
/// has flatter odds. --policy-scale multiplies the logarithms of the odds, so that such a network
/// fits these parameters.
#[derive(clap::Args)]
struct Export {
    /// The network, or checkpoint.bin of a run.
    #[arg(long, value_name = "FILE")]
    network: PathBuf,

    /// What the logits of the policy are multiplied by.
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = scale)]
    policy_scale: f32,

    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Print how good a network is: its losses by phase of the game, and how many long attacks a search
/// with it sees.
///
/// Losses are mean cross-entropies in natural logarithms. Layers are computed in floating point, so
/// the scores are a few points off those of the engine, which rounds. An attack is searched as the
/// engine does, with an empty table and one thread; a win is proven, or as good as proven (seen).
/// No training may see the games and positions of assets/validation.
#[derive(clap::Args)]
struct Validate {
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

/// Compare networks by their searches, before any match.
///
/// Each network labels quiet positions of the games by long searches, and searches them again with
/// few nodes. The table has the mean Kullback-Leibler distance from all labels to these searches,
/// in nats, and the share of labels whose move they find. A label is decided if it says who wins.
/// The error of the difference from the first network is one standard error, by game.
#[derive(clap::Args)]
struct Compare {
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

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Train(arguments) => train(&arguments),
        Command::Export(arguments) => run_export(&arguments),
        Command::Validate(arguments) => run_validate(&arguments),
        Command::Compare(arguments) => run_compare(&arguments),
        Command::Label(arguments) => commands::label::run(&arguments),
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

fn threads(wanted: Option<usize>) -> usize {
    let available = || std::thread::available_parallelism().map_or(1, Into::into);
    wanted.unwrap_or_else(available).max(1)
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn train(arguments: &Train) -> anyhow::Result<()> {
    let plan = Plan {
        epochs: arguments.epochs,
        batch: arguments.batch,
        rate: arguments.rate,
        weights: Weights {
            policy: arguments.policy_weight,
            outcome: arguments.outcome_weight,
            score_share: arguments.score_share,
        },
        policy_rate: arguments.policy_rate,
        policy_power: arguments.policy_power,
        decay: arguments.decay,
        held_out: arguments.held_out,
        check_every: arguments.check_every,
        buffer: arguments.buffer,
        seed: arguments.seed,
        by_color: arguments.by_color,
    };
    let threads = threads(arguments.threads);
    let games = Games::read(&arguments.games, threads)?;
    let start = arguments.start.as_deref().map(read).transpose()?;
    let mut run = Run::new(&games, plan, start.as_deref(), threads)?;
    let learned = games.samples_in(&games.numbers(false));
    anstream::println!(
        "{} games of {}, {learned} samples to learn from, {} held out; {threads} threads, {}",
        games.count(),
        games.rule,
        games.samples_in(&games.numbers(true)),
        Kernels::best().name(),
    );
    run.resume(&arguments.out)?;
    if run.step() > 0 {
        anstream::println!("going on after step {} of {}", run.step(), run.steps());
    }
    let mut said = Instant::now();
    let mut last = None;
    let mut report = |event: &Event<'_>| match event {
        Event::Step(progress) => {
            if said.elapsed() >= PROGRESS {
                said = Instant::now();
                anstream::println!("{}", line(progress));
            }
            last = Some(**progress);
        }
        Event::Checked(checks) => {
            said = Instant::now();
            if let Some(progress) = &last {
                anstream::println!("{}", line(progress));
            }
            checks.iter().for_each(|check| anstream::println!("{}", held_out(check)));
        }
        Event::Cut(count) => {
            anstream::println!("{}", too_large(*count));
        }
    };
    let end = run.steps();
    run.train(&arguments.out, end, &mut report)?;
    run.finish(&arguments.out, &mut report)?;
    if let Some(progress) = last.filter(|_| arguments.timings) {
        timings(&progress, threads);
    }
    Ok(())
}

fn line(progress: &Progress) -> String {
    let rate = progress.samples as f64 / progress.time.as_secs_f64().max(1e-9);
    let learned = progress.learned;
    format!(
        "step {} of {}, {rate:.0} samples/s, learned {:.4} {:.3}",
        progress.step, progress.steps, learned.value, learned.policy
    )
}

fn held_out(check: &Check) -> String {
    let losses = check.losses;
    format!(
        "  {}: value {:.4}, policy {:.4}, first {:.1} %, outcome {:.4}",
        check.board,
        losses.value,
        losses.policy,
        100.0 * losses.hits,
        losses.outcome
    )
}

fn timings(progress: &Progress, threads: usize) {
    let per_sample = |time: Duration| 1e6 * time.as_secs_f64() / progress.samples.max(1) as f64;
    let (stages, learner) = (&progress.stages, &progress.stages.learner);
    let busy = learner.gather + learner.dense + learner.policy + learner.scatter;
    let all = stages.learning * threads as u32;
    anstream::println!("microseconds a sample, added up over {threads} threads:");
    for (name, time) in [
        ("replay", stages.replay * threads as u32),
        ("gather", learner.gather),
        ("layers", learner.dense),
        ("policy", learner.policy),
        ("scatter", learner.scatter),
        ("sums of gradients, waiting", all.saturating_sub(busy)),
        ("optimiser", stages.optimiser * threads as u32),
    ] {
        anstream::println!("  {name:28}{:6.2}", per_sample(time));
    }
}

fn scale(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(scale) if (0.1..=10.0).contains(&scale) => Ok(scale),
        _ => Err("expected a number from 0.1 to 10".into()),
    }
}

fn run_export(arguments: &Export) -> anyhow::Result<()> {
    let mut params = export::read(&read(&arguments.network)?)
        .with_context(|| format!("cannot read {}", arguments.network.display()))?;
    params.scale_policy(arguments.policy_scale);
    let (bytes, cut) = export::encode(&params);
    if cut > 0 {
        anstream::println!("{}", too_large(cut));
    }
    let out = &arguments.out;
    fs::write(out, bytes).with_context(|| format!("cannot write {}", out.display()))
}

fn too_large(count: usize) -> String {
    format!("{count} numbers are too large for the file and were cut off")
}

fn run_validate(arguments: &Validate) -> anyhow::Result<()> {
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
) -> anyhow::Result<Report> {
    let mut cases = Vec::new();
    for path in lists {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        cases.extend(attacks::read(&text).with_context(|| format!("cannot use {name}"))?);
    }
    let network = OwnNetwork::of(&export::encode(params).0)?;
    let table_bytes = attacks::DEFAULT_TABLE_BYTES;
    let settings = Settings { evaluation: Kind::Own(network), nodes, table_bytes, threads };
    let mut said = Instant::now();
    let report = attacks::measure(&cases, &settings, &mut |done| {
        if said.elapsed() >= PROGRESS {
            said = Instant::now();
            anstream::eprintln!("{done} of {} attacks", cases.len());
        }
    });
    report.context("cannot start a thread")
}

fn run_compare(arguments: &Compare) -> anyhow::Result<()> {
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
