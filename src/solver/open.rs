//! The moves of nodes that a search by proof numbers has left and may come back to.

use std::collections::BTreeMap;

use super::params::OPEN_NODE_BYTES;
use super::vct::Child;

/// A bounded memory of the moves of open nodes, by the key of the question.
///
/// A search by proof numbers comes back to a node again and again. To find its moves takes searches
/// for wins by fours, whose answer stays the same.
pub(super) struct OpenNodes {
    nodes: BTreeMap<u64, Vec<Child>>,
    /// Bytes of all nodes, about.
    used: usize,
    /// Bytes that they may take.
    most: usize,
}

impl OpenNodes {
    /// A memory of some `bytes`.
    pub(super) fn new(bytes: usize) -> Self {
        Self { nodes: BTreeMap::new(), used: 0, most: bytes }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.used = 0;
    }

    /// Takes the moves of a node out.
    pub(super) fn take(&mut self, key: u64) -> Option<Vec<Child>> {
        let children = self.nodes.remove(&key)?;
        self.used -= Self::bytes(&children);
        Some(children)
    }

    /// Keeps the moves of a node. All others are given up where there is no room left: the search
    /// finds those again that it needs.
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

    fn bytes(children: &[Child]) -> usize {
        OPEN_NODE_BYTES + size_of_val(children)
    }
}
