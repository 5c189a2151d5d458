//! The moves that make a four.

use crate::geometry::PointSet;
use crate::pattern::Shape;
use crate::position::Position;

/// The points where the side to move makes a four that is not a foul.
pub fn fours(position: &Position) -> PointSet {
    let us = position.to_move();
    let mut fours = PointSet::EMPTY;
    for shape in Shape::FOURS {
        fours.insert_all(position.points(us, shape));
    }
    if position.rule().has_fouls(us) {
        for point in position.points(us, Shape::Foul) {
            if position.lines(us, point).has_four() && !position.is_forbidden(point) {
                fours.insert(point);
            }
        }
    }
    fours
}
