//! Openings from a list, such as those in `assets/openings`.

use std::fmt;

use fukumi_core::geometry::{BoardSize, Color, Point, Symmetry};
use fukumi_core::position::Position;
use fukumi_core::random::Generator;
use fukumi_core::rule::Rule;
use fukumi_records::{Diagram, Hints, NotationError, parse};
use rand::seq::{IndexedRandom, IteratorRandom};

/// One or more openings for one rule and board size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningList {
    size: BoardSize,
    openings: Vec<Vec<Point>>,
    /// CRC-32 of the text.
    digest: u32,
}

/// Why a text is not a list of openings for a rule and board size.
#[derive(Debug)]
pub enum ListError {
    /// It has no openings.
    Empty,
    /// A line is not a valid opening.
    Line {
        /// Number of the line, from 1.
        number: usize,
        /// What is wrong with it.
        reason: EntryError,
    },
}

/// Why an entry of a list is not an opening for a rule and board size.
#[derive(Debug)]
pub enum EntryError {
    /// It cannot be read.
    Text(NotationError),
    /// It is for another rule.
    Rule(Rule),
    /// It is for another board.
    Size(BoardSize),
    /// It has dead cells.
    Dead,
    /// The stones do not alternate from a first black one, or the wrong side is to move.
    Turn,
    /// The game is over: a side has won, or the board is full.
    Over,
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("expected openings, found none"),
            Self::Line { number, reason } => write!(f, "line {number}: {reason}"),
        }
    }
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Rule(rule) => write!(f, "expected another rule than {rule}"),
            Self::Size(size) => write!(f, "expected another board than {size}"),
            Self::Dead => f.write_str("expected a board without dead cells"),
            Self::Turn => f.write_str("expected stones of both colors in turn, Black's first"),
            Self::Over => f.write_str("expected a position in which play can go on"),
        }
    }
}

impl std::error::Error for ListError {}

impl OpeningList {
    /// Reads a list with one opening per line, as moves or as a record, see [`fukumi_records`].
    /// Empty lines and lines that begin with `#` are skipped. Stones of unknown order are played in
    /// an arbitrary order.
    ///
    /// # Errors
    /// If there is no opening, or if a line is not an opening for this rule and size.
    pub fn parse(text: &str, rule: Rule, size: BoardSize) -> Result<Self, ListError> {
        let hints = Hints { size: Some(size), ..Hints::default() };
        let read = |line| opening_of(&parse(line, &hints).map_err(EntryError::Text)?, rule, size);
        let lines = text.lines().map(str::trim).zip(1..);
        let openings = lines
            .filter(|(line, _)| !line.is_empty() && !line.starts_with('#'))
            .map(|(line, number)| read(line).map_err(|reason| ListError::Line { number, reason }));
        let openings: Vec<_> = openings.collect::<Result<_, _>>()?;
        if openings.is_empty() {
            return Err(ListError::Empty);
        }
        Ok(Self { size, openings, digest: crc32fast::hash(text.as_bytes()) })
    }

    /// A random opening of the list, turned or mirrored at random.
    pub fn draw(&self, rng: &mut Generator) -> Vec<Point> {
        let opening = self.openings.choose(rng).map_or(&[][..], Vec::as_slice);
        match Symmetry::all(self.size).choose(rng) {
            Some(symmetry) => {
                opening.iter().map(|&point| symmetry.apply(point, self.size)).collect()
            }
            None => opening.to_vec(),
        }
    }
}

/// Writes the number of openings and the checksum.
impl fmt::Display for OpeningList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:08x}", self.openings.len(), self.digest)
    }
}

/// The stones of a diagram in an order in which they can be played.
fn opening_of(diagram: &Diagram, rule: Rule, size: BoardSize) -> Result<Vec<Point>, EntryError> {
    if let Some(other) = diagram.rule.filter(|&other| other != rule) {
        return Err(EntryError::Rule(other));
    }
    if diagram.size != size {
        return Err(EntryError::Size(diagram.size));
    }
    if !diagram.dead.is_empty() {
        return Err(EntryError::Dead);
    }
    let of = |color| diagram.stones.iter().filter(move |stone| stone.color == color);
    let (mut black, mut white) = (of(Color::Black), of(Color::White));
    let mut position = Position::new(size, rule);
    for _ in 0..diagram.stones.len() {
        let next = if position.to_move() == Color::Black { black.next() } else { white.next() };
        position.play(next.ok_or(EntryError::Turn)?.point);
        if position.ending().is_some() {
            return Err(EntryError::Over);
        }
    }
    if diagram.to_move().map_err(EntryError::Text)? != position.to_move() {
        return Err(EntryError::Turn);
    }
    if position.board().empty_count() == 0 {
        return Err(EntryError::Over);
    }
    Ok(position.board().stones().iter().map(|stone| stone.point).collect())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    const TEXT: &str = "# three\n\
        a size=15 rule=renju turn=w moves=h8,h9,j10\n\
        b size=15 rule=renju turn=b moves=h8,i9\n\
        \n\
        h8g7a1o15c4\n";

    fn read(text: &str) -> Result<OpeningList, String> {
        let size = BoardSize::square(15).unwrap();
        OpeningList::parse(text, Rule::Renju, size).map_err(|error| error.to_string())
    }

    #[test]
    fn all_openings_come_in_all_orientations() {
        let list = read(TEXT).unwrap();
        let mut rng = Generator::seed_from_u64(1);
        let mut drawn: Vec<_> = (0..500).map(|_| list.draw(&mut rng)).collect();
        drawn.sort();
        drawn.dedup();
        // The second opening lies on a diagonal, so half of its orientations coincide.
        assert_eq!(drawn.len(), 8 + 4 + 8);
        assert!(list.to_string().starts_with("3-"), "{list}");
        assert_ne!(list.to_string(), read(&TEXT.replace("j10", "j11")).unwrap().to_string());
    }

    #[test]
    fn what_is_no_opening_is_refused_with_its_name() {
        for (old, new, reason) in [
            ("b size=15 rule=renju", "b size=15 rule=caro", "line 3: expected another rule"),
            ("h8g7", "p8g7", "line 5"),
            ("turn=b moves=h8,i9", "turn=w moves=h8,i9", "line 3"),
            ("h8,h9,j10", "h8,a1,h9,c1,h10,e1,h11,g1,h12", "line 2: expected a position"),
            ("h8,h9,j10", "h8,h8", "line 2"),
        ] {
            let error = read(&TEXT.replace(old, new)).expect_err(new);
            assert!(error.starts_with(reason), "{new}: {error}");
        }
        assert!(read("# nothing").is_err() && read("no opening").is_err());
    }
}
