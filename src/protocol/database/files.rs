//! What a front end does with files: it chooses the database, and exchanges entries with others.

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::Path;

use fukumi_core::clock::Instant;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_database::{Access, Cuts, DatabaseError, Imported};
use fukumi_records::game::Game;
use fukumi_records::lost::Losses;
use fukumi_records::{Problem, pos, renlib};

use super::asked_position::AskedPosition;
use super::words::{counted, message, shown};
use crate::engine::positions::Positions;
use crate::protocol::command::FileAction;
use crate::protocol::raw;

/// Largest library that is read, in bytes.
const MAX_LIBRARY: u64 = 1 << 28;

/// Does something with a file and the database.
pub(super) struct Files<'a> {
    /// The database.
    pub(super) positions: &'a mut Positions,
    /// The position on the board; `None` if there is none.
    pub(super) place: Option<&'a AskedPosition>,
}

impl Files<'_> {
    /// The lines that answer an action on the file with this name.
    pub(super) fn act(&mut self, action: FileAction, name: &str) -> Vec<String> {
        let start = Instant::now();
        if !self.positions.has_files() {
            return vec![message("the database: no file may be used here")];
        }
        let path = match raw::path(name) {
            Ok(path) => path,
            Err(refusal) => return vec![message(&format!("the database: {refusal}"))],
        };
        let path = path.as_path();
        // To SQLite, such names are not those of files.
        if name.is_empty() || name.starts_with(':') {
            return vec![message("the database: expected the name of a file")];
        }
        let result = match action {
            FileAction::Open => return self.load(path),
            FileAction::Merge => self.merge(path),
            FileAction::Import => self.import(path),
            FileAction::ImportLibrary => self.import_library(path),
            FileAction::ExportLibrary => self.export_moves(path, |game| {
                // RenLib of today reads UTF-8.
                renlib::write(game, &mut |text| text.as_bytes().to_vec())
            }),
            FileAction::ExportMoves => self.export_moves(path, pos::lines),
            FileAction::Split => self.split(path),
            FileAction::Export { all } => {
                self.export(path, all).map(|count| format!("{} written", counted(count)))
            }
            FileAction::Unsupported(known) => {
                return vec![message(&format!("{} is not supported", known.name))];
            }
        };
        let text = match result {
            Ok(text) => format!("{text} in {} ms", start.elapsed().as_millis()),
            Err(error) => format!("the database: {error}"),
        };
        vec![message(&text)]
    }

    /// Makes a file the database. If it cannot be used, the answer names the one that stays: the
    /// front end shows the name in its title.
    fn load(&mut self, path: &Path) -> Vec<String> {
        let mut lines = Vec::new();
        if let Err(error) = self.positions.choose(path) {
            lines.push(message(&format!("the database: {error}; not used: {}", shown(path))));
        }
        if let Some(used) = self.positions.used_path() {
            lines.push(format!("MESSAGE DATABASE LOAD START {}", shown(&used)));
            lines.push("MESSAGE DATABASE LOAD DONE".into());
        }
        lines
    }

    /// Merges another database, and says what became of it.
    fn merge(&mut self, path: &Path) -> Result<String, DatabaseError> {
        let (other, interrupt) =
            (self.positions.open_other(path, Access::Read)?, self.positions.interrupt());
        let database = self.positions.needed_writer()?;
        let merged = database.merge(&other, |_| !interrupt.is_raised());
        let cuts = database.take_cuts();
        let count = merged?;
        database.merge_learned(&other)?;
        Ok(format!("{} added{}", counted(count), cut(cuts)))
    }

    /// Merges the rows of a table, and says what became of them.
    fn import(&mut self, path: &Path) -> Result<String, DatabaseError> {
        let (file, interrupt) = (self.positions.open_text(path)?, self.positions.interrupt());
        let goes_on = |_| !interrupt.is_raised();
        let database = self.positions.needed_writer()?;
        let imported = database.import(file, goes_on);
        let cuts = database.take_cuts();
        let Imported { rows, damaged, faults } = imported?;
        Ok(added(rows, cuts, damaged, faults.first()))
    }

    /// Adds the moves of a library, and says what became of them.
    fn import_library(&mut self, path: &Path) -> Result<String, DatabaseError> {
        let mut bytes = Vec::new();
        self.positions.open_text(path)?.take(MAX_LIBRARY + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_LIBRARY {
            return Err(DatabaseError::Other(format!("more than {} MB", MAX_LIBRARY >> 20)));
        }
        let interrupt = self.positions.interrupt();
        let read = interrupt
            .computing(|| renlib::read_encoded(&bytes, None))
            .map_err(|error| DatabaseError::Other(error.to_string()))?;
        let rule = self.place.map_or(Rule::Freestyle, |place| place.rule);
        let database = self.positions.needed_writer()?;
        let goes_on = |_| !interrupt.is_raised();
        let nodes: Result<u64, DatabaseError> = read
            .games
            .iter()
            .map(|entry| Ok(database.add_game(&entry.game, rule, goes_on)?.nodes))
            .sum();
        let cuts = database.take_cuts();
        let faults: Vec<String> = read.faults.iter().map(ToString::to_string).collect();
        Ok(added(nodes?, cuts, faults.len() as u64, faults.first()))
    }

    /// Writes the moves to a new file, and says what is in it and what is not. A file that is there
    /// stays as it is.
    fn export_moves(
        &mut self,
        path: &Path,
        write: impl FnOnce(&Game) -> Result<(Vec<u8>, Losses), Problem>,
    ) -> Result<String, DatabaseError> {
        let (Some(place), Some(database)) = (self.place, self.positions.reader()?) else {
            return Ok(format!("{} written", counted(0)));
        };
        let (rule, size) = (place.rule, place.size);
        let known = database.game(rule, size, |r, s| (r, s) == (rule, size))?;
        if known.positions == 0 && known.wanted > 0 {
            let reason = "no moves from the empty board lead to a known position";
            return Err(DatabaseError::Other(reason.into()));
        }
        let (bytes, lost) = write(&known.game).map_err(other)?;
        write_new(path, |mut file| Ok(file.write_all(&bytes)?))?;
        let mut text = format!("{} written", counted(known.game.tree.len() as u64));
        if known.positions < known.wanted {
            let missing = counted(known.wanted - known.positions);
            text += &format!("; not reached from the empty board: {missing}");
        }
        let left_out = known.left_out(&lost);
        if !left_out.is_empty() {
            text += &format!("; left out: {left_out}");
        }
        Ok(text)
    }

    /// Copies what follows the position to another database, and says what became of it.
    fn split(&mut self, path: &Path) -> Result<String, DatabaseError> {
        let nothing = || Ok(format!("{} written", counted(0)));
        let Some(place) = self.place else { return nothing() };
        if self.positions.reader()?.is_none() {
            return nothing();
        }
        let before: Vec<Position> = (0..place.moves.len()).map(|n| place.position(n)).collect();
        let mut other = self.positions.open_other(path, Access::Create)?;
        let Some(database) = self.positions.reader()? else { return nothing() };
        let count = database.split(&place.last(), &before, &mut other)?;
        Ok(format!("{} written{}", counted(count), cut(other.take_cuts())))
    }

    /// Writes a new file; one that is there stays as it is.
    fn export(&mut self, path: &Path, all: bool) -> Result<u64, DatabaseError> {
        let Some(database) = self.positions.reader()? else { return Ok(0) };
        let game = self.place.map(|place| (place.rule, place.size));
        let is_wanted = |rule, size| all || game.is_none_or(|game| game == (rule, size));
        write_new(path, |file| database.export(BufWriter::new(file), is_wanted))
    }
}

/// Writes a new file by a function. If that fails, no part of the file stays.
fn write_new<T>(
    path: &Path,
    fill: impl FnOnce(File) -> Result<T, DatabaseError>,
) -> Result<T, DatabaseError> {
    let filled = fill(File::create_new(path)?);
    if filled.is_err() {
        let _ = fs::remove_file(path);
    }
    filled
}

fn other(problem: Problem) -> DatabaseError {
    DatabaseError::Other(problem.to_string())
}

/// What was too long to be kept whole, to be put behind what became of a file.
fn cut(cuts: Cuts) -> String {
    if cuts.is_empty() { String::new() } else { format!("; too long, not kept whole: {cuts}") }
}

/// How many positions were added, what was cut, and the first of the faults for which others were
/// left out.
fn added(count: u64, cuts: Cuts, damaged: u64, fault: Option<&String>) -> String {
    let added = format!("{} added{}", counted(count), cut(cuts));
    fault.map_or_else(|| added.clone(), |fault| format!("{added}, {damaged} left out: {fault}"))
}
