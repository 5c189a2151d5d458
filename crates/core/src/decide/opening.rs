//! Moves that need no search: the first and the second stone of the game.

use super::means::{Means, Remark};
use super::task::{Answer, Task};
use crate::geometry::{BoardSize, Point, PointSet};
use crate::position::Position;

/// Distance from the edge below which a first stone leaves the centre to the second player.
const FAR_FROM_EDGE: u8 = 4;

/// Returns the first stone of a side, unless several lines are wanted.
pub(super) fn answer(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    if task.lines() != 1 {
        return None;
    }
    let point = first_stone(&task.position, &task.excluded.union(&task.advice.avoid))?;
    means.remark(Remark::FirstStone, 0);
    Some(Answer::one(point))
}

/// Returns the engine's first stone, if the board is empty or holds only one stone of the opponent.
/// The stone is not on an `excluded` point.
fn first_stone(position: &Position, excluded: &PointSet) -> Option<Point> {
    let board = position.board();
    let size = board.size();
    if board.empty_count() + board.stones().len() != size.area() {
        return None;
    }
    let is_open = |point: &Point| board.is_empty(*point) && !excluded.contains(*point);
    let center = size.center();
    match board.stones() {
        [] => size.points().filter(is_open).min_by_key(|&point| squared_distance(point, center)),
        [stone] if stone.color != board.to_move() => {
            let target = if edge_distance(stone.point, size) < FAR_FROM_EDGE {
                center
            } else {
                diagonal_towards(stone.point, center)
            };
            Some(target).filter(is_open)
        }
        _ => None,
    }
}

/// Returns the diagonal neighbour of `point` that is nearest to `center`.
fn diagonal_towards(point: Point, center: Point) -> Point {
    let step = |from: u8, to: u8| if to > from { from + 1 } else { from - 1 };
    Point::new(step(point.x(), center.x()), step(point.y(), center.y()))
}

fn edge_distance(point: Point, size: BoardSize) -> u8 {
    let (x, y) = (point.x(), point.y());
    x.min(y).min(size.width() - 1 - x).min(size.height() - 1 - y)
}

fn squared_distance(a: Point, b: Point) -> u16 {
    let square = |a: u8, b: u8| u16::from(a.abs_diff(b)).pow(2);
    square(a.x(), b.x()) + square(a.y(), b.y())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Color;
    use crate::rule::Rule;

    fn empty(width: i64, height: i64) -> Position {
        Position::new(BoardSize::new(width, height).unwrap(), Rule::Renju)
    }

    fn reply_to(x: u8, y: u8) -> Option<Point> {
        let mut position = empty(15, 15);
        position.play(Point::new(x, y));
        first_stone(&position, &PointSet::EMPTY)
    }

    #[test]
    fn the_first_stone_goes_to_the_centre() {
        for (width, height) in [(5, 5), (15, 15), (20, 20), (22, 22), (20, 6)] {
            let position = empty(width, height);
            let center = position.board().size().center();
            assert_eq!(first_stone(&position, &PointSet::EMPTY), Some(center));
        }
    }

    #[test]
    fn the_first_stone_goes_near_a_blocked_centre() {
        let position = empty(15, 15);
        let blocked: PointSet = [Point::new(7, 7), Point::new(7, 6)].into_iter().collect();
        let point = first_stone(&position, &blocked).unwrap();
        assert_eq!(point.distance(Point::new(7, 7)), 1);
        let all: PointSet = position.board().size().points().collect();
        assert_eq!(first_stone(&position, &all), None);
    }

    #[test]
    fn the_second_stone_goes_beside_the_first() {
        assert_eq!(reply_to(7, 7), Some(Point::new(6, 6)));
        assert_eq!(reply_to(5, 9), Some(Point::new(6, 8)));
        assert_eq!(reply_to(10, 4), Some(Point::new(9, 5)));
    }

    #[test]
    fn a_first_stone_near_the_edge_leaves_the_centre_to_the_second() {
        for (x, y) in [(0, 0), (14, 7), (7, 3)] {
            assert_eq!(reply_to(x, y), Some(Point::new(7, 7)));
        }
    }

    #[test]
    fn everything_else_is_searched() {
        let mut own = empty(15, 15);
        own.play(Point::new(7, 7));
        own.set_to_move(Color::Black);
        assert_eq!(first_stone(&own, &PointSet::EMPTY), None);
        let mut dead = empty(15, 15);
        dead.kill(Point::new(7, 7));
        assert_eq!(first_stone(&dead, &PointSet::EMPTY), None);
    }
}
