//! A list of numbers that begins at a cache line, so that rows of 16 or 32 numbers cross no more
//! cache lines than necessary.

use std::ops::{Deref, DerefMut};

/// Bytes of a cache line.
const LINE: usize = 64;

/// A fixed-length list of `f32`, aligned to a cache line.
#[derive(Debug)]
pub struct Numbers {
    data: Vec<f32>,
    start: usize,
    length: usize,
}

impl Numbers {
    /// A list of zeros.
    pub fn zeros(length: usize) -> Self {
        let data = vec![0.0_f32; length + LINE / size_of::<f32>()];
        let start = data.as_ptr().align_offset(LINE).min(LINE / size_of::<f32>());
        Self { data, start, length }
    }
}

impl From<&[f32]> for Numbers {
    fn from(values: &[f32]) -> Self {
        let mut numbers = Self::zeros(values.len());
        numbers.copy_from_slice(values);
        numbers
    }
}

impl Clone for Numbers {
    fn clone(&self) -> Self {
        Self::from(&**self)
    }
}

impl Deref for Numbers {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        &self.data[self.start..self.start + self.length]
    }
}

impl DerefMut for Numbers {
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.data[self.start..self.start + self.length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_at_a_line_and_keep_their_values() {
        for length in [1, 15, 16, 1_000] {
            let values: Vec<f32> = (0..length).map(|value| value as f32).collect();
            let numbers = Numbers::from(&*values).clone();
            assert_eq!(numbers.as_ptr() as usize % LINE, 0);
            assert_eq!(*numbers, *values);
        }
    }
}
