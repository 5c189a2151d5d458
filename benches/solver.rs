//! Speed of the threat solvers: stones placed per second, by the search for wins by fours and by
//! the search for wins by threats, and time to a verdict including the proof.
//!
//! The positions come from seeded random games, so every run does the same work. A solver forgets
//! everything before each round of positions, outside the measured time.
//!
//! One-off questions come first, each put to a new solver: 60 of each kind from the games, and
//! public puzzles from `../shared/data` where that folder exists. Each question is timed twice,
//! without and with the creation of its solver.

#![expect(missing_docs, reason = "criterion's macros make public items")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group};
use fukumi_core::control::{Control, Limits};
use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::pattern::Shape;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::solver::vcf::{self, Vcf};
use fukumi_core::solver::vct::{self, Vct};
use fukumi_core::solver::{Solver, Threats};
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

/// A position of a random game in which most moves make a shape; no side has won, nor can win
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

/// Memory of the solver that gets a one-off question.
const QUESTION_BYTES: usize = 16 << 20;
/// Stones for one such question, at most.
const QUESTION_NODES: u64 = 1_000_000;
/// How often each such question is put; the shortest time counts.
const REPEATS: usize = 5;
/// Positions of each suite that make one-off questions: 60 in all.
const PER_SUITE: usize = 12;

/// Prints the times of one-off questions.
fn questions() {
    let own = |seeds: fn(&Suite) -> &[u64; 16]| -> Vec<Position> {
        let positions = SUITES.iter().map(|suite| suite.positions(&seeds(suite)[..PER_SUITE]));
        positions.flatten().collect()
    };
    ask_all("fours", Threats::Fours, &own(|suite| &suite.fours));
    ask_all("threats", Threats::FoursAndThrees, &own(|suite| &suite.threats));
    for (kind, threats) in [("vcf", Threats::Fours), ("vct", Threats::FoursAndThrees)] {
        let path = format!("{}/../shared/data/{kind}/renju15.txt", env!("CARGO_MANIFEST_DIR"));
        match std::fs::read_to_string(&path) {
            Ok(text) => {
                let puzzles: Vec<Position> = text.lines().filter_map(puzzle).collect();
                let step = (puzzles.len() / 60).max(1);
                let puzzles: Vec<Position> = puzzles.into_iter().step_by(step).take(60).collect();
                ask_all(&format!("{kind} puzzles"), threats, &puzzles);
            }
            Err(error) => println!("{kind} puzzles are left out: {path}: {error}"),
        }
    }
}

/// The position of a line such as `id size=15 rule=renju turn=b black=h8,i9 white=h9`.
fn puzzle(line: &str) -> Option<Position> {
    let field =
        |name: &str| line.split(' ').find_map(|field| field.strip_prefix(name)?.strip_prefix('='));
    let size = BoardSize::square(field("size")?.parse().ok()?)?;
    let mut position = Position::new(size, Rule::Renju);
    for (color, name) in [(Color::Black, "black"), (Color::White, "white")] {
        for label in field(name)?.split(',') {
            position.place(color, size.parse_label(label)?);
        }
    }
    position.set_to_move(if field("turn")? == "b" { Color::Black } else { Color::White });
    Some(position)
}

/// Prints median, longest and total time of these questions.
fn ask_all(name: &str, threats: Threats, positions: &[Position]) {
    let (mut without, mut with) = (Vec::new(), Vec::new());
    for position in positions {
        let times = (0..REPEATS).map(|_| ask_new_solver(position, threats));
        let (asked, made) = times.fold((Duration::MAX, Duration::MAX), |least, time| {
            (least.0.min(time.0), least.1.min(time.1))
        });
        without.push(asked);
        with.push(made);
    }
    let count = positions.len();
    for (times, what) in [(&mut without, "solver made before"), (&mut with, "solver included")] {
        times.sort_unstable();
        let (median, most) = (times[count / 2], times[count - 1]);
        let total: Duration = times.iter().sum();
        println!(
            "{name}, {count} questions, {what}: median {median:.1?}, longest {most:.1?}, \
             all {total:.1?}"
        );
    }
}

/// Time that the question takes, and the same with what it takes to make the solver.
fn ask_new_solver(position: &Position, threats: Threats) -> (Duration, Duration) {
    let limits = Limits { nodes: Some(QUESTION_NODES), ..Limits::default() };
    let control = Control::new(Instant::now(), limits);
    let start = Instant::now();
    let mut solver = Solver::new(QUESTION_BYTES);
    let made = start.elapsed();
    black_box(solver.solve(position, threats, false, &control, &mut |_| {}));
    let whole = start.elapsed();
    (whole - made, whole)
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(2));
    targets = fours, threats, verdicts
}
fn main() {
    questions();
    benches();
    Criterion::default().configure_from_args().final_summary();
}
