//! The positions of a game that have a score, in a fixed order: those of the game, each followed by
//! the branch beside it. Arrays of positions and the labels made from them go by this order.

use fukumi_core::geometry::Point;
use fukumi_core::position::Position;
use fukumi_core::score::Score;
use fukumi_selfplay::record::{GameEnd, GameRecord, Share};

/// A position of a game or of a branch, and what is known about it.
pub struct Scored<'a> {
    /// The position.
    pub position: &'a Position,
    /// Number of moves of the game before the position. The branch's own move does not count.
    pub index: usize,
    /// Whether the position is that of a branch.
    pub is_branch: bool,
    /// Score of the search, for the side to move.
    pub score: Score,
    /// Policy target as [`Share`] describes it; empty if unknown.
    pub policy: &'a [Share],
    /// How the game ended; `None` for a branch, whose outcome is unknown.
    pub outcome: Option<GameEnd>,
}

/// Plays a game again and passes its positions with a score to `visit`.
///
/// # Errors
/// Those of `visit`, which end the visit.
pub fn visit<E>(
    game: &GameRecord,
    mut visit: impl FnMut(&Scored<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut position = Position::new(game.size, game.rule);
    game.opening.iter().for_each(|&point| position.play(point));
    let mut branches = game.branches.iter().peekable();
    for (index, ply) in game.moves.iter().enumerate() {
        if let Some(score) = ply.score {
            let (position, policy, outcome) = (&position, &ply.policy[..], Some(game.outcome));
            visit(&Scored { position, index, is_branch: false, score, policy, outcome })?;
        }
        while let Some(branch) = branches.next_if(|branch| branch.index == index) {
            if let Some(score) = branch.score {
                position.play(branch.point);
                let (now, policy) = (&position, &branch.policy[..]);
                let is_branch = true;
                visit(&Scored { position: now, index, is_branch, score, policy, outcome: None })?;
                position.undo();
            }
        }
        position.play(ply.point);
    }
    Ok(())
}

/// All stones of a game, in the order of play.
pub fn stones(game: &GameRecord) -> Vec<Point> {
    game.opening.iter().copied().chain(game.moves.iter().map(|ply| ply.point)).collect()
}
