//! `fukumi database import`: what other files know.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use fukumi::database::experience::{Imported, MAGIC};
use fukumi::database::{Access, Database, DatabaseError};
use fukumi::geometry::BoardSize;
use fukumi::notation::encoding::Encoding;
use fukumi::rule::Rule;

use super::{Work, open};
use crate::commands::convert::input::{Content, Request};
use crate::commands::convert::{self, file, input};
use crate::commands::names::counted;
use crate::commands::values;

/// What a file of SQLite begins with.
pub(in crate::commands) const SQLITE: &[u8] = b"SQLite format 3\0";

/// Add what other files know: databases, tables as `export` writes them, games and libraries.
///
/// Databases bring what was learnt as well. Files experience.fkx, in which earlier versions kept
/// that, are read too. Games may be in all formats that `fukumi convert` reads, with variations and
/// comments, among them libraries of RenLib.
///
/// Values, labels and comments are merged, visits and results of games add up: a file that is
/// imported twice counts twice. The positions of a game count as visited, and as won and lost if
/// the game was played to its end.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The database, which is made if there is none.
    file: PathBuf,

    /// The files to add.
    #[arg(required = true)]
    from: Vec<String>,

    #[command(flatten)]
    unstated: Unstated,
}

/// What counts where a file does not state it.
#[derive(clap::Args)]
struct Unstated {
    /// Rule of the games that state none; by default freestyle.
    #[arg(long, value_parser = values::rule())]
    rule: Option<Rule>,

    /// Size of the board, as in 15 or 20x15, of games that do not state it.
    #[arg(long, value_parser = values::size)]
    size: Option<BoardSize>,

    /// Encoding of the texts, as in gb18030 or windows-1251; by default they tell.
    #[arg(long, value_name = "NAME", value_parser = convert::encoding)]
    encoding: Option<Encoding>,
}

impl Unstated {
    fn missing(&self) -> Missing {
        Missing { rule: self.rule.unwrap_or_default(), size: self.size, encoding: self.encoding }
    }
}

/// What counts where a file does not state it.
pub(in crate::commands) struct Missing {
    /// The rule of games.
    pub(in crate::commands) rule: Rule,
    /// The size of the board.
    pub(in crate::commands) size: Option<BoardSize>,
    /// The encoding of texts; `None` if they tell.
    pub(in crate::commands) encoding: Option<Encoding>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut database = open(&arguments.file, Access::Create)?;
    let mut work = Work::new();
    let mut exit = ExitCode::SUCCESS;
    for from in &arguments.from {
        let result = add(&mut database, from, &arguments.unstated.missing(), &mut work);
        work.clear();
        match result {
            Ok(Added { positions, learned }) => {
                let mut text = counted(positions as usize, "position");
                if learned > 0 {
                    text += &format!(" and what was learnt of {learned}");
                }
                writeln!(io::stdout(), "{text} from {from}")?;
            }
            Err(error) => {
                writeln!(io::stderr(), "error: {from}: {error:#}")?;
                exit = ExitCode::FAILURE;
                if matches!(error.downcast_ref(), Some(DatabaseError::Stopped)) {
                    break;
                }
            }
        }
    }
    Ok(exit)
}

/// What a file had.
#[derive(Default)]
pub(in crate::commands) struct Added {
    /// Number of positions.
    positions: u64,
    /// Number of records of what was learnt.
    learned: u64,
}

/// Adds a file. Returns what it had.
pub(in crate::commands) fn add(
    database: &mut Database,
    from: &str,
    missing: &Missing,
    work: &mut Work,
) -> anyhow::Result<Added> {
    let mut head = Vec::new();
    if from != "-" {
        let file = File::open(from).context("cannot open it")?;
        file.take(64).read_to_end(&mut head).context("cannot read it")?;
    }
    if head.starts_with(SQLITE) {
        let other = open(from.as_ref(), Access::Read)?;
        let positions = database.merge(&other, |count| work.goes_on(count))?;
        return Ok(Added { positions, learned: database.merge_learned(&other)? });
    }
    // The head may be damaged; the records may be sound all the same.
    if head.starts_with(MAGIC) || Path::new(from).extension().is_some_and(|end| end == "fkx") {
        return add_experience(database, from);
    }
    let positions = if is_table(&head) {
        let file = BufReader::new(File::open(from)?);
        database.import(file, |count| work.goes_on(count))?
    } else {
        add_games(database, from, missing, work)?
    };
    Ok(Added { positions, ..Added::default() })
}

/// Adds what an earlier version has learnt, and reports damage on standard error.
fn add_experience(database: &mut Database, from: &str) -> anyhow::Result<Added> {
    let Imported { records, damaged } = database.import_experience(File::open(from)?)?;
    ensure!(records > 0 || damaged == 0, "there is no sound record in it");
    if damaged > 0 {
        let damaged = counted(damaged as usize, "record");
        writeln!(io::stderr(), "{from} is damaged: {damaged} left out")?;
    }
    Ok(Added { learned: records, ..Added::default() })
}

/// Whether a file begins with the headings of a table.
fn is_table(head: &[u8]) -> bool {
    let words = String::from_utf8_lossy(head);
    let mut words = words.split(',').map(str::trim);
    words.next().is_some_and(|first| ["rule", "size", "turn", "key"].contains(&first))
        && words.next().is_some()
}

/// Adds games, with their variations, and libraries.
fn add_games(
    database: &mut Database,
    from: &str,
    missing: &Missing,
    work: &mut Work,
) -> anyhow::Result<u64> {
    let bytes = file::read(from).context("cannot read it")?;
    let request = Request {
        name: (from != "-").then_some(from),
        from: None,
        encoding: missing.encoding,
        size: missing.size,
    };
    let read = input::read(&bytes, &request)?;
    let Content::Games(games) = read.content else { bail!("it has results and no games") };
    if !read.lost.is_empty() {
        writeln!(io::stderr(), "{from}: not read: {}", read.lost)?;
    }
    let mut count = 0;
    for (id, game) in games {
        let named = || format!("game {}", id.as_deref().unwrap_or("1"));
        count += database
            .add_game(&game, missing.rule, |added| work.goes_on(count + added))
            .with_context(named)?;
    }
    Ok(count)
}
