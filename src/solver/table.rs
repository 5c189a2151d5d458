//! What the search for wins by threats remembers of positions: proof and disproof numbers.

use crate::geometry::Point;

/// Entries that a position may lie in.
const WAYS: usize = 4;

/// Proof and disproof number of a position, and what else is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    key: u64,
    /// The least number of open positions that have to be won to prove the win; 0 is a proof.
    pub(super) proof: u32,
    /// The least number of open positions that have to be refuted to disprove the win; 0 is a
    /// disproof.
    pub(super) disproof: u32,
    /// Stones put down below the position, in thousands: what it would cost to forget it.
    effort: u16,
    /// Index of the winning move, if the attacker is to move and wins.
    best: u16,
    /// Plies to the end of a win.
    pub(super) plies: u16,
    /// Whether the quiet moves of the position are among its children.
    pub(super) is_wide: bool,
}

const _: () = assert!(size_of::<Entry>() == 24);

impl Entry {
    const NONE: Self =
        Self { key: 0, proof: 1, disproof: 1, effort: 0, best: u16::MAX, plies: 0, is_wide: false };

    /// A position nothing is known of but its numbers.
    pub(super) const fn new(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof, ..Self::NONE }
    }

    /// A win in so many plies.
    pub(super) const fn won(plies: usize) -> Self {
        Self { plies: plies as u16, ..Self::new(0, INFINITE) }
    }

    /// A position without a win.
    pub(super) const REFUTED: Self = Self::new(INFINITE, 0);

    /// The winning move.
    pub(super) fn best(&self) -> Option<Point> {
        (self.best != u16::MAX).then(|| Point::from_index(self.best as usize))
    }

    pub(super) fn set_best(&mut self, point: Point) {
        self.best = point.index() as u16;
    }

    pub(super) fn set_effort(&mut self, nodes: u64) {
        self.effort = u16::try_from(nodes / 1_000).unwrap_or(u16::MAX);
    }

    /// Whether nothing is left to find out.
    pub(super) const fn is_settled(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A number that no sum reaches.
pub(super) const INFINITE: u32 = 1 << 30;

/// A bounded memory of positions.
pub(super) struct Table {
    entries: Vec<[Entry; WAYS]>,
}

impl Table {
    /// A table of at most `bytes`, but of one bucket at least.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<[Entry; WAYS]>()).max(1);
        Self { entries: vec![[Entry::NONE; WAYS]; buckets] }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill([Entry::NONE; WAYS]);
    }

    fn bucket(&self, key: u64) -> usize {
        // The high bits of the key, scaled to the number of buckets.
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }

    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.entries[self.bucket(key)].iter().find(|entry| entry.key == key).copied()
    }

    /// Keeps the entry in place of an older one of the position, or of the one that cost least.
    pub(super) fn store(&mut self, key: u64, entry: Entry) {
        let bucket = self.bucket(key);
        let slots = &mut self.entries[bucket];
        let slot = slots.iter().position(|slot| slot.key == key).or_else(|| {
            (0..WAYS).min_by_key(|&n| (slots[n].effort, slots[n].proof == 0 && slots[n].key != 0))
        });
        if let Some(slot) = slot {
            slots[slot] = Entry { key, ..entry };
        }
    }
}
