//! What the kernels ask of a processor.

use fukumi_core::eval::layout::CHANNELS;

/// Numbers that a machine handles at once.
pub(super) const LANES: usize = 16;
/// What the kernels ask of a processor. Every method is inlined into a kernel compiled for that
/// processor.
pub(super) trait Machine: Copy {
    /// Sixteen `f32`.
    type Floats: Copy;
    /// Sixteen `i16`.
    type Shorts: Copy;

    /// Loads sixteen numbers.
    fn load(self, from: &[f32; LANES]) -> Self::Floats;
    /// Stores sixteen numbers.
    fn store(self, values: Self::Floats, to: &mut [f32; LANES]);
    /// The same number sixteen times.
    fn splat(self, value: f32) -> Self::Floats;
    /// Adds number by number.
    fn add(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// `a * b + c`, rounded once or twice.
    fn multiply_add(self, a: Self::Floats, b: Self::Floats, c: Self::Floats) -> Self::Floats;
    /// The sum of the sixteen numbers.
    fn total(self, values: Self::Floats) -> f32;
    /// Converts features to `f32`, 0 to 127.
    fn to_floats(self, features: &[u8; LANES]) -> Self::Floats;
    /// Keeps the numbers whose feature is not clipped, that is neither 0 nor the largest; the
    /// others become 0.
    fn where_open(self, features: &[u8; LANES], values: Self::Floats) -> Self::Floats;
    /// Loads sixteen numbers.
    fn load_shorts(self, from: &[i16; LANES]) -> Self::Shorts;
    /// Widens sixteen numbers of a row.
    fn widen(self, row: &[i8; LANES]) -> Self::Shorts;
    /// Widens sixteen features.
    fn widen_features(self, features: &[u8; LANES]) -> Self::Shorts;
    /// Adds number by number; no sum overflows.
    fn add_shorts(self, a: Self::Shorts, b: Self::Shorts) -> Self::Shorts;
    /// Clips to the range from 0 to the largest feature.
    fn clip(self, values: Self::Shorts) -> Self::Shorts;
    /// Stores features.
    fn store_features(self, values: Self::Shorts, to: &mut [u8; LANES]);
    /// Asks the processor to fetch numbers that will soon change. They must begin at a cache line
    /// to be fetched whole.
    fn fetch(self, numbers: &[f32; CHANNELS]);
    /// Stores sixteen numbers.
    fn store_shorts(self, values: Self::Shorts, to: &mut [i16; LANES]);
}
