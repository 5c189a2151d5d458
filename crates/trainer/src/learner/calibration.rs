//! How well the expected results of samples agree with how their games ended.

use crate::losses::sigmoid;
use crate::replay::Sample;

/// What was expected of a group of samples, and how their games ended; see [`calibration`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// Mean of the expected results, 0 to 1.
    pub expected: f64,
    /// Mean of the outcomes, 0 to 1.
    pub happened: f64,
}

/// Sorts the samples whose outcome is known by their expected result and divides them into bins of
/// equal size. `values` are the logits from [`super::Learner::ask`].
pub fn calibration(samples: &[Sample], values: &[(usize, f32)], bins: usize) -> Vec<Bin> {
    let known = values.iter().filter_map(|&(number, value)| {
        let outcome = samples[number].outcome?;
        Some((f64::from(sigmoid(value)), number, f64::from(outcome.result())))
    });
    let mut known: Vec<(f64, usize, f64)> = known.collect();
    known.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let size = known.len().div_ceil(bins.max(1)).max(1);
    let mean = |group: &[(f64, usize, f64)]| {
        let count = group.len() as f64;
        Bin {
            expected: group.iter().map(|entry| entry.0).sum::<f64>() / count,
            happened: group.iter().map(|entry| entry.2).sum::<f64>() / count,
        }
    };
    known.chunks(size).map(mean).collect()
}
