//! The moves of open nodes, which a proof-number search has left and may come back to.

use std::collections::BTreeMap;

use crate::geometry::Point;

use super::params::OPEN_NODE_BYTES;
use super::table::ProofNumbers;

/// A move at a node, with what is known of the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    /// The move. `None` is a placeholder: for the quiet moves until they are generated, for the
    /// unknown moves of a node without a result of its own, or for moves that were not looked at.
    pub(super) point: Option<Point>,
    /// What is known of the position after the move.
    pub(super) entry: ProofNumbers,
}

impl Child {
    /// The placeholder for moves that a stopped search has not looked at.
    pub(super) const OPEN: Self = Self { point: None, entry: ProofNumbers::new(1, 1) };
}

/// A bounded memory of the moves of open nodes.
///
/// The key is that of the position, salted with the attacker and the threats. A proof-number search
/// comes back to a node again and again. Finding the moves of the node takes searches for wins by
/// fours whose answers stay the same, so the moves are kept. When they are used again, each of them
/// counts as a node, although its position is only looked up in the table by its key.
pub(super) struct OpenNodes {
    nodes: BTreeMap<u64, Vec<Child>>,
    /// Approximate bytes of all nodes.
    used: usize,
    /// Limit of `used`.
    most: usize,
}

impl OpenNodes {
    /// Creates an empty memory of about `bytes`.
    pub(super) fn new(bytes: usize) -> Self {
        Self { nodes: BTreeMap::new(), used: 0, most: bytes }
    }

    /// Forgets all nodes.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.used = 0;
    }

    /// Removes and returns the moves of a node.
    pub(super) fn take(&mut self, key: u64) -> Option<Vec<Child>> {
        let children = self.nodes.remove(&key)?;
        self.used -= Self::bytes(&children);
        Some(children)
    }

    /// Stores the moves of a node. If there is no room left, all other nodes are dropped: the
    /// search generates again what it needs.
    pub(super) fn insert(&mut self, key: u64, mut children: Vec<Child>) {
        children.shrink_to_fit();
        let bytes = Self::bytes(&children);
        if self.used + bytes > self.most {
            self.clear();
        }
        self.used += bytes;
        if let Some(before) = self.nodes.insert(key, children) {
            self.used -= Self::bytes(&before);
        }
    }

    /// Approximate bytes of a node with these moves.
    fn bytes(children: &[Child]) -> usize {
        OPEN_NODE_BYTES + size_of_val(children)
    }
}
