//! The board of the search for wins by fours: line words, and the points where the attacker can
//! make a four.
//!
//! In a line word a cell has two bits. Shifts and masks find every window of five cells that holds
//! two, three or four stones of one colour and room for the rest, in the four lines through a point
//! at once. A stone costs four flips and one such pass. That is about ten times less than keeping
//! all shapes of a [`Position`] up to date.
//!
//! Source: the solver quintet also works on bit rows. Counting in two-bit fields and keeping the
//! fours by line are ours.

use crate::board::Cell;
use crate::geometry::{Color, Direction, Point, PointSet};
use crate::pattern::forbidden;
use crate::pattern::lines::{LINES, LineCell, LineWords};
use crate::pattern::tables::Tables;
use crate::pattern::{LineClass, Shape};
use crate::position::Position;
use crate::rule::{LineRule, Rule};
use crate::zobrist;

/// The low bit of every cell of a line word.
const CELLS: u64 = 0x5555_5555_5555_5555;
/// Number of cells in a window.
const FIVE: usize = 5;
/// Number of bits of a cell in a line word.
const WIDTH: usize = 2;

/// One word for each direction: the lines through a point, or flags on the low bits of their cells.
pub(super) type Words = [u64; 4];

/// The windows of five cells in which a colour can still make a five, by the number of missing
/// stones. A window is a flag on its first cell.
pub(super) struct FiveWindows {
    /// Windows that lack one stone: fours.
    pub(super) fours: Words,
    /// Windows that lack two stones: threes.
    pub(super) threes: Words,
    /// Windows that lack three stones: twos.
    pub(super) twos: Words,
    /// The empty cells.
    pub(super) empty: Words,
}

impl FiveWindows {
    /// Finds the windows of `color` in four lines.
    #[inline(always)]
    fn new(words: &Words, color: Color, rule: LineRule) -> Self {
        let mut windows = Self { fours: [0; 4], threes: [0; 4], twos: [0; 4], empty: [0; 4] };
        for (n, &word) in words.iter().enumerate() {
            // The low bit of a cell says that Black can use the cell, the high bit that White can.
            let (mine, yours) = match color {
                Color::Black => (word & CELLS, (word >> 1) & CELLS),
                Color::White => ((word >> 1) & CELLS, word & CELLS),
            };
            let empty = mine & yours;
            let pairs = mine & (mine >> WIDTH);
            let mut valid = pairs & (pairs >> (2 * WIDTH)) & (mine >> (4 * WIDTH));
            let (own, other) = (mine & !yours, yours & !mine);
            if !rule.overline_wins {
                valid &= !(own << WIDTH) & !(own >> (FIVE * WIDTH));
            }
            if !rule.closed_five_wins {
                valid &= !((other << WIDTH) & (other >> (FIVE * WIDTH)));
            }
            // The number of empty cells among the first three and among the last two cells of the
            // window, each in two bits.
            let next = |cells: usize| (empty >> (cells * WIDTH)) & CELLS;
            let (first, last) = (empty + next(1) + next(2), next(3) + next(4));
            let (first_low, first_high) = (first & CELLS, (first >> 1) & CELLS);
            let (last_low, last_high) = (last & CELLS, (last >> 1) & CELLS);
            let odd = first_low ^ last_low;
            windows.fours[n] = valid & odd & !first_high & !last_high;
            let one_and_one = first_low & !first_high & !last_high;
            let two = !first_low & (first_high ^ last_high);
            windows.threes[n] = valid & !odd & (one_and_one | two);
            windows.twos[n] = valid & odd & (first_high ^ last_high);
            windows.empty[n] = empty;
        }
        windows
    }

    /// The empty cells in these windows.
    #[inline(always)]
    fn cells(&self, windows: &Words) -> Words {
        std::array::from_fn(|n| spread(windows[n]) & self.empty[n])
    }
}

/// All cells of the windows whose first cells are given.
#[inline(always)]
const fn spread(first: u64) -> u64 {
    let pairs = first | (first << WIDTH);
    pairs | (pairs << (2 * WIDTH)) | (first << (4 * WIDTH))
}

/// The first cells of all windows that hold any of the given cells.
#[inline(always)]
const fn holding(cells: u64) -> u64 {
    let pairs = cells | (cells >> WIDTH);
    pairs | (pairs >> (2 * WIDTH)) | (cells >> (4 * WIDTH))
}

/// A point and its cell in each of the four lines through it.
#[derive(Clone, Copy)]
pub(super) struct Cross {
    point: Point,
    places: [LineCell; 4],
}

impl Cross {
    /// Finds the cells of `point`.
    #[inline(always)]
    pub(super) fn new(point: Point) -> Self {
        Self { point, places: Direction::ALL.map(|direction| LineCell::new(point, direction)) }
    }

    /// The point where the lines cross.
    #[inline(always)]
    pub(super) fn point(&self) -> Point {
        self.point
    }

    /// The point's low bit in each of its lines.
    #[inline(always)]
    fn bits(&self) -> Words {
        self.places.map(|place| 1 << (WIDTH * place.cell))
    }
}

/// The fours and the growth of four lines before a stone was placed.
#[derive(Clone, Copy)]
pub(super) struct Saved {
    fours: Words,
    growth: Words,
}

/// A board on which one side attacks by fours. It knows where that side can make one.
#[derive(Clone)]
pub(super) struct Rows {
    /// Those of the last position; `None` before the first.
    tables: Option<&'static Tables>,
    attacker: Color,
    words: LineWords,
    /// Key of the position with the attacker to move.
    key: u64,
    /// The empty cells where the attacker makes a four, by direction and line.
    fours: [[u64; LINES]; 4],
    /// The empty cells where the attacker makes a blocked three or more, by direction and line.
    ///
    /// Refreshed only in lines that a search touches; other lines keep what an earlier position
    /// left. The order of moves uses it as a hint.
    growth: [[u64; LINES]; 4],
    /// The lines with a cell in `fours`, one bit per line, by direction.
    active: Words,
}

impl Rows {
    /// Creates an empty board.
    pub(super) fn new() -> Self {
        Self {
            tables: None,
            attacker: Color::Black,
            words: LineWords::default(),
            key: 0,
            fours: [[0; LINES]; 4],
            growth: [[0; LINES]; 4],
            active: [0; 4],
        }
    }

    /// Sets up a position in which the attacker is to move.
    pub(super) fn load(&mut self, position: &Position) {
        self.tables = Some(position.tables());
        self.attacker = position.to_move();
        self.words.clone_from(position.words());
        self.key = position.key();
        for direction in 0..4 {
            for line in bits_of(self.active[direction]) {
                self.fours[direction][line] = 0;
            }
        }
        self.active = [0; 4];
        let shapes = Shape::FOURS.into_iter().chain([Shape::Foul]);
        let attacker = self.attacker;
        for point in shapes.flat_map(|shape| position.points(attacker, shape)) {
            let lines = position.lines(attacker, point);
            let is_four = |direction: usize| {
                (LineClass::Four..LineClass::Five).contains(&lines.class(direction))
            };
            if (0..4).any(is_four) {
                self.refresh(&Cross::new(point));
            }
        }
    }

    /// The tables. Those of an empty board are made only when they are asked for.
    fn tables(&self) -> &'static Tables {
        self.tables.unwrap_or_else(|| Tables::without_values(Rule::default()))
    }

    /// The attacker: the side that makes the fours.
    pub(super) fn attacker(&self) -> Color {
        self.attacker
    }

    /// The rule for rows of `color`.
    #[inline]
    pub(super) fn rule(&self, color: Color) -> LineRule {
        self.tables().rule().line_rule(color)
    }

    /// The key of the position with the attacker to move.
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The key after a four and its answer, without playing them.
    #[inline]
    pub(super) fn key_after(&self, four: Point, answer: Point) -> u64 {
        let attacker = self.attacker;
        self.key ^ zobrist::stone(attacker, four) ^ zobrist::stone(!attacker, answer)
    }

    /// Whether the attacker can make a four. Fouls are not looked at.
    #[inline]
    pub(super) fn has_four(&self) -> bool {
        self.active != [0; 4]
    }

    /// Visits the points where the attacker makes a four. Fouls are not looked at. A point with two
    /// fours may come twice.
    #[inline]
    pub(super) fn for_each_four(&self, mut visit: impl FnMut(Point)) {
        for direction in Direction::ALL {
            for line in bits_of(self.active[direction as usize]) {
                for bit in bits_of(self.fours[direction as usize][line]) {
                    visit(LineCell { line, cell: bit / WIDTH }.point(direction));
                }
            }
        }
    }

    /// The number of lines through the point in which a stone of the attacker makes a blocked three
    /// or more. Only an estimate, since untouched lines may be out of date.
    #[inline]
    pub(super) fn growth(&self, cross: &Cross) -> usize {
        let bits = cross.bits();
        (0..4).filter(|&n| self.growth[n][cross.places[n].line] & bits[n] != 0).count()
    }

    /// The words of the four lines through a point.
    #[inline(always)]
    fn lines(&self, cross: &Cross) -> Words {
        std::array::from_fn(|n| self.words.word(n, cross.places[n].line))
    }

    /// The windows of `color` in the lines through an empty point, as if a stone of `color` lay
    /// there.
    #[inline(always)]
    pub(super) fn windows_with(&self, cross: &Cross, color: Color) -> FiveWindows {
        let mut words = self.lines(cross);
        let flip = Cell::Empty as u64 ^ Cell::of(color) as u64;
        for (word, place) in words.iter_mut().zip(&cross.places) {
            *word ^= flip << (WIDTH * place.cell);
        }
        FiveWindows::new(&words, color, self.rule(color))
    }

    /// The windows of `color` in the lines through a point.
    #[inline(always)]
    pub(super) fn windows(&self, cross: &Cross, color: Color) -> FiveWindows {
        FiveWindows::new(&self.lines(cross), color, self.rule(color))
    }

    /// Whether `color` could make a five with its next stone in the lines through a point.
    #[inline]
    pub(super) fn has_five(&self, cross: &Cross, color: Color) -> bool {
        self.windows(cross, color).fours != [0; 4]
    }

    /// The points of flagged cells on the lines through a point.
    pub(super) fn points_of(cross: &Cross, cells: &Words) -> impl Iterator<Item = Point> {
        Direction::ALL.into_iter().flat_map(move |direction| {
            let line = cross.places[direction as usize].line;
            bits_of(cells[direction as usize])
                .map(move |bit| LineCell { line, cell: bit / WIDTH }.point(direction))
        })
    }

    /// The point of the only flagged cell on the lines through a point, or `None` if there is none
    /// or more than one.
    #[inline]
    pub(super) fn only_point(cross: &Cross, cells: &Words) -> Option<Point> {
        if cells.iter().map(|word| word.count_ones()).sum::<u32>() != 1 {
            return None;
        }
        // The only word that is not 0. There is no branch, since no processor could predict it.
        let n = (0..4).map(|n| n * usize::from(cells[n] != 0)).sum::<usize>() % 4;
        let cell = cells[n].trailing_zeros() as isize / WIDTH as isize;
        let steps = cell - cross.places[n].cell as isize;
        Some(Point::from_index(cross.point.step(Direction::ALL[n], steps)))
    }

    /// The cells where the owner of these windows would make a five with the next stone.
    #[inline(always)]
    pub(super) fn fives(windows: &FiveWindows) -> Words {
        windows.cells(&windows.fours)
    }

    /// The empty cells of the windows that lack two stones and hold the point.
    pub(super) fn partners(cross: &Cross, windows: &FiveWindows) -> Words {
        let bits = cross.bits();
        windows.cells(&std::array::from_fn(|n| windows.threes[n] & holding(bits[n])))
    }

    /// The number of windows that hold the point, lack two stones and do not contain a cell of the
    /// five. After the defender stops the four, they can still become the next four.
    #[inline(always)]
    pub(super) fn prospects(cross: &Cross, windows: &FiveWindows) -> u32 {
        let (bits, fives) = (cross.bits(), Self::fives(windows));
        let left = |n: usize| windows.threes[n] & holding(bits[n]) & !holding(fives[n]);
        (0..4).map(|n| left(n).count_ones()).sum()
    }

    /// The points where a stone of the other colour stops every five that these windows of `color`
    /// threaten. Fouls are not looked at. Empty if no stone stops all of them, or the windows hold
    /// no four.
    pub(super) fn answers(&self, cross: &Cross, windows: &FiveWindows, color: Color) -> PointSet {
        let mut answers: Option<PointSet> = None;
        for direction in Direction::ALL {
            let n = direction as usize;
            let line = cross.places[n].line;
            for bit in bits_of(windows.fours[n]) {
                let point = |cell: usize| LineCell { line, cell }.point(direction);
                let first = bit / WIDTH;
                let mut stops: PointSet = bits_of(spread(1 << bit) & windows.empty[n])
                    .map(|bit| point(bit / WIDTH))
                    .collect();
                if !self.rule(color).closed_five_wins {
                    // If one end is closed already, a stone on the other end spoils the five.
                    let cell = |cell: usize| self.words.word(n, line) >> (WIDTH * cell) & 3;
                    let other = Cell::of(!color) as u64;
                    for (end, opposite) in [(first - 1, first + FIVE), (first + FIVE, first - 1)] {
                        if cell(end) == Cell::Empty as u64 && cell(opposite) == other {
                            stops.insert(point(end));
                        }
                    }
                }
                answers = Some(answers.map_or(stops, |all| all.intersection(&stops)));
            }
        }
        answers.unwrap_or(PointSet::EMPTY)
    }

    /// The empty points next to the ends of the windows that hold a four. A stone of the other
    /// colour there can close a five, or create a second answer to the four.
    pub(super) fn ends(&self, cross: &Cross, windows: &FiveWindows) -> PointSet {
        let cells = std::array::from_fn(|n| {
            let first = windows.fours[n];
            ((first >> WIDTH) | (first << (FIVE * WIDTH))) & windows.empty[n]
        });
        Self::points_of(cross, &cells).collect()
    }

    /// Whether the empty point is forbidden for `color`.
    #[inline]
    pub(super) fn is_forbidden(&self, point: Point, color: Color) -> bool {
        self.is_suspect(point, color)
            && forbidden::foul(&self.words, self.tables(), point).is_some()
    }

    /// Whether the empty point is forbidden for the defender after a stone of the attacker.
    #[inline]
    pub(super) fn is_forbidden_after(&mut self, cross: &Cross, point: Point) -> bool {
        // The check for fouls does not read the fours, so toggling the words is enough.
        self.words.toggle(cross.point, self.attacker);
        let is_forbidden = self.is_forbidden(point, !self.attacker);
        self.words.toggle(cross.point, self.attacker);
        is_forbidden
    }

    /// Whether the classes of the lines through the empty point look like a foul of `color`. Only
    /// [`Self::is_forbidden`] says whether it is one.
    #[inline]
    pub(super) fn is_suspect(&self, point: Point, color: Color) -> bool {
        self.rule(color).has_fouls && {
            let lines = self.words.lines_of(self.tables(), point, color);
            self.tables().shape(color, lines) == Shape::Foul
        }
    }

    /// The empty points that influence whether `point` is a foul.
    pub(super) fn influences_on_foul(&self, point: Point) -> PointSet {
        forbidden::influences(&self.words, self.tables(), point)
    }

    /// Puts a stone on the board. Returns what [`Self::remove`] needs to take it back.
    #[inline]
    pub(super) fn place(&mut self, cross: &Cross, color: Color) -> Saved {
        let saved = Saved {
            fours: std::array::from_fn(|n| self.fours[n][cross.places[n].line]),
            growth: std::array::from_fn(|n| self.growth[n][cross.places[n].line]),
        };
        self.toggle(cross, color);
        self.refresh(cross);
        saved
    }

    /// Takes back the stone that was placed last.
    #[inline]
    pub(super) fn remove(&mut self, cross: &Cross, color: Color, saved: &Saved) {
        self.toggle(cross, color);
        for n in 0..4 {
            self.growth[n][cross.places[n].line] = saved.growth[n];
        }
        self.set_fours(cross, saved.fours);
    }

    /// Puts a stone on the point or takes it off, in the words and in the key.
    #[inline]
    fn toggle(&mut self, cross: &Cross, color: Color) {
        self.words.toggle(cross.point, color);
        self.key ^= zobrist::stone(color, cross.point);
    }

    /// Recomputes the attacker's fours and growth in the lines through a point.
    #[inline]
    fn refresh(&mut self, cross: &Cross) {
        let windows = self.windows(cross, self.attacker);
        let growth = windows.cells(&windows.twos);
        for (n, growth) in growth.into_iter().enumerate() {
            self.growth[n][cross.places[n].line] = growth;
        }
        self.set_fours(cross, windows.cells(&windows.threes));
    }

    /// Stores the fours of the lines through a point and updates `active`.
    #[inline]
    fn set_fours(&mut self, cross: &Cross, fours: Words) {
        for (n, fours) in fours.into_iter().enumerate() {
            let line = cross.places[n].line;
            self.fours[n][line] = fours;
            self.active[n] &= !(1 << line);
            self.active[n] |= u64::from(fours != 0) << line;
        }
    }
}

/// The indices of the set bits, the lowest first.
pub(super) fn bits_of(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(bit)
    })
}
