//! Questions about whole games.

use fukumi_core::analysis::{AnalysisSettings, PuzzleSettings, Thresholds};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::board::{At, PlacedStone};
use super::search::Limits;
use crate::view::{RuleName, Side};
#[cfg(feature = "schema")]
use crate::{answer::games::GameRecord, description::optional};

/// A game, as `GameRecord` of the answers has it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Game {
    pub(crate) rule: Option<RuleName>,
    pub(crate) width: i64,
    pub(crate) height: i64,
    #[serde(default)]
    pub(crate) setup: Vec<PlacedStone>,
    #[serde(default)]
    pub(crate) dead: Vec<At>,
    pub(crate) moves: Vec<PlacedStone>,
    pub(crate) to_move: Option<Side>,
    #[serde(default, rename = "black")]
    _black: IgnoredAny,
    #[serde(default, rename = "white")]
    _white: IgnoredAny,
    #[serde(default, rename = "event")]
    _event: IgnoredAny,
    #[serde(default, rename = "date")]
    _date: IgnoredAny,
}

/// How thoroughly to analyse a game. `fukumi analyze` has the same settings.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "AnalysisOptions"))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Analyze {
    /// The game. Default: the one on the engine's board.
    #[cfg_attr(feature = "schema", schemars(schema_with = "optional::<GameRecord<'static>>"))]
    pub(crate) game: Option<Game>,
    /// The rule, which takes precedence over that of the game. Default: that of the game, or
    /// freestyle.
    pub(crate) rule: Option<RuleName>,
    /// Milliseconds for each position of the game.
    time_ms: Option<f64>,
    /// Positions to look at for each position of the game. Default: 100000 if there is no other
    /// limit.
    nodes: Option<u64>,
    /// Plies of the deepest iteration.
    depth: Option<u32>,
    /// What was found by an analysis of the same game with the same limits that did not end: the
    /// `finding` of each report, in their order. It is not looked for again.
    pub(crate) known: Vec<String>,
    /// Best lines for each position.
    pub(crate) lines: usize,
    /// Loss of winning chance from which on a move is a mistake, 0 to 1.
    pub(crate) mistake: f64,
    /// Loss of winning chance from which on a move is a blunder, 0 to 1.
    pub(crate) blunder: f64,
    /// Loss of log odds from which on a move is a mistake, at least 0.
    pub(crate) mistake_log_odds: f64,
    /// Loss of log odds from which on a move is a blunder, at least 0.
    pub(crate) blunder_log_odds: f64,
}

impl Default for Analyze {
    fn default() -> Self {
        let AnalysisSettings { lines, thresholds, .. } = AnalysisSettings::default();
        let Thresholds { mistake, blunder, mistake_log_odds, blunder_log_odds } = thresholds;
        Self {
            game: None,
            rule: None,
            time_ms: None,
            nodes: None,
            depth: None,
            known: Vec::new(),
            lines,
            mistake,
            blunder,
            mistake_log_odds,
            blunder_log_odds,
        }
    }
}

impl Analyze {
    pub(crate) const fn limits(&self) -> Limits {
        Limits { time_ms: self.time_ms, nodes: self.nodes, depth: self.depth }
    }
}

/// A question for puzzles in a game.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PuzzleOptions"))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct FindPuzzles {
    /// The game. Default: the one on the engine's board.
    #[cfg_attr(feature = "schema", schemars(schema_with = "optional::<GameRecord<'static>>"))]
    pub(crate) game: Option<Game>,
    /// The rule, which takes precedence over that of the game.
    pub(crate) rule: Option<RuleName>,
    /// Positions to look at for each question to the solver.
    pub(crate) nodes: u64,
    /// Fewest plies of a win that is worth a puzzle.
    pub(crate) min_plies: usize,
}

impl Default for FindPuzzles {
    fn default() -> Self {
        let PuzzleSettings { nodes, min_plies, .. } = PuzzleSettings::default();
        Self { game: None, rule: None, nodes, min_plies }
    }
}
