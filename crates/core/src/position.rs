//! A board plus the shapes on it, kept up to date by play and undo.
//!
//! For every empty point, a position stores the classes of its four lines for both colours, the
//! [`Shape`] that a stone of either colour would make, and its value. It also keeps the set of
//! points of each strong shape and the sum of all values. A stone changes at most the 40 points
//! within five cells along its four lines. Play first finds all points that change, then saves each
//! of them to a log and updates it; undo restores it from there. The one idea: every question that
//! the search asks at a node is a table look-up.

use crate::board::{Board, Cell, Stone};
use crate::geometry::{BoardSize, Color, Direction, GRID, Point, PointSet, STRIDE};
use crate::pattern::forbidden::{self, Foul};
use crate::pattern::lines::LineWords;
use crate::pattern::shape_value::{ShapeValues, ValueSum};
use crate::pattern::tables::{LineClasses, Tables};
use crate::pattern::{LineClass, Shape};
use crate::rule::Rule;
use crate::zobrist;

mod candidates;
mod changes;
pub mod ending;
mod strong;

pub use candidates::NEIGHBORHOOD;

use candidates::Candidates;
use changes::Changes;
use strong::StrongPoints;

/// A point as it was before a move changed it.
#[derive(Clone, Copy, Debug)]
struct Saved {
    /// Shapes and value.
    entries: ShapeValues,
    /// Classes of the four lines through the point.
    classes: u32,
    /// Index of the point in the padded grid.
    index: u32,
}

impl Saved {
    /// A place on the log that is not in use.
    const NONE: Self = Self { entries: ShapeValues::NONE, classes: 0, index: 0 };
}

/// State before a move, apart from the points on the log. Undo restores it.
#[derive(Clone)]
struct Frame {
    /// Length of the log before the move.
    log_length: usize,
    /// Length of the log of strong points before the move.
    strong_length: usize,
    values: ValueSum,
    candidates: candidates::Saved,
}

/// Error: the point already holds a stone, is a dead cell, or lies off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotEmpty(pub Point);

impl std::fmt::Display for NotEmpty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the point {},{} is not empty", self.0.x(), self.0.y())
    }
}

impl std::error::Error for NotEmpty {}

/// A board plus the shapes on it.
///
/// ```
/// use fukumi_core::geometry::{BoardSize, Color, Point};
/// use fukumi_core::pattern::Shape;
/// use fukumi_core::pattern::forbidden::Foul;
/// use fukumi_core::position::Position;
/// use fukumi_core::position::ending::Ending;
/// use fukumi_core::rule::Rule;
///
/// let size = BoardSize::square(15).expect("a size in range");
/// let mut position = Position::new(size, Rule::Renju);
/// let corners = [(0, 0), (14, 0), (0, 14), (14, 14)];
/// for ((x, y), (far_x, far_y)) in [(7, 5), (7, 6), (5, 7), (6, 7)].into_iter().zip(corners) {
///     position.play(Point::new(x, y));
///     position.play(Point::new(far_x, far_y));
/// }
/// // Two black pairs point at this crossing: a stone here makes two open threes.
/// let crossing = Point::new(7, 7);
/// assert_eq!(position.to_move(), Color::Black);
/// assert_eq!(position.foul(Color::Black, crossing), Some(Foul::DoubleThree));
/// assert_eq!(position.forbidden_points().iter().collect::<Vec<_>>(), [crossing]);
///
/// position.play(crossing);
/// assert_eq!(position.ending(), Some(Ending::Foul(Foul::DoubleThree)));
/// position.undo();
/// assert_eq!(position.shape(Color::White, crossing), Shape::None);
/// ```
#[derive(Clone)]
pub struct Position {
    board: Board,
    tables: &'static Tables,
    /// How far along a line a stone can change a class, in cells; see [`Rule::reach`].
    reach: usize,
    words: LineWords,
    /// Classes of the four lines by point index, as [`LineWords::classes`] has them. Only those of
    /// empty points are up to date, here and in `entries`.
    classes: [u32; GRID],
    /// Shapes and value that follow from the classes, by point index.
    entries: [ShapeValues; GRID],
    /// Sums of the values of all empty points.
    values: ValueSum,
    strong: StrongPoints,
    candidates: Candidates,
    /// Scratch space for [`Position::place`]: what the last stone changed.
    changes: Changes,
    /// The points changed by all moves that can be taken back, oldest first.
    log: Vec<Saved>,
    /// Length of the part of the log that is in use.
    log_length: usize,
    /// One frame for each move that can be taken back.
    frames: Vec<Frame>,
}

impl Position {
    /// An empty board, Black to move, with all values 0.
    pub fn new(size: BoardSize, rule: Rule) -> Self {
        Self::with_tables(size, Tables::without_values(rule))
    }

    /// An empty board, Black to move, that keeps the sums of the values in `tables`.
    pub fn with_tables(size: BoardSize, tables: &'static Tables) -> Self {
        Self::from_board(Board::new(size), tables)
    }

    /// An empty board with these dead cells, see [`Position::kill`], Black to move.
    pub fn with_dead_cells(size: BoardSize, rule: Rule, dead: &PointSet) -> Self {
        let mut board = Board::new(size);
        dead.iter().filter(|&point| size.contains(point)).for_each(|point| board.kill(point));
        Self::from_board(board, Tables::without_values(rule))
    }

    /// The same stones, dead cells and side to move, but with other tables. The stones can be taken
    /// back.
    #[must_use]
    pub fn rebuilt_with(&self, tables: &'static Tables) -> Self {
        if std::ptr::eq(self.tables, tables) {
            return self.clone();
        }
        let mut position = Self::with_tables(self.size(), tables);
        let dead = self.size().points().filter(|&point| self.board.cell(point) == Cell::Wall);
        position.replace(dead.collect(), self.board.stones(), self.board.to_move());
        position
    }

    /// Builds all state from a board. Its stones cannot be taken back.
    fn from_board(board: Board, tables: &'static Tables) -> Self {
        let size = board.size();
        let mut words = LineWords::new(size);
        let mut candidates = Candidates::new(&board);
        for point in size.points() {
            words.flip(point, Cell::Empty as u64 ^ board.cell(point) as u64);
            if board.cell(point).color().is_some() {
                candidates.add_stone(point);
            }
        }
        let mut position = Self {
            tables,
            reach: tables.rule().reach(),
            words,
            classes: [0; GRID],
            entries: [ShapeValues::NONE; GRID],
            values: ValueSum::default(),
            strong: StrongPoints::new(size.area()),
            candidates,
            changes: Changes::default(),
            log: Vec::new(),
            log_length: 0,
            frames: Vec::with_capacity(size.area()),
            board,
        };
        for point in size.points() {
            if !position.board.is_empty(point) {
                position.strong.add(point, ShapeValues::NONE.shapes());
                continue;
            }
            let classes = position.words.classes(tables, point);
            let entries = tables.entries(classes);
            position.classes[point.index()] = classes;
            position.entries[point.index()] = entries;
            position.values.add(entries);
            position.strong.add(point, entries.shapes());
        }
        position
    }

    /// Starts over from an empty board with these dead cells and stones.
    fn replace(&mut self, dead: Vec<Point>, stones: &[Stone], to_move: Color) {
        let mut board = Board::new(self.size());
        for point in dead {
            board.kill(point);
        }
        *self = Self::from_board(board, self.tables);
        for &stone in stones {
            self.place(stone.color, stone.point);
        }
        self.set_to_move(to_move);
    }

    /// The board: stones, side to move, move list and key.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Width and height of the board.
    #[inline]
    pub const fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// The rule of the game.
    #[inline]
    pub const fn rule(&self) -> Rule {
        self.tables.rule()
    }

    /// The tables that the position was built with.
    #[inline]
    pub(crate) const fn tables(&self) -> &'static Tables {
        self.tables
    }

    /// The side to move.
    #[inline]
    pub const fn to_move(&self) -> Color {
        self.board.to_move()
    }

    /// Zobrist key of the position, side to move included.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.board.key()
    }

    /// The key that the position would have after [`Position::play`] at this point.
    #[inline]
    pub fn key_after(&self, point: Point) -> u64 {
        self.key() ^ zobrist::stone(self.to_move(), point) ^ zobrist::SIDE
    }

    /// Plays a stone of the side to move and passes the turn. Does not check whether the point is
    /// forbidden.
    ///
    /// # Errors
    /// If the point is not empty. The position is then unchanged.
    pub fn try_play(&mut self, point: Point) -> Result<(), NotEmpty> {
        if !self.board.is_empty(point) {
            return Err(NotEmpty(point));
        }
        self.play(point);
        Ok(())
    }

    /// Plays a stone of the side to move on a point known to be empty, and passes the turn. Does
    /// not check whether the point is forbidden.
    ///
    /// # Panics
    /// If the point is not empty; see [`Position::try_play`].
    #[inline]
    pub fn play(&mut self, point: Point) {
        let color = self.to_move();
        self.place(color, point);
        self.board.set_to_move(!color);
    }

    /// Places a stone of either colour without passing the turn.
    ///
    /// # Panics
    /// If the point is not empty.
    #[inline]
    pub fn place(&mut self, color: Color, point: Point) {
        if self.reach == 4 {
            self.place_within::<4>(Stone { color, point });
        } else {
            self.place_within::<5>(Stone { color, point });
        }
    }

    /// Gives the turn to `color`.
    #[inline]
    pub fn set_to_move(&mut self, color: Color) {
        self.board.set_to_move(color);
    }

    /// Passes the turn without placing a stone.
    #[inline]
    pub fn pass(&mut self) {
        self.set_to_move(!self.to_move());
    }

    /// Makes an empty point a dead cell, where neither side can ever play. Costs as much as
    /// building the position from scratch.
    ///
    /// # Panics
    /// If the point is not empty.
    pub fn kill(&mut self, point: Point) {
        assert!(self.board.is_empty(point), "only an empty point can become a dead cell");
        let is_dead = |&p: &Point| p == point || self.board.cell(p) == Cell::Wall;
        let dead = self.size().points().filter(is_dead).collect();
        let stones = self.board.stones().to_vec();
        self.replace(dead, &stones, self.to_move());
    }

    /// Takes back the last stone and gives the turn to its owner. Does nothing if there is no stone
    /// that can be taken back.
    #[inline]
    pub fn undo(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let Some(stone) = self.board.remove_last() else { return };
        self.board.set_to_move(stone.color);
        self.words.toggle(stone.point, stone.color);
        self.candidates.restore(stone.point, &frame.candidates);
        // A move changes no point twice, so the order does not matter.
        for saved in &self.log[frame.log_length..self.log_length] {
            self.classes[saved.index as usize % GRID] = saved.classes;
            self.entries[saved.index as usize % GRID] = saved.entries;
        }
        self.log_length = frame.log_length;
        self.strong.restore(frame.strong_length);
        self.values = frame.values;
    }

    #[inline]
    fn place_within<const REACH: usize>(&mut self, stone: Stone) {
        let point = stone.point;
        self.frames.push(Frame {
            log_length: self.log_length,
            strong_length: self.strong.log_length(),
            values: self.values,
            candidates: self.candidates.save(point),
        });
        self.board.place(stone);
        self.candidates.add_stone(point);
        self.changes.find::<REACH>(self.tables.lines(), &mut self.words, &self.classes, stone);
        self.apply_changes(point);
    }

    /// Gives the points that a stone changes their new classes and all that follows from these.
    #[inline(always)]
    fn apply_changes(&mut self, point: Point) {
        let (tables, start) = (self.tables, self.log_length);
        if self.log.len() < start + changes::MOST {
            self.log.resize(2 * (start + changes::MOST), Saved::NONE);
        }
        let Some(log) = self.log[start..].first_chunk_mut::<{ changes::MOST }>() else { return };
        let Some(mut notes) = self.strong.notes() else { return };
        let (mut values, entries) = (self.values, self.entries[point.index()]);
        values.remove(entries);
        notes.add(point, entries, ShapeValues::NONE);
        for (slot, number) in log.iter_mut().zip(0..self.changes.len()) {
            let (index, difference) = self.changes.get(number);
            let (old, classes) = (self.entries[index], self.classes[index]);
            *slot = Saved { entries: old, classes, index: index as u32 };
            let classes = classes ^ difference;
            let new = tables.entries(classes);
            self.classes[index] = classes;
            self.entries[index] = new;
            values.remove(old);
            values.add(new);
            notes.add(Point::from_index(index), old, new);
        }
        let count = notes.count();
        self.strong.apply(count);
        self.values = values;
        self.log_length = start + self.changes.len();
    }

    /// Number of empty points where a stone of `color` makes this shape.
    ///
    /// # Panics
    /// If the shape is weaker than an open three; such points are not counted.
    #[inline]
    pub const fn count(&self, color: Color, shape: Shape) -> usize {
        self.strong.count(color, shape)
    }

    /// Number of empty points where a stone of `color` makes a four of any kind, without suspected
    /// fouls.
    #[inline]
    pub(crate) const fn four_count(&self, color: Color) -> usize {
        let [four, four_plus, four_three, open_four] = Shape::FOURS;
        self.count(color, four)
            + self.count(color, four_plus)
            + self.count(color, four_three)
            + self.count(color, open_four)
    }

    /// The empty points where a stone of `color` makes this shape.
    ///
    /// # Panics
    /// If the shape is weaker than an open three. Such points are not kept as a set.
    #[inline]
    pub const fn points(&self, color: Color, shape: Shape) -> &PointSet {
        self.strong.points(color, shape)
    }

    /// The shape that a stone of `color` would make on an empty point.
    #[inline]
    pub const fn shape(&self, color: Color, point: Point) -> Shape {
        self.entries[point.index()].shape(color)
    }

    /// Sum of the values of all empty points for the side to move, minus that for its opponent.
    #[inline]
    pub(crate) const fn value_lead(&self) -> i32 {
        self.values.lead(self.to_move(), self.board.empty_count())
    }

    /// The classes that a stone of `color` on an empty point would give its four lines.
    #[inline]
    pub const fn lines(&self, color: Color, point: Point) -> LineClasses {
        LineClasses::of(color, self.classes[point.index()])
    }

    /// The class that a stone of `color` on `point` would give its line in this direction, if one
    /// lay on `stone` already. Both points are empty, and on that line.
    pub(crate) fn class_after(
        &self,
        color: Color,
        stone: Point,
        point: Point,
        direction: Direction,
    ) -> LineClass {
        let pattern = self.words.pattern_with(self.tables, color, stone, point, direction);
        let classes = self.tables.lines().classes(pattern);
        LineClass::from_code(usize::from(classes >> (4 * color.index()) & 0b1111))
    }

    /// The empty points near a stone: up to two cells away in any direction, or three along a line.
    #[inline]
    pub const fn candidates(&self) -> &PointSet {
        self.candidates.points()
    }

    /// The points where the opponent can weaken a stone of `color` on `point` to a lower kind of
    /// threat, along one direction. They are the answers to the threat to play there, and `point`
    /// itself is one of them. Empty if the class in that direction is weaker than an open three.
    pub(crate) fn spoilers(
        &self,
        color: Color,
        point: Point,
        direction: Direction,
    ) -> impl Iterator<Item = Point> {
        let pattern = self.words.pattern(self.tables, point, direction);
        let offsets = self.tables.spoilers(pattern, color);
        offsets.map(move |offset| Point::from_index(point.step(direction, offset)))
    }

    /// The reason why `color` may not play on an empty point, or `None` if it may.
    pub fn foul(&self, color: Color, point: Point) -> Option<Foul> {
        if self.shape(color, point) != Shape::Foul {
            return None;
        }
        forbidden::foul(&self.words, self.tables, point)
    }

    /// The line words, for solvers that keep less state than a position.
    #[inline]
    pub(crate) const fn words(&self) -> &LineWords {
        &self.words
    }

    /// Whether an empty point is forbidden for the side to move.
    #[inline]
    pub fn is_forbidden(&self, point: Point) -> bool {
        self.shape(self.to_move(), point) == Shape::Foul
            && self.foul(self.to_move(), point).is_some()
    }

    /// All points that are forbidden for the side to move.
    pub fn forbidden_points(&self) -> PointSet {
        let suspects = self.points(self.to_move(), Shape::Foul);
        suspects.iter().filter(|&point| self.is_forbidden(point)).collect()
    }
}

/// Shows the rule and the board as a picture.
impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {:?}", self.rule(), self.board)
    }
}

const _: () = assert!(STRIDE == 32);

#[cfg(test)]
mod tests;
