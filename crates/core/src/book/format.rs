//! Books as text.
//!
//! ```text
//! fukumi book 1
//! rule renju
//! size 15x15
//! nodes 4000000
//! h8; 24; i9 -36, h7 -41; 5d1c09aa
//! h8 i9; 23; h10 30, g7 12; 7f3201bc
//! ```
//!
//! The head has exactly these four lines. After it, each line is a [`BookEntry`]: the moves from
//! the empty board, the depth in plies, the choices with their scores in points, and the CRC-32
//! (IEEE 802.3) of everything before the last semicolon. Empty lines and lines that begin with `#`
//! are ignored. A line that is not sound is left out; the other lines stay good.

use std::fmt::{self, Write};

use super::{Book, BookEntry, Choice, MAX_CHOICES, MAX_ENTRIES};
use crate::geometry::{BoardSize, Point};
use crate::rule::Rule;
use crate::score::Score;

/// Length of the longest text that is read, in bytes.
pub const MAX_BYTES: usize = 8 << 20;
/// Length of the longest line that is read, in bytes.
const MAX_LINE: usize = 2 << 10;
const TITLE: &str = "fukumi book 1";

/// Why a text is not a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookError {
    /// The text is too long.
    TooLong,
    /// A line of the head is not as it has to be.
    Head {
        /// What was expected.
        expected: &'static str,
        /// What was found.
        found: String,
    },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "expected a book of at most {MAX_BYTES} bytes"),
            Self::Head { expected, found } => write!(f, "expected {expected}, found {found:?}"),
        }
    }
}

impl std::error::Error for BookError {}

/// Reads a book from text. Also returns the numbers, from 1, of the lines that are not sound.
///
/// # Errors
/// If the text is too long or the head is not sound.
pub fn read(text: &str) -> Result<(Book, Vec<usize>), BookError> {
    if text.len() > MAX_BYTES {
        return Err(BookError::TooLong);
    }
    let mut lines = text.lines();
    let mut head = |expected: &'static str| {
        let line = lines.next().unwrap_or_default();
        let error = BookError::Head { expected, found: line.chars().take(40).collect() };
        (line, error)
    };
    let (line, error) = head("the line 'fukumi book 1'");
    if line != TITLE {
        return Err(error);
    }
    let (line, error) = head("a line as in 'rule renju'");
    let rule = line.strip_prefix("rule ").and_then(Rule::named).ok_or(error)?;
    let (line, error) = head("a line as in 'size 15x15'");
    let size = line.strip_prefix("size ").and_then(size_named).ok_or(error)?;
    let (line, error) = head("a line as in 'nodes 4000000'");
    let nodes = line.strip_prefix("nodes ").and_then(|nodes| nodes.parse().ok()).ok_or(error)?;
    let mut book = Book::new(rule, size, nodes);
    let mut unsound = Vec::new();
    for (number, line) in (5..).zip(lines) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let is_added = read_entry(line, size).is_some_and(|entry| book.insert(entry));
        if !is_added {
            unsound.push(number);
        }
        if unsound.len() > MAX_ENTRIES {
            break;
        }
    }
    book.back_up();
    Ok((book, unsound))
}

/// Writes the book as text.
pub fn write(book: &Book) -> String {
    let mut text = head(book);
    book.entries().iter().for_each(|entry| text.push_str(&line(entry, book.size())));
    text
}

/// Returns the head of a book, with its line ends.
pub fn head(book: &Book) -> String {
    format!("{TITLE}\nrule {}\nsize {}\nnodes {}\n", book.rule(), book.size(), book.nodes())
}

/// Returns the line of an entry, with its line end.
pub fn line(entry: &BookEntry, size: BoardSize) -> String {
    let moves: Vec<String> = entry.moves.iter().map(|point| point.label(size)).collect();
    let mut line = format!("{}; {};", moves.join(" "), entry.depth);
    for (index, choice) in entry.choices.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let (label, points) = (choice.point.label(size), choice.score.points());
        write!(line, "{comma} {label} {points}").expect("a string takes everything");
    }
    let sum = crc32fast::hash(line.as_bytes());
    writeln!(line, "; {sum:08x}").expect("a string takes everything");
    line
}

fn read_entry(line: &str, size: BoardSize) -> Option<BookEntry> {
    if line.len() > MAX_LINE {
        return None;
    }
    let (body, sum) = line.rsplit_once("; ")?;
    if u32::from_str_radix(sum, 16) != Ok(crc32fast::hash(body.as_bytes())) {
        return None;
    }
    let mut fields = body.split(';');
    let (moves, depth, choices) = (fields.next()?, fields.next()?, fields.next()?);
    let moves: Option<Vec<Point>> =
        moves.split_ascii_whitespace().map(|label| size.parse_label(label)).collect();
    let choice = |text: &str| {
        let (label, points) = text.trim().split_once(' ')?;
        let points: i32 = points.parse().ok()?;
        let score = Score::from_points(points);
        let point = size.parse_label(label)?;
        (score.points() == points).then_some(Choice { point, score })
    };
    let choices: Option<Vec<Choice>> =
        choices.split(',').take(MAX_CHOICES + 1).map(choice).collect();
    Some(BookEntry { moves: moves?, depth: depth.trim().parse().ok()?, choices: choices? })
}

fn size_named(text: &str) -> Option<BoardSize> {
    let (width, height) = text.split_once('x')?;
    BoardSize::new(width.parse().ok()?, height.parse().ok()?)
}
