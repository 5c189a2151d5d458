//! Pondering: a search in the opponent's time, whose only result is what the tables learn.
//!
//! It searches the position after the expected reply, or the position after the engine's own move
//! if no reply is expected. It never turns into the search for a move. That search finds in the
//! table what pondering has left there, and starts with a clock of its own.

use std::sync::Arc;

use fukumi_core::clock::Instant;
use fukumi_core::control::{Control, Limits};
use fukumi_core::decide::task::Task;

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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use fukumi_core::geometry::{BoardSize, Point, PointSet};
    use fukumi_core::position::Position;
    use fukumi_core::rule::Rule;

    use super::*;
    use crate::engine::thinker::ThinkEvent;

    #[test]
    fn it_says_nothing_and_ends_when_it_is_dropped() {
        let (sender, events) = channel();
        let thinker = Thinker::spawn(move |event| sender.send(event).unwrap()).unwrap();
        let size = BoardSize::square(15).unwrap();
        let mut position = Position::new(size, Rule::Freestyle);
        position.play(Point::new(7, 7));
        let resources = Resources { threads: 2, table_bytes: 1 << 20, ..Resources::default() };
        let task = Task::pondering(&position, Some(Point::new(8, 8)), PointSet::EMPTY).unwrap();
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
