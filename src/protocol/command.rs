//! One line -> [`Command`] or [`CommandError`].
//!
//! Pure: what a command means for the game is the engine's business. Commands that go on over
//! several lines begin here too, as [`Parsed::Open`], and are put together by [`super::block`].

use std::fmt;

use crate::decide::soosorv;
use crate::decide::task::Goal;
use crate::engine::options::parse_integer;
use crate::engine::setup::{Coordinates, Owner, Placement};

/// Characters of the input that an error message quotes.
const QUOTE_LENGTH: usize = 20;

/// Words that a person may try in order to leave; the command for it is `END`.
const FAREWELLS: [&str; 2] = ["EXIT", "QUIT"];

/// Commands that ask for nothing this engine has, and want no reply: front ends send them by
/// themselves.
const IGNORED: [&str; 4] = ["RELOADCONFIG", "YXBLOCKPATHRESET", "YXDRAW", "YXRESIGN"];

/// Commands of a user for what this engine does not have, who is to be told so.
const UNSUPPORTED: [&str; 5] =
    ["YXDBCHECK", "YXDBFIX", "YXFORBID", "YXPRINTFEATURE", "YXSAVEDATABASE"];

/// The same, with lines up to `DONE`.
const UNSUPPORTED_WITH_LIST: [&str; 8] = [
    "YXBLOCKPATH",
    "YXBLOCKPATHUNDO",
    "YXCLEARBESTMOVEDATABASE",
    "YXDELETEDATABASEALL",
    "YXDELETEDATABASEONE",
    "YXEDITLABELDATABASE",
    "YXEDITTVDDATABASE",
    "YXSETBESTMOVEDATABASE",
];

/// The comment of a position is to be changed: a text in quotation marks, then lines up to `DONE`.
pub(crate) const EDIT_TEXT: &str = "YXEDITTEXTDATABASE";

/// Commands for files this engine does not read or write; the file name is on the line or on the
/// next.
const WITH_FILE: [&str; 11] = [
    "YXDBMERGE",
    "YXDBSPLIT",
    "YXDBTOLIB",
    "YXDBTOPOS",
    "YXDBTOTXT",
    "YXDBTOTXTALL",
    "YXHASHDUMP",
    "YXHASHLOAD",
    "YXLIBTODB",
    "YXSETDATABASE",
    "YXTXTTODB",
];

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START n`, `START w h`: a new game.
    Start {
        /// Columns.
        width: i64,
        /// Rows.
        height: i64,
    },
    /// `RECTSTART w,h`: a new game.
    RectStart {
        /// Values of the first coordinate.
        width: i64,
        /// Values of the second coordinate.
        height: i64,
    },
    /// A new game on the same board.
    Restart,
    /// The engine opens.
    Begin,
    /// The opponent's move; the engine answers it.
    Turn(Coordinates),
    /// A move without an answer.
    Play(Coordinates),
    /// The last stone is taken back.
    TakeBack(Coordinates),
    /// A position to move in.
    Board(Vec<Placement>),
    /// A position, nothing more.
    YxBoard(Vec<Placement>),
    /// The stones of a swap opening.
    Swap2Board(Vec<Coordinates>),
    /// An option.
    Info {
        /// Its name.
        key: String,
        /// The rest of the line.
        value: String,
    },
    /// Who are you?
    About,
    /// A person asks what can be said.
    Help,
    /// A person wants to leave, by a word that is no command.
    Farewell,
    /// The session is over.
    End,
    /// Answer now.
    Stop,
    /// What are your limits?
    YxShowInfo,
    /// Which points are forbidden?
    YxShowForbid,
    /// How large is the transposition table?
    YxShowHashUsage,
    /// Forget the transposition table.
    YxHashClear,
    /// The position is to be looked at for a user: the best lines, moves that do not lose, balanced
    /// moves.
    Analyse(Goal),
    /// Points not to be considered.
    YxBlock(Vec<Coordinates>),
    /// Points to be considered again.
    YxBlockUndo(Vec<Coordinates>),
    /// All points are to be considered again.
    YxBlockReset,
    /// A step of Yixin-Board's swap opening.
    YxSwap2Step(Swap2Step),
    /// The three stones of a Soosõrv opening.
    YxSoosorvOpen,
    /// A step of it.
    YxSoosorvStep {
        /// Which one.
        step: soosorv::Step,
        /// How many fifth stones are to be offered.
        offers: usize,
        /// The stones so far, in the order of play.
        moves: Vec<Coordinates>,
    },
    /// What does the database know?
    YxQueryDatabase(DatabaseQuery),
    /// Needs neither an action nor a reply.
    Ignored,
    /// Known, but this engine has nothing of the kind; the name of the command.
    Unsupported(&'static str),
}

/// What a command does to a running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It needs the board to itself: a search for a move has to answer first.
    Board,
    /// Nothing, and a search in the opponent's time goes on too: it asks for what is known already,
    /// or for nothing.
    Question,
    /// A search for a move goes on, one in the opponent's time ends.
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
            | Self::Swap2Board(_)
            | Self::Analyse(_)
            | Self::YxSwap2Step(_)
            | Self::YxSoosorvOpen
            | Self::YxSoosorvStep { .. } => Effect::Board,
            Self::About
            | Self::Help
            | Self::Farewell
            | Self::YxShowInfo
            | Self::YxShowForbid
            | Self::YxShowHashUsage
            | Self::YxQueryDatabase(_)
            | Self::Ignored
            | Self::Unsupported(_) => Effect::Question,
            Self::Info { .. }
            | Self::End
            | Self::Stop
            | Self::YxHashClear
            | Self::YxBlock(_)
            | Self::YxBlockUndo(_)
            | Self::YxBlockReset => Effect::Setting,
        }
    }

    /// Whether the command needs the board to itself: a running search has to answer first.
    pub fn needs_board(&self) -> bool {
        self.effect() == Effect::Board
    }
}

/// The decisions of Yixin-Board's swap opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap2Step {
    /// Step 1: three stones.
    Propose,
    /// Step 2: swap, stay, or add two stones.
    Choose,
    /// Step 3: swap or stay.
    Decide,
}

impl Swap2Step {
    /// What to think about.
    pub const fn goal(self) -> Goal {
        match self {
            Self::Propose => Goal::Propose,
            Self::Choose => Goal::Choose,
            Self::Decide => Goal::Decide,
        }
    }
}

/// What a front end wants to know of the position on its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseQuery {
    /// The records of the next moves.
    All,
    /// The same, and the comment of the position.
    AllAndText,
    /// The record of the position.
    One,
    /// The comment of the position.
    Text,
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// The first word is none of the commands.
    Unknown(String),
    /// The line has too many bytes.
    TooLong,
    /// The arguments are not what the command needs.
    Arguments {
        /// What it needs.
        expected: &'static str,
        /// What came.
        found: String,
    },
    /// A block was broken off by another command.
    Interrupted,
    /// So many lines were dropped.
    Lost(u64),
}

impl CommandError {
    /// Whether the command itself is unknown, rather than known and wrong.
    pub const fn is_unknown(&self) -> bool {
        match self {
            Self::Unknown(_) | Self::TooLong => true,
            Self::Arguments { .. } | Self::Interrupted | Self::Lost(_) => false,
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
            Self::Lost(count) => {
                write!(f, "{count} lines are lost: too many came while nobody read the replies")
            }
        }
    }
}

impl std::error::Error for CommandError {}

/// Kinds of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// `BOARD`.
    Board,
    /// `YXBOARD`.
    YxBoard,
    /// `SWAP2BOARD`.
    Swap2Board,
    /// `YXBLOCK`.
    Block,
    /// `YXBLOCKUNDO`.
    BlockUndo,
    /// The moves that lead to the position a database is asked about. There is no database, so that
    /// they are read and forgotten.
    Query(DatabaseQuery),
    /// A step of a Soosõrv opening: the number of fifth stones, if it matters, and the moves so
    /// far.
    Soosorv(soosorv::Step),
    /// Lines that belong to a command without effect; its name.
    Unsupported(&'static str),
}

impl BlockKind {
    /// Whether the lines mean something, so that a block without an end is an error.
    pub const fn is_read(self) -> bool {
        match self {
            Self::Board
            | Self::YxBoard
            | Self::Swap2Board
            | Self::Block
            | Self::BlockUndo
            | Self::Soosorv(_) => true,
            Self::Query(_) | Self::Unsupported(_) => false,
        }
    }
}

/// What a line is by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parsed {
    /// All of a command.
    Whole(Command),
    /// The begin of a block. The rest of the line is part of it.
    Open(BlockKind),
    /// A command whose argument, a file name, is on the next line.
    FileName(&'static str),
    /// A command whose argument, a text in quotation marks, may have line ends in it; after the
    /// text comes a block to be ignored. The rest of the line is part of it.
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

/// Reads a line that is not empty.
pub fn parse(line: &str) -> Result<Parsed, CommandError> {
    let (word, rest) = split_word(line);
    let name = word.to_ascii_uppercase();
    let whole = |command| Ok(Parsed::Whole(command));
    match name.as_str() {
        "START" => start(rest).map(Parsed::Whole),
        "RECTSTART" => rect_start(rest).map(Parsed::Whole),
        "RESTART" => whole(Command::Restart),
        "BEGIN" => whole(Command::Begin),
        "TURN" => move_argument(rest).map(|at| Parsed::Whole(Command::Turn(at))),
        "PLAY" => move_argument(rest).map(|at| Parsed::Whole(Command::Play(at))),
        "TAKEBACK" => move_argument(rest).map(|at| Parsed::Whole(Command::TakeBack(at))),
        "BOARD" => Ok(Parsed::Open(BlockKind::Board)),
        "YXBOARD" => Ok(Parsed::Open(BlockKind::YxBoard)),
        "SWAP2BOARD" => Ok(Parsed::Open(BlockKind::Swap2Board)),
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
        "YXNBEST" => {
            let lines = first_integer(rest).unwrap_or(1).max(1);
            let lines = usize::try_from(lines).unwrap_or(usize::MAX);
            whole(Command::Analyse(Goal::Analyse { lines }))
        }
        "YXSEARCHDEFEND" => whole(Command::Analyse(Goal::Defend)),
        "YXBALANCEONE" => whole(Command::Analyse(Goal::BalanceOne { bias: bias(rest) })),
        "YXBALANCETWO" => whole(Command::Analyse(Goal::BalanceTwo { bias: bias(rest) })),
        "YXBLOCK" => Ok(Parsed::Open(BlockKind::Block)),
        "YXBLOCKUNDO" => Ok(Parsed::Open(BlockKind::BlockUndo)),
        "YXBLOCKRESET" => whole(Command::YxBlockReset),
        "YXSWAP2STEP1" => whole(Command::YxSwap2Step(Swap2Step::Propose)),
        "YXSWAP2STEP2" => whole(Command::YxSwap2Step(Swap2Step::Choose)),
        "YXSWAP2STEP3" => whole(Command::YxSwap2Step(Swap2Step::Decide)),
        "YXSOOSORVSTEP1" => whole(Command::YxSoosorvOpen),
        "YXSOOSORVSTEP2" => Ok(Parsed::Open(BlockKind::Soosorv(soosorv::Step::FirstSwap))),
        "YXSOOSORVSTEP3" => Ok(Parsed::Open(BlockKind::Soosorv(soosorv::Step::Fourth))),
        "YXSOOSORVSTEP4" => Ok(Parsed::Open(BlockKind::Soosorv(soosorv::Step::SecondSwap))),
        "YXSOOSORVSTEP5" => Ok(Parsed::Open(BlockKind::Soosorv(soosorv::Step::Offer))),
        "YXSOOSORVSTEP6" => Ok(Parsed::Open(BlockKind::Soosorv(soosorv::Step::Accept))),
        "YXQUERYDATABASEALL" => Ok(Parsed::Open(BlockKind::Query(DatabaseQuery::All))),
        "YXQUERYDATABASEALLT" => Ok(Parsed::Open(BlockKind::Query(DatabaseQuery::AllAndText))),
        "YXQUERYDATABASEONE" => Ok(Parsed::Open(BlockKind::Query(DatabaseQuery::One))),
        "YXQUERYDATABASETEXT" => Ok(Parsed::Open(BlockKind::Query(DatabaseQuery::Text))),
        EDIT_TEXT => Ok(Parsed::Quoted),
        name if FAREWELLS.contains(&name) => whole(Command::Farewell),
        name if IGNORED.contains(&name) => whole(Command::Ignored),
        name => {
            let find = |list: &[&'static str]| list.iter().copied().find(|&known| known == name);
            if let Some(name) = find(&UNSUPPORTED_WITH_LIST) {
                Ok(Parsed::Open(BlockKind::Unsupported(name)))
            } else if let Some(name) = find(&UNSUPPORTED) {
                whole(Command::Unsupported(name))
            } else if let Some(name) = find(&WITH_FILE) {
                Ok(with_file(name, rest))
            } else {
                Err(CommandError::Unknown(word.into()))
            }
        }
    }
}

/// A line of a `BOARD` or `YXBOARD` block: `x,y,field`.
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

/// A line of another block: `x,y`, a third number is tolerated.
pub fn coordinates(entry: &str) -> Result<Coordinates, CommandError> {
    match integers(entry).as_deref() {
        Some(&[x, y] | &[x, y, _]) => Ok(Coordinates { x, y }),
        _ => Err(CommandError::Arguments { expected: "x,y", found: entry.into() }),
    }
}

/// The number of fifth stones that may stand before the points of a block, within its range.
pub fn offers(entries: &[String]) -> (usize, &[String]) {
    match entries.split_first() {
        Some((first, points)) if !first.contains(',') => {
            let most = soosorv::MAX_OFFERS as i64;
            let count = first_integer(first).unwrap_or(1).clamp(1, most);
            (usize::try_from(count).unwrap_or(1), points)
        }
        _ => (1, entries),
    }
}

/// The entries on a line of a block. Blanks separate them, but not around commas.
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

/// So many characters of a text, made printable.
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

/// Two numbers with a comma; what follows behind a blank is ignored.
fn first_pair(rest: &str) -> Option<Coordinates> {
    match integers(entries(rest).first()?)?.as_slice() {
        &[x, y] => Some(Coordinates { x, y }),
        _ => None,
    }
}

/// Numbers separated by commas and nothing else; `None` if one of them is no number.
fn integers(entry: &str) -> Option<Vec<i64>> {
    entry.split(',').map(parse_integer).collect()
}

fn first_integer(rest: &str) -> Option<i64> {
    parse_integer(split_word(rest).0)
}

fn bias(rest: &str) -> i32 {
    // Beyond any score it makes no difference.
    first_integer(rest).unwrap_or(0).clamp(-100_000, 100_000) as i32
}

fn with_file(name: &'static str, rest: &str) -> Parsed {
    if rest.is_empty() { Parsed::FileName(name) } else { Parsed::Whole(Command::Unsupported(name)) }
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
            Command::TakeBack(Coordinates { x: -1, y: 99_999_999_999 })
        );
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
        assert_eq!(command("yxbalanceone"), Command::Analyse(Goal::BalanceOne { bias: 0 }));
        assert_eq!(command("yxbalancetwo -50"), Command::Analyse(Goal::BalanceTwo { bias: -50 }));
    }

    #[test]
    fn a_file_name_is_on_the_same_line_or_on_the_next() {
        assert_eq!(parse("yxsetdatabase"), Ok(Parsed::FileName("YXSETDATABASE")));
        assert_eq!(command("yxsetdatabase a b.db"), Command::Unsupported("YXSETDATABASE"));
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
    fn quotes_are_short_and_printable() {
        assert_eq!(quote("a\tb\u{0}é\u{7f}"), "a?b???");
        assert_eq!(quote(&"x".repeat(1000)).len(), QUOTE_LENGTH);
        assert_eq!(quote("  a  "), "a");
    }
}
