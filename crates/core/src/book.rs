//! The opening book: positions that were searched for a long time, so that a game need not do it
//! again.
//!
//! A book is for one rule and one board size. Each [`BookEntry`] is a position with the moves that
//! its search looked at most closely. All entries together form a graph, over which scores are
//! backed up: a move that leads to another entry is worth what that entry is worth. Books are text
//! (see [`mod@format`]), so a change in a book can be read. [`builder`] made the books in the
//! program from the engine's own searches alone. Positions are looked up by their identity up to
//! symmetry.
//!
//! A book must never be worse than a search. [`Book::reply`] says how many nodes were spent on it,
//! and an engine with more to spend searches instead.

use std::collections::BTreeMap;

use crate::geometry::{BoardSize, Point};
use crate::identity::{Identity, Key};
use crate::position::Position;
use crate::rule::Rule;
use crate::score::Score;

pub mod builder;
pub mod format;
mod shipped;

pub use shipped::shipped;

/// Largest number of entries in a book.
pub const MAX_ENTRIES: usize = 1 << 16;
/// Largest number of moves in an entry.
pub(crate) const MAX_CHOICES: usize = 16;

/// A move of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub point: Point,
    /// The score by the search, for the side that plays the move; never a proven one.
    pub score: Score,
}

/// A position, and what a search found out about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The moves that lead to the position, Black first. Other move orders may lead to it as well.
    pub moves: Vec<Point>,
    /// Depth of the search for the best move, in plies.
    pub depth: u32,
    /// The best move, which was searched longest, and then others. At least one.
    pub choices: Vec<Choice>,
}

/// The answer of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub point: Point,
    /// The backed-up score, for the side that plays the move.
    pub score: Score,
    /// Depth of the search, in plies.
    pub depth: u32,
    /// Number of nodes that the search was given for the best move.
    pub nodes: u64,
}

/// A book for one rule and one board size.
#[derive(Clone, Debug)]
pub struct Book {
    rule: Rule,
    size: BoardSize,
    nodes: u64,
    entries: Vec<BookEntry>,
    /// The vertex of each entry in the graph, in the same order.
    vertices: Vec<Vertex>,
    /// The index of the entry of a position.
    index: BTreeMap<Key, usize>,
}

/// An entry as a vertex of the graph.
#[derive(Clone, Debug)]
struct Vertex {
    identity: Identity,
    /// The keys of the positions after the entry's choices, in the same order.
    next: Vec<Key>,
    /// The best choice, with its backed-up score.
    best: Choice,
}

impl Book {
    /// Creates a book without entries, each of which will be searched with this many nodes.
    pub fn new(rule: Rule, size: BoardSize, nodes: u64) -> Self {
        let (entries, vertices, index) = (Vec::new(), Vec::new(), BTreeMap::new());
        Self { rule, size, nodes, entries, vertices, index }
    }

    /// Returns the rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the size of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the number of nodes that the search of an entry spends on the best move.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the entries in the order in which they were added.
    pub fn entries(&self) -> &[BookEntry] {
        &self.entries
    }

    /// Returns the position after these moves; `None` if one of them cannot be played or they end
    /// the game.
    pub fn position(&self, moves: &[Point]) -> Option<Position> {
        let mut position = Position::new(self.size, self.rule);
        for &point in moves {
            let is_legal = self.size.contains(point) && position.board().is_empty(point);
            if !is_legal || position.is_forbidden(point) {
                return None;
            }
            position.play(point);
        }
        position.ending().is_none().then_some(position)
    }

    /// Adds an entry, unless its position has one already, it cannot be played, or the book is
    /// full. Returns whether it was added.
    pub fn add(&mut self, entry: BookEntry) -> bool {
        let is_added = self.insert(entry);
        if is_added {
            self.back_up();
        }
        is_added
    }

    /// Adds an entry as [`Book::add`] does, without backing up the scores.
    fn insert(&mut self, entry: BookEntry) -> bool {
        let Some(position) = self.position(&entry.moves) else { return false };
        let is_legal = |choice: &Choice| {
            self.size.contains(choice.point)
                && position.board().is_empty(choice.point)
                && !position.is_forbidden(choice.point)
        };
        let Some(&first) = entry.choices.first() else { return false };
        if entry.choices.len() > MAX_CHOICES || !entry.choices.iter().all(is_legal) {
            return false;
        }
        let identity = Identity::of(&position);
        let key = identity.key();
        if self.index.contains_key(&key) || self.entries.len() == MAX_ENTRIES {
            return false;
        }
        let next = entry.choices.iter().map(|choice| identity.after(choice.point).key()).collect();
        self.index.insert(key, self.entries.len());
        self.vertices.push(Vertex { identity, next, best: first });
        self.entries.push(entry);
        true
    }

    /// Backs up the scores of all entries, beginning with the entries that have most stones.
    fn back_up(&mut self) {
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(self.entries[index].moves.len()));
        for index in order {
            let choices = self.backed_up(index);
            self.vertices[index].best = best(&choices).unwrap_or(self.vertices[index].best);
        }
    }

    /// Returns the choices of an entry with their backed-up scores, and whether each leads to an
    /// entry of its own.
    fn backed_up(&self, index: usize) -> Vec<(Choice, bool)> {
        let back_up = |(choice, next): (&Choice, &Key)| match self.index.get(next) {
            Some(&next) => (Choice { score: -self.vertices[next].best.score, ..*choice }, true),
            None => (*choice, false),
        };
        self.entries[index].choices.iter().zip(&self.vertices[index].next).map(back_up).collect()
    }

    /// Returns the choices in a position with their backed-up scores; `None` if it has no entry.
    fn choices(&self, position: &Position) -> Option<Vec<Choice>> {
        let identity = Identity::of(position);
        let index = *self.index.get(&identity.key())?;
        let turn = |(choice, _)| self.turned(choice, index, &identity);
        Some(self.backed_up(index).into_iter().map(turn).collect())
    }

    /// Returns the move to play; `None` if the book does not know the position.
    pub fn reply(&self, position: &Position) -> Option<BookMove> {
        let identity = Identity::of(position);
        let index = *self.index.get(&identity.key())?;
        let Choice { point, score } = self.turned(self.vertices[index].best, index, &identity);
        let reply = BookMove { point, score, depth: self.entries[index].depth, nodes: self.nodes };
        position.board().is_empty(point).then_some(reply)
    }

    /// Returns a choice of an entry for a position that may be a rotation or reflection of the
    /// entry's.
    fn turned(&self, choice: Choice, index: usize, identity: &Identity) -> Choice {
        let point = self.vertices[index].identity.to_canonical(choice.point);
        Choice { point: identity.to_own(point), ..choice }
    }
}

/// Returns the best of the moves that were searched as long as an entry: the first one, and those
/// that lead to an entry of their own.
fn best(choices: &[(Choice, bool)]) -> Option<Choice> {
    let (&(first, _), others) = choices.split_first()?;
    let searched = others.iter().filter(|(_, has_entry)| *has_entry).map(|&(choice, _)| choice);
    Some(searched.fold(first, |best, other| if other.score > best.score { other } else { best }))
}

#[cfg(test)]
mod tests;
