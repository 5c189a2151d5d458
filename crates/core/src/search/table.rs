//! The transposition table: what earlier searches found out about a position.
//!
//! An entry is two atomic words, one of which is key xor data (Hyatt and Mann, 2002: "A lockless
//! transposition table implementation for parallel search"). A torn write does not match its key,
//! so no lock is needed.
//!
//! The system provides memory when it is first touched, and that takes time: 0.1 to 1 s for each
//! gigabyte. So a search with a time limit uses the part that has been [provided](Table::provide),
//! or a small part that lasts for its time. The table grows to its full size between searches.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::eval::prefetch;
use crate::geometry::{GRID, Point};
use crate::score::Score;

use super::depth::Depth;

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
pub(crate) struct TableEntry {
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

// The data word, from the lowest bit: the move, the score, the static score, the depth, the bound,
// whether it was on a PV, the generation, the epoch, and a bit that is always set.
/// Bits of the move: its index + 1, or 0 for none.
const BEST_BITS: u32 = 11;
const _: () = assert!(GRID < 1 << BEST_BITS);
const SCORE_SHIFT: u32 = BEST_BITS;
const EVAL_SHIFT: u32 = SCORE_SHIFT + i16::BITS;
const DEPTH_SHIFT: u32 = EVAL_SHIFT + i16::BITS;
const DEPTH_BITS: u32 = 8;
const BOUND_SHIFT: u32 = DEPTH_SHIFT + DEPTH_BITS;
const BOUND_BITS: u32 = 2;
const PV_SHIFT: u32 = BOUND_SHIFT + BOUND_BITS;
const GENERATION_SHIFT: u32 = PV_SHIFT + 1;
const GENERATION_BITS: u32 = 5;
const GENERATION_MASK: u64 = (1 << GENERATION_BITS) - 1;
const EPOCH_SHIFT: u32 = GENERATION_SHIFT + GENERATION_BITS;
const EPOCH_BITS: u32 = 4;
const EPOCH_MASK: u64 = (1 << EPOCH_BITS) - 1;
/// The bit above the epoch. It distinguishes an entry from memory that was never written.
const IS_ENTRY: u64 = 1 << EPOCH_BITS;
const _: () = assert!(EPOCH_SHIFT + EPOCH_BITS + 1 == u64::BITS);

/// Unit of stored depths, in units of [`Depth`].
const DEPTH_STEP: Depth = super::depth::PLY / 4;
/// The largest stored depth, in units of [`DEPTH_STEP`].
const DEPTH_MAX: Depth = (1 << DEPTH_BITS) - 1;
/// What an entry is worth less for each search since the one that wrote it, in units of
/// [`DEPTH_STEP`]: eight plies.
const AGE_COST: i64 = 8 * (super::depth::PLY / DEPTH_STEP) as i64;

/// Size of a bucket, in bytes.
const BUCKET: usize = 8 * WORDS;
/// Buckets that a new table uses before anything is [claimed](Table::claim).
const FIRST_BUCKETS: usize = (64 << 10) / BUCKET;
/// Buckets whose memory is provided in one step: a large page of 2 MB.
const STEP_BUCKETS: usize = (2 << 20) / BUCKET;
/// Old buckets whose entries are moved in one step.
const MOVED_BUCKETS: usize = 8 << 10;
/// Words in a small page of memory.
const PAGE_WORDS: usize = 4_096 / 8;

/// The transposition table, shared between threads by reference.
pub(crate) struct Table {
    /// The buckets, with padding before and after them that aligns them to cache lines.
    words: Vec<AtomicU64>,
    /// Index of the first word of the first bucket.
    start: usize,
    /// Number of buckets that there is room for.
    capacity: usize,
    /// Number of buckets whose memory was touched by [`Table::provide`].
    provided: usize,
    /// Number of buckets in use.
    buckets: usize,
    /// Number of buckets that were in use before the table grew and still hold entries that belong
    /// to other buckets now. Those entries are not found.
    unmoved: usize,
    generation: u64,
    /// The mark of all entries since the table was last cleared. Entries with another mark are as
    /// good as empty.
    epoch: u64,
}

impl Table {
    /// Creates a table whose buckets take at most `bytes` together, but at least one bucket.
    ///
    /// The table is smaller if there is not enough memory. The memory is not touched, and 64 KB of
    /// it are in use.
    pub(crate) fn new(bytes: usize) -> Self {
        let mut capacity = (bytes / BUCKET).max(1);
        let words: Vec<AtomicU64> = loop {
            let words = (capacity + 1) * WORDS - 1;
            match bytemuck::try_zeroed_vec(words) {
                Ok(words) => break words,
                Err(()) if capacity > 1 => capacity /= 2,
                Err(()) => break bytemuck::zeroed_vec(words),
            }
        };
        let start = words.as_ptr().align_offset(BUCKET).min(WORDS - 1);
        ask_for_huge_pages(&words);
        let buckets = capacity.min(FIRST_BUCKETS);
        Self { words, start, capacity, provided: 0, buckets, unmoved: 0, generation: 0, epoch: 0 }
    }

    /// Does a small part of the work that makes the whole table usable: it has the system provide
    /// 2 MB of memory, or moves entries to their places in the larger table. Returns whether there
    /// is more to do. A step takes about a millisecond.
    pub(crate) fn provide(&mut self) -> bool {
        if self.provided < self.capacity {
            self.provide_to(self.provided + STEP_BUCKETS);
        } else if self.buckets < self.capacity {
            self.grow(self.capacity);
        } else {
            self.move_entries(MOVED_BUCKETS);
        }
        self.provided < self.capacity || self.buckets < self.capacity || self.unmoved > 0
    }

    /// Makes at least `bytes` of the table usable for a search that begins now, or all of it if it
    /// is smaller. If the table has to grow for that, it grows to all that is provided.
    pub(crate) fn claim(&mut self, bytes: usize) {
        let wanted = (bytes / BUCKET).min(self.capacity);
        if wanted > self.buckets {
            self.provide_to(wanted);
            self.grow(wanted.max(self.provided));
            self.move_entries(usize::MAX);
        }
        self.unmoved = 0;
    }

    /// Makes all of the table usable. The system provides the memory that is missing during the
    /// search.
    pub(crate) fn claim_all(&mut self) {
        if self.buckets < self.capacity {
            self.grow(self.capacity);
        }
        self.move_entries(usize::MAX);
    }

    /// Touches the memory of all buckets up to this number.
    fn provide_to(&mut self, buckets: usize) {
        let end = buckets.min(self.capacity);
        if end <= self.provided {
            return;
        }
        let words = self.start + self.provided * WORDS..self.start + end * WORDS;
        for word in self.words[words].iter().step_by(PAGE_WORDS) {
            // A read alone would be answered from a page of zeros that all processes share.
            word.store(word.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        self.provided = end;
    }

    /// Uses this many buckets, more than before. The entries still have to be moved.
    fn grow(&mut self, buckets: usize) {
        self.unmoved = self.buckets;
        self.buckets = buckets;
    }

    /// Moves the entries of up to `most` old buckets to the buckets where they are looked for.
    ///
    /// No bucket's number gets smaller when the table grows. So the last bucket comes first: its
    /// entries go to buckets that are new or have been moved.
    fn move_entries(&mut self, most: usize) {
        for _ in 0..most.min(self.unmoved) {
            self.unmoved -= 1;
            let old = self.start + self.unmoved * WORDS;
            for word in (old..old + WORDS).step_by(2) {
                let data = self.words[word + 1].load(Ordering::Relaxed);
                let key = self.words[word].load(Ordering::Relaxed) ^ data;
                if data == 0 || self.first_word(key) == old {
                    continue;
                }
                self.words[word + 1].store(0, Ordering::Relaxed);
                if self.has_written(data) {
                    self.write(key, data);
                }
            }
        }
    }

    /// Writes the data word of a position that the table does not know in place of the least useful
    /// entry of its bucket.
    fn write(&self, key: u64, data: u64) {
        let bucket = self.bucket(key);
        let worth = |words: &&[AtomicU64]| self.worth(words[1].load(Ordering::Relaxed));
        if let Some(words) = bucket.chunks_exact(2).min_by_key(worth) {
            words[0].store(key ^ data, Ordering::Relaxed);
            words[1].store(data, Ordering::Relaxed);
        }
    }

    /// How much it would cost to lose the entry with this data word.
    #[inline]
    fn worth(&self, data: u64) -> i64 {
        if !self.has_written(data) {
            return i64::MIN;
        }
        let age = (self.generation.wrapping_sub(generation_of(data)) & GENERATION_MASK) as i64;
        depth_of(data) as i64 - AGE_COST * age
    }

    /// Forgets all entries: the table is like a new one, but keeps its memory, which the system has
    /// given it already. This takes no time. Returns whether it worked: after a number of times the
    /// memory has to be new.
    #[must_use]
    pub(crate) fn clear(&mut self) -> bool {
        self.generation = 0;
        self.unmoved = 0;
        self.epoch += 1;
        self.epoch <= EPOCH_MASK
    }

    /// Whether the system has provided all memory that is in use.
    #[inline]
    pub(crate) fn is_provided(&self) -> bool {
        self.provided >= self.buckets
    }

    /// Starts a new search. Entries of earlier searches are the first to be replaced.
    pub(crate) fn age(&mut self) {
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
    pub(crate) fn probe(&self, key: u64) -> Option<TableEntry> {
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
    pub(crate) fn store(&self, key: u64, mut entry: TableEntry) {
        let mut worst = 0;
        let mut worst_worth = i64::MAX;
        let bucket = self.bucket(key);
        for (way, words) in bucket.chunks_exact(2).enumerate() {
            let data = words[1].load(Ordering::Relaxed);
            if self.has_written(data) && words[0].load(Ordering::Relaxed) ^ data == key {
                let old = unpack(data);
                let is_current = generation_of(data) == self.generation;
                if entry.best.is_none() {
                    entry.best = old.best;
                }
                if is_current
                    && entry.bound != Bound::Exact
                    && old.bound != Bound::None
                    && old.depth > entry.depth + 3 * super::depth::PLY
                {
                    return;
                }
                worst = way;
                break;
            }
            let worth = self.worth(data);
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
        let index = self.first_word(key);
        &self.words[index..index + WORDS]
    }

    /// The index of the first word of the bucket of a position.
    #[inline]
    fn first_word(&self, key: u64) -> usize {
        let number = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        self.start + number * WORDS
    }
}

/// The data word of an entry.
fn pack(entry: TableEntry, generation: u64, epoch: u64) -> u64 {
    let depth = (entry.depth / DEPTH_STEP).clamp(0, DEPTH_MAX) as u64;
    entry.best.map_or(0, |point| point.index() as u64 + 1)
        | u64::from(entry.score.cast_unsigned()) << SCORE_SHIFT
        | u64::from(entry.eval.unwrap_or(NO_EVAL).cast_unsigned()) << EVAL_SHIFT
        | depth << DEPTH_SHIFT
        | (entry.bound as u64) << BOUND_SHIFT
        | u64::from(entry.was_pv) << PV_SHIFT
        | generation << GENERATION_SHIFT
        | (IS_ENTRY | epoch) << EPOCH_SHIFT
}

/// The entry of a data word; the inverse of [`pack`].
fn unpack(data: u64) -> TableEntry {
    let best = (data & ((1 << BEST_BITS) - 1)) as usize;
    TableEntry {
        best: best.checked_sub(1).map(Point::from_index),
        score: (data >> SCORE_SHIFT) as i16,
        eval: Some((data >> EVAL_SHIFT) as i16).filter(|&eval| eval != NO_EVAL),
        depth: depth_of(data) as Depth * DEPTH_STEP,
        bound: Bound::from_bits(data >> BOUND_SHIFT),
        was_pv: data >> PV_SHIFT & 1 != 0,
    }
}

/// Stored in place of a static score where there is none.
const NO_EVAL: i16 = i16::MIN;

/// The depth in a data word, in units of [`DEPTH_STEP`].
const fn depth_of(data: u64) -> u64 {
    data >> DEPTH_SHIFT & DEPTH_MAX as u64
}

/// The generation in a data word.
const fn generation_of(data: u64) -> u64 {
    data >> GENERATION_SHIFT & GENERATION_MASK
}

impl TableEntry {
    /// Depth of a fact, which no search of the depths that are reached has.
    pub(super) const FACT_DEPTH: Depth = DEPTH_MAX * DEPTH_STEP;

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
    use rand::Rng;

    use super::*;
    use crate::geometry::{BoardSize, MAX_SIDE};
    use crate::random::Generator;
    use crate::search::depth::PLY;

    fn entry(score: i16, depth: Depth) -> TableEntry {
        TableEntry {
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
            |score: Score, bound| TableEntry { bound, ..entry(score.to_table(0), 0) }.is_final();
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

    /// Stores entries under random keys and returns the keys that can be found.
    fn fill(table: &Table, entries: usize) -> Vec<u64> {
        let mut random = Generator::new(1);
        let keys: Vec<u64> = (0..entries).map(|_| random.random()).collect();
        keys.iter().for_each(|&key| table.store(key, entry((key >> 50) as i16, 5 * PLY)));
        keys.into_iter().filter(|&key| table.probe(key).is_some()).collect()
    }

    fn is_there(table: &Table, key: u64) -> bool {
        table.probe(key) == Some(entry((key >> 50) as i16, 5 * PLY))
    }

    #[test]
    fn a_table_that_grows_keeps_what_it_knows() {
        let mut table = Table::new(5 << 20);
        table.claim(200_000);
        let used = table.buckets;
        assert!(used < table.capacity);
        let known = fill(&table, 2 * WAYS * used);
        assert!(known.len() > 3 * used, "{} of {}", known.len(), WAYS * used);
        let mut steps = 1;
        while table.provide() {
            steps += 1;
        }
        assert!(steps > 3);
        assert_eq!((table.buckets, table.unmoved), (table.capacity, 0));
        assert!(table.is_provided());
        assert!(known.iter().all(|&key| is_there(&table, key)));
        let now = fill(&table, table.capacity);
        assert!(now.len() > table.capacity * 9 / 10, "all of it is used");
    }

    #[test]
    fn a_search_that_comes_too_soon_loses_only_what_is_not_moved() {
        let mut table = Table::new(4 << 20);
        table.claim(1 << 20);
        assert_eq!(table.buckets, (1 << 20) / BUCKET);
        let known = fill(&table, table.buckets);
        while table.unmoved == 0 {
            assert!(table.provide());
        }
        table.provide();
        assert!(table.unmoved > 0, "in the middle of it");
        table.claim(1 << 20);
        let found = known.iter().filter(|&&key| is_there(&table, key)).count();
        assert!(found > known.len() / 4 && found < known.len(), "{found} of {}", known.len());
        assert!(!table.provide(), "what is not moved is given up");
    }

    #[test]
    fn a_claim_is_met_and_everything_provided_is_used() {
        let mut table = Table::new(16 << 20);
        assert_eq!(table.buckets, FIRST_BUCKETS);
        table.claim(1);
        assert_eq!(table.buckets, FIRST_BUCKETS, "enough is in use");
        (0..3).for_each(|_| assert!(table.provide()));
        table.claim(1 << 20);
        assert_eq!(table.buckets, 3 * STEP_BUCKETS);
        assert!(table.is_provided());
        table.claim(usize::MAX);
        assert_eq!((table.buckets, table.provided), (table.capacity, table.capacity));
        let mut other = Table::new(16 << 20);
        other.claim_all();
        assert_eq!(other.buckets, other.capacity);
        assert!(!other.is_provided(), "the memory comes with its use");
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
        table.store(9, TableEntry { best: None, ..entry(6, 2 * PLY) });
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
        Store(u64, TableEntry),
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
                TableEntry {
                    best,
                    score,
                    eval,
                    depth: depth / DEPTH_STEP * DEPTH_STEP,
                    bound,
                    was_pv,
                }
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
            let mut stored: BTreeMap<u64, Vec<TableEntry>> = BTreeMap::new();
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
                let best = entry.best.or(before.and_then(|old| old.best));
                let kept = TableEntry { best, ..entry };
                prop_assert!(after == Some(kept) || (before.is_some() && after == before));
                for (&key, entries) in &stored {
                    prop_assert_eq!(table.probe(key), like_new.probe(key));
                    let Some(found) = table.probe(key) else { continue };
                    let is_stored =
                        |entry: &TableEntry| TableEntry { best: found.best, ..*entry } == found;
                    prop_assert!(entries.iter().any(is_stored), "{found:?} for {key:x}");
                    prop_assert!(entries.iter().any(|entry| entry.best == found.best));
                }
            }
        }
    }
}
