//! Compares losses and gradients with a slow reference, whose gradients are finite differences.

#![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]

mod common;

use fukumi_trainer::kernels::Kernels;
use fukumi_trainer::learner::Learner;
use fukumi_trainer::model::Model;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use common::{Reference, WEIGHTS, params, sample, sizes};

/// Step of a difference, smaller than the distance that features keep from the ends of their range.
const STEP: f64 = 1e-5;
/// Number of parameters of each array that are tried besides the largest.
const TRIED: usize = 4;

#[test]
fn gradients_are_the_differences_of_the_losses() {
    for (seed, colors) in [(1, 1), (2, 2)] {
        let mut random = SmallRng::seed_from_u64(seed);
        let samples: Vec<_> = (0..12).map(|_| sample(&mut random)).collect();
        let model = Model::new(params(&mut random, colors), &sizes());
        let layout = model.params.layout.clone();
        let numbers = model.params.numbers.iter().map(|&number| f64::from(number)).collect();
        let mut reference = Reference { layout: &layout, numbers, values: None };
        let (expected, values) = reference.losses(&samples);
        reference.values = Some(values);
        // There are two threads, so their gradients have to be added up.
        let mut learner = Learner::new(&model, 2, Kernels::best());
        let losses = learner.learn(&model, &samples, &WEIGHTS).losses();
        for (name, loss, expected) in [
            ("value", losses.value, expected.value),
            ("policy", losses.policy, expected.policy),
            ("outcome", losses.outcome, expected.outcome),
        ] {
            assert!((loss - expected).abs() < 1e-4 * expected, "{name}: {loss} {expected}");
        }
        for (array, color, range) in layout.arrays() {
            let gradient = &learner.gradient[range.clone()];
            let largest = gradient.iter().map(|slope| slope.abs()).fold(0.0, f32::max);
            assert!(largest > 1e-5, "{array:?} of {color} has a gradient");
            let touched: Vec<usize> =
                (0..range.len()).filter(|&index| gradient[index] != 0.0).collect();
            let mut tried: Vec<usize> = (0..TRIED)
                .flat_map(|_| {
                    [*touched.choose(&mut random).unwrap(), random.random_range(0..range.len())]
                })
                .collect();
            tried.extend(touched.iter().copied().filter(|&index| gradient[index].abs() == largest));
            for index in tried {
                let place = range.start + index;
                let before = reference.numbers[place];
                let [more, less] = [STEP, -STEP].map(|step| {
                    reference.numbers[place] = before + step;
                    reference.losses(&samples).0.total(&WEIGHTS)
                });
                reference.numbers[place] = before;
                let difference = (more - less) / (2.0 * STEP);
                let slope = f64::from(gradient[index]);
                let error = (slope - difference).abs();
                let most = 2e-3 * difference.abs() + 1e-4 * f64::from(largest);
                assert!(error <= most, "{array:?} {color} {index}: {slope} {difference}");
            }
        }
    }
}

#[test]
fn the_gradient_does_not_depend_on_kernels_and_threads() {
    let mut random = SmallRng::seed_from_u64(3);
    // These are more samples than a group holds.
    let samples: Vec<_> = (0..150).map(|_| sample(&mut random)).collect();
    let model = Model::new(params(&mut random, 2), &sizes());
    let gradient = |threads, kernels| {
        let mut learner = Learner::new(&model, threads, kernels);
        // The remains of an earlier batch make no difference.
        learner.learn(&model, &samples[..40], &WEIGHTS);
        learner.learn(&model, &samples, &WEIGHTS);
        learner.gradient.to_vec()
    };
    let expected = gradient(1, Kernels::General);
    let largest = expected.iter().map(|slope| slope.abs()).fold(0.0, f32::max);
    for kernels in Kernels::available() {
        for threads in [1, 3] {
            let is_near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-4 * b.abs() + 1e-5 * largest;
            let found = gradient(threads, kernels);
            assert!(found.iter().zip(&expected).all(is_near), "{} {threads}", kernels.name());
        }
    }
}

#[test]
fn asking_has_the_losses_of_learning() {
    let mut random = SmallRng::seed_from_u64(4);
    let samples: Vec<_> = (0..70).map(|_| sample(&mut random)).collect();
    let model = Model::new(params(&mut random, 2), &sizes());
    let mut learner = Learner::new(&model, 2, Kernels::best());
    let learned = learner.learn(&model, &samples, &WEIGHTS).losses();
    let (asked, values) = learner.ask(&model, &samples, &WEIGHTS);
    let asked = asked.losses();
    assert!((asked.total(&WEIGHTS) - learned.total(&WEIGHTS)).abs() < 1e-6);
    let mut numbers: Vec<usize> = values.iter().map(|&(number, _)| number).collect();
    numbers.sort_unstable();
    assert!(numbers.into_iter().eq(0..samples.len()));
}
