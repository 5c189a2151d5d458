//! The complete sets of replies to a threat. Every move outside a set loses to that very threat.

use crate::board::Cell;
use crate::geometry::{Color, Direction, Point, PointSet};
use crate::pattern::{LineClass, Shape};
use crate::position::Position;

use super::fours::fours;

/// The moves that stop every five that the opponent threatens, without forbidden points.
///
/// There is usually one such point, and none if there are two fives. Where a four can also be
/// answered beyond the five (caro), there are up to two.
pub(crate) fn answers_to_five(position: &Position) -> PointSet {
    let us = position.to_move();
    let mut fives = position.points(!us, Shape::Five).iter();
    let Some(five) = fives.next() else { return PointSet::EMPTY };
    let mut answers = answers_to_one_five(position, !us, five);
    for five in fives {
        answers = answers.intersection(&answers_to_one_five(position, !us, five));
    }
    if position.rule().has_fouls(us) {
        answers = answers.iter().filter(|&point| !position.is_forbidden(point)).collect();
    }
    answers
}

/// The moves that stop the five that `them` threatens at one point.
fn answers_to_one_five(position: &Position, them: Color, five: Point) -> PointSet {
    let point = || [five].into_iter().collect();
    if position.rule().line_rule(them).closed_five_wins {
        return point();
    }
    let lines = position.lines(them, five);
    Direction::ALL
        .into_iter()
        .filter(|&direction| lines.class(direction as usize) == LineClass::Five)
        .map(|direction| position.spoilers(them, five, direction).collect::<PointSet>())
        .reduce(|a, b| a.intersection(&b))
        .unwrap_or_else(point)
}

/// The moves that stop every open four or pair of fours that the opponent threatens, plus all fours
/// of the side to move. The fours are legal; the other moves may be forbidden.
pub(crate) fn answers_to_open_four(position: &Position) -> PointSet {
    let us = position.to_move();
    position
        .points(!us, Shape::OpenFour)
        .iter()
        .map(|threat| spoilers(position, !us, threat, LineClass::Four))
        .reduce(|a, b| a.intersection(&b))
        .unwrap_or(PointSet::EMPTY)
        .union(&fours(position))
}

/// The moves that may stop a win of the opponent that begins with the four-three at `threat`.
///
/// They are the moves that spoil its lines, all fours of the side to move, and the moves that turn
/// the forced answer into a four. Where a closed five does not win, a stone near the four can
/// create a second answer to it. All points of the four's line are then in the set.
///
/// `None` if the forced answer may be a foul. Then every move that makes it legal is an answer as
/// well, and such a stone may be almost anywhere.
pub(crate) fn answers_to_four_three(position: &mut Position, threat: Point) -> Option<PointSet> {
    let us = position.to_move();
    let mut answers = spoilers(position, !us, threat, LineClass::Three).union(&fours(position));
    if !position.rule().line_rule(!us).closed_five_wins {
        let lines = position.lines(!us, threat);
        for direction in Direction::ALL {
            if lines.class(direction as usize) == LineClass::Four {
                insert_line(position, threat, direction, &mut answers);
            }
        }
    }
    position.place(!us, threat);
    let has_foul = position
        .points(!us, Shape::Five)
        .iter()
        .any(|five| position.shape(us, five) == Shape::Foul);
    for answer in &answers_to_five(position) {
        answers.insert(answer);
        let lines = position.lines(us, answer);
        for direction in Direction::ALL {
            if lines.class(direction as usize) < LineClass::BlockedThree {
                continue;
            }
            insert_line(position, answer, direction, &mut answers);
        }
    }
    position.undo();
    position.set_to_move(us);
    (!has_foul).then_some(answers)
}

/// The points that weaken any line of class `least` or stronger that `them` would get at `threat`.
fn spoilers(position: &Position, them: Color, threat: Point, least: LineClass) -> PointSet {
    let lines = position.lines(them, threat);
    Direction::ALL
        .into_iter()
        .filter(|&direction| lines.class(direction as usize) >= least)
        .flat_map(|direction| position.spoilers(them, threat, direction))
        .chain([threat])
        .collect()
}

/// Adds the empty points within five cells of `point` along one line.
fn insert_line(position: &Position, point: Point, direction: Direction, set: &mut PointSet) {
    for steps in -5..=5 {
        let index = point.step(direction, steps);
        if position.board().cell_at(index) == Cell::Empty {
            set.insert(Point::from_index(index));
        }
    }
}
