//! What is wrong with a text, and where.

use std::fmt;

use fukumi_core::geometry::{BoardSize, MAX_SIDE, MIN_SIDE};
use fukumi_core::position::ending::Ending;

use crate::limits::{AT_MOST_FAULTS, MAX_BYTES, MAX_FAULTS, MAX_NODES};

/// Maximum number of characters of the input that an error repeats.
const MAX_EXCERPT: usize = 24;
/// Maximum number of ids that an error lists.
const MAX_IDS: usize = 5;
/// Number of characters of an id that an error shows, and that are compared to find the nearest
/// ids.
const MAX_ID: usize = 60;

/// A place in a text. Both numbers count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// Line.
    pub line: usize,
    /// Character in the line.
    pub column: usize,
}

/// Why a text gives no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// Where the problem is; `None` if it is not about one place.
    pub place: Option<TextPlace>,
    /// What the problem is.
    pub problem: Problem,
}

/// Why the bytes of a file give no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByteError {
    /// Number of the byte where the problem is, from 0.
    pub byte: usize,
    /// What the problem is.
    pub problem: Problem,
}

impl ByteError {
    /// Adds what is wrong with a part of a file to `faults`. Returns whether the reader goes on: it
    /// gives up at the one after [`MAX_FAULTS`], which says so instead.
    pub(crate) fn add_to(self, faults: &mut Vec<Self>) -> bool {
        let goes_on = faults.len() < MAX_FAULTS;
        let problem = if goes_on { self.problem } else { Problem::too_many(AT_MOST_FAULTS) };
        faults.push(Self { byte: self.byte, problem });
        goes_on
    }
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The file, or standard input, cannot be read.
    Unreadable {
        /// Name of the file.
        name: String,
        /// Why it cannot be read.
        reason: String,
    },
    /// The text is longer than [`MAX_BYTES`].
    TooLong,
    /// A single record of a text is longer than [`MAX_BYTES`].
    LongRecord,
    /// Something is wrong at a byte of a file that is no text.
    AtByte {
        /// Number of the byte, from 0.
        byte: usize,
        /// What the problem is.
        problem: Box<Self>,
    },
    /// The file is of another program, and is not read.
    Foreign(&'static str),
    /// The text is in none of the formats.
    Unrecognised(String),
    /// Something else stands in the place of `expected`.
    Expected {
        /// What belongs there.
        expected: &'static str,
        /// What came instead.
        found: String,
    },
    /// A row of a picture is longer or shorter than the first row.
    Ragged {
        /// Cells in the first row.
        expected: usize,
        /// Cells in this row.
        found: usize,
    },
    /// The board is too small or too large.
    Size(String),
    /// The text states another size than the hints.
    OtherSize {
        /// Size in the text.
        stated: BoardSize,
        /// Size in the hints.
        hinted: BoardSize,
    },
    /// A point is not on the board.
    OffBoard {
        /// The point as it is written.
        found: String,
        /// Size of the board.
        size: BoardSize,
        /// Whether the size is the default, because none was stated.
        is_size_assumed: bool,
    },
    /// A point gets a second stone or dead cell.
    Taken(String),
    /// A key has two values.
    Twice(String),
    /// There are several positions, and nothing says which one to read.
    Several(Vec<String>),
    /// There is no position with this id or number.
    NoRecord {
        /// The id that was asked for.
        wanted: String,
        /// Some of the existing ids: all of a few, and of many the nearest ones, the nearest first.
        nearest: Vec<String>,
        /// How many positions there are.
        count: usize,
    },
    /// More moves are asked for than there are.
    TooFewMoves {
        /// Number of moves asked for.
        asked: usize,
        /// Number of moves there are.
        played: usize,
    },
    /// Only some of the moves are asked for, but the order of the stones is unknown.
    NoOrder,
    /// There are no stones.
    NoStones,
    /// There are no empty points.
    Full,
    /// The game is over.
    Over(Ending),
    /// Moves follow the end of the game.
    AfterEnd {
        /// How the game ended.
        ending: Ending,
        /// Number of the move that ended it.
        played: usize,
    },
    /// A game of SGF is of another kind, by the number in its property `GM`.
    OtherGame {
        /// The number.
        number: u32,
        /// What else shows that it is another game.
        reason: Option<&'static str>,
    },
    /// A game states a rule of this other game.
    OtherRule(&'static str),
    /// Each side has two stones a turn.
    TwoATurn,
    /// A tree has more than [`MAX_NODES`] nodes.
    TooManyNodes,
    /// The numbers of stones do not show whose move it is.
    Turn {
        /// Number of black stones.
        black: usize,
        /// Number of white stones.
        white: usize,
    },
}

impl Problem {
    pub(super) fn expected(expected: &'static str, found: &str) -> Self {
        Self::Expected { expected, found: excerpt(found) }
    }

    /// The error that there are more than `expected`.
    pub(super) fn too_many(expected: &'static str) -> Self {
        Self::Expected { expected, found: "more".into() }
    }

    /// The error that no position has the id `wanted`. `ids` are the existing ids, empty if there
    /// is a single position without an id.
    pub(super) fn no_record(wanted: &str, ids: &[String]) -> Self {
        let mut nearest: Vec<String> = ids.iter().map(|id| cut(id)).collect();
        // A short list keeps its order.
        if ids.len() > MAX_IDS {
            nearest.sort_by_cached_key(|id| unlikeness(&cut(wanted), id));
            nearest.truncate(MAX_IDS);
        }
        Self::NoRecord { wanted: excerpt(wanted), nearest, count: ids.len() }
    }

    pub(super) fn at(self, place: TextPlace) -> NotationError {
        NotationError { place: Some(place), problem: self }
    }
}

/// How little an id resembles the wanted one, in millionths.
fn unlikeness(wanted: &str, id: &str) -> u32 {
    let likeness = strsim::jaro_winkler(&wanted.to_lowercase(), &id.to_lowercase());
    ((1.0 - likeness) * 1e6) as u32
}

impl From<Problem> for NotationError {
    fn from(problem: Problem) -> Self {
        Self { place: None, problem }
    }
}

impl From<ByteError> for NotationError {
    fn from(error: ByteError) -> Self {
        let ByteError { byte, problem } = error;
        Problem::AtByte { byte, problem: Box::new(problem) }.into()
    }
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(place) => write!(f, "{place}: {}", self.problem),
            None => write!(f, "{}", self.problem),
        }
    }
}

impl fmt::Display for ByteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.byte, self.problem)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { name, reason } => write!(f, "cannot read {name}: {reason}"),
            Self::TooLong => write!(f, "expected at most {} bytes, found more", MAX_BYTES),
            Self::LongRecord => {
                write!(f, "expected at most {} bytes a record, found more", MAX_BYTES)
            }
            Self::AtByte { byte, problem } => write!(f, "byte {byte}: {problem}"),
            Self::Foreign(what) => write!(f, "expected games or positions, found {what}"),
            Self::Unrecognised(found) => write!(
                f,
                "expected moves such as h8i9h10, a picture of a board, a record, a game of \
                 Piskvork, SGF or a BOARD block, or the name of a file, found {found}"
            ),
            Self::Expected { expected, found } => write!(f, "expected {expected}, found {found}"),
            Self::Ragged { expected, found } => {
                write!(f, "expected {expected} cells as in the first row, found {found}")
            }
            Self::Size(found) => write!(
                f,
                "expected a board of {MIN_SIDE}x{MIN_SIDE} to {MAX_SIDE}x{MAX_SIDE} points, \
                 found {found}"
            ),
            Self::OtherSize { stated, hinted } => {
                write!(f, "expected a board of {hinted}, found one of {stated}")
            }
            Self::OffBoard { found, size, is_size_assumed: false } => {
                write!(f, "expected a point on the board of {size}, found {found}")
            }
            Self::OffBoard { found, size, is_size_assumed: true } => write!(
                f,
                "expected a point on the board, which is {size} if no other size is stated, \
                 found {found}"
            ),
            Self::Taken(label) => write!(f, "expected an empty point, found {label} taken"),
            Self::Twice(key) => write!(f, "expected one {key}, found a second"),
            Self::Several(ids) => {
                write!(f, "expected one position, found {}; name the one you mean: ", ids.len())?;
                let shown: Vec<String> = ids.iter().take(MAX_IDS).map(|id| cut(id)).collect();
                f.write_str(&shown.join(", "))?;
                f.write_str(if shown.len() < ids.len() { ", ..." } else { "" })
            }
            Self::NoRecord { wanted, nearest, count } => {
                write!(f, "there is no position {wanted}, ")?;
                if nearest.is_empty() {
                    return f.write_str("only one without a name");
                }
                let listed = nearest.join(", ");
                if nearest.len() < *count {
                    write!(f, "but {count} others; the nearest are: {listed}")
                } else {
                    write!(f, "only: {listed}")
                }
            }
            Self::TooFewMoves { asked, played } => {
                write!(f, "expected at least {asked} moves, found {played}")
            }
            Self::NoOrder => {
                f.write_str("expected moves in the order of play, found stones in no order")
            }
            Self::NoStones => f.write_str("expected stones on the board, found none"),
            Self::Full => f.write_str("expected an empty point, found a full board"),
            Self::Over(ending) => {
                write!(f, "expected a game that goes on, but it is over: {ending}")
            }
            Self::AfterEnd { ending, played } => {
                write!(
                    f,
                    "expected no moves after the end of the game: {ending} with move {played}"
                )
            }
            Self::OtherGame { number, reason } => {
                write!(f, "expected Gomoku or Renju, GM[4], found {}", numbered_game(*number))?;
                if let Some(reason) = reason {
                    write!(f, " ({reason})")?;
                }
                f.write_str("; give gomoku as the game to read it all the same")
            }
            Self::OtherRule(game) => {
                write!(f, "expected Gomoku or Renju, found the rule of another game, {game}")
            }
            Self::TwoATurn => f.write_str("expected one stone a turn, found two, as in Connect6"),
            Self::TooManyNodes => {
                write!(f, "expected at most {} moves in a tree, found more", MAX_NODES)
            }
            Self::Turn { black, white } => write!(
                f,
                "{black} black and {white} white stones do not show whose move it is; state the \
                 side to move"
            ),
        }
    }
}

impl std::error::Error for NotationError {}

impl std::error::Error for ByteError {}

impl std::error::Error for Problem {}

/// A number in the property `GM` of SGF, and the game that it stands for.
pub(super) fn numbered_game(number: u32) -> String {
    const NAMES: [(u32, &str); 10] = [
        (1, "Go"),
        (2, "Othello"),
        (3, "chess"),
        (5, "Nine Men's Morris"),
        (6, "Backgammon"),
        (7, "Chinese chess"),
        (8, "Shogi"),
        (9, "Lines of Action"),
        (10, "Ataxx"),
        (11, "Hex"),
    ];
    let name = NAMES.iter().find(|(known, _)| *known == number);
    name.map_or_else(
        || format!("GM[{number}]"),
        |(_, name)| format!("GM[{number}], which is {name}"),
    )
}

/// The beginning of an id, without characters that would disturb a terminal.
pub(super) fn cut(id: &str) -> String {
    let shown = id.chars().take(MAX_ID).map(|c| if c.is_control() { '?' } else { c });
    let end = if id.chars().nth(MAX_ID).is_some() { "..." } else { "" };
    shown.collect::<String>() + end
}

/// The beginning of a text in quotation marks, fit for one line of a terminal.
pub(super) fn excerpt(text: &str) -> String {
    if text.is_empty() {
        return "nothing".into();
    }
    let line = text.lines().next().unwrap_or_default();
    let mut shown: String = line.chars().take(MAX_EXCERPT).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    format!("'{}'", shown.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(wanted: &str, ids: &[&str]) -> String {
        let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        Problem::no_record(wanted, &ids).to_string()
    }

    #[test]
    fn a_wrong_id_is_told_with_those_there_are() {
        assert_eq!(told("1", &["one", "two"]), "there is no position '1', only: one, two");
        assert_eq!(told("x", &[]), "there is no position 'x', only one without a name");
    }

    #[test]
    fn of_many_ids_the_nearest_are_told() {
        let many: Vec<String> = (0..20_000).map(|number| format!("game-{number}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).chain(["Attack"]).collect();
        let message = told("atack", &many);
        assert!(
            message.starts_with(
                "there is no position 'atack', but 20001 others; the nearest are: Attack, "
            ),
            "{message}"
        );
        assert_eq!(message.matches(", ").count(), MAX_IDS, "{message}");
    }

    #[test]
    fn ids_are_fit_for_a_terminal() {
        let long = "x".repeat(100_000);
        let message = told(&long, &["a\u{1b}[2Jb", &long]);
        assert!(message.contains("a?[2Jb, xxx") && message.len() < 200, "{message}");
        let several = Problem::Several(vec!["a\u{1b}b".into(), long]).to_string();
        assert!(several.contains(": a?b, xxx") && several.len() < 200, "{several}");
    }
}
