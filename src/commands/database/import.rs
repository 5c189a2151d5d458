//! `fukumi database import`: what other files know.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use fukumi_core::geometry::BoardSize;
use fukumi_core::rule::Rule;
use fukumi_database::guard::open_file;
use fukumi_database::{Access, Database, DatabaseError, Imported};
use fukumi_records::GameKind;
use fukumi_records::Problem;
use fukumi_records::encoding::Encoding;
use fukumi_records::reading::{Fault, FileGame};
use fukumi_reports::words::counted;

use super::file::open;
use super::work::Work;
use crate::commands::convert::input::{Content, Request};
use crate::commands::convert::{self, input};
use crate::commands::{reading, shown, values};

/// What a file of SQLite begins with.
pub(in crate::commands) const SQLITE: &[u8] = b"SQLite format 3\0";
/// What programs for tables may write before the headings.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Add the content of other files: databases, tables as `export` writes them, games and libraries.
///
/// From a database it also adds what was learnt from games. Games may be in all formats that
/// `fukumi convert` reads, with variations and comments, among them libraries of RenLib.
///
/// Values, labels and comments are merged, visits and results add up. The positions of a game count
/// as visited, and as won and lost if the game was played to its end. A game counts once, however
/// often it is imported; a database or a table counts every time.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The database, which is created if it does not exist.
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

    /// Encoding of the texts, as in gb18030 or windows-1251; by default it is detected.
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
    /// The encoding of texts; `None` if they show it.
    pub(in crate::commands) encoding: Option<Encoding>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut database = open(&arguments.file, Access::Create)?;
    let mut work = Work::new();
    let mut exit = ExitCode::SUCCESS;
    for from in &arguments.from {
        let result = add(&mut database, from, &arguments.unstated.missing(), &mut work);
        work.clear();
        let cuts = database.take_cuts();
        if !cuts.is_empty() {
            let text = format!("{from}: too long, not kept whole: {cuts}");
            writeln!(io::stderr(), "{}", shown::line(text))?;
        }
        match result {
            Ok(Added { positions, learned, known, damaged }) => {
                if damaged > 0 {
                    exit = ExitCode::FAILURE;
                }
                let mut text = counted(positions as usize, "position");
                if learned > 0 {
                    text += &format!(" and what was learnt of {learned}");
                }
                text += &format!(" from {}", shown::line(from));
                if known > 0 {
                    let games = counted(known as usize, "game");
                    text += &format!("; {games} known already, not counted again");
                }
                writeln!(io::stdout(), "{text}")?;
            }
            Err(error) => {
                writeln!(io::stderr(), "{}", shown::line(format!("error: {from}: {error:#}")))?;
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
    /// Number of games that were added before.
    known: u64,
    /// Number of games or rows that are left out because they are invalid.
    pub(in crate::commands) damaged: u64,
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
        // A pipe would lose what is read of it here.
        let file = open_file(from.as_ref()).context("cannot open it; - reads standard input")?;
        file.take(64).read_to_end(&mut head).context("cannot read it")?;
    }
    if head.starts_with(SQLITE) {
        let other = open(from.as_ref(), Access::Read)?;
        let positions = database.merge(&other, |count| work.goes_on(count))?;
        let learned = database.merge_learned(&other)?;
        return Ok(Added { positions, learned, ..Added::default() });
    }
    if !is_table(&head) {
        return add_games(database, from, missing, work);
    }
    let Imported { rows, damaged, faults } =
        database.import(open_file(from.as_ref())?, |count| work.goes_on(count))?;
    work.clear();
    for fault in &faults {
        writeln!(io::stderr(), "{}", shown::line(format!("error: {from}: {fault}")))?;
    }
    if damaged > faults.len() as u64 {
        let more = damaged - faults.len() as u64;
        writeln!(io::stderr(), "error: {}: {more} more are damaged", shown::line(from))?;
    }
    Ok(Added { positions: rows, damaged, ..Added::default() })
}

/// Whether a file begins with the headings of a table, each of which may be in quotation marks.
fn is_table(head: &[u8]) -> bool {
    let words = String::from_utf8_lossy(head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(head));
    let mut words = words.split(',').map(|word| word.trim().trim_matches('"'));
    words.next().is_some_and(|first| ["rule", "size", "turn", "key"].contains(&first))
        && words.next().is_some()
}

/// Adds games, with their variations, and libraries.
fn add_games(
    database: &mut Database,
    from: &str,
    missing: &Missing,
    work: &mut Work,
) -> anyhow::Result<Added> {
    let bytes = fukumi_records::read_bytes(from, &mut io::stdin().lock())?;
    let request = Request {
        name: (from != "-").then_some(from),
        from: None,
        encoding: missing.encoding,
        size: missing.size,
        kind: GameKind::Judged,
    };
    let read = input::read(&bytes, &request)?;
    let Content::Games(read) = read else { bail!("it has results and no games") };
    reading::report(from, &read.notices);
    if !read.lost.is_empty() {
        writeln!(io::stderr(), "{}", shown::line(format!("{from}: not read: {}", read.lost)))?;
    }
    let mut faults = read.faults;
    let (mut count, mut known) = (0, 0);
    for FileGame { number, id, game } in read.games {
        match database.add_game(&game, missing.rule, |added| work.goes_on(count + added)) {
            Ok(added) => {
                count += added.nodes;
                known += u64::from(added.is_known);
            }
            Err(DatabaseError::Row(reason)) => {
                let error =
                    Problem::Expected { expected: "a game that makes sense", found: reason };
                faults.push(Fault { number: Some(number), id, error: error.into() });
            }
            Err(error) => return Err(error.into()),
        }
    }
    work.clear();
    reading::report_faults(from, &faults);
    let damaged = faults.len() as u64;
    Ok(Added { positions: count, known, damaged, ..Added::default() })
}
