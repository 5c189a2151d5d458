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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{BoardSize, Color, Point};
    use crate::rule::Rule;
    use crate::score::Score;
    use crate::selfplay::record::{Outcome, Ply, Win};

    /// Numbers of two bytes.
    fn numbers(bytes: &[u8]) -> Vec<i16> {
        bytes.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect()
    }

    #[test]
    fn a_sample_says_who_won_what_was_thought_and_what_was_played() {
        let ply = |x, y, score, by_lot| Ply {
            point: Point::new(x, y),
            score: Score::from_points(score),
            by_lot,
        };
        // White answers the open three late: the position with a five to be answered is left out.
        let game = Game {
            number: 258,
            rule: Rule::Freestyle,
            size: BoardSize::square(15).unwrap(),
            opening: vec![Point::new(7, 7), Point::new(0, 0)],
            moves: vec![
                ply(8, 7, 60, false),
                ply(0, 14, -70, true),
                ply(9, 7, 3_000, false),
                ply(6, 7, -3_000, false),
                ply(10, 7, 3_000, false),
                ply(11, 7, -3_000, false),
            ],
            outcome: Outcome::Win(Color::Black, Win::Proof),
        };
        let (mut heads, mut points) = (Vec::new(), Vec::new());
        let count = Sampler::default().sample(&game, &mut heads, &mut points).unwrap();
        let heads: Vec<&[u8]> = heads.chunks_exact(18).collect();
        assert_eq!(count, heads.len());
        // Black at 2 stones, White at 3, Black at 4 (two threes are no win yet), and White at 5, who must
        // answer the three.
        let seen: Vec<_> = heads.iter().map(|head| (head[0], head[1], head[2])).collect();
        assert_eq!(seen[..2], [(0, 0, 2), (1, 0, 3)]);
        assert!(seen.contains(&(1, 1, 5)), "{seen:?}");
        assert!(!seen.iter().any(|&(.., stones)| stones >= 7), "{seen:?}");
        assert_eq!(numbers(&heads[0][4..8]), [1_000, 60]);
        assert_eq!(numbers(&heads[1][4..8]), [-1_000, -70]);
        let total: i16 = heads.iter().map(|head| numbers(&head[12..14])[0]).sum();
        assert_eq!(points.len(), 6 * total as usize);
        assert!(heads.iter().all(|head| head[14..] == 258u32.to_le_bytes()));

        // The first head's points: all 223 empty ones, one of them chosen. None where a lot decided.
        assert_eq!(numbers(&heads[0][12..14]), [223]);
        let chosen = |points: &[u8]| numbers(points).chunks_exact(3).filter(|p| p[2] == 1).count();
        assert_eq!(chosen(&points[..223 * 6]), 1);
        assert_eq!(chosen(&points[223 * 6..][..222 * 6]), 0);
    }
}
