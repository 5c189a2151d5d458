//! Opening rules of gomoku and renju: who does what before the ordinary game begins.
//!
//! The one idea: a rule is a list of stages, and an [`Opening`] walks through it. [`Opening::turn`]
//! says who is to act and what can be done; [`Opening::apply`] does it or says why it cannot be
//! done. The rules differ in their lists only. When the list is at its end, the side to move plays
//! on, and [`Opening::holder`] says who that is.
//!
//! A player is the one who began or the other one. Each holds a colour, which a swap exchanges. At
//! every question about a swap, the player who is asked has the side to move.
//!
//! Sources: the rules as the Renju International Federation lists them (<https://www.renju.net>:
//! RIF 1996, Yamaguchi, Taraguchi-10, Soosõrv-8), and for gomoku the articles "Gomoku" and
//! "Swap2" that its federations use (swap, swap2, pro, long pro). [`OpeningRule`] has the details.

mod names;
mod rule;
mod step;
mod symmetry;

use std::fmt;

use rand::seq::IndexedRandom;

use self::rule::Stage;
use crate::geometry::{BoardSize, Color, Point, PointSet};
use crate::position::Position;
use crate::random::Generator;
use crate::rule::Rule;

pub use names::{NamedOpening, name_of};
pub use rule::{Area, OpeningRule};
pub use step::{IllegalStep, Step, UnreadableStep};
pub use symmetry::StoneSymmetries;

/// Largest number of stones that an opening rule puts on the board.
const MAX_STONES: usize = 5;

/// One of the two people or programs at the board, whatever colour they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The one who begins.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// The other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A kind of step that is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// [`Step::Swap`]: take the other colour.
    Swap,
    /// [`Step::Stay`]: keep the colour.
    Stay,
    /// [`Step::Count`]: say how many fifth stones will be offered, from 1 to this number.
    Count(usize),
    /// [`Step::Stones`]: put stones on the board in turn, the first one of the side to move, each
    /// in its area.
    Place(&'static [Area]),
    /// [`Step::Stones`]: offer this number of black stones, no two of which make the same
    /// position up to [`StoneSymmetries`].
    Offer(usize),
    /// [`Step::Stones`]: keep one of the stones offered.
    Choose,
}

impl Choice {
    /// The number of stones that the step names.
    pub const fn stones(self) -> usize {
        match self {
            Self::Swap | Self::Stay | Self::Count(_) => 0,
            Self::Place(areas) => areas.len(),
            Self::Offer(count) => count,
            Self::Choose => 1,
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Swap => f.write_str("swap"),
            Self::Stay => f.write_str("stay"),
            Self::Count(most) => write!(f, "count N, from 1 to {most}"),
            Self::Place([area]) => write!(f, "a stone {area}"),
            Self::Place(areas) if areas.iter().all(|&area| area == Area::Anywhere) => {
                write!(f, "{} stones anywhere", areas.len())
            }
            Self::Place(_) => f.write_str("the three stones of one of the 26 openings"),
            Self::Offer(1) => f.write_str("the fifth stone"),
            Self::Offer(count) => write!(f, "{count} fifth stones, none like another"),
            Self::Choose => f.write_str("one of the stones offered"),
        }
    }
}

/// Who is to act, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The player to act.
    pub player: Player,
    /// What this player can do; one of these.
    pub choices: Vec<Choice>,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, choice) in self.choices.iter().enumerate() {
            let before = match index {
                0 => "",
                _ if index + 1 == self.choices.len() => " or ",
                _ => ", ",
            };
            write!(f, "{before}{choice}")?;
        }
        Ok(())
    }
}

/// The state of an opening under a rule.
///
/// ```
/// use fukumi_core::geometry::{BoardSize, Color};
/// use fukumi_core::opening::{Opening, OpeningRule, Player, Step};
///
/// let size = BoardSize::square(15).ok_or("a size")?;
/// let mut opening = Opening::new(OpeningRule::Rif, size).ok_or("a small board")?;
/// for text in ["h8 h9 i10", "swap", "g8"] {
///     opening.apply(&Step::parse(text, size)?)?;
/// }
/// assert_eq!(opening.holder(Color::Black), Player::Second);
/// let complaint = opening.apply(&Step::parse("g7 g7", size)?).unwrap_err();
/// assert_eq!(complaint.to_string(), "g7 is named twice");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    rule: OpeningRule,
    size: BoardSize,
    /// The current stage and all that follow; empty at the end.
    rest: &'static [Stage],
    stones: [Option<Point>; MAX_STONES],
    /// The player who holds Black.
    black: Player,
    /// The player who acted last; before the first step, the second player.
    last: Player,
    /// The declared number of fifth stones.
    count: Option<usize>,
    /// The fifth stones to choose from.
    offers: PointSet,
}

impl Opening {
    /// An opening on an empty board; `None` if the board is too small for the rule, see
    /// [`OpeningRule::fits`].
    pub fn new(rule: OpeningRule, size: BoardSize) -> Option<Self> {
        rule.fits(size).then(|| Self::beginning(rule, size))
    }

    const fn beginning(rule: OpeningRule, size: BoardSize) -> Self {
        Self {
            rule,
            size,
            rest: rule.stages(),
            stones: [None; MAX_STONES],
            black: Player::First,
            last: Player::Second,
            count: None,
            offers: PointSet::EMPTY,
        }
    }

    /// An opening that a front end conducts, at the first step with these stones on the board that
    /// has a choice which `is_asked` accepts; `None` if the rule has no such step.
    ///
    /// The front end keeps the rule: the stones may be anywhere, and the board may be smaller than
    /// [`Opening::new`] wants. It is not known who has swapped, so only the choices of
    /// [`Opening::turn`] count.
    pub fn at(
        rule: OpeningRule,
        size: BoardSize,
        stones: &[Point],
        is_asked: impl Fn(Choice) -> bool,
    ) -> Option<Self> {
        let mut opening = Self::beginning(rule, size);
        stones.iter().for_each(|&point| opening.put(point));
        let steps = rule.moments().into_iter().filter(|&(before, _)| before == stones.len());
        for (_, rest) in steps {
            opening.rest = rest;
            if opening.turn()?.choices.into_iter().any(&is_asked) {
                return Some(opening);
            }
        }
        None
    }

    /// The same opening with this number of fifth stones declared.
    #[must_use]
    pub const fn with_count(self, count: usize) -> Self {
        Self { count: Some(count), ..self }
    }

    /// The same opening with these fifth stones on offer.
    #[must_use]
    pub const fn with_offers(self, offers: PointSet) -> Self {
        Self { offers, ..self }
    }

    /// The rule.
    pub const fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// Width and height of the board.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The stones on the board, in the order of play: Black's first, then the colours in turn.
    /// Stones that are only offered are not among them.
    pub fn stones(&self) -> impl Iterator<Item = Point> + '_ {
        self.stones.iter().flatten().copied()
    }

    /// The number of fifth stones that was declared, if it was.
    pub const fn count(&self) -> Option<usize> {
        self.count
    }

    /// The fifth stones on offer; empty if there are none yet.
    pub const fn offers(&self) -> &PointSet {
        &self.offers
    }

    /// The position on the board, without stones that are only offered.
    pub fn position(&self, rule: Rule) -> Position {
        let mut position = Position::new(self.size, rule);
        self.stones().for_each(|point| position.play(point));
        position
    }

    /// The side whose stone comes next.
    pub fn to_move(&self) -> Color {
        if self.stones().count().is_multiple_of(2) { Color::Black } else { Color::White }
    }

    /// The player who holds this colour now.
    pub const fn holder(&self, color: Color) -> Player {
        match color {
            Color::Black => self.black,
            Color::White => self.black.other(),
        }
    }

    /// The colour that this player holds now.
    pub fn color_of(&self, player: Player) -> Color {
        if self.black == player { Color::Black } else { Color::White }
    }

    /// Whether the rule has nothing more to say. The side to move goes on with the game.
    pub const fn is_over(&self) -> bool {
        self.rest.is_empty()
    }

    /// Who is to act and what can be done, or `None` if the opening is over.
    pub fn turn(&self) -> Option<Turn> {
        let (stage, _) = self.rest.split_first()?;
        let choices = match *stage {
            Stage::Place(areas) => vec![Choice::Place(areas)],
            Stage::Swap => vec![Choice::Swap, Choice::Stay],
            Stage::SwapOrPlace(areas, _) => {
                vec![Choice::Swap, Choice::Stay, Choice::Place(areas)]
            }
            Stage::SwapOrOffer(count, _) => {
                vec![Choice::Swap, Choice::Stay, Choice::Offer(count)]
            }
            Stage::Count(most) => vec![Choice::Count(most)],
            Stage::Offer(count) => vec![Choice::Offer(self.offers_due(count))],
            Stage::Choose => vec![Choice::Choose],
        };
        // The player who declares the number is the one who has just placed the stones. In all
        // other stages it is the one whose colour is to move or to be chosen, except that White
        // chooses among Black's stones.
        let player = match *stage {
            Stage::Count(_) => self.last,
            Stage::Place(areas) if areas.len() > 1 => Player::First,
            Stage::Choose => self.holder(Color::White),
            _ => self.holder(self.to_move()),
        };
        Some(Turn { player, choices })
    }

    /// Whether the other player will choose a colour when the current step has been made, perhaps
    /// after a number was declared.
    pub(crate) fn leads_to_swap(&self) -> bool {
        let mut later =
            self.rest.iter().skip(1).skip_while(|stage| matches!(stage, Stage::Count(_)));
        let next = later.next();
        matches!(next, Some(Stage::Swap | Stage::SwapOrPlace(..) | Stage::SwapOrOffer(..)))
    }

    /// The number of fifth stones that Black will have to offer, as far as it is known; `None` if
    /// no stones will be offered or the number is yet to be declared.
    pub(crate) fn offers_ahead(&self) -> Option<usize> {
        let offer = self.rest.iter().find_map(|stage| match *stage {
            Stage::Offer(count) => Some(count),
            _ => None,
        })?;
        offer.or(self.count)
    }

    /// The points where stone number `index` of this choice may go, before the others of the same
    /// step are placed; empty if the choice has no such stone.
    pub fn points(&self, choice: Choice, index: usize) -> PointSet {
        let empty = || self.size.points().filter(|point| !self.has_stone(*point));
        match choice {
            Choice::Place(areas) => match areas.get(index) {
                Some(area) => empty().filter(|&point| area.contains(point, self.size)).collect(),
                None => PointSet::EMPTY,
            },
            Choice::Offer(count) if index < count => empty().collect(),
            Choice::Choose if index == 0 => self.offers,
            Choice::Offer(_) | Choice::Choose => PointSet::EMPTY,
            Choice::Swap | Choice::Stay | Choice::Count(_) => PointSet::EMPTY,
        }
    }

    /// Makes a step for the player whose turn it is.
    ///
    /// # Errors
    /// If the step is not possible now. Then nothing has changed.
    pub fn apply(&mut self, step: &Step) -> Result<(), IllegalStep> {
        let turn = self.turn().ok_or(IllegalStep::Over)?;
        let choice = self.choice_of(step, &turn)?;
        let Some((stage, rest)) = self.rest.split_first() else { return Err(IllegalStep::Over) };
        self.rest = rest;
        match (choice, step) {
            (Choice::Swap, _) => self.black = self.black.other(),
            (Choice::Stay, _) => {}
            (Choice::Count(_), Step::Count(count)) => self.count = Some(*count),
            (Choice::Place(_) | Choice::Choose, Step::Stones(points)) => {
                points.iter().for_each(|&point| self.put(point));
                self.offers = PointSet::EMPTY;
                if let Stage::SwapOrPlace(_, placed) = *stage {
                    // The choice goes back, together with White, the side to move.
                    self.rest = placed;
                    self.black = self.black.other();
                }
            }
            (Choice::Offer(_), Step::Stones(points)) => {
                self.offers = points.iter().copied().collect();
                if let Stage::SwapOrOffer(_, offered) = *stage {
                    self.rest = offered;
                }
            }
            // `choice_of` has matched the step with the choice.
            (Choice::Count(_) | Choice::Place(_) | Choice::Choose | Choice::Offer(_), _) => {}
        }
        self.last = turn.player;
        Ok(())
    }

    /// Says why a step is not possible now, if it is not.
    ///
    /// # Errors
    /// The reason.
    pub fn check(&self, step: &Step) -> Result<(), IllegalStep> {
        let turn = self.turn().ok_or(IllegalStep::Over)?;
        self.choice_of(step, &turn).map(|_| ())
    }

    /// A legal step without any thought; `None` if the opening is over.
    pub fn first_step(&self) -> Option<Step> {
        let turn = self.turn()?;
        let choice = turn.choices.iter().rev().find(|choice| **choice != Choice::Swap)?;
        Some(match *choice {
            Choice::Swap | Choice::Stay => Step::Stay,
            Choice::Count(_) => Step::Count(1),
            Choice::Place(areas) => {
                let mut points: Vec<Point> = Vec::with_capacity(areas.len());
                for index in 0..areas.len() {
                    let free = self.points(*choice, index);
                    points.extend(free.iter().find(|point| !points.contains(point)));
                }
                Step::Stones(points)
            }
            Choice::Offer(count) => {
                Step::Stones(self.symmetries().different(self.points(*choice, 0).iter(), count))
            }
            Choice::Choose => Step::Stones(self.offers.first().into_iter().collect()),
        })
    }

    /// Stones drawn at random, each in its area; `None` if no stones are to be placed now.
    pub fn draw_stones(&self, rng: &mut Generator) -> Option<Step> {
        let [choice @ Choice::Place(areas)] = self.turn()?.choices[..] else { return None };
        let mut stones: Vec<Point> = Vec::with_capacity(areas.len());
        for index in 0..areas.len() {
            let free = self.points(choice, index);
            let free: Vec<Point> = free.iter().filter(|point| !stones.contains(point)).collect();
            stones.push(match free[..] {
                [only] => only,
                _ => *free.choose(rng)?,
            });
        }
        Some(Step::Stones(stones))
    }

    /// The symmetries of the stones on the board, by which fifth stones count as the same.
    pub fn symmetries(&self) -> StoneSymmetries {
        let mut stones = [Vec::new(), Vec::new()];
        for (index, point) in self.stones().enumerate() {
            stones[index % 2].push(point);
        }
        StoneSymmetries::new(&stones, self.size)
    }

    fn has_stone(&self, point: Point) -> bool {
        self.stones().any(|stone| stone == point)
    }

    fn put(&mut self, point: Point) {
        if let Some(free) = self.stones.iter_mut().find(|stone| stone.is_none()) {
            *free = Some(point);
        }
    }

    fn offers_due(&self, fixed: Option<usize>) -> usize {
        fixed.or(self.count).unwrap_or(1)
    }

    /// The choice that the step makes.
    fn choice_of(&self, step: &Step, turn: &Turn) -> Result<Choice, IllegalStep> {
        let fits = |choice: &&Choice| match (step, choice) {
            (Step::Swap, Choice::Swap) | (Step::Stay, Choice::Stay) => true,
            (Step::Count(_), Choice::Count(_)) => true,
            (Step::Stones(_), Choice::Place(_) | Choice::Offer(_) | Choice::Choose) => true,
            (Step::Swap | Step::Stay | Step::Count(_) | Step::Stones(_), _) => false,
        };
        let Some(&choice) = turn.choices.iter().find(fits) else {
            return Err(IllegalStep::Unexpected { expected: turn.to_string() });
        };
        match (step, choice) {
            (Step::Count(count), Choice::Count(most)) if !(1..=most).contains(count) => {
                Err(IllegalStep::Count { most })
            }
            (Step::Stones(points), _) => self.check_points(points, choice).map(|()| choice),
            _ => Ok(choice),
        }
    }

    fn check_points(&self, points: &[Point], choice: Choice) -> Result<(), IllegalStep> {
        let label = |point: Point| point.label(self.size);
        let expected = choice.stones();
        if points.len() != expected {
            return Err(IllegalStep::Stones { expected, found: points.len() });
        }
        let mut seen = PointSet::EMPTY;
        for (index, &point) in points.iter().enumerate() {
            if !self.size.contains(point) {
                return Err(IllegalStep::OffBoard(point));
            }
            if self.has_stone(point) {
                return Err(IllegalStep::Taken(label(point)));
            }
            if seen.contains(point) {
                return Err(IllegalStep::Twice(label(point)));
            }
            seen.insert(point);
            match choice {
                Choice::Place(areas) if !areas[index].contains(point, self.size) => {
                    return Err(IllegalStep::Area { point: label(point), area: areas[index] });
                }
                Choice::Choose if !self.offers.contains(point) => {
                    return Err(IllegalStep::NotOffered(label(point)));
                }
                _ => {}
            }
        }
        if let Choice::Offer(_) = choice
            && let Some((first, second)) = self.symmetries().first_equal_pair(points)
        {
            return Err(IllegalStep::Same { first: label(first), second: label(second) });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
