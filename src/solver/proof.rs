//! A win with an answer to every defence.

use std::fmt;

use crate::geometry::{Color, Point};
use crate::pattern::Shape;
use crate::position::Position;

/// What the attacker plays, and what follows each answer.
///
/// An answer that is not listed loses at once if the attacker threatens a five; otherwise to
/// `otherwise`, a win that works whatever the defender has played in place of the listed answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The attacker's move.
    pub attack: Point,
    /// The answers that need one of their own, in the order in which they were tried.
    pub answers: Vec<(Point, Proof)>,
    /// The win against all other answers, if the move does not threaten a five.
    pub otherwise: Option<Box<Proof>>,
    /// The last stone of the win is placed this many plies after `attack` is played, `attack`
    /// included, at the latest.
    pub plies: usize,
}

impl Proof {
    /// The five itself.
    pub(super) fn five(attack: Point) -> Self {
        Self { attack, answers: Vec::new(), otherwise: None, plies: 1 }
    }

    /// A four that cannot be answered.
    pub(super) fn four(attack: Point) -> Self {
        Self { attack, answers: Vec::new(), otherwise: None, plies: 3 }
    }

    /// A four, with all answers to it.
    pub(super) fn forced(attack: Point, answers: Vec<(Point, Self)>) -> Self {
        let longest = answers.iter().map(|(_, proof)| proof.plies).max();
        Self { attack, answers, otherwise: None, plies: longest.unwrap_or(1) + 2 }
    }

    /// A move that threatens `otherwise`, with the answers that have something to do with it.
    pub(super) fn threat(attack: Point, answers: Vec<(Point, Self)>, otherwise: Self) -> Self {
        let longest = answers.iter().map(|(_, proof)| proof.plies).max();
        let plies = longest.unwrap_or(0).max(otherwise.plies) + 2;
        Self { attack, answers, otherwise: Some(Box::new(otherwise)), plies }
    }

    /// The moves of both sides against the longest defence, the attacker's first. The line ends
    /// with the move after which the five cannot be stopped, or with the five.
    pub fn line(&self) -> Vec<Point> {
        let mut line = vec![self.attack];
        let mut proof = self;
        while let Some((answer, next)) = proof.longest_answer() {
            line.extend([*answer, next.attack]);
            proof = next;
        }
        line
    }

    /// The rest of the win after this answer to its first move. `None` if the answer is none that
    /// needs one of its own, and there is a five on the board to make.
    pub fn after(self, answer: Point) -> Option<Self> {
        let Self { mut answers, otherwise, .. } = self;
        match answers.iter().position(|(point, _)| *point == answer) {
            Some(index) => Some(answers.swap_remove(index).1),
            None => otherwise.map(|proof| *proof),
        }
    }

    /// The answer that holds out longest, the first of several; `None` if there is none worth a
    /// name.
    fn longest_answer(&self) -> Option<&(Point, Self)> {
        self.answers.iter().rev().max_by_key(|(_, proof)| proof.plies)
    }

    /// Number of attacking moves in the tree.
    pub fn size(&self) -> usize {
        let answers = self.answers.iter().map(|(_, proof)| proof);
        1 + answers.chain(self.otherwise.as_deref()).map(Self::size).sum::<usize>()
    }
}

/// A defence that a proof does not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    /// The moves of both sides that lead there from the position of the proof; the last one is the
    /// defence, or an attack that is not possible.
    pub moves: Vec<Point>,
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the proof has no answer after {:?}", self.moves)
    }
}

impl std::error::Error for Hole {}

impl Proof {
    /// In debug builds: fails unless the proof holds. Proofs of thousands of moves are taken as
    /// they are.
    pub(crate) fn debug_check(&self, position: &Position) {
        if cfg!(debug_assertions) && self.size() <= 200 {
            let result = self.check(&mut position.clone());
            debug_assert_eq!(result, Ok(()), "{position:?}");
        }
    }

    /// Plays the win of the side to move against every legal defence at every node. The position is
    /// the same on return as on entry.
    ///
    /// # Errors
    /// If a defence holds, or a move of the attacker is not legal.
    pub fn check(&self, position: &mut Position) -> Result<(), Hole> {
        let us = position.to_move();
        let hole = |moves| Err(Hole { moves });
        if !position.board().is_empty(self.attack) || position.is_forbidden(self.attack) {
            return hole(vec![self.attack]);
        }
        if position.shape(us, self.attack) == Shape::Five {
            return Ok(());
        }
        position.play(self.attack);
        let empty: Vec<Point> = position.board().empty_points().collect();
        let fives = *position.points(us, Shape::Five);
        let mut result = Ok(());
        for answer in empty {
            // One five cannot be taken away by a stone on another point, unless it can be closed.
            if position.rule().line_rule(us).closed_five_wins
                && fives.iter().any(|five| five != answer)
                && position.count(!us, Shape::Five) == 0
            {
                continue;
            }
            if position.is_forbidden(answer) {
                continue;
            }
            if position.shape(!us, answer) == Shape::Five {
                result = hole(vec![answer]);
            } else {
                position.play(answer);
                result = self.check_answer(position, us, answer);
                position.undo();
            }
            if result.is_err() {
                break;
            }
        }
        position.undo();
        result.or_else(|Hole { mut moves }| {
            moves.insert(0, self.attack);
            hole(moves)
        })
    }

    fn check_answer(&self, position: &mut Position, us: Color, answer: Point) -> Result<(), Hole> {
        let next = match self.answers.iter().find(|(point, _)| *point == answer) {
            Some((_, proof)) => proof,
            None if position.count(us, Shape::Five) > 0 => return Ok(()),
            None => match &self.otherwise {
                Some(proof) => proof,
                None => return Err(Hole { moves: vec![answer] }),
            },
        };
        next.check(position).map_err(|Hole { mut moves }| {
            moves.insert(0, answer);
            Hole { moves }
        })
    }
}
