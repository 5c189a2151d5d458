//! The head of the policy: layers from the sums of features to weights of features, and logits of
//! the open cells from these weights, the features, and the messages of the candidates.

use fukumi_core::eval::layout::{BOTH, FACTORS, HIDDEN, MESSAGES};

use super::color_params::{ColorParams, exchange};
use super::group::{GROUP, Group, Seen};
use super::scale::Scale;
use crate::dense::{leak, leak_back};
use crate::geometry::{Geometry, MAX_AREA, PADDED};
use crate::kernels::{Factors, Grid, Kernels, PerSet, Weights};
use crate::losses::Sums;
use crate::model::{SETS, Stored};
use crate::numbers::Numbers;
use crate::replay::Sample;

/// Outputs of the layers for one sample.
const OUTPUTS: usize = SETS * BOTH;

/// The values and gradients of a group.
pub(super) struct PolicyHead {
    /// One row for each sample.
    hidden: Vec<f32>,
    outputs: Vec<f32>,
    grad_hidden: Vec<f32>,
    grad_outputs: Vec<f32>,
    /// Weights of the features of each sample, Black's first.
    pub(super) weights: Vec<Weights>,
    /// One for each open cell of all samples.
    products: Vec<PerSet>,
    pub(super) grad_products: Vec<PerSet>,
    messages: Messages,
    /// Index of each cell in the current sample's list of cells.
    order: [u16; MAX_AREA],
}

/// Messages and gradients on grids with a margin.
struct Messages {
    /// What candidates send. Zero except while a sample is worked on.
    sent: Box<[Grid; MESSAGES]>,
    /// Gradient by what arrives. Zero except while a sample is worked on.
    grad_received: Box<Grid>,
    /// What arrives, and the gradient by what is sent: whatever the last sample left there.
    received: Box<Grid>,
    grad_sent: Box<[Grid; MESSAGES]>,
}

impl Messages {
    fn new() -> Self {
        Self {
            sent: Box::new([[0.0; PADDED]; MESSAGES]),
            grad_received: Box::new([0.0; PADDED]),
            received: Box::new([0.0; PADDED]),
            grad_sent: Box::new([[0.0; PADDED]; MESSAGES]),
        }
    }
}

impl PolicyHead {
    pub(super) fn new() -> Self {
        Self {
            hidden: vec![0.0; GROUP * HIDDEN],
            outputs: vec![0.0; GROUP * OUTPUTS],
            grad_hidden: vec![0.0; GROUP * HIDDEN],
            grad_outputs: vec![0.0; GROUP * OUTPUTS],
            weights: vec![[[0.0; BOTH]; SETS]; GROUP],
            products: Vec::new(),
            grad_products: Vec::new(),
            messages: Messages::new(),
            order: [0; MAX_AREA],
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
        self.products.resize(group.features.len(), [0.0; SETS]);
        self.grad_products.resize(group.features.len(), [0.0; SETS]);
        let hidden = &mut self.hidden[..samples.len() * HIDDEN];
        own.layer(Stored::Policy1, Stored::Policy1Bias).forward(inputs, hidden);
        leak(hidden);
        let outputs = &mut self.outputs[..samples.len() * OUTPUTS];
        own.policy_layer().forward(hidden, outputs);
        let outputs = outputs.as_chunks::<OUTPUTS>().0;
        for ((outputs, weights), sample) in outputs.iter().zip(&mut self.weights).zip(samples) {
            weights.as_flattened_mut().copy_from_slice(outputs);
            exchange(weights.as_flattened_mut(), sample.to_move);
        }
    }

    /// Computes the loss of a sample's policy and, if `is_learning`, the gradient by products and
    /// weights. Where no move is known, there is nothing to learn, and no open cell keeps a
    /// gradient of its own.
    pub(super) fn judge(
        &mut self,
        (own, kernels): (ColorParams<'_>, Kernels),
        group: &mut Group,
        (sample, index): (&Sample, usize),
        geometry: &Geometry,
        scale: Option<(Scale, &mut Numbers)>,
        sums: &mut Sums,
    ) {
        if sample.shares.is_empty() {
            self.grad_outputs.as_chunks_mut::<OUTPUTS>().0[index].fill(0.0);
            group.seen[index].counts.open = 0;
            group.seen[index].counts.candidates = 0;
            return;
        }
        let seen = group.seen[index];
        self.compute_logits(own, kernels, group, index, geometry);
        let odds = self.add_loss(group, seen, sample, sums);
        if let Some((scale, gradient)) = scale {
            self.back_to_logits(seen, sample, scale, odds);
            self.back_to_products(own, kernels, group, seen, geometry, gradient);
            self.back_to_weights(kernels, group, seen, sample, index);
        }
        for &cell in &group.cells[seen.candidates()] {
            let cell = padded(geometry, cell);
            self.messages.sent.iter_mut().for_each(|sent| sent[cell] = 0.0);
        }
    }

    /// Computes the products of a sample's open cells. Afterwards the first product of a cell is
    /// its logit, and the messages of the candidates are on the grids.
    fn compute_logits(
        &mut self,
        own: ColorParams<'_>,
        kernels: Kernels,
        group: &Group,
        index: usize,
        geometry: &Geometry,
    ) {
        let seen = group.seen[index];
        let candidates = seen.counts.candidates;
        let (cells, features) = (&group.cells[seen.open()], &group.features[seen.open()]);
        let products = &mut self.products[seen.open()];
        let Messages { sent, received, .. } = &mut self.messages;
        kernels.products(features, candidates, &self.weights[index], products);
        for (&cell, [_, products @ ..]) in cells[..candidates].iter().zip(&*products) {
            let cell = padded(geometry, cell);
            sent.iter_mut().zip(products).for_each(|(sent, product)| sent[cell] = *product);
        }
        let (rows, columns) = sides(geometry);
        kernels.receive(sent, factors(own), rows, columns, received);
        for (number, (&cell, products)) in cells.iter().zip(products).enumerate() {
            products[0] += received[padded(geometry, cell)];
            self.order[usize::from(cell)] = number as u16;
        }
    }

    /// Adds the loss of a sample's policy to the sums. Afterwards the first gradient of an open
    /// cell is its odds relative to the best one; returns their sum.
    fn add_loss(&mut self, group: &Group, seen: Seen, sample: &Sample, sums: &mut Sums) -> f32 {
        let (cells, products) = (&group.cells[seen.open()], &self.products[seen.open()]);
        let grad_products = &mut self.grad_products[seen.open()];
        let mut largest = (f32::NEG_INFINITY, u16::MAX);
        for (&cell, products) in cells.iter().zip(products) {
            let is_larger = products[0] > largest.0;
            if is_larger || products[0] == largest.0 && cell < largest.1 {
                largest = (products[0], cell);
            }
        }
        let mut odds = 0.0;
        for (products, slopes) in products.iter().zip(grad_products) {
            slopes[0] = (products[0] - largest.0).exp();
            odds += slopes[0];
        }
        let logarithm = largest.0 + odds.ln();
        for share in &sample.shares {
            let logit = products[usize::from(self.order[usize::from(share.cell)])][0];
            sums.policy += f64::from(share.share * (logarithm - logit));
        }
        sums.shares += f64::from(sum_of_shares(sample));
        sums.moves += 1.0;
        let is_hit = sample.shares.first().is_some_and(|best| best.cell == largest.1);
        sums.hits += f64::from(u8::from(is_hit));
        odds
    }

    /// Makes the gradient by the logits, from odds and their sum; see [`PolicyHead::add_loss`].
    fn back_to_logits(&mut self, seen: Seen, sample: &Sample, scale: Scale, odds: f32) {
        let grad_products = &mut self.grad_products[seen.open()];
        let factor = scale.policy * sum_of_shares(sample) / odds;
        grad_products.iter_mut().for_each(|slopes| slopes[0] *= factor);
        for share in &sample.shares {
            let number = usize::from(self.order[usize::from(share.cell)]);
            grad_products[number][0] -= scale.policy * share.share;
        }
    }

    /// Takes the gradient by the logits back to the messages and their factors.
    fn back_to_products(
        &mut self,
        own: ColorParams<'_>,
        kernels: Kernels,
        group: &Group,
        seen: Seen,
        geometry: &Geometry,
        gradient: &mut Numbers,
    ) {
        let cells = &group.cells[seen.open()];
        let grad_products = &mut self.grad_products[seen.open()];
        let Messages { sent, grad_received, grad_sent, .. } = &mut self.messages;
        for (&cell, slopes) in cells.iter().zip(grad_products.iter()) {
            grad_received[padded(geometry, cell)] = slopes[0];
        }
        let (rows, columns) = sides(geometry);
        let mut grad_factors = [[0.0; FACTORS]; MESSAGES];
        kernels.receive_back(
            grad_received,
            sent,
            factors(own),
            rows,
            columns,
            grad_sent,
            &mut grad_factors,
        );
        let candidates = &cells[..seen.counts.candidates];
        for (&cell, [_, slopes @ ..]) in candidates.iter().zip(grad_products) {
            let cell = padded(geometry, cell);
            slopes.iter_mut().zip(&**grad_sent).for_each(|(slope, sent)| *slope = sent[cell]);
        }
        let spread = &mut gradient[own.range(Stored::Spread)];
        let grad_factors = grad_factors.as_flattened();
        spread.iter_mut().zip(grad_factors).for_each(|(sum, slope)| *sum += slope);
        cells.iter().for_each(|&cell| grad_received[padded(geometry, cell)] = 0.0);
    }

    /// Takes the gradient by the products back to the weights of features.
    fn back_to_weights(
        &mut self,
        kernels: Kernels,
        group: &Group,
        seen: Seen,
        sample: &Sample,
        index: usize,
    ) {
        let mut grad_weights = [[0.0; BOTH]; SETS];
        kernels.weight_gradient(
            &group.features[seen.open()],
            seen.counts.candidates,
            &self.grad_products[seen.open()],
            &mut grad_weights,
        );
        let grad_outputs = &mut self.grad_outputs.as_chunks_mut::<OUTPUTS>().0[index];
        grad_outputs.copy_from_slice(grad_weights.as_flattened());
        exchange(grad_outputs, sample.to_move);
    }

    /// Takes the gradient by the outputs of the layers back to the parameters, and writes that by
    /// the inputs.
    pub(super) fn backward(
        &mut self,
        own: ColorParams<'_>,
        count: usize,
        inputs: &[f32],
        grad_inputs: &mut [f32],
        gradient: &mut Numbers,
    ) {
        let grad_outputs = &self.grad_outputs[..count * OUTPUTS];
        let hidden = &self.hidden[..count * HIDDEN];
        let grad_hidden = &mut self.grad_hidden[..count * HIDDEN];
        own.add_policy_layer(hidden, grad_outputs, gradient);
        own.policy_layer().backward(grad_outputs, grad_hidden, false);
        leak_back(hidden, grad_hidden);
        let first = (Stored::Policy1, Stored::Policy1Bias);
        own.add_layer(first, inputs, grad_hidden, gradient);
        own.layer(first.0, first.1).backward(grad_hidden, grad_inputs, false);
    }
}

/// Index of a cell in a grid.
fn padded(geometry: &Geometry, cell: u16) -> usize {
    usize::from(geometry.padded[usize::from(cell)])
}

/// Rows and columns of the board.
fn sides(geometry: &Geometry) -> (usize, usize) {
    (geometry.size.height().into(), geometry.size.width().into())
}

/// The factors of the messages.
fn factors(own: ColorParams<'_>) -> &Factors {
    let spread = own.array(Stored::Spread).as_chunks().0;
    spread.first_chunk().expect("there are factors for each message")
}

/// The sum of the shares of a sample's moves; less than 1 if some moves were left out.
fn sum_of_shares(sample: &Sample) -> f32 {
    sample.shares.iter().map(|share| share.share).sum()
}
