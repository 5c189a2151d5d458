//! The learned parameters: their names, shapes and initial values, and how the rows of windows are
//! put together.
//!
//! All parameters lie in one list. If the rule is the same for both colours, they share the
//! parameters. Otherwise each colour has its own, Black's first, and its own stones take the place
//! of Black's in windows.

use std::ops::Range;

use fukumi_core::eval::layout::{self, BIAS_MAX, BOTH, CHANNELS, MESSAGES};
use fukumi_core::geometry::BoardSize;
use fukumi_core::score::Score;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use crate::geometry::Geometry;
use crate::numbers::Numbers;
use crate::parallel;
use crate::windows::Rows;

/// Sets of weights that the policy makes: one for a point itself, and one for each message.
pub const SETS: usize = 1 + MESSAGES;
/// Divisor of the sums of features on the way into the layers.
pub const SUM_SCALE: f32 = layout::SUM_SCALE as f32;
/// Slope of a hidden unit below zero.
pub const LEAK: f32 = 1.0 / (1 << layout::LEAK_SHIFT) as f32;
/// The integer that a feature of 1 becomes; rows and biases are rounded to multiples of its
/// inverse.
pub const FEATURE_MAX: f32 = layout::FEATURE_MAX as f32;
/// Points of a score per unit of log-odds, as in the engine.
pub const POINTS_PER_LOGIT: f32 = Score::POINTS_PER_LOGIT as f32;

/// One array of the learned parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Array {
    /// Each row's own part; rows x channels.
    Rows,
    /// The part shared by rows with the same seven middle cells; rows x channels.
    Rows3,
    /// The part shared by rows with the same five middle cells; rows x channels.
    Rows2,
    /// Added to the sum of the four rows of a cell; channels.
    Bias,
    /// Added to the first layer of the value, by threat mask; masks x units.
    Threats,
    /// Weights of the first layer of the value; outputs x inputs.
    Value1,
    /// Biases of the first layer of the value; outputs.
    Value1Bias,
    /// Weights of the second layer of the value; outputs x inputs.
    Value2,
    /// Biases of the second layer of the value; outputs.
    Value2Bias,
    /// Weights of the last layer of the value; outputs x inputs. The outputs are the correction of
    /// the score and the logit of draws.
    Value3,
    /// Biases of the last layer of the value; outputs.
    Value3Bias,
    /// Weights of the first layer of the policy; outputs x inputs.
    Policy1,
    /// Biases of the first layer of the policy; outputs.
    Policy1Bias,
    /// Weights of the layer that makes the weights of features; outputs x inputs.
    Policy2,
    /// Weights of the layer that makes the weights of messages; outputs x inputs. This array
    /// follows [`Array::Policy2`], so that both act as one layer.
    Messages,
    /// Biases of [`Array::Policy2`]; outputs.
    Policy2Bias,
    /// Biases of [`Array::Messages`]; outputs.
    MessagesBias,
    /// What messages are multiplied by on their way; messages x factors.
    Spread,
    /// Factor of the classical score.
    Classical,
    /// Weights of the units of an answer to a threat; units x features.
    AnswerUnits,
    /// Biases of these units; units.
    AnswerUnitsBias,
    /// Weights of the largest of each unit in the first layer of the value; outputs x units.
    AnswerSums,
}

impl Array {
    /// All arrays, in the order of the list.
    pub const ALL: [Self; 22] = [
        Self::Rows,
        Self::Rows3,
        Self::Rows2,
        Self::Bias,
        Self::Threats,
        Self::Value1,
        Self::Value1Bias,
        Self::Value2,
        Self::Value2Bias,
        Self::Value3,
        Self::Value3Bias,
        Self::Policy1,
        Self::Policy1Bias,
        Self::Policy2,
        Self::Messages,
        Self::Policy2Bias,
        Self::MessagesBias,
        Self::Spread,
        Self::Classical,
        Self::AnswerUnits,
        Self::AnswerUnitsBias,
        Self::AnswerSums,
    ];

    /// The name of the array in a checkpoint.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Rows3 => "rows_3",
            Self::Rows2 => "rows_2",
            Self::Bias => "bias",
            Self::Threats => "threats",
            Self::Value1 => "value_1",
            Self::Value1Bias => "value_1_bias",
            Self::Value2 => "value_2",
            Self::Value2Bias => "value_2_bias",
            Self::Value3 => "value_3",
            Self::Value3Bias => "value_3_bias",
            Self::Policy1 => "policy_1",
            Self::Policy1Bias => "policy_1_bias",
            Self::Policy2 => "policy_2",
            Self::Messages => "messages",
            Self::Policy2Bias => "policy_2_bias",
            Self::MessagesBias => "messages_bias",
            Self::Spread => "spread",
            Self::Classical => "classical",
            Self::AnswerUnits => "answer_units",
            Self::AnswerUnitsBias => "answer_units_bias",
            Self::AnswerSums => "answer_sums",
        }
    }

    /// The array of a network file that holds the parameters of an array of this kind. `None` for
    /// the shared parts of rows: the file has their sums with the rows' own parts.
    pub const fn in_file(self) -> Option<layout::Array> {
        Some(match self {
            Self::Rows3 | Self::Rows2 => return None,
            Self::Rows => layout::Array::Rows,
            Self::Bias => layout::Array::Bias,
            Self::Threats => layout::Array::Threats,
            Self::Value1 => layout::Array::Value1,
            Self::Value1Bias => layout::Array::Value1Bias,
            Self::Value2 => layout::Array::Value2,
            Self::Value2Bias => layout::Array::Value2Bias,
            Self::Value3 => layout::Array::Value3,
            Self::Value3Bias => layout::Array::Value3Bias,
            Self::Policy1 => layout::Array::Policy1,
            Self::Policy1Bias => layout::Array::Policy1Bias,
            Self::Policy2 => layout::Array::Policy2,
            Self::Policy2Bias => layout::Array::Policy2Bias,
            Self::Messages => layout::Array::Messages,
            Self::MessagesBias => layout::Array::MessagesBias,
            Self::Spread => layout::Array::Spread,
            Self::Classical => layout::Array::Classical,
            Self::AnswerUnits => layout::Array::AnswerUnits,
            Self::AnswerUnitsBias => layout::Array::AnswerUnitsBias,
            Self::AnswerSums => layout::Array::AnswerSums,
        })
    }

    /// The array whose parameters an array of a network file holds.
    pub fn of_file(array: layout::Array) -> Self {
        let of_file = Self::ALL.into_iter().find(|own| own.in_file() == Some(array));
        of_file.expect("a test shows that every array of the file has one")
    }

    /// Rows and columns of the array of one colour; a list is a single row.
    pub fn shape(self) -> [usize; 2] {
        match self.in_file() {
            Some(array) => array.shape(),
            None if self == Self::Rows3 => [Rows::get().count_3, CHANNELS],
            None => [Rows::get().count_2, CHANNELS],
        }
    }

    /// Number of parameters in the array of one colour.
    pub fn length(self) -> usize {
        let [rows, columns] = self.shape();
        rows * columns
    }

    /// Whether the array belongs to the layers that make the weights of features. These layers may
    /// have a learning rate of their own.
    pub const fn is_of_policy(self) -> bool {
        matches!(self, Self::Policy1 | Self::Policy1Bias | Self::Policy2 | Self::Policy2Bias)
    }

    /// Whether weight decay applies to the array: the parts that single windows and single threat
    /// masks have of their own.
    pub const fn is_drawn_to_zero(self) -> bool {
        matches!(self, Self::Rows | Self::Threats)
    }
}

/// Where each array lies in the list of all parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    colors: usize,
    /// Start of each array of the first colour; `range` finds those of the second.
    starts: [usize; Array::ALL.len() + 1],
}

impl Layout {
    /// The layout of parameters for 1 or 2 colours.
    pub fn new(colors: usize) -> Self {
        let mut starts = [0; Array::ALL.len() + 1];
        let is_first = |index: usize| Array::ALL[index] < Array::Value1;
        // The tables of both colours stand together, array by array. The heads stand together
        // colour by colour, see `range`.
        for index in 0..Array::ALL.len() {
            let length = Array::ALL[index].length();
            starts[index + 1] = starts[index] + length * if is_first(index) { colors } else { 1 };
        }
        Self { colors, starts }
    }

    /// Number of colours that have parameters of their own, 1 or 2.
    pub const fn colors(&self) -> usize {
        self.colors
    }

    /// Where the array of one colour lies.
    pub fn range(&self, array: Array, color: usize) -> Range<usize> {
        let index = array as usize;
        let step = match array < Array::Value1 {
            true => array.length(),
            false => self.starts[Array::ALL.len()] - self.starts[Array::Value1 as usize],
        };
        let start = self.starts[index] + color * step;
        start..start + array.length()
    }

    /// Number of parameters of all colours.
    pub fn length(&self) -> usize {
        self.range(Array::AnswerSums, self.colors - 1).end
    }

    /// Every array of every colour, in the order of the list.
    pub fn arrays(&self) -> impl Iterator<Item = (Array, usize, Range<usize>)> + '_ {
        let is_first = |array: &Array| *array < Array::Value1;
        let tables = Array::ALL.into_iter().filter(is_first);
        let tables = tables.flat_map(|array| (0..self.colors).map(move |color| (array, color)));
        let heads = (0..self.colors).flat_map(move |color| {
            Array::ALL.into_iter().filter(move |array| !is_first(array)).map(move |a| (a, color))
        });
        tables.chain(heads).map(|(array, color)| (array, color, self.range(array, color)))
    }
}

/// The parameters of a network.
#[derive(Clone, Debug)]
pub struct Params {
    /// Where the arrays lie.
    pub layout: Layout,
    /// All parameters.
    pub numbers: Numbers,
}

impl Params {
    /// Parameters that are all zero.
    pub fn zeros(colors: usize) -> Self {
        let layout = Layout::new(colors);
        Self { numbers: Numbers::zeros(layout.length()), layout }
    }

    /// Initial parameters, random by the seed.
    pub fn new(seed: u64, colors: usize) -> Self {
        let mut params = Self::zeros(colors);
        let mut random = SmallRng::seed_from_u64(seed);
        for array in Array::ALL {
            for color in 0..colors {
                let [_, inputs] = array.shape();
                let bound = 1.0 / (inputs as f32).sqrt();
                let numbers = params.of_mut(array, color);
                match array {
                    Array::Rows3 | Array::Rows2 => {
                        numbers.fill_with(|| 0.12 * normal(&mut random));
                    }
                    Array::Bias => numbers.fill(0.05),
                    Array::Classical => numbers.fill(1.0),
                    Array::Value1
                    | Array::Value2
                    | Array::Value3
                    | Array::Policy1
                    | Array::Messages
                    | Array::AnswerUnits => {
                        numbers.fill_with(|| random.random_range(-bound..bound));
                    }
                    Array::Policy2 => {
                        numbers.fill_with(|| 0.1 * random.random_range(-bound..bound));
                    }
                    // Messages and answers have no effect at first.
                    Array::Rows
                    | Array::Threats
                    | Array::Value1Bias
                    | Array::Value2Bias
                    | Array::Value3Bias
                    | Array::Policy1Bias
                    | Array::Policy2Bias
                    | Array::MessagesBias
                    | Array::Spread
                    | Array::AnswerUnitsBias
                    | Array::AnswerSums => {}
                }
            }
        }
        params
    }

    /// The parameters of an array of one colour.
    pub fn of(&self, array: Array, color: usize) -> &[f32] {
        &self.numbers[self.layout.range(array, color)]
    }

    /// The same parameters for writing.
    pub fn of_mut(&mut self, array: Array, color: usize) -> &mut [f32] {
        let range = self.layout.range(array, color);
        &mut self.numbers[range]
    }

    /// The same network with separate parameters for each colour.
    pub fn by_color(&self) -> Self {
        let mut both = Self::zeros(2);
        for (array, color, range) in both.layout.clone().arrays() {
            both.numbers[range].copy_from_slice(self.of(array, color % self.layout.colors()));
        }
        both
    }

    /// Multiplies the logits of the policy. A factor above 1 sharpens its preferences.
    ///
    /// The logits are linear in the weights of features and in those of messages, so scaling the
    /// layers that make these weights is enough.
    pub fn scale_policy(&mut self, factor: f32) {
        for color in 0..self.layout.colors() {
            for array in [Array::Policy2, Array::Policy2Bias, Array::Messages, Array::MessagesBias]
            {
                self.of_mut(array, color).iter_mut().for_each(|number| *number *= factor);
            }
        }
    }

    /// Splits whole rows, which lie in [`Array::Rows`], into their parts: the means over rows with
    /// the same middle cells, and the rest.
    pub fn split_rows(&mut self) {
        let rows = Rows::get();
        for color in 0..self.layout.colors() {
            for (array, middles, count) in [
                (Array::Rows2, &rows.middle_2, rows.count_2),
                (Array::Rows3, &rows.middle_3, rows.count_3),
            ] {
                let mut sums = vec![[0.0_f64; CHANNELS]; count];
                let mut counts = vec![0.0_f64; count];
                let own = self.of_mut(Array::Rows, color);
                for (row, &middle) in own.as_chunks::<CHANNELS>().0.iter().zip(middles) {
                    counts[usize::from(middle)] += 1.0;
                    let sums = &mut sums[usize::from(middle)];
                    sums.iter_mut().zip(row).for_each(|(sum, &value)| *sum += f64::from(value));
                }
                for (row, &middle) in own.as_chunks_mut::<CHANNELS>().0.iter_mut().zip(middles) {
                    let middle = usize::from(middle);
                    for (value, sum) in row.iter_mut().zip(&sums[middle]) {
                        *value -= (sum / counts[middle]) as f32;
                    }
                }
                let shared = self.of_mut(array, color).as_chunks_mut::<CHANNELS>().0;
                for (middle, row) in shared.iter_mut().enumerate() {
                    for (value, sum) in row.iter_mut().zip(&sums[middle]) {
                        *value = (sum / counts[middle]) as f32;
                    }
                }
            }
        }
    }

    /// The sums of the parts of the rows of one colour, from row `first` on, before they are
    /// clipped and rounded.
    pub fn row_sums(
        &self,
        color: usize,
        first: usize,
    ) -> impl Iterator<Item = [f32; CHANNELS]> + '_ {
        let rows = Rows::get();
        let own = self.of(Array::Rows, color).as_chunks::<CHANNELS>().0;
        let shared_3 = self.of(Array::Rows3, color).as_chunks::<CHANNELS>().0;
        let shared_2 = self.of(Array::Rows2, color).as_chunks::<CHANNELS>().0;
        (first..rows.count).map(move |row| {
            let third = &shared_3[usize::from(rows.middle_3[row])];
            let second = &shared_2[usize::from(rows.middle_2[row])];
            std::array::from_fn(|index| own[row][index] + third[index] + second[index])
        })
    }
}

/// A number from the standard normal distribution (Box and Muller 1958).
fn normal(random: &mut SmallRng) -> f32 {
    let (radius, angle): (f64, f64) = (1.0 - random.random::<f64>(), random.random());
    ((-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()) as f32
}

/// A row as it is looked up, in units of 1/127.
pub type Row = [i8; CHANNELS];
/// The features of a cell, Black's first, in units of 1/127; each is 0 to 127.
pub type Features = [u8; BOTH];

/// Rows and biases as the engine will have them: clipped to ±1 and rounded to 1/127. In this form a
/// table of rows fits a second-level cache, and sums of rows are exact.
pub struct Tables {
    /// The rows of the first colour, then those of the second if it has its own.
    pub rows: Vec<Row>,
    /// For each window, the indices into [`Tables::rows`] of the row as Black sees it and as White
    /// sees it.
    pub of_window: Vec<[u16; 2]>,
    /// The bias of a cell, Black's first, in units of 1/127.
    pub bias: [i16; BOTH],
    /// For each geometry, the features of each cell of the empty board.
    pub far: Vec<Vec<Features>>,
    /// For each geometry, the sums of these features over all cells.
    pub far_sums: Vec<[i32; BOTH]>,
}

impl Tables {
    /// Makes the tables of these parameters; see [`Tables::update`].
    pub fn new(params: &Params, geometries: &[Geometry]) -> Self {
        let count = Rows::get().count;
        let colors = params.layout.colors();
        let offset = if colors == 2 { count as u16 } else { 0 };
        let of_window = Rows::get().of_window.iter().map(|&[black, white]| [black, white + offset]);
        let far = geometries.iter().map(|geometry| vec![[0; BOTH]; geometry.size.area()]);
        let mut tables = Self {
            rows: vec![[0; CHANNELS]; colors * count],
            of_window: of_window.collect(),
            bias: [0; BOTH],
            far: far.collect(),
            far_sums: vec![[0; BOTH]; geometries.len()],
        };
        tables.update(params, geometries, 1);
        tables
    }

    /// Recomputes the tables from other parameters, on the given number of threads.
    pub fn update(&mut self, params: &Params, geometries: &[Geometry], threads: usize) {
        let count = Rows::get().count;
        for (color, rows) in self.rows.chunks_mut(count).enumerate() {
            let part = count.div_ceil(threads);
            parallel::each(rows.chunks_mut(part), |index, rows| {
                for (row, sums) in rows.iter_mut().zip(params.row_sums(color, index * part)) {
                    *row = sums.map(|sum| to_units(sum.clamp(-1.0, 1.0)) as i8);
                }
            });
        }
        let colors = params.layout.colors();
        for (side, bias) in self.bias.as_chunks_mut::<CHANNELS>().0.iter_mut().enumerate() {
            for (unit, &bias) in bias.iter_mut().zip(params.of(Array::Bias, side % colors)) {
                *unit = (to_units(bias) as i16).clamp(-BIAS_MAX, BIAS_MAX);
            }
        }
        let far = self.far.iter_mut().zip(&mut self.far_sums);
        for (geometry, (far, far_sums)) in geometries.iter().zip(far) {
            *far_sums = [0; BOTH];
            for (windows, features) in geometry.empty.as_chunks::<4>().0.iter().zip(far) {
                let mut sums = self.bias;
                for &window in windows {
                    for (side, sums) in sums.as_chunks_mut::<CHANNELS>().0.iter_mut().enumerate() {
                        let row = self.of_window[usize::from(window)][side];
                        let row = &self.rows[usize::from(row)];
                        sums.iter_mut().zip(row).for_each(|(sum, &value)| *sum += i16::from(value));
                    }
                }
                *features = sums.map(|sum| sum.clamp(0, layout::FEATURE_MAX) as u8);
                far_sums.iter_mut().zip(features).for_each(|(sum, &mut f)| *sum += i32::from(f));
            }
        }
    }
}

/// Converts a number to units of 1/127, rounded to the nearest with ties to even. The number of
/// units must stay below some 30,000.
fn to_units(number: f32) -> f32 {
    // The constant, 1.5 * 2^23, leaves no room for a fraction beside it. So adding it rounds, on
    // any processor and for several numbers at a time.
    const WHOLE: f32 = 12_582_912.0;
    (number * FEATURE_MAX + WHOLE) - WHOLE
}

/// A network that is being trained or only evaluated.
pub struct Model {
    /// The parameters.
    pub params: Params,
    /// What each board size fixes.
    pub geometries: Vec<Geometry>,
    /// The rows, biases and features that the parameters give.
    pub tables: Tables,
}

impl Model {
    /// A model of these parameters for boards of these sizes.
    pub fn new(params: Params, sizes: &[BoardSize]) -> Self {
        let geometries: Vec<Geometry> = sizes.iter().map(|&size| Geometry::new(size)).collect();
        let tables = Tables::new(&params, &geometries);
        Self { params, geometries, tables }
    }

    /// Brings the tables up to date with the parameters.
    pub fn update(&mut self, threads: usize) {
        self.tables.update(&self.params, &self.geometries, threads);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_array_of_the_file_has_parameters() {
        for array in layout::Array::ALL {
            assert_eq!(Array::of_file(array).in_file(), Some(array));
        }
        assert_eq!(layout::Array::Rows.shape()[0], Rows::get().count);
    }

    #[test]
    fn the_arrays_cover_the_list_once() {
        for colors in [1, 2] {
            let layout = Layout::new(colors);
            let mut end = 0;
            for (array, color, range) in layout.arrays() {
                assert_eq!(range.start, end, "{array:?} of {color}");
                assert_eq!(range.len(), array.length());
                end = range.end;
            }
            assert_eq!(end, layout.length());
        }
    }

    #[test]
    fn split_rows_add_up_to_what_they_were() {
        let mut params = Params::zeros(2);
        let mut random = SmallRng::seed_from_u64(3);
        for color in 0..2 {
            params.of_mut(Array::Rows, color).fill_with(|| random.random_range(-1.0..1.0));
        }
        let before = params.clone();
        params.split_rows();
        for color in 0..2 {
            let rows = before.of(Array::Rows, color).as_chunks::<CHANNELS>().0;
            for (row, sum) in rows.iter().zip(params.row_sums(color, 0)) {
                assert!(row.iter().zip(sum).all(|(row, sum)| (row - sum).abs() < 1e-5));
            }
            assert!(params.of(Array::Rows2, color).iter().any(|value| value.abs() > 0.01));
        }
    }
}
