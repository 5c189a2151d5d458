use fukumi_core::geometry::BoardSize;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use super::*;
use crate::geometry::Geometry;

/// Random arguments of the kernels.
struct Input {
    table: Vec<Row>,
    bias: [i16; BOTH],
    far: Vec<Features>,
    /// More cells than can be summed in 16 bits.
    cells: Vec<u16>,
    rows: Vec<CellRows>,
    weights: Weights,
    slopes: Vec<PerSet>,
    grad_sums: [f32; BOTH],
}

const CANDIDATES: usize = 90;
const OPEN: usize = 170;

fn input(random: &mut SmallRng) -> Input {
    let mut rows = || std::array::from_fn(|_| random.random_range(0..500));
    let rows = (0..300).map(|_| rows()).collect();
    let mut row = || std::array::from_fn(|_| random.random_range(-127..=127));
    let table = (0..500).map(|_| row()).collect();
    let mut slopes: Vec<PerSet> =
        (0..OPEN).map(|_| std::array::from_fn(|_| random.random_range(-1.0..1.0))).collect();
    slopes[CANDIDATES..].iter_mut().for_each(|slopes| slopes[1..].fill(0.0));
    Input {
        table,
        bias: std::array::from_fn(|_| random.random_range(-50..50)),
        far: (0..300).map(|_| std::array::from_fn(|_| random.random_range(0..=127))).collect(),
        cells: (0..300).collect(),
        rows,
        weights: std::array::from_fn(|_| std::array::from_fn(|_| random.random_range(-1.0..1.0))),
        slopes,
        grad_sums: std::array::from_fn(|_| random.random_range(-1.0..1.0)),
    }
}

struct Output {
    features: Vec<Features>,
    sums: [i32; BOTH],
    far_sums: [i32; BOTH],
    products: Vec<PerSet>,
    grad_weights: Weights,
    grad_rows: Vec<[f32; CHANNELS]>,
    grad_bias: [f32; BOTH],
    grad_far: Vec<[f32; BOTH]>,
}

fn output(kernels: Kernels, input: &Input) -> Output {
    let mut features = vec![[0; BOTH]; input.rows.len()];
    let mut sums = [7; BOTH];
    kernels.gather(&input.table, &input.bias, &input.rows, &mut features, &mut sums);
    let mut far_sums = [7; BOTH];
    kernels.add_far(&input.far, &input.cells, &mut far_sums);
    let mut products = vec![[0.0; SETS]; OPEN];
    kernels.products(&features[..OPEN], CANDIDATES, &input.weights, &mut products);
    let mut grad_weights = [[0.0; BOTH]; SETS];
    kernels.weight_gradient(&features[..OPEN], CANDIDATES, &input.slopes, &mut grad_weights);
    let mut grad_rows = vec![[1.0; CHANNELS]; input.table.len()];
    let mut grad_bias = [2.0; BOTH];
    let mut grad_far = vec![[3.0; BOTH]; input.far.len()];
    kernels.scatter(
        &features,
        &input.rows,
        &input.grad_sums,
        CANDIDATES,
        &input.weights,
        &input.slopes,
        &mut grad_rows,
        &mut grad_bias,
    );
    kernels.add_to_cells(&input.grad_sums, &input.cells, &mut grad_far);
    Output { features, sums, far_sums, products, grad_weights, grad_rows, grad_bias, grad_far }
}

#[test]
fn the_general_kernels_compute_what_they_say() {
    let input = input(&mut SmallRng::seed_from_u64(1));
    let output = output(Kernels::General, &input);
    let near =
        |a: f32, b: f64| assert!((f64::from(a) - b).abs() < 1e-3 * b.abs().max(1.0), "{a} {b}");
    let (mut sums, mut far_sums) = ([7; BOTH], [7; BOTH]);
    let mut grad_rows = vec![[1.0_f64; CHANNELS]; input.table.len()];
    let mut grad_bias = [2.0; BOTH];
    for cell in 0..input.rows.len() {
        for index in 0..BOTH {
            let side = index / CHANNELS;
            let rows = &input.rows[cell][4 * side..4 * side + 4];
            let values = rows.iter().map(|&row| input.table[usize::from(row)][index % CHANNELS]);
            let sum = values.map(i32::from).sum::<i32>() + i32::from(input.bias[index]);
            let feature = sum.clamp(0, 127);
            assert_eq!(i32::from(output.features[cell][index]), feature);
            sums[index] += feature;
            far_sums[index] += i32::from(input.far[cell][index]);

            let by_set = input.slopes.get(cell).copied().unwrap_or_default();
            let grad_products = by_set.iter().zip(&input.weights);
            let grad_feature = grad_products
                .map(|(&slope, weights)| f64::from(slope) * f64::from(weights[index]))
                .sum::<f64>()
                + f64::from(input.grad_sums[index]);
            near(output.grad_far[cell][index], 3.0 + f64::from(input.grad_sums[index]));
            if (1..127).contains(&sum) {
                rows.iter()
                    .for_each(|&r| grad_rows[usize::from(r)][index % CHANNELS] += grad_feature);
                grad_bias[index] += grad_feature;
            }
        }
    }
    assert_eq!((output.sums, output.far_sums), (sums, far_sums));
    let feature = |cell: usize, index: usize| f64::from(output.features[cell][index]) / 127.0;
    for (cell, products) in output.products.iter().enumerate() {
        for (set, &product) in products.iter().enumerate() {
            let terms = (0..BOTH).map(|i| feature(cell, i) * f64::from(input.weights[set][i]));
            near(product, if set == 0 || cell < CANDIDATES { terms.sum() } else { 0.0 });
        }
    }
    for set in 0..SETS {
        for index in 0..BOTH {
            let terms = input.slopes.iter().enumerate();
            let terms = terms.map(|(cell, slopes)| f64::from(slopes[set]) * feature(cell, index));
            near(output.grad_weights[set][index], terms.sum());
        }
    }
    for (row, expected) in output.grad_rows.iter().zip(&grad_rows) {
        row.iter().zip(expected).for_each(|(&value, &expected)| near(value, expected));
    }
    output.grad_bias.iter().zip(grad_bias).for_each(|(&value, expected)| near(value, expected));
}

/// Random numbers for the cells of a board, and zeros outside.
fn grid(random: &mut SmallRng, geometry: &Geometry) -> Grid {
    let mut grid = [0.0; PADDED];
    for &cell in &geometry.padded {
        grid[usize::from(cell)] = random.random_range(-1.0..1.0_f32).max(-0.3);
    }
    grid
}

#[test]
fn messages_go_to_the_cells_on_the_lines_of_a_cell() {
    let mut random = SmallRng::seed_from_u64(2);
    for (width, height) in [(9, 12), (15, 15), (22, 22), (17, 5)] {
        let size = BoardSize::new(width, height).unwrap();
        let geometry = Geometry::new(size);
        let sent: [Grid; MESSAGES] = std::array::from_fn(|_| grid(&mut random, &geometry));
        let slopes = grid(&mut random, &geometry);
        let factors: Factors =
            std::array::from_fn(|_| std::array::from_fn(|_| random.random_range(-1.0..1.0)));
        let (rows, columns) = (height as usize, width as usize);
        let mut expected = [0.0_f64; PADDED];
        let mut grad_sent = [[0.0_f64; PADDED]; MESSAGES];
        let mut grad_factors = [[0.0_f64; FACTORS]; MESSAGES];
        for (from, &padded) in geometry.padded.iter().enumerate() {
            for (to, &other) in geometry.padded.iter().enumerate() {
                let dx = (from % columns).abs_diff(to % columns);
                let dy = (from / columns).abs_diff(to / columns);
                let far = dx.max(dy);
                if !(1..=4).contains(&far) || !(dx == 0 || dy == 0 || dx == dy) {
                    continue;
                }
                let factor = far - 1 + if dx == dy { 4 } else { 0 };
                let (from, to) = (usize::from(padded), usize::from(other));
                for message in 0..MESSAGES {
                    let [sent, slope] = [sent[message][from], slopes[to]].map(f64::from);
                    let by = f64::from(factors[message][factor]);
                    expected[to] += by * sent;
                    grad_sent[message][from] += by * slope;
                    grad_factors[message][factor] += slope * sent;
                }
            }
        }
        for kernels in Kernels::available() {
            let near = |a: f32, b: f64| {
                assert!((f64::from(a) - b).abs() < 1e-4, "{}: {a} {b}", kernels.name());
            };
            // The old contents make no difference.
            let mut received = [5.0; PADDED];
            kernels.receive(&sent, &factors, rows, columns, &mut received);
            let (mut by_sent, mut by_factors) = ([[6.0; PADDED]; MESSAGES], [[7.0; FACTORS]; 4]);
            kernels.receive_back(
                &slopes,
                &sent,
                &factors,
                rows,
                columns,
                &mut by_sent,
                &mut by_factors,
            );
            for cell in geometry.padded.iter().map(|&cell| usize::from(cell)) {
                near(received[cell], expected[cell]);
                by_sent.iter().zip(&grad_sent).for_each(|(a, b)| near(a[cell], b[cell]));
            }
            let factors = by_factors.as_flattened().iter().zip(grad_factors.as_flattened());
            factors.for_each(|(&a, &b)| near(a, b));
        }
    }
}

/// On a machine without AVX2 there is nothing to compare.
#[test]
fn all_kernels_compute_the_same_up_to_rounding() {
    for seed in 0..5 {
        let input = input(&mut SmallRng::seed_from_u64(seed));
        let expected = output(Kernels::General, &input);
        for kernels in Kernels::available() {
            let output = output(kernels, &input);
            assert_eq!(output.features, expected.features, "{}", kernels.name());
            assert_eq!(output.sums, expected.sums, "{}", kernels.name());
            assert_eq!(output.far_sums, expected.far_sums, "{}", kernels.name());
            let near = |a: &[f32], b: &[f32]| {
                let is_near = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-4 * b.abs().max(1.0);
                assert!(a.iter().zip(b).all(is_near), "{}", kernels.name());
            };
            near(output.products.as_flattened(), expected.products.as_flattened());
            near(output.grad_weights.as_flattened(), expected.grad_weights.as_flattened());
            near(output.grad_rows.as_flattened(), expected.grad_rows.as_flattened());
            near(&output.grad_bias, &expected.grad_bias);
            near(output.grad_far.as_flattened(), expected.grad_far.as_flattened());
        }
    }
}
