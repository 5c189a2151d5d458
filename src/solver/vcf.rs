//! Victory by continuous fours: every move threatens to win at once, so the opponent's answers are
//! forced, and the search is a thin tree.
//!
//! The tree is searched depth first with a table of refuted positions. Answers are one, or two
//! where a four can also be answered behind the five (caro); an answer that is itself a four leaves
//! the one continuation that stops it. A forced answer that is a foul of Black is a win of White.

use std::time::Duration;

use crate::control::Control;
use crate::geometry::{Point, PointSet};
use crate::pattern::Shape;
use crate::position::Position;
use crate::threat::defence;

use super::Verdict;
use super::params::{CLOCK_INTERVAL, FIRST_PATIENCE, LEAF_TABLE_BYTES, PATIENCE_GROWTH};
use super::proof::Proof;
use super::refuted::{MAX_FOURS, Refuted};
use super::rows::{Cross, FiveWindows, Rows, Words};

/// A win that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The first move of the win.
    pub first: Point,
    /// The last stone of the win is placed this many plies from now at the latest.
    pub plies: usize,
}

/// Stones by which a search may pass its bound, at most: a four that was begun is answered, and the
/// four that wins then is seen.
pub const OVERSHOOT: u64 = 2;

/// The bounds of one search for a win by fours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Fours of the attacker in a row, at most.
    pub fours: usize,
    /// Stones put on the board, at most; the last four may pass it by [`OVERSHOOT`].
    pub nodes: u64,
    /// Reading of the control's clock at which to end, if that comes before the control's limit.
    pub until: Option<Duration>,
}

impl Bounds {
    /// So many stones at most, and fours in a row without end.
    pub const fn nodes(nodes: u64) -> Self {
        Self { fours: MAX_FOURS, nodes, until: None }
    }
}

/// The solver and its memory of refuted positions.
pub struct Vcf {
    rows: Rows,
    /// Positions without such a win.
    refuted: Refuted,
    moves: Vec<Four>,
    /// The last four that was played on the way to the present position.
    last: Option<Point>,
    /// Whether the attacker had no choice of fours so far.
    is_unbranched: bool,
    nodes: u64,
    budget: u64,
    until: Option<Duration>,
    /// [`Control::revision`] at the beginning.
    revision: u32,
    stopped: bool,
    /// What is gathered while a win is traced back.
    wants_zone: bool,
    wants_proof: bool,
    zone: PointSet,
}

/// A four that can be tried.
#[derive(Clone, Copy)]
struct Four {
    point: Point,
    answers: Answers,
    /// Whether it may go on from the last four: those come first.
    is_near: bool,
    rank: usize,
}

/// The points that stop a threat to win at once: one, in caro perhaps two, or none.
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

enum Attack {
    Win { first: Point, plies: usize, proof: Option<Box<Proof>> },
    Fail { is_complete: bool },
}

const REFUTED: Attack = Attack::Fail { is_complete: true };

impl Vcf {
    /// A solver whose table grows with the work, up to `bytes` rounded down to a power of two.
    pub fn new(bytes: usize) -> Self {
        Self {
            rows: Rows::new(),
            refuted: Refuted::new(bytes),
            moves: Vec::new(),
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

    /// Forgets everything, and is as a new one; for a new game or another rule.
    pub fn clear(&mut self) {
        self.refuted.clear();
        // What it has seen of lines decides which fours are tried first.
        self.rows = Rows::new();
    }

    /// Stones put on the board by the last call.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for a win by fours of the side to move.
    pub fn solve(
        &mut self,
        position: &Position,
        bounds: Bounds,
        control: &Control,
    ) -> Verdict<Start> {
        (self.wants_zone, self.wants_proof) = (false, false);
        verdict(self.start(position, bounds, control)).map(|(start, _)| start)
    }

    /// The same; with a win come the points that have a say in it: if the opponent had a stone
    /// anywhere else that makes no four, the same moves would win. The opponent must not be able to
    /// win at once.
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

    /// The same; a win comes with its proof.
    pub fn prove(
        &mut self,
        position: &Position,
        bounds: Bounds,
        control: &Control,
    ) -> Verdict<Proof> {
        (self.wants_zone, self.wants_proof) = (false, true);
        let verdict = verdict(self.start(position, bounds, control)).map(|(start, proof)| {
            // Only a five needs no more proof than its place.
            proof.map_or_else(|| Proof::five(start.first), |proof| *proof)
        });
        if let Verdict::Win(proof) = &verdict {
            proof.debug_check(position);
        }
        verdict
    }

    /// The same; the win with the fewest fours.
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

    fn start(&mut self, position: &Position, bounds: Bounds, control: &Control) -> Attack {
        self.nodes = 0;
        self.budget = bounds.nodes;
        self.until = bounds.until;
        self.revision = control.revision();
        self.stopped = false;
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
        self.attack(allowed.as_ref(), bounds.fours.min(MAX_FOURS), control)
    }

    fn proof(&self, proof: Proof) -> Option<Box<Proof>> {
        self.wants_proof.then(|| Box::new(proof))
    }

    /// The attacker to move, who has a four, but no five. `allowed` are the moves that stop a five
    /// of the defender, if there is one.
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
            self.refuted.insert(key, if is_complete { MAX_FOURS } else { fours_left });
        }
        result
    }

    /// What the table says of a position, if it is enough for so many fours.
    #[inline]
    fn known_failure(&self, key: u64, fours_left: usize) -> Option<Attack> {
        let fours = self.refuted.get(key).filter(|&fours| fours >= fours_left)?;
        Some(Attack::Fail { is_complete: fours == MAX_FOURS })
    }

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

    /// Tries the first fours among which there is a choice, each with a few stones, and those that
    /// took more with ever more.
    ///
    /// Depth first, the search would not leave a four that does not win before it has seen all that
    /// can follow, which may be a thousand times as much as the win behind the next four. What a
    /// round has refuted lies in the table, so the next round soon is where it was.
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

    /// Appends the fours that can be tried; returns one that cannot be answered, if there is any.
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

    /// The answers to the four that these windows of the attacker hold, fouls not looked at.
    fn answers_to(&self, cross: &Cross, windows: &FiveWindows) -> Answers {
        let attacker = self.rows.attacker();
        if self.rows.rule(attacker).closed_five_wins {
            one_point(cross, &Rows::fives(windows))
        } else {
            let mut points = [None; 2];
            let answers = self.rows.answers(cross, windows, attacker);
            points.iter_mut().zip(&answers).for_each(|(slot, point)| *slot = Some(point));
            Answers { points }
        }
    }

    /// A four without an answer.
    fn finish(&mut self, cross: &Cross, windows: &FiveWindows) -> Attack {
        let point = cross.point();
        if self.wants_zone {
            self.add_four(cross, windows);
            let (attacker, fives) = (self.rows.attacker(), Rows::fives(windows));
            if self.rows.rule(!attacker).has_fouls && count(&fives) == 1 {
                // The answer is a foul.
                let saved = self.rows.place(cross, attacker);
                for five in Rows::points_of(cross, &fives) {
                    self.zone = self.zone.union(&self.rows.influences_on_foul(five));
                }
                self.rows.remove(cross, attacker, &saved);
            }
        }
        Attack::Win { first: point, plies: 3, proof: self.proof(Proof::four(point)) }
    }

    /// Notes what has a say in the attacker's four on an empty point.
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

    /// Plays a four and every forced answer to it.
    fn try_four(
        &mut self,
        point: Point,
        answers: Answers,
        fours_left: usize,
        control: &Control,
    ) -> Attack {
        let attacker = self.rows.attacker();
        // Most fours lead where another order of the same fours has led before.
        if let Some(answer) = answers.points[0] {
            let key = self.rows.key_after(point, answer);
            if let Some(failure) = self.known_failure(key, fours_left - 1) {
                self.nodes += 2;
                return failure;
            }
        }
        let cross = Cross::new(point);
        if self.wants_zone {
            // Kept aside: only a win has a zone.
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
                        // Nearly always the only one, and large proofs are made of these.
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

    /// Plays the answer to the four on `point` and goes on.
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
            // With one more stone there the answer would have been a four.
            let windows = self.rows.windows(&cross, !attacker);
            let partners = Rows::partners(&cross, &windows);
            Rows::points_of(&cross, &partners).for_each(|point| self.zone.insert(point));
        }
        self.rows.remove(&cross, !attacker, &saved);
        result
    }

    fn is_spent(&mut self, control: &Control) -> bool {
        // Stones come in pairs, so that the count may step over a multiple by one.
        self.stopped |= self.nodes >= self.budget
            || (self.nodes % CLOCK_INTERVAL < 2 && self.is_ended_by(control));
        self.stopped
    }

    fn is_ended_by(&self, control: &Control) -> bool {
        control.must_stop(0)
            || control.revision() != self.revision
            || self.until.is_some_and(|until| control.elapsed() >= until)
    }
}

impl Default for Vcf {
    /// A small table, for the leaves of a search.
    fn default() -> Self {
        Self::new(LEAF_TABLE_BYTES)
    }
}

/// Whether two points lie in a window of five cells. (The idea of trying the fours first that go on
/// from the last one is that of the solver quintet.)
fn is_near(a: Point, b: Point) -> bool {
    let (dx, dy) = (a.x().abs_diff(b.x()), a.y().abs_diff(b.y()));
    (dx == 0 || dy == 0 || dx == dy) && a.distance(b) < 5
}

fn verdict(attack: Attack) -> Verdict<(Start, Option<Box<Proof>>)> {
    match attack {
        Attack::Win { first, plies, proof } => Verdict::Win((Start { first, plies }, proof)),
        Attack::Fail { is_complete: true } => Verdict::NoWin,
        Attack::Fail { is_complete: false } => Verdict::Unknown,
    }
}

fn count(cells: &Words) -> u32 {
    cells.iter().map(|word| word.count_ones()).sum()
}

/// The only point among these cells; nothing if there are two, for no answer stops two fives.
fn one_point(cross: &Cross, cells: &Words) -> Answers {
    let mut points = Rows::points_of(cross, cells);
    let first = points.next();
    if points.next().is_some() { Answers::default() } else { Answers { points: [first, None] } }
}
