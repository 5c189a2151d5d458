//! The inner loops of the network, with one source for all machines.
//!
//! The compiler makes several versions of each function: a general one, and one for each set of
//! instructions that the target may have. These are AVX2 and AVX-512 on x86-64, NEON on 64-bit ARM,
//! and the vectors of 128 bits of WebAssembly. A [`Processor`] says which version runs. Where the
//! compiler does not find the best instructions, a [`Machine`] names them. The only unsafe code is
//! calls of functions for features that the processor was found to have, and an instruction that
//! prefetches rows.

#![cfg_attr(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    expect(unsafe_code, reason = "calls of functions for some processors, and prefetching")
)]

use crate::geometry::{Color, GRID, Point, PointSet, STRIDE};

use super::layout::{
    BOTH, CHANNELS, HIDDEN, LAYER_SHIFT, LEAK_SHIFT, MESSAGES, POOLED, RECEIVED_SHIFT, SUM_SHIFT,
    THREAT_SHIFT,
};
use super::model::{Answers, Features, Heads, Network, Sent};
use super::state::{State, Step};
use super::windows::{View, slot};
use crate::eval::features::THREAT_MASKS;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod machine;
#[cfg(target_arch = "aarch64")]
mod neon;
mod processor;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

pub(super) use machine::SENDERS;
pub(super) use processor::Processor;

use machine::{BEFORE, General, Machine, SENT_STRIDE, clip};

/// Inputs of the perceptrons are clamped to ±this. Only a board full of the largest features would
/// exceed it.
pub(super) const INPUT_MAX: i32 = 6_000;
/// Hidden values are clamped to ±this. With 13-bit weights a sum of products then cannot overflow.
/// [`Network::read`] refuses networks whose sums could.
pub(super) const HIDDEN_MAX: i32 = 8_000;
/// The units of answers are at most this.
pub(super) const UNIT_MAX: i32 = 2_000;
/// Weights made by the policy head are clamped to ±this, for the same reason.
const POLICY_MAX: i32 = 30_000;
/// Factor that turns a product into an appeal in hundredths of the natural log-odds, with
/// [`APPEAL_SHIFT`] fractional bits. In a product, 127 of a feature and 256 of a weight stand for
/// 1.
const APPEAL_FACTOR: i64 = 806;
/// Fractional bits of [`APPEAL_FACTOR`].
const APPEAL_SHIFT: u32 = 18;
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
                Processor::General => {
                    #[inline(never)]
                    fn run($($argument: $type),*) $(-> $result)? {
                        $general(General, $($argument),*)
                    }
                    run($($argument),*)
                }
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
                #[cfg(target_arch = "aarch64")]
                Processor::Neon(machine) => $general(machine, $($argument),*),
                #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                Processor::Simd128(machine) => $general(machine, $($argument),*),
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
        state: &State,
        step: &mut Step,
    ) {
        // The digit of a stone in the number of a window: 1 for Black, 2 for White.
        let digit = color.index() as u16 + 1;
        // All rows are prefetched at once, since some of them are far away in memory.
        for (numbers_of, view) in step.numbers.iter_mut().zip(views) {
            let without = state.numbers[usize::from(view.place) % (4 * GRID)];
            let with = without.wrapping_add(digit.wrapping_mul(view.power));
            prefetch(&network.rows[usize::from(without)]);
            prefetch(&network.rows[usize::from(with)]);
            *numbers_of = [without, with];
        }
        let Step { numbers, cells, sums, .. } = step;
        let changes = machine.add_stone(&network.rows, &state.cells, views, numbers, cells);
        for index in 0..BOTH {
            sums.0[index] = state.sums.0[index] + i32::from(changes.0[index]);
        }
    }
}

kernel! {
    /// Adds the stone of a step to the state, or removes it if it `is_there`.
    fn exchange = general_exchange(
        _machine;
        views: &[View],
        state: &mut State,
        step: &mut Step,
        is_there: bool,
    ) {
        for (view, [without, with]) in views.iter().zip(step.numbers) {
            let number = if is_there { without } else { with };
            state.numbers[usize::from(view.place) % (4 * GRID)] = number;
        }
        // The first four windows share a cell.
        let one_by_cell = views.get(3..).unwrap_or_default();
        for (view, cell) in one_by_cell.iter().zip(&mut step.cells) {
            state.cells[usize::from(view.slot)].exchange(cell);
        }
        state.sums.exchange(&mut step.sums);
    }
}

kernel! {
    /// The two outputs of the value head, given the sums, the side to move, the mask of threats and
    /// what is added to the sums of the first layer.
    fn value = general_value(
        machine;
        heads: &Heads,
        sums: &Features<i32>,
        us: Color,
        threats: usize,
        added: &[i32; HIDDEN],
    ) -> [i32; 2] {
        let input = input(sums, us);
        let mut sums = heads.value_first.biases;
        let threats = &heads.threats[threats % THREAT_MASKS];
        for ((sum, &number), added) in sums.iter_mut().zip(threats).zip(added) {
            *sum += (i32::from(number) << THREAT_SHIFT) + added;
        }
        machine.add_products(&heads.value_first.weights, &input, &mut sums);
        let input = hidden(&sums);
        let mut sums = heads.value_second.biases;
        machine.add_products(&heads.value_second.weights, &input, &mut sums);
        machine.outputs(&heads.value_last, &hidden(&sums))
    }
}

kernel! {
    /// What the answers to a threat add to the sums of the value head's first layer.
    fn look_at_answers = general_look_at_answers(
        machine;
        head: &Answers,
        state: &State,
        us: Color,
        answers: &PointSet,
    ) -> [i32; HIDDEN] {
        let mut largest = [i32::MIN; POOLED];
        for answer in answers {
            let mut input = state.cells[slot(answer.index())].0.map(clip);
            if us == Color::White {
                input.rotate_left(CHANNELS);
            }
            let mut sums = head.units.biases;
            machine.add_products(&head.units.weights, &input, &mut sums);
            largest.iter_mut().zip(sums).for_each(|(most, sum)| *most = sum.max(*most));
        }
        let mut added = head.sums.biases;
        let units = hidden(&largest).map(|unit| unit.min(UNIT_MAX as i16));
        machine.add_products(&head.sums.weights, &units, &mut added);
        added
    }
}

kernel! {
    /// Computes the appeal of each of these points to the side to move: the features of its cell
    /// times their weights, plus what it receives from the senders. Without a list of senders these
    /// are the points themselves. `sent` is zero before and after.
    fn appeals = general_appeals(
        machine;
        heads: &Heads,
        us: Color,
        state: &State,
        senders: Option<&[Point]>,
        sent: &mut [Sent; SENDERS],
        points: &mut [(Point, i32)],
    ) {
        let weights = policy(machine, heads, &state.sums, us);
        let [for_others @ .., own] = &weights;
        if let Some(senders) = senders {
            for &point in senders {
                let cell = &state.cells[slot(point.index())];
                sent[sender(point)] = machine.send(cell, for_others, &heads.spread);
            }
            for (point, appeal) in &mut *points {
                *appeal = machine.product(&state.cells[slot(point.index())], own);
            }
        } else {
            for (point, appeal) in &mut *points {
                let cell = &state.cells[slot(point.index())];
                *appeal = machine.product(cell, own);
                sent[sender(*point)] = machine.send(cell, for_others, &heads.spread);
            }
        }
        for (point, appeal) in &mut *points {
            let first = sender(*point) - BEFORE;
            let around = sent.get(first..).and_then(|sent| sent.first_chunk());
            let received = around.map_or(0, |around| machine.receive(around)) >> RECEIVED_SHIFT;
            let all = i64::from(*appeal) + i64::from(received);
            *appeal = ((all * APPEAL_FACTOR) >> APPEAL_SHIFT) as i32;
        }
        match senders {
            Some(senders) => senders.iter().for_each(|&point| sent[sender(point)] = Sent::NOTHING),
            None => points.iter().for_each(|&(point, _)| sent[sender(point)] = Sent::NOTHING),
        }
    }
}

/// The output of the policy head: the weights of the features for the messages of a point, then
/// those for its appeal, with the features of Black first.
#[inline(always)]
fn policy(
    machine: impl Machine,
    heads: &Heads,
    sums: &Features<i32>,
    us: Color,
) -> [[i16; BOTH]; MESSAGES + 1] {
    let input = input(sums, us);
    let mut sums = heads.policy_first.biases;
    machine.add_products(&heads.policy_first.weights, &input, &mut sums);
    let input = hidden(&sums);
    let mut weights = [[0; BOTH]; MESSAGES + 1];
    let mut sums = heads.policy_messages.biases;
    machine.add_products(&heads.policy_messages.weights, &input, &mut sums);
    for (weights, sums) in weights.iter_mut().zip(sums.as_chunks().0) {
        *weights = policy_weights(sums, us);
    }
    let mut sums = heads.policy_last.biases;
    machine.add_products(&heads.policy_last.weights, &input, &mut sums);
    weights[MESSAGES] = policy_weights(&sums, us);
    weights
}

/// Index of a cell in the array of what all cells send.
#[inline(always)]
const fn sender(point: Point) -> usize {
    point.index() - point.index() / STRIDE * (STRIDE - SENT_STRIDE)
}

/// A set of weights of the policy from the sums of their units. The units of the side to move come
/// first, the weights of Black's features.
#[inline(always)]
fn policy_weights(sums: &[i32; BOTH], us: Color) -> [i16; BOTH] {
    let weight = |sum: i32| (sum >> LAYER_SHIFT).clamp(-POLICY_MAX, POLICY_MAX) as i16;
    let mut weights = sums.map(weight);
    if us == Color::White {
        weights.rotate_left(CHANNELS);
    }
    weights
}

/// The input of the heads: the scaled sums, with those of the side to move first.
#[inline(always)]
fn input(sums: &Features<i32>, us: Color) -> [i16; BOTH] {
    let mut input = sums.0.map(|sum| (sum >> SUM_SHIFT).clamp(-INPUT_MAX, INPUT_MAX) as i16);
    if us == Color::White {
        input.rotate_left(CHANNELS);
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
    use rand::{Rng, SeedableRng};

    use super::super::Accumulator;
    use super::super::layout::{MESSAGE_SHIFT, SPREAD, SPREAD_MAX};
    use super::super::model::Layer;
    use super::machine::{Around, MESSAGE_MAX};
    use super::*;
    use crate::geometry::{BoardSize, Direction, PointSet};
    use crate::position::Position;
    use crate::random::Generator;
    use crate::rule::Rule;

    /// Compares a machine's own operations with the general ones, using numbers as large as they
    /// may become.
    fn multiplies_like_any(machine: impl Machine) {
        fn layer<const PAIRS: usize, const M: usize>(
            machine: impl Machine,
            random: &mut Generator,
        ) {
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

        let mut random = Generator::seed_from_u64(2);
        for _ in 0..100 {
            layer::<CHANNELS, 32>(machine, &mut random);
            layer::<16, BOTH>(machine, &mut random);
            layer::<16, { MESSAGES * BOTH }>(machine, &mut random);
            layer::<CHANNELS, POOLED>(machine, &mut random);
            layer::<{ POOLED / 2 }, HIDDEN>(machine, &mut random);
            let layer = Layer {
                weights: std::array::from_fn(|_| {
                    std::array::from_fn(|_| {
                        std::array::from_fn(|_| random.random_range(-4_000..=4_000))
                    })
                }),
                biases: std::array::from_fn(|_| random.random_range(-1_000_000..=1_000_000)),
            };
            let input = std::array::from_fn(|_| random.random_range(-8_000..=8_000));
            assert_eq!(machine.outputs(&layer, &input), General.outputs(&layer, &input));
            let cell = Features(std::array::from_fn(|_| random.random()));
            let most = POLICY_MAX as i16;
            let weights: [_; MESSAGES] =
                std::array::from_fn(|_| std::array::from_fn(|_| random.random_range(-most..=most)));
            let own = &weights[0];
            assert_eq!(machine.product(&cell, own), General.product(&cell, own));
            let most = SPREAD_MAX as i16;
            let factors =
                std::array::from_fn(|_| std::array::from_fn(|_| random.random_range(-most..=most)));
            let sent = machine.send(&cell, &weights, &factors);
            assert_eq!(sent, General.send(&cell, &weights, &factors));
            let most = MESSAGE_MAX * i32::from(SPREAD_MAX) * MESSAGES as i32;
            let around: Box<Around> = Box::new(std::array::from_fn(|_| {
                Sent(std::array::from_fn(|_| random.random_range(-most..=most)))
            }));
            assert_eq!(machine.receive(&around), General.receive(&around));
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
                #[cfg(target_arch = "aarch64")]
                Processor::Neon(machine) => multiplies_like_any(machine),
                #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                Processor::Simd128(machine) => multiplies_like_any(machine),
            }
        }
    }

    #[test]
    fn all_versions_compute_the_same() {
        Processor::all().into_iter().for_each(computes_like_any);
    }

    /// Layers for answers with weights as large as a file may have them.
    fn some_answers(random: &mut Generator) -> Answers {
        Answers {
            units: Layer {
                weights: std::array::from_fn(|_| {
                    std::array::from_fn(|_| {
                        std::array::from_fn(|_| random.random_range(-16_000..=16_000))
                    })
                }),
                biases: std::array::from_fn(|_| random.random_range(-(1 << 24)..=1 << 24)),
            },
            sums: Layer {
                weights: std::array::from_fn(|_| {
                    std::array::from_fn(|_| {
                        std::array::from_fn(|_| random.random_range(-2_097..=2_097))
                    })
                }),
                biases: [0; HIDDEN],
            },
        }
    }

    /// Compares a processor's version of each kernel with the general one, along random games.
    fn computes_like_any(processor: Processor) {
        let network = Network::of(Rule::Freestyle).unwrap();
        let mut random = Generator::seed_from_u64(1);
        let head = some_answers(&mut random);
        for side in [9, 15, 22] {
            let mut position = Position::new(BoardSize::square(side).unwrap(), Rule::Freestyle);
            let mut fast = Accumulator::new(network, position.board());
            let mut general = fast.clone();
            (fast.processor, general.processor) = (processor, Processor::General);
            position.play(position.size().center());
            for round in 0..70 {
                let sums = *fast.sums_of(network, position.board());
                assert_eq!(sums, *general.sums_of(network, position.board()));
                for accumulator in [&mut fast, &mut general] {
                    accumulator.follow(network, position.board());
                    assert_eq!(accumulator.state.sums, sums);
                }
                assert!(fast.state == general.state);

                let us = position.to_move();
                let heads = &network.heads[us.index()];
                let near: Vec<_> = position.candidates().iter().collect();
                let some: Vec<_> = near.iter().copied().step_by(3).collect();
                let state = &fast.state;
                let answers = some.iter().copied().collect();
                let added = general_look_at_answers(General, &head, state, us, &answers);
                assert_eq!(look_at_answers(processor, &head, state, us, &answers), added);
                for added in [[0; HIDDEN], added] {
                    assert_eq!(
                        value(processor, heads, &sums, us, round, &added),
                        general_value(General, heads, &sums, us, round, &added)
                    );
                }
                for (senders, points) in [(None, &near), (Some(&*near), &some)] {
                    let of = |processor| {
                        let mut of_points: Vec<_> =
                            points.iter().map(|&point| (point, 0)).collect();
                        let mut sent = Box::new([Sent::NOTHING; SENDERS]);
                        let (state, points) = (&fast.state, &mut of_points);
                        appeals(processor, heads, us, state, senders, &mut sent, points);
                        assert!(sent.iter().all(|&sent| sent == Sent::NOTHING));
                        of_points
                    };
                    assert_eq!(of(processor), of(Processor::General));
                }
                position.play(*near.choose(&mut random).unwrap());
            }
        }
    }

    /// The appeal of a point is what the features of the cells and the weights of the position give
    /// directly.
    #[test]
    fn points_receive_what_their_neighbours_send() {
        let mut random = Generator::seed_from_u64(5);
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
                let weights = policy(General, heads, &accumulator.state.sums, position.to_move());
                let product = |point: Point, weights: &[i16; BOTH]| -> i32 {
                    let features = accumulator.state.cells[slot(point.index())].0;
                    let feature = |index: usize| i32::from(clip(features[index]));
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
                        let factors = heads.spread[is_diagonal * SPREAD + steps.unsigned_abs() - 1];
                        for (weights, factor) in weights.iter().zip(factors) {
                            let sent = message(Point::from_index(sender), weights);
                            received += sent * i32::from(factor);
                        }
                    }
                    let all = i64::from(
                        product(point, &weights[MESSAGES]) + (received >> RECEIVED_SHIFT),
                    );
                    assert_eq!(i64::from(appeal), (all * APPEAL_FACTOR) >> APPEAL_SHIFT);
                }
                position.play(*near.choose(&mut random).unwrap());
            }
        }
    }
}
