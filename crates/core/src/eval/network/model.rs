//! The learned numbers of a network.

use super::layout::{BOTH, CHANNELS, FACTORS, HIDDEN, MESSAGES, POOLED};

/// One number for each feature of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Features<T>(pub(super) [T; BOTH]);

impl<T> Features<T> {
    /// Swaps all numbers with those of another cell.
    ///
    /// One by one, because the compiler makes vector instructions of that. For WebAssembly it makes
    /// a call of [`std::mem::swap`] that moves four bytes at a time.
    #[inline(always)]
    pub(super) fn exchange(&mut self, other: &mut Self) {
        for (own, other) in self.0.iter_mut().zip(&mut other.0) {
            std::mem::swap(own, other);
        }
    }
}

/// The numbers of a window, one for each feature.
///
/// They are stored with an offset of 128. In each half, groups of eight are in the order 0, 2, 1,
/// 3: AVX2 takes 32 bytes apart by first giving the lower groups of both lanes, then the upper
/// ones.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Row(pub(super) [u8; BOTH]);

impl Row {
    /// Offset of the stored numbers.
    pub(super) const OFFSET: i16 = 128;

    /// The row of a window, given the numbers for Black's view of it and those for White's.
    pub(super) fn new(black: &[i8; CHANNELS], white: &[i8; CHANNELS]) -> Self {
        let mut row = [0; BOTH];
        let features = black.as_chunks().0.iter().chain(white.as_chunks().0);
        for (group, numbers) in features.enumerate() {
            let start = Self::place(8 * group);
            let numbers: &[i8; 8] = numbers;
            row[start..start + 8].copy_from_slice(&numbers.map(|n| n.cast_unsigned() ^ 0x80));
        }
        Self(row)
    }

    /// The place of a feature's number in the row, and the feature at a place.
    pub(super) const fn place(index: usize) -> usize {
        index & !24 | (index & 8) << 1 | (index & 16) >> 1
    }

    /// The number of a feature.
    pub(super) fn value(&self, index: usize) -> i16 {
        i16::from(self.0[Self::place(index)]) - Self::OFFSET
    }
}

/// A dense layer of `M` units with `2 * PAIRS` inputs.
#[derive(Clone)]
pub(super) struct Layer<const PAIRS: usize, const M: usize> {
    /// Weights by pair of inputs and unit, in the order in which the kernels read them.
    pub(super) weights: [[[i16; 2]; M]; PAIRS],
    /// One bias per unit.
    pub(super) biases: [i32; M],
}

/// Factors of the messages, by distance: first along rows and columns, then along diagonals.
pub(super) type Spread = [[i16; MESSAGES]; FACTORS];

/// What a candidate sends to its neighbours, by distance as in [`Spread`]: its messages times their
/// factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Sent(pub(super) [i32; FACTORS]);

impl Sent {
    pub(super) const NOTHING: Self = Self([0; FACTORS]);
}

/// The part of the value head that looks at the answers to a threat.
#[derive(Clone)]
pub(super) struct Answers {
    /// Units of the features of an answer. Over all answers the largest of each unit counts.
    pub(super) units: Layer<CHANNELS, POOLED>,
    /// Adds these units to the sums of the head's first layer. It has no biases.
    pub(super) sums: Layer<{ POOLED / 2 }, HIDDEN>,
}

/// The value head and the policy head: they turn the sums of features into a score and into the
/// appeal of points.
#[derive(Clone)]
pub(super) struct Heads {
    /// By mask of threats: numbers added to the first layer of the value head.
    pub(super) threats: Box<[[i8; HIDDEN]]>,
    pub(super) value_first: Layer<CHANNELS, HIDDEN>,
    /// `None` in a network that does not look at answers.
    pub(super) answers: Option<Answers>,
    pub(super) value_second: Layer<{ HIDDEN / 2 }, HIDDEN>,
    /// Two outputs in logits: the correction of the expected result, and the share of draws
    /// relative to the most that the expected result allows.
    pub(super) value_last: Layer<{ HIDDEN / 2 }, 2>,
    pub(super) policy_first: Layer<CHANNELS, HIDDEN>,
    pub(super) policy_last: Layer<{ HIDDEN / 2 }, BOTH>,
    /// Makes the weights of all messages, one set after the other.
    pub(super) policy_messages: Layer<{ HIDDEN / 2 }, { MESSAGES * BOTH }>,
    pub(super) spread: Spread,
    /// Factor of the classical score, in units of 1/1024.
    pub(super) classical: i16,
}

/// The learned numbers of a network, ready for use.
pub struct Network {
    /// One row per window.
    pub(super) rows: Vec<Row>,
    /// Bias of every cell.
    pub(super) bias: Features<i16>,
    /// Heads by colour of the side to move.
    pub(super) heads: [Box<Heads>; 2],
}
