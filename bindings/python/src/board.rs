//! Boards with the moves that were played on them.

use fukumi_core::board::{Cell, Stone};
use fukumi_core::eval::Evaluation;
use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::pattern::forbidden::Foul;
use fukumi_core::position::Position;
use fukumi_core::position::ending::End;
use fukumi_core::rule::Rule;
use pyo3::prelude::*;

use crate::errors::{GameOverError, IllegalMoveError};
use crate::plain::{Pair, PlainStone, color_named, pair, pairs, rule_named, size};

/// Why a game is over: the winner if there is one, the reason, and the winning row.
type PlainEnding = (Option<&'static str>, &'static str, Vec<Pair>);

/// A position, and how much of it was set up before the first move.
#[pyclass(module = "fukumi._native")]
pub(crate) struct Board {
    position: Position,
    /// Number of stones that were set up; those after them are moves.
    setup: usize,
}

impl Board {
    /// A board with these dead cells and stones, which are on different points.
    pub(crate) fn of(
        size: BoardSize,
        rule: Rule,
        dead: &[Point],
        stones: &[Stone],
        setup: usize,
        to_move: Color,
    ) -> Self {
        let mut position = empty(size, rule);
        dead.iter().for_each(|&point| position.kill(point));
        stones.iter().for_each(|stone| position.place(stone.color, stone.point));
        position.set_to_move(to_move);
        Self { position, setup }
    }

    /// The position.
    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    /// Number of stones that were set up before the first move.
    pub(crate) const fn setup(&self) -> usize {
        self.setup
    }

    /// The dead cells.
    pub(crate) fn dead_points(&self) -> impl Iterator<Item = Point> {
        let board = self.position.board();
        self.position.size().points().filter(|&point| board.cell(point) == Cell::Wall)
    }

    /// The position if moves are possible in it.
    ///
    /// # Errors
    /// If the game is over.
    pub(crate) fn open_position(&self) -> PyResult<Position> {
        self.expect_open()?;
        Ok(self.position.clone())
    }

    fn point(&self, x: i64, y: i64) -> PyResult<Point> {
        on_board(self.position.size(), x, y)
    }

    fn is_over(&self) -> bool {
        End::of(&self.position).is_some()
    }

    fn expect_open(&self) -> PyResult<()> {
        match self.position.ending() {
            Some(ending) => Err(GameOverError::new_err(format!("the game is over: {ending}"))),
            None if self.position.board().empty_count() == 0 => {
                Err(GameOverError::new_err("the game is over: the board is full"))
            }
            None => Ok(()),
        }
    }
}

fn on_board(size: BoardSize, x: i64, y: i64) -> PyResult<Point> {
    let error = || IllegalMoveError::new_err(format!("({x}, {y}) is not on a board of {size}"));
    size.point(x, y).ok_or_else(error)
}

/// An empty board for searches under this rule.
fn empty(size: BoardSize, rule: Rule) -> Position {
    Position::with_tables(size, Evaluation::of(rule, size).tables())
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
        let position = empty(size, rule_named(rule)?);
        let mut board = Self { position, setup: setup.min(stones.len()) };
        for (x, y) in dead {
            let point = board.point(x, y)?;
            if !board.position.board().is_empty(point) {
                return Err(taken(point, size));
            }
            board.position.kill(point);
        }
        let mut next = Color::Black;
        for (index, (x, y, color)) in stones.iter().enumerate() {
            let (point, color) = (board.point(*x, *y)?, color_named(color)?);
            if !board.position.board().is_empty(point) {
                return Err(taken(point, size));
            }
            if index >= board.setup {
                board.expect_open()?;
            }
            board.position.place(color, point);
            next = !color;
        }
        board.position.set_to_move(to_move.unwrap_or(next));
        Ok(board)
    }

    /// The name of the rule.
    fn rule(&self) -> &'static str {
        self.position.rule().name()
    }

    /// Width and height.
    fn size(&self) -> (u8, u8) {
        (self.position.size().width(), self.position.size().height())
    }

    /// The name of the side to move.
    fn to_move(&self) -> &'static str {
        self.position.to_move().name()
    }

    /// All stones: first those that were set up, then the moves in the order of play.
    fn stones(&self) -> Vec<PlainStone> {
        let stones = self.position.board().stones().iter();
        stones.map(|stone| (stone.point.x(), stone.point.y(), stone.color.name())).collect()
    }

    /// The number of stones that were set up.
    #[pyo3(name = "setup")]
    fn setup_count(&self) -> usize {
        self.setup
    }

    /// The dead cells.
    fn dead(&self) -> Vec<Pair> {
        self.dead_points().map(pair).collect()
    }

    /// What is on a point: the name of a colour, `empty` or `dead`.
    fn cell(&self, x: i64, y: i64) -> PyResult<&'static str> {
        Ok(match self.position.board().cell(self.point(x, y)?) {
            Cell::Black => Color::Black.name(),
            Cell::White => Color::White.name(),
            Cell::Wall => "dead",
            Cell::Empty => "empty",
        })
    }

    /// Play a stone of the side to move.
    fn play(&mut self, x: i64, y: i64) -> PyResult<()> {
        let point = self.point(x, y)?;
        self.expect_open()?;
        let size = self.position.size();
        self.position.try_play(point).map_err(|_| taken(point, size))
    }

    /// Take back the last move and return its point, or None if there is no move.
    fn undo(&mut self) -> Option<Pair> {
        let stones = self.position.board().stones();
        let last = stones.last().filter(|_| stones.len() > self.setup).map(|stone| stone.point)?;
        self.position.undo();
        Some(pair(last))
    }

    /// The points that the side to move may take; none if the game is over.
    fn legal(&self) -> Vec<Pair> {
        if self.is_over() {
            return Vec::new();
        }
        let empty = self.position.board().empty_points();
        empty.filter(|&point| !self.position.is_forbidden(point)).map(pair).collect()
    }

    /// The empty points that are forbidden for the side to move; none if the game is over.
    fn forbidden(&self) -> Vec<Pair> {
        if self.is_over() {
            return Vec::new();
        }
        self.position.forbidden_points().iter().map(pair).collect()
    }

    /// Why an empty point is forbidden for the side to move, or None.
    fn foul(&self, x: i64, y: i64) -> PyResult<Option<&'static str>> {
        let point = self.point(x, y)?;
        if !self.position.board().is_empty(point) {
            return Ok(None);
        }
        Ok(self.position.foul(self.position.to_move(), point).map(Foul::name))
    }

    /// Why the game is over, or None.
    fn ending(&self) -> Option<PlainEnding> {
        let end = End::of(&self.position)?;
        let row: Vec<Point> = end.row(&self.position).iter().collect();
        Some((end.winner().map(Color::name), end.reason(), pairs(&row)))
    }

    /// A number for the stones, the dead cells and the side to move.
    fn key(&self) -> u64 {
        self.position.key()
    }

    /// A board of its own with the same contents.
    fn copy(&self) -> Self {
        Self { position: self.position.clone(), setup: self.setup }
    }

    /// The board as a picture.
    fn text(&self) -> String {
        self.position.board().to_string()
    }
}

fn taken(point: Point, size: BoardSize) -> PyErr {
    IllegalMoveError::new_err(format!("{} is taken", point.label(size)))
}
