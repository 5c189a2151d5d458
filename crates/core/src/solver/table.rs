//! Table of proof and disproof numbers for the search for wins by threats.

use crate::geometry::Point;

use super::params::{BUCKET_GROWTH, BUCKET_ROOM, FIRST_BUCKETS};

/// Slots of a bucket.
const WAYS: usize = 4;

/// The number of a settled position; sums are capped at it.
pub(super) const INFINITE: u32 = 1 << 30;

/// Proof and disproof number of a position, with what else is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    /// Proof number: an estimate of the least number of open positions that must be won to prove
    /// the win. 0 is a proof.
    pub(super) proof: u32,
    /// Disproof number: an estimate of the least number of open positions that must be refuted to
    /// disprove the win. 0 is a disproof.
    pub(super) disproof: u32,
    /// Nodes searched below the position, in thousands, capped at `u16::MAX`: the cost of losing
    /// the entry. Nodes include positions that were only looked up by their key.
    effort: u16,
    /// Index of the winning move if the attacker is to move and wins. Otherwise 0, which is the
    /// index of a padding cell, not of a point on the board.
    best: u16,
    /// Plies to the end of a win, capped at `u8::MAX`.
    pub(super) plies: u8,
    /// Whether the children of the position include its quiet moves.
    pub(super) is_wide: bool,
}

impl ProofNumbers {
    /// The entry of a position of which only the numbers are known.
    pub(super) const fn new(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof, effort: 0, best: 0, plies: 0, is_wide: false }
    }

    /// The entry of a win in `plies` plies.
    pub(super) fn won(plies: usize) -> Self {
        Self { plies: u8::try_from(plies).unwrap_or(u8::MAX), ..Self::new(0, INFINITE) }
    }

    /// The entry of a position without a win.
    pub(super) const REFUTED: Self = Self::new(INFINITE, 0);

    /// The winning move, if the entry has one.
    pub(super) fn best(&self) -> Option<Point> {
        (self.best != 0).then(|| Point::from_index(self.best as usize))
    }

    /// Sets the winning move.
    pub(super) fn set_best(&mut self, point: Point) {
        self.best = point.index() as u16;
    }

    /// Sets the nodes that were searched below the position. They are stored in thousands.
    pub(super) fn set_effort(&mut self, nodes: u64) {
        self.effort = u16::try_from(nodes / 1_000).unwrap_or(u16::MAX);
    }

    /// Whether the position is proven or disproven.
    pub(super) const fn is_settled(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Packs the fields into two words: the two numbers, then all other fields.
    fn pack(self) -> [u64; 2] {
        let numbers = u64::from(self.proof) | u64::from(self.disproof) << 32;
        let rest = u64::from(self.effort)
            | u64::from(self.best) << 16
            | u64::from(self.plies) << 32
            | u64::from(self.is_wide) << 40;
        [numbers, rest]
    }

    /// Restores an entry from [`Self::pack`].
    fn unpack([numbers, rest]: [u64; 2]) -> Self {
        Self {
            proof: numbers as u32,
            disproof: (numbers >> 32) as u32,
            effort: rest as u16,
            best: (rest >> 16) as u16,
            plies: (rest >> 32) as u8,
            is_wide: rest >> 40 & 1 != 0,
        }
    }
}

/// Key and packed entry; a key of 0 marks a free slot.
type Slot = [u64; 3];

/// A bounded memory of positions.
///
/// The table starts small and grows with the work, because touching a large table for the first
/// time costs more than most searches. Within a bucket, slots are in order of age, the newest last.
pub(super) struct Table {
    buckets: Vec<[Slot; WAYS]>,
    /// Number of slots in use.
    used: usize,
    /// Maximum number of buckets.
    most: usize,
}

impl Table {
    /// Creates a table that grows up to `bytes`, but has at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<[Slot; WAYS]>()).max(1);
        Self { buckets: bytemuck::zeroed_vec(most.min(FIRST_BUCKETS)), used: 0, most }
    }

    /// Forgets all positions. The cost is that of the initial size only, and the memory is kept.
    pub(super) fn clear(&mut self) {
        self.buckets.truncate(FIRST_BUCKETS);
        self.buckets.fill([[0; 3]; WAYS]);
        self.used = 0;
    }

    /// The index of the bucket of a key.
    fn bucket(&self, key: u64) -> usize {
        // The high bits of the key, scaled to the number of buckets.
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// The entry of a position, if it is in the table.
    pub(super) fn probe(&self, key: u64) -> Option<ProofNumbers> {
        let slots = &self.buckets[self.bucket(key)];
        let [_, numbers, rest] = *slots.iter().find(|slot| slot[0] == key && key != 0)?;
        Some(ProofNumbers::unpack([numbers, rest]))
    }

    /// Stores an entry. It takes the slot of the same position, else a free slot, else that of the
    /// entry with the least effort. Among equals the oldest goes.
    pub(super) fn store(&mut self, key: u64, entry: ProofNumbers) {
        let bucket = self.bucket(key);
        let slots = &mut self.buckets[bucket];
        let effort = |slot: &Slot| (slot[0] != 0, ProofNumbers::unpack([slot[1], slot[2]]).effort);
        let place = slots
            .iter()
            .position(|slot| slot[0] == key)
            .or_else(|| (0..WAYS).min_by_key(|&place| effort(&slots[place])));
        if let Some(place) = place {
            let [numbers, rest] = entry.pack();
            self.used += usize::from(slots[place][0] == 0);
            slots[place..].rotate_left(1);
            slots[WAYS - 1] = [key, numbers, rest];
        }
        if self.used * BUCKET_ROOM > self.buckets.len() * WAYS && self.buckets.len() < self.most {
            self.grow();
        }
    }

    /// Enlarges the table and moves the entries over. Overfull buckets lose their oldest entries.
    #[cold]
    fn grow(&mut self) {
        let after = (self.buckets.len() * BUCKET_GROWTH).min(self.most);
        let before = std::mem::replace(&mut self.buckets, bytemuck::zeroed_vec(after));
        self.used = 0;
        // Oldest first, so that the newest entry of a bucket stays last.
        for [key, numbers, rest] in before.into_iter().flatten().filter(|slot| slot[0] != 0) {
            let bucket = self.bucket(key);
            let slots = &mut self.buckets[bucket];
            self.used += usize::from(slots[0][0] == 0);
            slots.rotate_left(1);
            slots[WAYS - 1] = [key, numbers, rest];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let mut entry = ProofNumbers::won(17);
        entry.set_best(Point::new(21, 3));
        entry.set_effort(123_456);
        entry.is_wide = true;
        assert_eq!(ProofNumbers::unpack(entry.pack()), entry);
        let mut table = Table::new(1);
        assert_eq!(table.probe(0), None);
        table.store(7, entry);
        table.store(8, ProofNumbers::new(3, INFINITE));
        assert_eq!(table.probe(7), Some(entry));
        assert_eq!(table.probe(8), Some(ProofNumbers::new(3, INFINITE)));
        table.clear();
        assert_eq!(table.probe(7), None);
    }

    #[test]
    fn what_cost_most_stays() {
        let mut table = Table::new(1);
        for key in 1..=8 {
            let mut entry = ProofNumbers::new(1, 1);
            entry.set_effort(if key == 2 { 1_000_000 } else { 1_000 * key });
            table.store(key, entry);
        }
        assert!(table.probe(2).is_some() && table.probe(8).is_some());
        assert_eq!((1..=8).filter(|&key| table.probe(key).is_some()).count(), WAYS);
    }

    #[test]
    fn of_entries_that_cost_the_same_the_newest_stay() {
        let mut table = Table::new(1);
        for key in 1..=10 {
            table.store(key, ProofNumbers::new(1, 1));
        }
        let kept = |table: &Table| -> Vec<u64> {
            (1..=12).filter(|&key| table.probe(key).is_some()).collect()
        };
        assert_eq!(kept(&table), [7, 8, 9, 10]);
        // Storing an entry again makes it the newest.
        table.store(7, ProofNumbers::new(2, 2));
        table.store(11, ProofNumbers::new(1, 1));
        assert_eq!(kept(&table), [7, 9, 10, 11]);
        assert_eq!(table.probe(7), Some(ProofNumbers::new(2, 2)));
    }
}
