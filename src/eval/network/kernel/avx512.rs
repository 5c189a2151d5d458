//! Operations for processors with AVX-512 and its instructions for neural networks (VNNI).

use std::arch::x86_64::{
    __m512i, _mm256_add_epi32, _mm512_castsi512_si256, _mm512_dpwssd_epi32,
    _mm512_extracti64x4_epi64, _mm512_max_epi16, _mm512_min_epi16, _mm512_set1_epi16,
    _mm512_setzero_si512,
};

use super::avx2::{add_products, add_stone, sum_each};
use super::{
    BOTH, ChangedWindow, FEATURE_MAX, Features, MESSAGES, MOST_CELLS, Machine, Messages, Row,
};

/// Proof that the processor has these features. Only [`Avx512::detect`] makes one.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx512(());

impl Avx512 {
    #[inline(always)]
    pub(super) fn detect() -> Option<Self> {
        let is_there = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vnni");
        is_there.then_some(Self(()))
    }
}

impl Machine for Avx512 {
    #[inline(always)]
    fn add_products<const PAIRS: usize, const M: usize>(
        self,
        weights: &[[[i16; 2]; M]; PAIRS],
        input: &[i16],
        sums: &mut [i32; M],
    ) {
        // SAFETY: `self` exists only if the processor has all required features, which include
        // AVX2.
        unsafe { add_products(weights, input.as_chunks().0, sums) }
    }

    #[inline(always)]
    fn add_stone(
        self,
        rows: &[Row],
        cells: &[Features<i16>],
        windows: &[ChangedWindow],
        after: &mut [Features<i16>; MOST_CELLS],
    ) -> Features<i16> {
        // SAFETY: as above.
        unsafe { add_stone(rows, cells, windows, after) }
    }

    #[inline(always)]
    fn products(self, cell: &Features<i16>, weights: &[[i16; BOTH]; MESSAGES]) -> Messages {
        // SAFETY: as above.
        unsafe { products(cell, weights) }
    }
}

/// Number of registers that hold the features of a cell.
const REGISTERS: usize = BOTH / 32;

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn products(cell: &Features<i16>, weights: &[[i16; BOTH]; MESSAGES]) -> Messages {
    let sums: [__m512i; REGISTERS] = bytemuck::cast(cell.0);
    let features = sums.map(|sums| {
        let positive = _mm512_max_epi16(sums, _mm512_setzero_si512());
        _mm512_min_epi16(positive, _mm512_set1_epi16(FEATURE_MAX))
    });
    sum_each(weights.map(|weights| {
        let weights: [__m512i; REGISTERS] = bytemuck::cast(weights);
        let mut product = _mm512_setzero_si512();
        for (features, weights) in features.into_iter().zip(weights) {
            product = _mm512_dpwssd_epi32(product, features, weights);
        }
        let low = _mm512_castsi512_si256(product);
        _mm256_add_epi32(low, _mm512_extracti64x4_epi64::<1>(product))
    }))
}
