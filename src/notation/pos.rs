//! `.pos` files of RenLib and Yixin-Board: a byte with the number of moves, then a byte for each
//! move.
//!
//! A move is `column + 15 * row`, both from 0 at the top left of a board of 15x15, Black first.
//! Yixin-Board takes the row for the column, so that it shows the mirror image of what RenLib
//! shows; this reader follows RenLib, from which the format comes.

use super::game::Game;
use super::tree::{Move, Path};
use super::{ByteError, Problem};
use crate::geometry::{BoardSize, Color, Point, PointSet};

/// Side of the board.
const SIDE: u8 = 15;

/// Whether the bytes may be such a file: their number is right, and no two moves are equal.
pub fn is_position(bytes: &[u8]) -> bool {
    read(bytes).is_ok_and(|game| game.tree.len() > 1)
}

/// Reads a position.
///
/// # Errors
/// If there are fewer or more bytes than moves, or a move makes no sense.
pub fn read(bytes: &[u8]) -> Result<Game, ByteError> {
    let fail = |byte, expected, found: String| ByteError {
        byte,
        problem: Problem::Expected { expected, found },
    };
    let Some((&count, moves)) = bytes.split_first() else {
        return Err(fail(0, "the number of moves", "the end of the file".into()));
    };
    let count = usize::from(count);
    if moves.len() < count {
        return Err(fail(bytes.len(), "a move", "the end of the file".into()));
    }
    if moves.len() > count {
        return Err(fail(count + 1, "the end of the file", "more bytes".into()));
    }
    let size = BoardSize::square(i64::from(SIDE)).expect("a side in range");
    let mut game = Game::new(size);
    let mut path = Path::new(&game.tree, PointSet::EMPTY);
    for ((&place, color), byte) in moves.iter().zip(Color::ALL.into_iter().cycle()).zip(1..) {
        if usize::from(place) >= size.area() {
            return Err(fail(byte, "a point below 225", place.to_string()));
        }
        let point = Point::new(place % SIDE, place / SIDE);
        if path.is_taken(point) {
            return Err(ByteError { byte, problem: Problem::Taken(point.label(size)) });
        }
        let action = Move { color, point: Some(point) };
        let child = game.tree.add(path.node, Some(action));
        let child = child.map_err(|problem| ByteError { byte, problem })?;
        path.enter(&game.tree, child);
    }
    Ok(game)
}

/// Writes moves, which the caller knows to be on a board of 15x15.
pub(super) fn write(moves: &[Point]) -> Vec<u8> {
    let count = u8::try_from(moves.len()).unwrap_or(u8::MAX);
    let places = moves.iter().map(|point| point.x() + SIDE * point.y());
    std::iter::once(count).chain(places).take(usize::from(count) + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_counted_from_the_top_left() {
        let game = read(&[3, 112, 98, 14]).expect("a position");
        let points: Vec<_> = game.moves().filter_map(|action| action.point).collect();
        assert_eq!(points, [Point::new(7, 7), Point::new(8, 6), Point::new(14, 0)]);
        assert_eq!(points[2].label(game.size), "o15");
        assert_eq!(write(&points), [3, 112, 98, 14]);
        assert_eq!(read(&[0]).expect("no moves").tree.len(), 1);
    }

    #[test]
    fn mistakes_are_told_with_their_byte() {
        for (bytes, message) in [
            (&[][..], "byte 0: expected the number of moves, found the end of the file"),
            (&[2, 1], "byte 2: expected a move, found the end of the file"),
            (&[1, 1, 2], "byte 2: expected the end of the file, found more bytes"),
            (&[1, 225], "byte 1: expected a point below 225, found 225"),
            (&[2, 112, 112], "byte 2: expected an empty point, found h8 taken"),
        ] {
            assert_eq!(read(bytes).expect_err(message).to_string(), message);
            assert!(!is_position(bytes));
        }
    }
}
