//! `fukumi convert`: games and libraries from one file format to another.
//!
//! [`input`] reads any of the formats, [`output`] writes those that Fukumi can write, [`picture`]
//! draws, and [`file`] puts the result in its place.

use std::convert::Infallible;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail, ensure};
use fukumi_core::geometry::BoardSize;
use fukumi_core::rule::Rule;
use fukumi_records::encoding::Encoding;
use fukumi_records::game::Game;
use fukumi_records::lost::Losses;
use fukumi_records::reading::Reading;
use fukumi_records::scores::Scores;
use fukumi_records::{Format, GameKind};
use fukumi_reports::words::counted;

pub(super) mod file;
pub(super) mod format;
pub(super) mod input;
pub(super) mod output;
mod picture;

use super::{reading, shown, values};
use format::FileFormat;
use input::Content;

/// Convert games and opening libraries between the formats of other programs, and to pictures.
///
/// Without --from, the content and the ending of the name decide the format. What the new format
/// cannot hold is left out and reported.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The file to read, or - for standard input; FILE:ID is one of its games.
    input: String,

    /// The file to write, or - for standard output.
    #[arg(default_value = "-")]
    output: String,

    /// Format of the input.
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<FileFormat>,

    /// Format of the output; by default that of the ending of its name, else SGF.
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<FileFormat>,

    /// Convert only this game: its number, or the id of a record. The word gomoku reads games as
    /// Gomoku or Renju even if their file states another game, such as Go.
    #[arg(long, value_name = "ID|gomoku", value_parser = chosen)]
    game: Option<Chosen>,

    /// Rule of the games that state none.
    #[arg(long, value_parser = values::rule())]
    rule: Option<Rule>,

    /// Size of the board, as in 15 or 20x15, of games that do not state it.
    #[arg(long, value_parser = values::size)]
    size: Option<BoardSize>,

    /// Encoding of the input, as in gb18030 or windows-1251; by default it is detected.
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    from_encoding: Option<Encoding>,

    /// Encoding of the output.
    #[arg(long, value_name = "NAME", value_parser = encoding, default_value = "utf-8")]
    to_encoding: Encoding,

    /// Replace the output if it already exists.
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    picture: picture::Options,
}

/// What `--game` says.
#[derive(Clone, Debug)]
enum Chosen {
    /// Which game the file is of.
    Kind(GameKind),
    /// The number or the id of the game to convert.
    Id(String),
}

/// Parses the value of `--game`.
fn chosen(text: &str) -> Result<Chosen, Infallible> {
    let is_kind = text.eq_ignore_ascii_case(values::GOMOKU);
    Ok(if is_kind { Chosen::Kind(GameKind::Gomoku) } else { Chosen::Id(text.into()) })
}

/// Parses the name of an encoding.
pub(super) fn encoding(text: &str) -> Result<Encoding, String> {
    let named = Encoding::named(text);
    named.ok_or_else(|| "expected an encoding such as utf-8, gb18030 or windows-1251".into())
}

/// Converts a file and reports what is left out. Damaged games are left out, and the exit status
/// shows it.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let to = target(arguments)?;
    arguments.picture.ensure_fit(to)?;
    if arguments.output != "-" {
        file::ensure_writable(Path::new(&arguments.output), arguments.force)?;
    }
    let (name, id) = match (fukumi_records::split_id(&arguments.input), &arguments.game) {
        (Some((name, id)), None | Some(Chosen::Kind(_))) => (name, Some(id)),
        (_, Some(Chosen::Id(id))) => (arguments.input.as_str(), Some(id.as_str())),
        (None, None | Some(Chosen::Kind(_))) => (arguments.input.as_str(), None),
    };
    let kind = match arguments.game {
        Some(Chosen::Kind(kind)) => kind,
        Some(Chosen::Id(_)) | None => GameKind::Judged,
    };
    let shown = if name == "-" { "standard input" } else { name };
    let bytes = fukumi_records::read_bytes(name, &mut io::stdin().lock())?;
    let request = input::Request {
        name: (name != "-").then_some(name),
        from: arguments.from,
        encoding: arguments.from_encoding,
        size: arguments.size,
        kind,
    };
    let named = || shown::line(shown);
    let read = input::read(&bytes, &request).with_context(named)?;
    drop(bytes);
    let (what, converted, faults, not_read) = match read {
        Content::Results(Scores { pairings, faults }) => {
            ensure!(to == FileFormat::Csv, "results of a tournament only become csv; use --to csv");
            let what = counted(pairings.len(), "result");
            let table = output::table(&pairings, arguments.to_encoding);
            (what, table, faults, Losses::default())
        }
        Content::Games(mut read) => {
            reading::report(shown, &read.notices);
            if let Some(id) = id {
                read.choose(id).map_err(|fault| anyhow!("{fault}")).with_context(named)?;
            }
            let Reading { games, faults, lost, .. } = read;
            if games.is_empty() {
                reading::report_faults(shown, &faults);
                bail!("{}: no game makes sense, so nothing is written", named());
            }
            let games: Vec<Game> = games.into_iter().map(|entry| entry.game).collect();
            (counted(games.len(), "game"), encode(games, to, arguments), faults, lost)
        }
    };
    let (bytes, lost) = converted.with_context(|| format!("cannot write this as {}", to.name()))?;
    if arguments.output == "-" {
        print(&bytes)?;
    } else {
        file::write(Path::new(&arguments.output), &bytes, arguments.force)?;
    }
    if !not_read.is_empty() {
        writeln!(io::stderr(), "not read: {}", shown::line(not_read))?;
    }
    if !lost.is_empty() {
        writeln!(io::stderr(), "{} cannot hold, left out: {lost}", to.name())?;
    }
    if arguments.output != "-" {
        writeln!(io::stderr(), "{what} written to {}", arguments.output)?;
    }
    reading::report_faults(shown, &faults);
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The games in the format to write, and what it cannot hold.
fn encode(
    mut games: Vec<Game>,
    to: FileFormat,
    arguments: &Arguments,
) -> anyhow::Result<(Vec<u8>, Losses)> {
    for game in &mut games {
        game.rule = game.rule.or(arguments.rule);
    }
    if to.is_picture() {
        output::single(&games, to).and_then(|game| arguments.picture.write(game, to))
    } else {
        output::write(&games, to, arguments.to_encoding)
    }
}

/// Writes the output to standard output.
fn print(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    if stdout.is_terminal() {
        // A comment may have characters that would disturb the terminal.
        let text = String::from_utf8_lossy(bytes);
        stdout.write_all(shown::visible(&text).as_bytes())?;
    } else {
        stdout.write_all(bytes)?;
    }
    stdout.flush()
}

/// The format to write.
fn target(arguments: &Arguments) -> anyhow::Result<FileFormat> {
    let output = &arguments.output;
    let wanted = arguments.to.or_else(|| FileFormat::of_name(output));
    let to = match wanted {
        Some(to) => to,
        None if output == "-" => FileFormat::Games(Format::Sgf),
        None => bail!("{output}: the name has no ending of a format; use --to"),
    };
    ensure!(to.is_written(), "{} can only be read", to.name());
    ensure!(
        !to.is_binary() || output != "-" || !io::stdout().is_terminal(),
        "{} is not for a terminal; name a file",
        to.name()
    );
    Ok(to)
}
