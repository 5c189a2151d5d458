//! The cells of a group of samples: which there are, which rows they see, and their features.

use std::ops::Range;

use fukumi_core::eval::layout::BOTH;

use super::color_params::exchange;
use crate::cells::{Cells, Counts};
use crate::kernels::{CellRows, Kernels};
use crate::model::{FEATURE_MAX, Features, Model, SUM_SCALE};
use crate::replay::Sample;

/// Samples in a group.
pub(super) const GROUP: usize = 32;

/// The cells of one sample.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// Index of the sample's first cell.
    pub(super) first: usize,
    /// How many cells of each kind the sample has.
    pub(super) counts: Counts,
}

impl Seen {
    /// The cells where the engine considers a move.
    pub(super) fn candidates(self) -> Range<usize> {
        self.first..self.first + self.counts.candidates
    }

    /// Those cells and all other empty cells near a stone.
    pub(super) fn open(self) -> Range<usize> {
        self.first..self.first + self.counts.open
    }

    /// Those cells and the cells with stones.
    pub(super) fn near(self) -> Range<usize> {
        self.first..self.first + self.counts.near
    }
}

/// The cells of a group.
pub(super) struct Group {
    /// The stones of the sample that was looked at last.
    board: Cells,
    /// One for each sample.
    pub(super) seen: Vec<Seen>,
    /// All cells of all samples.
    pub(super) cells: Vec<u16>,
    /// For the cells near a stone: the rows they see.
    pub(super) rows: Vec<CellRows>,
    /// For the cells near a stone: their features.
    pub(super) features: Vec<Features>,
}

impl Group {
    pub(super) fn new() -> Self {
        Self {
            board: Cells::default(),
            seen: Vec::with_capacity(GROUP),
            cells: Vec::new(),
            rows: Vec::new(),
            features: Vec::new(),
        }
    }

    /// Gathers the features of samples and computes the inputs of the layers from them.
    pub(super) fn gather(
        &mut self,
        model: &Model,
        kernels: Kernels,
        samples: &[&Sample],
        inputs: &mut [f32],
    ) {
        self.cells.clear();
        self.seen.clear();
        for (sample, inputs) in samples.iter().zip(inputs.as_chunks_mut::<BOTH>().0) {
            let seen = self.look(model, sample);
            self.seen.push(seen);
            let (tables, geometry) = (&model.tables, usize::from(sample.geometry));
            let far = &self.cells[seen.near().end..];
            let mut sums = tables.far_sums[geometry].map(|sum| -sum);
            let rows = &self.rows[seen.near()];
            let features = &mut self.features[seen.near()];
            kernels.gather(&tables.rows, &tables.bias, rows, features, &mut sums);
            kernels.add_far(&tables.far[geometry], far, &mut sums);
            for (input, sum) in inputs.iter_mut().zip(sums) {
                *input = sum as f32 * (1.0 / (FEATURE_MAX * SUM_SCALE));
            }
            exchange(inputs, sample.to_move);
        }
    }

    /// Finds the cells of a sample and the rows they see.
    fn look(&mut self, model: &Model, sample: &Sample) -> Seen {
        let geometry = &model.geometries[usize::from(sample.geometry)];
        self.board.set(geometry, &sample.stones);
        let first = self.cells.len();
        let counts = self.board.list(geometry, &mut self.cells);
        let end = self.cells.len();
        if self.features.len() < end {
            self.rows.resize(2 * end, [0; 8]);
            self.features.resize(2 * end, [0; BOTH]);
        }
        let seen = Seen { first, counts };
        for (rows, &cell) in self.rows[seen.near()].iter_mut().zip(&self.cells[seen.near()]) {
            let windows = self.board.windows(geometry, cell);
            let views = windows.map(|window| model.tables.rows_by_window[usize::from(window)]);
            *rows = std::array::from_fn(|index| views[index % 4][index / 4]);
        }
        seen
    }

    /// The cells of a sample that are far from all stones.
    pub(super) fn far(&self, index: usize) -> &[u16] {
        let end = self.seen.get(index + 1).map_or(self.cells.len(), |next| next.first);
        &self.cells[self.seen[index].near().end..end]
    }

    /// The features of a cell as numbers from 0 to 1, those of the side to move first.
    pub(super) fn features_of(&self, cell: usize, to_move: u8) -> [f32; BOTH] {
        let mut features = self.features[cell].map(|feature| f32::from(feature) / FEATURE_MAX);
        exchange(&mut features, to_move);
        features
    }
}
