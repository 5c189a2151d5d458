//! Threat solvers: exact answers to the question whether a side wins by force.
//!
//! [`vcf`] looks for wins by fours alone, [`vct`] for wins by fours, threes and quiet threats; both
//! know three answers, of which a win and its absence are facts. A win comes with a [`proof`] that
//! has an answer to every defence. [`Solver`] puts them to the questions that people ask.

use std::time::Duration;

use crate::control::Control;
use crate::geometry::Point;
use crate::pattern::Shape;
use crate::position::Position;
use crate::threat::makes_four;

mod defend;
pub(crate) mod on_demand;
mod open;
mod params;
pub mod proof;
mod refuted;
mod rows;
mod table;
pub mod vcf;
pub mod vct;

pub use defend::Defences;
use proof::Proof;
use vcf::Vcf;
pub use vct::Progress;
use vct::Vct;

/// What a solver found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<W> {
    /// The side that was asked about wins.
    Win(W),
    /// There is no such win.
    NoWin,
    /// The budget ran out.
    Unknown,
}

impl<W> Verdict<W> {
    /// The same verdict with something else known of the win.
    pub fn map<V>(self, convert: impl FnOnce(W) -> V) -> Verdict<V> {
        match self {
            Self::Win(win) => Verdict::Win(convert(win)),
            Self::NoWin => Verdict::NoWin,
            Self::Unknown => Verdict::Unknown,
        }
    }

    /// The same verdict about a win that is only referred to.
    pub const fn as_ref(&self) -> Verdict<&W> {
        match self {
            Self::Win(win) => Verdict::Win(win),
            Self::NoWin => Verdict::NoWin,
            Self::Unknown => Verdict::Unknown,
        }
    }

    /// The win, if one was found.
    pub fn win(self) -> Option<W> {
        match self {
            Self::Win(win) => Some(win),
            Self::NoWin | Self::Unknown => None,
        }
    }

    /// Whether a win was found.
    pub const fn is_win(&self) -> bool {
        matches!(self, Self::Win(_))
    }
}

/// Which threats an attack may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threats {
    /// Fours only.
    Fours,
    /// Fours, open threes, and quiet moves that threaten a win by fours.
    FoursAndThrees,
}

/// The answer to a question about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Whether there is a win, with its proof.
    pub verdict: Verdict<Proof>,
    /// Stones put on the board on the way. Where the attack may use threes, those of the searches
    /// for wins by fours on top of it do not count; there are [`vct::INNER_NODES_PER_NODE`] times
    /// as many at most.
    pub nodes: u64,
    /// Time it took.
    pub elapsed: Duration,
}

/// Both solvers, and what they remember of positions.
///
/// ```
/// use std::time::Instant;
///
/// use fukumi::control::{Control, Limits};
/// use fukumi::geometry::BoardSize;
/// use fukumi::position::Position;
/// use fukumi::rule::Rule;
/// use fukumi::solver::{Solver, Threats, Verdict};
///
/// let size = BoardSize::square(15).expect("a size in range");
/// let mut position = Position::new(size, Rule::Freestyle);
/// for label in "h8 g9 i9 g7 g8 i7 j10 k11 f7 e6".split(' ') {
///     position.play(size.parse_label(label).expect("a point of the board"));
/// }
/// let limits = Limits { nodes: Some(100_000), ..Limits::default() };
/// let control = Control::new(Instant::now(), limits);
/// let mut solver = Solver::new(16 << 20);
///
/// let by_fours = solver.solve(&position, Threats::Fours, false, &control, &mut |_| {});
/// assert_eq!(by_fours.verdict, Verdict::NoWin);
/// let all = solver.solve(&position, Threats::FoursAndThrees, false, &control, &mut |_| {});
/// let Verdict::Win(proof) = all.verdict else { panic!("Black wins") };
/// assert_eq!(proof.line().first(), Some(&proof.attack));
/// // A proof has an answer to every defence.
/// assert_eq!(proof.check(&mut position), Ok(()));
/// ```
pub struct Solver {
    vcf: Vcf,
    vct: Vct,
}

impl Solver {
    /// A solver whose tables grow with the work, up to some `bytes` together.
    pub fn new(bytes: usize) -> Self {
        Self { vcf: Vcf::new(bytes / 16), vct: Vct::new(bytes / 16 * 15) }
    }

    /// Forgets all positions; for another rule or size of board.
    pub fn clear(&mut self) {
        self.vcf.clear();
        self.vct.clear();
    }

    /// Whether the side to move wins by such threats; of wins by fours the one with the fewest, if
    /// `shortest`. The node limit of the control counts, and is passed by [`vcf::OVERSHOOT`] stones
    /// at most; `report` is told now and then how far it is.
    pub fn solve(
        &mut self,
        position: &Position,
        threats: Threats,
        shortest: bool,
        control: &Control,
        report: &mut dyn FnMut(&Progress),
    ) -> Solution {
        let begun = control.elapsed();
        let mut nodes = 0;
        let verdict = within_limit(control, &mut nodes, |left| match threats {
            Threats::Fours => {
                let bounds = vcf::Bounds::nodes(left);
                let verdict = if shortest {
                    self.vcf.prove_shortest(position, bounds, control)
                } else {
                    self.vcf.prove(position, bounds, control)
                };
                (verdict, self.vcf.nodes())
            }
            Threats::FoursAndThrees => {
                let bounds = vct::Bounds::nodes(left);
                (self.vct.prove(position, bounds, control, report), self.vct.nodes())
            }
        });
        Solution { verdict, nodes, elapsed: control.elapsed().saturating_sub(begun) }
    }

    /// The first moves of the side to move that win by such threats, or may win; each with the win.
    /// `report` is told of each move that was looked at.
    pub fn winning_moves(
        &mut self,
        position: &Position,
        threats: Threats,
        control: &Control,
        report: &mut dyn FnMut(&Step),
    ) -> Vec<(Point, Verdict<Proof>)> {
        let mut position = position.clone();
        let firsts: Vec<Point> = position
            .board()
            .empty_points()
            .filter(|&point| !position.is_forbidden(point))
            .collect();
        let mut found = Vec::new();
        let mut nodes = 0;
        for (done, &first) in firsts.iter().enumerate() {
            let verdict = self.try_first(&mut position, first, threats, control, &mut nodes);
            if verdict != Verdict::NoWin {
                found.push((first, verdict));
            }
            report(&Step { done: done + 1, total: firsts.len(), nodes });
        }
        found
    }

    /// Whether the side to move wins by such threats if it begins with `first`, an empty point that
    /// is not forbidden.
    pub(crate) fn winning_move(
        &mut self,
        position: &Position,
        first: Point,
        threats: Threats,
        control: &Control,
    ) -> Solution {
        let begun = control.elapsed();
        let (mut position, mut nodes) = (position.clone(), 0);
        let verdict = self.try_first(&mut position, first, threats, control, &mut nodes);
        Solution { verdict, nodes, elapsed: control.elapsed().saturating_sub(begun) }
    }

    /// The win that begins with `first`. The stones that it takes to find out are added to `nodes`.
    fn try_first(
        &mut self,
        position: &mut Position,
        first: Point,
        threats: Threats,
        control: &Control,
        nodes: &mut u64,
    ) -> Verdict<Proof> {
        let attacker = position.to_move();
        if position.shape(attacker, first) == Shape::Five {
            return Verdict::Win(Proof::five(first));
        }
        if threats == Threats::Fours && !makes_four(position, attacker, first) {
            return Verdict::NoWin;
        }
        position.play(first);
        let verdict = within_limit(control, nodes, |left| {
            let bounds = vct::Bounds { threats, ..vct::Bounds::nodes(left) };
            (self.vct.prove_after(position, first, bounds, control), self.vct.nodes())
        });
        position.undo();
        verdict
    }
}

/// Puts a question with what the node limit leaves after `nodes`, to which the stones are added
/// that it takes; again if the limits were lowered meanwhile, which ended it before its time.
fn within_limit<W>(
    control: &Control,
    nodes: &mut u64,
    mut ask: impl FnMut(u64) -> (Verdict<W>, u64),
) -> Verdict<W> {
    loop {
        let revision = control.revision();
        let (verdict, spent) = ask(control.node_limit().saturating_sub(*nodes));
        *nodes += spent;
        let is_open = matches!(verdict, Verdict::Unknown);
        if !is_open || control.revision() == revision || control.must_stop(*nodes) {
            return verdict;
        }
    }
}

/// One of several moves was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Moves that were looked at.
    pub done: usize,
    /// Moves to look at.
    pub total: usize,
    /// Stones put on the board so far.
    pub nodes: u64,
}

#[cfg(test)]
mod tests;
