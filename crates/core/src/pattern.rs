//! What a stone would make: on one line, its [`LineClass`]; on all four lines through a point, its
//! [`Shape`].
//!
//! The one idea: take the five cells on one side of a point as one colour sees them, and cut them
//! off at the first cell that this colour cannot use. The result is one of a few dozen *halves*.
//! Two halves form a *pattern*. Every property of a line is a small table over patterns, built once
//! in [`tables`] from the definition of the rule.

mod classify;
pub mod forbidden;
pub(crate) mod lines;
pub(crate) mod shape_value;
pub mod tables;

/// What a stone on a point makes of one line through it, as the stone's colour sees it.
///
/// A greater value is a stronger class. `Overline` is a row of six or more under a rule where that
/// does not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum LineClass {
    /// No five through the point is possible on this line.
    Dead,
    /// Six or more in a row that do not win.
    Overline,
    /// Two stones from a blocked three.
    BlockedOne,
    /// Two stones from an open three.
    One,
    /// One stone from a blocked three.
    BlockedTwo,
    /// One stone from an open three, in one or two ways.
    TwoA,
    /// One stone from an open three, in three ways.
    TwoB,
    /// One stone from an open three, in four or more ways.
    TwoC,
    /// One stone from a four, but from no open four.
    BlockedThree,
    /// An open three: one stone from an open four, in one way.
    Three,
    /// An open three with two or more ways to an open four.
    ThreePlus,
    /// A four: one stone from a win, and one stone of the opponent ends the threat.
    Four,
    /// An open four: no single stone of the opponent prevents the win.
    OpenFour,
    /// Two fours on one line. Distinguished from an open four only where it is a foul.
    DoubleFour,
    /// A winning row.
    Five,
}

impl LineClass {
    /// Number of classes.
    pub const COUNT: usize = Self::Five as usize + 1;

    /// All classes, from the weakest to the strongest, in order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Dead,
        Self::Overline,
        Self::BlockedOne,
        Self::One,
        Self::BlockedTwo,
        Self::TwoA,
        Self::TwoB,
        Self::TwoC,
        Self::BlockedThree,
        Self::Three,
        Self::ThreePlus,
        Self::Four,
        Self::OpenFour,
        Self::DoubleFour,
        Self::Five,
    ];

    /// The class with number `code`. A number out of range gives `Dead`.
    #[inline]
    pub(crate) const fn from_code(code: usize) -> Self {
        if code < Self::COUNT { Self::ALL[code] } else { Self::Dead }
    }

    /// Whether the class is an open three of either kind.
    #[inline]
    pub(crate) const fn is_three(self) -> bool {
        matches!(self, Self::Three | Self::ThreePlus)
    }

    /// Whether the class is one stone from an open three.
    #[inline]
    pub(crate) const fn is_two(self) -> bool {
        matches!(self, Self::TwoA | Self::TwoB | Self::TwoC)
    }

    /// The number of fours in this class, as renju counts them.
    #[inline]
    pub(crate) const fn four_count(self) -> usize {
        match self {
            Self::Four | Self::OpenFour => 1,
            Self::DoubleFour => 2,
            _ => 0,
        }
    }
}

/// What a stone on a point makes of the four lines through it together.
///
/// A greater value is a stronger shape, except that `Foul` comes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// None of the shapes below.
    None,
    /// A live two: one stone from an open three.
    Two,
    /// One stone from a four.
    BlockedThree,
    /// Two live twos.
    DoubleTwo,
    /// A blocked three with a live two or another blocked three.
    BlockedThreePlus,
    /// An open three.
    Three,
    /// An open three with a live two or a blocked three.
    ThreePlus,
    /// Two open threes.
    DoubleThree,
    /// A four.
    Four,
    /// A four with a live two or a blocked three.
    FourPlus,
    /// A four and an open three.
    FourThree,
    /// An open four, or two fours.
    OpenFour,
    /// A winning row.
    Five,
    /// Renju: looks like an overline, double four or double three of Black. [`forbidden`] decides
    /// whether it really is a foul.
    Foul,
}

impl Shape {
    /// Number of shapes.
    pub const COUNT: usize = Self::Foul as usize + 1;

    /// All shapes, in order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [
        Self::None,
        Self::Two,
        Self::BlockedThree,
        Self::DoubleTwo,
        Self::BlockedThreePlus,
        Self::Three,
        Self::ThreePlus,
        Self::DoubleThree,
        Self::Four,
        Self::FourPlus,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
        Self::Foul,
    ];

    /// The shapes with a four, without suspected fouls; see [`Shape::is_four`].
    pub(crate) const FOURS: [Self; 4] =
        [Self::Four, Self::FourPlus, Self::FourThree, Self::OpenFour];

    /// The shape with number `code`. A number out of range gives `Foul`.
    #[inline(always)]
    pub(crate) const fn from_code(code: usize) -> Self {
        if code < Self::COUNT { Self::ALL[code] } else { Self::Foul }
    }

    /// The shape of a point whose four lines have these classes. `has_fouls` says whether the
    /// colour has forbidden points.
    pub fn of(classes: [LineClass; 4], has_fouls: bool) -> Self {
        let count = |test: fn(LineClass) -> bool| classes.iter().filter(|&&c| test(c)).count();
        let fives = count(|c| c == LineClass::Five);
        let overlines = count(|c| c == LineClass::Overline);
        let fours: usize = classes.iter().map(|c| c.four_count()).sum();
        let threes = count(LineClass::is_three);
        let twos = count(LineClass::is_two);
        let blocked_threes = count(|c| c == LineClass::BlockedThree);
        if fives > 0 {
            Self::Five
        } else if has_fouls && (overlines > 0 || fours >= 2 || threes >= 2) {
            Self::Foul
        } else if fours >= 2 || classes.contains(&LineClass::OpenFour) {
            Self::OpenFour
        } else if fours == 1 {
            match (threes, twos + blocked_threes) {
                (0, 0) => Self::Four,
                (0, _) => Self::FourPlus,
                _ => Self::FourThree,
            }
        } else if threes >= 2 {
            Self::DoubleThree
        } else if threes == 1 {
            if twos + blocked_threes > 0 { Self::ThreePlus } else { Self::Three }
        } else if blocked_threes >= 2 || (blocked_threes == 1 && twos > 0) {
            Self::BlockedThreePlus
        } else if twos >= 2 {
            Self::DoubleTwo
        } else if blocked_threes == 1 {
            Self::BlockedThree
        } else if twos == 1 {
            Self::Two
        } else {
            Self::None
        }
    }

    /// Whether a stone of this shape threatens to win with the next move. Suspected fouls do not
    /// count.
    #[inline]
    pub(crate) const fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::FourPlus | Self::FourThree | Self::OpenFour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_agree() {
        for (code, class) in LineClass::ALL.into_iter().enumerate() {
            assert_eq!(class as usize, code);
        }
        for (code, shape) in Shape::ALL.into_iter().enumerate() {
            assert_eq!(shape as usize, code);
        }
    }

    #[test]
    fn the_shapes_with_a_four_are_listed() {
        assert!(Shape::ALL.into_iter().filter(|shape| shape.is_four()).eq(Shape::FOURS));
    }

    #[test]
    fn two_fours_win_and_are_a_foul_of_black_in_renju() {
        let classes = [LineClass::Four, LineClass::Dead, LineClass::Four, LineClass::Dead];
        assert_eq!(Shape::of(classes, false), Shape::OpenFour);
        assert_eq!(Shape::of(classes, true), Shape::Foul);
    }

    #[test]
    fn a_five_overrides_every_foul() {
        let classes = [LineClass::Five, LineClass::Overline, LineClass::Four, LineClass::Four];
        assert_eq!(Shape::of(classes, true), Shape::Five);
    }
}
