//! Static score by a network over line windows, learned from self-play.
//!
//! Each cell sees four windows, one per direction. A window covers the cells up to four away. It
//! has a row of [`CHANNELS`] numbers for each colour's view. The rows of the four windows are added
//! up and clipped to the range from 0 to [`FEATURE_MAX`]; the results are the features of the cell.
//! The features of all cells are summed. From these sums, with those of the side to move first, a
//! small perceptron (the value head) computes a correction to the classical score. If a threat must
//! be answered, it also looks at the cells of the answers: from the features of each it computes
//! [`POOLED`] numbers, and takes the largest of each over all answers.
//!
//! A second perceptron (the policy head) computes weights from the same sums. The appeal of a point
//! is the product of its features with the first set of weights, plus the messages from nearby
//! candidates. A message is the product of the sender's features with another set of weights. Its
//! distance decides how much it counts. Messages between neighbours come from graph networks
//! (Gilmer et al. 2017, arXiv 1704.01212).
//!
//! Line windows with a table of their features are the idea of Rapfi's Mix networks (arXiv
//! 2503.13178), and so are weights that depend on the position. Three things differ
//! from those. One state serves both sides to move. The classical score is part of the sum. The
//! rows have one byte per number, so that the row of a window for both colours is one cache line.
//!
//! All arithmetic uses integers, so every machine computes the same score.

use std::sync::{Arc, OnceLock};

use super::features;
use crate::geometry::{Point, PointSet};
use crate::position::Position;
use crate::rule::Rule;
use crate::score::Score;
use crate::threat::assess;

mod accumulator;
mod kernel;
pub mod layout;
mod model;
mod state;
mod weights;
mod windows;

pub(crate) use kernel::prefetch;

pub use model::Network;

pub(super) use accumulator::Accumulator;

use layout::{CLASSICAL_SHIFT, HIDDEN, OUTPUT_SHIFT, SPREAD};

/// Pattern of the cells that send messages to the middle one, and the middle itself; see
/// [`PointSet::insert_around`].
const STAR: [u32; 2 * SPREAD + 1] = {
    let mut rows = [1 << SPREAD; 2 * SPREAD + 1];
    let mut row = 0;
    while row < rows.len() {
        rows[row] |= 1 << row | 1 << (2 * SPREAD - row);
        row += 1;
    }
    rows[SPREAD] = (1 << rows.len()) - 1;
    rows
};

/// The networks that were prepared, by [`place`]. `None` is one that cannot be read.
static PREPARED: [OnceLock<Option<Arc<Network>>>; Network::NAMES.len()] =
    [const { OnceLock::new() }; Network::NAMES.len()];

/// The place of the network for a rule.
const fn place(rule: Rule) -> usize {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 2,
        Rule::CaroOverline | Rule::Caro => 3,
    }
}

/// The bytes of the program's own network for a rule.
#[cfg(any(test, feature = "networks"))]
pub(super) const fn shipped(rule: Rule) -> &'static [u8] {
    match rule {
        Rule::Freestyle => weights::FREESTYLE,
        Rule::Standard => weights::STANDARD,
        Rule::Renju => weights::RENJU,
        Rule::CaroOverline | Rule::Caro => weights::CARO,
    }
}

/// The largest score of a network, in points.
const LARGEST: i64 = 6_000;

impl Network {
    /// The names of all networks, by [`place`].
    const NAMES: [&'static str; 4] = ["freestyle", "standard", "renju", "caro"];

    /// The name of the network for a rule: that of its file, without the ending. Both kinds of caro
    /// share one.
    pub const fn name(rule: Rule) -> &'static str {
        Self::NAMES[place(rule)]
    }

    /// Whether there is a network for a rule: one that is part of the executable, as the feature
    /// `networks` has it, or one that was [provided](Self::provide).
    pub fn is_present(rule: Rule) -> bool {
        Self::of(rule).is_some()
    }

    /// Takes the bytes of the file for a rule, unless the network is there already. It serves all
    /// threads from then on. Searches under the rule that begin before are those of
    /// [`Kind::Classical`](super::Kind::Classical), and log a warning.
    ///
    /// # Errors
    /// If the bytes are not a network.
    pub fn provide(rule: Rule, bytes: &[u8]) -> anyhow::Result<()> {
        if !Self::is_present(rule) {
            let network = Arc::new(Self::read(bytes)?);
            PREPARED[place(rule)].get_or_init(|| Some(network));
        }
        Ok(())
    }

    /// The network for a rule. One that is part of the executable is prepared by the first call.
    pub(super) fn of(rule: Rule) -> Option<&'static Arc<Self>> {
        let prepared = &PREPARED[place(rule)];
        #[cfg(any(test, feature = "networks"))]
        prepared.get_or_init(|| Self::embedded(shipped(rule)));
        prepared.get()?.as_ref()
    }

    /// Evaluates one position by itself, given its classical score.
    ///
    /// Returns the score for the side to move, and the share of draws, from 0 to 1, relative to the
    /// most that the expected result allows. A [`Scorer`](super::Scorer) is faster for a sequence
    /// of positions.
    pub fn judge(&self, position: &Position, classical: Score) -> (Score, f64) {
        let mut accumulator = Accumulator::new(self, position.board());
        let answers = self.answers(position);
        let score = self.score(position, classical, answers.as_ref(), &mut accumulator);
        (score, self.draws(position, answers.as_ref(), &mut accumulator))
    }

    /// The network in bytes that are part of the executable. Logs an error if they cannot be read.
    #[cfg(any(test, feature = "networks"))]
    fn embedded(bytes: &[u8]) -> Option<Arc<Self>> {
        let network = Self::read(bytes).inspect_err(|error| log::error!("no network: {error}"));
        network.ok().map(Arc::new)
    }

    /// The answers to a threat that the side to move must answer, if the value head looks at them.
    pub(super) fn answers(&self, position: &Position) -> Option<PointSet> {
        self.heads[position.to_move().index()].answers.as_ref()?;
        assess(&mut position.clone()).answers().copied()
    }

    /// The score for the side to move, given the classical score and the answers to a threat.
    #[inline]
    pub(super) fn score(
        &self,
        position: &Position,
        classical: Score,
        answers: Option<&PointSet>,
        accumulator: &mut Accumulator,
    ) -> Score {
        let [correction, _] = self.outputs(position, answers, accumulator);
        let points = (i64::from(correction) * i64::from(Score::POINTS_PER_LOGIT)) >> OUTPUT_SHIFT;
        let factor = self.heads[position.to_move().index()].classical;
        let classical = (i64::from(classical.points()) * i64::from(factor)) >> CLASSICAL_SHIFT;
        Score::from_points((points + classical).clamp(-LARGEST, LARGEST) as i32)
    }

    /// Outputs of the value head for a position: the correction of the score, and the draws. Both
    /// are logits with [`OUTPUT_SHIFT`] fractional bits.
    #[inline]
    fn outputs(
        &self,
        position: &Position,
        answers: Option<&PointSet>,
        accumulator: &mut Accumulator,
    ) -> [i32; 2] {
        let us = position.to_move();
        let (heads, threats) = (&self.heads[us.index()], features::threats(position));
        let processor = accumulator.processor;
        let Some((head, answers)) = heads.answers.as_ref().zip(answers) else {
            let sums = accumulator.sums_of(self, position.board());
            return kernel::value(processor, heads, sums, us, threats, &[0; HIDDEN]);
        };
        accumulator.follow(self, position.board());
        let state = &accumulator.state;
        let added = kernel::look_at_answers(processor, head, state, us, answers);
        kernel::value(processor, heads, &state.sums, us, threats, &added)
    }

    /// The share of draws, from 0 to 1, relative to the most that the expected result allows.
    pub(super) fn draws(
        &self,
        position: &Position,
        answers: Option<&PointSet>,
        accumulator: &mut Accumulator,
    ) -> f64 {
        let [_, draws] = self.outputs(position, answers, accumulator);
        1.0 / (1.0 + (-f64::from(draws) / f64::from(1 << OUTPUT_SHIFT)).exp())
    }

    /// Appends the appeal of each given point, or of each candidate, to the side to move.
    pub(super) fn appeals(
        &self,
        position: &Position,
        accumulator: &mut Accumulator,
        points: Option<&PointSet>,
        appeals: &mut Vec<(Point, i32)>,
    ) {
        let start = appeals.len();
        appeals.extend(points.unwrap_or(position.candidates()).iter().map(|point| (point, 0)));
        if appeals.len() <= start + 1 {
            // Only differences matter, so a single point keeps 0.
            return;
        }
        accumulator.follow(self, position.board());
        let Accumulator { processor, state, sent, senders, .. } = accumulator;
        let senders = points.map(|points| {
            let mut around = PointSet::EMPTY;
            points.iter().for_each(|point| around.insert_around(point, &STAR));
            senders.clear();
            senders.extend(&around.intersection(position.candidates()));
            &**senders
        });
        let us = position.to_move();
        let (heads, appeals) = (&self.heads[us.index()], &mut appeals[start..]);
        kernel::appeals(*processor, heads, us, state, senders, sent, appeals);
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::{IndexedRandom, IteratorRandom};
    use rand::{Rng, SeedableRng};

    use super::layout::{BOTH, FEATURE_MAX, MESSAGES, POOLED, REACH, Windows};
    use super::*;
    use crate::board::{Board, Cell};
    use crate::geometry::{BoardSize, Color, Direction};
    use crate::random::Generator;

    /// The sums of features, computed from the stones alone.
    fn slow_sums(network: &Network, board: &Board) -> [i32; BOTH] {
        let feature = |point: Point, board: &Board| {
            let mut sums = network.bias.0;
            for direction in Direction::ALL {
                let cells = |sign: isize| {
                    (1..=REACH as isize)
                        .map(move |steps| point.step(direction, sign * steps))
                        .take_while(|&index| board.cell_at(index) != Cell::Wall)
                };
                let mut window: Vec<usize> = cells(-1).collect();
                let left = window.len();
                window.reverse();
                window.push(point.index());
                window.extend(cells(1));
                let digit = |&index: &usize| match board.cell_at(index) {
                    Cell::Black => 1,
                    Cell::White => 2,
                    Cell::Empty | Cell::Wall => 0,
                };
                let digits: Vec<u8> = window.iter().map(digit).collect();
                let row = network.rows[usize::from(Windows::ALL.number(left, &digits))];
                sums.iter_mut().enumerate().for_each(|(index, sum)| *sum += row.value(index));
            }
            sums.map(|sum| i32::from(sum.clamp(0, FEATURE_MAX)))
        };
        let mut empty = Board::new(board.size());
        let is_dead = |&point: &Point| board.cell(point) == Cell::Wall;
        board.size().points().filter(is_dead).for_each(|point| empty.kill(point));
        let mut sums = [0; BOTH];
        for point in board.size().points().filter(|point| !is_dead(point)) {
            let (with, without) = (feature(point, board), feature(point, &empty));
            for index in 0..BOTH {
                sums[index] += with[index] - without[index];
            }
        }
        sums
    }

    /// Plays and takes back stones at random, and compares the updated state with a new one.
    #[test]
    fn the_kept_state_is_that_of_the_stones() {
        let mut random = Generator::seed_from_u64(1);
        let boards = [(5, 0), (15, 0), (15, 6), (20, 0), (22, 9)];
        for (rule, (side, dead)) in Rule::ALL.into_iter().zip(boards) {
            let network = Network::of(rule).unwrap();
            let mut position = Position::new(BoardSize::square(side).unwrap(), rule);
            let points: Vec<_> = position.size().points().choose_multiple(&mut random, dead);
            points.into_iter().for_each(|point| position.kill(point));
            let mut accumulator = Accumulator::new(network, position.board());
            for _ in 0..150 {
                let empty: Vec<_> = position.board().empty_points().collect();
                if random.random_ratio(2, 5) {
                    position.undo();
                } else if let Some(&point) = empty.choose(&mut random) {
                    position.play(point);
                }
                if random.random_ratio(1, 3) {
                    continue;
                }
                let board = position.board();
                assert_eq!(accumulator.sums_of(network, board).0, slow_sums(network, board));
                if random.random_ratio(1, 2) {
                    let mut new = Accumulator::new(network, board);
                    new.follow(network, board);
                    accumulator.follow(network, board);
                    assert!(new.state == accumulator.state);
                }
            }
        }
    }

    #[test]
    fn the_score_is_the_same_in_every_orientation_and_with_the_colours_exchanged() {
        let network = Network::of(Rule::Freestyle).unwrap();
        let moves = [(7, 7), (8, 8), (7, 8), (7, 6), (6, 9), (9, 10), (4, 7)];
        let of = |map: &dyn Fn(u8, u8) -> (u8, u8), first: Color| {
            let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
            position.set_to_move(first);
            for (x, y) in moves {
                let (x, y) = map(x, y);
                position.play(Point::new(x, y));
            }
            let mut accumulator = Accumulator::new(network, position.board());
            let answers = network.answers(&position);
            let score = network.score(&position, Score::ZERO, answers.as_ref(), &mut accumulator);
            let (x, y) = map(5, 9);
            let point = PointSet::from_iter([Point::new(x, y)]);
            let mut appeals = Vec::new();
            network.appeals(&position, &mut accumulator, Some(&point), &mut appeals);
            (score, appeals[0].1)
        };
        let plain = of(&|x, y| (x, y), Color::Black);
        assert_ne!(plain, (Score::ZERO, 0));
        assert_eq!(of(&|x, y| (14 - y, x), Color::Black), plain);
        assert_eq!(of(&|x, y| (14 - x, y), Color::Black), plain);
        assert_eq!(of(&|x, y| (x, y), Color::White), plain);
    }

    #[test]
    fn what_is_no_network_is_refused() {
        for good in [weights::FREESTYLE, weights::STANDARD, weights::RENJU, weights::CARO] {
            assert!(Network::read(good).is_ok());
        }
        let good = weights::FREESTYLE;
        assert!(Network::read(&[]).is_err());
        assert!(Network::read(&good[..good.len() - 1]).is_err());
        assert!(Network::read(&[good, &[0]].concat()).is_err());
        assert!(Network::read(&[b"FKN0", &good[4..]].concat()).is_err());
    }

    #[test]
    fn numbers_whose_sums_could_overflow_are_refused() {
        let good = weights::FREESTYLE;
        // The factors of the messages, the factor of the classical score and the layers for answers
        // follow the last layer of the policy. The second of these may have any value.
        let error = |from_end: usize, bytes: &[u8]| {
            let mut bad = good.to_vec();
            let place = good.len() - from_end;
            bad[place..place + bytes.len()].copy_from_slice(bytes);
            Network::read(&bad).err().map(|error| error.to_string())
        };
        let sums = 2 * HIDDEN * POOLED;
        let large = [0xff, 0x7f].repeat(POOLED);
        assert_eq!(
            error(sums, &large).as_deref(),
            Some("a network has answers that count for too much")
        );
        let classical = 2 + sums + 4 * POOLED + 2 * POOLED * BOTH;
        assert_eq!(error(classical, &[0xff, 0x7f]), None);
        let count = 512_i16.to_le_bytes();
        assert_eq!(
            error(classical + 2, &count).as_deref(),
            Some("a network has a factor beyond 511")
        );
        let spread = classical + 2 * MESSAGES * 2 * SPREAD;
        let bias = i32::MAX.to_le_bytes();
        assert_eq!(error(spread + 4, &bias).as_deref(), Some("a network has a sum beyond 32 bits"));
        let last = (2 * HIDDEN + 4) * MESSAGES * BOTH;
        let weights = [0xff, 0x7f].repeat(HIDDEN);
        assert_eq!(
            error(spread + last, &weights).as_deref(),
            Some("a network has a sum beyond 32 bits")
        );
    }
}
