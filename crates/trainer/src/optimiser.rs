//! Steps of the parameters against their gradient: Adam (Kingma and Ba 2014, arXiv 1412.6980) with
//! the gradient clipped to a norm of 1 and decoupled weight decay (Loshchilov and Hutter 2017,
//! arXiv 1711.05101).

use crate::model::Params;
use crate::numbers::Numbers;
use crate::parallel;

/// Decay per step of the running mean of gradients, and of that of their squares.
const KEPT: f32 = 0.9;
const KEPT_SQUARES: f32 = 0.999;
/// Added to the root of the mean square.
const EPSILON: f32 = 1e-8;
/// Largest norm of a gradient; larger gradients are scaled down.
const LARGEST_NORM: f64 = 1.0;
/// Number of parameters handled at a time. Sums are made by block, so they do not depend on the
/// number of threads.
const BLOCK: usize = 1 << 14;

/// The state of the optimiser.
#[derive(Clone, Debug)]
pub struct Optimiser {
    /// Running mean of the gradients.
    pub means: Numbers,
    /// Running mean of the squared gradients.
    pub squares: Numbers,
    /// Steps made.
    pub steps: u64,
}

/// The size of a step.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Learning rate of all parameters except those of the policy's layers.
    pub rate: f64,
    /// Learning rate of the layers that make the weights of features for the policy, as a fraction
    /// of [`Rates::rate`].
    pub policy: f64,
    /// Weight decay of the arrays that are drawn to zero, as a multiple of the learning rate.
    pub decay: f64,
}

/// Parameters of one array, with their state and gradient.
struct Block<'a> {
    numbers: &'a mut [f32],
    means: &'a mut [f32],
    squares: &'a mut [f32],
    gradient: &'a [f32],
    rate: f32,
    decay: f32,
}

impl Optimiser {
    /// The state before the first step.
    pub fn new(params: &Params) -> Self {
        let zeros = Numbers::zeros(params.layout.length());
        Self { means: zeros.clone(), squares: zeros, steps: 0 }
    }

    /// Makes a step on the given number of threads.
    pub fn step(&mut self, params: &mut Params, gradient: &[f32], rates: &Rates, threads: usize) {
        let norm = norm(gradient, threads);
        let scale = if norm < LARGEST_NORM { 1.0 } else { (LARGEST_NORM / norm) as f32 };
        self.steps += 1;
        let power = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let means_scale = 1.0 / (1.0 - KEPT.powi(power));
        let squares_scale = 1.0 / (1.0 - KEPT_SQUARES.powi(power));
        let mut parts: Vec<Vec<Block<'_>>> = (0..threads.max(1)).map(|_| Vec::new()).collect();
        let (mut numbers, mut means, mut squares, mut rest) =
            (&mut *params.numbers, &mut *self.means, &mut *self.squares, gradient);
        let mut next = 0;
        for (array, _, range) in params.layout.arrays() {
            let rate = if array.is_of_policy() { rates.rate * rates.policy } else { rates.rate };
            let decay = if array.is_drawn_to_zero() { rates.decay } else { 0.0 };
            let mut left = range.len();
            while left > 0 {
                let length = left.min(BLOCK);
                left -= length;
                let block = Block {
                    numbers: numbers.split_off_mut(..length).unwrap_or_default(),
                    means: means.split_off_mut(..length).unwrap_or_default(),
                    squares: squares.split_off_mut(..length).unwrap_or_default(),
                    gradient: rest.split_off(..length).unwrap_or_default(),
                    rate: rate as f32,
                    decay: decay as f32,
                };
                parts[next].push(block);
                next = (next + 1) % parts.len();
            }
        }
        parallel::each(parts, |_, blocks| {
            for block in blocks {
                let Block { numbers, means, squares, gradient, rate, decay } = block;
                for (index, number) in numbers.iter_mut().enumerate() {
                    let slope = gradient[index] * scale;
                    let mean = KEPT * means[index] + (1.0 - KEPT) * slope;
                    let square =
                        KEPT_SQUARES * squares[index] + (1.0 - KEPT_SQUARES) * slope * slope;
                    means[index] = mean;
                    squares[index] = square;
                    let change = mean * means_scale / ((square * squares_scale).sqrt() + EPSILON);
                    *number -= rate * (change + decay * *number);
                }
            }
        });
    }
}

/// The Euclidean norm of the gradient.
fn norm(gradient: &[f32], threads: usize) -> f64 {
    let blocks: Vec<&[f32]> = gradient.chunks(BLOCK).collect();
    let sums = parallel::map(
        threads,
        blocks.len(),
        || (),
        |(), index| {
            // Eight sums, so that the processor adds them side by side.
            let mut sums = [0.0_f32; 8];
            for slopes in blocks[index].chunks(8) {
                sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope * slope);
            }
            sums.iter().map(|&sum| f64::from(sum)).sum::<f64>()
        },
    );
    sums.iter().sum::<f64>().sqrt()
}

/// The learning rate of step `step` of `steps`, counted from 0. It rises from 0 over a hundred
/// steps, then falls to a fiftieth along a cosine. Short runs rise over a quarter of their steps.
pub fn rate(step: u64, steps: u64, rate: f64) -> f64 {
    let warming = 100.min(steps / 4 + 1);
    if step < warming {
        return rate * step as f64 / warming as f64;
    }
    let part = (step - warming) as f64 / (steps + 1 - warming).max(1) as f64;
    let cosine = 0.5 * (1.0 + (std::f64::consts::PI * part.min(1.0)).cos());
    rate * ((1.0 - 0.02) * cosine + 0.02)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Stored;

    #[test]
    fn a_step_is_that_of_adam_whatever_the_threads() {
        let mut params = Params::new(1, 1);
        params.array_mut(Stored::Rows, 0)[5] = 0.5;
        let gradient: Vec<f32> =
            (0..params.layout.length()).map(|index| ((index * 37) % 11) as f32 - 5.0).collect();
        let rates = Rates { rate: 0.01, policy: 0.1, decay: 1.0 };
        let mut after = Vec::new();
        for threads in [1, 3] {
            let (mut params, mut optimiser) = (params.clone(), Optimiser::new(&params));
            for _ in 0..2 {
                optimiser.step(&mut params, &gradient, &rates, threads);
            }
            after.push(params);
        }
        assert_eq!(*after[0].numbers, *after[1].numbers);
        let norm = gradient.iter().map(|&slope| f64::from(slope).powi(2)).sum::<f64>().sqrt();
        for (array, _, range) in params.layout.arrays() {
            let index = range.start + 5.min(range.len() - 1);
            let slope = f64::from(gradient[index]) / norm;
            let mut number = f64::from(params.numbers[index]);
            let rate = if array.is_of_policy() { 0.001 } else { 0.01 };
            let decay = if array.is_drawn_to_zero() { 1.0 } else { 0.0 };
            // With the same gradient at each step, both means are exactly those of the gradient.
            let change = slope / (slope.abs() + 1e-8);
            (0..2).for_each(|_| number -= rate * (change + decay * number));
            assert!((f64::from(after[0].numbers[index]) - number).abs() < 1e-5, "{array:?}");
        }
    }

    #[test]
    fn the_rate_rises_and_falls() {
        assert_eq!(rate(0, 1_000, 0.01), 0.0);
        assert!((rate(50, 1_000, 0.01) - 0.005).abs() < 1e-9);
        assert!((rate(100, 1_000, 0.01) - 0.01).abs() < 1e-9);
        // Halfway between the rate and a fiftieth of it.
        assert!((rate(100 + 901 / 2, 1_000, 0.01) - 0.0051).abs() < 2e-5);
        assert!((rate(1_000, 1_000, 0.01) - 0.0002).abs() < 1e-7);
        assert!(rate(1, 1, 0.01) > 0.0);
    }
}
