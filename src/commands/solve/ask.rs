//! Asks the solver and keeps its results.

use std::time::Duration;

use fukumi_core::board::Cell;
use fukumi_core::control::{Control, Limits};
use fukumi_core::geometry::Point;
use fukumi_core::position::Position;
use fukumi_core::solver::proof::Proof;
use fukumi_core::solver::{self, Solver, Step, Threats, Verdict};
use fukumi_reports::{DefenceReport, FirstMovesReport, Label, Name, PointForm, millis, words};

use super::answer::{Conclusion, Description, End, Finding, Solution};
use crate::commands::progress::Progress;

/// What a person wants to know.
#[derive(Clone, Copy, Debug)]
pub(in crate::commands) enum Question {
    /// Whether the side to move wins.
    Win {
        /// The threats that the attack may use.
        threats: Threats,
        /// Whether to look first for a win by fours alone.
        is_first_by_fours: bool,
        /// Whether only the shortest win will do.
        is_shortest: bool,
    },
    /// Which moves begin a win.
    All(Threats),
    /// Which moves stop the win that the opponent threatens.
    Defend(Threats),
}

impl Question {
    /// The name of the question in reports.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Win { .. } => "win",
            Self::All(_) => "all",
            Self::Defend(_) => "defend",
        }
    }
}

/// Asks about one position.
pub(in crate::commands) struct Asker<'a> {
    pub(in crate::commands) position: &'a Position,
    pub(in crate::commands) last: Option<Point>,
    pub(in crate::commands) control: &'a Control,
    pub(in crate::commands) limits: Limits,
    pub(in crate::commands) memory_bytes: usize,
    pub(in crate::commands) progress: Progress,
}

impl Asker<'_> {
    /// Returns the answer, and the proof of the win if that was the question and there is one.
    pub(in crate::commands) fn ask(&mut self, question: &Question) -> (Solution, Option<Proof>) {
        let size = self.position.size();
        let mut solver = Solver::new(self.memory_bytes);
        let mut proof = None;
        let (reply, nodes) = match *question {
            Question::Win { threats, is_first_by_fours, is_shortest } => {
                let first = is_first_by_fours.then_some(Threats::Fours);
                let (mut tried, mut nodes) = (Vec::new(), 0);
                for threats in first.into_iter().chain([threats]) {
                    let verdict = self.solve(&mut solver, threats, is_shortest, &mut nodes);
                    tried.push(Finding::new(size, threats, &verdict));
                    match verdict {
                        Verdict::NoWin => {}
                        Verdict::Unknown => break,
                        Verdict::Win(win) => {
                            proof = Some(win);
                            break;
                        }
                    }
                }
                let nothing = || Finding::new(size, threats, &Verdict::Unknown);
                let finding = tried.last().cloned().unwrap_or_else(nothing);
                let proof_size = proof.as_ref().map(Proof::size);
                (Conclusion::Win { finding, tried, proof_size }, nodes)
            }
            Question::All(threats) => {
                let (position, control, mut nodes) = (self.position, self.control, 0);
                let found = solver.winning_moves(position, threats, control, &mut |step| {
                    nodes = step.nodes;
                    self.progress.show(|elapsed| describe_step("first moves", step, elapsed));
                });
                (Conclusion::All(FirstMovesReport::new(size, threats, &found)), nodes)
            }
            Question::Defend(threats) => {
                let (position, control, mut nodes) = (self.position, self.control, 0);
                let found = solver.defences(position, threats, control, &mut |step| {
                    nodes = step.nodes;
                    self.progress.show(|elapsed| describe_step("defences", step, elapsed));
                });
                let reply = Conclusion::Defend(DefenceReport::new(size, threats, &found));
                (reply, nodes.max(found.threat.nodes))
            }
        };
        let elapsed = self.control.elapsed();
        let answer = Solution {
            position: describe(self.position, self.last),
            ended_by: reply.has_unknown().then(|| self.end(nodes)),
            reply,
            nodes,
            time_ms: millis(elapsed),
            nps: (nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64,
        };
        (answer, proof)
    }

    /// Looks for a win of one kind with the budget that is left after `nodes`, and adds the nodes
    /// of the search to `nodes`.
    fn solve(
        &mut self,
        solver: &mut Solver,
        threats: Threats,
        is_shortest: bool,
        nodes: &mut u64,
    ) -> Verdict<Proof> {
        let left = self.limits.nodes.map(|limit| limit.saturating_sub(*nodes));
        self.control.set_limits(Limits { nodes: left, ..self.limits });
        let work = words::threats(threats);
        let show = &mut |state: &solver::Progress| {
            self.progress.show(|elapsed| describe_search(work, state, elapsed));
        };
        let solution = solver.solve(self.position, threats, is_shortest, self.control, show);
        *nodes += solution.nodes;
        solution.verdict
    }

    /// Why something was left open after `nodes` nodes.
    fn end(&self, nodes: u64) -> End {
        if self.control.is_stopped() {
            End::Interrupt
        } else if self.limits.hard.is_some_and(|limit| self.control.elapsed() >= limit) {
            End::Time
        } else if self.limits.nodes.is_some_and(|limit| nodes >= limit) {
            End::Nodes
        } else {
            End::Solver
        }
    }
}

/// The position as it is printed, with its last move.
pub(super) fn describe(position: &Position, last: Option<Point>) -> Description {
    let (board, size) = (position.board(), position.size());
    let labels = |cell| Label::list(size.points().filter(|&point| board.cell(point) == cell), size);
    Description {
        width: size.width(),
        height: size.height(),
        rule: position.rule().name(),
        to_move: Name(position.to_move()),
        black: labels(Cell::Black),
        white: labels(Cell::White),
        dead: labels(Cell::Wall),
        last: last.map(|point| Label::new(point, size)),
    }
}

/// How far a search is, for the display.
fn describe_search(work: &str, state: &solver::Progress, elapsed: Duration) -> String {
    let solver::Progress { nodes, proof, disproof, .. } = state;
    let seconds = elapsed.as_secs_f64();
    format!("{work}: {seconds:.1} s, {nodes} nodes, proof {proof}, disproof {disproof}")
}

/// How many of several moves are done, for the display.
fn describe_step(work: &str, step: &Step, elapsed: Duration) -> String {
    let Step { done, total, nodes } = step;
    let seconds = elapsed.as_secs_f64();
    format!("{work}: {seconds:.1} s, {nodes} nodes, {done} of {total} moves")
}
