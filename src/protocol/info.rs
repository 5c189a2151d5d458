//! The words of `INFO`: which key sets which option, and which values make sense.
//!
//! An unknown key or a value that makes no sense sets nothing. A number that is too large counts as
//! the largest.

use fukumi_core::eval::Kind;
use fukumi_core::rule::Rule;
use fukumi_core::solver::Threats;

use super::command::{Command, TakeBack, parse_integer};
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
    /// is carried out. Front ends in the tradition of Yixin's mean the last move by `TAKEBACK`:
    /// some name no point, or always the same.
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

fn positive(number: i64) -> Option<u64> {
    u64::try_from(number).ok().filter(|&number| number > 0)
}

#[cfg(test)]
mod tests;
