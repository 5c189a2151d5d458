//! Quiet positions of recorded games and of their branches, for fitting an evaluation: those of
//! which the search asks the static score.

use std::io;
use std::time::Instant;

use super::record::{GameEnd, GameRecord, Share};
use crate::control::{Control, Limits};
use crate::eval::Evaluation;
use crate::geometry::Point;
use crate::position::Position;
use crate::score::Score;
use crate::solver::vcf::{Bounds, Vcf};
use crate::threat::{Situation, assess};

pub mod points;

/// Largest score in a sample, of either sign, in points: a chance of winning of more than 99.9 %.
const MOST: i32 = 1_500;
/// What the search for a win by fours may cost that says whether a position is quiet.
const BOUNDS: Bounds = Bounds { fours: 12, ..Bounds::nodes(64) };

/// A quiet position of a game, or one beside it.
pub struct Sample<'a> {
    /// The position.
    pub position: &'a Position,
    /// Whether a threat of the opponent must be answered.
    pub is_threatened: bool,
    /// What the search recommends, as [`Share`] describes it; empty if that is not known.
    pub policy: &'a [Share],
    /// What the search said of the position, for the side to move.
    pub score: Score,
    /// How the game ended; `None` of a branch, of which nothing is known of how it would have
    /// ended.
    pub outcome: Option<GameEnd>,
    /// Whether a lot decided which move was played; `false` of a branch, from which none was.
    pub by_lot: bool,
    /// The game.
    pub game: &'a GameRecord,
    /// Moves of the game before the position; before the first move of its own in a branch.
    pub index: usize,
}

impl Sample<'_> {
    /// Outcome of the game for the side to move: 1000, 0 or -1000; `None` of a branch.
    fn result(&self) -> Option<i16> {
        Some(match self.outcome?.winner() {
            None => 0,
            Some(winner) if winner == self.position.to_move() => 1_000,
            Some(_) => -1_000,
        })
    }

    /// Score of the search for the side to move, in points; beyond 1,500, of either sign, more says
    /// nothing.
    pub fn points(&self) -> i16 {
        self.score.points().clamp(-MOST, MOST) as i16
    }

    /// The move that the search chose and that was played; `None` where a lot decided.
    fn chosen(&self) -> Option<Point> {
        self.policy.first().filter(|_| !self.by_lot).map(|share| share.point)
    }
}

/// Takes samples of games.
pub struct Sampler {
    vcf: Vcf,
    control: Control,
}

impl Default for Sampler {
    fn default() -> Self {
        let control = Control::new(Instant::now(), Limits::default());
        // 32 kB hold what the positions of a game take, and are cleared quickly.
        Self { vcf: Vcf::new(1 << 15), control }
    }
}

impl Sampler {
    /// Shows the quiet positions of a game and its branches that have a score: those which neither
    /// the shapes decide, nor a five to be answered, nor a short win by fours. Returns their
    /// number. Games seen before make no difference.
    ///
    /// # Errors
    /// Those of `visit`, which end it.
    pub fn sample(
        &mut self,
        game: &GameRecord,
        mut visit: impl FnMut(&Sample<'_>) -> io::Result<()>,
    ) -> io::Result<usize> {
        // What the solver remembers makes its few nodes go further.
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

    /// Whether a threat of the opponent must be answered, if the position is quiet.
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
