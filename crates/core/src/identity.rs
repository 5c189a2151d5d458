//! The identity of a position up to symmetry: the key by which the book and the database know it.
//!
//! The one idea: the Zobrist key is computed for all symmetries of the board at once, and the
//! smallest one identifies the position. Moves are stored as points of the board turned that way.

use std::collections::BTreeMap;

use crate::board::{Board, Cell};
use crate::geometry::{BoardSize, Color, Point, Symmetry};
use crate::position::Position;
use crate::rule::Rule;
use crate::zobrist;

/// The key of a position up to symmetry: it covers stones, dead cells, side to move, board size and
/// rule.
///
/// Different positions may share a key. Among a million positions the chance of that is 1 in 40
/// million.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(pub u64);

/// A position's keys under all symmetries of its board.
#[derive(Clone, Debug)]
pub struct Identity {
    size: BoardSize,
    to_move: Color,
    /// The key of the position under each symmetry.
    views: Vec<(Symmetry, u64)>,
}

impl Identity {
    /// The identity of a position. The order of play does not matter.
    pub fn of(position: &Position) -> Self {
        Self::of_board(position.board(), position.rule())
    }

    /// The identity of the position on a board under a rule.
    pub fn of_board(board: &Board, rule: Rule) -> Self {
        let size = board.size();
        let mut salt = zobrist::game(rule.code(), size);
        if board.to_move() == Color::White {
            salt ^= zobrist::SIDE;
        }
        let taken: Vec<(Point, Cell)> = size
            .points()
            .map(|point| (point, board.cell(point)))
            .filter(|&(_, cell)| cell != Cell::Empty)
            .collect();
        let key = |symmetry: Symmetry| {
            taken.iter().fold(salt, |key, &(point, cell)| {
                let image = symmetry.apply(point, size);
                let [black, white] = Color::ALL.map(|color| zobrist::stone(color, image));
                key ^ match cell {
                    Cell::Empty => 0,
                    Cell::Black => black,
                    Cell::White => white,
                    Cell::Wall => black ^ white,
                }
            })
        };
        let views = Symmetry::all(size).map(|symmetry| (symmetry, key(symmetry))).collect();
        Self { size, to_move: board.to_move(), views }
    }

    /// The smallest of the keys, which is the same for all symmetric images of the position.
    pub fn key(&self) -> Key {
        Key(self.canonical().1)
    }

    /// The identity after the side to move plays on an empty point.
    #[must_use]
    pub fn after(&self, point: Point) -> Self {
        let play = |&(symmetry, key): &(Symmetry, u64)| {
            let stone = zobrist::stone(self.to_move, symmetry.apply(point, self.size));
            (symmetry, key ^ stone ^ zobrist::SIDE)
        };
        Self {
            size: self.size,
            to_move: !self.to_move,
            views: self.views.iter().map(play).collect(),
        }
    }

    /// The side to move.
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The empty points of the board that has this identity, in groups: moves of a group are the
    /// same by symmetry, and lead to the position with this key.
    pub fn moves(&self, board: &Board) -> BTreeMap<Key, Vec<Point>> {
        let mut groups: BTreeMap<Key, Vec<Point>> = BTreeMap::new();
        for point in board.empty_points() {
            groups.entry(self.after(point).key()).or_default().push(point);
        }
        groups
    }

    /// The point of the canonical board, the one turned as for the key, that corresponds to
    /// `point`.
    pub fn to_canonical(&self, point: Point) -> Point {
        self.to_canonical_board().apply(point, self.size)
    }

    /// What turns this board into the canonical one.
    pub fn to_canonical_board(&self) -> Symmetry {
        self.canonical().0
    }

    /// The point of this board that corresponds to a point of the canonical board.
    pub fn to_own(&self, point: Point) -> Point {
        self.canonical().0.inverse().apply(point, self.size)
    }

    /// The symmetry with the smallest key. A symmetrical position has several, which are
    /// equivalent.
    fn canonical(&self) -> (Symmetry, u64) {
        let least = self.views.iter().copied().min_by_key(|&(_, key)| key);
        least.expect("every board has at least four symmetries")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn position(size: BoardSize, rule: Rule, stones: &[Point]) -> Position {
        let mut position = Position::new(size, rule);
        stones.iter().for_each(|&point| position.play(point));
        position
    }

    const STONES: [(u8, u8); 5] = [(7, 7), (8, 7), (3, 2), (7, 4), (10, 11)];

    fn stones() -> Vec<Point> {
        STONES.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    #[test]
    fn a_turned_board_has_the_same_key_and_turned_moves() {
        let size = BoardSize::square(15).unwrap();
        let plain = Identity::of(&position(size, Rule::Renju, &stones()));
        let next = Point::new(5, 9);
        for symmetry in Symmetry::all(size) {
            let turned: Vec<Point> =
                stones().into_iter().map(|point| symmetry.apply(point, size)).collect();
            let turned = Identity::of(&position(size, Rule::Renju, &turned));
            assert_eq!(turned.key(), plain.key());
            let canonical = plain.to_canonical(next);
            assert_eq!(turned.to_own(canonical), symmetry.apply(next, size));
            assert_eq!(turned.after(symmetry.apply(next, size)).key(), plain.after(next).key());
        }
    }

    #[test]
    fn the_key_after_a_move_is_that_of_the_position_after_it() {
        let size = BoardSize::new(12, 15).unwrap();
        let mut played = position(size, Rule::CaroOverline, &stones());
        let mut followed = Identity::of(&played);
        for point in [Point::new(0, 0), Point::new(11, 14), Point::new(5, 5)] {
            followed = followed.after(point);
            played.play(point);
            assert_eq!(followed.key(), Identity::of(&played).key());
        }
    }

    #[test]
    fn what_is_different_has_another_key() {
        let size = |side| BoardSize::square(side).unwrap();
        let mut swapped = stones();
        swapped.swap(0, 1);
        let mut passed = position(size(15), Rule::Renju, &stones());
        passed.set_to_move(Color::Black);
        let mut dead = position(size(15), Rule::Renju, &stones());
        dead.kill(Point::new(0, 0));
        let keys: BTreeSet<Key> = [
            position(size(15), Rule::Renju, &stones()),
            position(size(15), Rule::Standard, &stones()),
            position(size(16), Rule::Renju, &stones()),
            position(size(15), Rule::Renju, &swapped),
            position(size(15), Rule::Renju, &stones()[..4]),
            passed,
            dead,
        ]
        .iter()
        .map(|position| Identity::of(position).key())
        .collect();
        assert_eq!(keys.len(), 7);
        let mut later = stones();
        later.swap(0, 2);
        let transposed = Identity::of(&position(size(15), Rule::Renju, &later));
        assert!(keys.contains(&transposed.key()), "the order of play is forgotten");
    }
}
