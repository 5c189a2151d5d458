//! How fast a database of positions takes rows in and answers questions.
//!
//! `cargo bench --bench database` reads a million rows of CSV in, and asks for positions that are
//! there and for others, in microseconds of wall time: the median, and the slowest of a hundred.
//! `-- N` does that with N rows. The file stays in the target folder, where the next run finds it:
//! ten million rows take 1.2 GB, and as much again while they are read in. Then it adds games to a
//! full table of what was learnt, and asks what is known there of the moves of a position. The
//! machine must be idle.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::identity::Key;
use fukumi_core::learning::{Record, Tally};
use fukumi_core::position::Position;
use fukumi_core::random::Generator;
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;
use fukumi_database::{Access, Database, Entry, MAX_LEARNED};
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

/// Asks many questions, and says how long they take.
fn ask(
    what: &str,
    size: BoardSize,
    mut question: impl FnMut(&Position) -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let mut positions = Positions::new(size);
    let mut times = Vec::new();
    for _ in 0..QUESTIONS {
        let mut position = Position::new(size, Rule::Freestyle);
        positions.next().iter().for_each(|&point| position.play(point));
        positions.rng.random_range(-900..=900);
        let start = Instant::now();
        let is_right = question(&position)?;
        times.push(start.elapsed());
        ensure!(is_right, "a wrong answer");
    }
    times.sort_unstable();
    let us = |share: usize| 1e6 * times[times.len() * share / 100].as_secs_f64();
    println!("{what}: {:.1} us, slowest of a hundred {:.1} us", us(50), us(99));
    Ok(())
}

fn main() -> anyhow::Result<()> {
    let rows = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(ROWS);
    let size = BoardSize::square(15).context("a size")?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("positions-{rows}.db"));
    if file.exists() {
        println!("the file is there: remove {} to have it made", file.display());
    } else {
        make(folder, &file, size, rows)?;
    }
    let database = Database::open(&file, Access::Read, PATIENCE)?;
    let (bytes, count) = (fs::metadata(&file)?.len(), database.count()?);
    println!("{count} positions, {:.0} MB, {} bytes each", bytes as f64 / 1e6, bytes / count);
    question(&database, size)?;
    drop(database);
    measure_learned(&folder.join("learned.db"), size)?;
    if let Some(memory) = memory() {
        println!("memory of the process: {memory}");
    }
    Ok(())
}

/// Makes the database, and says how long that takes.
fn make(folder: &Path, file: &Path, size: BoardSize, rows: u64) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    let (text, unfinished) = (folder.join("rows.csv"), folder.join("unfinished.db"));
    for old in [&text, &unfinished] {
        if old.exists() {
            fs::remove_file(old)?;
        }
    }
    write_rows(&text, size, rows)?;
    let mut database = Database::open(&unfinished, Access::Create, PATIENCE)?;
    let (start, before) = (Instant::now(), processor_time());
    let count = database.import(File::open(&text)?, |_| true)?.rows;
    let seconds = start.elapsed().as_secs_f64();
    ensure!(count == rows, "{count} of {rows} rows");
    println!("{rows} rows read in: {seconds:.1} s, {:.1} us each", 1e6 * seconds / rows as f64);
    if let (Some(before), Some(after)) = (before, processor_time()) {
        println!("of processor time: {:.1} s", after - before);
    }
    // A position all of whose moves are known, as in a library.
    let mut parent = Position::new(size, Rule::Freestyle);
    Positions::new(size).next().iter().for_each(|&point| parent.play(point));
    let mut writer = database.write()?;
    for point in parent.board().empty_points() {
        let mut position = parent.clone();
        position.play(point);
        writer.put(&position, Entry { visits: 1, ..Entry::default() })?;
    }
    writer.commit()?;
    drop(database);
    fs::remove_file(&text)?;
    Ok(fs::rename(&unfinished, file)?)
}

fn question(database: &Database, size: BoardSize) -> anyhow::Result<()> {
    ask("a position that is there", size, |position| Ok(database.get(position)?.is_some()))?;
    ask("a position that is not there", size, |position| {
        let mut position = position.clone();
        position.pass();
        Ok(database.get(&position)?.is_none())
    })?;
    ask("all moves of a position", size, |position| Ok(database.children(position)?.len() < 225))?;
    let mut known = Position::new(size, Rule::Freestyle);
    Positions::new(size).next().iter().for_each(|&point| known.play(point));
    let moves = known.board().empty_points().count();
    ask(&format!("{moves} moves that are all there"), size, |_| {
        Ok(database.children(&known)?.len() == moves)
    })
}

/// Adds games to a full table of what was learnt, and asks what it says of moves.
fn measure_learned(file: &Path, size: BoardSize) -> anyhow::Result<()> {
    let mut rng = Generator::seed_from_u64(SEED);
    let mut game = |count: u64| -> Vec<Record> {
        let record = |_| Record {
            key: Key(rng.random()),
            rule: Rule::Freestyle,
            size,
            stones: 9,
            score: Some(Score::ZERO),
            tally: Tally { wins: 1, ..Tally::default() },
            met: 1,
        };
        (0..count).map(record).collect()
    };
    if file.exists() {
        fs::remove_file(file)?;
    }
    let mut database = Database::open(file, Access::Create, PATIENCE)?;
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
    ask("what was learnt of all moves of a position", size, |position| {
        Ok(database.learned_moves(position)?.is_empty())
    })?;
    drop(database);
    Ok(fs::remove_file(file)?)
}

/// The most memory that the process has had, as Linux reports it.
fn memory() -> Option<String> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().into())
}

/// The processor time of all threads of the process so far, in seconds, as Linux reports it.
fn processor_time() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = status.rsplit_once(") ")?;
    let ticks = fields.split(' ').skip(11).take(2).map(|field| field.parse::<u32>().ok());
    // A tick is a hundredth of a second on every Linux.
    Some(f64::from(ticks.sum::<Option<u32>>()?) / 100.0)
}
