//! Speed of both evaluations in one run: scores of siblings, scores after a move, appeals of all
//! candidates, the parts of the network, a new scorer, and searches with a fixed number of nodes,
//! in nodes per second.

#![expect(missing_docs, reason = "criterion's macros make public items")]

use std::hint::black_box;
use std::time::Instant;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use fukumi_core::control::{Control, Limits};
use fukumi_core::eval::{Evaluation, Kind, Scorer};
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::search::report::Outcome;
use fukumi_core::search::{Request, Searcher};
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{SeedableRng, rngs::SmallRng};

/// Stones of the position that is scored.
const STONES: usize = 24;
/// Number of moves that are tried in it.
const SIBLINGS: usize = 16;
/// Number of positions that are searched under each rule.
const SEARCHED: usize = 6;
/// Stones of the searched positions.
const SEARCHED_STONES: usize = 16;
/// How many of these stones are placed at random; searches find the others.
const RANDOM_STONES: usize = 5;
/// Node limit of a search for such a stone.
const NODES_FOR_STONE: u64 = 2_000;
/// Node limit of a search that is timed.
const NODES: u64 = 100_000;

const BOARDS: [(Rule, i64); 5] = [
    (Rule::Freestyle, 15),
    (Rule::Freestyle, 20),
    (Rule::Standard, 15),
    (Rule::Renju, 15),
    (Rule::CaroOverline, 15),
];

/// A position with this many stones, from random moves near each other.
fn random_position(rule: Rule, side: i64, stones: usize, random: &mut SmallRng) -> Position {
    let size = BoardSize::square(side).expect("a size in range");
    let mut position = Position::with_tables(size, Evaluation::of(rule, size).tables());
    position.play(position.size().center());
    while position.board().stones().len() < stones {
        let near: Vec<Point> = position.candidates().iter().collect();
        position.play(*near.choose(random).expect("the board has room"));
    }
    position
}

/// A random position, and some moves in it.
fn middle_game(rule: Rule, side: i64) -> (Position, Vec<Point>) {
    let mut random = SmallRng::seed_from_u64(1);
    let position = random_position(rule, side, STONES, &mut random);
    let moves = position.candidates().iter().choose_multiple(&mut random, SIBLINGS);
    (position, moves)
}

/// Runs a bench for each rule and evaluation.
fn each(
    group: &mut BenchmarkGroup<'_, WallTime>,
    elements: usize,
    mut run: impl FnMut(&mut Position, &[Point], &mut Scorer),
) {
    group.throughput(Throughput::Elements(elements as u64));
    for (rule, side) in BOARDS {
        let (mut position, moves) = middle_game(rule, side);
        for kind in &Kind::ALL {
            let mut scorer = Scorer::new(&position, kind);
            group.bench_function(format!("{rule} {side} {kind}"), |bencher| {
                bencher.iter(|| run(&mut position, &moves, &mut scorer));
            });
        }
    }
}

/// The last stone differs each time, as among the children of a node.
fn siblings(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("score of a sibling");
    each(&mut group, SIBLINGS, |position, moves, scorer| {
        for &point in moves {
            position.play(point);
            black_box(scorer.score(position));
            position.undo();
        }
    });
    group.finish();
}

/// The stones are added one by one, as down a line, and then taken back.
fn line(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("score down a line");
    each(&mut group, SIBLINGS, |position, moves, scorer| {
        for &point in moves {
            position.play(point);
            black_box(scorer.score(position));
        }
        moves.iter().for_each(|_| position.undo());
    });
    group.finish();
}

fn appeals(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("appeals of all candidates");
    each(&mut group, 1, |position, _, scorer| {
        black_box(scorer.appeals(position, None));
    });
    group.finish();
}

/// The parts of the network for a position from play. The value and the policy of a position that
/// the scorer has just seen need no update. For an update, two positions with a different last
/// stone take turns; the figure includes their value.
fn parts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("network");
    group.throughput(Throughput::Elements(1));
    for (rule, side) in BOARDS {
        let position = (1..).find_map(|seed| open_position(rule, side, seed));
        let position = position.expect("some seed leads to an open position");
        let mut scorer = Scorer::new(&position, &Kind::Network);
        group.bench_function(format!("value, {rule} {side}"), |bencher| {
            bencher.iter(|| scorer.score(black_box(&position)));
        });
        group.bench_function(format!("policy, {rule} {side}"), |bencher| {
            bencher.iter(|| scorer.appeals(black_box(&position), None).len());
        });
        let mut siblings = position.candidates().iter().take(2).map(|point| {
            let mut sibling = position.clone();
            sibling.play(point);
            sibling
        });
        let siblings = [siblings.next(), siblings.next()].map(|sibling| sibling.expect("two"));
        group.bench_function(format!("update and value, {rule} {side}"), |bencher| {
            let mut turn = siblings.iter().cycle();
            bencher.iter(|| scorer.score(turn.next().expect("there are always more")));
        });
    }
    group.finish();
}

fn new_scorer(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("new scorer");
    group.throughput(Throughput::Elements(1));
    for (rule, side) in BOARDS {
        let (position, _) = middle_game(rule, side);
        for kind in &Kind::ALL {
            group.bench_function(format!("{rule} {side} {kind}"), |bencher| {
                bencher.iter(|| Scorer::new(black_box(&position), kind).score(&position));
            });
        }
    }
    group.finish();
}

/// Searches a position with this node limit.
fn search_for(nodes: u64, position: &Position, kind: &Kind) -> Outcome {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let control = Control::new(Instant::now(), limits);
    let mut searcher = Searcher::new();
    searcher.set_memory(8 << 20);
    searcher.set_evaluation(kind.clone());
    searcher.think(position, &Request::default(), &control, &mut |_| {})
}

/// A position from play that neither evaluation settles before the nodes are spent.
fn open_position(rule: Rule, side: i64, seed: u64) -> Option<Position> {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut position = random_position(rule, side, RANDOM_STONES, &mut random);
    while position.board().stones().len() < SEARCHED_STONES {
        let found = search_for(NODES_FOR_STONE, &position, &Kind::Network);
        let best =
            found.best_move.filter(|_| found.score().is_some_and(|score| !score.is_proven()))?;
        position.play(best);
    }
    let is_open = |kind: &Kind| search_for(NODES, &position, kind).nodes >= NODES;
    Kind::ALL.iter().all(is_open).then_some(position)
}

/// Searches the same positions with both evaluations.
fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search by evaluation");
    group.sample_size(10);
    for (rule, side) in BOARDS {
        let open = (1..).filter_map(|seed| open_position(rule, side, seed));
        let positions: Vec<Position> = open.take(SEARCHED).collect();
        for kind in &Kind::ALL {
            let search_all = || -> u64 {
                positions.iter().map(|position| search_for(NODES, position, kind).nodes).sum()
            };
            group.throughput(Throughput::Elements(search_all()));
            group.bench_function(format!("{rule} {side} {kind}"), |bencher| {
                bencher.iter(search_all);
            });
        }
    }
    group.finish();
}

criterion_group!(benches, siblings, line, appeals, parts, new_scorer, search);
criterion_main!(benches);
