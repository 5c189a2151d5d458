//! An entry: what is known of a position.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use fukumi_core::geometry::Point;
use fukumi_core::learning::Tally;
use fukumi_core::score::Score;

use super::DatabaseError;

/// Largest number of bytes of a label or of the text of a mark.
const MAX_LABEL: usize = 64;
/// Largest number of bytes of a comment.
const MAX_COMMENT: usize = 1 << 16;

/// How a value is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The position is worth exactly this.
    Exact,
    /// It is worth this or more.
    Lower,
    /// It is worth this or less.
    Upper,
}

impl Bound {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Exact, Self::Lower, Self::Upper];

    /// The word for it in files: `exact`, `lower` or `upper`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Lower => "lower",
            Self::Upper => "upper",
        }
    }

    /// The bound with this [`Bound::name`].
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bound| bound.name() == name)
    }
}

/// What a search, or a person, says that a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The value for the side to move. A proven result counts its plies from this position.
    pub score: Score,
    /// How the score is meant.
    pub bound: Bound,
    /// Depth of the search in plies; `None` if it is not known or there was no search.
    pub depth: Option<u32>,
}

impl Value {
    /// Whether this proves that the side to move wins or loses.
    pub fn is_proven(&self) -> bool {
        match self.bound {
            Bound::Exact => self.score.is_proven(),
            Bound::Lower => self.score.is_win(),
            Bound::Upper => self.score.is_loss(),
        }
    }

    /// The one of two values that says more: a proven one before others, of two proven ones the
    /// shorter win or the longer loss, else the one of the deeper search, an exact one before a
    /// bound. `self` if they say as much.
    #[must_use]
    pub fn better(self, other: Self) -> Self {
        let length = |value: &Self| match value.is_proven() {
            true => value.score.points(),
            false => 0,
        };
        let rank = |value: &Self| {
            let is_exact = value.bound == Bound::Exact;
            (value.is_proven(), length(value), value.depth, is_exact)
        };
        if rank(&other) > rank(&self) { other } else { self }
    }
}

/// A text on a point of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The point.
    pub point: Point,
    /// The text, on one line.
    pub text: String,
}

/// What is known of a position. Points are those of the board that was asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// What the position is worth.
    pub value: Option<Value>,
    /// The best moves, the best one first.
    pub best: Vec<Point>,
    /// How often the position was searched or met.
    pub visits: u64,
    /// How games went on, for the side to move.
    pub tally: Tally,
    /// A word about the position, for the side that **moved last**, as front ends have it: `w` a
    /// win, `l` a loss, `d` a draw, `x` a move that is not to be looked at, or any other.
    pub label: Option<String>,
    /// What people wrote about the position; may have several lines.
    pub comment: Option<String>,
    /// Texts on points of the board, at most one on each.
    pub marks: Vec<Mark>,
    /// When the entry was changed, in seconds since 1970.
    pub changed: Option<u32>,
}

/// What entries could not take in whole, since each has room for so much only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cuts {
    /// Number of labels.
    pub labels: u64,
    /// Number of comments that were cut, or had no room below the present one.
    pub comments: u64,
    /// Number of texts on points.
    pub marks: u64,
    /// Number of lists of best moves.
    pub best: u64,
}

impl Cuts {
    /// Whether everything was taken in whole.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The sum of two counts.
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            labels: self.labels + other.labels,
            comments: self.comments + other.comments,
            marks: self.marks + other.marks,
            best: self.best + other.best,
        }
    }

    /// Fails if anything was cut, and says how much there may be of it.
    pub(super) fn refuse(&self) -> Result<(), DatabaseError> {
        let bounds = [
            (self.labels, format!("a label of at most {MAX_LABEL} bytes")),
            (self.comments, format!("a comment of at most {MAX_COMMENT} bytes")),
            (self.marks, format!("texts on points of at most {MAX_LABEL} bytes")),
            (self.best, format!("at most {} best moves", Entry::MAX_BEST)),
        ];
        match bounds.into_iter().find(|&(count, _)| count > 0) {
            Some((_, bound)) => Err(DatabaseError::TooLong(bound)),
            None => Ok(()),
        }
    }
}

/// In words, as in `1 label, 2 comments`.
impl fmt::Display for Cuts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.labels, ["label", "labels"]),
            (self.comments, ["comment", "comments"]),
            (self.marks, ["text on the board", "texts on the board"]),
            (self.best, ["list of best moves", "lists of best moves"]),
        ];
        f.write_str(&in_words(&counts).join(", "))
    }
}

impl Entry {
    /// Largest number of best moves.
    pub const MAX_BEST: usize = 16;

    /// Whether it says nothing: it might as well not be there.
    pub fn is_blank(&self) -> bool {
        *self == Self { changed: self.changed, ..Self::default() }
    }

    /// Takes over what another entry of the same position says. Visits and results of games add up.
    /// The better value counts ([`Value::better`]), with its best moves. A label and marks stay
    /// where there are some; a comment is put below unless its lines are there already, in a row,
    /// or there is no room for it. Returns what had no room.
    pub fn merge(&mut self, other: &Self) -> Cuts {
        let mut cuts = Cuts::default();
        let value = match (self.value, other.value) {
            (Some(own), Some(others)) => Some(own.better(others)),
            (own, others) => own.or(others),
        };
        let is_others = value != self.value || self.best.is_empty();
        if is_others && !other.best.is_empty() {
            self.best.clone_from(&other.best);
        }
        self.value = value;
        self.visits = self.visits.saturating_add(other.visits);
        self.tally = self.tally.plus(other.tally);
        if self.label.is_none() {
            self.label.clone_from(&other.label);
        }
        self.comment = match (self.comment.take(), &other.comment) {
            (Some(own), Some(others)) if !has_lines(&own, others) => {
                let both = format!("{own}\n{others}");
                let has_room = both.len() <= MAX_COMMENT;
                cuts.comments += u64::from(!has_room);
                Some(if has_room { both } else { own })
            }
            (own, others) => own.or_else(|| others.clone()),
        };
        for mark in &other.marks {
            if self.marks.iter().all(|own| own.point != mark.point) {
                self.marks.push(mark.clone());
            }
        }
        self.changed = self.changed.max(other.changed);
        cuts
    }

    /// Notes that the entry is changed now.
    pub fn touch(&mut self) {
        #[expect(clippy::disallowed_methods, reason = "tells a person when, and decides nothing")]
        let since = SystemTime::now().duration_since(UNIX_EPOCH).ok();
        self.changed = since.and_then(|since| u32::try_from(since.as_secs()).ok());
    }

    /// Puts a text on a point, or removes the one that is there if the text is empty.
    pub fn set_mark(&mut self, point: Point, text: &str) {
        self.marks.retain(|mark| mark.point != point);
        if !text.is_empty() {
            self.marks.push(Mark { point, text: text.into() });
        }
    }

    /// The same with other points.
    #[must_use]
    pub(super) fn turned(mut self, turn: impl Fn(Point) -> Point) -> Self {
        self.best.iter_mut().for_each(|point| *point = turn(*point));
        self.marks.iter_mut().for_each(|mark| mark.point = turn(mark.point));
        self
    }

    /// Cuts everything to what an entry may hold: texts to their length, and labels and marks to
    /// one line. Marks are in the order of their points. Also returns what was cut.
    pub(super) fn bounded(mut self) -> (Self, Cuts) {
        let mut cuts = Cuts::default();
        cuts.best += u64::from(self.best.len() > Self::MAX_BEST);
        self.best.truncate(Self::MAX_BEST);
        self.label = self.label.map(|text| line(&text, &mut cuts.labels));
        self.label = self.label.filter(|text| !text.is_empty());
        self.comment = self
            .comment
            .map(|text| cut(&text, MAX_COMMENT, &mut cuts.comments).replace('\0', " "))
            .filter(|text| !text.is_empty());
        self.marks.iter_mut().for_each(|mark| mark.text = line(&mark.text, &mut cuts.marks));
        self.marks.retain(|mark| !mark.text.is_empty());
        self.marks.sort_by_key(|mark| mark.point.index());
        self.marks.dedup_by_key(|mark| mark.point);
        (self, cuts)
    }
}

/// The counts that are not 0, each with its noun for one or for several.
pub(super) fn in_words(counts: &[(u64, [&str; 2])]) -> Vec<String> {
    let counts = counts.iter().filter(|&&(count, _)| count > 0);
    counts.map(|&(count, nouns)| format!("{count} {}", nouns[usize::from(count > 1)])).collect()
}

/// Whether the lines of a part are among those of a text, one after the other.
fn has_lines(text: &str, part: &str) -> bool {
    part.is_empty() || format!("\n{text}\n").contains(&format!("\n{part}\n"))
}

/// A text on one line, without blanks at its ends. Counts it if it is cut.
fn line(text: &str, cuts: &mut u64) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    cut(text.trim(), MAX_LABEL, cuts).trim_end().into()
}

/// The beginning of a text, at most so many bytes. Counts it if more follows.
fn cut<'a>(text: &'a str, most: usize, cuts: &mut u64) -> &'a str {
    *cuts += u64::from(text.len() > most);
    let end = (0..=most.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}
