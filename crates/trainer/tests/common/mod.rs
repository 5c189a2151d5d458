//! Samples for the tests, and a second implementation of the model: slow, in `f64`, and written
//! only from the model's description.

#![allow(dead_code, reason = "each test takes what it needs")]

use fukumi_core::eval::layout::{BOTH, CHANNELS, FACTORS, HIDDEN, MESSAGES, Windows};
use fukumi_core::geometry::BoardSize;
use fukumi_trainer::geometry::DIRECTIONS;
use fukumi_trainer::losses::{Losses, SideResult, Weights};
use fukumi_trainer::model::{Array, Layout, Params, SETS, Stored};
use fukumi_trainer::replay::{Sample, Share};
use fukumi_trainer::windows::Rows;
use rand::Rng;
use rand::rngs::SmallRng;
use rand::seq::IteratorRandom;

pub(crate) const WEIGHTS: Weights = Weights { policy: 0.15, outcome: 0.1, score_share: 0.75 };

/// The board sizes of the samples.
pub(crate) fn sizes() -> [BoardSize; 2] {
    [BoardSize::square(9).unwrap(), BoardSize::new(7, 12).unwrap()]
}

/// A random sample. It may have no outcome, and it may have several moves, one or none.
pub(crate) fn sample(random: &mut SmallRng) -> Sample {
    let geometry = random.random_range(0..2_u8);
    let size = sizes()[usize::from(geometry)];
    let count = random.random_range(2..20);
    let cells = (0..size.area() as u16).choose_multiple(random, count);
    let stones = cells.iter().enumerate().map(|(index, cell)| 2 * cell + (index % 2) as u16);
    let mut sample = Sample {
        geometry,
        to_move: random.random_range(0..2),
        stones: stones.collect(),
        classical: random.random_range(-300..300),
        threats: random.random_range(0..50),
        score: random.random_range(-500..500),
        outcome: [None, Some(SideResult::Won), Some(SideResult::Drawn), Some(SideResult::Lost)]
            [random.random_range(0..4)],
        shares: Box::new([]),
        answers: Box::new([]),
    };
    let board = Board::new(&sample);
    let open = (0..size.area()).filter(|&cell| board.is_open(cell));
    let count = [0, 1, 3][random.random_range(0..3)];
    let chosen = open.choose_multiple(random, count);
    let parts: &[f32] = if chosen.len() == 1 { &[1.0] } else { &[0.5, 0.3, 0.2] };
    let shares = chosen.iter().zip(parts);
    sample.shares = shares.map(|(&cell, &share)| Share { cell: cell as u16, share }).collect();
    let count = [0, 1, 4][random.random_range(0..3)];
    let open = (0..size.area()).filter(|&cell| board.is_open(cell));
    let answers = open.choose_multiple(random, count);
    sample.answers = answers.into_iter().map(|cell| cell as u16).collect();
    sample
}

/// Random parameters; no array is all zero. Rows and biases are whole units, so rounding changes
/// nothing.
pub(crate) fn params(random: &mut SmallRng, colors: usize) -> Params {
    let mut params = Params::zeros(colors);
    for (array, _, range) in params.layout.clone().arrays() {
        let numbers = &mut params.numbers[range];
        match array {
            Array::Stored(Stored::Rows) | Array::Rows3 | Array::Rows2 => numbers.fill_with(|| {
                // Some rows are clipped.
                let is_large = random.random_range(0..200) == 0;
                random.random_range(-20..=20_i16) as f32 / 127.0 + if is_large { 2.0 } else { 0.0 }
            }),
            Array::Stored(Stored::Bias) => {
                numbers.fill_with(|| random.random_range(0..20_i16) as f32 / 127.0)
            }
            _ => numbers.fill_with(|| random.random_range(-0.4..0.4)),
        }
    }
    params
}

/// The stones of a sample.
pub(crate) struct Board {
    size: BoardSize,
    cells: Vec<u8>,
}

impl Board {
    pub(crate) fn new(sample: &Sample) -> Self {
        let size = sizes()[usize::from(sample.geometry)];
        let mut cells = vec![0; size.area()];
        for &stone in &sample.stones {
            cells[usize::from(stone / 2)] = (stone % 2 + 1) as u8;
        }
        Self { size, cells }
    }

    fn at(&self, cell: usize, steps: i32, (dx, dy): (i32, i32)) -> Option<usize> {
        let width = i32::from(self.size.width());
        let (x, y) = (cell as i32 % width + steps * dx, cell as i32 / width + steps * dy);
        let point = self.size.point(x.into(), y.into())?;
        Some(usize::from(point.x()) + usize::from(point.y()) * self.size.width() as usize)
    }

    /// The number of cells of a window before the middle, and all its cells.
    fn window(&self, cell: usize, direction: (i32, i32)) -> (usize, Vec<u8>) {
        let side =
            |sign: i32| (1..=4).map_while(move |steps| self.at(cell, sign * steps, direction));
        let mut cells: Vec<u8> = side(-1).map(|cell| self.cells[cell]).collect();
        let left = cells.len();
        cells.reverse();
        cells.push(self.cells[cell]);
        cells.extend(side(1).map(|cell| self.cells[cell]));
        (left, cells)
    }

    fn is_near(&self, cell: usize) -> bool {
        DIRECTIONS.iter().any(|&direction| self.window(cell, direction).1.iter().any(|&c| c != 0))
    }

    pub(crate) fn is_open(&self, cell: usize) -> bool {
        self.cells[cell] == 0 && self.is_near(cell)
    }

    fn is_candidate(&self, cell: usize) -> bool {
        let width = self.size.width() as usize;
        self.is_open(cell)
            && (0..self.cells.len()).filter(|&other| self.cells[other] != 0).any(|other| {
                let dx = (cell % width).abs_diff(other % width);
                let dy = (cell / width).abs_diff(other / width);
                let (less, more) = (dx.min(dy), dx.max(dy));
                more <= 3 && (more < 3 || less == 0 || less == 3)
            })
    }
}

/// The model, with parameters in `f64`.
pub(crate) struct Reference<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) numbers: Vec<f64>,
    /// The logits of the expected results used in the loss of win, draw and loss. The expected
    /// results do not learn from this loss.
    pub(crate) values: Option<Vec<f64>>,
}

impl Reference<'_> {
    fn array(&self, array: impl Into<Array>, color: usize) -> &[f64] {
        &self.numbers[self.layout.range(array, color)]
    }

    /// The features of a cell, Black's first.
    fn features(&self, board: &Board, cell: usize) -> [f64; BOTH] {
        let rows = Rows::get();
        let mut sums = [0.0; BOTH];
        for side in 0..2 {
            let color = side % self.layout.colors();
            let [own, third, second] = [Stored::Rows.into(), Array::Rows3, Array::Rows2]
                .map(|array| self.array(array, color).as_chunks::<CHANNELS>().0);
            let bias = self.array(Stored::Bias, color);
            for channel in 0..CHANNELS {
                sums[side * CHANNELS + channel] = bias[channel];
            }
            for direction in DIRECTIONS {
                let (left, mut cells) = board.window(cell, direction);
                if side == 1 {
                    cells.iter_mut().for_each(|cell| *cell = [0, 2, 1][usize::from(*cell)]);
                }
                let window = usize::from(Windows::ALL.number(left, &cells));
                let row = usize::from(rows.rows_by_window[window][0]);
                let (third, second) = (
                    &third[usize::from(rows.middle_3[row])],
                    &second[usize::from(rows.middle_2[row])],
                );
                for channel in 0..CHANNELS {
                    let sum = own[row][channel] + third[channel] + second[channel];
                    sums[side * CHANNELS + channel] += sum.clamp(-1.0, 1.0);
                }
            }
        }
        // At an end of its range a feature does not learn, so it is held constant near the end.
        sums.map(|sum| {
            if sum < 1e-4 {
                0.0
            } else if sum > 1.0 - 1e-4 {
                1.0
            } else {
                sum
            }
        })
    }

    fn dense(&self, set: usize, weights: Stored, biases: Stored, inputs: &[f64]) -> Vec<f64> {
        let rows = self.array(weights, set).chunks_exact(inputs.len());
        let sum = |row: &[f64]| row.iter().zip(inputs).map(|(a, b)| a * b).sum::<f64>();
        rows.zip(self.array(biases, set)).map(|(row, bias)| sum(row) + bias).collect()
    }

    /// The losses on samples, and the logits of their expected results.
    pub(crate) fn losses(&self, samples: &[Sample]) -> (Losses, Vec<f64>) {
        let leak = |sums: Vec<f64>| -> Vec<f64> {
            sums.into_iter().map(|sum| if sum < 0.0 { sum / 16.0 } else { sum }).collect()
        };
        let sigmoid = |logit: f64| 1.0 / (1.0 + (-logit).exp());
        let (mut losses, mut values) = (Losses::default(), Vec::new());
        let (mut all_shares, mut outcomes) = (0.0, 0.0);
        for sample in samples {
            let board = Board::new(sample);
            let area = board.cells.len();
            let set = if self.layout.colors() == 2 { usize::from(sample.to_move) } else { 0 };
            let exchanged = |values: &[f64]| -> Vec<f64> {
                let (first, second) = values.split_at(CHANNELS);
                if sample.to_move == 0 { values.to_vec() } else { [second, first].concat() }
            };
            let empty = Board { size: board.size, cells: vec![0; area] };
            let features: Vec<[f64; BOTH]> =
                (0..area).map(|cell| self.features(&board, cell)).collect();
            let mut sums = [0.0; BOTH];
            for cell in (0..area).filter(|&cell| board.is_near(cell)) {
                let far = self.features(&empty, cell);
                for index in 0..BOTH {
                    sums[index] += features[cell][index] - far[index];
                }
            }
            let inputs: Vec<f64> = exchanged(&sums).iter().map(|sum| sum / 16.0).collect();
            let mut hidden = self.dense(set, Stored::Value1, Stored::Value1Bias, &inputs);
            let threats = &self.array(Stored::Threats, set)[usize::from(sample.threats) * HIDDEN..];
            hidden.iter_mut().zip(threats).for_each(|(sum, number)| *sum += number);
            let units_by_answer = sample.answers.iter().map(|&answer| {
                let features = exchanged(&features[usize::from(answer)]);
                self.dense(set, Stored::AnswerUnits, Stored::AnswerUnitsBias, &features)
            });
            let larger =
                |a: Vec<f64>, b| a.into_iter().zip(b).map(|(a, b)| f64::max(a, b)).collect();
            if let Some(units) = units_by_answer.reduce(larger).map(leak) {
                let rows = self.array(Stored::AnswerSums, set).chunks_exact(units.len());
                for (sum, row) in hidden.iter_mut().zip(rows) {
                    *sum += row.iter().zip(&units).map(|(a, b)| a * b).sum::<f64>();
                }
            }
            let hidden = leak(self.dense(set, Stored::Value2, Stored::Value2Bias, &leak(hidden)));
            let outputs = self.dense(set, Stored::Value3, Stored::Value3Bias, &hidden);
            let value = outputs[0]
                + self.array(Stored::Classical, set)[0] * f64::from(sample.classical) / 200.0;
            let target = f64::from(sample.target(WEIGHTS.score_share));
            losses.value += (1.0 + value.exp()).ln() - target * value;
            if let Some(outcome) = sample.outcome {
                let fixed = self.values.as_ref().map(|fixed| fixed[values.len()]);
                let expected = sigmoid(fixed.unwrap_or(value));
                let drawn = sigmoid(outputs[1]) * 2.0 * expected.min(1.0 - expected);
                let chance = match outcome {
                    SideResult::Won => expected - drawn / 2.0,
                    SideResult::Drawn => drawn,
                    SideResult::Lost => 1.0 - expected - drawn / 2.0,
                };
                losses.outcome -= chance.ln();
                outcomes += 1.0;
            }
            values.push(value);

            let hidden = leak(self.dense(set, Stored::Policy1, Stored::Policy1Bias, &inputs));
            let mut weights = self.dense(set, Stored::Policy2, Stored::Policy2Bias, &hidden);
            weights.extend(self.dense(set, Stored::Messages, Stored::MessagesBias, &hidden));
            let weights: Vec<Vec<f64>> = weights.chunks_exact(BOTH).map(exchanged).collect();
            assert_eq!(weights.len(), SETS);
            let product = |cell: usize, number: usize| -> f64 {
                features[cell].iter().zip(&weights[number]).map(|(a, b)| a * b).sum()
            };
            let spread = self.array(Stored::Spread, set);
            let logits = (0..area).map(|cell| {
                let mut logit = product(cell, 0);
                for (number, &direction) in DIRECTIONS.iter().enumerate() {
                    for steps in (-4..=4).filter(|&steps| steps != 0) {
                        let other = board.at(cell, steps, direction);
                        if let Some(other) = other.filter(|&other| board.is_candidate(other)) {
                            let distance = steps.unsigned_abs() as usize - 1;
                            let factor = distance + if number < 2 { 0 } else { FACTORS / 2 };
                            for message in 0..MESSAGES {
                                let factor = spread[message * FACTORS + factor];
                                logit += product(other, 1 + message) * factor;
                            }
                        }
                    }
                }
                logit
            });
            let logits: Vec<f64> = logits.collect();
            let open = (0..area).filter(|&cell| board.is_open(cell));
            let logarithm = open.map(|cell| logits[cell].exp()).sum::<f64>().ln();
            for share in &sample.shares {
                let surprise = logarithm - logits[usize::from(share.cell)];
                losses.policy += f64::from(share.share) * surprise;
                all_shares += f64::from(share.share);
            }
        }
        losses.value /= samples.len() as f64;
        losses.policy /= all_shares.max(1.0);
        losses.outcome /= f64::max(outcomes, 1.0);
        (losses, values)
    }
}
