//! Crowded openings: boards with many stones on which nobody has won or wins at once.
//!
//! Both sides play moves that the policy finds plausible, now and then odd ones, answer what they
//! must, and mostly leave attacks alone, which would end the play early. Moves that tip the balance
//! are passed over where there are others.

use std::ops::RangeInclusive;

use rand::rngs::SmallRng;

use crate::eval::{Evaluation, Scorer};
use crate::geometry::BoardSize;
use crate::pattern::Shape;
use crate::position::Position;
use crate::rule::Rule;
use crate::selfplay::softmax;
use crate::threat::{Situation, assess};

/// Stones on a board of 15x15 or more; smaller ones have as many for their area.
const STONES: RangeInclusive<usize> = 35..=75;
/// Points of that board.
const AREA: usize = 15 * 15;
/// Appeals fall by so much for a chance of 1/e, in hundredths of the natural logarithm of their
/// odds.
const TEMPERATURE: i32 = 200;
/// What an attack is less appealing than it looks, in the same unit: an open three, a four or more.
const PEACE: i32 = 400;

/// A static score that keeps the balance, of either sign and in points.
const BALANCE: i32 = 150;
/// Moves that are tried for one that keeps it.
const TRIES: usize = 8;

/// How many stones a crowded board of this size has.
pub(crate) fn stones(size: BoardSize) -> RangeInclusive<usize> {
    let scaled = |stones: usize| stones * size.area().min(AREA) / AREA;
    scaled(*STONES.start())..=scaled(*STONES.end())
}

/// A board with so many stones, the scorer being one for it. None wins at once, and no threat has
/// to be answered; `None` if it did not come out like that.
pub(crate) fn make(
    rule: Rule,
    size: BoardSize,
    count: usize,
    scorer: &mut Scorer,
    rng: &mut SmallRng,
) -> Option<Position> {
    let mut position = Position::with_tables(size, Evaluation::of(rule, size).tables());
    position.play(size.center());
    while position.board().stones().len() < count {
        play(&mut position, scorer, rng)?;
    }
    (assess(&mut position) == Situation::Free).then_some(position)
}

/// Plays a move after which the opponent does not win at once, if there is one, and the sides stand
/// evenly, if one of those tried is like that.
fn play(position: &mut Position, scorer: &mut Scorer, rng: &mut SmallRng) -> Option<()> {
    let situation = assess(position);
    if matches!(situation, Situation::Won { .. } | Situation::Lost { .. }) {
        return None;
    }
    let allowed = *situation.moves().unwrap_or(position.candidates());
    let us = position.to_move();
    let mut moves = scorer.appeals(position, Some(&allowed)).to_vec();
    moves.retain(|&(point, _)| {
        position.shape(us, point) != Shape::Five && !position.is_forbidden(point)
    });
    for (point, appeal) in &mut moves {
        if position.shape(us, *point) >= Shape::Three {
            *appeal -= PEACE;
        }
    }
    let mut tried = Vec::with_capacity(TRIES);
    while tried.len() < TRIES
        && let Some(index) = softmax::draw(&moves, |&(_, appeal)| appeal, TEMPERATURE, rng)
    {
        let (point, _) = moves.swap_remove(index);
        position.play(point);
        if !matches!(assess(position), Situation::Won { .. }) {
            let imbalance = scorer.score(position).points().abs();
            if imbalance <= BALANCE {
                return Some(());
            }
            tried.push((imbalance, point));
        }
        position.undo();
    }
    let (_, point) = tried.into_iter().min()?;
    position.play(point);
    Some(())
}
