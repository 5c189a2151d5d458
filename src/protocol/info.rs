//! The words of `INFO`: which key sets which option, and which values make sense.
//!
//! An unknown key or a value that makes no sense sets nothing. A number that is too large counts as
//! the largest.

use fukumi_core::eval::Kind;
use fukumi_core::rule::Rule;
use fukumi_core::solver::Threats;

use super::command::{Command, TakeBack};
use super::raw;
use crate::engine::options::{Detail, Occasion, Permission, PointNames, Setting};

/// Keys of Yixin's extension that match managers send as well.
const MANAGER_KEYS: [&str; 4] = ["MAX_DEPTH", "MAX_NODE", "HASH_SIZE", "THREAD_NUM"];

/// Keys that only front ends in the tradition of Yixin's send.
const YIXIN_KEYS: [&str; 20] = [
    "TIME_INCREMENT",
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

/// The values of `INFO coordinates`. `none`, `X_flipY` and `flipY_X` are those that Rapfi has
/// for `coord_conversion_mode`; the names of points are the same as after these.
const POINT_NAMES: [(&str, PointNames); 15] = [
    ("X_flipY", PointNames::LetterFlipped),
    ("bottom", PointNames::LetterFlipped),
    ("letters_bottom", PointNames::LetterFlipped),
    ("none", PointNames::LetterNumber),
    ("X_Y", PointNames::LetterNumber),
    ("top", PointNames::LetterNumber),
    ("letters_top", PointNames::LetterNumber),
    ("flipY_X", PointNames::SwappedLetterFlipped),
    ("yixin", PointNames::SwappedLetterFlipped),
    ("Y_X", PointNames::SwappedLetterNumber),
    ("x,y", PointNames::Numbers),
    ("numbers", PointNames::Numbers),
    ("xy", PointNames::Numbers),
    ("y,x", PointNames::SwappedNumbers),
    ("yx", PointNames::SwappedNumbers),
];

/// Reads a value of `INFO coordinates`, in any case. `Some(None)` leaves the choice to the
/// engine; `None` if there is no such value.
fn point_names(value: &str) -> Option<Option<PointNames>> {
    let is_value = |name: &str| name.eq_ignore_ascii_case(value);
    if is_value("auto") {
        return Some(None);
    }
    POINT_NAMES.iter().find(|(name, _)| is_value(name)).map(|&(_, names)| Some(names))
}

/// The key that says what `TAKEBACK` means.
const TAKE_BACK: &str = "TAKEBACK";

/// Reads a switch: a number, and what follows it is ignored. `None` if it is no number.
fn is_on(value: &str) -> Option<bool> {
    let word = value.split_ascii_whitespace().next().unwrap_or_default();
    parse_integer(word).map(|number| number != 0)
}

/// The value of `INFO rule` that means a continuous game to Piskvork, and renju to front ends in
/// the tradition of Yixin's.
const RULE_OF_TWO_MEANINGS: i64 = 2;

/// What the words of the other side show about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum FrontEnd {
    /// Nothing: it may be Piskvork.
    #[default]
    Unknown,
    /// It knows Yixin's extension, as some match managers do.
    Extended,
    /// It is a front end in the tradition of Yixin's.
    Yixin,
}

impl FrontEnd {
    /// What the first word of a line shows.
    pub fn of_command(word: &str) -> Self {
        match word.to_ascii_uppercase().as_str() {
            // Match managers end a late search by it.
            "YXSTOP" => Self::Extended,
            "RELOADCONFIG" => Self::Yixin,
            word if word.starts_with("YX") => Self::Yixin,
            _ => Self::Unknown,
        }
    }

    /// What a key of `INFO`, in capitals, shows.
    fn of_key(key: &str) -> Self {
        if YIXIN_KEYS.contains(&key) {
            Self::Yixin
        } else if MANAGER_KEYS.contains(&key) {
            Self::Extended
        } else {
            Self::Unknown
        }
    }
}

/// Reads what managers and front ends send after `INFO`.
#[derive(Clone, Debug, Default)]
pub struct InfoReader {
    front_end: FrontEnd,
    /// Whether the rule that was set last has two meanings.
    has_rule_of_two_meanings: bool,
    /// What the words that were read so far show. Commands among them may still wait.
    seen: FrontEnd,
    /// Whether `TAKEBACK` means the last move, whatever it names; `None` if no option says so.
    takes_last: Option<bool>,
}

impl InfoReader {
    /// Records what a command of the front end shows. Returns the rule, if that changes the meaning
    /// of the one set before.
    pub fn note(&mut self, front_end: FrontEnd) -> Option<Setting> {
        let is_known = self.knows_extension();
        self.front_end = self.front_end.max(front_end);
        self.seen = self.seen.max(front_end);
        let is_news = !is_known && self.knows_extension();
        (is_news && self.has_rule_of_two_meanings).then_some(Setting::Rule(Rule::Renju))
    }

    /// Whether the front end knows Yixin's extension, in which `INFO rule 2` means renju.
    fn knows_extension(&self) -> bool {
        self.front_end >= FrontEnd::Extended
    }

    /// Returns what a command that was just read means after all that came before it, whenever it
    /// is carried out. Front ends in the tradition of Yixin's mean the last move by `TAKEBACK`: some
    /// name no point, or always the same.
    pub fn meant(&mut self, command: Command) -> Command {
        match &command {
            Command::Info { key, value } => {
                let key = key.to_ascii_uppercase();
                self.seen = self.seen.max(FrontEnd::of_key(&key));
                if key == TAKE_BACK {
                    self.takes_last = is_on(value).or(self.takes_last);
                }
                command
            }
            Command::TakeBack(_) if self.takes_last.unwrap_or(self.seen == FrontEnd::Yixin) => {
                Command::TakeBack(TakeBack::Last)
            }
            _ => command,
        }
    }

    /// Reads a key and its value as [`InfoReader::read`] does. They come from a file of the user,
    /// so they do not show which front end it is.
    ///
    /// # Errors
    /// If the value names a file that cannot be used: a message for the user.
    pub fn read_from_file(&mut self, key: &str, value: &str) -> Result<Vec<Setting>, String> {
        let key = key.to_ascii_uppercase();
        if key == TAKE_BACK {
            self.takes_last = is_on(value).or(self.takes_last);
        }
        self.setting(&key, value).map(|setting| setting.into_iter().collect())
    }

    /// Reads a key, in any case, and its value. Returns what they set, which may be nothing.
    ///
    /// # Errors
    /// If the value names a file that cannot be used: a message for the user.
    pub fn read(&mut self, key: &str, value: &str) -> Result<Vec<Setting>, String> {
        let key = key.to_ascii_uppercase();
        let rule = self.note(FrontEnd::of_key(&key));
        Ok(rule.into_iter().chain(self.setting(&key, value)?).collect())
    }

    /// The setting of a key in capitals and its value.
    fn setting(&mut self, key: &str, value: &str) -> Result<Option<Setting>, String> {
        let word = value.split_ascii_whitespace().next().unwrap_or_default();
        Ok(match key {
            "EVALUATION" => evaluation(value.trim())?,
            "COORDINATES" => point_names(word).map(Setting::PointNames),
            "FOLDER" => {
                let folder = Some(raw::path(value)?).filter(|_| !value.is_empty());
                Some(Setting::Folder(folder))
            }
            // What follows the number is ignored.
            key => parse_integer(word).and_then(|number| self.number(key, number)),
        })
    }

    /// The setting of a key whose value is a number.
    fn number(&mut self, key: &str, number: i64) -> Option<Setting> {
        #[cfg(feature = "tune")]
        if let Some(name) = key.strip_prefix("TUNE.") {
            if !fukumi_core::search::tune::set(name, number) {
                log::warn!("there is no number {name} to tune");
            }
            return None;
        }
        let is_on = number != 0;
        Some(match key {
            "TIMEOUT_TURN" => Setting::TurnMillis(number),
            "TIMEOUT_MATCH" => Setting::GameMillis(number),
            "TIME_LEFT" => Setting::LeftMillis(number),
            "MAX_NODE" => Setting::Nodes(positive(number)),
            "MAX_DEPTH" => {
                let depth = positive(number).map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
                Setting::Depth(depth)
            }
            "MAX_MEMORY" if number >= 0 => Setting::MaxMemoryBytes(positive(number)),
            "HASH_SIZE" if number >= 0 => Setting::HashKib(positive(number)),
            "RULE" => Setting::Rule(self.rule(number)?),
            "THREAD_NUM" => Setting::Threads(usize::try_from(number).unwrap_or(1)),
            "PONDERING" => Setting::Pondering(is_on),
            "CHECKMATE" => Setting::Checkmate(checkmate(number)?),
            "GAME_TYPE" => Setting::Occasion(occasion(number)),
            "LEARNING" => Setting::Learning(learning(number)?),
            "USEDATABASE" => Setting::UsesDatabase(is_on),
            "DATABASE_READONLY" => Setting::DatabaseReadOnly(is_on),
            "DATABASE_WRITE" => Setting::DatabaseSaves(is_on),
            "BOOK" => Setting::Book(is_on),
            "STRENGTH" => Setting::Strength(number),
            "SEED" => Setting::Seed(number as u64),
            "SHOW_DETAIL" => {
                let [realtime, info, progress] = [1, 2, 4].map(|bit| number & bit != 0);
                Setting::Detail(Detail { realtime, info, progress })
            }
            _ => return None,
        })
    }

    /// The rule that a value of `INFO rule` stands for.
    fn rule(&mut self, bits: i64) -> Option<Rule> {
        let rule = match u8::try_from(bits).ok()? {
            _ if bits == RULE_OF_TWO_MEANINGS && self.knows_extension() => Rule::Renju,
            bits => Rule::of_bits(bits)?,
        };
        self.has_rule_of_two_meanings = bits == RULE_OF_TWO_MEANINGS;
        Some(rule)
    }
}

/// The threats that a value of `INFO checkmate` stands for; `Some(None)` is the usual search.
///
/// 1 is VCT. 2 is VC2, which includes VCT; the engine knows nothing wider than VCT, so 2 means the
/// same here. 3, wins by fours alone, is an extension of this engine.
const fn checkmate(code: i64) -> Option<Option<Threats>> {
    match code {
        0 => Some(None),
        1 | 2 => Some(Some(Threats::FoursAndThrees)),
        3 => Some(Some(Threats::Fours)),
        _ => None,
    }
}

/// The evaluation that a value of `INFO evaluation` stands for: one that is built in, or a network
/// in a file whose name, in any encoding, ends in `.net` or `.bin`.
fn evaluation(name: &str) -> Result<Option<Setting>, String> {
    let mut built_in = Kind::ALL.into_iter();
    if let Some(kind) = built_in.find(|kind| kind.to_string().eq_ignore_ascii_case(name)) {
        return Ok(Some(Setting::Evaluation(kind)));
    }
    let is_file = [".net", ".bin"].iter().any(|end| name.ends_with(end));
    Ok(if is_file { Some(Setting::NetworkFile(raw::path(name)?)) } else { None })
}

/// The occasion that a value of `INFO game_type` stands for. All values from 2 on are tournaments.
const fn occasion(number: i64) -> Occasion {
    match number {
        0 => Occasion::Person,
        2.. => Occasion::Tournament,
        _ => Occasion::Program,
    }
}

/// The permission that a value of `INFO learning` stands for.
const fn learning(number: i64) -> Option<Permission> {
    match number {
        0 => Some(Permission::Never),
        1 => Some(Permission::OutsideTournaments),
        2 => Some(Permission::Always),
        _ => None,
    }
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
    use std::path::PathBuf;

    use fukumi_core::decide::level::Level;
    use fukumi_core::geometry::{BoardSize, Point};

    use super::*;
    use crate::engine::options::{Options, max_threads};

    fn with(pairs: &[(&str, &str)]) -> Options {
        let mut options = Options::default();
        set(&mut options, pairs);
        options
    }

    fn set(options: &mut Options, pairs: &[(&str, &str)]) {
        let mut reader = InfoReader::default();
        for (key, value) in pairs {
            for setting in reader.read(key, value).unwrap_or_default() {
                options.set(setting);
            }
        }
    }

    #[test]
    fn switches_of_the_database_are_read_as_all_others() {
        for (value, is_on) in [("1 x", true), ("0\tx", false), ("+2", true)] {
            let read = |key| InfoReader::default().read(key, value);
            assert_eq!(read("UseDatabase"), Ok(vec![Setting::UsesDatabase(is_on)]));
            assert_eq!(read("database_readonly"), Ok(vec![Setting::DatabaseReadOnly(is_on)]));
            assert_eq!(read("DATABASE_WRITE"), Ok(vec![Setting::DatabaseSaves(is_on)]));
        }
        for value in ["x", ""] {
            assert_eq!(InfoReader::default().read("usedatabase", value), Ok(vec![]));
        }
    }

    #[test]
    fn threads_are_at_least_one() {
        let threads = |value| {
            let reader = &mut InfoReader::default();
            reader.read("thread_num", value).unwrap()
        };
        assert_eq!(threads("-3"), [Setting::Threads(1)]);
        assert_eq!(threads("7"), [Setting::Threads(7)]);
        assert_eq!(threads("many"), []);
        let most = [("hash_size", "1024"), ("thread_num", "99999999999999999999")];
        assert_eq!(with(&most).resources().threads, max_threads());
    }

    #[test]
    fn a_seed_is_told_to_the_engine_and_kept_nowhere() {
        let seed = |value| InfoReader::default().read("Seed", value).unwrap();
        assert_eq!((seed("12"), seed("new")), (vec![Setting::Seed(12)], vec![]));
        assert_eq!(with(&[("seed", "12")]), Options::default());
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
            set(&mut options, &[(key, value)]);
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
        let mut reader = InfoReader::default();
        assert_eq!(reader.note(FrontEnd::of_command("yxstop")), None);
        assert_eq!(reader.read("rule", "2"), Ok(vec![Setting::Rule(Rule::Renju)]));
    }

    #[test]
    fn two_becomes_renju_when_the_front_end_shows_that_it_is_yixin_style() {
        let rule = |pairs: &[(&str, &str)]| with(pairs).rule;
        assert_eq!(rule(&[("rule", "2"), ("caution_factor", "1")]), Rule::Renju);
        assert_eq!(rule(&[("rule", "1"), ("rule", "2"), ("show_detail", "1")]), Rule::Renju);
        assert_eq!(rule(&[("rule", "2"), ("rule", "0"), ("show_detail", "1")]), Rule::Freestyle);
        assert_eq!(rule(&[("rule", "2"), ("rule", "99"), ("show_detail", "1")]), Rule::Renju);
        let mut reader = InfoReader::default();
        reader.read("rule", "2").unwrap();
        assert_eq!(reader.note(FrontEnd::of_command("START")), None);
        let yixin = FrontEnd::of_command("yxshowinfo");
        assert_eq!(reader.note(yixin), Some(Setting::Rule(Rule::Renju)));
        assert_eq!(reader.note(yixin), None);
    }

    #[test]
    fn a_file_of_the_user_does_not_show_which_front_end_it_is() {
        let mut reader = InfoReader::default();
        assert_eq!(reader.read_from_file("strength", "9"), Ok(vec![Setting::Strength(9)]));
        assert_eq!(reader.read("rule", "2"), Ok(vec![Setting::Rule(Rule::Freestyle)]));
    }

    #[test]
    fn takeback_wants_the_right_point_unless_the_front_end_means_the_last_stone() {
        let takes_last = |pairs: &[(&str, &str)]| {
            let mut reader = InfoReader::default();
            for (key, value) in pairs {
                // Nothing is carried out yet.
                reader.meant(Command::Info { key: (*key).into(), value: (*value).into() });
            }
            reader.meant(Command::TakeBack(TakeBack::Unnamed)) == Command::TakeBack(TakeBack::Last)
        };
        assert!(!takes_last(&[("rule", "1"), ("max_node", "9")]));
        assert!(takes_last(&[("takeback", "1")]));
        assert!(takes_last(&[("caution_factor", "1")]));
        assert!(!takes_last(&[("TakeBack", "0"), ("caution_factor", "1")]));
        assert!(!takes_last(&[("takeback", "maybe")]));
        let shown = ["YXSTOP", "YXBOARD", "ReloadConfig", "STOP"].map(FrontEnd::of_command);
        let yixin = FrontEnd::Yixin;
        assert_eq!(shown, [FrontEnd::Extended, yixin, yixin, FrontEnd::Unknown]);
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
        let file = InfoReader::default().read("evaluation", "no such file.net");
        assert_eq!(file, Ok(vec![Setting::NetworkFile("no such file.net".into())]));
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
}
