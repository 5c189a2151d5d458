//! Analysis of whole games, move by move.

#[cfg(not(target_family = "wasm"))]
use std::io;
use std::ops::ControlFlow;
#[cfg(not(target_family = "wasm"))]
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

use super::engine::{EngineOptions, make_shared_tables};
use super::error::in_range;
use super::{Board, EmbedError};
use crate::analysis::{self, AnalysisGame, AnalysisSettings, Judgement, Mark, Thresholds};
use crate::geometry::{Color, Point};
use crate::solver::Threats;

/// How thoroughly to examine a game, and from which loss on a move is marked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnalysisOptions {
    /// Limit for each position; `None` is none.
    pub time: Option<Duration>,
    /// Limit on the positions that are looked at, for each position of the game; `None` is none.
    /// Without any limit it is 100,000.
    pub nodes: Option<u64>,
    /// Limit on the depth in plies; `None` is none.
    pub depth: Option<u32>,
    /// How many of the best moves to find, at least 1.
    pub lines: usize,
    /// How many positions to examine at the same time, 1 to 256.
    pub threads: usize,
    /// Memory for the tables of each thread in bytes, 1 MiB to 4 GiB.
    pub memory: usize,
    /// From which loss on a move is a mistake or a blunder.
    pub thresholds: Thresholds,
}

/// One line from each position, on one thread, without a limit but that on positions.
impl Default for AnalysisOptions {
    fn default() -> Self {
        Self {
            time: None,
            nodes: None,
            depth: None,
            lines: 1,
            threads: 1,
            memory: 32 << 20,
            thresholds: Thresholds::default(),
        }
    }
}

impl AnalysisOptions {
    fn settings(&self) -> Result<AnalysisSettings, EmbedError> {
        in_range("the number of lines", self.lines, 1..=usize::MAX)?;
        in_range("the number of threads", self.threads, EngineOptions::THREADS)?;
        in_range("the memory in bytes", self.memory, EngineOptions::MEMORY)?;
        let is_unlimited = (self.time, self.nodes, self.depth) == (None, None, None);
        Ok(AnalysisSettings {
            nodes: if is_unlimited { Some(AnalysisSettings::DEFAULT_NODES) } else { self.nodes },
            time: self.time,
            depth: self.depth,
            lines: self.lines,
            memory_bytes: self.memory,
            thresholds: self.thresholds,
        })
    }
}

/// A line of play, and its value for the side to move.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvaluatedLine {
    /// The moves of both sides; never empty.
    pub moves: Vec<Point>,
    /// The value; see [`Score`](crate::score::Score).
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Score"))]
    pub score: i32,
    /// Chance of winning, 0 to 1; exactly 0 or 1 if that is proven.
    pub win_rate: f64,
    /// Plies to a proven end, positive for a win and negative for a loss; `None` if nothing is
    /// proven.
    pub plies: Option<i32>,
    /// Depth of the search that found the line, in plies; `None` if it comes from a proof.
    pub depth: Option<u32>,
}

impl EvaluatedLine {
    fn of(line: &analysis::EvaluatedLine) -> Self {
        Self {
            moves: line.moves.clone(),
            score: line.score.points(),
            win_rate: line.score.win_rate(),
            plies: line.score.plies_to_end(),
            depth: line.depth,
        }
    }
}

/// A forced win that the solver has proven.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Win {
    /// The threats that the win needs.
    pub threats: Threats,
    /// Moves of the winner up to the last stone.
    pub moves: usize,
    /// The most plies that it takes.
    pub plies: usize,
    /// The moves of both sides against the longest defence.
    pub line: Vec<Point>,
}

/// What was found out about a position, for the side to move.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evaluation {
    /// The side to move; after the end of the game, the side that would be.
    pub to_move: Color,
    /// The value; see [`Score`](crate::score::Score).
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Score"))]
    pub score: i32,
    /// Chance of winning of the side to move, 0 to 1; exactly 0 or 1 if that is proven.
    pub win_rate: f64,
    /// The same for Black.
    pub black_win_rate: f64,
    /// Plies to a proven end, positive for a win and negative for a loss; `None` if nothing is
    /// proven, 0 if the game is over.
    pub plies: Option<i32>,
    /// The best lines, the best one first; empty if the game is over.
    pub lines: Vec<EvaluatedLine>,
    /// The win of the side to move that the solver has proven, if there is one.
    pub win: Option<Win>,
    /// Positions looked at.
    pub nodes: u64,
}

impl Evaluation {
    fn of(found: &analysis::Evaluation, to_move: Color) -> Self {
        Self {
            to_move,
            score: found.score.points(),
            win_rate: found.score.win_rate(),
            black_win_rate: found.win_rate(Color::Black, to_move),
            plies: found.score.plies_to_end(),
            lines: found.lines.iter().map(EvaluatedLine::of).collect(),
            win: found.win.as_ref().map(|win| Win {
                threats: win.threats,
                moves: win.proof.plies.div_ceil(2),
                plies: win.proof.plies,
                line: win.proof.line(),
            }),
            nodes: found.nodes,
        }
    }

    /// The best move, if there is one.
    pub fn best_move(&self) -> Option<Point> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }
}

/// The verdict on a move, for the side that played it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Review {
    /// Number of the move, from 1.
    pub number: usize,
    /// Who played it.
    pub color: Color,
    /// Where it was played.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub point: Point,
    /// Chance of winning before the move, 0 to 1.
    pub win_rate_before: f64,
    /// Chance of winning after the move, 0 to 1.
    pub win_rate_after: f64,
    /// What the move gave away, 0 to 1; 0 if it was the best one and the game is not proven lost
    /// after it.
    pub loss: f64,
    /// The same in log odds, ln(p / (1 - p)), cut off at those of 1 and 99 %: 99 to 90 % is a loss
    /// of 2.4.
    pub log_odds_loss: f64,
    /// How bad that is; `None` if it is not.
    pub mark: Option<Mark>,
    /// Whether the move missed a proven win.
    pub missed_win: bool,
    /// Whether the opponent now has a proven win that was not proven before the move.
    pub allows_win: bool,
    /// Whether this is the move from which on the game is proven lost.
    pub loses_game: bool,
}

impl Review {
    fn of(judgement: &Judgement, index: usize, color: Color, point: Point) -> Self {
        Self {
            number: index + 1,
            color,
            point,
            win_rate_before: judgement.before,
            win_rate_after: judgement.after,
            loss: judgement.loss,
            log_odds_loss: judgement.log_odds_loss,
            mark: judgement.mark,
            missed_win: judgement.missed_win,
            allows_win: judgement.allows_win,
            loses_game: judgement.loses_game,
        }
    }
}

/// The moves of one side together.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// Number of moves that were judged.
    pub moves: usize,
    /// Number of moves that were the best one.
    pub best: usize,
    /// Number of mistakes, `?`.
    pub mistakes: usize,
    /// Number of blunders, `??`.
    pub blunders: usize,
    /// Number of moves that missed a proven win, whatever their mark.
    pub missed_wins: usize,
    /// What a move gave away on average, 0 to 1; `None` if no move was judged.
    pub mean_loss: Option<f64>,
    /// Number of the move that cost the side most, from 1; `None` if no move cost anything.
    pub costliest: Option<usize>,
}

impl Summary {
    fn of(summary: &analysis::Summary) -> Self {
        Self {
            moves: summary.moves,
            best: summary.best,
            mistakes: summary.mistakes,
            blunders: summary.blunders,
            missed_wins: summary.missed_wins,
            mean_loss: summary.mean_loss(),
            costliest: summary.costliest.map(|index| index + 1),
        }
    }
}

/// Which side has lost a game, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Defeat {
    /// The side that has lost.
    pub loser: Color,
    /// Number of the loser's move from which on the loss is proven, from 1; `None` if it is proven
    /// from the first position on.
    pub number: Option<usize>,
}

/// A game, and what was found out about it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// The positions before each move, and the one after the last; `None` where the work was ended
    /// early.
    pub positions: Vec<Option<Evaluation>>,
    /// The verdicts on the moves; `None` if the position before or after was not examined.
    pub moves: Vec<Option<Review>>,
    /// Black's moves together.
    pub black: Summary,
    /// White's moves together.
    pub white: Summary,
    /// Where the game was lost; `None` if it is not decided.
    pub defeat: Option<Defeat>,
}

impl Analysis {
    fn of(game: &AnalysisGame, report: &analysis::AnalysisReport) -> Self {
        let positions = report.evaluations.iter().enumerate().map(|(played, found)| {
            found.as_ref().map(|found| Evaluation::of(found, game.to_move(played)))
        });
        let moves = game.moves().iter().zip(&report.judgements).enumerate();
        let moves = moves.map(|(index, (stone, judgement))| {
            let judgement = judgement.as_ref()?;
            Some(Review::of(judgement, index, stone.color, stone.point))
        });
        let [black, white] = &report.summaries;
        Self {
            positions: positions.collect(),
            moves: moves.collect(),
            black: Summary::of(black),
            white: Summary::of(white),
            defeat: report.defeat.map(|defeat| Defeat {
                loser: defeat.loser,
                number: defeat.index.map(|index| index + 1),
            }),
        }
    }

    /// The moves with a mark.
    pub fn mistakes(&self) -> impl Iterator<Item = &Review> {
        self.moves.iter().flatten().filter(|review| review.mark.is_some())
    }
}

/// Examines every position of a game, first by the solver, then by a search, and judges the moves.
///
/// Without a limit on time the result depends on nothing but the arguments, however many threads
/// there are.
///
/// ```
/// use fukumi_core::embed::*;
///
/// let moves = "f8 f9 g8 g7 h8 a1 o15".split(' ');
/// let board = Board::from_moves(Rule::Freestyle, BoardSize::DEFAULT, moves)?;
/// let options = AnalysisOptions { nodes: Some(300), threads: 2, ..Default::default() };
/// let analysis = analyse(&board, &options)?;
/// let last = analysis.mistakes().last().expect("Black could have won");
/// assert!(last.number == 7 && last.missed_win);
/// # Ok::<(), EmbedError>(())
/// ```
///
/// # Errors
/// If a number is out of its range, if there is no thread, or [`EmbedError::Failed`] if a fault in
/// the engine ended the work.
pub fn analyse(board: &Board, options: &AnalysisOptions) -> Result<Analysis, EmbedError> {
    analyse_with(board, options, &mut |_, _| ControlFlow::Continue(()))
}

/// The same; calls `on_progress` with the number of positions that are done and that there are, on
/// the calling thread, at least ten times a second. Its `Break` ends the work early. A panic in it
/// ends the work, too, and passes through.
///
/// # Errors
/// Those of [`analyse`].
pub fn analyse_with(
    board: &Board,
    options: &AnalysisOptions,
    on_progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Analysis, EmbedError> {
    let settings = options.settings()?;
    let game = game(board)?;
    make_shared_tables(game.start());
    let report = report(&game, &settings, options.threads, on_progress)?;
    Ok(Analysis::of(&game, &report))
}

/// The game of a board, which begins after the stones that were set up.
fn game(board: &Board) -> Result<AnalysisGame, EmbedError> {
    let mut start = board.position().clone();
    if board.moves().is_empty() {
        return Ok(AnalysisGame::from(start));
    }
    board.moves().iter().for_each(|_| start.undo());
    AnalysisGame::new(start, None, board.moves(), board.to_move()).map_err(|_| EmbedError::Over)
}

#[cfg(not(target_family = "wasm"))]
fn report(
    game: &AnalysisGame,
    settings: &AnalysisSettings,
    threads: usize,
    on_progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<analysis::AnalysisReport, EmbedError> {
    let stop = analysis::Stop::new(threads);
    let (mut report, mut callers_panic) = (None, None);
    let games = std::slice::from_ref(game);
    let mut take = |event| {
        match event {
            analysis::Event::Progress { done, total } => {
                match catch_unwind(AssertUnwindSafe(|| on_progress(done, total))) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => stop.stop(),
                    Err(panic) => {
                        callers_panic = Some(panic);
                        // It ends the work at once. The function is not called again.
                        return Err(io::Error::other("the caller's function panicked"));
                    }
                }
            }
            analysis::Event::Report(_, found) => report = Some(found),
        }
        Ok(())
    };
    let analyze = || analysis::analyze(games, settings, &stop, &mut take);
    let done = catch_unwind(AssertUnwindSafe(analyze));
    if let Some(panic) = callers_panic {
        resume_unwind(panic);
    }
    let done = done.map_err(|_| EmbedError::Failed)?;
    done.map_err(|error| EmbedError::NoThread(error.to_string()))?;
    Ok(report
        .unwrap_or_else(|| analysis::AnalysisReport::new(game, Vec::new(), &settings.thresholds)))
}

/// There are no threads here, so the work is done before this returns.
#[cfg(target_family = "wasm")]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere there may be no thread")]
fn report(
    game: &AnalysisGame,
    settings: &AnalysisSettings,
    _threads: usize,
    on_progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<analysis::AnalysisReport, EmbedError> {
    use crate::control::{Control, Limits};
    let control = Control::new(crate::clock::Instant::now(), Limits::default());
    let total = game.positions();
    Ok(analysis::analyze_here(game, settings, &control, &|_| None, &mut |done, _| {
        if on_progress(done, total).is_break() {
            control.stop();
        }
    }))
}
