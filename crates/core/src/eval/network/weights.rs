//! Reads networks. [`layout`](super::layout) documents the file, which is also the form of a
//! network in the executable.

use anyhow::{Context, ensure};

use super::kernel::{HIDDEN_MAX, INPUT_MAX, UNIT_MAX};
use super::layout::{
    Array, BIAS_MAX, CHANNELS, FACTORS, FEATURE_MAX, HIDDEN, Numbers, PACKED, PLAIN, POOLED,
    SPREAD_MAX, THREAT_SHIFT, WITHOUT_ANSWERS, Windows, unpack,
};
use super::model::{Answers, Features, Heads, Layer, Network, Row, Spread};

#[cfg(any(test, feature = "networks"))]
pub(super) const FREESTYLE: &[u8] = include_bytes!("../weights/freestyle.net");
#[cfg(any(test, feature = "networks"))]
pub(super) const STANDARD: &[u8] = include_bytes!("../weights/standard.net");
#[cfg(any(test, feature = "networks"))]
pub(super) const RENJU: &[u8] = include_bytes!("../weights/renju.net");
#[cfg(any(test, feature = "networks"))]
pub(super) const CARO: &[u8] = include_bytes!("../weights/caro.net");

/// The largest number that a mask of threats can add to a sum of the first layer.
const THREAT_MAX: i32 = (i8::MAX as i32 + 1) << THREAT_SHIFT;
/// The largest number that the answers to a threat can add to it.
const ANSWERS_MAX: i32 = 1 << 26;

/// The arrays of one colour.
struct Arrays<'a> {
    rows: Vec<Numbers>,
    threats: Vec<Numbers>,
    /// The bytes of the others. Those for answers are empty if there are none.
    others: [&'a [u8]; Array::ALL.len()],
}

impl<'a> Arrays<'a> {
    /// Takes the arrays from the front of `bytes`, in a file that starts with `magic`.
    fn take(bytes: &mut &'a [u8], magic: [u8; 4]) -> anyhow::Result<Self> {
        let (mut rows, mut threats) = (Vec::new(), Vec::new());
        let mut others = [&[][..]; Array::ALL.len()];
        for array in Array::of_network(magic != WITHOUT_ANSWERS) {
            let mut plain = || {
                let length = array.length() * array.bytes();
                let split = bytes.split_at_checked(length).context("a network is cut off")?;
                *bytes = split.1;
                anyhow::Ok(split.0)
            };
            let table = match array {
                Array::Rows => &mut rows,
                Array::Threats => &mut threats,
                _ => {
                    others[array as usize] = plain()?;
                    continue;
                }
            };
            *table = if magic == PACKED {
                unpack(array, bytes)?
            } else {
                bytemuck::cast_slice(plain()?.as_chunks::<CHANNELS>().0).to_vec()
            };
        }
        Ok(Self { rows, threats, others })
    }

    /// The numbers of an array that have 16 bits each.
    fn shorts(&self, array: Array) -> impl Iterator<Item = i16> + 'a {
        debug_assert_eq!(array.bytes(), 2, "{array:?}");
        self.others[array as usize].as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes))
    }

    /// Reads a layer, and refuses it if one of its sums could exceed 32 bits. `input` is the
    /// largest absolute value of an input. `added` is the largest amount that is added to a sum
    /// from elsewhere.
    fn layer<const PAIRS: usize, const M: usize>(
        &self,
        [weights, biases]: [Array; 2],
        input: i32,
        added: i32,
    ) -> anyhow::Result<Layer<PAIRS, M>> {
        let mut layer = self.weights(weights);
        let biases = self.others[biases as usize].as_chunks().0;
        for (unit, (bias, &bytes)) in layer.biases.iter_mut().zip(biases).enumerate() {
            *bias = i32::from_le_bytes(bytes);
            let weights = layer.weights.iter().flat_map(|pair| pair[unit]);
            let largest: i64 =
                weights.map(|weight| i64::from(weight).abs() * i64::from(input)).sum();
            let largest = largest + i64::from(*bias).abs() + i64::from(added);
            ensure!(largest <= i64::from(i32::MAX), "a network has a sum beyond 32 bits");
        }
        Ok(layer)
    }

    /// A layer with these weights and without biases.
    fn weights<const PAIRS: usize, const M: usize>(&self, array: Array) -> Layer<PAIRS, M> {
        debug_assert_eq!(array.shape(), [M, 2 * PAIRS], "{array:?}");
        let mut layer = Layer { weights: [[[0; 2]; M]; PAIRS], biases: [0; M] };
        for (index, weight) in self.shorts(array).enumerate() {
            let (unit, input) = (index / (2 * PAIRS), index % (2 * PAIRS));
            layer.weights[input / 2][unit][input % 2] = weight;
        }
        layer
    }

    /// Reads the layers for answers.
    fn answers(&self) -> anyhow::Result<Answers> {
        let units =
            self.layer([Array::AnswerUnits, Array::AnswerUnitsBias], FEATURE_MAX.into(), 0)?;
        let sums: Layer<{ POOLED / 2 }, HIDDEN> = self.weights(Array::AnswerSums);
        for unit in 0..HIDDEN {
            let weights = sums.weights.iter().flat_map(|pair| pair[unit]);
            let largest: i32 = weights.map(|weight| i32::from(weight).abs() * UNIT_MAX).sum();
            ensure!(largest <= ANSWERS_MAX, "a network has answers that count for too much");
        }
        Ok(Answers { units, sums })
    }

    /// Reads the factors of the messages.
    fn spread(&self) -> anyhow::Result<Spread> {
        let mut spread = Spread::default();
        for (index, factor) in self.shorts(Array::Spread).enumerate() {
            ensure!(
                factor.unsigned_abs() <= SPREAD_MAX,
                "a network has a factor beyond {SPREAD_MAX}"
            );
            spread[index % FACTORS][index / FACTORS] = factor;
        }
        Ok(spread)
    }
}

impl Network {
    /// Reads a network from the bytes of a file.
    ///
    /// # Errors
    /// If the bytes are not a network, or if its numbers are so large that sums could overflow.
    pub fn read(bytes: &[u8]) -> anyhow::Result<Self> {
        let (&magic, rest) = bytes.split_first_chunk().context("a network is cut off")?;
        ensure!([PLAIN, PACKED, WITHOUT_ANSWERS].contains(&magic), "not a network");
        let (&[colors], mut rest) = rest.split_first_chunk().context("a network is cut off")?;
        ensure!(matches!(colors, 1 | 2), "a network for {colors} colours");
        let mut side = || Side::read(Arrays::take(&mut rest, magic)?, magic != WITHOUT_ANSWERS);
        let first = side()?;
        let second = if colors == 2 { Some(side()?) } else { None };
        ensure!(rest.is_empty(), "a network is followed by something else");
        let sides = [&first, second.as_ref().unwrap_or(&first)];
        let (row_of, _) = Windows::ALL.rows();
        let view = |color: usize, window: usize| &sides[color].rows[usize::from(row_of[window])];
        let swapped = Windows::ALL.swapped();
        let rows = swapped.into_iter().enumerate();
        let rows = rows.map(|(window, swapped)| Row::new(view(0, window), view(1, swapped.into())));
        let rows = rows.collect();
        let bias =
            Features(std::array::from_fn(|index| sides[index / CHANNELS].bias[index % CHANNELS]));
        let heads = sides.map(|side| side.heads.clone());
        Ok(Self { rows, bias, heads })
    }
}

/// The numbers for one colour.
struct Side {
    /// The rows of windows as the colour sees them, with its own stones as Black.
    rows: Vec<Numbers>,
    bias: [i16; CHANNELS],
    heads: Box<Heads>,
}

impl Side {
    /// Reads the numbers.
    fn read(arrays: Arrays<'_>, has_answers: bool) -> anyhow::Result<Self> {
        let mut bias = [0; CHANNELS];
        bias.iter_mut().zip(arrays.shorts(Array::Bias)).for_each(|(bias, number)| *bias = number);
        let is_small = |bias: &i16| (-BIAS_MAX..=BIAS_MAX).contains(bias);
        ensure!(bias.iter().all(is_small), "a network has a bias beyond {BIAS_MAX}");
        let heads = Heads {
            value_first: arrays.layer(
                [Array::Value1, Array::Value1Bias],
                INPUT_MAX,
                THREAT_MAX + ANSWERS_MAX,
            )?,
            value_second: arrays.layer([Array::Value2, Array::Value2Bias], HIDDEN_MAX, 0)?,
            value_last: arrays.layer([Array::Value3, Array::Value3Bias], HIDDEN_MAX, 0)?,
            policy_first: arrays.layer([Array::Policy1, Array::Policy1Bias], INPUT_MAX, 0)?,
            policy_last: arrays.layer([Array::Policy2, Array::Policy2Bias], HIDDEN_MAX, 0)?,
            policy_messages: arrays.layer([Array::Messages, Array::MessagesBias], HIDDEN_MAX, 0)?,
            spread: arrays.spread()?,
            classical: arrays.shorts(Array::Classical).next().unwrap_or_default(),
            answers: if has_answers { Some(arrays.answers()?) } else { None },
            threats: arrays.threats.into(),
        };
        Ok(Self { rows: arrays.rows, bias, heads: Box::new(heads) })
    }
}
