//! Numbers of line windows: what stands on the cells up to [`REACH`] away from a cell along one
//! line.
//!
//! A window is cut off by the edge of the board and by dead cells. Its number is that of its kind,
//! given by the cells it has to the left and to the right, plus a number to base three with a digit
//! for each cell, the leftmost one the lowest: 0 empty, 1 Black, 2 White. A stone therefore changes
//! the number of a window by a constant.

use crate::board::{Board, Cell};
use crate::geometry::{Direction, GRID, MAX_SIDE, Point, STRIDE};

/// Cells that a window reaches to each side: no five through a cell is longer.
pub(super) const REACH: usize = 4;
const KINDS: usize = REACH + 1;
/// Powers of three.
pub(super) const POWERS: [u16; 2 * REACH + 1] = {
    let mut powers = [1; 2 * REACH + 1];
    let mut index = 1;
    while index < powers.len() {
        powers[index] = 3 * powers[index - 1];
        index += 1;
    }
    powers
};
/// Number of the first window with so many cells to the left and to the right.
const FIRST: [[u16; KINDS]; KINDS] = numbering().0;
/// Number of windows.
pub(super) const WINDOWS: usize = numbering().1;
const _: () = assert!(WINDOWS <= 1 << 16);

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

/// Number of the first window with so many cells to the left and to the right.
#[cfg(test)]
pub(super) const fn first(left: usize, right: usize) -> u16 {
    FIRST[left][right]
}

/// Two maps of all windows to windows: seen from the other end, and with the colours exchanged.
pub(super) fn symmetries() -> (Vec<u16>, Vec<u16>) {
    let (mut reversed, mut swapped) = (Vec::with_capacity(WINDOWS), Vec::with_capacity(WINDOWS));
    for (left, right) in (0..KINDS * KINDS).map(|kind| (kind / KINDS, kind % KINDS)) {
        let length = left + right + 1;
        for number in 0..3_u16.pow(length as u32) {
            let digit = |index: usize| number / POWERS[index] % 3;
            let sum = |digit: &dyn Fn(usize) -> u16| -> u16 {
                (0..length).map(|index| digit(index) * POWERS[index]).sum()
            };
            reversed.push(FIRST[right][left] + sum(&|index| digit(length - 1 - index)));
            swapped.push(FIRST[left][right] + sum(&|index| [0, 2, 1][usize::from(digit(index))]));
        }
    }
    (reversed, swapped)
}

/// A window that sees a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// Whose window it is: four times the index of that cell, and the number of the direction.
    pub(super) place: u16,
    /// What a digit of the cell that is seen is worth in its number.
    pub(super) power: u16,
}

/// Windows that see a cell of the board, at most.
pub(super) const MOST_VIEWS: usize = 4 * (2 * REACH + 1);

/// Which windows see which cells of a board.
#[derive(Clone)]
pub(super) struct Views {
    /// Of each cell by the index of its point, where its part of the list begins; the last one is
    /// the end of the list.
    starts: Box<[u16; GRID + 1]>,
    /// In each part first the four windows of the cell itself. A dead cell has none.
    list: Vec<View>,
}

impl Views {
    /// The windows that see the cell at this index.
    #[inline(always)]
    pub(super) fn of(&self, index: usize) -> &[View] {
        let [start, end] = [index % GRID, index % GRID + 1].map(|index| self.starts[index]);
        &self.list[usize::from(start)..usize::from(end)]
    }
}

/// Where the features of a cell lie. With as many slots in a row as cells in the padded grid, all
/// cells of a column would want the same few lines of the processor's cache.
#[inline]
pub(super) const fn slot(cell: usize) -> usize {
    cell - cell / STRIDE * LEFT_OUT
}

/// Cells of the padding in each row that have no slot of their own: an odd number.
const LEFT_OUT: usize = 9;
const _: () = assert!(
    STRIDE - LEFT_OUT >= MAX_SIDE as usize,
    "points of a row would share slots with the next"
);
/// Slots of all cells.
pub(super) const SLOTS: usize = slot(GRID - 1) + 1;

/// The windows of a board: which of them see which cells, and their numbers where there are no
/// stones, by place.
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
                views.list.insert(
                    own + direction as usize,
                    View { place: place as u16, power: POWERS[left] },
                );
                for steps in (-(left as isize)..=right as isize).filter(|&steps| steps != 0) {
                    let other = Point::from_index(center).step(direction, steps);
                    let power = POWERS[(open(other, direction, -1) as isize - steps) as usize];
                    let place = (4 * other + direction as usize) as u16;
                    views.list.push(View { place, power });
                }
            }
        }
        views.starts[center + 1] = views.list.len() as u16;
    }
    (views, numbers)
}
