//! The source of all random choices: Xoshiro256++, by name.
//!
//! `rand` has a `SmallRng` too, but promises no algorithm for it, and uses a different one on
//! 32-bit systems. With this one the same seed gives the same games everywhere. On 64-bit systems
//! they are the games that `SmallRng` of `rand` 0.9 gives, as a test shows.
//!
//! Source: D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", 2021. The
//! state is filled by SplitMix64, as they advise.

use rand::{RngCore, SeedableRng};

/// A generator of pseudorandom numbers, which must be seeded. It is not for secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    state: [u64; 4],
}

impl Generator {
    /// Creates the generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self::seed_from_u64(seed)
    }
}

impl SeedableRng for Generator {
    type Seed = [u8; 32];

    /// Creates a generator with this state. Zeros, which would stay zeros for ever, stand for
    /// seed 0 of [`SeedableRng::seed_from_u64`].
    fn from_seed(seed: Self::Seed) -> Self {
        if seed == [0; 32] {
            return Self::seed_from_u64(0);
        }
        let word = |index: usize| {
            let bytes = &seed[8 * index..8 * (index + 1)];
            bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
        };
        Self { state: std::array::from_fn(word) }
    }

    fn seed_from_u64(mut seed: u64) -> Self {
        let state = std::array::from_fn(|_| {
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let word = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^ (word >> 31)
        });
        Self { state }
    }
}

impl RngCore for Generator {
    /// The upper half of the next word: its lowest bits are the weakest.
    #[inline]
    fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }

    #[inline]
    fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let word = self.next_u64().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the program of the authors prints for the state 1, 2, 3, 4.
    const OF_1_2_3_4: [u64; 6] = [
        41_943_041,
        58_720_359,
        3_588_806_011_781_223,
        3_591_011_842_654_386,
        9_228_616_714_210_784_205,
        9_973_669_472_204_895_162,
    ];

    #[test]
    fn the_algorithm_is_that_of_its_authors() {
        let mut seed = [0; 32];
        for (index, word) in [1, 2, 3, 4].into_iter().enumerate() {
            seed[8 * index] = word;
        }
        let mut generator = Generator::from_seed(seed);
        assert_eq!(OF_1_2_3_4.map(|_| generator.next_u64()), OF_1_2_3_4);
        let mut halves = Generator::from_seed(seed);
        assert_eq!(OF_1_2_3_4.map(|_| halves.next_u32()), OF_1_2_3_4.map(|n| (n >> 32) as u32));
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn the_numbers_are_those_of_the_small_generator_on_64_bits() {
        use rand::Rng;
        use rand::rngs::SmallRng;
        for seed in [0, 1, 42, u64::MAX] {
            let (mut ours, mut theirs) =
                (Generator::seed_from_u64(seed), SmallRng::seed_from_u64(seed));
            let mut bytes = [[0; 13]; 2];
            ours.fill_bytes(&mut bytes[0]);
            theirs.fill_bytes(&mut bytes[1]);
            assert_eq!(bytes[0], bytes[1]);
            for end in 1..200_usize {
                assert_eq!(ours.random_range(0..end), theirs.random_range(0..end));
                assert_eq!(ours.random::<f64>().to_bits(), theirs.random::<f64>().to_bits());
            }
        }
        assert_eq!(
            Generator::from_seed([0; 32]).next_u64(),
            SmallRng::from_seed([0; 32]).next_u64()
        );
    }
}
