//! Renju's forbidden points: overline, double four, double three.
//!
//! Black may not play such a point unless the same move makes a five. An open three counts only if
//! Black can really turn it into a straight four. The move that does so must not make a five at the
//! same time and must not be forbidden itself, by the same test. Source: the international rules,
//! [renju.net](https://www.renju.net).

use super::LineClass;
use super::classify::SIDE;
use super::lines::LineWords;
use super::tables::Tables;
use crate::board::Cell;
use crate::geometry::{Color, Direction, Point, PointSet};

/// Why a point is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "kebab-case"))]
pub enum Foul {
    /// Six or more in a row.
    Overline,
    /// Two fours, which may lie on one line.
    DoubleFour,
    /// Two open threes in different directions.
    DoubleThree,
}

impl Foul {
    /// The name of the foul in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overline => "overline",
            Self::DoubleFour => "double-four",
            Self::DoubleThree => "double-three",
        }
    }
}

/// Maximum distance, in cells, from a stone of a three to the point that makes the straight four.
const THREE_REACH: isize = 3;

/// Maximum number of stones that the test adds, one on top of another, before it counts open threes
/// as genuine without looking further. Real positions need two to four.
const MAX_NESTING: usize = 12;

/// The reason why Black may not play on the empty point `point`, or `None` if Black may.
pub(crate) fn foul(lines: &LineWords, tables: &Tables, point: Point) -> Option<Foul> {
    Test { lines: lines.clone(), tables, nesting: 0, looked_at: None }.foul(point)
}

/// The empty points that can influence the result of [`foul`] for `point`. A stone on any other
/// point leaves the result unchanged.
pub(crate) fn influences(lines: &LineWords, tables: &Tables, point: Point) -> PointSet {
    let looked_at = Some(PointSet::EMPTY);
    let mut test = Test { lines: lines.clone(), tables, nesting: 0, looked_at };
    test.foul(point);
    test.looked_at.unwrap_or(PointSet::EMPTY)
}

/// One run of the test on a private copy of the line words.
struct Test<'a> {
    lines: LineWords,
    tables: &'a Tables,
    /// Number of black stones that the test has added.
    nesting: usize,
    /// The empty points within five cells of the points examined so far; `None` if the caller does
    /// not need them.
    looked_at: Option<PointSet>,
}

impl Test<'_> {
    /// The foul of a black stone on an empty point. The line words are the same on return as on
    /// entry.
    fn foul(&mut self, point: Point) -> Option<Foul> {
        let classes = self.classes(point);
        if classes.contains(&LineClass::Five) {
            return None;
        }
        if classes.contains(&LineClass::Overline) {
            return Some(Foul::Overline);
        }
        if classes.iter().map(|class| class.four_count()).sum::<usize>() >= 2 {
            return Some(Foul::DoubleFour);
        }
        if classes.iter().filter(|class| class.is_three()).count() < 2 {
            return None;
        }
        if self.nesting >= MAX_NESTING {
            return Some(Foul::DoubleThree);
        }
        self.lines.toggle(point, Color::Black);
        self.nesting += 1;
        let genuine = Direction::ALL
            .into_iter()
            .filter(|&direction| {
                classes[direction as usize].is_three() && self.is_genuine(point, direction)
            })
            .take(2)
            .count();
        self.nesting -= 1;
        self.lines.toggle(point, Color::Black);
        (genuine >= 2).then_some(Foul::DoubleThree)
    }

    /// Whether Black can turn the three through `point` into a straight four.
    fn is_genuine(&mut self, point: Point, direction: Direction) -> bool {
        [-1, 1].into_iter().any(|sign| {
            // The first empty cell on this side. All nearer cells hold stones of the three.
            let four = (1..=THREE_REACH)
                .map(|steps| point.step(direction, sign * steps))
                .find(|&index| self.lines.cell(index) != Cell::Black as u64)
                .filter(|&index| self.lines.cell(index) == Cell::Empty as u64);
            four.is_some_and(|index| self.makes_straight_four(Point::from_index(index), direction))
        })
    }

    /// Whether a stone on `point` legally makes a straight four in this direction without making a
    /// five.
    fn makes_straight_four(&mut self, point: Point, direction: Direction) -> bool {
        let classes = self.classes(point);
        classes[direction as usize] == LineClass::OpenFour
            && !classes.contains(&LineClass::Five)
            && self.foul(point).is_none()
    }

    /// The classes that a black stone would give the four lines through an empty point.
    fn classes(&mut self, point: Point) -> [LineClass; 4] {
        if let Some(looked_at) = &mut self.looked_at {
            for direction in Direction::ALL {
                for steps in -(SIDE as isize)..=SIDE as isize {
                    let index = point.step(direction, steps);
                    if self.lines.cell(index) == Cell::Empty as u64 {
                        looked_at.insert(Point::from_index(index));
                    }
                }
            }
        }
        self.lines.lines_of(self.tables, point, Color::Black).classes()
    }
}

#[cfg(test)]
mod tests;
