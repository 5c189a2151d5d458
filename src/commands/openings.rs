//! `fukumi openings`: the openings of a list by the games that were played from them.

use std::cmp::Reverse;
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use fukumi::geometry::{BoardSize, Point};
use fukumi::rule::Rule;
use fukumi::selfplay::file::Reader;
use fukumi::selfplay::opening::list::OpeningList;
use fukumi::selfplay::tally::{Results, Tally};

/// Sort a list of openings by games of `fukumi datagen` that were played from it.
///
/// First come those that both colors win alike and that are seldom drawn: a match from them tells most. A line of the
/// output is an opening, as in the list. The numbers of games that Black won, drawn games, and games that White won
/// go to standard error with --results. All games must be of one rule and one board.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of games.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,

    /// The list, such as those in assets/openings.
    #[arg(long, value_name = "FILE")]
    list: PathBuf,

    /// Openings to print; if left out, all that have enough games.
    #[arg(long, value_name = "N")]
    count: Option<usize>,

    /// Leave out openings with fewer games.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    least: u32,

    /// Print the results of each opening to standard error.
    #[arg(long)]
    results: bool,
}

/// Prints the list.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (tally, rule, size) = count(&arguments.games)?;
    let name = arguments.list.display();
    let text =
        fs::read_to_string(&arguments.list).with_context(|| format!("cannot read {name}"))?;
    let list = OpeningList::parse(&text, rule, size)
        .with_context(|| format!("no openings for these games in {name}"))?;
    let mut ranked: Vec<(Results, &[Point])> = list
        .openings()
        .iter()
        .map(|opening| (tally.results(rule, size, opening), opening.as_slice()))
        .filter(|(results, _)| results.games() >= arguments.least)
        .collect();
    // Shares are compared as whole numbers of a millionth, which have an order.
    let share = |results: Results| results.lesser_share().map(|share| (share * 1e6) as u32);
    ranked.sort_by_key(|&(results, _)| Reverse(share(results)));
    let wanted = arguments.count.unwrap_or(ranked.len());
    anyhow::ensure!(
        !ranked.is_empty() && wanted <= ranked.len(),
        "{wanted} openings wanted, but only {} have {} games or more",
        ranked.len(),
        arguments.least
    );
    ranked.truncate(wanted);
    print(&ranked, &heading(&text, rule, size, arguments.least), size, arguments.results)?;
    Ok(ExitCode::SUCCESS)
}

/// The results of all games, and the rule and the board of all.
fn count(paths: &[PathBuf]) -> anyhow::Result<(Tally, Rule, BoardSize)> {
    let mut tally = Tally::default();
    let mut first = None;
    for path in paths {
        let reading = || format!("cannot read {}", path.display());
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        for game in Reader::new(BufReader::new(file)).with_context(reading)? {
            let game = game.with_context(reading)?;
            let (rule, size) = *first.get_or_insert((game.rule, game.size));
            anyhow::ensure!(
                (rule, size) == (game.rule, game.size),
                "{} has games of another rule or board",
                path.display()
            );
            tally.add(&game);
        }
    }
    let (rule, size) = first.context("no games")?;
    Ok((tally, rule, size))
}

/// The first line of the list, and what was done to it.
fn heading(text: &str, rule: Rule, size: BoardSize, least: u32) -> String {
    let first = text.lines().next().and_then(|line| line.strip_prefix('#')).map(str::trim);
    let origin = first.map_or_else(|| format!("{rule}, {size}"), str::to_owned);
    format!("# {origin}; those first that both colors win alike in {least} games or more")
}

/// Prints the list, and the results if they are wanted.
fn print(
    ranked: &[(Results, &[Point])],
    heading: &str,
    size: BoardSize,
    with_results: bool,
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{heading}")?;
    for (results, opening) in ranked {
        let line: String = opening.iter().map(|point| point.label(size)).collect();
        writeln!(out, "{line}")?;
        if with_results {
            let Results { black, white, draws } = results;
            writeln!(io::stderr(), "{line} {black} {draws} {white}")?;
        }
    }
    out.flush()
}
