//! Samples of games: quiet positions with what the search and the end of the game said of them.

use fukumi::board::Cell;
use fukumi::eval::{Evaluation, features};
use fukumi::geometry::{Color, Point};
use fukumi::position::Position;
use fukumi::selfplay::record::{self, Game};
use fukumi::selfplay::samples::Sampler;

use crate::geometry::DIRECTIONS;
use crate::losses::{Outcome, sigmoid};
use crate::model::POINTS_PER_LOGIT;
use crate::windows::REACH;

/// A move that may be best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The cell, `x + y * width`.
    pub cell: u16,
    /// How likely it is thought to be; those of all moves of a sample add up to 1, unless some are left out.
    pub share: f32,
}

/// A position to learn from, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Which of the board sizes it has.
    pub geometry: u8,
    /// The side to move: 0 Black, 1 White.
    pub to_move: u8,
    /// Cells with stones: twice the cell, and 1 for a white stone.
    pub stones: Box<[u16]>,
    /// Static score of the classical evaluation, in points.
    pub classical: i16,
    /// Mask of threats.
    pub threats: u16,
    /// Score of the search, in points.
    pub score: i16,
    /// How the game ended, if that is known.
    pub outcome: Option<Outcome>,
    /// Moves that may be best, the best first. Those are left out that the network does not think of: points too
    /// far from all stones.
    pub shares: Box<[Share]>,
}

impl Sample {
    /// The expected result that is to be learned, 0 to 1: a mean of what the score stands for and of the outcome.
    pub fn target(&self, score_share: f32) -> f32 {
        let by_score = sigmoid(f32::from(self.score) / POINTS_PER_LOGIT);
        match self.outcome {
            Some(outcome) => score_share * by_score + (1.0 - score_share) * outcome.result(),
            None => by_score,
        }
    }
}

/// Whether a window of the point has a stone.
fn is_near_a_stone(position: &Position, point: Point) -> bool {
    let (board, size) = (position.board(), position.size());
    let at = |dx: i32, dy: i32, steps: i32| {
        let (x, y) = (i32::from(point.x()) + steps * dx, i32::from(point.y()) + steps * dy);
        size.point(x.into(), y.into())
    };
    DIRECTIONS.into_iter().any(|(dx, dy)| {
        let reach = REACH as i32;
        let mut cells = (-reach..=reach).filter_map(|steps| at(dx, dy, steps));
        cells.any(|point| matches!(board.cell(point), Cell::Black | Cell::White))
    })
}

/// Takes the samples of games.
#[derive(Default)]
pub struct Replay {
    sampler: Sampler,
}

impl Replay {
    /// Shows the samples of a game, in the order of play. `geometry` is the number of its board size.
    pub fn samples(&mut self, game: &Game, geometry: u8, mut visit: impl FnMut(Sample)) {
        let evaluation = Evaluation::of(game.rule, game.size);
        let width = u16::from(game.size.width());
        let cell = |point: Point| u16::from(point.x()) + u16::from(point.y()) * width;
        // Nothing is written, so nothing can fail.
        let _: std::io::Result<usize> = self.sampler.sample(game, |sample| {
            let position = sample.position;
            let stones = position.board().stones().iter();
            let stones = stones.map(|stone| 2 * cell(stone.point) + stone.color.index() as u16);
            let shares =
                sample.policy.iter().filter(|share| is_near_a_stone(position, share.point));
            let shares = shares.map(|share| Share {
                cell: cell(share.point),
                share: f32::from(share.share) / f32::from(record::Share::WHOLE),
            });
            let outcome = sample.outcome.map(|outcome| match outcome.winner() {
                None => Outcome::Drawn,
                Some(winner) if winner == position.to_move() => Outcome::Won,
                Some(Color::Black | Color::White) => Outcome::Lost,
            });
            visit(Sample {
                geometry,
                to_move: position.to_move().index() as u8,
                stones: stones.collect(),
                classical: evaluation.score(position).points() as i16,
                threats: features::threats(position) as u16,
                score: sample.points(),
                outcome,
                shares: shares.collect(),
            });
            Ok(())
        });
    }

    /// How many samples a game has.
    pub fn count(&mut self, game: &Game) -> usize {
        self.sampler.sample(game, |_| Ok(())).unwrap_or_default()
    }
}
