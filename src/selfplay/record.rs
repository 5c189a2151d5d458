//! One game of self-play: the moves, what the search said of the positions, and branches that were
//! looked at beside it. Its form in bytes is in `mod@format`.

use crate::geometry::{BoardSize, Color, Point};
use crate::rule::Rule;
use crate::score::Score;

pub(crate) mod format;

pub use format::BadGame;

/// A game from an opening to its end. Black plays first, and the colours take turns from the first
/// stone of the opening on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Which game of its settings it is, from 0.
    pub number: u32,
    /// The rule.
    pub rule: Rule,
    /// Width and height of the board.
    pub size: BoardSize,
    /// What kind of opening it has.
    pub start: Start,
    /// Stones that were on the board before the players began, in the order of play.
    pub opening: Vec<Point>,
    /// The moves of the players.
    pub moves: Vec<Ply>,
    /// Positions beside the game, by [`Branch::index`], at most one for each.
    pub branches: Vec<Branch>,
    /// Who won, and why the game is over.
    pub outcome: GameEnd,
}

/// A kind of opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Neither side stands much better.
    Even,
    /// One side stands better.
    Unbalanced,
    /// The board has many stones, and neither side stands much better.
    Crowded,
    /// A position of another game, a few plies before the score fell: a place where the search
    /// erred.
    Recalled,
}

/// A move, and what the player thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Where the stone was put.
    pub point: Point,
    /// The value of the position before the move for the side to move, as the search found it; that
    /// of the best move, even if another was drawn by lot. `None` if the search ended before it had
    /// looked at a move.
    pub score: Option<Score>,
    /// Whether the move was drawn by lot among good ones. It may still be the best.
    pub by_lot: bool,
    /// What the search recommends in the position before the move, even if a lot decided; empty if
    /// it is not known.
    pub policy: Vec<Share>,
}

/// A position beside the game: it arises by another move than the one played, and is searched, but
/// no game goes on from it. How it would have ended is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// So many of the game's moves stand before it; at least one more was played in the game.
    pub index: usize,
    /// What is played instead of that one.
    pub point: Point,
    /// The value of the position after it, for the side to move there.
    pub score: Option<Score>,
    /// What the search recommends in the position after it; empty if it is not known.
    pub policy: Vec<Share>,
}

/// What part of a policy target a move has.
///
/// A policy is a list of at most `Share::MOST` of them on different points, the move the search
/// chose first. No share is 0 or larger than the one before it; together they are [`Share::WHOLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The move.
    pub point: Point,
    /// Its part, of [`Share::WHOLE`].
    pub share: u8,
}

impl Share {
    /// What the shares of a policy add up to.
    pub const WHOLE: u8 = 255;
    /// Moves of a policy, at most.
    pub(crate) const MOST: usize = 15;
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// A draw.
    Draw(Draw),
    /// A win of a colour.
    Win(Color, Win),
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// The board is full.
    Full,
    /// Neither side saw anything to win for long, and the board was nearly full.
    Agreed,
}

/// Why a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Win {
    /// The winner has a winning row.
    Five,
    /// The loser had nothing left but a forbidden point.
    Foul,
    /// The search proved the win of the side to move; its first move is the last of the record.
    Proof,
}

impl GameEnd {
    /// All outcomes.
    pub const ALL: [Self; 8] = [
        Self::Draw(Draw::Full),
        Self::Draw(Draw::Agreed),
        Self::Win(Color::Black, Win::Five),
        Self::Win(Color::White, Win::Five),
        Self::Win(Color::Black, Win::Foul),
        Self::Win(Color::White, Win::Foul),
        Self::Win(Color::Black, Win::Proof),
        Self::Win(Color::White, Win::Proof),
    ];

    /// The colour that won; `None` if the game is drawn.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Draw(_) => None,
            Self::Win(color, _) => Some(color),
        }
    }
}

impl Start {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Even, Self::Unbalanced, Self::Crowded, Self::Recalled];
}

impl GameRecord {
    /// The colour that made the move with this index of [`GameRecord::moves`].
    pub const fn mover(&self, index: usize) -> Color {
        if (self.opening.len() + index).is_multiple_of(2) { Color::Black } else { Color::White }
    }
}
