//! Whether a request can be carried out, asked before anything changes.
//!
//! While a search runs, a request waits for its answer, and the stones of that answer are on the
//! board by then. A check counts them, as far as their number is certain. So a request that is
//! refused here would be refused after the search as well, and the search need not end for it.

use fukumi_core::decide::task::Goal;
use fukumi_core::geometry::{BoardSize, MAX_SIDE, Point, PointSet};
use fukumi_core::opening::Choice;
use fukumi_core::position::Position;

use super::Engine;
use super::error::EngineError;
use super::setup::{self, Coordinates, Placement};

/// Largest number of blocked paths; Yixin-Board sends up to 484 at a time.
const MAX_PATHS: usize = 10_000;

impl Engine {
    /// Checks that a board of this size is supported, and returns the size.
    pub(crate) fn check_size(width: i64, height: i64) -> Result<BoardSize, EngineError> {
        BoardSize::new(width, height).ok_or(EngineError::Size(width, height))
    }

    /// Checks that there is a game.
    pub(crate) fn check_game(&self) -> Result<(), EngineError> {
        self.game().map(drop)
    }

    /// Checks that the engine can make the first move of the game.
    pub(crate) fn check_begin(&self) -> Result<(), EngineError> {
        let board = self.game()?.board();
        let is_empty = board.empty_count() == board.size().area() && self.coming_stones() == 0;
        if is_empty { self.check_goal(Goal::Move) } else { Err(EngineError::NotEmpty) }
    }

    /// Checks that the side to move can take a point, and returns the point.
    pub(crate) fn check_move(&self, at: Coordinates) -> Result<Point, EngineError> {
        let board = self.game()?.board();
        let point = at.on(board.size())?;
        if board.is_empty(point) { Ok(point) } else { Err(EngineError::Occupied(at.x, at.y)) }
    }

    /// Checks that the side to move can pass.
    pub(crate) fn check_pass(&self) -> Result<(), EngineError> {
        let count = self.game()?.board().stones().len();
        let have_passed = self.coming_stones() == 0 && self.passes.ends_with(&[count, count]);
        if have_passed { Err(EngineError::Passed) } else { Ok(()) }
    }

    /// Checks that the opponent can play a point, or pass at -1,-1, and that the engine can answer.
    pub(crate) fn check_turn(&self, at: Coordinates) -> Result<(), EngineError> {
        if at.is_pass() {
            self.check_pass()?;
            return self.check_goal(Goal::Move);
        }
        self.check_move(at)?;
        self.check_room(1 + Goal::Move.moves())
    }

    /// Checks that the last move can be the one named.
    pub(crate) fn check_take_back(&self, named: Coordinates) -> Result<(), EngineError> {
        let board = self.game()?.board();
        if !self.has_coming_stone() {
            let is_last = named == self.last_move()?;
            return if is_last { Ok(()) } else { Err(self.not_last(Some(named))) };
        }
        let can_come = named.on(board.size()).is_ok_and(|point| board.is_empty(point));
        if can_come { Ok(()) } else { Err(EngineError::BeforeAnswer(named.x, named.y)) }
    }

    /// Checks that there is a last move, or that one is coming.
    pub(crate) fn check_take_back_last(&self) -> Result<(), EngineError> {
        if self.has_coming_stone() { self.check_game() } else { self.last_move().map(drop) }
    }

    /// Checks that a block is a position, and returns the position.
    pub(crate) fn check_block(&self, block: &[Placement]) -> Result<Position, EngineError> {
        setup::from_block(self.game()?.size(), self.options.rule, block)
    }

    /// Checks that a block is a position with room for the engine's answer.
    pub(crate) fn check_block_with_answer(&self, block: &[Placement]) -> Result<(), EngineError> {
        let has_room = self.check_block(block)?.board().empty_count() >= Goal::Move.moves();
        if has_room { Ok(()) } else { Err(EngineError::BoardFull) }
    }

    /// Checks that points are on the board, or on the largest one if there is no game, and returns
    /// them.
    pub(crate) fn check_points(&self, points: &[Coordinates]) -> Result<PointSet, EngineError> {
        let size = self.size().or_else(|| BoardSize::square(i64::from(MAX_SIDE)));
        let size = size.ok_or(EngineError::NoGame)?;
        points.iter().map(|at| at.on(size)).collect()
    }

    /// Checks that there is a game, and that the last of these moves can be blocked after the
    /// others.
    pub(crate) fn check_path(&self, moves: &[Coordinates]) -> Result<(), EngineError> {
        let path = self.path(moves)?;
        let is_new = path.is_some_and(|path| !self.blocked_paths.contains(&path));
        if is_new && self.blocked_paths.len() >= MAX_PATHS {
            return Err(EngineError::TooManyPaths);
        }
        Ok(())
    }

    /// Checks that there is a game with room for the moves of a goal.
    pub(crate) fn check_goal(&self, goal: Goal) -> Result<(), EngineError> {
        self.check_room(goal.moves())
    }

    /// Whether the running search puts a stone on the board, whatever it answers. Then only that
    /// stone can be taken back next.
    pub(crate) fn has_coming_stone(&self) -> bool {
        self.coming_stones() > 0
    }

    /// The number of stones on the board once the running search has answered; `None` if that
    /// depends on the answer.
    pub(crate) fn coming_stone_count(&self) -> Option<usize> {
        let now = self.game.as_ref()?.board().stones().len();
        let is_open = self.thinking.as_ref().is_some_and(|thinking| {
            thinking.is_played && matches!(thinking.task.goal, Goal::Opening { .. })
        });
        (!is_open).then(|| now + self.coming_stones())
    }

    /// Whether the running search would answer with one stone on this point if it ended now.
    pub(crate) fn may_answer(&self, at: Coordinates) -> bool {
        let point = self.size().and_then(|size| at.on(size).ok());
        let thinking = self.thinking.as_ref().filter(|thinking| thinking.puts_one_stone());
        point.zip(thinking).is_some_and(|(point, thinking)| thinking.stone_so_far() == Some(point))
    }

    fn check_room(&self, stones: usize) -> Result<(), EngineError> {
        let empty = self.game()?.board().empty_count();
        if empty < self.coming_stones() + stones { Err(EngineError::BoardFull) } else { Ok(()) }
    }

    /// The least number of stones that the running search puts on the board; 0 if none runs.
    fn coming_stones(&self) -> usize {
        match self.thinking.as_ref().filter(|thinking| thinking.is_played) {
            Some(thinking) => least_stones(thinking.task.goal),
            None => 0,
        }
    }
}

/// The least number of stones that the answer to a goal puts on the board. A player who swaps or
/// offers stones puts none there.
fn least_stones(goal: Goal) -> usize {
    let Goal::Opening { opening, .. } = goal else { return goal.moves() };
    let choices = opening.turn().map(|turn| turn.choices).unwrap_or_default();
    let stones = choices.iter().map(|choice| match choice {
        Choice::Place(_) => choice.stones(),
        Choice::Swap | Choice::Stay | Choice::Count(_) | Choice::Offer(_) | Choice::Choose => 0,
    });
    stones.min().unwrap_or(0)
}
