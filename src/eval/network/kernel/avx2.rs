//! Operations for processors with AVX2.

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm256_add_epi16, _mm256_add_epi32, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_hadd_epi32, _mm256_madd_epi16, _mm256_maddubs_epi16,
    _mm256_max_epi16, _mm256_min_epi16, _mm256_min_epu8, _mm256_packus_epi16, _mm256_set1_epi8,
    _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_unpackhi_epi8,
    _mm256_unpacklo_epi8,
};

use super::{
    BOTH, ChangedWindow, FEATURE_MAX, Features, MESSAGES, MOST_CELLS, Machine, Messages, Row,
    add_pair,
};

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
const REGISTERS: usize = BOTH / 16;

/// The sums or the features of a cell.
type Cell = [__m256i; REGISTERS];

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn add_stone(
    rows: &[Row],
    cells: &[Features<i16>],
    windows: &[ChangedWindow],
    after: &mut [Features<i16>; MOST_CELLS],
) -> Features<i16> {
    let mut changes = [_mm256_setzero_si256(); REGISTERS];
    let (own, others) = windows.split_at(windows.len().min(4));
    let (own_after, others_after) = after.split_at_mut(1);
    if let Some(first) = own.first() {
        let before: Cell = bytemuck::cast(cells[usize::from(first.slot)].0);
        let mut with = before;
        for window in own {
            with = replace(rows, window, with);
        }
        own_after[0] = Features(bytemuck::cast(with));
        add_changes(&mut changes, before, with);
    }
    for (window, after) in others.iter().zip(others_after) {
        let before: Cell = bytemuck::cast(cells[usize::from(window.slot)].0);
        let with = replace(rows, window, before);
        *after = Features(bytemuck::cast(with));
        add_changes(&mut changes, before, with);
    }
    Features(bytemuck::cast(changes))
}

/// The sums of a cell with the row of a window replaced.
#[inline]
#[target_feature(enable = "avx2")]
fn replace(rows: &[Row], window: &ChangedWindow, sums: Cell) -> Cell {
    let without: [__m256i; 2] = bytemuck::cast(rows[usize::from(window.without)].0);
    let with: [__m256i; 2] = bytemuck::cast(rows[usize::from(window.with)].0);
    let [first, second] = differences(with[0], without[0]);
    let [third, fourth] = differences(with[1], without[1]);
    [
        _mm256_add_epi16(sums[0], first),
        _mm256_add_epi16(sums[1], second),
        _mm256_add_epi16(sums[2], third),
        _mm256_add_epi16(sums[3], fourth),
    ]
}

/// Adds to `changes` how the features of a cell change.
#[inline]
#[target_feature(enable = "avx2")]
fn add_changes(changes: &mut Cell, before: Cell, after: Cell) {
    for half in [0, 2] {
        let before = features(before[half], before[half + 1]);
        let after = features(after[half], after[half + 1]);
        // This takes the bytes apart as they were put together.
        let [low, high] = differences(after, before);
        changes[half] = _mm256_add_epi16(changes[half], low);
        changes[half + 1] = _mm256_add_epi16(changes[half + 1], high);
    }
}

/// The features of two registers of sums as bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn features(low: __m256i, high: __m256i) -> __m256i {
    // Sums below 0 become 0, and those above 255 become 255.
    let bytes = _mm256_packus_epi16(low, high);
    _mm256_min_epu8(bytes, _mm256_set1_epi8(FEATURE_MAX as i8))
}

/// The differences of unsigned bytes: first those of the lower eight in both lanes, then those of
/// the upper eight.
#[inline]
#[target_feature(enable = "avx2")]
fn differences(minuends: __m256i, subtrahends: __m256i) -> [__m256i; 2] {
    // The factors of a minuend and a subtrahend that lie side by side.
    let factors = _mm256_set1_epi16(i16::from_le_bytes([1, 0xff]));
    let low = _mm256_unpacklo_epi8(minuends, subtrahends);
    let high = _mm256_unpackhi_epi8(minuends, subtrahends);
    [_mm256_maddubs_epi16(low, factors), _mm256_maddubs_epi16(high, factors)]
}

#[inline]
#[target_feature(enable = "avx2")]
fn products(cell: &Features<i16>, weights: &[[i16; BOTH]; MESSAGES]) -> Messages {
    let sums: [__m256i; REGISTERS] = bytemuck::cast(cell.0);
    let mut features = sums;
    for sums in &mut features {
        let positive = _mm256_max_epi16(*sums, _mm256_setzero_si256());
        *sums = _mm256_min_epi16(positive, _mm256_set1_epi16(FEATURE_MAX));
    }
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
