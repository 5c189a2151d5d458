//! The machines for x86-64 processors with AVX2 and FMA, and with AVX-512.
//!
//! A value of one of these types exists only if the processor was found to have the instructions.
//! The kernels that take it are compiled for them.

use std::arch::x86_64::{
    __m256, __m256i, __m512, _CMP_GT_OQ, _CMP_LT_OQ, _MM_HINT_T0, _mm_add_ps, _mm_add_ss,
    _mm_cvtss_f32, _mm_loadu_si128, _mm_movehdup_ps, _mm_movehl_ps, _mm_packus_epi16, _mm_prefetch,
    _mm_srli_si128, _mm_storeu_si128, _mm256_add_epi16, _mm256_add_ps, _mm256_and_ps,
    _mm256_castps256_ps128, _mm256_castsi256_si128, _mm256_cmp_ps, _mm256_cvtepi8_epi16,
    _mm256_cvtepi32_ps, _mm256_cvtepu8_epi16, _mm256_cvtepu8_epi32, _mm256_extractf128_ps,
    _mm256_extracti128_si256, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_loadu_si256,
    _mm256_max_epi16, _mm256_min_epi16, _mm256_set1_epi16, _mm256_set1_ps, _mm256_setzero_ps,
    _mm256_setzero_si256, _mm256_storeu_ps, _mm256_storeu_si256, _mm512_add_ps, _mm512_cmp_ps_mask,
    _mm512_cvtepi32_ps, _mm512_cvtepu8_epi32, _mm512_fmadd_ps, _mm512_loadu_ps,
    _mm512_maskz_mov_ps, _mm512_reduce_add_ps, _mm512_set1_ps, _mm512_setzero_ps, _mm512_storeu_ps,
};

use fukumi_core::eval::layout::CHANNELS;

use super::machine::{LANES, Machine};
use crate::model::FEATURE_MAX;

/// A processor with AVX2 and FMA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(());

impl Avx2 {
    /// Asks the processor for AVX2 and FMA.
    pub(super) fn detect() -> Option<Self> {
        let is_there = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        is_there.then_some(Self(()))
    }
}

/// A processor with AVX-512 for numbers of 8 to 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx512(());

impl Avx512 {
    /// Asks the processor for AVX-512.
    pub(super) fn detect() -> Option<Self> {
        let is_there = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("fma");
        Avx2::detect().filter(|_| is_there).map(|_| Self(()))
    }
}

/// The methods for 16-bit numbers. Sixteen of them fill an AVX2 register.
macro_rules! shorts {
    () => {
        #[inline(always)]
        fn load_shorts(self, from: &[i16; LANES]) -> __m256i {
            // SAFETY: the processor has AVX2, or there would be no `self`; the array has 32 bytes.
            unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
        }

        #[inline(always)]
        fn widen(self, row: &[i8; LANES]) -> __m256i {
            // SAFETY: the processor has AVX2; the array has 16 bytes.
            unsafe { _mm256_cvtepi8_epi16(_mm_loadu_si128(row.as_ptr().cast())) }
        }

        #[inline(always)]
        fn widen_features(self, features: &[u8; LANES]) -> __m256i {
            // SAFETY: the processor has AVX2; the array has 16 bytes.
            unsafe { _mm256_cvtepu8_epi16(_mm_loadu_si128(features.as_ptr().cast())) }
        }

        #[inline(always)]
        fn add_shorts(self, a: __m256i, b: __m256i) -> __m256i {
            // SAFETY: the processor has AVX2.
            unsafe { _mm256_add_epi16(a, b) }
        }

        #[inline(always)]
        fn clip(self, values: __m256i) -> __m256i {
            // SAFETY: the processor has AVX2.
            unsafe {
                let positive = _mm256_max_epi16(values, _mm256_setzero_si256());
                _mm256_min_epi16(positive, _mm256_set1_epi16(FEATURE_MAX as i16))
            }
        }

        #[inline(always)]
        fn store_features(self, values: __m256i, to: &mut [u8; LANES]) {
            // SAFETY: the processor has AVX2; the array has 16 bytes.
            unsafe {
                let low = _mm256_castsi256_si128(values);
                let high = _mm256_extracti128_si256::<1>(values);
                _mm_storeu_si128(to.as_mut_ptr().cast(), _mm_packus_epi16(low, high));
            }
        }

        #[inline(always)]
        fn fetch(self, numbers: &[f32; CHANNELS]) {
            let start = numbers.as_ptr().cast::<i8>();
            // SAFETY: a hint that reads nothing; both places are in the array.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(start);
                _mm_prefetch::<_MM_HINT_T0>(start.add(64));
            }
        }

        #[inline(always)]
        fn store_shorts(self, values: __m256i, to: &mut [i16; LANES]) {
            // SAFETY: the processor has AVX2; the array has 32 bytes.
            unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), values) }
        }
    };
}

impl Machine for Avx2 {
    type Floats = [__m256; 2];
    type Shorts = __m256i;

    shorts!();

    #[inline(always)]
    fn load(self, from: &[f32; LANES]) -> Self::Floats {
        // SAFETY: the processor has AVX2; the array has 16 numbers.
        unsafe { [_mm256_loadu_ps(from.as_ptr()), _mm256_loadu_ps(from.as_ptr().add(8))] }
    }

    #[inline(always)]
    fn store(self, values: Self::Floats, to: &mut [f32; LANES]) {
        // SAFETY: the processor has AVX2; the array has 16 numbers.
        unsafe {
            _mm256_storeu_ps(to.as_mut_ptr(), values[0]);
            _mm256_storeu_ps(to.as_mut_ptr().add(8), values[1]);
        }
    }

    #[inline(always)]
    fn splat(self, value: f32) -> Self::Floats {
        // SAFETY: the processor has AVX2.
        [unsafe { _mm256_set1_ps(value) }; 2]
    }

    #[inline(always)]
    fn add(self, a: Self::Floats, b: Self::Floats) -> Self::Floats {
        // SAFETY: the processor has AVX2.
        unsafe { [_mm256_add_ps(a[0], b[0]), _mm256_add_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn multiply_add(self, a: Self::Floats, b: Self::Floats, c: Self::Floats) -> Self::Floats {
        // SAFETY: the processor has FMA.
        unsafe { [_mm256_fmadd_ps(a[0], b[0], c[0]), _mm256_fmadd_ps(a[1], b[1], c[1])] }
    }

    #[inline(always)]
    fn total(self, values: Self::Floats) -> f32 {
        // SAFETY: the processor has AVX2.
        unsafe {
            let eight = _mm256_add_ps(values[0], values[1]);
            let four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps::<1>(eight));
            let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
        }
    }

    #[inline(always)]
    fn to_floats(self, features: &[u8; LANES]) -> Self::Floats {
        // SAFETY: the processor has AVX2; the array has 16 bytes.
        unsafe {
            let bytes = _mm_loadu_si128(features.as_ptr().cast());
            let high = _mm_srli_si128::<8>(bytes);
            [
                _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes)),
                _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(high)),
            ]
        }
    }

    #[inline(always)]
    fn where_open(self, features: &[u8; LANES], values: Self::Floats) -> Self::Floats {
        let numbers = self.to_floats(features);
        // SAFETY: the processor has AVX2.
        unsafe {
            let (none, all) = (_mm256_setzero_ps(), _mm256_set1_ps(FEATURE_MAX));
            let mut open = values;
            for (value, number) in open.iter_mut().zip(numbers) {
                let is_some = _mm256_cmp_ps::<_CMP_GT_OQ>(number, none);
                let is_less = _mm256_cmp_ps::<_CMP_LT_OQ>(number, all);
                *value = _mm256_and_ps(*value, _mm256_and_ps(is_some, is_less));
            }
            open
        }
    }
}

impl Machine for Avx512 {
    type Floats = __m512;
    type Shorts = __m256i;

    shorts!();

    #[inline(always)]
    fn load(self, from: &[f32; LANES]) -> __m512 {
        // SAFETY: the processor has AVX-512, or there would be no `self`; the array has 16 numbers.
        unsafe { _mm512_loadu_ps(from.as_ptr()) }
    }

    #[inline(always)]
    fn store(self, values: __m512, to: &mut [f32; LANES]) {
        // SAFETY: the processor has AVX-512; the array has 16 numbers.
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), values) }
    }

    #[inline(always)]
    fn splat(self, value: f32) -> __m512 {
        // SAFETY: the processor has AVX-512.
        unsafe { _mm512_set1_ps(value) }
    }

    #[inline(always)]
    fn add(self, a: __m512, b: __m512) -> __m512 {
        // SAFETY: the processor has AVX-512.
        unsafe { _mm512_add_ps(a, b) }
    }

    #[inline(always)]
    fn multiply_add(self, a: __m512, b: __m512, c: __m512) -> __m512 {
        // SAFETY: the processor has AVX-512.
        unsafe { _mm512_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn total(self, values: __m512) -> f32 {
        // SAFETY: the processor has AVX-512.
        unsafe { _mm512_reduce_add_ps(values) }
    }

    #[inline(always)]
    fn to_floats(self, features: &[u8; LANES]) -> __m512 {
        // SAFETY: the processor has AVX-512; the array has 16 bytes.
        unsafe {
            let bytes = _mm_loadu_si128(features.as_ptr().cast());
            _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(bytes))
        }
    }

    #[inline(always)]
    fn where_open(self, features: &[u8; LANES], values: __m512) -> __m512 {
        let numbers = self.to_floats(features);
        // SAFETY: the processor has AVX-512.
        unsafe {
            let is_some = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(numbers, _mm512_setzero_ps());
            let all = _mm512_set1_ps(FEATURE_MAX);
            let is_less = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(numbers, all);
            _mm512_maskz_mov_ps(is_some & is_less, values)
        }
    }
}
