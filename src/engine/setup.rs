//! Positions from lists of stones, as the blocks of the protocol give them.
//!
//! A block lists each stone by its owner: the engine, the opponent or neither. `engine_color`
//! infers which side is Black, the first player.

use fukumi_core::board::{Board, Stone};
use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::pattern::tables::Tables;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;

use super::error::EngineError;

/// Coordinates as the manager names them. They may be off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// Column from the left, from 0.
    pub x: i64,
    /// Row from the top, from 0.
    pub y: i64,
}

impl Coordinates {
    /// The coordinates of a pass: -1,-1.
    pub const PASS: Self = Self { x: -1, y: -1 };

    /// Whether these are the coordinates of a pass.
    pub const fn is_pass(self) -> bool {
        self.x == Self::PASS.x && self.y == Self::PASS.y
    }

    /// Returns the point on a board of this size.
    ///
    /// # Errors
    /// If the point is off the board.
    pub fn on(self, size: BoardSize) -> Result<Point, EngineError> {
        size.point(self.x, self.y).ok_or(EngineError::OffBoard(self.x, self.y))
    }
}

/// Who owns the stone on a listed point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The engine: field 1.
    Own,
    /// The opponent: field 2.
    Opponent,
    /// Neither: field 3. The cell is occupied for ever and cuts every line.
    Nobody,
}

/// One line of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The point.
    pub at: Coordinates,
    /// The owner.
    pub owner: Owner,
}

/// Returns the position that a block describes, with the engine to move. A pass counts as a move of
/// its owner when the colours are inferred.
///
/// # Errors
/// If a point is off the board, or listed for different owners. A repeated line is harmless.
pub fn from_block(
    size: BoardSize,
    rule: Rule,
    block: &[Placement],
) -> Result<Position, EngineError> {
    let mut listed: Vec<(Option<Point>, Owner)> = Vec::with_capacity(block.len());
    for placement in block {
        if placement.at.is_pass() && placement.owner != Owner::Nobody {
            listed.push((None, placement.owner));
            continue;
        }
        let point = Some(placement.at.on(size)?);
        match listed.iter().find(|(known, _)| *known == point) {
            None => listed.push((point, placement.owner)),
            Some((_, owner)) if *owner == placement.owner => {}
            Some(_) => return Err(EngineError::Conflict(placement.at.x, placement.at.y)),
        }
    }
    let own = engine_color(rule, &listed);
    // One by one, dead cells would build the position again and again.
    let dead = listed.iter().filter(|(_, owner)| *owner == Owner::Nobody);
    let dead = dead.filter_map(|(point, _)| *point).collect();
    let mut position = Position::with_dead_cells(size, rule, &dead);
    for (point, owner) in listed {
        let Some(point) = point else { continue };
        match owner {
            Owner::Own => position.place(own, point),
            Owner::Opponent => position.place(!own, point),
            Owner::Nobody => {}
        }
    }
    position.set_to_move(own);
    Ok(position)
}

/// Returns the position with these stones in the order of play, Black first.
///
/// # Errors
/// If a point is off the board or listed twice.
pub fn from_moves(
    size: BoardSize,
    rule: Rule,
    moves: &[Coordinates],
) -> Result<Position, EngineError> {
    let mut position = Position::new(size, rule);
    for at in moves {
        let point = at.on(size)?;
        if !position.board().is_empty(point) {
            return Err(EngineError::Occupied(at.x, at.y));
        }
        position.play(point);
    }
    Ok(position)
}

/// Returns the key of the position after these moves and passes from the empty board; `None` if one
/// of them cannot be played.
pub(super) fn key_after(size: BoardSize, moves: &[Coordinates]) -> Option<u64> {
    let mut board = Board::new(size);
    for at in moves {
        let color = board.to_move();
        if !at.is_pass() {
            let point = at.on(size).ok().filter(|&point| board.is_empty(point))?;
            board.place(Stone { color, point });
        }
        board.set_to_move(!color);
    }
    Some(board.key())
}

/// Returns the position with the same stones, dead cells and side to move under another rule.
pub fn with_rule(position: &Position, rule: Rule) -> Position {
    position.rebuilt_with(Tables::without_values(rule))
}

/// Returns the passes of a block: for each, the number of stones before it.
pub(super) fn passes(block: &[Placement]) -> Vec<usize> {
    let mut points: Vec<Coordinates> = Vec::new();
    let mut passes = Vec::new();
    for line in block.iter().filter(|line| line.owner != Owner::Nobody) {
        if line.at.is_pass() {
            passes.push(points.len());
        } else if !points.contains(&line.at) {
            points.push(line.at);
        }
    }
    passes
}

/// Infers the colour of the engine, which is to move.
///
/// In renju the stones come in the order of play, so lines 1, 3, 5 … are Black's; dead cells count
/// as lines. Under other rules the numbers of stones decide. If they do not, the first stone is
/// Black's.
fn engine_color(rule: Rule, listed: &[(Option<Point>, Owner)]) -> Color {
    let count = |owner| listed.iter().filter(|(_, of)| *of == owner).count();
    let (own, opponent) = (count(Owner::Own), count(Owner::Opponent));
    let first = listed.iter().position(|(_, owner)| *owner != Owner::Nobody);
    let Some((index, first_is_own)) = first.map(|index| (index, listed[index].1 == Owner::Own))
    else {
        return Color::Black;
    };
    let is_black = if rule == Rule::Renju {
        first_is_own == (index % 2 == 0)
    } else if own == opponent {
        true
    } else if opponent == own + 1 {
        false
    } else {
        first_is_own
    };
    if is_black { Color::Black } else { Color::White }
}

#[cfg(test)]
mod tests {
    use fukumi_core::board::Cell;

    use super::*;

    fn block(text: &str) -> Vec<Placement> {
        text.split_whitespace()
            .map(|line| {
                let numbers: Vec<i64> = line.split(',').map(|n| n.parse().unwrap()).collect();
                let owner = match numbers[2] {
                    1 => Owner::Own,
                    2 => Owner::Opponent,
                    _ => Owner::Nobody,
                };
                Placement { at: Coordinates { x: numbers[0], y: numbers[1] }, owner }
            })
            .collect()
    }

    fn read(rule: Rule, text: &str) -> Result<Position, EngineError> {
        from_block(BoardSize::square(15).unwrap(), rule, &block(text))
    }

    fn color(rule: Rule, text: &str) -> Color {
        read(rule, text).unwrap().board().to_move()
    }

    #[test]
    fn the_numbers_of_stones_tell_who_began() {
        let freestyle = |text| color(Rule::Freestyle, text);
        assert_eq!(freestyle(""), Color::Black);
        assert_eq!(freestyle("7,7,2"), Color::White);
        assert_eq!(freestyle("7,7,1 8,8,2"), Color::Black);
        assert_eq!(freestyle("8,8,2 7,7,1"), Color::Black);
        assert_eq!(freestyle("8,8,2 7,7,1 9,9,2"), Color::White);
        assert_eq!(freestyle("7,7,1 8,8,1"), Color::Black);
        assert_eq!(freestyle("7,7,2 8,8,2 9,9,2"), Color::White);
        assert_eq!(freestyle("7,7,3"), Color::Black);
    }

    #[test]
    fn in_renju_the_order_tells_who_began() {
        let renju = |text| color(Rule::Renju, text);
        assert_eq!(renju(""), Color::Black);
        assert_eq!(renju("7,7,1 8,8,2"), Color::Black);
        assert_eq!(renju("7,7,2 8,8,1 9,9,2"), Color::White);
        assert_eq!(renju("3,0,2 3,7,1"), Color::White);
        assert_eq!(renju("3,3,3 7,7,2 8,8,1"), Color::Black);
        assert_eq!(renju("3,3,3 4,4,3 7,7,2"), Color::White);
    }

    #[test]
    fn a_pass_is_a_move_without_a_stone() {
        let read = |rule, text| read(rule, text).unwrap();
        for (text, color, passes) in [
            ("7,7,1 -1,-1,2", Color::Black, vec![1]),
            ("-1,-1,2", Color::White, vec![0]),
            ("-1,-1,1 7,7,2", Color::Black, vec![0]),
            ("7,7,2 8,8,1 -1,-1,2", Color::White, vec![2]),
            ("7,7,1 -1,-1,2 8,8,1 -1,-1,2", Color::Black, vec![1, 2]),
            ("7,7,2 -1,-1,1 8,8,2", Color::White, vec![1]),
        ] {
            for rule in [Rule::Freestyle, Rule::Renju] {
                let position = read(rule, text);
                assert_eq!(position.board().to_move(), color, "{text}");
                let count = text.split(' ').filter(|line| !line.starts_with('-')).count();
                assert_eq!(position.board().stones().len(), count, "{text}");
            }
            assert_eq!(super::passes(&block(text)), passes, "{text}");
        }
        let by_hand = {
            let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
            position.play(Point::new(7, 7));
            position.pass();
            position
        };
        assert_eq!(read(Rule::Freestyle, "7,7,1 -1,-1,2").key(), by_hand.key());
        for text in ["-1,-1,3", "-1,0,1", "0,-1,2", "-1,-2,1"] {
            let result = super::from_block(by_hand.size(), Rule::Freestyle, &block(text));
            assert!(matches!(result, Err(EngineError::OffBoard(..))), "{text}");
        }
    }

    #[test]
    fn the_listed_order_is_the_history() {
        let position = read(Rule::Freestyle, "7,7,2 8,8,1 1,1,3 9,9,2").unwrap();
        let points: Vec<String> =
            position.board().stones().iter().map(|stone| stone.point.to_string()).collect();
        assert_eq!(points, ["7,7", "8,8", "9,9"]);
        assert_eq!(position.board().cell(Point::new(1, 1)), Cell::Wall);
    }

    #[test]
    fn dead_cells_at_once_are_as_one_by_one() {
        let text = "7,7,2 0,0,3 8,8,1 1,1,3 9,9,2 14,0,3 6,6,1 5,9,3 10,10,2";
        for rule in [Rule::Freestyle, Rule::Renju] {
            let position = read(rule, text).unwrap();
            let mut by_hand = Position::new(position.size(), rule);
            let stones = position.board().stones();
            for (x, y) in [(0, 0), (1, 1), (14, 0), (5, 9)] {
                by_hand.kill(Point::new(x, y));
            }
            stones.iter().for_each(|stone| by_hand.place(stone.color, stone.point));
            by_hand.set_to_move(position.board().to_move());
            assert_eq!(position.key(), by_hand.key());
            for point in position.board().empty_points() {
                for color in Color::ALL {
                    assert_eq!(position.lines(color, point), by_hand.lines(color, point));
                    assert_eq!(position.shape(color, point), by_hand.shape(color, point));
                }
            }
        }
    }

    #[test]
    fn a_line_twice_is_harmless_but_a_contradiction_is_not() {
        assert!(read(Rule::Freestyle, "1,1,1 1,1,1 2,2,2").is_ok());
        assert_eq!(read(Rule::Freestyle, "1,1,1 1,1,2").err(), Some(EngineError::Conflict(1, 1)));
        assert_eq!(read(Rule::Freestyle, "1,1,1 15,3,2").err(), Some(EngineError::OffBoard(15, 3)));
    }

    #[test]
    fn a_change_of_rule_keeps_everything_else() {
        let before = read(Rule::Freestyle, "7,7,2 8,8,1 1,1,3 9,9,2").unwrap();
        let after = with_rule(&before, Rule::Renju);
        assert_eq!(after.rule(), Rule::Renju);
        assert_eq!(after.board().stones(), before.board().stones());
        assert_eq!(after.board().to_move(), before.board().to_move());
        assert_eq!(after.board().cell(Point::new(1, 1)), Cell::Wall);
    }
}
