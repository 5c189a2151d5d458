//! The answer about a position, in a form for people and for JSON.

use std::time::Duration;

use fukumi_core::geometry::Point;
use fukumi_core::solver::{Threats, Verdict};
use serde::{Serialize, Serializer};

use crate::commands::names::{Side, threats_as_json};

/// All that is printed.
#[derive(Serialize)]
pub(in crate::commands) struct Answer {
    pub(super) position: Description,
    #[serde(flatten)]
    pub(super) reply: Reply,
    /// Why something is not known.
    pub(super) ended_by: Option<End>,
    /// Number of nodes: stones that the solver put on its board, and positions that it only looked
    /// up in a table.
    pub(super) nodes: u64,
    #[serde(rename = "ms", serialize_with = "as_millis")]
    pub(super) elapsed: Duration,
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
    pub(super) black: Vec<String>,
    pub(super) white: Vec<String>,
    pub(super) dead: Vec<String>,
    #[serde(serialize_with = "as_label")]
    pub(super) last: Option<Label>,
}

/// A point with its name.
#[derive(Clone)]
pub(super) struct Label {
    pub(super) point: Point,
    pub(super) name: String,
}

/// The solver's reply, by question.
#[derive(Serialize)]
#[serde(tag = "question", rename_all = "kebab-case")]
pub(super) enum Reply {
    Win {
        #[serde(flatten)]
        finding: Finding,
        /// All attempts; the last one is the finding.
        tried: Vec<Finding>,
        /// Number of the attacker's moves in the whole proof.
        proof_size: Option<usize>,
    },
    All {
        #[serde(serialize_with = "threats_as_json")]
        threats: Threats,
        #[serde(serialize_with = "verdict_as_json")]
        verdict: Verdict<()>,
        /// The moves that win, the shortest win first, then those whose result is unknown.
        first_moves: Vec<Move>,
    },
    Defend {
        verdict: Prospect,
        threat: Finding,
        /// Every legal move, and how the opponent wins after it.
        replies: Vec<Move>,
    },
}

/// What is known about an attack.
#[derive(Clone, Serialize)]
pub(super) struct Finding {
    #[serde(serialize_with = "threats_as_json")]
    pub(super) threats: Threats,
    #[serde(serialize_with = "verdict_as_json")]
    pub(super) verdict: Verdict<()>,
    /// Moves of the attacker up to the last stone of the win.
    pub(super) moves: Option<usize>,
    pub(super) plies: Option<usize>,
    #[serde(serialize_with = "as_labels")]
    pub(super) line: Vec<Label>,
}

/// A move, and what is known about the attack that it begins or allows.
#[derive(Serialize)]
pub(super) struct Move {
    #[serde(rename = "move", serialize_with = "as_name")]
    pub(super) label: Label,
    #[serde(flatten)]
    pub(super) finding: Finding,
}

/// What the threatened side has to expect.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Prospect {
    /// There is no threat.
    NoThreat,
    /// Some moves stop the threat.
    Holds,
    /// No move stops the threat.
    Lost,
    /// No move is known to stop the threat, or it is unknown whether there is one.
    Unknown,
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

impl Answer {
    /// Whether everything that was asked for is known.
    pub(super) fn is_definite(&self) -> bool {
        self.ended_by.is_none()
    }
}

impl Reply {
    /// Whether anything is unknown.
    pub(super) fn has_unknown(&self) -> bool {
        let is_unknown = |finding: &Finding| finding.verdict == Verdict::Unknown;
        match self {
            Self::Win { finding, .. } => is_unknown(finding),
            Self::All { first_moves: moves, .. } => moves.iter().any(|m| is_unknown(&m.finding)),
            Self::Defend { threat, replies: moves, .. } => {
                is_unknown(threat) || moves.iter().any(|m| is_unknown(&m.finding))
            }
        }
    }
}

impl Finding {
    /// A finding without a win.
    pub(super) const fn new(threats: Threats, verdict: Verdict<()>) -> Self {
        Self { threats, verdict, moves: None, plies: None, line: Vec::new() }
    }
}

fn verdict_as_json<S: Serializer>(verdict: &Verdict<()>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(verdict.name())
}

fn as_millis<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

fn as_name<S: Serializer>(label: &Label, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&label.name)
}

fn as_label<S: Serializer>(label: &Option<Label>, serializer: S) -> Result<S::Ok, S::Error> {
    label.as_ref().map(|label| &label.name).serialize(serializer)
}

fn as_labels<S: Serializer>(labels: &[Label], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(labels.iter().map(|label| &label.name))
}
