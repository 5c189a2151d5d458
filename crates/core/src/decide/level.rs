//! Levels of play: the numbers that say how far each level looks and how careless it is.

use crate::control::Limits;

/// The strength at which nothing is held back.
pub const FULL_STRENGTH: i64 = 100;
/// Number of the highest level, which is full strength.
pub const HIGHEST: usize = LEVELS.len() + 1;

/// The levels below full strength, the lowest first. Their ratings were measured in games against
/// each other; see `docs/levels.md`.
#[rustfmt::skip]
static LEVELS: [Level; 11] = [
    Level { depth: 0, nodes: 2_000, width: 20, temperature: 3.0, oversight: 0.6, elo: 0 },
    Level { depth: 0, nodes: 2_000, width: 16, temperature: 2.3, oversight: 0.45, elo: 150 },
    Level { depth: 0, nodes: 2_000, width: 12, temperature: 1.6, oversight: 0.3, elo: 320 },
    Level { depth: 0, nodes: 2_000, width: 8, temperature: 1.1, oversight: 0.2, elo: 480 },
    Level { depth: 1, nodes: 4_000, width: 6, temperature: 0.6, oversight: 0.09, elo: 640 },
    Level { depth: 2, nodes: 6_000, width: 5, temperature: 0.57, oversight: 0.05, elo: 780 },
    Level { depth: 2, nodes: 6_000, width: 4, temperature: 0.28, oversight: 0.02, elo: 930 },
    Level { depth: 4, nodes: 10_000, width: 3, temperature: 0.3, oversight: 0.01, elo: 1130 },
    Level { depth: DEEPEST, nodes: 900, width: 1, temperature: 0.0, oversight: 0.0, elo: 1360 },
    Level { depth: DEEPEST, nodes: 2_500, width: 1, temperature: 0.0, oversight: 0.0, elo: 1530 },
    Level { depth: DEEPEST, nodes: 7_000, width: 1, temperature: 0.0, oversight: 0.0, elo: 1760 },
];
/// The depth of a level without a depth limit.
const DEEPEST: u32 = u32::MAX;

/// How a level below full strength finds its moves.
#[derive(Debug, PartialEq)]
pub struct Level {
    /// Depth of the level's search in plies. At 0 it does not search but plays moves that look
    /// promising.
    pub(super) depth: u32,
    /// Largest number of positions that the level looks at for a move.
    pub(super) nodes: u64,
    /// Number of best moves from which the level draws one.
    pub(super) width: usize,
    /// How little the level cares about differences. A move whose odds are e times smaller is
    /// chosen e^(1/temperature) times less often.
    pub(super) temperature: f64,
    /// Chance, from 0 to 1, that the level overlooks an open three: its own, which it could make an
    /// open four, or the opponent's, which it should stop. It overlooks a four-three twice as
    /// often.
    pub(super) oversight: f64,
    /// Measured rating relative to the lowest level, in Elo.
    elo: u32,
}

impl Level {
    /// Returns the level of a strength from 0 to 100, the protocol's `INFO strength`. `None` is
    /// full strength.
    pub fn of_strength(strength: i64) -> Option<&'static Self> {
        let steps = LEVELS.len() as i64;
        usize::try_from(strength * steps / FULL_STRENGTH).ok().and_then(|index| LEVELS.get(index))
    }

    /// Returns the lowest strength that selects the level with this number. Levels are numbered
    /// from 1 to [`HIGHEST`], and other numbers are clamped to that range.
    pub fn strength(number: usize) -> i64 {
        let steps = LEVELS.len() as i64;
        let index = number.clamp(1, HIGHEST) as i64 - 1;
        (index * FULL_STRENGTH + steps - 1) / steps
    }

    /// Returns the measured rating of the level with this number relative to the lowest level, in
    /// Elo.
    ///
    /// `None` for full strength, whose rating depends on time and machine, and for numbers that are
    /// no level.
    pub fn elo(number: usize) -> Option<u32> {
        number.checked_sub(1).and_then(|index| LEVELS.get(index)).map(|level| level.elo)
    }

    /// Tightens `limits` to what the level may use for a search.
    pub fn within(&self, limits: Limits) -> Limits {
        let nodes = limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes));
        // A search judges a swap opening even at levels that choose their moves without one.
        let depth = limits.depth.unwrap_or(DEEPEST).min(self.depth.max(1));
        Limits { nodes: Some(nodes), depth: Some(depth), ..limits }
    }

    /// Whether the level may play something other than the best move that a search finds.
    pub(crate) fn is_fallible(&self) -> bool {
        self.depth == 0 || self.width > 1 || self.oversight > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(number: usize) -> Option<&'static Level> {
        Level::of_strength(Level::strength(number))
    }

    #[test]
    fn strengths_are_levels_in_order() {
        assert_eq!(level(HIGHEST), None);
        assert_eq!([0, HIGHEST + 1].map(Level::strength), [0, FULL_STRENGTH]);
        for number in 2..=HIGHEST {
            let least = Level::strength(number);
            assert_eq!(Level::of_strength(least - 1), level(number - 1), "level {number}");
            assert_ne!(Level::of_strength(least), level(number - 1), "level {number}");
        }
        let ratings: Vec<Option<u32>> = (0..=HIGHEST).map(Level::elo).collect();
        assert_eq!((ratings[0], ratings[1], ratings[HIGHEST]), (None, Some(0), None));
        assert!(ratings[1..HIGHEST].is_sorted_by(|a, b| a < b), "{ratings:?}");
    }

    #[test]
    fn a_level_stays_within_limits() {
        let limits = Limits { nodes: Some(100), depth: None, ..Limits::default() };
        for number in 1..HIGHEST {
            let level = level(number).unwrap();
            assert_eq!(level.within(limits).nodes, Some(100));
            assert_eq!(level.within(Limits::default()).nodes, Some(level.nodes));
            let shallow = Limits { depth: Some(1), ..Limits::default() };
            assert_eq!(level.within(shallow).depth, Some(1));
        }
    }
}
