//! The transposition table: what earlier searches found out about a position.
//!
//! An entry is two atomic words, one of which is key xor data (Hyatt and Mann, 2002: "A lockless
//! transposition table implementation for parallel search"). A torn write does not match its key,
//! so no lock is needed.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::eval::prefetch;
use crate::geometry::Point;
use crate::score::Score;

use super::Depth;

mod pages;

use pages::ask_for_huge_pages;

/// What a stored score says about the real one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// Nothing: the entry has only a static score.
    None,
    /// The real score is at most the stored score.
    Upper,
    /// The real score is at least the stored score.
    Lower,
    /// The real score is the stored score.
    Exact,
}

impl Bound {
    const fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            1 => Self::Upper,
            2 => Self::Lower,
            3 => Self::Exact,
            _ => Self::None,
        }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move, or the one that failed high.
    pub best: Option<Point>,
    /// The score. Proven results count their plies from this position, not from the root.
    pub score: i16,
    /// The static score. `None` where it says nothing because a five must be answered.
    pub eval: Option<i16>,
    /// Depth of the search that found the score.
    pub depth: Depth,
    /// What `score` says about the real score.
    pub bound: Bound,
    /// Whether the position was ever on a principal variation.
    pub was_pv: bool,
}

/// Entries per bucket. A bucket takes 64 bytes, one cache line.
const WAYS: usize = 4;
const WORDS: usize = 2 * WAYS;
const GENERATION_BITS: u64 = 5;
const GENERATION_MASK: u64 = (1 << GENERATION_BITS) - 1;
/// Place of the epoch in a data word.
const EPOCH_SHIFT: u32 = 59;
const EPOCH_MASK: u64 = 15;
/// The bit above the epoch. It tells an entry from memory that was never written.
const IS_ENTRY: u64 = EPOCH_MASK + 1;

/// Unit of stored depths, in units of [`Depth`]. A stored depth is 0 to 255 of these units.
const DEPTH_STEP: Depth = super::PLY / 4;

/// The transposition table, shared between threads by reference.
pub(crate) struct Table {
    /// The buckets, with padding before and after them that aligns them to cache lines.
    words: Vec<AtomicU64>,
    /// Index of the first word of the first bucket.
    start: usize,
    buckets: usize,
    generation: u64,
    /// The mark of all entries since the table was last cleared. Entries with another mark are as
    /// good as empty.
    epoch: u64,
    /// Number of searches since the memory was allocated.
    searches: u64,
}

impl Table {
    /// Creates a table whose buckets take at most `bytes` together, but at least one bucket.
    ///
    /// The table is smaller if there is not enough memory. The memory is not touched until it is
    /// used.
    pub(crate) fn new(bytes: usize) -> Self {
        let mut buckets = (bytes / (8 * WORDS)).max(1);
        let words: Vec<AtomicU64> = loop {
            let words = (buckets + 1) * WORDS - 1;
            match bytemuck::try_zeroed_vec(words) {
                Ok(words) => break words,
                Err(()) if buckets > 1 => buckets /= 2,
                Err(()) => break bytemuck::zeroed_vec(words),
            }
        };
        let start = words.as_ptr().align_offset(8 * WORDS).min(WORDS - 1);
        ask_for_huge_pages(&words);
        Self { words, start, buckets, generation: 0, epoch: 0, searches: 0 }
    }

    /// Forgets all entries: the table is like a new one, but keeps its memory, which the system has
    /// given it already. This takes no time. Returns whether it worked: after a number of times the
    /// memory has to be new.
    #[must_use]
    pub(crate) fn clear(&mut self) -> bool {
        self.generation = 0;
        self.epoch += 1;
        self.epoch <= EPOCH_MASK
    }

    /// Whether this is the first search since the memory was allocated, so that the system may
    /// still have to provide it.
    #[inline]
    pub(crate) fn is_new(&self) -> bool {
        self.searches <= 1
    }

    /// Starts a new search. Entries of earlier searches are the first to be replaced.
    pub(crate) fn age(&mut self) {
        self.searches += 1;
        self.generation = (self.generation + 1) & GENERATION_MASK;
    }

    /// Returns the share of the entries that the current search has written, in thousandths,
    /// estimated from a sample.
    pub(crate) fn usage_permille(&self) -> usize {
        let sample = (self.buckets * WORDS).min(2_000);
        let used = self.words[self.start..self.start + sample]
            .chunks_exact(2)
            .filter(|entry| {
                let data = entry[1].load(Ordering::Relaxed);
                self.has_written(data) && generation_of(data) == self.generation
            })
            .count();
        used * 2_000 / sample.max(1)
    }

    /// Prefetches the bucket of a position that will be probed soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(&self.bucket(key)[0]);
    }

    /// Returns what is known about the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            (self.has_written(data) && entry[0].load(Ordering::Relaxed) ^ data == key)
                .then(|| unpack(data))
        })
    }

    /// Stores `entry` in place of the least useful entry of its bucket.
    ///
    /// An entry with the same key is replaced first. It stays if the current search has written it,
    /// it has a bound and is more than three plies deeper, and the new score is not exact. If the
    /// new entry has no best move, it takes over the old one of the same key.
    #[inline]
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let mut worst = 0;
        let mut worst_worth = i64::MAX;
        let bucket = self.bucket(key);
        for (way, words) in bucket.chunks_exact(2).enumerate() {
            let data = words[1].load(Ordering::Relaxed);
            let is_empty = !self.has_written(data);
            if !is_empty && words[0].load(Ordering::Relaxed) ^ data == key {
                let old = unpack(data);
                let is_current = generation_of(data) == self.generation;
                if entry.best.is_none() {
                    entry.best = old.best;
                }
                if is_current
                    && entry.bound != Bound::Exact
                    && old.bound != Bound::None
                    && old.depth > entry.depth + 3 * super::PLY
                {
                    return;
                }
                worst = way;
                break;
            }
            let age = (self.generation.wrapping_sub(generation_of(data)) & GENERATION_MASK) as i64;
            let worth = if is_empty { i64::MIN } else { depth_bits(data) as i64 - 32 * age };
            if worth < worst_worth {
                worst_worth = worth;
                worst = way;
            }
        }
        let data = pack(entry, self.generation, self.epoch);
        bucket[2 * worst].store(key ^ data, Ordering::Relaxed);
        bucket[2 * worst + 1].store(data, Ordering::Relaxed);
    }

    /// Whether this is the data word of an entry stored since the table was last cleared.
    #[inline]
    fn has_written(&self, data: u64) -> bool {
        data >> EPOCH_SHIFT == IS_ENTRY | self.epoch
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let number = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let index = self.start + number * WORDS;
        &self.words[index..index + WORDS]
    }
}

// Layout of the data word, from the lowest bit: 11 bits for the move + 1 (0 for none), 16 for the
// score, 16 for the static score, 8 for the depth, 2 for the bound, 1 for PV, 5 for the generation,
// 4 for the epoch, and 1 that is always set.
fn pack(entry: Entry, generation: u64, epoch: u64) -> u64 {
    let depth = (entry.depth / DEPTH_STEP).clamp(0, 255) as u64;
    entry.best.map_or(0, |point| point.index() as u64 + 1)
        | u64::from(entry.score as u16) << 11
        | u64::from(entry.eval.unwrap_or(NO_EVAL) as u16) << 27
        | depth << 43
        | (entry.bound as u64) << 51
        | u64::from(entry.was_pv) << 53
        | generation << 54
        | (IS_ENTRY | epoch) << EPOCH_SHIFT
}

fn unpack(data: u64) -> Entry {
    let best = (data & 0x7ff) as usize;
    Entry {
        best: best.checked_sub(1).map(Point::from_index),
        score: (data >> 11) as u16 as i16,
        eval: Some((data >> 27) as u16 as i16).filter(|&eval| eval != NO_EVAL),
        depth: depth_bits(data) as Depth * DEPTH_STEP,
        bound: Bound::from_bits(data >> 51),
        was_pv: data >> 53 & 1 != 0,
    }
}

/// Stored in place of a static score where there is none.
const NO_EVAL: i16 = i16::MIN;

const fn depth_bits(data: u64) -> u64 {
    data >> 43 & 255
}

const fn generation_of(data: u64) -> u64 {
    data >> 54 & GENERATION_MASK
}

impl Entry {
    /// Depth of a fact, which no search of the depths that are reached has.
    pub(super) const FACT_DEPTH: Depth = 255 * DEPTH_STEP;

    /// Whether the result was known before the search; see `known`. It counts wherever it is met.
    #[inline]
    pub(super) fn is_fact(&self) -> bool {
        self.depth == Self::FACT_DEPTH && self.is_final()
    }

    /// Whether the position is proven to be won or lost, so that no deeper search can change the
    /// result.
    pub(crate) fn is_final(&self) -> bool {
        let score = self.score_at(0);
        match self.bound {
            Bound::Exact => score.is_proven(),
            Bound::Lower => score.is_win(),
            Bound::Upper => score.is_loss(),
            Bound::None => false,
        }
    }

    /// Returns the score as seen from the root, for a position `ply` plies from it.
    pub(crate) const fn score_at(self, ply: usize) -> Score {
        Score::from_table(self.score, ply)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;
    use crate::geometry::{BoardSize, MAX_SIDE};
    use crate::search::PLY;

    fn entry(score: i16, depth: Depth) -> Entry {
        Entry {
            best: Some(Point::new(21, 21)),
            score,
            eval: Some(-score),
            depth,
            bound: Bound::Lower,
            was_pv: true,
        }
    }

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let table = Table::new(1 << 16);
        for key in [0, 1, u64::MAX, 0x1234_5678_9abc_def0] {
            assert_eq!(table.probe(key), None);
            let stored = entry(-29_990, 17 * PLY);
            table.store(key, stored);
            assert_eq!(table.probe(key), Some(stored));
            assert_eq!(table.probe(key ^ 0x10), None);
        }
    }

    #[test]
    fn a_proven_bound_is_final_on_its_side_only() {
        let is_final =
            |score: Score, bound| Entry { bound, ..entry(score.to_table(0), 0) }.is_final();
        for (score, [upper, lower, exact]) in [
            (Score::win_in(31), [false, true, true]),
            (Score::loss_in(30), [true, false, true]),
            (Score::presumed_loss(4), [false; 3]),
            (Score::EVAL_MAX, [false; 3]),
        ] {
            assert_eq!(is_final(score, Bound::Upper), upper, "{score:?}");
            assert_eq!(is_final(score, Bound::Lower), lower, "{score:?}");
            assert_eq!(is_final(score, Bound::Exact), exact, "{score:?}");
            assert!(!is_final(score, Bound::None), "{score:?}");
        }
    }

    #[test]
    #[cfg(not(miri))]
    fn a_bucket_is_a_line_of_the_cache() {
        for bytes in [0, 64, 1_000, 1 << 16] {
            let table = Table::new(bytes);
            for key in [0, 1 << 40, u64::MAX] {
                let bucket = table.bucket(key);
                assert_eq!((bucket.as_ptr().addr() % 64, bucket.len()), (0, WORDS));
            }
        }
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_entry() {
        let table = Table::new(64);
        for key in 1..=5 {
            table.store(key, entry(0, (10 - key as Depth) * PLY));
        }
        let found: Vec<bool> = (1..=5).map(|key| table.probe(key).is_some()).collect();
        assert_eq!(found, [true, true, true, false, true]);
    }

    #[test]
    fn old_entries_make_room_first() {
        let mut table = Table::new(64);
        table.store(1, entry(0, 30 * PLY));
        for _ in 0..8 {
            table.age();
        }
        (2..=5).for_each(|key| table.store(key, entry(0, 2 * PLY)));
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn a_search_without_a_move_keeps_the_old_one() {
        let table = Table::new(64);
        table.store(9, entry(5, PLY));
        table.store(9, Entry { best: None, ..entry(6, 2 * PLY) });
        let found = table.probe(9).expect("stored");
        assert_eq!((found.best, found.score), (Some(Point::new(21, 21)), 6));
    }

    #[test]
    fn a_cleared_table_is_like_a_new_one() {
        let mut table = Table::new(64);
        for round in 1.. {
            (1..=3).for_each(|key| table.store(key, entry(round, 9 * PLY)));
            table.age();
            if !table.clear() {
                assert!(round > 4, "new memory for every game would be slow");
                break;
            }
            assert!((1..=3).all(|key| table.probe(key).is_none()));
            assert_eq!(table.usage_permille(), 0);
            // The bucket has room for all four, whatever was there before.
            (4..=7).for_each(|key| table.store(key, entry(round, PLY)));
            assert!((4..=7).all(|key| table.probe(key) == Some(entry(round, PLY))));
        }
    }

    /// A torn entry has halves of two stores, so its numbers do not belong together.
    #[test]
    fn threads_that_share_a_bucket_never_see_half_an_entry() {
        let table = Table::new(64);
        let of = |key: u64, number: i16| {
            entry(number, (1 + key as Depth + Depth::from(number & 7)) * PLY)
        };
        // Few rounds under an interpreter such as Miri.
        let rounds = if cfg!(miri) { 50 } else { 20_000 };
        std::thread::scope(|scope| {
            for thread in 0..4_i16 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..rounds {
                        let key = (round + u64::from(thread as u16)) % 6;
                        let number = (round as i16).wrapping_mul(4).wrapping_add(thread) >> 1;
                        table.store(key, of(key, number));
                        let key = round.wrapping_mul(7) % 6;
                        if let Some(found) = table.probe(key) {
                            assert_eq!(found, of(key, found.score), "under {key}");
                        }
                    }
                });
            }
        });
        assert!((0..6).any(|key| table.probe(key).is_some()));
    }

    /// One operation on a table.
    #[derive(Clone, Debug)]
    enum Step {
        Age,
        Clear,
        Store(u64, Entry),
    }

    /// Steps with few different keys, so that they meet in their buckets.
    fn step() -> impl Strategy<Value = Step> {
        let points = BoardSize::square(i64::from(MAX_SIDE)).expect("in range").points();
        let best = proptest::option::of(proptest::sample::select(points.collect::<Vec<_>>()));
        let bounds = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];
        let bound = proptest::sample::select(bounds.to_vec());
        let eval = proptest::option::of(-20_000..=20_000_i16);
        let numbers = (any::<i16>(), eval, 0..40 * PLY, any::<bool>());
        let entry =
            (best, bound, numbers).prop_map(|(best, bound, (score, eval, depth, was_pv))| {
                // Stored depths are rounded down to a step.
                Entry { best, score, eval, depth: depth / DEPTH_STEP * DEPTH_STEP, bound, was_pv }
            });
        // Some keys differ only in their lowest bits, others in the highest bits, which choose the
        // bucket.
        let key = (0..4_u64, 0..6_u64).prop_map(|(high, low)| high << 62 | low);
        let store = (key, entry).prop_map(|(key, entry)| Step::Store(key, entry));
        prop_oneof![4 => Just(Step::Age), 1 => Just(Step::Clear), 36 => store]
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            rng_seed: RngSeed::Fixed(1),
            ..ProptestConfig::default()
        })]

        #[test]
        fn a_table_knows_nothing_that_was_not_stored(
            kibs in 0..4_usize,
            steps in vec(step(), 1..300),
        ) {
            let mut table = Table::new(kibs << 10);
            let mut like_new = Table::new(kibs << 10);
            let mut stored: BTreeMap<u64, Vec<Entry>> = BTreeMap::new();
            for step in steps {
                let (key, entry) = match step {
                    Step::Store(key, entry) => (key, entry),
                    Step::Age => {
                        table.age();
                        like_new.age();
                        continue;
                    }
                    Step::Clear => {
                        if !table.clear() {
                            table = Table::new(kibs << 10);
                        }
                        like_new = Table::new(kibs << 10);
                        stored.clear();
                        continue;
                    }
                };
                like_new.store(key, entry);
                let before = table.probe(key);
                table.store(key, entry);
                let of_key = stored.entry(key).or_default();
                of_key.push(entry);
                let after = table.probe(key);
                let kept = Entry { best: entry.best.or(before.and_then(|old| old.best)), ..entry };
                prop_assert!(after == Some(kept) || (before.is_some() && after == before));
                for (&key, entries) in &stored {
                    prop_assert_eq!(table.probe(key), like_new.probe(key));
                    let Some(found) = table.probe(key) else { continue };
                    let is_stored = |entry: &Entry| Entry { best: found.best, ..*entry } == found;
                    prop_assert!(entries.iter().any(is_stored), "{found:?} for {key:x}");
                    prop_assert!(entries.iter().any(|entry| entry.best == found.best));
                }
            }
        }
    }
}
