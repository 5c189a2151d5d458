//! Victory by continuous threats (VCT): fours, open threes, and quiet moves that threaten a win by
//! fours.
//!
//! The search is a depth-first proof-number search (df-pn: A. Nagai, "Df-pn algorithm for
//! searching AND/OR trees and its applications", 2002). At a node of the attacker, a win by fours
//! settles the node; otherwise the threats are tried. At a node of the defender, the attacker must
//! have a win by fours if the defender passes. This test keeps the tree thin. The win comes with
//! its relevance zone, the set of points that influence it. An answer outside the zone that makes
//! no four loses to the same moves (relevance zone of a null move: T. Thomsen, "Lambda-search in
//! game trees", 2000; I.-C. Wu and P.-H. Lin, "Relevance-zone-oriented proof search for Connect6",
//! 2010). Moves only add stones, so no position repeats within a line.
//!
//! If a win can be short, searches for wins with few slow moves come first; see `vct/short.rs`.
//!
//! The search counts nodes: every move that is looked at is a node, whether its stone is put on the
//! board or its position is only looked up in the table by its key. If the search comes back to a
//! node, the moves of the node count again.

use std::time::Duration;

use crate::control::Control;
use crate::geometry::{Color, Point, PointSet};
use crate::pattern::Shape;
use crate::position::Position;
use crate::threat::{defence, fours, makes_three, may_have_four};

mod short;

use super::open::{Child, OpenNodes};
use super::params::{
    ANSWER_PROOF, DOUBTFUL_PROOF, EPSILON_DIVISOR, EXPANSION_GROWTH, EXPANSION_NODES, LOOK_NODES,
    QUIET_PROOF, SHORT_EXPANSION_NODES, THREAT_PROOF,
};
use super::proof::Proof;
use super::table::{INFINITE, ProofNumbers, Table};
use super::vcf::{self, Start, Vcf};
use super::verdict::{Threats, Verdict};

/// Salts of the keys, by attacker and [`Threats`]: the same position has one entry per question.
const SALTS: [[u64; 2]; 2] =
    [[0x8f1b_bcdc_ca62_c1d6, 0], [0x5a82_7999_6ed9_eba1, 0x9e37_79b9_7f4a_7c15]];

/// Nodes between two reports of progress.
const REPORT_INTERVAL: u64 = 2_048;

/// Default limit of the nodes of the inner searches for wins by fours, per node of the search by
/// threats. The average is about ten.
pub const INNER_NODES_PER_NODE: u64 = 100;

/// The limits of one search for a win by threats.
///
/// The last inner search for a win by fours may pass the node limits by [`vcf::OVERSHOOT`] nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Maximum number of nodes: stones put on the board, and positions that are only looked up in a
    /// table by their key.
    ///
    /// The nodes that it takes to build the proof are included. Nodes of the inner searches for
    /// wins by fours count only if the attacker may use fours alone.
    pub nodes: u64,
    /// Maximum number of nodes of all inner searches for wins by fours together: stones put on the
    /// board, and positions that are only looked up in a table by their key.
    pub inner_nodes: u64,
    /// Maximum number of plies from the root, without the win by fours at the end of a line.
    pub plies: usize,
    /// The time on the control's clock at which the search ends, if that is earlier than the
    /// control's own limit.
    pub until: Option<Duration>,
    /// The threats that the attacker may use. [`Threats::Fours`] differs from [`vcf`] in one point:
    /// a move that stops a five of the defender need not make a four, as long as a threat remains.
    pub threats: Threats,
    /// Maximum number of the attacker's moves in the proof. A proof that grows larger is given up.
    /// A move takes about a hundred bytes.
    pub proof_moves: usize,
    /// Whether to look first for wins with few slow moves: threes and quiet threats. This finds
    /// short wins sooner and makes lines shorter, but takes more nodes if there is no such win.
    /// Searches by fours alone and those with a limit of plies do not do it.
    pub short_first: bool,
}

impl Bounds {
    /// At most `nodes` nodes, and [`INNER_NODES_PER_NODE`] times as many in the inner searches for
    /// wins by fours. All threats are allowed, and there is no other limit.
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes,
            inner_nodes: nodes.saturating_mul(INNER_NODES_PER_NODE),
            plies: usize::MAX,
            until: None,
            threats: Threats::FoursAndThrees,
            proof_moves: usize::MAX,
            short_first: true,
        }
    }
}

/// A win by threats, without its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// The first move of the win; `None` if the defender is to move.
    pub first: Option<Point>,
    /// The maximum length of the win in plies, up to its last stone, against the answers that were
    /// searched.
    pub plies: usize,
}

/// Progress of a search for a win by threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Nodes searched so far, in the unit of [`Bounds::nodes`].
    pub nodes: u64,
    /// Proof number of the root: an estimate of the least number of open positions that must be won
    /// to prove the win.
    pub proof: u32,
    /// Disproof number of the root: an estimate of the least number of open positions that must be
    /// refuted to disprove the win.
    pub disproof: u32,
    /// Time since the control was created.
    pub elapsed: Duration,
}

/// The solver and its tables.
pub struct Vct {
    table: Table,
    open: OpenNodes,
    vcf: Vcf,
    /// Nodes of the last call.
    nodes: u64,
    /// Nodes of the last call in its inner searches for wins by fours.
    inner_nodes: u64,
    /// How many times the last search was repeated with a higher node limit.
    #[cfg(test)]
    pub(super) repeats: u32,
}

impl Vct {
    /// Creates a solver whose tables grow with the work, up to about `bytes` together.
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

    /// Forgets all positions. Needed for a new game or another rule.
    pub fn clear(&mut self) {
        self.forget_threats();
        self.vcf.clear();
    }

    /// Forgets everything except the refuted wins by fours.
    fn forget_threats(&mut self) {
        self.table.clear();
        self.open.clear();
    }

    /// Nodes of the last call: stones put on the board, and positions that were only looked up in a
    /// table by their key.
    ///
    /// Nodes of the inner searches for wins by fours count only if the attacker could use fours
    /// alone.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes of the last call in its inner searches for wins by fours: stones put on the board, and
    /// positions that were only looked up in a table by their key.
    pub(crate) fn inner_nodes(&self) -> u64 {
        self.inner_nodes
    }

    /// Looks for a win by threats of `attacker`, who need not be the side to move. Calls `report`
    /// from time to time.
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
        self.nodes = search.end();
        verdict
    }

    /// Looks for a win of the opponent of the side to move, who has just played `first`. Returns
    /// its proof, which begins with `first`.
    pub(super) fn prove_after(
        &mut self,
        position: &Position,
        first: Point,
        bounds: Bounds,
        control: &Control,
    ) -> Verdict<Proof> {
        let (attacker, mut report) = (!position.to_move(), |_: &Progress| {});
        let mut search = Search::new(self, position, attacker, bounds, control, &mut report);
        let found = search.run();
        let verdict = search.proven(found, |search| search.defence_proof(first));
        self.nodes = search.end();
        verdict
    }

    /// Looks for a win by threats of the side to move, and returns its proof. Calls `report` from
    /// time to time.
    pub fn prove(
        &mut self,
        position: &Position,
        bounds: Bounds,
        control: &Control,
        report: &mut dyn FnMut(&Progress),
    ) -> Verdict<Proof> {
        let attacker = position.to_move();
        let mut search = Search::new(self, position, attacker, bounds, control, report);
        let found = search.run();
        let verdict = search.proven(found, Search::attack_proof);
        self.nodes = search.end();
        if let Verdict::Win(proof) = &verdict {
            proof.debug_check(position);
        }
        verdict
    }
}

/// The state of one running search.
struct Search<'a> {
    vct: &'a mut Vct,
    control: &'a Control,
    report: &'a mut dyn FnMut(&Progress),
    /// The position at the current node.
    position: Position,
    attacker: Color,
    /// XORed into keys, to separate questions about other attackers or threats; see [`SALTS`].
    salt: u64,
    bounds: Bounds,
    /// Nodes so far.
    nodes: u64,
    /// [`Control::revision`] at the beginning.
    revision: u32,
    /// Whether a limit or a stop has ended the search.
    stopped: bool,
    /// Whether every refutation so far is genuine. A node that was given up, or cut off by the
    /// limit of plies, counts as refuted but makes this false.
    is_complete: bool,
    /// Whether the limit of plies has cut off a line.
    is_cut_off: bool,
    /// Node limit of a search for a win by fours at a node that is expanded.
    expansion_nodes: u64,
    /// Number of slow moves that the attacker may still play; `None` if there is no limit.
    slow_left: Option<u8>,
    /// Node count at which the search is interrupted. Unlike a stop, this leaves all numbers valid.
    pause: u64,
    /// The numbers of the root.
    root: ProofNumbers,
    /// Node count at which the next report is due.
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
            slow_left: None,
            pause: u64::MAX,
            root: ProofNumbers::new(1, 1),
            next_report: REPORT_INTERVAL,
        }
    }

    /// Searches the root, and repeats the search if too little was known of some threats.
    fn run(&mut self) -> Verdict<Win> {
        let is_attack = self.position.to_move() == self.attacker;
        let mut entry = self.look_at(is_attack);
        if !entry.is_settled() && self.can_begin_short() {
            entry = self.search_short(is_attack);
        }
        while entry.proof != 0 {
            if !entry.is_settled() {
                entry = self.deepen(is_attack, 0, INFINITE, INFINITE);
            }
            let is_open = entry.disproof == 0 && !self.is_complete && !self.is_cut_off;
            if !is_open || self.is_spent() || self.expansion() == u64::MAX {
                break;
            }
            // No win was found, but the searches for wins by fours left some threats undecided.
            #[cfg(test)]
            {
                self.vct.repeats += 1;
            }
            self.vct.forget_threats();
            self.is_complete = true;
            self.expansion_nodes = self.expansion_nodes.saturating_mul(EXPANSION_GROWTH);
            entry = ProofNumbers::new(1, 1);
        }
        match entry.proof {
            0 => Verdict::Win(Win { first: entry.best(), plies: entry.plies as usize }),
            _ if entry.disproof == 0 && self.is_complete && !self.stopped => Verdict::NoWin,
            _ => Verdict::Unknown,
        }
    }

    /// Turns a win that [`Search::run`] has found into its proof, which `build` does.
    fn proven(
        &mut self,
        verdict: Verdict<Win>,
        build: impl Fn(&mut Self) -> Option<Proof>,
    ) -> Verdict<Proof> {
        match verdict {
            Verdict::Win(_) => {}
            Verdict::NoWin => return Verdict::NoWin,
            Verdict::Unknown => return Verdict::Unknown,
        }
        let proof_moves = self.bounds.proof_moves;
        let mut proof = build(self);
        if proof.is_none() && !self.is_complete && !self.is_spent() {
            // A refutation that is not genuine may hide what the table has lost.
            self.vct.forget_threats();
            self.bounds.proof_moves = proof_moves;
            proof = build(self);
        }
        proof.map_or(Verdict::Unknown, Verdict::Win)
    }

    /// Ends the search. Returns its nodes.
    fn end(self) -> u64 {
        if !self.is_complete {
            // Not all refutations in the table are genuine.
            self.vct.forget_threats();
        }
        self.nodes
    }

    /// The key of the current position and question.
    fn key(&self) -> u64 {
        self.position.key() ^ self.salt_with(self.slow_left)
    }

    /// Node limit of a search for a win by fours at a node that is expanded.
    fn expansion(&self) -> u64 {
        match self.bounds.threats {
            // There is nothing else to search, so only the limits of the whole search apply.
            Threats::Fours => u64::MAX,
            Threats::FoursAndThrees if self.slow_left.is_some() => SHORT_EXPANSION_NODES,
            Threats::FoursAndThrees => self.expansion_nodes,
        }
    }

    /// Nodes that are left for the inner searches for wins by fours.
    fn inner_left(&self) -> u64 {
        let left = self.bounds.inner_nodes.saturating_sub(self.vct.inner_nodes);
        match self.bounds.threats {
            Threats::Fours => left.min(self.bounds.nodes.saturating_sub(self.nodes)),
            Threats::FoursAndThrees => left,
        }
    }

    /// Asks the solver of wins by fours a question that may take at most `nodes` nodes, and no more
    /// than are left. Counts what it takes.
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

    /// Looks for a win by fours of the side to move with at most `nodes` nodes.
    fn win_by_fours(&mut self, nodes: u64) -> Verdict<Start> {
        if !may_have_four(&self.position, self.position.to_move()) {
            return Verdict::NoWin;
        }
        self.ask_vcf(nodes, Vcf::solve)
    }

    /// Evaluates a new position without trying its moves.
    fn look_at(&mut self, is_attack: bool) -> ProofNumbers {
        if is_attack { self.look_at_attack() } else { self.look_at_defence() }
    }

    /// Evaluates a position with the attacker to move.
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

    /// Evaluates a position with the defender to move.
    fn look_at_defence(&mut self) -> ProofNumbers {
        let us = self.attacker;
        if self.position.count(!us, Shape::Five) > 0 {
            return ProofNumbers::REFUTED;
        }
        if self.position.count(us, Shape::Five) > 0 {
            let answers = defence::answers_to_five(&self.position).len();
            return match answers {
                0 => ProofNumbers::won(2),
                _ => ProofNumbers::new(self.four_proof() * answers as u32, 1),
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
        // A win by fours of the defender is faster than the attacker's threat.
        if self.win_by_fours(LOOK_NODES).is_win() {
            return ProofNumbers::REFUTED;
        }
        ProofNumbers::new(proof, 1)
    }

    /// Whether a node without a win by fours is refuted, because the attacker may play nothing but
    /// fours and has no five to stop.
    fn is_over(&self) -> bool {
        (self.bounds.threats == Threats::Fours || self.slow_left == Some(0))
            && self.position.count(!self.attacker, Shape::Five) == 0
    }

    /// The moves of the attacker: the threats, or all moves that stop a five of the defender.
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
            // A three is too slow if it leaves the defender an open four.
            attacks = attacks.intersection(&defence::answers_to_open_four(&self.position));
        }
        attacks
    }

    /// Moves of the attacker that make no three but may threaten a win by fours. Empty if the
    /// defender threatens a five.
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

    /// Returns the legal answers to the attacker's threat that may hold; all others lose to it.
    ///
    /// [`Verdict::NoWin`] means that the attacker threatens nothing, and [`Verdict::Unknown`] that
    /// this is undecided.
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

    /// The points that influence the win by fours that the attacker has if the defender passes.
    fn threat_zone(&mut self) -> Verdict<PointSet> {
        self.position.pass();
        let verdict = self.ask_vcf(self.expansion(), Vcf::solve_with_zone);
        self.position.pass();
        verdict
    }

    /// The points among these on which the side to move may play.
    fn legal(&self, points: &PointSet) -> PointSet {
        let is_legal = |&point: &Point| {
            self.position.board().is_empty(point) && !self.position.is_forbidden(point)
        };
        points.iter().filter(is_legal).collect()
    }

    /// The child after `point`, from the table or by a first look at the position.
    ///
    /// It counts as one node either way, also if the position is only looked up by its key.
    fn child(&mut self, point: Point) -> Child {
        self.nodes += 1;
        let entry = self.known_after(point).unwrap_or_else(|| {
            let slow_left = self.play(point);
            let is_attack = self.position.to_move() == self.attacker;
            let entry = self.look_at(is_attack);
            self.store(entry, !is_attack);
            self.undo(slow_left);
            entry
        });
        Child { point: Some(point), entry }
    }

    /// The children of a node that was left open before, with their current numbers.
    ///
    /// Each child counts as one node, although its position is only looked up by its key.
    fn known_children(&mut self, key: u64) -> Option<Vec<Child>> {
        let mut children = self.vct.open.take(key)?;
        for child in &mut children {
            if let Some(point) = child.point {
                // The limit is checked only after the loop, so the count stops at the limit.
                self.nodes += u64::from(self.nodes < self.bounds.nodes);
                child.entry = self.known_after(point).unwrap_or(child.entry);
            }
        }
        Some(children)
    }

    /// Searches below the current position until it is settled, a number reaches its threshold
    /// (`proof` or `disproof`), or the search stops. Returns the numbers of the position.
    fn deepen(&mut self, is_attack: bool, ply: usize, proof: u32, disproof: u32) -> ProofNumbers {
        let begun = self.nodes;
        let key = self.key();
        let mut is_wide = self.vct.table.probe(key).is_some_and(|entry| entry.is_wide);
        let known = if ply < self.bounds.plies { self.known_children(key) } else { None };
        let mut children = known.unwrap_or_else(|| self.children(is_attack, ply, is_wide));
        let mut entry = loop {
            let entry = sum_up(&children, is_attack);
            if ply == 0 && self.slow_left.is_none() {
                self.root = entry;
            }
            if entry.is_settled()
                || entry.proof >= proof
                || entry.disproof >= disproof
                || self.nodes >= self.pause
                || self.is_spent()
            {
                break entry;
            }
            let (best, second) = select(&children, is_attack);
            let Child { point, entry: child } = children[best];
            let Some(point) = point else {
                // The placeholder of the quiet moves is the best child: generate them.
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
            let slow_left = self.play(point);
            children[best].entry = self.deepen(!is_attack, ply + 1, proof, disproof);
            self.undo(slow_left);
        };
        entry.is_wide = is_wide;
        entry.set_effort(self.nodes - begun);
        // A stopped search has not looked at all moves, so only its wins are facts.
        if !self.stopped || entry.proof == 0 {
            self.store(entry, false);
        }
        if !self.stopped && !entry.is_settled() {
            self.vct.open.insert(key, children);
        }
        entry
    }

    /// Generates the children of the current node, or only the decisive one if there is one.
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
                // The attacker's last move threatens nothing.
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
        let may_widen = self.bounds.threats == Threats::FoursAndThrees && self.slow_left != Some(0);
        if is_attack && !is_wide && may_widen {
            children.push(Child { point: None, entry: ProofNumbers::new(QUIET_PROOF, 1) });
        }
        children
    }

    /// The placeholder for the moves of a node whose search for a win by fours was undecided.
    ///
    /// It makes the node count as refuted until the search is repeated with more nodes. If the
    /// whole search is stopped, it leaves the node open instead.
    fn give_up(&mut self) -> Child {
        if self.is_spent() {
            return Child::OPEN;
        }
        // What a search for short wins refutes is no fact in any case.
        self.is_complete &= self.slow_left.is_some();
        Child { point: None, entry: ProofNumbers::REFUTED }
    }

    /// Whether the search has to stop. Also reports progress when a report is due.
    fn is_spent(&mut self) -> bool {
        if self.nodes >= self.next_report {
            self.next_report = self.nodes + REPORT_INTERVAL;
            (self.report)(&Progress {
                nodes: self.nodes,
                proof: self.root.proof,
                disproof: self.root.disproof,
                elapsed: self.control.elapsed(),
            });
        }
        // After the report, which may change the limits.
        self.stopped |= self.nodes >= self.bounds.nodes
            || self.inner_left() == 0
            || self.control.must_stop(0)
            || self.control.revision() != self.revision
            || self.bounds.until.is_some_and(|until| self.control.elapsed() >= until);
        self.stopped
    }

    /// Deducts moves of the proof from [`Bounds::proof_moves`]. `None` if fewer are left.
    fn charge(&mut self, moves: usize) -> Option<()> {
        self.bounds.proof_moves = self.bounds.proof_moves.checked_sub(moves)?;
        Some(())
    }

    /// The proof of a win that [`Search::run`] has found, with the attacker to move.
    ///
    /// Positions that the table has lost are searched again. `None` if the search stops first, or
    /// the proof is too large.
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
        let slow_left = self.play(point);
        let proof = self.defence_proof(point);
        self.undo(slow_left);
        proof
    }

    /// The proof of a win that begins with the attacker's `point`, which is on the board.
    fn defence_proof(&mut self, point: Point) -> Option<Proof> {
        self.charge(1)?;
        let us = self.attacker;
        let is_forced = self.position.count(us, Shape::Five) > 0;
        let mut answers = self.defences().win()?;
        let mut otherwise = None;
        if !is_forced {
            // The answers above may be few because there are several threats. One of them is proven
            // here, so every answer that touches it needs a win of its own.
            self.position.pass();
            let threat = self.ask_vcf(self.expansion(), Vcf::prove_with_zone);
            self.position.pass();
            let (threat, zone) = threat.win()?;
            answers = answers.union(&self.legal(&zone));
            self.charge(threat.size())?;
            otherwise = Some(threat);
        }
        let mut proofs = Vec::with_capacity(answers.len());
        for answer in &answers {
            if self.is_spent() {
                return None;
            }
            self.nodes += 1;
            let slow_left = self.play(answer);
            let proof = self.attack_proof();
            self.undo(slow_left);
            proofs.push((answer, proof?));
        }
        Some(match otherwise {
            None => Proof::forced(point, proofs),
            Some(threat) => Proof::threat(point, proofs, threat),
        })
    }
}

/// The entry of a win with the attacker to move.
fn won(plies: usize, first: Point) -> ProofNumbers {
    let mut entry = ProofNumbers::won(plies);
    entry.set_best(first);
    entry
}

/// The threshold of one child when `sum` has the threshold `limit` and the other children keep
/// their numbers. `part` is the current number of the child.
fn rest(limit: u32, sum: u32, part: u32) -> u32 {
    if limit >= INFINITE { INFINITE } else { limit - sum + part }
}

/// Computes the numbers of a node from those of its children.
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
        // Every legal answer loses at once to the five or to the threat.
        ProofNumbers::won(2)
    } else {
        ProofNumbers::new(sum(|entry| entry.proof), least(|entry| entry.disproof))
    }
}

/// Returns the index of the child to search next, which is the one with the smallest number, and
/// the second-smallest number.
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
