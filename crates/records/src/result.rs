//! How a game ended.

use fukumi_core::geometry::Color;
use fukumi_core::position::ending::End;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This colour has won.
    Win(Color),
    /// The board is full.
    Draw,
}

impl From<End> for GameResult {
    fn from(end: End) -> Self {
        end.winner().map_or(Self::Draw, Self::Win)
    }
}
