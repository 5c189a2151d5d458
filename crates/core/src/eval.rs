//! Static score of a position, and how promising a move looks.
//!
//! The classical part gives each empty point a value for each colour, by what a stone there would
//! make of its four lines. It adds a number for the threats that both sides have. A [`Position`]
//! keeps the sums, so a node needs only two subtractions and one look-up. A `network` corrects that
//! score and says which moves look promising. All numbers are learned from self-play; see
//! `docs/network.md`. The search asks a [`Scorer`], which hides whether a
//! network is in use.
//!
//! The parts of the classical evaluation follow Rapfi: values by the combination of four line
//! classes, and a table over a mask of threats. Rapfi averages the score over two plies. Here the
//! side to move and the side that waits have separate values instead.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use crate::board::Cell;
use crate::geometry::{BoardSize, Color, Point, PointSet};
use crate::pattern::tables::{LineClasses, LinesTable, Tables, Value};
use crate::position::Position;
use crate::rule::Rule;
use crate::score::Score;
use crate::threat::{Situation, assess};

pub mod features;
mod network;
mod own;
mod weights;

pub(crate) use network::prefetch;
pub use network::{Network, layout};
pub use own::OwnNetwork;

use network::Accumulator;
use weights::Weights;

/// Number of units in one point of [`Score`]. The values and the threat table are in these units.
const UNITS_PER_POINT: i32 = 16;

/// Number of units of appeal in one unit of the natural logarithm of odds.
pub(crate) const UNITS_OF_APPEAL: f64 = 100.0;

/// Area of the largest board that uses weights fitted to 15x15 if the rule has other weights for
/// larger boards.
const MEDIUM_AREA: usize = 17 * 17;

/// How promising a point looks to a colour, in hundredths of the natural log-odds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Appeal {
    /// Appeal to the colour itself, which would play there.
    attack: i16,
    /// Appeal to the opponent, which would take the point away.
    defence: i16,
}

/// The classical evaluation: the learned numbers for a rule and a board size.
pub struct Evaluation {
    tables: Tables,
    /// Units to add for the threats, by colour of the side to move and mask of threats.
    threats: [Vec<i16>; 2],
    /// Appeal of a point, by colour and the classes of its lines.
    appeals: [LinesTable<Appeal>; 2],
}

impl Evaluation {
    /// The evaluation for positions under `rule` on boards of this size. The first call builds its
    /// tables.
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

    /// The evaluation made of weights that are part of the executable.
    fn embedded(rule: Rule, bytes: &[u8]) -> Self {
        Self::read(rule, bytes).expect("the sets of the program are whole, as a test shows")
    }

    /// Reads an evaluation for positions under `rule` from weights in the format that `fukumi-tools
    /// fit` writes.
    ///
    /// # Errors
    /// If the bytes are not such weights.
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

    /// The tables with which to build positions for this evaluation.
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The static score for the side to move.
    #[inline]
    pub fn score(&self, position: &Position) -> Score {
        let us = position.to_move();
        let threats = self.threats[us.index()][features::threats(position)];
        let units = position.value_lead() + i32::from(threats);
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

/// The kind of evaluation that a search uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// The classical evaluation alone.
    Classical,
    /// The classical evaluation, corrected by the program's own network for the rule.
    #[default]
    Network,
    /// The classical evaluation, corrected by a network from a file, whatever the rule.
    Own(OwnNetwork),
}

impl Kind {
    /// All kinds that do not need a file.
    pub const ALL: [Self; 2] = [Self::Classical, Self::Network];

    /// The kind with this name, in upper or lower case. A name that ends in `.net` or `.bin` is the
    /// path of a network file, which is read. `None` if the name is neither.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn named(name: &str) -> Option<anyhow::Result<Self>> {
        let is_file = [".net", ".bin"].iter().any(|ending| name.ends_with(ending));
        let known = Self::ALL.into_iter().find(|kind| kind.to_string().eq_ignore_ascii_case(name));
        known.map(Ok).or_else(|| is_file.then(|| Self::read(Path::new(name))))
    }

    /// Reads a network from a file.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        OwnNetwork::read(file).map(Self::Own)
    }
}

/// Writes the name of the kind; for a network from a file the name includes the file's checksum.
impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Classical => f.pad("classical"),
            Self::Network => f.pad("network"),
            Self::Own(own) => f.pad(&format!("network-{own}")),
        }
    }
}

/// Prepares everything needed to score positions of this rule and size, so that the first score
/// does not have to wait for it.
pub fn prepare(rule: Rule, size: BoardSize) {
    Evaluation::of(rule, size);
    Network::of(rule);
}

/// Gives the static scores of a sequence of positions. This is what the search asks.
///
/// ```
/// use fukumi_core::eval::{Evaluation, Kind, Scorer};
/// use fukumi_core::geometry::{BoardSize, Point};
/// use fukumi_core::position::Position;
/// use fukumi_core::rule::Rule;
/// use fukumi_core::score::Outlook;
///
/// let (size, rule) = (BoardSize::square(15).expect("a size in range"), Rule::Freestyle);
/// let mut position = Position::with_tables(size, Evaluation::of(rule, size).tables());
/// for (x, y) in [(7, 7), (0, 0), (8, 7), (14, 0)] {
///     position.play(Point::new(x, y));
/// }
/// let mut scorer = Scorer::new(&position, &Kind::Network);
/// let score = scorer.score(&position);
/// let outlook = Outlook::new(score, scorer.draws(&position).unwrap_or(0.0));
/// assert!(outlook.win > outlook.loss, "Black has two stones and the move");
/// ```
pub struct Scorer {
    kind: Kind,
    size: BoardSize,
    /// The dead cells of the positions.
    dead: PointSet,
    evaluation: &'static Evaluation,
    /// The network, if there is one, and what it computed for the last position.
    network: Option<(Arc<Network>, Accumulator)>,
    /// Buffer for the result of [`Scorer::appeals`].
    appeals: Vec<(Point, i32)>,
}

impl Scorer {
    /// A scorer for positions with the rule, size and dead cells of this one. All positions must be
    /// built with the tables of [`Evaluation::of`].
    pub fn new(position: &Position, kind: &Kind) -> Self {
        let network = match kind {
            Kind::Classical => None,
            Kind::Network => {
                let network = Network::of(position.rule());
                if network.is_none() {
                    log::warn!("no network for {}: scores are classical", position.rule());
                }
                network
            }
            Kind::Own(own) => Some(own.network()),
        };
        let accumulate = |network: &Arc<Network>| {
            (Arc::clone(network), Accumulator::new(network, position.board()))
        };
        Self {
            kind: kind.clone(),
            size: position.size(),
            dead: dead_cells(position),
            evaluation: Evaluation::of(position.rule(), position.size()),
            network: network.map(accumulate),
            appeals: Vec::with_capacity(position.size().area()),
        }
    }

    /// Whether this scorer serves positions like this one with this kind of evaluation.
    pub(crate) fn fits(&self, position: &Position, kind: &Kind) -> bool {
        let evaluation = Evaluation::of(position.rule(), position.size());
        self.kind == *kind
            && self.size == position.size()
            && std::ptr::eq(self.evaluation, evaluation)
            && self.dead == dead_cells(position)
            && !self.lacks_network(position.rule())
    }

    /// Whether the network that this scorer was to use has been provided since it was made.
    fn lacks_network(&self, rule: Rule) -> bool {
        self.kind == Kind::Network && self.network.is_none() && Network::is_present(rule)
    }

    /// The static score for the side to move.
    pub fn score(&mut self, position: &Position) -> Score {
        let answers = self.network.as_ref().and_then(|(network, _)| network.answers(position));
        self.score_with(position, answers.as_ref())
    }

    /// The static score for the side to move, given the
    /// [`Situation::answers`](crate::threat::Situation::answers).
    #[inline]
    pub(crate) fn score_with(&mut self, position: &Position, answers: Option<&PointSet>) -> Score {
        let classical = self.evaluation.score(position);
        match &mut self.network {
            Some((network, accumulator)) => {
                network.score(position, classical, answers, accumulator)
            }
            None => classical,
        }
    }

    /// The share of draws, from 0 to 1, relative to the most that the expected result allows; see
    /// [`Outlook`](crate::score::Outlook). `None` without a network.
    pub fn draws(&mut self, position: &Position) -> Option<f64> {
        let (network, accumulator) = self.network.as_mut()?;
        let answers = network.answers(position);
        Some(network.draws(position, answers.as_ref(), accumulator))
    }

    /// The chance of each move to be the best one, judged without a search, the most likely move
    /// first. The chances sum to 1.
    ///
    /// These are the moves that a search looks at first: a win on the board, or the moves that
    /// answer a threat, or else the legal candidates. Without candidates it is all legal moves.
    pub fn policy(&mut self, position: &Position) -> Vec<(Point, f64)> {
        let situation = assess(&mut position.clone());
        if let Situation::Won { best, .. } = situation {
            return vec![(best, 1.0)];
        }
        let legal = |point: &Point| !position.is_forbidden(*point);
        let looked_at = situation.moves().unwrap_or(position.candidates());
        let mut points: PointSet = looked_at.iter().filter(legal).collect();
        if points.is_empty() {
            points = position.board().empty_points().filter(legal).collect();
        }
        let appeals = self.appeals(position, Some(&points));
        let most = appeals.iter().map(|&(_, appeal)| appeal).max().unwrap_or(0);
        let odds = |&(point, appeal): &(Point, i32)| {
            (point, (f64::from(appeal - most) / UNITS_OF_APPEAL).exp())
        };
        let mut policy: Vec<(Point, f64)> = appeals.iter().map(odds).collect();
        let sum: f64 = policy.iter().map(|&(_, odds)| odds).sum();
        policy.iter_mut().for_each(|(_, odds)| *odds /= sum);
        policy.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        policy
    }

    /// The given points, or all candidates, each with its appeal to the side to move.
    ///
    /// The appeal says how promising a point looks, in hundredths of the natural logarithm of its
    /// odds of being the best move. All points must be empty. Only differences between points of
    /// one call are meaningful. A network gives a single point 0.
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

/// The dead cells of the board.
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
    fn a_scorer_without_its_network_serves_until_there_is_one() {
        for kind in [Kind::Classical, Kind::Network] {
            let size = BoardSize::square(15).unwrap();
            let evaluation = Evaluation::of(Rule::Renju, size);
            let position = Position::with_tables(size, evaluation.tables());
            let mut scorer = Scorer::new(&position, &kind);
            assert!(scorer.fits(&position, &kind));
            scorer.network = None;
            assert_eq!(scorer.fits(&position, &kind), kind == Kind::Classical);
        }
    }

    #[test]
    fn the_policy_is_a_share_of_each_move_that_a_search_looks_at_first() {
        let stones = [(7, 7), (0, 0), (8, 7), (14, 0), (9, 7), (0, 14), (10, 7)];
        for (rule, kind) in Rule::ALL.into_iter().flat_map(|rule| Kind::ALL.map(|k| (rule, k))) {
            let size = BoardSize::square(15).unwrap();
            let mut position = Position::with_tables(size, Evaluation::of(rule, size).tables());
            let mut scorer = Scorer::new(&position, &kind);
            for count in [0, 2, 7] {
                while position.board().stones().len() < count {
                    let (x, y) = stones[position.board().stones().len()];
                    position.play(Point::new(x, y));
                }
                let policy = scorer.policy(&position);
                let moves = if count == 0 { 225 } else { position.candidates().len() };
                assert_eq!(policy.len(), moves, "{rule} {kind} {count}");
                assert!(policy.is_sorted_by(|a, b| a.1 >= b.1));
                let sum: f64 = policy.iter().map(|&(_, share)| share).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{rule} {kind}: {sum}");
            }
            // White closes one end of the four. The other one wins, and has to be closed; in caro
            // a stone beyond it does as well.
            position.play(Point::new(6, 7));
            let end = Point::new(11, 7);
            assert_eq!(scorer.policy(&position), [(end, 1.0)]);
            position.pass();
            let answers = scorer.policy(&position);
            assert!(answers.len() < 3 && answers.iter().any(|&(point, _)| point == end));
        }
        // Forbidden points have no share.
        let size = BoardSize::square(15).unwrap();
        let tables = Evaluation::of(Rule::Renju, size).tables();
        let mut position = Position::with_tables(size, tables);
        for (x, y) in [(7, 5), (7, 6), (5, 8), (6, 8)] {
            position.place(Color::Black, Point::new(x, y));
        }
        let forbidden = Point::new(7, 8);
        position.set_to_move(Color::Black);
        assert!(position.is_forbidden(forbidden));
        let policy = Scorer::new(&position, &Kind::Network).policy(&position);
        assert!(policy.len() > 10 && policy.iter().all(|&(point, _)| point != forbidden));
    }

    #[test]
    fn an_open_two_more_is_worth_something() {
        // Black has two stones side by side. White's stones are far apart at the edge.
        for rule in Rule::ALL {
            let score = score(rule, &[(7, 7), (0, 0), (8, 7), (14, 0)]);
            assert!(score > Score::from_points(40), "{rule}: {score:?}");
        }
    }
}
