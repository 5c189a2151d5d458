//! The part of the value that looks at the answers to a threat: a layer makes units of the features
//! of each answer's cell, and the largest of each unit goes into the first layer of the value.

use fukumi_core::eval::layout::{BOTH, CHANNELS, HIDDEN, POOLED};

use super::color_params::{ColorParams, exchange};
use super::group::{GROUP, Group};
use crate::dense::{leak, leak_back};
use crate::model::{FEATURE_MAX, Stored};
use crate::numbers::Numbers;
use crate::replay::Sample;

/// The answers of one sample.
#[derive(Clone, Default)]
struct Found {
    /// Indices of their cells; empty if there is no threat to answer.
    cells: Vec<usize>,
    /// The largest value of each unit over all answers.
    units: [f32; POOLED],
    /// The places in [`Found::cells`] where these are.
    places: [usize; POOLED],
    /// Gradient by the features of each cell, Black's first.
    grad_features: Vec<[f32; BOTH]>,
}

/// The answers of the samples of a group.
pub(super) struct Answers {
    found: Vec<Found>,
}

impl Answers {
    pub(super) fn new() -> Self {
        Self { found: vec![Found::default(); GROUP] }
    }

    /// Looks at the answers of each sample, and adds what they give to `sums`, the first layer of
    /// the value.
    pub(super) fn look(
        &mut self,
        own: ColorParams<'_>,
        group: &Group,
        samples: &[&Sample],
        sums: &mut [f32],
    ) {
        let factors = own.array(Stored::AnswerSums).as_chunks::<POOLED>().0;
        let sums = sums.as_chunks_mut::<HIDDEN>().0;
        for (index, (sample, sums)) in samples.iter().zip(sums).enumerate() {
            let found = &mut self.found[index];
            found.find(group, index, sample);
            if !found.cells.is_empty() {
                found.look(own, group, sample.to_move);
                let units = &found.units;
                sums.iter_mut().zip(factors).for_each(|(sum, of)| *sum += product(of, units));
            }
        }
    }

    /// Takes the gradient by the sums of the first layer of the value back to the features of the
    /// answers and to the parameters.
    pub(super) fn look_back(
        &mut self,
        own: ColorParams<'_>,
        group: &Group,
        samples: &[&Sample],
        grad_sums: &[f32],
        gradient: &mut Numbers,
    ) {
        let grad_sums = grad_sums.as_chunks::<HIDDEN>().0;
        for ((found, sample), grad_sums) in self.found.iter_mut().zip(samples).zip(grad_sums) {
            found.grad_features.clear();
            found.grad_features.resize(found.cells.len(), [0.0; BOTH]);
            if !found.cells.is_empty() {
                let grad_units = found.back_to_units(own, grad_sums, gradient);
                found.back_to_features(own, group, sample.to_move, &grad_units, gradient);
            }
        }
    }

    /// Scatters the gradient by the features of a sample's answers to the rows, the gradient by
    /// which begins at `start`, and to the biases.
    pub(super) fn scatter(
        &self,
        group: &Group,
        index: usize,
        start: usize,
        gradient: &mut Numbers,
        grad_bias: &mut [f32; BOTH],
    ) {
        let Found { cells, grad_features, .. } = &self.found[index];
        for (&cell, slopes) in cells.iter().zip(grad_features) {
            for (number, &feature) in group.features[cell].iter().enumerate() {
                if is_clipped(feature) {
                    continue;
                }
                let (side, channel) = (number / CHANNELS, number % CHANNELS);
                grad_bias[number] += slopes[number];
                for &row in &group.rows[cell][4 * side..4 * side + 4] {
                    gradient[start + usize::from(row) * CHANNELS + channel] += slopes[number];
                }
            }
        }
    }
}

impl Found {
    /// Finds the cells of a sample's answers.
    fn find(&mut self, group: &Group, index: usize, sample: &Sample) {
        let open = group.seen[index].open();
        let cells = &group.cells[open.clone()];
        let place = |answer| cells.iter().position(|cell| cell == answer);
        self.cells.clear();
        self.cells.extend(sample.answers.iter().filter_map(place).map(|place| open.start + place));
    }

    /// Computes the units.
    fn look(&mut self, own: ColorParams<'_>, group: &Group, to_move: u8) {
        let weights = own.array(Stored::AnswerUnits).as_chunks::<BOTH>().0;
        let biases = own.array(Stored::AnswerUnitsBias);
        self.units = [f32::NEG_INFINITY; POOLED];
        for (place, &cell) in self.cells.iter().enumerate() {
            let features = group.features_of(cell, to_move);
            for (unit, (weights, bias)) in weights.iter().zip(biases).enumerate() {
                let value = bias + product(weights, &features);
                if value > self.units[unit] {
                    (self.units[unit], self.places[unit]) = (value, place);
                }
            }
        }
        leak(&mut self.units);
    }

    /// Adds the gradient by the factors of the units, and returns that by the units before
    /// [`leak`].
    fn back_to_units(
        &self,
        own: ColorParams<'_>,
        grad_sums: &[f32; HIDDEN],
        gradient: &mut Numbers,
    ) -> [f32; POOLED] {
        let factors = own.array(Stored::AnswerSums).as_chunks::<POOLED>().0;
        let grad_factors = gradient[own.range(Stored::AnswerSums)].as_chunks_mut::<POOLED>().0;
        let mut grad_units = [0.0; POOLED];
        for ((&slope, factors), grad_factors) in grad_sums.iter().zip(factors).zip(grad_factors) {
            for unit in 0..POOLED {
                grad_factors[unit] += slope * self.units[unit];
                grad_units[unit] += slope * factors[unit];
            }
        }
        leak_back(&self.units, &mut grad_units);
        grad_units
    }

    /// Adds the gradient by the weights and biases of the units, and that by the features.
    fn back_to_features(
        &mut self,
        own: ColorParams<'_>,
        group: &Group,
        to_move: u8,
        grad_units: &[f32; POOLED],
        gradient: &mut Numbers,
    ) {
        let weights = own.array(Stored::AnswerUnits).as_chunks::<BOTH>().0;
        for (unit, &slope) in grad_units.iter().enumerate() {
            let place = self.places[unit];
            let features = group.features_of(self.cells[place], to_move);
            gradient[own.range(Stored::AnswerUnitsBias)][unit] += slope;
            let grad_weights = gradient[own.range(Stored::AnswerUnits)].as_chunks_mut::<BOTH>().0;
            let grad_features = &mut self.grad_features[place];
            for feature in 0..BOTH {
                grad_weights[unit][feature] += slope * features[feature];
                grad_features[feature] += slope * weights[unit][feature];
            }
        }
        self.grad_features.iter_mut().for_each(|slopes| exchange(slopes, to_move));
    }
}

/// Whether the feature was clipped, so that its sum does not learn.
pub(super) fn is_clipped(feature: u8) -> bool {
    feature == 0 || feature == FEATURE_MAX as u8
}

/// The product of two lists of the same length.
fn product(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
