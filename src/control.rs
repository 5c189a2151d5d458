//! The one clock of a think: what ends its searches, for as long as it takes.
//!
//! The thread that searches reads it, and gives a part of the limits to each of several searches;
//! the one that listens replaces the limits of the whole or stops everything, at any time.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::geometry::Point;

/// Time to share out when the limits name none.
const UNLIMITED: Duration = Duration::from_secs(10);
/// How long a search that was asked to stop may take to do so.
const STOP_GRACE: Duration = Duration::from_millis(120);

/// The bounds of one search. `None` is no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// No new work is begun after this time; an important iteration may use more.
    pub soft: Option<Duration>,
    /// The search has ended by this time, whatever it is doing.
    pub hard: Option<Duration>,
    /// Positions to look at, all threads together.
    pub nodes: Option<u64>,
    /// Plies of the deepest iteration.
    pub depth: Option<u32>,
}

/// The part of the whole that the next search may use. A share is of 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// What is left, of whose nodes `spent` are gone.
    Rest {
        /// Nodes of the searches before.
        spent: u64,
    },
    /// A share of every limit, so that the rest of each is left.
    Share(f64),
    /// Time and nodes up to a share of the whole, counted from its beginning. Without a limit of
    /// the whole there is none.
    UpTo {
        /// The share.
        share: f64,
        /// Nodes of the searches before.
        spent: u64,
    },
    /// A share of time and nodes that begins now; it ends even if the whole does not.
    FromNow {
        /// The share.
        share: f64,
        /// No more nodes than this.
        nodes_most: u64,
    },
}

impl Part {
    /// A share of time and nodes that begins now.
    pub(crate) const fn from_now(share: f64) -> Self {
        Self::FromNow { share, nodes_most: u64::MAX }
    }

    /// All that is left where no nodes count as gone.
    pub const ALL: Self = Self::Rest { spent: 0 };
}

/// The clock, the limits and the stop flag of one think, shared by reference between threads.
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use fukumi::control::{Control, Limits};
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
    /// How long after the hard limit the answer is awaited.
    grace: Duration,
    stopped: AtomicBool,
    // The limits of the present search, to be read at every node. They are written under the lock.
    soft_micros: AtomicU64,
    hard_micros: AtomicU64,
    nodes: AtomicU64,
    depth: AtomicU64,
    revision: AtomicU32,
    /// The lock is held while limits are applied, so that a part cannot outlive a change it has not
    /// seen.
    whole: Mutex<Whole>,
}

/// What concerns the whole think rather than the present search.
#[derive(Debug, Default)]
struct Whole {
    limits: Limits,
    /// The best move so far.
    best: Option<Point>,
    /// When it was first asked to stop and answer.
    stop_requested_at: Option<Instant>,
}

impl Control {
    /// A control whose clock started at `start`, which may lie in the past.
    pub fn new(start: Instant, limits: Limits) -> Self {
        Self::with_grace(start, limits, Duration::ZERO)
    }

    /// The same, with the time that an answer may come later than its hard limit.
    pub(crate) fn with_grace(start: Instant, limits: Limits, grace: Duration) -> Self {
        let control = Self {
            start,
            grace,
            stopped: AtomicBool::new(false),
            soft_micros: AtomicU64::new(0),
            hard_micros: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            depth: AtomicU64::new(0),
            revision: AtomicU32::new(0),
            whole: Mutex::default(),
        };
        control.set_limits(limits);
        control
    }

    /// The limits of the whole.
    pub fn limits(&self) -> Limits {
        self.lock().limits
    }

    /// Replaces the limits of the whole; a running search heeds the new ones at once, and may use
    /// all of them.
    pub fn set_limits(&self, limits: Limits) {
        let mut whole = self.lock();
        whole.limits = limits;
        self.apply(limits);
    }

    /// Limits the next search to a part of the whole.
    pub(crate) fn narrow(&self, part: Part) {
        let whole = self.lock();
        self.apply(self.limits_of(part, whole.limits));
    }

    /// The limits of a part of `whole` that begins now.
    fn limits_of(&self, part: Part, whole: Limits) -> Limits {
        let scaled = |nodes: u64, share: f64| (nodes as f64 * share) as u64;
        match part {
            Part::Rest { spent } => {
                Limits { nodes: whole.nodes.map(|nodes| rest(nodes, spent)), ..whole }
            }
            Part::Share(share) => Limits {
                soft: whole.soft.map(|time| time.mul_f64(share)),
                hard: whole.hard.map(|time| time.mul_f64(share)),
                nodes: whole.nodes.map(|nodes| scaled(nodes, share) + 1),
                depth: whole.depth,
            },
            Part::UpTo { share, spent } => {
                // Depth is not what all searches are limited by.
                let total = whole.soft.or(whole.hard).or(whole.depth.map(|_| UNLIMITED));
                let end = total.map(|total| total.mul_f64(share));
                let nodes = whole.nodes.map(|nodes| rest(scaled(nodes, share), spent));
                Limits { soft: end, hard: end, nodes, depth: whole.depth }
            }
            Part::FromNow { share, nodes_most } => {
                let total = whole.soft.or(whole.hard).unwrap_or(UNLIMITED);
                let end = self.elapsed() + total.mul_f64(share);
                let end = Some(whole.hard.map_or(end, |hard| hard.min(end)));
                let nodes = whole.nodes.map(|nodes| (scaled(nodes, share) + 1).min(nodes_most));
                Limits { soft: end, hard: end, nodes, depth: whole.depth }
            }
        }
    }

    /// Has the present search heed these limits.
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

    /// Whether anything but a stop ends the whole.
    pub(crate) fn has_limits(&self) -> bool {
        self.limits() != Limits::default()
    }

    /// The time that the whole is expected to take.
    pub fn expected(&self) -> Duration {
        let limits = self.limits();
        limits.soft.or(limits.hard).unwrap_or(UNLIMITED)
    }

    /// The best move so far, should the search be too late to tell.
    pub fn best(&self) -> Option<Point> {
        self.lock().best
    }

    /// Notes the best move so far.
    pub(crate) fn set_best(&self, point: Option<Point>) {
        self.lock().best = point;
    }

    /// Asks for the answer now: it is awaited for a moment from the first request on.
    pub(crate) fn request_stop(&self, now: Instant) {
        self.stop();
        self.lock().stop_requested_at.get_or_insert(now);
    }

    /// Whether [`Control::request_stop`] was called.
    pub(crate) fn is_stop_requested(&self) -> bool {
        self.lock().stop_requested_at.is_some()
    }

    /// When to go on without an answer; `None` if nothing but a request ends the search.
    pub(crate) fn overdue_at(&self) -> Option<Instant> {
        let whole = self.lock();
        let by_clock = whole.limits.hard.map(|hard| self.start + hard + self.grace);
        let by_request = whole.stop_requested_at.map(|request| request + STOP_GRACE);
        [by_clock, by_request].into_iter().flatten().min()
    }

    /// How long after the hard limit the answer is awaited.
    pub(crate) fn grace(&self) -> Duration {
        self.grace
    }

    /// How often the node or depth limit was lowered. A part of the work that was given a share of
    /// them ends when this changes, and its owner looks at the limits again.
    #[inline]
    pub(crate) fn revision(&self) -> u32 {
        self.revision.load(Ordering::Acquire)
    }

    /// Asks the search to end now.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether [`Control::stop`] was called.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search has to end: stopped, out of time, or `nodes` reach the limit.
    #[inline]
    pub fn must_stop(&self, nodes: u64) -> bool {
        self.is_stopped()
            || nodes >= self.nodes.load(Ordering::Relaxed)
            || self.is_past(&self.hard_micros)
    }

    /// Time for the move if all goes as expected; `None` if there is no such limit.
    pub fn soft(&self) -> Option<Duration> {
        Self::duration(&self.soft_micros)
    }

    /// Time that must not be passed; `None` if there is no such limit.
    pub fn hard(&self) -> Option<Duration> {
        Self::duration(&self.hard_micros)
    }

    /// The node limit, `u64::MAX` if there is none.
    #[inline]
    pub(crate) fn node_limit(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The depth limit in plies, `u32::MAX` if there is none.
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

    #[inline]
    fn is_past(&self, micros: &AtomicU64) -> bool {
        let limit = micros.load(Ordering::Relaxed);
        limit != u64::MAX && self.start.elapsed() >= Duration::from_micros(limit)
    }
}

/// What is left of so many nodes: one at least, so that there is something to tell.
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
