//! Victory by continuous fours: every move threatens to win at once, so the opponent's reply is
//! forced, and the search is a thin tree.
//!
//! The answer has three values. [`Verdict::Win`] and [`Verdict::NoWin`] are facts; `Unknown` says that
//! the budget ran out. The position is the same on return as on entry, whatever the answer.

use crate::control::Control;
use crate::geometry::{Color, Point, PointSet};
use crate::pattern::Shape;
use crate::position::Position;
use crate::threat::{defence, fours, may_have_four};

/// What a solver found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins by `first`, with its last stone `plies` plies from now at the latest.
    Win {
        /// The first move of the win.
        first: Point,
        /// Plies to the end of the win.
        plies: usize,
    },
    /// There is no such win.
    NoWin,
    /// The budget ran out.
    Unknown,
}

/// Positions between two looks at the clock.
const CLOCK_INTERVAL: u64 = 256;

/// Entries of the table of refuted positions.
const TABLE_SIZE: usize = 1 << 15;

/// The solver and its memory of refuted positions.
pub struct Vcf {
    /// Key of a position without such a win; in the low bits the number of fours that were allowed,
    /// all ones if no line was cut off.
    refuted: Vec<u64>,
    nodes: u64,
    budget: u64,
    stopped: bool,
}

/// Low bits of an entry of `refuted` that hold the depth; the rest is the key.
const DEPTH_MASK: u64 = 0xff;

impl Default for Vcf {
    fn default() -> Self {
        Self { refuted: vec![0; TABLE_SIZE], nodes: 0, budget: 0, stopped: false }
    }
}

impl Vcf {
    /// Forgets all positions; for a new game or another rule.
    pub fn clear(&mut self) {
        self.refuted.fill(0);
    }

    /// Positions visited by the last call.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for a win by fours of the side to move, in at most `budget` positions and `max_fours`
    /// fours (255 at most).
    pub fn solve(
        &mut self,
        position: &mut Position,
        max_fours: usize,
        budget: u64,
        control: &Control,
    ) -> Verdict {
        self.nodes = 0;
        self.budget = budget;
        self.stopped = false;
        let max_fours = max_fours.min(DEPTH_MASK as usize);
        match self.attack(position, max_fours, control) {
            Attack::Win { first, plies } => Verdict::Win { first, plies },
            Attack::Fail { is_complete: true } => Verdict::NoWin,
            Attack::Fail { is_complete: false } => Verdict::Unknown,
        }
    }

    fn attack(&mut self, position: &mut Position, fours_left: usize, control: &Control) -> Attack {
        self.nodes += 1;
        let us = position.to_move();
        if let Some(first) = position.points(us, Shape::Five).first() {
            return Attack::Win { first, plies: 1 };
        }
        let moves = if position.count(!us, Shape::Five) > 0 {
            defence::answers_to_five(position).intersection(&fours(position))
        } else if let Some(first) = position.points(us, Shape::OpenFour).first() {
            return Attack::Win { first, plies: 3 };
        } else if position.four_count(us) == 0 && !position.rule().has_fouls(us) {
            PointSet::EMPTY
        } else {
            if let Some(first) = position.points(us, Shape::FourThree).first()
                && !may_have_four(position, !us)
                && !position.rule().has_fouls(us)
            {
                return Attack::Win { first, plies: 5 };
            }
            fours(position)
        };
        if moves.is_empty() {
            return Attack::Fail { is_complete: true };
        }
        if fours_left == 0 || self.is_spent(control) {
            return Attack::Fail { is_complete: false };
        }
        if let Some(depth) = self.refuted_depth(position.key())
            && depth >= fours_left
        {
            return Attack::Fail { is_complete: depth == DEPTH_MASK as usize };
        }
        let mut is_complete = true;
        for point in self.ordered(position, us, &moves) {
            match self.try_four(position, point, fours_left, control) {
                Attack::Fail { is_complete: complete } => is_complete &= complete,
                win => return win,
            }
            if self.stopped {
                return Attack::Fail { is_complete: false };
            }
        }
        let depth = if is_complete { DEPTH_MASK as usize } else { fours_left };
        self.remember(position.key(), depth);
        Attack::Fail { is_complete }
    }

    /// Plays a four and every forced answer to it.
    fn try_four(
        &mut self,
        position: &mut Position,
        point: Point,
        fours_left: usize,
        control: &Control,
    ) -> Attack {
        position.play(point);
        let answers = defence::answers_to_five(position);
        let mut result = Attack::Win { first: point, plies: 3 };
        for answer in &answers {
            position.play(answer);
            let answered = self.attack(position, fours_left - 1, control);
            position.undo();
            result = match (answered, result) {
                (Attack::Win { plies, .. }, Attack::Win { plies: longest, .. }) => {
                    Attack::Win { first: point, plies: longest.max(plies + 2) }
                }
                (fail, _) => fail,
            };
            if matches!(result, Attack::Fail { .. }) {
                break;
            }
        }
        position.undo();
        result
    }

    /// The fours, the most promising first; ties by point.
    fn ordered(&self, position: &Position, us: Color, moves: &PointSet) -> Vec<Point> {
        let rank = |&point: &Point| match position.shape(us, point) {
            Shape::FourThree => 0,
            Shape::FourPlus => 1,
            _ => 2,
        };
        let mut points: Vec<Point> = moves.iter().collect();
        points.sort_by_key(rank);
        points
    }

    fn is_spent(&mut self, control: &Control) -> bool {
        self.stopped |= self.nodes >= self.budget
            || (self.nodes.is_multiple_of(CLOCK_INTERVAL) && control.must_stop(0));
        self.stopped
    }

    fn refuted_depth(&self, key: u64) -> Option<usize> {
        let entry = self.refuted[key as usize % TABLE_SIZE];
        ((entry ^ key) & !DEPTH_MASK == 0).then_some((entry & DEPTH_MASK) as usize)
    }

    fn remember(&mut self, key: u64, depth: usize) {
        self.refuted[key as usize % TABLE_SIZE] = key & !DEPTH_MASK | depth as u64;
    }
}

enum Attack {
    Win { first: Point, plies: usize },
    Fail { is_complete: bool },
}
