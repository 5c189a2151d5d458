//! The learned parameters: their names, shapes and initial values, and how the rows of windows are
//! put together.
//!
//! All parameters lie in one list. If the rule is the same for both colours, they share the
//! parameters. Otherwise each colour has its own, Black's first, and its own stones take the place
//! of Black's in windows.

use std::ops::Range;

use anyhow::ensure;
pub use fukumi_core::eval::layout::Array as Stored;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Array {
    /// An array that a network file holds as well. There the rows of windows are sums of the rows'
    /// own parts, which this array has, and the shared parts.
    Stored(Stored),
    /// The part shared by rows with the same seven middle cells; rows x channels.
    Rows3,
    /// The part shared by rows with the same five middle cells; rows x channels.
    Rows2,
}

/// The place of each stored array in [`Array::ALL`].
const PLACES: [usize; Stored::ALL.len()] = {
    let mut places = [0; Stored::ALL.len()];
    let mut place = 0;
    while place < Array::ALL.len() {
        if let Array::Stored(array) = Array::ALL[place] {
            places[array as usize] = place;
        }
        place += 1;
    }
    places
};

impl From<Stored> for Array {
    fn from(array: Stored) -> Self {
        Self::Stored(array)
    }
}

impl Array {
    /// All arrays, in the order of the list: that of the file, but for two things. The shared parts
    /// follow the rows' own ones, and the weights and the biases of [`Stored::Messages`] follow
    /// those of [`Stored::Policy2`], so that both act as one layer.
    pub const ALL: [Self; Stored::ALL.len() + 2] = {
        let mut all = [Self::Rows3; Stored::ALL.len() + 2];
        let (mut from, mut to) = (0, 0);
        while from < Stored::ALL.len() {
            let array = Stored::ALL[from];
            from += 1;
            if matches!(array, Stored::Messages) {
                continue;
            }
            all[to] = Self::Stored(array);
            to += 1;
            if matches!(array, Stored::Rows) {
                all[to + 1] = Self::Rows2;
                to += 2;
            } else if matches!(array, Stored::Policy2) {
                all[to] = Self::Stored(Stored::Messages);
                to += 1;
            }
        }
        all
    };

    /// The name of the array in a checkpoint.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stored(array) => array.name(),
            Self::Rows3 => "rows_3",
            Self::Rows2 => "rows_2",
        }
    }

    /// Place of the array in [`Array::ALL`].
    const fn place(self) -> usize {
        match self {
            Self::Stored(array) => PLACES[array as usize],
            Self::Rows3 => PLACES[Stored::Rows as usize] + 1,
            Self::Rows2 => PLACES[Stored::Rows as usize] + 2,
        }
    }

    /// Whether the array lies before the layers of the heads.
    const fn is_table(self) -> bool {
        self.place() < PLACES[Stored::Value1 as usize]
    }

    /// Rows and columns of the array of one colour; a list is a single row.
    pub fn shape(self) -> [usize; 2] {
        match self {
            Self::Stored(array) => array.shape(),
            Self::Rows3 => [Rows::get().count_3, CHANNELS],
            Self::Rows2 => [Rows::get().count_2, CHANNELS],
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
        use Stored::{Policy1, Policy1Bias, Policy2, Policy2Bias};
        matches!(self, Self::Stored(Policy1 | Policy1Bias | Policy2 | Policy2Bias))
    }

    /// Whether weight decay applies to the array: the parts that single windows and single threat
    /// masks have of their own.
    pub const fn is_drawn_to_zero(self) -> bool {
        matches!(self, Self::Stored(Stored::Rows | Stored::Threats))
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
        // The tables of both colours stand together, array by array. The heads stand together
        // colour by colour, see `range`.
        for index in 0..Array::ALL.len() {
            let length = Array::ALL[index].length();
            starts[index + 1] =
                starts[index] + length * if Array::ALL[index].is_table() { colors } else { 1 };
        }
        Self { colors, starts }
    }

    /// Number of colours that have parameters of their own, 1 or 2.
    pub const fn colors(&self) -> usize {
        self.colors
    }

    /// Where the array of one colour lies.
    pub fn range(&self, array: impl Into<Array>, color: usize) -> Range<usize> {
        let array = array.into();
        let step = if array.is_table() {
            array.length()
        } else {
            self.starts[Array::ALL.len()] - self.starts[PLACES[Stored::Value1 as usize]]
        };
        let start = self.starts[array.place()] + color * step;
        start..start + array.length()
    }

    /// Number of parameters of all colours.
    pub fn length(&self) -> usize {
        self.range(Stored::AnswerSums, self.colors - 1).end
    }

    /// Every array of every colour, in the order of the list.
    pub fn arrays(&self) -> impl Iterator<Item = (Array, usize, Range<usize>)> + '_ {
        let tables = Array::ALL.into_iter().filter(|array| array.is_table());
        let tables = tables.flat_map(|array| (0..self.colors).map(move |color| (array, color)));
        let heads = (0..self.colors).flat_map(move |color| {
            Array::ALL.into_iter().filter(|array| !array.is_table()).map(move |a| (a, color))
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
        use Stored::{
            AnswerSums, AnswerUnits, AnswerUnitsBias, Bias, Classical, Messages, MessagesBias,
            Policy1, Policy1Bias, Policy2, Policy2Bias, Rows, Spread, Threats, Value1, Value1Bias,
            Value2, Value2Bias, Value3, Value3Bias,
        };
        let mut params = Self::zeros(colors);
        let mut random = SmallRng::seed_from_u64(seed);
        for array in Array::ALL {
            for color in 0..colors {
                let [_, inputs] = array.shape();
                let bound = 1.0 / (inputs as f32).sqrt();
                let numbers = params.array_mut(array, color);
                match array {
                    Array::Rows3 | Array::Rows2 => {
                        numbers.fill_with(|| 0.12 * normal(&mut random));
                    }
                    Array::Stored(Bias) => numbers.fill(0.05),
                    Array::Stored(Classical) => numbers.fill(1.0),
                    Array::Stored(Value1 | Value2 | Value3 | Policy1 | Messages | AnswerUnits) => {
                        numbers.fill_with(|| random.random_range(-bound..bound));
                    }
                    Array::Stored(Policy2) => {
                        numbers.fill_with(|| 0.1 * random.random_range(-bound..bound));
                    }
                    // Messages and answers have no effect at first.
                    Array::Stored(
                        Rows | Threats | Value1Bias | Value2Bias | Value3Bias | Policy1Bias
                        | Policy2Bias | MessagesBias | Spread | AnswerUnitsBias | AnswerSums,
                    ) => {}
                }
            }
        }
        params
    }

    /// The parameters of an array of one colour.
    pub fn array(&self, array: impl Into<Array>, color: usize) -> &[f32] {
        &self.numbers[self.layout.range(array, color)]
    }

    /// The same parameters for writing.
    pub fn array_mut(&mut self, array: impl Into<Array>, color: usize) -> &mut [f32] {
        let range = self.layout.range(array, color);
        &mut self.numbers[range]
    }

    /// The same network with separate parameters for each colour.
    pub fn by_color(&self) -> Self {
        let mut both = Self::zeros(2);
        for (array, color, range) in both.layout.clone().arrays() {
            both.numbers[range].copy_from_slice(self.array(array, color % self.layout.colors()));
        }
        both
    }

    /// Multiplies the logits of the policy. A factor above 1 sharpens its preferences.
    ///
    /// The logits are linear in the weights of features and in those of messages, so scaling the
    /// layers that make these weights is enough.
    pub fn scale_policy(&mut self, factor: f32) {
        for color in 0..self.layout.colors() {
            for array in
                [Stored::Policy2, Stored::Policy2Bias, Stored::Messages, Stored::MessagesBias]
            {
                self.array_mut(array, color).iter_mut().for_each(|number| *number *= factor);
            }
        }
    }

    /// Moves each parameter by this share of its way to that of `other`, a network for the same
    /// number of colours.
    ///
    /// The mean of a network and of what it became on few new samples can be better than both
    /// (WiSE-FT, Wortsman et al. 2021, arXiv 2109.01903). It is a network because both come from
    /// the same training, so that the same units mean the same.
    ///
    /// # Errors
    /// If `other` is for another number of colours.
    pub fn move_towards(&mut self, other: &Self, share: f32) -> anyhow::Result<()> {
        ensure!(self.layout == other.layout, "one network is by color, the other is not");
        for (number, other) in self.numbers.iter_mut().zip(&*other.numbers) {
            *number += share * (other - *number);
        }
        Ok(())
    }

    /// Splits whole rows, which lie in [`Stored::Rows`], into their parts: the means over rows with
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
                let own = self.array_mut(Stored::Rows, color);
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
                let shared = self.array_mut(array, color).as_chunks_mut::<CHANNELS>().0;
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
        let own = self.array(Stored::Rows, color).as_chunks::<CHANNELS>().0;
        let shared_3 = self.array(Array::Rows3, color).as_chunks::<CHANNELS>().0;
        let shared_2 = self.array(Array::Rows2, color).as_chunks::<CHANNELS>().0;
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
    pub rows_by_window: Vec<[u16; 2]>,
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
        let rows_by_window =
            Rows::get().rows_by_window.iter().map(|&[black, white]| [black, white + offset]);
        let far = geometries.iter().map(|geometry| vec![[0; BOTH]; geometry.size.area()]);
        let mut tables = Self {
            rows: vec![[0; CHANNELS]; colors * count],
            rows_by_window: rows_by_window.collect(),
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
            for (unit, &bias) in bias.iter_mut().zip(params.array(Stored::Bias, side % colors)) {
                let most = f32::from(BIAS_MAX);
                *unit = to_units(bias).clamp(-most, most) as i16;
            }
        }
        let far = self.far.iter_mut().zip(&mut self.far_sums);
        for (geometry, (far, far_sums)) in geometries.iter().zip(far) {
            *far_sums = [0; BOTH];
            for (windows, features) in geometry.empty.as_chunks::<4>().0.iter().zip(far) {
                let mut sums = self.bias;
                for &window in windows {
                    for (side, sums) in sums.as_chunks_mut::<CHANNELS>().0.iter_mut().enumerate() {
                        let row = self.rows_by_window[usize::from(window)][side];
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

    /// Checkpoints have the arrays in this order.
    #[test]
    fn the_order_of_the_list_stays() {
        let names = Array::ALL.map(Array::name).join(" ");
        let expected = "rows rows_3 rows_2 bias threats value_1 value_1_bias value_2 value_2_bias \
                        value_3 value_3_bias policy_1 policy_1_bias policy_2 messages \
                        policy_2_bias messages_bias spread classical answer_units \
                        answer_units_bias answer_sums";
        assert_eq!(names, expected);
        assert!((0..Array::ALL.len()).all(|place| Array::ALL[place].place() == place));
        assert_eq!(Stored::Rows.shape()[0], Rows::get().count);
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
    fn a_network_moves_a_part_of_the_way_to_another() {
        let (mut params, other) = (Params::new(1, 2), Params::new(2, 2));
        let before = params.clone();
        params.move_towards(&other, 0.25).unwrap();
        for ((number, before), other) in
            params.numbers.iter().zip(&*before.numbers).zip(&*other.numbers)
        {
            assert!((number - (0.75 * before + 0.25 * other)).abs() < 1e-6);
        }
        params.move_towards(&other, 1.0).unwrap();
        assert!(params.numbers.iter().zip(&*other.numbers).all(|(a, b)| (a - b).abs() < 1e-6));
        assert!(params.move_towards(&Params::new(1, 1), 0.5).is_err());
    }

    #[test]
    fn split_rows_add_up_to_what_they_were() {
        let mut params = Params::zeros(2);
        let mut random = SmallRng::seed_from_u64(3);
        for color in 0..2 {
            params.array_mut(Stored::Rows, color).fill_with(|| random.random_range(-1.0..1.0));
        }
        let before = params.clone();
        params.split_rows();
        for color in 0..2 {
            let rows = before.array(Stored::Rows, color).as_chunks::<CHANNELS>().0;
            for (row, sum) in rows.iter().zip(params.row_sums(color, 0)) {
                assert!(row.iter().zip(sum).all(|(row, sum)| (row - sum).abs() < 1e-5));
            }
            assert!(params.array(Array::Rows2, color).iter().any(|value| value.abs() > 0.01));
        }
    }
}
