//! The weights of the classical evaluation in the format in which the executable holds them.
//!
//! A set has one block for each colour, or a single block if the rule is the same for both colours.
//! A block is a sequence of little-endian 16-bit numbers. First come four numbers for each
//! combination of line classes ([`LineClasses::code`]): the value of a point if its colour is to
//! move, the value if it is not, the appeal of the point to its colour, and the appeal to the
//! opponent. Then comes one number for each mask of threats with this colour to move.

use anyhow::ensure;

use crate::geometry::Color;
use crate::pattern::tables::{LineClasses, Value};

use super::features::THREAT_MASKS;

/// Number of evaluations built from the sets below. Both caro rules share a set.
pub(super) const SETS: usize = 6;

pub(super) const FREESTYLE_15: &[u8] = include_bytes!("weights/freestyle-15.bin");
pub(super) const FREESTYLE_20: &[u8] = include_bytes!("weights/freestyle-20.bin");
pub(super) const STANDARD: &[u8] = include_bytes!("weights/standard.bin");
pub(super) const RENJU: &[u8] = include_bytes!("weights/renju.bin");
pub(super) const CARO: &[u8] = include_bytes!("weights/caro.bin");

/// Numbers for each combination of line classes.
const PER_CODE: usize = 4;
/// Size of a block in bytes.
const BLOCK_BYTES: usize = 2 * (PER_CODE * LineClasses::CODES + THREAT_MASKS);

/// The numbers for one colour.
pub(super) struct Weights {
    /// By [`LineClasses::code`]: value to move, value not to move, appeal to the colour, appeal to
    /// its opponent.
    pub(super) lines: Vec<[i16; PER_CODE]>,
    /// Indexed by mask of threats.
    pub(super) threats: Vec<i16>,
}

impl Weights {
    /// Reads the numbers of `color` from a set.
    ///
    /// # Errors
    /// If the set does not consist of one or two blocks, or a point has a value beyond
    /// [`Value::MAX`].
    pub(super) fn read(set: &[u8], color: Color) -> anyhow::Result<Self> {
        let blocks = set.chunks_exact(BLOCK_BYTES);
        let is_whole = blocks.remainder().is_empty() && matches!(blocks.len(), 1 | 2);
        let found = set.len();
        ensure!(is_whole, "weights have {BLOCK_BYTES} bytes or twice as many, these have {found}");
        let block = blocks.clone().nth(color.index()).or(blocks.clone().next()).unwrap_or_default();
        let numbers: Vec<i16> =
            block.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]])).collect();
        let (lines, threats) = numbers.split_at(PER_CODE * LineClasses::CODES);
        let lines: Vec<[i16; PER_CODE]> = lines.as_chunks().0.to_vec();
        let is_small = |line: &[i16; PER_CODE]| {
            line[..2].iter().all(|value| (-Value::MAX..=Value::MAX).contains(value))
        };
        let largest = Value::MAX;
        ensure!(lines.iter().all(is_small), "values of points are at most {largest} each way");
        Ok(Self { lines, threats: threats.to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_whole_and_learned() {
        for (set, blocks) in
            [(FREESTYLE_15, 1), (FREESTYLE_20, 1), (STANDARD, 1), (RENJU, 2), (CARO, 1)]
        {
            assert_eq!(set.len(), blocks * BLOCK_BYTES);
            for color in Color::ALL {
                let weights = Weights::read(set, color).expect("a set");
                let dead = weights.lines[LineClasses::default().code()];
                assert_eq!(dead[..2], [0, 0], "a point without prospects is worth nothing");
                for column in 0..PER_CODE {
                    assert!(weights.lines.iter().any(|line| line[column] != 0));
                }
            }
        }
    }

    #[test]
    fn values_that_are_too_large_are_refused() {
        let mut set = FREESTYLE_15.to_vec();
        set[2..4].copy_from_slice(&(-Value::MAX).to_le_bytes());
        assert!(Weights::read(&set, Color::Black).is_ok());
        set[2..4].copy_from_slice(&(-Value::MAX - 1).to_le_bytes());
        assert!(Weights::read(&set, Color::Black).is_err());
    }

    #[test]
    fn what_is_no_set_is_refused() {
        for length in [0, 1, BLOCK_BYTES - 2, BLOCK_BYTES + 2, 3 * BLOCK_BYTES] {
            assert!(Weights::read(&vec![0; length], Color::White).is_err(), "{length}");
        }
    }
}
