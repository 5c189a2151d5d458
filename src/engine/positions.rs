//! The database of positions that a front end works with, and what it says about moves.
//!
//! It belongs to a thread of [`Archive`](super::archive::Archive). It is opened when a game begins
//! or it is asked about for the first time, and made when something is written for the first time.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use fukumi_core::clock::Instant;
use fukumi_core::learning::Tally;
use fukumi_core::learning::advice::Advice;
use fukumi_core::position::Position;
use fukumi_core::score::Score;
use fukumi_core::search::known::Known;
use fukumi_database::branch::{Ahead, Child, Reach};
use fukumi_database::guard::{self, Interrupt};
use fukumi_database::{Access, Database, DatabaseError, Entry, Value};
use log::{info, warn};

use super::learning::file::{FILE, LearningFile};
use super::options::DatabaseSettings;

/// How long to wait for another process that writes.
pub(crate) const PATIENCE: Duration = Duration::from_millis(500);
/// Largest number of positions that are passed to a search.
const MAX_KNOWN: usize = 4096;
/// Largest number of positions to look up for them. Each takes about a millisecond.
const MAX_LOOKS: usize = 256;

/// How long one attempt to write what a search has found waits for another process.
const FINDINGS_PATIENCE: Duration = Duration::from_millis(25);

/// A file in which to keep what searches find.
#[derive(Clone)]
pub(super) struct Target {
    path: PathBuf,
    /// Whether its folder may be made as well.
    may_make_folder: bool,
    /// Whether no link may lead to the file.
    is_inside_folder: bool,
}

impl Target {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the file to write, and makes it if there is none. `interrupt` breaks off its work.
    fn open(&self, patience: Duration, interrupt: &Interrupt) -> Result<Database, DatabaseError> {
        if self.is_inside_folder {
            LearningFile::check(&self.path)?;
        }
        if let (true, Some(folder)) = (self.may_make_folder, self.path.parent()) {
            fs::create_dir_all(folder)?;
        }
        let mut database = Database::open_unsynced(&self.path, Access::Create, patience)?;
        database.heed(interrupt)?;
        Ok(database)
    }
}

/// The database of an engine.
#[derive(Default)]
pub(crate) struct Positions {
    /// Whether files may be read and written at all.
    has_files: bool,
    is_used: bool,
    is_read_only: bool,
    /// Whether what searches find is written.
    saves: bool,
    /// The file that the front end has chosen.
    chosen: Option<PathBuf>,
    /// The folder for files of the engine.
    folder: Option<PathBuf>,
    opened: Option<Database>,
    /// Whether searches know proven results of a database.
    has_told: bool,
    /// Whether the database has changed since, so that these results may no longer hold.
    is_stale: bool,
    /// Raised when a long job is to end.
    interrupt: Interrupt,
}

impl Positions {
    /// No database yet. When `interrupt` is raised, what is being done is broken off.
    pub(super) fn interrupted_by(interrupt: &Interrupt) -> Self {
        Self { interrupt: interrupt.clone(), ..Self::default() }
    }

    /// What is raised when a long job is to end.
    pub(crate) fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// Opens another file, whose work is broken off like that of the database.
    pub(crate) fn open_other(
        &self,
        path: &Path,
        access: Access,
    ) -> Result<Database, DatabaseError> {
        let mut other = Database::open(path, access, PATIENCE)?;
        other.heed(&self.interrupt)?;
        Ok(other)
    }

    /// Whether files may be read and written.
    pub(crate) const fn has_files(&self) -> bool {
        self.has_files
    }

    /// Opens a regular file to be read as something other than a database. One that may be open as
    /// a database is refused, since closing it would give up its locks.
    pub(crate) fn open_text(&self, path: &Path) -> Result<File, DatabaseError> {
        for database in self.path().into_iter().chain(self.own_path()) {
            if database.exists() && path.exists() {
                guard::check_other(&database, path)?;
            }
        }
        guard::open_file(path)
    }

    /// Takes note of settings.
    pub(super) fn set(&mut self, settings: DatabaseSettings) {
        let DatabaseSettings { has_files, is_used, is_read_only, saves, folder } = settings;
        self.has_files = has_files.unwrap_or(self.has_files);
        self.saves = saves.unwrap_or(self.saves);
        if is_used.is_some() || is_read_only.is_some() || folder.is_some() {
            self.is_used = self.has_files && is_used.unwrap_or(self.is_used);
            self.is_read_only = is_read_only.unwrap_or(self.is_read_only);
            self.folder = folder.unwrap_or(self.folder.take());
            self.close();
        }
    }

    /// Makes a file the database. If it cannot be used, the one before stays.
    ///
    /// # Errors
    /// If the file is there and cannot be used, or there is no folder for it.
    pub(crate) fn choose(&mut self, path: &Path) -> Result<(), DatabaseError> {
        self.close();
        let before = (self.chosen.replace(path.into()), self.is_used);
        self.is_used = true;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let result = match folder {
            Some(folder) if !folder.is_dir() => {
                Err(DatabaseError::Other(format!("there is no folder {}", folder.display())))
            }
            _ => self.reader().map(drop),
        };
        result.inspect_err(|_| (self.chosen, self.is_used) = before)
    }

    /// Returns what the database says about the moves of a position. A move is bad if the side that
    /// replies has a good value there, or a person says so. What is not found until `until` does
    /// not count.
    pub(crate) fn advice(&mut self, position: &Position, until: Option<Instant>) -> Advice {
        let known = self.reader().and_then(|database| match database {
            Some(database) => database.children_until(position, until),
            None => Ok(Vec::new()),
        });
        let children = known.unwrap_or_else(|error| {
            warn!("the database is not asked: {error}");
            Vec::new()
        });
        // Games of others say nothing about this engine.
        let judged = |child: &Child| (child.point, judgement(&child.entry), Tally::default());
        Advice::new(position, children.iter().map(judged))
    }

    /// Returns what the database says about positions after this one, for a search.
    /// Looks for it until `until`, if that is given.
    pub(crate) fn known(&mut self, position: &Position, until: Option<Instant>) -> Vec<Known> {
        let reach = Reach { positions: MAX_KNOWN, looks: MAX_LOOKS, until };
        let ahead = self.reader().and_then(|database| match database {
            Some(database) => database.ahead(position, reach),
            None => Ok(Vec::new()),
        });
        let ahead = ahead.unwrap_or_else(|error| {
            warn!("the search does not know the database: {error}");
            Vec::new()
        });
        let known = ahead.into_iter().map(|Ahead { moves, entry }| Known {
            moves,
            proven: proven(&entry),
            best: entry.best.first().copied(),
        });
        known.filter(|known| known.proven.is_some() || known.best.is_some()).collect()
    }

    /// Whether what searches know may no longer hold.
    pub(super) const fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// Takes note that the engine knows whether that is so, and of whether a search was told
    /// something now.
    pub(super) fn note_told(&mut self, has_any: bool) {
        self.has_told &= !std::mem::take(&mut self.is_stale);
        self.has_told |= has_any;
    }

    /// Where what searches find is kept; `None` if it is not kept.
    pub(super) fn target(&self) -> Option<Target> {
        let is_wanted = self.saves && self.is_used && !self.is_read_only;
        let path = self.path().filter(|_| is_wanted)?;
        let (may_make_folder, is_inside_folder) = (self.chosen.is_none(), self.is_inside_folder());
        Some(Target { path, may_make_folder, is_inside_folder })
    }

    /// Changes the database in a file, which is the one in use or was so when the change was
    /// wanted. Does not wait long for another process.
    pub(super) fn with(
        &mut self,
        target: &Target,
        change: impl FnOnce(&mut Database) -> Result<(), DatabaseError>,
    ) -> Result<(), DatabaseError> {
        let is_own = |database: &&mut Database| {
            database.path() == target.path && database.access() != Access::Read
        };
        match self.opened.as_mut().filter(is_own) {
            Some(database) => {
                database.set_patience(FINDINGS_PATIENCE)?;
                let changed = change(database);
                database.set_patience(PATIENCE)?;
                changed
            }
            None => {
                let mut database = target.open(FINDINGS_PATIENCE, &self.interrupt)?;
                change(&mut database)?;
                database.close()
            }
        }
    }

    /// Whether the database is open.
    pub(super) const fn is_open(&self) -> bool {
        self.opened.is_some()
    }

    /// Closes the database if a lock on it may have been left.
    pub(super) fn let_go(&mut self) {
        if self.opened.as_ref().is_some_and(Database::may_keep_lock) {
            self.close();
        }
    }

    /// Waits until the disk has all changes.
    pub(super) fn settle(&mut self) -> Result<(), DatabaseError> {
        self.opened.as_mut().map_or(Ok(()), Database::settle)
    }

    /// Closes the database until it is asked about again.
    pub(super) fn close(&mut self) {
        if let Some(Err(error)) = self.opened.take().map(Database::close) {
            info!("the disk may not have all of the database yet: {error}");
        }
        self.is_stale |= self.has_told;
    }

    /// The file, unless none can be named.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        self.chosen
            .clone()
            .or_else(|| self.own_path())
            .or_else(|| Some(data_folder()?.join("fukumi").join(FILE)))
    }

    /// The file in the folder for files of the engine, if there is such a folder.
    fn own_path(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join("fukumi").join(FILE))
    }

    /// The file in use, if a database is used.
    pub(crate) fn used_path(&self) -> Option<PathBuf> {
        self.path().filter(|_| self.is_used)
    }

    /// Whether the file is the engine's own in the folder that the front end has named. No link may
    /// lead out of that. A file that the front end has chosen may be a link.
    fn is_inside_folder(&self) -> bool {
        self.chosen.is_none() && self.folder.is_some()
    }

    /// Refuses a file that a link leads to, where that must not be.
    fn check_links(&self, path: &Path) -> Result<(), DatabaseError> {
        if self.is_inside_folder() { LearningFile::check(path) } else { Ok(()) }
    }

    /// The database to read; `None` if it is not used or there is none yet.
    pub(crate) fn reader(&mut self) -> Result<Option<&mut Database>, DatabaseError> {
        let path = self.path().filter(|path| self.is_used && path.exists());
        if self.opened.is_none() {
            let Some(path) = path else { return Ok(None) };
            self.check_links(&path)?;
            let mut database = match self.is_read_only {
                true => Database::open_unsynced(&path, Access::Read, PATIENCE)?,
                // What cannot be written may still be read.
                false => Database::open_unsynced(&path, Access::Create, PATIENCE)
                    .or_else(|_| Database::open_unsynced(&path, Access::Read, PATIENCE))?,
            };
            database.heed(&self.interrupt)?;
            self.opened = Some(database);
        }
        Ok(self.opened.as_mut())
    }

    /// The database to write, which is made if there is none; `None` if it is not used.
    pub(crate) fn writer(&mut self) -> Result<Option<&mut Database>, DatabaseError> {
        if !self.is_used {
            return Ok(None);
        }
        if self.is_read_only {
            return Err(DatabaseError::ReadOnly);
        }
        self.is_stale |= self.has_told;
        // A file that could not be written when it was opened may be free now.
        if self.opened.as_ref().is_some_and(|database| database.access() == Access::Read) {
            self.close();
        }
        if self.opened.is_none() {
            let Some(path) = self.path() else { return Ok(None) };
            let (may_make_folder, is_inside_folder) =
                (self.chosen.is_none(), self.is_inside_folder());
            let target = Target { path, may_make_folder, is_inside_folder };
            self.opened = Some(target.open(PATIENCE, &self.interrupt)?);
        }
        Ok(self.opened.as_mut())
    }

    pub(crate) fn needed_writer(&mut self) -> Result<&mut Database, DatabaseError> {
        self.writer()?.ok_or(DatabaseError::ReadOnly)
    }
}

/// What an entry says that a position is worth for its side to move; `None` if it does not say.
fn judgement(entry: &Entry) -> Option<Score> {
    // A label is that of the side that moved last.
    let said = || match entry.label.as_deref() {
        Some("l" | "x") => Some(Score::EVAL_MAX),
        Some("w") => Some(-Score::EVAL_MAX),
        Some("d") => Some(Score::ZERO),
        _ => None,
    };
    proven(entry).or_else(said)
}

/// The proven result of a position for its side to move.
fn proven(entry: &Entry) -> Option<Score> {
    entry.value.filter(Value::is_proven).map(|value| value.score)
}

/// The folder for data of the person who runs the program, as the system has it.
fn data_folder() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library").join("Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local").join("share")))
    }
}

#[cfg(test)]
mod tests {
    use fukumi_core::geometry::{BoardSize, Point, PointSet};
    use fukumi_core::rule::Rule;
    use fukumi_database::Bound;

    use super::*;
    use crate::engine::options::{Change, Options, Setting};

    fn set<const N: usize>(points: [(u8, u8); N]) -> PointSet {
        points.into_iter().map(|(x, y)| Point::new(x, y)).collect()
    }

    fn set_option(positions: &mut Positions, setting: Setting) {
        if let Change::Database(settings) = Options::default().set(setting) {
            positions.set(settings);
        }
    }

    #[cfg(unix)]
    #[test]
    fn no_link_leads_out_of_the_folder() {
        let folder = std::env::temp_dir().join(format!("fukumi-{}-links", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let (inside, outside) = (folder.join("inside"), folder.join("outside"));
        fs::create_dir_all(&inside).unwrap();
        fs::create_dir_all(&outside).unwrap();
        std::os::unix::fs::symlink(&outside, inside.join("fukumi")).unwrap();
        let mut positions = Positions { has_files: true, ..Positions::default() };
        set_option(&mut positions, Setting::Folder(Some(inside.clone())));
        set_option(&mut positions, Setting::UsesDatabase(true));
        assert!(positions.writer().is_err());
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
        fs::remove_file(inside.join("fukumi")).unwrap();
        assert!(positions.writer().unwrap().is_some());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn moves_are_chosen_and_avoided_as_the_database_says() {
        let mut positions = Positions { is_used: true, ..Positions::default() };
        let mut database = Database::in_memory().unwrap();
        let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
        // No two moves are the same up to symmetry.
        for (x, y) in [(7, 7), (8, 6), (3, 9), (4, 12)] {
            position.play(Point::new(x, y));
        }
        let mut say = |x, y, change: &dyn Fn(&mut Entry)| {
            let mut after = position.clone();
            after.play(Point::new(x, y));
            database.update(&after, change).unwrap();
        };
        let value = |score| Some(Value { score, bound: Bound::Exact, depth: None });
        let label = |label: &'static str| move |entry: &mut Entry| entry.label = Some(label.into());
        say(1, 1, &label("l"));
        say(2, 1, &label("x"));
        say(3, 1, &label("w"));
        say(4, 1, &|entry| entry.value = value(Score::win_in(5)));
        say(5, 1, &|entry| entry.value = value(Score::loss_in(8)));
        say(6, 1, &|entry| entry.value = value(Score::from_points(900)));
        say(9, 1, &|entry| entry.tally = Tally { wins: 9, ..Tally::default() });
        positions.opened = Some(database);
        let advice = positions.advice(&position, None);
        assert_eq!(advice.avoid, set([(1, 1), (2, 1), (4, 1)]));
        assert_eq!(advice.winning, Some(Point::new(5, 1)));
        assert!(advice.doubtful.is_empty(), "games of others");
        set_option(&mut positions, Setting::UsesDatabase(false));
        assert!(positions.advice(&position, None).is_empty());
    }

    #[test]
    fn each_switch_has_a_place_of_its_own() {
        let mut positions = Positions { has_files: true, ..Positions::default() };
        for is_on in [true, false] {
            set_option(&mut positions, Setting::UsesDatabase(is_on));
            set_option(&mut positions, Setting::DatabaseReadOnly(!is_on));
            set_option(&mut positions, Setting::DatabaseSaves(is_on));
            let all = [positions.is_used, positions.is_read_only, positions.saves];
            assert_eq!(all, [is_on, !is_on, is_on]);
        }
    }

    #[test]
    fn a_search_is_told_what_is_proven_and_what_is_best_until_that_changes() {
        let mut positions = Positions { is_used: true, ..Positions::default() };
        let mut database = Database::in_memory().unwrap();
        let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
        for (x, y) in [(7, 7), (8, 6), (3, 9), (4, 12)] {
            position.play(Point::new(x, y));
        }
        let mut after = position.clone();
        for (point, score, best) in [
            ((1, 1), Score::from_points(50), Some((2, 2))),
            ((2, 1), Score::loss_in(8), None),
            ((3, 1), Score::from_points(-70), None),
        ] {
            after.play(Point::new(point.0, point.1));
            let value = Some(Value { score, bound: Bound::Exact, depth: Some(9) });
            let best = best.into_iter().map(|(x, y)| Point::new(x, y)).collect();
            database
                .update(&after, |entry| *entry = Entry { value, best, ..entry.clone() })
                .unwrap();
        }
        positions.opened = Some(database);
        let first = vec![Point::new(1, 1)];
        let second = vec![Point::new(1, 1), Point::new(2, 1)];
        let known = [
            Known { moves: first, proven: None, best: Some(Point::new(2, 2)) },
            Known { moves: second, proven: Some(Score::loss_in(8)), best: None },
        ];
        assert_eq!(positions.known(&position, None), known);
        positions.note_told(true);
        assert!(!positions.is_stale());
        positions.needed_writer().unwrap();
        assert!(positions.is_stale());
        positions.note_told(false);
        positions.needed_writer().unwrap();
        assert!(!positions.is_stale(), "no search was told");
        positions.note_told(true);
        set_option(&mut positions, Setting::UsesDatabase(false));
        assert!(positions.is_stale());
        assert!(positions.known(&position, None).is_empty());
    }
}
