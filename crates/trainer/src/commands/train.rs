//! `fukumi-train train`: networks from games.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use fukumi_trainer::games::Games;
use fukumi_trainer::kernels::Kernels;
use fukumi_trainer::losses::Weights;
use fukumi_trainer::plan::{Check, Plan};
use fukumi_trainer::run::{Event, Progress, Run};

use super::{PROGRESS, read, threads, too_large};

/// Train a network on games of one rule.
///
/// A sixteenth of the games is held out, and each check prints the losses on them. Each check also
/// writes losses.json and a checkpoint into FOLDER, so that the same command resumes a run that was
/// cut off. At the end the run writes network.net, which the engine reads, losses.svg and
/// calibration.svg.
#[derive(clap::Args)]
pub(crate) struct Arguments {
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

/// Trains, and prints how far that is.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
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
