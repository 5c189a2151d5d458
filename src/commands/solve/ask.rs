//! Asks the solver and keeps its results.

use std::time::Duration;

use fukumi_core::board::Cell;
use fukumi_core::control::{Control, Limits};
use fukumi_core::geometry::Point;
use fukumi_core::position::Position;
use fukumi_core::solver::proof::Proof;
use fukumi_core::solver::{self, Defences, Solver, Step, Threats, Verdict};

use super::answer::{Answer, Description, End, Finding, Label, Move, Prospect, Reply};
use crate::commands::names::threats_name;
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
    pub(in crate::commands) fn ask(&mut self, question: &Question) -> (Answer, Option<Proof>) {
        let mut solver = Solver::new(self.memory_bytes);
        let mut proof = None;
        let (reply, nodes) = match *question {
            Question::Win { threats, is_first_by_fours, is_shortest } => {
                let first = is_first_by_fours.then_some(Threats::Fours);
                let (mut tried, mut nodes) = (Vec::new(), 0);
                for threats in first.into_iter().chain([threats]) {
                    let verdict = self.solve(&mut solver, threats, is_shortest, &mut nodes);
                    tried.push(self.finding(threats, &verdict));
                    match verdict {
                        Verdict::NoWin => {}
                        Verdict::Unknown => break,
                        Verdict::Win(win) => {
                            proof = Some(win);
                            break;
                        }
                    }
                }
                let nothing = Finding::new(threats, Verdict::Unknown);
                let finding = tried.last().cloned().unwrap_or(nothing);
                let proof_size = proof.as_ref().map(Proof::size);
                (Reply::Win { finding, tried, proof_size }, nodes)
            }
            Question::All(threats) => {
                let (position, control, mut nodes) = (self.position, self.control, 0);
                let found = solver.winning_moves(position, threats, control, &mut |step| {
                    nodes = step.nodes;
                    self.progress.show(|elapsed| describe_step("first moves", step, elapsed));
                });
                (self.all(threats, &found), nodes)
            }
            Question::Defend(threats) => {
                let (position, control, mut nodes) = (self.position, self.control, 0);
                let found = solver.defences(position, threats, control, &mut |step| {
                    nodes = step.nodes;
                    self.progress.show(|elapsed| describe_step("defences", step, elapsed));
                });
                (self.defend(threats, &found), nodes.max(found.threat.nodes))
            }
        };
        let elapsed = self.control.elapsed();
        let answer = Answer {
            position: self.describe(),
            ended_by: reply.has_unknown().then(|| self.end(nodes)),
            reply,
            nodes,
            elapsed,
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
        let work = threats_name(threats);
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

    fn all(&self, threats: Threats, found: &[(Point, Verdict<Proof>)]) -> Reply {
        let mut first_moves: Vec<Move> =
            found.iter().map(|(point, v)| self.after(*point, threats, v)).collect();
        first_moves.retain(|m| m.finding.verdict != Verdict::NoWin);
        first_moves.sort_by_key(|m| {
            (
                m.finding.verdict != Verdict::Win(()),
                m.finding.plies.unwrap_or(usize::MAX),
                m.label.point,
            )
        });
        let verdict = first_moves.first().map_or(Verdict::NoWin, |m| m.finding.verdict);
        Reply::All { threats, verdict, first_moves }
    }

    fn defend(&self, threats: Threats, found: &Defences) -> Reply {
        let threat = self.finding(threats, &found.threat.verdict);
        let replies: Vec<Move> = found
            .moves
            .iter()
            .map(|(point, verdict)| self.after(*point, threats, verdict))
            .collect();
        let has = |outcome| replies.iter().any(|reply| reply.finding.verdict == outcome);
        let verdict = match threat.verdict {
            Verdict::NoWin => Prospect::NoThreat,
            Verdict::Win(()) if has(Verdict::NoWin) => Prospect::Holds,
            Verdict::Win(()) if !has(Verdict::Unknown) => Prospect::Lost,
            Verdict::Win(()) | Verdict::Unknown => Prospect::Unknown,
        };
        Reply::Defend { verdict, threat, replies }
    }

    fn after(&self, point: Point, threats: Threats, verdict: &Verdict<Proof>) -> Move {
        Move { label: self.label(point), finding: self.finding(threats, verdict) }
    }

    fn finding(&self, threats: Threats, verdict: &Verdict<Proof>) -> Finding {
        match verdict {
            Verdict::Win(win) => self.win(threats, win),
            Verdict::NoWin => Finding::new(threats, Verdict::NoWin),
            Verdict::Unknown => Finding::new(threats, Verdict::Unknown),
        }
    }

    fn win(&self, threats: Threats, win: &Proof) -> Finding {
        Finding {
            moves: Some(win.plies.div_ceil(2)),
            plies: Some(win.plies),
            line: win.line().into_iter().map(|point| self.label(point)).collect(),
            ..Finding::new(threats, Verdict::Win(()))
        }
    }

    fn label(&self, point: Point) -> Label {
        Label { point, name: point.label(self.position.size()) }
    }

    fn describe(&self) -> Description {
        let (board, size) = (self.position.board(), self.position.size());
        let labels = |cell| {
            let points = size.points().filter(|&point| board.cell(point) == cell);
            points.map(|point| point.label(size)).collect()
        };
        Description {
            width: size.width(),
            height: size.height(),
            rule: self.position.rule().name(),
            to_move: self.position.to_move().into(),
            black: labels(Cell::Black),
            white: labels(Cell::White),
            dead: labels(Cell::Wall),
            last: self.last.map(|point| self.label(point)),
        }
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
