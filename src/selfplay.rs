//! Games of the search with itself, from which an evaluation can be learned.
//!
//! Every game has an [`opening`], a fixed number of nodes for a move, and now and then a move drawn
//! by lot (`game`). Of each position the search says what it is worth and what it recommends
//! (`policy`), and beside half of them another one is searched, after a move that was not played
//! (`branch`). A game depends on the settings and its number alone, so any number of threads may
//! play, in any order, and work that was interrupted can go on. [`record`] is what is kept of a
//! game, [`file`](mod@file) how games are stored.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Instant;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use crate::control::{Control, Limits};
use crate::eval::Kind;
use crate::geometry::BoardSize;
use crate::rule::Rule;

pub(crate) mod branch;
pub mod file;
pub(crate) mod game;
pub mod opening;
pub(crate) mod policy;
pub mod record;
pub mod samples;
mod softmax;

use game::Player;
use opening::list::OpeningList;
use record::{GameRecord, Start};

/// What decides how games go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The rule.
    pub rule: Rule,
    /// Width and height of the board.
    pub size: BoardSize,
    /// Games of different seeds have nothing in common.
    pub seed: u64,
    /// What static scores come from.
    pub evaluation: Kind,
    /// Positions to look at for a move.
    pub nodes: u64,
    /// The stones the games begin with.
    pub opening: Opening,
    /// The moves drawn by lot.
    pub lot: Lot,
    /// Chance that a position of a game has a branch, in percent.
    pub branch_percent: u32,
    /// When a game that nobody can win is called off.
    pub draw: EarlyDraw,
}

/// The stones a game begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// How many there are; each number is as likely as another.
    pub stones: RangeInclusive<usize>,
    /// Positions that the search looks at to see whether neither side stands better.
    pub nodes: u64,
    /// The largest score, of either sign and in points, that passes as even.
    pub bound: i32,
    /// The largest score of an unbalanced opening; those of even ones are too small.
    pub unbalanced_bound: i32,
    /// How often there is each kind.
    pub kinds: Kinds,
    /// Even openings to draw from in place of random ones.
    pub list: Option<OpeningList>,
}

/// Chances of the kinds of openings, in percent, 100 together at most; what is left is that of even
/// ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds {
    /// Of [`Start::Unbalanced`].
    pub unbalanced: u32,
    /// Of [`Start::Crowded`].
    pub crowded: u32,
    /// Of [`Start::Recalled`].
    pub recalled: u32,
}

/// Moves that are drawn by lot so that games differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lot {
    /// One move in so many on average; 0 is none.
    pub one_in: u32,
    /// Only the first so many moves after the opening are.
    pub moves: usize,
}

/// When a game is drawn before the board is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlyDraw {
    /// The largest score, of either sign and in points, that promises nothing to anybody.
    pub bound: i32,
    /// So many moves in a row, of both sides, had such a score; 0 never ends a game.
    pub moves: usize,
    /// Part of the points that have stones, in percent, at least.
    pub filled_percent: usize,
}

impl Default for Opening {
    fn default() -> Self {
        let (unbalanced_bound, kinds) = (400, Kinds::default());
        Self { stones: 2..=10, nodes: 4_000, bound: 150, unbalanced_bound, kinds, list: None }
    }
}

impl Default for Kinds {
    fn default() -> Self {
        Self { unbalanced: 10, crowded: 10, recalled: 10 }
    }
}

impl Kinds {
    /// Draws a kind.
    fn draw(self, rng: &mut SmallRng) -> Start {
        let mut number = rng.random_range(0..100);
        for (kind, percent) in [
            (Start::Unbalanced, self.unbalanced),
            (Start::Crowded, self.crowded),
            (Start::Recalled, self.recalled),
        ] {
            if number < percent {
                return kind;
            }
            number -= percent;
        }
        Start::Even
    }
}

impl Default for Lot {
    fn default() -> Self {
        Self { one_in: 12, moves: 20 }
    }
}

impl Default for EarlyDraw {
    fn default() -> Self {
        // On a dead board the evaluation still gives the side to move something for the turn.
        Self { bound: 30, moves: 10, filled_percent: 67 }
    }
}

impl Settings {
    /// Positions to look at for a move if nothing else is said.
    pub const DEFAULT_NODES: u64 = 2_000;
    /// Positions with a branch in percent if nothing else is said.
    pub const DEFAULT_BRANCH_PERCENT: u32 = 50;

    /// The usual settings for a rule, a board and a seed.
    pub fn new(rule: Rule, size: BoardSize, seed: u64) -> Self {
        Self {
            rule,
            size,
            seed,
            evaluation: Kind::default(),
            nodes: Self::DEFAULT_NODES,
            opening: Opening::default(),
            lot: Lot::default(),
            branch_percent: Self::DEFAULT_BRANCH_PERCENT,
            draw: EarlyDraw::default(),
        }
    }

    /// The source of all that is random in a game.
    fn rng(&self, number: u32) -> SmallRng {
        // The seed is mixed first, or game 1 of seed 0 would be close to game 0 of seed 1.
        let mixed: u64 = SmallRng::seed_from_u64(self.seed).random();
        SmallRng::seed_from_u64(mixed ^ u64::from(number))
    }
}

/// All settings and the version of the program in one line, to tell whether games belong together.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, size, seed, evaluation, nodes, opening, lot, branch_percent, draw } = self;
        let Kinds { unbalanced, crowded, recalled } = opening.kinds;
        let list = opening.list.as_ref().map_or("random".into(), OpeningList::to_string);
        write!(
            f,
            "fukumi={} rule={rule} board={size} seed={seed} evaluation={evaluation} nodes={nodes} \
             stones={}-{} openings={list} opening-nodes={} opening-bound={} unbalanced-bound={} \
             unbalanced={unbalanced} crowded={crowded} recalled={recalled} lot={} lot-moves={} \
             branches={branch_percent} draw-bound={} draw-moves={} draw-filled={}",
            env!("CARGO_PKG_VERSION"),
            opening.stones.start(),
            opening.stones.end(),
            opening.nodes,
            opening.bound,
            opening.unbalanced_bound,
            lot.one_in,
            lot.moves,
            draw.bound,
            draw.moves,
            draw.filled_percent,
        )
    }
}

/// Ends the play of all threads at once.
///
/// These are also the limits of their searches: there is no clock, and everybody counts nodes for
/// himself, so that threads and moves can share them.
#[derive(Debug)]
pub struct Stop {
    moves: Control,
    openings: Control,
    scouts: Control,
}

impl Stop {
    /// Nothing is stopped yet.
    pub fn new(settings: &Settings) -> Self {
        let control = |nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            Control::new(Instant::now(), limits)
        };
        Self {
            moves: control(settings.nodes),
            openings: control(settings.opening.nodes),
            scouts: control((settings.nodes / game::SCOUT_SAVING).max(1)),
        }
    }

    /// Ends all searches; games that are not over are given up.
    pub fn stop(&self) {
        self.moves.stop();
        self.openings.stop();
        self.scouts.stop();
    }

    /// Whether [`Stop::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.moves.is_stopped()
    }
}

/// Plays the games with these numbers on so many threads, and hands each over when it is over, in
/// no certain order. Returns when all are played, or soon after `stop`, which has to be made for
/// the same settings.
///
/// # Errors
/// The first error of `on_game`, which ends the play.
pub fn generate<E>(
    settings: &Settings,
    numbers: impl Iterator<Item = u32> + Send,
    threads: usize,
    stop: &Stop,
    on_game: &mut dyn FnMut(GameRecord) -> Result<(), E>,
) -> Result<(), E> {
    let numbers = Mutex::new(numbers);
    let next = || numbers.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (sender, games) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (next, sender) = (&next, sender.clone());
            scope.spawn(move || {
                let mut player = Player::new(settings);
                while let Some(game) = next().and_then(|number| player.play(number, stop)) {
                    if sender.send(game).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = games.into_iter().try_for_each(on_game);
        if result.is_err() {
            stop.stop();
        }
        result
    })
}

#[cfg(test)]
mod tests;
