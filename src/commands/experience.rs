//! `fukumi experience`: shows, exports, merges and clears what was learnt from games.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Subcommand;
use fukumi::experience::Record;
use fukumi::experience::bytes::Contents;
use fukumi::experience::store::Store;
use serde::Serialize;

mod lines;

use super::names::counted;

/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// Show, export, merge or clear what the engine has learnt from its games.
///
/// PATH is the file, or the folder that a front end sets with INFO folder.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    List(List),
    Export(Export),
    Import(Import),
    Clear(Clear),
}

/// Show what is remembered.
#[derive(clap::Args)]
struct List {
    /// The file, or the folder set with INFO folder.
    path: PathBuf,

    /// Print one JSON object for each position instead of text.
    #[arg(long)]
    json: bool,

    /// Show at most N positions of each rule and size, those met in most games first; 0 is all.
    /// JSON always has all.
    #[arg(long, value_name = "N", default_value_t = 20)]
    most: usize,
}

/// Write everything to a new file, with one record for each position.
#[derive(clap::Args)]
struct Export {
    /// The file, or the folder set with INFO folder.
    path: PathBuf,

    /// The new file.
    out: PathBuf,
}

/// Add the records of other files, as games of others. A file that is imported twice counts twice.
#[derive(clap::Args)]
struct Import {
    /// The file to add to, or the folder set with INFO folder.
    path: PathBuf,

    /// The files or folders to add.
    #[arg(required = true)]
    from: Vec<PathBuf>,
}

/// Forget everything: remove the file if it is an experience file. Copies of damaged files stay.
#[derive(clap::Args)]
struct Clear {
    /// The file, or the folder set with INFO folder.
    path: PathBuf,
}

/// Runs the chosen action.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.action {
        Action::List(arguments) => list(arguments)?,
        Action::Export(Export { path, out }) => {
            ensure!(!out.exists(), "{} is there already", out.display());
            let records = known(path)?;
            write(&Store::new(out.clone(), u64::MAX), &records, out)?;
            writeln!(io::stdout(), "{}", counted(records.len(), "position"))?;
        }
        Action::Import(Import { path, from }) => {
            let to = store(path);
            to.check().with_context(|| format!("cannot add to {}", to.path().display()))?;
            for from in from {
                let records = known(from)?;
                write(&to, &records, path)?;
                let count = counted(records.len(), "position");
                writeln!(io::stdout(), "{count} from {}", from.display())?;
            }
        }
        Action::Clear(Clear { path }) => {
            let store = store(path);
            let name = store.path().display();
            store.clear(PATIENCE).with_context(|| format!("cannot clear {name}"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The experience file that a path means.
fn store(path: &Path) -> Store {
    if path.is_dir() {
        Store::below(path)
    } else {
        Store::new(path.to_path_buf(), fukumi::experience::store::MAX_BYTES)
    }
}

/// Reads a file that must exist, and reports damage on standard error.
fn read(path: &Path) -> anyhow::Result<Contents> {
    let store = store(path);
    let name = store.path().display();
    store.check().with_context(|| format!("cannot read {name}"))?;
    let contents = store.read(PATIENCE).with_context(|| format!("cannot read {name}"))?;
    // Records that were set aside are there even without the file.
    ensure!(store.path().exists() || contents.records > 0, "there is no file {name}");
    if !contents.has_head || contents.damaged > 0 {
        let damaged = counted(contents.damaged, "record");
        writeln!(io::stderr(), "{name} is damaged: {damaged} left out")?;
    }
    Ok(contents)
}

fn known(path: &Path) -> anyhow::Result<Vec<Record>> {
    Ok(read(path)?.memory.records().copied().collect())
}

fn write(store: &Store, records: &[Record], path: &Path) -> anyhow::Result<()> {
    store.append(records, PATIENCE).with_context(|| format!("cannot write {}", path.display()))
}

/// A position in JSON.
#[derive(Serialize)]
struct Listed {
    key: String,
    rule: &'static str,
    size: String,
    stones: u16,
    /// Moves that lead to the position from the empty board through other remembered positions, if
    /// there are any.
    moves: Option<Vec<String>>,
    /// In points, for the side to move.
    score: i32,
    /// Plies to the end of a proven win or, negative, of a proven loss.
    proven: Option<i32>,
    wins: u32,
    draws: u32,
    losses: u32,
    /// Seconds since 1970.
    time: u32,
}

fn list(arguments: &List) -> anyhow::Result<()> {
    let Contents { memory, .. } = read(&arguments.path)?;
    let lines = lines::of(&memory);
    let mut listed: Vec<Listed> = memory
        .records()
        .map(|record| {
            let moves = lines.get(&record.key);
            let labels = |points: &Vec<fukumi::geometry::Point>| {
                points.iter().map(|point| point.label(record.size)).collect()
            };
            Listed {
                key: format!("{:016x}", record.key.0),
                rule: record.rule.name(),
                size: record.size.to_string(),
                stones: record.stones,
                moves: moves.map(labels),
                score: record.score.points(),
                proven: record.score.plies_to_end(),
                wins: record.tally.wins,
                draws: record.tally.draws,
                losses: record.tally.losses,
                time: record.time,
            }
        })
        .collect();
    let games = |listed: &Listed| {
        u64::from(listed.wins) + u64::from(listed.draws) + u64::from(listed.losses)
    };
    listed.sort_by(|a, b| {
        let place = |listed: &Listed| (listed.rule, listed.size.clone());
        let order = (place(a), std::cmp::Reverse(games(a)), a.stones, &a.key);
        order.cmp(&(place(b), std::cmp::Reverse(games(b)), b.stones, &b.key))
    });
    let mut output = io::stdout().lock();
    if arguments.json {
        for position in &listed {
            writeln!(output, "{}", serde_json::to_string(position)?)?;
        }
        return Ok(());
    }
    if memory.is_empty() {
        writeln!(output, "nothing is remembered")?;
    }
    for group in listed.chunk_by(|a, b| (a.rule, &a.size) == (b.rule, &b.size)) {
        let count = counted(group.len(), "position");
        writeln!(output, "{}, {}: {count}", group[0].rule, group[0].size)?;
        writeln!(output, "  won drawn lost   score  position, for the side to move")?;
        let most = if arguments.most == 0 { group.len() } else { arguments.most };
        for position in group.iter().take(most) {
            writeln!(output, "{}", describe(position))?;
        }
    }
    Ok(())
}

fn describe(position: &Listed) -> String {
    let score = match position.proven {
        Some(plies) if plies > 0 => format!("+M{plies}"),
        Some(plies) => format!("-M{}", -plies),
        None => position.score.to_string(),
    };
    let moves = match &position.moves {
        Some(moves) if moves.is_empty() => "the empty board".into(),
        Some(moves) => moves.join(" "),
        None => format!("{} (key {})", counted(position.stones.into(), "stone"), position.key),
    };
    let Listed { wins, draws, losses, .. } = position;
    format!("{wins:5} {draws:5} {losses:4} {score:>7}  {moves}")
}
