//! Table of positions without a win by fours, which grows with the work.
//!
//! A line that this table refutes is not played, but its four and the answer count as two nodes of
//! the search.

use super::params::{FIRST_REFUTED, REFUTED_GROWTH, REFUTED_ROOM};

/// Low bits of an entry, which hold the number of fours. The other bits are the key's.
const FOURS_MASK: u64 = 0xff;
/// Maximum number of fours in a row that a search looks for. In an entry it means that no line was
/// cut off, so the position has no win by fours at all.
pub(super) const MAX_FOURS: usize = FOURS_MASK as usize;

/// Entries of a bucket.
const WAYS: usize = 4;

/// Entries of positions that share a bucket, the newest first; 0 is a free entry.
///
/// An entry holds the upper 56 bits of a key, and in the low 8 bits the number of fours in a row
/// within which the position has no win.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
struct Bucket([u64; WAYS]);

/// A bounded memory of refuted positions.
///
/// The table starts small. Most questions take fewer than a hundred nodes, and touching a large
/// table for the first time would cost more than that.
pub(super) struct Refuted {
    /// The number of buckets is a power of two.
    buckets: Vec<Bucket>,
    /// Number of entries in use.
    used: usize,
    /// Maximum number of buckets.
    most: usize,
}

impl Refuted {
    /// Creates a table that grows up to `bytes`, rounded down to a power of two. It never has fewer
    /// than [`FIRST_REFUTED`] buckets.
    pub(super) fn new(bytes: usize) -> Self {
        let most = 1 << (bytes / size_of::<Bucket>()).max(FIRST_REFUTED).ilog2();
        Self { buckets: vec![Bucket::default(); FIRST_REFUTED], used: 0, most }
    }

    /// Forgets all positions. The cost is that of the initial size only, and the memory is kept.
    pub(super) fn clear(&mut self) {
        self.buckets.truncate(FIRST_REFUTED);
        self.buckets.fill(Bucket::default());
        self.used = 0;
    }

    /// The index of the bucket of a key.
    fn bucket(&self, key: u64) -> usize {
        // In an entry the low bits hold the number of fours, so they take no part in the index.
        (key >> FOURS_MASK.count_ones()) as usize & (self.buckets.len() - 1)
    }

    /// The number of fours in a row within which the position is known to have no win.
    ///
    /// [`MAX_FOURS`] means that it has no win by fours at all. `None` means that the position is
    /// not in the table.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<usize> {
        let Bucket(entries) = &self.buckets[self.bucket(key)];
        let entry = entries.iter().find(|&entry| (entry ^ key) & !FOURS_MASK == 0)?;
        Some((entry & FOURS_MASK) as usize)
    }

    /// Stores that a position has no win within `fours` fours in a row. A full bucket loses its
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

    /// Enlarges the table and moves all entries over.
    #[cold]
    fn grow(&mut self) {
        let after = (self.buckets.len() * REFUTED_GROWTH).min(self.most);
        let before = std::mem::replace(&mut self.buckets, vec![Bucket::default(); after]);
        self.used = 0;
        for Bucket(entries) in before {
            // Oldest first, because each insertion becomes the newest of its bucket.
            for &entry in entries.iter().rev().filter(|&&entry| entry != 0) {
                self.insert(entry, (entry & FOURS_MASK) as usize);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key. Keys of successive numbers spread over the table like those of positions.
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
