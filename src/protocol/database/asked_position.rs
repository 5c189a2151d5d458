//! A position of the database, as a front end names it: the moves that lead there.

use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_database::DatabaseError;

use crate::engine::setup::Coordinates;

/// A position to ask about, and the moves that lead to it.
pub(super) struct AskedPosition {
    pub(super) rule: Rule,
    pub(super) size: BoardSize,
    /// `None` is a pass.
    pub(super) moves: Vec<Option<Point>>,
}

impl AskedPosition {
    /// The position after these moves, Black first; `None` if one of them cannot be played.
    pub(super) fn new(rule: Rule, size: BoardSize, moves: &[Coordinates]) -> Option<Self> {
        let read = |at: &Coordinates| match at.is_pass() {
            true => Some(None),
            false => at.on(size).ok().map(Some),
        };
        let moves = moves.iter().map(read).collect::<Option<_>>()?;
        let place = Self { rule, size, moves };
        place.is_possible().then_some(place)
    }

    /// The place of a position without dead cells. Where one side has moved twice, the other one
    /// has passed.
    pub(super) fn of(position: &Position) -> Option<Self> {
        let board = position.board();
        let (mut moves, mut to_move) = (Vec::new(), Color::Black);
        for stone in board.stones() {
            if stone.color != to_move {
                moves.push(None);
            }
            moves.push(Some(stone.point));
            to_move = !stone.color;
        }
        if board.to_move() != to_move {
            moves.push(None);
        }
        let place = Self { rule: position.rule(), size: position.size(), moves };
        (place.last().key() == position.key()).then_some(place)
    }

    /// Whether all moves can be played one after the other.
    fn is_possible(&self) -> bool {
        let mut position = Position::new(self.size, self.rule);
        self.moves.iter().flatten().all(|&point| position.try_play(point).is_ok())
    }

    /// The same place under another rule.
    pub(super) fn under(self, rule: Rule) -> Self {
        Self { rule, ..self }
    }

    /// The position after this many moves.
    pub(super) fn position(&self, count: usize) -> Position {
        let mut position = Position::new(self.size, self.rule);
        self.moves.iter().take(count).for_each(|played| match *played {
            Some(point) => position.play(point),
            None => position.pass(),
        });
        position
    }

    pub(super) fn last(&self) -> Position {
        self.position(self.moves.len())
    }
}

/// The position that is to be changed.
pub(super) fn needed(place: Option<&AskedPosition>) -> Result<&AskedPosition, DatabaseError> {
    place.ok_or_else(|| DatabaseError::Other("these moves lead to no position".into()))
}
