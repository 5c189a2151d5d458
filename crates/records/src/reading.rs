//! What came of reading a file: the games, what is wrong with others, and what was left out.
//!
//! The one idea: one damaged game costs that game. Its fault has its number and its place, and the
//! games around it are read.

use std::collections::BTreeMap;
use std::fmt;

use crate::error::{NotationError, Problem};
use crate::game::Game;
use crate::lost::Losses;
use crate::rules::Named;

/// Maximum number of different notices of one severity with words or numbers of the file.
const MAX_OF_FILE: usize = 100;

/// The games of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The games that could be read, in the order of the file.
    pub games: Vec<FileGame>,
    /// What could not be read, in the order of the file.
    pub faults: Vec<Fault>,
    /// What the games of the file have and [`Game`] has not.
    pub lost: Losses,
    /// What a person should know about how the file was read.
    pub notices: Notices,
}

/// A game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileGame {
    /// The number of the game in the file, from 1. Damaged games count as well.
    pub number: usize,
    /// The id that the file gives it.
    pub id: Option<String>,
    /// The game.
    pub game: Game,
}

/// Why a game, or a part of a file, is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The number of the game in the file, from 1; `None` if it is not about a whole game.
    pub number: Option<usize>,
    /// The id that the file gives it.
    pub id: Option<String>,
    /// What is wrong, and where.
    pub error: NotationError,
}

impl Reading {
    /// A file with a single game.
    pub fn single(game: Game, lost: Losses) -> Self {
        let entry = FileGame { number: 1, id: None, game };
        Self { games: vec![entry], lost, ..Self::default() }
    }

    /// Adds the next game, or what is wrong with it.
    pub(super) fn push(&mut self, id: Option<String>, game: Result<Game, NotationError>) {
        let number = self.count() + 1;
        match game {
            Ok(game) => self.games.push(FileGame { number, id, game }),
            Err(error) => self.faults.push(Fault { number: Some(number), id, error }),
        }
    }

    /// How many games the file has, damaged ones included.
    pub fn count(&self) -> usize {
        let of_games = self.games.last().map_or(0, |entry| entry.number);
        let of_faults = self.faults.iter().rev().find_map(|fault| fault.number).unwrap_or(0);
        of_games.max(of_faults)
    }

    /// Leaves only one game: the one with this id, or else with this number. What is wrong with a
    /// part of the file stays if the file has no other game.
    ///
    /// # Errors
    /// If there is no such game, or if it is damaged.
    pub fn choose(&mut self, wanted: &str) -> Result<(), Fault> {
        let names = self.names();
        let is_by_id = names.iter().any(|(id, _)| id.as_deref() == Some(wanted));
        let number: Option<usize> = wanted.parse().ok();
        let is_wanted = |id: &Option<String>, own: Option<usize>| {
            if is_by_id { id.as_deref() == Some(wanted) } else { own.is_some() && own == number }
        };
        self.games.retain(|entry| is_wanted(&entry.id, Some(entry.number)));
        self.games.truncate(1);
        let mut faults = std::mem::take(&mut self.faults);
        if !self.games.is_empty() {
            faults.retain(|fault| names.len() == 1 && fault.number.is_none());
            self.faults = faults;
            return Ok(());
        }
        Err(faults.into_iter().find(|fault| is_wanted(&fault.id, fault.number)).unwrap_or_else(
            || {
                let name = |(id, number): (Option<String>, usize)| id.unwrap_or(number.to_string());
                let names: Vec<String> = names.into_iter().map(name).collect();
                Problem::no_record(wanted, &names).into()
            },
        ))
    }

    /// The ids and the numbers of all games, damaged ones included, in the order of the file.
    fn names(&self) -> Vec<(Option<String>, usize)> {
        let games = self.games.iter().map(|entry| (entry.id.clone(), entry.number));
        let fault = |fault: &Fault| Some((fault.id.clone(), fault.number?));
        let mut names: Vec<_> = games.chain(self.faults.iter().filter_map(fault)).collect();
        names.sort_by_key(|(_, number)| *number);
        names
    }

    /// All games and what they lack.
    ///
    /// # Errors
    /// The first fault, if there is any.
    pub fn all(self) -> Result<(Vec<Game>, Losses), NotationError> {
        match self.faults.into_iter().next() {
            Some(fault) => Err(fault.error),
            None => Ok((self.games.into_iter().map(|entry| entry.game).collect(), self.lost)),
        }
    }
}

/// A fault that is not about a whole game.
impl<E: Into<NotationError>> From<E> for Fault {
    fn from(error: E) -> Self {
        Self { number: None, id: None, error: error.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.id, self.number) {
            (Some(id), _) => write!(f, "game {}: {}", super::error::cut(id), self.error),
            (None, Some(number)) => write!(f, "game {number}: {}", self.error),
            (None, None) => write!(f, "{}", self.error),
        }
    }
}

/// Something that a person should know about how a file was read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Notice {
    /// A game of SGF has no bracket at its end.
    MissingEnd,
    /// A node of SGF has a move of each side. They are read one after the other.
    SharedNode,
    /// A node of SGF has two moves of one side. The second is left out.
    SecondMove,
    /// Stones are set up after moves, or otherwise than in the first branch. What follows is left
    /// out.
    SetUpLater,
    /// A text whose encoding nothing states is read in this one, which it looks like.
    Guessed(&'static str),
    /// A text does not fit the encoding that the file states, and is read in another one.
    Contradicted {
        /// The encoding that the file states.
        stated: &'static str,
        /// The one that its bytes are in.
        read: &'static str,
    },
    /// A text has bytes that are not of its encoding.
    Broken(&'static str),
    /// A part of a game is left out because of this.
    LeftOut(String),
    /// A game of SGF states with this number that it is another game, and is read as Gomoku.
    AssumedGomoku {
        /// The number in `GM`.
        number: u32,
        /// What shows that it is Gomoku.
        reason: &'static str,
    },
    /// A move is one of an opening of Gomoku Quest.
    QuestOpening,
    /// A move goes to a point that the opening of Gomoku Quest took, and is left out.
    TakenByOpening,
    /// A property of SGF is not known and names points.
    UnknownProperty(String),
    /// Pairs of numbers are read as points, and their columns and rows count from this number.
    CountedFrom(i64),
    /// The board is not stated, and one with this side is assumed.
    AssumedSize(i64),
    /// The text for the rule names none that is known.
    UnknownRule(String),
    /// The text for the rule has words that are not known beside those of this rule.
    PartlyKnownRule {
        /// The text.
        text: String,
        /// The rule that is read.
        rule: &'static str,
    },
    /// Further notices that matter as much, of a file with very many.
    More(Severity),
}

/// How much a notice matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// What was read is right if the assumption that it states is.
    Remark,
    /// The position may be wrong.
    Warning,
}

impl Notice {
    /// How much it matters.
    const fn severity(&self) -> Severity {
        match self {
            Self::SecondMove
            | Self::SetUpLater
            | Self::TakenByOpening
            | Self::UnknownProperty(_) => Severity::Warning,
            Self::MissingEnd
            | Self::SharedNode
            | Self::Guessed(_)
            | Self::Contradicted { .. }
            | Self::Broken(_)
            | Self::LeftOut(_)
            | Self::AssumedGomoku { .. }
            | Self::QuestOpening
            | Self::CountedFrom(_)
            | Self::AssumedSize(_)
            | Self::UnknownRule(_)
            | Self::PartlyKnownRule { .. } => Severity::Remark,
            Self::More(severity) => *severity,
        }
    }

    /// Whether it has words or numbers of the file, so that there may be any number of different
    /// ones.
    const fn is_of_file(&self) -> bool {
        matches!(
            self,
            Self::LeftOut(_)
                | Self::AssumedGomoku { .. }
                | Self::UnknownProperty(_)
                | Self::UnknownRule(_)
                | Self::PartlyKnownRule { .. }
        )
    }

    /// What is to say if it holds so often.
    fn describe(&self, count: usize) -> String {
        let counted = |single: &str, plural: &str| {
            format!("{count} {}", if count == 1 { single } else { plural })
        };
        match self {
            Self::MissingEnd => counted(
                "game has no ) at its end and is read as far as it goes",
                "games have no ) at their end and are read as far as they go",
            ),
            Self::SharedNode => counted(
                "node has moves of both sides, which are read one after the other",
                "nodes have moves of both sides, which are read one after the other",
            ),
            Self::SecondMove => counted(
                "node has two moves of one side, and the second is left out",
                "nodes have two moves of one side, and the second is left out",
            ),
            Self::SetUpLater => counted(
                "branch sets up stones after moves, or otherwise than the first branch, and is \
                 left out from there",
                "branches set up stones after moves, or otherwise than the first branch, and are \
                 left out from there",
            ),
            Self::Guessed(name) => {
                let text = counted("text is read as", "texts are read as");
                format!("the encoding is not stated: {text} {name}, by the look of the bytes")
            }
            Self::Contradicted { stated, read } => {
                let text = counted("text is not, and is", "texts are not, and are");
                format!("the file states {stated}, which {text} read as {read}")
            }
            Self::LeftOut(reason) => format!("a part is left out: {reason}"),
            Self::AssumedGomoku { number, reason } => {
                let game = super::error::numbered_game(*number);
                let states = counted("game states", "games state");
                let (comma, is) = (
                    if game.contains(',') { "," } else { "" },
                    if count == 1 { "is" } else { "are" },
                );
                format!("{states} {game}{comma} and {is} read as Gomoku or Renju: {reason}")
            }
            Self::QuestOpening => counted(
                "move of an opening of Gomoku Quest (QPR, QSLW) is read, Black first and then in \
                 turn",
                "moves of openings of Gomoku Quest (QPR, QSLW) are read, Black first and then in \
                 turn",
            ),
            Self::TakenByOpening => counted(
                "move goes to a point that the opening took and is left out: the position may be \
                 wrong",
                "moves go to points that the opening took and are left out: the position may be \
                 wrong",
            ),
            Self::UnknownProperty(name) => format!(
                "the property {name} is not known, and its points may be moves: the position may \
                 be wrong"
            ),
            Self::CountedFrom(base) => format!(
                "pairs of numbers are read as column and row, counted from {base} at the top left"
            ),
            Self::AssumedSize(side) => {
                format!("the board is not stated: one of {side}x{side} is assumed")
            }
            Self::UnknownRule(text) => {
                format!("the rule {text} is not known: the game states none that is")
            }
            Self::PartlyKnownRule { text, rule } => format!("the rule {text} is read as {rule}"),
            Self::More(Severity::Remark) => counted("more note", "more notes"),
            Self::More(Severity::Warning) => counted("more warning", "more warnings"),
            Self::Broken(name) => {
                let text = counted("text has bytes", "texts have bytes");
                format!("{text} that are no {name}; \u{fffd} stands for them")
            }
        }
    }
}

/// Notices and how often each holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notices(BTreeMap<Notice, usize>);

impl Notices {
    /// Adds to the count of a notice. Of a file with very many different ones, those that come late
    /// are only counted.
    pub fn add(&mut self, notice: Notice, count: usize) {
        if count == 0 {
            return;
        }
        let is_alike = |own: &&Notice| own.is_of_file() && own.severity() == notice.severity();
        let is_full = || self.0.keys().filter(is_alike).count() >= MAX_OF_FILE;
        let is_more = notice.is_of_file() && !self.has(&notice) && is_full();
        let notice = if is_more { Notice::More(notice.severity()) } else { notice };
        *self.0.entry(notice).or_default() += count;
    }

    /// Adds the counts of others.
    pub fn add_all(&mut self, others: Self) {
        others.0.into_iter().for_each(|(notice, count)| self.add(notice, count));
    }

    /// Adds what a person should know about a text for the rule.
    pub(super) fn add_rule(&mut self, named: Named, text: &str) {
        let text = super::error::excerpt(text.trim());
        match named {
            Named::Nothing | Named::Rule(_) | Named::OtherGame(_) => {}
            Named::Unknown => self.add(Notice::UnknownRule(text), 1),
            Named::Partly(rule) => {
                self.add(Notice::PartlyKnownRule { text, rule: rule.name() }, 1);
            }
        }
    }

    /// Whether there is such a notice.
    pub(super) fn has(&self, notice: &Notice) -> bool {
        self.0.contains_key(notice)
    }

    /// The notices as lines for a person, and how much each matters.
    pub fn with_severity(&self) -> impl Iterator<Item = (Severity, String)> + '_ {
        self.0.iter().map(|(notice, &count)| (notice.severity(), notice.describe(count)))
    }

    /// The notices as lines for a person.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.0.iter().map(|(notice, &count)| notice.describe(count))
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use fukumi_core::geometry::BoardSize;

    use super::*;
    use crate::Hints;
    use crate::sgf::tree::read_each;

    #[test]
    fn what_is_damaged_in_the_only_game_of_a_file_is_told_if_that_game_is_chosen() {
        let fault = || Fault::from(Problem::expected("a move", "nothing"));
        let mut reading = Reading::single(Game::new(BoardSize::DEFAULT), Losses::default());
        reading.faults.push(fault());
        reading.choose("1").expect("the game");
        assert_eq!(reading.faults, [fault()]);
        let mut several = Reading::default();
        for _ in 0..2 {
            several.push(None, Ok(Game::new(BoardSize::DEFAULT)));
        }
        several.faults.push(fault());
        several.choose("2").expect("the game");
        assert!(several.faults.is_empty(), "it may be about the other one");
    }

    #[test]
    fn very_many_notices_are_only_counted() {
        let letters = || (b'A'..=b'Z').map(char::from);
        let names =
            letters().flat_map(|first| letters().map(move |last| format!("{first}Q{last}")));
        let properties: String = names.take(300).map(|name| name + "[aa][bb]").collect();
        let text = format!("(;RU[x];B[hh]{properties}AQA[aa][bb];B[ii]B[jj]");
        let games = format!("{text})\n{text}");
        let notices = read_each(&games, &Hints::default()).expect("two games").notices;
        let lines: Vec<(Severity, String)> = notices.with_severity().collect();
        assert_eq!(lines.len(), MAX_OF_FILE + 4);
        let has = |severity, text: &str| {
            lines.iter().any(|(own, line)| *own == severity && line.starts_with(text))
        };
        assert!(has(Severity::Remark, "1 game has no )"), "{lines:?}");
        assert!(has(Severity::Warning, "2 nodes have two moves of one side"), "{lines:?}");
        assert!(has(Severity::Warning, "400 more warnings"), "{lines:?}");
    }

    #[test]
    fn remarks_leave_room_for_warnings() {
        let games: String =
            (0..2 * MAX_OF_FILE).map(|number| format!("(;RU[x{number}];B[hh])")).collect();
        let text = format!("{games}(;B[hh]ZZ[aa][bb])");
        let notices = read_each(&text, &Hints::default()).expect("games").notices;
        let lines: Vec<(Severity, String)> = notices.with_severity().collect();
        let more =
            |(own, line): &(Severity, String)| *own == Severity::Remark && line == "100 more notes";
        assert!(lines.iter().any(more), "{lines:?}");
        let is_named = |(own, line): &(Severity, String)| {
            *own == Severity::Warning && line.contains("the property ZZ is not known")
        };
        assert!(lines.iter().any(is_named), "{lines:?}");
    }

    #[test]
    fn a_long_name_of_a_property_is_cut_off() {
        let text = format!("(;B[hh]{}[aa][bb])", "Q".repeat(10_000));
        let notices = read_each(&text, &Hints::default()).expect("a game").notices;
        assert!(
            notices.lines().all(|line| line.len() < 200 && line.contains("QQQ... is not known"))
        );
        assert!(!notices.is_empty());
    }
}
