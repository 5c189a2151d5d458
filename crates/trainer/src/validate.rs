//! Measures a network on games, by phase of the game.

use serde::Serialize;

use crate::games::Games;
use crate::kernels::Kernels;
use crate::learner::Learner;
use crate::losses::{Losses, Sums, Weights};
use crate::model::{Model, Params};
use crate::replay::Sample;

/// Games that are replayed at a time.
const LOT: usize = 1_024;
/// Number of stones at which each phase begins.
const PHASES: [usize; 4] = [0, 12, 24, 60];
/// Names of the phases.
const NAMES: [&str; 4] = ["under 12", "12 to 23", "24 to 59", "from 60"];

/// The losses of a network in one phase, or in all of them.
#[derive(Clone, Debug, Serialize)]
pub struct Phase {
    /// Range of the number of stones.
    pub stones: &'static str,
    /// Number of samples.
    pub samples: usize,
    /// Mean losses on these samples.
    #[serde(flatten)]
    pub losses: Losses,
}

/// The losses of a network on all samples of games, by phase, and over all phases last.
/// `score_share` is the weight of the search score in the target of the value.
///
/// Rows are rounded as in the engine, and layers are computed in `f32`. The engine also rounds
/// between layers, so its scores differ by a few points, up to 12 with the networks it ships.
pub fn validate(games: &Games, params: Params, score_share: f32, threads: usize) -> Vec<Phase> {
    let model = Model::new(params, &games.sizes);
    let mut learner = Learner::new(&model, threads, Kernels::best());
    let weights = Weights { policy: 0.0, outcome: 0.0, score_share };
    let numbers: Vec<u32> = (0..games.count() as u32).collect();
    let mut by_phase = [Sums::default(); PHASES.len()];
    for lot in numbers.chunks(LOT) {
        let mut samples: [Vec<Sample>; PHASES.len()] = Default::default();
        for sample in games.replay(lot, threads).into_iter().flatten() {
            let phase = PHASES.iter().rposition(|&first| sample.stones.len() >= first);
            samples[phase.unwrap_or_default()].push(sample);
        }
        for (sums, samples) in by_phase.iter_mut().zip(&samples) {
            sums.add(&learner.ask(&model, samples, &weights).0);
        }
    }
    let mut all = Sums::default();
    by_phase.iter().for_each(|sums| all.add(sums));
    let phases = NAMES.into_iter().zip(&by_phase).chain([("all", &all)]);
    let phase = |(stones, sums): (&'static str, &Sums)| Phase {
        stones,
        samples: sums.samples as usize,
        losses: sums.losses(),
    };
    phases.map(phase).collect()
}
