//! What earlier parts of the search say of a move: history, killer and counter-move tables.

use crate::geometry::{Color, GRID, Point};

use super::{Depth, MAX_PLY, PLY, params};

/// Bound of the history scores.
pub(super) const HISTORY_MAX: i32 = 8_192;

/// Histories of one worker.
pub(super) struct Histories {
    /// By colour, kind of move, and point; within ±[`HISTORY_MAX`].
    main: Box<[[[i16; GRID]; 2]; 2]>,
    /// Two moves per ply that refuted a sibling.
    killers: Box<[[Option<Point>; 2]; MAX_PLY]>,
    /// The move that last refuted a move, by colour and point of the latter.
    counters: Box<[[Option<Point>; GRID]; 2]>,
}

impl Default for Histories {
    fn default() -> Self {
        Self {
            main: Box::new([[[0; GRID]; 2]; 2]),
            killers: Box::new([[None; 2]; MAX_PLY]),
            counters: Box::new([[None; GRID]; 2]),
        }
    }
}

impl Histories {
    /// Prepares for the next move of the same game.
    pub(super) fn age(&mut self) {
        for score in self.main.as_flattened_mut().as_flattened_mut() {
            *score /= 2;
        }
        self.killers.fill([None; 2]);
    }

    /// How well a move did so far; `is_attack` tells moves that make a three or more from others.
    #[inline]
    pub(super) fn score(&self, color: Color, is_attack: bool, point: Point) -> i32 {
        i32::from(self.main[color.index()][usize::from(is_attack)][point.index()])
    }

    /// The killers of a ply.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<Point>; 2] {
        self.killers[ply % MAX_PLY]
    }

    /// The move of `color` that last refuted the opponent's stone on `previous`.
    #[inline]
    pub(super) fn counter(&self, color: Color, previous: Option<Point>) -> Option<Point> {
        self.counters[color.index()][previous?.index()]
    }

    /// Notes that a move changed the best score (`bonus` positive) or was tried in vain (negative).
    ///
    /// "Gravity": the closer a score is to the bound, the less it moves further.
    pub(super) fn update(&mut self, color: Color, is_attack: bool, point: Point, bonus: i32) {
        let score = &mut self.main[color.index()][usize::from(is_attack)][point.index()];
        let value = i32::from(*score);
        *score = (value + bonus - value * bonus.abs() / HISTORY_MAX) as i16;
    }

    /// Notes a move that failed high.
    pub(super) fn refuted(
        &mut self,
        color: Color,
        previous: Option<Point>,
        point: Point,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply % MAX_PLY];
        if killers[0] != Some(point) {
            *killers = [Some(point), killers[0]];
        }
        if let Some(previous) = previous {
            self.counters[color.index()][previous.index()] = Some(point);
        }
    }

    /// The size of a history change for a search of this depth.
    pub(super) fn bonus(depth: Depth) -> i32 {
        let plies = (depth / PLY).max(0);
        let bonus = params::history_square() * plies * plies + params::history_linear() * plies;
        bonus.min(params::history_most())
    }
}
