//! The clock, limits and stop flag of one think, which may consist of several searches.
//!
//! The searching thread reads them and gives each of several searches a part of the limits. The
//! listening thread may replace the limits of the whole think or stop everything, at any time.

mod disturbance;

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::{self, Instant};
use crate::geometry::Point;

use disturbance::Disturbance;

/// Time that is shared out when there is no time limit.
const UNLIMITED: Duration = Duration::from_secs(10);
/// How long a search may take to end after it was asked to stop.
const STOP_GRACE: Duration = Duration::from_millis(120);

/// The limits of one search. `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Soft time limit, counted from the start: what the search uses in a usual position. A steady
    /// search ends earlier, another one later. It may be longer than the hard limit; then only a
    /// steady search ends before that. If both are the same, time that is saved is lost, and the
    /// search uses all of it.
    pub soft: Option<Duration>,
    /// Hard time limit, counted from the start: the search has ended by then, whatever it is doing.
    pub hard: Option<Duration>,
    /// Node limit: positions to look at, by all threads together.
    pub nodes: Option<u64>,
    /// Depth limit: plies of the deepest iteration.
    pub depth: Option<u32>,
}

impl Limits {
    /// This time, and no other limit. The search uses all of it, unless the position is decided.
    pub fn time(time: Duration) -> Self {
        Self { soft: Some(time), hard: Some(time), ..Self::default() }
    }

    /// This number of positions, and no other limit.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Returns the time that a search of usual length uses; `None` if there is no time limit.
    pub fn planned(&self) -> Option<Duration> {
        [self.soft, self.hard].into_iter().flatten().min()
    }
}

/// The part of the whole think that the next search may use. A share is a fraction of 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// Everything that is left, after `spent` nodes are subtracted from the node limit.
    Rest {
        /// Nodes that earlier searches have spent.
        spent: u64,
    },
    /// A share of the time limits and of the node limit. The depth limit stays.
    Share(f64),
    /// Time and nodes up to a share of the whole, counted from the start of the whole. There is no
    /// limit if the whole has none.
    UpTo {
        /// The share of the whole.
        share: f64,
        /// Nodes that earlier searches have spent.
        spent: u64,
    },
    /// A share of time and nodes, counted from now. It is finite even if the whole has no limit.
    FromNow {
        /// The share of the whole.
        share: f64,
        /// Upper bound on the nodes.
        nodes_most: u64,
    },
}

impl Part {
    /// Creates a part with a share of time and nodes, counted from now.
    pub(crate) const fn from_now(share: f64) -> Self {
        Self::FromNow { share, nodes_most: u64::MAX }
    }

    /// Everything that is left if no nodes count as spent.
    pub const ALL: Self = Self::Rest { spent: 0 };
}

/// The clock, the limits and the stop flag of one think. Threads share it by reference.
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use fukumi_core::control::{Control, Limits};
///
/// let hard = Some(Duration::from_secs(3600));
/// let control =
///     Control::new(Instant::now(), Limits { hard, nodes: Some(1_000), ..Limits::default() });
/// assert!(!control.must_stop(999));
/// assert!(control.must_stop(1_000));
/// control.stop();
/// assert!(control.must_stop(0));
/// ```
#[derive(Debug)]
pub struct Control {
    start: Instant,
    /// How long after the hard limit the answer may still come.
    grace: Duration,
    /// What the searching thread sees of other programs. It says so only if one thread searches.
    disturbance: Disturbance,
    stopped: AtomicBool,
    /// Asks the host whether to stop.
    interrupt: Option<fn() -> bool>,
    // The limits of the current search, which it reads at every node. They are written under the
    // lock.
    soft_micros: AtomicU64,
    hard_micros: AtomicU64,
    /// How much earlier a search ends that other programs disturb.
    caution_micros: AtomicU64,
    nodes: AtomicU64,
    depth: AtomicU64,
    revision: AtomicU32,
    /// The coordinates of the move that the search looks at, or [`NO_MOVE`].
    root_move: AtomicU32,
    /// The state of the whole think. The lock is held while limits are applied, so that no part
    /// outlives a change that it has not seen.
    whole: Mutex<Whole>,
}

/// Stands for no move at the root. No coordinates are so large.
const NO_MOVE: u32 = u32::MAX;

/// The state of the whole think, as opposed to the current search.
#[derive(Debug, Default)]
struct Whole {
    limits: Limits,
    /// The best move found so far.
    best: Option<Point>,
    /// When the think was first asked to stop and answer.
    stop_requested_at: Option<Instant>,
}

impl Control {
    /// Creates a control whose clock started at `start`, which may lie in the past.
    pub fn new(start: Instant, limits: Limits) -> Self {
        Self::with_grace(start, limits, Duration::ZERO)
    }

    /// Creates a control whose answer may come up to `grace` after the hard limit.
    pub fn with_grace(start: Instant, limits: Limits, grace: Duration) -> Self {
        let control = Self {
            start,
            grace,
            disturbance: Disturbance::new(),
            stopped: AtomicBool::new(false),
            interrupt: None,
            soft_micros: AtomicU64::new(0),
            hard_micros: AtomicU64::new(0),
            caution_micros: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            depth: AtomicU64::new(0),
            revision: AtomicU32::new(0),
            root_move: AtomicU32::new(NO_MOVE),
            whole: Mutex::default(),
        };
        control.set_limits(limits);
        control
    }

    /// Returns the control with a function that says whether to stop.
    ///
    /// It is for hosts that cannot call [`Control::stop`] during a search, because they have one
    /// thread only. The search calls it every few nodes, so it must be quick. It is not called
    /// again once it has returned true.
    #[must_use]
    pub fn interrupted_by(self, interrupt: fn() -> bool) -> Self {
        Self { interrupt: Some(interrupt), ..self }
    }

    /// Sets how much earlier than the hard limit a search ends once other programs take the
    /// processor from it, which it sees by the time between two looks at the clock. Searches of
    /// several threads do not see it.
    pub fn set_caution(&self, caution: Duration) {
        let micros = u64::try_from(caution.as_micros()).unwrap_or(u64::MAX);
        self.caution_micros.store(micros, Ordering::Relaxed);
    }

    /// Whether other programs took the processor from a search.
    pub fn is_disturbed(&self) -> bool {
        self.disturbance.is_seen()
    }

    /// Returns the limits of the whole think.
    pub fn limits(&self) -> Limits {
        self.lock().limits
    }

    /// Replaces the limits of the whole think. A running search follows the new limits at once and
    /// may use all of them.
    pub fn set_limits(&self, limits: Limits) {
        let mut whole = self.lock();
        whole.limits = limits;
        self.apply(limits);
    }

    /// Limits the next search to a part of the whole think.
    pub(crate) fn narrow(&self, part: Part) {
        let whole = self.lock();
        self.apply(self.limits_of(part, whole.limits));
    }

    /// Returns the limits of a part of `whole` that begins now.
    fn limits_of(&self, part: Part, whole: Limits) -> Limits {
        let scaled = |nodes: u64, share: f64| (nodes as f64 * share) as u64;
        match part {
            Part::Rest { spent } => {
                Limits { nodes: whole.nodes.map(|nodes| rest(nodes, spent)), ..whole }
            }
            Part::Share(share) => Limits {
                soft: whole.soft.map(|time| time.mul_f64(share)),
                hard: whole.hard.map(|time| time.mul_f64(share)),
                nodes: whole.nodes.map(|nodes| scaled(nodes, share).saturating_add(1)),
                depth: whole.depth,
            },
            Part::UpTo { share, spent } => {
                // A depth limit alone does not end every search, so it needs a time limit as well.
                let total = whole.planned().or(whole.depth.map(|_| UNLIMITED));
                let end = total.map(|total| total.mul_f64(share));
                let nodes = whole.nodes.map(|nodes| rest(scaled(nodes, share), spent));
                Limits { soft: end, hard: end, nodes, depth: whole.depth }
            }
            Part::FromNow { share, nodes_most } => {
                let total = whole.planned().unwrap_or(UNLIMITED);
                let end = self.elapsed() + total.mul_f64(share);
                let end = Some(whole.hard.map_or(end, |hard| hard.min(end)));
                let nodes =
                    whole.nodes.map(|nodes| scaled(nodes, share).saturating_add(1).min(nodes_most));
                Limits { soft: end, hard: end, nodes, depth: whole.depth }
            }
        }
    }

    /// Makes these the limits of the current search.
    fn apply(&self, limits: Limits) {
        let micros = |time: Option<Duration>| {
            time.map_or(u64::MAX, |time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
        };
        self.soft_micros.store(micros(limits.soft), Ordering::Relaxed);
        self.hard_micros.store(micros(limits.hard), Ordering::Relaxed);
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let depth = limits.depth.map_or(u64::MAX, u64::from);
        let nodes_before = self.nodes.swap(nodes, Ordering::Relaxed);
        let depth_before = self.depth.swap(depth, Ordering::Relaxed);
        if nodes < nodes_before || depth < depth_before {
            self.revision.fetch_add(1, Ordering::Release);
        }
    }

    /// Whether the whole think has any limit, so that it ends without a stop.
    pub(crate) fn has_limits(&self) -> bool {
        self.limits() != Limits::default()
    }

    /// Returns the time that the whole think is expected to take.
    pub fn expected(&self) -> Duration {
        let limits = self.limits();
        limits.planned().unwrap_or(UNLIMITED)
    }

    /// Returns the best move found so far, for use if the search answers too late.
    pub fn best(&self) -> Option<Point> {
        self.lock().best
    }

    /// Records the best move found so far.
    pub fn set_best(&self, point: Option<Point>) {
        self.lock().best = point;
    }

    /// Returns the move at the root that the search looks at; `None` if it has not begun.
    pub fn root_move(&self) -> Option<Point> {
        match self.root_move.load(Ordering::Relaxed) {
            NO_MOVE => None,
            packed => {
                let [x, y, ..] = packed.to_le_bytes();
                Some(Point::new(x, y))
            }
        }
    }

    /// Records the move at the root that the search looks at.
    pub(crate) fn set_root_move(&self, point: Point) {
        let packed = u32::from_le_bytes([point.x(), point.y(), 0, 0]);
        self.root_move.store(packed, Ordering::Relaxed);
    }

    /// Stops the search and asks for its answer. Counted from the first request, the answer has a
    /// short grace period to arrive.
    pub fn request_stop(&self, now: Instant) {
        self.stop();
        self.lock().stop_requested_at.get_or_insert(now);
    }

    /// Whether [`Control::request_stop`] was called.
    pub fn is_stop_requested(&self) -> bool {
        self.lock().stop_requested_at.is_some()
    }

    /// Returns when the search ends at the latest, counted from the start, as far as is known now;
    /// `None` if it has no time limit. It is the hard limit, or earlier on a busy machine.
    pub fn deadline(&self) -> Option<Duration> {
        let hard = self.limits().hard?;
        Some(if self.is_disturbed() { hard.saturating_sub(self.caution()) } else { hard })
    }

    /// Returns when to look at [`Control::overdue_at`], which can change until then; `None` if only
    /// a stop request ends the search.
    pub fn look_at(&self) -> Option<Instant> {
        let hard = self.limits().hard;
        let earliest = self.overdue_by(hard.map(|hard| hard.saturating_sub(self.caution())))?;
        if Instant::now() < earliest { Some(earliest) } else { self.overdue_at() }
    }

    /// Returns when to go on without an answer; `None` if only a stop request ends the search.
    pub fn overdue_at(&self) -> Option<Instant> {
        self.overdue_by(self.deadline())
    }

    /// Returns when a search that ends at `deadline` is overdue.
    fn overdue_by(&self, deadline: Option<Duration>) -> Option<Instant> {
        let by_clock = deadline.map(|deadline| self.start + deadline + self.grace);
        let by_request = self.lock().stop_requested_at.map(|request| request + STOP_GRACE);
        [by_clock, by_request].into_iter().flatten().min()
    }

    /// Returns how long after the hard limit the answer may still come.
    pub fn grace(&self) -> Duration {
        self.grace
    }

    /// Returns how often the node limit or the depth limit was lowered.
    ///
    /// Work that was given a share of these limits ends when this number changes. Its owner then
    /// looks at the limits again.
    #[inline]
    pub(crate) fn revision(&self) -> u32 {
        self.revision.load(Ordering::Acquire)
    }

    /// Asks the search to end as soon as possible.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether [`Control::stop`] was called.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search has to end: it was stopped, it is out of time, or `nodes` reaches the
    /// limit.
    #[inline]
    pub fn must_stop(&self, nodes: u64) -> bool {
        self.is_stopped()
            || nodes >= self.nodes.load(Ordering::Relaxed)
            || self.is_out_of_time()
            || self.is_interrupted()
    }

    /// Whether the host is asked if it wants to stop.
    pub(crate) const fn asks_host(&self) -> bool {
        self.interrupt.is_some()
    }

    /// Whether the host wants to stop. If so, that is a call of [`Control::stop`].
    #[inline]
    fn is_interrupted(&self) -> bool {
        let is_interrupted = self.interrupt.is_some_and(|interrupt| interrupt());
        if is_interrupted {
            self.stop();
        }
        is_interrupted
    }

    /// Returns the soft time limit of the current search; `None` if there is none.
    pub fn soft(&self) -> Option<Duration> {
        Self::duration(&self.soft_micros)
    }

    /// Returns the hard time limit of the current search; `None` if there is none.
    pub fn hard(&self) -> Option<Duration> {
        Self::duration(&self.hard_micros)
    }

    /// Returns the time that the current search uses if it is of usual length; `None` if it has no
    /// time limit.
    pub(crate) fn planned(&self) -> Option<Duration> {
        [self.soft(), self.hard()].into_iter().flatten().min()
    }

    /// Returns the node limit of the current search, or `u64::MAX` if there is none.
    #[inline]
    pub(crate) fn node_limit(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns the depth limit of the current search in plies, or `u32::MAX` if there is none.
    pub(crate) fn depth_limit(&self) -> u32 {
        u32::try_from(self.depth.load(Ordering::Relaxed)).unwrap_or(u32::MAX)
    }

    fn lock(&self) -> MutexGuard<'_, Whole> {
        self.whole.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn duration(micros: &AtomicU64) -> Option<Duration> {
        let micros = micros.load(Ordering::Relaxed);
        (micros != u64::MAX).then(|| Duration::from_micros(micros))
    }

    fn caution(&self) -> Duration {
        Duration::from_micros(self.caution_micros.load(Ordering::Relaxed))
    }

    /// Whether the hard limit of the current search is reached.
    #[inline]
    fn is_out_of_time(&self) -> bool {
        let limit = self.hard_micros.load(Ordering::Relaxed);
        if limit == u64::MAX {
            return false;
        }
        if !clock::is_set() {
            return true;
        }
        let now = self.start.elapsed().as_micros() as u64;
        let caution = self.caution_micros.load(Ordering::Relaxed);
        self.disturbance.look(now);
        let is_hurried = caution != 0 && self.disturbance.is_seen();
        now >= if is_hurried { limit.saturating_sub(caution) } else { limit }
    }
}

/// Returns what is left of `nodes` after `spent`: at least one, so that the search has something to
/// report.
fn rest(nodes: u64, spent: u64) -> u64 {
    nodes.saturating_sub(spent).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lower_limits_of_nodes_and_depth_are_a_revision() {
        let control = Control::new(Instant::now(), Limits::default());
        let mut revision = control.revision();
        let mut is_revised = |limits| {
            control.set_limits(limits);
            let before = std::mem::replace(&mut revision, control.revision());
            before != control.revision()
        };
        let limits = Limits { nodes: Some(100), depth: Some(5), ..Limits::default() };
        assert!(is_revised(limits), "there was no limit before");
        assert!(!is_revised(limits), "the same limits");
        assert!(is_revised(Limits { nodes: Some(99), ..limits }));
        assert!(is_revised(Limits { nodes: Some(99), depth: Some(4), ..limits }));
        assert!(!is_revised(Limits { hard: Some(Duration::ZERO), ..limits }), "time is read");
        assert!(!is_revised(Limits::default()), "no limit is higher than any");
    }

    #[test]
    fn an_interrupt_is_a_stop_and_is_asked_for_once() {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let control = Control::new(Instant::now(), Limits::default())
            .interrupted_by(|| CALLS.fetch_add(1, Ordering::Relaxed) == 2);
        assert!(!control.must_stop(0) && !control.must_stop(1) && !control.is_stopped());
        assert!(control.must_stop(2) && control.is_stopped());
        assert!(control.must_stop(3));
        assert_eq!(CALLS.load(Ordering::Relaxed), 3);
    }

    fn seconds(hard: u64) -> Limits {
        let hard = Some(Duration::from_secs(hard));
        Limits { soft: hard, hard, nodes: Some(1000), depth: None }
    }

    #[test]
    fn a_part_ends_before_the_whole() {
        let control = Control::new(Instant::now(), seconds(100));
        control.narrow(Part::from_now(0.1));
        let end = control.hard().unwrap();
        assert!(end >= Duration::from_secs(10) && end < Duration::from_secs(12), "{end:?}");
        assert_eq!(control.node_limit(), 101);
        control.narrow(Part::FromNow { share: 0.1, nodes_most: 7 });
        assert_eq!(control.node_limit(), 7);
        control.narrow(Part::from_now(5.0));
        assert_eq!(control.hard(), Some(Duration::from_secs(100)));
        control.narrow(Part::ALL);
        assert_eq!(control.node_limit(), 1000);
    }

    #[test]
    fn what_is_to_be_left_is_left_of_all_limits() {
        let limits = Limits { soft: Some(Duration::from_secs(10)), ..seconds(30) };
        let control = Control::new(Instant::now(), Limits { depth: Some(7), ..limits });
        control.narrow(Part::Share(0.8));
        assert_eq!(control.soft(), Some(Duration::from_secs(8)));
        assert_eq!(control.hard(), Some(Duration::from_secs(24)));
        assert_eq!((control.node_limit(), control.depth_limit()), (801, 7));
        assert_eq!(control.limits().hard, Some(Duration::from_secs(30)));
    }

    #[test]
    fn new_limits_hold_at_once_and_for_later_parts() {
        let control = Control::new(Instant::now(), seconds(100));
        control.narrow(Part::from_now(0.1));
        control.set_limits(seconds(2));
        assert_eq!(control.hard(), Some(Duration::from_secs(2)));
        control.narrow(Part::from_now(1.0));
        assert_eq!(control.hard(), Some(Duration::from_secs(2)));
    }

    #[test]
    fn a_part_counted_from_the_beginning_ends_at_a_fixed_time() {
        let control = Control::new(Instant::now(), seconds(100));
        control.narrow(Part::UpTo { share: 0.9, spent: 300 });
        assert_eq!(control.hard(), Some(Duration::from_secs(90)));
        assert_eq!(control.node_limit(), 600);
        control.narrow(Part::Rest { spent: 2000 });
        assert_eq!(control.hard(), Some(Duration::from_secs(100)));
        assert_eq!(control.node_limit(), 1);
        let endless = Control::new(Instant::now(), Limits::default());
        endless.narrow(Part::UpTo { share: 0.9, spent: 0 });
        assert!(endless.hard().is_none() && !endless.has_limits());
        let depth = Limits { depth: Some(4), ..Limits::default() };
        endless.set_limits(depth);
        endless.narrow(Part::UpTo { share: 0.9, spent: 0 });
        assert!(endless.hard().is_some(), "a depth alone ends no solver");
    }

    #[test]
    fn without_limits_a_part_is_finite_all_the_same() {
        let control = Control::new(Instant::now(), Limits::default());
        control.narrow(Part::from_now(0.5));
        assert!(control.hard().unwrap() < Duration::from_secs(6));
    }
}
