//! What only front ends ask for: swap openings, blocked points, and points to be marked.

use fukumi_core::clock::Instant;
use fukumi_core::decide::soosorv::{self, Step};
use fukumi_core::decide::task::{Decision, Goal};
use fukumi_core::geometry::{BoardSize, MAX_SIDE, Point, PointSet};
use fukumi_core::opening::Opening;
use fukumi_core::position::Position;
use fukumi_core::random::Generator;
use rand::SeedableRng;

use super::Engine;
use super::error::EngineError;
use super::setup::{self, Coordinates};

/// Largest number of blocked paths; Yixin-Board sends up to 484 at a time.
const MAX_PATHS: usize = 10_000;

impl Engine {
    /// Sets the stones of a swap opening and begins to think about the decision that follows: 0
    /// stones to propose, 3 to choose, 5 to decide.
    ///
    /// # Errors
    /// If there is no game, a point cannot be taken, or the number of stones is another one.
    pub(crate) fn decide_swap(
        &mut self,
        moves: &[Coordinates],
        since: Instant,
    ) -> Result<(), EngineError> {
        let size = self.game()?.size();
        let position = setup::from_moves(size, self.options.rule, moves)?;
        let goal = match moves.len() {
            0 => Goal::Propose,
            3 => Goal::Choose,
            5 => Goal::Decide,
            count => return Err(EngineError::StoneCount(count)),
        };
        self.replace_and_think(position, goal, since)
    }

    /// Begins to think about a swap decision: three stones of the engine's own on an emptied board,
    /// or an answer to the stones on the board.
    ///
    /// # Errors
    /// If there is no game, or the number of stones does not fit the decision.
    pub(crate) fn decide_swap_step(
        &mut self,
        goal: Goal,
        since: Instant,
    ) -> Result<(), EngineError> {
        let stones = self.game()?.board().stones().len();
        match goal {
            Goal::Propose => self.restart()?,
            Goal::Choose if stones != 3 => return Err(EngineError::StoneCount(stones)),
            Goal::Decide if stones != 5 => return Err(EngineError::StoneCount(stones)),
            _ => {}
        }
        self.think(goal, since)
    }

    /// Empties the board, plays the three stones of a Soosõrv opening and returns them.
    ///
    /// # Errors
    /// If there is no game.
    pub(crate) fn open_soosorv(&mut self) -> Result<Vec<Point>, EngineError> {
        self.restart()?;
        self.seed = self.seed.wrapping_add(1);
        let mut rng = Generator::seed_from_u64(self.seed);
        let game = self.game_mut()?;
        let stones = soosorv::opening(game.size(), &mut rng);
        stones.iter().for_each(|&point| game.play(point));
        Ok(stones)
    }

    /// Sets the stones of a Soosõrv opening and begins to think about a step of it.
    ///
    /// `offers` is the number of fifth stones to choose from. In [`Step::Accept`], the fifth stones
    /// that are offered follow the first four.
    ///
    /// # Errors
    /// If the stones do not fit the step.
    pub(crate) fn decide_soosorv(
        &mut self,
        step: Step,
        offers: usize,
        moves: &[Coordinates],
        since: Instant,
    ) -> Result<(), EngineError> {
        let size = self.game()?.size();
        let is_complete = match step {
            Step::Accept => moves.len() > step.stones(),
            _ => moves.len() == step.stones(),
        };
        if !is_complete {
            return Err(EngineError::StoneCount(moves.len()));
        }
        let (stones, offered) = moves.split_at(step.stones());
        let position = setup::from_moves(size, self.options.rule, stones)?;
        let mut points = PointSet::EMPTY;
        for at in offered {
            let point = at.on(size)?;
            if !position.board().is_empty(point) {
                return Err(EngineError::Occupied(at.x, at.y));
            }
            points.insert(point);
        }
        let decision = match step {
            Step::FirstSwap => Decision::Swap { offers: 1 },
            Step::Fourth => Decision::Fourth,
            Step::SecondSwap => Decision::Swap { offers },
            Step::Offer => Decision::Offer { count: offers },
            Step::Accept => Decision::Accept { offers: points },
        };
        self.replace_and_think(position, Goal::Soosorv(decision), since)
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
        self.replace_and_think(position, Goal::Opening(opening), since)
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
        self.memory.note_use();
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
        let size = self.size().or_else(|| BoardSize::square(i64::from(MAX_SIDE)));
        let size = size.ok_or(EngineError::NoGame)?;
        let points = points.iter().map(|at| at.on(size)).collect::<Result<PointSet, _>>()?;
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
        let size = self.game()?.size();
        let Some((last, before)) = moves.split_last() else { return Ok(()) };
        let (Ok(point), Some(key)) = (last.on(size), setup::key_after(size, before)) else {
            return Ok(());
        };
        let path = (size, key, point);
        let known = self.blocked_paths.iter().position(|known| *known == path);
        match (known, is_blocked) {
            (None, true) if self.blocked_paths.len() >= MAX_PATHS => {
                return Err(EngineError::TooManyPaths);
            }
            (None, true) => self.blocked_paths.push(path),
            (Some(index), false) => drop(self.blocked_paths.swap_remove(index)),
            (Some(_), true) | (None, false) => {}
        }
        Ok(())
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
