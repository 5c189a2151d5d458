//! Speed of the hot core: play and undo with everything that the search keeps up to date, the tests
//! at every node, and a search to a fixed depth.
//!
//! Moves are played in games of self-play and in games of random moves. Those of self-play count:
//! their stones lie as in the positions that a search sees.
//!
//! `cargo bench` prints throughput: pairs of play and undo, calls, or nodes per second.

#![expect(missing_docs, reason = "criterion's macros make public items")]

use std::fs::File;
use std::hint::black_box;
use std::io::BufReader;
use std::path::Path;
use std::time::Instant;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use fukumi_core::control::{Control, Limits};
use fukumi_core::eval::{Evaluation, Network};
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::search::{Request, Searcher};
use fukumi_core::threat::assess;
use fukumi_selfplay::file::Reader;
use rand::seq::IndexedRandom;
use rand::{SeedableRng, rngs::SmallRng};

const GAMES: usize = 50;
const STONES: usize = 40;

fn empty(side: i64, rule: Rule) -> Position {
    let size = BoardSize::square(side).expect("a size in range");
    Position::with_tables(size, Evaluation::of(rule, size).tables())
}

/// Games of self-play that no network learned from, from `assets/validation`.
fn own_games(side: i64, rule: Rule) -> Vec<Vec<Point>> {
    // Rules that share a network share a file.
    let name = format!("assets/validation/games-{}-{side}.fkg", Network::name(rule));
    let file = File::open(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("a file");
    let reader = Reader::new(BufReader::new(file)).expect("a file of games");
    let games = reader.take(GAMES).map(|game| {
        let game = game.expect("a whole game");
        game.opening.into_iter().chain(game.moves.into_iter().map(|ply| ply.point)).collect()
    });
    games.collect()
}

/// Random games from the centre, each move near a stone.
fn random_games(side: i64, rule: Rule) -> Vec<Vec<Point>> {
    let mut random = SmallRng::seed_from_u64(1);
    let game = |_| {
        let mut position = empty(side, rule);
        position.play(position.size().center());
        while position.board().stones().len() < STONES {
            let near: Vec<Point> = position.candidates().iter().collect();
            position.play(*near.choose(&mut random).expect("the board has room"));
        }
        position.board().stones().iter().map(|stone| stone.point).collect()
    };
    (0..GAMES).map(game).collect()
}

const BOARDS: [(Rule, i64); 6] = [
    (Rule::Freestyle, 15),
    (Rule::Freestyle, 20),
    (Rule::Standard, 15),
    (Rule::Renju, 15),
    (Rule::CaroOverline, 15),
    (Rule::Caro, 15),
];

fn play_and_undo(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("play and undo");
    for (rule, side) in BOARDS {
        let games = own_games(side, rule);
        play_all(&mut group, format!("{rule} {side}"), empty(side, rule), &games);
    }
    for (rule, side) in BOARDS {
        let games = random_games(side, rule);
        play_all(&mut group, format!("{rule} {side}, random"), empty(side, rule), &games);
    }
    group.finish();
}

fn play_all(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: String,
    mut position: Position,
    games: &[Vec<Point>],
) {
    let moves: usize = games.iter().map(Vec::len).sum();
    group.throughput(Throughput::Elements(moves as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for game in games {
                game.iter().for_each(|&point| position.play(point));
                game.iter().for_each(|_| position.undo());
            }
        });
    });
}

fn situations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("assess and evaluate");
    group.throughput(Throughput::Elements(GAMES as u64));
    for (rule, side) in BOARDS {
        let mut positions: Vec<Position> = random_games(side, rule)
            .into_iter()
            .map(|game| {
                let mut position = empty(side, rule);
                game[..STONES / 2].iter().for_each(|&point| position.play(point));
                position
            })
            .collect();
        let evaluation = Evaluation::of(rule, positions[0].size());
        group.bench_function(format!("{rule} {side}"), |bencher| {
            bencher.iter(|| {
                for position in &mut positions {
                    black_box(assess(position));
                    black_box(evaluation.score(position));
                }
            });
        });
    }
    group.finish();
}

fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for (rule, side) in BOARDS {
        let mut position = Position::new(BoardSize::square(side).expect("in range"), rule);
        let center = position.size().center();
        for (x, y) in [(0, 0), (1, 1), (0, 2), (2, 0), (1, 3), (3, 1)] {
            position.play(Point::new(center.x() + x - 1, center.y() + y - 1));
        }
        let run = || {
            let limits = Limits { depth: Some(8), ..Limits::default() };
            let control = Control::new(Instant::now(), limits);
            let mut searcher = Searcher::new();
            searcher.set_memory(8 << 20);
            searcher.think(&position, &Request::default(), &control, &mut |_| {}).nodes
        };
        group.throughput(Throughput::Elements(run()));
        group.bench_function(format!("{rule} {side}"), |bencher| bencher.iter(run));
    }
    group.finish();
}

criterion_group!(benches, play_and_undo, situations, search);
criterion_main!(benches);
