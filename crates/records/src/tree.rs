//! Trees of moves: a game with its variations, or a whole library of openings.
//!
//! Nodes lie in one list and refer to each other by number, so neither building nor dropping nor
//! walking a tree is recursive, however deep a file nests its variations. Each node may have a move
//! and carry notes. A tree does not know the rules, nor whether a point is free.

use fukumi_core::geometry::{Color, Point, PointSet};

use crate::error::Problem;
use crate::limits::MAX_NODES;

/// No node.
const NONE: u32 = u32::MAX;

/// A node of a tree, by its number. It means something only to the tree that gave it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The number, below the number of nodes.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move: a stone, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who moves.
    pub color: Color,
    /// Where the stone goes; `None` is a pass.
    pub point: Option<Point>,
}

/// What a file says about a node besides its move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// A heading of one line: RenLib's one-line comment, `N` in SGF. Empty if there is none.
    pub title: String,
    /// A comment of any length, with line feeds. Empty if there is none.
    pub comment: String,
    /// Texts shown on points of the board, at most one for each, in the order of the points.
    pub labels: Vec<(Point, String)>,
    /// Whether a user has marked the node, to find it again.
    pub is_marked: bool,
    /// Whether the tree is shown from this node on.
    pub is_start: bool,
    /// Properties of SGF that mean nothing here, each as it is written, such as `TR[aa][bb]`.
    pub others: Vec<String>,
}

impl Notes {
    /// Shows a text on a point, in place of the one that was there.
    pub fn set_label(&mut self, point: Point, text: String) {
        match self.labels.binary_search_by_key(&point, |label| label.0) {
            Ok(index) => self.labels[index].1 = text,
            Err(index) => self.labels.insert(index, (point, text)),
        }
    }

    /// The text on a point.
    pub fn label(&self, point: Point) -> Option<&str> {
        let index = self.labels.binary_search_by_key(&point, |label| label.0).ok()?;
        Some(&self.labels[index].1)
    }

    /// Adds what `other` says, without the properties of SGF. Of two labels of a point, the older
    /// one stays. Returns how many others are left out.
    pub(super) fn merge(&mut self, other: &Self) -> usize {
        append(&mut self.title, &other.title, " / ");
        append(&mut self.comment, &other.comment, "\n");
        let mut left_out = 0;
        for (point, text) in &other.labels {
            match self.label(*point) {
                Some(own) => left_out += usize::from(own != text),
                None => self.set_label(*point, text.clone()),
            }
        }
        self.is_marked |= other.is_marked;
        self.is_start |= other.is_start;
        left_out
    }
}

/// Appends a text unless the other one has it already.
pub(super) fn append(text: &mut String, more: &str, between: &str) {
    if more.is_empty() || text == more {
        return;
    }
    if !text.is_empty() {
        text.push_str(between);
    }
    text.push_str(more);
}

#[derive(Clone, Debug)]
struct Node {
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    action: Option<Move>,
    /// Most nodes have no notes.
    notes: Option<Box<Notes>>,
}

/// A tree of moves. Two trees are equal if the same nodes lie in the same order.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// A tree that has only a root, without a move.
    pub fn new() -> Self {
        let root = Node {
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            action: None,
            notes: None,
        };
        Self { nodes: vec![root] }
    }

    /// The root: the position before the first move.
    pub const fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Number of nodes, with the root.
    #[expect(clippy::len_without_is_empty, reason = "a tree always has a root")]
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a node after the other children of `parent`.
    ///
    /// # Errors
    /// If the tree has [`MAX_NODES`] nodes already.
    ///
    /// # Panics
    /// As all functions that take a node, if it is of another, larger tree.
    pub fn add(&mut self, parent: NodeId, action: Option<Move>) -> Result<NodeId, Problem> {
        if self.nodes.len() >= MAX_NODES {
            return Err(Problem::TooManyNodes);
        }
        let id = self.nodes.len() as u32;
        self.nodes.push(Node {
            parent: parent.0,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            action,
            notes: None,
        });
        let last = std::mem::replace(&mut self.node_mut(parent).last_child, id);
        if last == NONE {
            self.node_mut(parent).first_child = id;
        } else {
            self.node_mut(NodeId(last)).next_sibling = id;
        }
        Ok(NodeId(id))
    }

    /// The child of `parent` with this move, which is added if it is missing.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn find_or_add(&mut self, parent: NodeId, action: Move) -> Result<NodeId, Problem> {
        let found = self.children(parent).find(|&child| self.action(child) == Some(action));
        found.map_or_else(|| self.add(parent, Some(action)), Ok)
    }

    /// The move of a node; `None` for the root, and for a node that only has notes.
    pub fn action(&self, id: NodeId) -> Option<Move> {
        #[cfg(test)]
        crate::tests::count_work(1);
        self.node(id).action
    }

    /// The notes of a node, if it has any.
    pub fn notes(&self, id: NodeId) -> Option<&Notes> {
        self.node(id).notes.as_deref()
    }

    /// The notes of a node, to be changed.
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        self.node_mut(id).notes.get_or_insert_default()
    }

    /// The node before this one; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        known(self.node(id).parent)
    }

    /// The nodes after this one, the main line first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = known(self.node(id).first_child);
        std::iter::successors(first, |&child| self.next_sibling(child))
    }

    /// The next child of the same parent.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        known(self.node(id).next_sibling)
    }

    /// Whether the parent has other children.
    pub fn has_siblings(&self, id: NodeId) -> bool {
        self.parent(id).is_some_and(|parent| {
            self.node(parent).first_child != id.0 || self.node(id).next_sibling != NONE
        })
    }

    /// The node after this one in the order of a file: a parent before its children.
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        if let Some(child) = known(self.node(id).first_child) {
            return Some(child);
        }
        let mut id = id;
        loop {
            if let Some(sibling) = self.next_sibling(id) {
                return Some(sibling);
            }
            id = self.parent(id)?;
        }
    }

    /// All nodes in the order of a file, the root first.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.root()), |&id| self.next(id))
    }

    /// The root, and the first child of each node from there on.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.root()), |&id| known(self.node(id).first_child))
    }

    /// Number of properties in [`Notes::others`].
    pub(super) fn others(&self) -> usize {
        let notes = self.nodes.iter().filter_map(|node| node.notes.as_deref());
        notes.map(|notes| notes.others.len()).sum()
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }
}

const fn known(id: u32) -> Option<NodeId> {
    if id == NONE { None } else { Some(NodeId(id)) }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = self.walk().zip(other.walk());
        let same = |(own, its): (NodeId, NodeId)| {
            let has_child = |tree: &Self, id| tree.node(id).first_child != NONE;
            self.action(own) == other.action(its)
                && self.notes(own).filter(|notes| **notes != Notes::default())
                    == other.notes(its).filter(|notes| **notes != Notes::default())
                && has_child(self, own) == has_child(other, its)
                && self.next_sibling(own).is_some() == other.next_sibling(its).is_some()
        };
        self.len() == other.len() && pairs.all(same)
    }
}

impl Eq for Tree {}

/// A place in a tree while it is read, with the points that are taken there.
pub(super) struct Path {
    /// The node at the place.
    pub(super) node: NodeId,
    taken: PointSet,
}

impl Path {
    /// The root of a tree, with these points taken.
    pub(super) const fn new(tree: &Tree, taken: PointSet) -> Self {
        Self { node: tree.root(), taken }
    }

    /// Whether there is a stone.
    pub(super) const fn is_taken(&self, point: Point) -> bool {
        self.taken.contains(point)
    }

    /// Goes to a child of the node.
    pub(super) fn enter(&mut self, tree: &Tree, child: NodeId) {
        self.node = child;
        if let Some(point) = tree.action(child).and_then(|action| action.point) {
            self.taken.insert(point);
        }
    }

    /// Goes back to a node that lies before this one.
    pub(super) fn back_to(&mut self, tree: &Tree, node: NodeId) {
        while self.node != node {
            if let Some(point) = tree.action(self.node).and_then(|action| action.point) {
                self.taken.remove(point);
            }
            let Some(parent) = tree.parent(self.node) else { return };
            self.node = parent;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn black(x: u8, y: u8) -> Option<Move> {
        Some(Move { color: Color::Black, point: Some(Point::new(x, y)) })
    }

    #[test]
    fn nodes_come_in_the_order_of_a_file() {
        let mut tree = Tree::new();
        let first = tree.add(tree.root(), black(7, 7)).expect("room");
        let deep = tree.add(first, black(8, 8)).expect("room");
        let second = tree.add(tree.root(), black(6, 6)).expect("room");
        let late = tree.add(first, black(9, 9)).expect("room");
        assert_eq!(tree.walk().collect::<Vec<_>>(), [tree.root(), first, deep, late, second]);
        assert_eq!(tree.main_line().collect::<Vec<_>>(), [tree.root(), first, deep]);
        assert!(tree.has_siblings(second) && tree.has_siblings(first));
        assert!(!tree.has_siblings(tree.root()));
        let again = Move { color: Color::Black, point: Some(Point::new(9, 9)) };
        assert_eq!(tree.find_or_add(first, again), Ok(late));
    }

    #[test]
    fn trees_are_equal_whatever_the_order_of_building() {
        let build = |late: bool| {
            let mut tree = Tree::new();
            let first = tree.add(tree.root(), black(0, 0)).expect("room");
            if late {
                tree.add(tree.root(), black(1, 1)).expect("room");
                tree.notes_mut(first);
            }
            tree.add(first, black(2, 2)).expect("room");
            if !late {
                tree.add(tree.root(), black(1, 1)).expect("room");
            }
            tree
        };
        assert_eq!(build(true), build(false));
        let mut other = build(true);
        other.notes_mut(other.root()).title = "x".into();
        assert_ne!(other, build(true));
        // The same moves in the same order, but nested otherwise.
        let mut chain = Tree::new();
        let mut at = chain.root();
        for (x, y) in [(0, 0), (2, 2), (1, 1)] {
            at = chain.add(at, black(x, y)).expect("room");
        }
        assert_ne!(chain, build(true));
    }

    #[test]
    fn a_deep_tree_needs_no_stack() {
        let mut tree = Tree::new();
        let mut at = tree.root();
        for _ in 0..1_000_000 {
            at = tree.add(at, None).expect("room");
        }
        assert_eq!(tree.walk().count(), tree.len());
        let copy = tree.clone();
        assert_eq!(copy, tree);
        let mut path = Path::new(&tree, PointSet::EMPTY);
        path.enter(&tree, at);
        path.back_to(&tree, tree.root());
        assert_eq!(path.node, tree.root());
    }

    #[test]
    fn a_path_knows_what_is_taken() {
        let mut tree = Tree::new();
        let first = tree.add(tree.root(), black(7, 7)).expect("room");
        let second = tree.add(first, black(8, 8)).expect("room");
        let mut path = Path::new(&tree, PointSet::EMPTY);
        path.enter(&tree, first);
        path.enter(&tree, second);
        assert!(path.is_taken(Point::new(7, 7)) && path.is_taken(Point::new(8, 8)));
        path.back_to(&tree, first);
        assert!(path.is_taken(Point::new(7, 7)) && !path.is_taken(Point::new(8, 8)));
    }
}
