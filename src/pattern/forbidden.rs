//! Renju's forbidden points: overline, double four, double three.
//!
//! Black may not make them unless the same move makes a five. A three counts only if Black can
//! really turn it into a straight four: by a move that makes no five at the same time and is itself
//! not forbidden, by the same test (international rules, [renju.net](https://www.renju.net)).

use super::LineClass;
use super::classify::SIDE;
use super::lines::LineWords;
use super::tables::Tables;
use crate::board::Cell;
use crate::geometry::{Color, Direction, Point, PointSet};

/// Why a point is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foul {
    /// Six or more in a row.
    Overline,
    /// Two fours, which may lie on one line.
    DoubleFour,
    /// Two open threes in different directions.
    DoubleThree,
}

/// Cells from a stone of a three to the point that makes the straight four, at most.
const THREE_REACH: isize = 3;

/// Stones that the test puts on the board one after the other before it calls a three genuine.
/// Real positions need two to four.
const MAX_NESTING: usize = 12;

/// Why Black may not play on the empty point `point`; `None` if Black may.
pub(crate) fn foul(lines: &LineWords, tables: &Tables, point: Point) -> Option<Foul> {
    Test { lines: lines.clone(), tables, nesting: 0, looked_at: None }.foul(point)
}

/// The empty points that have a say in what [`foul`] says of `point`: a stone anywhere else leaves
/// the answer as it is.
pub(crate) fn influences(lines: &LineWords, tables: &Tables, point: Point) -> PointSet {
    let looked_at = Some(PointSet::EMPTY);
    let mut test = Test { lines: lines.clone(), tables, nesting: 0, looked_at };
    test.foul(point);
    test.looked_at.unwrap_or(PointSet::EMPTY)
}

struct Test<'a> {
    lines: LineWords,
    tables: &'a Tables,
    /// Black stones that the test has put down.
    nesting: usize,
    /// The empty points on the lines that were looked at, if anybody wants to know.
    looked_at: Option<PointSet>,
}

impl Test<'_> {
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

    /// Whether the three through `point` can become a straight four.
    fn is_genuine(&mut self, point: Point, direction: Direction) -> bool {
        [-1, 1].into_iter().any(|sign| {
            // The first empty cell on this side; nearer cells are stones of the three.
            let four = (1..=THREE_REACH)
                .map(|steps| point.step(direction, sign * steps))
                .find(|&index| self.lines.cell(index) != Cell::Black as u64)
                .filter(|&index| self.lines.cell(index) == Cell::Empty as u64);
            four.is_some_and(|index| self.makes_straight_four(Point::from_index(index), direction))
        })
    }

    fn makes_straight_four(&mut self, point: Point, direction: Direction) -> bool {
        let classes = self.classes(point);
        classes[direction as usize] == LineClass::OpenFour
            && !classes.contains(&LineClass::Five)
            && self.foul(point).is_none()
    }

    /// The classes of the lines through an empty point.
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
