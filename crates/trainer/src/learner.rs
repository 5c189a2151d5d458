//! Losses and gradients of batches of samples.
//!
//! A batch is divided among threads, each with a gradient of its own. A thread takes its samples in
//! groups that fit a second-level cache, and works on a group in four stages. First it gathers the
//! features of the cells. Then the layers compute logits and weights for all samples of the group.
//! Then features and weights give the policy, its loss and the gradients. Finally the gradients go
//! back through the layers and are scattered to the rows.

use std::time::{Duration, Instant};

use fukumi_core::eval::layout::{BOTH, CHANNELS, FACTORS, HIDDEN, MESSAGES, POOLED};

use crate::cells::{Cells, Counts};
use crate::dense::{Layer, add_gradient, leak, leak_back};
use crate::geometry::{MAX_AREA, PADDED};
use crate::kernels::{CellRows, Factors, Grid, Kernels, PerSet, Weights as PolicyWeights};
use crate::losses::{Sums, Weights, outcome_loss, sigmoid, value_loss};
use crate::model::{
    Array, FEATURE_MAX, Features, Model, POINTS_PER_LOGIT, Params, SETS, SUM_SCALE, Stored,
};
use crate::numbers::Numbers;
use crate::parallel;
use crate::replay::Sample;
use crate::windows::Rows;

/// Samples in a group.
const GROUP: usize = 32;
/// Outputs of the policy layers for one sample.
const POLICY_OUTPUTS: usize = SETS * BOTH;

/// Processor time by part of the work, summed over all threads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Finding the cells and gathering their features.
    pub gather: Duration,
    /// Layers, forward and backward.
    pub dense: Duration,
    /// The policy of cells, its loss and its gradient.
    pub policy: Duration,
    /// Scattering gradients to rows.
    pub scatter: Duration,
}

impl Times {
    /// Adds other times.
    pub fn add(&mut self, other: &Self) {
        self.gather += other.gather;
        self.dense += other.dense;
        self.policy += other.policy;
        self.scatter += other.scatter;
    }
}

/// What is kept of a sample while its group is worked on.
#[derive(Clone, Copy)]
struct Seen {
    /// Index of the sample's first cell.
    first: usize,
    /// How many cells of each kind the sample has.
    counts: Counts,
}

/// What is kept of the answers to a threat while a group is worked on.
#[derive(Clone, Default)]
struct Answers {
    /// Indices of their cells; empty if there is no threat to answer.
    cells: Vec<usize>,
    /// The largest value of each unit over all answers.
    units: [f32; POOLED],
    /// The places in [`Answers::cells`] where these are.
    places: [usize; POOLED],
    /// Gradient by the features of each cell.
    grad_features: Vec<[f32; BOTH]>,
}

/// One thread's part of the work.
struct Worker {
    kernels: Kernels,
    /// The gradient, laid out like the parameters. The gradient by whole rows lies in the place of
    /// [`Stored::Rows`].
    gradient: Numbers,
    /// Two sums over samples of the gradient by the sums of features. `grad_all` has one for each
    /// geometry, over all samples. `grad_far` has one for each geometry and cell, over the samples in
    /// which the cell is far from all stones.
    grad_all: Vec<[f32; BOTH]>,
    grad_far: Vec<Vec<[f32; BOTH]>>,
    sums: Sums,
    times: Times,
    /// The stones of the current sample.
    board: Cells,
    seen: Vec<Seen>,
    /// The answers in each sample of the group.
    answers: Vec<Answers>,
    /// All cells of the group. The lists after this one hold values for those near a stone.
    cells: Vec<u16>,
    rows: Vec<CellRows>,
    features: Vec<Features>,
    products: Vec<PerSet>,
    grad_products: Vec<PerSet>,
    /// Values and gradients of the layers, one row for each sample.
    inputs: Vec<f32>,
    grad_inputs: Vec<f32>,
    value_1: Vec<f32>,
    value_2: Vec<f32>,
    value_3: Vec<f32>,
    policy_1: Vec<f32>,
    policy_2: Vec<f32>,
    grad_hidden: Vec<f32>,
    grad_value: Vec<f32>,
    grad_policy: Vec<f32>,
    /// Weights of the features of each sample, Black's first.
    weights: Vec<PolicyWeights>,
    /// Messages and gradients on a grid with a margin. They are zero except while a sample is
    /// worked on.
    sent: Box<[Grid; MESSAGES]>,
    slopes: Box<Grid>,
    /// Further grids, which hold whatever the last sample left there.
    received: Box<Grid>,
    grad_sent: Box<[Grid; MESSAGES]>,
    /// Index of each cell in the current sample's list of cells.
    order: [u16; MAX_AREA],
}

/// Factors for the losses of single samples, so that a batch gives the weighted mean.
#[derive(Clone, Copy)]
struct Scale {
    value: f32,
    policy: f32,
    outcome: f32,
    score_share: f32,
}

/// Swaps the halves of the values if White is to move. This converts between the order Black, White
/// and the order side to move, opponent.
fn exchange(values: &mut [f32], to_move: u8) {
    if to_move == 1 {
        for values in values.as_chunks_mut::<BOTH>().0 {
            let (ours, theirs) = values.split_at_mut(CHANNELS);
            ours.swap_with_slice(theirs);
        }
    }
}

/// The product of two lists of the same length.
fn product(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The layer with these weights and biases. `set` is the colour whose parameters are used.
fn layer(params: &Params, set: usize, weights: Stored, biases: Stored) -> Layer<'_> {
    Layer { weights: params.array(weights, set), biases: params.array(biases, set) }
}

/// The layer that makes all weights of features, those of points and those of messages, which lie
/// next to each other.
fn policy_layer(params: &Params, set: usize) -> Layer<'_> {
    let (weights, biases) = policy_ranges(params, set);
    Layer { weights: &params.numbers[weights], biases: &params.numbers[biases] }
}

fn policy_ranges(params: &Params, set: usize) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
    let layout = &params.layout;
    let weights = layout.range(Stored::Policy2, set).start..layout.range(Stored::Messages, set).end;
    let biases =
        layout.range(Stored::Policy2Bias, set).start..layout.range(Stored::MessagesBias, set).end;
    (weights, biases)
}

/// The factors of the messages.
fn message_factors(model: &Model, set: usize) -> &Factors {
    let spread = model.params.array(Stored::Spread, set).as_chunks().0;
    spread.first_chunk().expect("there are factors for each message")
}

/// The sum of the shares of a sample's moves; less than 1 if some moves were left out.
fn sum_of_shares(sample: &Sample) -> f32 {
    sample.shares.iter().map(|share| share.share).sum()
}

/// Whether the feature was clipped, so that its sum does not learn.
fn is_clipped(feature: u8) -> bool {
    feature == 0 || feature == FEATURE_MAX as u8
}

impl Worker {
    fn new(model: &Model, kernels: Kernels) -> Self {
        let far = model.geometries.iter().map(|geometry| vec![[0.0; BOTH]; geometry.size.area()]);
        Self {
            kernels,
            gradient: Numbers::zeros(model.params.layout.length()),
            grad_all: vec![[0.0; BOTH]; model.geometries.len()],
            grad_far: far.collect(),
            sums: Sums::default(),
            times: Times::default(),
            board: Cells::default(),
            seen: Vec::with_capacity(GROUP),
            answers: vec![Answers::default(); GROUP],
            cells: Vec::new(),
            rows: Vec::new(),
            features: Vec::new(),
            products: Vec::new(),
            grad_products: Vec::new(),
            inputs: vec![0.0; GROUP * BOTH],
            grad_inputs: vec![0.0; GROUP * BOTH],
            value_1: vec![0.0; GROUP * HIDDEN],
            value_2: vec![0.0; GROUP * HIDDEN],
            value_3: vec![0.0; GROUP * 2],
            policy_1: vec![0.0; GROUP * HIDDEN],
            policy_2: vec![0.0; GROUP * POLICY_OUTPUTS],
            grad_hidden: vec![0.0; GROUP * HIDDEN],
            grad_value: vec![0.0; GROUP * 2],
            grad_policy: vec![0.0; GROUP * POLICY_OUTPUTS],
            weights: vec![[[0.0; BOTH]; SETS]; GROUP],
            sent: Box::new([[0.0; PADDED]; MESSAGES]),
            slopes: Box::new([0.0; PADDED]),
            received: Box::new([0.0; PADDED]),
            grad_sent: Box::new([[0.0; PADDED]; MESSAGES]),
            order: [0; MAX_AREA],
        }
    }

    /// Finds the cells of a sample and the rows they see.
    fn look(&mut self, model: &Model, sample: &Sample) -> Seen {
        let geometry = &model.geometries[usize::from(sample.geometry)];
        self.board.set(geometry, &sample.stones);
        let first = self.cells.len();
        let counts = self.board.list(geometry, &mut self.cells);
        let end = self.cells.len();
        if self.features.len() < end {
            self.rows.resize(2 * end, [0; 8]);
            self.features.resize(2 * end, [0; BOTH]);
            self.products.resize(2 * end, [0.0; SETS]);
            self.grad_products.resize(2 * end, [0.0; SETS]);
        }
        let near = first..first + counts.near;
        for (rows, &cell) in self.rows[near.clone()].iter_mut().zip(&self.cells[near]) {
            let windows = self.board.windows(geometry, cell);
            let views = windows.map(|window| model.tables.rows_by_window[usize::from(window)]);
            *rows = std::array::from_fn(|index| views[index % 4][index / 4]);
        }
        Seen { first, counts }
    }

    /// Gathers the features of a group's samples and computes the inputs of the layers.
    fn gather(&mut self, model: &Model, samples: &[&Sample]) {
        self.cells.clear();
        self.seen.clear();
        for (index, sample) in samples.iter().enumerate() {
            let seen = self.look(model, sample);
            self.seen.push(seen);
            let (tables, geometry) = (&model.tables, usize::from(sample.geometry));
            let near = seen.first..seen.first + seen.counts.near;
            let far = &self.cells[near.end..];
            let mut sums = tables.far_sums[geometry].map(|sum| -sum);
            let rows = &self.rows[near.clone()];
            let features = &mut self.features[near];
            self.kernels.gather(&tables.rows, &tables.bias, rows, features, &mut sums);
            self.kernels.add_far(&tables.far[geometry], far, &mut sums);
            let inputs = &mut self.inputs[index * BOTH..(index + 1) * BOTH];
            for (input, sum) in inputs.iter_mut().zip(sums) {
                *input = sum as f32 * (1.0 / (FEATURE_MAX * SUM_SCALE));
            }
            exchange(inputs, sample.to_move);
            let open = &self.cells[seen.first..seen.first + seen.counts.open];
            let place = |answer| open.iter().position(|cell| cell == answer);
            let cells = &mut self.answers[index].cells;
            cells.clear();
            cells.extend(sample.answers.iter().filter_map(place).map(|place| seen.first + place));
        }
    }

    /// The features of a cell as numbers from 0 to 1, those of the side to move first.
    fn features_of(&self, cell: usize, to_move: u8) -> [f32; BOTH] {
        let mut features = self.features[cell].map(|feature| f32::from(feature) / FEATURE_MAX);
        exchange(&mut features, to_move);
        features
    }

    /// Looks at the answers of each sample, and adds what they give to the first layer of the
    /// value.
    fn look_at_answers(&mut self, params: &Params, samples: &[&Sample], set: usize) {
        let weights = params.array(Stored::AnswerUnits, set).as_chunks::<BOTH>().0;
        let biases = params.array(Stored::AnswerUnitsBias, set);
        let factors = params.array(Stored::AnswerSums, set).as_chunks::<POOLED>().0;
        for (index, sample) in samples.iter().enumerate() {
            let mut units = [f32::NEG_INFINITY; POOLED];
            let mut places = [0; POOLED];
            for (place, &cell) in self.answers[index].cells.iter().enumerate() {
                let features = self.features_of(cell, sample.to_move);
                for (unit, (weights, bias)) in weights.iter().zip(biases).enumerate() {
                    let value = bias + product(weights, &features);
                    if value > units[unit] {
                        (units[unit], places[unit]) = (value, place);
                    }
                }
            }
            if self.answers[index].cells.is_empty() {
                continue;
            }
            leak(&mut units);
            let sums = &mut self.value_1[index * HIDDEN..(index + 1) * HIDDEN];
            sums.iter_mut().zip(factors).for_each(|(sum, of)| *sum += product(of, &units));
            (self.answers[index].units, self.answers[index].places) = (units, places);
        }
    }

    /// Takes the gradient by the sums of the first layer of the value back to the features of the
    /// answers and to the parameters.
    fn look_back(&mut self, params: &Params, samples: &[&Sample], set: usize, grad_sums: &[f32]) {
        let layout = &params.layout;
        let weights = params.array(Stored::AnswerUnits, set).as_chunks::<BOTH>().0;
        let factors = params.array(Stored::AnswerSums, set).as_chunks::<POOLED>().0;
        let grad_sums = grad_sums.as_chunks::<HIDDEN>().0;
        for (index, (sample, grad_sums)) in samples.iter().zip(grad_sums).enumerate() {
            let mut answers = std::mem::take(&mut self.answers[index]);
            let Answers { cells, units, places, grad_features } = &mut answers;
            grad_features.clear();
            grad_features.resize(cells.len(), [0.0; BOTH]);
            if !cells.is_empty() {
                let mut grad_units = [0.0; POOLED];
                let range = layout.range(Stored::AnswerSums, set);
                let grad_factors = self.gradient[range].as_chunks_mut::<POOLED>().0;
                for ((&slope, factors), grad_factors) in
                    grad_sums.iter().zip(factors).zip(grad_factors)
                {
                    for unit in 0..POOLED {
                        grad_factors[unit] += slope * units[unit];
                        grad_units[unit] += slope * factors[unit];
                    }
                }
                leak_back(units, &mut grad_units);
                for unit in 0..POOLED {
                    let features = self.features_of(cells[places[unit]], sample.to_move);
                    self.gradient[layout.range(Stored::AnswerUnitsBias, set)][unit] +=
                        grad_units[unit];
                    let range = layout.range(Stored::AnswerUnits, set);
                    let grad_weights = &mut self.gradient[range][unit * BOTH..(unit + 1) * BOTH];
                    let grad_features = &mut grad_features[places[unit]];
                    for feature in 0..BOTH {
                        grad_weights[feature] += grad_units[unit] * features[feature];
                        grad_features[feature] += grad_units[unit] * weights[unit][feature];
                    }
                }
                grad_features.iter_mut().for_each(|slopes| exchange(slopes, sample.to_move));
            }
            self.answers[index] = answers;
        }
    }

    /// Scatters the gradient by the features of a sample's answers to rows and biases.
    fn scatter_answers(&mut self, index: usize, start: usize, grad_bias: &mut [f32; BOTH]) {
        let Answers { cells, grad_features, .. } = &self.answers[index];
        for (&cell, slopes) in cells.iter().zip(grad_features) {
            for (number, &feature) in self.features[cell].iter().enumerate() {
                if is_clipped(feature) {
                    continue;
                }
                let (side, channel) = (number / CHANNELS, number % CHANNELS);
                grad_bias[number] += slopes[number];
                for &row in &self.rows[cell][4 * side..4 * side + 4] {
                    self.gradient[start + usize::from(row) * CHANNELS + channel] += slopes[number];
                }
            }
        }
    }

    /// Runs the layers on the inputs, which gives the values and the weights of features.
    fn forward(&mut self, params: &Params, samples: &[&Sample], set: usize) {
        let (count, hidden) = (samples.len(), samples.len() * HIDDEN);
        let inputs = &self.inputs[..count * BOTH];
        let value_1 = &mut self.value_1[..hidden];
        layer(params, set, Stored::Value1, Stored::Value1Bias).forward(inputs, value_1);
        let threats = params.array(Stored::Threats, set).as_chunks::<HIDDEN>().0;
        for (sums, sample) in value_1.as_chunks_mut::<HIDDEN>().0.iter_mut().zip(samples) {
            let threats = &threats[usize::from(sample.threats)];
            sums.iter_mut().zip(threats).for_each(|(sum, number)| *sum += number);
        }
        self.look_at_answers(params, samples, set);
        let inputs = &self.inputs[..count * BOTH];
        let value_1 = &mut self.value_1[..hidden];
        leak(value_1);
        let value_2 = &mut self.value_2[..hidden];
        layer(params, set, Stored::Value2, Stored::Value2Bias).forward(value_1, value_2);
        leak(value_2);
        let value_3 = &mut self.value_3[..2 * count];
        layer(params, set, Stored::Value3, Stored::Value3Bias).forward(value_2, value_3);
        let policy_1 = &mut self.policy_1[..hidden];
        layer(params, set, Stored::Policy1, Stored::Policy1Bias).forward(inputs, policy_1);
        leak(policy_1);
        let policy_2 = &mut self.policy_2[..count * POLICY_OUTPUTS];
        policy_layer(params, set).forward(policy_1, policy_2);
        let outputs = policy_2.chunks_exact(POLICY_OUTPUTS);
        for ((outputs, weights), sample) in outputs.zip(&mut self.weights).zip(samples) {
            weights.as_flattened_mut().copy_from_slice(outputs);
            exchange(weights.as_flattened_mut(), sample.to_move);
        }
    }

    /// Computes the losses of a sample's value and the gradient by the outputs of its layers.
    fn judge(&mut self, params: &Params, sample: &Sample, index: usize, set: usize, scale: Scale) {
        let classical = f32::from(sample.classical) / POINTS_PER_LOGIT;
        let value = self.expected(params, sample, index, set);
        let draws = self.value_3[2 * index + 1];
        let loss = value_loss(value, sample.target(scale.score_share));
        self.sums.samples += 1.0;
        self.sums.value += f64::from(loss.loss);
        let slope = scale.value * loss.slope;
        let factor = params.layout.range(Stored::Classical, set).start;
        self.gradient[factor] += slope * classical;
        let grad_draws = sample.outcome.map_or(0.0, |outcome| {
            let loss = outcome_loss(value, draws, outcome);
            self.sums.outcome += f64::from(loss.loss);
            self.sums.outcomes += 1.0;
            scale.outcome * loss.slope
        });
        self.grad_value[2 * index..2 * index + 2].copy_from_slice(&[slope, grad_draws]);
    }

    /// The logit of the expected result of a sample.
    fn expected(&self, params: &Params, sample: &Sample, index: usize, set: usize) -> f32 {
        let classical = f32::from(sample.classical) / POINTS_PER_LOGIT;
        self.value_3[2 * index] + params.array(Stored::Classical, set)[0] * classical
    }

    /// Computes the loss of a sample's policy and, if `is_learning`, the gradient by products and
    /// weights.
    fn choose(
        &mut self,
        model: &Model,
        sample: &Sample,
        index: usize,
        set: usize,
        scale: Scale,
        is_learning: bool,
    ) {
        if sample.shares.is_empty() {
            // There is nothing to learn, so no open cell has a gradient of its own.
            self.grad_policy[index * POLICY_OUTPUTS..(index + 1) * POLICY_OUTPUTS].fill(0.0);
            self.seen[index].counts.open = 0;
            self.seen[index].counts.candidates = 0;
            return;
        }
        self.compute_logits(model, sample, index, set);
        let sum = self.judge_policy(sample, index);
        if is_learning {
            self.choose_back(model, sample, index, set, scale, sum);
        }
        let Seen { first, counts: Counts { candidates, .. } } = self.seen[index];
        let geometry = &model.geometries[usize::from(sample.geometry)];
        for &cell in &self.cells[first..first + candidates] {
            let cell = usize::from(geometry.padded[usize::from(cell)]);
            self.sent.iter_mut().for_each(|sent| sent[cell] = 0.0);
        }
    }

    /// Computes the products of a sample's open cells. Afterwards the first product of a cell is
    /// its logit, and the messages of the candidates are on the grids.
    fn compute_logits(&mut self, model: &Model, sample: &Sample, index: usize, set: usize) {
        let Seen { first, counts: Counts { candidates, open, .. } } = self.seen[index];
        let cells = &self.cells[first..first + open];
        let features = &self.features[first..first + open];
        let products = &mut self.products[first..first + open];
        let geometry = &model.geometries[usize::from(sample.geometry)];
        self.kernels.products(features, candidates, &self.weights[index], products);
        let padded = |cell: u16| usize::from(geometry.padded[usize::from(cell)]);
        for (&cell, [_, products @ ..]) in cells[..candidates].iter().zip(&*products) {
            let cell = padded(cell);
            self.sent.iter_mut().zip(products).for_each(|(sent, product)| sent[cell] = *product);
        }
        let (rows, columns) = (geometry.size.height().into(), geometry.size.width().into());
        let factors = message_factors(model, set);
        self.kernels.receive(&self.sent, factors, rows, columns, &mut self.received);
        for (number, (&cell, products)) in cells.iter().zip(products).enumerate() {
            products[0] += self.received[padded(cell)];
            self.order[usize::from(cell)] = number as u16;
        }
    }

    /// Adds the loss of a sample's policy to the sums. Afterwards the first gradient of an open
    /// cell is its odds relative to the best one; returns their sum.
    fn judge_policy(&mut self, sample: &Sample, index: usize) -> f32 {
        let Seen { first, counts: Counts { open, .. } } = self.seen[index];
        let cells = &self.cells[first..first + open];
        let products = &self.products[first..first + open];
        let grad_products = &mut self.grad_products[first..first + open];
        let mut largest = (f32::NEG_INFINITY, u16::MAX);
        for (&cell, products) in cells.iter().zip(products) {
            let is_larger = products[0] > largest.0;
            if is_larger || products[0] == largest.0 && cell < largest.1 {
                largest = (products[0], cell);
            }
        }
        let mut sum = 0.0;
        for (products, slopes) in products.iter().zip(grad_products.iter_mut()) {
            slopes[0] = (products[0] - largest.0).exp();
            sum += slopes[0];
        }
        let logarithm = largest.0 + sum.ln();
        for share in &sample.shares {
            let logit = products[usize::from(self.order[usize::from(share.cell)])][0];
            self.sums.policy += f64::from(share.share * (logarithm - logit));
        }
        self.sums.shares += f64::from(sum_of_shares(sample));
        self.sums.moves += 1.0;
        let is_hit = sample.shares.first().is_some_and(|best| best.cell == largest.1);
        self.sums.hits += f64::from(u8::from(is_hit));
        sum
    }

    /// Takes the gradient of a sample's policy back to the products, the factors of the messages
    /// and the weights of features. `sum` comes from [`Worker::judge_policy`].
    fn choose_back(
        &mut self,
        model: &Model,
        sample: &Sample,
        index: usize,
        set: usize,
        scale: Scale,
        sum: f32,
    ) {
        let Seen { first, counts: Counts { candidates, open, .. } } = self.seen[index];
        let cells = &self.cells[first..first + open];
        let features = &self.features[first..first + open];
        let grad_products = &mut self.grad_products[first..first + open];
        let grad_weights =
            &mut self.grad_policy[index * POLICY_OUTPUTS..(index + 1) * POLICY_OUTPUTS];
        let geometry = &model.geometries[usize::from(sample.geometry)];
        let padded = |cell: u16| usize::from(geometry.padded[usize::from(cell)]);
        let factor = scale.policy * sum_of_shares(sample) / sum;
        grad_products.iter_mut().for_each(|slopes| slopes[0] *= factor);
        for share in &sample.shares {
            let number = usize::from(self.order[usize::from(share.cell)]);
            grad_products[number][0] -= scale.policy * share.share;
        }
        for (&cell, slopes) in cells.iter().zip(grad_products.iter()) {
            self.slopes[padded(cell)] = slopes[0];
        }
        let (rows, columns) = (geometry.size.height().into(), geometry.size.width().into());
        let mut grad_factors = [[0.0; FACTORS]; MESSAGES];
        self.kernels.receive_back(
            &self.slopes,
            &self.sent,
            message_factors(model, set),
            rows,
            columns,
            &mut self.grad_sent,
            &mut grad_factors,
        );
        for (&cell, [_, slopes @ ..]) in cells[..candidates].iter().zip(&mut *grad_products) {
            let cell = padded(cell);
            let grad_sent = slopes.iter_mut().zip(&*self.grad_sent);
            grad_sent.for_each(|(slope, grad_sent)| *slope = grad_sent[cell]);
        }
        let spread = &mut self.gradient[model.params.layout.range(Stored::Spread, set)];
        let grad_factors = grad_factors.as_flattened();
        spread.iter_mut().zip(grad_factors).for_each(|(sum, slope)| *sum += slope);
        let mut by_weights = [[0.0; BOTH]; SETS];
        self.kernels.weight_gradient(features, candidates, grad_products, &mut by_weights);
        grad_weights.copy_from_slice(by_weights.as_flattened());
        exchange(grad_weights, sample.to_move);
        cells.iter().for_each(|&cell| self.slopes[padded(cell)] = 0.0);
    }

    /// Takes the gradients by the outputs of the layers back to the inputs and the parameters.
    fn backward(&mut self, params: &Params, samples: &[&Sample], set: usize) {
        let (count, hidden) = (samples.len(), samples.len() * HIDDEN);
        let layout = &params.layout;
        let mut add = |weights: std::ops::Range<usize>,
                       biases: std::ops::Range<usize>,
                       inputs: &[f32],
                       grad_outputs: &[f32]| {
            // Weights lie before their biases.
            let (before, after) = self.gradient.split_at_mut(biases.start);
            add_gradient(&mut before[weights], &mut after[..biases.len()], inputs, grad_outputs);
        };
        let ranges = |weights, biases| (layout.range(weights, set), layout.range(biases, set));
        let inputs = &self.inputs[..count * BOTH];
        let grad_inputs = &mut self.grad_inputs[..count * BOTH];
        let grad_hidden = &mut self.grad_hidden[..hidden];

        let grad_outputs = &self.grad_policy[..count * POLICY_OUTPUTS];
        let policy_1 = &self.policy_1[..hidden];
        let (weights, biases) = policy_ranges(params, set);
        add(weights, biases, policy_1, grad_outputs);
        policy_layer(params, set).backward(grad_outputs, grad_hidden, false);
        leak_back(policy_1, grad_hidden);
        let (weights, biases) = ranges(Stored::Policy1, Stored::Policy1Bias);
        add(weights, biases, inputs, grad_hidden);
        let policy = layer(params, set, Stored::Policy1, Stored::Policy1Bias);
        policy.backward(grad_hidden, grad_inputs, false);

        let grad_outputs = &self.grad_value[..2 * count];
        let value_2 = &self.value_2[..hidden];
        let (weights, biases) = ranges(Stored::Value3, Stored::Value3Bias);
        add(weights, biases, value_2, grad_outputs);
        let last = layer(params, set, Stored::Value3, Stored::Value3Bias);
        last.backward(grad_outputs, grad_hidden, false);
        leak_back(value_2, grad_hidden);
        let value_1 = &self.value_1[..hidden];
        let (weights, biases) = ranges(Stored::Value2, Stored::Value2Bias);
        add(weights, biases, value_1, grad_hidden);
        let second = layer(params, set, Stored::Value2, Stored::Value2Bias);
        // The values of the second layer are no longer needed, so their memory is reused.
        let grad_first = &mut self.value_2[..hidden];
        second.backward(grad_hidden, grad_first, false);
        leak_back(value_1, grad_first);
        let (weights, biases) = ranges(Stored::Value1, Stored::Value1Bias);
        add(weights, biases, inputs, grad_first);
        layer(params, set, Stored::Value1, Stored::Value1Bias).backward(
            grad_first,
            grad_inputs,
            true,
        );
        let threats = &mut self.gradient[layout.range(Stored::Threats, set)];
        let threats = threats.as_chunks_mut::<HIDDEN>().0;
        for (slopes, sample) in grad_first.as_chunks::<HIDDEN>().0.iter().zip(samples) {
            let sums = &mut threats[usize::from(sample.threats)];
            sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
        }
        let grad_first = std::mem::take(&mut self.value_2);
        self.look_back(params, samples, set, &grad_first[..hidden]);
        self.value_2 = grad_first;
    }

    /// Scatters the gradients of a group to rows, biases and the features of the empty board.
    fn scatter(&mut self, params: &Params, samples: &[&Sample]) {
        let colors = params.layout.colors();
        let tables = params.layout.range(Stored::Rows, 0).start
            ..params.layout.range(Stored::Rows, colors - 1).end;
        let biases = params.layout.range(Stored::Bias, 0).start;
        let mut grad_bias = [0.0; BOTH];
        for (index, sample) in samples.iter().enumerate() {
            let mut grad_sums = [0.0; BOTH];
            let grad_inputs = &self.grad_inputs[index * BOTH..(index + 1) * BOTH];
            grad_sums.iter_mut().zip(grad_inputs).for_each(|(sum, slope)| *sum = slope / SUM_SCALE);
            exchange(&mut grad_sums, sample.to_move);
            let Seen { first, counts: Counts { candidates, open, near } } = self.seen[index];
            self.kernels.scatter(
                &self.features[first..first + near],
                &self.rows[first..first + near],
                &grad_sums,
                candidates,
                &self.weights[index],
                &self.grad_products[first..first + open],
                self.gradient[tables.clone()].as_chunks_mut::<CHANNELS>().0,
                &mut grad_bias,
            );
            self.scatter_answers(index, tables.start, &mut grad_bias);
            let geometry = usize::from(sample.geometry);
            let end = self.seen.get(index + 1).map_or(self.cells.len(), |next| next.first);
            let far = &self.cells[first + near..end];
            self.kernels.add_to_cells(&grad_sums, far, &mut self.grad_far[geometry]);
            let grad_all = &mut self.grad_all[geometry];
            grad_all.iter_mut().zip(grad_sums).for_each(|(sum, slope)| *sum += slope);
        }
        for (side, slopes) in grad_bias.as_chunks::<CHANNELS>().0.iter().enumerate() {
            let start = biases + side % colors * CHANNELS;
            let sums = &mut self.gradient[start..start + CHANNELS];
            sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
        }
    }

    /// Adds the gradient by the features of the empty board to the gradients by rows and biases.
    fn scatter_far(&mut self, model: &Model) {
        let layout = &model.params.layout;
        let biases = layout.range(Stored::Bias, 0).start;
        let tables = model.tables.far.iter().zip(&model.geometries);
        let grad_far = self.grad_far.iter_mut().zip(&mut self.grad_all);
        for ((grad_far, grad_all), (far, geometry)) in grad_far.zip(tables) {
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
                        self.gradient[usize::from(row) * CHANNELS + channel] += slope;
                    }
                    let bias = biases + side % layout.colors() * CHANNELS + channel;
                    self.gradient[bias] += slope;
                }
                *slopes = [0.0; BOTH];
            }
            *grad_all = [0.0; BOTH];
        }
    }

    /// Works on samples that share one set of parameters, and passes the logit of the expected
    /// result of each to `expected`.
    fn work(
        &mut self,
        model: &Model,
        samples: &[&Sample],
        set: usize,
        scale: Scale,
        is_learning: bool,
        mut expected: impl FnMut(f32),
    ) {
        for group in samples.chunks(GROUP) {
            let begun = Instant::now();
            self.gather(model, group);
            let gathered = Instant::now();
            self.forward(&model.params, group, set);
            let forward = Instant::now();
            for (index, sample) in group.iter().enumerate() {
                expected(self.expected(&model.params, sample, index, set));
                self.judge(&model.params, sample, index, set, scale);
                self.choose(model, sample, index, set, scale, is_learning);
            }
            let chosen = Instant::now();
            self.times.gather += gathered - begun;
            self.times.dense += forward - gathered;
            self.times.policy += chosen - forward;
            if is_learning {
                self.backward(&model.params, group, set);
                let backward = Instant::now();
                self.scatter(&model.params, group);
                self.times.dense += backward - chosen;
                self.times.scatter += backward.elapsed();
            }
        }
    }
}

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
        let rows = Rows::get();
        for color in 0..params.layout.colors() {
            let own = &mut gradient[params.layout.range(Stored::Rows, color)];
            let part = rows.count.div_ceil(threads);
            parallel::each(own.chunks_mut(part * CHANNELS), |index, slopes| {
                let slopes = slopes.as_chunks_mut::<CHANNELS>().0.iter_mut();
                for (slopes, sums) in slopes.zip(params.row_sums(color, index * part)) {
                    for (slope, sum) in slopes.iter_mut().zip(sums) {
                        // A clipped row does not learn.
                        *slope = if (-1.0..=1.0).contains(&sum) { *slope } else { 0.0 };
                    }
                }
            });
            let (own, shared) =
                gradient.split_at_mut(params.layout.range(Array::Rows3, color).start);
            let own = own[params.layout.range(Stored::Rows, color)].as_chunks::<CHANNELS>().0;
            let part = rows.count_3.div_ceil(threads);
            let shared = &mut shared[..rows.count_3 * CHANNELS];
            parallel::each(shared.chunks_mut(part * CHANNELS), |index, sums| {
                for (number, sums) in sums.as_chunks_mut::<CHANNELS>().0.iter_mut().enumerate() {
                    let middle = index * part + number;
                    let group = rows.starts_3[middle] as usize..rows.starts_3[middle + 1] as usize;
                    *sums = [0.0; CHANNELS];
                    for &row in &rows.by_middle_3[group] {
                        let slopes = &own[usize::from(row)];
                        sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
                    }
                }
            });
            let (shared_3, shared_2) =
                gradient.split_at_mut(params.layout.range(Array::Rows2, color).start);
            let shared_3 = &shared_3[params.layout.range(Array::Rows3, color)];
            let shared_2 = &mut shared_2[..rows.count_2 * CHANNELS];
            shared_2.fill(0.0);
            let shared_2 = shared_2.as_chunks_mut::<CHANNELS>().0;
            for (slopes, &middle) in
                shared_3.as_chunks::<CHANNELS>().0.iter().zip(&rows.middle_2_of_3)
            {
                let sums = &mut shared_2[usize::from(middle)];
                sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            }
        }
    }
}

/// What was expected of a group of samples, and how their games ended; see [`calibration`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// Mean of the expected results, 0 to 1.
    pub expected: f64,
    /// Mean of the outcomes, 0 to 1.
    pub happened: f64,
}

/// Sorts the samples whose outcome is known by their expected result and divides them into bins of
/// equal size. `values` are the logits from [`Learner::ask`].
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
