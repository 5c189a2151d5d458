//! Positions of recorded games as stones on a board, for training a network. Those of branches, which have no
//! outcome, are left out.
//!
//! One file, little-endian. It begins with a head of 8 bytes: `FKB1`, the width and the height of the board, and
//! two zeros. Records of `24 + width * height` bytes follow:
//!
//! | Bytes | Meaning |
//! |-------|---------|
//! | 1 | side to move: 0 Black, 1 White |
//! | 1 | 0 if nothing forces a move, 1 if a threat of the opponent must be answered |
//! | 2 | stones on the board |
//! | 2 | outcome of the game for the side to move: 1000, 0 or -1000 |
//! | 2 | score of the search for the side to move, in points |
//! | 2 | static score of the classical evaluation for the side to move, in points |
//! | 2 | mask of threats, see [`features::threats`] |
//! | 2 | point the search chose, `x + y * width`, or 65535 where a lot decided |
//! | 2 | zero |
//! | 4 | number of the game |
//! | 4 | number of moves left in the game |
//! | 1 each | the points row by row: 0 empty, 1 Black, 2 White |

use std::io::{self, Write};

use super::Sample;
use crate::board::Cell;
use crate::eval::{Evaluation, features};
use crate::geometry::{BoardSize, Point};

/// First bytes of a file.
const MAGIC: [u8; 4] = *b"FKB1";
/// In place of a point: there is none.
const NO_POINT: u16 = u16::MAX;

/// Writes the head of a file for boards of this size.
///
/// # Errors
/// Those of the writer.
pub fn write_head(size: BoardSize, boards: &mut impl Write) -> io::Result<()> {
    boards.write_all(&MAGIC)?;
    boards.write_all(&[size.width(), size.height(), 0, 0])
}

/// Writes a sample, if it is of a game. Returns whether it is.
///
/// # Errors
/// Those of the writer.
pub fn write(sample: &Sample<'_>, boards: &mut impl Write) -> io::Result<bool> {
    let Some(result) = sample.result() else { return Ok(false) };
    let (position, board) = (sample.position, sample.position.board());
    let size = board.size();
    let number =
        |point: Point| u16::from(point.x()) + u16::from(point.y()) * u16::from(size.width());
    let evaluation = Evaluation::of(position.rule(), size);
    let chosen = sample.chosen().map_or(NO_POINT, number);
    boards.write_all(&[position.to_move().index() as u8, u8::from(sample.is_threatened)])?;
    for number in [
        board.stones().len() as u16,
        result as u16,
        sample.points() as u16,
        evaluation.score(position).points() as u16,
        features::threats(position) as u16,
        chosen,
        0,
    ] {
        boards.write_all(&number.to_le_bytes())?;
    }
    boards.write_all(&sample.game.number.to_le_bytes())?;
    let left = sample.game.moves.len() - sample.index;
    boards.write_all(&(left as u32).to_le_bytes())?;
    let cells = size.points().map(|point| match board.cell(point) {
        Cell::Black => 1,
        Cell::White => 2,
        Cell::Empty | Cell::Wall => 0,
    });
    boards.write_all(&cells.collect::<Vec<u8>>())?;
    Ok(true)
}
