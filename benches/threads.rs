//! Speed of several threads: how much sooner they reach a depth than one thread does.
//!
//! `cargo bench --bench threads -- [THREADS] [DEPTH] [LINES]` searches positions from the lists of
//! openings and prints the ratio of the wall times, first with a new searcher for each search
//! ("cold"), then with a searcher that has been used and cleared ("warm"). A search by several
//! threads is never the same twice, so only the median over many positions says something. Threads
//! that share a processor gain nothing: the machine must be idle.

use std::num::NonZeroUsize;
use std::time::Instant;

use anyhow::{Context, ensure};
use fukumi_core::control::{Control, Limits};
use fukumi_core::geometry::BoardSize;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::search::{Request, Searcher};

/// Size of the transposition table, in bytes: what a tournament leaves for it, roughly.
const TABLE_BYTES: usize = 256 << 20;
/// Openings of each list.
const OPENINGS: usize = 6;

const LISTS: [(Rule, i64, &str); 5] = [
    (Rule::Freestyle, 15, include_str!("../assets/openings/freestyle-15.txt")),
    (Rule::Freestyle, 20, include_str!("../assets/openings/freestyle-20.txt")),
    (Rule::Standard, 15, include_str!("../assets/openings/standard-15.txt")),
    (Rule::Renju, 15, include_str!("../assets/openings/renju-15.txt")),
    (Rule::Caro, 15, include_str!("../assets/openings/caro-15.txt")),
];

/// A position to search, and its name.
fn positions() -> anyhow::Result<Vec<(String, Position)>> {
    let mut positions = Vec::new();
    for (rule, side, list) in LISTS {
        let size = BoardSize::square(side).context("a size in range")?;
        let lines = list.lines().filter(|line| !line.starts_with('#'));
        for opening in lines.take(OPENINGS) {
            let hints =
                fukumi_records::Hints { size: Some(size), ..fukumi_records::Hints::default() };
            let position = fukumi_records::parse(opening, &hints)?.position(Some(rule), None)?;
            positions.push((format!("{rule} {side} {opening}"), position));
        }
    }
    Ok(positions)
}

/// Wall time in seconds and nodes of a search for `lines` lines to `depth`.
fn timed(searcher: &mut Searcher, position: &Position, depth: u32, lines: usize) -> (f64, u64) {
    let start = Instant::now();
    let control = Control::new(start, Limits { depth: Some(depth), ..Limits::default() });
    let request = Request { lines, ..Request::default() };
    let outcome = searcher.think(position, &request, &control, &mut |_| {});
    (start.elapsed().as_secs_f64(), outcome.nodes)
}

fn searcher(threads: usize) -> Searcher {
    let mut searcher = Searcher::new();
    searcher.set_memory(TABLE_BYTES);
    searcher.set_threads(threads);
    searcher
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn main() -> anyhow::Result<()> {
    // Cargo adds `--bench`.
    let mut numbers = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let mut number = |otherwise: usize| numbers.next().map_or(Ok(otherwise), |text| text.parse());
    let (threads, depth, lines) = (number(2)?, number(16)? as u32, number(1)?);
    let available = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    ensure!(threads <= available, "{threads} threads on {available} processors");
    let positions = positions()?;
    for (kind, is_warm) in [("cold", false), ("warm", true)] {
        let mut kept = [searcher(1), searcher(threads)];
        let (mut times, mut nodes) = (Vec::new(), Vec::new());
        for (name, position) in &positions {
            let [one, several] = [0, 1].map(|index| {
                if is_warm {
                    kept[index].clear();
                    timed(&mut kept[index], position, depth, lines)
                } else {
                    timed(&mut searcher([1, threads][index]), position, depth, lines)
                }
            });
            println!(
                "{kind} {name}: {:.0} ms, with {threads} threads {:.0} ms, {:.2} times the nodes",
                1e3 * one.0,
                1e3 * several.0,
                several.1 as f64 / one.1 as f64
            );
            times.push(one.0 / several.0);
            nodes.push(several.1 as f64 / several.0 / (one.1 as f64 / one.0));
        }
        println!(
            "{kind}: {threads} threads reach depth {depth} {:.2} times as soon, with {:.2} times \
             the nodes a second (medians)",
            median(times),
            median(nodes)
        );
    }
    Ok(())
}
