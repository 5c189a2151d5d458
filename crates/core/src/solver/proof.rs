//! Proofs: wins with an answer to every defence.

use std::fmt;

use crate::geometry::{Color, Point};
use crate::pattern::Shape;
use crate::position::Position;

/// The attacker's move and the win after each answer to it: a node of a proof tree.
///
/// An answer that is not listed loses too. If `attack` threatens a five, the attacker makes the
/// five. Otherwise the attacker plays `otherwise`, a win that works after every answer that is not
/// listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The attacker's move.
    pub attack: Point,
    /// The answers that need a win of their own, each with that win, in the order of the search.
    pub answers: Vec<(Point, Proof)>,
    /// The win after all other answers; `None` if the move makes or threatens a five.
    pub otherwise: Option<Box<Proof>>,
    /// The maximum length of the win in plies, from `attack` to the last stone, both included.
    pub plies: usize,
}

impl Proof {
    /// The proof that consists of a five alone.
    pub(super) fn five(attack: Point) -> Self {
        Self { attack, answers: Vec::new(), otherwise: None, plies: 1 }
    }

    /// The proof for a four that cannot be answered.
    pub(super) fn four(attack: Point) -> Self {
        Self { attack, answers: Vec::new(), otherwise: None, plies: 3 }
    }

    /// The proof for a four, with all answers to it.
    pub(super) fn forced(attack: Point, answers: Vec<(Point, Self)>) -> Self {
        let longest = answers.iter().map(|(_, proof)| proof.plies).max();
        Self { attack, answers, otherwise: None, plies: longest.unwrap_or(1) + 2 }
    }

    /// The proof for a move that threatens `otherwise`, with the answers that can spoil that win.
    pub(super) fn threat(attack: Point, answers: Vec<(Point, Self)>, otherwise: Self) -> Self {
        let longest = answers.iter().map(|(_, proof)| proof.plies).max();
        let plies = longest.unwrap_or(0).max(otherwise.plies) + 2;
        Self { attack, answers, otherwise: Some(Box::new(otherwise)), plies }
    }

    /// The moves of both sides against the longest defence, starting with the attacker's move.
    ///
    /// The line ends with the five, or with the move after which no listed answer stops the five or
    /// the win in `otherwise`.
    pub fn line(&self) -> Vec<Point> {
        let mut line = vec![self.attack];
        let mut proof = self;
        while let Some((answer, next)) = proof.longest_answer() {
            line.extend([*answer, next.attack]);
            proof = next;
        }
        line
    }

    /// The rest of the win after this answer to its first move.
    ///
    /// `None` if the answer is not listed and the attacker wins by making the threatened five.
    pub fn after(self, answer: Point) -> Option<Self> {
        let Self { mut answers, otherwise, .. } = self;
        match answers.iter().position(|(point, _)| *point == answer) {
            Some(index) => Some(answers.swap_remove(index).1),
            None => otherwise.map(|proof| *proof),
        }
    }

    /// The listed answer that holds out longest, the first of several; `None` if no answer is
    /// listed.
    fn longest_answer(&self) -> Option<&(Point, Self)> {
        self.answers.iter().rev().max_by_key(|(_, proof)| proof.plies)
    }

    /// Number of the attacker's moves in the tree.
    pub fn size(&self) -> usize {
        let answers = self.answers.iter().map(|(_, proof)| proof);
        1 + answers.chain(self.otherwise.as_deref()).map(Self::size).sum::<usize>()
    }
}

/// A gap in a proof: a defence that it does not answer, or an attack that is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    /// The moves of both sides from the position of the proof to the gap. The last move is the
    /// defence that holds, or the attack that is not legal.
    pub moves: Vec<Point>,
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the proof has no answer after {:?}", self.moves)
    }
}

impl std::error::Error for Hole {}

impl Proof {
    /// Checks in debug builds that the proof holds. Proofs of more than 200 moves are not checked.
    ///
    /// # Panics
    /// In debug builds, if the proof has a hole.
    pub(crate) fn debug_check(&self, position: &Position) {
        if cfg!(debug_assertions) && self.size() <= 200 {
            let result = self.check(&mut position.clone());
            debug_assert_eq!(result, Ok(()), "{position:?}");
        }
    }

    /// Plays the win of the side to move against every legal defence, at every node of the tree.
    ///
    /// The position is the same on return as on entry.
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
            // An answer on another point does not stop a five, unless closed fives do not count.
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

    /// Checks the win after `answer`, which is on the board. `us` is the attacker, to move.
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
