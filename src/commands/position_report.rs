//! What is known about a position, in the form that is printed as JSON.
//!
//! Points are labels such as `h8`. Win rates are numbers from 0 to 1. A score is that of the search
//! for the side to move, in the points of the protocol's `ev`. Where something is proven there is
//! `plies` instead: the number of plies to the last stone, negative for a loss.

use fukumi_core::analysis::{EvaluatedLine, Evaluation, Game};
use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::position::ending::End as GameEnd;
use fukumi_core::score::Score;
use fukumi_core::solver::Threats;
use serde::Serialize;

use super::names::{Side, counted, threats_as_json, threats_name};

/// A position. If the work was stopped early, all but the side to move may be missing.
#[derive(Serialize)]
pub(crate) struct PositionReport {
    pub(crate) to_move: Side,
    pub(crate) black_win_rate: Option<f64>,
    #[serde(flatten)]
    pub(crate) value: Option<Value>,
    pub(crate) lines: Vec<LineReport>,
    /// The win that the solver found.
    pub(crate) win: Option<WinReport>,
    pub(crate) nodes: Option<u64>,
}

/// What a position or a line is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Value {
    Score(i32),
    Plies(i32),
}

#[derive(Serialize)]
pub(crate) struct LineReport {
    #[serde(flatten)]
    pub(crate) value: Value,
    /// For the side to move.
    pub(crate) win_rate: f64,
    pub(crate) depth: Option<u32>,
    pub(crate) line: Vec<String>,
}

/// A proven win.
#[derive(Clone, Serialize)]
pub(crate) struct WinReport {
    #[serde(serialize_with = "threats_as_json")]
    pub(crate) threats: Threats,
    /// Moves of the winner up to the last stone.
    pub(crate) moves: usize,
    pub(crate) plies: usize,
    pub(crate) line: Vec<String>,
}

/// How a game ended.
#[derive(Serialize)]
pub(crate) struct End {
    pub(crate) reason: &'static str,
    pub(crate) winner: Option<Side>,
    /// A sentence.
    pub(crate) text: String,
    /// The stones of the winning row, or empty if there is none.
    pub(crate) row: Vec<String>,
}

impl PositionReport {
    /// What is known about a position with `to_move` to move.
    pub(crate) fn new(size: BoardSize, to_move: Color, evaluation: Option<&Evaluation>) -> Self {
        let rate = evaluation.map(|found| found.win_rate(Color::Black, to_move));
        let lines = evaluation.into_iter().flat_map(|evaluation| &evaluation.lines);
        let win = evaluation.and_then(|evaluation| evaluation.win.as_ref());
        Self {
            to_move: to_move.into(),
            black_win_rate: rate.map(rounded),
            value: evaluation.map(|evaluation| Value::from(evaluation.score)),
            lines: lines.map(|line| LineReport::new(size, line)).collect(),
            win: win.map(|win| WinReport {
                threats: win.threats,
                moves: win.proof.plies.div_ceil(2),
                plies: win.proof.plies,
                line: labels(size, &win.proof.line()),
            }),
            nodes: evaluation.map(|evaluation| evaluation.nodes),
        }
    }

    /// The win of the side to move, in words.
    pub(crate) fn win_in_words(&self) -> String {
        match (&self.win, self.value) {
            (Some(win), _) => win.in_words(),
            (None, Some(Value::Plies(plies))) => {
                let moves = plies.unsigned_abs().div_ceil(2) as usize;
                format!("a win in {}", counted(moves, "move"))
            }
            (None, _) => "a win".into(),
        }
    }
}

impl WinReport {
    /// The win in words, as in `a win by fours in 5 moves`.
    pub(crate) fn in_words(&self) -> String {
        format!("a win by {} in {}", threats_name(self.threats), counted(self.moves, "move"))
    }
}

impl LineReport {
    fn new(size: BoardSize, line: &EvaluatedLine) -> Self {
        Self {
            value: line.score.into(),
            win_rate: rounded(line.score.win_rate()),
            depth: line.depth,
            line: labels(size, &line.moves),
        }
    }
}

impl From<Score> for Value {
    fn from(score: Score) -> Self {
        score.plies_to_end().map_or_else(|| Self::Score(score.points()), Self::Plies)
    }
}

impl End {
    /// `end` is how `game` ended.
    pub(crate) fn new(end: GameEnd, game: &Game) -> Self {
        let row = end.row(&game.position(game.moves().len()));
        let text = match end {
            GameEnd::Full => "drawn, the board is full".into(),
            GameEnd::Ending(ending) => ending.to_string(),
        };
        let size = game.start().size();
        Self {
            reason: end.reason(),
            winner: end.winner().map(Side::from),
            text,
            row: row.iter().map(|point| point.label(size)).collect(),
        }
    }
}

fn labels(size: BoardSize, points: &[Point]) -> Vec<String> {
    points.iter().map(|point| point.label(size)).collect()
}

/// Rounds a win rate to four digits, the rest being noise.
pub(crate) fn rounded(rate: f64) -> f64 {
    (rate * 10_000.0).round() / 10_000.0
}
