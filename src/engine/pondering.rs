//! Pondering: a search in the opponent's time, whose only result is what the tables learn.
//!
//! It searches the position after the expected reply, or the position after the engine's own move
//! if no reply is expected. It never turns into the search for a move. That search finds in the
//! table what pondering has left there, and starts with a clock of its own.

use std::sync::Arc;

use fukumi_core::clock::Instant;
use fukumi_core::control::{Control, Limits};
use fukumi_core::decide::task::{Goal, Task};
use fukumi_core::geometry::{Point, PointSet};
use fukumi_core::position::Position;

use super::options::Resources;
use super::thinker::Thinker;

/// A search in the opponent's time. It ends when this value is dropped.
pub(crate) struct Pondering {
    control: Arc<Control>,
}

impl Pondering {
    /// Lets the thinker search until this value is dropped.
    pub(crate) fn begin(thinker: &Thinker, task: Task, resources: Resources) -> Self {
        let control = Arc::new(Control::new(Instant::now(), Limits::default()));
        thinker.ponder(task, Arc::clone(&control), resources);
        Self { control }
    }
}

impl Drop for Pondering {
    fn drop(&mut self) {
        self.control.stop();
    }
}

/// Returns what to search while the opponent thinks about `game` and is expected to play `reply`.
/// The engine may not play `blocked` points. `None` if the game is over, or will be after the
/// reply.
pub(super) fn task(game: &Position, reply: Option<Point>, blocked: PointSet) -> Option<Task> {
    let mut position = game.clone();
    let mut excluded = PointSet::EMPTY;
    if let Some(reply) = reply.filter(|&reply| position.board().is_empty(reply)) {
        position.play(reply);
        excluded = blocked;
    }
    let is_over = position.ending().is_some() || position.board().empty_count() == 0;
    (!is_over).then(|| Task { excluded, ..Task::new(position, Goal::Move) })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use fukumi_core::geometry::BoardSize;
    use fukumi_core::rule::Rule;

    use super::*;
    use crate::engine::thinker::ThinkEvent;

    fn game(stones: &[(u8, u8)]) -> Position {
        let mut position = Position::new(BoardSize::square(5).unwrap(), Rule::Freestyle);
        stones.iter().for_each(|&(x, y)| position.play(Point::new(x, y)));
        position
    }

    #[test]
    fn the_expected_reply_is_played_if_there_is_one() {
        let game = game(&[(2, 2)]);
        let blocked: PointSet = [Point::new(0, 0)].into_iter().collect();
        let stones = |reply| {
            let task = task(&game, reply, blocked).unwrap();
            (task.position.board().stones().len(), task.excluded == blocked)
        };
        assert_eq!(stones(None), (1, false));
        assert_eq!(stones(Some(Point::new(3, 3))), (2, true));
        assert_eq!(stones(Some(Point::new(2, 2))), (1, false));
    }

    #[test]
    fn a_game_that_is_over_is_not_pondered() {
        let row = [(0, 0), (0, 4), (1, 0), (1, 4), (2, 0), (2, 4), (3, 0), (3, 4), (4, 0)];
        assert!(task(&game(&row), None, PointSet::EMPTY).is_none());
        let before = game(&row[..8]);
        assert!(task(&before, None, PointSet::EMPTY).is_some());
        assert!(task(&before, Some(Point::new(4, 0)), PointSet::EMPTY).is_none());
    }

    #[test]
    fn it_says_nothing_and_ends_when_it_is_dropped() {
        let (sender, events) = channel();
        let thinker = Thinker::spawn(move |event| sender.send(event).unwrap()).unwrap();
        let size = BoardSize::square(15).unwrap();
        let mut position = Position::new(size, Rule::Freestyle);
        position.play(Point::new(7, 7));
        let resources = Resources { threads: 2, table_bytes: 1 << 20, ..Resources::default() };
        let task = task(&position, Some(Point::new(8, 8)), PointSet::EMPTY).unwrap();
        let pondering = Pondering::begin(&thinker, task.clone(), resources.clone());
        assert!(events.recv_timeout(Duration::from_millis(50)).is_err());
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let control = Arc::new(Control::new(Instant::now(), limits));
        thinker.think(7, task, control, resources);
        drop(pondering);
        // This event would never come if the search before went on.
        let event = events.recv_timeout(Duration::from_secs(60)).unwrap();
        assert!(matches!(event, ThinkEvent::Done { id: 7, .. }), "{event:?}");
    }
}
