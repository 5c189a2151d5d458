//! A board plus the shapes on it, kept up to date by play and undo.
//!
//! For every empty point and both colours, a position stores the class of each of the four lines
//! and the [`Shape`] that a stone there would make. For each colour it also stores the number of
//! points of each shape, the set of points of each strong shape, and the sum of the evaluation's
//! values. A stone changes at most the 40 points within five cells along its four lines. Each point
//! that changes is first saved to a log, and undo restores it from there. The one idea: every
//! question that the search asks at a node is a table look-up.

use crate::board::{Board, Cell, Stone};
use crate::geometry::{BoardSize, Color, Direction, GRID, Point, PointSet, STRIDE};
use crate::pattern::Shape;
use crate::pattern::forbidden::{self, Foul};
use crate::pattern::lines::{self, LineCell, LineWords};
use crate::pattern::tables::{LineClasses, ShapeValue, Tables};
use crate::rule::Rule;
use crate::zobrist;

mod candidates;
pub mod ending;

use candidates::Candidates;

/// The weakest shape whose points are kept as a set.
const FIRST_TRACKED: Shape = Shape::Three;
/// Number of shapes whose points are kept as a set.
const TRACKED: usize = Shape::COUNT - FIRST_TRACKED as usize;

/// Totals over the board for one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Side {
    /// Number of empty points, indexed by shape.
    counts: [u16; Shape::COUNT],
    /// Sum of the values of all empty points: index 0 if the colour is to move, index 1 if it is
    /// not.
    values: [i32; 2],
}

/// Shape data of one point. A move saves the old value of each spot it changes to the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    /// Classes of the four lines through the point: Black's in the low 16 bits, White's in the high
    /// 16.
    lines: u32,
    /// Shape and value that follow from those classes, indexed by colour.
    entries: [ShapeValue; 2],
    /// Index of the point in the padded grid.
    index: u16,
}

const _: () = assert!(size_of::<Spot>() == 20);

/// State before a move, apart from the spots on the log. Undo restores it.
#[derive(Clone)]
struct Frame {
    /// Length of the log before the move.
    log_length: usize,
    sides: [Side; 2],
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
/// use fukumi::geometry::{BoardSize, Color, Point};
/// use fukumi::pattern::Shape;
/// use fukumi::pattern::forbidden::Foul;
/// use fukumi::position::Position;
/// use fukumi::position::ending::Ending;
/// use fukumi::rule::Rule;
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
    /// Shape data by point index. Only the entries of empty points are up to date.
    spots: [Spot; GRID],
    sides: [Side; 2],
    /// Empty points by colour and shape, from [`FIRST_TRACKED`] on.
    sets: [[PointSet; TRACKED]; 2],
    candidates: Candidates,
    /// Old spots of all moves that can be taken back, oldest first.
    log: Vec<Spot>,
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

    /// The same stones, dead cells and side to move, but with other tables. The stones can be taken
    /// back.
    #[must_use]
    pub(crate) fn rebuilt_with(&self, tables: &'static Tables) -> Self {
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
        let side = Side { counts: [0; Shape::COUNT], values: [0; 2] };
        let mut position = Self {
            tables,
            reach: tables.rule().reach(),
            words,
            spots: std::array::from_fn(|index| Spot {
                lines: 0,
                entries: [ShapeValue::NONE; 2],
                index: index as u16,
            }),
            sides: [side.clone(), side],
            sets: [[PointSet::EMPTY; TRACKED]; 2],
            candidates,
            log: Vec::with_capacity(size.area() * 24),
            frames: Vec::with_capacity(size.area()),
            board,
        };
        let empty: Vec<Point> = position.board.empty_points().collect();
        for point in empty {
            for color in Color::ALL {
                let lines = position.words.lines_of(tables, point, color);
                let entry = tables.entry(color, lines);
                let spot = &mut position.spots[point.index()];
                spot.lines |= u32::from(lines.0) << (16 * color.index());
                spot.entries[color.index()] = entry;
                let side = &mut position.sides[color.index()];
                side.counts[entry.shape as usize] += 1;
                side.values[0] += i32::from(entry.value.moving);
                side.values[1] += i32::from(entry.value.waiting);
                track(&mut position.sets[color.index()], point, entry.shape);
            }
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
    pub(crate) fn key_after(&self, point: Point) -> u64 {
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
        self.sides = frame.sides;
        // A move changes no point twice, so the order does not matter.
        for old in &self.log[frame.log_length..] {
            let new = std::mem::replace(&mut self.spots[old.index as usize % GRID], *old);
            let point = Point::from_index(old.index as usize % GRID);
            for color in Color::ALL {
                let [new, old] = [&new, old].map(|spot| spot.entries[color.index()].shape);
                if new != old {
                    untrack(&mut self.sets[color.index()], point, new);
                    track(&mut self.sets[color.index()], point, old);
                }
            }
        }
        self.log.truncate(frame.log_length);
        for color in Color::ALL {
            let shape = self.shape(color, stone.point);
            track(&mut self.sets[color.index()], stone.point, shape);
        }
    }

    #[inline]
    /// Places a stone and updates all shapes up to `REACH` cells away. The side to move stays the
    /// same.
    fn place_within<const REACH: usize>(&mut self, stone: Stone) {
        let point = stone.point;
        self.frames.push(Frame {
            log_length: self.log.len(),
            sides: self.sides.clone(),
            candidates: self.candidates.save(point),
        });
        self.board.place(stone);
        self.candidates.add_stone(point);
        for color in Color::ALL {
            let entry = self.spots[point.index()].entries[color.index()];
            let side = &mut self.sides[color.index()];
            side.counts[entry.shape as usize] -= 1;
            side.values[0] -= i32::from(entry.value.moving);
            side.values[1] -= i32::from(entry.value.waiting);
            untrack(&mut self.sets[color.index()], point, entry.shape);
        }
        // One call per direction, so that strides and shifts become constants in each copy of the
        // code.
        self.update_line::<REACH>(stone, Direction::Horizontal);
        self.update_line::<REACH>(stone, Direction::Vertical);
        self.update_line::<REACH>(stone, Direction::Diagonal);
        self.update_line::<REACH>(stone, Direction::AntiDiagonal);
    }

    /// Puts the stone into one line word and updates the empty points near it on that line.
    #[inline(always)]
    fn update_line<const REACH: usize>(&mut self, stone: Stone, direction: Direction) {
        let place = LineCell::new(stone.point, direction);
        let word = self.words.toggle_on(direction, place, stone.color);
        // The window of the stone's own cell is now in the lowest bits. One step along the line is
        // one rotation by two bits.
        let window = word.rotate_right(lines::window_shift(place.cell));
        let stride = direction.stride();
        self.update_side::<REACH>(stone.point, direction, stride, window, |window| {
            window.rotate_right(2)
        });
        self.update_side::<REACH>(stone.point, direction, -stride, window, |window| {
            window.rotate_left(2)
        });
    }

    /// Walks away from a new stone in one direction and updates the classes of the empty points.
    /// `step` moves the window one cell on.
    #[inline(always)]
    fn update_side<const REACH: usize>(
        &mut self,
        point: Point,
        direction: Direction,
        stride: isize,
        mut window: u64,
        step: impl Fn(u64) -> u64,
    ) {
        let mut index = point.index();
        // A cell depends on the stone as long as at least one colour can use all cells in between.
        let mut usable = Cell::Empty as u8;
        for _ in 0..REACH {
            index = (index as isize + stride) as usize % GRID;
            window = step(window);
            let cell = self.board.cell_at(index);
            if cell == Cell::Empty {
                let patterns = lines::patterns_of(self.tables, window);
                let shift = 4 * direction as u32;
                let old = self.spots[index].lines;
                let difference = ((old >> shift) & 0x000f_000f) ^ self.tables.class_bits(patterns);
                if difference != 0 {
                    self.change(index, old ^ (difference << shift), difference);
                }
            } else {
                usable &= cell as u8;
                if usable == 0 {
                    break;
                }
            }
        }
    }

    /// Stores the new line classes of an empty point and updates all totals. `difference` is the
    /// XOR of the old and new classes in the changed direction: its low half is nonzero if Black's
    /// class changed, its high half if White's did.
    #[inline(never)]
    fn change(&mut self, index: usize, lines: u32, difference: u32) {
        let spot = &mut self.spots[index];
        self.log.push(*spot);
        spot.lines = lines;
        let point = Point::from_index(index);
        for color in Color::ALL {
            if (difference >> (16 * color.index())) & 0xffff == 0 {
                continue;
            }
            let new = self.tables.entry(color, LineClasses((lines >> (16 * color.index())) as u16));
            let old = std::mem::replace(&mut spot.entries[color.index()], new);
            let side = &mut self.sides[color.index()];
            side.values[0] += i32::from(new.value.moving) - i32::from(old.value.moving);
            side.values[1] += i32::from(new.value.waiting) - i32::from(old.value.waiting);
            if new.shape != old.shape {
                side.counts[old.shape as usize] -= 1;
                side.counts[new.shape as usize] += 1;
                let sets = &mut self.sets[color.index()];
                untrack(sets, point, old.shape);
                track(sets, point, new.shape);
            }
        }
    }

    /// Number of empty points where a stone of `color` makes this shape.
    #[inline]
    pub const fn count(&self, color: Color, shape: Shape) -> usize {
        self.sides[color.index()].counts[shape as usize] as usize
    }

    /// Number of empty points where a stone of `color` makes a four of any kind, without suspected
    /// fouls.
    #[inline]
    pub(crate) const fn four_count(&self, color: Color) -> usize {
        self.count(color, Shape::Four)
            + self.count(color, Shape::FourPlus)
            + self.count(color, Shape::FourThree)
            + self.count(color, Shape::OpenFour)
    }

    /// The empty points where a stone of `color` makes this shape.
    ///
    /// # Panics
    /// If the shape is weaker than an open three. Such points are not kept as a set.
    #[inline]
    pub const fn points(&self, color: Color, shape: Shape) -> &PointSet {
        &self.sets[color.index()][shape as usize - FIRST_TRACKED as usize]
    }

    /// The shape that a stone of `color` would make on an empty point.
    #[inline]
    pub const fn shape(&self, color: Color, point: Point) -> Shape {
        self.spots[point.index()].entries[color.index()].shape
    }

    /// Sum of the values of all empty points for `color`, given who is to move.
    #[inline]
    pub(crate) const fn value_sum(&self, color: Color) -> i32 {
        let is_waiting = color as u8 != self.to_move() as u8;
        self.sides[color.index()].values[is_waiting as usize]
    }

    /// The classes that a stone of `color` on an empty point would give its four lines.
    #[inline]
    pub const fn lines(&self, color: Color, point: Point) -> LineClasses {
        LineClasses((self.spots[point.index()].lines >> (16 * color.index())) as u16)
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
        let patterns = self.words.patterns(self.tables, point, direction);
        let mask = self.tables.spoilers(patterns, color);
        (0..11_isize)
            .filter(move |cell| mask >> cell & 1 != 0)
            .map(move |cell| Point::from_index(point.step(direction, cell - 5)))
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

/// Adds `point` to the set of its shape, if that shape has one.
#[inline(always)]
fn track(sets: &mut [PointSet; TRACKED], point: Point, shape: Shape) {
    if shape >= FIRST_TRACKED {
        sets[shape as usize - FIRST_TRACKED as usize].insert(point);
    }
}

/// Removes `point` from the set of its shape, if that shape has one.
#[inline(always)]
fn untrack(sets: &mut [PointSet; TRACKED], point: Point, shape: Shape) {
    if shape >= FIRST_TRACKED {
        sets[shape as usize - FIRST_TRACKED as usize].remove(point);
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
