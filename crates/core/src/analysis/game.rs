//! The analysed game: a first position, the moves, and how it ended.

use std::error::Error;
use std::fmt;

use crate::board::Stone;
use crate::geometry::Color;
use crate::position::Position;
use crate::position::ending::{End, Ending};

/// A game, or a single position, which is a game without moves.
#[derive(Clone, Debug)]
pub struct AnalysisGame {
    start: Position,
    moves: Vec<Stone>,
    /// The side to move after the last move.
    to_move: Color,
    end: Option<End>,
    players: [Option<String>; 2],
    event: Option<String>,
    date: Option<String>,
}

/// A move follows the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AfterEnd {
    /// How the game ended.
    pub ending: Ending,
    /// Number of the move that ended it; 0 if the first position had an end.
    pub played: usize,
}

impl fmt::Display for AfterEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game was over after {} moves", self.played)
    }
}

impl Error for AfterEnd {}

impl AnalysisGame {
    /// The game of these moves from `start` on, after which `to_move` is to move. Two moves of one
    /// side in a row mean that the other side passed. `over` says how the first position ended the
    /// game, if it did.
    ///
    /// # Errors
    /// If moves follow the end of the game.
    ///
    /// # Panics
    /// If a move cannot be played.
    pub fn new(
        mut start: Position,
        over: Option<Ending>,
        moves: &[Stone],
        to_move: Color,
    ) -> Result<Self, AfterEnd> {
        start.set_to_move(moves.first().map_or(to_move, |stone| stone.color));
        let (mut position, mut ending) = (start.clone(), over);
        for (played, stone) in moves.iter().enumerate() {
            if let Some(ending) = ending {
                return Err(AfterEnd { ending, played });
            }
            position.set_to_move(stone.color);
            position.play(stone.point);
            ending = position.ending();
        }
        let end = End::or_full(ending, &position);
        let (moves, players) = (moves.to_vec(), [None, None]);
        Ok(Self { start, moves, to_move, end, players, event: None, date: None })
    }

    /// The same game with the names of Black and White, its event and its date.
    #[must_use]
    pub fn with_names(
        self,
        players: [Option<String>; 2],
        event: Option<String>,
        date: Option<String>,
    ) -> Self {
        Self { players, event, date, ..self }
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

impl From<Position> for AnalysisGame {
    /// A game without moves, which is over if a player has a row or the board is full.
    fn from(start: Position) -> Self {
        Self {
            moves: Vec::new(),
            to_move: start.to_move(),
            end: End::of_setup(&start),
            players: [None, None],
            event: None,
            date: None,
            start,
        }
    }
}
