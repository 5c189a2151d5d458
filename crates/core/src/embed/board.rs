//! Boards with the moves that were played on them.

use std::fmt;

use super::EmbedError;
use crate::board::{Cell, Stone};
use crate::geometry::{BoardSize, Color, Point};
use crate::pattern::forbidden::Foul;
use crate::position::Position;
use crate::position::ending::{End, Ending as RuleEnding};
use crate::rule::Rule;

/// A board with the moves that were played on it.
///
/// Its text is a diagram: `x` is Black, `o` White, `#` a dead cell and `.` empty. The line above
/// it has the rule, the side to move and the moves. Parsing the text gives the same board again.
///
/// ```
/// use fukumi_core::embed::*;
///
/// let board = Board::from_moves(Rule::Renju, BoardSize::DEFAULT, ["h8", "i9"])?;
/// let text = board.to_string();
/// assert!(text.starts_with("renju, x to move after h8 i9\n15  . . ."));
/// assert_eq!(text.parse(), Ok(board));
/// # Ok::<(), EmbedError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    position: Position,
    /// Number of stones that were set up; those after them are moves.
    setup: usize,
}

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who has won; `None` for a draw.
    pub winner: Option<Color>,
    /// What ended the game.
    pub reason: EndReason,
    /// The stones of all winning rows; empty if there are none.
    pub row: Vec<Point>,
}

/// Says how the game ended, as in `Black has won`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.reason, self.winner) {
            (EndReason::Foul(foul), _) => RuleEnding::Foul(foul).fmt(f),
            (EndReason::Five, Some(winner)) => RuleEnding::Five(winner).fmt(f),
            (EndReason::Full | EndReason::Five, _) => f.write_str("drawn, the board is full"),
        }
    }
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// A winning row.
    Five,
    /// No empty point is left.
    Full,
    /// Black took a point that is forbidden.
    Foul(Foul),
}

impl EndReason {
    /// The name of the reason: `five`, `full`, `overline`, `double-four` or `double-three`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Five => "five",
            Self::Full => "full",
            Self::Foul(foul) => foul.name(),
        }
    }
}

impl Board {
    /// An empty board of 15 × 15.
    pub fn new(rule: Rule) -> Self {
        Self::with_size(rule, BoardSize::DEFAULT)
    }

    /// An empty board of another size.
    pub fn with_size(rule: Rule, size: BoardSize) -> Self {
        Self { position: Position::new(size, rule), setup: 0 }
    }

    /// A board after these moves, Black first.
    ///
    /// # Errors
    /// Those of [`Board::play`].
    pub fn from_moves<'a>(
        rule: Rule,
        size: BoardSize,
        labels: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, EmbedError> {
        let mut board = Self::with_size(rule, size);
        labels.into_iter().try_for_each(|label| board.play(label))?;
        Ok(board)
    }

    /// A board with these stones, which were not played in any order and cannot be taken back, and
    /// with these dead cells, where no stone can ever go.
    ///
    /// # Errors
    /// If a point is off the board or named twice.
    pub fn from_stones(
        rule: Rule,
        size: BoardSize,
        stones: &[Stone],
        dead: &[Point],
        to_move: Color,
    ) -> Result<Self, EmbedError> {
        let mut board = Self::with_size(rule, size);
        for &point in dead {
            board.expect_empty(point)?;
            board.position.kill(point);
        }
        for stone in stones {
            board.expect_empty(stone.point)?;
            board.position.place(stone.color, stone.point);
        }
        board.position.set_to_move(to_move);
        board.setup = stones.len();
        Ok(board)
    }

    /// Plays a move for the side to move; `label` is a column letter and the row from the bottom,
    /// as in `h8`. A move that renju forbids can be played, and loses.
    ///
    /// # Errors
    /// If there is no such point, if it is taken, or if the game is over. The board is then as it
    /// was.
    pub fn play(&mut self, label: &str) -> Result<(), EmbedError> {
        self.play_point(self.point(label)?)
    }

    /// The same with a point instead of its label.
    ///
    /// # Errors
    /// Those of [`Board::play`].
    pub fn play_point(&mut self, point: Point) -> Result<(), EmbedError> {
        self.play_stone(Stone { color: self.to_move(), point })
    }

    /// Plays a stone of either side, whoever is to move. Then its opponent is to move.
    ///
    /// # Errors
    /// Those of [`Board::play`].
    pub fn play_stone(&mut self, stone: Stone) -> Result<(), EmbedError> {
        self.expect_open()?;
        self.expect_empty(stone.point)?;
        self.position.set_to_move(stone.color);
        self.position.play(stone.point);
        Ok(())
    }

    /// Gives the turn to a side, as a pass does.
    pub fn set_to_move(&mut self, side: Color) {
        self.position.set_to_move(side);
    }

    /// Takes the last move back, and returns its point; `None` if there is no move. The side that
    /// played it is then to move. Stones that were set up stay.
    pub fn undo(&mut self) -> Option<Point> {
        let point = self.moves().last()?.point;
        self.position.undo();
        Some(point)
    }

    /// What wins.
    pub const fn rule(&self) -> Rule {
        self.position.rule()
    }

    /// Width and height.
    pub const fn size(&self) -> BoardSize {
        self.position.size()
    }

    /// The side to move. After the end of the game, the side that would be.
    pub const fn to_move(&self) -> Color {
        self.position.to_move()
    }

    /// The moves, the first one first, without stones that were set up.
    pub fn moves(&self) -> &[Stone] {
        self.stones().get(self.setup..).unwrap_or_default()
    }

    /// All stones: those that were set up, then the moves in the order of play.
    pub fn stones(&self) -> &[Stone] {
        self.position.board().stones()
    }

    /// The dead cells, row by row from the top.
    pub fn dead(&self) -> Vec<Point> {
        let board = self.position.board();
        self.size().points().filter(|&point| board.cell(point) == Cell::Wall).collect()
    }

    /// The points that the side to move may take, row by row from the top; none if the game is
    /// over. Forbidden points are left out, although they can be played.
    pub fn legal_moves(&self) -> Vec<Point> {
        if self.is_over() {
            return Vec::new();
        }
        let empty = self.position.board().empty_points();
        empty.filter(|&point| !self.position.is_forbidden(point)).collect()
    }

    /// The empty points that are forbidden for the side to move. Only Black has any, and only in
    /// renju; none if the game is over.
    pub fn forbidden_points(&self) -> Vec<Point> {
        if self.is_over() {
            return Vec::new();
        }
        self.position.forbidden_points().iter().collect()
    }

    /// Why a point is forbidden for the side to move; `None` if it is not.
    pub fn foul(&self, point: Point) -> Option<Foul> {
        if !self.is_empty(point) {
            return None;
        }
        self.position.foul(self.to_move(), point)
    }

    /// Whether the side to move may take the point: it is on the board, empty and not forbidden,
    /// and the game goes on.
    pub fn is_legal(&self, point: Point) -> bool {
        self.is_empty(point) && !self.is_over() && self.foul(point).is_none()
    }

    /// The colour of the stone on a point; `None` if there is no stone.
    pub fn color_at(&self, point: Point) -> Option<Color> {
        self.position.board().cell(point).color()
    }

    /// Why the game is over; `None` if it goes on.
    pub fn ending(&self) -> Option<Ending> {
        let end = self.end()?;
        let reason = match end {
            End::Full => EndReason::Full,
            End::Ending(RuleEnding::Five(_)) => EndReason::Five,
            End::Ending(RuleEnding::Foul(foul)) => EndReason::Foul(foul),
        };
        let row = end.row(&self.position).iter().collect();
        Some(Ending { winner: end.winner(), reason, row })
    }

    /// Whether the game is over: a side has won, or no empty point is left.
    pub fn is_over(&self) -> bool {
        self.end().is_some()
    }

    /// Who has won; `None` if no one has, because the game goes on or is drawn.
    pub fn winner(&self) -> Option<Color> {
        self.end().and_then(End::winner)
    }

    /// A number for the stones, the dead cells and the side to move, the same in every process. The
    /// order of the moves, the rule and the size are not in it.
    pub const fn key(&self) -> u64 {
        self.position.key()
    }

    /// The point with this label, such as `h8`.
    ///
    /// # Errors
    /// If there is no such point on this board.
    pub fn point(&self, label: &str) -> Result<Point, EmbedError> {
        let point = self.size().parse_label(label);
        point.ok_or_else(|| EmbedError::NoPoint(label.to_string()))
    }

    /// The labels of these points, with spaces between them.
    pub fn labels(&self, points: &[Point]) -> String {
        points.iter().map(|point| point.label(self.size())).collect::<Vec<_>>().join(" ")
    }

    /// The position, for the parts of the crate that work with it.
    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    /// A copy of the position, in which a move is possible.
    ///
    /// # Errors
    /// If the game is over.
    pub(super) fn open_position(&self) -> Result<Position, EmbedError> {
        self.expect_open()?;
        Ok(self.position.clone())
    }

    fn end(&self) -> Option<End> {
        let is_setup = self.moves().is_empty();
        if is_setup { End::of_setup(&self.position) } else { End::of(&self.position) }
    }

    fn is_empty(&self, point: Point) -> bool {
        self.size().contains(point) && self.position.board().is_empty(point)
    }

    fn expect_open(&self) -> Result<(), EmbedError> {
        if self.is_over() { Err(EmbedError::Over) } else { Ok(()) }
    }

    fn expect_empty(&self, point: Point) -> Result<(), EmbedError> {
        let size = self.size();
        if !size.contains(point) {
            return Err(EmbedError::NoPoint(format!("column {}, row {}", point.x(), point.y())));
        }
        if self.is_empty(point) { Ok(()) } else { Err(EmbedError::Taken { point, size }) }
    }
}

/// Boards are equal if they have the same rule, size, stones, dead cells, side to move, and moves
/// in the same order.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        let game = |board: &Self| (board.rule(), board.size(), board.to_move());
        let cells = |board: &Self, point| board.position.board().cell(point);
        game(self) == game(other)
            && self.moves() == other.moves()
            && self.size().points().all(|point| cells(self, point) == cells(other, point))
    }
}

impl Eq for Board {}

impl Default for Board {
    fn default() -> Self {
        Self::new(Rule::default())
    }
}
