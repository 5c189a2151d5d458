//! Short wins first: searches with few slow moves, which alternate with the whole search.
//!
//! A slow move of the attacker makes no four: it is an open three or a quiet threat. A win that
//! needs at most three of them has a small tree, but the whole search may lose itself in longer
//! lines before it sees that tree. So each search gets the same small node budget at first, and a
//! larger one in each further round. Whichever search finds the win first, the others have cost at
//! most a few times as much. The searches keep their numbers in the same table under their own
//! keys, so each continues where its last round ended. They share facts.
//!
//! A move that must stop a five of the defender does not count as slow, because the attacker has no
//! other choice.

use crate::geometry::Point;
use crate::pattern::Shape;
use crate::threat::makes_four;

use super::super::Threats;
use super::super::params::{
    FIRST_SHORT_NODES, FOUR_PROOF, SHORT_FOUR_PROOF, SHORT_GROWTH, SHORT_WINS,
};
use super::super::table::{INFINITE, ProofNumbers};
use super::Search;

/// Changes the key of a position with the number of slow moves that are left.
const SLOW_SALT: u64 = 0xd1b5_4a32_d192_ed03;

impl Search<'_> {
    /// Whether searches for short wins may come first.
    pub(super) fn can_begin_short(&self) -> bool {
        self.bounds.short_first
            && self.bounds.threats == Threats::FoursAndThrees
            && self.bounds.plies == usize::MAX
    }

    /// Searches the root for short wins and for any win in turn, until one search finds a win, only
    /// the whole search is left, or the search stops. Returns the numbers of the root.
    pub(super) fn search_short(&mut self, is_attack: bool) -> ProofNumbers {
        let mut budget = FIRST_SHORT_NODES;
        let mut short: Vec<u8> = SHORT_WINS.to_vec();
        while !short.is_empty() {
            for slow in std::mem::take(&mut short) {
                self.slow_left = Some(slow);
                let entry = self.deepen_for(budget, is_attack);
                self.slow_left = None;
                if entry.proof == 0 {
                    return entry;
                }
                if self.is_spent() {
                    return self.root;
                }
                if !entry.is_settled() {
                    short.push(slow);
                }
            }
            let entry = self.deepen_for(budget, is_attack);
            if entry.is_settled() || self.is_spent() {
                return entry;
            }
            budget = budget.saturating_mul(SHORT_GROWTH);
        }
        self.root
    }

    /// Goes on with the search of the root for about `budget` nodes.
    fn deepen_for(&mut self, budget: u64, is_attack: bool) -> ProofNumbers {
        self.pause = self.nodes.saturating_add(budget);
        let entry = self.deepen(is_attack, 0, INFINITE, INFINITE);
        self.pause = u64::MAX;
        entry
    }

    /// The initial proof number of a four, for each answer to it.
    pub(super) fn four_proof(&self) -> u32 {
        if self.slow_left.is_some() { SHORT_FOUR_PROOF } else { FOUR_PROOF }
    }

    /// Salt of the keys of positions in which the attacker has this number of slow moves left.
    pub(super) fn salt_with(&self, slow_left: Option<u8>) -> u64 {
        let times = slow_left.map_or(0, |left| u64::from(left) + 1);
        self.salt ^ SLOW_SALT.wrapping_mul(times)
    }

    /// What the table knows of the position after a move of the side to move.
    pub(super) fn known_after(&self, point: Point) -> Option<ProofNumbers> {
        let key = self.position.key_after(point);
        let slow_left = self.slow_left_after(point);
        let entry = self.vct.table.probe(key ^ self.salt_with(slow_left));
        if slow_left.is_none() || entry.is_some_and(|entry| entry.is_settled()) {
            return entry;
        }
        self.vct.table.probe(key ^ self.salt).filter(ProofNumbers::is_settled).or(entry)
    }

    /// Stores what was found out about the current position.
    ///
    /// Wins hold however many slow moves are left, and so do refutations that are `genuine`.
    pub(super) fn store(&mut self, entry: ProofNumbers, genuine: bool) {
        let holds = entry.proof == 0 || genuine && entry.disproof == 0;
        let slow_left = if holds { None } else { self.slow_left };
        self.vct.table.store(self.position.key() ^ self.salt_with(slow_left), entry);
    }

    /// Plays a move. Returns the number of slow moves that were left before, for [`Search::undo`].
    pub(super) fn play(&mut self, point: Point) -> Option<u8> {
        let after = self.slow_left_after(point);
        self.position.play(point);
        std::mem::replace(&mut self.slow_left, after)
    }

    /// Takes the last move back.
    pub(super) fn undo(&mut self, slow_left: Option<u8>) {
        self.position.undo();
        self.slow_left = slow_left;
    }

    /// The number of slow moves that are left after a move of the side to move.
    fn slow_left_after(&self, point: Point) -> Option<u8> {
        let left = self.slow_left?;
        let us = self.attacker;
        let is_slow = self.position.to_move() == us
            && self.position.count(!us, Shape::Five) == 0
            && !makes_four(&self.position, us, point);
        Some(left.saturating_sub(u8::from(is_slow)))
    }
}
