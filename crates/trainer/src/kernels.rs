//! The inner loops over cells: rows are gathered into features, features are multiplied by weights,
//! and gradients are scattered to rows.
//!
//! Each loop is written once, for sixteen numbers at a time. A `Machine` says how a processor
//! handles sixteen numbers. There is one for any processor, one for AVX2 with FMA and one for
//! AVX-512. The processor is asked once, see [`Kernels::best`]. Features are integers and the same
//! on all machines; sums of `f32` differ by rounding.
//!
//! The bodies have no closures. A closure would be a function of its own, which the compiler may
//! not compile for the processor's instructions.
//!
//! The cells of a sample are sorted by what they take part in: candidates first, then other open
//! points, then the remaining cells near a stone.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls of functions for some processors")
)]
#![expect(clippy::too_many_arguments, reason = "a kernel has no state of its own")]

use fukumi_core::eval::layout::{BOTH, CHANNELS, FACTORS, MESSAGES, REACH, SPREAD};

use self::machine::{LANES, Machine};
use crate::geometry::{PADDED, PADDED_STRIDE};
use crate::model::{FEATURE_MAX, Features, Row, SETS};

mod general;
mod machine;
#[cfg(target_arch = "x86_64")]
mod x86;

/// Number of parts of [`LANES`] numbers in the features of both colours.
const PARTS: usize = BOTH / LANES;

/// The rows that a cell sees: four of Black's view, then four of White's.
pub type CellRows = [u16; 8];
/// The weights of a position for the features of its cells: one set for a point itself, then one
/// for each message.
pub type Weights = [[f32; BOTH]; SETS];
/// One number for each set of weights.
pub type PerSet = [f32; SETS];

/// One number for each cell of a grid with a margin, see [`crate::geometry::Geometry::padded`].
/// Outside the board the numbers are 0.
pub type Grid = [f32; PADDED];
/// What messages are multiplied by on their way, by message and distance.
pub type Factors = [[f32; FACTORS]; MESSAGES];

/// A version of the kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernels {
    /// The version for any processor.
    General,
    /// AVX2 with FMA.
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::Avx2),
    /// AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::Avx512),
}

impl Kernels {
    /// The versions that this processor can run, the fastest last.
    pub fn available() -> Vec<Self> {
        let mut found = vec![Self::General];
        #[cfg(target_arch = "x86_64")]
        {
            found.extend(x86::Avx2::detect().map(Self::Avx2));
            found.extend(x86::Avx512::detect().map(Self::Avx512));
        }
        found
    }

    /// The fastest version that this processor can run.
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self::General)
    }

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::General => "general",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "AVX-512",
        }
    }
}

/// Defines a kernel in its general form, and the method that calls the version for the processor.
macro_rules! kernel {
    (
        $(#[$doc:meta])*
        fn $name:ident = $body_name:ident(
            $machine:ident; $($argument:ident: $type:ty),* $(,)?
        ) $body:block
    ) => {
        #[inline(always)]
        fn $body_name<M: Machine>($machine: M, $($argument: $type),*) $body

        impl Kernels {
            $(#[$doc])*
            pub fn $name(self, $($argument: $type),*) {
                #[cfg(target_arch = "x86_64")]
                {
                    #[target_feature(enable = "avx2,fma")]
                    fn avx2(machine: x86::Avx2, $($argument: $type),*) {
                        $body_name(machine, $($argument),*);
                    }

                    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,fma")]
                    fn avx512(machine: x86::Avx512, $($argument: $type),*) {
                        $body_name(machine, $($argument),*);
                    }

                    match self {
                        Self::General => $body_name(general::General, $($argument),*),
                        // SAFETY: a machine exists only if the processor has the enabled features.
                        Self::Avx2(machine) => unsafe { avx2(machine, $($argument),*) },
                        // SAFETY: as above.
                        Self::Avx512(machine) => unsafe { avx512(machine, $($argument),*) },
                    }
                }
                #[cfg(not(target_arch = "x86_64"))]
                $body_name(general::General, $($argument),*);
            }
        }
    };
}

/// One part of the features of both colours.
#[inline(always)]
fn part<T>(values: &[T; BOTH], part: usize) -> &[T; LANES] {
    &values.as_chunks::<LANES>().0[part]
}

/// One part of the features of both colours, for writing.
#[inline(always)]
fn part_mut<T>(values: &mut [T; BOTH], part: usize) -> &mut [T; LANES] {
    &mut values.as_chunks_mut::<LANES>().0[part]
}

/// Number of cells whose features can be summed in 16 bits: less than 32,768 / 127.
const CELLS_IN_SHORTS: usize = 256;

/// Adds sums of features in 16 bits to sums in 32 bits.
#[inline(always)]
fn add_to<M: Machine>(machine: M, own: [M::Shorts; PARTS], sums: &mut [i32; BOTH]) {
    for (index, own) in own.into_iter().enumerate() {
        let mut shorts = [0; LANES];
        machine.store_shorts(own, &mut shorts);
        let sums = part_mut(sums, index);
        sums.iter_mut().zip(shorts).for_each(|(sum, short)| *sum += i32::from(short));
    }
}

kernel! {
    /// Computes the features of cells from the rows they see, in units of 1/127, and adds them to
    /// `sums`.
    fn gather = gather_on(
        machine;
        table: &[Row],
        bias: &[i16; BOTH],
        rows: &[CellRows],
        features: &mut [Features],
        sums: &mut [i32; BOTH],
    ) {
        let chunks = rows.chunks(CELLS_IN_SHORTS).zip(features.chunks_mut(CELLS_IN_SHORTS));
        for (rows, features) in chunks {
            let mut own = [machine.load_shorts(&[0; LANES]); PARTS];
            for (rows, features) in rows.iter().zip(features) {
                for (index, own) in own.iter_mut().enumerate() {
                    let side = 4 * (index / (CHANNELS / LANES));
                    let half = index % (CHANNELS / LANES);
                    let mut sum = machine.load_shorts(part(bias, index));
                    for &row in &rows[side..side + 4] {
                        let row = &table[usize::from(row)].as_chunks::<LANES>().0[half];
                        sum = machine.add_shorts(sum, machine.widen(row));
                    }
                    let feature = machine.clip(sum);
                    machine.store_features(feature, part_mut(features, index));
                    *own = machine.add_shorts(*own, feature);
                }
            }
            add_to(machine, own, sums);
        }
    }
}

kernel! {
    /// Adds the features of these cells to `sums`. `far` holds the features by cell.
    fn add_far = add_far_on(machine; far: &[Features], cells: &[u16], sums: &mut [i32; BOTH]) {
        for cells in cells.chunks(CELLS_IN_SHORTS) {
            let mut own = [machine.load_shorts(&[0; LANES]); PARTS];
            for &cell in cells {
                let far = &far[usize::from(cell)];
                for (index, own) in own.iter_mut().enumerate() {
                    let feature = machine.widen_features(part(far, index));
                    *own = machine.add_shorts(*own, feature);
                }
            }
            add_to(machine, own, sums);
        }
    }
}

kernel! {
    /// Multiplies the features of cells by weights. The first `candidates` cells get products with
    /// all sets; the others get one with the first set, and their other products stay as they were.
    fn products = products_on(
        machine;
        features: &[Features],
        candidates: usize,
        weights: &Weights,
        products: &mut [PerSet],
    ) {
        let unit = 1.0 / FEATURE_MAX;
        for (index, (features, products)) in features.iter().zip(products).enumerate() {
            let mut numbers = [machine.splat(0.0); PARTS];
            for (index, number) in numbers.iter_mut().enumerate() {
                *number = machine.to_floats(part(features, index));
            }
            let sets = if index < candidates { SETS } else { 1 };
            for (weights, product) in weights.iter().zip(products).take(sets) {
                let mut sum = machine.splat(0.0);
                for (index, &number) in numbers.iter().enumerate() {
                    sum = machine.multiply_add(number, machine.load(part(weights, index)), sum);
                }
                *product = unit * machine.total(sum);
            }
        }
    }
}

kernel! {
    /// Computes the gradient by the weights of [`Kernels::products`] from the gradient by its
    /// products.
    fn weight_gradient = weight_gradient_on(
        machine;
        features: &[Features],
        candidates: usize,
        grad_products: &[PerSet],
        grad_weights: &mut Weights,
    ) {
        let unit = machine.splat(1.0 / FEATURE_MAX);
        let candidates = candidates.min(features.len()).min(grad_products.len());
        for index in 0..PARTS {
            let mut sums = [machine.splat(0.0); SETS];
            for (features, slopes) in features[..candidates].iter().zip(grad_products) {
                let features = machine.to_floats(part(features, index));
                for (sum, &slope) in sums.iter_mut().zip(slopes) {
                    *sum = machine.multiply_add(features, machine.splat(slope), *sum);
                }
            }
            let products = &grad_products[candidates..];
            for (features, slopes) in features[candidates..].iter().zip(products) {
                let features = machine.to_floats(part(features, index));
                sums[0] = machine.multiply_add(features, machine.splat(slopes[0]), sums[0]);
            }
            for (weights, sum) in grad_weights.iter_mut().zip(sums) {
                let scaled = machine.multiply_add(sum, unit, machine.splat(0.0));
                machine.store(scaled, part_mut(weights, index));
            }
        }
    }
}

/// How many cells ahead the rows of a gradient are fetched. Their table is larger than a
/// second-level cache.
const CELLS_AHEAD: usize = 3;

kernel! {
    /// Adds the gradient by the features of cells to the gradients by the rows they see,
    /// `grad_rows`, and by the bias. Clipped features have no gradient.
    ///
    /// Each cell's gradient is `grad_sums`, plus the part from the products with `weights` for the
    /// cells in `grad_products`. The first `candidates` of these take part in all sets, the others
    /// in the first.
    fn scatter = scatter_on(
        machine;
        features: &[Features],
        rows: &[CellRows],
        grad_sums: &[f32; BOTH],
        candidates: usize,
        weights: &Weights,
        grad_products: &[PerSet],
        grad_rows: &mut [[f32; CHANNELS]],
        grad_bias: &mut [f32; BOTH],
    ) {
        let mut grad_all = [machine.splat(0.0); PARTS];
        let mut grad_biases = grad_all;
        for index in 0..PARTS {
            grad_all[index] = machine.load(part(grad_sums, index));
            grad_biases[index] = machine.load(part(grad_bias, index));
        }
        for (number, (features, own)) in features.iter().zip(rows).enumerate() {
            if let Some(rows) = rows.get(number + CELLS_AHEAD) {
                for &row in rows {
                    machine.fetch(&grad_rows[usize::from(row)]);
                }
            }
            let mut slopes = grad_all;
            if let Some(grad_products) = grad_products.get(number) {
                let sets = if number < candidates { SETS } else { 1 };
                for (&product, weights) in grad_products.iter().zip(weights).take(sets) {
                    let product = machine.splat(product);
                    for (index, slope) in slopes.iter_mut().enumerate() {
                        let weight = machine.load(part(weights, index));
                        *slope = machine.multiply_add(product, weight, *slope);
                    }
                }
            }
            for (index, slope) in slopes.iter_mut().enumerate() {
                *slope = machine.where_open(part(features, index), *slope);
                grad_biases[index] = machine.add(grad_biases[index], *slope);
            }
            for (index, &row) in own.iter().enumerate() {
                let halves = grad_rows[usize::from(row)].as_chunks_mut::<LANES>().0;
                for (half, numbers) in halves.iter_mut().enumerate() {
                    let slope = slopes[index / 4 * (CHANNELS / LANES) + half];
                    machine.store(machine.add(machine.load(numbers), slope), numbers);
                }
            }
        }
        for (index, grad_biases) in grad_biases.into_iter().enumerate() {
            machine.store(grad_biases, part_mut(grad_bias, index));
        }
    }
}

kernel! {
    /// Adds the same gradient, `grad_sums`, to the sums of each of these cells.
    fn add_to_cells = add_to_cells_on(
        machine;
        grad_sums: &[f32; BOTH],
        cells: &[u16],
        grad_cells: &mut [[f32; BOTH]],
    ) {
        for index in 0..PARTS {
            let slope = machine.load(part(grad_sums, index));
            for &cell in cells {
                let sum = part_mut(&mut grad_cells[usize::from(cell)], index);
                machine.store(machine.add(machine.load(sum), slope), sum);
            }
        }
    }
}

/// Length of the slice of a grid around sixteen cells of a row: from four up and four to the left
/// of the first cell to at least four down and four to the right of the last one.
const AROUND: usize = (2 * REACH + 1) * PADDED_STRIDE;
const _: () = assert!(2 * REACH + LANES <= PADDED_STRIDE && SPREAD <= REACH);

/// Where the four cells at each distance from the first of sixteen cells lie in a slice of length
/// [`AROUND`]: on straight lines, then on diagonals.
const NEIGHBORS: [[usize; 4]; FACTORS] = {
    let mut neighbors = [[0; 4]; FACTORS];
    let middle = REACH * PADDED_STRIDE + REACH;
    let mut distance = 1;
    while distance <= SPREAD {
        let (row, cell) = (distance * PADDED_STRIDE, distance);
        neighbors[distance - 1] = [middle - row, middle - cell, middle + cell, middle + row];
        neighbors[SPREAD + distance - 1] =
            [middle - row - cell, middle - row + cell, middle + row - cell, middle + row + cell];
        distance += 1;
    }
    neighbors
};

/// The numbers around sixteen cells of a row, starting at `column`.
#[inline(always)]
fn around(grid: &Grid, row: usize, column: usize) -> &[f32; AROUND] {
    grid[row * PADDED_STRIDE + column..].first_chunk().expect("the grid has a margin")
}

/// Sixteen cells of a row, starting at `column`.
#[inline(always)]
fn cells(grid: &Grid, row: usize, column: usize) -> &[f32; LANES] {
    let start = (row + REACH) * PADDED_STRIDE + REACH + column;
    grid[start..].first_chunk().expect("the grid has a margin")
}

/// Sixteen cells of a row, starting at `column`, for writing.
#[inline(always)]
fn cells_mut(grid: &mut Grid, row: usize, column: usize) -> &mut [f32; LANES] {
    let start = (row + REACH) * PADDED_STRIDE + REACH + column;
    grid[start..].first_chunk_mut().expect("the grid has a margin")
}

/// The sums of the four numbers at one distance from each of sixteen cells.
#[inline(always)]
fn four<M: Machine>(machine: M, around: &[f32; AROUND], neighbors: &[usize; 4]) -> M::Floats {
    let mut sums = [machine.splat(0.0); 2];
    for (index, &start) in neighbors.iter().enumerate() {
        let numbers = around[start..].first_chunk().expect("neighbours lie around");
        sums[index % 2] = machine.add(sums[index % 2], machine.load(numbers));
    }
    machine.add(sums[0], sums[1])
}

kernel! {
    /// Computes what the cells of a board receive, summed over all messages, from what each cell
    /// sends. A message goes to the cells up to four away on the lines through its cell.
    fn receive = receive_on(
        machine;
        sent: &[Grid; MESSAGES],
        factors: &Factors,
        rows: usize,
        columns: usize,
        received: &mut Grid,
    ) {
        for row in 0..rows {
            for column in (0..columns).step_by(LANES) {
                let mut sum = machine.splat(0.0);
                for (sent, factors) in sent.iter().zip(factors) {
                    let around = around(sent, row, column);
                    for (neighbors, &factor) in NEIGHBORS.iter().zip(factors) {
                        let four = four(machine, around, neighbors);
                        sum = machine.multiply_add(four, machine.splat(factor), sum);
                    }
                }
                machine.store(sum, cells_mut(received, row, column));
            }
        }
    }
}

kernel! {
    /// The backward pass of [`Kernels::receive`]. `slopes` is the gradient by what the cells
    /// receive; the results are the gradients by what each cell sends and by the factors. A cell
    /// sends to the same cells from which it receives.
    fn receive_back = receive_back_on(
        machine;
        slopes: &Grid,
        sent: &[Grid; MESSAGES],
        factors: &Factors,
        rows: usize,
        columns: usize,
        grad_sent: &mut [Grid; MESSAGES],
        grad_factors: &mut Factors,
    ) {
        let mut sums = [[machine.splat(0.0); FACTORS]; MESSAGES];
        for row in 0..rows {
            for column in (0..columns).step_by(LANES) {
                let around = around(slopes, row, column);
                let mut fours = [machine.splat(0.0); FACTORS];
                for (sum, neighbors) in fours.iter_mut().zip(&NEIGHBORS) {
                    *sum = four(machine, around, neighbors);
                }
                for message in 0..MESSAGES {
                    let sent = machine.load(cells(&sent[message], row, column));
                    let mut slope = machine.splat(0.0);
                    for factor in 0..FACTORS {
                        let by = machine.splat(factors[message][factor]);
                        slope = machine.multiply_add(fours[factor], by, slope);
                        let sum = &mut sums[message][factor];
                        *sum = machine.multiply_add(fours[factor], sent, *sum);
                    }
                    machine.store(slope, cells_mut(&mut grad_sent[message], row, column));
                }
            }
        }
        for (slopes, sums) in grad_factors.iter_mut().zip(sums) {
            for (slope, sum) in slopes.iter_mut().zip(sums) {
                *slope = machine.total(sum);
            }
        }
    }
}

#[cfg(test)]
mod tests;
