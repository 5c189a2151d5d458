//! The windows of a board: where they lie, and which of them include a cell. [`layout`] numbers
//! them.
//!
//! [`layout`]: super::layout

use super::layout::{POWERS, REACH, Windows};
use crate::board::{Board, Cell};
use crate::geometry::{Direction, GRID, MAX_SIDE, Point, STRIDE};

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
                numbers[place] = Windows::ALL.first(left, right);
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
