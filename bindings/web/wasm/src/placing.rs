//! Positions of requests, on boards.

use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;

use crate::error::Error;
use crate::request::{At, PlacedStone, PositionSetup};
use crate::view::Name;

/// An empty board whose position is never valued.
pub(crate) fn without_values(rule: Rule, size: BoardSize) -> Position {
    Position::new(size, rule)
}

/// The position that a request sets up on the board that `empty` makes, and the points of its dead
/// cells.
pub(crate) fn set_up(
    setup: &PositionSetup,
    empty: impl FnOnce(Rule, BoardSize) -> Position,
) -> Result<(Position, Vec<Point>), Error> {
    let board = empty(setup.setup().rule(), setup.setup().size()?);
    let (mut position, dead) = placed(board, &setup.dead, &setup.stones)?;
    let last = setup.stones.last().map(|stone| !stone.side.get());
    let to_move = setup.to_move.map(Name::get).or(last).unwrap_or(Color::Black);
    position.set_to_move(to_move);
    Ok((position, dead))
}

/// The empty board with these dead cells and stones, and the points of the dead cells.
pub(crate) fn placed(
    mut position: Position,
    dead: &[At],
    stones: &[PlacedStone],
) -> Result<(Position, Vec<Point>), Error> {
    let size = position.size();
    let free = |position: &Position, at: At| {
        let point = at.on(size)?;
        let is_empty = position.board().is_empty(point);
        if is_empty { Ok(point) } else { Err(Error::occupied(at.x, at.y)) }
    };
    let mut killed = Vec::with_capacity(dead.len());
    // Dead cells come first, because each one rebuilds the whole position.
    for &at in dead {
        let point = free(&position, at)?;
        position.kill(point);
        killed.push(point);
    }
    for stone in stones {
        let point = free(&position, stone.at())?;
        position.place(stone.side.get(), point);
    }
    Ok((position, killed))
}
