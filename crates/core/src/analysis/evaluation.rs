//! What is known about one position.

use crate::geometry::{Color, Point};
use crate::position::ending::{End, Ending};
use crate::score::Score;
use crate::solver::Threats;
use crate::solver::proof::Proof;

/// What is known about one position, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The value for the side to move.
    pub score: Score,
    /// The best lines, the best one first; empty if the game is over.
    pub lines: Vec<EvaluatedLine>,
    /// The win that the solver found.
    pub win: Option<Win>,
    /// Number of positions searched.
    pub nodes: u64,
}

/// A line of play and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluatedLine {
    /// The value for the side to move before the line.
    pub score: Score,
    /// The moves of both sides; never empty.
    pub moves: Vec<Point>,
    /// Depth in plies of the search that found the line; `None` if it comes from a proof.
    pub depth: Option<u32>,
}

/// A forced win, with an answer to every defence.
#[derive(Clone, Debug, PartialEq)]
pub struct Win {
    /// The threats that the win needs.
    pub threats: Threats,
    /// The moves of the win.
    pub proof: Proof,
}

impl Evaluation {
    /// The value of a finished game to the side that would be to move.
    pub(super) fn over(end: End, to_move: Color) -> Self {
        let score = match end {
            End::Full => Score::ZERO,
            End::Ending(Ending::Five(winner)) if winner == to_move => Score::win_in(0),
            End::Ending(Ending::Five(_)) => Score::loss_in(0),
            // Only Black can commit a foul.
            End::Ending(Ending::Foul(_)) if to_move == Color::White => Score::win_in(0),
            End::Ending(Ending::Foul(_)) => Score::loss_in(0),
        };
        Self { score, lines: Vec::new(), win: None, nodes: 0 }
    }

    /// The move to play.
    pub fn best(&self) -> Option<Point> {
        self.lines.first().map(|line| line.moves[0])
    }

    /// Chance of winning for `color`, from 0 to 1, where `to_move` is the side to move. A draw
    /// counts as half a win. A proven result is exactly 0 or 1.
    pub fn win_rate(&self, color: Color, to_move: Color) -> f64 {
        let score = if color == to_move { self.score } else { -self.score };
        score.win_rate()
    }

    /// Takes over what a line proves after its first move has been played, if nothing is proven
    /// here.
    pub(super) fn inherit(&mut self, line: &EvaluatedLine) {
        let Some(plies) = line.score.plies_to_end().filter(|_| !self.score.is_proven()) else {
            return;
        };
        let left = plies.unsigned_abs().saturating_sub(1) as usize;
        let is_loss = line.score.is_win();
        let score = if is_loss { Score::loss_in(left) } else { Score::win_in(left) };
        match &line.moves[1..] {
            [] if is_loss => self.score = score,
            // A win without the move that begins it is of no use.
            [] => {}
            moves => {
                self.put_first(EvaluatedLine { score, moves: moves.to_vec(), depth: line.depth })
            }
        }
    }

    /// Puts a line before the others. The number of lines stays the same, so the last one may go.
    pub(super) fn put_first(&mut self, line: EvaluatedLine) {
        self.score = line.score;
        let first = line.moves[0];
        let room = self.lines.len().max(1);
        self.lines.retain(|other| other.moves[0] != first);
        self.lines.insert(0, line);
        self.lines.truncate(room);
    }
}

impl EvaluatedLine {
    /// The line of a win against the longest defence.
    pub(super) fn of(proof: &Proof) -> Self {
        Self { score: Score::win_in(proof.plies), moves: proof.line(), depth: None }
    }
}
