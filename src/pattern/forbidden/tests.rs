//! The test against a reference that knows no tables: it looks at stones and counts.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng, rngs::SmallRng};

use super::Foul;
use crate::board::Cell;
use crate::geometry::{BoardSize, Color, Direction, Point};
use crate::position::Position;
use crate::rule::Rule;

/// Black stones and empty points; everything is read off them, line by line.
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

    /// Sets of four stones on one line, the one at `index` among them, that a fifth makes an exact
    /// five.
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

    /// Whether the black stones at `a` and `b` are in one straight four in this direction.
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

/// A position with stones around a few centres, Black's more than White's, so that fouls are common.
fn crowded(random: &mut SmallRng) -> Position {
    let side = *[9, 12, 15, 15, 15, 20].choose(random).expect("not empty");
    let size = BoardSize::square(side).expect("in range");
    let mut position = Position::new(size, Rule::Renju);
    let stones = random.random_range(8..40);
    let whites = random.random_range(2..8);
    let spread = random.random_range(3..=7_i64);
    for _ in 0..stones {
        let offset = |random: &mut SmallRng| side / 2 + random.random_range(-spread..=spread);
        let (x, y) = (offset(random), offset(random));
        let color = if random.random_ratio(whites, 16) { Color::White } else { Color::Black };
        if let Some(point) = size.point(x, y)
            && position.board().is_empty(point)
        {
            position.place(color, point);
        }
    }
    position.set_to_move(Color::Black);
    position
}

fn compare_on_random_positions(count: usize, seed: u64) {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut fouls = 0;
    for _ in 0..count {
        let position = crowded(&mut random);
        let reference = Reference { position: &position, placed: Vec::new() };
        let empty: Vec<Point> = position.board().empty_points().collect();
        for point in empty {
            let foul = position.foul(Color::Black, point);
            assert_eq!(foul, reference.foul(point.index()), "{point:?} of {position:?}");
            fouls += usize::from(foul.is_some());
        }
    }
    assert!(fouls > count, "only {fouls} fouls in {count} positions");
}

#[test]
fn fouls_agree_with_a_slow_reference() {
    compare_on_random_positions(2_000, 1);
}

/// The long form: `cargo test --release -- --ignored fouls`.
#[test]
#[ignore = "takes minutes: a hundred thousand positions"]
fn fouls_agree_with_a_slow_reference_on_100000_positions() {
    compare_on_random_positions(100_000, 2);
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
