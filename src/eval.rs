//! Static score of a position.
//!
//! Classical: each empty point has a value for each colour by what a stone there would make of its
//! four lines ([`shapes`]); a [`Position`] keeps the two sums, and what is left to do at a node is to
//! weigh them against each other and to add what the side to move can do at once. The search uses
//! nothing but [`tables`] and [`evaluate`], so another evaluation can take this one's place.

use std::sync::LazyLock;

use crate::geometry::Color;
use crate::pattern::Shape;
use crate::pattern::tables::Tables;
use crate::position::Position;
use crate::rule::Rule;
use crate::score::Score;

pub mod shapes;

/// The tables for positions that are to be evaluated under `rule`.
pub fn tables(rule: Rule) -> &'static Tables {
    static TABLES: [LazyLock<Tables>; 5] = [
        LazyLock::new(|| Tables::new(Rule::Freestyle, shapes::value)),
        LazyLock::new(|| Tables::new(Rule::Standard, shapes::value)),
        LazyLock::new(|| Tables::new(Rule::Renju, shapes::value)),
        LazyLock::new(|| Tables::new(Rule::Caro, shapes::value)),
        LazyLock::new(|| Tables::new(Rule::CaroExact, shapes::value)),
    ];
    &TABLES[rule as usize]
}

/// The static score for the side to move. The position was built with [`tables`].
pub fn evaluate(position: &Position) -> Score {
    let us = position.to_move();
    let potential = position.value_sum(us) - position.value_sum(!us);
    let threats = threats(position, us, &shapes::OURS) - threats(position, !us, &shapes::THEIRS);
    Score::from_points(potential * shapes::POTENTIAL / 16 + threats + shapes::TEMPO)
}

/// What the points with strong shapes are worth beyond their place in the sum. Several points of one
/// shape are worth little more than one, since most belong to the same stones.
fn threats(position: &Position, color: Color, worth: &[i32; Shape::COUNT]) -> i32 {
    Shape::ALL
        .into_iter()
        .filter(|&shape| worth[shape as usize] != 0 && position.count(color, shape) > 0)
        .map(|shape| worth[shape as usize])
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{BoardSize, Point};

    fn position(rule: Rule, moves: &[(u8, u8)]) -> Position {
        let mut position = Position::with_tables(BoardSize::square(15).unwrap(), tables(rule));
        moves.iter().for_each(|&(x, y)| position.play(Point::new(x, y)));
        position
    }

    #[test]
    fn the_score_is_the_same_in_every_orientation() {
        let moves = [(7, 7), (8, 8), (7, 8), (7, 6), (6, 9), (9, 10), (4, 7)];
        let turned: Vec<(u8, u8)> = moves.iter().map(|&(x, y)| (14 - y, x)).collect();
        let mirrored: Vec<(u8, u8)> = moves.iter().map(|&(x, y)| (14 - x, y)).collect();
        for rule in Rule::ALL {
            let score = evaluate(&position(rule, &moves));
            assert_eq!(evaluate(&position(rule, &turned)), score);
            assert_eq!(evaluate(&position(rule, &mirrored)), score);
        }
    }

    #[test]
    fn an_open_two_more_is_worth_something() {
        // Black has two stones side by side; White's stones are far from each other at the edge.
        for rule in Rule::ALL {
            let score = evaluate(&position(rule, &[(7, 7), (0, 0), (8, 7), (14, 0)]));
            assert!(score > Score::from_points(40), "{rule}: {score:?}");
        }
    }
}
