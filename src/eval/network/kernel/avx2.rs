//! Operations for processors with AVX2.

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256,
    _mm256_hadd_epi32, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256,
};

use super::{BOTH, FEATURE_MAX, Features, MESSAGES, Machine, Messages, add_pair};

/// Number of units whose sums are in registers at the same time: four registers of eight units.
const BLOCK: usize = 32;

/// Proof that the processor has AVX2. Only [`Avx2::detect`] makes one.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx2(());

impl Avx2 {
    #[inline(always)]
    pub(in super::super) fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Self(()))
    }
}

impl Machine for Avx2 {
    #[inline(always)]
    fn add_products<const PAIRS: usize, const M: usize>(
        self,
        weights: &[[[i16; 2]; M]; PAIRS],
        input: &[i16],
        sums: &mut [i32; M],
    ) {
        // SAFETY: `self` exists only if the processor has AVX2.
        unsafe { add_products(weights, input.as_chunks().0, sums) }
    }

    #[inline(always)]
    fn products(self, cell: &Features<i16>, weights: &[[i16; BOTH]; MESSAGES]) -> Messages {
        // SAFETY: as above.
        unsafe { products(cell, weights) }
    }
}

/// Number of registers that hold the features of a cell.
const REGISTERS: usize = BOTH / 16;

#[inline]
#[target_feature(enable = "avx2")]
fn products(cell: &Features<i16>, weights: &[[i16; BOTH]; MESSAGES]) -> Messages {
    let sums: [__m256i; REGISTERS] = bytemuck::cast(cell.0);
    let features = sums.map(|sums| {
        let positive = _mm256_max_epi16(sums, _mm256_setzero_si256());
        _mm256_min_epi16(positive, _mm256_set1_epi16(FEATURE_MAX))
    });
    let mut products = [_mm256_setzero_si256(); MESSAGES];
    for (product, &weights) in products.iter_mut().zip(weights) {
        let weights: [__m256i; REGISTERS] = bytemuck::cast(weights);
        for (features, weights) in features.into_iter().zip(weights) {
            *product = _mm256_add_epi32(*product, _mm256_madd_epi16(features, weights));
        }
    }
    sum_each(products)
}

/// The sum of the eight numbers in each register.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sum_each([first, second, third, fourth]: [__m256i; MESSAGES]) -> Messages {
    let pairs = [_mm256_hadd_epi32(first, second), _mm256_hadd_epi32(third, fourth)];
    let halves = _mm256_hadd_epi32(pairs[0], pairs[1]);
    let (low, high) = (_mm256_castsi256_si128(halves), _mm256_extracti128_si256::<1>(halves));
    bytemuck::cast(_mm_add_epi32(low, high))
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn add_products<const PAIRS: usize, const M: usize>(
    weights: &[[[i16; 2]; M]; PAIRS],
    input: &[[i16; 2]],
    sums: &mut [i32; M],
) {
    let (blocks, rest) = sums.as_chunks_mut::<BLOCK>();
    let first_of_rest = M - rest.len();
    for (block, sums) in blocks.iter_mut().enumerate() {
        let mut registers: [__m256i; BLOCK / 8] = bytemuck::cast(*sums);
        for (weights, &pair) in weights.iter().zip(input) {
            let pair = _mm256_set1_epi32(bytemuck::cast(pair));
            let weights: &[[i16; 2]; BLOCK] = &weights.as_chunks().0[block];
            let weights: [__m256i; BLOCK / 8] = bytemuck::cast(*weights);
            for (register, weights) in registers.iter_mut().zip(weights) {
                *register = _mm256_add_epi32(*register, _mm256_madd_epi16(weights, pair));
            }
        }
        *sums = bytemuck::cast(registers);
    }
    for (weights, pair) in weights.iter().zip(input) {
        add_pair(&weights[first_of_rest..], pair, rest);
    }
}
