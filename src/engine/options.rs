//! The `INFO` keys, their ranges and defaults.
//!
//! An unknown key or a value that makes no sense changes nothing. A number that is too large counts
//! as the largest. A setting stays in force until it is sent again, over any number of games.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::thread;

use fukumi_core::decide::level::{FULL_STRENGTH, Level};
use fukumi_core::eval::Kind;
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::rule::Rule;
use fukumi_core::search::BYTES_PER_THREAD;
use fukumi_core::solver::Threats;
use fukumi_database::store::{CACHE, memory};

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

/// Extension keys. A front end that sends one of them is in the tradition of Yixin's, for which
/// `INFO rule 2` means renju.
const EXTENSION_KEYS: [&str; 24] = [
    "MAX_DEPTH",
    "MAX_NODE",
    "TIME_INCREMENT",
    "HASH_SIZE",
    "THREAD_NUM",
    "THREAD_SPLIT_DEPTH",
    "CAUTION_FACTOR",
    "PONDERING",
    "VCTHREAD",
    "CHECKMATE",
    "NBESTSYM",
    "NBEST_SYM",
    "SHOW_DETAIL",
    "USEDATABASE",
    "DATABASE_READONLY",
    "DATABASE_WRITE",
    "START_DEPTH",
    "STRENGTH",
    "SWAPABLE",
    "MAX_MOVES",
    "DRAW_RESULT",
    "SEARCH_TYPE",
    "EVALUATOR_DRAW_BLACK_WINRATE",
    "EVALUATOR_DRAW_RATIO",
];

/// The value of `INFO game_type` for a game against a person.
const AGAINST_PERSON: i64 = 0;
/// The value of `INFO game_type` for a game against a program.
const AGAINST_PROGRAM: i64 = 1;
/// The smallest value of `INFO game_type` for a tournament; larger values are tournaments as well.
const TOURNAMENT: i64 = 2;

/// When the engine may keep what games teach in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Permission {
    Never,
    OutsideTournaments,
    Always,
}

impl Permission {
    /// Returns the permission that a value of `INFO learning` stands for.
    const fn numbered(number: i64) -> Option<Self> {
        match number {
            0 => Some(Self::Never),
            1 => Some(Self::OutsideTournaments),
            2 => Some(Self::Always),
            _ => None,
        }
    }
}

/// What a front end wants to be told during a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// `MESSAGE REALTIME` lines.
    pub realtime: bool,
    /// `INFO` blocks.
    pub info: bool,
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
    /// The values of `INFO coordinates`. `none`, `X_flipY` and `flipY_X` are those that Rapfi has
    /// for `coord_conversion_mode`; the names of points are the same as after these.
    const VALUES: [(&str, Self); 15] = [
        ("X_flipY", Self::LetterFlipped),
        ("bottom", Self::LetterFlipped),
        ("letters_bottom", Self::LetterFlipped),
        ("none", Self::LetterNumber),
        ("X_Y", Self::LetterNumber),
        ("top", Self::LetterNumber),
        ("letters_top", Self::LetterNumber),
        ("flipY_X", Self::SwappedLetterFlipped),
        ("yixin", Self::SwappedLetterFlipped),
        ("Y_X", Self::SwappedLetterNumber),
        ("x,y", Self::Numbers),
        ("numbers", Self::Numbers),
        ("xy", Self::Numbers),
        ("y,x", Self::SwappedNumbers),
        ("yx", Self::SwappedNumbers),
    ];

    /// Reads a value of `INFO coordinates`, in any case. `Some(None)` leaves the choice to the
    /// engine; `None` if there is no such value.
    fn named(value: &str) -> Option<Option<Self>> {
        let is_value = |name: &str| name.eq_ignore_ascii_case(value);
        if is_value("auto") {
            return Some(None);
        }
        Self::VALUES.iter().find(|(name, _)| is_value(name)).map(|&(_, names)| Some(names))
    }

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    pub(crate) fn at_most(self, other: Self) -> Self {
        Self {
            threads: self.threads.min(other.threads),
            table_bytes: self.table_bytes.min(other.table_bytes),
            evaluation: self.evaluation,
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
    /// The time left was told. It already includes the time used before.
    TimeLeft,
    /// The random choices that follow are those of this seed.
    Seed(u64),
    /// The database of positions is used in another way.
    Database(DatabaseSettings),
    /// Tell the user why the value cannot be used.
    Refused(String),
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
    game_type: i64,
    time: TimeSettings,
    max_memory: Option<u64>,
    hash_kib: Option<u64>,
    strength: i64,
    has_yixin_gui: bool,
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
            game_type: AGAINST_PROGRAM,
            time: TimeSettings::default(),
            max_memory: None,
            hash_kib: None,
            strength: FULL_STRENGTH,
            has_yixin_gui: false,
        }
    }
}

impl Options {
    /// Sets the option `key`, in any case, from the text `value`.
    pub fn set(&mut self, key: &str, value: &str) -> Change {
        let key = key.to_ascii_uppercase();
        if EXTENSION_KEYS.contains(&key.as_str()) {
            self.has_yixin_gui = true;
        }
        if key == "EVALUATION" {
            return self.set_evaluation(value.trim());
        }
        if key == "COORDINATES" {
            let word = value.split_ascii_whitespace().next().unwrap_or_default();
            self.point_names = PointNames::named(word).unwrap_or(self.point_names);
            return Change::None;
        }
        if key == "FOLDER" {
            self.folder = Some(PathBuf::from(value)).filter(|_| !value.is_empty());
            let folder = Some(self.folder.clone());
            return Change::Database(DatabaseSettings { folder, ..DatabaseSettings::default() });
        }
        // What follows the number is ignored.
        let word = value.split_ascii_whitespace().next();
        let Some(number) = word.and_then(parse_integer) else { return Change::None };
        let is_on = Some(number != 0);
        #[cfg(feature = "tune")]
        if let Some(name) = key.strip_prefix("TUNE.") {
            if !fukumi_core::search::params::set(name, number) {
                log::warn!("there is no number {name} to tune");
            }
            return Change::None;
        }
        match key.as_str() {
            "TIMEOUT_TURN" => self.time.turn = Some(number),
            "TIMEOUT_MATCH" => self.time.game = Some(number),
            "TIME_LEFT" => {
                self.time.left = Some(number);
                return Change::TimeLeft;
            }
            "MAX_NODE" => self.time.nodes = positive(number),
            "MAX_DEPTH" => {
                self.time.depth =
                    positive(number).map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
            }
            "MAX_MEMORY" if number >= 0 => self.max_memory = positive(number),
            "HASH_SIZE" if number >= 0 => self.hash_kib = positive(number),
            "RULE" => self.rule = self.read_rule(number),
            "THREAD_NUM" => self.threads = number.clamp(1, max_threads() as i64) as usize,
            "PONDERING" => self.pondering = number != 0,
            "CHECKMATE" => self.checkmate = self.read_checkmate(number),
            "GAME_TYPE" => self.game_type = number,
            "LEARNING" => self.learning = Permission::numbered(number).unwrap_or(self.learning),
            "USEDATABASE" => {
                self.uses_database = number != 0;
                let settings = DatabaseSettings { is_used: is_on, ..DatabaseSettings::default() };
                return Change::Database(settings);
            }
            "DATABASE_READONLY" => {
                self.is_database_read_only = number != 0;
                let is_read_only = is_on;
                let settings = DatabaseSettings { is_read_only, ..DatabaseSettings::default() };
                return Change::Database(settings);
            }
            "DATABASE_WRITE" => {
                let settings = DatabaseSettings { saves: is_on, ..DatabaseSettings::default() };
                return Change::Database(settings);
            }
            "BOOK" => self.has_book = number != 0,
            "STRENGTH" => self.strength = number.clamp(0, FULL_STRENGTH),
            "SEED" => return Change::Seed(number as u64),
            "SHOW_DETAIL" => {
                self.detail = Detail { realtime: number & 1 != 0, info: number & 2 != 0 };
            }
            _ => {}
        }
        Change::None
    }

    /// Sets the evaluation by its name or by the name of a network's file. Any other name changes
    /// nothing.
    fn set_evaluation(&mut self, name: &str) -> Change {
        match Kind::named(name) {
            Some(Ok(kind)) => self.evaluation = kind,
            Some(Err(error)) => return Change::Refused(format!("{error:#}")),
            None => {}
        }
        Change::None
    }

    /// Records that a Yixin-style front end has sent a command.
    pub(crate) fn note_yixin_gui(&mut self) {
        self.has_yixin_gui = true;
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
        self.game_type == AGAINST_PERSON
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
            evaluation: self.evaluation,
        }
    }

    /// Returns the folder to learn in, if one is named and learning is allowed.
    ///
    /// The engine learns only at full strength, because games that it plays weakly on purpose teach
    /// nothing.
    pub fn learning_folder(&self) -> Option<PathBuf> {
        let is_allowed = match self.learning {
            Permission::Never => false,
            Permission::OutsideTournaments => self.game_type < TOURNAMENT,
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
        self.has_book && self.game_type != AGAINST_PERSON && self.strength == FULL_STRENGTH
    }

    /// Returns the threats that the value `code` of `INFO checkmate` stands for.
    ///
    /// 1 is VCT. 2 is VC2, which includes VCT; the engine knows nothing wider than VCT, so 2 means
    /// the same here. 3, wins by fours alone, is an extension of this engine. Unknown values keep
    /// the old setting.
    fn read_checkmate(&self, code: i64) -> Option<Threats> {
        match code {
            0 => None,
            1 | 2 => Some(Threats::FoursAndThrees),
            3 => Some(Threats::Fours),
            _ => self.checkmate,
        }
    }

    /// Returns the rule that a value of `INFO rule` stands for, or the old rule if it stands for
    /// none.
    fn read_rule(&self, bits: i64) -> Rule {
        match u8::try_from(bits) {
            Ok(2) if self.has_yixin_gui => Rule::Renju,
            Ok(bits) => Rule::of_bits(bits).unwrap_or(self.rule),
            Err(_) => self.rule,
        }
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

/// Parses the whole text as a decimal number. A number too large for 64 bits counts as the largest.
pub fn parse_integer(text: &str) -> Option<i64> {
    let (is_negative, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let size = digits.iter().fold(0i64, |number, digit| {
        number.saturating_mul(10).saturating_add(i64::from(digit - b'0'))
    });
    Some(if is_negative { -size } else { size })
}

fn positive(number: i64) -> Option<u64> {
    u64::try_from(number).ok().filter(|&number| number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(pairs: &[(&str, &str)]) -> Options {
        let mut options = Options::default();
        for (key, value) in pairs {
            options.set(key, value);
        }
        options
    }

    #[test]
    fn numbers_saturate_and_text_is_none() {
        for (text, number) in [
            ("0", Some(0)),
            ("-250", Some(-250)),
            ("+7", Some(7)),
            ("007", Some(7)),
            ("99999999999999999999", Some(i64::MAX)),
            ("-99999999999999999999", Some(-i64::MAX)),
            ("", None),
            ("-", None),
            ("abc", None),
            ("1.5", None),
            ("12x", None),
            ("١", None),
        ] {
            assert_eq!(parse_integer(text), number, "{text:?}");
        }
    }

    #[test]
    fn nonsense_changes_nothing() {
        let before = with(&[("timeout_turn", "500"), ("rule", "1"), ("max_memory", "100000000")]);
        let mut options = before.clone();
        for (key, value) in [
            ("timeout_turn", ""),
            ("timeout_turn", "abc"),
            ("rule", "-1"),
            ("rule", "9999"),
            ("rule", "xyz"),
            ("max_memory", "-5"),
            ("evaluate", "3,4"),
            ("learning", "3"),
            ("learning", "yes"),
            ("foo", "bar"),
            ("", ""),
        ] {
            options.set(key, value);
            assert_eq!(options, before, "{key} {value}");
        }
    }

    #[test]
    fn keys_are_understood_in_any_case_and_what_follows_a_number_is_ignored() {
        let options = with(&[("TimeOut_Turn", "500 ms")]);
        assert_eq!(options.time().turn, Some(500));
    }

    #[test]
    fn the_bits_of_a_rule_are_read_in_order() {
        for (code, rule) in [
            ("0", Rule::Freestyle),
            ("1", Rule::Standard),
            ("2", Rule::Freestyle),
            ("3", Rule::Standard),
            ("4", Rule::Renju),
            ("5", Rule::Renju),
            ("6", Rule::Renju),
            ("8", Rule::CaroOverline),
            ("9", Rule::Caro),
            ("10", Rule::CaroOverline),
            ("11", Rule::Caro),
            ("12", Rule::Renju),
            ("15", Rule::Renju),
        ] {
            assert_eq!(with(&[("rule", code)]).rule, rule, "{code}");
        }
        assert_eq!(with(&[("rule", "1"), ("rule", "16")]).rule, Rule::Standard);
        for rule in Rule::ALL {
            assert_eq!(with(&[("rule", &rule.code().to_string())]).rule, rule);
        }
    }

    #[test]
    fn databases_are_part_of_the_memory_limit() {
        let limit = ("max_memory", "100000000");
        let table = |pairs: &[(&str, &str)]| with(pairs).resources().table_bytes as u64;
        let learning = [limit, ("folder", "/games"), ("learning", "1")];
        assert_eq!(table(&learning) + LEARNING_MEMORY, table(&[limit]));
        let front_end = [limit, ("usedatabase", "1")];
        assert_eq!(table(&front_end) + DATABASE_MEMORY, table(&[limit]));
        assert_eq!(table(&[limit, ("folder", "/games")]), table(&[limit]));
    }

    #[test]
    fn later_settings_of_the_database_count() {
        let mut settings = DatabaseSettings::default();
        for (key, value) in [
            ("UseDatabase", "1 x"),
            ("usedatabase", "x"),
            ("DATABASE_READONLY", "99999999999999999999"),
            ("database_write", "0\tx"),
            ("usedatabase", "0 1"),
            ("folder", ""),
            ("rule", "1"),
        ] {
            if let Change::Database(later) = Options::default().set(key, value) {
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
    fn points_are_named_as_the_option_says() {
        let name = |value: &str| {
            let names = with(&[("coordinates", value)]).point_names?;
            Some(names.name(Point::new(2, 3), BoardSize::new(20, 15).unwrap()))
        };
        for (value, expected) in [
            ("none", "C4"),
            ("X_flipY", "C12"),
            ("x_flipy", "C12"),
            ("flipY_X", "D18"),
            ("FLIPY_X", "D18"),
            ("Y_X", "D3"),
            ("top", "C4"),
            ("bottom", "C12 "),
            ("x,y", "2,3"),
            ("y,x please", "3,2"),
        ] {
            assert_eq!(name(value).as_deref(), Some(expected.trim()), "{value}");
        }
        for nonsense in ["", "auto", "x", "1"] {
            assert_eq!(name(nonsense), None, "{nonsense}");
            let names = with(&[("coordinates", "top"), ("Coordinates", nonsense)]).point_names;
            assert_eq!(names.is_none(), nonsense == "auto", "{nonsense}");
        }
    }

    #[test]
    fn checkmate_is_off_unless_asked_for() {
        let checkmate = |code| with(&[("checkmate", "3"), ("CheckMate", code)]).checkmate;
        assert_eq!(Options::default().checkmate, None);
        assert_eq!(checkmate("0"), None);
        assert_eq!(checkmate("1"), Some(Threats::FoursAndThrees));
        assert_eq!(checkmate("2"), Some(Threats::FoursAndThrees));
        assert_eq!(checkmate("9"), Some(Threats::Fours), "no such mode");
    }

    #[test]
    fn two_is_renju_for_a_yixin_style_front_end_only() {
        assert_eq!(with(&[("game_type", "1"), ("rule", "2")]).rule, Rule::Freestyle);
        assert_eq!(with(&[("Caution_Factor", "1"), ("rule", "2")]).rule, Rule::Renju);
        let mut options = Options::default();
        options.note_yixin_gui();
        options.set("rule", "2");
        assert_eq!(options.rule, Rule::Renju);
    }

    #[test]
    fn the_table_leaves_room_for_the_program() {
        let mib = |pairs: &[(&str, &str)]| with(pairs).resources().table_bytes >> 20;
        assert_eq!(mib(&[]), 283);
        assert_eq!(mib(&[("max_memory", "367001600")]), 283);
        assert_eq!(mib(&[("max_memory", "67108864")]), 25);
        assert_eq!(mib(&[("max_memory", "2147483647")]), 1811);
        assert_eq!(mib(&[("max_memory", "1024")]), 1);
        assert_eq!(mib(&[("max_memory", "0")]), 283);
        assert_eq!(mib(&[("max_memory", "99999999999999999999999")]), 4096);
        assert_eq!(mib(&[("hash_size", "65536")]), 64);
        assert_eq!(mib(&[("hash_size", "0")]), 283);
        assert_eq!(mib(&[("hash_size", "99999999999999999999")]), 4096);
        assert_eq!(mib(&[("hash_size", "1048576"), ("max_memory", "67108864")]), 25);
    }

    #[test]
    fn threads_are_as_many_as_the_machine_and_the_memory_allow() {
        let threads = |value| with(&[("thread_num", "7"), ("thread_num", value)]).threads;
        assert_eq!(Options::default().resources().threads, 1);
        assert_eq!([threads("0"), threads("-3"), threads("1")], [1; 3]);
        assert_eq!(threads("99999999999999999999"), max_threads());
        assert_eq!(threads("many"), 7.min(max_threads()));
        let resources = |pairs: &[(&str, &str)], threads| {
            let options = Options { threads, ..with(pairs) };
            let Resources { threads, table_bytes, .. } = options.resources();
            (threads, table_bytes >> 20)
        };
        assert_eq!(resources(&[], 4), (4, 277));
        assert_eq!(resources(&[("max_memory", "67108864")], 4), (4, 19));
        assert_eq!(resources(&[("max_memory", "67108864")], 256), (7, 13));
        assert_eq!(resources(&[("max_memory", "1024")], 8), (1, 1));
        assert_eq!(resources(&[("hash_size", "65536")], 256), (256, 64));
        assert_eq!(resources(&[("hash_size", "65536"), ("max_memory", "367001600")], 8), (8, 64));
    }

    #[test]
    fn the_evaluation_is_chosen_by_name() {
        let evaluation = |name| with(&[("evaluation", name)]).resources().evaluation;
        assert_eq!(Options::default().resources().evaluation, Kind::Network);
        assert_eq!(evaluation("Classical"), Kind::Classical);
        assert_eq!(evaluation("network"), Kind::Network);
        for nonsense in ["", "1", "classic"] {
            assert_eq!(evaluation(nonsense), Kind::Network, "{nonsense}");
            let pairs = [("evaluation", "classical"), ("EVALUATION", nonsense)];
            assert_eq!(with(&pairs).resources().evaluation, Kind::Classical, "{nonsense}");
        }
        let mut options = Options::default();
        let change = options.set("evaluation", "no such file.net");
        assert!(matches!(change, Change::Refused(reason) if reason.contains("no such file.net")));
        assert_eq!(options, Options::default());
        let own =
            with(&[("evaluation", "crates/core/src/eval/weights/caro.net")]).resources().evaluation;
        assert!(own.to_string().starts_with("network-"), "{own}");
    }

    #[test]
    fn learning_takes_a_folder_and_permission_and_no_tournament() {
        let folder = |pairs: &[(&str, &str)]| {
            let pairs = [&[("Folder", "/a folder/with blanks")], pairs].concat();
            with(&pairs).learning_folder().is_some()
        };
        assert!(!folder(&[]) && !folder(&[("learning", "0")]));
        assert!(folder(&[("learning", "1")]));
        for kind in ["0", "1"] {
            assert!(folder(&[("learning", "1"), ("game_type", kind)]), "{kind}");
        }
        for kind in ["2", "3", "99"] {
            assert!(!folder(&[("learning", "1"), ("game_type", kind)]), "{kind}");
            assert!(folder(&[("learning", "2"), ("game_type", kind)]), "{kind}");
        }
        assert!(!folder(&[("learning", "1"), ("strength", "50")]));
        assert!(!folder(&[("learning", "1"), ("folder", "")]));
        assert_eq!(with(&[("learning", "2")]).learning_folder(), None);
        let named = with(&[("learning", "1"), ("folder", "/a folder/with blanks")]);
        assert_eq!(named.learning_folder(), Some(PathBuf::from("/a folder/with blanks")));
    }

    #[test]
    fn the_book_is_for_programs_and_full_strength_and_can_be_switched_off() {
        let uses = |pairs: &[(&str, &str)]| with(pairs).uses_book();
        assert!(uses(&[]) && uses(&[("game_type", "2")]) && uses(&[("book", "0"), ("book", "1")]));
        assert!(!uses(&[("book", "0")]));
        assert!(!uses(&[("game_type", "0")]) && !uses(&[("strength", "99")]));
    }

    #[test]
    fn zero_and_negative_nodes_and_depths_are_no_limit() {
        for value in ["0", "-1", "-99999999999999999999"] {
            let time = with(&[("max_node", "5"), ("max_node", value), ("max_depth", value)]).time();
            assert_eq!((time.nodes, time.depth), (None, None));
        }
        assert_eq!(with(&[("max_depth", "99999999999")]).time().depth, Some(u32::MAX));
    }

    #[test]
    fn strength_is_a_level_and_a_person_gets_variety() {
        assert_eq!((Options::default().level(), Options::default().is_varied()), (None, false));
        let level = |strength| with(&[("strength", strength)]).level();
        for full in ["100", "101", "999999999999"] {
            assert_eq!(level(full), None, "{full}");
        }
        assert_eq!(level("99"), Level::of_strength(99));
        assert_eq!(level("-5"), Level::of_strength(0));
        let is_varied = |kind| with(&[("game_type", "0"), ("game_type", kind)]).is_varied();
        assert_eq!(["0", "1", "2", "3", "-1"].map(is_varied), [true, false, false, false, false]);
        assert!(is_varied("human"), "nonsense changes nothing");
    }

    #[test]
    fn a_seed_is_told_to_the_engine_and_kept_nowhere() {
        let mut options = Options::default();
        assert_eq!(options.set("Seed", "12"), Change::Seed(12));
        assert_eq!(options.set("seed", "new"), Change::None);
        assert_eq!(options, Options::default());
    }
}
