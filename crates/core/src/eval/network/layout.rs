//! The layout of a network: its sizes, what the numbers of its file mean, and in which order they
//! come. The trainer writes networks with this module, and the engine reads them with it.
//!
//! All numbers are little-endian. Four bytes say the form of the file. The next one is the number
//! of colours that have numbers of their own, 1 or 2. For each of them, the arrays of
//! [`Array::ALL`] follow, each row by row. In a file that starts with [`PACKED`], as those of the
//! program do, arrays of bytes are [packed](pack). In one that starts with [`PLAIN`] none are. A
//! network that does not look at answers starts with [`WITHOUT_ANSWERS`], is plain and lacks the
//! last arrays, see [`Array::of_network`].
//!
//! The numbers are integers. [`Array::unit`] says which integer stands for 1.

use crate::eval::features::THREAT_MASKS;

mod packed;
mod windows;

pub use packed::{Numbers, pack, unpack};
pub use windows::{POWERS, REACH, Windows};

/// The first bytes of a plain network file.
pub const PLAIN: [u8; 4] = *b"FKN4";
/// The first bytes of a packed network file.
pub const PACKED: [u8; 4] = *b"FKN5";
/// The first bytes of a network that does not look at answers.
pub const WITHOUT_ANSWERS: [u8; 4] = *b"FKN3";

/// Number of features of a cell for each colour.
pub const CHANNELS: usize = 32;
/// Number of features of a cell for both colours: first Black's, then White's.
pub const BOTH: usize = 2 * CHANNELS;
/// Number of units of each hidden layer.
pub const HIDDEN: usize = 32;
/// Number of units that are computed for each answer to a threat.
pub const POOLED: usize = 16;
/// Number of messages that a candidate sends to each of its neighbours.
pub const MESSAGES: usize = 4;
/// Number of cells that a message reaches along a line, each way.
pub const SPREAD: usize = 4;
/// Number of factors of a message: first by distance along rows and columns, then by distance along
/// diagonals.
pub const FACTORS: usize = 2 * SPREAD;

/// The largest feature, which stands for 1.
pub const FEATURE_MAX: i16 = 127;
/// The largest bias of a cell that leaves room for the rows of its four windows in 16 bits.
pub const BIAS_MAX: i16 = i16::MAX - 4 * (i8::MAX as i16 + 1);
/// Largest factor of a message. With it the sum over all neighbours cannot overflow.
pub const SPREAD_MAX: u16 = 511;

/// An input of the perceptrons that stands for 1 is a sum of features that stands for this.
pub const SUM_SCALE: u16 = 16;
/// Right shift of the sums of features on their way into the perceptrons.
pub const SUM_SHIFT: u32 = 3;
/// Left shift that brings the numbers of a mask of threats to the scale of the first layer's sums.
pub const THREAT_SHIFT: u32 = 12;
/// Right shift of a sum of products before it enters the next layer.
pub const LAYER_SHIFT: u32 = 10;
/// Right shift of negative hidden values (leaky ReLU with slope 1/16).
pub const LEAK_SHIFT: u32 = 4;
/// Right shift that turns a product into a message.
pub const MESSAGE_SHIFT: u32 = 5;
/// Right shift that brings the sum of the received messages to the scale of a product.
pub const RECEIVED_SHIFT: u32 = 3;
/// Fractional bits of the sums of a layer, and so of the outputs of the value head.
pub const OUTPUT_SHIFT: u32 = 18;
/// Fractional bits of the factor of the classical score.
pub const CLASSICAL_SHIFT: u32 = 10;

/// An array of the numbers of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Array {
    /// One row for each window as the colour sees it, with its own stones as Black; see
    /// [`Windows::rows`]. Rows x channels.
    Rows,
    /// Bias of a cell, added to the rows of its four windows. Channels.
    Bias,
    /// Added to the first layer of the value, by mask of threats. Masks x units.
    Threats,
    /// Weights of the first layer of the value. Units x features.
    Value1,
    /// Biases of the first layer of the value.
    Value1Bias,
    /// Weights of the second layer of the value. Units x units.
    Value2,
    /// Biases of the second layer of the value.
    Value2Bias,
    /// Weights of the last layer of the value. Its outputs are logits: the correction of the
    /// expected result, and the share of draws. Outputs x units.
    Value3,
    /// Biases of the last layer of the value.
    Value3Bias,
    /// Weights of the first layer of the policy. Units x features.
    Policy1,
    /// Biases of the first layer of the policy.
    Policy1Bias,
    /// Weights of the last layer of the policy, which makes the weights of features. Features x
    /// units.
    Policy2,
    /// Biases of the last layer of the policy.
    Policy2Bias,
    /// Weights of the layer that makes the weights of all messages, one set after the other.
    /// Features of each message x units.
    Messages,
    /// Biases of the layer that makes the weights of messages.
    MessagesBias,
    /// Factors of the messages. Messages x factors.
    Spread,
    /// Factor of the classical score.
    Classical,
    /// Weights of the units of an answer to a threat. Over all answers the largest of each unit
    /// counts. Units x features.
    AnswerUnits,
    /// Biases of these units.
    AnswerUnitsBias,
    /// Weights with which these units are added to the first layer of the value. Units of the layer
    /// x units.
    AnswerSums,
}

impl Array {
    /// All arrays, in the order of the file.
    pub const ALL: [Self; 20] = [
        Self::Rows,
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
        Self::Policy2Bias,
        Self::Messages,
        Self::MessagesBias,
        Self::Spread,
        Self::Classical,
        Self::AnswerUnits,
        Self::AnswerUnitsBias,
        Self::AnswerSums,
    ];

    /// The name of the array in checkpoints of the trainer.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rows => "rows",
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

    /// The arrays of a network that looks at answers or does not, in the order of the file.
    pub fn of_network(has_answers: bool) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |array| has_answers || !array.is_of_answers())
    }

    /// Whether a network that does not look at answers lacks the array.
    const fn is_of_answers(self) -> bool {
        matches!(self, Self::AnswerUnits | Self::AnswerUnitsBias | Self::AnswerSums)
    }

    /// Whether [`pack`] and [`unpack`] take the array.
    pub const fn is_packed(self) -> bool {
        self.bytes() == 1
    }

    /// Rows and columns; a list is a single row.
    pub const fn shape(self) -> [usize; 2] {
        match self {
            Self::Rows => [Windows::ALL.row_count(), CHANNELS],
            Self::Bias => [1, CHANNELS],
            Self::Threats => [THREAT_MASKS, HIDDEN],
            Self::Value1 | Self::Policy1 => [HIDDEN, BOTH],
            Self::Value2 => [HIDDEN, HIDDEN],
            Self::Value1Bias | Self::Value2Bias | Self::Policy1Bias => [1, HIDDEN],
            Self::Value3 => [2, HIDDEN],
            Self::Value3Bias => [1, 2],
            Self::Policy2 => [BOTH, HIDDEN],
            Self::Policy2Bias => [1, BOTH],
            Self::Messages => [MESSAGES * BOTH, HIDDEN],
            Self::MessagesBias => [1, MESSAGES * BOTH],
            Self::Spread => [MESSAGES, FACTORS],
            Self::Classical => [1, 1],
            Self::AnswerUnits => [POOLED, BOTH],
            Self::AnswerUnitsBias => [1, POOLED],
            Self::AnswerSums => [HIDDEN, POOLED],
        }
    }

    /// Number of numbers.
    pub const fn length(self) -> usize {
        let [rows, columns] = self.shape();
        rows * columns
    }

    /// Size of a number in bytes: 1, 2 or 4. All numbers have a sign.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Rows | Self::Threats => 1,
            Self::Value1Bias
            | Self::Value2Bias
            | Self::Value3Bias
            | Self::Policy1Bias
            | Self::Policy2Bias
            | Self::MessagesBias
            | Self::AnswerUnitsBias => 4,
            Self::Bias
            | Self::Value1
            | Self::Value2
            | Self::Value3
            | Self::Policy1
            | Self::Policy2
            | Self::Messages
            | Self::Spread
            | Self::Classical
            | Self::AnswerUnits
            | Self::AnswerSums => 2,
        }
    }

    /// The integer that stands for 1.
    pub fn unit(self) -> f64 {
        let feature = f64::from(FEATURE_MAX);
        let power = |exponent: u32| f64::from(1_u32 << exponent);
        match self {
            Self::Rows | Self::Bias => feature,
            Self::Threats => power(OUTPUT_SHIFT - THREAT_SHIFT),
            Self::Value1 | Self::Policy1 => {
                let input = feature * f64::from(SUM_SCALE) / power(SUM_SHIFT);
                power(OUTPUT_SHIFT) / input
            }
            Self::Value2 | Self::Value3 | Self::Policy2 | Self::Messages | Self::AnswerSums => {
                power(LAYER_SHIFT)
            }
            Self::Value1Bias
            | Self::Value2Bias
            | Self::Value3Bias
            | Self::Policy1Bias
            | Self::Policy2Bias
            | Self::MessagesBias
            | Self::AnswerUnitsBias => power(OUTPUT_SHIFT),
            Self::Spread => power(MESSAGE_SHIFT + RECEIVED_SHIFT),
            Self::Classical => power(CLASSICAL_SHIFT),
            Self::AnswerUnits => power(OUTPUT_SHIFT) / feature,
        }
    }

    /// Largest absolute value that the trainer writes. With it no sum of the engine overflows.
    pub const fn largest(self) -> i32 {
        match self {
            Self::Rows | Self::Threats => i8::MAX as i32,
            Self::Bias => 4 * i8::MAX as i32,
            Self::Value1 | Self::Policy1 => 5_200,
            Self::Value2 | Self::Value3 | Self::Policy2 | Self::Messages => 8_191,
            Self::Value1Bias
            | Self::Value2Bias
            | Self::Value3Bias
            | Self::Policy1Bias
            | Self::Policy2Bias
            | Self::MessagesBias
            | Self::AnswerUnitsBias => 1 << 24,
            Self::Spread => SPREAD_MAX as i32,
            Self::Classical => i16::MAX as i32,
            Self::AnswerUnits => 16_000,
            Self::AnswerSums => 2_097,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::shipped;
    use crate::rule::Rule;

    #[test]
    fn arrays_are_numbered_in_the_order_of_the_file() {
        assert!(Array::ALL.iter().enumerate().all(|(index, &array)| array as usize == index));
    }

    #[test]
    fn the_networks_of_the_program_are_packed_and_small() {
        let networks = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro].map(shipped);
        assert!(networks.iter().all(|bytes| bytes.starts_with(&PACKED)));
        let length: usize = networks.iter().map(|bytes| bytes.len()).sum();
        assert!(length < 2_700_000, "{length}");
    }
}
