//! Quiet positions of recorded games and their branches, for fitting an evaluation. They are the
//! positions for which the search asks the static score.

use std::io;

use fukumi_core::clock::Instant;
use fukumi_core::control::{Control, Limits};
use fukumi_core::eval::Evaluation;
use fukumi_core::geometry::Point;
use fukumi_core::position::Position;
use fukumi_core::score::Score;
use fukumi_core::solver::vcf::{Bounds, Vcf};
use fukumi_core::threat::{Situation, assess};

use super::record::{GameEnd, GameRecord, Share};

pub mod points;

/// Largest absolute score to learn from, in points: a chance of winning of more than 99.9 %. Proven
/// results have it, too.
pub const MOST: i32 = 1_500;
/// Bounds of the search for a win by fours that decides whether a position is quiet: as many fours
/// as the search of a leaf tries, and more nodes, since a sample is checked once only.
const BOUNDS: Bounds = Bounds { fours: 12, ..Bounds::nodes(64) };

/// A quiet position of a game or of a branch.
pub struct Sample<'a> {
    /// The position.
    pub position: &'a Position,
    /// Whether a threat of the opponent must be answered.
    pub is_threatened: bool,
    /// Policy target as [`Share`] describes it; empty if unknown.
    pub policy: &'a [Share],
    /// Score of the search, for the side to move.
    pub score: Score,
    /// How the game ended; `None` for a branch, whose outcome is unknown.
    pub outcome: Option<GameEnd>,
    /// Whether the move played was drawn at random; `false` for a branch, where no move was played.
    pub by_lot: bool,
    /// The game from which the sample comes.
    pub game: &'a GameRecord,
    /// Number of moves of the game before the position. The branch's own move does not count.
    pub index: usize,
}

impl Sample<'_> {
    /// Outcome of the game for the side to move: 1000, 0 or -1000; `None` for a branch.
    fn result(&self) -> Option<i16> {
        Some(match self.outcome?.winner() {
            None => 0,
            Some(winner) if winner == self.position.to_move() => 1_000,
            Some(_) => -1_000,
        })
    }

    /// Score of the search for the side to move, in points, clamped to ±[`MOST`]. Beyond that a
    /// larger score says nothing more.
    pub fn points(&self) -> i16 {
        self.score.points().clamp(-MOST, MOST) as i16
    }

    /// The move that the search chose; `None` if the move played was drawn at random.
    fn chosen(&self) -> Option<Point> {
        self.policy.first().filter(|_| !self.by_lot).map(|share| share.point)
    }
}

/// Takes samples from games.
pub struct Sampler {
    vcf: Vcf,
    control: Control,
}

impl Default for Sampler {
    fn default() -> Self {
        let control = Control::new(Instant::now(), Limits::default());
        // 32 kB are enough for the positions of a game, and are cleared quickly.
        Self { vcf: Vcf::new(1 << 15), control }
    }
}

impl Sampler {
    /// Passes the quiet positions of a game and its branches to `visit`, and returns their number.
    ///
    /// A position must have a score. It is quiet if the shapes do not decide it, no five must be
    /// answered, and there is no short win by fours. Games seen before make no difference.
    ///
    /// # Errors
    /// Those of `visit`, which end the visit.
    pub fn sample(
        &mut self,
        game: &GameRecord,
        mut visit: impl FnMut(&Sample<'_>) -> io::Result<()>,
    ) -> io::Result<usize> {
        // The solver's memory makes its few nodes go further, so its content would affect the
        // result.
        self.vcf.clear();
        let evaluation = Evaluation::of(game.rule, game.size);
        let mut position = Position::with_tables(game.size, evaluation.tables());
        game.opening.iter().for_each(|&point| position.play(point));
        let mut branches = game.branches.iter().peekable();
        let mut count = 0;
        let mut show = |position: &mut Position, policy, score, outcome, by_lot, index| {
            if let Some(score) = score
                && let Some(is_threatened) = self.threat_in_quiet(position)
            {
                let position = &*position;
                visit(&Sample {
                    position,
                    is_threatened,
                    policy,
                    score,
                    outcome,
                    by_lot,
                    game,
                    index,
                })?;
                count += 1;
            }
            io::Result::Ok(())
        };
        for (index, ply) in game.moves.iter().enumerate() {
            let outcome = Some(game.outcome);
            show(&mut position, &ply.policy, ply.score, outcome, ply.by_lot, index)?;
            while let Some(branch) = branches.next_if(|branch| branch.index == index) {
                position.play(branch.point);
                show(&mut position, &branch.policy, branch.score, None, false, index)?;
                position.undo();
            }
            position.play(ply.point);
        }
        Ok(count)
    }

    /// If the position is quiet, whether a threat of the opponent must be answered; otherwise
    /// `None`.
    fn threat_in_quiet(&mut self, position: &mut Position) -> Option<bool> {
        let is_threatened = match assess(position) {
            _ if position.ending().is_some() => return None,
            Situation::Free => false,
            Situation::Defend(_) => true,
            Situation::Won { .. } | Situation::Lost { .. } | Situation::Block(_) => return None,
        };
        (!self.vcf.solve(position, BOUNDS, &self.control).is_win()).then_some(is_threatened)
    }
}

#[cfg(test)]
mod tests;
