//! One game of self-play: the moves, what the search said about the positions, and the branches
//! that were searched in addition. `mod@format` defines its form in bytes.

use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;

pub(crate) mod format;

pub use format::BadGame;

/// A game from an opening to its end. Black plays first, and the colours alternate from the first
/// stone of the opening on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Number of the game among those of its settings, from 0.
    pub number: u32,
    /// The rule of the game.
    pub rule: Rule,
    /// Width and height of the board.
    pub size: BoardSize,
    /// Kind of its opening.
    pub start: Start,
    /// Stones of the opening, in the order of play.
    pub opening: Vec<Point>,
    /// The moves after the opening.
    pub moves: Vec<Ply>,
    /// Branches in the order of [`Branch::index`], at most one per move.
    pub branches: Vec<Branch>,
    /// Who won, and why the game is over.
    pub outcome: GameEnd,
}

/// A kind of opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Neither side is much better.
    Even,
    /// One side is better.
    Unbalanced,
    /// The board has many stones, and neither side is much better.
    Crowded,
    /// A position from another game, a few plies before the score fell. The search made a mistake
    /// there.
    Recalled,
}

/// A move and the result of the search before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Point of the stone.
    pub point: Point,
    /// Score of the position before the move, for the side to move. It is the score of the best
    /// move, even if another one was drawn at random. `None` if the search ended before it had
    /// searched a move.
    pub score: Option<Score>,
    /// Whether the move was drawn at random among good ones. It may still be the best one.
    pub by_lot: bool,
    /// Policy target for the position before the move, even if the move was drawn at random; empty
    /// if unknown.
    pub policy: Vec<Share>,
}

/// A position next to the game, reached by another move than the one played.
///
/// It is searched, but no game continues from it, so its outcome is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Number of moves of the game before the branch. The game has at least one more move after
    /// those.
    pub index: usize,
    /// Move that is played instead of the next move of the game.
    pub point: Point,
    /// Score of the position after that move, for the side to move there; `None` if unknown.
    pub score: Option<Score>,
    /// Policy target for the position after that move; empty if unknown.
    pub policy: Vec<Share>,
}

/// The share of a move in a policy target.
///
/// A policy is a list of at most `Share::MOST` shares of different points, with the move that the
/// search chose first. No share is 0 or larger than the one before it. Together they add up to
/// [`Share::WHOLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The move.
    pub point: Point,
    /// Its share, out of [`Share::WHOLE`].
    pub share: u8,
}

impl Share {
    /// Sum of the shares of a policy.
    pub const WHOLE: u8 = 255;
    /// Maximum number of moves of a policy.
    pub const MOST: usize = 15;
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// A draw.
    Draw(Draw),
    /// A win for a colour.
    Win(Color, Win),
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// The board is full.
    Full,
    /// Neither side saw a chance to win for a long time, and the board was nearly full.
    Agreed,
}

/// Why a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Win {
    /// The winner has a winning row.
    Five,
    /// Black had nothing left but a forbidden point.
    Foul,
    /// The search proved a win for the side to move. The first move of that win is the last move of
    /// the record.
    Proof,
}

impl GameEnd {
    /// All ends of a game.
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
    /// All kinds of openings.
    pub const ALL: [Self; 4] = [Self::Even, Self::Unbalanced, Self::Crowded, Self::Recalled];
}

impl GameRecord {
    /// The colour that made the move with this index of [`GameRecord::moves`].
    pub const fn mover(&self, index: usize) -> Color {
        if (self.opening.len() + index).is_multiple_of(2) { Color::Black } else { Color::White }
    }
}
