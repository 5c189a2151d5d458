//! The machine for any processor, which defines what the others compute.

use fukumi_core::eval::layout::CHANNELS;

use super::machine::{LANES, Machine};
use crate::model::FEATURE_MAX;

/// Any processor.
#[derive(Clone, Copy)]
pub(super) struct General;

/// Applies `function` to each pair.
#[inline(always)]
fn pairs<T: Copy>(a: [T; LANES], b: [T; LANES], function: impl Fn(T, T) -> T) -> [T; LANES] {
    std::array::from_fn(|index| function(a[index], b[index]))
}

impl Machine for General {
    type Floats = [f32; LANES];
    type Shorts = [i16; LANES];

    #[inline(always)]
    fn load(self, from: &[f32; LANES]) -> Self::Floats {
        *from
    }

    #[inline(always)]
    fn store(self, values: Self::Floats, to: &mut [f32; LANES]) {
        *to = values;
    }

    #[inline(always)]
    fn splat(self, value: f32) -> Self::Floats {
        [value; LANES]
    }

    #[inline(always)]
    fn add(self, a: Self::Floats, b: Self::Floats) -> Self::Floats {
        pairs(a, b, |a, b| a + b)
    }

    #[inline(always)]
    fn multiply_add(self, a: Self::Floats, b: Self::Floats, c: Self::Floats) -> Self::Floats {
        pairs(pairs(a, b, |a, b| a * b), c, |product, c| product + c)
    }

    #[inline(always)]
    fn total(self, values: Self::Floats) -> f32 {
        values.iter().sum()
    }

    #[inline(always)]
    fn to_floats(self, features: &[u8; LANES]) -> Self::Floats {
        features.map(f32::from)
    }

    #[inline(always)]
    fn where_open(self, features: &[u8; LANES], values: Self::Floats) -> Self::Floats {
        let is_open = |feature: u8| feature != 0 && feature != FEATURE_MAX as u8;
        std::array::from_fn(|index| if is_open(features[index]) { values[index] } else { 0.0 })
    }

    #[inline(always)]
    fn load_shorts(self, from: &[i16; LANES]) -> Self::Shorts {
        *from
    }

    #[inline(always)]
    fn widen(self, row: &[i8; LANES]) -> Self::Shorts {
        row.map(i16::from)
    }

    #[inline(always)]
    fn widen_features(self, features: &[u8; LANES]) -> Self::Shorts {
        features.map(i16::from)
    }

    #[inline(always)]
    fn add_shorts(self, a: Self::Shorts, b: Self::Shorts) -> Self::Shorts {
        pairs(a, b, i16::wrapping_add)
    }

    #[inline(always)]
    fn clip(self, values: Self::Shorts) -> Self::Shorts {
        values.map(|value| value.clamp(0, FEATURE_MAX as i16))
    }

    #[inline(always)]
    fn store_features(self, values: Self::Shorts, to: &mut [u8; LANES]) {
        *to = values.map(|value| value as u8);
    }

    #[inline(always)]
    fn fetch(self, _: &[f32; CHANNELS]) {}

    #[inline(always)]
    fn store_shorts(self, values: Self::Shorts, to: &mut [i16; LANES]) {
        *to = values;
    }
}
