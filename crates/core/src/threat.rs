//! What the shapes on the board settle without a search: wins and losses within five plies, and the
//! complete set of moves that do not lose to a threat.
//!
//! The order of the tests is the usual one of strong engines (Rapfi, AlphaGomoku). Every answer
//! here is a fact. A claimed win holds against every defence, and a move outside a set of defences
//! loses to the threat that the set answers.

use crate::geometry::{Color, Direction, Point, PointSet};
use crate::pattern::{LineClass, Shape};
use crate::position::Position;

pub(crate) mod defence;
mod fours;
pub mod rows;

pub use fours::fours;

/// What the shapes alone say about a position, for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Situation {
    /// `best` wins. The last stone of the win is played `plies` plies from now.
    Won {
        /// The first move of the win.
        best: Point,
        /// Plies to the end: 1, 3 or 5.
        plies: usize,
    },
    /// Every move loses. The opponent's last stone is played `plies` plies from now.
    Lost {
        /// Plies to the end: 2 or 4.
        plies: usize,
    },
    /// The opponent threatens to win with the next stone. These moves stop it; all others lose.
    Block(PointSet),
    /// The opponent threatens an open four or a four-three. All moves outside the set lose to it.
    /// The set also has the side's own fours, which gain time.
    Defend(PointSet),
    /// Nothing forces a move.
    Free,
}

impl Situation {
    /// The moves to choose from if a threat must be answered; `None` in every other situation.
    #[inline]
    pub fn moves(&self) -> Option<&PointSet> {
        match self {
            Self::Block(points) | Self::Defend(points) => Some(points),
            Self::Won { .. } | Self::Lost { .. } | Self::Free => None,
        }
    }

    /// The moves of [`Situation::Defend`]; `None` in every other situation.
    #[inline]
    pub fn answers(&self) -> Option<&PointSet> {
        match self {
            Self::Defend(answers) => Some(answers),
            Self::Won { .. } | Self::Lost { .. } | Self::Block(_) | Self::Free => None,
        }
    }
}

/// Maximum number of four-threes that are played out for a proof at a node.
const FOUR_THREES: usize = 4;

/// Settles what the shapes alone can settle. The position is the same on return as on entry.
pub fn assess(position: &mut Position) -> Situation {
    let us = position.to_move();
    if let Some(best) = position.points(us, Shape::Five).first() {
        return Situation::Won { best, plies: 1 };
    }
    if position.count(!us, Shape::Five) > 0 {
        let answers = defence::answers_to_five(position);
        return if answers.is_empty() {
            Situation::Lost { plies: 2 }
        } else {
            Situation::Block(answers)
        };
    }
    if let Some(best) = position.points(us, Shape::OpenFour).first() {
        return Situation::Won { best, plies: 3 };
    }
    if let Some(best) = winning_four_three(position) {
        return Situation::Won { best, plies: 5 };
    }
    // Two open threes win: the opponent has no four to gain time with, and can stop only one of
    // them.
    if let Some(best) = position.points(us, Shape::DoubleThree).first()
        && !may_have_four(position, !us)
    {
        return Situation::Won { best, plies: 5 };
    }
    if position.count(!us, Shape::OpenFour) > 0 {
        let answers = defence::answers_to_open_four(position);
        return if answers.is_empty() {
            Situation::Lost { plies: 4 }
        } else {
            Situation::Defend(answers)
        };
    }
    // If the opponent has forbidden points, all but one of the points that extend a three may be
    // forbidden. Stones far from the three can then spoil it, so no set of answers would be
    // complete.
    if position.count(!us, Shape::FourThree) > 0 && !position.rule().has_fouls(!us) {
        position.pass();
        let threat = winning_four_three(position);
        position.pass();
        if let Some(threat) = threat
            && let Some(answers) = defence::answers_to_four_three(position, threat)
        {
            return Situation::Defend(answers);
        }
    }
    Situation::Free
}

/// Whether `color` may be able to make a four. Suspected fouls count, since they may turn out
/// legal.
pub(crate) fn may_have_four(position: &Position, color: Color) -> bool {
    position.four_count(color) > 0 || position.count(color, Shape::Foul) > 0
}

/// A four-three with which the side to move wins in five plies.
///
/// Requires that the opponent has no five and the side to move has no open four.
fn winning_four_three(position: &mut Position) -> Option<Point> {
    let us = position.to_move();
    if position.count(us, Shape::FourThree) == 0 {
        return None;
    }
    let points = *position.points(us, Shape::FourThree);
    if !may_have_four(position, !us) && !position.rule().has_fouls(us) {
        // The forced answer makes no four, and it does not lie on the line of the three.
        return points.first();
    }
    points
        .iter()
        .take(FOUR_THREES)
        .find(|&point| wins_by_lines(position, point) || wins_when_played(position, point))
}

/// Whether the lines through a point show that the four-three there wins: the answer to its four
/// makes no four, and the three then grows to an open four. Most four-threes need no more.
fn wins_by_lines(position: &Position, point: Point) -> bool {
    let (us, rule) = (position.to_move(), position.rule());
    if !rule.line_rule(us).closed_five_wins {
        return false;
    }
    let lines = position.lines(us, point);
    let class = |direction: Direction| lines.class(direction as usize);
    let mut directions = Direction::ALL.into_iter();
    let Some(four) = directions.find(|&direction| class(direction) == LineClass::Four) else {
        return false;
    };
    // The point of the five is the only other one where a stone stops the four. It does not lie on
    // the line of the three.
    let mut answers = position.spoilers(us, point, four).filter(|&answer| answer != point);
    let (Some(answer), None) = (answers.next(), answers.next()) else { return false };
    if makes_four(position, !us, answer) {
        return false;
    }
    let grows = |three: Direction| {
        let mut points = position.spoilers(us, point, three);
        points.any(|next| next != point && makes_open_four(position, point, next, three))
    };
    // Where there are fouls, one may keep the three from growing.
    !rule.has_fouls(us)
        || Direction::ALL.into_iter().any(|three| class(three).is_three() && grows(three))
}

/// Whether a stone of the side to move on `next` surely makes an open four after one on `stone`.
/// Both are on a line in this direction.
fn makes_open_four(position: &Position, stone: Point, next: Point, direction: Direction) -> bool {
    let us = position.to_move();
    let lines = position.lines(us, next);
    // Lines weaker than a three make no foul, but an overline does.
    let is_harmless = |other: Direction| {
        let class = lines.class(other as usize);
        other == direction || (class < LineClass::Three && class != LineClass::Overline)
    };
    Direction::ALL.into_iter().all(is_harmless)
        && position.class_after(us, stone, next, direction) == LineClass::OpenFour
}

/// Whether the four-three at a point wins, proven by playing it out.
fn wins_when_played(position: &mut Position, point: Point) -> bool {
    let us = position.to_move();
    position.play(point);
    let answers = defence::answers_to_five(position);
    let wins = answers.iter().all(|answer| {
        position.play(answer);
        let wins = position.count(us, Shape::Five) > 0
            || (position.count(!us, Shape::Five) == 0 && position.count(us, Shape::OpenFour) > 0);
        position.undo();
        wins
    });
    position.undo();
    wins
}

/// Whether a stone of `color` on an empty point threatens to win with the next move. A suspected
/// foul with a four counts.
pub(crate) fn makes_four(position: &Position, color: Color, point: Point) -> bool {
    match position.shape(color, point) {
        Shape::Foul => position.lines(color, point).has_four(),
        shape => shape.is_four(),
    }
}

/// Whether a stone of `color` on an empty point makes an open three or something stronger. A
/// suspected foul counts if one of its lines does.
pub(crate) fn makes_three(position: &Position, color: Color, point: Point) -> bool {
    match position.shape(color, point) {
        Shape::Foul => {
            position.lines(color, point).classes().iter().any(|c| *c >= LineClass::Three)
        }
        shape => shape >= Shape::Three,
    }
}

#[cfg(test)]
mod tests;
