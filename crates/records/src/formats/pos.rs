//! `.pos` files of RenLib and Yixin-Board: a byte with the number of moves, then a byte for each
//! move. A file of positions has several such lines of moves, one after the other; the two
//! programs show the first of them.
//!
//! A move is `column + 15 * row`, both from 0 at the top left of a board of 15x15, Black first.
//! Yixin-Board takes the row for the column, so that it shows the mirror image of what RenLib
//! shows; this reader follows RenLib, from which the format comes.

use fukumi_core::geometry::{BoardSize, Color, Point, PointSet};

use crate::error::{ByteError, Problem};
use crate::game::Game;
use crate::lost::{Loss, Losses};
use crate::main_line;
use crate::reading::{Fault, Reading};
use crate::tree::Move;

/// Side of the board.
const SIDE: u8 = 15;
/// What RenLib writes for a pass.
const PASS: u8 = 240;

/// Whether the bytes may be such a file: their number is right, and no two moves are equal.
pub fn is_position(bytes: &[u8]) -> bool {
    read(bytes).is_ok_and(|game| game.tree.len() > 1)
}

/// Reads a position, or several; their lines of moves become branches of one tree.
///
/// # Errors
/// If there are fewer bytes than moves, or a move makes no sense.
pub fn read(bytes: &[u8]) -> Result<Game, ByteError> {
    let mut faults = Vec::new();
    let game = read_lines(bytes, &mut faults);
    faults.into_iter().next().map_or(Ok(game), Err)
}

/// Reads like [`read`], and leaves out the lines that make no sense.
pub fn read_each(bytes: &[u8]) -> Reading {
    let mut faults = Vec::new();
    let game = read_lines(bytes, &mut faults);
    let mut reading = Reading::default();
    if game.tree.len() > 1 || faults.is_empty() {
        reading = Reading::single(game, Losses::default());
    }
    reading.faults = faults.into_iter().map(Fault::from).collect();
    reading
}

/// Reads all lines of moves that make sense, and what is wrong with the others.
fn read_lines(bytes: &[u8], faults: &mut Vec<ByteError>) -> Game {
    let size = BoardSize::square(i64::from(SIDE)).expect("a side in range");
    let mut game = Game::new(size);
    let fail = |byte, expected, found: String| ByteError {
        byte,
        problem: Problem::Expected { expected, found },
    };
    if bytes.is_empty() {
        faults.push(fail(0, "the number of moves", "the end of the file".into()));
    }
    let mut rest = bytes;
    while let Some((&count, after)) = rest.split_first() {
        let Some((moves, after)) = after.split_at_checked(usize::from(count)) else {
            faults.push(fail(bytes.len(), "a move", "the end of the file".into()));
            break;
        };
        let begin = bytes.len() - rest.len() + 1;
        rest = after;
        match points(moves, begin, size) {
            Ok(points) => {
                let mut node = game.tree.root();
                for (point, color) in points.into_iter().zip(Color::ALL.into_iter().cycle()) {
                    match game.tree.find_or_add(node, Move { color, point }) {
                        Ok(child) => node = child,
                        Err(problem) => {
                            faults.push(ByteError { byte: begin, problem });
                            return game;
                        }
                    }
                }
            }
            Err(fault) => {
                if !fault.add_to(faults) {
                    break;
                }
            }
        }
    }
    game
}

/// The points of a line of moves, whose first byte has the number `begin` in the file.
fn points(moves: &[u8], begin: usize, size: BoardSize) -> Result<Vec<Option<Point>>, ByteError> {
    let mut taken = PointSet::EMPTY;
    let mut points = Vec::with_capacity(moves.len());
    for (&place, byte) in moves.iter().zip(begin..) {
        if place == PASS {
            points.push(None);
            continue;
        }
        if usize::from(place) >= size.area() {
            let (expected, found) = ("a point below 225, or 240", place.to_string());
            return Err(ByteError { byte, problem: Problem::Expected { expected, found } });
        }
        let point = Point::new(place % SIDE, place / SIDE);
        if taken.contains(point) {
            return Err(ByteError { byte, problem: Problem::Taken(point.label(size)) });
        }
        taken.insert(point);
        points.push(Some(point));
    }
    Ok(points)
}

/// Writes moves, which the caller knows to be on a board of 15x15: their number, and the moves.
///
/// # Errors
/// If there are more than a byte can count.
fn of_moves(moves: &[Option<Point>]) -> Result<Vec<u8>, Problem> {
    let count = u8::try_from(moves.len()).map_err(|_| Problem::Expected {
        expected: "at most 255 moves, passes among them",
        found: moves.len().to_string(),
    })?;
    let places = moves.iter().map(|point| point.map_or(PASS, |point| point.x() + SIDE * point.y()));
    Ok(std::iter::once(count).chain(places).collect())
}

/// Writes a game as a `.pos` file.
///
/// # Errors
/// If the board is not of 15x15, or there are more than 255 moves.
pub fn write(game: &Game) -> Result<(Vec<u8>, Losses), Problem> {
    if (game.size.width(), game.size.height()) != (15, 15) {
        let found = game.size.to_string();
        return Err(Problem::Expected { expected: "a board of 15x15", found });
    }
    let mut lost = Losses::default();
    let moves = main_line::points(game, &mut lost);
    count_header(game, &mut lost);
    Ok((of_moves(&moves)?, lost))
}

/// Counts what is known of the game as a whole.
fn count_header(game: &Game, lost: &mut Losses) {
    game.count_header(lost);
    lost.add(Loss::Rule, usize::from(game.rule.is_some()));
}

/// Writes all lines of a game, each up to its last move, one after the other.
///
/// # Errors
/// If the tree becomes too large, the board is not of 15x15, or a line has more than 255 moves.
pub fn lines(game: &Game) -> Result<(Vec<u8>, Losses), Problem> {
    if (game.size.width(), game.size.height()) != (SIDE, SIDE) {
        let found = game.size.to_string();
        return Err(Problem::Expected { expected: "a board of 15x15", found });
    }
    let mut lost = Losses::default();
    let tree = game.alternating(&mut lost)?;
    main_line::count_texts(&tree, &mut lost);
    count_header(game, &mut lost);
    let mut bytes = Vec::new();
    for end in tree.walk().filter(|&node| tree.children(node).next().is_none()) {
        let to_root = std::iter::successors(Some(end), |&node| tree.parent(node));
        let moves = to_root.filter_map(|node| tree.action(node)).map(|action| action.point);
        let mut moves: Vec<_> = moves.collect();
        moves.reverse();
        bytes.extend(of_moves(&moves)?);
    }
    Ok((bytes, lost))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::MAX_FAULTS;

    #[test]
    fn moves_are_counted_from_the_top_left() {
        let game = read(&[3, 112, 98, 14]).expect("a position");
        let points: Vec<_> = game.moves().filter_map(|action| action.point).collect();
        assert_eq!(points, [Point::new(7, 7), Point::new(8, 6), Point::new(14, 0)]);
        assert_eq!(points[2].label(game.size), "o15");
        let moves: Vec<_> = points.into_iter().map(Some).collect();
        assert_eq!(of_moves(&moves).expect("three moves"), [3, 112, 98, 14]);
        assert_eq!(read(&[0]).expect("no moves").tree.len(), 1);
    }

    #[test]
    fn lines_one_behind_the_other_are_branches() {
        let bytes = [3, 112, 240, 14, 2, 112, 5, 1, 0];
        let mut game = read(&bytes).expect("positions");
        assert_eq!(game.tree.len(), 6);
        let root = game.tree.root();
        game.tree.notes_mut(root).comment = "all".into();
        let (written, lost) = lines(&game).expect("a board of 15x15");
        assert_eq!((written.as_slice(), lost.to_string()), (&bytes[..], "1 comment".into()));
        assert!(game.moves().nth(1).is_some_and(|action| action.point.is_none()), "a pass");
        let beginnings = read(&[1, 112, 2, 112, 98, 0]).expect("positions");
        assert_eq!(lines(&beginnings).expect("a board of 15x15").0, [2, 112, 98]);
    }

    #[test]
    fn more_moves_than_a_byte_can_count_are_refused() {
        let mut game = Game::new(BoardSize::DEFAULT);
        let mut node = game.tree.root();
        for (count, color) in (1..=256).zip(Color::ALL.into_iter().cycle()) {
            node = game.tree.add(node, Some(Move { color, point: None })).expect("room");
            assert_eq!((write(&game).is_ok(), lines(&game).is_ok()), (count < 256, count < 256));
        }
        assert_eq!(
            write(&game).expect_err("256 passes").to_string(),
            "expected at most 255 moves, passes among them, found 256"
        );
    }

    #[test]
    fn a_damaged_line_leaves_the_others_whole() {
        let reading = read_each(&[2, 112, 98, 2, 112, 112, 1, 225, 2, 112, 5, 3, 1]);
        assert_eq!(reading.games[0].game.tree.len(), 4);
        let faults: Vec<String> = reading.faults.iter().map(ToString::to_string).collect();
        let expected = [
            "byte 5: expected an empty point, found h8 taken",
            "byte 7: expected a point below 225, or 240, found 225",
            "byte 13: expected a move, found the end of the file",
        ];
        assert_eq!(faults, expected);
        assert!(read_each(&[2, 112, 112]).games.is_empty());
    }

    #[test]
    fn a_file_of_nonsense_is_given_up() {
        let bytes = [1, 225].repeat(MAX_FAULTS);
        assert_eq!(read_each(&[&bytes[..], &[1, 112]].concat()).games.len(), 1);
        let bytes = [1, 225].repeat(MAX_FAULTS + 2);
        let reading = read_each(&bytes);
        let last = reading.faults.last().expect("faults").to_string();
        assert!(
            last.ends_with("expected at most 65536 parts that make no sense, found more"),
            "{last}"
        );
        assert_eq!(reading.faults.len(), MAX_FAULTS + 1);
    }

    #[test]
    fn mistakes_are_told_with_their_byte() {
        for (bytes, message) in [
            (&[][..], "byte 0: expected the number of moves, found the end of the file"),
            (&[2, 1], "byte 2: expected a move, found the end of the file"),
            (&[1, 1, 2], "byte 3: expected a move, found the end of the file"),
            (&[1, 1, 2, 3, 3], "byte 4: expected an empty point, found d15 taken"),
            (&[1, 225], "byte 1: expected a point below 225, or 240, found 225"),
            (&[2, 112, 112], "byte 2: expected an empty point, found h8 taken"),
        ] {
            assert_eq!(read(bytes).expect_err(message).to_string(), message);
            assert!(!is_position(bytes));
        }
    }
}
