//! One thread's part of the work on a batch.

use std::time::Instant;

use fukumi_core::eval::layout::BOTH;

use super::color_params::ColorParams;
use super::group::{GROUP, Group};
use super::policy::PolicyHead;
use super::scale::Scale;
use super::scatter::{FarGradient, Parts};
use super::times::Times;
use super::value::ValueHead;
use crate::kernels::Kernels;
use crate::losses::Sums;
use crate::model::Model;
use crate::numbers::Numbers;
use crate::replay::Sample;

/// What a thread needs, and what it has found so far.
pub(super) struct Worker {
    kernels: Kernels,
    /// The gradient, laid out like the parameters. The gradient by whole rows lies in the place of
    /// [`crate::model::Stored::Rows`].
    pub(super) gradient: Numbers,
    far: FarGradient,
    pub(super) sums: Sums,
    pub(super) times: Times,
    group: Group,
    value: ValueHead,
    policy: PolicyHead,
    /// The sums of features and the gradient by them, one row for each sample, the side to move
    /// first.
    inputs: Vec<f32>,
    grad_inputs: Vec<f32>,
}

impl Worker {
    pub(super) fn new(model: &Model, kernels: Kernels) -> Self {
        Self {
            kernels,
            gradient: Numbers::zeros(model.params.layout.length()),
            far: FarGradient::new(model),
            sums: Sums::default(),
            times: Times::default(),
            group: Group::new(),
            value: ValueHead::new(),
            policy: PolicyHead::new(),
            inputs: vec![0.0; GROUP * BOTH],
            grad_inputs: vec![0.0; GROUP * BOTH],
        }
    }

    /// Works on samples that share one set of parameters, and passes the logit of the expected
    /// result of each to `expected`.
    pub(super) fn work(
        &mut self,
        model: &Model,
        samples: &[&Sample],
        set: usize,
        scale: Scale,
        is_learning: bool,
        mut expected: impl FnMut(f32),
    ) {
        let own = ColorParams { params: &model.params, set };
        for samples in samples.chunks(GROUP) {
            let begun = Instant::now();
            let inputs = &mut self.inputs[..samples.len() * BOTH];
            self.group.gather(model, self.kernels, samples, inputs);
            let gathered = Instant::now();
            self.value.forward(own, &self.group, samples, inputs);
            self.policy.forward(own, &self.group, samples, inputs);
            let forward = Instant::now();
            for (index, &sample) in samples.iter().enumerate() {
                expected(self.value.expected(own, sample, index));
                self.judge(model, own, (sample, index), scale, is_learning);
            }
            let judged = Instant::now();
            self.times.gather += gathered - begun;
            self.times.dense += forward - gathered;
            self.times.policy += judged - forward;
            if is_learning {
                self.backward(own, samples);
                let backward = Instant::now();
                self.scatter(model, samples);
                self.times.dense += backward - judged;
                self.times.scatter += backward.elapsed();
            }
        }
    }

    /// Adds the losses of a sample, and makes the gradients by the outputs of the heads.
    fn judge(
        &mut self,
        model: &Model,
        own: ColorParams<'_>,
        (sample, index): (&Sample, usize),
        scale: Scale,
        is_learning: bool,
    ) {
        let Self { group, gradient, sums, .. } = self;
        self.value.judge(own, sample, index, scale, sums, gradient);
        let geometry = &model.geometries[usize::from(sample.geometry)];
        let learning = is_learning.then_some((scale, gradient));
        let with = (own, self.kernels);
        self.policy.judge(with, group, (sample, index), geometry, learning, sums);
    }

    /// Takes the gradients by the outputs of the heads back to the inputs and the parameters.
    fn backward(&mut self, own: ColorParams<'_>, samples: &[&Sample]) {
        let length = samples.len() * BOTH;
        let (inputs, grad_inputs) = (&self.inputs[..length], &mut self.grad_inputs[..length]);
        let Self { group, gradient, .. } = self;
        self.policy.backward(own, samples.len(), inputs, grad_inputs, gradient);
        self.value.backward(own, group, samples, inputs, grad_inputs, gradient);
    }

    /// Scatters the gradients of a group to rows, biases and the features of the empty board.
    fn scatter(&mut self, model: &Model, samples: &[&Sample]) {
        let parts = Parts {
            group: &self.group,
            answers: &self.value.answers,
            policy: &self.policy,
            grad_inputs: &self.grad_inputs[..samples.len() * BOTH],
        };
        let Self { far, gradient, .. } = self;
        far.scatter_group(&parts, &model.params, self.kernels, samples, gradient);
    }

    /// Completes the gradient of a batch.
    pub(super) fn scatter_far(&mut self, model: &Model) {
        self.far.scatter(model, &mut self.gradient);
    }
}
