//! The answer about a position, in a form for people and for JSON.

use fukumi_core::solver::Verdict;
use fukumi_reports::{DefenceReport, FirstMovesReport, Label, Side};
use serde::Serialize;

/// What is known about an attack.
pub(super) type Finding = fukumi_reports::Finding<Label>;
/// A move, and what is known about the attack that it begins or allows.
pub(super) type JudgedMove = fukumi_reports::JudgedMove<Label>;

/// All that is printed.
#[derive(Serialize)]
pub(in crate::commands) struct Solution {
    pub(super) position: Description,
    #[serde(flatten)]
    pub(super) reply: Conclusion,
    /// Why something is not known.
    pub(super) ended_by: Option<End>,
    /// Number of nodes: stones that the solver put on its board, and positions that it only looked
    /// up in a table.
    pub(super) nodes: u64,
    pub(super) time_ms: f64,
    /// Nodes per second.
    pub(super) nps: u64,
}

/// A position. Points are labels such as `h8`.
#[derive(Serialize)]
pub(super) struct Description {
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) rule: &'static str,
    pub(super) to_move: Side,
    pub(super) black: Vec<Label>,
    pub(super) white: Vec<Label>,
    pub(super) dead: Vec<Label>,
    pub(super) last: Option<Label>,
}

/// The solver's reply, by question.
#[derive(Serialize)]
#[serde(tag = "question", rename_all = "kebab-case")]
pub(super) enum Conclusion {
    Win {
        #[serde(flatten)]
        finding: Finding,
        /// All attempts; the last one is the finding.
        tried: Vec<Finding>,
        /// Number of the attacker's moves in the whole proof.
        proof_size: Option<usize>,
    },
    All(FirstMovesReport<Label>),
    Defend(DefenceReport<Label>),
}

/// What ended the work early.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum End {
    Interrupt,
    Time,
    Nodes,
    /// The solver gave up, although no limit was reached.
    Solver,
}

impl Solution {
    /// Whether everything that was asked for is known.
    pub(super) fn is_definite(&self) -> bool {
        self.ended_by.is_none()
    }
}

impl Conclusion {
    /// Whether anything is unknown.
    pub(super) fn has_unknown(&self) -> bool {
        let is_unknown = |finding: &Finding| finding.is(Verdict::Unknown);
        let has_unknown = |moves: &[JudgedMove]| moves.iter().any(|m| is_unknown(&m.finding));
        match self {
            Self::Win { finding, .. } => is_unknown(finding),
            Self::All(report) => has_unknown(&report.first_moves),
            Self::Defend(report) => is_unknown(&report.threat) || has_unknown(&report.replies),
        }
    }
}
