//! Levels of play: how weaker moves are found than those that the search would play.
//!
//! A level is a set of few numbers. It looks less far, is content with a move that is nearly as good, and
//! overlooks a quiet threat now and then, as people do. What nobody overlooks it never does: its own
//! five, and a four of the opponent's that must be answered. At the lowest levels it does not calculate at
//! all but plays what looks promising.

use rand::Rng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use super::study::Study;
use super::task::Task;
use crate::control::Limits;
use crate::eval::Evaluation;
use crate::geometry::{Point, PointSet};
use crate::pattern::Shape;
use crate::position::Position;
use crate::search::report::{Line, Source};
use crate::search::{Request, static_move};
use crate::threat::{Situation, assess};

/// Strength at which nothing is held back.
pub const FULL_STRENGTH: i64 = 100;
/// Number of the highest level, which is full strength.
pub const HIGHEST: usize = LEVELS.len() + 1;

/// The levels below full strength, the lowest first. Measured against each other, see `docs/levels.md`.
#[rustfmt::skip]
static LEVELS: [Level; 11] = [
    Level { depth: 0, nodes: 2_000, width: 20, temperature: 3.0, oversight: 0.6, elo: 0 },
    Level { depth: 0, nodes: 2_000, width: 16, temperature: 2.3, oversight: 0.45, elo: 150 },
    Level { depth: 0, nodes: 2_000, width: 12, temperature: 1.6, oversight: 0.3, elo: 320 },
    Level { depth: 0, nodes: 2_000, width: 8, temperature: 1.1, oversight: 0.2, elo: 480 },
    Level { depth: 1, nodes: 4_000, width: 6, temperature: 0.6, oversight: 0.09, elo: 640 },
    Level { depth: 2, nodes: 6_000, width: 5, temperature: 0.57, oversight: 0.05, elo: 780 },
    Level { depth: 2, nodes: 6_000, width: 4, temperature: 0.28, oversight: 0.02, elo: 930 },
    Level { depth: 4, nodes: 10_000, width: 3, temperature: 0.3, oversight: 0.01, elo: 1130 },
    Level { depth: DEEPEST, nodes: 900, width: 1, temperature: 0.0, oversight: 0.0, elo: 1360 },
    Level { depth: DEEPEST, nodes: 2_500, width: 1, temperature: 0.0, oversight: 0.0, elo: 1530 },
    Level { depth: DEEPEST, nodes: 7_000, width: 1, temperature: 0.0, oversight: 0.0, elo: 1760 },
];
/// No limit to the depth.
const DEEPEST: u32 = u32::MAX;

/// Points of a score in one unit of the logarithm of the odds of winning.
const POINTS_PER_UNIT: f64 = 200.0;
/// The same for the looks of a move, which are in hundredths.
const LOOKS_PER_UNIT: f64 = 100.0;

/// How a level below full strength finds its moves.
#[derive(Debug, PartialEq)]
pub struct Level {
    /// Depth of its search in plies; 0 is none, it then plays by the looks of the moves.
    depth: u32,
    /// Positions that it looks at for a move, at most.
    nodes: u64,
    /// Of how many moves, the best ones, it chooses one.
    width: usize,
    /// How little it cares which: a move whose odds are e times less is chosen e to the power of
    /// 1/temperature less often.
    temperature: f64,
    /// Chance, 0 to 1, that it overlooks an open three, its own or the opponent's, when it is to be made an
    /// open four or stopped. A four-three is overlooked twice as often.
    oversight: f64,
    /// Rating above the lowest level, as measured.
    elo: u32,
}

impl Level {
    /// The level of a strength from 0 to [`FULL_STRENGTH`]; `None` is full strength.
    pub fn of_strength(strength: i64) -> Option<&'static Self> {
        let steps = LEVELS.len() as i64;
        usize::try_from(strength * steps / FULL_STRENGTH).ok().and_then(|index| LEVELS.get(index))
    }

    /// The least strength of the level with this number, from 1 to [`HIGHEST`]; numbers beyond count as
    /// these.
    pub fn strength(number: usize) -> i64 {
        let steps = LEVELS.len() as i64;
        let index = number.clamp(1, HIGHEST) as i64 - 1;
        (index * FULL_STRENGTH + steps - 1) / steps
    }

    /// The rating of the level with this number above the lowest one, as measured; `None` for full strength,
    /// which depends on time and machine.
    pub fn elo(number: usize) -> Option<u32> {
        number.checked_sub(1).and_then(|index| LEVELS.get(index)).map(|level| level.elo)
    }

    /// What a search may cost within `limits`.
    pub fn within(&self, limits: Limits) -> Limits {
        let nodes = limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes));
        // A swap opening is judged by a search even where moves are not.
        let depth = limits.depth.unwrap_or(DEEPEST).min(self.depth.max(1));
        Limits { nodes: Some(nodes), depth: Some(depth), ..limits }
    }

    /// Whether it chooses otherwise than to play the best move that a search finds.
    pub fn is_fallible(&self) -> bool {
        self.depth == 0 || self.width > 1 || self.oversight > 0.0
    }

    /// A move within the limits of the watch, which are those of [`Level::within`]; `None` if the board is
    /// full.
    pub fn choose(&self, task: &Task, rng: &mut SmallRng, study: &mut Study<'_>) -> Option<Point> {
        let evaluation = Evaluation::of(task.position.rule(), task.position.size());
        let mut position = task.position.rebuilt_with(evaluation.tables());
        let us = position.to_move();
        let five = position.points(us, Shape::Five).iter().find(|&p| !task.excluded.contains(p));
        if five.is_some() {
            return five;
        }
        let situation = assess(&mut position);
        let overlooked = self.overlooked(&position, &situation, rng);
        let sees_all = overlooked.is_empty();
        let point = if self.depth > 0 && sees_all && !study.watch.control().is_stopped() {
            self.by_search(task, rng, study)
        } else {
            let seen = if sees_all { situation } else { Situation::Free };
            let excluded = task.excluded.union(&overlooked);
            self.by_looks(&position, &seen, &excluded, rng, study)
        };
        point.or_else(|| static_move(&position, &task.excluded))
    }

    /// The moves that it does not think of because it overlooks a threat.
    fn overlooked(
        &self,
        position: &Position,
        situation: &Situation,
        rng: &mut SmallRng,
    ) -> PointSet {
        let us = position.to_move();
        let (is_plain, points) = match situation {
            Situation::Won { plies: 1, .. } | Situation::Lost { plies: 2 } => {
                return PointSet::EMPTY;
            }
            Situation::Won { plies, .. } => {
                let shapes = [Shape::OpenFour, Shape::FourThree, Shape::DoubleThree];
                let wins = shapes.map(|shape| *position.points(us, shape));
                (*plies == 3, wins.iter().fold(PointSet::EMPTY, |all, some| all.union(some)))
            }
            Situation::Defend(points) => (position.count(!us, Shape::OpenFour) > 0, *points),
            Situation::Lost { .. } | Situation::Block(_) | Situation::Free => {
                return PointSet::EMPTY;
            }
        };
        let chance = if is_plain { self.oversight } else { 2.0 * self.oversight };
        if rng.random_bool(chance.clamp(0.0, 1.0)) { points } else { PointSet::EMPTY }
    }

    /// One of the best moves by their looks, none of `excluded`; `None` if there is no such move.
    fn by_looks(
        &self,
        position: &Position,
        situation: &Situation,
        excluded: &PointSet,
        rng: &mut SmallRng,
        study: &Study<'_>,
    ) -> Option<Point> {
        let points = match situation {
            Situation::Won { best, .. } => [*best].into_iter().collect(),
            Situation::Lost { .. } => PointSet::EMPTY,
            Situation::Block(_) | Situation::Defend(_) | Situation::Free => {
                *situation.moves().unwrap_or(position.candidates())
            }
        };
        let is_allowed =
            |&point: &Point| !excluded.contains(point) && !position.is_forbidden(point);
        let points: PointSet = points.iter().filter(is_allowed).collect();
        let mut looks = study.searcher.appeals(position, &points);
        looks.sort_by_key(|&(point, look)| (std::cmp::Reverse(look), point));
        looks.truncate(self.width);
        let values: Vec<f64> =
            looks.iter().map(|&(_, look)| f64::from(look) / LOOKS_PER_UNIT).collect();
        self.draw(&values, rng).map(|index| looks[index].0)
    }

    /// One of the best moves by a search; `None` if there was no time for one.
    fn by_search(&self, task: &Task, rng: &mut SmallRng, study: &mut Study<'_>) -> Option<Point> {
        let request = Request { lines: self.width, excluded: task.excluded };
        let control = study.watch.control();
        let outcome = study.searcher.think(&task.position, &request, control, &mut |_| {});
        let best = outcome.lines.first()?;
        if best.score.is_proven() {
            study.tell(best, Source::Search, outcome.nodes);
            return outcome.best_move;
        }
        let lines: Vec<&Line> = outcome.lines.iter().filter(|line| !line.score.is_loss()).collect();
        let values: Vec<f64> =
            lines.iter().map(|line| f64::from(line.score.points()) / POINTS_PER_UNIT).collect();
        let line = lines[self.draw(&values, rng)?];
        study.tell(line, Source::Search, outcome.nodes);
        line.moves.first().copied()
    }

    /// The index of one of the values, which are logarithms of odds, the first one the largest.
    fn draw(&self, values: &[f64], rng: &mut SmallRng) -> Option<usize> {
        let top = *values.first()?;
        let weight = |&index: &usize| ((values[index] - top) / self.temperature.max(1e-9)).exp();
        let indices: Vec<usize> = (0..values.len()).collect();
        indices.choose_weighted(rng, weight).ok().copied()
    }
}

#[cfg(test)]
mod tests;
