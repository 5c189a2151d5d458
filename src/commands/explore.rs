//! `fukumi explore`: what was played in a position, how often, and how it went.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use anyhow::Context;
use fukumi::database::{Access, Database, Entry, Value};
use fukumi::geometry::{BoardSize, Point};
use fukumi::identity::{Identity, Key};
use fukumi::learning::Tally;
use fukumi::notation;
use fukumi::position::Position;
use fukumi::score::Score;
use serde::Serialize;

use super::advice::with_advice;
use super::database::import::{self, Missing, SQLITE};
use super::database::query::{printable, worth};
use super::database::{Work, open};
use super::reading::Reading;

/// Show what was played in a position, how often, and how it went.
///
/// Moves that symmetry makes the same are one. The games may be in a database, or in files of all
/// formats that `fukumi convert` reads.
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
    /// How often the position was met.
    visits: u64,
    wins: u32,
    draws: u32,
    losses: u32,
    moves: Vec<Row>,
}

/// A move, in JSON. Games and the value are those of the side that plays it.
#[derive(Serialize)]
struct Row {
    r#move: String,
    /// Moves that symmetry makes the same.
    same: Vec<String>,
    visits: u64,
    /// The share of all visits of these moves; nothing if there were none.
    share: Option<f64>,
    wins: u32,
    draws: u32,
    losses: u32,
    /// The share of points in games whose result is known.
    points: Option<f64>,
    /// In points; nothing if it is not known or the result is proven.
    value: Option<i32>,
    /// Plies to the end of a proven win or, negative, of a proven loss.
    plies: Option<i32>,
    label: Option<String>,
    #[serde(skip)]
    worth: Option<Value>,
}

/// Prints what was played.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let position = position(arguments)?;
    let database = database(arguments, &position)?;
    let entry = database.get(&position)?.unwrap_or_default();
    let rows = rows(&database, &position)?;
    let mut output = io::stdout().lock();
    if arguments.json {
        let Tally { wins, draws, losses } = entry.tally;
        let found = Found { visits: entry.visits, wins, draws, losses, moves: rows };
        writeln!(output, "{}", serde_json::to_string(&found)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if rows.is_empty() {
        writeln!(output, "nothing was played here")?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(output, "move   times  share  won drawn lost  points  value")?;
    let most = if arguments.most == 0 { rows.len() } else { arguments.most };
    for row in rows.iter().take(most) {
        writeln!(output, "{}", describe(row))?;
    }
    if rows.len() > most {
        writeln!(output, "{} more; --most 0 shows all", rows.len() - most)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn position(arguments: &Arguments) -> anyhow::Result<Position> {
    let Arguments { position, reading, .. } = arguments;
    let hints = reading.hints();
    if position.is_empty() {
        // No notation has a text for the empty board.
        let size = hints.size.or_else(|| BoardSize::square(15)).context("a size")?;
        return Ok(Position::new(size, reading.rule.unwrap_or_default()));
    }
    let diagram = notation::load(position, &mut io::stdin().lock(), &hints);
    let diagram = diagram.map_err(with_advice)?;
    diagram.position(reading.rule, reading.turn).map_err(with_advice)
}

/// The one database that is named, or all files together in memory.
fn database(arguments: &Arguments, position: &Position) -> anyhow::Result<Database> {
    if let [only] = arguments.from.as_slice() {
        let mut head = Vec::new();
        let file = std::fs::File::open(only).with_context(|| format!("cannot open {only}"))?;
        file.take(SQLITE.len() as u64).read_to_end(&mut head)?;
        if head == SQLITE {
            return open(only.as_ref(), Access::Read);
        }
    }
    let mut database = Database::in_memory()?;
    let mut work = Work::new();
    let missing = Missing { rule: position.rule(), size: Some(position.size()), encoding: None };
    for from in &arguments.from {
        let added = import::add(&mut database, from, &missing, &mut work);
        work.clear();
        added.with_context(|| from.clone())?;
    }
    Ok(database)
}

/// The moves that lead to known positions, those met most often first.
fn rows(database: &Database, position: &Position) -> anyhow::Result<Vec<Row>> {
    let identity = Identity::of(position);
    let mut groups: BTreeMap<Key, (Entry, Vec<Point>)> = BTreeMap::new();
    for child in database.children(position)? {
        let key = identity.after(child.point).key();
        groups.entry(key).or_insert_with(|| (child.entry, Vec::new())).1.push(child.point);
    }
    let total: u64 = groups.values().map(|(entry, _)| entry.visits).sum();
    let label = |point: &Point| point.label(position.size());
    let mut rows: Vec<Row> = groups
        .into_values()
        .map(|(entry, points)| {
            let tally = entry.tally;
            // The entry is that of the opponent.
            let (wins, losses) = (tally.losses, tally.wins);
            let games = tally.games() as f64;
            let worth = entry.value.map(turned);
            let plies = worth.and_then(|value| value.score.plies_to_end());
            Row {
                r#move: points.first().map(label).unwrap_or_default(),
                same: points.iter().skip(1).map(label).collect(),
                visits: entry.visits,
                share: (total > 0).then(|| entry.visits as f64 / total as f64),
                wins,
                draws: tally.draws,
                losses,
                points: (games > 0.0)
                    .then(|| (f64::from(wins) + 0.5 * f64::from(tally.draws)) / games),
                value: worth.filter(|_| plies.is_none()).map(|value| value.score.points()),
                plies,
                label: entry.label,
                worth,
            }
        })
        .collect();
    rows.sort_by(|a, b| {
        let value = |row: &Row| row.worth.map(|value| value.score.points());
        (b.visits, value(b), &a.r#move).cmp(&(a.visits, value(a), &b.r#move))
    });
    Ok(rows)
}

/// A value as the other side sees it, one ply earlier.
fn turned(value: Value) -> Value {
    use fukumi::database::Bound;
    let bound = match value.bound {
        Bound::Exact => Bound::Exact,
        Bound::Lower => Bound::Upper,
        Bound::Upper => Bound::Lower,
    };
    let score = match value.score.plies_to_end() {
        Some(plies) if value.score.is_win() => Score::loss_in(plies.unsigned_abs() as usize + 1),
        Some(plies) => Score::win_in(plies.unsigned_abs() as usize + 1),
        None => -value.score,
    };
    Value { score, bound, ..value }
}

fn describe(row: &Row) -> String {
    let percent = |share: Option<f64>| match share {
        Some(share) => format!("{:.0} %", share * 100.0),
        None => "–".into(),
    };
    let Row { r#move, visits, wins, draws, losses, .. } = row;
    let (share, points) = (percent(row.share), percent(row.points));
    let value = row.worth.map(worth).unwrap_or_default();
    let label =
        row.label.as_ref().map(|label| format!("  [{}]", printable(label))).unwrap_or_default();
    let games = format!("{wins:>4} {draws:>5} {losses:>4} {points:>7}");
    let line = format!("{move:<5} {visits:>6} {share:>6} {games}  {value}{label}");
    line.trim_end().into()
}
