//! The parameters that one colour uses, and how values are put in the order of the side to move.

use std::ops::Range;

use fukumi_core::eval::layout::{BOTH, CHANNELS};

use crate::dense::{Layer, add_gradient};
use crate::model::{Params, Stored};
use crate::numbers::Numbers;

/// The parameters of one colour.
#[derive(Clone, Copy)]
pub(super) struct ColorParams<'a> {
    pub(super) params: &'a Params,
    /// The colour whose parameters these are; 0 if both share them.
    pub(super) set: usize,
}

impl<'a> ColorParams<'a> {
    pub(super) fn array(self, array: Stored) -> &'a [f32] {
        self.params.array(array, self.set)
    }

    /// Where the array lies in the parameters, and in a gradient.
    pub(super) fn range(self, array: Stored) -> Range<usize> {
        self.params.layout.range(array, self.set)
    }

    pub(super) fn layer(self, weights: Stored, biases: Stored) -> Layer<'a> {
        Layer { weights: self.array(weights), biases: self.array(biases) }
    }

    /// Where the layer lies that makes all weights of features: those of points and those of
    /// messages, which lie next to each other.
    fn policy_ranges(self) -> (Range<usize>, Range<usize>) {
        let weights = self.range(Stored::Policy2).start..self.range(Stored::Messages).end;
        let biases = self.range(Stored::Policy2Bias).start..self.range(Stored::MessagesBias).end;
        (weights, biases)
    }

    /// That layer.
    pub(super) fn policy_layer(self) -> Layer<'a> {
        let (weights, biases) = self.policy_ranges();
        let numbers = &self.params.numbers;
        Layer { weights: &numbers[weights], biases: &numbers[biases] }
    }

    /// Adds the gradient of a layer to the gradient by all parameters.
    pub(super) fn add_layer(
        self,
        (weights, biases): (Stored, Stored),
        inputs: &[f32],
        grad_outputs: &[f32],
        gradient: &mut Numbers,
    ) {
        add(self.range(weights), self.range(biases), inputs, grad_outputs, gradient);
    }

    /// Adds the gradient of [`ColorParams::policy_layer`].
    pub(super) fn add_policy_layer(
        self,
        inputs: &[f32],
        grad_outputs: &[f32],
        gradient: &mut Numbers,
    ) {
        let (weights, biases) = self.policy_ranges();
        add(weights, biases, inputs, grad_outputs, gradient);
    }
}

fn add(
    weights: Range<usize>,
    biases: Range<usize>,
    inputs: &[f32],
    grad_outputs: &[f32],
    gradient: &mut Numbers,
) {
    // Weights lie before their biases.
    let (before, after) = gradient.split_at_mut(biases.start);
    add_gradient(&mut before[weights], &mut after[..biases.len()], inputs, grad_outputs);
}

/// Swaps the halves of the values if White is to move. This converts between the order Black, White
/// and the order side to move, opponent.
pub(super) fn exchange(values: &mut [f32], to_move: u8) {
    if to_move == 1 {
        for values in values.as_chunks_mut::<BOTH>().0 {
            let (ours, theirs) = values.split_at_mut(CHANNELS);
            ours.swap_with_slice(theirs);
        }
    }
}
