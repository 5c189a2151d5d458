//! A move without a search.

use crate::eval::Evaluation;
use crate::geometry::{Point, PointSet};
use crate::pattern::Shape;
use crate::position::Position;
use crate::threat::{Situation, assess, defence};

/// Returns a sensible move at once, from the shapes alone.
///
/// The move is a five, an answer to a five, an open four, or the point with the best shapes. The
/// result is `None` if the board is full. An `excluded` point is returned only if no other legal
/// point is left, and a forbidden point only if every empty point is forbidden.
pub(crate) fn static_move(position: &Position, excluded: &PointSet) -> Option<Point> {
    let evaluation = Evaluation::of(position.rule(), position.size());
    let mut position = position.rebuilt_with(evaluation.tables());
    let us = position.to_move();
    let is_allowed = |position: &Position, point: Point| {
        !excluded.contains(point) && !position.is_forbidden(point)
    };
    let situation = assess(&mut position);
    let preferred = match situation {
        Situation::Won { best, .. } => Some([best].into_iter().collect()),
        Situation::Lost { .. } if position.count(!us, Shape::Five) > 0 => {
            Some(*position.points(!us, Shape::Five))
        }
        Situation::Lost { .. } => Some(defence::answers_to_open_four(&position)),
        Situation::Block(_) | Situation::Defend(_) | Situation::Free => situation.moves().copied(),
    };
    let best_of = |points: &mut dyn Iterator<Item = Point>| {
        points.filter(|&point| is_allowed(&position, point)).max_by_key(|&point| {
            (evaluation.appeal(&position, us, point), std::cmp::Reverse(point))
        })
    };
    preferred
        .and_then(|points| best_of(&mut points.iter()))
        .or_else(|| best_of(&mut position.candidates().iter()))
        .or_else(|| {
            // No allowed point near a stone: take the allowed point nearest to the centre.
            let center = position.size().center();
            let distance = |point: &Point| point.distance(center);
            let mut empty: Vec<Point> = position.board().empty_points().collect();
            empty.sort_by_key(distance);
            let legal = || empty.iter().copied().filter(|&point| !position.is_forbidden(point));
            legal().find(|&point| !excluded.contains(point)).or_else(|| legal().next())
        })
        .or_else(|| position.board().empty_points().next())
}
