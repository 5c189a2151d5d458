//! Learning from games, in a build without a database: nothing is learnt, and nothing is known.

use std::path::Path;
use std::time::Duration;

use crate::geometry::Point;
use crate::learning::advice::Advice;
use crate::position::Position;
use crate::score::Score;

/// Memory that learning needs, in bytes.
pub(crate) const MEMORY: u64 = 0;

#[derive(Default)]
pub(crate) struct Learning {
    thread: LearningThread,
}

#[derive(Clone, Default)]
pub(crate) struct LearningThread;

impl Learning {
    pub(crate) fn set_folder(&mut self, _: Option<&Path>, _: bool) {}

    pub(crate) fn begin_game(&mut self) {}

    pub(crate) fn thread(&self) -> &LearningThread {
        &self.thread
    }

    pub(crate) fn advice(&self, _: &Position, _: Duration) -> Advice {
        Advice::default()
    }

    pub(crate) fn follow(&mut self, _: &Position) {}

    pub(crate) fn note(&mut self, _: &Position, _: Point, _: Option<Score>, _: bool) {}
}

impl LearningThread {
    pub(crate) fn flush(&self, _: Duration) {}

    pub(crate) fn close(&self) {}
}
