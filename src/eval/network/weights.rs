//! The file format of a network, which is also its form in the executable.
//!
//! All numbers are little-endian. A file starts with `FKN4` and one byte: the number of colours
//! that have numbers of their own, 1 or 2. For each of them follow:
//!
//! | Bytes | Meaning |
//! |-------|---------|
//! | 1 for each channel | one row per window; mirror images share a row [^1] |
//! | 2 for each channel | bias of a cell |
//! | 1 for each hidden unit | for each mask of threats, numbers for the value head's first layer |
//! | 2 for each unit and input, 4 for each unit | weights and biases of the layers [^2] |
//! | 2 for each | factors of each message, by distance along rows and columns, then diagonals |
//! | 2 | factor of the classical score |
//! | as above | weights and biases of both layers for answers [^3] |
//!
//! A network that does not look at answers starts with `FKN3` and ends with the factor of the
//! classical score.
//!
//! [^1]: Sorted by window number, with the colour's own stones as Black. Of a window and its mirror
//! image, the smaller number counts.
//!
//! [^2]: The three layers of the value head come first; the units of the last one are the expected
//! result and the draws. Then come the two layers of the policy head, and a further last layer that
//! makes the weights of the messages.
//!
//! [^3]: The second one has no biases.

use anyhow::{Context, ensure};

use super::super::features::THREAT_MASKS;
use super::kernel::{HIDDEN_MAX, INPUT_MAX, SPREAD_MAX, THREAT_SHIFT, UNIT_MAX};
use super::windows::{Symmetries, WINDOWS};
use super::{
    Answers, CHANNELS, FEATURE_MAX, Features, HIDDEN, Heads, Layer, MESSAGES, Network, Row, Spread,
};

pub(super) const FREESTYLE: &[u8] = include_bytes!("../weights/freestyle.net");
pub(super) const STANDARD: &[u8] = include_bytes!("../weights/standard.net");
pub(super) const RENJU: &[u8] = include_bytes!("../weights/renju.net");
pub(super) const CARO: &[u8] = include_bytes!("../weights/caro.net");

/// The first bytes of a network file: its format and version.
const MAGIC: [u8; 4] = *b"FKN4";
/// The first bytes of a network that does not look at answers.
const WITHOUT_ANSWERS: [u8; 4] = *b"FKN3";

/// The largest bias of a cell that leaves room for the rows of its four windows in 16 bits.
const BIAS_MAX: i16 = i16::MAX - 4 * (i8::MAX as i16 + 1);
/// The largest number that a mask of threats can add to a sum of the first layer.
const THREAT_MAX: i32 = (i8::MAX as i32 + 1) << THREAT_SHIFT;
/// The largest number that the answers to a threat can add to it.
const ANSWERS_MAX: i32 = 1 << 26;

/// Reads one item after another from the front of the bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// The next `count` bytes.
    fn bytes(&mut self, count: usize) -> anyhow::Result<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(count).context("a network is cut off")?;
        self.0 = rest;
        Ok(head)
    }

    /// The next `N` 16-bit numbers.
    fn shorts<const N: usize>(&mut self) -> anyhow::Result<[i16; N]> {
        let bytes = self.bytes(2 * N)?;
        Ok(std::array::from_fn(|index| {
            i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]])
        }))
    }

    /// The next 32-bit number.
    fn long(&mut self) -> anyhow::Result<i32> {
        let bytes = self.bytes(4)?;
        Ok(i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// Reads a layer, and refuses it if one of its sums could exceed 32 bits. `input` is the
    /// largest absolute value of an input. `added` is the largest amount that is added to a sum
    /// from elsewhere.
    fn layer<const PAIRS: usize, const M: usize>(
        &mut self,
        input: i32,
        added: i32,
    ) -> anyhow::Result<Layer<PAIRS, M>> {
        let mut layer = Layer { weights: [[[0; 2]; M]; PAIRS], biases: [0; M] };
        let mut largest = [0; M];
        for unit in 0..M {
            for pair in &mut layer.weights {
                pair[unit] = self.shorts()?;
                largest[unit] += pair[unit]
                    .map(|weight| i64::from(weight).abs() * i64::from(input))
                    .iter()
                    .sum::<i64>();
            }
        }
        for (bias, largest) in layer.biases.iter_mut().zip(largest) {
            *bias = self.long()?;
            let largest = largest + i64::from(*bias).abs() + i64::from(added);
            ensure!(largest <= i64::from(i32::MAX), "a network has a sum beyond 32 bits");
        }
        Ok(layer)
    }

    /// Reads the layers for answers.
    fn answers(&mut self) -> anyhow::Result<Answers> {
        let units = self.layer(FEATURE_MAX.into(), 0)?;
        let mut sums = Layer { weights: Default::default(), biases: [0; HIDDEN] };
        for unit in 0..HIDDEN {
            let mut largest = 0;
            for pair in &mut sums.weights {
                let weights: [i16; 2] = self.shorts()?;
                largest +=
                    weights.map(|weight| i32::from(weight).abs() * UNIT_MAX).iter().sum::<i32>();
                pair[unit] = weights;
            }
            ensure!(largest <= ANSWERS_MAX, "a network has answers that count for too much");
        }
        Ok(Answers { units, sums })
    }

    /// Reads the factors of the messages.
    fn spread(&mut self) -> anyhow::Result<Spread> {
        let mut spread = Spread::default();
        for message in 0..MESSAGES {
            for factors in &mut spread {
                let [factor] = self.shorts()?;
                ensure!(
                    factor.abs_diff(0) <= SPREAD_MAX,
                    "a network has a factor beyond {SPREAD_MAX}"
                );
                factors[message] = factor;
            }
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
        let mut reader = Reader(bytes);
        let magic = reader.bytes(MAGIC.len())?;
        let has_answers = magic == MAGIC;
        ensure!(has_answers || magic == WITHOUT_ANSWERS, "not a network");
        let colors = usize::from(reader.bytes(1)?[0]);
        ensure!(matches!(colors, 1 | 2), "a network for {colors} colours");
        let symmetries = Symmetries::new();
        let mut side = || Side::read(&mut reader, &symmetries.reversed, has_answers);
        let first = side()?;
        let second = if colors == 2 { Some(side()?) } else { None };
        ensure!(reader.0.is_empty(), "a network is followed by something else");
        let sides = [&first, second.as_ref().unwrap_or(&first)];
        let rows = symmetries.swapped.iter().enumerate().map(|(window, &swapped)| {
            Row::new(&sides[0].views[window], &sides[1].views[usize::from(swapped)])
        });
        let rows = rows.collect();
        let bias =
            Features(std::array::from_fn(|index| sides[index / CHANNELS].bias[index % CHANNELS]));
        let heads = sides.map(|side| side.heads.clone());
        Ok(Self { rows, bias, heads })
    }
}

/// The numbers for one colour.
struct Side {
    /// One row per window as the colour sees it, with its own stones as Black.
    views: Vec<[i8; CHANNELS]>,
    bias: [i16; CHANNELS],
    heads: Box<Heads>,
}

impl Side {
    /// Reads the numbers. `reversed` is as [`Symmetries`] has it.
    fn read(reader: &mut Reader<'_>, reversed: &[u16], has_answers: bool) -> anyhow::Result<Self> {
        let mut views = vec![[0; CHANNELS]; WINDOWS];
        for window in 0..WINDOWS {
            let mirrored = usize::from(reversed[window]);
            if window <= mirrored {
                let row = reader.bytes(CHANNELS)?;
                views[window].copy_from_slice(bytemuck::cast_slice(row));
                views[mirrored] = views[window];
            }
        }
        let bias: [i16; CHANNELS] = reader.shorts()?;
        let is_small = |bias: &i16| (-BIAS_MAX..=BIAS_MAX).contains(bias);
        ensure!(bias.iter().all(is_small), "a network has a bias beyond {BIAS_MAX}");
        let threats = reader.bytes(THREAT_MASKS * HIDDEN)?.chunks_exact(HIDDEN);
        let heads = Heads {
            threats: threats.map(|row| std::array::from_fn(|index| row[index] as i8)).collect(),
            value_first: reader.layer(INPUT_MAX, THREAT_MAX + ANSWERS_MAX)?,
            value_second: reader.layer(HIDDEN_MAX, 0)?,
            value_last: reader.layer(HIDDEN_MAX, 0)?,
            policy_first: reader.layer(INPUT_MAX, 0)?,
            policy_last: reader.layer(HIDDEN_MAX, 0)?,
            policy_messages: reader.layer(HIDDEN_MAX, 0)?,
            spread: reader.spread()?,
            classical: reader.shorts::<1>()?[0],
            answers: if has_answers { Some(reader.answers()?) } else { None },
        };
        Ok(Self { views, bias, heads: Box::new(heads) })
    }
}
