//! The inner loops of the network, with one source for all machines.
//!
//! The compiler makes several versions of each function, on x86-64 a general one, one for AVX2 and
//! one for AVX-512. A [`Processor`] says which version runs. Where the compiler does not find the
//! best instructions by itself, a [`Machine`] names them. The only unsafe code is calls of functions
//! for features that the processor was found to have, and an instruction that prefetches rows.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls of functions for some processors, and prefetching")
)]

use crate::geometry::{Color, GRID, Point, STRIDE};

use super::accumulator::{ChangedWindow, Step};
use super::windows::{MOST_CELLS, MOST_VIEWS, View, slot};
use super::{
    BOTH, CHANNELS, FEATURE_MAX, Features, Heads, MESSAGES, Messages, Network, Row, SPREAD,
};
use crate::eval::features::THREAT_MASKS;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod processor;

pub(super) use processor::Processor;

/// Right shift of the sums of features on their way into the perceptrons.
const SUM_SHIFT: u32 = 3;
/// Left shift that brings the numbers of a mask of threats to the scale of the first layer's sums.
pub(super) const THREAT_SHIFT: u32 = 12;
/// Inputs of the perceptrons are clamped to ±this. Only a board full of the largest features would
/// exceed it.
pub(super) const INPUT_MAX: i32 = 6_000;
/// Right shift of a sum of products before it enters the next layer.
const LAYER_SHIFT: u32 = 10;
/// Hidden values are clamped to ±this. With 13-bit weights a sum of products then cannot overflow.
/// [`Network::read`] refuses networks whose sums could.
pub(super) const HIDDEN_MAX: i32 = 8_000;
/// Weights made by the policy head are clamped to ±this, for the same reason.
const POLICY_MAX: i32 = 30_000;
/// Factor that turns a product into an appeal in hundredths of the natural log-odds, with
/// [`APPEAL_SHIFT`] fractional bits. In a product, 127 of a feature and 256 of a weight stand for
/// 1.
const APPEAL_FACTOR: i64 = 806;
/// Fractional bits of [`APPEAL_FACTOR`].
const APPEAL_SHIFT: u32 = 18;
/// Right shift that turns a product into a message.
const MESSAGE_SHIFT: u32 = 5;
/// Messages are clamped to ±this.
const MESSAGE_MAX: i32 = i16::MAX as i32;
/// Largest factor of a message. With it the sum over all neighbours cannot overflow.
pub(super) const SPREAD_MAX: u16 = 511;
const _: () = assert!(
    (8 * SPREAD * MESSAGES) as i64 * MESSAGE_MAX as i64 * SPREAD_MAX as i64 <= i32::MAX as i64,
    "messages could overflow"
);
/// Right shift that brings the sum of the received messages to the scale of a product.
const RECEIVED_SHIFT: u32 = 3;
/// Right shift of negative hidden values (leaky ReLU with slope 1/16).
const LEAK_SHIFT: u32 = 4;

/// Operations that a processor may do with instructions of its own. The defaults work on any
/// processor and define the result.
trait Machine: Copy {
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

    /// Computes the cells with one more stone into `after`, and returns how the sums of the features
    /// change. `windows` are those that include the stone, in the order of a [`Step`].
    ///
    /// At most 33 cells change by at most 127 each, so 16 bits are enough for the changes.
    #[inline(always)]
    fn add_stone(
        self,
        rows: &[Row],
        cells: &[Features<i16>],
        windows: &[ChangedWindow],
        after: &mut [Features<i16>; MOST_CELLS],
    ) -> Features<i16> {
        let mut changes = Features([0; BOTH]);
        let (own, others) = windows.split_at(windows.len().min(4));
        for (windows, after) in std::iter::once(own).chain(others.chunks(1)).zip(after) {
            let Some(first) = windows.first() else { continue };
            let before = &cells[usize::from(first.slot)];
            *after = *before;
            for window in windows {
                let [without, with] =
                    [window.without, window.with].map(|number| &rows[usize::from(number)].0);
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

    /// The products of a cell's features with each set of weights. `cell` has the sums before
    /// clipping.
    #[inline(always)]
    fn products(self, cell: &Features<i16>, weights: &[[i16; BOTH]; MESSAGES]) -> Messages {
        std::array::from_fn(|index| product(cell, &weights[index]))
    }
}

/// Any processor: uses the default operations.
#[derive(Clone, Copy)]
struct General;

impl Machine for General {}

/// Prefetches the first cache line of `item`. Does nothing on processors for which Rust offers no
/// such instruction.
#[inline(always)]
pub(crate) fn prefetch<T>(item: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: nothing is read or written, and every x86-64 processor has the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = item;
}

/// A feature from the sum of the rows.
#[inline(always)]
fn clip(sum: i16) -> i16 {
    sum.clamp(0, FEATURE_MAX)
}

/// Adds the products of two inputs and their weights to the sums.
#[inline(always)]
fn add_pair(weights: &[[i16; 2]], pair: &[i16; 2], sums: &mut [i32]) {
    let [first, second] = pair.map(i32::from);
    for (sum, weights) in sums.iter_mut().zip(weights) {
        *sum += first * i32::from(weights[0]) + second * i32::from(weights[1]);
    }
}

/// Defines a function and its general version. The function runs the version for a [`Processor`].
/// The first name in the parentheses is that of the [`Machine`].
macro_rules! kernel {
    (
        $(#[$doc:meta])*
        fn $name:ident = $general:ident(
            $machine:ident; $($argument:ident: $type:ty),* $(,)?
        ) $(-> $result:ty)? $body:block
    ) => {
        #[inline(always)]
        fn $general($machine: impl Machine, $($argument: $type),*) $(-> $result)? $body

        $(#[$doc])*
        #[inline]
        pub(super) fn $name(processor: Processor, $($argument: $type),*) $(-> $result)? {
            match processor {
                Processor::General => $general(General, $($argument),*),
                #[cfg(target_arch = "x86_64")]
                Processor::Avx2(machine) => {
                    #[target_feature(enable = "avx2")]
                    fn run(machine: avx2::Avx2, $($argument: $type),*) $(-> $result)? {
                        $general(machine, $($argument),*)
                    }
                    // SAFETY: the processor has AVX2, or there would be no `machine`.
                    unsafe { run(machine, $($argument),*) }
                }
                #[cfg(target_arch = "x86_64")]
                Processor::Avx512(machine) => {
                    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
                    fn run(machine: avx512::Avx512, $($argument: $type),*) $(-> $result)? {
                        $general(machine, $($argument),*)
                    }
                    // SAFETY: the processor has all required features, or there would be no
                    // `machine`.
                    unsafe { run(machine, $($argument),*) }
                }
            }
        }
    };
}

kernel! {
    /// Computes what a stone changes in a state without it. `views` are the windows that include
    /// its point.
    fn try_stone = general_try_stone(
        machine;
        network: &Network,
        views: &[View],
        color: Color,
        numbers: &[u16; 4 * GRID],
        cells: &[Features<i16>],
        sums: &Features<i32>,
        step: &mut Step,
    ) {
        // The digit of a stone in the number of a window: 1 for Black, 2 for White.
        let digit = color.index() as u16 + 1;
        // All rows are prefetched at once, since some of them are far away in memory.
        for (window, view) in step.windows.iter_mut().zip(views) {
            let without = numbers[usize::from(view.place) % numbers.len()];
            let with = without.wrapping_add(digit.wrapping_mul(view.power));
            prefetch(&network.rows[usize::from(without)]);
            prefetch(&network.rows[usize::from(with)]);
            *window = ChangedWindow { place: view.place, slot: view.slot, without, with };
        }
        step.count = views.len().min(MOST_VIEWS);
        let windows = &step.windows[..step.count];
        let changes = machine.add_stone(&network.rows, cells, windows, &mut step.cells);
        for index in 0..BOTH {
            step.sums.0[index] = sums.0[index] + i32::from(changes.0[index]);
        }
    }
}

kernel! {
    /// Adds the stone of a step to the state, or removes it if it `is_there`.
    fn exchange = general_exchange(
        _machine;
        numbers: &mut [u16; 4 * GRID],
        cells: &mut [Features<i16>],
        sums: &mut Features<i32>,
        step: &mut Step,
        is_there: bool,
    ) {
        let windows = &step.windows[..step.count.min(MOST_VIEWS)];
        for window in windows {
            numbers[usize::from(window.place) % (4 * GRID)] =
                if is_there { window.without } else { window.with };
        }
        // The first four windows share a cell.
        let one_by_cell = windows.get(3..).unwrap_or_default();
        for (window, cell) in one_by_cell.iter().zip(&mut step.cells) {
            std::mem::swap(&mut cells[usize::from(window.slot)], cell);
        }
        std::mem::swap(sums, &mut step.sums);
    }
}

kernel! {
    /// The two outputs of the value head. The input is the sums, with those of the side to move
    /// first, and the mask of threats.
    fn value = general_value(
        machine;
        heads: &Heads,
        input: &[i16; BOTH],
        threats: usize,
    ) -> [i32; 2] {
        let mut sums = heads.value_first.biases;
        let threats = &heads.threats[threats % THREAT_MASKS];
        for (sum, &number) in sums.iter_mut().zip(threats) {
            *sum += i32::from(number) << THREAT_SHIFT;
        }
        machine.add_products(&heads.value_first.weights, input, &mut sums);
        let input = hidden(&sums);
        let mut sums = heads.value_second.biases;
        machine.add_products(&heads.value_second.weights, &input, &mut sums);
        let input = hidden(&sums);
        let mut outputs = heads.value_last.biases;
        machine.add_products(&heads.value_last.weights, &input, &mut outputs);
        outputs
    }
}

kernel! {
    /// The output of the policy head: the weights of the features for the appeal of a point, then
    /// those for its messages. The input is the sums, with those of the side to move first.
    fn policy = general_policy(
        machine;
        heads: &Heads,
        input: &[i16; BOTH],
    ) -> [[i16; BOTH]; 1 + MESSAGES] {
        let mut sums = heads.policy_first.biases;
        machine.add_products(&heads.policy_first.weights, input, &mut sums);
        let input = hidden(&sums);
        let mut weights = [[0; BOTH]; 1 + MESSAGES];
        let mut sums = heads.policy_last.biases;
        machine.add_products(&heads.policy_last.weights, &input, &mut sums);
        weights[0] = sums.map(policy_weight);
        let mut sums = heads.policy_messages.biases;
        machine.add_products(&heads.policy_messages.weights, &input, &mut sums);
        for (weights, sums) in weights[1..].iter_mut().zip(sums.as_chunks().0) {
            *weights = sums.map(policy_weight);
        }
        weights
    }
}

kernel! {
    /// Computes the messages of each of these cells: its features times each set of weights.
    fn send = general_send(
        machine;
        cells: &[Features<i16>],
        weights: &[[i16; BOTH]; MESSAGES],
        senders: &[Point],
        messages: &mut [Messages; GRID],
    ) {
        for sender in senders {
            let products = machine.products(&cells[slot(sender.index())], weights);
            messages[sender.index()] = products
                .map(|product| (product >> MESSAGE_SHIFT).clamp(-MESSAGE_MAX, MESSAGE_MAX));
        }
    }
}

kernel! {
    /// Computes the appeal of each of these points: the features of its cell times the weights,
    /// plus the messages that it receives.
    fn appeals = general_appeals(
        _machine;
        cells: &[Features<i16>],
        weights: &[i16; BOTH],
        messages: &[Messages; GRID],
        spread: &[[Messages; SPREAD]; 2],
        points: &mut [(Point, i32)],
    ) {
        for (point, appeal) in points {
            let own = product(&cells[slot(point.index())], weights);
            let received = received(messages, spread, *point) >> RECEIVED_SHIFT;
            let all = i64::from(own) + i64::from(received);
            *appeal = ((all * APPEAL_FACTOR) >> APPEAL_SHIFT) as i32;
        }
    }
}

/// The product of a cell's features with these weights. `cell` has the sums before clipping.
#[inline(always)]
fn product(cell: &Features<i16>, weights: &[i16; BOTH]) -> i32 {
    let mut product = 0;
    for (&weight, &sum) in weights.iter().zip(&cell.0) {
        product += i32::from(weight) * i32::from(clip(sum));
    }
    product
}

/// The sum of the messages that a point receives, each times its factor.
#[inline(always)]
fn received(messages: &[Messages; GRID], spread: &[[Messages; SPREAD]; 2], point: Point) -> i32 {
    /// Distance in memory from the first neighbour to the point, in cells.
    const BEFORE: usize = SPREAD * (STRIDE + 1);
    let Some(around) = messages[point.index() - BEFORE..].first_chunk::<{ 2 * BEFORE + 1 }>()
    else {
        return 0;
    };
    let mut sums = [0; MESSAGES];
    for (strides, factors) in [[1, STRIDE], [STRIDE - 1, STRIDE + 1]].iter().zip(spread) {
        for (steps, factors) in (1..).zip(factors) {
            let [first, second] = strides.map(|stride| steps * stride);
            let neighbors = [BEFORE - first, BEFORE + first, BEFORE - second, BEFORE + second];
            for message in 0..MESSAGES {
                let sent: i32 = neighbors.iter().map(|&cell| around[cell][message]).sum();
                sums[message] += sent * factors[message];
            }
        }
    }
    sums.iter().sum()
}

/// A weight of the policy from the sum of its unit.
#[inline(always)]
fn policy_weight(sum: i32) -> i16 {
    (sum >> LAYER_SHIFT).clamp(-POLICY_MAX, POLICY_MAX) as i16
}

/// The input of the heads: the scaled sums, with those of the side to move first.
#[inline]
pub(super) fn input(sums: &Features<i32>, us: Color) -> [i16; BOTH] {
    let (ours, theirs) = match us {
        Color::Black => sums.0.split_at(CHANNELS),
        Color::White => (&sums.0[CHANNELS..], &sums.0[..CHANNELS]),
    };
    let mut input = [0; BOTH];
    for (input, sums) in input.chunks_exact_mut(CHANNELS).zip([ours, theirs]) {
        for (value, sum) in input.iter_mut().zip(sums) {
            *value = (sum >> SUM_SHIFT).clamp(-INPUT_MAX, INPUT_MAX) as i16;
        }
    }
    input
}

/// The values of the units of a hidden layer, given their sums.
#[inline(always)]
fn hidden<const M: usize>(sums: &[i32; M]) -> [i16; M] {
    sums.map(|sum| {
        let value = (sum >> LAYER_SHIFT).clamp(-HIDDEN_MAX, HIDDEN_MAX);
        value.max(value >> LEAK_SHIFT) as i16
    })
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng, rngs::SmallRng};

    use super::super::Accumulator;
    use super::*;
    use crate::geometry::{BoardSize, Direction, PointSet};
    use crate::position::Position;
    use crate::rule::Rule;

    /// Compares a machine's own operations with the general ones, using numbers as large as they
    /// may become.
    fn multiplies_like_any(machine: impl Machine) {
        fn layer<const PAIRS: usize, const M: usize>(machine: impl Machine, random: &mut SmallRng) {
            let weights: Box<[[[i16; 2]; M]; PAIRS]> = Box::new(std::array::from_fn(|_| {
                std::array::from_fn(|_| {
                    std::array::from_fn(|_| random.random_range(-4_000..=4_000))
                })
            }));
            let input: Vec<i16> =
                (0..2 * PAIRS).map(|_| random.random_range(-8_000..=8_000)).collect();
            let mut sums = std::array::from_fn(|_| random.random_range(-1_000_000..=1_000_000));
            let mut again = sums;
            machine.add_products(&weights, &input, &mut sums);
            General.add_products(&weights, &input, &mut again);
            assert_eq!(sums, again);
        }

        let mut random = SmallRng::seed_from_u64(2);
        for _ in 0..100 {
            layer::<CHANNELS, 32>(machine, &mut random);
            layer::<16, 2>(machine, &mut random);
            layer::<16, BOTH>(machine, &mut random);
            layer::<16, { MESSAGES * BOTH }>(machine, &mut random);
            let cell = Features(std::array::from_fn(|_| random.random_range(-600..=600)));
            let most = POLICY_MAX as i16;
            let weights =
                std::array::from_fn(|_| std::array::from_fn(|_| random.random_range(-most..=most)));
            assert_eq!(machine.products(&cell, &weights), General.products(&cell, &weights));
        }
    }

    /// Checks nothing on a machine without AVX2.
    #[test]
    fn machines_multiply_alike() {
        for processor in Processor::all() {
            match processor {
                Processor::General => {}
                #[cfg(target_arch = "x86_64")]
                Processor::Avx2(machine) => multiplies_like_any(machine),
                #[cfg(target_arch = "x86_64")]
                Processor::Avx512(machine) => multiplies_like_any(machine),
            }
        }
    }

    #[test]
    fn all_versions_compute_the_same() {
        Processor::all().into_iter().for_each(computes_like_any);
    }

    /// Compares a processor's version of each kernel with the general one, along random games.
    fn computes_like_any(processor: Processor) {
        let network = Network::of(Rule::Freestyle).unwrap();
        let mut random = SmallRng::seed_from_u64(1);
        for side in [9, 15, 22] {
            let mut position = Position::new(BoardSize::square(side).unwrap(), Rule::Freestyle);
            let mut fast = Accumulator::new(network, position.board());
            let mut general = fast.clone();
            (fast.processor, general.processor) = (processor, Processor::General);
            position.play(position.size().center());
            for round in 0..70 {
                let sums = *fast.sums_of(network, position.board());
                assert_eq!(sums, *general.sums_of(network, position.board()));
                for state in [&mut fast, &mut general] {
                    state.follow(network, position.board());
                    assert_eq!(state.sums, sums);
                }
                assert!(fast.numbers == general.numbers && fast.cells == general.cells);

                let us = position.to_move();
                let (heads, input) = (&network.heads[us.index()], input(&sums, us));
                assert_eq!(
                    value(processor, heads, &input, round),
                    general_value(General, heads, &input, round)
                );
                let weights = policy(processor, heads, &input);
                assert_eq!(weights, general_policy(General, heads, &input));
                let near: Vec<_> = position.candidates().iter().collect();
                let [own, for_others @ ..] = &weights;
                send(processor, &fast.cells, for_others, &near, &mut fast.messages);
                general_send(General, &general.cells, for_others, &near, &mut general.messages);
                assert!(fast.messages == general.messages);
                let mut of_all: Vec<_> = near.iter().map(|&point| (point, 0)).collect();
                let mut again = of_all.clone();
                appeals(processor, &fast.cells, own, &fast.messages, &heads.spread, &mut of_all);
                general_appeals(
                    General,
                    &general.cells,
                    own,
                    &general.messages,
                    &heads.spread,
                    &mut again,
                );
                assert_eq!(of_all, again);
                for state in [&mut fast, &mut general] {
                    state.messages.fill([0; MESSAGES]);
                }
                position.play(*near.choose(&mut random).unwrap());
            }
        }
    }

    /// The appeal of a point is what the features of the cells and the weights of the position give
    /// directly.
    #[test]
    fn points_receive_what_their_neighbours_send() {
        let mut random = SmallRng::seed_from_u64(5);
        for (rule, side) in [(Rule::Freestyle, 15), (Rule::Renju, 9), (Rule::CaroOverline, 22)] {
            let network = Network::of(rule).unwrap();
            let mut position = Position::new(BoardSize::square(side).unwrap(), rule);
            let mut accumulator = Accumulator::new(network, position.board());
            position.play(position.size().center());
            for _ in 0..30 {
                let near: Vec<_> = position.candidates().iter().collect();
                let mut appeals = Vec::new();
                network.appeals(&position, &mut accumulator, None, &mut appeals);
                assert_eq!(appeals.len(), near.len());
                let some: PointSet = near.iter().copied().step_by(3).collect();
                let mut of_some = Vec::new();
                network.appeals(&position, &mut accumulator, Some(&some), &mut of_some);
                assert!(of_some.iter().eq(appeals.iter().step_by(3)));
                let heads = &network.heads[position.to_move().index()];
                let input = input(&accumulator.sums, position.to_move());
                let weights = policy(accumulator.processor, heads, &input);
                let product = |point: Point, weights: &[i16; BOTH]| -> i32 {
                    let features = accumulator.cells[slot(point.index())].0;
                    let half = CHANNELS * position.to_move().index();
                    let feature =
                        |index: usize| i32::from(features[index ^ half].clamp(0, FEATURE_MAX));
                    (0..BOTH).map(|index| i32::from(weights[index]) * feature(index)).sum()
                };
                let message = |sender: Point, weights: &[i16; BOTH]| {
                    (product(sender, weights) >> MESSAGE_SHIFT).clamp(-MESSAGE_MAX, MESSAGE_MAX)
                };
                let reach = SPREAD as isize;
                let steps = (-reach..=reach).filter(|&steps| steps != 0);
                let around = Direction::ALL
                    .into_iter()
                    .flat_map(|direction| steps.clone().map(move |steps| (direction, steps)));
                for (point, appeal) in appeals {
                    let mut received = 0;
                    for (direction, steps) in around.clone() {
                        let sender = point.step(direction, steps);
                        if !near.iter().any(|point| point.index() == sender) {
                            continue;
                        }
                        let is_diagonal = usize::from(Direction::ALL[2..].contains(&direction));
                        let factors = heads.spread[is_diagonal][steps.unsigned_abs() - 1];
                        for (weights, factor) in weights[1..].iter().zip(factors) {
                            received += message(Point::from_index(sender), weights) * factor;
                        }
                    }
                    let all = i64::from(product(point, &weights[0]) + (received >> RECEIVED_SHIFT));
                    assert_eq!(i64::from(appeal), (all * APPEAL_FACTOR) >> APPEAL_SHIFT);
                }
                position.play(*near.choose(&mut random).unwrap());
            }
        }
    }
}
