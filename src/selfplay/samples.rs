//! Positions of recorded games as the evaluation sees them, for fitting its numbers.
//!
//! Two files, little-endian, one record behind the other. Of each position a head:
//!
//! | Bytes | Meaning |
//! |-------|---------|
//! | 1 | side to move: 0 Black, 1 White |
//! | 1 | 0 if nothing forces a move, 1 if a threat of the opponent must be answered |
//! | 2 | stones on the board |
//! | 2 | outcome of the game for the side to move: 1000, 0 or -1000 |
//! | 2 | score of the search for the side to move, in points |
//! | 2 | mask of threats, see [`features::threats`] |
//! | 2 | points that the search considers |
//! | 2 | all empty points |
//! | 4 | number of the game |
//!
//! and for each of its empty points, those that the search considers first:
//!
//! | Bytes | Meaning |
//! |-------|---------|
//! | 2, 2 | combination of line classes of the side to move and of its opponent, see [`features::codes`] |
//! | 2 | 1 if this is the move the search chose, else 0; no point has a 1 where a lot decided |

use std::io::{self, Write};
use std::time::Instant;

use super::record::Game;
use crate::control::{Control, Limits};
use crate::eval::{Evaluation, features};
use crate::geometry::PointSet;
use crate::position::Position;
use crate::solver::vcf::{Bounds, Vcf};
use crate::threat::{Situation, assess};

/// Largest score in a sample, of either sign, in points: a chance of winning of more than 99.9 %.
const MOST: i32 = 1_500;
/// What the search for a win by fours may cost that says whether a position is quiet.
const BOUNDS: Bounds = Bounds { fours: 12, nodes: 64 };

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
    /// Writes the quiet positions of a game: those which neither the shapes decide, nor a five to be
    /// answered, nor a short win by fours, since the search never asks for their static score. Returns
    /// their number.
    ///
    /// # Errors
    /// Those of the writers.
    pub fn sample(
        &mut self,
        game: &Game,
        heads: &mut impl Write,
        points: &mut impl Write,
    ) -> io::Result<usize> {
        let evaluation = Evaluation::of(game.rule, game.size);
        let mut position = Position::with_tables(game.size, evaluation.tables());
        game.opening.iter().for_each(|&point| position.play(point));
        let mut count = 0;
        for ply in &game.moves {
            let situation = match assess(&mut position) {
                Situation::Free => Some(0),
                Situation::Defend(_) => Some(1),
                Situation::Won { .. } | Situation::Lost { .. } | Situation::Block(_) => None,
            };
            if let Some(situation) = situation
                && !self.vcf.solve(&position, BOUNDS, &self.control).is_win()
            {
                let us = position.to_move();
                let outcome = match game.outcome.winner() {
                    None => 0,
                    Some(winner) if winner == us => 1_000,
                    Some(_) => -1_000,
                };
                let near: Vec<_> = position.candidates().collect();
                let is_near: PointSet = near.iter().copied().collect();
                let far = position.board().empty_points().filter(|&point| !is_near.contains(point));
                let all: Vec<_> = near.iter().copied().chain(far).collect();
                heads.write_all(&[us.index() as u8, situation])?;
                for number in [
                    position.board().stones().len() as i32,
                    outcome,
                    ply.score.points().clamp(-MOST, MOST),
                    features::threats(&position) as i32,
                    near.len() as i32,
                    all.len() as i32,
                ] {
                    heads.write_all(&(number as u16).to_le_bytes())?;
                }
                heads.write_all(&game.number.to_le_bytes())?;
                for point in all {
                    let [ours, theirs] = features::codes(&position, point);
                    let is_chosen = u16::from(point == ply.point && !ply.by_lot);
                    for number in [ours, theirs, is_chosen] {
                        points.write_all(&number.to_le_bytes())?;
                    }
                }
                count += 1;
            }
            position.play(ply.point);
        }
        Ok(count)
    }
}
