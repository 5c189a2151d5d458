//! What an analysis says of the moves of a game.

use fukumi_core::analysis::{AnalysisGame, AnalysisReport, Judgement, Mark, Summary};
use fukumi_core::board::Stone;
use fukumi_core::geometry::{BoardSize, Color};
use serde::Serialize;

use crate::{EndingReport, Name, PointForm, PositionReport, Side, rounded, rounded_rate};

/// What is said of a whole game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GameAnalysis"))]
pub struct GameReport<P> {
    /// How the game ended; null if it goes on.
    pub ending: Option<EndingReport<P>>,
    /// Whether the work was finished, so that nothing is missing.
    pub complete: bool,
    /// The moves.
    pub moves: Vec<MoveReport<P>>,
    /// The moves of each side together.
    pub summary: Sides<SideReport>,
    /// Where the game was lost; null if it is not decided.
    pub defeat: Option<DefeatReport>,
}

/// One value for each side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sides<T> {
    /// That of Black.
    pub black: T,
    /// That of White.
    pub white: T,
}

/// Where a game was lost.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Defeat"))]
pub struct DefeatReport {
    /// The side that has lost.
    pub loser: Side,
    /// Number of the loser's move from which on the loss is proven, from 1; null if it is proven
    /// from the first position on.
    pub number: Option<usize>,
}

/// A move of a game. It also has the keys of a `Judgement`, unless the work was stopped before the
/// position before or after it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GameMove"))]
pub struct MoveReport<P> {
    /// Its number, from 1.
    pub number: usize,
    /// The side that played it.
    pub color: Side,
    /// Where it was played.
    #[serde(rename = "move")]
    pub place: P,
    /// The best move that was found; null if none is known.
    pub best: Option<P>,
    /// Whether the move is the best one.
    pub is_best: bool,
    /// The verdict; missing if the position before or after the move was left out.
    #[cfg_attr(feature = "schema", schemars(skip))]
    #[serde(flatten)]
    pub judgement: Option<JudgementReport>,
}

/// What a move gave away, for the side that played it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Judgement"))]
pub struct JudgementReport {
    /// The chance of winning before the move, 0 to 1.
    pub win_rate_before: f64,
    /// The chance of winning after it, 0 to 1.
    pub win_rate_after: f64,
    /// What the move gave away, 0 to 1; 0 if it was the best one and the game is not proven lost
    /// after it.
    pub loss: f64,
    /// The same in log odds, ln(p / (1 - p)), cut off at those of 1 and 99 %: 99 to 90 % is a loss
    /// of 2.4.
    pub log_odds_loss: f64,
    /// How bad that is; null if it is not marked. The costliest move of a side is at least an
    /// inaccuracy.
    pub mark: Option<Name<Mark>>,
    /// Whether it missed a proven win.
    pub missed_win: bool,
    /// Whether the opponent now has a proven win that was not proven before.
    pub allows_win: bool,
    /// Whether this is the move from which on the game is proven lost.
    pub loses_game: bool,
    /// The wins missed and allowed, and the lost game, in words.
    pub remarks: Vec<String>,
}

/// The moves of one side together.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SideSummary"))]
pub struct SideReport {
    /// Moves that were judged.
    pub moves: usize,
    /// Moves that were the best one.
    pub best: usize,
    /// Mistakes.
    pub mistakes: usize,
    /// Blunders.
    pub blunders: usize,
    /// Moves that missed a proven win, whatever their mark.
    pub missed_wins: usize,
    /// Average loss of a move, 0 to 1; null if no move was judged.
    pub mean_loss: Option<f64>,
    /// Number of the move that cost the side most, from 1; null if no move cost anything.
    pub costliest: Option<usize>,
}

impl<P: PointForm> GameReport<P> {
    /// What a report says of a game, and of its positions: those before each move, and the last.
    pub fn new(game: &AnalysisGame, report: &AnalysisReport) -> (Self, Vec<PositionReport<P>>) {
        let size = game.start().size();
        let positions = report.evaluations.iter().enumerate();
        let positions: Vec<PositionReport<P>> = positions
            .map(|(played, known)| PositionReport::new(size, game.to_move(played), known.as_ref()))
            .collect();
        let moves = game.moves().iter().zip(&report.judgements).zip(positions.windows(2));
        let moves = moves.enumerate().map(|(index, ((&stone, judgement), around))| {
            let around = [&around[0], &around[1]];
            MoveReport::new(size, index, stone, around, judgement.as_ref())
        });
        let side = |color: Color| SideReport::new(&report.summaries[color.index()]);
        let whole = Self {
            ending: EndingReport::after(game),
            complete: report.is_complete(),
            moves: moves.collect(),
            summary: Sides { black: side(Color::Black), white: side(Color::White) },
            defeat: report.defeat.map(|defeat| DefeatReport {
                loser: Name(defeat.loser),
                number: defeat.index.map(|index| index + 1),
            }),
        };
        (whole, positions)
    }
}

impl<P: PointForm> MoveReport<P> {
    fn new(
        size: BoardSize,
        index: usize,
        stone: Stone,
        [before, after]: [&PositionReport<P>; 2],
        judgement: Option<&Judgement>,
    ) -> Self {
        let place = P::new(stone.point, size);
        let best = before.lines.first().and_then(|line| line.moves.first().copied());
        Self {
            number: index + 1,
            color: Name(stone.color),
            place,
            best,
            is_best: best == Some(place),
            judgement: judgement.map(|judgement| JudgementReport::new(judgement, before, after)),
        }
    }
}

impl JudgementReport {
    fn new<P>(
        judgement: &Judgement,
        before: &PositionReport<P>,
        after: &PositionReport<P>,
    ) -> Self {
        let missed = judgement.missed_win.then(|| format!("misses {}", before.win_in_words()));
        let allowed = judgement.allows_win.then(|| format!("allows {}", after.win_in_words()));
        // Text pairs the first two with lines of play, so this one comes last.
        let lost =
            judgement.loses_game.then(|| "loses the game: from here on the loss is proven".into());
        Self {
            win_rate_before: rounded_rate(judgement.before),
            win_rate_after: rounded_rate(judgement.after),
            loss: rounded(judgement.loss),
            log_odds_loss: rounded(judgement.log_odds_loss),
            mark: judgement.mark.map(Name),
            missed_win: judgement.missed_win,
            allows_win: judgement.allows_win,
            loses_game: judgement.loses_game,
            remarks: missed.into_iter().chain(allowed).chain(lost).collect(),
        }
    }
}

impl SideReport {
    fn new(summary: &Summary) -> Self {
        Self {
            moves: summary.moves,
            best: summary.best,
            mistakes: summary.mistakes,
            blunders: summary.blunders,
            missed_wins: summary.missed_wins,
            mean_loss: summary.mean_loss().map(rounded),
            costliest: summary.costliest.map(|index| index + 1),
        }
    }
}
