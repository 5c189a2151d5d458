//! Operations for WebAssembly with vectors of 128 bits.

use std::arch::wasm32::{
    i16x8_max, i16x8_min, i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_shuffle, i32x4_splat, v128,
};

use super::{BOTH, FEATURE_MAX, Features, MESSAGES, Machine, Sent, Spread, add_pair, spread};

/// Number of units whose sums are in registers at the same time.
const BLOCK: usize = 32;
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
        spread(bytemuck::cast(add_pairs(pairs[0], pairs[1])), factors)
    }
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
        *sums = i16x8_min(i16x8_max(*sums, i16x8_splat(0)), i16x8_splat(FEATURE_MAX));
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

#[inline(always)]
fn add_products<const PAIRS: usize, const M: usize>(
    weights: &[[[i16; 2]; M]; PAIRS],
    input: &[[i16; 2]],
    sums: &mut [i32; M],
) {
    let (blocks, rest) = sums.as_chunks_mut::<BLOCK>();
    let first_of_rest = M - rest.len();
    for (block, sums) in blocks.iter_mut().enumerate() {
        let mut registers: [v128; BLOCK / 4] = bytemuck::cast(*sums);
        for (weights, &pair) in weights.iter().zip(input) {
            let pair = i32x4_splat(bytemuck::cast(pair));
            let weights: &[[i16; 2]; BLOCK] = &weights.as_chunks().0[block];
            let weights: [v128; BLOCK / 4] = bytemuck::cast(*weights);
            for (register, weights) in registers.iter_mut().zip(weights) {
                *register = i32x4_add(*register, i32x4_dot_i16x8(weights, pair));
            }
        }
        *sums = bytemuck::cast(registers);
    }
    for (weights, pair) in weights.iter().zip(input) {
        add_pair(&weights[first_of_rest..], pair, rest);
    }
}
