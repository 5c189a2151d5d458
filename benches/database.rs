//! How fast a database of positions takes rows in and answers questions.
//!
//! `cargo bench --bench database` reads a million rows of CSV in, and asks for positions that are
//! there and for others, in microseconds of wall time. `-- N` does that with N rows: ten million
//! take 1.2 GB of disk in the folder for temporary files. Then it adds games to a full table of
//! what was learnt, and asks what is known there of the moves of a position. The machine must be
//! idle.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use fukumi::database::{Access, Database, MAX_LEARNED};
use fukumi::geometry::{BoardSize, Point};
use fukumi::identity::Key;
use fukumi::learning::{Record, Tally};
use fukumi::position::Position;
use fukumi::random::Generator;
use fukumi::rule::Rule;
use fukumi::score::Score;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

const SEED: u64 = 7;
const ROWS: u64 = 1_000_000;
const QUESTIONS: u32 = 2_000;
/// Number of games that are added.
const GAMES: u64 = 200;
/// Number of positions of such a game.
const GAME: u64 = 30;
const PATIENCE: Duration = Duration::from_secs(10);

/// Positions of 4 to 40 stones, the same ones for the same seed.
struct Positions {
    rng: Generator,
    points: Vec<Point>,
}

impl Positions {
    fn new(size: BoardSize) -> Self {
        Self { rng: Generator::seed_from_u64(SEED), points: size.points().collect() }
    }

    fn next(&mut self) -> &[Point] {
        let count = self.rng.random_range(4..=40);
        self.points.partial_shuffle(&mut self.rng, count).0
    }
}

fn write_rows(path: &Path, size: BoardSize, count: u64) -> anyhow::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    writeln!(out, "rule,size,turn,black,white,value,bound,depth,best")?;
    let mut positions = Positions::new(size);
    for _ in 0..count {
        let stones = positions.next();
        let label = |point: &Point| point.label(size);
        let turn = if stones.len().is_multiple_of(2) { "black" } else { "white" };
        let black: String = stones.iter().step_by(2).map(label).collect();
        let white: String = stones.iter().skip(1).step_by(2).map(label).collect();
        let value = positions.rng.random_range(-900..=900);
        writeln!(out, "freestyle,{size},{turn},{black},{white},{value},exact,12,")?;
    }
    Ok(out.flush()?)
}

/// Microseconds for each of the questions.
fn ask(
    size: BoardSize,
    mut question: impl FnMut(&Position) -> anyhow::Result<bool>,
) -> anyhow::Result<f64> {
    let mut positions = Positions::new(size);
    let mut elapsed = Duration::ZERO;
    for _ in 0..QUESTIONS {
        let mut position = Position::new(size, Rule::Freestyle);
        positions.next().iter().for_each(|&point| position.play(point));
        positions.rng.random_range(-900..=900);
        let start = Instant::now();
        let is_right = question(&position)?;
        elapsed += start.elapsed();
        ensure!(is_right, "a wrong answer");
    }
    Ok(1e6 * elapsed.as_secs_f64() / f64::from(QUESTIONS))
}

fn main() -> anyhow::Result<()> {
    let rows = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(ROWS);
    let folder = std::env::temp_dir().join(format!("fukumi-bench-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let result = measure(&folder, rows);
    fs::remove_dir_all(&folder)?;
    result
}

fn measure(folder: &Path, rows: u64) -> anyhow::Result<()> {
    let size = BoardSize::square(15).context("a size")?;
    let (text, file) = (folder.join("rows.csv"), folder.join("positions.db"));
    write_rows(&text, size, rows)?;
    let mut database = Database::open(&file, Access::Create, PATIENCE)?;
    let start = Instant::now();
    let count = database.import(BufReader::new(File::open(&text)?), |_| true)?;
    let seconds = start.elapsed().as_secs_f64();
    ensure!(count == rows, "{count} of {rows} rows");
    println!("{rows} rows read in: {seconds:.1} s, {:.1} us each", 1e6 * seconds / rows as f64);
    let bytes = fs::metadata(&file)?.len();
    println!("{:.0} bytes a position", bytes as f64 / database.count()? as f64);

    let database = Database::open(&file, Access::Read, PATIENCE)?;
    let known = ask(size, |position| Ok(database.get(position)?.is_some()))?;
    println!("a position that is there: {known:.1} us");
    let unknown = ask(size, |position| {
        let mut position = position.clone();
        position.pass();
        Ok(database.get(&position)?.is_none())
    })?;
    println!("a position that is not there: {unknown:.1} us");
    let moves = ask(size, |position| Ok(database.children(position)?.len() < 225))?;
    println!("all moves of a position: {moves:.1} us");
    drop(database);
    measure_learned(&file, size)
}

fn measure_learned(file: &Path, size: BoardSize) -> anyhow::Result<()> {
    let mut rng = Generator::seed_from_u64(SEED);
    let mut game = |count: u64| -> Vec<Record> {
        let record = |_| Record {
            key: Key(rng.random()),
            rule: Rule::Freestyle,
            size,
            stones: 9,
            score: Score::ZERO,
            tally: Tally { wins: 1, ..Tally::default() },
            met: 1,
        };
        (0..count).map(record).collect()
    };
    let mut database = Database::open(file, Access::Write, PATIENCE)?;
    database.learn(&game(MAX_LEARNED - GAMES * GAME / 2))?;
    let (mut sum, mut longest) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..GAMES {
        let records = game(GAME);
        let start = Instant::now();
        database.learn(&records)?;
        let elapsed = start.elapsed();
        (sum, longest) = (sum + elapsed, longest.max(elapsed));
    }
    let mean = 1e3 * sum.as_secs_f64() / GAMES as f64;
    let longest = 1e3 * longest.as_secs_f64();
    println!("a game learnt: {mean:.2} ms, {longest:.1} ms where others are forgotten");
    let moves = ask(size, |position| Ok(database.learned_moves(position)?.is_empty()))?;
    println!("what was learnt of all moves of a position: {moves:.1} us");
    Ok(())
}
