//! In which manner a move of a game is chosen, once it is known what moves are worth.

use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::level::Level;
use super::study::Study;
use super::task::{Goal, Task};
use super::variety;
use crate::geometry::Point;
use crate::search::static_move;

/// How the engine chooses its moves; by default the best one at full strength.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Manner {
    /// The level of play; `None` is full strength.
    pub level: Option<&'static Level>,
    /// Whether one of several moves that are nearly as good is drawn, where the level does not anyway.
    pub is_varied: bool,
}

impl Manner {
    /// The move to play; without a search if there is no time.
    pub fn choose(&self, task: &Task, study: &mut Study<'_>) -> Option<Point> {
        let mut rng = SmallRng::seed_from_u64(task.seed);
        match self.level {
            Some(level) if level.is_fallible() => level.choose(task, &mut rng, study),
            _ if study.watch.control().is_stopped() => static_move(&task.position, &task.excluded),
            // A hunt for a forced win leaves no time for it.
            _ if self.is_varied && task.goal == Goal::Move => {
                variety::choose(task, &mut rng, study)
            }
            _ => task.search(1, study).best_move,
        }
    }
}
