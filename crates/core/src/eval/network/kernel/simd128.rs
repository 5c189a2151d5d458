//! Operations for WebAssembly with vectors of 128 bits.

use std::arch::wasm32::{
    i16x8_add, i16x8_max, i16x8_min, i16x8_narrow_i32x4, i16x8_splat, i16x8_sub, i32x4_add,
    i32x4_dot_i16x8, i32x4_shr, i32x4_shuffle, i32x4_splat, u16x8_extend_high_u8x16,
    u16x8_extend_low_u8x16, v128,
};

use super::super::layout::{BOTH, FEATURE_MAX, MESSAGE_SHIFT, MESSAGES, SPREAD};
use super::super::model::{Features, Row, Sent, Spread};
use super::super::windows::{MOST_CELLS, MOST_VIEWS, View};
use super::machine::{MESSAGE_MAX, Machine};

/// Number of units whose sums are in registers at the same time.
const BLOCK: usize = 32;
/// Number of units whose sums are in one register.
const UNITS: usize = 4;
/// Number of registers that hold the features of a cell.
const REGISTERS: usize = BOTH / 8;

/// Vectors of 128 bits. The module exists only if it is compiled for a processor that has them.
#[derive(Clone, Copy)]
pub(in super::super) struct Simd128;

impl Machine for Simd128 {
    #[inline(always)]
    fn add_products<const PAIRS: usize, const M: usize>(
        self,
        weights: &[[[i16; 2]; M]; PAIRS],
        input: &[i16],
        sums: &mut [i32; M],
    ) {
        add_products(weights, input.as_chunks().0, sums);
    }

    #[inline(always)]
    fn add_stone(
        self,
        rows: &[Row],
        cells: &[Features<i16>],
        views: &[View],
        numbers: &[[u16; 2]; MOST_VIEWS],
        after: &mut [Features<i16>; MOST_CELLS],
    ) -> Features<i16> {
        // One half of the features at a time, since there are registers for no more.
        let low = add_stone::<0>(rows, cells, views, numbers, after);
        let high = add_stone::<1>(rows, cells, views, numbers, after);
        Features(bytemuck::cast([low, high]))
    }

    #[inline(always)]
    fn product(self, cell: &Features<i16>, weights: &[i16; BOTH]) -> i32 {
        let parts: [i32; 4] = bytemuck::cast(products(&clipped(cell), weights));
        parts.iter().sum()
    }

    #[inline(always)]
    fn send(
        self,
        cell: &Features<i16>,
        weights: &[[i16; BOTH]; MESSAGES],
        factors: &Spread,
    ) -> Sent {
        let features = clipped(cell);
        let [first, second, third, fourth] = weights;
        let pairs = [
            add_pairs(products(&features, first), products(&features, second)),
            add_pairs(products(&features, third), products(&features, fourth)),
        ];
        Sent(spread(add_pairs(pairs[0], pairs[1]), factors))
    }
}

/// One half of the features of a cell, or of the changes of all cells.
type Half = [v128; REGISTERS / 2];

/// The part of [`Machine::add_stone`] about one half of the features.
#[inline(always)]
fn add_stone<const HALF: usize>(
    rows: &[Row],
    cells: &[Features<i16>],
    views: &[View],
    numbers: &[[u16; 2]; MOST_VIEWS],
    after: &mut [Features<i16>; MOST_CELLS],
) -> Half {
    let mut changes = [i16x8_splat(0); REGISTERS / 2];
    let (own, others) = numbers.split_at(4);
    let (own_after, others_after) = after.split_at_mut(1);
    if let Some(view) = views.first() {
        let before = half::<HALF>(&cells[usize::from(view.slot)]);
        let with = own.iter().fold(before, |sums, &numbers| replace::<HALF>(rows, numbers, sums));
        own_after[0].0.as_chunks_mut().0[HALF] = bytemuck::cast::<Half, [i16; BOTH / 2]>(with);
        add_changes(&mut changes, before, with);
    }
    for ((view, &numbers), after) in views.iter().skip(4).zip(others).zip(others_after) {
        let before = half::<HALF>(&cells[usize::from(view.slot)]);
        let with = replace::<HALF>(rows, numbers, before);
        after.0.as_chunks_mut().0[HALF] = bytemuck::cast::<Half, [i16; BOTH / 2]>(with);
        add_changes(&mut changes, before, with);
    }
    changes
}

/// One half of the features of a cell.
#[inline(always)]
fn half<const HALF: usize>(cell: &Features<i16>) -> Half {
    let half: [i16; BOTH / 2] = cell.0.as_chunks().0[HALF];
    bytemuck::cast(half)
}

/// The sums of a cell with the row of a window replaced. The order of a row's numbers is that of
/// [`Row::place`], in which the two halves of a register belong to features 16 apart.
#[inline(always)]
fn replace<const HALF: usize>(rows: &[Row], [without, with]: [u16; 2], sums: Half) -> Half {
    let [without, with] = [without, with].map(|number| -> [v128; 2] {
        let half: [u8; BOTH / 2] = rows[usize::from(number)].0.as_chunks().0[HALF];
        bytemuck::cast(half)
    });
    let low = |index: usize| {
        let [with, without] =
            [with[index], without[index]].map(|half| u16x8_extend_low_u8x16(half));
        i16x8_sub(with, without)
    };
    let high = |index: usize| {
        let [with, without] =
            [with[index], without[index]].map(|half| u16x8_extend_high_u8x16(half));
        i16x8_sub(with, without)
    };
    [
        i16x8_add(sums[0], low(0)),
        i16x8_add(sums[1], low(1)),
        i16x8_add(sums[2], high(0)),
        i16x8_add(sums[3], high(1)),
    ]
}

/// Adds to `changes` how the features of a cell change.
#[inline(always)]
fn add_changes(changes: &mut Half, before: Half, with: Half) {
    for ((change, before), with) in changes.iter_mut().zip(before).zip(with) {
        *change = i16x8_add(*change, i16x8_sub(clip(with), clip(before)));
    }
}

/// Features from sums of rows.
#[inline(always)]
fn clip(sums: v128) -> v128 {
    i16x8_min(i16x8_max(sums, i16x8_splat(0)), i16x8_splat(FEATURE_MAX))
}

/// The sums of two neighbours, first those of `low`, then those of `high`.
#[inline(always)]
fn add_pairs(low: v128, high: v128) -> v128 {
    i32x4_add(i32x4_shuffle::<0, 2, 4, 6>(low, high), i32x4_shuffle::<1, 3, 5, 7>(low, high))
}

/// The sums of a cell with those below 0 or above the largest feature clipped.
#[inline(always)]
fn clipped(cell: &Features<i16>) -> [v128; REGISTERS] {
    let mut features: [v128; REGISTERS] = bytemuck::cast(cell.0);
    for sums in &mut features {
        *sums = clip(*sums);
    }
    features
}

/// The products of the features with some weights, in four parts.
#[inline(always)]
fn products(features: &[v128; REGISTERS], weights: &[i16; BOTH]) -> v128 {
    let weights: [v128; REGISTERS] = bytemuck::cast(*weights);
    let mut sums = i32x4_splat(0);
    for (&features, weights) in features.iter().zip(weights) {
        sums = i32x4_add(sums, i32x4_dot_i16x8(features, weights));
    }
    sums
}

/// What a candidate sends for each distance, given the products of its features with the weights of
/// each message.
#[inline(always)]
fn spread(products: v128, factors: &Spread) -> [i32; 2 * SPREAD] {
    let products = i32x4_shr(products, MESSAGE_SHIFT);
    // The instruction clamps to the range of 16 bits, and only its lower end is beyond that of the
    // messages.
    let messages = i16x8_narrow_i32x4(products, products);
    let messages = i16x8_max(messages, i16x8_splat(-MESSAGE_MAX as i16));
    let factors: [v128; SPREAD] = bytemuck::cast(*factors);
    let [first, second, third, fourth] = factors.map(|factors| i32x4_dot_i16x8(messages, factors));
    bytemuck::cast([add_pairs(first, second), add_pairs(third, fourth)])
}

#[inline(always)]
fn add_products<const PAIRS: usize, const M: usize>(
    weights: &[[[i16; 2]; M]; PAIRS],
    input: &[[i16; 2]],
    sums: &mut [i32; M],
) {
    const { assert!(M.is_multiple_of(BLOCK / 2), "a layer has whole halves of blocks") };
    let (blocks, half) = sums.as_chunks_mut::<BLOCK>();
    let first_of_half = BLOCK * blocks.len();
    for (block, sums) in blocks.iter_mut().enumerate() {
        add_block::<PAIRS, M, { BLOCK / UNITS }>(weights, input, BLOCK * block, sums);
    }
    if !half.is_empty() {
        add_block::<PAIRS, M, { BLOCK / 2 / UNITS }>(weights, input, first_of_half, half);
    }
}

/// Adds the products of the units from `first` on, whose sums fill this many registers.
#[inline(always)]
fn add_block<const PAIRS: usize, const M: usize, const REGISTERS: usize>(
    weights: &[[[i16; 2]; M]; PAIRS],
    input: &[[i16; 2]],
    first: usize,
    sums: &mut [i32],
) {
    let sums = sums.as_chunks_mut::<UNITS>().0;
    let mut registers = [i32x4_splat(0); REGISTERS];
    for (register, sums) in registers.iter_mut().zip(&*sums) {
        *register = bytemuck::cast(*sums);
    }
    for (weights, &pair) in weights.iter().zip(input) {
        let pair = i32x4_splat(bytemuck::cast(pair));
        let weights = weights[first..].as_chunks::<UNITS>().0;
        for (register, &weights) in registers.iter_mut().zip(weights) {
            let products = i32x4_dot_i16x8(bytemuck::cast(weights), pair);
            *register = i32x4_add(*register, products);
        }
    }
    for (sums, register) in sums.iter_mut().zip(registers) {
        *sums = bytemuck::cast(register);
    }
}
