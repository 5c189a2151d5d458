//! Boards as text: a diagram with a line above it that says what the diagram does not.
//!
//! The line is, for instance, `renju, o to move after h8 i9 g7`. Where a side has moved twice in a
//! row, `pass` is between its moves. `fukumi-records` reads the line as well, without the moves.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::{Board, EmbedError};
use crate::board::Stone;
use crate::geometry::{BoardSize, Color};
use crate::rule::Rule;

/// What separates the rule from the side to move, and that from the moves.
const COMMA: &str = ", ";
const TO_MOVE: &str = " to move";
const AFTER: &str = " after ";
const PASS: &str = "pass";

/// Why a text is no board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiagramError {
    /// The first line is not like `renju, x to move after h8 i9`.
    Heading(String),
    /// A row of the diagram has a sign that is no cell, or fewer or more cells than the first one.
    Row {
        /// Number of the line in the text, from 1.
        line: usize,
    },
    /// The board would have a side of less than 5 or more than 22 points.
    Size {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// A move of the heading is not a stone of its side in the diagram.
    Move(String),
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heading(line) => {
                write!(f, "expected a line like `renju, x to move after h8 i9`, found {line:?}")
            }
            Self::Row { line } => {
                write!(f, "line {line}: expected as many cells, each of . x o #, as in other rows")
            }
            Self::Size { width, height } => {
                write!(f, "expected a board of 5x5 to 22x22 points, found {width}x{height}")
            }
            Self::Move(label) => write!(f, "the diagram has no such stone for the move {label:?}"),
        }
    }
}

impl Error for DiagramError {}

/// Writes the rule, the side to move and the moves, then the diagram.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{COMMA}{}{TO_MOVE}", self.rule(), sign(self.to_move()))?;
        let moves = words(self);
        if !moves.is_empty() {
            write!(f, "{AFTER}{}", moves.join(" "))?;
        }
        write!(f, "\n{}", self.position().board())
    }
}

/// The moves of a board as the heading has them: those of both sides in turn, with passes.
fn words(board: &Board) -> Vec<String> {
    let mut words = Vec::new();
    let sides = board.moves().iter().skip(1).map(|stone| stone.color).chain([board.to_move()]);
    for (stone, next) in board.moves().iter().zip(sides) {
        words.push(stone.point.label(board.size()));
        if next == stone.color {
            words.push(PASS.to_string());
        }
    }
    words
}

/// The sign of a colour in diagrams.
const fn sign(color: Color) -> char {
    match color {
        Color::Black => 'x',
        Color::White => 'o',
    }
}

/// Reads what [`Board`]'s `Display` writes.
impl FromStr for Board {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Self, DiagramError> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let heading = Heading::read(lines.next().map_or("", |(_, line)| line))?;
        heading.board(&read_rows(lines)?)
    }
}

/// What the line above a diagram says.
struct Heading<'a> {
    rule: Rule,
    to_move: Color,
    moves: Vec<&'a str>,
}

impl<'a> Heading<'a> {
    fn read(line: &'a str) -> Result<Self, DiagramError> {
        let read = || {
            let (rule, rest) = line.trim().split_once(COMMA)?;
            let (side, moves) = rest.split_once(TO_MOVE)?;
            let moves = if moves.is_empty() { "" } else { moves.strip_prefix(AFTER)? };
            Some(Self {
                rule: rule.parse().ok()?,
                to_move: Color::ALL.into_iter().find(|&color| side == sign(color).to_string())?,
                moves: moves.split_whitespace().collect(),
            })
        };
        read().ok_or_else(|| DiagramError::Heading(line.to_string()))
    }

    /// The board of these rows. The stones that are no moves of the heading were set up.
    fn board(&self, rows: &[Vec<Cell>]) -> Result<Board, DiagramError> {
        let (width, height) = (rows.first().map_or(0, Vec::len), rows.len());
        let size = BoardSize::new(width as i64, height as i64)
            .ok_or(DiagramError::Size { width, height })?;
        let moves = self.stones(size, rows)?;
        let mut before: Vec<Stone> = Vec::new();
        let mut dead = Vec::new();
        for (point, cell) in size.points().zip(rows.iter().flatten()) {
            match *cell {
                Cell::Stone(color) => before.push(Stone { color, point }),
                Cell::Dead => dead.push(point),
                Cell::Empty => {}
            }
        }
        before.retain(|stone| !moves.contains(stone));
        let first = moves.first().map_or(self.to_move, |stone| stone.color);
        let board = Board::from_stones(self.rule, size, &before, &dead, first);
        let mut board = board.map_err(|error| DiagramError::Move(error.to_string()))?;
        for &stone in &moves {
            let wrong = |_: EmbedError| DiagramError::Move(stone.point.label(size));
            board.play_stone(stone).map_err(wrong)?;
        }
        board.set_to_move(self.to_move);
        Ok(board)
    }

    /// The moves without passes. The sides alternate up to the side to move. Each move is a stone
    /// of these rows, and none comes twice.
    fn stones(&self, size: BoardSize, rows: &[Vec<Cell>]) -> Result<Vec<Stone>, DiagramError> {
        let is_odd = self.moves.len() % 2 == 1;
        let mut color = if is_odd { !self.to_move } else { self.to_move };
        let mut stones: Vec<Stone> = Vec::with_capacity(self.moves.len());
        for label in &self.moves {
            if *label == PASS {
                color = !color;
                continue;
            }
            let wrong = || DiagramError::Move((*label).to_string());
            let point = size.parse_label(label).ok_or_else(wrong)?;
            let stone = Stone { color, point };
            let cell =
                rows.get(usize::from(point.y())).and_then(|row| row.get(usize::from(point.x())));
            if cell != Some(&Cell::Stone(color)) || stones.contains(&stone) {
                return Err(wrong());
            }
            stones.push(stone);
            color = !color;
        }
        Ok(stones)
    }
}

/// A cell of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Stone(Color),
    Dead,
    Empty,
}

/// Reads the rows of a diagram. The number before a row and the letters of the columns are left
/// out.
fn read_rows<'a>(
    lines: impl Iterator<Item = (usize, &'a str)>,
) -> Result<Vec<Vec<Cell>>, DiagramError> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for (index, line) in lines.filter(|(_, line)| !is_scale(line)) {
        let wrong = DiagramError::Row { line: index + 1 };
        let row = read_row(line).ok_or_else(|| wrong.clone())?;
        if rows.first().is_some_and(|first| first.len() != row.len()) {
            return Err(wrong);
        }
        rows.push(row);
    }
    Ok(rows)
}

/// Whether a line has the letters of the columns.
fn is_scale(line: &str) -> bool {
    let letters = ('a'..='v').map(|letter| letter.to_string());
    line.split_whitespace().zip(letters).all(|(word, letter)| word == letter)
}

fn read_row(line: &str) -> Option<Vec<Cell>> {
    let cells = line.trim_start().trim_start_matches(|sign: char| sign.is_ascii_digit());
    let cell = |word: &str| match word {
        "x" => Some(Cell::Stone(Color::Black)),
        "o" => Some(Cell::Stone(Color::White)),
        "#" => Some(Cell::Dead),
        "." => Some(Cell::Empty),
        _ => None,
    };
    cells.split_whitespace().map(cell).collect()
}
