//! Renju's forbidden points: overline, double four, double three.
//!
//! Black may not make them unless the same move makes a five. A three counts only if Black can really
//! turn it into a straight four: by a move that makes no five at the same time and is itself not
//! forbidden, by the same test (international rules, [renju.net](https://www.renju.net)).

use super::LineClass;
use super::lines::LineWords;
use super::tables::Tables;
use crate::board::{Board, Cell};
use crate::geometry::{Color, Direction, Point};

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
pub(crate) fn foul(
    board: &Board,
    lines: &LineWords,
    tables: &Tables,
    point: Point,
) -> Option<Foul> {
    Test { board, lines: lines.clone(), tables, placed: Vec::new() }.foul(point)
}

struct Test<'a> {
    board: &'a Board,
    lines: LineWords,
    tables: &'a Tables,
    /// Black stones that the test has put down.
    placed: Vec<Point>,
}

impl Test<'_> {
    fn foul(&mut self, point: Point) -> Option<Foul> {
        let classes = self.lines.lines_of(self.tables, point, Color::Black).classes();
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
        if self.placed.len() >= MAX_NESTING {
            return Some(Foul::DoubleThree);
        }
        self.lines.toggle(point, Color::Black);
        self.placed.push(point);
        let genuine = Direction::ALL
            .into_iter()
            .filter(|&direction| {
                classes[direction as usize].is_three() && self.is_genuine(point, direction)
            })
            .take(2)
            .count();
        self.placed.pop();
        self.lines.toggle(point, Color::Black);
        (genuine >= 2).then_some(Foul::DoubleThree)
    }

    /// Whether the three through `point` can become a straight four.
    fn is_genuine(&mut self, point: Point, direction: Direction) -> bool {
        [-1, 1].into_iter().any(|sign| {
            // The first empty cell on this side; nearer cells are stones of the three.
            let four = (1..=THREE_REACH)
                .map(|steps| point.step(direction, sign * steps))
                .find(|&index| !self.is_black(index))
                .filter(|&index| self.is_empty(index));
            four.is_some_and(|index| self.makes_straight_four(Point::from_index(index), direction))
        })
    }

    fn makes_straight_four(&mut self, point: Point, direction: Direction) -> bool {
        let classes = self.lines.lines_of(self.tables, point, Color::Black).classes();
        classes[direction as usize] == LineClass::OpenFour
            && !classes.contains(&LineClass::Five)
            && self.foul(point).is_none()
    }

    fn is_black(&self, index: usize) -> bool {
        self.board.cell_at(index) == Cell::Black
            || self.placed.iter().any(|placed| placed.index() == index)
    }

    fn is_empty(&self, index: usize) -> bool {
        self.board.cell_at(index) == Cell::Empty && !self.is_black(index)
    }
}

#[cfg(test)]
mod tests;
