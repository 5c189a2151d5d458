//! What the engine remembers of its games: positions, what they turned out to be worth, and how
//! games went on from them.
//!
//! A [`Record`] is about one position up to symmetry. `trail` makes records of a finished game.
//! [`store`] keeps them in a file that survives whatever happens while it is written. [`Memory`] is
//! the content of a file as a whole. [`advice`] says which moves of a position the memory speaks
//! for or against. The engine decides when to learn and what to do with the advice.

use std::collections::BTreeMap;

use crate::geometry::BoardSize;
use crate::identity::Key;
use crate::rule::Rule;
use crate::score::Score;

pub mod advice;
pub mod bytes;
pub mod store;
pub(crate) mod trail;

/// How games went on from a position, for the side to move. Counts saturate at their largest value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of games that the side to move won.
    pub wins: u32,
    /// Number of draws.
    pub draws: u32,
    /// Number of games that the side to move lost.
    pub losses: u32,
}

impl Tally {
    /// Returns the number of all games.
    pub fn games(self) -> u64 {
        u64::from(self.wins) + u64::from(self.draws) + u64::from(self.losses)
    }

    /// Returns the sum of two tallies.
    #[must_use]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

/// What is remembered about a position, or what one game adds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The key of the position, up to symmetry.
    pub key: Key,
    /// The rule.
    pub rule: Rule,
    /// The size of the board.
    pub size: BoardSize,
    /// Number of stones on the board.
    pub stones: u16,
    /// The backed-up value for the side to move. A proven result counts its plies from this
    /// position.
    pub score: Score,
    /// How the games went on.
    pub tally: Tally,
    /// When the last of these games was played, in seconds since 1970.
    pub time: u32,
}

impl Record {
    /// Merges two records of the same position. Their games add up. A proven value takes
    /// precedence; otherwise the later value counts, because it rests on more knowledge.
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

/// Everything that is remembered, one record for each position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    records: BTreeMap<Key, Record>,
}

impl Memory {
    /// Merges a record into what is known about its position.
    pub fn add(&mut self, record: Record) {
        self.records
            .entry(record.key)
            .and_modify(|known| *known = known.plus(record))
            .or_insert(record);
    }

    /// Returns what is known about a position.
    pub fn get(&self, key: Key) -> Option<&Record> {
        self.records.get(&key)
    }

    /// Returns all records, in the order of their keys.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.records.values()
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether nothing is remembered.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Forgets the least valuable positions until at most `count` are left. Positions met in fewer
    /// games are less valuable; of those with equal numbers of games, the older ones are.
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
