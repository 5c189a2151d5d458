//! Samples of games: quiet positions with the score of the search and the outcome of the game.

use fukumi_core::eval::layout::REACH;
use fukumi_core::eval::{Evaluation, features};
use fukumi_core::geometry::{Color, Point};
use fukumi_core::position::Position;
use fukumi_core::threat::assess;
use fukumi_selfplay::record::{self, GameRecord};
use fukumi_selfplay::samples::Sampler;

use crate::losses::{SideResult, sigmoid};
use crate::model::POINTS_PER_LOGIT;

/// A move that may be best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The cell, `x + y * width`.
    pub cell: u16,
    /// Target probability of the move. The shares of a sample add up to 1, unless some moves were
    /// left out.
    pub share: f32,
}

/// A position to learn from, as the side to move sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Index of the board size.
    pub geometry: u8,
    /// The side to move: 0 Black, 1 White.
    pub to_move: u8,
    /// The stones: twice the cell, plus 1 for a white stone.
    pub stones: Box<[u16]>,
    /// Static score of the classical evaluation, in points.
    pub classical: i16,
    /// Threat mask, see [`features::threats`].
    pub threats: u16,
    /// Score of the search, in points.
    pub score: i16,
    /// How the game ended, if that is known; a branch has no outcome.
    pub outcome: Option<SideResult>,
    /// Moves that may be best, the best first. Moves too far from all stones are left out, because
    /// the network does not consider them.
    pub shares: Box<[Share]>,
    /// The cells of the moves that answer a threat; empty if there is no threat to answer.
    pub answers: Box<[u16]>,
}

impl Sample {
    /// The expected result to learn, 0 to 1: a mean of what the score stands for, with the weight
    /// `score_share`, and the outcome. Without an outcome it is the score alone.
    pub fn target(&self, score_share: f32) -> f32 {
        let by_score = sigmoid(f32::from(self.score) / POINTS_PER_LOGIT);
        match self.outcome {
            Some(outcome) => score_share * by_score + (1.0 - score_share) * outcome.result(),
            None => by_score,
        }
    }

    /// Raises the shares to a power and gives them their old sum. A power above 1 makes the policy
    /// target sharper; a large one leaves the best move alone.
    pub fn sharpen(&mut self, power: f32) {
        if power == 1.0 {
            return;
        }
        let sum = |shares: &[Share]| shares.iter().map(|share| share.share).sum::<f32>();
        let before = sum(&self.shares);
        // The largest share becomes 1, so that it cannot vanish.
        let most = self.shares.iter().map(|share| share.share).fold(0.0, f32::max);
        if most > 0.0 {
            self.shares.iter_mut().for_each(|share| share.share = (share.share / most).powf(power));
            let factor = before / sum(&self.shares);
            self.shares.iter_mut().for_each(|share| share.share *= factor);
        }
    }
}

/// What needs a search or an evaluation to know about a sample. It is computed once; the rest comes
/// from the record.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// Moves of the game before the position; in a branch, before the move that it replaces.
    index: u16,
    is_branch: bool,
    is_threatened: bool,
    classical: i16,
    threats: u16,
    score: i16,
}

/// Finds the samples of games.
#[derive(Default)]
pub struct Finder {
    sampler: Sampler,
}

impl Finder {
    /// Finds the samples of a game, in the order of play.
    pub fn find(&mut self, game: &GameRecord) -> Vec<Found> {
        let evaluation = Evaluation::of(game.rule, game.size);
        let mut found = Vec::new();
        // Nothing is written, so nothing can fail.
        let _: std::io::Result<usize> = self.sampler.sample(game, |sample| {
            found.push(Found {
                index: sample.index as u16,
                is_branch: sample.outcome.is_none(),
                is_threatened: sample.is_threatened,
                classical: evaluation.score(sample.position).points() as i16,
                threats: features::threats(sample.position) as u16,
                score: sample.points(),
            });
            Ok(())
        });
        found
    }
}

/// Whether one of the stones is in a window of the cell, on a board of this width.
fn is_near_a_stone(stones: &[u16], cell: u16, width: u16) -> bool {
    let reach = REACH as u16;
    // The last stones are usually the nearest ones, so they are checked first.
    stones.iter().rev().any(|stone| {
        let stone = stone / 2;
        let dx = (cell % width).abs_diff(stone % width);
        let dy = (cell / width).abs_diff(stone / width);
        dx.max(dy) <= reach && (dx == 0 || dy == 0 || dx == dy)
    })
}

/// Calls `visit` with each sample of a game. `found` comes from a [`Finder`], and `geometry` is the
/// index of the game's board size.
pub fn replay(game: &GameRecord, found: &[Found], geometry: u8, mut visit: impl FnMut(Sample)) {
    let width = u16::from(game.size.width());
    let cell = |point: Point| u16::from(point.x()) + u16::from(point.y()) * width;
    let evaluation = Evaluation::of(game.rule, game.size);
    let mut position = Position::with_tables(game.size, evaluation.tables());
    game.opening.iter().for_each(|&point| position.play(point));
    let mut moves = game.moves.iter();
    let mut branches = game.branches.iter();
    for found in found {
        let index = usize::from(found.index);
        let count = moves.len() - (game.moves.len() - index);
        moves.by_ref().take(count).for_each(|ply| position.play(ply.point));
        let branch = match found.is_branch {
            true => branches.by_ref().find(|branch| branch.index == index),
            false => None,
        };
        let policy = match branch {
            Some(branch) => {
                position.play(branch.point);
                &branch.policy
            }
            None => &game.moves[index].policy,
        };
        let to_move = position.to_move();
        let stones = position.board().stones().iter();
        let stones: Box<[u16]> =
            stones.map(|stone| 2 * cell(stone.point) + stone.color.index() as u16).collect();
        let shares = policy.iter().map(|share| Share {
            cell: cell(share.point),
            share: f32::from(share.share) / f32::from(record::Share::WHOLE),
        });
        let shares = shares.filter(|share| is_near_a_stone(&stones, share.cell, width));
        let outcome = match game.outcome.winner() {
            _ if branch.is_some() => None,
            None => Some(SideResult::Drawn),
            Some(winner) if winner == to_move => Some(SideResult::Won),
            Some(Color::Black | Color::White) => Some(SideResult::Lost),
        };
        let answers = match found.is_threatened {
            true => assess(&mut position).answers().into_iter().flatten().map(cell).collect(),
            false => Box::default(),
        };
        visit(Sample {
            geometry,
            to_move: to_move.index() as u8,
            shares: shares.collect(),
            stones,
            classical: found.classical,
            threats: found.threats,
            score: found.score,
            outcome,
            answers,
        });
        if branch.is_some() {
            position.undo();
        }
    }
}
