//! What the engine knows of positions from elsewhere, in a build without a database: nothing is
//! learnt, and nothing is known.

use std::path::Path;
use std::time::Duration;

use super::options::DatabaseSettings;
use super::running::RunningTask;
use crate::geometry::Point;
use crate::learning::advice::Advice;
use crate::position::Position;
use crate::score::Score;
use crate::search::known::Known;

#[derive(Clone, Default)]
pub(crate) struct Memory {}

pub(crate) struct Learning;

#[derive(Clone)]
pub(crate) struct LearningFile;

#[expect(dead_code, reason = "there is no answer")]
pub(crate) struct Question {
    pub position: Position,
    pub learned: Option<LearningFile>,
    pub is_game_move: bool,
    pub look_ahead: Option<Duration>,
}

#[derive(Default)]
pub(crate) struct Knowledge {
    pub advice: Advice,
    pub ahead: Vec<Known>,
    pub is_stale: bool,
}

impl Memory {
    pub(super) fn set(&self, _: DatabaseSettings) {}

    pub(super) fn open_positions(&self) {}

    pub(super) fn ask(&self, _: Question, _: Duration) -> Knowledge {
        Knowledge::default()
    }

    pub(super) fn keep(&self, _: &RunningTask) {}

    pub(crate) fn flush(&self, _: Duration) {}

    pub(crate) fn close(&self) {}
}

impl Learning {
    pub(crate) fn new(_: Memory) -> Self {
        Self
    }

    pub(crate) fn set_folder(&mut self, _: Option<&Path>, _: bool) {}

    pub(crate) fn begin_game(&mut self) {}

    pub(crate) fn file(&self) -> Option<&LearningFile> {
        None
    }

    pub(crate) fn follow(&mut self, _: &Position) {}

    pub(crate) fn note(&mut self, _: &Position, _: Point, _: Option<Score>, _: bool) {}
}
