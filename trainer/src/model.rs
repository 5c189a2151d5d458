//! The numbers that are learned: their names, shapes and first values, and what the rows of windows
//! are made of.
//!
//! All numbers are one list. Where the rule is the same for both colours, they share the numbers;
//! else each colour has its own, Black's first, and "its own stones" take the place of Black's in
//! windows.

use std::ops::Range;

use fukumi::eval::features::THREAT_MASKS;
use fukumi::geometry::BoardSize;
use fukumi::score::Score;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use crate::geometry::Geometry;
use crate::numbers::Numbers;
use crate::parallel;
use crate::windows::Rows;

/// Features of a cell for each colour.
pub const CHANNELS: usize = 32;
/// Features of a cell for both colours.
pub const BOTH: usize = 2 * CHANNELS;
/// Units of each hidden layer.
pub const HIDDEN: usize = 32;
/// Messages that a candidate sends to each of its neighbours.
pub const MESSAGES: usize = 4;
/// Sets of weights that the policy makes: for a point itself, and for each message.
pub const SETS: usize = 1 + MESSAGES;
/// Factors of a message: by distance along rows and columns, then along diagonals.
pub const FACTORS: usize = 8;
/// What the sums of features are divided by on the way into the layers.
pub const SUM_SCALE: f32 = 16.0;
/// Slope of a hidden unit below zero.
pub const LEAK: f32 = 1.0 / 16.0;
/// The integer that a feature of 1 becomes; rows and biases are rounded to its unit.
pub const FEATURE_MAX: f32 = 127.0;
/// Points of a score in one unit of the logarithm of the odds, as the engine has it.
pub const POINTS_PER_LOGIT: f32 = Score::POINTS_PER_LOGIT as f32;
/// The largest bias of a cell in units: rows of four windows have room beside it in 16 bits.
const BIAS_MAX: f32 = 32_000.0;

/// One array of the numbers that are learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Array {
    /// What each row has of its own; rows x channels.
    Rows,
    /// What rows with the same seven middle cells share; rows x channels.
    Rows3,
    /// What rows with the same five middle cells share; rows x channels.
    Rows2,
    /// Added to the sum of the rows of a cell; channels.
    Bias,
    /// Added to the first layer of the value, by mask of threats; masks x units.
    Threats,
    /// Weights of the layers of the value; outputs x inputs.
    Value1,
    /// Biases of the same; outputs.
    Value1Bias,
    /// See [`Array::Value1`].
    Value2,
    /// See [`Array::Value1Bias`].
    Value2Bias,
    /// See [`Array::Value1`]. Its outputs are the correction of the score, and the draws.
    Value3,
    /// See [`Array::Value1Bias`].
    Value3Bias,
    /// Weights of the first layer of the policy.
    Policy1,
    /// Biases of the same.
    Policy1Bias,
    /// Weights of the layer that makes the weights of features.
    Policy2,
    /// Weights of the layer that makes those of messages. It stands behind the one before, so that
    /// both are one.
    Messages,
    /// Biases of [`Array::Policy2`].
    Policy2Bias,
    /// Biases of [`Array::Messages`].
    MessagesBias,
    /// What messages count for; messages x factors.
    Spread,
    /// Factor of the classical score.
    Classical,
}

impl Array {
    /// All arrays, in the order of the list.
    pub const ALL: [Self; 19] = [
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
    ];

    /// Its name.
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
        }
    }

    /// Rows and columns of the array of one colour; a single row of a list.
    pub fn shape(self) -> [usize; 2] {
        let rows = Rows::get();
        match self {
            Self::Rows => [rows.count, CHANNELS],
            Self::Rows3 => [rows.count_3, CHANNELS],
            Self::Rows2 => [rows.count_2, CHANNELS],
            Self::Bias => [1, CHANNELS],
            Self::Threats => [THREAT_MASKS, HIDDEN],
            Self::Value1 | Self::Policy1 => [HIDDEN, BOTH],
            Self::Value2 => [HIDDEN, HIDDEN],
            Self::Value1Bias | Self::Value2Bias | Self::Policy1Bias => [1, HIDDEN],
            Self::Value3 => [2, HIDDEN],
            Self::Value3Bias => [1, 2],
            Self::Policy2 => [BOTH, HIDDEN],
            Self::Messages => [MESSAGES * BOTH, HIDDEN],
            Self::Policy2Bias => [1, BOTH],
            Self::MessagesBias => [1, MESSAGES * BOTH],
            Self::Spread => [MESSAGES, FACTORS],
            Self::Classical => [1, 1],
        }
    }

    /// Numbers of the array of one colour.
    pub fn length(self) -> usize {
        let [rows, columns] = self.shape();
        rows * columns
    }

    /// Whether it belongs to the layers that make the weights of features, which may have a rate of
    /// their own.
    pub const fn is_of_policy(self) -> bool {
        matches!(self, Self::Policy1 | Self::Policy1Bias | Self::Policy2 | Self::Policy2Bias)
    }

    /// Whether it is drawn to zero: what single windows and single masks of threats have of their
    /// own.
    pub const fn is_drawn_to_zero(self) -> bool {
        matches!(self, Self::Rows | Self::Threats)
    }
}

/// Where each array lies in the list of all numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    colors: usize,
    /// First number of each array; those of the colours follow each other.
    starts: [usize; Array::ALL.len() + 1],
}

impl Layout {
    /// The layout for numbers of so many colours, 1 or 2.
    pub fn new(colors: usize) -> Self {
        let mut starts = [0; Array::ALL.len() + 1];
        let is_first = |index: usize| Array::ALL[index] < Array::Value1;
        // The tables and the heads: of the heads all arrays of one colour stand together, see
        // `range`.
        for index in 0..Array::ALL.len() {
            let length = Array::ALL[index].length();
            starts[index + 1] = starts[index] + length * if is_first(index) { colors } else { 1 };
        }
        Self { colors, starts }
    }

    /// How many colours have numbers of their own, 1 or 2.
    pub const fn colors(&self) -> usize {
        self.colors
    }

    /// Where the numbers of an array of one colour lie.
    pub fn range(&self, array: Array, color: usize) -> Range<usize> {
        let index = array as usize;
        let step = match array < Array::Value1 {
            true => array.length(),
            false => self.starts[Array::ALL.len()] - self.starts[Array::Value1 as usize],
        };
        let start = self.starts[index] + color * step;
        start..start + array.length()
    }

    /// How many numbers there are.
    pub fn length(&self) -> usize {
        self.range(Array::Classical, self.colors - 1).end
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

/// The numbers of a network.
#[derive(Clone, Debug)]
pub struct Params {
    /// Where they lie.
    pub layout: Layout,
    /// All of them.
    pub numbers: Numbers,
}

impl Params {
    /// All zero.
    pub fn zeros(colors: usize) -> Self {
        let layout = Layout::new(colors);
        Self { numbers: Numbers::zeros(layout.length()), layout }
    }

    /// Numbers to begin with.
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
                    | Array::Messages => {
                        numbers.fill_with(|| random.random_range(-bound..bound));
                    }
                    Array::Policy2 => {
                        numbers.fill_with(|| 0.1 * random.random_range(-bound..bound));
                    }
                    // The spread is learned from zero, with which messages count for nothing.
                    Array::Rows
                    | Array::Threats
                    | Array::Value1Bias
                    | Array::Value2Bias
                    | Array::Value3Bias
                    | Array::Policy1Bias
                    | Array::Policy2Bias
                    | Array::MessagesBias
                    | Array::Spread => {}
                }
            }
        }
        params
    }

    /// The numbers of an array of one colour.
    pub fn of(&self, array: Array, color: usize) -> &[f32] {
        &self.numbers[self.layout.range(array, color)]
    }

    /// The same to be changed.
    pub fn of_mut(&mut self, array: Array, color: usize) -> &mut [f32] {
        let range = self.layout.range(array, color);
        &mut self.numbers[range]
    }

    /// The same network with numbers of its own for each colour.
    pub fn by_color(&self) -> Self {
        let mut both = Self::zeros(2);
        for (array, color, range) in both.layout.clone().arrays() {
            both.numbers[range].copy_from_slice(self.of(array, color % self.layout.colors()));
        }
        both
    }

    /// Multiplies the logits of the policy: more than 1 makes what it prefers stand out.
    ///
    /// The logits are linear in the weights of features and in those of messages.
    pub fn scale_policy(&mut self, factor: f32) {
        for color in 0..self.layout.colors() {
            for array in [Array::Policy2, Array::Policy2Bias, Array::Messages, Array::MessagesBias]
            {
                self.of_mut(array, color).iter_mut().for_each(|number| *number *= factor);
            }
        }
    }

    /// Divides rows, which are all in [`Array::Rows`], into their parts: means over those with the
    /// same middle, and what is left.
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

    /// The sum of the parts of rows of one colour from `first` on, before it is clipped and
    /// rounded.
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

/// A number of the standard normal distribution (Box and Muller 1958).
fn normal(random: &mut SmallRng) -> f32 {
    let (radius, angle): (f64, f64) = (1.0 - random.random::<f64>(), random.random());
    ((-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()) as f32
}

/// A row as it is looked up: in units of 1/127.
pub type Row = [i8; CHANNELS];
/// The features of a cell, Black's first, in units of 1/127; 0 to 127.
pub type Features = [u8; BOTH];

/// Rows and biases as the engine will have them: clipped to 1, rounded to 1/127. So that a table of
/// rows fits a second-level cache, and sums of rows are exact.
pub struct Tables {
    /// The rows of the first colour, then those of the second one if it has its own.
    pub rows: Vec<Row>,
    /// Of each window the row as Black sees it, and as White does, among [`Tables::rows`].
    pub of_window: Vec<[u16; 2]>,
    /// The bias of a cell, Black's first.
    pub bias: [i16; BOTH],
    /// For each geometry the features of each cell of the empty board.
    pub far: Vec<Vec<Features>>,
    /// For each geometry their sums over all cells.
    pub far_sums: Vec<[i32; BOTH]>,
}

impl Tables {
    /// The tables of these numbers; see [`Tables::update`].
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

    /// Makes the tables anew of other numbers, on so many threads.
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
                *unit = to_units(bias).clamp(-BIAS_MAX, BIAS_MAX) as i16;
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
                *features = sums.map(|sum| sum.clamp(0, FEATURE_MAX as i16) as u8);
                far_sums.iter_mut().zip(features).for_each(|(sum, &mut f)| *sum += i32::from(f));
            }
        }
    }
}

/// A number below some 30,000 in units of 1/127, rounded to the nearest, ties to even.
fn to_units(number: f32) -> f32 {
    // No fraction has room beside this: adding it rounds, on any processor and several numbers at a
    // time.
    const WHOLE: f32 = 12_582_912.0;
    (number * FEATURE_MAX + WHOLE) - WHOLE
}

/// A network that is being trained, or only asked.
pub struct Model {
    /// The numbers.
    pub params: Params,
    /// What is fixed by each board size.
    pub geometries: Vec<Geometry>,
    /// What the numbers make of windows.
    pub tables: Tables,
}

impl Model {
    /// A model of these numbers for boards of these sizes.
    pub fn new(params: Params, sizes: &[BoardSize]) -> Self {
        let windows = &Rows::get().windows;
        let geometries: Vec<Geometry> =
            sizes.iter().map(|&size| Geometry::new(size, windows)).collect();
        let tables = Tables::new(&params, &geometries);
        Self { params, geometries, tables }
    }

    /// Brings the tables up to date with the numbers.
    pub fn update(&mut self, threads: usize) {
        self.tables.update(&self.params, &self.geometries, threads);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
