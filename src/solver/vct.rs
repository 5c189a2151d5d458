//! Victory by continuous threats: fours, open threes, and quiet moves that threaten a win by fours.
//!
//! A depth-first proof-number search (df-pn: A. Nagai, "Df-pn algorithm for searching AND/OR trees
//! and its applications", 2002). At a node of the attacker a win by fours settles it; else the
//! threats are tried. At a node of the defender the attacker must have a win by fours if the
//! defender passes. That win is the test that keeps the tree thin: it comes with the set of points
//! that have a say in it, and any other answer that makes no four loses to the same moves
//! (relevance zone of a null move: T. Thomsen, "Lambda-search in game trees", 2000; I.-C. Wu and
//! P.-H. Lin, "Relevance-zone-oriented proof search for Connect6", 2010). Stones are never taken
//! off, so that no position repeats.

use std::time::Duration;

use crate::control::Control;
use crate::geometry::{Color, Point, PointSet};
use crate::pattern::Shape;
use crate::position::Position;
use crate::threat::{defence, fours, makes_three, may_have_four};

use super::open::OpenNodes;
use super::proof::Proof;
use super::table::{INFINITE, ProofNumbers, Table};
use super::vcf::{self, Start, Vcf};
use super::{Threats, Verdict};

/// Stones of a search for a win by fours when a position is first seen, at most; measured.
const LOOK_NODES: u64 = 60;
/// The same when a position is searched below; measured. Where it was too little to decide the
/// whole, the search begins again with [`EXPANSION_GROWTH`] times as much.
const EXPANSION_NODES: u64 = 20_000;
const EXPANSION_GROWTH: u64 = 8;

/// Initial proof number of an attacker's four; measured, like those below. Fours are cheap to
/// search, but most lead nowhere and can be played in any order.
const FOUR_PROOF: u32 = 3;
/// Initial proof number for each answer to an open three, in halves.
const ANSWER_PROOF: u32 = 1;
/// Initial proof number of a quiet move that threatens a win by fours.
const THREAT_PROOF: u32 = 5;
/// Initial proof number of a move of which it is not yet known whether it threatens one.
const DOUBTFUL_PROOF: u32 = 8;
/// Initial proof number of the quiet moves of a node together.
const QUIET_PROOF: u32 = 6;
/// A child is searched until its number exceeds that of the next by a part of one in this many:
/// fewer returns to the parent (J. Pawlewicz and L. Lew, "Improving depth-first PN-search: 1 +
/// epsilon trick", 2006).
const EPSILON_DIVISOR: u32 = 2;

/// Keys of what is asked about a position: who attacks, by which threats.
const SALTS: [[u64; 2]; 2] =
    [[0x8f1b_bcdc_ca62_c1d6, 0], [0x5a82_7999_6ed9_eba1, 0x9e37_79b9_7f4a_7c15]];

/// Stones between two reports of progress.
const REPORT_INTERVAL: u64 = 2_048;

/// Stones of the searches for wins by fours for each other stone, at most, if nothing else is said.
/// On average there are some ten.
pub const INNER_NODES_PER_NODE: u64 = 100;

/// The bounds of one search. The last search for a win by fours may pass them by
/// [`vcf::OVERSHOOT`] stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Stones put on the board, at most, those of the proof included. Those of the searches for
    /// wins by fours count only if the attacker may use nothing else.
    pub nodes: u64,
    /// Stones put on the board in the searches for wins by fours, at most.
    pub inner_nodes: u64,
    /// Plies from the root, at most; the win by fours at the end is not counted.
    pub plies: usize,
    /// Reading of the control's clock at which to end, if that comes before the control's own
    /// limit.
    pub until: Option<Duration>,
    /// What the attacker may use. With fours alone it differs from [`vcf`] in that a five of the
    /// defender may be stopped by a move that is no four, as long as a threat remains.
    pub threats: Threats,
    /// Attacking moves in the proof, at most: a larger one is given up while it is made. A move
    /// takes about a hundred bytes.
    pub proof_moves: usize,
}

impl Bounds {
    /// All threats, as deep as the board, with so many stones at most, and
    /// [`INNER_NODES_PER_NODE`] times as many in the searches for wins by fours.
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes,
            inner_nodes: nodes.saturating_mul(INNER_NODES_PER_NODE),
            plies: usize::MAX,
            until: None,
            threats: Threats::FoursAndThrees,
            proof_moves: usize::MAX,
        }
    }
}

/// A win that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// The first move of the win, if the attacker is to move.
    pub first: Option<Point>,
    /// The last stone of the win is placed this many plies from now at the latest, against the
    /// answers that were looked at.
    pub plies: usize,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Stones put on the board so far.
    pub nodes: u64,
    /// Least number of open positions that have to be won to prove the win.
    pub proof: u32,
    /// Least number of open positions that have to be refuted to disprove it.
    pub disproof: u32,
    /// Time since the control was made.
    pub elapsed: Duration,
}

/// The solver and its memory.
pub struct Vct {
    table: Table,
    open: OpenNodes,
    vcf: Vcf,
    nodes: u64,
    inner_nodes: u64,
    /// How often the last search was repeated as a whole.
    #[cfg(test)]
    pub(super) repeats: u32,
}

impl Vct {
    /// A solver whose tables grow with the work, up to some `bytes` together.
    pub fn new(bytes: usize) -> Self {
        Self {
            table: Table::new(bytes / 8 * 6),
            open: OpenNodes::new(bytes / 8),
            vcf: Vcf::new(bytes / 8),
            nodes: 0,
            inner_nodes: 0,
            #[cfg(test)]
            repeats: 0,
        }
    }

    /// Forgets all positions; for a new game or another rule.
    pub fn clear(&mut self) {
        self.forget_threats();
        self.vcf.clear();
    }

    /// Forgets all but the refuted wins by fours.
    fn forget_threats(&mut self) {
        self.table.clear();
        self.open.clear();
    }

    /// Stones put down by the last call. Those of the searches for wins by fours count only if the
    /// attacker could use nothing else.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Stones put down by the last call in its searches for wins by fours.
    pub(crate) fn inner_nodes(&self) -> u64 {
        self.inner_nodes
    }

    /// Looks for a win by threats of `attacker`, who need not be the side to move.
    pub fn solve(
        &mut self,
        position: &Position,
        attacker: Color,
        bounds: Bounds,
        control: &Control,
        report: &mut dyn FnMut(&Progress),
    ) -> Verdict<Win> {
        let mut search = Search::new(self, position, attacker, bounds, control, report);
        let verdict = search.run();
        self.nodes = search.nodes;
        verdict
    }

    /// Looks for a win of the opponent of the side to move, who has just played `first`; it comes
    /// with its proof, `first` included.
    pub(super) fn prove_after(
        &mut self,
        position: &Position,
        first: Point,
        bounds: Bounds,
        control: &Control,
    ) -> Verdict<Proof> {
        let (attacker, mut report) = (!position.to_move(), |_: &Progress| {});
        let mut search = Search::new(self, position, attacker, bounds, control, &mut report);
        let verdict = match search.run() {
            Verdict::Win(_) => search.defence_proof(first).map_or(Verdict::Unknown, Verdict::Win),
            Verdict::NoWin => Verdict::NoWin,
            Verdict::Unknown => Verdict::Unknown,
        };
        self.nodes = search.nodes;
        verdict
    }

    /// Looks for a win of the side to move; it comes with its proof.
    pub fn prove(
        &mut self,
        position: &Position,
        bounds: Bounds,
        control: &Control,
        report: &mut dyn FnMut(&Progress),
    ) -> Verdict<Proof> {
        let attacker = position.to_move();
        let mut search = Search::new(self, position, attacker, bounds, control, report);
        let verdict = match search.run() {
            Verdict::Win(_) => search.attack_proof().map_or(Verdict::Unknown, Verdict::Win),
            Verdict::NoWin => Verdict::NoWin,
            Verdict::Unknown => Verdict::Unknown,
        };
        self.nodes = search.nodes;
        if let Verdict::Win(proof) = &verdict {
            proof.debug_check(position);
        }
        verdict
    }
}

/// A move below a node and what is known of the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    /// `None` stands for the quiet moves that have not been looked at yet, or for an answer that is
    /// not known.
    point: Option<Point>,
    entry: ProofNumbers,
}

impl Child {
    /// What a search that is ended has not looked at.
    const OPEN: Self = Self { point: None, entry: ProofNumbers::new(1, 1) };
}

/// One search under way.
struct Search<'a> {
    vct: &'a mut Vct,
    control: &'a Control,
    report: &'a mut dyn FnMut(&Progress),
    position: Position,
    attacker: Color,
    /// Tells positions where another side attacks, or with other threats.
    salt: u64,
    bounds: Bounds,
    nodes: u64,
    /// [`Control::revision`] at the beginning.
    revision: u32,
    stopped: bool,
    /// Whether every refutation so far was one, rather than the end of a budget.
    is_complete: bool,
    /// Whether the limit of plies ended a line.
    is_cut_off: bool,
    /// Stones of a search for a win by fours where a position is searched below.
    expansion_nodes: u64,
    /// The numbers of the root.
    root: ProofNumbers,
    next_report: u64,
}

impl<'a> Search<'a> {
    fn new(
        vct: &'a mut Vct,
        position: &Position,
        attacker: Color,
        bounds: Bounds,
        control: &'a Control,
        report: &'a mut dyn FnMut(&Progress),
    ) -> Self {
        vct.inner_nodes = 0;
        #[cfg(test)]
        {
            vct.repeats = 0;
        }
        Self {
            vct,
            control,
            report,
            position: position.clone(),
            attacker,
            salt: SALTS[attacker.index()][bounds.threats as usize],
            bounds,
            nodes: 0,
            revision: control.revision(),
            stopped: false,
            is_complete: true,
            is_cut_off: false,
            expansion_nodes: EXPANSION_NODES,
            root: ProofNumbers::new(1, 1),
            next_report: REPORT_INTERVAL,
        }
    }

    fn run(&mut self) -> Verdict<Win> {
        let is_attack = self.position.to_move() == self.attacker;
        let mut entry = self.look_at(is_attack);
        while !entry.is_settled() {
            entry = self.deepen(is_attack, 0, INFINITE, INFINITE);
            let is_open = entry.disproof == 0 && !self.is_complete && !self.is_cut_off;
            if !is_open || self.is_spent() || self.expansion() == u64::MAX {
                break;
            }
            // Nothing was found, but some threats were left open for want of nodes.
            #[cfg(test)]
            {
                self.vct.repeats += 1;
            }
            self.vct.forget_threats();
            self.is_complete = true;
            self.expansion_nodes = self.expansion_nodes.saturating_mul(EXPANSION_GROWTH);
            entry = ProofNumbers::new(1, 1);
        }
        let verdict = match entry.proof {
            0 => Verdict::Win(Win { first: entry.best(), plies: entry.plies as usize }),
            _ if entry.disproof == 0 && self.is_complete && !self.stopped => Verdict::NoWin,
            _ => Verdict::Unknown,
        };
        if !self.is_complete {
            // Some refutations are none.
            self.vct.forget_threats();
        }
        verdict
    }

    fn key(&self) -> u64 {
        self.position.key() ^ self.salt
    }

    /// Stones of a search for a win by fours where a position is searched below.
    fn expansion(&self) -> u64 {
        match self.bounds.threats {
            // There is nothing else to search.
            Threats::Fours => u64::MAX,
            Threats::FoursAndThrees => self.expansion_nodes,
        }
    }

    /// Stones that are left to the searches for wins by fours.
    fn inner_left(&self) -> u64 {
        let left = self.bounds.inner_nodes.saturating_sub(self.vct.inner_nodes);
        match self.bounds.threats {
            Threats::Fours => left.min(self.bounds.nodes.saturating_sub(self.nodes)),
            Threats::FoursAndThrees => left,
        }
    }

    /// Asks the solver of wins by fours a question, which may cost so many stones, but no more than
    /// are left.
    fn ask_vcf<W>(
        &mut self,
        nodes: u64,
        question: impl FnOnce(&mut Vcf, &Position, vcf::Bounds, &Control) -> Verdict<W>,
    ) -> Verdict<W> {
        let nodes = nodes.min(self.inner_left());
        if nodes == 0 {
            return Verdict::Unknown;
        }
        let bounds = vcf::Bounds { until: self.bounds.until, ..vcf::Bounds::nodes(nodes) };
        let verdict = question(&mut self.vct.vcf, &self.position, bounds, self.control);
        let spent = self.vct.vcf.nodes();
        self.vct.inner_nodes += spent;
        if self.bounds.threats == Threats::Fours {
            self.nodes += spent;
        }
        verdict
    }

    /// A win by fours of the side to move, unless it costs too much.
    fn win_by_fours(&mut self, nodes: u64) -> Verdict<Start> {
        if !may_have_four(&self.position, self.position.to_move()) {
            return Verdict::NoWin;
        }
        self.ask_vcf(nodes, Vcf::solve)
    }

    /// What can be said of the position without trying moves of its own.
    fn look_at(&mut self, is_attack: bool) -> ProofNumbers {
        if is_attack { self.look_at_attack() } else { self.look_at_defence() }
    }

    fn look_at_attack(&mut self) -> ProofNumbers {
        let us = self.attacker;
        if let Some(first) = self.position.points(us, Shape::Five).first() {
            return won(1, first);
        }
        if self.position.count(!us, Shape::Five) > 0 {
            if defence::answers_to_five(&self.position).is_empty() {
                return ProofNumbers::REFUTED;
            }
        } else if let Some(first) = self.position.points(us, Shape::OpenFour).first() {
            return won(3, first);
        }
        match self.win_by_fours(LOOK_NODES) {
            Verdict::Win(start) => won(start.plies, start.first),
            Verdict::NoWin if self.is_over() => ProofNumbers::REFUTED,
            Verdict::NoWin | Verdict::Unknown => ProofNumbers::new(1, 1),
        }
    }

    fn look_at_defence(&mut self) -> ProofNumbers {
        let us = self.attacker;
        if self.position.count(!us, Shape::Five) > 0 {
            return ProofNumbers::REFUTED;
        }
        if self.position.count(us, Shape::Five) > 0 {
            let answers = defence::answers_to_five(&self.position).len();
            return match answers {
                0 => ProofNumbers::won(2),
                _ => ProofNumbers::new(FOUR_PROOF * answers as u32, 1),
            };
        }
        let proof = if self.position.count(us, Shape::OpenFour) > 0 {
            let answers = defence::answers_to_open_four(&self.position).len();
            (ANSWER_PROOF * answers as u32 / 2).max(1)
        } else {
            self.position.pass();
            let threat = self.win_by_fours(LOOK_NODES);
            self.position.pass();
            match threat {
                Verdict::Win(_) => THREAT_PROOF,
                Verdict::NoWin => return ProofNumbers::REFUTED,
                Verdict::Unknown => DOUBTFUL_PROOF,
            }
        };
        // Fours come before threes.
        if self.win_by_fours(LOOK_NODES).is_win() {
            return ProofNumbers::REFUTED;
        }
        ProofNumbers::new(proof, 1)
    }

    /// Whether the attacker, who has no win by fours, has nothing else.
    fn is_over(&self) -> bool {
        self.bounds.threats == Threats::Fours
            && self.position.count(!self.attacker, Shape::Five) == 0
    }

    /// The moves of the attacker: all that stop a five of the defender, or the threats.
    fn attacks(&self) -> PointSet {
        let us = self.attacker;
        if self.position.count(!us, Shape::Five) > 0 {
            return defence::answers_to_five(&self.position);
        }
        let mut attacks = fours(&self.position);
        let shapes = [Shape::Three, Shape::ThreePlus, Shape::DoubleThree, Shape::Foul];
        for point in shapes.iter().flat_map(|&shape| self.position.points(us, shape)) {
            if makes_three(&self.position, us, point) && !self.position.is_forbidden(point) {
                attacks.insert(point);
            }
        }
        if self.position.count(!us, Shape::OpenFour) > 0 {
            // A three that leaves the defender an open four comes too late.
            attacks = attacks.intersection(&defence::answers_to_open_four(&self.position));
        }
        attacks
    }

    /// Moves that make no three and may still threaten a win by fours.
    fn quiet_moves(&self) -> Vec<Point> {
        let us = self.attacker;
        if self.position.count(!us, Shape::Five) > 0 {
            return Vec::new();
        }
        let stops = (self.position.count(!us, Shape::OpenFour) > 0)
            .then(|| defence::answers_to_open_four(&self.position));
        self.position
            .candidates()
            .iter()
            .filter(|&point| {
                (Shape::Two..Shape::Three).contains(&self.position.shape(us, point))
                    && stops.is_none_or(|stops| stops.contains(point))
            })
            .collect()
    }

    /// The answers of the defender that may hold if the attacker threatens to win: all others lose
    /// to the threat.
    fn defences(&mut self) -> Verdict<PointSet> {
        let us = self.attacker;
        if self.position.count(us, Shape::Five) > 0 {
            return Verdict::Win(defence::answers_to_five(&self.position));
        }
        let threat = if self.position.count(us, Shape::OpenFour) > 0 {
            Verdict::Win(defence::answers_to_open_four(&self.position))
        } else {
            self.threat_zone().map(|zone| zone.union(&fours(&self.position)))
        };
        threat.map(|answers| self.legal(&answers))
    }

    /// The points that have a say in the attacker's win by fours after a pass.
    fn threat_zone(&mut self) -> Verdict<PointSet> {
        self.position.pass();
        let verdict = self.ask_vcf(self.expansion(), Vcf::solve_with_zone);
        self.position.pass();
        verdict
    }

    /// The empty points among these that the side to move may play on.
    fn legal(&self, points: &PointSet) -> PointSet {
        let is_legal = |&point: &Point| {
            self.position.board().is_empty(point) && !self.position.is_forbidden(point)
        };
        points.iter().filter(is_legal).collect()
    }

    /// What is known of the position after `point`.
    fn child(&mut self, point: Point) -> Child {
        self.nodes += 1;
        let key = self.position.key_after(point) ^ self.salt;
        let entry = self.vct.table.probe(key).unwrap_or_else(|| {
            self.position.play(point);
            let entry = self.look_at(self.position.to_move() == self.attacker);
            self.position.undo();
            self.vct.table.store(key, entry);
            entry
        });
        Child { point: Some(point), entry }
    }

    /// The moves of a node that was left open before, with what is known of them by now.
    fn known_children(&mut self, key: u64) -> Option<Vec<Child>> {
        let mut children = self.vct.open.take(key)?;
        for child in &mut children {
            if let Some(point) = child.point {
                // A look at the limit follows only when all are known.
                self.nodes += u64::from(self.nodes < self.bounds.nodes);
                let key = self.position.key_after(point) ^ self.salt;
                child.entry = self.vct.table.probe(key).unwrap_or(child.entry);
            }
        }
        Some(children)
    }

    /// Searches below the position until its numbers reach the limits.
    fn deepen(&mut self, is_attack: bool, ply: usize, proof: u32, disproof: u32) -> ProofNumbers {
        let begun = self.nodes;
        let key = self.key();
        let mut is_wide = self.vct.table.probe(key).is_some_and(|entry| entry.is_wide);
        let known = if ply < self.bounds.plies { self.known_children(key) } else { None };
        let mut children = known.unwrap_or_else(|| self.children(is_attack, ply, is_wide));
        let mut entry = loop {
            let entry = sum_up(&children, is_attack);
            if ply == 0 {
                self.root = entry;
            }
            if entry.is_settled()
                || entry.proof >= proof
                || entry.disproof >= disproof
                || self.is_spent()
            {
                break entry;
            }
            let (best, second) = select(&children, is_attack);
            let Child { point, entry: child } = children[best];
            let Some(point) = point else {
                // The quiet moves are due.
                is_wide = true;
                children.swap_remove(best);
                for point in self.quiet_moves() {
                    if self.is_spent() {
                        children.push(Child::OPEN);
                        break;
                    }
                    let child = self.child(point);
                    children.push(child);
                }
                continue;
            };
            let widened = second.saturating_add(1 + second / EPSILON_DIVISOR);
            let (proof, disproof) = if is_attack {
                (proof.min(widened), rest(disproof, entry.disproof, child.disproof))
            } else {
                (rest(proof, entry.proof, child.proof), disproof.min(widened))
            };
            self.position.play(point);
            children[best].entry = self.deepen(!is_attack, ply + 1, proof, disproof);
            self.position.undo();
        };
        entry.is_wide = is_wide;
        entry.set_effort(self.nodes - begun);
        // What is left of a search that was stopped is no refutation.
        if !self.stopped || entry.proof == 0 {
            self.vct.table.store(key, entry);
        }
        if !self.stopped && !entry.is_settled() {
            self.vct.open.insert(key, children);
        }
        entry
    }

    /// The moves of a node with what is known of them; only the decisive one if there is one.
    fn children(&mut self, is_attack: bool, ply: usize, is_wide: bool) -> Vec<Child> {
        let refuted = Child { point: None, entry: ProofNumbers::REFUTED };
        if ply >= self.bounds.plies {
            self.is_complete = false;
            self.is_cut_off = true;
            return vec![refuted];
        }
        let moves = if is_attack {
            if !is_wide {
                let verdict = self.win_by_fours(self.expansion());
                if let Verdict::Win(start) = verdict {
                    let entry = ProofNumbers::won(start.plies - 1);
                    return vec![Child { point: Some(start.first), entry }];
                }
                if self.is_over() {
                    if verdict == Verdict::Unknown {
                        return vec![self.give_up()];
                    }
                    return vec![refuted];
                }
            }
            self.attacks()
        } else {
            match self.defences() {
                Verdict::Win(defences) => defences,
                // A move that threatens nothing.
                Verdict::NoWin => return vec![refuted],
                Verdict::Unknown => return vec![self.give_up()],
            }
        };
        let mover = self.position.to_move();
        let mut points: Vec<Point> = moves.iter().collect();
        points.sort_by_key(|&point| std::cmp::Reverse(self.position.shape(mover, point)));
        if is_wide {
            points.extend(self.quiet_moves());
        }
        let mut children = Vec::with_capacity(points.len() + 1);
        for point in points {
            if self.is_spent() {
                children.push(Child::OPEN);
                return children;
            }
            let child = self.child(point);
            let number = if is_attack { child.entry.proof } else { child.entry.disproof };
            if number == 0 {
                return vec![child];
            }
            children.push(child);
        }
        if is_attack && !is_wide && self.bounds.threats == Threats::FoursAndThrees {
            children.push(Child { point: None, entry: ProofNumbers::new(QUIET_PROOF, 1) });
        }
        children
    }

    /// Stands for the moves of a node whose search for a win by fours was not decided. Such a node
    /// is left out for now, unless the whole search is over.
    fn give_up(&mut self) -> Child {
        if self.is_spent() {
            return Child::OPEN;
        }
        self.is_complete = false;
        Child { point: None, entry: ProofNumbers::REFUTED }
    }

    fn is_spent(&mut self) -> bool {
        self.stopped |= self.nodes >= self.bounds.nodes
            || self.inner_left() == 0
            || self.control.must_stop(0)
            || self.control.revision() != self.revision
            || self.bounds.until.is_some_and(|until| self.control.elapsed() >= until);
        if self.nodes >= self.next_report {
            self.next_report = self.nodes + REPORT_INTERVAL;
            (self.report)(&Progress {
                nodes: self.nodes,
                proof: self.root.proof,
                disproof: self.root.disproof,
                elapsed: self.control.elapsed(),
            });
        }
        self.stopped
    }

    /// Takes so many moves of a proof off the bound. `None` if there are not so many left.
    fn charge(&mut self, moves: usize) -> Option<()> {
        self.bounds.proof_moves = self.bounds.proof_moves.checked_sub(moves)?;
        Some(())
    }

    /// The proof of a win that [`Search::run`] has found; what the table has lost of it is searched
    /// again. `None` if the search is ended before, or the proof is too large.
    fn attack_proof(&mut self) -> Option<Proof> {
        if let Verdict::Win(proof) = self.ask_vcf(self.expansion(), Vcf::prove) {
            self.charge(proof.size())?;
            return Some(proof);
        }
        let known = self.vct.table.probe(self.key()).filter(|entry| entry.proof == 0);
        let entry = known.unwrap_or_else(|| self.deepen(true, 0, INFINITE, INFINITE));
        let point = entry.best().filter(|_| entry.proof == 0)?;
        if self.is_spent() {
            return None;
        }
        self.nodes += 1;
        self.position.play(point);
        let proof = self.defence_proof(point);
        self.position.undo();
        proof
    }

    /// The same after the attacker's `point`.
    fn defence_proof(&mut self, point: Point) -> Option<Proof> {
        self.charge(1)?;
        let us = self.attacker;
        let is_forced = self.position.count(us, Shape::Five) > 0;
        let mut answers = self.defences().win()?;
        let mut otherwise = None;
        if !is_forced {
            // The answers above may be few because there are several threats. One of them is proven
            // here, and what touches it needs an answer of its own.
            let zone = self.threat_zone().win()?;
            answers = answers.union(&self.legal(&zone));
            self.position.pass();
            let threat = self.ask_vcf(self.expansion(), Vcf::prove);
            self.position.pass();
            let threat = threat.win()?;
            self.charge(threat.size())?;
            otherwise = Some(threat);
        }
        let mut proofs = Vec::with_capacity(answers.len());
        for answer in &answers {
            if self.is_spent() {
                return None;
            }
            self.nodes += 1;
            self.position.play(answer);
            let proof = self.attack_proof();
            self.position.undo();
            proofs.push((answer, proof?));
        }
        Some(match otherwise {
            None => Proof::forced(point, proofs),
            Some(threat) => Proof::threat(point, proofs, threat),
        })
    }
}

fn won(plies: usize, first: Point) -> ProofNumbers {
    let mut entry = ProofNumbers::won(plies);
    entry.set_best(first);
    entry
}

/// The limit of one child of a sum, the others staying as they are.
fn rest(limit: u32, sum: u32, part: u32) -> u32 {
    if limit >= INFINITE { INFINITE } else { limit - sum + part }
}

/// The numbers of a node from those of its children.
fn sum_up(children: &[Child], is_attack: bool) -> ProofNumbers {
    let entries = || children.iter().map(|child| child.entry);
    let sum = |number: fn(ProofNumbers) -> u32| {
        entries().fold(0_u32, |sum, entry| sum.saturating_add(number(entry))).min(INFINITE)
    };
    let least = |number: fn(ProofNumbers) -> u32| entries().map(number).min().unwrap_or(INFINITE);
    if is_attack {
        let wins = children.iter().filter(|child| child.entry.proof == 0);
        if let Some(best) = wins.min_by_key(|child| child.entry.plies)
            && let Some(point) = best.point
        {
            return won(best.entry.plies as usize + 1, point);
        }
        ProofNumbers::new(least(|entry| entry.proof), sum(|entry| entry.disproof))
    } else if let Some(longest) = children.iter().max_by_key(|child| child.entry.plies)
        && children.iter().all(|child| child.entry.proof == 0)
    {
        ProofNumbers::won(longest.entry.plies as usize + 1)
    } else if children.is_empty() {
        // Every answer loses to the five or to the threat at once.
        ProofNumbers::won(2)
    } else {
        ProofNumbers::new(sum(|entry| entry.proof), least(|entry| entry.disproof))
    }
}

/// The child to search next, and the number that its neighbours leave it to reach.
fn select(children: &[Child], is_attack: bool) -> (usize, u32) {
    let number = |child: &Child| if is_attack { child.entry.proof } else { child.entry.disproof };
    let mut best = 0;
    let mut second = INFINITE;
    for (index, child) in children.iter().enumerate().skip(1) {
        if number(child) < number(&children[best]) {
            second = number(&children[best]);
            best = index;
        } else {
            second = second.min(number(child));
        }
    }
    (best, second)
}
