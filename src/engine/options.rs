//! The options of an engine, their ranges and defaults.
//!
//! A number that is too large counts as the largest. A setting stays in force until it is set
//! again, over any number of games.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use fukumi_core::decide::level::{FULL_STRENGTH, Level};
use fukumi_core::eval::Kind;
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::rule::Rule;
use fukumi_core::search::BYTES_PER_THREAD;
use fukumi_core::solver::Threats;
use fukumi_database::cache::{CACHE, memory};

use super::clock::TimeSettings;
use super::learning::file::MEMORY as LEARNING_MEMORY;

/// Gomocup's memory limit in bytes, used when the manager states none.
const DEFAULT_MEMORY: u64 = 350 << 20;
/// Memory in bytes that the process needs besides the tables, with one search thread and after
/// games under all rules: each rule has tables of shapes and a network. Measured, and rounded up.
const PROGRAM_MEMORY: u64 = 32 << 20;
/// Memory in bytes that the database of a front end needs.
const DATABASE_MEMORY: u64 = memory(CACHE);
/// Size in bytes of the smallest table, however small the limit.
const MIN_TABLE: u64 = 1 << 20;
/// Size in bytes of the largest table, however large the limit.
const MAX_TABLE: u64 = 4 << 30;
/// Largest number of search threads. More do not help each other.
const MAX_THREADS: usize = 256;

/// When the engine may keep what games teach in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// In no game.
    Never,
    /// In games that are not those of a tournament.
    OutsideTournaments,
    /// In all games.
    Always,
}

/// Whom the engine plays against, and for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// A game against a person, for whom the engine varies its moves.
    Person,
    /// A game against a program.
    Program,
    /// A game of a tournament.
    Tournament,
}

/// What a front end wants to know during a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// `MESSAGE REALTIME` lines.
    pub realtime: bool,
    /// `INFO` blocks.
    pub info: bool,
    /// `MESSAGE REALTIME POS` and `DONE` lines: the move that the search looks at.
    pub progress: bool,
}

/// How texts for people name points. The first coordinate is the one that the protocol sends first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointNames {
    /// The letter of the first coordinate, and the second one counted from its end, as in `H9`.
    LetterFlipped,
    /// The letter of the first coordinate, and the second one counted from its beginning: `H7`.
    LetterNumber,
    /// The letter of the second coordinate, and the first one counted from its end.
    SwappedLetterFlipped,
    /// The letter of the second coordinate, and the first one counted from its beginning.
    SwappedLetterNumber,
    /// Both numbers from 0, as in moves: `7,6`.
    Numbers,
    /// Both numbers from 0, the second coordinate first: `6,7`.
    SwappedNumbers,
}

impl PointNames {
    /// The name of a point.
    pub(crate) fn name(self, point: Point, size: BoardSize) -> String {
        let (x, y) = (point.x(), point.y());
        let letter = |index| char::from(b'A' + index);
        match self {
            Self::LetterFlipped => format!("{}{}", letter(x), size.height().saturating_sub(y)),
            Self::LetterNumber => format!("{}{}", letter(x), y + 1),
            Self::SwappedLetterFlipped => {
                format!("{}{}", letter(y), size.width().saturating_sub(x))
            }
            Self::SwappedLetterNumber => format!("{}{}", letter(y), x + 1),
            Self::Numbers => format!("{x},{y}"),
            Self::SwappedNumbers => format!("{y},{x}"),
        }
    }
}

/// The resources of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// Number of threads, at least one.
    pub threads: usize,
    /// Memory for tables, in bytes.
    pub table_bytes: usize,
    /// The evaluation that gives the static scores.
    pub evaluation: Kind,
}

impl Resources {
    /// Returns these resources with no more threads and bytes than `other` has.
    pub(crate) fn at_most(&self, other: &Self) -> Self {
        Self {
            threads: self.threads.min(other.threads),
            table_bytes: self.table_bytes.min(other.table_bytes),
            evaluation: self.evaluation.clone(),
        }
    }
}

/// Options of the database of positions that were set; `None` for those that were not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DatabaseSettings {
    /// Whether files may be read and written at all.
    pub(super) has_files: Option<bool>,
    pub(super) is_used: Option<bool>,
    pub(super) is_read_only: Option<bool>,
    /// Whether what searches find is written.
    pub(super) saves: Option<bool>,
    /// The folder for files of the engine, if there is to be one.
    pub(super) folder: Option<Option<PathBuf>>,
}

impl DatabaseSettings {
    /// Adds what was set later.
    pub(super) fn add(&mut self, later: Self) {
        let Self { has_files, is_used, is_read_only, saves, folder } = later;
        self.has_files = has_files.or(self.has_files);
        self.is_used = is_used.or(self.is_used);
        self.is_read_only = is_read_only.or(self.is_read_only);
        self.saves = saves.or(self.saves);
        self.folder = folder.or(self.folder.take());
    }
}

/// What has to be done after an option has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    None,
    /// The time left was stated. It already includes the time used before.
    TimeLeft,
    /// The random choices that follow are those of this seed.
    Seed(u64),
    /// The database of positions is used in another way.
    Database(DatabaseSettings),
    /// The static scores are what is built in, and no network that is still being read.
    Evaluation,
    /// A network is to be read from this file.
    Network(PathBuf),
}

/// One option with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The rule of the next search, which is also that of the game.
    Rule(Rule),
    /// What to report during a search.
    Detail(Detail),
    /// How messages name points; `None` fits the board of the front end.
    PointNames(Option<PointNames>),
    /// Number of search threads wanted, at least one.
    Threads(usize),
    /// Whether to search in the opponent's time.
    Pondering(bool),
    /// The threats of the forced win that is looked for before anything else; `None` is the usual
    /// search.
    Checkmate(Option<Threats>),
    /// What gives the static scores.
    Evaluation(Kind),
    /// The file of the network that gives the static scores. A thread reads it.
    NetworkFile(PathBuf),
    /// The folder for files; `None` if files may not be kept.
    Folder(Option<PathBuf>),
    /// When the engine may learn from games.
    Learning(Permission),
    /// Whether a database of positions is used.
    UsesDatabase(bool),
    /// Whether nothing must be written to the database of positions.
    DatabaseReadOnly(bool),
    /// Whether what searches find is written to the database.
    DatabaseSaves(bool),
    /// Whether moves are played from a book.
    Book(bool),
    /// Whom the engine plays against.
    Occasion(Occasion),
    /// Time for each move. 0 means as fast as possible, negative means no limit.
    TurnMillis(i64),
    /// Time for the whole game. 0 or negative means no limit.
    GameMillis(i64),
    /// Time left for the game, which includes the time used before.
    LeftMillis(i64),
    /// Node limit for each move; `None` is no limit.
    Nodes(Option<u64>),
    /// Depth limit for each move, in plies; `None` is no limit.
    Depth(Option<u32>),
    /// Memory limit of the process in bytes; `None` is that of Gomocup.
    MaxMemoryBytes(Option<u64>),
    /// Size of the tables in KiB; `None` takes what the memory limit leaves.
    HashKib(Option<u64>),
    /// Strength of play, from 0 to [`FULL_STRENGTH`].
    Strength(i64),
    /// Seed of the random choices that follow.
    Seed(u64),
}

impl Setting {
    /// Time for each move.
    pub fn turn(time: Duration) -> Self {
        Self::TurnMillis(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
    }
}

/// All options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The rule of the next search.
    pub rule: Rule,
    /// What to report during a search.
    pub detail: Detail,
    /// How messages name points; `None` fits the board of the front end.
    pub point_names: Option<PointNames>,
    /// Number of search threads wanted. There may be too little memory for all of them.
    threads: usize,
    /// Whether to search in the opponent's time.
    pub pondering: bool,
    /// The threats of the forced win that is looked for before anything else. `None` means the
    /// usual search.
    pub checkmate: Option<Threats>,
    evaluation: Kind,
    /// The folder for files; `None` if files may not be kept.
    folder: Option<PathBuf>,
    learning: Permission,
    /// Whether a database of positions is used.
    uses_database: bool,
    /// Whether nothing must be written to the database of positions.
    pub(crate) is_database_read_only: bool,
    has_book: bool,
    occasion: Occasion,
    time: TimeSettings,
    max_memory: Option<u64>,
    hash_kib: Option<u64>,
    strength: i64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rule: Rule::Freestyle,
            detail: Detail::default(),
            point_names: None,
            threads: 1,
            pondering: false,
            checkmate: None,
            evaluation: Kind::default(),
            folder: None,
            learning: Permission::Never,
            uses_database: false,
            is_database_read_only: false,
            has_book: true,
            occasion: Occasion::Program,
            time: TimeSettings::default(),
            max_memory: None,
            hash_kib: None,
            strength: FULL_STRENGTH,
        }
    }
}

impl Options {
    /// Sets one option. Returns what has to be done besides.
    pub fn set(&mut self, setting: Setting) -> Change {
        match setting {
            Setting::Rule(rule) => self.rule = rule,
            Setting::Detail(detail) => self.detail = detail,
            Setting::PointNames(names) => self.point_names = names,
            Setting::Threads(threads) => self.threads = threads.clamp(1, max_threads()),
            Setting::Pondering(is_on) => self.pondering = is_on,
            Setting::Checkmate(threats) => self.checkmate = threats,
            Setting::Evaluation(kind) => {
                self.evaluation = kind;
                return Change::Evaluation;
            }
            Setting::NetworkFile(path) => return Change::Network(path),
            Setting::Learning(permission) => self.learning = permission,
            Setting::Book(is_on) => self.has_book = is_on,
            Setting::Occasion(occasion) => self.occasion = occasion,
            Setting::TurnMillis(time) => self.time.turn = Some(time),
            Setting::GameMillis(time) => self.time.game = Some(time),
            Setting::Nodes(nodes) => self.time.nodes = nodes,
            Setting::Depth(depth) => self.time.depth = depth,
            Setting::MaxMemoryBytes(bytes) => self.max_memory = bytes,
            Setting::HashKib(size) => self.hash_kib = size,
            Setting::Strength(strength) => self.strength = strength.clamp(0, FULL_STRENGTH),
            Setting::Seed(seed) => return Change::Seed(seed),
            Setting::LeftMillis(time) => {
                self.time.left = Some(time);
                return Change::TimeLeft;
            }
            Setting::Folder(folder) => {
                self.folder.clone_from(&folder);
                let folder = Some(folder);
                return Change::Database(DatabaseSettings {
                    folder,
                    ..DatabaseSettings::default()
                });
            }
            Setting::UsesDatabase(is_on) => {
                self.uses_database = is_on;
                let is_used = Some(is_on);
                let settings = DatabaseSettings { is_used, ..DatabaseSettings::default() };
                return Change::Database(settings);
            }
            Setting::DatabaseReadOnly(is_on) => {
                self.is_database_read_only = is_on;
                let is_read_only = Some(is_on);
                let settings = DatabaseSettings { is_read_only, ..DatabaseSettings::default() };
                return Change::Database(settings);
            }
            Setting::DatabaseSaves(is_on) => {
                let saves = Some(is_on);
                return Change::Database(DatabaseSettings { saves, ..DatabaseSettings::default() });
            }
        }
        Change::None
    }

    /// Records that a front end has chosen a database of positions.
    pub(crate) fn note_database(&mut self) {
        self.uses_database = true;
    }

    /// Returns the time settings, at whatever strength.
    pub fn time(&self) -> TimeSettings {
        self.time
    }

    /// Returns the level of play; `None` is full strength.
    pub fn level(&self) -> Option<&'static Level> {
        Level::of_strength(self.strength)
    }

    /// Whether to draw one of several moves that are nearly as good.
    pub fn is_varied(&self) -> bool {
        self.occasion == Occasion::Person
    }

    /// Returns the resources of a search. A memory limit is shared out: threads get what they need,
    /// up to half of it, and tables get the rest.
    pub fn resources(&self) -> Resources {
        // A memory limit is for the whole process, and a tenth of it stays unused.
        let learning = if self.learning_folder().is_some() { LEARNING_MEMORY } else { 0 };
        let database = if self.uses_database { DATABASE_MEMORY } else { 0 };
        let beside = PROGRAM_MEMORY + learning + database;
        let within = |limit: u64| (limit - limit / 10).saturating_sub(beside);
        let wanted = self.hash_kib.map(|kib| kib.saturating_mul(1 << 10));
        let limit = match (self.max_memory, wanted) {
            (None, Some(_)) => u64::MAX,
            (limit, _) => within(limit.unwrap_or(DEFAULT_MEMORY)),
        };
        let per_thread = BYTES_PER_THREAD as u64;
        let helpers = (self.threads as u64 - 1).min(limit / 2 / per_thread);
        let bytes = wanted.unwrap_or(u64::MAX).min(limit - helpers * per_thread);
        Resources {
            threads: 1 + helpers as usize,
            table_bytes: usize::try_from(bytes.clamp(MIN_TABLE, MAX_TABLE)).unwrap_or(usize::MAX),
            evaluation: self.evaluation.clone(),
        }
    }

    /// Returns the folder to learn in, if one is named and learning is allowed.
    ///
    /// The engine learns only at full strength, because games that it plays weakly on purpose teach
    /// nothing.
    pub fn learning_folder(&self) -> Option<PathBuf> {
        let is_allowed = match self.learning {
            Permission::Never => false,
            Permission::OutsideTournaments => self.occasion != Occasion::Tournament,
            Permission::Always => true,
        };
        self.folder.clone().filter(|_| is_allowed && self.strength == FULL_STRENGTH)
    }

    /// Returns the folder that may hold books.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Whether moves are played from a book. Against people the engine varies its moves instead,
    /// and weaker levels play worse than the book.
    pub fn uses_book(&self) -> bool {
        self.has_book && self.occasion != Occasion::Person && self.strength == FULL_STRENGTH
    }
}

/// Returns the largest number of threads that a search can use: as many as the machine can run at
/// once, but at most 256.
pub(crate) fn max_threads() -> usize {
    static PARALLELISM: LazyLock<usize> =
        LazyLock::new(|| thread::available_parallelism().map_or(1, |threads| threads.get()));
    PARALLELISM.min(MAX_THREADS)
}

/// Returns the binary logarithm of the size of the largest table in KiB, the form in which front
/// ends want it.
pub(crate) const fn max_hash_log_kib() -> u32 {
    (MAX_TABLE >> 10).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(settings: &[Setting]) -> Options {
        let mut options = Options::default();
        for setting in settings {
            options.set(setting.clone());
        }
        options
    }

    #[test]
    fn databases_are_part_of_the_memory_limit() {
        let limit = Setting::MaxMemoryBytes(Some(100_000_000));
        let folder = Setting::Folder(Some("/games".into()));
        let table = |settings: &[Setting]| with(settings).resources().table_bytes as u64;
        let all = table(std::slice::from_ref(&limit));
        let learning = Setting::Learning(Permission::OutsideTournaments);
        assert_eq!(table(&[limit.clone(), folder.clone(), learning]) + LEARNING_MEMORY, all);
        assert_eq!(table(&[limit.clone(), Setting::UsesDatabase(true)]) + DATABASE_MEMORY, all);
        assert_eq!(table(&[limit, folder]), all);
    }

    #[test]
    fn later_settings_of_the_database_count() {
        let mut settings = DatabaseSettings::default();
        for setting in [
            Setting::UsesDatabase(true),
            Setting::DatabaseReadOnly(true),
            Setting::DatabaseSaves(false),
            Setting::UsesDatabase(false),
            Setting::Folder(None),
            Setting::Rule(Rule::Standard),
        ] {
            if let Change::Database(later) = Options::default().set(setting) {
                settings.add(later);
            }
        }
        let expected = DatabaseSettings {
            has_files: None,
            is_used: Some(false),
            is_read_only: Some(true),
            saves: Some(false),
            folder: Some(None),
        };
        assert_eq!(settings, expected);
    }

    #[test]
    fn threads_are_as_many_as_the_machine_and_the_memory_allow() {
        let threads = |count| with(&[Setting::Threads(7), Setting::Threads(count)]).threads;
        assert_eq!(Options::default().resources().threads, 1);
        assert_eq!([threads(0), threads(1), threads(usize::MAX)], [1, 1, max_threads()]);
        let resources = |settings: &[Setting], threads| {
            let options = Options { threads, ..with(settings) };
            let Resources { threads, table_bytes, .. } = options.resources();
            (threads, table_bytes >> 20)
        };
        let memory = |bytes| Setting::MaxMemoryBytes(Some(bytes));
        let hash = || Setting::HashKib(Some(65_536));
        assert_eq!(resources(&[], 4), (4, 277));
        assert_eq!(resources(&[memory(67_108_864)], 4), (4, 19));
        assert_eq!(resources(&[memory(67_108_864)], 256), (7, 13));
        assert_eq!(resources(&[memory(1_024)], 8), (1, 1));
        assert_eq!(resources(&[hash()], 256), (256, 64));
        assert_eq!(resources(&[hash(), memory(367_001_600)], 8), (8, 64));
    }
}
