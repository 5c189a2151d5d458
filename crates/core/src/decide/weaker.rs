//! Weaker moves than the best one, at the levels that make mistakes.
//!
//! A [`Level`] is a small set of numbers. A low level looks less far ahead, accepts a move that is
//! nearly as good, and now and then overlooks a quiet threat, as people do. It never overlooks what
//! no one overlooks: its own five, and the opponent's four that it must answer. The lowest levels
//! do not calculate at all. They play what looks promising.

use rand::Rng;
use rand::seq::IndexedRandom;

use super::level::Level;
use super::means::Means;
use super::task::{Answer, Task};
use crate::eval::{Evaluation, UNITS_OF_APPEAL};
use crate::geometry::{Point, PointSet};
use crate::pattern::Shape;
use crate::position::Position;
use crate::random::Generator;
use crate::score::Score;
use crate::search::report::{Source, Variation};
use crate::search::static_move;
use crate::threat::{Situation, assess};

/// Returns a move as a level that makes mistakes plays it in a game. `None` if games have taught
/// something about the position.
pub(super) fn answer(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    let is_asked = task.goal.is_game_move() && task.advice.is_empty();
    let level = task.level.filter(|level| is_asked && level.is_fallible())?;
    level.choose(task, &mut task.rng(), means).map(Answer::one)
}

impl Level {
    /// Chooses a move within the limits of the control, which are those of [`Level::within`].
    /// Returns `None` if the board is full.
    fn choose(&self, task: &Task, rng: &mut Generator, means: &mut Means<'_>) -> Option<Point> {
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
        let point = if self.depth > 0 && sees_all && !means.control.is_stopped() {
            self.by_search(task, rng, means)
        } else {
            let seen = if sees_all { situation } else { Situation::Free };
            let excluded = task.excluded.union(&overlooked);
            self.by_appeal(&position, &seen, &excluded, rng, means)
        };
        point.or_else(|| static_move(&position, &task.excluded))
    }

    /// Returns the moves that the level does not think of because it overlooks a threat. Draws at
    /// random whether it does.
    fn overlooked(
        &self,
        position: &Position,
        situation: &Situation,
        rng: &mut Generator,
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

    /// Draws one of the most appealing moves that are not `excluded`; `None` if there is none.
    fn by_appeal(
        &self,
        position: &Position,
        situation: &Situation,
        excluded: &PointSet,
        rng: &mut Generator,
        means: &Means<'_>,
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
        let mut appeals = means.searcher.appeals(position, &points);
        appeals.sort_by_key(|&(point, appeal)| (std::cmp::Reverse(appeal), point));
        appeals.truncate(self.width);
        let values: Vec<f64> =
            appeals.iter().map(|&(_, appeal)| f64::from(appeal) / UNITS_OF_APPEAL).collect();
        self.draw(&values, rng).map(|index| appeals[index].0)
    }

    /// Draws one of the best moves by a search; `None` if there was no time for a search.
    fn by_search(&self, task: &Task, rng: &mut Generator, means: &mut Means<'_>) -> Option<Point> {
        let outcome = means.search_silently(&task.position, &task.request(self.width));
        let best = outcome.lines.first()?;
        if best.score.is_proven() {
            means.report_line(best, Source::Search, outcome.nodes);
            return outcome.best_move;
        }
        let lines: Vec<&Variation> =
            outcome.lines.iter().filter(|line| !line.score.is_loss()).collect();
        let logit =
            |line: &&Variation| f64::from(line.score.points()) / f64::from(Score::POINTS_PER_LOGIT);
        let values: Vec<f64> = lines.iter().map(logit).collect();
        let line = lines[self.draw(&values, rng)?];
        means.report_line(line, Source::Search, outcome.nodes);
        line.moves.first().copied()
    }

    /// Draws the index of one of the values, which are logarithms of odds. The first value is the
    /// largest.
    fn draw(&self, values: &[f64], rng: &mut Generator) -> Option<usize> {
        let top = *values.first()?;
        // Of the system's function the last bits differ from one system to the next.
        let weight = |&index: &usize| libm::exp((values[index] - top) / self.temperature.max(1e-9));
        let indices: Vec<usize> = (0..values.len()).collect();
        indices.choose_weighted(rng, weight).ok().copied()
    }
}

#[cfg(test)]
mod tests;
