//! Gradients by the features of cells, scattered to the rows that the cells see and to the biases.

use fukumi_core::eval::layout::{BOTH, CHANNELS};

use super::answers::{Answers, is_clipped};
use super::color_params::exchange;
use super::group::Group;
use super::policy::PolicyHead;
use crate::kernels::Kernels;
use crate::model::{Model, Params, SUM_SCALE, Stored};
use crate::numbers::Numbers;
use crate::replay::Sample;

/// Two sums over samples of the gradient by the sums of features.
pub(super) struct FarGradient {
    /// One for each geometry, over all samples.
    all: Vec<[f32; BOTH]>,
    /// One for each geometry and cell, over the samples in which the cell is far from all stones.
    far: Vec<Vec<[f32; BOTH]>>,
}

/// What gives a cell's features their gradient.
pub(super) struct Parts<'a> {
    pub(super) group: &'a Group,
    pub(super) answers: &'a Answers,
    pub(super) policy: &'a PolicyHead,
    /// Gradient by the inputs of the layers, one row for each sample.
    pub(super) grad_inputs: &'a [f32],
}

impl FarGradient {
    pub(super) fn new(model: &Model) -> Self {
        let far = model.geometries.iter().map(|geometry| vec![[0.0; BOTH]; geometry.size.area()]);
        Self { all: vec![[0.0; BOTH]; model.geometries.len()], far: far.collect() }
    }

    /// Scatters the gradients of a group, and keeps those of the features of the empty board for
    /// [`FarGradient::scatter`].
    pub(super) fn scatter_group(
        &mut self,
        parts: &Parts<'_>,
        params: &Params,
        kernels: Kernels,
        samples: &[&Sample],
        gradient: &mut Numbers,
    ) {
        let Parts { group, answers, policy, grad_inputs } = parts;
        let colors = params.layout.colors();
        let tables = params.layout.range(Stored::Rows, 0).start
            ..params.layout.range(Stored::Rows, colors - 1).end;
        let mut grad_bias = [0.0; BOTH];
        let grad_inputs = grad_inputs.as_chunks::<BOTH>().0;
        for (index, (sample, grad_inputs)) in samples.iter().zip(grad_inputs).enumerate() {
            let mut grad_sums = grad_inputs.map(|slope| slope / SUM_SCALE);
            exchange(&mut grad_sums, sample.to_move);
            let seen = group.seen[index];
            kernels.scatter(
                &group.features[seen.near()],
                &group.rows[seen.near()],
                &grad_sums,
                seen.counts.candidates,
                &policy.weights[index],
                &policy.grad_products[seen.open()],
                gradient[tables.clone()].as_chunks_mut::<CHANNELS>().0,
                &mut grad_bias,
            );
            answers.scatter(group, index, tables.start, gradient, &mut grad_bias);
            let geometry = usize::from(sample.geometry);
            kernels.add_to_cells(&grad_sums, group.far(index), &mut self.far[geometry]);
            let all = &mut self.all[geometry];
            all.iter_mut().zip(grad_sums).for_each(|(sum, slope)| *sum += slope);
        }
        let biases = params.layout.range(Stored::Bias, 0).start;
        for (side, slopes) in grad_bias.as_chunks::<CHANNELS>().0.iter().enumerate() {
            let start = biases + side % colors * CHANNELS;
            let sums = &mut gradient[start..start + CHANNELS];
            sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
        }
    }

    /// Adds the gradient by the features of the empty board to the gradients by rows and biases.
    pub(super) fn scatter(&mut self, model: &Model, gradient: &mut Numbers) {
        let layout = &model.params.layout;
        let biases = layout.range(Stored::Bias, 0).start;
        let tables = model.tables.far.iter().zip(&model.geometries);
        let sums = self.far.iter_mut().zip(&mut self.all);
        for ((grad_far, grad_all), (far, geometry)) in sums.zip(tables) {
            let windows = geometry.empty.as_chunks::<4>().0;
            for ((slopes, features), windows) in grad_far.iter_mut().zip(far).zip(windows) {
                for index in 0..BOTH {
                    if is_clipped(features[index]) {
                        continue;
                    }
                    let (side, channel) = (index / CHANNELS, index % CHANNELS);
                    // The feature of the empty board is subtracted for every sample and added back
                    // where the cell is far from all stones.
                    let slope = slopes[index] - grad_all[index];
                    for &window in windows {
                        let row = model.tables.rows_by_window[usize::from(window)][side];
                        gradient[usize::from(row) * CHANNELS + channel] += slope;
                    }
                    let bias = biases + side % layout.colors() * CHANNELS + channel;
                    gradient[bias] += slope;
                }
                *slopes = [0.0; BOTH];
            }
            *grad_all = [0.0; BOTH];
        }
    }
}
