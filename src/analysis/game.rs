//! The analysed game: a first position, the moves, and how it ended.

use crate::board::Stone;
use crate::geometry::Color;
use crate::notation::{Diagram, NotationError, Problem};
use crate::position::Position;
use crate::position::ending::Ending;
use crate::rule::Rule;

/// A game, or a single position, which is a game without moves.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    moves: Vec<Stone>,
    /// The side to move after the last move.
    to_move: Color,
    end: Option<End>,
    players: [Option<String>; 2],
    event: Option<String>,
    date: Option<String>,
}

/// Why nothing can be played after the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The game ended by the rule.
    Ending(Ending),
    /// No point is empty.
    Full,
}

impl Game {
    /// The game that a text describes. A given `rule`, or a given `to_move` for the side at the
    /// end, takes precedence over what the text states. Without any rule the game is freestyle.
    ///
    /// # Errors
    /// If there are no stones, if moves follow the end of the game, or if nothing tells the side to
    /// move.
    pub fn new(
        diagram: &Diagram,
        rule: Option<Rule>,
        to_move: Option<Color>,
    ) -> Result<Self, NotationError> {
        if diagram.stones.is_empty() {
            return Err(Problem::NoStones.into());
        }
        let to_move = to_move.map_or_else(|| diagram.to_move(), Ok)?;
        let (put, moves) = diagram.stones.split_at(diagram.stones.len() - diagram.played);
        let mut position = Position::new(diagram.size, rule.or(diagram.rule).unwrap_or_default());
        for &point in &diagram.dead {
            position.kill(point);
        }
        for stone in put {
            position.place(stone.color, stone.point);
        }
        position.set_to_move(moves.first().map_or(to_move, |stone| stone.color));
        let start = position.clone();
        let mut ending = match diagram.last {
            // The last stone was played, and may have been a foul.
            Some(_) if moves.is_empty() => position.ending(),
            _ => Color::ALL.into_iter().find(|&c| position.has_five(c)).map(Ending::Five),
        };
        for (played, stone) in moves.iter().enumerate() {
            match ending {
                Some(ending) if played == 0 => return Err(Problem::Over(ending).into()),
                Some(ending) => return Err(Problem::AfterEnd { ending, played }.into()),
                None => {}
            }
            position.set_to_move(stone.color);
            position.play(stone.point);
            ending = position.ending();
        }
        let full = (position.board().empty_count() == 0).then_some(End::Full);
        let end = ending.map(End::Ending).or(full);
        Ok(Self {
            start,
            moves: moves.to_vec(),
            to_move,
            end,
            players: diagram.players.clone(),
            event: diagram.event.clone(),
            date: diagram.date.clone(),
        })
    }

    /// The last position alone, without the moves that led to it.
    #[must_use]
    pub fn last_position(&self) -> Self {
        Self { start: self.position(self.moves.len()), moves: Vec::new(), ..self.clone() }
    }

    /// The position before the first move.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The moves.
    pub fn moves(&self) -> &[Stone] {
        &self.moves
    }

    /// The names of Black and White, if they are known.
    pub const fn players(&self) -> &[Option<String>; 2] {
        &self.players
    }

    /// The event of the game, if it is known.
    pub fn event(&self) -> Option<&str> {
        self.event.as_deref()
    }

    /// When the game was played, if that is known; in no fixed form.
    pub fn date(&self) -> Option<&str> {
        self.date.as_deref()
    }

    /// Why the game is over after the last move, if it is.
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// The position after `played` moves.
    ///
    /// # Panics
    /// If there are fewer moves.
    pub fn position(&self, played: usize) -> Position {
        let mut position = self.start.clone();
        for stone in &self.moves[..played] {
            position.set_to_move(stone.color);
            position.play(stone.point);
        }
        position.set_to_move(self.to_move(played));
        position
    }

    /// The side to move after `played` moves.
    pub fn to_move(&self, played: usize) -> Color {
        self.moves.get(played).map_or(self.to_move, |stone| stone.color)
    }

    /// Number of positions to examine: one before each move, and the last one unless the game is
    /// over.
    pub fn positions(&self) -> usize {
        self.moves.len() + usize::from(self.end.is_none())
    }
}

impl From<Position> for Game {
    /// A game without moves, which is over if somebody has a row or the board is full.
    fn from(start: Position) -> Self {
        let won = Color::ALL.into_iter().find(|&color| start.has_five(color));
        let full = (start.board().empty_count() == 0).then_some(End::Full);
        Self {
            moves: Vec::new(),
            to_move: start.to_move(),
            end: won.map(Ending::Five).map(End::Ending).or(full),
            players: [None, None],
            event: None,
            date: None,
            start,
        }
    }
}
