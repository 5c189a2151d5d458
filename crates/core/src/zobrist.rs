//! Zobrist keys. A generator in the source computes them at compile time, so node counts are the
//! same on every machine.

use crate::geometry::{BoardSize, Color, GRID, Point};

/// Keys of the stones, by colour and point index.
const STONES: [[u64; GRID]; 2] = stones();

/// Key that is XORed in if White is to move.
pub(crate) const SIDE: u64 = split_mix(0x5349_4445);

/// The key of a stone of `color` on `point`.
#[inline]
pub(crate) const fn stone(color: Color, point: Point) -> u64 {
    STONES[color.index()][point.index()]
}

/// The key of a game: the number of its rule and the board size.
pub(crate) const fn game(rule: u8, size: BoardSize) -> u64 {
    let sides = (size.width() as u64) << 8 | size.height() as u64;
    split_mix(0x4741_4d45 << 32 | (rule as u64) << 16 | sides)
}

const fn stones() -> [[u64; GRID]; 2] {
    let mut keys = [[0; GRID]; 2];
    let mut index = 0;
    while index < GRID {
        keys[0][index] = split_mix(2 * index as u64 + 1);
        keys[1][index] = split_mix(2 * index as u64 + 2);
        index += 1;
    }
    keys
}

/// The finaliser of SplitMix64 applied to a counter. Source: Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", 2014.
const fn split_mix(counter: u64) -> u64 {
    let mut z = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x0066_756b_756d_6921);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;

    #[test]
    fn all_keys_differ() {
        let mut keys: Vec<u64> = BoardSize::square(22)
            .unwrap()
            .points()
            .flat_map(|point| Color::ALL.map(|color| stone(color, point)))
            .chain([SIDE])
            .collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 2 * 22 * 22 + 1);
    }
}
