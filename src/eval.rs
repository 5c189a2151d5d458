//! Static score of a position, and how promising a move looks.
//!
//! Classical: each empty point has a value for each colour by what a stone there would make of its
//! four lines, and the threats that both sides have come on top. A [`Position`] keeps the sums, so that
//! what is left to do at a node is two subtractions and one look-up. All numbers are learned from
//! self-play, see `docs/training.md`; the search uses nothing but [`Evaluation`], so another
//! evaluation can take this one's place.
//!
//! The parts are those of Rapfi's classical evaluation (values by the combination of four line classes,
//! a table over a mask of threats); new here are separate values for the side to move and the side
//! that waits, in place of an average over two plies.

use std::sync::LazyLock;

use crate::geometry::{BoardSize, Color, Point};
use crate::pattern::tables::{Lines, LinesTable, Tables, Value};
use crate::position::Position;
use crate::rule::Rule;
use crate::score::Score;

pub mod features;
mod weights;

use weights::Weights;

/// Parts of a point of [`Score`] in one unit of the values and of the table of threats.
const UNITS_PER_POINT: i32 = 16;

/// Points of the largest board that plays with weights fitted to 15x15 where there are others.
const MEDIUM_AREA: usize = 17 * 17;

/// How promising a point looks to a colour, in hundredths of the natural logarithm of its odds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Appeal {
    /// For the colour itself to play at.
    attack: i16,
    /// For its opponent to take away.
    defence: i16,
}

/// The learned numbers for a rule and a board size.
pub struct Evaluation {
    tables: Tables,
    /// Units by mask of threats, for each colour to move.
    threats: [Vec<i16>; 2],
    appeals: [LinesTable<Appeal>; 2],
}

impl Evaluation {
    /// The evaluation for positions under `rule` on boards of this size. Its tables are made by the
    /// first call.
    pub fn of(rule: Rule, size: BoardSize) -> &'static Self {
        static SETS: [LazyLock<Evaluation>; weights::SETS] = [
            LazyLock::new(|| Evaluation::new(Rule::Freestyle, weights::FREESTYLE_15)),
            LazyLock::new(|| Evaluation::new(Rule::Freestyle, weights::FREESTYLE_20)),
            LazyLock::new(|| Evaluation::new(Rule::Standard, weights::STANDARD)),
            LazyLock::new(|| Evaluation::new(Rule::Renju, weights::RENJU)),
            LazyLock::new(|| Evaluation::new(Rule::Caro, weights::CARO)),
            LazyLock::new(|| Evaluation::new(Rule::CaroExact, weights::CARO)),
        ];
        let is_large = size.area() > MEDIUM_AREA;
        &SETS[match (rule, is_large) {
            (Rule::Freestyle, false) => 0,
            (Rule::Freestyle, true) => 1,
            (Rule::Standard, _) => 2,
            (Rule::Renju, _) => 3,
            (Rule::Caro, _) => 4,
            (Rule::CaroExact, _) => 5,
        }]
    }

    fn new(rule: Rule, bytes: &[u8]) -> Self {
        let weights = Color::ALL.map(|color| Weights::read(bytes, color));
        let of = |color: Color, lines: Lines| weights[color.index()].lines[lines.code()];
        let tables = Tables::new(rule, |color, lines| {
            let [moving, waiting, ..] = of(color, lines);
            Value { moving, waiting }
        });
        let appeals = Color::ALL.map(|color| {
            LinesTable::new(|lines| {
                let [_, _, attack, defence] = of(color, lines);
                Appeal { attack, defence }
            })
        });
        Self { tables, threats: weights.map(|weights| weights.threats), appeals }
    }

    /// The tables that positions to be evaluated are built with.
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The static score for the side to move. The position was built with [`Evaluation::tables`].
    #[inline]
    pub fn score(&self, position: &Position) -> Score {
        let us = position.to_move();
        let threats = self.threats[us.index()][features::threats(position)];
        let units = position.value_sum(us) - position.value_sum(!us) + i32::from(threats);
        Score::from_points(units / UNITS_PER_POINT)
    }

    /// How promising an empty point looks to `us`, in hundredths of the natural logarithm of its odds
    /// of being the best move.
    #[inline]
    pub fn appeal(&self, position: &Position, us: Color, point: Point) -> i32 {
        let ours = self.appeals[us.index()].get(position.lines(us, point));
        let theirs = self.appeals[(!us).index()].get(position.lines(!us, point));
        i32::from(ours.attack) + i32::from(theirs.defence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(rule: Rule, moves: &[(u8, u8)]) -> Score {
        let size = BoardSize::square(15).unwrap();
        let evaluation = Evaluation::of(rule, size);
        let mut position = Position::with_tables(size, evaluation.tables());
        moves.iter().for_each(|&(x, y)| position.play(Point::new(x, y)));
        evaluation.score(&position)
    }

    #[test]
    fn the_score_is_the_same_in_every_orientation() {
        let moves = [(7, 7), (8, 8), (7, 8), (7, 6), (6, 9), (9, 10), (4, 7)];
        let turned: Vec<(u8, u8)> = moves.iter().map(|&(x, y)| (14 - y, x)).collect();
        let mirrored: Vec<(u8, u8)> = moves.iter().map(|&(x, y)| (14 - x, y)).collect();
        for rule in Rule::ALL {
            assert_eq!(score(rule, &turned), score(rule, &moves));
            assert_eq!(score(rule, &mirrored), score(rule, &moves));
        }
    }

    #[test]
    fn an_open_two_more_is_worth_something() {
        // Black has two stones side by side; White's stones are far from each other at the edge.
        for rule in Rule::ALL {
            let score = score(rule, &[(7, 7), (0, 0), (8, 7), (14, 0)]);
            assert!(score > Score::from_points(40), "{rule}: {score:?}");
        }
    }
}
