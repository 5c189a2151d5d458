//! `fukumi analyze`: what the positions of games are worth, and what the moves gave away.
//!
//! [`input`] finds the games, and [`fukumi_core::analysis`] analyses them. A [`report`] is what is
//! said about a game: as JSON, in words ([`text`]), as a picture ([`graph`]) or as a page to step
//! through ([`page`]). [`files`] says where pictures and pages go, [`index`] lists the pages of
//! several games, [`resume`] keeps reports for a later run, and [`twins`] recognizes games that a
//! folder has twice.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use fukumi_core::analysis::{self, AnalysisReport, AnalysisSettings, Event, Stop, Thresholds};
use fukumi_reports::words::counted;

mod files;
mod graph;
mod index;
pub(super) mod input;
mod page;
pub(crate) mod report;
mod resume;
mod text;
mod twins;

use super::effort::{self, ANALYSIS_MEGABYTES, Limits, MAX_LINES, TableMemory, Threads};
use super::progress::{Progress, clock};
use super::reading::Reading;
use super::share::{self, Share};
use super::{convert, interrupt, shown, values};
use files::Target;
use index::Index;
use input::{Input, Reader};
use report::Document;
use resume::Reports;

/// Exit status if Ctrl-C ended the work. 1 is an error, 2 a mistake on the command line.
const INTERRUPTED: u8 = 3;

/// Analyse games or positions: what each position is worth, which moves were mistakes, which wins
/// were missed.
///
/// Each position is examined on its own: first the solver looks for a forced win, then the search
/// looks for the best moves. "No win" is about wins by fours and threes, or by fours alone if
/// asked; other wins may exist. Without --nodes, --time and --depth a position gets 100,000 nodes.
/// Ctrl-C ends the work and prints what was found so far. docs/analysis.md explains the numbers.
#[derive(clap::Args)]
#[command(mut_arg("memory", effort::default(ANALYSIS_MEGABYTES)))]
#[command(after_help = "Try `fukumi analyze --help` for the notations of a game.")]
#[command(after_long_help = DETAILS)]
pub(crate) struct Arguments {
    /// Games or positions: the moves themselves, the name of a file or a folder, or - for standard
    /// input.
    ///
    /// In a folder, all files of games in a format that `fukumi convert` reads are analysed, and in
    /// a file all games; FILE:ID chooses one of them.
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    share: Share,

    /// Analyse only the last position, not the moves that led to it.
    #[arg(long)]
    last: bool,

    #[command(flatten)]
    limits: Limits,

    /// How many best moves to find in each position.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=u64::from(MAX_LINES)))]
    multi_pv: u64,

    #[command(flatten)]
    threads: Threads,

    #[command(flatten)]
    memory: TableMemory,

    /// Mark a move with ? if it loses at least this much win rate, in percent.
    #[arg(long, value_name = "PERCENT", value_parser = values::percent)]
    #[arg(default_value_t = Thresholds::default().mistake * 100.0)]
    mistake: f64,

    /// Mark a move with ?? if it loses at least this much win rate, in percent.
    #[arg(long, value_name = "PERCENT", value_parser = values::percent)]
    #[arg(default_value_t = Thresholds::default().blunder * 100.0)]
    blunder: f64,

    /// Mark a move with ? if it loses at least this much in log odds, as 99 to 90 % loses 2.4.
    #[arg(long, value_name = "N", value_parser = values::log_odds)]
    #[arg(default_value_t = Thresholds::default().mistake_log_odds)]
    mistake_log_odds: f64,

    /// Mark a move with ?? if it loses at least this much in log odds.
    #[arg(long, value_name = "N", value_parser = values::log_odds)]
    #[arg(default_value_t = Thresholds::default().blunder_log_odds)]
    blunder_log_odds: f64,

    /// Print a JSON object for each game, on a line of its own, instead of text.
    #[arg(long)]
    json: bool,

    /// Keep the reports in this file, a JSON object on each line; games that it already has are
    /// skipped, so the same command continues after an interruption.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["svg", "html"])]
    out: Option<PathBuf>,

    /// Write the graph of the win rate as a picture; for several games, write one picture for each
    /// into this folder.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write a page with a board to step through; for several games, write one page for each into
    /// this folder, and index.html, which lists them.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

const DETAILS: &str = "\
`fukumi solve --help` lists the notations in which a game may be written.

Exit status: 0 if everything was analysed, 1 if a game could not be read (the others are analysed)
or something else failed, 2 if the command line is wrong, 3 if Ctrl-C ended the work.";

/// Analyses the games and prints the reports.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let reader = Reader {
        hints: arguments.reading.hints(),
        rule: arguments.reading.rule,
        to_move: arguments.reading.turn,
        is_last_only: arguments.last,
        only: arguments.share.only.clone(),
    };
    if arguments.share.list {
        return share::list(&reader, &arguments.games);
    }
    let mut has_failed = false;
    let mut input = reader.read(&arguments.games, &mut io::stdin().lock(), &mut |name, error| {
        has_failed = true;
        // If this cannot be written, the exit status still says so.
        let _ = writeln!(io::stderr(), "{}", shown::line(format!("error: {name}: {error:#}")));
    });
    let has_folder = arguments.games.iter().any(|game| Path::new(game).is_dir());
    let is_several = has_folder || arguments.games.len() > 1 || input.games.len() > 1;
    let mut files = Files::new(arguments, is_several)?;
    let settings = arguments.settings();
    let mut reports = arguments.out.as_deref().map(Reports::open).transpose()?;
    if let Some(reports) = &mut reports {
        let known = reports.take_known(&mut input, &settings)?;
        if known > 0 {
            // If this cannot be written, the work goes on all the same.
            let _ = writeln!(io::stderr(), "note: {} known", counted(known, "game"));
        }
    }

    let stop = Arc::new(Stop::new(arguments.threads.count()));
    let stopped = Arc::clone(&stop);
    interrupt::stop_on_interrupt(move || stopped.stop());
    let mut progress = Progress::new();
    let result = analysis::analyze(&input.games, &settings, &stop, &mut |event| match event {
        Event::Progress { done, total } => {
            progress.show(|elapsed| describe_progress(done, total, elapsed));
            Ok(())
        }
        Event::Report(place, report) => {
            progress.clear();
            let document = document(&input, place, &report, &settings);
            if let Some(reports) = &mut reports {
                reports.add(place, &document)?;
            }
            print(&document, arguments.json)?;
            files.write(&document, &input.names[place].stem)
        }
    });
    progress.clear();
    result?;
    files.write_index()?;
    Ok(match (has_failed, stop.is_stopped()) {
        (true, _) => ExitCode::FAILURE,
        (false, true) => ExitCode::from(INTERRUPTED),
        (false, false) => ExitCode::SUCCESS,
    })
}

impl Arguments {
    fn settings(&self) -> AnalysisSettings {
        let Limits { budget, depth } = self.limits.or_default();
        AnalysisSettings {
            nodes: budget.nodes,
            time: budget.time,
            depth,
            lines: self.multi_pv as usize,
            memory_bytes: self.memory.bytes(),
            thresholds: Thresholds {
                mistake: self.mistake / 100.0,
                blunder: self.blunder / 100.0,
                mistake_log_odds: self.mistake_log_odds,
                blunder_log_odds: self.blunder_log_odds,
            },
        }
    }
}

/// The pictures and pages that are wanted.
struct Files {
    svg: Option<Target>,
    html: Option<Target>,
    /// The list of the pages, if they go into a folder.
    index: Option<Index>,
}

impl Files {
    fn new(arguments: &Arguments, is_several: bool) -> anyhow::Result<Self> {
        let target = |path: &Option<PathBuf>, ending| {
            let target = |path| Target::new(path, ending, is_several, &arguments.games);
            path.as_deref().map(target).transpose()
        };
        let (svg, html) = (target(&arguments.svg, "svg")?, target(&arguments.html, "html")?);
        let index = html.as_ref().and_then(Target::folder).map(Index::new).transpose()?;
        Ok(Self { svg, html, index })
    }

    /// Writes the files of a game, whose names begin with `stem`.
    fn write(&mut self, document: &Document, stem: &str) -> io::Result<()> {
        if let Some(svg) = &self.svg {
            write(&svg.file(stem), &graph::picture(document))?;
        }
        if let Some(html) = &self.html {
            write(&html.file(stem), &page::describe(document)?)?;
        }
        if let Some(index) = &mut self.index {
            index.add(document, stem);
        }
        Ok(())
    }

    /// Writes the list of all pages.
    fn write_index(&self) -> io::Result<()> {
        self.index.as_ref().map_or(Ok(()), |index| write(index.file(), &index.describe()))
    }
}

fn document(
    input: &Input,
    index: usize,
    report: &AnalysisReport,
    settings: &AnalysisSettings,
) -> Document {
    Document::new(&input.names[index], &input.games[index], report, settings)
}

fn print(document: &Document, is_json: bool) -> io::Result<()> {
    let mut output =
        if is_json { serde_json::to_string(document)? } else { text::describe(document) };
    output.push('\n');
    let mut stdout = io::stdout().lock();
    stdout.write_all(output.as_bytes())?;
    stdout.flush()
}

fn write(file: &Path, content: &str) -> io::Result<()> {
    let written = convert::file::write(file, content.as_bytes(), true);
    written.map_err(|error| io::Error::other(format!("{error:#}")))
}

/// How far the work is, for the display.
fn describe_progress(done: usize, total: usize, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    if done == 0 {
        return format!("none of {total} positions after {seconds:.0} s");
    }
    let left = seconds / done as f64 * (total - done) as f64;
    format!("{done} of {total} positions, {} left", clock(left))
}
