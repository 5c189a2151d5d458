//! What the search has learnt so far. History, killer and counter-move tables rate moves;
//! correction histories record how far the static score is off in positions of one kind.

use crate::board::Stone;
use crate::eval::features::{self, THREAT_MASKS};
use crate::geometry::{Color, GRID, Point};
use crate::pattern::Shape;
use crate::position::Position;
use crate::score::Score;

use super::depth::{Depth, MAX_PLY, PLY};
use super::params::{self, HISTORY_MAX, HISTORY_REACH};

/// The last moves, on which the histories of the next move depend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// The opponent's last move, and our own move before it.
    last: [Option<Point>; 2],
}

impl Context {
    /// Creates the context of the position after `stones`.
    pub(super) fn new(stones: &[Stone]) -> Self {
        let mut stones = stones.iter().rev().map(|stone| stone.point);
        Self { last: [stones.next(), stones.next()] }
    }
}

/// Number of relative places that a history distinguishes: those near a move, and one for all
/// others.
const OFFSETS: usize = ((2 * HISTORY_REACH + 1) * (2 * HISTORY_REACH + 1) + 1) as usize;

/// Returns the index of the place of `point` relative to `from`.
#[inline]
fn offset(from: Point, point: Point) -> usize {
    let dx = i32::from(point.x()) - i32::from(from.x());
    let dy = i32::from(point.y()) - i32::from(from.y());
    if dx.abs() > HISTORY_REACH || dy.abs() > HISTORY_REACH {
        return OFFSETS - 1;
    }
    ((dy + HISTORY_REACH) * (2 * HISTORY_REACH + 1) + dx + HISTORY_REACH) as usize
}

/// A continuation history: scores of moves, indexed by the place relative to an earlier move, by
/// the shape that the move makes and by the shape that it takes from the opponent.
type Continuation = [[[i16; Shape::COUNT]; Shape::COUNT]; OFFSETS];

/// The histories of one worker.
pub(super) struct Histories {
    /// The main history, indexed by colour, kind of move (an attack or not) and point. Scores lie
    /// within ±[`HISTORY_MAX`].
    main: Box<[[[i16; GRID]; 2]; 2]>,
    /// Continuation histories relative to the opponent's last move and to our own move before it.
    continuations: Box<[Continuation; 2]>,
    /// Killer moves: for each ply, the last two moves that failed high there.
    killers: Box<[[Option<Point>; 2]; MAX_PLY]>,
    /// Counter-moves: the last refutation of a move, indexed by the colour of the refutation and
    /// the point of the refuted move.
    counters: Box<[[Option<Point>; GRID]; 2]>,
}

impl Default for Histories {
    fn default() -> Self {
        Self {
            main: Box::new([[[0; GRID]; 2]; 2]),
            continuations: bytemuck::zeroed_box(),
            killers: Box::new([[None; 2]; MAX_PLY]),
            counters: Box::new([[None; GRID]; 2]),
        }
    }
}

impl Histories {
    /// Prepares the histories for the next move of the same game.
    pub(super) fn age(&mut self) {
        let main = self.main.as_flattened_mut().as_flattened_mut();
        let continuations = self.continuations.as_flattened_mut().as_flattened_mut();
        // Halve one list after the other. Chained into one iterator, the scores would be halved one
        // by one, which is ten times slower.
        for scores in [main, continuations.as_flattened_mut()] {
            scores.iter_mut().for_each(|score| *score /= 2);
        }
        self.killers.fill([None; 2]);
    }

    /// Returns how well the move at `point` has done so far. `shapes` are the shape that the move
    /// makes and the shape that it takes.
    #[inline]
    pub(super) fn score(
        &self,
        color: Color,
        context: Context,
        shapes: [Shape; 2],
        point: Point,
    ) -> i32 {
        let is_attack = shapes[0] >= Shape::Three;
        let main = self.main[color.index()][usize::from(is_attack)][point.index()];
        let continuations = self.continuations.iter().zip(context.last).map(|(table, last)| {
            let slot = |last| table[offset(last, point)][shapes[0] as usize][shapes[1] as usize];
            i32::from(last.map_or(0, slot))
        });
        i32::from(main) + continuations.sum::<i32>() * params::continuation_weight() / 100
    }

    /// Returns the killer moves of a ply.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<Point>; 2] {
        self.killers[ply % MAX_PLY]
    }

    /// Returns the move of `color` that last refuted the opponent's last move.
    #[inline]
    pub(super) fn counter(&self, color: Color, context: Context) -> Option<Point> {
        self.counters[color.index()][context.last[0]?.index()]
    }

    /// Adds `bonus` to the histories of a move. The bonus is positive for a move that failed high
    /// and negative for a move that was tried in vain.
    pub(super) fn update(
        &mut self,
        color: Color,
        context: Context,
        shapes: [Shape; 2],
        point: Point,
        bonus: i32,
    ) {
        let is_attack = shapes[0] >= Shape::Three;
        pull(&mut self.main[color.index()][usize::from(is_attack)][point.index()], bonus);
        for (table, last) in self.continuations.iter_mut().zip(context.last) {
            let Some(last) = last else { continue };
            let slot = &mut table[offset(last, point)][shapes[0] as usize][shapes[1] as usize];
            pull(slot, bonus);
        }
    }

    /// Records a move that failed high as a killer move and a counter-move.
    pub(super) fn refuted(&mut self, color: Color, context: Context, point: Point, ply: usize) {
        let killers = &mut self.killers[ply % MAX_PLY];
        if killers[0] != Some(point) {
            *killers = [Some(point), killers[0]];
        }
        if let Some(last) = context.last[0] {
            self.counters[color.index()][last.index()] = Some(point);
        }
    }

    /// Returns the size of a history update for a search of this depth.
    pub(super) fn bonus(depth: Depth) -> i32 {
        let plies = (depth / PLY).max(0);
        let bonus = params::history_square() * plies * plies + params::history_linear() * plies;
        bonus.min(params::history_most())
    }
}

/// Moves a history score by `bonus` with "gravity": the closer the score is to its bound, the less
/// it moves towards it.
#[inline]
fn pull(score: &mut i16, bonus: i32) {
    let value = i32::from(*score);
    *score = (value + bonus - value * bonus.abs() / HISTORY_MAX) as i16;
}

/// Number of correction units in one point.
const CORRECTION_UNIT: i32 = 64;

/// Correction history: how far searches found the static score to be off, indexed by side to move
/// and threat mask. The idea comes from chess engines.
pub(super) struct Corrections(Box<[[i16; THREAT_MASKS]; 2]>);

impl Default for Corrections {
    fn default() -> Self {
        Self(bytemuck::zeroed_box())
    }
}

impl Corrections {
    /// Returns the static score `eval` corrected by what was learnt.
    #[inline]
    pub(super) fn correct(&self, position: &Position, eval: Score) -> Score {
        let slot = self.0[position.to_move().index()][features::threats(position)];
        let points = i32::from(slot) * params::correction_weight() / (100 * CORRECTION_UNIT);
        Score::from_points(eval.points() + points)
    }

    /// Learns from a search of this depth whose score lies `difference` points above the corrected
    /// score.
    pub(super) fn update(&mut self, position: &Position, difference: i32, depth: Depth) {
        let slot = &mut self.0[position.to_move().index()][features::threats(position)];
        let weight = (depth / PLY).clamp(1, params::correction_plies_most());
        let most = params::correction_error_most();
        let change =
            difference.clamp(-most, most) * CORRECTION_UNIT * weight / params::correction_divisor();
        let value = i32::from(*slot) + change;
        let most = params::correction_most() * CORRECTION_UNIT;
        *slot = value.clamp(-most, most) as i16;
    }
}
