//! `fukumi explore`: what was played in a position, how often, and how it went.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use anyhow::Context;
use fukumi_core::geometry::Point;
use fukumi_core::position::Position;
use fukumi_database::guard::open_file;
use fukumi_database::{Access, Database, Entry, Value};
use fukumi_reports::{Count, Label, PlayedReport, PointForm, Worth};
use serde::Serialize;

use super::database::import::{self, Missing, SQLITE};
use super::database::moves;
use super::database::query::worth;
use super::database::{Work, open};
use super::reading::Reading;
use super::shown;

/// Show which moves were played in a position, how often, and how the games ended.
///
/// Symmetric moves are counted together. The games may be in a database, or in files of any format
/// that `fukumi convert` reads.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The position, or the name of a file with it, or - for standard input; "" is the empty board.
    position: String,

    /// A database, or a file of games; may be given several times.
    #[arg(long, value_name = "FILE", required = true)]
    from: Vec<String>,

    #[command(flatten)]
    reading: Reading,

    /// Show at most N moves; 0 is all.
    #[arg(long, value_name = "N", default_value_t = 20)]
    most: usize,

    /// Print one JSON object instead of text, with all moves.
    #[arg(long)]
    json: bool,
}

/// What was found, in JSON. Rates and values are those of the side to move.
#[derive(Serialize)]
struct Found {
    #[serde(flatten)]
    count: Count,
    moves: Vec<Row>,
}

/// A move, in JSON. Games and the value are those of the side that plays it.
#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    played: PlayedReport<Label>,
    #[serde(flatten)]
    worth: Worth,
    label: Option<String>,
    #[serde(skip)]
    value: Option<Value>,
}

/// Prints what was played.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let position = arguments.reading.position(&arguments.position)?;
    let (database, is_whole) = database(arguments, &position)?;
    let exit = if is_whole { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    let entry = database.get(&position)?.unwrap_or_default();
    let rows = rows(&database, &position)?;
    let mut output = io::stdout().lock();
    if arguments.json {
        let found = Found { count: Count::new(entry.visits, entry.tally), moves: rows };
        writeln!(output, "{}", serde_json::to_string(&found)?)?;
        return Ok(exit);
    }
    if rows.is_empty() {
        writeln!(output, "nothing was played here")?;
        return Ok(exit);
    }
    writeln!(output, "move   times  share  won drawn lost  points  value")?;
    let most = if arguments.most == 0 { rows.len() } else { arguments.most };
    for row in rows.iter().take(most) {
        writeln!(output, "{}", describe(row))?;
    }
    if rows.len() > most {
        writeln!(output, "{} more; --most 0 shows all", rows.len() - most)?;
    }
    Ok(exit)
}

/// The one database that is named, or all files together in memory; and whether all games made
/// sense.
fn database(arguments: &Arguments, position: &Position) -> anyhow::Result<(Database, bool)> {
    if let [only] = arguments.from.as_slice() {
        let mut head = Vec::new();
        if only != "-" {
            let file = open_file(only.as_ref());
            let file =
                file.with_context(|| format!("cannot open {only}; - reads standard input"))?;
            file.take(SQLITE.len() as u64).read_to_end(&mut head)?;
        }
        if head == SQLITE {
            return Ok((open(only.as_ref(), Access::Read)?, true));
        }
    }
    let mut database = Database::in_memory()?;
    let mut work = Work::new();
    let missing = Missing { rule: position.rule(), size: Some(position.size()), encoding: None };
    let mut is_whole = true;
    for from in &arguments.from {
        let added = import::add(&mut database, from, &missing, &mut work);
        work.clear();
        is_whole &= added.with_context(|| from.clone())?.damaged == 0;
    }
    Ok((database, is_whole))
}

/// The moves that lead to known positions, those met most often first.
fn rows(database: &Database, position: &Position) -> anyhow::Result<Vec<Row>> {
    let moves = moves::known(database, position)?.into_iter();
    let played: Vec<(Entry, Vec<Point>)> =
        moves.filter_map(|known| Some((known.entry?, known.points))).collect();
    let total: u64 = played.iter().map(|(entry, _)| entry.visits).sum();
    let row = |(entry, points): (Entry, Vec<Point>)| {
        let value = entry.value;
        let count = Count::new(entry.visits, entry.tally);
        Some(Row {
            played: PlayedReport::new(&Label::list(points, position.size()), count, total)?,
            worth: Worth::new(value.map(|value| value.score)),
            label: entry.label,
            value,
        })
    };
    let mut rows: Vec<Row> = played.into_iter().filter_map(row).collect();
    rows.sort_by(|a, b| {
        let value = |row: &Row| row.worth.score;
        let (first, second) = (&a.played, &b.played);
        let names = first.place.to_string().cmp(&second.place.to_string());
        (second.count.visits, value(b)).cmp(&(first.count.visits, value(a))).then(names)
    });
    Ok(rows)
}

fn describe(row: &Row) -> String {
    let percent = |share: Option<f64>| match share {
        Some(share) => format!("{:.0} %", share * 100.0),
        None => "–".into(),
    };
    let PlayedReport { place, count, share, points, .. } = &row.played;
    let Count { visits, wins, draws, losses } = count;
    let (share, points) = (percent(*share), percent(*points));
    let value = row.value.map(worth).unwrap_or_default();
    let label =
        row.label.as_ref().map(|label| format!("  [{}]", shown::line(label))).unwrap_or_default();
    let games = format!("{wins:>4} {draws:>5} {losses:>4} {points:>7}");
    let line = format!("{place:<5} {visits:>6} {share:>6} {games}  {value}{label}");
    line.trim_end().into()
}
