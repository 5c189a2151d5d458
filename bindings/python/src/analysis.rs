//! Analysis of whole games.

use std::sync::Arc;

use fukumi_core::analysis::{Event, Game, Report, Settings, Stop, Thresholds, analyze};
use fukumi_records::{Diagram, Format};
use fukumi_reports::{Coordinates, GameReport, PositionReport};
use pyo3::prelude::*;
use serde::Serialize;

use crate::board::Board;
use crate::errors;
use crate::job::{self, Brake, Job, Workplace, plain};
use crate::plain::limits;

/// A game and its positions.
#[derive(Serialize)]
struct Analysed {
    positions: Vec<PositionReport<Coordinates>>,
    #[serde(flatten)]
    game: GameReport<Coordinates>,
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
    Workplace::<()>::begin_alone(py, brake, move |(), send| {
        let mut report = None;
        let games = [game];
        analyze(&games, &settings, &stop, &mut |event| {
            match event {
                Event::Progress { done, total } => send(plain((Some(done), Some(total), 0_u64))),
                Event::Report(_, found) => report = Some(found),
            }
            Ok(())
        })
        .map_err(|error| format!("no thread can be started: {error}"))?;
        let [game] = &games;
        let found = report.unwrap_or_else(|| Report::new(game, Vec::new(), &settings.thresholds));
        let (game, positions) = GameReport::new(game, &found);
        Ok(job::report(&Analysed { positions, game }))
    })
}
