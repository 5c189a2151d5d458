//! The settings that determine the games.

use std::fmt;
use std::ops::RangeInclusive;

use fukumi_core::eval::Kind;
use fukumi_core::geometry::BoardSize;
use fukumi_core::random::Generator;
use fukumi_core::rule::Rule;
use rand::{Rng, SeedableRng};

use crate::opening::list::OpeningList;
use crate::record::Start;

/// The settings that determine the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfplaySettings {
    /// The rule of the game.
    pub rule: Rule,
    /// Width and height of the board.
    pub size: BoardSize,
    /// Seed of all random choices. Games with different seeds are unrelated.
    pub seed: u64,
    /// The evaluation that gives the static scores.
    pub evaluation: Kind,
    /// Nodes per move.
    pub nodes: u64,
    /// How openings are made.
    pub opening: Opening,
    /// How often moves are drawn at random.
    pub lot: Lot,
    /// Probability that a position of a game has a branch, in percent.
    pub branch_percent: u32,
    /// When a game that neither side can win is declared a draw.
    pub draw: EarlyDraw,
}

/// How openings are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Number of stones, at most [`MAX_STONES`](crate::opening::MAX_STONES). All numbers in the
    /// range are equally likely.
    pub stones: RangeInclusive<usize>,
    /// Nodes of the search that judges whether an opening is even.
    pub nodes: u64,
    /// Largest absolute score, in points, of an even opening.
    pub bound: i32,
    /// Largest absolute score, in points, of an unbalanced opening. Its scores start above the
    /// bound of even openings.
    pub unbalanced_bound: i32,
    /// Probabilities of the kinds of openings.
    pub kinds: Kinds,
    /// Even openings to draw from instead of making random ones.
    pub list: Option<OpeningList>,
}

/// Probabilities of the kinds of openings, in percent. They add up to at most 100; the rest goes to
/// even openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds {
    /// Probability of [`Start::Unbalanced`].
    pub unbalanced: u32,
    /// Probability of [`Start::Crowded`].
    pub crowded: u32,
    /// Probability of [`Start::Recalled`].
    pub recalled: u32,
}

/// Settings of the moves that are drawn at random, so that games differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lot {
    /// On average one move in this many is drawn at random; 0 means none.
    pub one_in: u32,
    /// Only this many moves after the opening may be drawn at random.
    pub moves: usize,
}

/// Conditions for declaring a draw before the board is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlyDraw {
    /// Largest absolute score, in points, that counts as level.
    pub bound: i32,
    /// Number of consecutive moves, of both sides together, that must have such a score; 0 never
    /// ends a game early.
    pub moves: usize,
    /// Smallest share of the points that must have stones, in percent.
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
    /// Draws a kind of opening.
    pub(crate) fn draw(self, rng: &mut Generator) -> Start {
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
        // Where no win is possible, the evaluation still favours the side to move a little.
        Self { bound: 30, moves: 10, filled_percent: 67 }
    }
}

impl SelfplaySettings {
    /// Default number of nodes per move.
    pub const DEFAULT_NODES: u64 = 2_000;
    /// Default probability of a branch, in percent.
    pub const DEFAULT_BRANCH_PERCENT: u32 = 50;

    /// The default settings for a rule, a board size and a seed.
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

    /// The random number generator for all random choices of a game.
    pub(crate) fn rng(&self, number: u32) -> Generator {
        // The seed is mixed first. Otherwise game 1 of seed 0 would be close to game 0 of seed 1.
        let mixed: u64 = Generator::seed_from_u64(self.seed).random();
        Generator::seed_from_u64(mixed ^ u64::from(number))
    }
}

/// Writes all settings and the program's version in one line, which shows whether games belong
/// together.
impl fmt::Display for SelfplaySettings {
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
