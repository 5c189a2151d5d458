//! Both solvers behind one question: does the side to move win by force?

use std::time::Duration;

use super::proof::Proof;
use super::vcf::{self, Vcf};
use super::vct::{self, Progress, Vct};
use super::verdict::{Threats, Verdict};
use crate::control::Control;
use crate::position::Position;

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
    pub(super) vcf: Vcf,
    pub(super) vct: Vct,
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
pub(super) fn within_limit<W>(
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
