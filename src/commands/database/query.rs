//! `fukumi database query`: what is known of a position and of its moves.

use std::io::{self, Write};

use fukumi_core::geometry::BoardSize;
use fukumi_core::learning::{Record, Tally};
use fukumi_database::{Access, Bound, Entry, Mark, Value};
use fukumi_reports::words::percent;
use fukumi_reports::{Count, Label, PointForm as _, Worth};
use serde::Serialize;

use super::file::{PositionArguments, open};
use super::moves;
use crate::commands::shown;

/// Show what is known about a position and its moves.
///
/// Symmetric moves are counted together. Values and games of a move are those of the side that
/// plays it, as in `fukumi explore`.
#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    place: PositionArguments,

    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

/// A position in JSON.
#[derive(Serialize)]
struct Known {
    /// What is known of it; nothing if it has no entry.
    entry: Option<Listed>,
    /// What the engine has learnt of it from its games.
    learned: Option<Learned>,
    /// The moves that lead to an entry, or to a position of which something was learnt, as the side
    /// that plays them sees them.
    moves: Vec<ListedMove>,
}

#[derive(Serialize)]
struct ListedMove {
    #[serde(rename = "move")]
    place: Option<Label>,
    /// Moves that symmetry makes the same.
    same: Vec<Label>,
    entry: Option<Listed>,
    learned: Option<Learned>,
}

/// What was learnt, in JSON.
#[derive(Serialize)]
struct Learned {
    #[serde(flatten)]
    worth: Worth,
    wins: u32,
    draws: u32,
    losses: u32,
    /// When the last of these games was played, in seconds since 1970.
    met: u32,
}

impl Learned {
    fn new(record: &Record) -> Self {
        let Record { score, tally: Tally { wins, draws, losses }, met, .. } = *record;
        Self { worth: Worth::new(score), wins, draws, losses, met }
    }
}

/// An entry in JSON.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    worth: Worth,
    bound: Option<&'static str>,
    depth: Option<u32>,
    best: Vec<Label>,
    #[serde(flatten)]
    count: Count,
    label: Option<String>,
    comment: Option<String>,
    marks: Vec<Text>,
    changed: Option<u32>,
}

#[derive(Serialize)]
struct Text {
    point: Label,
    text: String,
}

impl Listed {
    fn new(entry: Entry, size: BoardSize) -> Self {
        let Entry { value, .. } = entry;
        let text = |mark: Mark| Text { point: Label::new(mark.point, size), text: mark.text };
        Self {
            worth: Worth::new(value.map(|value| value.score)),
            bound: value.map(|value| value.bound.name()),
            depth: value.and_then(|value| value.depth),
            best: Label::list(entry.best, size),
            count: Count::new(entry.visits, entry.tally),
            label: entry.label,
            comment: entry.comment,
            marks: entry.marks.into_iter().map(text).collect(),
            changed: entry.changed,
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { place, json } = arguments;
    let position = place.read()?;
    let database = open(&place.file, Access::Read)?;
    let (entry, learned) = (database.get(&position)?, database.learned(&position)?);
    let size = position.size();
    let moves = moves::known(&database, &position)?;
    let mut output = io::stdout().lock();
    if *json {
        let moves = moves.into_iter().map(|known| {
            let mut labels = Label::list(known.points, size).into_iter();
            ListedMove {
                place: labels.next(),
                same: labels.collect(),
                entry: known.entry.map(|entry| Listed::new(entry, size)),
                learned: known.learned.as_ref().map(Learned::new),
            }
        });
        let known = Known {
            entry: entry.map(|entry| Listed::new(entry, size)),
            learned: learned.as_ref().map(Learned::new),
            moves: moves.collect(),
        };
        return Ok(writeln!(output, "{}", serde_json::to_string(&known)?)?);
    }
    match &entry {
        Some(entry) => describe(&mut output, entry, size)?,
        None if learned.is_none() => writeln!(output, "nothing is known of this position")?,
        None => {}
    }
    if let Some(record) = &learned {
        writeln!(output, "{}", learned_in_one_line(record))?;
    }
    for known in moves {
        let mut facts = Vec::new();
        facts.extend(known.entry.as_ref().map(in_one_line));
        facts.extend(known.learned.as_ref().map(learned_in_one_line));
        let label = known.points.first().map(|point| point.label(size)).unwrap_or_default();
        writeln!(output, "{label:>4}  {}", facts.join("  "))?;
    }
    Ok(())
}

/// What was learnt of a position.
fn learned_in_one_line(record: &Record) -> String {
    let value = |score| worth(Value { score, bound: Bound::Exact, depth: None });
    let facts: Vec<String> =
        record.score.map(value).into_iter().chain([games(record.tally)]).collect();
    format!("learnt: {}", facts.join("  "))
}

fn games(tally: Tally) -> String {
    format!("games +{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

/// Writes an entry, one fact on each line.
fn describe(output: &mut impl Write, entry: &Entry, size: BoardSize) -> io::Result<()> {
    writeln!(output, "{}", in_one_line(entry))?;
    if !entry.best.is_empty() {
        let best: Vec<String> = entry.best.iter().map(|point| point.label(size)).collect();
        writeln!(output, "best: {}", best.join(" "))?;
    }
    for mark in &entry.marks {
        writeln!(output, "at {}: {}", mark.point.label(size), shown::line(&mark.text))?;
    }
    for line in entry.comment.iter().flat_map(|comment| comment.lines()) {
        // The comment was asked for, so all of it is shown.
        writeln!(output, "| {}", shown::visible(line))?;
    }
    Ok(())
}

/// The short facts of an entry.
fn in_one_line(entry: &Entry) -> String {
    let mut facts = Vec::new();
    facts.extend(entry.label.as_ref().map(|label| format!("[{}]", shown::line(label))));
    facts.extend(entry.value.map(worth));
    let tally = entry.tally;
    if tally.games() > 0 {
        facts.push(games(tally));
    }
    if entry.visits > 0 {
        facts.push(format!("visits {}", entry.visits));
    }
    if facts.is_empty() { "known".into() } else { facts.join("  ") }
}

/// A value in words, for the side to move.
pub(in crate::commands) fn worth(value: Value) -> String {
    let bound = match value.bound {
        Bound::Exact => "",
        Bound::Lower => ">= ",
        Bound::Upper => "<= ",
    };
    let score = match value.score.plies_to_end() {
        Some(plies) if value.score.is_win() => format!("win in {plies}"),
        Some(plies) => format!("loss in {}", plies.abs()),
        None => format!("{:+} ({})", value.score.points(), percent(value.score.win_rate(), 0)),
    };
    let depth = value.depth.map(|depth| format!(", depth {depth}")).unwrap_or_default();
    format!("{bound}{score}{depth}")
}
