//! The inner loops of the network, in one source for all machines: the compiler makes a version for AVX2 of
//! each besides the general one, and the processor decides which of them runs. The only unsafe code is the
//! call of a version for a processor that was found to have what it needs.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls of functions for processors with AVX2")
)]

use crate::board::Stone;
use crate::geometry::{Color, Direction, GRID, Point};

use super::windows::{POWERS, Reach};
use super::{Accumulator, BOTH, CHANNELS, FEATURE_MAX, Features, HIDDEN, Heads, Layer, Network};
use crate::eval::features::THREAT_MASKS;

/// Bits that the scale of the sums loses on the way into the perceptron.
const SUM_SHIFT: u32 = 3;
/// Bits by which the numbers of a mask of threats are less fine than the first biases.
pub(super) const THREAT_SHIFT: u32 = 12;
/// Inputs of the perceptrons are clamped to this; more would take a board full of the largest features.
pub(super) const INPUT_MAX: i32 = 6_000;
/// Bits of the scale of a product that go before the next layer.
const LAYER_SHIFT: u32 = 10;
/// Hidden values are clamped to this: with weights of 13 bits a sum of products cannot overflow. Networks in
/// which one could are refused when they are read.
pub(super) const HIDDEN_MAX: i32 = 8_000;
/// Weights of the policy are clamped to this, for the same reason.
const POLICY_MAX: i32 = 30_000;
/// Hundredths of the natural logarithm in a unit of an appeal, and bits behind the point of that factor: the
/// product of a feature, 127 for 1, and a weight, 256 for 1.
const APPEAL_FACTOR: i64 = 806;
const APPEAL_SHIFT: u32 = 18;
/// A hidden value below zero counts for so many bits less.
const LEAK_SHIFT: u32 = 4;

/// Defines a function in two versions: the general one, and one that picks the best for the processor.
macro_rules! kernel {
    ($(#[$doc:meta])* fn $name:ident = $general:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? $body:block) => {
        #[inline(always)]
        fn $general($($argument: $type),*) $(-> $result)? $body

        $(#[$doc])*
        #[inline]
        pub(super) fn $name($($argument: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn avx2($($argument: $type),*) $(-> $result)? {
                    $general($($argument),*)
                }

                if is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has AVX2.
                    return unsafe { avx2($($argument),*) };
                }
            }
            $general($($argument),*)
        }
    };
}

kernel! {
    /// The sums of features with one stone more than the accumulator has.
    fn sums_with = general_sums_with(network: &Network, accumulator: &Accumulator, stone: Stone) -> Features<i32> {
        let mut changes = Features([0; BOTH]);
        let center = stone.point.index();
        let step = digit(stone);
        let mut middle = accumulator.cells[center];
        for direction in Direction::ALL {
            for steps in accumulator.reaches[center].along(direction) {
                let (index, power) = window(&accumulator.reaches, center, direction, steps);
                let old = accumulator.numbers[index][direction as usize];
                let new = old + step * power;
                if steps == 0 {
                    change(network, &mut middle, old, new);
                } else {
                    let before = &accumulator.cells[index];
                    let mut cell = *before;
                    change(network, &mut cell, old, new);
                    replace(&mut changes, before, &cell);
                }
            }
        }
        replace(&mut changes, &accumulator.cells[center], &middle);
        let mut sums = accumulator.sums;
        add(&mut sums, &changes);
        sums
    }
}

kernel! {
    /// Puts a stone on the board of the accumulator, or takes it off.
    fn toggle = general_toggle(network: &Network, accumulator: &mut Accumulator, stone: Stone, is_there: bool) {
        let center = stone.point.index();
        let step = if is_there { digit(stone).wrapping_neg() } else { digit(stone) };
        let middle = accumulator.cells[center];
        let mut changes = Features([0; BOTH]);
        for direction in Direction::ALL {
            for steps in accumulator.reaches[center].along(direction) {
                let (index, power) = window(&accumulator.reaches, center, direction, steps);
                let number = &mut accumulator.numbers[index][direction as usize];
                let old = *number;
                *number = old.wrapping_add(step.wrapping_mul(power));
                let cell = &mut accumulator.cells[index];
                let before = *cell;
                change(network, cell, old, *number);
                if steps != 0 {
                    replace(&mut changes, &before, cell);
                }
            }
        }
        replace(&mut changes, &middle, &accumulator.cells[center]);
        add(&mut accumulator.sums, &changes);
    }
}

kernel! {
    /// What the value head makes of the sums, those of the side to move first, and of the mask of threats.
    fn value = general_value(heads: &Heads, input: &[i16; BOTH], threats: usize) -> [i32; 2] {
        let mut biases = heads.value_first.biases;
        let threats = &heads.threats[threats % THREAT_MASKS];
        for (bias, &number) in biases.iter_mut().zip(threats) {
            *bias += i32::from(number) << THREAT_SHIFT;
        }
        let mut first = [0; HIDDEN];
        layer(&heads.value_first.weights, &biases, input, &mut first);
        let mut second = [0; HIDDEN];
        layer(&heads.value_second.weights, &heads.value_second.biases, &first, &mut second);
        let Layer { weights, biases } = &heads.value_last;
        std::array::from_fn(|unit| biases[unit] + dot(&weights[unit], &second))
    }
}

kernel! {
    /// The weights with which the features of a point make its appeal: what the policy head makes of the
    /// sums, those of the side to move first.
    fn policy = general_policy(heads: &Heads, input: &[i16; BOTH]) -> [i16; BOTH] {
        let mut first = [0; HIDDEN];
        layer(&heads.policy_first.weights, &heads.policy_first.biases, input, &mut first);
        let mut weights = [0; BOTH];
        for (index, weight) in weights.iter_mut().enumerate() {
            let layer = &heads.policy_last;
            let sum = layer.biases[index] + dot(&layer.weights[index], &first);
            *weight = (sum >> LAYER_SHIFT).clamp(-POLICY_MAX, POLICY_MAX) as i16;
        }
        weights
    }
}

kernel! {
    /// Fills in the appeal of each of these points: the features of its cell times these weights.
    fn appeals = general_appeals(cells: &[Features<i16>], weights: &[i16; BOTH], points: &mut [(Point, i32)]) {
        for (point, appeal) in points {
            let cell = &cells[point.index()];
            let mut features = [0; BOTH];
            for (feature, &sum) in features.iter_mut().zip(&cell.0) {
                *feature = sum.clamp(0, FEATURE_MAX);
            }
            let product = i64::from(dot(weights, &features));
            *appeal = ((product * APPEAL_FACTOR) >> APPEAL_SHIFT) as i32;
        }
    }
}

/// The sums as the heads take them: those of the side to move first.
#[inline]
pub(super) fn input(sums: &Features<i32>, us: Color) -> [i16; BOTH] {
    let mut input = [0; BOTH];
    for (index, value) in input.iter_mut().enumerate() {
        let sum = sums.0[index ^ (CHANNELS * us.index())] >> SUM_SHIFT;
        *value = sum.clamp(-INPUT_MAX, INPUT_MAX) as i16;
    }
    input
}

/// The digit of a stone in the number of a window.
#[inline(always)]
fn digit(stone: Stone) -> u16 {
    stone.color.index() as u16 + 1
}

/// The cell so many steps from another one, and what a digit of the latter is worth in the number of its window.
#[inline(always)]
fn window(
    reaches: &[Reach; GRID],
    center: usize,
    direction: Direction,
    steps: isize,
) -> (usize, u16) {
    let index = (center as isize + steps * direction.stride()) as usize % GRID;
    let place = isize::from(reaches[index].left[direction as usize]) - steps;
    (index, POWERS[place as usize % POWERS.len()])
}

/// Gives a cell another window in one direction.
#[inline(always)]
fn change(network: &Network, cell: &mut Features<i16>, old: u16, new: u16) {
    let (old, new) = (&network.rows[usize::from(old)].0, &network.rows[usize::from(new)].0);
    for index in 0..BOTH {
        cell.0[index] += i16::from(new[index]) - i16::from(old[index]);
    }
}

/// Adds what the features of a cell gain to the changes of a move: 33 cells of 127, no overflow.
#[inline(always)]
fn replace(changes: &mut Features<i16>, old: &Features<i16>, new: &Features<i16>) {
    for index in 0..BOTH {
        let before = old.0[index].clamp(0, FEATURE_MAX);
        let after = new.0[index].clamp(0, FEATURE_MAX);
        changes.0[index] += after - before;
    }
}

/// Adds the changes of a move to the sums.
#[inline(always)]
fn add(sums: &mut Features<i32>, changes: &Features<i16>) {
    for index in 0..BOTH {
        sums.0[index] += i32::from(changes.0[index]);
    }
}

#[inline(always)]
fn dot<const N: usize>(weights: &[i16; N], values: &[i16; N]) -> i32 {
    let mut sum = 0;
    for index in 0..N {
        sum += i32::from(weights[index]) * i32::from(values[index]);
    }
    sum
}

/// The values of the units of a hidden layer.
#[inline(always)]
fn layer<const N: usize, const M: usize>(
    weights: &[[i16; N]; M],
    biases: &[i32; M],
    input: &[i16; N],
    output: &mut [i16; M],
) {
    for unit in 0..M {
        let sum = biases[unit] + dot(&weights[unit], input);
        let value = (sum >> LAYER_SHIFT).clamp(-HIDDEN_MAX, HIDDEN_MAX);
        output[unit] = value.max(value >> LEAK_SHIFT) as i16;
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom;
    use rand::{SeedableRng, rngs::SmallRng};

    use super::*;
    use crate::geometry::BoardSize;
    use crate::position::Position;
    use crate::rule::Rule;

    /// Nothing to see on a machine without AVX2.
    #[test]
    fn both_versions_compute_the_same() {
        let network = Network::of(Rule::Freestyle).unwrap();
        let mut random = SmallRng::seed_from_u64(1);
        for side in [9, 15, 22] {
            let mut position = Position::new(BoardSize::square(side).unwrap(), Rule::Freestyle);
            let mut fast = Accumulator::new(network, position.board());
            let mut general = fast.clone();
            position.play(position.size().center());
            for round in 0..70 {
                let stone = *position.board().stones().last().unwrap();
                let sums = sums_with(network, &fast, stone);
                assert_eq!(sums, general_sums_with(network, &general, stone));
                toggle(network, &mut fast, stone, false);
                general_toggle(network, &mut general, stone, false);
                assert_eq!(sums, fast.sums);
                assert!(fast.sums == general.sums && fast.cells == general.cells);

                let us = position.to_move();
                let (heads, input) = (&network.heads[us.index()], input(&sums, us));
                assert_eq!(value(heads, &input, round), general_value(heads, &input, round));
                let weights = policy(heads, &input);
                assert_eq!(weights, general_policy(heads, &input));
                let mut of_all: Vec<_> = position.candidates().map(|point| (point, 0)).collect();
                let mut again = of_all.clone();
                appeals(&fast.cells, &weights, &mut of_all);
                general_appeals(&general.cells, &weights, &mut again);
                assert_eq!(of_all, again);
                let near: Vec<_> = position.candidates().collect();
                position.play(*near.choose(&mut random).unwrap());
            }
        }
    }
}
