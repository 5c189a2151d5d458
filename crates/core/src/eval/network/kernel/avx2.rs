//! Operations for processors with AVX2.

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_max_epi16, _mm_packs_epi32, _mm_set1_epi16,
    _mm_shuffle_epi32, _mm_srai_epi32, _mm_unpackhi_epi64, _mm256_add_epi16, _mm256_add_epi32,
    _mm256_blend_epi32, _mm256_broadcastq_epi64, _mm256_castsi256_si128, _mm256_extracti128_si256,
    _mm256_hadd_epi32, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epi16, _mm256_min_epi16,
    _mm256_min_epu8, _mm256_packus_epi16, _mm256_permute4x64_epi64, _mm256_permutevar8x32_epi32,
    _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setr_epi32,
    _mm256_setzero_si256, _mm256_unpackhi_epi8, _mm256_unpacklo_epi8,
};

use super::super::layout::{BOTH, FEATURE_MAX, HIDDEN, MESSAGE_SHIFT, MESSAGES};
use super::super::model::{Features, Layer, Row, Sent, Spread};
use super::super::windows::{MOST_CELLS, MOST_VIEWS, View};
use super::machine::{Around, BEFORE, MESSAGE_MAX, Machine, STRIDES};

/// Number of units whose sums are in registers at the same time: four registers of eight units.
const BLOCK: usize = 32;
/// Number of units whose sums are in one register.
const UNITS: usize = 8;

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
        views: &[View],
        numbers: &[[u16; 2]; MOST_VIEWS],
        after: &mut [Features<i16>; MOST_CELLS],
    ) -> Features<i16> {
        // SAFETY: as above.
        unsafe { add_stone(rows, cells, views, numbers, after) }
    }

    #[inline(always)]
    fn outputs(self, layer: &Layer<{ HIDDEN / 2 }, 2>, input: &[i16; HIDDEN]) -> [i32; 2] {
        // SAFETY: as above.
        unsafe { outputs(layer, input) }
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
        unsafe { send(cell, weights, factors) }
    }

    #[inline(always)]
    fn receive(self, around: &Around) -> i32 {
        // SAFETY: as above.
        unsafe { receive(around) }
    }
}

/// Number of registers that hold the features of a cell.
const REGISTERS: usize = BOTH / 16;

/// The sums or the features of a cell.
type Cell = [__m256i; REGISTERS];

#[inline]
#[target_feature(enable = "avx2")]
fn add_stone(
    rows: &[Row],
    cells: &[Features<i16>],
    views: &[View],
    numbers: &[[u16; 2]; MOST_VIEWS],
    after: &mut [Features<i16>; MOST_CELLS],
) -> Features<i16> {
    let mut changes = [_mm256_setzero_si256(); REGISTERS];
    let (own, others) = numbers.split_at(4);
    let (own_after, others_after) = after.split_at_mut(1);
    if let Some(view) = views.first() {
        let before: Cell = bytemuck::cast(cells[usize::from(view.slot)].0);
        let mut with = before;
        for &numbers in own {
            with = replace(rows, numbers, with);
        }
        own_after[0] = Features(bytemuck::cast(with));
        add_changes(&mut changes, before, with);
    }
    for ((view, &numbers), after) in views.iter().skip(4).zip(others).zip(others_after) {
        let before: Cell = bytemuck::cast(cells[usize::from(view.slot)].0);
        let with = replace(rows, numbers, before);
        *after = Features(bytemuck::cast(with));
        add_changes(&mut changes, before, with);
    }
    Features(bytemuck::cast(changes))
}

/// The sums of a cell with the row of a window replaced.
#[inline]
#[target_feature(enable = "avx2")]
fn replace(rows: &[Row], [without, with]: [u16; 2], sums: Cell) -> Cell {
    let without: [__m256i; 2] = bytemuck::cast(rows[usize::from(without)].0);
    let with: [__m256i; 2] = bytemuck::cast(rows[usize::from(with)].0);
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

/// The sums of a cell with those below 0 or above the largest feature clipped.
#[inline]
#[target_feature(enable = "avx2")]
fn clipped(cell: &Features<i16>) -> Cell {
    let mut features: Cell = bytemuck::cast(cell.0);
    for sums in &mut features {
        let positive = _mm256_max_epi16(*sums, _mm256_setzero_si256());
        *sums = _mm256_min_epi16(positive, _mm256_set1_epi16(FEATURE_MAX));
    }
    features
}

/// The products of the features with some weights, in eight parts.
#[inline]
#[target_feature(enable = "avx2")]
fn products(features: Cell, weights: &[i16; BOTH]) -> __m256i {
    let weights: Cell = bytemuck::cast(*weights);
    let first = _mm256_madd_epi16(features[0], weights[0]);
    let second = _mm256_madd_epi16(features[1], weights[1]);
    let third = _mm256_madd_epi16(features[2], weights[2]);
    let fourth = _mm256_madd_epi16(features[3], weights[3]);
    _mm256_add_epi32(_mm256_add_epi32(first, second), _mm256_add_epi32(third, fourth))
}

#[inline]
#[target_feature(enable = "avx2")]
fn product(cell: &Features<i16>, weights: &[i16; BOTH]) -> i32 {
    sum(products(clipped(cell), weights))
}

#[inline]
#[target_feature(enable = "avx2")]
fn send(cell: &Features<i16>, weights: &[[i16; BOTH]; MESSAGES], factors: &Spread) -> Sent {
    let features = clipped(cell);
    let mut parts = [_mm256_setzero_si256(); MESSAGES];
    for (parts, weights) in parts.iter_mut().zip(weights) {
        *parts = products(features, weights);
    }
    spread(parts, factors)
}

/// The sum of what a point receives. Each distance has its place in a register, so the numbers of
/// the eight cells on a straight and a diagonal half-line fill one.
#[inline]
#[target_feature(enable = "avx2")]
fn receive(around: &Around) -> i32 {
    let of = |straight: isize, diagonal: isize| {
        let cell = |stride: isize, steps: isize| -> __m256i {
            bytemuck::cast(around[(BEFORE as isize + steps * stride) as usize].0)
        };
        let mut all = cell(straight, 1);
        all = _mm256_blend_epi32::<0b0000_0010>(all, cell(straight, 2));
        all = _mm256_blend_epi32::<0b0000_0100>(all, cell(straight, 3));
        all = _mm256_blend_epi32::<0b0000_1000>(all, cell(straight, 4));
        all = _mm256_blend_epi32::<0b0001_0000>(all, cell(diagonal, 1));
        all = _mm256_blend_epi32::<0b0010_0000>(all, cell(diagonal, 2));
        all = _mm256_blend_epi32::<0b0100_0000>(all, cell(diagonal, 3));
        _mm256_blend_epi32::<0b1000_0000>(all, cell(diagonal, 4))
    };
    let [rows, diagonals] = STRIDES.map(|strides| strides.map(|stride| stride as isize));
    let first = _mm256_add_epi32(of(rows[0], diagonals[0]), of(-rows[0], -diagonals[0]));
    let second = _mm256_add_epi32(of(rows[1], diagonals[1]), of(-rows[1], -diagonals[1]));
    sum(_mm256_add_epi32(first, second))
}

/// The sum of eight numbers.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sum(parts: __m256i) -> i32 {
    let four = _mm_add_epi32(_mm256_castsi256_si128(parts), _mm256_extracti128_si256::<1>(parts));
    let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<1>(two)))
}

/// What a candidate sends, given the products of its features with the weights of each message in
/// eight parts.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn spread(parts: [__m256i; MESSAGES], factors: &Spread) -> Sent {
    let pairs = [_mm256_hadd_epi32(parts[0], parts[1]), _mm256_hadd_epi32(parts[2], parts[3])];
    let halves = _mm256_hadd_epi32(pairs[0], pairs[1]);
    let (low, high) = (_mm256_castsi256_si128(halves), _mm256_extracti128_si256::<1>(halves));
    let products = _mm_srai_epi32::<{ MESSAGE_SHIFT as i32 }>(_mm_add_epi32(low, high));
    // The instruction clamps to the range of 16 bits, and only its lower end is beyond that of the
    // messages.
    let messages = _mm_packs_epi32(products, products);
    let messages = _mm_max_epi16(messages, _mm_set1_epi16(-MESSAGE_MAX as i16));
    // The messages are the same for all distances, so they fill a register four times.
    let messages = _mm256_broadcastq_epi64(messages);
    let [straight, diagonal]: [__m256i; 2] = bytemuck::cast(*factors);
    let straight = _mm256_madd_epi16(messages, straight);
    let diagonal = _mm256_madd_epi16(messages, diagonal);
    // Each lane has two distances of each kind.
    let sums = _mm256_hadd_epi32(straight, diagonal);
    Sent(bytemuck::cast(_mm256_permute4x64_epi64::<0b11_01_10_00>(sums)))
}

/// Four pairs of inputs at a time, each for both units.
#[inline]
#[target_feature(enable = "avx2")]
fn outputs(layer: &Layer<{ HIDDEN / 2 }, 2>, input: &[i16; HIDDEN]) -> [i32; 2] {
    let weights: [__m256i; HIDDEN / 8] = bytemuck::cast(layer.weights);
    let input: [__m256i; HIDDEN / 16] = bytemuck::cast(*input);
    let low = _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3);
    let high = _mm256_setr_epi32(4, 4, 5, 5, 6, 6, 7, 7);
    let mut sums = _mm256_setzero_si256();
    for (&[first, second], pairs) in weights.as_chunks().0.iter().zip(input) {
        let pairs =
            [_mm256_permutevar8x32_epi32(pairs, low), _mm256_permutevar8x32_epi32(pairs, high)];
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(first, pairs[0]));
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(second, pairs[1]));
    }
    let four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    let [first, second, ..]: [i32; 4] =
        bytemuck::cast(_mm_add_epi32(four, _mm_unpackhi_epi64(four, four)));
    [layer.biases[0] + first, layer.biases[1] + second]
}

#[inline]
#[target_feature(enable = "avx2")]
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
#[inline]
#[target_feature(enable = "avx2")]
fn add_block<const PAIRS: usize, const M: usize, const REGISTERS: usize>(
    weights: &[[[i16; 2]; M]; PAIRS],
    input: &[[i16; 2]],
    first: usize,
    sums: &mut [i32],
) {
    let sums = sums.as_chunks_mut::<UNITS>().0;
    let mut registers = [_mm256_setzero_si256(); REGISTERS];
    for (register, sums) in registers.iter_mut().zip(&*sums) {
        *register = bytemuck::cast(*sums);
    }
    for (weights, &pair) in weights.iter().zip(input) {
        let pair = _mm256_set1_epi32(bytemuck::cast(pair));
        let weights = weights[first..].as_chunks::<UNITS>().0;
        for (register, &weights) in registers.iter_mut().zip(weights) {
            let products = _mm256_madd_epi16(bytemuck::cast(weights), pair);
            *register = _mm256_add_epi32(*register, products);
        }
    }
    for (sums, register) in sums.iter_mut().zip(registers) {
        *sums = bytemuck::cast(register);
    }
}
