//! What the kernels update: the state of a board without its history, and the change by one stone.

use crate::board::Stone;
use crate::geometry::GRID;

use super::layout::BOTH;
use super::model::Features;
use super::windows::{MOST_CELLS, MOST_VIEWS};

/// What depends on the stones alone.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct State {
    /// Window numbers by place. The place of a window is four times the index of its cell plus the
    /// number of its direction.
    pub(super) numbers: Box<[u16; 4 * GRID]>,
    /// Sum of the rows of each cell before clipping, indexed by slot.
    pub(super) cells: Box<[Features<i16>]>,
    /// Sums of the features of all cells, as differences from the empty board.
    pub(super) sums: Features<i32>,
}

/// What one more stone changes. A step keeps the cells and the sums of the other side: those with
/// the stone while the accumulator is without it, and those without the stone once it is added. To
/// add or remove the stone is to exchange them.
#[derive(Clone)]
pub(super) struct Step {
    /// The stone, and the key of the stones below it. `None` if the step is not filled in.
    pub(super) stone: Option<(Stone, u64)>,
    /// The numbers of the windows that include the stone, without and with it. The order is that of
    /// [`Views`](super::windows::Views): the windows of the stone's own cell come first.
    pub(super) numbers: [[u16; 2]; MOST_VIEWS],
    /// The cells of these windows in the same order, each once: the stone's own cell, then one cell
    /// for each further window.
    pub(super) cells: [Features<i16>; MOST_CELLS],
    /// The sums of the features of all cells.
    pub(super) sums: Features<i32>,
}

impl Step {
    pub(super) const EMPTY: Self = Self {
        stone: None,
        numbers: [[0; 2]; MOST_VIEWS],
        cells: [Features([0; BOTH]); MOST_CELLS],
        sums: Features([0; BOTH]),
    };
}
