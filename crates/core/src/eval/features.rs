//! The features of a position: the numbers that select its weights.

use crate::geometry::{Color, Point};
use crate::pattern::Shape;
use crate::position::Position;

/// Number of bits of a mask of threats.
pub(crate) const THREAT_BITS: usize = 13;
/// Number of masks of threats.
pub const THREAT_MASKS: usize = 1 << THREAT_BITS;

/// The shapes with a bit each. The last one wins for the side to move, so only the opponent has a
/// bit for it.
const SHAPES: [Shape; 7] = [
    Shape::Three,
    Shape::ThreePlus,
    Shape::DoubleThree,
    Shape::Four,
    Shape::FourPlus,
    Shape::FourThree,
    Shape::OpenFour,
];
/// Number of bits for the side to move. The opponent's bits follow above them.
const OURS: usize = SHAPES.len() - 1;
const _: () = assert!(OURS + SHAPES.len() == THREAT_BITS);

/// Which strong shapes each side can make, as a mask below [`THREAT_MASKS`].
#[inline]
pub fn threats(position: &Position) -> usize {
    let us = position.to_move();
    let bits = |color: Color, shapes: &[Shape]| {
        shapes.iter().enumerate().fold(0, |mask, (bit, &shape)| {
            mask | usize::from(position.count(color, shape) > 0) << bit
        })
    };
    bits(us, &SHAPES[..OURS]) | bits(!us, &SHAPES) << OURS
}

/// The combinations of line classes at an empty point, as
/// [`LineClasses::code`](crate::pattern::tables::LineClasses::code): for the side to move, then for
/// its opponent.
pub fn codes(position: &Position, point: Point) -> [u16; 2] {
    let us = position.to_move();
    [us, !us].map(|color| position.lines(color, point).code() as u16)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;

    use super::*;
    use crate::eval::weights::{self, Weights};
    use crate::eval::{Evaluation, UNITS_PER_POINT};
    use crate::geometry::BoardSize;
    use crate::random::Generator;
    use crate::rule::Rule;
    use crate::score::Score;

    /// The score of the position and the appeal of each candidate, computed from the features and
    /// the weights alone.
    fn slow(position: &Position, set: &[u8]) -> (Score, Vec<i32>) {
        let us = position.to_move();
        let [ours, theirs] = [us, !us].map(|color| Weights::read(set, color).expect("a set"));
        let number = |weights: &Weights, code: u16, column: usize| {
            i32::from(weights.lines[usize::from(code)][column])
        };
        let mut units = i32::from(ours.threats[threats(position)]);
        for point in position.board().empty_points() {
            let [own, other] = codes(position, point);
            units += number(&ours, own, 0) - number(&theirs, other, 1);
        }
        let appeal = |point| {
            let [own, other] = codes(position, point);
            number(&ours, own, 2) + number(&theirs, other, 3)
        };
        let appeals = position.candidates().iter().map(appeal).collect();
        (Score::from_points(units / UNITS_PER_POINT), appeals)
    }

    #[test]
    fn the_features_and_the_weights_are_the_evaluation() {
        let mut random = Generator::seed_from_u64(1);
        for (rule, side, set) in [
            (Rule::Freestyle, 15, weights::FREESTYLE_15),
            (Rule::Freestyle, 20, weights::FREESTYLE_20),
            (Rule::Standard, 15, weights::STANDARD),
            (Rule::Renju, 15, weights::RENJU),
            (Rule::CaroOverline, 15, weights::CARO),
            (Rule::Caro, 20, weights::CARO),
        ] {
            let size = BoardSize::square(side).unwrap();
            let evaluation = Evaluation::of(rule, size);
            let mut position = Position::with_tables(size, evaluation.tables());
            position.play(size.center());
            for _ in 0..60 {
                let near: Vec<Point> = position.candidates().iter().collect();
                position.play(*near.choose(&mut random).unwrap());
                let us = position.to_move();
                let appeal = |point| evaluation.appeal(&position, us, point);
                let fast: Vec<i32> = position.candidates().iter().map(appeal).collect();
                assert_eq!((evaluation.score(&position), fast), slow(&position, set));
            }
        }
    }
}
