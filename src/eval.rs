//! Static score of a position, and how promising a move looks.
//!
//! Classical: each empty point has a value for each colour by what a stone there would make of its
//! four lines, and the threats that both sides have come on top. A [`Position`] keeps the sums, so
//! that what is left to do at a node is two subtractions and one look-up. A `network` corrects that
//! score and says which moves look promising. All numbers are learned from self-play, see
//! `docs/classical.md` and `docs/network.md`; the search asks a [`Scorer`], whatever is behind it.
//!
//! The parts of the classical evaluation are those of Rapfi's (values by the combination of four
//! line classes, a table over a mask of threats); new here are separate values for the side to move
//! and the side that waits, in place of an average over two plies.

use std::path::Path;
use std::sync::LazyLock;

use crate::board::Cell;
use crate::geometry::{BoardSize, Color, Point, PointSet};
use crate::pattern::tables::{LineClasses, LinesTable, Tables, Value};
use crate::position::Position;
use crate::rule::Rule;
use crate::score::Score;

pub mod features;
mod network;
mod own;
mod weights;

pub use network::Network;
pub(crate) use network::prefetch;
pub use own::OwnNetwork;

use network::Accumulator;
use weights::Weights;

/// Parts of a point of [`Score`] in one unit of the values and of the table of threats.
const UNITS_PER_POINT: i32 = 16;

/// Points of the largest board that plays with weights fitted to 15x15 where there are others.
const MEDIUM_AREA: usize = 17 * 17;

/// How promising a point looks to a colour, in hundredths of the natural logarithm of its odds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Appeal {
    /// For the colour itself to play at.
    attack: i16,
    /// For its opponent to take away.
    defence: i16,
}

/// The learned numbers for a rule and a board size.
pub struct Evaluation {
    tables: Tables,
    /// Units by mask of threats, for each colour to move.
    threats: [Vec<i16>; 2],
    appeals: [LinesTable<Appeal>; 2],
}

impl Evaluation {
    /// The evaluation for positions under `rule` on boards of this size. Its tables are made by the
    /// first call.
    pub fn of(rule: Rule, size: BoardSize) -> &'static Self {
        static SETS: [LazyLock<Evaluation>; weights::SETS] = [
            LazyLock::new(|| Evaluation::embedded(Rule::Freestyle, weights::FREESTYLE_15)),
            LazyLock::new(|| Evaluation::embedded(Rule::Freestyle, weights::FREESTYLE_20)),
            LazyLock::new(|| Evaluation::embedded(Rule::Standard, weights::STANDARD)),
            LazyLock::new(|| Evaluation::embedded(Rule::Renju, weights::RENJU)),
            LazyLock::new(|| Evaluation::embedded(Rule::CaroOverline, weights::CARO)),
            LazyLock::new(|| Evaluation::embedded(Rule::Caro, weights::CARO)),
        ];
        let is_large = size.area() > MEDIUM_AREA;
        &SETS[match (rule, is_large) {
            (Rule::Freestyle, false) => 0,
            (Rule::Freestyle, true) => 1,
            (Rule::Standard, _) => 2,
            (Rule::Renju, _) => 3,
            (Rule::CaroOverline, _) => 4,
            (Rule::Caro, _) => 5,
        }]
    }

    fn embedded(rule: Rule, bytes: &[u8]) -> Self {
        Self::read(rule, bytes).expect("the sets of the program are whole, as a test shows")
    }

    /// The evaluation for positions under `rule` with weights that were fitted elsewhere, in the
    /// form that `fukumi-tools fit` writes.
    ///
    /// # Errors
    /// If the bytes are none.
    pub fn read(rule: Rule, bytes: &[u8]) -> anyhow::Result<Self> {
        let [black, white] = Color::ALL.map(|color| Weights::read(bytes, color));
        let weights = [black?, white?];
        let of = |color: Color, lines: LineClasses| weights[color.index()].lines[lines.code()];
        let tables = Tables::new(rule, |color, lines| {
            let [moving, waiting, ..] = of(color, lines);
            Value { moving, waiting }
        });
        let appeals = Color::ALL.map(|color| {
            LinesTable::new(|lines| {
                let [_, _, attack, defence] = of(color, lines);
                Appeal { attack, defence }
            })
        });
        Ok(Self { tables, threats: weights.map(|weights| weights.threats), appeals })
    }

    /// The tables that positions to be evaluated are built with.
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The static score for the side to move. The position was built with [`Evaluation::tables`].
    #[inline]
    pub fn score(&self, position: &Position) -> Score {
        let us = position.to_move();
        let threats = self.threats[us.index()][features::threats(position)];
        let units = position.value_sum(us) - position.value_sum(!us) + i32::from(threats);
        Score::from_points(units / UNITS_PER_POINT)
    }

    /// How promising an empty point looks to `us`, in hundredths of the natural logarithm of its
    /// odds of being the best move.
    #[inline]
    pub fn appeal(&self, position: &Position, us: Color, point: Point) -> i32 {
        let ours = self.appeals[us.index()].get(position.lines(us, point));
        let theirs = self.appeals[(!us).index()].get(position.lines(!us, point));
        i32::from(ours.attack) + i32::from(theirs.defence)
    }
}

/// Which evaluation a search uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// The classical one.
    Classical,
    /// The classical one with what the program's network for the rule adds to it.
    #[default]
    Network,
    /// The classical one with what a network from a file adds to it, under any rule.
    Own(OwnNetwork),
}

impl Kind {
    /// Those that take no file.
    pub const ALL: [Self; 2] = [Self::Classical, Self::Network];

    /// The evaluation that a person means by a name in any case, or by that of a file of a network,
    /// which ends in `.net` or `.bin`; `None` if it is no such name.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn named(name: &str) -> Option<anyhow::Result<Self>> {
        let is_file = [".net", ".bin"].iter().any(|ending| name.ends_with(ending));
        let known = Self::ALL.into_iter().find(|kind| kind.to_string().eq_ignore_ascii_case(name));
        known.map(Ok).or_else(|| is_file.then(|| OwnNetwork::read(Path::new(name)).map(Self::Own)))
    }
}

/// Its name; that of a network from a file has the file's checksum.
impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Classical => f.pad("classical"),
            Self::Network => f.pad("network"),
            Self::Own(own) => f.pad(&format!("network-{own}")),
        }
    }
}

/// Makes everything ready that scores of positions of this kind take, which the first of them would
/// wait for.
pub(crate) fn prepare(rule: Rule, size: BoardSize) {
    Evaluation::of(rule, size);
    Network::of(rule);
}

/// The static score of one position after another: what the search asks.
///
/// ```
/// use fukumi::eval::{Evaluation, Kind, Scorer};
/// use fukumi::geometry::{BoardSize, Point};
/// use fukumi::position::Position;
/// use fukumi::rule::Rule;
/// use fukumi::score::Outlook;
///
/// let (size, rule) = (BoardSize::square(15).expect("a size in range"), Rule::Freestyle);
/// let mut position = Position::with_tables(size, Evaluation::of(rule, size).tables());
/// for (x, y) in [(7, 7), (0, 0), (8, 7), (14, 0)] {
///     position.play(Point::new(x, y));
/// }
/// let mut scorer = Scorer::new(&position, Kind::Network);
/// let score = scorer.score(&position);
/// let outlook = Outlook::new(score, scorer.draws(&position).unwrap_or(0.0));
/// assert!(outlook.win > outlook.loss, "Black has two stones and the move");
/// ```
pub struct Scorer {
    kind: Kind,
    size: BoardSize,
    /// The dead cells.
    dead: PointSet,
    evaluation: &'static Evaluation,
    network: Option<(&'static Network, Accumulator)>,
    /// What [`Scorer::appeals`] has found.
    appeals: Vec<(Point, i32)>,
}

impl Scorer {
    /// A scorer for positions like this one: of its rule, its size and its dead cells. They are
    /// built with the tables of [`Evaluation::of`].
    pub fn new(position: &Position, kind: Kind) -> Self {
        let network = match kind {
            Kind::Classical => None,
            Kind::Network => Network::of(position.rule()),
            Kind::Own(own) => Some(own.network()),
        };
        Self {
            kind,
            size: position.size(),
            dead: dead_cells(position),
            evaluation: Evaluation::of(position.rule(), position.size()),
            network: network.map(|network| (network, Accumulator::new(network, position.board()))),
            appeals: Vec::with_capacity(position.size().area()),
        }
    }

    /// Whether it is one for positions like this one and of this kind.
    pub(crate) fn fits(&self, position: &Position, kind: Kind) -> bool {
        let evaluation = Evaluation::of(position.rule(), position.size());
        self.kind == kind
            && self.size == position.size()
            && std::ptr::eq(self.evaluation, evaluation)
            && self.dead == dead_cells(position)
    }

    /// The static score for the side to move.
    #[inline]
    pub fn score(&mut self, position: &Position) -> Score {
        let classical = self.evaluation.score(position);
        match &mut self.network {
            Some((network, accumulator)) => network.score(position, classical, accumulator),
            None => classical,
        }
    }

    /// The share of draws, 0 to 1, in what the expected result leaves room for, see
    /// [`Outlook`](crate::score::Outlook); nothing if no network is there to say.
    pub fn draws(&mut self, position: &Position) -> Option<f64> {
        let (network, accumulator) = self.network.as_mut()?;
        Some(network.draws(position, accumulator))
    }

    /// These points, or all candidates, with how promising each looks to the side to move, in
    /// hundredths of the natural logarithm of its odds of being the best move. They are empty. Only
    /// differences count; a single point has 0.
    pub fn appeals(&mut self, position: &Position, points: Option<&PointSet>) -> &[(Point, i32)] {
        self.appeals.clear();
        match &mut self.network {
            Some((network, accumulator)) => {
                network.appeals(position, accumulator, points, &mut self.appeals);
            }
            None => {
                let us = position.to_move();
                let appeal = |point| (point, self.evaluation.appeal(position, us, point));
                match points {
                    Some(points) => self.appeals.extend(points.iter().map(appeal)),
                    None => self.appeals.extend(position.candidates().iter().map(appeal)),
                }
            }
        }
        &self.appeals
    }
}

/// The cells of the board that are nobody's for ever.
fn dead_cells(position: &Position) -> PointSet {
    let board = position.board();
    board.size().points().filter(|&point| board.cell(point) == Cell::Wall).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(rule: Rule, moves: &[(u8, u8)]) -> Score {
        let size = BoardSize::square(15).unwrap();
        let evaluation = Evaluation::of(rule, size);
        let mut position = Position::with_tables(size, evaluation.tables());
        moves.iter().for_each(|&(x, y)| position.play(Point::new(x, y)));
        evaluation.score(&position)
    }

    #[test]
    fn the_score_is_the_same_in_every_orientation() {
        let moves = [(7, 7), (8, 8), (7, 8), (7, 6), (6, 9), (9, 10), (4, 7)];
        let turned: Vec<(u8, u8)> = moves.iter().map(|&(x, y)| (14 - y, x)).collect();
        let mirrored: Vec<(u8, u8)> = moves.iter().map(|&(x, y)| (14 - x, y)).collect();
        for rule in Rule::ALL {
            assert_eq!(score(rule, &turned), score(rule, &moves));
            assert_eq!(score(rule, &mirrored), score(rule, &moves));
        }
    }

    #[test]
    fn an_open_two_more_is_worth_something() {
        // Black has two stones side by side; White's stones are far from each other at the edge.
        for rule in Rule::ALL {
            let score = score(rule, &[(7, 7), (0, 0), (8, 7), (14, 0)]);
            assert!(score > Score::from_points(40), "{rule}: {score:?}");
        }
    }
}
