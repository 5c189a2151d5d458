//! How many long attacks the search sees: a cheap measure of an evaluation, before any match.
//!
//! [`read`] takes positions from a list. [`measure`] searches each of them separately with a fixed
//! budget of nodes, and an [`AttackReport`] counts the results. The list also holds the truth about
//! each position, which was settled by the engine's own solver and by longer searches.

use std::collections::BTreeMap;
use std::{fmt, io};

use fukumi_core::geometry::BoardSize;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;
use fukumi_core::search::report::Outcome;
use fukumi_records::{Format, Hints, NotationError};
use serde::Serialize;

use crate::searches::{SearchSettings, search_all};

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The side to move wins, and the win is proved. In a list: `result=win`.
    Won,
    /// An engine claimed that the side to move wins, without a proof. In a list:
    /// `result=open`.
    Open,
    /// A long search saw no win for the side to move. In a list: `result=quiet`.
    Quiet,
}

/// A position and what is known about it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The position.
    pub position: Position,
    /// What is known about the position.
    pub truth: Truth,
}

/// Why a list cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListError {
    /// The text is not a list of positions.
    Notation(NotationError),
    /// The text is not a list of records with one record per line.
    NoRecords,
    /// A record lacks the rule or the result, or its result is none of those in [`Truth`].
    Incomplete {
        /// Line of the record, from 1.
        line: usize,
        /// What the record should have.
        expected: &'static str,
    },
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Notation(error) => error.fmt(f),
            Self::NoRecords => f.write_str("expected records, a line each"),
            Self::Incomplete { line, expected } => write!(f, "line {line}: expected {expected}"),
        }
    }
}

impl std::error::Error for ListError {}

impl From<NotationError> for ListError {
    fn from(error: NotationError) -> Self {
        Self::Notation(error)
    }
}

/// Reads a list of positions: records as [`fukumi_records`] reads them, each with a rule and a
/// result.
///
/// ```
/// use fukumi_trainer::attacks::{Truth, read};
///
/// let list = "# a comment\nattack-1 size=15 rule=renju turn=b moves=h8,i9,h10,i10 result=open\n";
/// let cases = read(list)?;
/// assert_eq!((cases.len(), cases[0].truth), (1, Truth::Open));
/// # Ok::<(), fukumi_trainer::attacks::ListError>(())
/// ```
///
/// # Errors
/// If a line is not such a record, or if its game is over.
pub fn read(text: &str) -> Result<Vec<Case>, ListError> {
    let entries = fukumi_records::parse_all(text, &Hints::default())?;
    let is_said = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let lines: Vec<_> = text.lines().zip(1..).filter(|(line, _)| is_said(line)).collect();
    if lines.len() != entries.len() {
        return Err(ListError::NoRecords);
    }
    let read = |((_, diagram), (line, number)): (
        (_, Result<fukumi_records::Diagram, _>),
        (&str, usize),
    )| {
        let diagram = diagram?;
        if diagram.format != Format::Record {
            return Err(ListError::NoRecords);
        }
        let incomplete = |expected| ListError::Incomplete { line: number, expected };
        if diagram.rule.is_none() {
            return Err(incomplete("a rule"));
        }
        let truth = line.split_whitespace().find_map(|word| word.strip_prefix("result="));
        let truth = match truth {
            Some("win") => Truth::Won,
            Some("open") => Truth::Open,
            Some("quiet") => Truth::Quiet,
            _ => return Err(incomplete("result=win, open or quiet")),
        };
        Ok(Case { position: diagram.position(None, None)?, truth })
    };
    entries.into_iter().zip(lines).map(read).collect()
}

/// Default node limit for each position.
pub const DEFAULT_NODES: u64 = 500_000;
/// Default table size in bytes: more than a search of [`DEFAULT_NODES`] nodes fills.
pub const DEFAULT_TABLE_BYTES: usize = 32 << 20;

/// What a search claims about a position, from the side to move's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A proven win.
    Proven,
    /// As good as a win: all replies that were searched lose, but not all replies were searched.
    Presumed,
    /// No win.
    None,
}

impl Claim {
    fn of(score: Score) -> Self {
        if score.is_win() {
            Self::Proven
        } else if (-score).is_as_good_as_lost() {
            Self::Presumed
        } else {
            Self::None
        }
    }
}

/// The result of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What the search claimed.
    pub claim: Claim,
    /// Nodes searched.
    pub nodes: u64,
}

/// Searches all positions and counts the results. Calls `progress` with the number of positions
/// done.
///
/// # Errors
/// If no thread can be started.
pub fn measure(
    cases: &[Case],
    settings: &SearchSettings,
    progress: &mut dyn FnMut(usize),
) -> io::Result<AttackReport> {
    let findings = find_all(cases, settings, progress)?;
    Ok(AttackReport::new(cases, &findings, settings))
}

/// Searches each position and returns the findings in the order of `cases`.
fn find_all(
    cases: &[Case],
    settings: &SearchSettings,
    progress: &mut dyn FnMut(usize),
) -> io::Result<Vec<Finding>> {
    let position = |number: usize| cases[number].position.clone();
    let finding = |outcome: &Outcome| Finding {
        claim: outcome.score().map_or(Claim::None, Claim::of),
        nodes: outcome.nodes,
    };
    search_all(cases.len(), settings, position, finding, progress)
}

/// The counts for the positions of one rule and board size, or for all positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The rule and the board size, or "all".
    pub set: String,
    /// Number of won positions.
    pub won: usize,
    /// Number of won positions in which the search proved the win.
    pub proven: usize,
    /// Number of won positions in which the search proved the win or held it to be as good as
    /// proven.
    pub seen: usize,
    /// Median of the nodes until the proof, over all won positions. A position without a proof
    /// counts with all its nodes. `None` if no position is won.
    pub median_nodes: Option<u64>,
    /// Geometric mean of the same node counts.
    pub mean_nodes: Option<u64>,
    /// Number of open positions.
    pub open: usize,
    /// Number of open positions in which the search proved a win or held it to be as good as
    /// proven.
    pub open_seen: usize,
    /// Number of quiet positions.
    pub quiet: usize,
    /// Number of quiet positions in which the search claimed a proven win. Such a claim speaks
    /// against the search or against the list.
    pub false_claims: usize,
}

/// The result of the whole measurement. Its text form is a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AttackReport {
    /// Name of the evaluation.
    pub evaluation: String,
    /// Node limit for each position.
    pub nodes: u64,
    /// One summary for each rule and board size, sorted by rule. If there are several, a last one
    /// counts all positions.
    pub sets: Vec<Summary>,
}

impl AttackReport {
    /// Counts the findings. There is one finding for each position, in the same order.
    pub fn new(cases: &[Case], findings: &[Finding], settings: &SearchSettings) -> Self {
        let mut groups: BTreeMap<(u8, usize, String), Vec<(Truth, Finding)>> = BTreeMap::new();
        let mut all = Vec::new();
        for (case, &finding) in cases.iter().zip(findings) {
            let (rule, size) = (case.position.rule(), case.position.size());
            let key = (rule.code(), size.area(), name(rule, size));
            groups.entry(key).or_default().push((case.truth, finding));
            all.push((case.truth, finding));
        }
        let mut sets: Vec<_> =
            groups.into_iter().map(|((_, _, name), group)| Summary::new(name, &group)).collect();
        if sets.len() != 1 {
            sets.push(Summary::new("all".into(), &all));
        }
        Self { evaluation: settings.evaluation.to_string(), nodes: settings.nodes, sets }
    }
}

fn name(rule: Rule, size: BoardSize) -> String {
    format!("{rule} {size}")
}

impl Summary {
    fn new(set: String, group: &[(Truth, Finding)]) -> Self {
        let of = |truth| group.iter().filter(move |(known, _)| *known == truth).map(|(_, f)| f);
        let count = |truth, claims: &[Claim]| {
            of(truth).filter(|finding| claims.contains(&finding.claim)).count()
        };
        let either = [Claim::Proven, Claim::Presumed];
        let mut nodes: Vec<u64> = of(Truth::Won).map(|finding| finding.nodes.max(1)).collect();
        nodes.sort_unstable();
        let logarithms: f64 = nodes.iter().map(|&nodes| (nodes as f64).ln()).sum();
        let mean = (logarithms / nodes.len() as f64).exp();
        Self {
            set,
            won: nodes.len(),
            proven: count(Truth::Won, &[Claim::Proven]),
            seen: count(Truth::Won, &either),
            median_nodes: nodes.get(nodes.len() / 2).copied(),
            mean_nodes: (!nodes.is_empty()).then_some(mean.round() as u64),
            open: of(Truth::Open).count(),
            open_seen: count(Truth::Open, &either),
            quiet: of(Truth::Quiet).count(),
            false_claims: count(Truth::Quiet, &[Claim::Proven]),
        }
    }
}

impl fmt::Display for AttackReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { evaluation, nodes, sets } = self;
        writeln!(f, "long attacks, {evaluation}, {nodes} nodes a position")?;
        writeln!(
            f,
            "{:<18}{:>5}{:>16}{:>16}{:>14}{:>12}{:>12}{:>14}",
            "set",
            "won",
            "proven",
            "seen",
            "median nodes",
            "mean nodes",
            "open, seen",
            "quiet, false"
        )?;
        for set in sets {
            let share = |part: usize| match set.won {
                0 => "-".to_string(),
                won => format!("{part}  {:.1} %", 100.0 * part as f64 / won as f64),
            };
            let or_dash = |nodes: Option<u64>| nodes.map_or("-".into(), |nodes| nodes.to_string());
            writeln!(
                f,
                "{:<18}{:>5}{:>16}{:>16}{:>14}{:>12}{:>12}{:>14}",
                set.set,
                set.won,
                share(set.proven),
                share(set.seen),
                or_dash(set.median_nodes),
                or_dash(set.mean_nodes),
                format!("{}, {}", set.open, set.open_seen),
                format!("{}, {}", set.quiet, set.false_claims),
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
