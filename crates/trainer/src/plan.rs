//! What a run is to do, and what it notes while it does it.

use std::iter::zip;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::losses::{Losses, Weights};

/// How to train.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// How often every game is learned from.
    pub epochs: f64,
    /// Samples per step.
    pub batch: usize,
    /// Highest learning rate; see [`crate::optimiser::rate`].
    pub rate: f64,
    /// Weights of the losses and of the parts of the target.
    pub weights: Weights,
    /// Learning rate of the policy's layers; see [`crate::optimiser::Rates::policy`].
    pub policy_rate: f64,
    /// Power to which the shares of the policy target are raised; see
    /// [`crate::replay::Sample::sharpen`].
    pub policy_power: f32,
    /// Weight decay; see [`crate::optimiser::Rates::decay`].
    pub decay: f64,
    /// Maximum number of samples of each board size to check with.
    pub held_out: usize,
    /// Steps between two checks.
    pub check_every: u64,
    /// Samples in the buffer from which batches are drawn.
    pub buffer: usize,
    /// Seed of the initial parameters and of the order of the samples.
    pub seed: u64,
    /// Whether each colour has parameters of its own.
    pub by_color: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            epochs: 2.0,
            batch: 4_096,
            rate: 0.02,
            weights: Weights { policy: 0.15, outcome: 0.1, score_share: 0.75 },
            policy_rate: 1.0,
            policy_power: 1.0,
            decay: 1.0,
            held_out: 30_000,
            check_every: 500,
            buffer: 1 << 18,
            seed: 1,
            by_color: false,
        }
    }
}

impl Plan {
    /// Each number that differs from that of `asked`, as in `batch 64, now 128`.
    ///
    /// # Errors
    /// If a plan cannot be written as JSON.
    pub fn differences(&self, asked: &Self) -> serde_json::Result<Vec<String>> {
        let [found, asked] = [serde_json::to_value(self)?, serde_json::to_value(asked)?];
        Ok(zip(numbers("plan", &found), numbers("plan", &asked))
            .filter(|(found, asked)| found != asked)
            .map(|((name, found), (_, asked))| format!("{name} {found}, now {asked}"))
            .collect())
    }
}

/// All numbers in this value, with their names.
fn numbers<'a>(name: &'a str, value: &'a Value) -> Vec<(&'a str, &'a Value)> {
    match value.as_object() {
        Some(fields) => fields.iter().flat_map(|(name, value)| numbers(name, value)).collect(),
        None => vec![(name, value)],
    }
}

/// What decides the result of a run, up to the rounding of sums.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunSettings {
    /// How the run trains.
    pub plan: Plan,
    /// The number of games, the number of samples to learn from, and the checksum of the games.
    pub games: (usize, usize, u32),
    /// Checksum of the network that the run began with, if any.
    pub start: Option<u32>,
}

/// Losses at a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// Steps made.
    pub step: u64,
    /// The board size, as in `15x15`.
    pub board: String,
    /// Losses on the samples held out.
    #[serde(flatten)]
    pub losses: Losses,
    /// Mean losses on the samples learned from since the last check, over all board sizes.
    pub learned: Losses,
}
