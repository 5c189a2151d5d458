//! What a front end asks of a database, and of features that this engine lacks.

use crate::engine::setup::Coordinates;

/// A known command for a feature that this engine lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The name of the command.
    pub name: &'static str,
    /// What to use in its place, if there is anything.
    pub instead: Option<&'static str>,
}

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
}
