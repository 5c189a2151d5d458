//! What a line of output may look like, and what it says.
//!
//! This is the strictest reading of all managers at once: each of them understands or skips a line
//! that is read here. The soak test in Python has a grammar of its own, which must agree: both are
//! held against the lines of `replies.txt`.

use std::fmt;

use crate::cell::Cell;

/// Maximum length of a line in bytes, without its line end. The smallest buffer known among
/// managers has 2048.
const MAX_LINE_BYTES: usize = 2000;
/// Maximum number of moves in one line.
const MAX_MOVES: usize = 3;
/// The beginnings of lines that may come before the line that answers a command.
const LOG_WORDS: [&str; 3] = ["MESSAGE ", "DEBUG ", "INFO "];

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading<'a> {
    /// `OK`.
    Ok,
    /// `SWAP`.
    Swap,
    /// `ERROR` and a text.
    Error(&'a str),
    /// `UNKNOWN` and a text.
    Unknown(&'a str),
    /// `MESSAGE` and a text.
    Message(&'a str),
    /// `DEBUG` and a text.
    Debug(&'a str),
    /// `INFO`, a key and a value.
    Info(&'a str, &'a str),
    /// `SUGGEST` and a move.
    Suggest(Cell),
    /// One move or several.
    Moves(Vec<Cell>),
    /// `-1,-1`, which repeats a pass.
    Pass,
    /// `FORBID` and forbidden points.
    Forbid(Vec<Cell>),
    /// What the engine says about itself: `name="value"`, and more of the kind.
    About(&'a str),
}

impl fmt::Display for Reading<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells =
            |cells: &[Cell]| cells.iter().map(|cell| format!(" {cell}")).collect::<String>();
        match self {
            Self::Ok => f.write_str("ok"),
            Self::Swap => f.write_str("swap"),
            Self::Error(_) => f.write_str("error"),
            Self::Unknown(_) => f.write_str("unknown"),
            Self::Message(_) => f.write_str("message"),
            Self::Debug(_) => f.write_str("debug"),
            Self::Info(key, _) => write!(f, "info {key}"),
            Self::Suggest(cell) => write!(f, "suggest {cell}"),
            Self::Moves(moves) => write!(f, "moves{}", cells(moves)),
            Self::Pass => f.write_str("pass"),
            Self::Forbid(points) => write!(f, "forbid{}", cells(points)),
            Self::About(_) => f.write_str("about"),
        }
    }
}

/// Why a line of output is bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// It holds a CR.
    CarriageReturn,
    /// It is empty.
    Empty,
    /// It begins or ends with a blank.
    BlankAtAnEnd,
    /// It holds a byte that is not printable ASCII.
    NotPrintable,
    /// It is longer than managers can read.
    TooLong,
    /// It is none of the replies of the protocol.
    NoReply,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CarriageReturn => "holds a CR; lines end in LF alone",
            Self::Empty => "is empty",
            Self::BlankAtAnEnd => "begins or ends with a blank",
            Self::NotPrintable => "holds a byte that is not printable ASCII",
            Self::TooLong => "is longer than 2000 bytes",
            Self::NoReply => "fits no form of reply in the protocol",
        })
    }
}

/// Reads a line of output, given without its LF.
///
/// # Errors
///
/// The first rule that the line breaks.
pub fn read(line: &[u8]) -> Result<Reading<'_>, Breach> {
    if line.contains(&b'\r') {
        return Err(Breach::CarriageReturn);
    }
    if line.is_empty() {
        return Err(Breach::Empty);
    }
    if line.starts_with(b" ") || line.ends_with(b" ") {
        return Err(Breach::BlankAtAnEnd);
    }
    if !line.iter().all(|byte| (b' '..=b'~').contains(byte)) {
        return Err(Breach::NotPrintable);
    }
    if line.len() > MAX_LINE_BYTES {
        return Err(Breach::TooLong);
    }
    std::str::from_utf8(line).ok().and_then(read_text).ok_or(Breach::NoReply)
}

/// Whether a line may come before the line that answers a command.
#[must_use]
pub fn is_log(line: &[u8]) -> bool {
    LOG_WORDS.iter().any(|word| line.starts_with(word.as_bytes()))
}

/// Reads a line of printable ASCII without blanks at its ends.
fn read_text(line: &str) -> Option<Reading<'_>> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    // A text begins with no further blank; none at all leaves it empty.
    let text = Some(rest).filter(|rest| !rest.is_empty() && !rest.starts_with(' '));
    match word {
        "OK" => rest_is_missing(line, Reading::Ok),
        "SWAP" => rest_is_missing(line, Reading::Swap),
        "-1,-1" => rest_is_missing(line, Reading::Pass),
        "ERROR" => text.map(Reading::Error),
        "UNKNOWN" => text.map(Reading::Unknown),
        "MESSAGE" => text.map(Reading::Message),
        "DEBUG" => text.map(Reading::Debug),
        "INFO" => read_info(rest),
        "SUGGEST" => Cell::parse(rest).map(Reading::Suggest),
        "FORBID" => read_points(rest).map(Reading::Forbid),
        _ if line.starts_with("name=") => is_about(line).then_some(Reading::About(line)),
        _ => {
            let moves: Option<Vec<Cell>> = line.split(' ').map(Cell::parse).collect();
            moves.filter(|moves| moves.len() <= MAX_MOVES).map(Reading::Moves)
        }
    }
}

/// The reading, if the line is a single word.
fn rest_is_missing<'a>(line: &str, reading: Reading<'a>) -> Option<Reading<'a>> {
    (!line.contains(' ')).then_some(reading)
}

/// Reads `KEY value`.
fn read_info(text: &str) -> Option<Reading<'_>> {
    let (key, value) = text.split_once(' ')?;
    let is_inner = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    let is_key = key.starts_with(|first: char| first.is_ascii_uppercase())
        && key.bytes().all(is_inner)
        && !value.is_empty()
        && !value.starts_with(' ');
    is_key.then_some(Reading::Info(key, value))
}

/// Reads points of four digits each, x before y, and the full stop at their end.
fn read_points(text: &str) -> Option<Vec<Cell>> {
    let digits = text.strip_suffix('.')?;
    if !digits.len().is_multiple_of(4) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let cell = |four: &[u8]| {
        let number = |two: &[u8]| u32::from(two[0] - b'0') * 10 + u32::from(two[1] - b'0');
        Cell { x: number(&four[..2]), y: number(&four[2..]) }
    };
    Some(digits.as_bytes().chunks(4).map(cell).collect())
}

/// Whether the line is `name="value"` and more pairs of a key of letters and a value.
fn is_about(line: &str) -> bool {
    let value_of = |text: &str| -> Option<usize> {
        let value = text.strip_prefix('"')?.strip_suffix('"')?;
        (!value.contains(['"', ',', '='])).then_some(value.len())
    };
    line.split(", ").enumerate().all(|(index, pair)| {
        let Some((key, value)) = pair.split_once('=') else { return false };
        let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphabetic());
        let is_first = index == 0;
        let least = usize::from(is_first);
        is_key && (!is_first || key == "name") && value_of(value).is_some_and(|len| len >= least)
    })
}
