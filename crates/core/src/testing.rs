//! Positions for property tests, and functions that run such tests.

use std::cell::RefCell;
use std::iter;
use std::ops::Range;

use proptest::bool::weighted;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngSeed, TestRunner};

use crate::geometry::{BoardSize, Color, Point};
use crate::pattern::Shape;
use crate::position::Position;
use crate::rule::Rule;

/// A test runner for `cases` values, drawn from a fixed seed.
fn runner(cases: u32, seed: u64) -> TestRunner {
    TestRunner::new(ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        max_local_rejects: u32::MAX,
        ..ProptestConfig::default()
    })
}

/// Checks a property on `cases` values. The property panics if it does not hold. The first value
/// that breaks it is shrunk as far as possible and shown.
pub(crate) fn check<S: Strategy>(
    cases: u32,
    seed: u64,
    strategy: S,
    property: impl FnMut(S::Value),
) {
    let property = RefCell::new(property);
    let result = runner(cases, seed).run(&strategy, |value| {
        property.borrow_mut()(value);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// An endless sequence of values, for tests that choose among them.
pub(crate) fn values<S: Strategy>(seed: u64, strategy: S) -> impl Iterator<Item = S::Value> {
    let mut runner = runner(1, seed);
    iter::repeat_with(move || strategy.new_tree(&mut runner).expect("a value").current())
}

/// Random games near the stones, which begin in the centre; games in which a side made a five are
/// left out.
pub(crate) struct Games {
    /// Board sizes to draw from. A size that is listed twice is drawn twice as often.
    pub sides: &'static [i64],
    /// Number of moves after the first.
    pub moves: Range<usize>,
    /// Probability that a move builds something, from 0 to 1.
    pub building: f64,
    /// Returns the points to draw the next move from. The flag says whether the move should build
    /// something.
    pub pool: fn(&Position, bool) -> Vec<Point>,
}

impl Games {
    /// The positions at the end of such games. Each move is generated as a number, so shrinking
    /// leads to fewer moves and smaller numbers.
    pub(crate) fn positions(self, rule: Rule) -> impl Strategy<Value = Position> {
        let moves = vec((weighted(self.building), any::<Index>()), self.moves);
        (select(self.sides), moves)
            .prop_map(move |(side, moves)| {
                let size = BoardSize::square(side).expect("in range");
                let mut position = Position::new(size, rule);
                position.play(size.center());
                for (builds, index) in moves {
                    let pool = (self.pool)(&position, builds);
                    if pool.is_empty() {
                        break;
                    }
                    position.play(*index.get(&pool));
                }
                position
            })
            .prop_filter("nobody has won", |position| {
                !Color::ALL.into_iter().any(|color| position.has_five(color))
            })
    }
}

/// Points that answer a threat; without a threat, points that build something, so that the stones
/// pile up.
pub(crate) fn urgent_or_building(position: &Position, builds: bool) -> Vec<Point> {
    let us = position.to_move();
    let near: Vec<Point> =
        position.candidates().iter().filter(|&point| !position.is_forbidden(point)).collect();
    let those = |is_meant: &dyn Fn(Point) -> bool| -> Vec<Point> {
        near.iter().copied().filter(|&point| is_meant(point)).collect()
    };
    let urgent = those(&|point| position.shape(!us, point) >= Shape::OpenFour);
    let building = those(&|point| (Shape::Two..Shape::Three).contains(&position.shape(us, point)));
    match () {
        () if !urgent.is_empty() => urgent,
        () if builds && !building.is_empty() => building,
        () => near,
    }
}
