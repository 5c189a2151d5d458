//! Numbers of line windows: what stands on the cells up to [`REACH`] away from a cell along one line.
//!
//! A window is cut off by the edge of the board and by dead cells. Its number is that of its kind, given by the cells it has to the
//! left and to the right, plus a number to base three with a digit for each cell, the leftmost one the lowest: 0
//! empty, 1 Black, 2 White. A stone therefore changes the number of a window by a constant.

use std::ops::RangeInclusive;

use crate::board::{Board, Cell};
use crate::geometry::{Direction, GRID};

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

/// Where the windows of a cell end, and their numbers on an empty board; by direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    pub(super) left: [u8; 4],
    pub(super) right: [u8; 4],
    pub(super) empty: [u16; 4],
}

impl Reach {
    /// The steps from the cell to those whose windows see it, along a direction and against it.
    #[inline(always)]
    pub(super) fn along(&self, direction: Direction) -> RangeInclusive<isize> {
        let d = direction as usize;
        -isize::from(self.left[d])..=isize::from(self.right[d])
    }
}

/// The same for each cell of a board that is not dead, by the index of its point.
pub(super) fn reaches(board: &Board) -> Box<[Reach; GRID]> {
    let mut reaches = Box::new([Reach::default(); GRID]);
    for point in board.size().points().filter(|&point| board.cell(point) != Cell::Wall) {
        let reach = &mut reaches[point.index()];
        for direction in Direction::ALL {
            let cells = |sign: isize| {
                let is_open = |&count: &usize| {
                    board.cell_at(point.step(direction, sign * count as isize)) != Cell::Wall
                };
                (1..=REACH).take_while(is_open).count()
            };
            let (left, right) = (cells(-1), cells(1));
            reach.left[direction as usize] = left as u8;
            reach.right[direction as usize] = right as u8;
            reach.empty[direction as usize] = FIRST[left][right];
        }
    }
    reaches
}
