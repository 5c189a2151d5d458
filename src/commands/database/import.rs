//! `fukumi database import`: what other files know.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use fukumi::analysis::{End, Game};
use fukumi::database::{Access, Database, DatabaseError, Entry};
use fukumi::experience::Tally;
use fukumi::geometry::Color;
use fukumi::notation;
use fukumi::position::ending::Ending;

use super::{Work, open};
use crate::commands::advice::with_advice;
use crate::commands::names::counted;
use crate::commands::reading::Reading;

/// What a file of SQLite begins with.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// Add what other files know: databases, tables as `export` writes them, and games.
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
    reading: Reading,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut database = open(&arguments.file, Access::Create)?;
    let mut work = Work::new();
    let mut exit = ExitCode::SUCCESS;
    for from in &arguments.from {
        let result = add(&mut database, from, &arguments.reading, &mut work);
        work.progress.clear();
        match result {
            Ok(count) => {
                writeln!(io::stdout(), "{} from {from}", counted(count as usize, "position"))?;
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

/// Adds a file. Returns the number of positions it has.
fn add(
    database: &mut Database,
    from: &str,
    reading: &Reading,
    work: &mut Work,
) -> anyhow::Result<u64> {
    let mut head = Vec::new();
    if from != "-" {
        let file = File::open(from).context("cannot open it")?;
        file.take(64).read_to_end(&mut head).context("cannot read it")?;
    }
    if head.starts_with(SQLITE) {
        let other = open(from.as_ref(), Access::Read)?;
        return Ok(database.merge(&other, |count| work.goes_on(count))?);
    }
    if is_table(&head) {
        let file = BufReader::new(File::open(from)?);
        return Ok(database.import(file, |count| work.goes_on(count))?);
    }
    add_games(database, from, reading, work)
}

/// Whether a file begins with the headings of a table.
fn is_table(head: &[u8]) -> bool {
    let words = String::from_utf8_lossy(head);
    let mut words = words.split(',').map(str::trim);
    words.next().is_some_and(|first| ["rule", "size", "turn", "key"].contains(&first))
        && words.next().is_some()
}

fn add_games(
    database: &mut Database,
    from: &str,
    reading: &Reading,
    work: &mut Work,
) -> anyhow::Result<u64> {
    let games = notation::load_all(from, &mut io::stdin().lock(), &reading.hints());
    let mut count = 0;
    for (id, diagram) in games.map_err(with_advice)? {
        let game = diagram.and_then(|diagram| Game::new(&diagram, reading.rule, reading.turn));
        match game {
            Ok(game) => count += add_game(database, &game)?,
            Err(error) => {
                let id = id.map(|id| format!(":{id}")).unwrap_or_default();
                writeln!(io::stderr(), "{from}{id}: {}", with_advice(error))?;
            }
        }
        if !work.goes_on(count) {
            return Err(DatabaseError::Stopped.into());
        }
    }
    Ok(count)
}

/// Adds the positions of a game, in one piece.
fn add_game(database: &mut Database, game: &Game) -> Result<u64, DatabaseError> {
    let winner = match game.end() {
        Some(End::Ending(Ending::Five(winner))) => Some(winner),
        Some(End::Ending(Ending::Foul(_))) => Some(Color::White),
        Some(End::Full) | None => None,
    };
    let is_draw = game.end() == Some(End::Full);
    let mut writer = database.write()?;
    let mut position = game.start().clone();
    let mut moves = game.moves().iter();
    let mut count = 0;
    loop {
        let played = moves.next();
        if let Some(stone) = played {
            position.set_to_move(stone.color);
        }
        let color = position.to_move();
        let tally = Tally {
            wins: u32::from(winner == Some(color)),
            draws: u32::from(is_draw),
            losses: u32::from(winner == Some(!color)),
        };
        writer.merge(&position, Entry { visits: 1, tally, ..Entry::default() })?;
        count += 1;
        let Some(stone) = played else { break };
        position.play(stone.point);
    }
    writer.commit()?;
    Ok(count)
}
