//! Games as text.

use std::ffi::CString;

use fukumi_core::embed::{Color, Point, Rule, Stone};
use fukumi_core::position::ending::End;
use fukumi_records::reading::{Notices, Severity};
use fukumi_records::write::{GameResult, SavedGame};
use fukumi_records::{Diagram, GameKind, Hints, NotationError};
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors;
use crate::plain::{color_named, rule_named};

/// How many calls above a warning its cause is, in the program that uses the package.
const CALLER: i32 = 3;

/// What a text says about a game.
#[derive(IntoPyObject)]
pub(crate) struct PlainGame {
    board: Board,
    id: Option<String>,
    format: &'static str,
    black: Option<String>,
    white: Option<String>,
    event: Option<String>,
    date: Option<String>,
}

/// What takes precedence over what a text states.
#[derive(Clone, Copy)]
struct Wishes {
    rule: Option<Rule>,
    to_move: Option<Color>,
}

fn game(id: Option<String>, diagram: Diagram, wishes: Wishes) -> PyResult<PlainGame> {
    let to_move = if diagram.stones.is_empty() {
        wishes.to_move.or(diagram.to_move).unwrap_or(Color::Black)
    } else {
        let game = diagram.game(wishes.rule, wishes.to_move);
        let game = game.map_err(|error| errors::notation(&error))?;
        game.to_move(game.moves().len())
    };
    let rule = wishes.rule.or(diagram.rule).unwrap_or_default();
    let setup = diagram.stones.len() - diagram.played;
    let board =
        Board::of(diagram.size, rule, &diagram.dead, &diagram.stones, setup, Some(to_move))?;
    let [black, white] = diagram.players;
    let (event, date) = (diagram.event, diagram.date);
    Ok(PlainGame { board, id, format: diagram.format.name(), black, white, event, date })
}

/// Read all games of a text, and warn of what makes a position doubtful.
#[pyfunction]
#[pyo3(signature = (text, rule=None, to_move=None, size=None, moves=None, id=None, is_gomoku=false))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn parse(
    py: Python<'_>,
    text: &str,
    rule: Option<&str>,
    to_move: Option<&str>,
    size: Option<(i64, i64)>,
    moves: Option<usize>,
    id: Option<String>,
    is_gomoku: bool,
) -> PyResult<Vec<PlainGame>> {
    let wishes = Wishes {
        rule: rule.map(rule_named).transpose()?,
        to_move: to_move.map(color_named).transpose()?,
    };
    let size = size.map(|(width, height)| crate::plain::size(width, height)).transpose()?;
    let kind = if is_gomoku { GameKind::Gomoku } else { GameKind::Judged };
    let hints = Hints { id, size, moves, game: kind, ..Hints::default() };
    let mut notices = Notices::default();
    let diagrams = fukumi_records::parse_all_noted(text, &hints, &mut notices);
    let diagrams = diagrams.map_err(|error| errors::notation(&error))?;
    warn(py, &notices)?;
    let read = |(id, diagram): (Option<String>, Result<Diagram, NotationError>)| {
        game(id, diagram.map_err(|error| errors::notation(&error))?, wishes)
    };
    diagrams.into_iter().map(read).collect()
}

/// Warns of what makes a position doubtful.
fn warn(py: Python<'_>, notices: &Notices) -> PyResult<()> {
    let category = py.get_type::<PyUserWarning>();
    let warnings = notices.with_severity().filter(|(severity, _)| *severity == Severity::Warning);
    for (_, line) in warnings {
        PyErr::warn(py, &category, &CString::new(line.replace('\0', "?"))?, CALLER)?;
    }
    Ok(())
}

/// Write the game of a board as `sgf`, `psq` or `record`.
#[pyfunction]
pub(crate) fn write(board: &Board, format: &str, black: &str, white: &str) -> PyResult<String> {
    if !is_plain_game(board) {
        return Err(PyValueError::new_err(
            "only a game from an empty board can be written, Black first and then in turn",
        ));
    }
    let position = board.position();
    let moves: Vec<Point> = position.board().stones().iter().map(|stone| stone.point).collect();
    let result = End::of(&position).map(GameResult::from);
    let (size, rule) = (position.size(), position.rule());
    let game = SavedGame { size, rule, players: [black, white], moves: &moves, result };
    match format {
        "sgf" => Ok(game.sgf()),
        "psq" => Ok(game.piskvork()),
        "record" => Ok(game.record()),
        _ => Err(PyValueError::new_err(format!("no format is called {format:?}"))),
    }
}

/// Whether the stones of a board are moves from an empty board, Black first and then in turn.
fn is_plain_game(board: &Board) -> bool {
    let board = board.embedded();
    let stones = board.stones();
    let is_in_turn = |(stone, color): (&Stone, Color)| stone.color == color;
    let in_turn = Color::ALL.into_iter().cycle();
    let next = if stones.len().is_multiple_of(2) { Color::Black } else { Color::White };
    board.moves().len() == stones.len()
        && board.dead().is_empty()
        && stones.iter().zip(in_turn).all(is_in_turn)
        && board.to_move() == next
}
