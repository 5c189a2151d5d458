//! One line -> a command, the beginning of a block, or an error.

use fukumi_core::decide::task::Goal;

use super::arguments::{bias, first_pair, lines, move_argument, rect_start, start};
use super::database::{database, or_refused, remove_all, set_mark, set_value, with_file};
use super::words::split_word;
use super::{
    BlockKind, Command, CommandError, DatabaseAction, FileAction, Parsed, TakeBack, Unsupported,
};
use crate::protocol::question::Question;

/// Words that a person may try in order to leave; the real command is `END`.
const FAREWELLS: [&str; 2] = ["EXIT", "QUIT"];

/// Commands that front ends send unasked, for features that this engine lacks. They get no reply.
const IGNORED: [&str; 3] = ["RELOADCONFIG", "YXDRAW", "YXRESIGN"];

/// Commands of a user for features that this engine lacks. The reply says so, and what to use
/// instead.
pub(super) const UNSUPPORTED: [Unsupported; 4] = [
    Unsupported { name: "BENCH", instead: Some("run fukumi bench in a terminal") },
    Unsupported { name: "TRACESEARCH", instead: Some("use YXNBEST, or fukumi analyze") },
    Unsupported { name: "YXFORBID", instead: Some("use YXBLOCK") },
    Unsupported { name: "YXPRINTFEATURE", instead: None },
];

/// The table of positions has no file: a file would be as large as the table, and useless to
/// another version. What is worth keeping goes into the database.
pub(super) const DUMP: Unsupported = Unsupported {
    name: "YXHASHDUMP",
    instead: Some("INFO database_write 1 keeps what searches find"),
};
/// See [`DUMP`].
pub(super) const LOAD: Unsupported =
    Unsupported { name: "YXHASHLOAD", instead: Some("INFO usedatabase 1 has what was kept") };

/// Changes the comment of a position: a text in quotation marks follows, then lines up to `DONE`.
const EDIT_TEXT: &str = "YXEDITTEXTDATABASE";

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

/// A question without a block.
const fn question(question: Question) -> Command {
    Command::Opening { question, fifths: 1, moves: Vec::new() }
}

/// Whether a line inside an open text shows that the closing quotation mark was lost: it is a
/// complete command. Words that may begin a line of a person's text, such as `end`, count only in
/// capital letters and alone on the line.
pub(crate) fn breaks_off_text(line: &str) -> bool {
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
