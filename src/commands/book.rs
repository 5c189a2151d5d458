//! `fukumi book`: builds opening books and shows them.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use anyhow::{Context, bail, ensure};
use clap::Subcommand;
use fukumi_core::book::builder;
use fukumi_core::book::format::{self, MAX_BYTES};
use fukumi_core::book::{self, Book};
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::rule::Rule;
use fukumi_core::search::STACK_BYTES;
use fukumi_records::Hints;
use fukumi_reports::words::counted;

use super::effort::{self, Nodes};
use super::{advice, exclusive, values};

/// Nodes of the search of an entry, unless the person says otherwise.
const DEFAULT_NODES: u64 = 4_000_000;

/// Make an opening book by search, or show one.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Build(Build),
    List(List),
}

/// Add entries to a book, or begin a new book if the file does not exist.
///
/// Which position comes next depends only on the book, and every entry depends only on its
/// position. So a book whose building was interrupted, by Ctrl-C or otherwise, and continued is the
/// same as one made in one go. --nodes, --rule and --size are for a new book; an existing one
/// states its own.
#[derive(clap::Args)]
#[command(mut_arg("nodes", effort::default(DEFAULT_NODES)))]
struct Build {
    /// The book; only one process may write to it.
    file: PathBuf,

    /// Rule of a new book.
    #[arg(long, value_parser = values::rule(), default_value_t)]
    rule: Rule,

    /// Size of the board of a new book, as in 15 or 20x15.
    #[arg(long, value_parser = values::size, default_value = "15")]
    size: BoardSize,

    #[command(flatten)]
    nodes: Nodes,

    /// Number of entries that the book should have.
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=book::MAX_ENTRIES as i64))]
    entries: u32,

    /// A file with positions to begin at besides the stone in the centre: lists of moves from the
    /// empty board, one per line.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
}

/// Show the entries of a book with depth and score, for the side to move.
#[derive(clap::Args)]
struct List {
    /// The book; by default the one in the program.
    file: Option<PathBuf>,

    /// Rule of the program's book.
    #[arg(long, value_parser = values::rule(), default_value_t, conflicts_with = "file")]
    rule: Rule,

    /// Size of the board of the program's book.
    #[arg(long, value_parser = values::size, default_value = "15", conflicts_with = "file")]
    size: BoardSize,

    /// Print a JSON object for each entry instead of text.
    #[arg(long)]
    json: bool,
}

/// Runs the chosen action.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.action {
        Action::Build(arguments) => build(arguments)?,
        Action::List(arguments) => list(arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a book. Reports entries that are not sound on standard error and leaves them out.
fn read(path: &Path) -> anyhow::Result<Book> {
    let mut file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&contents(&mut file, path)?, path)
}

fn contents(file: &mut File, path: &Path) -> anyhow::Result<String> {
    let name = path.display();
    let mut bytes = Vec::new();
    file.take(MAX_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {name}"))?;
    ensure!(bytes.len() <= MAX_BYTES, "{name} is larger than {MAX_BYTES} bytes");
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn parse(text: &str, path: &Path) -> anyhow::Result<Book> {
    let name = path.display();
    let (book, unsound) = format::read(text).with_context(|| format!("{name} is no book"))?;
    for line in unsound {
        writeln!(io::stderr(), "{name}, line {line} is not sound and left out")?;
    }
    Ok(book)
}

fn build(arguments: &Build) -> anyhow::Result<()> {
    let path = &arguments.file;
    let name = path.display();
    let mut file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(path)
        .with_context(|| format!("cannot open {name}"))?;
    exclusive::claim(&file, path)?;
    let text = contents(&mut file, path)?;
    let mut book = if text.is_empty() {
        Book::new(arguments.rule, arguments.size, arguments.nodes.nodes)
    } else {
        parse(&text, path)?
    };
    let starts = match &arguments.openings {
        Some(file) => openings(file, &book)?,
        None => Vec::new(),
    };
    let missing = match text.chars().last() {
        None => &format::head(&book),
        // An interrupted process may have left a partial line.
        Some('\n') => "",
        Some(_) => "\n",
    };
    file.write_all(missing.as_bytes()).with_context(|| format!("cannot write {name}"))?;
    // The search is recursive and needs a larger stack than the main thread may have.
    thread::scope(|scope| {
        let work = || add_entries(&mut book, arguments.entries as usize, &starts, &mut file);
        let worker = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)?;
        worker.join().unwrap_or_else(|_| bail!("the search has failed"))
    })
}

/// The positions of a file, as moves from the empty board.
fn openings(file: &Path, book: &Book) -> anyhow::Result<Vec<Vec<Point>>> {
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let hints = Hints { size: Some(book.size()), ..Hints::default() };
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let place = || format!("{name}, line {number}");
        let diagram = fukumi_records::parse(line, &hints).map_err(advice::with_advice);
        let position = diagram.with_context(place)?.position(Some(book.rule()), None);
        let position = position.map_err(advice::with_advice).with_context(place)?;
        let moves: Vec<Point> = position.board().stones().iter().map(|stone| stone.point).collect();
        let replayed = book.position(&moves).with_context(place)?;
        ensure!(
            replayed.board().key() == position.board().key(),
            "{}: not a list of moves",
            place()
        );
        openings.push(moves);
    }
    Ok(openings)
}

fn add_entries(
    book: &mut Book,
    wanted: usize,
    starts: &[Vec<Point>],
    file: &mut File,
) -> anyhow::Result<()> {
    let size = book.size();
    let mut settled = BTreeSet::new();
    while book.entries().len() < wanted {
        let Some(moves) = builder::next(book, starts, &settled) else {
            writeln!(io::stdout(), "nothing more is worth adding")?;
            break;
        };
        let Some(entry) = builder::search(book, &moves) else {
            settled.insert(moves);
            continue;
        };
        let line = format::line(&entry, size);
        file.write_all(line.as_bytes()).context("cannot write the book")?;
        ensure!(book.add(entry), "an entry of the search does not fit: {line}");
        write!(io::stdout(), "{}: {line}", book.entries().len())?;
    }
    Ok(())
}

/// An entry in JSON.
#[derive(serde::Serialize)]
struct Listed {
    moves: Vec<String>,
    best: String,
    /// In points, for the side to move; backed up from the entries that follow it.
    score: i32,
    depth: u32,
    nodes: u64,
}

fn list(arguments: &List) -> anyhow::Result<()> {
    let read_book;
    let book = match &arguments.file {
        Some(file) => {
            read_book = read(file)?;
            &read_book
        }
        None => book::shipped(arguments.rule, arguments.size)
            .with_context(|| format!("no book for {}, {}", arguments.rule, arguments.size))?,
    };
    let mut output = io::stdout().lock();
    if !arguments.json {
        let entries = counted(book.entries().len(), "position");
        writeln!(
            output,
            "{}, {}: {entries}, {} nodes each",
            book.rule(),
            book.size(),
            book.nodes()
        )?;
    }
    for entry in book.entries() {
        let reply = book.position(&entry.moves).and_then(|position| book.reply(&position));
        let Some(reply) = reply else { continue };
        let label = |point: &Point| point.label(book.size());
        let listed = Listed {
            moves: entry.moves.iter().map(label).collect(),
            best: label(&reply.point),
            score: reply.score.points(),
            depth: reply.depth,
            nodes: reply.nodes,
        };
        if arguments.json {
            writeln!(output, "{}", serde_json::to_string(&listed)?)?;
        } else {
            let Listed { moves, best, score, depth, .. } = listed;
            writeln!(output, "{:4} {score:5}  depth {depth}  {}", best, moves.join(" "))?;
        }
    }
    Ok(())
}
