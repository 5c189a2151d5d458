//! The shapes and the value of a point in one word, and sums of such words.
//!
//! The score for a side to move needs, over all points, its own value to move minus the opponent's
//! value to wait. So each point has two numbers, one for either side to move. Each has a lane in
//! the word, shifted so that it is never negative; the shapes have the bits above them. Adding
//! whole words adds each lane separately, as long as no sum leaves its lane: one addition updates
//! both sums.

use super::Shape;
use crate::geometry::{Color, MAX_SIDE};

/// What a point is worth to a colour, in the evaluation's unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// Value if the colour is to move.
    pub moving: i16,
    /// Value if the opponent is to move.
    pub waiting: i16,
}

impl Value {
    /// The largest absolute value of either number.
    pub const MAX: i16 = (BIAS - 1) as i16;
}

/// Added to a value to make it non-negative.
const BIAS: i32 = 1 << 13;
/// Bits of a lane. The first is for Black to move, the second for White.
const LANE: u32 = 24;
const LANE_MASK: u64 = (1 << LANE) - 1;
const _: () = assert!(
    (MAX_SIDE as u64).pow(2) * 4 * BIAS as u64 <= LANE_MASK,
    "a sum over the largest board could leave its lane"
);
/// Lowest bit of what is known of the shape for Black. White's part follows.
const SHAPES: u32 = 2 * LANE;
const SHAPE_BITS: u32 = 4;
const _: () = assert!(Shape::COUNT <= 1 << SHAPE_BITS);
/// Bits for a colour: the number of the shape, then the same number again, or 0 if it is weak.
const COLOR_BITS: u32 = 2 * SHAPE_BITS;
const _: () = assert!(SHAPES + 2 * COLOR_BITS == u64::BITS);
/// The bits of both colours that differ only if a strong shape does.
const STRONG: u16 = 0xf0f0;

/// A colour's part in the word of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShapeValue(u64);

impl ShapeValue {
    /// The weakest shape that counts as strong.
    pub(crate) const FIRST_STRONG: Shape = Shape::Three;

    /// The part of `color` in a point where it has this shape and this value. Values beyond
    /// [`Value::MAX`] count as that.
    pub(crate) fn new(color: Color, shape: Shape, value: Value) -> Self {
        let lane = |value: i16| {
            let value = i32::from(value.clamp(-Value::MAX, Value::MAX));
            [value + BIAS, BIAS - value].map(|lane| lane as u64)
        };
        let ([moving, _], [_, waiting]) = (lane(value.moving), lane(value.waiting));
        let lanes = match color {
            Color::Black => [moving, waiting],
            Color::White => [waiting, moving],
        };
        let strong = if shape >= Self::FIRST_STRONG { shape as u64 } else { 0 };
        let shapes = (shape as u64 | strong << SHAPE_BITS) << (COLOR_BITS * color as u32);
        Self(lanes[0] | lanes[1] << LANE | shapes << SHAPES)
    }

    /// The shape.
    pub(crate) fn shape(self, color: Color) -> Shape {
        ShapeValues(self.0).shape(color)
    }
}

/// What the search and the evaluation need of a point for both colours.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ShapeValues(u64);

impl ShapeValues {
    /// A point with the shapes and the value of neither colour. A sum must not hold it.
    pub(crate) const NONE: Self = Self(0);

    /// A point, given the parts of both colours.
    #[inline(always)]
    pub(crate) const fn new(black: ShapeValue, white: ShapeValue) -> Self {
        Self(black.0 + white.0)
    }

    /// The shape that a stone of `color` would make.
    #[inline(always)]
    pub(crate) const fn shape(self, color: Color) -> Shape {
        let code = self.0 >> (SHAPES + COLOR_BITS * color as u32);
        Shape::from_code(code as usize % (1 << SHAPE_BITS))
    }

    /// Both shapes, without the value.
    #[inline(always)]
    pub(crate) const fn shapes(self) -> Shapes {
        Shapes((self.0 >> SHAPES) as u16)
    }
}

/// The shapes of a point for both colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shapes(u16);

impl Shapes {
    /// Number of strengths.
    pub(crate) const STRENGTHS: usize = 1 << SHAPE_BITS;

    /// The strength for `color`: the number of its shape, or 0 if that is weak.
    #[inline(always)]
    pub(crate) const fn strength(self, color: Color) -> usize {
        self.strength_at(color.index())
    }

    /// The strength for the colour with this index.
    #[inline(always)]
    pub(crate) const fn strength_at(self, color: usize) -> usize {
        let code = self.0 >> (COLOR_BITS * color as u32 + SHAPE_BITS);
        code as usize % Self::STRENGTHS
    }

    /// Whether the strengths for either colour are not the same.
    #[inline(always)]
    pub(crate) const fn differ_in_strength(self, other: Self) -> bool {
        (self.0 ^ other.0) & STRONG != 0
    }
}

impl std::fmt::Debug for ShapeValues {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shapes = Color::ALL.map(|color| self.shape(color));
        let lane = |shift: u32| (self.0 >> shift & LANE_MASK) as i32 - 2 * BIAS;
        write!(f, "{shapes:?} {} {}", lane(0), lane(LANE))
    }
}

/// Sums of the values of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ValueSum(u64);

impl ValueSum {
    /// Adds a point.
    #[inline(always)]
    pub(crate) const fn add(&mut self, point: ShapeValues) {
        self.0 = self.0.wrapping_add(point.0);
    }

    /// Takes away a point that was added before.
    #[inline(always)]
    pub(crate) const fn remove(&mut self, point: ShapeValues) {
        self.0 = self.0.wrapping_sub(point.0);
    }

    /// The sum of the values for the side to move, minus that for its opponent, over the `count`
    /// points that were added.
    #[inline(always)]
    pub(crate) const fn lead(self, to_move: Color, count: usize) -> i32 {
        let lane = self.0 >> (LANE * to_move as u32) & LANE_MASK;
        lane as i32 - 2 * BIAS * count as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_values() {
        let numbers = [0, 1, -1, 700, -700, Value::MAX, -Value::MAX];
        let mut parts = Vec::new();
        for shape in Shape::ALL {
            for moving in numbers {
                parts.extend(numbers.map(|waiting| (shape, Value { moving, waiting })));
            }
        }
        let (mut sum, mut points, mut expected) = (ValueSum::default(), Vec::new(), [0, 0]);
        for (&(shape, value), &(other, other_value)) in parts.iter().zip(parts.iter().rev()) {
            let black = ShapeValue::new(Color::Black, shape, value);
            let white = ShapeValue::new(Color::White, other, other_value);
            assert_eq!((black.shape(Color::Black), white.shape(Color::White)), (shape, other));
            let point = ShapeValues::new(black, white);
            assert_eq!(Color::ALL.map(|color| point.shape(color)), [shape, other]);
            sum.add(point);
            points.push(point);
            expected[0] += i32::from(value.moving) - i32::from(other_value.waiting);
            expected[1] += i32::from(other_value.moving) - i32::from(value.waiting);
            let leads = Color::ALL.map(|color| sum.lead(color, points.len()));
            // The board has no room for more.
            if points.len() <= 484 {
                assert_eq!(leads, expected);
            }
        }
        points.into_iter().for_each(|point| sum.remove(point));
        assert_eq!(sum, ValueSum::default());
    }

    #[test]
    fn the_largest_values_fill_the_largest_board() {
        for moving in [Value::MAX, -Value::MAX, i16::MAX, i16::MIN] {
            let value = Value { moving, waiting: moving.saturating_neg() };
            let [black, white] = Color::ALL.map(|color| ShapeValue::new(color, Shape::Foul, value));
            let mut sum = ValueSum::default();
            (0..484).for_each(|_| sum.add(ShapeValues::new(black, white)));
            let expected = 484 * 2 * i32::from(moving.clamp(-Value::MAX, Value::MAX));
            assert_eq!(Color::ALL.map(|color| sum.lead(color, 484)), [expected; 2]);
        }
    }

    #[test]
    fn weak_shapes_have_no_strength() {
        let value = Value { moving: 5, waiting: -5 };
        let strength = |shape| if shape >= ShapeValue::FIRST_STRONG { shape as usize } else { 0 };
        for one in Shape::ALL {
            for other in Shape::ALL {
                let black = ShapeValue::new(Color::Black, one, value);
                let white = ShapeValue::new(Color::White, other, value);
                let shapes = ShapeValues::new(black, white).shapes();
                let strengths = Color::ALL.map(|color| shapes.strength(color));
                assert_eq!(strengths, [one, other].map(strength));
                let swapped = [(Color::Black, other), (Color::White, one)];
                let swapped = swapped.map(|(color, shape)| ShapeValue::new(color, shape, value));
                let swapped = ShapeValues::new(swapped[0], swapped[1]).shapes();
                let differ = strength(one) != strength(other);
                assert_eq!(shapes.differ_in_strength(swapped), differ);
            }
        }
    }
}
