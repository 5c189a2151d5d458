//! Steps of an opening, their text, and what can be wrong with them.

use std::error::Error;
use std::fmt;

use super::Area;
use crate::geometry::{BoardSize, Point};

/// Characters of a word that an error message quotes.
const MAX_QUOTE: usize = 24;
/// Most stones of one step: the fifth stones of a Yamaguchi opening.
const MAX_STONES: usize = 12;

/// What a player does. What stones mean follows from the stage of the opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Take the other colour.
    Swap,
    /// Keep the colour.
    Stay,
    /// Declare this number of fifth stones.
    Count(usize),
    /// Put these stones on the board, offer them, or keep the one.
    Stones(Vec<Point>),
}

impl Step {
    /// Reads a step as [`Step::text`] writes it: `swap`, `stay`, `count 4`, or points such as
    /// `h8 i9 j10`, also with commas. Upper and lower case are the same.
    ///
    /// # Errors
    /// If the text is no step on a board of this size.
    pub fn parse(text: &str, size: BoardSize) -> Result<Self, UnreadableStep> {
        let text = text.trim().to_ascii_lowercase();
        let mut words = text.split([' ', '\t', ',']).filter(|word| !word.is_empty());
        let unreadable = |word: &str| {
            let shown = word.chars().filter(|c| !c.is_control()).take(MAX_QUOTE).collect();
            UnreadableStep(shown)
        };
        let first = words.next().ok_or_else(|| unreadable(""))?;
        let step = match first {
            "swap" => Self::Swap,
            "stay" => Self::Stay,
            "count" => {
                let word = words.next().unwrap_or_default();
                Self::Count(word.parse().map_err(|_| unreadable(word))?)
            }
            _ => {
                let point = |word: &str| size.parse_label(word).ok_or_else(|| unreadable(word));
                let mut points = vec![point(first)?];
                for word in words.by_ref().take(MAX_STONES) {
                    points.push(point(word)?);
                }
                Self::Stones(points)
            }
        };
        words.next().map_or(Ok(step), |word| Err(unreadable(word)))
    }

    /// The text of the step, which [`Step::parse`] reads.
    pub fn text(&self, size: BoardSize) -> String {
        match self {
            Self::Swap => "swap".into(),
            Self::Stay => "stay".into(),
            Self::Count(count) => format!("count {count}"),
            Self::Stones(points) => {
                let labels: Vec<String> = points.iter().map(|point| point.label(size)).collect();
                labels.join(" ")
            }
        }
    }
}

/// A text that is no step, with the word that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableStep(String);

impl fmt::Display for UnreadableStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected swap, stay, count N or points as in h8 i9, found '{}'", self.0)
    }
}

impl Error for UnreadableStep {}

/// Why a step is not possible. Points are named as people write them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalStep {
    /// The opening is over.
    Over,
    /// Another kind of step is due.
    Unexpected {
        /// The steps that are possible, in words.
        expected: String,
    },
    /// The number of stones is wrong.
    Stones {
        /// The number that is due.
        expected: usize,
        /// The number in the step.
        found: usize,
    },
    /// The number of fifth stones is out of range.
    Count {
        /// The largest number; the smallest is 1.
        most: usize,
    },
    /// The point is not on the board.
    OffBoard(Point),
    /// There is a stone on the point.
    Taken(String),
    /// The point is named twice in one step.
    Twice(String),
    /// The stone must go elsewhere.
    Area {
        /// The point.
        point: String,
        /// Where the stone may go.
        area: Area,
    },
    /// The two fifth stones make the same position, turned or mirrored.
    Same {
        /// The earlier one.
        first: String,
        /// The later one.
        second: String,
    },
    /// The point is none of those offered.
    NotOffered(String),
}

impl fmt::Display for IllegalStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over => f.write_str("the opening is over"),
            Self::Unexpected { expected } => write!(f, "expected {expected}"),
            Self::Stones { expected: 1, found } => write!(f, "expected one stone, found {found}"),
            Self::Stones { expected, found } => {
                write!(f, "expected {expected} stones, found {found}")
            }
            Self::Count { most } => write!(f, "expected a number from 1 to {most}"),
            Self::OffBoard(point) => write!(f, "{point} is off the board"),
            Self::Taken(point) => write!(f, "{point} is taken"),
            Self::Twice(point) => write!(f, "{point} is named twice"),
            Self::Area { point, area } => write!(f, "{point} is not {area}"),
            Self::Same { first, second } => {
                write!(f, "{first} and {second} are the same move, turned or mirrored")
            }
            Self::NotOffered(point) => write!(f, "{point} was not offered"),
        }
    }
}

impl Error for IllegalStep {}
