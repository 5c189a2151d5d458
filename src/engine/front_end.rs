//! What only front ends ask for: openings, blocked points, and points to be marked.

use fukumi_core::clock::Instant;
use fukumi_core::decide::task::Goal;
use fukumi_core::geometry::PointSet;
use fukumi_core::opening::{Opening, Step};
use fukumi_core::position::Position;
use fukumi_core::random::Generator;

use super::error::EngineError;
use super::setup::{self, Coordinates};
use super::{Engine, Path};

impl Engine {
    /// Puts the stones of an opening on the board and begins to think about its next step. The
    /// stones of the step follow them there, unless they are only offered; so does the move of a
    /// player who keeps the colour and `plays_on`.
    ///
    /// # Errors
    /// If there is no game, or no room for the stones.
    pub(crate) fn decide_step(
        &mut self,
        opening: Opening,
        plays_on: bool,
        since: Instant,
    ) -> Result<(), EngineError> {
        let position = opening.position(self.options.rule);
        self.replace_and_think(position, Goal::Opening { opening, plays_on }, true, since)
    }

    /// Makes the next step of an opening with stones drawn at random, and puts all its stones on
    /// the board.
    ///
    /// # Errors
    /// If there is no game, or no stones are to be placed.
    pub(crate) fn draw_stones(&mut self, mut opening: Opening) -> Result<Step, EngineError> {
        self.seed = self.seed.wrapping_add(1);
        let drawn = opening.draw_stones(&mut Generator::new(self.seed));
        let step = drawn.filter(|step| opening.apply(step).is_ok());
        let step = step.ok_or_else(|| EngineError::StoneCount(opening.stones().count()))?;
        self.set_opening(&opening)?;
        Ok(step)
    }

    /// Puts the stones of an opening on the board and begins to think about its next step. The game
    /// keeps these stones; apply the step to the opening.
    ///
    /// # Errors
    /// If the opening is over.
    pub fn decide_opening(&mut self, opening: Opening, since: Instant) -> Result<(), EngineError> {
        if opening.is_over() {
            return Err(EngineError::StoneCount(opening.stones().count()));
        }
        let position = opening.position(self.options.rule);
        let goal = Goal::Opening { opening, plays_on: false };
        self.replace_and_think(position, goal, false, since)
    }

    /// Replaces the game by the stones of an opening.
    ///
    /// # Errors
    /// If there is no game.
    pub fn set_opening(&mut self, opening: &Opening) -> Result<(), EngineError> {
        let position = opening.position(self.options.rule);
        *self.game_mut()? = position;
        self.passes.clear();
        Ok(())
    }

    /// Records that a front end chooses the file of the database.
    pub(crate) fn note_database(&mut self) {
        self.options.note_database();
        self.archive.note_use();
    }

    /// Returns the points that the side to move may not take; none without a game.
    pub fn forbidden_points(&self) -> PointSet {
        match &self.game {
            Some(game) if game.rule() == self.options.rule => game.forbidden_points(),
            Some(game) => setup::with_rule(game, self.options.rule).forbidden_points(),
            None => PointSet::EMPTY,
        }
    }

    /// Blocks points as the first move of later searches, or lifts the block.
    ///
    /// # Errors
    /// If one of the points is off the board. Then nothing changes.
    pub fn block(&mut self, points: &[Coordinates], is_blocked: bool) -> Result<(), EngineError> {
        let points = self.check_points(points)?;
        self.blocked =
            if is_blocked { self.blocked.union(&points) } else { self.blocked.difference(&points) };
        Ok(())
    }

    /// Blocks the last of these moves in later searches of the position after the others, or lifts
    /// the block. What are no moves of a game on this board has no effect.
    ///
    /// # Errors
    /// If there is no game, or too many paths are blocked. Then nothing changes.
    pub(crate) fn block_path(
        &mut self,
        moves: &[Coordinates],
        is_blocked: bool,
    ) -> Result<(), EngineError> {
        if is_blocked {
            self.check_path(moves)?;
        }
        let Some(path) = self.path(moves)? else { return Ok(()) };
        let known = self.blocked_paths.iter().position(|known| *known == path);
        match (known, is_blocked) {
            (None, true) => self.blocked_paths.push(path),
            (Some(index), false) => drop(self.blocked_paths.swap_remove(index)),
            (Some(_), true) | (None, false) => {}
        }
        Ok(())
    }

    /// Returns the path of moves: the last one, and the position after the others. `None` if they
    /// are no moves of a game on this board.
    pub(super) fn path(&self, moves: &[Coordinates]) -> Result<Option<Path>, EngineError> {
        let size = self.game()?.size();
        let Some((last, before)) = moves.split_last() else { return Ok(None) };
        let (Ok(point), Some(key)) = (last.on(size), setup::key_after(size, before)) else {
            return Ok(None);
        };
        Ok(Some((size, key, point)))
    }

    /// Lifts the block of all paths.
    pub(crate) fn unblock_all_paths(&mut self) {
        self.blocked_paths.clear();
    }

    /// Returns the points that no search of this position may begin with.
    pub(super) fn blocked_in(&self, position: &Position) -> PointSet {
        let here = (position.size(), position.key());
        let paths = self.blocked_paths.iter();
        let points = paths.filter(|(size, key, _)| (*size, *key) == here).map(|&(.., point)| point);
        points.collect::<PointSet>().union(&self.blocked)
    }

    /// Lifts the block of all points.
    pub(crate) fn unblock_all(&mut self) {
        self.blocked = PointSet::EMPTY;
    }
}
