//! What follows a position: its moves, and all that can be reached from it through positions of
//! the database.

use std::collections::{BTreeSet, VecDeque};

use fukumi_core::clock::Instant;
use fukumi_core::geometry::Point;
use fukumi_core::identity::{Identity, Key};
use fukumi_core::position::Position;

use super::name::Name;
use super::row::find;
use super::{Access, Database, DatabaseError, Entry};

/// A move and the entry of the position after it, as that position's side to move sees it. Points
/// of the entry are those of the board before the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// The move.
    pub point: Point,
    /// The entry.
    pub entry: Entry,
}

/// A position some moves after another one, and its entry. Points of the entry are those of the
/// board that was asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// The moves that lead to the position; none for the one that was asked about.
    pub moves: Vec<Point>,
    /// The entry.
    pub entry: Entry,
}

/// How far to look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Largest number of positions to find.
    pub positions: usize,
    /// Largest number of positions to look up.
    pub looks: usize,
    /// When to stop; `None` if the other bounds are enough.
    pub until: Option<Instant>,
}

/// What to do with a position below another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Remove it, and all below it.
    Remove,
    /// Keep it, and look at what is below it.
    Keep,
    /// Keep it, and do not look below it.
    KeepAll,
}

impl Database {
    /// The moves of a position that lead to an entry, row by row.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn children(&self, position: &Position) -> Result<Vec<Child>, DatabaseError> {
        self.children_until(position, None)
    }

    /// The moves as [`Database::children`] has them, as far as they are found until then. A
    /// question to the file that takes longer is broken off.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn children_until(
        &self,
        position: &Position,
        until: Option<Instant>,
    ) -> Result<Vec<Child>, DatabaseError> {
        let identity = Identity::of(position);
        let _limited = self.deadline().during(until);
        let snapshot = self.snapshot()?;
        let mut children = Vec::new();
        for point in position.board().empty_points() {
            if is_over(until) {
                break;
            }
            let after = identity.after(point);
            let found = match find(&snapshot, after.key()) {
                Err(DatabaseError::Stopped) => break,
                found => found?,
            };
            if let Some((_, entry)) = found {
                let entry = entry.turned(|point| after.to_own(point));
                children.push(Child { point, entry });
            }
        }
        Ok(children)
    }

    /// The position itself and those that can be reached from it through entries, the nearest ones
    /// first, within a reach. Does not look past an end of the game, nor past a proven result.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn ahead(&self, position: &Position, reach: Reach) -> Result<Vec<Ahead>, DatabaseError> {
        let Reach { positions, mut looks, until } = reach;
        let mut found = Vec::new();
        let limited = self.deadline().during(until);
        match self.get(position) {
            Err(DatabaseError::Stopped) => return Ok(found),
            entry => found.extend(entry?.map(|entry| Ahead { moves: Vec::new(), entry })),
        }
        drop(limited);
        let mut seen = BTreeSet::from([position.key()]);
        let mut queue = VecDeque::from([Vec::new()]);
        while let Some(moves) = queue.pop_front().filter(|_| looks > 0 && !is_over(until)) {
            looks -= 1;
            let mut position = position.clone();
            moves.iter().for_each(|&point| position.play(point));
            if position.ending().is_some() {
                continue;
            }
            for Child { point, entry } in self.children_until(&position, until)? {
                if found.len() >= positions {
                    return Ok(found);
                }
                if !seen.insert(position.key_after(point)) {
                    continue;
                }
                let moves = [&moves[..], &[point]].concat();
                if !entry.value.is_some_and(|value| value.is_proven()) {
                    queue.push_back(moves.clone());
                }
                found.push(Ahead { moves, entry });
            }
        }
        Ok(found)
    }

    /// Removes positions below this one, which itself stays. `fate` decides about each that is not
    /// below one that is removed. Returns how many were removed.
    ///
    /// # Errors
    /// If the database cannot be read or written. Everything is as before then.
    pub fn remove_below(
        &mut self,
        position: &Position,
        mut fate: impl FnMut(&Entry) -> Fate,
    ) -> Result<u64, DatabaseError> {
        let mut doomed = Vec::new();
        let mut spared = BTreeSet::new();
        self.walk(position, &mut |key, entry, is_doomed| {
            let fate = if is_doomed { Fate::Remove } else { fate(entry) };
            match fate {
                Fate::Remove => doomed.push(key),
                Fate::Keep | Fate::KeepAll => drop(spared.insert(key)),
            }
            fate
        })?;
        let mut writer = self.write()?;
        let mut count = 0;
        // What can be reached in another way as well, where it is kept, stays.
        for key in doomed.into_iter().filter(|key| !spared.contains(key)) {
            count += u64::from(writer.remove_key(key)?);
        }
        writer.commit()?;
        Ok(count)
    }

    /// Copies this position, all positions below it, and those that `path` leads through to it, to
    /// another database. Returns how many there were.
    ///
    /// # Errors
    /// If one of the two cannot be read, the other one cannot be written or is the same file.
    pub fn split(
        &self,
        position: &Position,
        path: &[Position],
        other: &mut Self,
    ) -> Result<u64, DatabaseError> {
        self.check_other(other)?;
        if other.access() == Access::Read {
            return Err(DatabaseError::ReadOnly);
        }
        let mut keys: Vec<Key> =
            path.iter().chain([position]).map(|position| Name::of(position).0.key).collect();
        self.walk(position, &mut |key, _, _| {
            keys.push(key);
            Fate::Keep
        })?;
        keys.sort_unstable();
        keys.dedup();
        let mut rows = Vec::new();
        let snapshot = self.snapshot()?;
        for &key in &keys {
            rows.extend(find(&snapshot, key)?);
        }
        let count = rows.len() as u64;
        other.merge_rows(rows)?;
        Ok(count)
    }

    /// Visits each position below this one once for each way in which it may be met: below one that
    /// is removed, or not. `visit` learns which of the two it is.
    fn walk(
        &self,
        position: &Position,
        visit: &mut dyn FnMut(Key, &Entry, bool) -> Fate,
    ) -> Result<(), DatabaseError> {
        let points: Vec<Point> = position.board().empty_points().collect();
        let snapshot = self.snapshot()?;
        let mut seen = BTreeSet::new();
        let mut stack = vec![Level { identity: Identity::of(position), next: 0, is_doomed: false }];
        // The moves that lead to the top of the stack, by their place in `points`.
        let mut played: Vec<usize> = Vec::new();
        while let Some(level) = stack.last_mut() {
            let Some(&point) = points.get(level.next) else {
                stack.pop();
                played.pop();
                continue;
            };
            let index = level.next;
            level.next += 1;
            if played.contains(&index) {
                continue;
            }
            let after = level.identity.after(point);
            let (key, was_doomed) = (after.key(), level.is_doomed);
            if seen.contains(&(key, was_doomed)) {
                continue;
            }
            let Some((_, entry)) = find(&snapshot, key)? else { continue };
            seen.insert((key, was_doomed));
            let fate = visit(key, &entry, was_doomed);
            if fate != Fate::KeepAll {
                let is_doomed = was_doomed || fate == Fate::Remove;
                stack.push(Level { identity: after, next: 0, is_doomed });
                played.push(index);
            }
        }
        Ok(())
    }
}

fn is_over(until: Option<Instant>) -> bool {
    until.is_some_and(|until| Instant::now() >= until)
}

/// A position on the way down, and the next of its moves to look at.
struct Level {
    identity: Identity,
    next: usize,
    is_doomed: bool,
}
