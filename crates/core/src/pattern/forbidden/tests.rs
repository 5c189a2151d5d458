//! Tests against a reference that uses no tables: it looks at the stones and counts.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::Foul;
use crate::board::Cell;
use crate::geometry::{BoardSize, Color, Direction, Point};
use crate::position::Position;
use crate::rule::Rule;
use crate::testing::check;

/// A slow reference test for fouls, which reads everything off the stones, line by line.
#[derive(Clone)]
struct Reference<'a> {
    position: &'a Position,
    placed: Vec<usize>,
}

impl Reference<'_> {
    fn is_black(&self, index: usize) -> bool {
        self.position.board().cell_at(index) == Cell::Black || self.placed.contains(&index)
    }

    fn is_empty(&self, index: usize) -> bool {
        self.position.board().cell_at(index) == Cell::Empty && !self.placed.contains(&index)
    }

    fn with(&self, index: usize) -> Self {
        let mut next = self.clone();
        next.placed.push(index);
        next
    }

    /// Length of the black row through a black stone.
    fn row(&self, index: usize, stride: isize) -> usize {
        let walk = |sign: isize| {
            (1..)
                .take_while(|&n: &isize| {
                    self.is_black((index as isize + sign * n * stride) as usize)
                })
                .count()
        };
        walk(-1) + 1 + walk(1)
    }

    fn rows(&self, index: usize) -> impl Iterator<Item = usize> {
        Direction::ALL.into_iter().map(move |d| self.row(index, d.stride()))
    }

    /// Sets of four stones on one line, including the one at `index`, that a fifth stone turns into
    /// an exact five.
    fn fours(&self, index: usize) -> Vec<Vec<usize>> {
        let mut fours: Vec<Vec<usize>> = Vec::new();
        for direction in Direction::ALL {
            for first in -4..=0 {
                let cell = |n: isize| (index as isize + (first + n) * direction.stride()) as usize;
                let cells: Vec<usize> = (0..5).map(cell).collect();
                let (stones, rest): (Vec<usize>, Vec<usize>) =
                    cells.into_iter().partition(|&cell| self.is_black(cell));
                if stones.len() == 4
                    && self.is_empty(rest[0])
                    && !self.is_black(cell(-1))
                    && !self.is_black(cell(5))
                    && !fours.contains(&stones)
                {
                    fours.push(stones);
                }
            }
        }
        fours
    }

    /// Whether the black stones at `a` and `b` belong to one straight four in this direction.
    fn is_straight_four(&self, a: usize, b: usize, stride: isize) -> bool {
        (-3..=0).any(|first| {
            let cell = |n: isize| (a as isize + (first + n) * stride) as usize;
            (0..4).all(|n| self.is_black(cell(n)))
                && (0..4).any(|n| cell(n) == b)
                && self.is_empty(cell(-1))
                && self.is_empty(cell(4))
                && !self.is_black(cell(-2))
                && !self.is_black(cell(5))
        })
    }

    /// The foul of a black stone on an empty point, by the rules as they are written.
    fn foul(&self, index: usize) -> Option<Foul> {
        let board = self.with(index);
        if board.rows(index).any(|row| row == 5) {
            return None;
        }
        if board.rows(index).any(|row| row > 5) {
            return Some(Foul::Overline);
        }
        if board.fours(index).len() >= 2 {
            return Some(Foul::DoubleFour);
        }
        let threes = Direction::ALL.into_iter().filter(|direction| {
            (-4..=4_isize).any(|steps| {
                let four = (index as isize + steps * direction.stride()) as usize;
                board.is_empty(four) && {
                    let next = board.with(four);
                    next.is_straight_four(index, four, direction.stride())
                        && next.rows(four).all(|row| row != 5)
                        && board.foul(four).is_none()
                }
            })
        });
        (threes.count() >= 2).then_some(Foul::DoubleThree)
    }
}

/// Positions with stones around the centre, more of them black than white, so that fouls are
/// common.
fn crowded() -> impl Strategy<Value = Position> {
    let sides = select(&[9, 12, 15, 15, 15, 20][..]);
    let stone = (0..16_u8, any::<Index>(), any::<Index>());
    (sides, 2..8_u8, 3..=7_i64, vec(stone, 8..40)).prop_map(|(side, whites, spread, stones)| {
        let size = BoardSize::square(side).expect("in range");
        let mut position = Position::new(size, Rule::Renju);
        let at = |index: Index| side / 2 - spread + index.index(2 * spread as usize + 1) as i64;
        for (color, x, y) in stones {
            let color = if color < whites { Color::White } else { Color::Black };
            if let Some(point) = size.point(at(x), at(y))
                && position.board().is_empty(point)
            {
                position.place(color, point);
            }
        }
        position.set_to_move(Color::Black);
        position
    })
}

fn compare_with_reference(positions: u32, seed: u64) {
    let mut fouls = 0;
    check(positions, seed, crowded(), |position| {
        let reference = Reference { position: &position, placed: Vec::new() };
        for point in position.board().empty_points() {
            let foul = position.foul(Color::Black, point);
            assert_eq!(foul, reference.foul(point.index()), "{point:?}");
            fouls += u32::from(foul.is_some());
        }
    });
    assert!(fouls > positions, "only {fouls} fouls in {positions} positions");
}

#[test]
fn fouls_agree_with_a_slow_reference() {
    compare_with_reference(2_000, 1);
}

/// The long version: `cargo test --release -- --ignored fouls`.
#[test]
#[ignore = "takes minutes: a hundred thousand positions"]
fn fouls_agree_with_a_slow_reference_on_100000_positions() {
    compare_with_reference(100_000, 2);
}

#[test]
fn white_has_no_fouls() {
    let mut position = Position::new(BoardSize::square(15).expect("in range"), Rule::Renju);
    for (x, y) in [(5, 7), (6, 7), (7, 5), (7, 6)] {
        position.place(Color::White, Point::new(x, y));
    }
    position.set_to_move(Color::White);
    assert!(position.forbidden_points().is_empty());
}
