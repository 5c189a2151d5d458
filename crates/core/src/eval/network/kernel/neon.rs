//! Operations for 64-bit ARM, every processor of which has NEON.

use std::arch::aarch64::{
    int16x8_t, int32x4_t, vaddq_s32, vaddvq_s32, vdupq_n_s16, vdupq_n_s32, vget_low_s16, vmaxq_s16,
    vminq_s16, vmlal_high_s16, vmlal_s16, vpaddq_s32,
};

use super::super::layout::{BOTH, FEATURE_MAX, MESSAGES};
use super::super::model::{Features, Sent, Spread};
use super::machine::{Machine, add_pair, spread};

/// Number of units whose sums are in registers at the same time.
const BLOCK: usize = 8;
/// Number of registers that hold the features of a cell.
const REGISTERS: usize = BOTH / 8;

/// NEON, which every 64-bit ARM processor has.
#[derive(Clone, Copy)]
pub(in super::super) struct Neon;

impl Machine for Neon {
    #[inline(always)]
    fn add_products<const PAIRS: usize, const M: usize>(
        self,
        weights: &[[[i16; 2]; M]; PAIRS],
        input: &[i16],
        sums: &mut [i32; M],
    ) {
        // SAFETY: every 64-bit ARM processor has NEON.
        unsafe { add_products(weights, input.as_chunks().0, sums) }
    }

    #[inline(always)]
    fn product(self, cell: &Features<i16>, weights: &[i16; BOTH]) -> i32 {
        // SAFETY: as above.
        unsafe { product(cell, weights) }
    }

    #[inline(always)]
    fn send(
        self,
        cell: &Features<i16>,
        weights: &[[i16; BOTH]; MESSAGES],
        factors: &Spread,
    ) -> Sent {
        // SAFETY: as above.
        spread(unsafe { all_products(cell, weights) }, factors)
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn product(cell: &Features<i16>, weights: &[i16; BOTH]) -> i32 {
    vaddvq_s32(products(&clipped(cell), weights))
}

/// The product of a cell's features with each set of weights.
#[inline]
#[target_feature(enable = "neon")]
fn all_products(cell: &Features<i16>, weights: &[[i16; BOTH]; MESSAGES]) -> [i32; MESSAGES] {
    let features = clipped(cell);
    let [first, second, third, fourth] = weights;
    let first = vpaddq_s32(products(&features, first), products(&features, second));
    let second = vpaddq_s32(products(&features, third), products(&features, fourth));
    bytemuck::cast(vpaddq_s32(first, second))
}

/// The sums of a cell with those below 0 or above the largest feature clipped.
#[inline]
#[target_feature(enable = "neon")]
fn clipped(cell: &Features<i16>) -> [int16x8_t; REGISTERS] {
    let mut features: [int16x8_t; REGISTERS] = bytemuck::cast(cell.0);
    for sums in &mut features {
        *sums = vminq_s16(vmaxq_s16(*sums, vdupq_n_s16(0)), vdupq_n_s16(FEATURE_MAX));
    }
    features
}

/// The products of the features with some weights, in four parts.
#[inline]
#[target_feature(enable = "neon")]
fn products(features: &[int16x8_t; REGISTERS], weights: &[i16; BOTH]) -> int32x4_t {
    let weights: [int16x8_t; REGISTERS] = bytemuck::cast(*weights);
    let mut sums = [vdupq_n_s32(0); 2];
    for (&features, weights) in features.iter().zip(weights) {
        sums[0] = vmlal_s16(sums[0], vget_low_s16(features), vget_low_s16(weights));
        sums[1] = vmlal_high_s16(sums[1], features, weights);
    }
    vaddq_s32(sums[0], sums[1])
}

/// A register of weights has four units, each with its weights of both inputs. So the products of a
/// unit are in neighbouring places, which one addition of pairs brings together at the end.
#[inline]
#[target_feature(enable = "neon")]
fn add_products<const PAIRS: usize, const M: usize>(
    weights: &[[[i16; 2]; M]; PAIRS],
    input: &[[i16; 2]],
    sums: &mut [i32; M],
) {
    let (blocks, rest) = sums.as_chunks_mut::<BLOCK>();
    let first_of_rest = M - rest.len();
    for (block, sums) in blocks.iter_mut().enumerate() {
        // Two registers of sums for each register of weights.
        let mut registers = [[vdupq_n_s32(0); 2]; 2];
        for (weights, &pair) in weights.iter().zip(input) {
            let pair: int16x8_t = bytemuck::cast([pair; 4]);
            let weights: &[[i16; 2]; BLOCK] = &weights.as_chunks().0[block];
            let weights: [int16x8_t; 2] = bytemuck::cast(*weights);
            for ([low, high], weights) in registers.iter_mut().zip(weights) {
                *low = vmlal_s16(*low, vget_low_s16(weights), vget_low_s16(pair));
                *high = vmlal_high_s16(*high, weights, pair);
            }
        }
        let mut all: [int32x4_t; 2] = bytemuck::cast(*sums);
        for (sums, [low, high]) in all.iter_mut().zip(registers) {
            *sums = vaddq_s32(*sums, vpaddq_s32(low, high));
        }
        *sums = bytemuck::cast(all);
    }
    for (weights, pair) in weights.iter().zip(input) {
        add_pair(&weights[first_of_rest..], pair, rest);
    }
}
