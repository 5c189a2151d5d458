//! Weights of shapes, set by hand; the unit is the point of [`crate::score::Score`].

use crate::geometry::Color;
use crate::pattern::{LineClass, Shape};

/// Sixteenths of a point that one point of potential is worth.
pub const POTENTIAL: i32 = 16;

/// What it is worth to be on the move.
pub const TEMPO: i32 = 25;

/// Worth of having points of a shape for the side to move, by shape.
pub const OURS: [i32; Shape::COUNT] = by_shape(&[
    (Shape::Three, 10),
    (Shape::ThreePlus, 30),
    (Shape::DoubleThree, 90),
    (Shape::Four, 15),
    (Shape::FourPlus, 45),
    (Shape::FourThree, 300),
]);

/// The same for the opponent of the side to move.
pub const THEIRS: [i32; Shape::COUNT] = by_shape(&[
    (Shape::Three, 5),
    (Shape::ThreePlus, 12),
    (Shape::DoubleThree, 40),
    (Shape::Four, 8),
    (Shape::FourPlus, 25),
    (Shape::FourThree, 80),
    (Shape::OpenFour, 60),
]);

const fn by_shape(worth: &[(Shape, i32)]) -> [i32; Shape::COUNT] {
    let mut table = [0; Shape::COUNT];
    let mut index = 0;
    while index < worth.len() {
        table[worth[index].0 as usize] = worth[index].1;
        index += 1;
    }
    table
}

/// The value of an empty point for `color`, given what a stone there would make of its four lines.
pub fn value(_: Color, classes: [LineClass; 4]) -> i16 {
    let sum: i16 = classes.into_iter().map(class_value).sum();
    let count = |test: fn(LineClass) -> bool| classes.iter().filter(|&&c| test(c)).count();
    let strong = count(|class| class >= LineClass::BlockedThree);
    let live = count(|class| class.is_two() || class.is_three());
    // Lines that help each other where they cross.
    let crossing = match (strong, live) {
        (2.., _) => 8,
        (1, 2..) => 6,
        (1, 1) => 3,
        (_, 2..) => 3,
        _ => 0,
    };
    sum + crossing
}

fn class_value(class: LineClass) -> i16 {
    match class {
        LineClass::Dead | LineClass::Overline | LineClass::Five => 0,
        LineClass::BlockedOne => 1,
        LineClass::One => 2,
        LineClass::BlockedTwo => 3,
        LineClass::TwoA => 5,
        LineClass::TwoB => 6,
        LineClass::TwoC => 8,
        LineClass::BlockedThree => 7,
        LineClass::Three => 14,
        LineClass::ThreePlus => 17,
        LineClass::Four | LineClass::DoubleFour => 15,
        LineClass::OpenFour => 30,
    }
}
