//! Whole games: analysis and puzzles.

use fukumi_core::analysis::{self, AnalysisGame, AnalysisSettings, PuzzleSettings, Thresholds};
use fukumi_core::control;
use fukumi_core::geometry::Point;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_records::{Diagram, Format};
use fukumi_reports::GameReport;

use crate::answer::{Analysis, AnalysisProgress, Progress, Puzzle, PuzzlePosition, Puzzles};
use crate::error::{Answered, Error};
use crate::finding;
use crate::placing::{placed, without_values};
use crate::request::{self, Analyze, FindPuzzles, Sides};
use crate::session::{self, Session};
use crate::view::{self, Name};

impl Session {
    pub(crate) fn analyze_game(&mut self, analyze: &Analyze) -> Answered {
        let game = self.game(analyze.game.as_ref(), analyze.rule.map(Name::get))?;
        let limits = session::limits(analyze.limits())?;
        let default = AnalysisSettings::default();
        let is_limited = limits.hard.is_some() || limits.depth.is_some();
        let thresholds = Thresholds {
            mistake: share("mistake", analyze.mistake)?,
            blunder: share("blunder", analyze.blunder)?,
            mistake_log_odds: log_odds(analyze.mistake_log_odds)?,
            blunder_log_odds: log_odds(analyze.blunder_log_odds)?,
        };
        let settings = AnalysisSettings {
            nodes: limits.nodes.or(default.nodes.filter(|_| !is_limited)),
            time: limits.hard,
            depth: limits.depth,
            lines: analyze.lines,
            memory_bytes: default.memory_bytes.min(self.memory_bytes),
            thresholds,
        };
        if settings.lines == 0 {
            return Err(Error::argument("lines must be at least 1"));
        }
        session::expect_network(game.start().rule())?;
        let control = self.begin(control::Limits::default());
        let (total, send) = (game.positions(), self.host.report);
        let known = |played: usize| {
            let text = analyze.known.get(played)?;
            let next = game.moves().get(played).map(|stone| stone.point);
            finding::read(text, &game.position(played), next)
        };
        let report =
            analysis::analyze_here(&game, &settings, &control, &known, &mut |done, found| {
                let progress = Progress { done, total };
                let finding = finding::text(found).unwrap_or_default();
                send(&view::report(&AnalysisProgress { progress, finding }).to_string());
            });
        let (whole, positions) = GameReport::new(&game, &report);
        Ok(view::report(&Analysis {
            rule: Name(game.start().rule()),
            game: whole,
            positions,
            stopped: control.is_stopped(),
        }))
    }

    pub(crate) fn find_puzzles(&mut self, asked: &FindPuzzles) -> Answered {
        let game = self.game(asked.game.as_ref(), asked.rule.map(Name::get))?;
        let settings = PuzzleSettings {
            nodes: asked.nodes,
            min_plies: asked.min_plies,
            ..PuzzleSettings::default()
        };
        let control = self.begin(control::Limits::default());
        let (total, send) = (game.positions(), self.host.report);
        let found = analysis::find_puzzles(&game, &settings, &control, &mut |done| {
            send(&view::progress(done, total));
        });
        let puzzle = |puzzle: &analysis::Puzzle| Puzzle {
            played: puzzle.played,
            position: puzzle_position(&game.position(puzzle.played)),
            threats: Name(puzzle.threats),
            plies: puzzle.proof.plies,
            solution: view::points(puzzle.proof.line()),
        };
        let puzzles = found.iter().map(puzzle).collect();
        Ok(view::report(&Puzzles { puzzles, stopped: control.is_stopped() }))
    }

    /// The game of a request, or else the one on the board.
    fn game(
        &self,
        game: Option<&request::Game>,
        rule: Option<Rule>,
    ) -> Result<AnalysisGame, Error> {
        let diagram = match game {
            Some(game) => diagram(game)?,
            None => {
                let (stones, dead, to_move) = self.played();
                Diagram {
                    rule: Some(self.position.rule()),
                    stones: stones.to_vec(),
                    played: stones.len(),
                    last: stones.last().map(|stone| stone.point),
                    dead: dead.to_vec(),
                    to_move: Some(to_move),
                    ..Diagram::new(Format::Moves, self.position.size())
                }
            }
        };
        Ok(diagram.game(rule, None)?)
    }
}

/// A loss from which on a move is marked.
fn share(field: &str, loss: f64) -> Result<f64, Error> {
    let is_share = (0.0..=1.0).contains(&loss);
    is_share.then_some(loss).ok_or_else(|| Error::argument(format!("{field} must be 0 to 1")))
}

/// A loss of log odds from which on a move is marked.
fn log_odds(loss: f64) -> Result<f64, Error> {
    let message = "mistakeLogOdds and blunderLogOdds must be at least 0";
    let is_loss = loss.is_finite() && loss >= 0.0;
    is_loss.then_some(loss).ok_or_else(|| Error::argument(message))
}

/// What a request says about a game, as if a text had said it.
fn diagram(game: &request::Game) -> Result<Diagram, Error> {
    let size = Sides { width: game.width, height: game.height }.size()?;
    let rule = game.rule.map(Name::get);
    let all: Vec<_> = game.setup.iter().chain(&game.moves).copied().collect();
    // No point is taken twice.
    let board = without_values(rule.unwrap_or_default(), size);
    let (position, dead) = placed(board, &game.dead, &all)?;
    let last = game.moves.last().map(|stone| stone.at().on(size)).transpose()?;
    let by_last = game.moves.last().map(|stone| !stone.side.get());
    Ok(Diagram {
        rule,
        stones: position.board().stones().to_vec(),
        played: game.moves.len(),
        last,
        dead,
        to_move: game.to_move.map(Name::get).or(by_last),
        ..Diagram::new(Format::Moves, size)
    })
}

/// A position as it can be set up again.
fn puzzle_position(position: &Position) -> PuzzlePosition {
    let board = position.board();
    let is_dead = |&point: &Point| !board.is_empty(point) && board.cell(point).color().is_none();
    PuzzlePosition {
        rule: Name(position.rule()),
        width: position.size().width(),
        height: position.size().height(),
        stones: view::stones(board.stones()),
        dead: view::points(position.size().points().filter(is_dead)),
        to_move: Name(position.to_move()),
    }
}
