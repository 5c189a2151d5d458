//! The name of a position: its stones, turned so that all symmetric positions have the same name.

use fukumi_core::board::{Board, Cell, Stone};
use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::identity::{Identity, Key};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;

/// Which position a row of the database is about. Its board is the canonical one, turned as for the
/// key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The key of the position, up to symmetry.
    pub key: Key,
    /// The rule.
    pub rule: Rule,
    /// The size of the board.
    pub size: BoardSize,
    /// Number of stones on the board.
    pub count: u16,
    /// Where the stones are; `None` if only the key is known.
    pub stones: Option<Stones>,
}

/// The stones of a canonical board, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stones {
    /// The stones of Black.
    pub black: Vec<Point>,
    /// The stones of White.
    pub white: Vec<Point>,
    /// The points where no stone can ever go.
    pub dead: Vec<Point>,
    /// The side to move.
    pub to_move: Color,
}

impl Name {
    /// The name of a position, and its identity, which turns points.
    pub fn of(position: &Position) -> (Self, Identity) {
        Self::of_board(position.board(), position.rule())
    }

    /// The name of the position on a board.
    pub(super) fn of_board(board: &Board, rule: Rule) -> (Self, Identity) {
        let size = board.size();
        let identity = Identity::of_board(board, rule);
        let mut stones = Stones {
            black: Vec::new(),
            white: Vec::new(),
            dead: Vec::new(),
            to_move: board.to_move(),
        };
        let symmetry = identity.to_canonical_board();
        for point in size.points() {
            let image = || symmetry.apply(point, size);
            match board.cell(point) {
                Cell::Empty => {}
                Cell::Black => stones.black.push(image()),
                Cell::White => stones.white.push(image()),
                Cell::Wall => stones.dead.push(image()),
            }
        }
        for points in [&mut stones.black, &mut stones.white, &mut stones.dead] {
            points.sort_unstable_by_key(|point| point.index());
        }
        let count = u16::try_from(board.stones().len()).unwrap_or(u16::MAX);
        (Self { key: identity.key(), rule, size, count, stones: Some(stones) }, identity)
    }

    /// The name of the position with these stones, which may be turned in any way. `None` if a
    /// point occurs twice or is not on the board. Also returns what turns points of that board.
    pub(super) fn of_stones(
        rule: Rule,
        size: BoardSize,
        stones: &Stones,
    ) -> Option<(Self, Identity)> {
        Some(Self::of_board(&stones.board(size)?, rule))
    }

    /// The position on the canonical board; `None` if its stones are not known or make no sense.
    pub fn position(&self) -> Option<Position> {
        let stones = self.stones.as_ref()?;
        // Whether they make sense.
        stones.board(self.size)?;
        let mut position = Position::new(self.size, self.rule);
        stones.dead.iter().for_each(|&point| position.kill(point));
        for (color, points) in stones.sides() {
            points.iter().for_each(|&point| position.place(color, point));
        }
        position.set_to_move(stones.to_move);
        Some(position)
    }

    /// Whether the key is that of the stones, or there is nothing to compare it with.
    pub(super) fn is_sound(&self) -> bool {
        self.stones.as_ref().is_none_or(|stones| {
            let board = stones.board(self.size);
            board.is_some_and(|board| {
                let (name, _) = Self::of_board(&board, self.rule);
                (name.key, name.count) == (self.key, self.count)
            })
        })
    }
}

impl Stones {
    fn sides(&self) -> [(Color, &[Point]); 2] {
        [(Color::Black, &self.black), (Color::White, &self.white)]
    }

    /// The board with these stones; `None` if a point occurs twice or is not on the board.
    fn board(&self, size: BoardSize) -> Option<Board> {
        let mut board = Board::new(size);
        for &point in &self.dead {
            board.is_empty(point).then(|| board.kill(point))?;
        }
        for (color, points) in self.sides() {
            for &point in points {
                board.is_empty(point).then(|| board.place(Stone { color, point }))?;
            }
        }
        board.set_to_move(self.to_move);
        Some(board)
    }
}

/// Points as labels one after the other, such as `h8i9`.
pub(super) fn write_points(points: &[Point], size: BoardSize) -> String {
    let mut text = String::with_capacity(3 * points.len());
    points.iter().for_each(|point| point.write_label(size, &mut text));
    text
}

/// Reads labels one after the other, with or without blanks between them; `None` if something else
/// is among them or they lie outside the board.
pub(super) fn read_points(text: &str, size: BoardSize) -> Option<Vec<Point>> {
    let mut points = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let digits = &rest[first.len_utf8()..];
        let length = digits.bytes().take_while(u8::is_ascii_digit).count();
        let (label, after) = rest.split_at(first.len_utf8() + length);
        points.push(size.parse_label(label)?);
        rest = after.trim_start();
    }
    Some(points)
}
