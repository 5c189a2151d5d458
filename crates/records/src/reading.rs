//! What came of reading a file: the games, what is wrong with others, and what was left out.
//!
//! The one idea: one damaged game costs that game. Its fault has its number and its place, and the
//! games around it are read.

use std::collections::BTreeMap;
use std::fmt;

use super::NotationError;
use super::game::{Game, Losses};

/// The games of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The games that could be read, in the order of the file.
    pub games: Vec<Entry>,
    /// What could not be read, in the order of the file.
    pub faults: Vec<Fault>,
    /// What the games of the file have and [`Game`] has not.
    pub lost: Losses,
    /// What a person should know about how the file was read.
    pub notices: Notices,
}

/// A game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
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
        let entry = Entry { number: 1, id: None, game };
        Self { games: vec![entry], lost, ..Self::default() }
    }

    /// Adds the next game, or what is wrong with it.
    pub(super) fn push(&mut self, id: Option<String>, game: Result<Game, NotationError>) {
        let number = self.count() + 1;
        match game {
            Ok(game) => self.games.push(Entry { number, id, game }),
            Err(error) => self.faults.push(Fault { number: Some(number), id, error }),
        }
    }

    /// How many games the file has, damaged ones included.
    pub fn count(&self) -> usize {
        let of_games = self.games.last().map_or(0, |entry| entry.number);
        let of_faults = self.faults.iter().rev().find_map(|fault| fault.number).unwrap_or(0);
        of_games.max(of_faults)
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
    /// Stones are set up after moves. What follows is left out.
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
}

impl Notice {
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
                "branch sets up stones after moves and is left out from there",
                "branches set up stones after moves and are left out from there",
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
    /// Adds to the count of a notice.
    pub fn add(&mut self, notice: Notice, count: usize) {
        if count > 0 {
            *self.0.entry(notice).or_default() += count;
        }
    }

    /// Adds the counts of others.
    pub fn add_all(&mut self, others: Self) {
        others.0.into_iter().for_each(|(notice, count)| self.add(notice, count));
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
