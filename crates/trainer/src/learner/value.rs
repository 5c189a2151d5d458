//! The head of the value: layers from the sums of features to the expected result and the draws.

use fukumi_core::eval::layout::HIDDEN;

use super::answers::Answers;
use super::color_params::ColorParams;
use super::group::{GROUP, Group};
use super::scale::Scale;
use crate::dense::{leak, leak_back};
use crate::losses::{Sums, outcome_loss, value_loss};
use crate::model::{POINTS_PER_LOGIT, Stored};
use crate::numbers::Numbers;
use crate::replay::Sample;

/// Outputs for one sample: the expected result, as a correction of the classical score, and draws.
const OUTPUTS: usize = 2;

/// The values and gradients of a group, one row for each sample.
pub(super) struct ValueHead {
    pub(super) answers: Answers,
    hidden_1: Vec<f32>,
    hidden_2: Vec<f32>,
    outputs: Vec<f32>,
    grad_hidden_1: Vec<f32>,
    grad_hidden_2: Vec<f32>,
    grad_outputs: Vec<f32>,
}

impl ValueHead {
    pub(super) fn new() -> Self {
        Self {
            answers: Answers::new(),
            hidden_1: vec![0.0; GROUP * HIDDEN],
            hidden_2: vec![0.0; GROUP * HIDDEN],
            outputs: vec![0.0; GROUP * OUTPUTS],
            grad_hidden_1: vec![0.0; GROUP * HIDDEN],
            grad_hidden_2: vec![0.0; GROUP * HIDDEN],
            grad_outputs: vec![0.0; GROUP * OUTPUTS],
        }
    }

    /// Runs the layers on the sums of features.
    pub(super) fn forward(
        &mut self,
        own: ColorParams<'_>,
        group: &Group,
        samples: &[&Sample],
        inputs: &[f32],
    ) {
        let length = samples.len() * HIDDEN;
        let hidden_1 = &mut self.hidden_1[..length];
        own.layer(Stored::Value1, Stored::Value1Bias).forward(inputs, hidden_1);
        let threats = own.array(Stored::Threats).as_chunks::<HIDDEN>().0;
        for (sums, sample) in hidden_1.as_chunks_mut::<HIDDEN>().0.iter_mut().zip(samples) {
            let threats = &threats[usize::from(sample.threats)];
            sums.iter_mut().zip(threats).for_each(|(sum, number)| *sum += number);
        }
        self.answers.look(own, group, samples, hidden_1);
        leak(hidden_1);
        let hidden_2 = &mut self.hidden_2[..length];
        own.layer(Stored::Value2, Stored::Value2Bias).forward(hidden_1, hidden_2);
        leak(hidden_2);
        let outputs = &mut self.outputs[..samples.len() * OUTPUTS];
        own.layer(Stored::Value3, Stored::Value3Bias).forward(hidden_2, outputs);
    }

    /// The logit of the expected result of a sample.
    pub(super) fn expected(&self, own: ColorParams<'_>, sample: &Sample, index: usize) -> f32 {
        self.outputs[OUTPUTS * index] + own.array(Stored::Classical)[0] * classical(sample)
    }

    /// Computes the losses of a sample's value and the gradient by the outputs of the layers.
    pub(super) fn judge(
        &mut self,
        own: ColorParams<'_>,
        sample: &Sample,
        index: usize,
        scale: Scale,
        sums: &mut Sums,
        gradient: &mut Numbers,
    ) {
        let value = self.expected(own, sample, index);
        let draws = self.outputs[OUTPUTS * index + 1];
        let loss = value_loss(value, sample.target(scale.score_share));
        sums.samples += 1.0;
        sums.value += f64::from(loss.loss);
        let slope = scale.value * loss.slope;
        gradient[own.range(Stored::Classical)][0] += slope * classical(sample);
        let grad_draws = sample.outcome.map_or(0.0, |outcome| {
            let loss = outcome_loss(value, draws, outcome);
            sums.outcome += f64::from(loss.loss);
            sums.outcomes += 1.0;
            scale.outcome * loss.slope
        });
        self.grad_outputs.as_chunks_mut::<OUTPUTS>().0[index] = [slope, grad_draws];
    }

    /// Takes the gradient by the outputs back to the parameters and adds that by the inputs.
    pub(super) fn backward(
        &mut self,
        own: ColorParams<'_>,
        group: &Group,
        samples: &[&Sample],
        inputs: &[f32],
        grad_inputs: &mut [f32],
        gradient: &mut Numbers,
    ) {
        let length = samples.len() * HIDDEN;
        let (hidden_1, hidden_2) = (&self.hidden_1[..length], &self.hidden_2[..length]);
        let grad_outputs = &self.grad_outputs[..samples.len() * OUTPUTS];
        let grad_hidden_2 = &mut self.grad_hidden_2[..length];
        let grad_hidden_1 = &mut self.grad_hidden_1[..length];

        let third = (Stored::Value3, Stored::Value3Bias);
        own.add_layer(third, hidden_2, grad_outputs, gradient);
        own.layer(third.0, third.1).backward(grad_outputs, grad_hidden_2, false);
        leak_back(hidden_2, grad_hidden_2);
        let second = (Stored::Value2, Stored::Value2Bias);
        own.add_layer(second, hidden_1, grad_hidden_2, gradient);
        own.layer(second.0, second.1).backward(grad_hidden_2, grad_hidden_1, false);
        leak_back(hidden_1, grad_hidden_1);
        let first = (Stored::Value1, Stored::Value1Bias);
        own.add_layer(first, inputs, grad_hidden_1, gradient);
        own.layer(first.0, first.1).backward(grad_hidden_1, grad_inputs, true);

        let threats = gradient[own.range(Stored::Threats)].as_chunks_mut::<HIDDEN>().0;
        for (slopes, sample) in grad_hidden_1.as_chunks::<HIDDEN>().0.iter().zip(samples) {
            let sums = &mut threats[usize::from(sample.threats)];
            sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
        }
        self.answers.look_back(own, group, samples, grad_hidden_1, gradient);
    }
}

/// The logit that the classical score of a sample stands for.
fn classical(sample: &Sample) -> f32 {
    f32::from(sample.classical) / POINTS_PER_LOGIT
}
