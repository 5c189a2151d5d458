//! Operations for processors with AVX-512 and its instructions for neural networks (VNNI).

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi32, _mm256_setzero_si256, _mm512_castsi512_si256,
    _mm512_dpwssd_epi32, _mm512_extracti64x4_epi64, _mm512_max_epi16, _mm512_min_epi16,
    _mm512_set1_epi16, _mm512_setzero_si512,
};

use super::super::layout::{BOTH, FEATURE_MAX, HIDDEN, MESSAGES};
use super::super::model::{Features, Layer, Row, Sent, Spread};
use super::super::windows::{MOST_CELLS, MOST_VIEWS, View};
use super::avx2::{Avx2, spread, sum};
use super::machine::{Around, Machine};

/// Proof that the processor has these features, with AVX2 for what AVX-512 does no better. Only
/// [`Avx512::detect`] makes one.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx512(Avx2);

impl Avx512 {
    #[inline(always)]
    pub(super) fn detect() -> Option<Self> {
        let is_there = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vnni");
        Avx2::detect().filter(|_| is_there).map(Self)
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
        self.0.add_products(weights, input, sums);
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
        self.0.add_stone(rows, cells, views, numbers, after)
    }

    #[inline(always)]
    fn outputs(self, layer: &Layer<{ HIDDEN / 2 }, 2>, input: &[i16; HIDDEN]) -> [i32; 2] {
        self.0.outputs(layer, input)
    }

    #[inline(always)]
    fn product(self, cell: &Features<i16>, weights: &[i16; BOTH]) -> i32 {
        // SAFETY: `self` exists only if the processor has all required features.
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
        unsafe { send(cell, weights, factors) }
    }

    #[inline(always)]
    fn receive(self, around: &Around) -> i32 {
        self.0.receive(around)
    }
}

/// Number of registers that hold the features of a cell.
const REGISTERS: usize = BOTH / 32;

/// The sums of a cell with those below 0 or above the largest feature clipped.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn clipped(cell: &Features<i16>) -> [__m512i; REGISTERS] {
    let mut features: [__m512i; REGISTERS] = bytemuck::cast(cell.0);
    for sums in &mut features {
        let positive = _mm512_max_epi16(*sums, _mm512_setzero_si512());
        *sums = _mm512_min_epi16(positive, _mm512_set1_epi16(FEATURE_MAX));
    }
    features
}

/// The products of the features with some weights, in eight parts.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn products(features: [__m512i; REGISTERS], weights: &[i16; BOTH]) -> __m256i {
    let weights: [__m512i; REGISTERS] = bytemuck::cast(*weights);
    let mut sums = _mm512_setzero_si512();
    for (features, weights) in features.into_iter().zip(weights) {
        sums = _mm512_dpwssd_epi32(sums, features, weights);
    }
    _mm256_add_epi32(_mm512_castsi512_si256(sums), _mm512_extracti64x4_epi64::<1>(sums))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn product(cell: &Features<i16>, weights: &[i16; BOTH]) -> i32 {
    sum(products(clipped(cell), weights))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn send(cell: &Features<i16>, weights: &[[i16; BOTH]; MESSAGES], factors: &Spread) -> Sent {
    let features = clipped(cell);
    let mut parts = [_mm256_setzero_si256(); MESSAGES];
    for (parts, weights) in parts.iter_mut().zip(weights) {
        *parts = products(features, weights);
    }
    spread(parts, factors)
}
