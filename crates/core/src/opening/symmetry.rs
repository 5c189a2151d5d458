//! Which fifth stones are the same: the symmetries of the stones on the board.
//!
//! The one idea: the stones decide, and not the board. A turn or a mirror image that moves black
//! stones to black and white stones to white counts even if its centre or axis is elsewhere than
//! the board's, so the distance to the edge does not make two fifth stones different. The rule of
//! 1996 wants the fifth stones "unequal in all respects", and this reading is also that of
//! xsir317's server. It is the stricter one: stones that differ by it differ by the symmetries of
//! the board as well.

use crate::geometry::{BoardSize, MAX_SIDE, Point, Symmetry};
use crate::position::Position;

/// The turns and mirror images that leave the stones as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoneSymmetries {
    size: BoardSize,
    /// Each symmetry, of a board of the largest size, and the shift in columns and rows after it.
    moves: Vec<(Symmetry, [i16; 2])>,
}

impl StoneSymmetries {
    /// The symmetries of these stones, which are one list for each colour.
    pub fn new(stones: &[Vec<Point>; 2], size: BoardSize) -> Self {
        let Some(start) = stones.iter().flatten().next().copied() else {
            return Self { size, moves: Vec::new() };
        };
        let own = stones.iter().find(|points| points.contains(&start));
        let targets = || own.into_iter().flatten();
        let moves = largest_board().into_iter().flat_map(|largest| {
            Symmetry::all(largest).flat_map(move |symmetry| {
                let image = coordinates(symmetry.apply(start, largest));
                targets().map(move |&target| {
                    let target = coordinates(target);
                    (symmetry, [target[0] - image[0], target[1] - image[1]])
                })
            })
        });
        let all = Self { size, moves: moves.collect() };
        let keeps = |&moved: &(Symmetry, [i16; 2])| {
            let stays = |points: &Vec<Point>| {
                let image = |&point: &Point| apply(moved, point, size);
                points.iter().all(|point| image(point).is_some_and(|p| points.contains(&p)))
            };
            stones.iter().all(stays)
        };
        Self { moves: all.moves.into_iter().filter(keeps).collect(), ..all }
    }

    /// The symmetries of the stones of a position.
    pub fn of(position: &Position) -> Self {
        let mut stones = [Vec::new(), Vec::new()];
        for stone in position.board().stones() {
            stones[stone.color.index()].push(stone.point);
        }
        Self::new(&stones, position.size())
    }

    /// The number of symmetries, the identity included; at most eight.
    pub fn count(&self) -> usize {
        self.moves.len()
    }

    /// Whether one point is the image of the other.
    pub fn are_equal(&self, first: Point, second: Point) -> bool {
        let is_image = |&moved: &(Symmetry, [i16; 2])| {
            apply(moved, first, self.size).is_some_and(|image| image == second)
        };
        first == second || self.moves.iter().any(is_image)
    }

    /// The first two points of which one is the image of the other.
    pub fn first_equal_pair(&self, points: &[Point]) -> Option<(Point, Point)> {
        points.iter().enumerate().find_map(|(index, &second)| {
            let earlier = points[..index].iter();
            earlier.copied().find(|&first| self.are_equal(first, second)).map(|p| (p, second))
        })
    }

    /// The first `count` candidates, without those that are images of earlier ones.
    pub fn different(
        &self,
        candidates: impl IntoIterator<Item = Point>,
        count: usize,
    ) -> Vec<Point> {
        let mut chosen: Vec<Point> = Vec::new();
        for point in candidates {
            if chosen.len() == count {
                break;
            }
            if !chosen.iter().any(|&earlier| self.are_equal(earlier, point)) {
                chosen.push(point);
            }
        }
        chosen
    }
}

/// The image of a point; `None` if it is off the board.
fn apply(moved: (Symmetry, [i16; 2]), point: Point, size: BoardSize) -> Option<Point> {
    let (symmetry, shift) = moved;
    let [x, y] = coordinates(symmetry.apply(point, largest_board()?));
    size.point(i64::from(x + shift[0]), i64::from(y + shift[1]))
}

/// The square that holds every board, so that all eight symmetries apply to boards of any shape.
fn largest_board() -> Option<BoardSize> {
    BoardSize::square(i64::from(MAX_SIDE))
}

fn coordinates(point: Point) -> [i16; 2] {
    [i16::from(point.x()), i16::from(point.y())]
}
