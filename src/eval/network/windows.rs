//! Numbers of line windows. A window is the content of the cells up to [`REACH`] away from a cell
//! along one line.
//!
//! The edge of the board and dead cells cut a window off. Its number is the first number of its
//! kind plus a number to base three. The kind is given by how many cells the window has to the left
//! and to the right. The base-three number has one digit per cell, the leftmost cell being the
//! lowest digit: 0 is empty, 1 Black, 2 White. A stone therefore changes the number of a window by
//! a constant.

use crate::board::{Board, Cell};
use crate::geometry::{Direction, GRID, MAX_SIDE, Point, STRIDE};

/// Number of cells that a window extends to each side. A five through the middle cell extends no
/// further.
pub(super) const REACH: usize = 4;
/// Number of possible lengths of one side of a window, 0 to [`REACH`].
const KINDS: usize = REACH + 1;
/// Powers of three, one for each cell of the longest window.
pub(super) const POWERS: [u16; 2 * REACH + 1] = {
    let mut powers = [1; 2 * REACH + 1];
    let mut index = 1;
    while index < powers.len() {
        powers[index] = 3 * powers[index - 1];
        index += 1;
    }
    powers
};
/// Number of the first window of each kind, indexed by its cells to the left and to the right.
const FIRST: [[u16; KINDS]; KINDS] = numbering().0;
/// Number of windows of all kinds.
pub(super) const WINDOWS: usize = numbering().1;
const _: () = assert!(WINDOWS <= 1 << 16);

/// Computes [`FIRST`] and [`WINDOWS`].
const fn numbering() -> ([[u16; KINDS]; KINDS], usize) {
    let mut first = [[0; KINDS]; KINDS];
    let (mut next, mut left) = (0_usize, 0);
    while left < KINDS {
        let mut right = 0;
        while right < KINDS {
            first[left][right] = next as u16;
            next += 3_usize.pow((left + right + 1) as u32);
            right += 1;
        }
        left += 1;
    }
    (first, next)
}

/// Number of the first window with this many cells to the left and to the right.
#[cfg(test)]
pub(super) const fn first(left: usize, right: usize) -> u16 {
    FIRST[left][right]
}

/// Two symmetries of the windows, as lists of the window that each becomes.
pub(super) struct Symmetries {
    /// Read from the other end.
    pub(super) reversed: Vec<u16>,
    /// With the colours swapped.
    pub(super) swapped: Vec<u16>,
}

impl Symmetries {
    pub(super) fn new() -> Self {
        // The digits of windows of each length, from the number without its lowest digit.
        let mut by_length = vec![[vec![0], vec![0]]];
        for length in 1..=2 * REACH + 1 {
            let [reversed, swapped] = &by_length[length - 1];
            let numbers = 0..POWERS[length - 1] * 3;
            let reverse =
                |number| number % 3 * POWERS[length - 1] + reversed[usize::from(number / 3)];
            let swap = |number| (3 - number % 3) % 3 + 3 * swapped[usize::from(number / 3)];
            by_length.push([numbers.clone().map(reverse).collect(), numbers.map(swap).collect()]);
        }
        let mut all =
            Self { reversed: Vec::with_capacity(WINDOWS), swapped: Vec::with_capacity(WINDOWS) };
        for (left, right) in (0..KINDS * KINDS).map(|kind| (kind / KINDS, kind % KINDS)) {
            let [reversed, swapped] = &by_length[left + right + 1];
            all.reversed.extend(reversed.iter().map(|number| FIRST[right][left] + number));
            all.swapped.extend(swapped.iter().map(|number| FIRST[left][right] + number));
        }
        all
    }
}

/// A window that includes a given cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// Place of the window: four times the index of its middle cell plus the number of its
    /// direction.
    pub(super) place: u16,
    /// Slot of its middle cell.
    pub(super) slot: u16,
    /// Power of three of the given cell's digit in the window's number.
    pub(super) power: u16,
}

/// Largest number of windows that include one cell.
pub(super) const MOST_VIEWS: usize = 4 * (2 * REACH + 1);
/// Largest number of cells that have a window which includes one cell.
pub(super) const MOST_CELLS: usize = MOST_VIEWS - 3;

/// For each cell of a board, the windows that include it.
#[derive(Clone)]
pub(super) struct Views {
    /// Start of each cell's part of the list, by the index of its point. The last entry is the end
    /// of the list.
    starts: Box<[u16; GRID + 1]>,
    /// The windows. Each part starts with the four windows of the cell itself. A dead cell has
    /// none.
    list: Vec<View>,
}

impl Views {
    /// The windows that include the cell at this index.
    #[inline(always)]
    pub(super) fn of(&self, index: usize) -> &[View] {
        let [start, end] = [index % GRID, index % GRID + 1].map(|index| self.starts[index]);
        &self.list[usize::from(start)..usize::from(end)]
    }
}

/// Slot of a cell in the array of features. If a row had as many slots as the padded grid has
/// cells, all cells of a column would compete for the same few cache lines.
#[inline]
pub(super) const fn slot(cell: usize) -> usize {
    cell - cell / STRIDE * LEFT_OUT
}

/// Number of padding cells per row that have no slot of their own. It is odd, so that the cells of
/// a column spread over the cache.
const LEFT_OUT: usize = 9;
const _: () = assert!(
    STRIDE - LEFT_OUT >= MAX_SIDE as usize,
    "points of a row would share slots with the next"
);
/// Number of slots.
pub(super) const SLOTS: usize = slot(GRID - 1) + 1;

/// The windows of a board, and their numbers without stones, by place.
pub(super) fn of(board: &Board) -> (Views, Box<[u16; 4 * GRID]>) {
    let is_open = |index: usize| board.cell_at(index) != Cell::Wall;
    let open = |center: usize, direction: Direction, sign: isize| {
        let point = Point::from_index(center);
        (1..=REACH)
            .take_while(|&steps| is_open(point.step(direction, sign * steps as isize)))
            .count()
    };
    let mut views = Views { starts: Box::new([0; GRID + 1]), list: Vec::new() };
    let mut numbers = Box::new([0; 4 * GRID]);
    for center in 0..GRID {
        if is_open(center) {
            let own = views.list.len();
            for direction in Direction::ALL {
                let place = 4 * center + direction as usize;
                let [left, right] = [-1, 1].map(|sign| open(center, direction, sign));
                numbers[place] = FIRST[left][right];
                let slot_of = |cell: usize| slot(cell) as u16;
                let view = View { place: place as u16, slot: slot_of(center), power: POWERS[left] };
                views.list.insert(own + direction as usize, view);
                for steps in (-(left as isize)..=right as isize).filter(|&steps| steps != 0) {
                    let other = Point::from_index(center).step(direction, steps);
                    let power = POWERS[(open(other, direction, -1) as isize - steps) as usize];
                    let place = (4 * other + direction as usize) as u16;
                    views.list.push(View { place, slot: slot_of(other), power });
                }
            }
        }
        views.starts[center + 1] = views.list.len() as u16;
    }
    (views, numbers)
}
