//! Losses and gradients of batches of samples.
//!
//! A batch is divided among threads, each with a `worker` and a gradient of its own. A worker takes
//! its samples in groups that fit a second-level cache, and works on a `group` in four stages.
//! First it gathers the features of the cells. Then the heads, `value` and `policy`, run their
//! layers for all samples of the group. Then they judge each sample: losses, and gradients by their
//! outputs. Finally the gradients go back through the layers, and `scatter` adds them to the rows.
//! At the end of the batch, `shared_rows` passes the gradient by whole rows on to their parts.

use fukumi_core::eval::layout::CHANNELS;

use crate::kernels::Kernels;
use crate::losses::{Sums, Weights};
use crate::model::Model;
use crate::numbers::Numbers;
use crate::parallel;
use crate::replay::Sample;

mod answers;
mod calibration;
mod color_params;
mod group;
mod policy;
mod scale;
mod scatter;
mod shared_rows;
mod times;
mod value;
mod worker;

pub use calibration::{Bin, calibration};
use scale::Scale;
pub use times::Times;
use worker::Worker;

/// Computes losses and gradients on several threads.
pub struct Learner {
    workers: Vec<Worker>,
    /// The gradient of the last batch, by all parameters.
    pub gradient: Numbers,
}

impl Learner {
    /// A learner for models of this shape, on the given number of threads.
    pub fn new(model: &Model, threads: usize, kernels: Kernels) -> Self {
        let workers = (0..threads.max(1)).map(|_| Worker::new(model, kernels));
        Self { workers: workers.collect(), gradient: Numbers::zeros(model.params.layout.length()) }
    }

    /// The time that the parts of the work took since the last call.
    pub fn take_times(&mut self) -> Times {
        let mut times = Times::default();
        for worker in &mut self.workers {
            times.add(&std::mem::take(&mut worker.times));
        }
        times
    }

    /// Computes the losses on a batch. Afterwards [`Learner::gradient`] is the gradient of their
    /// weighted sum by all parameters.
    pub fn learn(&mut self, model: &Model, samples: &[Sample], weights: &Weights) -> Sums {
        let shares = samples.iter().flat_map(|sample| &sample.shares).map(|share| share.share);
        let shares: f32 = shares.sum();
        let outcomes = samples.iter().filter(|sample| sample.outcome.is_some()).count();
        let scale = Scale {
            value: 1.0 / samples.len() as f32,
            policy: weights.policy / shares.max(1.0),
            outcome: weights.outcome / outcomes.max(1) as f32,
            score_share: weights.score_share,
        };
        let colors = model.params.layout.colors();
        let part = samples.len().div_ceil(self.workers.len()).max(1);
        parallel::each(self.workers.iter_mut().enumerate(), |_, (index, worker)| {
            worker.sums = Sums::default();
            worker.gradient.fill(0.0);
            let own = samples.chunks(part).nth(index).unwrap_or_default();
            for set in 0..colors {
                let is_in_set =
                    |sample: &&Sample| colors == 1 || usize::from(sample.to_move) == set;
                let own: Vec<&Sample> = own.iter().filter(is_in_set).collect();
                worker.work(model, &own, set, scale, true, |_| {});
            }
            worker.scatter_far(model);
        });
        self.collect(model);
        self.sums()
    }

    /// Computes the losses on samples without learning. Also returns each sample's index with the
    /// logit of its expected result, in no particular order.
    pub fn ask(
        &mut self,
        model: &Model,
        samples: &[Sample],
        weights: &Weights,
    ) -> (Sums, Vec<(usize, f32)>) {
        let scale =
            Scale { value: 0.0, policy: 0.0, outcome: 0.0, score_share: weights.score_share };
        let colors = model.params.layout.colors();
        let part = samples.len().div_ceil(self.workers.len()).max(1);
        let mut values = vec![Vec::new(); self.workers.len()];
        let workers = self.workers.iter_mut().zip(&mut values).enumerate();
        parallel::each(workers, |_, (index, (worker, values))| {
            worker.sums = Sums::default();
            let own = samples.chunks(part).nth(index).unwrap_or_default();
            for set in 0..colors {
                let is_in_set =
                    |sample: &&Sample| colors == 1 || usize::from(sample.to_move) == set;
                let numbered = own.iter().enumerate().filter(|(_, sample)| is_in_set(sample));
                let (numbers, own): (Vec<usize>, Vec<&Sample>) = numbered.unzip();
                let mut numbers = numbers.into_iter().map(|number| index * part + number);
                worker.work(model, &own, set, scale, false, |value| {
                    values.extend(numbers.next().map(|number| (number, value)));
                });
            }
        });
        (self.sums(), values.concat())
    }

    fn sums(&self) -> Sums {
        let mut sums = Sums::default();
        self.workers.iter().for_each(|worker| sums.add(&worker.sums));
        sums
    }

    /// Adds up the gradients of all threads, and passes the gradient by rows on to their parts.
    fn collect(&mut self, model: &Model) {
        let Self { workers, gradient } = self;
        let (params, threads) = (&model.params, workers.len());
        let gradients: Vec<&Numbers> = workers.iter().map(|worker| &worker.gradient).collect();
        // Each thread gets whole rows.
        let part = gradient.len().div_ceil(threads).next_multiple_of(CHANNELS);
        parallel::each(gradient.chunks_mut(part), |index, sums| {
            let start = index * part;
            sums.copy_from_slice(&gradients[0][start..start + sums.len()]);
            for gradient in &gradients[1..] {
                let slopes = &gradient[start..start + sums.len()];
                sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            }
        });
        for color in 0..params.layout.colors() {
            shared_rows::share(params, color, gradient, threads);
        }
    }
}
