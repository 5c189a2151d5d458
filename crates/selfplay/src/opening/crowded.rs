//! Crowded openings: boards with many stones without a win or a win at once.
//!
//! Both sides play moves that the policy finds plausible, and now and then odd ones. They answer
//! what they must, and mostly avoid attacks, which would end the game early. Moves that upset the
//! balance are skipped if there are others.

use std::ops::RangeInclusive;

use fukumi_core::eval::{Evaluation, Scorer};
use fukumi_core::geometry::BoardSize;
use fukumi_core::pattern::Shape;
use fukumi_core::position::Position;
use fukumi_core::random::Generator;
use fukumi_core::rule::Rule;
use fukumi_core::threat::{Situation, assess};

use crate::softmax;

/// Number of stones on a board of 15x15 or more. Smaller boards have the same density.
const STONES: RangeInclusive<usize> = 35..=75;
/// Area of a 15x15 board, in points.
const AREA: usize = 15 * 15;
/// Difference in appeal that lowers the probability of a move to 1/e, in hundredths of the natural
/// log-odds.
const TEMPERATURE: i32 = 200;
/// Amount by which the appeal of an attack is lowered, in the same unit. An attack is an open
/// three, a four or more.
const PEACE: i32 = 400;

/// Largest absolute static score, in points, of a balanced position.
const BALANCE: i32 = 150;
/// Number of moves that are tried in search of a balanced position.
const TRIES: usize = 8;

/// The range of the number of stones on a crowded board of this size.
pub(crate) fn stones(size: BoardSize) -> RangeInclusive<usize> {
    let scaled = |stones: usize| stones * size.area().min(AREA) / AREA;
    scaled(*STONES.start())..=scaled(*STONES.end())
}

/// Makes a board with this many stones, on which neither side wins at once and no threat must be
/// answered. The scorer must fit it. `None` if the attempt fails.
pub(crate) fn make(
    rule: Rule,
    size: BoardSize,
    count: usize,
    scorer: &mut Scorer,
    rng: &mut Generator,
) -> Option<Position> {
    let mut position = Position::with_tables(size, Evaluation::of(rule, size).tables());
    position.play(size.center());
    while position.board().stones().len() < count {
        play(&mut position, scorer, rng)?;
    }
    (assess(&mut position) == Situation::Free).then_some(position)
}

/// Plays one move, after which the shapes must not prove a win of the opponent. If one of the moves
/// tried keeps the balance, that one is played, otherwise the one that upsets it least. `None` if
/// there is no such move.
fn play(position: &mut Position, scorer: &mut Scorer, rng: &mut Generator) -> Option<()> {
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
