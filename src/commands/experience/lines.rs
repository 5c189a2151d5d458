//! Move sequences that lead to remembered positions. A record has only the key of a position, not
//! its stones.

use std::collections::{BTreeMap, BTreeSet};

use fukumi::experience::Memory;
use fukumi::geometry::{BoardSize, Point};
use fukumi::identity::{Identity, Key};
use fukumi::position::Position;
use fukumi::rule::Rule;

/// Finds the positions that games from the empty board reach through remembered positions only,
/// with the moves of one such game each.
pub(super) fn of(memory: &Memory) -> BTreeMap<Key, Vec<Point>> {
    let mut games: Vec<(Rule, BoardSize)> = Vec::new();
    for record in memory.records() {
        if !games.contains(&(record.rule, record.size)) {
            games.push((record.rule, record.size));
        }
    }
    let mut lines = BTreeMap::new();
    for (rule, size) in games {
        let root = Identity::of(&Position::new(size, rule));
        if memory.get(root.key()).is_some() {
            lines.insert(root.key(), Vec::new());
        }
        walk(memory, size, root, &mut lines);
    }
    lines
}

/// Plays every move that leads to a remembered position, and continues from there.
fn walk(memory: &Memory, size: BoardSize, root: Identity, lines: &mut BTreeMap<Key, Vec<Point>>) {
    let mut seen = BTreeSet::from([root.key()]);
    let mut open: Vec<(Identity, Vec<Point>)> = vec![(root, Vec::new())];
    while let Some((identity, moves)) = open.pop() {
        for point in size.points().filter(|point| !moves.contains(point)) {
            let next = identity.after(point);
            let key = next.key();
            if memory.get(key).is_some() && seen.insert(key) {
                let mut moves = moves.clone();
                moves.push(point);
                lines.insert(key, moves.clone());
                open.push((next, moves));
            }
        }
    }
}
