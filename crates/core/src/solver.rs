//! Threat solvers: exact answers to the question whether a side wins by force.
//!
//! [`vcf`] looks for wins by fours alone. [`vct`] looks for wins by fours, open threes and quiet
//! threats. Both return a [`Verdict`]: a win, no win, or unknown. The first two are facts. A win
//! comes with a [`proof`] that has an answer to every defence. [`Solver`] uses both solvers to
//! answer the questions that people ask about a position.
//!
//! The solvers count their work in nodes. A node is a stone put on the board, or a position that
//! is only looked up in a table by its key. Every node limit and every node count has this unit.

use std::time::Duration;

use crate::control::Control;
use crate::position::Position;

mod defend;
mod first_moves;
pub mod on_demand;
mod open;
mod params;
pub mod proof;
mod refuted;
mod rounds;
mod rows;
mod table;
pub mod vcf;
pub mod vct;

pub use defend::Defences;
use proof::Proof;
use vcf::Vcf;
pub use vct::Progress;
use vct::Vct;

/// What a solver found out about one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<W> {
    /// The side in question wins.
    Win(W),
    /// There is no such win. This is proven. "No win" is about wins by fours and threes, or by
    /// fours alone if asked; other wins may exist.
    NoWin,
    /// The question is open: a limit was reached, or the search was stopped.
    Unknown,
}

impl<W> Verdict<W> {
    /// Converts what is known about the win and keeps the verdict.
    pub fn map<V>(self, convert: impl FnOnce(W) -> V) -> Verdict<V> {
        match self {
            Self::Win(win) => Verdict::Win(convert(win)),
            Self::NoWin => Verdict::NoWin,
            Self::Unknown => Verdict::Unknown,
        }
    }

    /// The same verdict with a reference to the win.
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

    /// The name of the verdict in reports.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Win(_) => "win",
            Self::NoWin => "no-win",
            Self::Unknown => "unknown",
        }
    }

    /// Whether a win was found.
    pub const fn is_win(&self) -> bool {
        matches!(self, Self::Win(_))
    }
}

/// Which threats an attack may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "kebab-case"))]
pub enum Threats {
    /// Fours only.
    Fours,
    /// Fours, open threes, and quiet moves that threaten a win by fours.
    FoursAndThrees,
}

impl Threats {
    /// All kinds of threats.
    pub const ALL: [Self; 2] = [Self::Fours, Self::FoursAndThrees];

    /// The name of the threats in options and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fours => "fours",
            Self::FoursAndThrees => "fours-and-threes",
        }
    }

    /// The threats with this [`Threats::name`].
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|threats| threats.name() == name)
    }
}

/// The answer to a question about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Whether there is a win; a win comes with its proof.
    pub verdict: Verdict<Proof>,
    /// Nodes searched: stones put on the board, and positions that were only looked up in a table.
    ///
    /// If the attack may use threes, the inner searches for wins by fours do not count. They take
    /// at most [`vct::INNER_NODES_PER_NODE`] times as many nodes as this count may reach.
    pub nodes: u64,
    /// Time that the search took.
    pub elapsed: Duration,
}

/// Both solvers and their tables of positions.
///
/// ```
/// use std::time::Instant;
///
/// use fukumi_core::control::{Control, Limits};
/// use fukumi_core::geometry::BoardSize;
/// use fukumi_core::position::Position;
/// use fukumi_core::rule::Rule;
/// use fukumi_core::solver::{Solver, Threats, Verdict};
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
    /// Creates a solver whose tables grow with the work, up to about `bytes` together.
    pub fn new(bytes: usize) -> Self {
        Self { vcf: Vcf::new(bytes / 16), vct: Vct::new(bytes / 16 * 15) }
    }

    /// Forgets all positions. Needed before questions about another rule or board size.
    pub fn clear(&mut self) {
        self.vcf.clear();
        self.vct.clear();
    }

    /// Looks for a win of the side to move by the given `threats`.
    ///
    /// With [`Threats::Fours`] and `shortest`, the win found is the one with the fewest fours. The
    /// search obeys the limits of `control`, and passes the node limit by at most
    /// [`vcf::OVERSHOOT`] nodes. A search with [`Threats::FoursAndThrees`] calls `report` from time
    /// to time.
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
                let bounds = vcf::Bounds { expects_win: true, ..vcf::Bounds::nodes(left) };
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
}

/// Asks a question with what the node limit leaves after `nodes`, and adds the nodes it takes.
///
/// `ask` receives the remaining nodes and returns the verdict and the nodes it took. A change of
/// the limits stops a search early. If the new limits leave something, the question is asked again.
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

/// Progress through a list of moves, reported after each question about one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Moves that need no further question. A move whose question is open is asked about again,
    /// with a larger budget.
    pub done: usize,
    /// Moves altogether.
    pub total: usize,
    /// Nodes searched so far, in the unit of [`Solution::nodes`].
    pub nodes: u64,
}

#[cfg(test)]
mod tests;
