//! One line -> [`Command`] or [`CommandError`].
//!
//! This module is pure: what a command means for the game is up to the engine. Commands that span
//! several lines begin here as [`Parsed::Open`], and [`super::block`] assembles them.

use fukumi_core::decide::task::Goal;

pub use self::action::{DatabaseAction, FileAction, Filter, Selection, Unsupported};
pub use self::arguments::coordinates;
pub(crate) use self::arguments::{fifth_count, placement};
pub use self::error::CommandError;
pub use self::parse::parse;
pub(crate) use self::parse::{breaks_off_text, is_command};
use self::words::is_blank;
pub(crate) use self::words::split_word;
pub use self::words::{entries, parse_integer, printable, quote};
use super::question::Question;
use crate::engine::setup::{Coordinates, Placement};

mod action;
mod arguments;
mod database;
mod error;
mod parse;
mod words;

/// The move that `TAKEBACK` takes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakeBack {
    /// The last one, whatever the line names. What comes before the line in the input decides that,
    /// see [`super::info::InfoReader::meant`].
    Last,
    /// The last one, if it is this one.
    Named(Coordinates),
    /// The line names none.
    Unnamed,
}

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START n`, `START w h`: begins a new game.
    Start {
        /// Number of columns.
        width: i64,
        /// Number of rows.
        height: i64,
    },
    /// `RECTSTART w,h`: begins a new game.
    RectStart {
        /// Number of values of the first coordinate.
        width: i64,
        /// Number of values of the second coordinate.
        height: i64,
    },
    /// Begins a new game on the same board.
    Restart,
    /// Asks the engine for the first move.
    Begin,
    /// Plays the opponent's move, which the engine answers.
    Turn(Coordinates),
    /// Plays a move without an answer.
    Play(Coordinates),
    /// Takes back the last move.
    TakeBack(TakeBack),
    /// Sets up a position and asks for a move.
    Board(Vec<Placement>),
    /// Sets up a position and nothing more.
    YxBoard(Vec<Placement>),
    /// Sets an option.
    Info {
        /// Name of the option.
        key: String,
        /// The rest of the line.
        value: String,
    },
    /// Asks for the name of the engine.
    About,
    /// Asks for help, as a person does.
    Help,
    /// Tries to leave with a word that is no command, as a person does.
    Farewell,
    /// Ends the session.
    End,
    /// Asks for the answer now.
    Stop,
    /// Asks for the limits of the options.
    YxShowInfo,
    /// Asks for the forbidden points.
    YxShowForbid,
    /// Asks for the size and the usage of the transposition table.
    YxShowHashUsage,
    /// Clears the transposition table.
    YxHashClear,
    /// Analyses the position for a user: the best lines, the moves that do not lose, or balanced
    /// moves.
    Analyse(Goal),
    /// Excludes points from the search.
    YxBlock(Vec<Coordinates>),
    /// Admits points to the search again.
    YxBlockUndo(Vec<Coordinates>),
    /// Admits all points to the search again.
    YxBlockReset,
    /// Excludes the last of these moves from searches of the position after the others.
    YxBlockPath(Vec<Coordinates>),
    /// Admits the last of these moves again.
    YxBlockPathUndo(Vec<Coordinates>),
    /// Admits the last moves of all paths again.
    YxBlockPathReset,
    /// Shows the position that the engine works with.
    TraceBoard,
    /// Asks for a step of an opening.
    Opening {
        /// What is asked.
        question: Question,
        /// How many fifth stones Black has to offer.
        fifths: usize,
        /// The stones of the block, in the order of play.
        moves: Vec<Coordinates>,
    },
    /// Asks for entries of the database, or changes them.
    YxDatabase {
        /// What to do.
        action: DatabaseAction,
        /// The moves that lead to the position.
        moves: Vec<Coordinates>,
    },
    /// Writes the database to its file, where everything is anyway.
    YxSaveDatabase,
    /// Looks for damage in the database.
    YxCheckDatabase,
    /// Mends what rows of the database say, or removes them.
    YxRepairDatabase,
    /// Does something with a file of the database.
    YxDatabaseFile {
        /// What to do.
        action: FileAction,
        /// The name of the file.
        name: String,
    },
    /// Needs neither an action nor a reply.
    Ignored,
    /// A known command for a feature that this engine lacks.
    Unsupported(Unsupported),
}

/// What a command does to a running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The command needs the board to itself: a search for a move has to answer first.
    Board,
    /// The command asks for known facts or for nothing. Searches go on, also one in the opponent's
    /// time.
    Question,
    /// A search for a move goes on, but a search in the opponent's time ends.
    Setting,
}

impl Command {
    /// The command that asks for something to be done with the file of this name.
    pub(crate) fn of_file(action: FileAction, name: &str) -> Self {
        match action {
            FileAction::Unsupported(known) => Self::Unsupported(known),
            action => Self::YxDatabaseFile { action, name: name.trim_matches(is_blank).into() },
        }
    }

    /// What the command does to a running search.
    pub const fn effect(&self) -> Effect {
        match self {
            Self::Start { .. }
            | Self::RectStart { .. }
            | Self::Restart
            | Self::Begin
            | Self::Turn(_)
            | Self::Play(_)
            | Self::TakeBack(_)
            | Self::Board(_)
            | Self::YxBoard(_)
            | Self::Analyse(_)
            | Self::Opening { .. } => Effect::Board,
            Self::About
            | Self::Help
            | Self::Farewell
            | Self::YxShowInfo
            | Self::YxShowForbid
            | Self::YxShowHashUsage
            | Self::TraceBoard
            // A thread of its own carries them out.
            | Self::YxDatabase { .. }
            | Self::YxDatabaseFile { .. }
            | Self::YxSaveDatabase
            | Self::YxCheckDatabase
            | Self::YxRepairDatabase
            | Self::Ignored
            | Self::Unsupported(_)
            | Self::End
            // If it sets something, a search in the opponent's time ends as well.
            | Self::Info { .. } => Effect::Question,
            Self::Stop
            | Self::YxHashClear
            | Self::YxBlock(_)
            | Self::YxBlockUndo(_)
            | Self::YxBlockReset
            | Self::YxBlockPath(_)
            | Self::YxBlockPathUndo(_)
            | Self::YxBlockPathReset => Effect::Setting,
        }
    }

    /// Whether the command sets or changes the position.
    pub const fn sets_position(&self) -> bool {
        match self {
            Self::Start { .. }
            | Self::RectStart { .. }
            | Self::Restart
            | Self::Begin
            | Self::Turn(_)
            | Self::Play(_)
            | Self::TakeBack(_)
            | Self::Board(_)
            | Self::YxBoard(_) => true,
            Self::Opening { question, .. } => !question.is_about_board(),
            _ => false,
        }
    }

    /// What the command needs of the position on the board.
    pub const fn need(&self) -> Need {
        match self {
            Self::Begin | Self::Turn(_) | Self::Play(_) | Self::TakeBack(_) => Need::Game,
            Self::Opening { question, .. } if question.is_about_board() => Need::Position,
            Self::Analyse(_) | Self::YxShowForbid | Self::TraceBoard | Self::YxDatabase { .. } => {
                Need::Position
            }
            Self::YxDatabaseFile { action, .. } if action.is_about_board() => Need::Position,
            _ => Need::Nothing,
        }
    }

    /// Whether the command begins a search.
    pub(crate) const fn begins_search(&self) -> bool {
        match self {
            Self::Begin | Self::Turn(_) | Self::Board(_) | Self::Analyse(_) => true,
            Self::Opening { question, .. } => question.needs_search(),
            _ => false,
        }
    }

    /// Whether the database answers the command.
    pub(crate) const fn is_for_database(&self) -> bool {
        matches!(
            self,
            Self::YxDatabase { .. }
                | Self::YxDatabaseFile { .. }
                | Self::YxSaveDatabase
                | Self::YxCheckDatabase
                | Self::YxRepairDatabase
        )
    }

    /// Whether the command needs the board to itself, so that a running search has to answer first.
    pub fn needs_board(&self) -> bool {
        self.effect() == Effect::Board
    }
}

/// What a command needs of the position on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing.
    Nothing,
    /// A game to go on with.
    Game,
    /// The position that was sent last.
    Position,
}

/// Kinds of blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// `BOARD`.
    Board,
    /// `YXBOARD`.
    YxBoard,
    /// `YXBLOCK`.
    Block,
    /// `YXBLOCKUNDO`.
    BlockUndo,
    /// `YXBLOCKPATH`.
    BlockPath,
    /// `YXBLOCKPATHUNDO`.
    BlockPathUndo,
    /// The moves that lead to a position of the database.
    Database(DatabaseAction),
    /// A question about an opening: the number of fifth stones, if it matters, and the stones.
    Opening(Question),
    /// A block whose first line was refused. The rest is read to its end and has no effect.
    Refused,
}

impl BlockKind {
    /// Whether the block sets the position.
    pub(crate) const fn sets_position(&self) -> bool {
        match self {
            Self::Board | Self::YxBoard => true,
            Self::Opening(question) => !question.is_about_board(),
            Self::Block
            | Self::BlockUndo
            | Self::BlockPath
            | Self::BlockPathUndo
            | Self::Database(_)
            | Self::Refused => false,
        }
    }

    /// Whether a block without an end is an error. No front end waits for the database, and the
    /// error of a refused block has been reported.
    pub const fn needs_end(&self) -> bool {
        !matches!(self, Self::Database(_) | Self::Refused)
    }
}

/// What a single line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parsed {
    /// A complete command.
    Whole(Command),
    /// The beginning of a block. The rest of the line is part of the block.
    Open(BlockKind),
    /// The beginning of a block whose arguments are on the line; the text after them is part of
    /// the block.
    OpenWith(BlockKind, String),
    /// The beginning of a block whose arguments cannot be read, for this reason; the text after
    /// them is part of the block.
    Refused(CommandError, String),
    /// A command whose argument, a file name, is on the next line.
    FileName(FileAction),
    /// A command whose argument is a text in quotation marks, which may contain line ends. The
    /// moves that lead to a position follow the text. The rest of the line is part of both.
    Quoted,
}

#[cfg(test)]
mod tests;
