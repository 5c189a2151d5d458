//! What a machine does for the kernels, and where what candidates send lies in memory.

use super::super::layout::{
    BOTH, FEATURE_MAX, HIDDEN, MESSAGE_SHIFT, MESSAGES, SPREAD, SPREAD_MAX,
};
use super::super::model::{Features, Layer, Row, Sent, Spread};
use super::super::windows::{MOST_CELLS, MOST_VIEWS, View};
use crate::geometry::{GRID, MAX_SIDE, STRIDE};

/// Distance in memory between what two neighbours in a column send. There are [`SPREAD`] cells of
/// padding between the rows of the largest board. The number is odd, so that the cells of a column
/// spread over the cache.
pub(in super::super) const SENT_STRIDE: usize = STRIDE - 5;
const _: () = assert!(SENT_STRIDE >= MAX_SIDE as usize + SPREAD && SENT_STRIDE % 2 == 1);
/// Length of the array of what all cells send.
pub(in super::super) const SENDERS: usize = GRID / STRIDE * SENT_STRIDE;

/// Distance in memory between a point and the first of its neighbours, in cells.
pub(in super::super) const BEFORE: usize = SPREAD * (SENT_STRIDE + 1);
/// What the neighbours of a point send, from the first to the last one, with the point itself in
/// the middle.
pub(in super::super) type Around = [Sent; 2 * BEFORE + 1];

/// Distances in memory from a cell to the next one, along rows and columns, then along diagonals.
pub(in super::super) const STRIDES: [[usize; 2]; 2] =
    [[1, SENT_STRIDE], [SENT_STRIDE - 1, SENT_STRIDE + 1]];

/// Messages are clamped to ±this.
pub(in super::super) const MESSAGE_MAX: i32 = i16::MAX as i32;
const _: () = assert!(
    (8 * SPREAD * MESSAGES) as i64 * MESSAGE_MAX as i64 * SPREAD_MAX as i64 <= i32::MAX as i64,
    "messages could overflow"
);

/// Operations that a processor may do with instructions of its own. The defaults work on any
/// processor and define the result.
pub(in super::super) trait Machine: Copy {
    /// Adds the products of a unit's weights and the input to the sum of each unit.
    #[inline(always)]
    fn add_products<const PAIRS: usize, const M: usize>(
        self,
        weights: &[[[i16; 2]; M]; PAIRS],
        input: &[i16],
        sums: &mut [i32; M],
    ) {
        for (weights, pair) in weights.iter().zip(input.as_chunks().0) {
            add_pair(weights, pair, sums);
        }
    }

    /// Computes the cells with one more stone into `after`, and returns how the sums of the
    /// features change. `views` are the windows that include the stone. `numbers` has their numbers
    /// without and with the stone. The order is that of a [`Step`].
    ///
    /// At most 33 cells change by at most 127 each, so 16 bits are enough for the changes.
    #[inline(always)]
    fn add_stone(
        self,
        rows: &[Row],
        cells: &[Features<i16>],
        views: &[View],
        numbers: &[[u16; 2]; MOST_VIEWS],
        after: &mut [Features<i16>; MOST_CELLS],
    ) -> Features<i16> {
        let mut changes = Features([0; BOTH]);
        let (own, others) = numbers.split_at(4);
        let groups = std::iter::once(own).chain(others.chunks(1));
        // The first four windows share a cell.
        for ((view, numbers), after) in views.iter().skip(3).zip(groups).zip(after) {
            let before = &cells[usize::from(view.slot)];
            *after = *before;
            for numbers in numbers {
                let [without, with] = numbers.map(|number| &rows[usize::from(number)].0);
                for index in 0..BOTH {
                    let place = Row::place(index);
                    after.0[index] += i16::from(with[place]) - i16::from(without[place]);
                }
            }
            for index in 0..BOTH {
                let [before, after] = [before.0[index], after.0[index]].map(clip);
                changes.0[index] += after - before;
            }
        }
        changes
    }

    /// The outputs of the last layer of the value head.
    #[inline(always)]
    fn outputs(self, layer: &Layer<{ HIDDEN / 2 }, 2>, input: &[i16; HIDDEN]) -> [i32; 2] {
        let mut sums = layer.biases;
        General.add_products(&layer.weights, input, &mut sums);
        sums
    }

    /// The product of a cell's features with these weights. `cell` has the sums before clipping.
    #[inline(always)]
    fn product(self, cell: &Features<i16>, weights: &[i16; BOTH]) -> i32 {
        product(&Features(cell.0.map(clip)), weights)
    }

    /// What a candidate sends. Its messages are the products of its features with each set of
    /// weights. For each distance the messages are added up, each times its factor.
    #[inline(always)]
    fn send(
        self,
        cell: &Features<i16>,
        weights: &[[i16; BOTH]; MESSAGES],
        factors: &Spread,
    ) -> Sent {
        let features = Features(cell.0.map(clip));
        let products = std::array::from_fn(|index| product(&features, &weights[index]));
        spread(products, factors)
    }

    /// The sum of what a point receives.
    #[inline(always)]
    fn receive(self, around: &Around) -> i32 {
        let mut sum = 0;
        for (kind, strides) in STRIDES.iter().enumerate() {
            for (steps, stride) in (1..=SPREAD).flat_map(|steps| strides.map(|s| (steps, s))) {
                let index = kind * SPREAD + steps - 1;
                sum += around[BEFORE - steps * stride].0[index];
                sum += around[BEFORE + steps * stride].0[index];
            }
        }
        sum
    }
}

/// Any processor: uses the default operations.
#[derive(Clone, Copy)]
pub(in super::super) struct General;

impl Machine for General {}

/// A feature from the sum of the rows.
#[inline(always)]
pub(in super::super) fn clip(sum: i16) -> i16 {
    sum.clamp(0, FEATURE_MAX)
}

/// The product of the features of a cell with these weights.
#[inline(always)]
pub(in super::super) fn product(features: &Features<i16>, weights: &[i16; BOTH]) -> i32 {
    let products = features.0.iter().zip(weights);
    products.map(|(&feature, &weight)| i32::from(feature) * i32::from(weight)).sum()
}

/// What a candidate sends, given the products of its features with the weights of each message.
#[inline(always)]
pub(in super::super) fn spread(products: [i32; MESSAGES], factors: &Spread) -> Sent {
    let messages =
        products.map(|product| (product >> MESSAGE_SHIFT).clamp(-MESSAGE_MAX, MESSAGE_MAX));
    let mut sent = Sent::NOTHING;
    for (sent, factors) in sent.0.iter_mut().zip(factors) {
        for (&message, &factor) in messages.iter().zip(factors) {
            *sent += message * i32::from(factor);
        }
    }
    sent
}

/// Adds the products of two inputs and their weights to the sums.
#[inline(always)]
pub(in super::super) fn add_pair(weights: &[[i16; 2]], pair: &[i16; 2], sums: &mut [i32]) {
    let [first, second] = pair.map(i32::from);
    for (sum, weights) in sums.iter_mut().zip(weights) {
        *sum += first * i32::from(weights[0]) + second * i32::from(weights[1]);
    }
}
