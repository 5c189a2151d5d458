//! `fukumi database statistics`: how much is known.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use fukumi_database::{Access, Entry};
use serde::Serialize;

use super::file::{megabytes, open};

/// Count positions and what is known about them.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The database.
    file: PathBuf,

    /// Print one JSON object for each rule and size instead of text.
    #[arg(long)]
    json: bool,
}

/// Counts of positions of one rule and size.
#[derive(Default, Serialize)]
struct Counts {
    rule: &'static str,
    size: String,
    positions: u64,
    values: u64,
    proven: u64,
    games: u64,
    labels: u64,
    comments: u64,
    marks: u64,
    /// Positions of which the engine has learnt something.
    learned: u64,
    most_stones: u16,
}

impl Counts {
    fn add(&mut self, entry: &Entry, stones: u16) {
        self.positions += 1;
        self.values += u64::from(entry.value.is_some());
        self.proven += u64::from(entry.value.is_some_and(|value| value.is_proven()));
        self.games += u64::from(entry.tally.games() > 0);
        self.labels += u64::from(entry.label.is_some());
        self.comments += u64::from(entry.comment.is_some());
        self.marks += u64::from(!entry.marks.is_empty());
        self.most_stones = self.most_stones.max(stones);
    }
}

/// Counts of one rule and size in words, without lines about what there is none of.
fn describe(counts: &Counts) -> String {
    let Counts { rule, size, positions, values, proven, .. } = counts;
    let Counts { games, labels, comments, marks, learned, most_stones, .. } = counts;
    let mut text = format!("{rule}, {size}: {positions} positions");
    if *positions > 0 {
        text += &format!(
            " of up to {most_stones} stones\n  \
             {values} with a value, {proven} of them proven; {games} with games\n  \
             {labels} with a label, {comments} with a comment, {marks} with marks"
        );
    }
    if *learned > 0 {
        text += &format!("\n  {learned} positions learnt from games");
    }
    text + "\n"
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let database = open(&arguments.file, Access::Read)?;
    let mut games: BTreeMap<(&str, String), Counts> = BTreeMap::new();
    database.each(|name, entry| {
        let game = (name.rule.name(), name.size.to_string());
        games.entry(game).or_default().add(&entry, name.count);
        Ok(())
    })?;
    database.each_learned(|record| {
        let game = (record.rule.name(), record.size.to_string());
        games.entry(game).or_default().learned += 1;
        Ok(())
    })?;
    let mut output = io::stdout().lock();
    let mut all = 0;
    for ((rule, size), counts) in games {
        let counts = Counts { rule, size, ..counts };
        all += counts.positions;
        if arguments.json {
            writeln!(output, "{}", serde_json::to_string(&counts)?)?;
        } else {
            write!(output, "{}", describe(&counts))?;
        }
    }
    if !arguments.json {
        let bytes = fs::metadata(&arguments.file).map_or(0, |metadata| metadata.len());
        writeln!(output, "{all} positions in {}", megabytes(bytes))?;
    }
    Ok(())
}
