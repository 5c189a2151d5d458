//! Boards with the moves that were played on them.

use fukumi_core::embed::{self, BoardSize, Color, Foul, Point, Rule, Stone};
use fukumi_core::position::Position;
use pyo3::prelude::*;

use crate::errors::{self, IllegalMoveError};
use crate::plain::{Pair, PlainStone, color_named, pair, pairs, rule_named, size};

/// Why a game is over: the winner if there is one, the reason, and the winning row.
type PlainEnding = (Option<&'static str>, &'static str, Vec<Pair>);

/// A board, as `fukumi_core::embed` has it.
#[pyclass(module = "fukumi._native")]
pub(crate) struct Board(embed::Board);

impl Board {
    /// A board with these dead cells and stones, of which the first `setup` are no moves.
    ///
    /// # Errors
    /// If a point is off the board or comes twice, or if moves follow the end of the game.
    pub(crate) fn of(
        size: BoardSize,
        rule: Rule,
        dead: &[Point],
        stones: &[Stone],
        setup: usize,
        to_move: Option<Color>,
    ) -> PyResult<Self> {
        let (setup, moves) = stones.split_at(setup.min(stones.len()));
        let empty = embed::Board::with_size(rule, size);
        let next = setup.last().map_or(Color::Black, |stone| !stone.color);
        let board = embed::Board::from_stones(rule, size, setup, dead, next);
        let mut board = board.map_err(|error| errors::embed(&error, &empty))?;
        for &stone in moves {
            let played = board.play_stone(stone);
            played.map_err(|error| errors::embed(&error, &board))?;
        }
        if let Some(to_move) = to_move {
            board.set_to_move(to_move);
        }
        Ok(Self(board))
    }

    /// What searches, solvers and analyses take.
    pub(crate) const fn embedded(&self) -> &embed::Board {
        &self.0
    }

    /// Number of stones that were set up before the first move.
    pub(crate) fn setup(&self) -> usize {
        self.0.stones().len() - self.0.moves().len()
    }

    /// The position, as pictures and notations take it.
    pub(crate) fn position(&self) -> Position {
        let board = &self.0;
        let mut position = Position::new(board.size(), board.rule());
        board.dead().into_iter().for_each(|point| position.kill(point));
        board.stones().iter().for_each(|stone| position.place(stone.color, stone.point));
        position.set_to_move(board.to_move());
        position
    }

    fn point(&self, x: i64, y: i64) -> PyResult<Point> {
        on_board(self.0.size(), x, y)
    }
}

fn on_board(size: BoardSize, x: i64, y: i64) -> PyResult<Point> {
    let error = || IllegalMoveError::new_err(format!("({x}, {y}) is not on a board of {size}"));
    size.point(x, y).ok_or_else(error)
}

#[pymethods]
impl Board {
    /// Set up a board. Of `stones`, in the order of play, the first `setup` are no moves. Without
    /// `to_move`, the opponent of the last stone is to move, or Black.
    #[new]
    #[pyo3(signature = (rule, width, height, stones=Vec::new(), setup=0, dead=Vec::new(), to_move=None))]
    fn new(
        rule: &str,
        width: i64,
        height: i64,
        stones: Vec<(i64, i64, String)>,
        setup: usize,
        dead: Vec<(i64, i64)>,
        to_move: Option<&str>,
    ) -> PyResult<Self> {
        let size = size(width, height)?;
        let to_move = to_move.map(color_named).transpose()?;
        let dead = dead.into_iter().map(|(x, y)| on_board(size, x, y));
        let stone = |(x, y, color): (i64, i64, String)| {
            Ok(Stone { color: color_named(&color)?, point: on_board(size, x, y)? })
        };
        let stones = stones.into_iter().map(stone).collect::<PyResult<Vec<_>>>()?;
        let dead = dead.collect::<PyResult<Vec<_>>>()?;
        Self::of(size, rule_named(rule)?, &dead, &stones, setup, to_move)
    }

    /// The name of the rule.
    fn rule(&self) -> &'static str {
        self.0.rule().name()
    }

    /// Width and height.
    fn size(&self) -> (u8, u8) {
        (self.0.size().width(), self.0.size().height())
    }

    /// The name of the side to move.
    fn to_move(&self) -> &'static str {
        self.0.to_move().name()
    }

    /// All stones: first those that were set up, then the moves in the order of play.
    fn stones(&self) -> Vec<PlainStone> {
        let stones = self.0.stones().iter();
        stones.map(|stone| (stone.point.x(), stone.point.y(), stone.color.name())).collect()
    }

    /// The number of stones that were set up.
    #[pyo3(name = "setup")]
    fn setup_count(&self) -> usize {
        self.setup()
    }

    /// The dead cells.
    fn dead(&self) -> Vec<Pair> {
        pairs(&self.0.dead())
    }

    /// The name of the colour of the stone on a point, or None.
    fn color_at(&self, x: i64, y: i64) -> PyResult<Option<&'static str>> {
        Ok(self.0.color_at(self.point(x, y)?).map(Color::name))
    }

    /// Play a stone of the side to move.
    fn play(&mut self, x: i64, y: i64) -> PyResult<()> {
        let played = self.0.play_point(self.point(x, y)?);
        played.map_err(|error| errors::embed(&error, &self.0))
    }

    /// Take back the last move and return its point, or None if there is no move.
    fn undo(&mut self) -> Option<Pair> {
        self.0.undo().map(pair)
    }

    /// The points that the side to move may take; none if the game is over.
    fn legal(&self) -> Vec<Pair> {
        pairs(&self.0.legal_moves())
    }

    /// Whether the side to move may take a point.
    fn is_legal(&self, x: i64, y: i64) -> PyResult<bool> {
        Ok(self.0.is_legal(self.point(x, y)?))
    }

    /// The empty points that are forbidden for the side to move; none if the game is over.
    fn forbidden(&self) -> Vec<Pair> {
        pairs(&self.0.forbidden_points())
    }

    /// Why an empty point is forbidden for the side to move, or None.
    fn foul(&self, x: i64, y: i64) -> PyResult<Option<&'static str>> {
        Ok(self.0.foul(self.point(x, y)?).map(Foul::name))
    }

    /// Why the game is over, or None.
    fn ending(&self) -> Option<PlainEnding> {
        let ending = self.0.ending()?;
        Some((ending.winner.map(Color::name), ending.reason.name(), pairs(&ending.row)))
    }

    /// A number for the stones, the dead cells and the side to move.
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// A board of its own with the same contents.
    fn copy(&self) -> Self {
        Self(self.0.clone())
    }

    /// The board as a diagram.
    fn text(&self) -> String {
        let text = self.0.to_string();
        text.split_once('\n').map_or_else(String::new, |(_heading, diagram)| diagram.into())
    }
}
