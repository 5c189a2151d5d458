//! Analysis of whole games.

use std::sync::Arc;

use fukumi_core::analysis::{
    EvaluatedLine, Evaluation, Event, Game, Judgement, Mark, Report, Settings, Stop, Summary,
    Thresholds, analyze,
};
use fukumi_core::geometry::Color;
use fukumi_records::{Diagram, Format};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors;
use crate::job::{Brake, Job, Workplace, plain};
use crate::plain::{Pair, limits, pair, pairs};

#[derive(IntoPyObject)]
struct PlainLine {
    moves: Vec<Pair>,
    score: i32,
    win_rate: f64,
    plies_to_end: Option<i32>,
    depth: Option<u32>,
}

#[derive(IntoPyObject)]
struct PlainWin {
    threats: &'static str,
    plies: usize,
    moves: Vec<Pair>,
}

#[derive(IntoPyObject)]
struct PlainEvaluation {
    score: i32,
    win_rate: f64,
    plies_to_end: Option<i32>,
    lines: Vec<PlainLine>,
    win: Option<PlainWin>,
    nodes: u64,
}

#[derive(IntoPyObject)]
struct PlainReview {
    r#move: Pair,
    before: f64,
    after: f64,
    loss: f64,
    log_odds_loss: f64,
    mark: Option<&'static str>,
    missed_win: bool,
    allows_win: bool,
    loses_game: bool,
}

#[derive(IntoPyObject)]
struct PlainSummary {
    moves: usize,
    best: usize,
    mistakes: usize,
    blunders: usize,
    missed_wins: usize,
    mean_loss: Option<f64>,
    /// Number of the move, from 1.
    costliest: Option<usize>,
}

#[derive(IntoPyObject)]
struct PlainDefeat {
    is_black: bool,
    /// Number of the move, from 1.
    number: Option<usize>,
}

#[derive(IntoPyObject)]
struct PlainAnalysis {
    evaluations: Vec<Option<PlainEvaluation>>,
    reviews: Vec<Option<PlainReview>>,
    black: PlainSummary,
    white: PlainSummary,
    defeat: Option<PlainDefeat>,
}

fn plain_line(line: &EvaluatedLine) -> PlainLine {
    PlainLine {
        moves: pairs(&line.moves),
        score: line.score.points(),
        win_rate: line.score.win_rate(),
        plies_to_end: line.score.plies_to_end(),
        depth: line.depth,
    }
}

fn plain_evaluation(evaluation: &Evaluation) -> PlainEvaluation {
    let win = evaluation.win.as_ref().map(|win| PlainWin {
        threats: win.threats.name(),
        plies: win.proof.plies,
        moves: pairs(&win.proof.line()),
    });
    PlainEvaluation {
        score: evaluation.score.points(),
        win_rate: evaluation.score.win_rate(),
        plies_to_end: evaluation.score.plies_to_end(),
        lines: evaluation.lines.iter().map(plain_line).collect(),
        win,
        nodes: evaluation.nodes,
    }
}

fn plain_review(played: Pair, judgement: &Judgement) -> PlainReview {
    let &Judgement { before, after, loss, log_odds_loss, mark, missed_win, allows_win, loses_game } =
        judgement;
    PlainReview {
        r#move: played,
        before,
        after,
        loss,
        log_odds_loss,
        mark: mark.map(Mark::name),
        missed_win,
        allows_win,
        loses_game,
    }
}

fn plain_summary(summary: &Summary) -> PlainSummary {
    PlainSummary {
        moves: summary.moves,
        best: summary.best,
        mistakes: summary.mistakes,
        blunders: summary.blunders,
        missed_wins: summary.missed_wins,
        mean_loss: summary.mean_loss(),
        costliest: summary.costliest.map(|index| index + 1),
    }
}

fn plain_analysis(game: &Game, report: &Report) -> PlainAnalysis {
    let moves = game.moves().iter().map(|stone| pair(stone.point));
    let review = |(played, judgement): (Pair, &Option<Judgement>)| {
        judgement.as_ref().map(|judgement| plain_review(played, judgement))
    };
    let [black, white] = &report.summaries;
    PlainAnalysis {
        evaluations: report
            .evaluations
            .iter()
            .map(|evaluation| evaluation.as_ref().map(plain_evaluation))
            .collect(),
        reviews: moves.zip(&report.judgements).map(review).collect(),
        black: plain_summary(black),
        white: plain_summary(white),
        defeat: report.defeat.map(|defeat| PlainDefeat {
            is_black: defeat.loser == Color::Black,
            number: defeat.index.map(|index| index + 1),
        }),
    }
}

/// The game of a board.
fn game(board: &Board) -> PyResult<Game> {
    let position = board.position();
    let stones = position.board().stones().to_vec();
    let played = stones.len() - board.setup();
    let diagram = Diagram {
        format: Format::Moves,
        size: position.size(),
        rule: Some(position.rule()),
        played,
        last: stones.last().filter(|_| played > 0).map(|stone| stone.point),
        stones,
        dead: board.dead_points().collect(),
        to_move: Some(position.to_move()),
        players: [None, None],
        event: None,
        date: None,
        result: None,
    };
    diagram.game(None, None).map_err(|error| errors::notation(&error))
}

/// Begin to analyse the game of a board. `time` is for each position, in seconds.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the caller names each of them")]
pub(crate) fn analyse(
    py: Python<'_>,
    board: &Board,
    lines: usize,
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    memory: usize,
    threads: usize,
    mistake: f64,
    blunder: f64,
    mistake_log_odds: f64,
    blunder_log_odds: f64,
) -> PyResult<Job> {
    let game = game(board)?;
    let limits = limits(time, nodes, depth)?;
    let settings = Settings {
        nodes: limits.nodes,
        time: limits.hard,
        depth: limits.depth,
        lines,
        memory_bytes: memory,
        thresholds: Thresholds { mistake, blunder, mistake_log_odds, blunder_log_odds },
    };
    let stop = Arc::new(Stop::new(threads));
    let brake = Brake::Stop(Arc::clone(&stop));
    Workplace::<()>::begin_alone(py, brake, move |(), tell| {
        let mut report = None;
        let games = [game];
        analyze(&games, &settings, &stop, &mut |event| {
            match event {
                Event::Progress { done, total } => tell(plain((Some(done), Some(total), 0_u64))),
                Event::Report(_, found) => report = Some(found),
            }
            Ok(())
        })
        .map_err(|error| format!("no thread can be started: {error}"))?;
        let [game] = &games;
        let report = report.unwrap_or_else(|| Report::new(game, Vec::new(), &settings.thresholds));
        Ok(plain(plain_analysis(game, &report)))
    })
}
