//! What the evaluation sees of a position: the numbers its weights belong to.

use crate::geometry::{Color, Point};
use crate::pattern::Shape;
use crate::position::Position;

/// Number of bits of a mask of threats.
pub const THREAT_BITS: usize = 13;
/// Number of masks of threats.
pub const THREAT_MASKS: usize = 1 << THREAT_BITS;

/// The shapes of the side to move with a bit each, from bit 0.
const OURS: [Shape; 6] = [
    Shape::Three,
    Shape::ThreePlus,
    Shape::DoubleThree,
    Shape::Four,
    Shape::FourPlus,
    Shape::FourThree,
];
/// The same of its opponent, from bit 6.
const THEIRS: [Shape; 7] = [
    Shape::Three,
    Shape::ThreePlus,
    Shape::DoubleThree,
    Shape::Four,
    Shape::FourPlus,
    Shape::FourThree,
    Shape::OpenFour,
];

/// Which strong shapes both sides can make, as a mask below [`THREAT_MASKS`].
#[inline]
pub fn threats(position: &Position) -> usize {
    let us = position.to_move();
    let bits = |color: Color, shapes: &[Shape]| {
        shapes.iter().enumerate().fold(0, |mask, (bit, &shape)| {
            mask | usize::from(position.count(color, shape) > 0) << bit
        })
    };
    bits(us, &OURS) | bits(!us, &THEIRS) << OURS.len()
}

/// The combinations of line classes at an empty point, for the side to move and for its opponent.
pub fn codes(position: &Position, point: Point) -> [u16; 2] {
    let us = position.to_move();
    [us, !us].map(|color| position.lines(color, point).code() as u16)
}
