//! The moves of a position of which something is known, as `query` and `explore` list them.

use std::collections::BTreeMap;

use fukumi_core::geometry::Point;
use fukumi_core::identity::{Identity, Key};
use fukumi_core::learning::{Record, Tally};
use fukumi_core::position::Position;
use fukumi_core::score::Score;
use fukumi_database::{Bound, Database, DatabaseError, Entry, Value};

/// A move that leads to a known position. Values and games are those of the side that plays it.
pub(in crate::commands) struct KnownMove {
    /// The moves that symmetry makes the same, row by row; at least one.
    pub(in crate::commands) points: Vec<Point>,
    /// The entry of the position after the first of them. Its points are those of the board before
    /// the move.
    pub(in crate::commands) entry: Option<Entry>,
    /// What the engine has learnt of that position.
    pub(in crate::commands) learned: Option<Record>,
}

/// The moves that lead to an entry, or to a position of which something was learnt, row by row.
/// Symmetric moves are counted together.
///
/// # Errors
/// If the file cannot be read.
pub(in crate::commands) fn known(
    database: &Database,
    position: &Position,
) -> Result<Vec<KnownMove>, DatabaseError> {
    let identity = Identity::of(position);
    let mut found: BTreeMap<Key, KnownMove> = BTreeMap::new();
    let mut add = |point: Point, entry: Option<Entry>, learned: Option<Record>| {
        let key = identity.after(point).key();
        let known = || KnownMove { points: Vec::new(), entry: None, learned: None };
        let known = found.entry(key).or_insert_with(known);
        if !known.points.contains(&point) {
            known.points.push(point);
        }
        // The first point's: the others see the same facts, turned.
        known.entry = known.entry.take().or(entry);
        known.learned = known.learned.take().or(learned);
    };
    for child in database.children(position)? {
        let entry = child.entry;
        let (value, tally) = (entry.value.map(before), turned(entry.tally));
        add(child.point, Some(Entry { value, tally, ..entry }), None);
    }
    for (point, record) in database.learned_moves(position)? {
        let (score, tally) = (record.score.map(score_before), turned(record.tally));
        add(point, None, Some(Record { score, tally, ..record }));
    }
    let mut moves: Vec<KnownMove> = found.into_values().collect();
    moves.iter_mut().for_each(|known| known.points.sort_by_key(|point| point.index()));
    moves.sort_by_key(|known| known.points.first().map(|point| point.index()));
    Ok(moves)
}

/// Games as the other side sees them.
const fn turned(tally: Tally) -> Tally {
    Tally { wins: tally.losses, losses: tally.wins, ..tally }
}

/// A value as the other side sees it, one ply earlier.
fn before(value: Value) -> Value {
    let bound = match value.bound {
        Bound::Exact => Bound::Exact,
        Bound::Lower => Bound::Upper,
        Bound::Upper => Bound::Lower,
    };
    Value { score: score_before(value.score), bound, ..value }
}

/// A score as the other side sees it, one ply earlier.
fn score_before(score: Score) -> Score {
    match score.plies_to_end() {
        Some(plies) if score.is_win() => Score::loss_in(plies.unsigned_abs() as usize + 1),
        Some(plies) => Score::win_in(plies.unsigned_abs() as usize + 1),
        None => -score,
    }
}
