//! What the engine remembers of its games: positions, what they turned out to be worth, and how
//! games went on from them.
//!
//! A [`Record`] is about one position up to symmetry. `trail` makes records of a game that is
//! over, [`store`] keeps them in a file that survives whatever happens while it is written,
//! [`Memory`] is what a file says as a whole, and [`advice`] tells which moves of a position it
//! speaks for or against. When to learn, and what to do with the advice, is the engine's business.

use std::collections::BTreeMap;

use crate::geometry::BoardSize;
use crate::identity::Key;
use crate::rule::Rule;
use crate::score::Score;

pub mod advice;
pub mod bytes;
pub mod store;
pub(crate) mod trail;

/// How games went on from a position, for the side to move. Numbers stay at their largest value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games it won.
    pub wins: u16,
    /// Draws.
    pub draws: u16,
    /// Games it lost.
    pub losses: u16,
}

impl Tally {
    /// All games.
    pub fn games(self) -> u32 {
        u32::from(self.wins) + u32::from(self.draws) + u32::from(self.losses)
    }

    /// Both together.
    #[must_use]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

/// What is remembered of a position, or what one game adds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position up to symmetry.
    pub key: Key,
    /// Its rule.
    pub rule: Rule,
    /// The size of its board.
    pub size: BoardSize,
    /// Number of stones.
    pub stones: u16,
    /// Its backed-up value for the side to move; the plies of a proven one count from here.
    pub score: Score,
    /// The games.
    pub tally: Tally,
    /// When the last of them was, in seconds since 1970.
    pub time: u32,
}

impl Record {
    /// What both say of the same position. Games add up; of two values a proven one counts,
    /// otherwise the later one, for it knew more.
    #[must_use]
    pub(crate) fn plus(self, other: Self) -> Self {
        let (earlier, later) = if other.time < self.time { (other, self) } else { (self, other) };
        let is_kept = earlier.score.is_proven() && !later.score.is_proven();
        Self {
            score: if is_kept { earlier.score } else { later.score },
            tally: self.tally.plus(other.tally),
            ..later
        }
    }
}

/// Everything that is remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    records: BTreeMap<Key, Record>,
}

impl Memory {
    /// Adds what a record says to what is known of its position.
    pub fn add(&mut self, record: Record) {
        self.records
            .entry(record.key)
            .and_modify(|known| *known = known.plus(record))
            .or_insert(record);
    }

    /// What is known of a position.
    pub fn get(&self, key: Key) -> Option<&Record> {
        self.records.get(&key)
    }

    /// All records, by their keys.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.records.values()
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Forgets what is least valuable until no more than `count` positions are left: those that
    /// were met in fewer games, and of these the older ones.
    pub fn shrink_to(&mut self, count: usize) {
        if self.records.len() <= count {
            return;
        }
        let mut records: Vec<Record> = self.records.values().copied().collect();
        let value =
            |record: &Record| std::cmp::Reverse((record.tally.games(), record.time, record.key));
        records.select_nth_unstable_by_key(count, value);
        records.truncate(count);
        self.records = records.into_iter().map(|record| (record.key, record)).collect();
    }
}

#[cfg(test)]
mod tests;
