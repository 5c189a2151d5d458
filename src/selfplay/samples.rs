//! Quiet positions of recorded games, for fitting an evaluation: those of which the search asks the static
//! score.

use std::io;
use std::time::Instant;

use super::record::{Game, Ply};
use crate::control::{Control, Limits};
use crate::eval::Evaluation;
use crate::position::Position;
use crate::score::Score;
use crate::solver::vcf::{Bounds, Vcf};
use crate::threat::{Situation, assess};

pub mod boards;
pub mod points;

/// Largest score in a sample, of either sign, in points: a chance of winning of more than 99.9 %.
const MOST: i32 = 1_500;
/// What the search for a win by fours may cost that says whether a position is quiet.
const BOUNDS: Bounds = Bounds { fours: 12, ..Bounds::nodes(64) };

/// A quiet position of a game.
pub struct Sample<'a> {
    /// The position.
    pub position: &'a Position,
    /// Whether a threat of the opponent must be answered.
    pub is_threatened: bool,
    /// What was played.
    pub ply: &'a Ply,
    /// What the search said of the position, for the side to move.
    pub score: Score,
    /// The game.
    pub game: &'a Game,
    /// Index of the ply in the game.
    pub index: usize,
}

impl Sample<'_> {
    /// Outcome of the game for the side to move: 1000, 0 or -1000.
    fn outcome(&self) -> i16 {
        match self.game.outcome.winner() {
            None => 0,
            Some(winner) if winner == self.position.to_move() => 1_000,
            Some(_) => -1_000,
        }
    }

    /// Score of the search for the side to move, in points.
    fn score(&self) -> i16 {
        self.score.points().clamp(-MOST, MOST) as i16
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
        Self { vcf: Vcf::default(), control }
    }
}

impl Sampler {
    /// Shows the quiet positions of a game that have a score: those which neither the shapes decide, nor
    /// a five to be answered, nor a short win by fours. Returns their number.
    ///
    /// # Errors
    /// Those of `visit`, which end it.
    pub fn sample(
        &mut self,
        game: &Game,
        mut visit: impl FnMut(&Sample<'_>) -> io::Result<()>,
    ) -> io::Result<usize> {
        let evaluation = Evaluation::of(game.rule, game.size);
        let mut position = Position::with_tables(game.size, evaluation.tables());
        game.opening.iter().for_each(|&point| position.play(point));
        let mut count = 0;
        for (index, ply) in game.moves.iter().enumerate() {
            let is_threatened = match assess(&mut position) {
                Situation::Free => Some(false),
                Situation::Defend(_) => Some(true),
                Situation::Won { .. } | Situation::Lost { .. } | Situation::Block(_) => None,
            };
            if let Some(is_threatened) = is_threatened
                && let Some(score) = ply.score
                && !self.vcf.solve(&position, BOUNDS, &self.control).is_win()
            {
                visit(&Sample { position: &position, is_threatened, ply, score, game, index })?;
                count += 1;
            }
            position.play(ply.point);
        }
        Ok(count)
    }
}
