//! Victory by continuous fours (VCF). Every move of the attacker threatens to win at once, so the
//! defender's answers are forced and the tree is thin.
//!
//! The search is depth first, with a table of refuted positions. A four has one answer, or two if
//! it can also be answered beyond the five (caro). If the answer is itself a four, the attacker
//! must stop it with the next four. If the only answer is a foul of Black, White wins.
//!
//! If a win is likely, the search can first stay close to the order of the fours: with a limited
//! number of detours, and then with more. A wrong four early in the line then costs little.
//!
//! The search counts nodes. Each stone put on the board is a node. If the table refutes the
//! position after a four and its answer, the two stones are not played, but count as two nodes all
//! the same. A four that cannot be answered counts as one node and is not played either.

use std::time::Duration;

use crate::control::Control;
use crate::geometry::{Point, PointSet};
use crate::pattern::Shape;
use crate::position::Position;
use crate::threat::defence;

use super::params::{CLOCK_INTERVAL, DETOURS, FIRST_PATIENCE, LEAF_TABLE_BYTES, PATIENCE_GROWTH};
use super::proof::Proof;
use super::refuted::{MAX_FOURS, Refuted};
use super::rows::{Cross, FiveWindows, Rows, Words};
use super::verdict::Verdict;

/// A win by fours, without its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The first move of the win.
    pub first: Point,
    /// The maximum length of the win in plies, up to its last stone.
    pub plies: usize,
}

/// The maximum number of nodes by which a search may pass its limit: the answer to the last four,
/// and a winning four after it.
pub const OVERSHOOT: u64 = 2;

/// The limits of one search for a win by fours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Maximum number of the attacker's fours in a row.
    pub fours: usize,
    /// Maximum number of nodes: stones put on the board, and positions that are only looked up in
    /// the table by their key. The last four may pass the limit by [`OVERSHOOT`].
    pub nodes: u64,
    /// The time on the control's clock at which the search ends, if that is earlier than the
    /// control's own limit.
    pub until: Option<Duration>,
    /// Whether to look for wins with few detours first. That finds most wins sooner, but takes
    /// more nodes if there is none. Searches for wins of a limited number of fours do not do it.
    pub expects_win: bool,
}

impl Bounds {
    /// At most `nodes` nodes, and as many fours in a row as an entry of the table can hold, 255.
    pub const fn nodes(nodes: u64) -> Self {
        Self { fours: MAX_FOURS, nodes, until: None, expects_win: false }
    }
}

/// The solver and its memory of refuted positions.
pub struct Vcf {
    rows: Rows,
    /// Positions without a win by fours, or without one of a given number of fours.
    refuted: Refuted,
    /// Stack of the fours to try, for all nodes on the path.
    moves: Vec<Four>,
    /// What is left for detours, if they are limited.
    detours: Option<usize>,
    /// The four that was played last.
    last: Option<Point>,
    /// Whether no position so far left the attacker a choice of fours.
    is_unbranched: bool,
    /// Nodes of the current search or of the last one.
    nodes: u64,
    /// Number of nodes at which the search stops: the limit, or less within a round.
    budget: u64,
    until: Option<Duration>,
    /// [`Control::revision`] at the beginning.
    revision: u32,
    /// Whether the search has run out of its budget or was stopped.
    stopped: bool,
    /// Whether to collect the zone of a win while returning from it.
    wants_zone: bool,
    /// Whether to build the proof of a win while returning from it.
    wants_proof: bool,
    /// The points that influence the win, if `wants_zone`.
    zone: PointSet,
}

/// A four that can be tried.
#[derive(Clone, Copy)]
struct Four {
    point: Point,
    answers: Answers,
    /// Whether it lies near the last four. Near fours are tried first.
    is_near: bool,
    /// Move-ordering score; the highest is tried first.
    rank: usize,
}

/// The points that stop the attacker's five: none, one, or in caro up to two.
#[derive(Clone, Copy, Default)]
struct Answers {
    points: [Option<Point>; 2],
}

impl Answers {
    fn iter(&self) -> impl Iterator<Item = Point> {
        self.points.into_iter().flatten()
    }

    fn is_empty(&self) -> bool {
        self.points == [None; 2]
    }

    fn retain(&mut self, mut test: impl FnMut(Point) -> bool) {
        for slot in &mut self.points {
            *slot = slot.filter(|&point| test(point));
        }
    }
}

/// The result of a search below a position in which the attacker is to move.
enum Attack {
    /// The attacker wins. The proof is there if it was wanted.
    Win { first: Point, plies: usize, proof: Option<Box<Proof>> },
    /// No win was found. If `is_complete` there is none; otherwise a limit cut the search off.
    Fail { is_complete: bool },
}

/// Changes the key of a position to that of an entry about a search with limited detours.
const DETOUR_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// There is no win by fours.
const REFUTED: Attack = Attack::Fail { is_complete: true };

impl Vcf {
    /// Creates a solver whose table grows with the work, up to `bytes` rounded down to a power of
    /// two.
    pub fn new(bytes: usize) -> Self {
        Self {
            rows: Rows::new(),
            refuted: Refuted::new(bytes),
            moves: Vec::new(),
            detours: None,
            last: None,
            is_unbranched: true,
            nodes: 0,
            budget: 0,
            until: None,
            revision: 0,
            stopped: false,
            wants_zone: false,
            wants_proof: false,
            zone: PointSet::EMPTY,
        }
    }

    /// Resets the solver to its initial state. Needed for a new game or another rule.
    pub fn clear(&mut self) {
        self.refuted.clear();
        // What the rows remember of lines influences the order of the fours.
        self.rows = Rows::new();
    }

    /// Nodes of the last call: stones put on the board, and positions that were only looked up in
    /// the table by their key.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for a win by fours of the side to move, and returns its first move and length.
    pub fn solve(
        &mut self,
        position: &Position,
        bounds: Bounds,
        control: &Control,
    ) -> Verdict<Start> {
        (self.wants_zone, self.wants_proof) = (false, false);
        verdict(self.start(position, bounds, control)).map(|(start, _)| start)
    }

    /// Looks for a win by fours of the side to move, and returns the points that influence it.
    ///
    /// The same moves win against an additional stone of the opponent on any other point, unless
    /// that stone makes a four. The opponent must not be able to win at once.
    pub(crate) fn solve_with_zone(
        &mut self,
        position: &Position,
        bounds: Bounds,
        control: &Control,
    ) -> Verdict<PointSet> {
        (self.wants_zone, self.wants_proof) = (true, false);
        self.zone = PointSet::EMPTY;
        verdict(self.start(position, bounds, control)).map(|_| self.zone)
    }

    /// Looks for a win by fours of the side to move, and returns its proof.
    pub fn prove(
        &mut self,
        position: &Position,
        bounds: Bounds,
        control: &Control,
    ) -> Verdict<Proof> {
        self.wants_zone = false;
        self.prove_wanted(position, bounds, control)
    }

    /// Looks for a win by fours of the side to move, and returns its proof and the points that
    /// influence this very win; see [`Vcf::solve_with_zone`]. A second search may find another win.
    pub(crate) fn prove_with_zone(
        &mut self,
        position: &Position,
        bounds: Bounds,
        control: &Control,
    ) -> Verdict<(Proof, PointSet)> {
        self.wants_zone = true;
        self.zone = PointSet::EMPTY;
        self.prove_wanted(position, bounds, control).map(|proof| (proof, self.zone))
    }

    fn prove_wanted(
        &mut self,
        position: &Position,
        bounds: Bounds,
        control: &Control,
    ) -> Verdict<Proof> {
        self.wants_proof = true;
        let verdict = verdict(self.start(position, bounds, control)).map(|(start, proof)| {
            // A win without a proof is a five on the first move.
            proof.map_or_else(|| Proof::five(start.first), |proof| *proof)
        });
        if let Verdict::Win(proof) = &verdict {
            proof.debug_check(position);
        }
        verdict
    }

    /// Looks for the win by fours of the side to move that takes the fewest fours, and returns its
    /// proof. The limits hold for all depths together.
    pub fn prove_shortest(
        &mut self,
        position: &Position,
        bounds: Bounds,
        control: &Control,
    ) -> Verdict<Proof> {
        let mut nodes = 0;
        let mut verdict = Verdict::Unknown;
        for fours in 1..=bounds.fours {
            let left = bounds.nodes.saturating_sub(nodes);
            verdict = self.prove(position, Bounds { fours, nodes: left, ..bounds }, control);
            nodes += self.nodes;
            if self.stopped || !matches!(verdict, Verdict::Unknown) {
                break;
            }
        }
        self.nodes = nodes;
        verdict
    }

    /// Searches from `position`: resets the state of the last call, and looks at the five first.
    fn start(&mut self, position: &Position, bounds: Bounds, control: &Control) -> Attack {
        self.nodes = 0;
        self.budget = bounds.nodes;
        self.until = bounds.until;
        self.revision = control.revision();
        self.stopped = false;
        self.detours = None;
        self.last = None;
        self.is_unbranched = true;
        let us = position.to_move();
        if let Some(first) = position.points(us, Shape::Five).first() {
            return Attack::Win { first, plies: 1, proof: self.proof(Proof::five(first)) };
        }
        let allowed =
            (position.count(!us, Shape::Five) > 0).then(|| defence::answers_to_five(position));
        self.rows.load(position);
        if !self.rows.has_four() {
            return REFUTED;
        }
        let fours = bounds.fours.min(MAX_FOURS);
        if bounds.expects_win && fours == MAX_FOURS {
            for detours in DETOURS {
                self.detours = Some(detours);
                let result = self.attack(allowed.as_ref(), fours, control);
                if self.stopped || !matches!(result, Attack::Fail { is_complete: false }) {
                    return result;
                }
            }
            self.detours = None;
        }
        self.attack(allowed.as_ref(), fours, control)
    }

    /// The proof in a box, if one is wanted.
    fn proof(&self, proof: Proof) -> Option<Box<Proof>> {
        self.wants_proof.then(|| Box::new(proof))
    }

    /// Searches a position in which the attacker is to move and can make a four, but no five.
    ///
    /// If the defender threatens a five, `allowed` holds the moves that stop it; otherwise it is
    /// `None`. The attacker may play at most `fours_left` fours. Failures go into the table unless
    /// the search is stopped.
    fn attack(
        &mut self,
        allowed: Option<&PointSet>,
        fours_left: usize,
        control: &Control,
    ) -> Attack {
        let key = self.rows.key();
        if let Some(failure) = self.known_failure(key, fours_left) {
            return failure;
        }
        if fours_left == 0 {
            return Attack::Fail { is_complete: false };
        }
        let start = self.moves.len();
        let result = self.try_all(start, allowed, fours_left, control);
        self.moves.truncate(start);
        if let Attack::Fail { is_complete } = result
            && !self.stopped
        {
            match self.detours {
                _ if is_complete => self.refuted.insert(key, MAX_FOURS),
                Some(detours) => self.refuted.insert(key ^ DETOUR_KEY, detours),
                None => self.refuted.insert(key, fours_left),
            }
        }
        result
    }

    /// The failure that the table knows for a position, if it covers `fours_left` fours, or the
    /// detours that are left.
    #[inline]
    fn known_failure(&self, key: u64, fours_left: usize) -> Option<Attack> {
        if let Some(fours) = self.refuted.get(key).filter(|&fours| fours >= fours_left) {
            return Some(Attack::Fail { is_complete: fours == MAX_FOURS });
        }
        // The order of the fours depends on the last four, so this does not hold on every way to
        // the position. It is not taken for complete.
        let left = self.detours?;
        self.refuted.get(key ^ DETOUR_KEY).filter(|&detours| detours >= left)?;
        Some(Attack::Fail { is_complete: false })
    }

    /// Generates the fours from index `start` of the stack on, orders them and tries them.
    fn try_all(
        &mut self,
        start: usize,
        allowed: Option<&PointSet>,
        fours_left: usize,
        control: &Control,
    ) -> Attack {
        if let Some(win) = self.generate(start, allowed) {
            return win;
        }
        self.moves[start..].sort_unstable_by_key(|four| {
            (std::cmp::Reverse((four.is_near, four.rank)), four.point)
        });
        if let Some(detours) = self.detours {
            return self.try_with_detours(start, detours, fours_left, control);
        }
        if self.is_unbranched && self.moves.len() > start + 1 {
            return self.try_in_rounds(start, fours_left, control);
        }
        let mut is_complete = true;
        for index in start..self.moves.len() {
            if self.is_spent(control) {
                return Attack::Fail { is_complete: false };
            }
            let Four { point, answers, .. } = self.moves[index];
            match self.try_four(point, answers, fours_left, control) {
                Attack::Fail { is_complete: complete } => is_complete &= complete,
                win => return win,
            }
        }
        Attack::Fail { is_complete }
    }

    /// Tries the fours whose detour costs at most `detours`, which is what is left for detours.
    ///
    /// Source: limited discrepancy search (W. D. Harvey and M. L. Ginsberg, 1995). That the cost of
    /// a detour is quadratic is ours.
    fn try_with_detours(
        &mut self,
        start: usize,
        detours: usize,
        fours_left: usize,
        control: &Control,
    ) -> Attack {
        let mut is_complete = true;
        for index in start..self.moves.len() {
            let Four { point, answers, .. } = self.moves[index];
            let Some(left) = detours.checked_sub(self.detour(start, index)) else {
                is_complete = false;
                break;
            };
            if self.is_spent(control) {
                return Attack::Fail { is_complete: false };
            }
            self.detours = Some(left);
            let result = self.try_four(point, answers, fours_left, control);
            self.detours = Some(detours);
            match result {
                Attack::Fail { is_complete: complete } => is_complete &= complete,
                win => return win,
            }
        }
        Attack::Fail { is_complete }
    }

    /// The cost of trying the four at `index` instead of the best one, which is at `start`.
    fn detour(&self, start: usize, index: usize) -> usize {
        let is_elsewhere = self.moves[start].is_near && !self.moves[index].is_near;
        (index - start).pow(2) + usize::from(is_elsewhere)
    }

    /// Tries the fours at the first position with a choice, in rounds with a growing node limit per
    /// four.
    ///
    /// A plain depth-first search leaves a four that does not win only after it has searched the
    /// whole tree below. That may take a thousand times as many nodes as the win after the next
    /// four. Positions that a round has refuted are in the table, so the next round quickly gets to
    /// where the last one stopped.
    fn try_in_rounds(&mut self, start: usize, fours_left: usize, control: &Control) -> Attack {
        self.is_unbranched = false;
        let whole = self.budget;
        let (mut patience, mut is_complete) = (FIRST_PATIENCE, true);
        while self.moves.len() > start {
            let mut kept = start;
            for index in start..self.moves.len() {
                let four = self.moves[index];
                self.budget = whole.min(self.nodes.saturating_add(patience));
                let result = match self.is_spent(control) {
                    true => Attack::Fail { is_complete: false },
                    false => self.try_four(four.point, four.answers, fours_left, control),
                };
                self.budget = whole;
                match result {
                    Attack::Fail { is_complete: complete } if !self.stopped => {
                        is_complete &= complete;
                    }
                    Attack::Fail { .. } if self.nodes < whole && !self.is_ended_by(control) => {
                        self.stopped = false;
                        self.moves[kept] = four;
                        kept += 1;
                    }
                    result => return result,
                }
            }
            self.moves.truncate(kept);
            patience = patience.saturating_mul(PATIENCE_GROWTH);
        }
        Attack::Fail { is_complete }
    }

    /// Appends the fours to try to the stack, without fouls. If a four cannot be answered, returns
    /// it as a win at once.
    fn generate(&mut self, start: usize, allowed: Option<&PointSet>) -> Option<Attack> {
        let Self { rows, moves, .. } = &mut *self;
        let attacker = rows.attacker();
        rows.for_each_four(|point| {
            if allowed.is_none_or(|allowed| allowed.contains(point)) {
                moves.push(Four { point, answers: Answers::default(), is_near: false, rank: 0 });
            }
        });
        let mut kept = start;
        for index in start..self.moves.len() {
            let point = self.moves[index].point;
            let cross = Cross::new(point);
            if self.rows.is_forbidden(point, attacker) {
                continue;
            }
            let windows = self.rows.windows_with(&cross, attacker);
            let mut answers = self.answers_to(&cross, &windows);
            if self.rows.rule(!attacker).has_fouls {
                answers.retain(|answer| !self.rows.is_forbidden_after(&cross, answer));
            }
            if answers.is_empty() {
                self.nodes += 1;
                return Some(self.finish(&cross, &windows));
            }
            let rank = 4 * Rows::prospects(&cross, &windows) as usize + self.rows.growth(&cross);
            let is_near = self.last.is_some_and(|last| is_near(last, point));
            self.moves[kept] = Four { point, answers, is_near, rank };
            kept += 1;
        }
        self.moves.truncate(kept);
        None
    }

    /// The answers to the four in these windows of the attacker; fouls are not looked at.
    fn answers_to(&self, cross: &Cross, windows: &FiveWindows) -> Answers {
        let attacker = self.rows.attacker();
        if self.rows.rule(attacker).closed_five_wins {
            // No answer stops two fives.
            Answers { points: [Rows::only_point(cross, &Rows::fives(windows)), None] }
        } else {
            let mut points = [None; 2];
            let answers = self.rows.answers(cross, windows, attacker);
            points.iter_mut().zip(&answers).for_each(|(slot, point)| *slot = Some(point));
            Answers { points }
        }
    }

    /// The win by a four that has no legal answer.
    fn finish(&mut self, cross: &Cross, windows: &FiveWindows) -> Attack {
        let point = cross.point();
        if self.wants_zone {
            self.add_four(cross, windows);
            let (attacker, fives) = (self.rows.attacker(), Rows::fives(windows));
            if self.rows.rule(!attacker).has_fouls && count(&fives) == 1 {
                // There is one answer, and it is a foul. What makes it a foul matters too.
                let saved = self.rows.place(cross, attacker);
                for five in Rows::points_of(cross, &fives) {
                    self.zone = self.zone.union(&self.rows.influences_on_foul(five));
                }
                self.rows.remove(cross, attacker, &saved);
            }
        }
        Attack::Win { first: point, plies: 3, proof: self.proof(Proof::four(point)) }
    }

    /// Adds the points that influence the attacker's four on an empty point to the zone.
    fn add_four(&mut self, cross: &Cross, windows: &FiveWindows) {
        let (point, attacker) = (cross.point(), self.rows.attacker());
        self.zone.insert(point);
        Rows::points_of(cross, &Rows::fives(windows)).for_each(|five| self.zone.insert(five));
        if !self.rows.rule(attacker).closed_five_wins {
            self.zone = self.zone.union(&self.rows.ends(cross, windows));
        }
        if self.rows.is_suspect(point, attacker) {
            self.zone = self.zone.union(&self.rows.influences_on_foul(point));
        }
    }

    /// Tries a four: looks it up in the table, and otherwise plays it with every answer.
    fn try_four(
        &mut self,
        point: Point,
        answers: Answers,
        fours_left: usize,
        control: &Control,
    ) -> Attack {
        let attacker = self.rows.attacker();
        // Most fours lead to a position that another order of the same fours has reached before.
        if let Some(answer) = answers.points[0] {
            let key = self.rows.key_after(point, answer);
            if let Some(failure) = self.known_failure(key, fours_left - 1) {
                self.nodes += 2;
                return failure;
            }
        }
        let cross = Cross::new(point);
        if self.wants_zone {
            // Only a win has a zone; a failure restores the old one.
            let before = self.zone;
            let windows = self.rows.windows_with(&cross, attacker);
            let result = self.answer_four(&cross, answers, fours_left, control);
            if let Attack::Win { .. } = result {
                self.add_four(&cross, &windows);
            } else {
                self.zone = before;
            }
            return result;
        }
        self.answer_four(&cross, answers, fours_left, control)
    }

    /// Plays a four and then each answer in turn; the four wins if all answers lose.
    fn answer_four(
        &mut self,
        cross: &Cross,
        answers: Answers,
        fours_left: usize,
        control: &Control,
    ) -> Attack {
        let (attacker, point) = (self.rows.attacker(), cross.point());
        let saved = self.rows.place(cross, attacker);
        self.nodes += 1;
        let mut longest = 0;
        let mut proofs = Vec::new();
        let mut fail = None;
        for (index, answer) in answers.iter().enumerate() {
            if index > 0 && self.is_spent(control) {
                fail = Some(Attack::Fail { is_complete: false });
                break;
            }
            match self.answered(point, answer, fours_left, control) {
                Attack::Win { plies, proof, .. } => {
                    longest = longest.max(plies);
                    if let Some(proof) = proof {
                        // There is nearly always one answer, and a large proof has many such lists.
                        proofs.reserve_exact(1);
                        proofs.push((answer, *proof));
                    }
                }
                failure => {
                    fail = Some(failure);
                    break;
                }
            }
        }
        self.rows.remove(cross, attacker, &saved);
        fail.unwrap_or_else(|| {
            let proof = self.wants_proof.then(|| Box::new(Proof::forced(point, proofs)));
            Attack::Win { first: point, plies: longest + 2, proof }
        })
    }

    /// Plays the answer to the four on `point` and searches on.
    fn answered(
        &mut self,
        point: Point,
        answer: Point,
        fours_left: usize,
        control: &Control,
    ) -> Attack {
        let attacker = self.rows.attacker();
        self.last = Some(point);
        let cross = Cross::new(answer);
        let saved = self.rows.place(&cross, !attacker);
        self.nodes += 1;
        let result = if !self.rows.has_four() {
            REFUTED
        } else if !self.rows.has_five(&cross, !attacker) {
            self.attack(None, fours_left - 1, control)
        } else {
            let windows = self.rows.windows(&cross, !attacker);
            let allowed = self.rows.answers(&cross, &windows, !attacker);
            if allowed.is_empty() {
                REFUTED
            } else {
                self.attack(Some(&allowed), fours_left - 1, control)
            }
        };
        if self.wants_zone && matches!(result, Attack::Win { .. }) {
            // With one more stone on such a point, the answer would have been a four.
            let windows = self.rows.windows(&cross, !attacker);
            let partners = Rows::partners(&cross, &windows);
            Rows::points_of(&cross, &partners).for_each(|point| self.zone.insert(point));
        }
        self.rows.remove(&cross, !attacker, &saved);
        result
    }

    /// Whether the search has to stop: the budget is spent, or the control ends it.
    fn is_spent(&mut self, control: &Control) -> bool {
        // Nodes come in pairs, so the count may step over a multiple by one.
        self.stopped |= self.nodes >= self.budget
            || (self.nodes % CLOCK_INTERVAL < 2 && self.is_ended_by(control));
        self.stopped
    }

    /// Whether the control ends the search, or its limits have changed since the start.
    fn is_ended_by(&self, control: &Control) -> bool {
        control.must_stop(0)
            || control.revision() != self.revision
            || self.until.is_some_and(|until| control.elapsed() >= until)
    }
}

impl Default for Vcf {
    /// Creates a solver with a small table, for the leaves of a search.
    fn default() -> Self {
        Self::new(LEAF_TABLE_BYTES)
    }
}

/// Whether two points lie in a common window of five cells.
///
/// Source: the solver quintet also tries the fours first that continue from the last one.
fn is_near(a: Point, b: Point) -> bool {
    let (dx, dy) = (a.x().abs_diff(b.x()), a.y().abs_diff(b.y()));
    (dx == 0 || dy == 0 || dx == dy) && a.distance(b) < 5
}

/// The verdict of a result at the root.
fn verdict(attack: Attack) -> Verdict<(Start, Option<Box<Proof>>)> {
    match attack {
        Attack::Win { first, plies, proof } => Verdict::Win((Start { first, plies }, proof)),
        Attack::Fail { is_complete: true } => Verdict::NoWin,
        Attack::Fail { is_complete: false } => Verdict::Unknown,
    }
}

/// Number of cells with a bit.
fn count(cells: &Words) -> u32 {
    cells.iter().map(|word| word.count_ones()).sum()
}
