//! Speed of the threat solvers: stones placed per second, by the search for wins by fours and by
//! the search for wins by threats, and time to a verdict including the proof.
//!
//! The positions come from seeded random games, so every run does the same work. A solver forgets
//! everything before each round of positions, outside the measured time.

#![expect(missing_docs, reason = "criterion's macros make public items")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fukumi::control::{Control, Limits};
use fukumi::geometry::{BoardSize, Color, Point};
use fukumi::pattern::Shape;
use fukumi::position::Position;
use fukumi::rule::Rule;
use fukumi::solver::vcf::{self, Vcf};
use fukumi::solver::vct::{self, Vct};
use fukumi::solver::{Solver, Threats};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng, rngs::SmallRng};

/// Memory of both solvers together.
const MEMORY_BYTES: usize = 32 << 20;
/// Maximum number of stones placed for one position.
const NODES: u64 = 100_000;

/// A rule and a board, with seeds of games.
struct Suite {
    rule: Rule,
    side: i64,
    /// Seeds of positions whose search for a win by fours placed 1,000 stones or more when they
    /// were chosen; the first such seeds.
    fours: [u64; 16],
    /// The same for wins by threats, with 1,000 to 30,000 stones, in positions without a win by
    /// fours.
    threats: [u64; 16],
}

const SUITES: [Suite; 5] = [
    Suite {
        rule: Rule::Freestyle,
        side: 15,
        fours: [
            40, 380, 408, 754, 1011, 1382, 1863, 2436, 3311, 3667, 4043, 4421, 4660, 4804, 5026,
            5045,
        ],
        threats: [7, 13, 37, 44, 66, 70, 72, 80, 92, 94, 115, 140, 185, 195, 202, 231],
    },
    Suite {
        rule: Rule::Freestyle,
        side: 20,
        fours: [
            163, 375, 848, 1332, 1471, 1956, 2089, 2602, 3238, 3290, 3316, 3680, 3908, 3931, 4186,
            4214,
        ],
        threats: [9, 13, 18, 20, 31, 37, 39, 52, 60, 70, 108, 125, 130, 147, 152, 184],
    },
    Suite {
        rule: Rule::Standard,
        side: 15,
        fours: [
            11, 523, 711, 917, 1272, 1322, 1854, 2006, 2256, 2347, 2590, 2919, 2926, 3576, 3693,
            3875,
        ],
        threats: [7, 13, 15, 19, 39, 57, 66, 70, 72, 114, 119, 124, 137, 146, 147, 153],
    },
    Suite {
        rule: Rule::Renju,
        side: 15,
        fours: [107, 174, 206, 235, 242, 260, 300, 381, 389, 482, 498, 608, 626, 937, 977, 1106],
        threats: [0, 7, 12, 17, 26, 31, 37, 68, 73, 74, 83, 98, 101, 107, 108, 114],
    },
    Suite {
        rule: Rule::Caro,
        side: 15,
        fours: [41, 45, 235, 250, 295, 320, 323, 359, 368, 380, 392, 414, 424, 489, 490, 535],
        threats: [5, 11, 26, 35, 62, 74, 87, 92, 133, 134, 137, 138, 141, 161, 190, 193],
    },
];

impl Suite {
    fn name(&self) -> String {
        format!("{} {}", self.rule, self.side)
    }

    fn positions(&self, seeds: &[u64]) -> Vec<Position> {
        let position =
            |&seed| position(self.rule, self.side, seed).expect("the seed was chosen so");
        seeds.iter().map(position).collect()
    }
}

/// A position of a random game in which most moves make a shape; nobody has won, and nobody can win
/// at once. `None` if the game has no such position.
fn position(rule: Rule, side: i64, seed: u64) -> Option<Position> {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut position = Position::new(BoardSize::square(side).expect("a size in range"), rule);
    position.play(position.size().center());
    for _ in 0..random.random_range(12..48) {
        let us = position.to_move();
        let near: Vec<Point> =
            position.candidates().iter().filter(|&point| !position.is_forbidden(point)).collect();
        // Threats are stopped, so the stones pile up.
        let urgent: Vec<Point> = near
            .iter()
            .copied()
            .filter(|&point| position.shape(!us, point) >= Shape::OpenFour)
            .collect();
        let building: Vec<Point> = near
            .iter()
            .copied()
            .filter(|&point| (Shape::Two..Shape::Three).contains(&position.shape(us, point)))
            .collect();
        let pool = match () {
            () if !urgent.is_empty() => urgent,
            () if random.random_bool(0.7) && !building.is_empty() => building,
            () => near,
        };
        position.play(*pool.choose(&mut random)?);
    }
    let can_end =
        |&color: &Color| position.has_five(color) || position.count(color, Shape::Five) > 0;
    (!Color::ALL.iter().any(can_end)).then_some(position)
}

fn control() -> Control {
    Control::new(Instant::now(), Limits { nodes: Some(NODES), ..Limits::default() })
}

/// Time for `rounds` rounds, without the time that `clear` takes before each.
fn time<T>(
    rounds: u64,
    solver: &mut T,
    clear: impl Fn(&mut T),
    round: impl Fn(&mut T),
) -> Duration {
    let mut elapsed = Duration::ZERO;
    for _ in 0..rounds {
        clear(solver);
        let start = Instant::now();
        round(solver);
        elapsed += start.elapsed();
    }
    elapsed
}

fn fours(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fours");
    for suite in &SUITES {
        let positions = suite.positions(&suite.fours);
        let bounds = vcf::Bounds::nodes(NODES);
        let solve = |vcf: &mut Vcf, position: &Position| {
            black_box(vcf.solve(position, bounds, &control()));
            vcf.nodes()
        };
        let mut vcf = Vcf::new(MEMORY_BYTES / 16);
        let nodes = positions.iter().map(|position| solve(&mut vcf, position)).sum();
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(suite.name(), |bencher| {
            bencher.iter_custom(|rounds| {
                time(rounds, &mut vcf, Vcf::clear, |vcf| {
                    positions.iter().for_each(|position| _ = solve(vcf, position));
                })
            });
        });
    }
    group.finish();
}

fn threats(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("threats");
    for suite in &SUITES {
        let positions = suite.positions(&suite.threats);
        let bounds = vct::Bounds::nodes(NODES);
        let solve = |vct: &mut Vct, position: &Position| {
            let us = position.to_move();
            black_box(vct.solve(position, us, bounds, &control(), &mut |_| {}));
            vct.nodes()
        };
        let mut vct = Vct::new(MEMORY_BYTES / 16 * 15);
        let nodes = positions.iter().map(|position| solve(&mut vct, position)).sum();
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(suite.name(), |bencher| {
            bencher.iter_custom(|rounds| {
                time(rounds, &mut vct, Vct::clear, |vct| {
                    positions.iter().for_each(|position| _ = solve(vct, position));
                })
            });
        });
    }
    group.finish();
}

/// The verdicts that users ask for: positions per second, and time for all of them.
fn verdicts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("verdicts");
    for suite in &SUITES {
        for (name, threats, seeds) in [
            ("fours", Threats::Fours, &suite.fours),
            ("threats", Threats::FoursAndThrees, &suite.threats),
        ] {
            let positions = suite.positions(seeds);
            let mut solver = Solver::new(MEMORY_BYTES);
            group.throughput(Throughput::Elements(positions.len() as u64));
            group.bench_function(format!("{name} {}", suite.name()), |bencher| {
                bencher.iter_custom(|rounds| {
                    time(rounds, &mut solver, Solver::clear, |solver| {
                        for position in &positions {
                            let report = &mut |_: &_| {};
                            black_box(solver.solve(position, threats, false, &control(), report));
                        }
                    })
                });
            });
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(2));
    targets = fours, threats, verdicts
}
criterion_main!(benches);
