//! What a front end asks of a database, and how the arguments of these commands are read.

use super::arguments::coordinates;
use super::words::{is_blank, parse_integer, split_word};
use super::{BlockKind, Command, CommandError, Parsed, Unsupported};
use crate::engine::setup::Coordinates;

/// What a front end asks of the database about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseAction {
    /// Lists the entries of the next moves.
    Children,
    /// Lists the entries of the next moves and the comment of the position.
    ChildrenAndComment,
    /// Shows the entry of the position.
    Entry,
    /// Shows the comment of the position.
    Comment,
    /// Changes the label, the value, or the depth of the position.
    SetValue {
        /// The character of the label; `Some(None)` removes it.
        label: Option<Option<char>>,
        /// The value in points for the side to move.
        value: Option<i64>,
        /// The depth in plies.
        depth: Option<i64>,
    },
    /// Changes the text on a point; an empty one removes it.
    SetMark {
        /// The point.
        at: Coordinates,
        /// The text.
        text: String,
    },
    /// Changes the comment; an empty one removes it.
    SetComment(String),
    /// Makes the last move the best one of the position before it, or no longer.
    SetBest(bool),
    /// Removes the entry of the position.
    Remove,
    /// Removes entries below the position.
    RemoveAll(Filter),
}

/// Which entries below a position are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Which entries are meant. What is below them goes with them.
    pub selection: Selection,
    /// Whether to look for such entries below others that stay.
    pub is_recursive: bool,
}

/// A set of entries. The labels are those of the side that moved last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All of them.
    All,
    /// Those with a label of a win (`win`), a loss, or a draw; or those without, if `is_inverted`.
    Labels {
        /// Wins.
        win: bool,
        /// Losses.
        loss: bool,
        /// Draws.
        draw: bool,
        /// The others instead.
        is_inverted: bool,
    },
    /// Wins and losses without a known number of plies.
    WithoutLength,
    /// Wins and losses in at most so many plies.
    Within(i64),
}

/// What a front end asks to be done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileAction {
    /// Makes it the database.
    Open,
    /// Adds another database.
    Merge,
    /// Copies the position on the board and what is below it to another database.
    Split,
    /// Writes the entries as text: those of the present rule and size, or all.
    Export {
        /// All of them.
        all: bool,
    },
    /// Adds entries that were written as text.
    Import,
    /// Adds the positions of a library of RenLib.
    ImportLibrary,
    /// Writes the entries of the present rule as a library of RenLib.
    ExportLibrary,
    /// Writes the moves that lead to the entries of the present rule, as a `.pos` file.
    ExportMoves,
    /// None: the command is for a feature that this engine lacks.
    Unsupported(Unsupported),
}

impl FileAction {
    /// Whether it is about the position, rule or size of the board.
    pub(super) const fn is_about_board(self) -> bool {
        match self {
            Self::Split
            | Self::Export { all: false }
            | Self::ImportLibrary
            | Self::ExportLibrary
            | Self::ExportMoves => true,
            Self::Open
            | Self::Merge
            | Self::Export { all: true }
            | Self::Import
            | Self::Unsupported(_) => false,
        }
    }

    /// The command for the file with this name.
    pub(crate) fn with(self, name: &str) -> Command {
        match self {
            Self::Unsupported(known) => Command::Unsupported(known),
            action => Command::YxDatabaseFile { action, name: name.trim_matches(is_blank).into() },
        }
    }
}

pub(super) fn database(action: DatabaseAction) -> Result<Parsed, CommandError> {
    Ok(Parsed::Open(BlockKind::Database(action)))
}

/// Parses `mask label value depth`. The sum of bits says which of the three count: 1, 2 and 4.
pub(super) fn set_value(rest: &str) -> Result<Parsed, CommandError> {
    let (mut numbers, mut after) = ([0; 4], rest);
    for number in &mut numbers {
        let (word, rest) = split_word(after);
        *number = parse_integer(word).ok_or_else(|| CommandError::Arguments {
            expected: "mask label value depth, such as 1 119 0 0",
            found: word.into(),
        })?;
        after = rest;
    }
    let [mask, label, value, depth] = numbers;
    let label = u8::try_from(label).ok().filter(u8::is_ascii_graphic).map(char::from);
    let action = DatabaseAction::SetValue {
        label: (mask & 1 != 0).then_some(label),
        value: (mask & 2 != 0).then_some(value),
        depth: (mask & 4 != 0).then_some(depth),
    };
    Ok(Parsed::OpenWith(BlockKind::Database(action), after.into()))
}

/// Parses `x,y text`; the text goes to the end of the line.
pub(super) fn set_mark(rest: &str) -> Result<Parsed, CommandError> {
    let (point, text) = split_word(rest);
    let action = DatabaseAction::SetMark { at: coordinates(point)?, text: text.into() };
    Ok(Parsed::OpenWith(BlockKind::Database(action), String::new()))
}

/// Parses the name of a filter and its number, if they are there. `RECURSIVE` may be the end of the
/// name, as Yixin-Board has it, or a word of its own.
pub(super) fn remove_all(rest: &str) -> Result<Parsed, CommandError> {
    let (word, after) = split_word(rest);
    let name = word.to_ascii_uppercase();
    let (name, has_suffix) =
        name.strip_suffix("RECURSIVE").map_or((name.as_str(), false), |name| (name, true));
    let labels = |win, loss, draw, is_inverted| Selection::Labels { win, loss, draw, is_inverted };
    let (selection, after) = match name {
        "W" => (labels(true, false, false, false), after),
        "L" => (labels(false, true, false, false), after),
        "WL" => (labels(true, true, false, false), after),
        "WLD" => (labels(true, true, true, false), after),
        "NONWL" => (labels(true, true, false, true), after),
        "NONWLD" => (labels(true, true, true, true), after),
        "WLNOSTEP" => (Selection::WithoutLength, after),
        "WLINSTEP" => {
            let (number, after) = split_word(after);
            let most = parse_integer(number).ok_or_else(|| CommandError::Arguments {
                expected: "a number of plies, such as WLINSTEP 9",
                found: number.into(),
            })?;
            (Selection::Within(most), after)
        }
        // The moves follow, or what is no move.
        _ => {
            let filter = Filter { selection: Selection::All, is_recursive: false };
            return Ok(removal(filter, rest));
        }
    };
    let (word, behind) = split_word(after);
    let has_word = word.eq_ignore_ascii_case("RECURSIVE");
    let filter = Filter { selection, is_recursive: has_suffix || has_word };
    Ok(removal(filter, if has_word { behind } else { after }))
}

/// The beginning of the block of a removal.
fn removal(filter: Filter, after: &str) -> Parsed {
    Parsed::OpenWith(BlockKind::Database(DatabaseAction::RemoveAll(filter)), after.into())
}

/// The beginning of a block, or of a refused one with this text after the command.
pub(super) fn or_refused(parsed: Result<Parsed, CommandError>, after: &str) -> Parsed {
    parsed.unwrap_or_else(|error| Parsed::Refused(error, after.into()))
}

/// The command for a file, or its beginning if the name is on the next line.
pub(super) fn with_file(action: FileAction, rest: &str) -> Parsed {
    if rest.is_empty() { Parsed::FileName(action) } else { Parsed::Whole(action.with(rest)) }
}
