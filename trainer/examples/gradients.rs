//! Writes the gradient of the loss on the first samples of a file of games, by all numbers of a network, in the form
//! of a checkpoint, and prints the losses: for comparison with the model of `scripts/train`.
//!
//!     cargo run --release -p fukumi-trainer --example gradients -- NETWORK GAMES SAMPLES OUT

use std::path::PathBuf;

use anyhow::{Context, bail};
use fukumi_trainer::checkpoint::Checkpoint;
use fukumi_trainer::export;
use fukumi_trainer::games::Games;
use fukumi_trainer::kernels::Kernels;
use fukumi_trainer::learner::Learner;
use fukumi_trainer::model::Model;
use fukumi_trainer::run::Plan;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [network, games, count, out] = &arguments[..] else {
        bail!("expected NETWORK GAMES SAMPLES OUT");
    };
    let count: usize = count.to_string_lossy().parse().context("SAMPLES is a number")?;
    let games = Games::read(std::slice::from_ref(games), 1)?;
    let mut samples = Vec::new();
    for number in 0..games.count() as u32 {
        if samples.len() < count {
            samples.extend(games.replay(&[number], 1).into_iter().flatten());
        }
    }
    samples.truncate(count);
    let model = Model::new(export::read(&std::fs::read(network)?)?, &games.sizes);
    let mut learner = Learner::new(&model, 1, Kernels::best());
    let losses = learner.learn(&model, &samples, &Plan::default().weights).losses();
    println!("{}", serde_json::to_string(&losses)?);
    let mut gradient = model.params.clone();
    gradient.numbers.copy_from_slice(&learner.gradient);
    std::fs::write(out, Checkpoint::of(gradient).encode()?)?;
    Ok(())
}
