//! One line -> [`Command`] or [`CommandError`].
//!
//! This module is pure: what a command means for the game is up to the engine. Commands that span
//! several lines begin here as [`Parsed::Open`], and [`super::block`] assembles them.

use std::fmt;

use fukumi_core::decide::task::Goal;

use super::info::parse_integer;
use super::question::Question;
use crate::engine::setup::{Coordinates, Owner, Placement};

/// Maximum number of characters of the input that an error message quotes.
const QUOTE_LENGTH: usize = 20;

/// Words that a person may try in order to leave; the real command is `END`.
const FAREWELLS: [&str; 2] = ["EXIT", "QUIT"];

/// Commands that front ends send unasked, for features that this engine lacks. They get no reply.
const IGNORED: [&str; 3] = ["RELOADCONFIG", "YXDRAW", "YXRESIGN"];

/// Commands of a user for features that this engine lacks. The reply says so, and what to use
/// instead.
const UNSUPPORTED: [Unsupported; 4] = [
    Unsupported { name: "BENCH", instead: Some("run fukumi bench in a terminal") },
    Unsupported { name: "TRACESEARCH", instead: Some("use YXNBEST, or fukumi analyze") },
    Unsupported { name: "YXFORBID", instead: Some("use YXBLOCK") },
    Unsupported { name: "YXPRINTFEATURE", instead: None },
];

/// The table of positions has no file: a file would be as large as the table, and useless to
/// another version. What is worth keeping goes into the database.
const DUMP: Unsupported = Unsupported {
    name: "YXHASHDUMP",
    instead: Some("INFO database_write 1 keeps what searches find"),
};
/// See [`DUMP`].
const LOAD: Unsupported =
    Unsupported { name: "YXHASHLOAD", instead: Some("INFO usedatabase 1 has what was kept") };

/// Changes the comment of a position: a text in quotation marks follows, then lines up to `DONE`.
pub(crate) const EDIT_TEXT: &str = "YXEDITTEXTDATABASE";

/// Commands with a file, whose name is on the same line or on the next one.
const WITH_FILE: [(&str, FileAction); 11] = [
    ("YXDBMERGE", FileAction::Merge),
    ("YXDBSPLIT", FileAction::Split),
    ("YXDBTOLIB", FileAction::ExportLibrary),
    ("YXDBTOPOS", FileAction::ExportMoves),
    ("YXDBTOTXT", FileAction::Export { all: false }),
    ("YXDBTOTXTALL", FileAction::Export { all: true }),
    ("YXHASHDUMP", FileAction::Unsupported(DUMP)),
    ("YXHASHLOAD", FileAction::Unsupported(LOAD)),
    ("YXLIBTODB", FileAction::ImportLibrary),
    ("YXSETDATABASE", FileAction::Open),
    ("YXTXTTODB", FileAction::Import),
];

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

/// A known command for a feature that this engine lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The name of the command.
    pub name: &'static str,
    /// What to use in its place, if there is anything.
    pub instead: Option<&'static str>,
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

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// The first word is not a command.
    Unknown(String),
    /// The line has too many bytes.
    TooLong,
    /// The arguments are not what the command needs.
    Arguments {
        /// What the command needs.
        expected: &'static str,
        /// What came instead.
        found: String,
    },
    /// Another command broke off a block.
    Interrupted,
    /// Another command came inside a text that has no closing quotation mark.
    Unclosed,
    /// A position or a move was to be set, but cannot be read, for this reason.
    Position(Box<CommandError>),
    /// This many lines were dropped.
    Lost(u64),
}

impl CommandError {
    /// The same error about a position or a move that was to be set.
    pub(crate) fn of_position(self) -> Self {
        Self::Position(Box::new(self))
    }

    /// Whether the command itself is unknown, rather than known with bad arguments.
    pub const fn is_unknown(&self) -> bool {
        match self {
            Self::Unknown(_) | Self::TooLong => true,
            Self::Arguments { .. }
            | Self::Interrupted
            | Self::Unclosed
            | Self::Lost(_)
            | Self::Position(_) => false,
        }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => write!(f, "command {}", quote(word)),
            Self::TooLong => f.write_str("command, the line is too long"),
            Self::Arguments { expected, found } if found.is_empty() => {
                write!(f, "expected {expected}")
            }
            Self::Arguments { expected, found } => {
                write!(f, "expected {expected}, got {}", quote(found))
            }
            Self::Interrupted => f.write_str("the block has no DONE"),
            Self::Unclosed => f.write_str("the text has no closing quotation mark"),
            Self::Position(reason) => reason.fmt(f),
            Self::Lost(count) => {
                write!(f, "{count} lines are lost: too many came while no reply was read")
            }
        }
    }
}

impl std::error::Error for CommandError {}

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

/// The first word of a line and the rest of it, without the blanks around them.
pub(crate) fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim_matches(is_blank);
    match line.split_once(is_blank) {
        Some((word, rest)) => (word, rest.trim_matches(is_blank)),
        None => (line, ""),
    }
}

/// Whether the word is a command.
pub(crate) fn is_command(word: &str) -> bool {
    !matches!(parse(word), Err(CommandError::Unknown(_)))
}

/// Parses a line that is not empty.
///
/// # Errors
/// If it is not a command, or its arguments are not what the command needs.
pub fn parse(line: &str) -> Result<Parsed, CommandError> {
    let (word, rest) = split_word(line);
    let name = word.to_ascii_uppercase();
    let whole = |command| Ok(Parsed::Whole(command));
    match name.as_str() {
        "START" => start(rest).map(Parsed::Whole).map_err(CommandError::of_position),
        "RECTSTART" => rect_start(rest).map(Parsed::Whole).map_err(CommandError::of_position),
        "RESTART" => whole(Command::Restart),
        "BEGIN" => whole(Command::Begin),
        "TURN" => move_argument(rest)
            .map(|at| Parsed::Whole(Command::Turn(at)))
            .map_err(CommandError::of_position),
        "PLAY" => move_argument(rest)
            .map(|at| Parsed::Whole(Command::Play(at)))
            .map_err(CommandError::of_position),
        "TAKEBACK" => {
            whole(Command::TakeBack(first_pair(rest).map_or(TakeBack::Unnamed, TakeBack::Named)))
        }
        "BOARD" => Ok(Parsed::Open(BlockKind::Board)),
        "YXBOARD" => Ok(Parsed::Open(BlockKind::YxBoard)),
        "SWAP2BOARD" => Ok(Parsed::Open(BlockKind::Opening(Question::Swap2Board))),
        "INFO" => {
            let (key, value) = split_word(rest);
            whole(Command::Info { key: key.into(), value: value.into() })
        }
        "ABOUT" => whole(Command::About),
        "HELP" => whole(Command::Help),
        "END" => whole(Command::End),
        "STOP" | "YXSTOP" => whole(Command::Stop),

        "YXSHOWINFO" => whole(Command::YxShowInfo),
        "YXSHOWFORBID" => whole(Command::YxShowForbid),
        "YXSHOWHASHUSAGE" => whole(Command::YxShowHashUsage),
        "YXHASHCLEAR" => whole(Command::YxHashClear),
        "YXNBEST" => whole(Command::Analyse(Goal::Analyse { lines: lines(rest)? })),
        "YXSEARCHDEFEND" => whole(Command::Analyse(Goal::Defend)),
        "YXBALANCEONE" => whole(Command::Analyse(Goal::BalanceOne { bias: bias(rest)? })),
        "YXBALANCETWO" => whole(Command::Analyse(Goal::BalanceTwo { bias: bias(rest)? })),
        "YXBLOCK" => Ok(Parsed::Open(BlockKind::Block)),
        "YXBLOCKUNDO" => Ok(Parsed::Open(BlockKind::BlockUndo)),
        "YXBLOCKRESET" => whole(Command::YxBlockReset),
        "YXBLOCKPATH" => Ok(Parsed::Open(BlockKind::BlockPath)),
        "YXBLOCKPATHUNDO" => Ok(Parsed::Open(BlockKind::BlockPathUndo)),
        "YXBLOCKPATHRESET" => whole(Command::YxBlockPathReset),
        "TRACEBOARD" => whole(Command::TraceBoard),
        "YXSWAP2STEP1" => whole(question(Question::Swap2Propose)),
        "YXSWAP2STEP2" => whole(question(Question::Swap2Choose)),
        "YXSWAP2STEP3" => whole(question(Question::Swap2Decide)),
        "YXSOOSORVSTEP1" => whole(question(Question::SoosorvOpen)),
        "YXSOOSORVSTEP2" => Ok(Parsed::Open(BlockKind::Opening(Question::SoosorvFirstSwap))),
        "YXSOOSORVSTEP3" => Ok(Parsed::Open(BlockKind::Opening(Question::SoosorvFourth))),
        "YXSOOSORVSTEP4" => Ok(Parsed::Open(BlockKind::Opening(Question::SoosorvSecondSwap))),
        "YXSOOSORVSTEP5" => Ok(Parsed::Open(BlockKind::Opening(Question::SoosorvOffer))),
        "YXSOOSORVSTEP6" => Ok(Parsed::Open(BlockKind::Opening(Question::SoosorvAccept))),
        "YXQUERYDATABASEALL" => database(DatabaseAction::Children),
        "YXQUERYDATABASEALLT" => database(DatabaseAction::ChildrenAndComment),
        "YXQUERYDATABASEONE" => database(DatabaseAction::Entry),
        "YXQUERYDATABASETEXT" => database(DatabaseAction::Comment),
        "YXSETBESTMOVEDATABASE" => database(DatabaseAction::SetBest(true)),
        "YXCLEARBESTMOVEDATABASE" => database(DatabaseAction::SetBest(false)),
        "YXDELETEDATABASEONE" => database(DatabaseAction::Remove),
        "YXDELETEDATABASEALL" => Ok(or_refused(remove_all(rest), rest)),
        "YXEDITTVDDATABASE" => Ok(or_refused(set_value(rest), rest)),
        // The text goes to the end of the line.
        "YXEDITLABELDATABASE" => Ok(or_refused(set_mark(rest), "")),
        "YXSAVEDATABASE" => whole(Command::YxSaveDatabase),
        "YXDBCHECK" => whole(Command::YxCheckDatabase),
        "YXDBFIX" => whole(Command::YxRepairDatabase),
        EDIT_TEXT => Ok(Parsed::Quoted),
        name if FAREWELLS.contains(&name) => whole(Command::Farewell),
        name if IGNORED.contains(&name) => whole(Command::Ignored),
        name => {
            if let Some(known) = UNSUPPORTED.iter().find(|known| known.name == name) {
                whole(Command::Unsupported(*known))
            } else if let Some((_, action)) = WITH_FILE.iter().find(|(known, _)| *known == name) {
                Ok(with_file(*action, rest))
            } else {
                Err(CommandError::Unknown(word.into()))
            }
        }
    }
}

/// Parses a line of a `BOARD` or `YXBOARD` block: `x,y,field`.
pub(crate) fn placement(entry: &str) -> Result<Placement, CommandError> {
    let owner = |field| match field {
        1 => Some(Owner::Own),
        2 => Some(Owner::Opponent),
        3 => Some(Owner::Nobody),
        _ => None,
    };
    match integers(entry).as_deref() {
        Some(&[x, y, field]) => {
            owner(field).map(|owner| Placement { at: Coordinates { x, y }, owner })
        }
        _ => None,
    }
    .ok_or_else(|| CommandError::Arguments {
        expected: "x,y,field with field 1, 2 or 3",
        found: entry.into(),
    })
}

/// Parses a line of another block: `x,y`; a third number is tolerated.
///
/// # Errors
/// If it is something else.
pub fn coordinates(entry: &str) -> Result<Coordinates, CommandError> {
    match integers(entry).as_deref() {
        Some(&[x, y] | &[x, y, _]) => Ok(Coordinates { x, y }),
        _ => Err(CommandError::Arguments { expected: "x,y", found: entry.into() }),
    }
}

/// The number of fifth stones that may precede the points of a block, clamped to its range up to
/// `most`, and the points.
///
/// # Errors
/// If something else precedes them.
pub(super) fn fifths(
    entries: &[String],
    most: Option<usize>,
) -> Result<(usize, &[String]), CommandError> {
    match (entries.split_first(), most) {
        (Some((first, points)), Some(most)) if !first.contains(',') => {
            let count = number_or(1, first, "a number of fifth stones")?.max(1);
            Ok((usize::try_from(count).unwrap_or(most).min(most), points))
        }
        _ => Ok((1, entries)),
    }
}

/// A question without a block.
const fn question(question: Question) -> Command {
    Command::Opening { question, fifths: 1, moves: Vec::new() }
}

/// The entries on a line of a block. Blanks separate entries, except around commas.
pub fn entries(text: &str) -> Vec<String> {
    let mut entries: Vec<String> = Vec::new();
    let mut is_open = false;
    for word in text.split(is_blank).filter(|word| !word.is_empty()) {
        match entries.last_mut() {
            Some(entry) if is_open || word.starts_with(',') => entry.push_str(word),
            _ => entries.push(word.into()),
        }
        is_open = word.ends_with(',');
    }
    entries
}

/// The beginning of a text from outside, made printable.
pub fn quote(text: &str) -> String {
    printable(text, QUOTE_LENGTH)
}

/// The first `length` characters of a text, made printable.
pub fn printable(text: &str, length: usize) -> String {
    let quoted: String = text
        .chars()
        .take(length)
        .map(|char| if char.is_ascii_graphic() || char == ' ' { char } else { '?' })
        .collect();
    quoted.trim().into()
}

fn is_blank(char: char) -> bool {
    char == ' ' || char == '\t'
}

fn start(rest: &str) -> Result<Command, CommandError> {
    let mut numbers = rest.split(is_blank).filter(|word| !word.is_empty()).map(parse_integer);
    match (numbers.next(), numbers.next()) {
        (Some(Some(width)), Some(Some(height))) => Ok(Command::Start { width, height }),
        (Some(Some(side)), _) => Ok(Command::Start { width: side, height: side }),
        _ => Err(CommandError::Arguments {
            expected: "the size of the board, such as 15 or 20",
            found: rest.into(),
        }),
    }
}

fn rect_start(rest: &str) -> Result<Command, CommandError> {
    match first_pair(rest) {
        Some(Coordinates { x, y }) => Ok(Command::RectStart { width: x, height: y }),
        None => Err(CommandError::Arguments {
            expected: "width,height, such as 20,15",
            found: rest.into(),
        }),
    }
}

fn move_argument(rest: &str) -> Result<Coordinates, CommandError> {
    first_pair(rest).ok_or_else(|| CommandError::Arguments { expected: "x,y", found: rest.into() })
}

/// Two numbers with a comma; anything after a blank is ignored.
fn first_pair(rest: &str) -> Option<Coordinates> {
    match integers(entries(rest).first()?)?.as_slice() {
        &[x, y] => Some(Coordinates { x, y }),
        _ => None,
    }
}

/// Numbers separated by commas and nothing else; `None` if one of them is not a number.
fn integers(entry: &str) -> Option<Vec<i64>> {
    entry.split(',').map(parse_integer).collect()
}

/// The number that the first word is, or `default` if there is no word.
fn number_or(default: i64, rest: &str, expected: &'static str) -> Result<i64, CommandError> {
    let (word, _) = split_word(rest);
    match word.is_empty() {
        true => Ok(default),
        false => parse_integer(word)
            .ok_or_else(|| CommandError::Arguments { expected, found: word.into() }),
    }
}

/// The number of lines of an analysis, at least one.
fn lines(rest: &str) -> Result<usize, CommandError> {
    let lines = number_or(1, rest, "a number of lines")?.max(1);
    Ok(usize::try_from(lines).unwrap_or(usize::MAX))
}

fn bias(rest: &str) -> Result<i32, CommandError> {
    // Beyond any score, the value makes no difference.
    Ok(number_or(0, rest, "a number of points")?.clamp(-100_000, 100_000) as i32)
}

fn with_file(action: FileAction, rest: &str) -> Parsed {
    if rest.is_empty() { Parsed::FileName(action) } else { Parsed::Whole(action.with(rest)) }
}

impl FileAction {
    /// Whether it is about the position, rule or size of the board.
    const fn is_about_board(self) -> bool {
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

fn database(action: DatabaseAction) -> Result<Parsed, CommandError> {
    Ok(Parsed::Open(BlockKind::Database(action)))
}

/// Parses `mask label value depth`. The sum of bits says which of the three count: 1, 2 and 4.
fn set_value(rest: &str) -> Result<Parsed, CommandError> {
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
fn set_mark(rest: &str) -> Result<Parsed, CommandError> {
    let (point, text) = split_word(rest);
    let action = DatabaseAction::SetMark { at: coordinates(point)?, text: text.into() };
    Ok(Parsed::OpenWith(BlockKind::Database(action), String::new()))
}

/// Parses the name of a filter and its number, if they are there. `RECURSIVE` may be the end of the
/// name, as Yixin-Board has it, or a word of its own.
fn remove_all(rest: &str) -> Result<Parsed, CommandError> {
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
fn or_refused(parsed: Result<Parsed, CommandError>, after: &str) -> Parsed {
    parsed.unwrap_or_else(|error| Parsed::Refused(error, after.into()))
}

/// Whether a line inside an open text shows that the closing quotation mark was lost: it is a
/// complete command. Words that may begin a line of a person's text, such as `end`, count only in
/// capital letters and alone on the line.
pub(super) fn breaks_off_text(line: &str) -> bool {
    let (word, rest) = split_word(line);
    let is_capital = word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    let is_of_yixin = word.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("YX"));
    match parse(line) {
        _ if line.contains('"') => false,
        Err(_) => false,
        Ok(Parsed::Whole(
            Command::Start { .. }
            | Command::RectStart { .. }
            | Command::Turn(_)
            | Command::Play(_)
            | Command::TakeBack(TakeBack::Named(_) | TakeBack::Last),
        )) => true,
        Ok(Parsed::Whole(Command::Info { .. })) => is_capital && !rest.is_empty(),
        Ok(Parsed::Whole(Command::TakeBack(TakeBack::Unnamed))) => false,
        Ok(_) => is_of_yixin || is_capital && rest.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command {
        match parse(line) {
            Ok(Parsed::Whole(command)) => command,
            other => panic!("{line:?}: {other:?}"),
        }
    }

    fn error(line: &str) -> String {
        let error = parse(line).expect_err(line);
        assert!(!error.is_unknown(), "{line:?}");
        error.to_string()
    }

    #[test]
    fn commands_are_whole_words_in_any_case() {
        for line in ["BEGIN", "begin", " Begin ", "\tBEGIN now"] {
            assert_eq!(command(line), Command::Begin);
        }
        for line in ["BEGINNING", "STARTX 15", "7,7", "DONE", "OK", "é", "\0", "PROBOARD"] {
            let error = parse(line).expect_err(line);
            assert!(error.is_unknown());
            assert!(error.to_string().bytes().all(|byte| (b' '..=b'~').contains(&byte)));
        }
    }

    #[test]
    fn a_size_has_one_number_or_two() {
        let size = |width, height| Command::Start { width, height };
        assert_eq!(command("START 15"), size(15, 15));
        assert_eq!(command("START 15 20"), size(15, 20));
        assert_eq!(command("START 15 please"), size(15, 15));
        let rectangle = Command::RectStart { width: 20, height: 15 };
        assert_eq!(command("RECTSTART 20,15"), rectangle);
        assert_eq!(command("RECTSTART 20 , 15"), rectangle);
        assert_eq!(command("START 99999999999999999999"), size(i64::MAX, i64::MAX));
        for line in ["START", "START abc", "RECTSTART", "RECTSTART 15", "RECTSTART 15 20"] {
            assert!(error(line).contains("20"), "{line}");
        }
    }

    #[test]
    fn blanks_around_coordinates_and_text_behind_them_do_not_matter() {
        let turn = Command::Turn(Coordinates { x: 7, y: 8 });
        for line in ["TURN 7,8", "TURN 7, 8", "TURN 7 ,8", "TURN\t 7 , 8 ", "turn 7,8 please"] {
            assert_eq!(command(line), turn, "{line:?}");
        }
        assert_eq!(
            command("TAKEBACK  -1,99999999999"),
            Command::TakeBack(TakeBack::Named(Coordinates { x: -1, y: 99_999_999_999 }))
        );
        for line in ["TAKEBACK", "TAKEBACK x", "TAKEBACK 7"] {
            assert_eq!(command(line), Command::TakeBack(TakeBack::Unnamed), "{line}");
        }
    }

    #[test]
    fn what_is_no_pair_of_numbers_is_an_error() {
        for rest in ["", "abc", "7", "7,", ",7", ",", "h8", "7 7", "7,7,1", "7;7", "7,é"] {
            assert!(error(&format!("TURN {rest}")).starts_with("expected x,y"), "{rest:?}");
        }
    }

    #[test]
    fn an_option_is_split_at_the_first_blank() {
        let info = |key: &str, value: &str| Command::Info { key: key.into(), value: value.into() };
        assert_eq!(
            command("INFO folder C:\\Program Files\\x"),
            info("folder", "C:\\Program Files\\x")
        );
        assert_eq!(command("info  rule   1 "), info("rule", "1"));
        assert_eq!(command("INFO"), info("", ""));
    }

    #[test]
    fn numbers_of_extension_commands_have_defaults() {
        assert_eq!(command("yxnbest"), Command::Analyse(Goal::Analyse { lines: 1 }));
        assert_eq!(command("yxnbest -3"), Command::Analyse(Goal::Analyse { lines: 1 }));
        assert_eq!(command("yxnbest 3"), Command::Analyse(Goal::Analyse { lines: 3 }));
        for line in ["yxnbest x", "yxnbest 1.5", "yxbalanceone x", "YXBALANCETWO h8"] {
            assert!(error(line).starts_with("expected a number of "), "{line}");
        }
        assert_eq!(command("yxbalanceone"), Command::Analyse(Goal::BalanceOne { bias: 0 }));
        assert_eq!(command("yxbalancetwo -50"), Command::Analyse(Goal::BalanceTwo { bias: -50 }));
    }

    #[test]
    fn a_file_name_is_on_the_same_line_or_on_the_next() {
        assert_eq!(parse("yxsetdatabase"), Ok(Parsed::FileName(FileAction::Open)));
        let (action, name) = (FileAction::Open, "a b.db".into());
        assert_eq!(command("yxsetdatabase a b.db "), Command::YxDatabaseFile { action, name });
        assert_eq!(command("yxhashdump x"), Command::Unsupported(DUMP));
        assert_eq!(parse("yxhashload"), Ok(Parsed::FileName(FileAction::Unsupported(LOAD))));
        assert_eq!(command("bench"), Command::Unsupported(UNSUPPORTED[0]));
    }

    #[test]
    fn entries_of_a_block_may_stand_on_one_line() {
        assert_eq!(entries("7,7,1 8,8,2\tDONE"), ["7,7,1", "8,8,2", "DONE"]);
        assert_eq!(entries(" 7 , 7, 1  8 ,8,2 "), ["7,7,1", "8,8,2"]);
        assert!(entries("  ").is_empty());
    }

    #[test]
    fn a_placement_needs_a_field_from_1_to_3() {
        let at = Coordinates { x: 7, y: 8 };
        assert_eq!(placement("7,8,2"), Ok(Placement { at, owner: Owner::Opponent }));
        for entry in ["7,8", "7,8,0", "7,8,4", "7,8,-1", ",,,", "7,8,1,1", "hello", "7,8,x"] {
            assert!(placement(entry).is_err(), "{entry}");
        }
        assert_eq!(coordinates("7,8"), Ok(at));
        assert_eq!(coordinates("7,8,1"), Ok(at));
        assert!(coordinates("7").is_err());
    }

    #[test]
    fn a_complete_command_breaks_off_a_text_and_a_sentence_does_not() {
        for line in ["ABOUT", "END", "TURN 7,7", "start 15", "INFO rule 1", "yxstop", "BOARD"] {
            assert!(breaks_off_text(line), "{line}");
        }
        for line in [
            "end",
            "done",
            "Begin with h8",
            "END OF GAME",
            "info about it",
            "play h8",
            "7,7",
            "TURN 7,7\"done",
            "",
        ] {
            assert!(!breaks_off_text(line), "{line}");
        }
    }

    #[test]
    fn quotes_are_short_and_printable() {
        assert_eq!(quote("a\tb\u{0}é\u{7f}"), "a?b???");
        assert_eq!(quote(&"x".repeat(1000)).len(), QUOTE_LENGTH);
        assert_eq!(quote("  a  "), "a");
    }
}
