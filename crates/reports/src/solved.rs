//! What the solver says about attacks, and about the moves that begin or stop them.

use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::solver::proof::Proof;
use fukumi_core::solver::{Defences, Threats, Verdict};
use serde::Serialize;

use crate::{Name, PointForm};

/// What is known about an attack.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding<P> {
    /// The threats that it may use.
    pub threats: Name<Threats>,
    /// Whether it wins.
    pub verdict: Name<Verdict<()>>,
    /// For a win, moves of the attacker up to the last stone; else null.
    pub moves: Option<usize>,
    /// For a win, plies to the last stone against the longest defence; else null.
    pub plies: Option<usize>,
    /// For a win, the moves of both sides against the longest defence, up to the one after which
    /// the five cannot be stopped; else empty.
    pub line: Vec<P>,
}

/// A move, and what is known about the attack that it begins or allows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgedMove<P> {
    /// The move.
    #[serde(rename = "move")]
    pub place: P,
    /// The attack.
    #[serde(flatten)]
    pub finding: Finding<P>,
}

/// Which moves win.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FirstMoves"))]
pub struct FirstMovesReport<P> {
    /// The threats that the attack may use.
    pub threats: Name<Threats>,
    /// Whether there is a win.
    pub verdict: Name<Verdict<()>>,
    /// The moves that win, the shortest win first, then those for which the question is open. Every
    /// other legal move has no such win.
    pub first_moves: Vec<JudgedMove<P>>,
}

/// What the opponent threatens, and which moves stop it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Defence"))]
pub struct DefenceReport<P> {
    /// What the side to move has to expect.
    pub verdict: Prospect,
    /// The opponent's win if the side to move passed.
    pub threat: Finding<P>,
    /// If there is a threat: every legal move, with the opponent's win after it. Moves with
    /// `no-win` hold. Otherwise empty.
    pub replies: Vec<JudgedMove<P>>,
}

/// What the threatened side has to expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Prospect {
    /// There is no threat.
    NoThreat,
    /// Some moves stop the threat.
    Holds,
    /// No move stops the threat.
    Lost,
    /// No move is known to stop the threat, or it is unknown whether there is one.
    Unknown,
}

impl<P: PointForm> Finding<P> {
    /// What a verdict says on a board of this size.
    pub fn new(size: BoardSize, threats: Threats, verdict: &Verdict<Proof>) -> Self {
        let win = verdict.as_ref().win();
        Self {
            threats: Name(threats),
            verdict: Name(verdict.as_ref().map(|_| ())),
            moves: win.map(|win| win.plies.div_ceil(2)),
            plies: win.map(|win| win.plies),
            line: P::list(win.into_iter().flat_map(Proof::line), size),
        }
    }
}

impl<P> Finding<P> {
    /// Whether the verdict is this one.
    pub fn is(&self, verdict: Verdict<()>) -> bool {
        self.verdict.get() == verdict
    }
}

impl<P: PointForm> JudgedMove<P> {
    fn list(size: BoardSize, threats: Threats, found: &[(Point, Verdict<Proof>)]) -> Vec<Self> {
        let judged = |(point, verdict): &(Point, Verdict<Proof>)| Self {
            place: P::new(*point, size),
            finding: Finding::new(size, threats, verdict),
        };
        found.iter().map(judged).collect()
    }
}

impl<P: PointForm> FirstMovesReport<P> {
    /// What the solver found out about the first moves of attacks.
    pub fn new(size: BoardSize, threats: Threats, found: &[(Point, Verdict<Proof>)]) -> Self {
        let mut found: Vec<_> =
            found.iter().filter(|(_, verdict)| *verdict != Verdict::NoWin).cloned().collect();
        found.sort_by_key(|(point, verdict)| {
            (verdict.as_ref().win().map_or(usize::MAX, |win| win.plies), *point)
        });
        let first_moves = JudgedMove::list(size, threats, &found);
        let verdict = first_moves.first().map_or(Name(Verdict::NoWin), |m| m.finding.verdict);
        Self { threats: Name(threats), verdict, first_moves }
    }
}

impl<P: PointForm> DefenceReport<P> {
    /// What the solver found out about the opponent's threat.
    pub fn new(size: BoardSize, threats: Threats, found: &Defences) -> Self {
        let threat = Finding::new(size, threats, &found.threat.verdict);
        let replies = JudgedMove::list(size, threats, &found.moves);
        let has = |verdict| replies.iter().any(|reply| reply.finding.is(verdict));
        let verdict = match threat.verdict.get() {
            Verdict::NoWin => Prospect::NoThreat,
            Verdict::Win(()) if has(Verdict::NoWin) => Prospect::Holds,
            Verdict::Win(()) if !has(Verdict::Unknown) => Prospect::Lost,
            Verdict::Win(()) | Verdict::Unknown => Prospect::Unknown,
        };
        Self { verdict, threat, replies }
    }
}
