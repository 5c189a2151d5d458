//! `fukumi datagen`: games of the search against itself, written to a file.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use fukumi_core::eval::Kind;
use fukumi_core::geometry::{BoardSize, Color};
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;
use fukumi_selfplay::file::Writer;
use fukumi_selfplay::opening::MAX_STONES;
use fukumi_selfplay::opening::list::OpeningList;
use fukumi_selfplay::record::GameRecord;
use fukumi_selfplay::{EarlyDraw, Kinds, Lot, Opening, SelfplaySettings, Stop};

use super::effort::{self, Nodes, Threads};
use super::progress::{Progress, clock};
use super::{exclusive, interrupt, values};

/// Let the search play games against itself and write them to a file, to train an evaluation.
///
/// A game depends only on its number and the options, except --threads. If the file exists, the
/// games that it lacks are added; a game that was cut off is played again. Ctrl-C ends the work
/// after whole games.
#[derive(clap::Args)]
#[command(mut_arg("nodes", effort::default(SelfplaySettings::DEFAULT_NODES)))]
pub(crate) struct Arguments {
    /// The file; only one process may write to it.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Rule.
    #[arg(long, value_parser = values::rule(), default_value_t)]
    rule: Rule,

    /// Size of the board, as in 15 or 20x15.
    #[arg(long, value_parser = values::size, value_name = "SIZE", default_value = "15")]
    board: BoardSize,

    /// Number of games that the file should have.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    games: u32,

    /// Seed; each seed gives different games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    threads: Threads,

    /// Source of the static scores: classical, network, or a network file.
    #[arg(long, value_name = "NAME|FILE", value_parser = values::evaluation, default_value_t)]
    evaluation: Kind,

    #[command(flatten)]
    nodes: Nodes,

    /// Number of random stones at the beginning, from A to B, at most 40; crowded openings have
    /// more.
    #[arg(long, value_name = "A-B", value_parser = parse_range, default_value = "2-10")]
    stones: RangeInclusive<usize>,

    /// Even openings to use instead of random ones, each turned or mirrored: a list such as those
    /// in assets/openings. A network memorises so few openings, so train on games from random ones.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Positions (nodes) to search to see whether an opening is even.
    #[arg(long, value_name = "N", default_value_t = Opening::default().nodes)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    opening_nodes: u64,

    /// Largest score of an even opening, in points.
    #[arg(long, value_name = "POINTS", default_value_t = Opening::default().bound)]
    #[arg(value_parser = clap::value_parser!(i32).range(1..=i64::from(Score::EVAL_MAX.points())))]
    opening_bound: i32,

    /// Share of openings in which one side is better, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = Kinds::default().unbalanced)]
    #[arg(value_parser = percent())]
    unbalanced: u32,

    /// Largest score of such an opening, in points.
    #[arg(long, value_name = "POINTS", default_value_t = Opening::default().unbalanced_bound)]
    #[arg(value_parser = clap::value_parser!(i32).range(1..=i64::from(Score::EVAL_MAX.points())))]
    unbalanced_bound: i32,

    /// Share of even openings with 35 to 75 stones, fewer on small boards, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = Kinds::default().crowded)]
    #[arg(value_parser = percent())]
    crowded: u32,

    /// Share of openings that begin a few plies before a side's score fell in a shorter game, in
    /// percent.
    #[arg(long, value_name = "PERCENT", default_value_t = Kinds::default().recalled)]
    #[arg(value_parser = percent())]
    recalled: u32,

    /// Share of positions beside which one that was not played is searched too, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = SelfplaySettings::DEFAULT_BRANCH_PERCENT)]
    #[arg(value_parser = percent())]
    branches: u32,

    /// Draw one in N of the first moves at random; 0 is none.
    #[arg(long, value_name = "N", default_value_t = Lot::default().one_in)]
    lot: u32,

    /// Number of first moves from which --lot draws.
    #[arg(long, value_name = "N", default_value_t = Lot::default().moves)]
    lot_moves: usize,

    /// End a game as a draw if no score of either side exceeds this bound, in points.
    #[arg(long, value_name = "POINTS", default_value_t = EarlyDraw::default().bound)]
    #[arg(value_parser = clap::value_parser!(i32).range(0..=i64::from(Score::EVAL_MAX.points())))]
    draw_bound: i32,

    /// Number of moves in a row, of both sides, whose scores must stay within --draw-bound; 0 turns
    /// early draws off.
    #[arg(long, value_name = "N", default_value_t = EarlyDraw::default().moves)]
    draw_moves: usize,

    /// Share of the board that must have stones for an early draw, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = EarlyDraw::default().filled_percent)]
    draw_filled: usize,
}

/// Plays the games that the file lacks and prints what the file then contains.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let settings = arguments.settings()?;
    let out = arguments.out.display();
    let file = open(&arguments.out).with_context(|| format!("cannot open {out}"))?;
    exclusive::claim(&file, &arguments.out)?;
    let mut tally = Tally::default();
    let mut present = BTreeSet::new();
    let mut writer = Writer::resume(file, &settings.to_string(), &mut |game| {
        tally.add(&game);
        present.insert(game.number);
    })
    .with_context(|| format!("cannot add to {out}"))?;
    let missing = (0..arguments.games).filter(|number| !present.contains(number));

    let stop = Arc::new(Stop::new(&settings));
    let stopped = Arc::clone(&stop);
    interrupt::stop_on_interrupt(move || stopped.stop());
    let mut progress = Progress::new();
    let earlier = tally;
    let threads = arguments.threads.count();
    let result = fukumi_selfplay::generate(&settings, missing, threads, &stop, &mut |game| {
        writer.write(&game)?;
        tally.add(&game);
        progress.show(|elapsed| tally.describe_progress(&earlier, arguments.games, elapsed));
        io::Result::Ok(())
    });
    progress.clear();
    result.with_context(|| format!("cannot write {out}"))?;
    writeln!(io::stdout(), "{tally}")?;
    Ok(ExitCode::SUCCESS)
}

/// Opens the file, or creates an empty one.
fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}

fn percent() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(0..=100)
}

impl Arguments {
    fn settings(&self) -> anyhow::Result<SelfplaySettings> {
        let Self { unbalanced, crowded, recalled, .. } = *self;
        let sum = unbalanced + crowded + recalled;
        anyhow::ensure!(
            sum <= 100,
            "expected at most 100 percent of all kinds of openings, found {sum}"
        );
        anyhow::ensure!(
            unbalanced == 0 || self.unbalanced_bound > self.opening_bound,
            "expected a larger bound for unbalanced openings than for even ones, found {} and {}",
            self.unbalanced_bound,
            self.opening_bound
        );
        let list = self.openings.as_ref().map(|path| self.list(path)).transpose()?;
        Ok(SelfplaySettings {
            evaluation: self.evaluation.clone(),
            nodes: self.nodes.nodes,
            opening: Opening {
                stones: self.stones.clone(),
                nodes: self.opening_nodes,
                bound: self.opening_bound,
                unbalanced_bound: self.unbalanced_bound,
                kinds: Kinds { unbalanced, crowded, recalled },
                list,
            },
            lot: Lot { one_in: self.lot, moves: self.lot_moves },
            branch_percent: self.branches,
            draw: EarlyDraw {
                bound: self.draw_bound,
                moves: self.draw_moves,
                filled_percent: self.draw_filled,
            },
            ..SelfplaySettings::new(self.rule, self.board, self.seed)
        })
    }

    fn list(&self, path: &Path) -> anyhow::Result<OpeningList> {
        let text = std::fs::read_to_string(path);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        OpeningList::parse(&text, self.rule, self.board)
            .with_context(|| format!("no openings for these games in {}", path.display()))
    }
}

/// Counts of the games so far.
#[derive(Clone, Copy, Default)]
struct Tally {
    games: usize,
    positions: usize,
    /// Number of the positions that are in branches.
    branches: usize,
    /// Games by kind of opening, in the order of `Start::ALL`.
    starts: [usize; 4],
    black_wins: usize,
    draws: usize,
    white_wins: usize,
}

impl Tally {
    fn add(&mut self, game: &GameRecord) {
        self.games += 1;
        self.positions += game.moves.len() + game.branches.len();
        self.branches += game.branches.len();
        self.starts[game.start as usize] += 1;
        *match game.outcome.winner() {
            Some(Color::Black) => &mut self.black_wins,
            Some(Color::White) => &mut self.white_wins,
            None => &mut self.draws,
        } += 1;
    }

    /// How far the work is, given the games that were there earlier.
    fn describe_progress(&self, earlier: &Self, wanted: u32, elapsed: Duration) -> String {
        let seconds = elapsed.as_secs_f64().max(1e-3);
        let speed = (self.positions - earlier.positions) as f64 / seconds;
        let left = (wanted as usize).saturating_sub(self.games) as f64;
        let rest = seconds * left / (self.games - earlier.games).max(1) as f64;
        format!("{self}; of {wanted} games, {speed:.0} positions/s, {} left", clock(rest))
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { games, positions, branches, starts, black_wins, draws, white_wins } = self;
        let [even, unbalanced, crowded, recalled] = starts;
        write!(f, "{games} games, {positions} positions, {branches} of them in branches, ")?;
        write!(f, "Black won {black_wins}, drawn {draws}, White won {white_wins}; openings: ")?;
        write!(f, "even {even}, unbalanced {unbalanced}, crowded {crowded}, recalled {recalled}")
    }
}

fn parse_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let ends = first.parse().ok().zip(last.parse().ok());
    ends.filter(|(first, last)| first <= last && *last <= MAX_STONES)
        .map(|(first, last)| first..=last)
        .ok_or_else(|| format!("expected a number up to {MAX_STONES} or two, as in 2-10"))
}
