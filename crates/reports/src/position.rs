//! What is known about a position: its value, lines, and a proven win.

use fukumi_core::analysis::{AnalysisGame, EvaluatedLine, Evaluation};
use fukumi_core::geometry::{BoardSize, Color};
use fukumi_core::position::Position;
use fukumi_core::position::ending::End;
use fukumi_core::score::Outlook;
use fukumi_core::search::report::Variation;
use fukumi_core::solver::Threats;
use serde::Serialize;

use crate::words::{self, counted};
use crate::{Name, PointForm, Side, rounded_rate};

/// What is known about a position of a game. If the work was stopped before it, only the side to
/// move is known.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GamePosition"))]
pub struct PositionReport<P> {
    /// The side to move; after the end of a game, the side that would be.
    pub to_move: Side,
    /// Black's chance of winning, 0 to 1; exactly 0 or 1 if proven.
    pub black_win_rate: Option<f64>,
    /// The value for the side to move.
    #[cfg_attr(feature = "schema", schemars(with = "Option<fukumi_core::schema::Score>"))]
    pub score: Option<i32>,
    /// Plies to the last stone if the result is proven, negative for a loss; else null.
    pub plies: Option<i32>,
    /// The best lines, the best one first; empty if the game is over.
    pub lines: Vec<LineReport<P>>,
    /// The win of the side to move that the solver proved; null if it did not.
    pub win: Option<WinReport<P>>,
    /// Positions looked at.
    pub nodes: Option<u64>,
}

/// A line of play, for the side to move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "AnalysedLine"))]
pub struct LineReport<P> {
    /// The value.
    #[cfg_attr(feature = "schema", schemars(with = "fukumi_core::schema::Score"))]
    pub score: i32,
    /// Plies to the last stone if the result is proven, negative for a loss; else null.
    pub plies: Option<i32>,
    /// The chance of winning, 0 to 1; a draw counts as half a win. Exactly 0 or 1 if proven.
    pub win_rate: f64,
    /// Depth of the search in plies; null if the line comes from a proof.
    pub depth: Option<u32>,
    /// The moves that both sides prefer, beginning with the side to move; at least one.
    pub moves: Vec<P>,
}

/// A line of a search, for the side to move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Line"))]
pub struct SearchedLine<P> {
    /// The value.
    #[cfg_attr(feature = "schema", schemars(with = "fukumi_core::schema::Score"))]
    pub score: i32,
    /// Plies to the last stone if the result is proven, negative for a loss; else null.
    pub plies: Option<i32>,
    /// The chance of winning, 0 to 1; a draw counts as half a win. Exactly 0 or 1 if proven.
    pub win_rate: f64,
    /// The chances of each result; null if nothing is known about draws.
    pub outlook: Option<OutlookReport>,
    /// Depth in plies of the iteration that found the line; 0 if nothing was searched.
    pub depth: u32,
    /// Largest number of plies that the search looked ahead; at least the depth.
    pub selective_depth: u32,
    /// Positions looked at for this line.
    pub nodes: u64,
    /// The moves that both sides prefer, beginning with the side to move; at least one.
    pub moves: Vec<P>,
}

/// The chances of each result, whose sum is 1.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Outlook"))]
pub struct OutlookReport {
    /// The chance of a win.
    win: f64,
    /// The chance of a draw.
    draw: f64,
    /// The chance of a loss.
    loss: f64,
}

/// A proven win.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Win"))]
pub struct WinReport<P> {
    /// The threats that it needs.
    pub threats: Name<Threats>,
    /// Moves of the winner up to the last stone.
    pub moves: usize,
    /// Plies to the last stone against the longest defence.
    pub plies: usize,
    /// The moves of both sides against the longest defence.
    pub line: Vec<P>,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Ending"))]
pub struct EndingReport<P> {
    /// Why the game is over.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::EndReason"))]
    pub reason: &'static str,
    /// The side that has won; null after a draw.
    pub winner: Option<Side>,
    /// The end in words, such as `Black has won`.
    pub text: String,
    /// The stones of the winning rows; empty unless the reason is `five`.
    pub row: Vec<P>,
}

impl<P: PointForm> PositionReport<P> {
    /// What is known about a position with `to_move` to move.
    pub fn new(size: BoardSize, to_move: Color, evaluation: Option<&Evaluation>) -> Self {
        let lines = evaluation.into_iter().flat_map(|evaluation| &evaluation.lines);
        let win = evaluation.and_then(|evaluation| evaluation.win.as_ref());
        Self {
            to_move: Name(to_move),
            black_win_rate: evaluation.map(|e| rounded_rate(e.win_rate(Color::Black, to_move))),
            score: evaluation.map(|evaluation| evaluation.score.points()),
            plies: evaluation.and_then(|evaluation| evaluation.score.plies_to_end()),
            lines: lines.map(|line| LineReport::new(size, line)).collect(),
            win: win.map(|win| WinReport {
                threats: Name(win.threats),
                moves: win.proof.plies.div_ceil(2),
                plies: win.proof.plies,
                line: P::list(win.proof.line(), size),
            }),
            nodes: evaluation.map(|evaluation| evaluation.nodes),
        }
    }
}

impl<P> PositionReport<P> {
    /// The win of the side to move, in words.
    pub(crate) fn win_in_words(&self) -> String {
        match (&self.win, self.plies) {
            (Some(win), _) => win.in_words(),
            (None, Some(plies)) => {
                let moves = plies.unsigned_abs().div_ceil(2) as usize;
                format!("a win in {}", counted(moves, "move"))
            }
            (None, None) => "a win".into(),
        }
    }
}

impl<P> WinReport<P> {
    /// The win in words, as in `a win by fours in 5 moves`.
    pub fn in_words(&self) -> String {
        let threats = words::threats(self.threats.get());
        format!("a win by {threats} in {}", counted(self.moves, "move"))
    }
}

impl<P: PointForm> LineReport<P> {
    fn new(size: BoardSize, line: &EvaluatedLine) -> Self {
        Self {
            score: line.score.points(),
            plies: line.score.plies_to_end(),
            win_rate: rounded_rate(line.score.win_rate()),
            depth: line.depth,
            moves: P::list(line.moves.iter().copied(), size),
        }
    }
}

impl<P: PointForm> SearchedLine<P> {
    /// A line of a search, and what is known about draws.
    pub fn new(size: BoardSize, line: &Variation, outlook: Option<Outlook>) -> Self {
        Self {
            score: line.score.points(),
            plies: line.score.plies_to_end(),
            win_rate: rounded_rate(line.score.win_rate()),
            outlook: outlook.map(|Outlook { win, draw, loss }| OutlookReport { win, draw, loss }),
            depth: line.depth,
            selective_depth: line.selective_depth.max(line.depth),
            nodes: line.nodes,
            moves: P::list(line.moves.iter().copied(), size),
        }
    }
}

impl<P: PointForm> EndingReport<P> {
    /// How the game ended that led to a position; `None` if it goes on.
    pub fn of(position: &Position) -> Option<Self> {
        End::of(position).map(|end| Self::new(end, position))
    }

    /// How a game ended; `None` if it goes on.
    pub fn after(game: &AnalysisGame) -> Option<Self> {
        game.end().map(|end| Self::new(end, &game.position(game.moves().len())))
    }

    fn new(end: End, position: &Position) -> Self {
        let text = match end {
            End::Full => "drawn, the board is full".into(),
            End::Ending(ending) => ending.to_string(),
        };
        Self {
            reason: end.reason(),
            winner: end.winner().map(Name),
            text,
            row: P::list(end.row(position).iter(), position.size()),
        }
    }
}
