//! Positions that have no win by fours, as a table that grows with the work.

use super::params::{FIRST_REFUTED, REFUTED_GROWTH, REFUTED_ROOM};

/// Low bits of an entry that hold the number of fours; the rest is the key.
const FOURS_MASK: u64 = 0xff;
/// The most fours in a row that a search looks for. As the number of an entry it says that no line
/// was cut off.
pub(super) const MAX_FOURS: usize = FOURS_MASK as usize;

/// Entries that a position may lie in.
const WAYS: usize = 4;

/// The entries of some positions, the newest first; 0 is a free place. An entry holds the upper
/// bits of a key, and the number of fours in a row within which the position has no win.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
struct Bucket([u64; WAYS]);

/// A bounded memory of refuted positions.
///
/// The table starts small, because most questions take less than a hundred stones, and memory that
/// is touched for the first time costs more than those.
pub(super) struct Refuted {
    /// As many as a power of two.
    buckets: Vec<Bucket>,
    /// Entries that are taken.
    used: usize,
    /// Buckets that the table may grow to.
    most: usize,
}

impl Refuted {
    /// A table that grows up to `bytes`, rounded down to a power of two.
    pub(super) fn new(bytes: usize) -> Self {
        let most = 1 << (bytes / size_of::<Bucket>()).max(FIRST_REFUTED).ilog2();
        Self { buckets: vec![Bucket::default(); FIRST_REFUTED], used: 0, most }
    }

    /// Forgets all positions, at the cost of the first size only. The memory is kept.
    pub(super) fn clear(&mut self) {
        self.buckets.truncate(FIRST_REFUTED);
        self.buckets.fill(Bucket::default());
        self.used = 0;
    }

    fn bucket(&self, key: u64) -> usize {
        // The low bits hold the number of fours in the entry.
        (key >> FOURS_MASK.count_ones()) as usize & (self.buckets.len() - 1)
    }

    /// The number of fours in a row within which the position has no win; [`MAX_FOURS`] if it has
    /// none at all.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<usize> {
        let Bucket(entries) = &self.buckets[self.bucket(key)];
        let entry = entries.iter().find(|&entry| (entry ^ key) & !FOURS_MASK == 0)?;
        Some((entry & FOURS_MASK) as usize)
    }

    /// Remembers that a position has no win within so many fours in a row. A full bucket loses the
    /// oldest entry.
    #[inline]
    pub(super) fn insert(&mut self, key: u64, fours: usize) {
        let bucket = self.bucket(key);
        let Bucket(entries) = &mut self.buckets[bucket];
        let known = entries.iter().position(|&entry| (entry ^ key) & !FOURS_MASK == 0);
        let place = known.unwrap_or(WAYS - 1);
        self.used += usize::from(entries[place] == 0);
        entries.copy_within(..place, 1);
        entries[0] = key & !FOURS_MASK | fours as u64;
        if self.used * REFUTED_ROOM > self.buckets.len() * WAYS && self.buckets.len() < self.most {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let after = (self.buckets.len() * REFUTED_GROWTH).min(self.most);
        let before = std::mem::replace(&mut self.buckets, vec![Bucket::default(); after]);
        self.used = 0;
        for Bucket(entries) in before {
            // Oldest first, so that the order of age is kept.
            for &entry in entries.iter().rev().filter(|&&entry| entry != 0) {
                self.insert(entry, (entry & FOURS_MASK) as usize);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys whose places are spread like those of positions.
    fn key(n: u64) -> u64 {
        n.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[test]
    fn a_table_keeps_nearly_all_while_it_grows_and_nothing_once_cleared() {
        let mut table = Refuted::new(1 << 20);
        for _ in 0..2 {
            assert_eq!(table.buckets.len(), FIRST_REFUTED);
            let count = (1 << 17) / REFUTED_ROOM as u64;
            (1..=count).for_each(|n| table.insert(key(n), (n % 256) as usize));
            let kept = (1..=count).filter(|&n| table.get(key(n)) == Some((n % 256) as usize));
            let kept = kept.count() as u64;
            assert!(kept * 10 > count * 9, "{kept} of {count}");
            assert_eq!(table.buckets.len(), 1 << 15);
            table.clear();
            assert!((1..=count).all(|n| table.get(key(n)).is_none()));
        }
    }

    #[test]
    fn a_small_table_is_no_larger_than_it_may_be() {
        let mut table = Refuted::new(1);
        (1..=10_000).for_each(|n| table.insert(key(n), MAX_FOURS));
        assert_eq!(table.buckets.len(), FIRST_REFUTED);
        assert_eq!(table.get(key(10_000)), Some(MAX_FOURS));
    }
}
