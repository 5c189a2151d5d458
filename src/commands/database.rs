//! `fukumi database`: what is known of positions, in a file that front ends use as well.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::slice;

use anyhow::{Context, anyhow, ensure};
use clap::Subcommand;
use fukumi_core::geometry::BoardSize;
use fukumi_core::rule::Rule;
use fukumi_database::{Access, DatabaseError};
use fukumi_records::encoding::Encoding;
use fukumi_records::{Format, pos};
use fukumi_reports::words::counted;

use self::file::megabytes;
pub(super) use self::file::open;
pub(super) use self::work::Work;
use super::convert::format::FileFormat;
use super::convert::{self, output};
use super::{shown, values};

mod change;
mod file;
pub(super) mod import;
pub(super) mod moves;
pub(super) mod query;
mod statistics;
mod work;

/// Largest number of faults that are shown.
const MAX_FAULTS: usize = 20;

/// Look up positions and what is known about them, and maintain a database.
///
/// The file is an SQLite database, in which symmetric positions share one entry. Front ends such as
/// Yixin-Board use the same file; see docs/database.md.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Query(query::Arguments),
    Set(change::Set),
    Remove(change::Remove),
    Import(import::Arguments),
    Export(Export),
    Split(change::Split),
    Statistics(statistics::Arguments),
    Check(Check),
    Repair(Repair),
    Vacuum(Vacuum),
    Forget(Forget),
}

/// Write everything as a table of text (CSV), or the moves as a library or lines of RenLib, or as
/// SGF.
///
/// A library has the moves from the empty board through known positions of one rule and size (by
/// default freestyle on 15x15), with comments and texts on points. Only a table has the other
/// positions, and values, best moves, results and labels.
#[derive(clap::Args)]
struct Export {
    /// The database.
    file: PathBuf,

    /// The new file, which ends in .csv, .lib, .pos or .sgf, or - for a table on standard output.
    out: PathBuf,

    /// Only positions under this rule.
    #[arg(long, value_parser = values::rule())]
    rule: Option<Rule>,

    /// Only positions on boards of this size, as in 15 or 20x15.
    #[arg(long, value_parser = values::size)]
    size: Option<BoardSize>,
}

/// Look for damage to the file, and for invalid rows.
#[derive(clap::Args)]
struct Check {
    /// The database.
    file: PathBuf,
}

/// Repair invalid rows, or remove them, after making a copy beside the file.
///
/// Only the invalid parts of a row are removed, or the whole row if its position is not certain. If
/// the file itself is damaged, nothing changes.
#[derive(clap::Args)]
struct Repair {
    /// The database.
    file: PathBuf,
}

/// Give unused space back to the system.
#[derive(clap::Args)]
struct Vacuum {
    /// The database.
    file: PathBuf,
}

/// Forget all that the engine has learnt from its games. Entries by people and other programs stay.
#[derive(clap::Args)]
struct Forget {
    /// The database.
    file: PathBuf,
}

/// Runs the chosen action.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.action {
        Action::Query(arguments) => query::run(arguments)?,
        Action::Set(arguments) => arguments.run()?,
        Action::Remove(arguments) => arguments.run()?,
        Action::Import(arguments) => return import::run(arguments),
        Action::Export(arguments) => export(arguments)?,
        Action::Split(arguments) => arguments.run()?,
        Action::Statistics(arguments) => statistics::run(arguments)?,
        Action::Check(Check { file }) => {
            let faults = open(file, Access::Read)?.check(MAX_FAULTS);
            let faults = faults.with_context(|| format!("cannot check {}", file.display()))?;
            if !faults.is_empty() {
                faults
                    .iter()
                    .try_for_each(|fault| writeln!(io::stderr(), "{}", shown::line(fault)))?;
                return Ok(ExitCode::FAILURE);
            }
            writeln!(io::stdout(), "nothing is wrong")?;
        }
        Action::Repair(Repair { file }) => {
            let repair = open(file, Access::Write)?.repair();
            match repair.with_context(|| format!("cannot mend {}", file.display()))? {
                None => writeln!(io::stdout(), "nothing is wrong")?,
                Some(repair) => {
                    let copy = repair.copy.display();
                    writeln!(io::stdout(), "{repair}; {copy} has all as it was")?;
                }
            }
        }
        Action::Vacuum(Vacuum { file }) => {
            let before = std::fs::metadata(file).map_or(0, |metadata| metadata.len());
            let vacuumed = open(file, Access::Write)?.vacuum();
            vacuumed.with_context(|| format!("cannot make {} smaller", file.display()))?;
            let after = std::fs::metadata(file).map_or(0, |metadata| metadata.len());
            writeln!(io::stdout(), "{} -> {}", megabytes(before), megabytes(after))?;
        }
        Action::Forget(Forget { file }) => {
            let count = open(file, Access::Write)?.forget_learned();
            let count = count.with_context(|| format!("cannot write {}", file.display()))?;
            writeln!(io::stdout(), "{} forgotten", counted(count as usize, "position"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn export(arguments: &Export) -> anyhow::Result<()> {
    let Export { file, out, rule, size } = arguments;
    let database = open(file, Access::Read)?;
    let is_wanted = |other_rule, other_size| {
        rule.is_none_or(|rule| rule == other_rule) && size.is_none_or(|size| size == other_size)
    };
    if out.as_os_str() == "-" {
        database.export(io::stdout().lock(), is_wanted)?;
        return Ok(());
    }
    let name = out.display();
    let format = FileFormat::of_name(&out.to_string_lossy());
    if let Some(format @ FileFormat::Games(Format::Lib | Format::Pos | Format::Sgf)) = format {
        convert::file::ensure_writable(out, false)?;
        let size = size.or_else(|| BoardSize::square(15)).context("a size")?;
        let rule = rule.unwrap_or_default();
        let known = database.game(rule, size, is_wanted);
        let known = known.with_context(|| format!("cannot read {}", file.display()))?;
        let board = format!("under {} on {size}", rule.name());
        ensure!(
            known.positions > 0 || database.count()? == 0,
            "{}: no moves from the empty board lead to a known position {board}",
            file.display()
        );
        let games = slice::from_ref(&known.game);
        let (bytes, lost) = match format {
            FileFormat::Games(Format::Pos) => pos::lines(&known.game)?,
            _ => output::write(games, format, Encoding::UTF_8)?,
        };
        convert::file::write(out, &bytes, false)?;
        let left_out = known.left_out(&lost);
        if !left_out.is_empty() {
            writeln!(io::stderr(), "{name} cannot hold, left out: {left_out}")?;
        }
        if known.positions < known.wanted {
            let (part, all) = (known.positions, counted(known.wanted as usize, "position"));
            let reason = format!("moves from the empty board {board} do not lead to the others");
            writeln!(io::stderr(), "{name} has {part} of {all}: {reason}")?;
        }
        let moves = known.game.tree.len() - 1;
        return Ok(writeln!(io::stdout(), "{}", counted(moves, "move"))?);
    }
    ensure!(
        format == Some(FileFormat::Csv),
        "{name}: expected a name that ends in .csv, .lib, .pos or .sgf"
    );
    let count = convert::file::write_by(out, false, |created| {
        let written = database.export(io::BufWriter::new(created), is_wanted);
        written.map_err(|error| match error {
            DatabaseError::Damaged(_) => anyhow!("{}: {error}; repair it", file.display()),
            error => anyhow!("cannot write {name}: {error}"),
        })
    })?;
    writeln!(io::stdout(), "{}", counted(count as usize, "position"))?;
    Ok(())
}
