//! The complete sets of replies to a threat: whatever is left out loses to that very threat.

use crate::board::Cell;
use crate::geometry::{Color, Direction, Point, PointSet};
use crate::pattern::{LineClass, Shape};
use crate::position::Position;

use super::fours;

/// The moves that stop every five the opponent threatens. Forbidden points are left out.
///
/// One point, or none if there are two fives; where a four can also be answered behind it (caro),
/// up to three.
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

/// The moves that stop every open four (or pair of fours) the opponent threatens, and all fours of
/// the side to move. Forbidden points are not looked for, except among the fours.
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

/// The moves that may stop the win of the opponent that begins with the four-three at `threat`:
/// what spoils its lines, all fours of the side to move, and what turns the forced answer into a
/// four. Where a five can be closed, a stone near the four can open a second answer to it, so that
/// all points of its line are in the set.
///
/// `None` if the forced answer may be a foul: then whatever makes it legal is an answer as well,
/// and that may be a stone almost anywhere.
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

/// The points that weaken any line of at least class `least` that `them` would have at `threat`.
fn spoilers(position: &Position, them: Color, threat: Point, least: LineClass) -> PointSet {
    let lines = position.lines(them, threat);
    Direction::ALL
        .into_iter()
        .filter(|&direction| lines.class(direction as usize) >= least)
        .flat_map(|direction| position.spoilers(them, threat, direction))
        .chain([threat])
        .collect()
}

/// Adds the empty points within five cells of `point` in one direction.
fn insert_line(position: &Position, point: Point, direction: Direction, set: &mut PointSet) {
    for steps in -5..=5 {
        let index = point.step(direction, steps);
        if position.board().cell_at(index) == Cell::Empty {
            set.insert(Point::from_index(index));
        }
    }
}
