//! What ends a running search. The thread that searches reads it; the one that listens changes it.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

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

/// The clock, the limits and the stop flag of one search, shared by reference between threads.
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use fukumi::control::{Control, Limits};
///
/// let hard = Some(Duration::from_secs(3600));
/// let control = Control::new(Instant::now(), Limits { hard, nodes: Some(1_000), ..Limits::default() });
/// assert!(!control.must_stop(999));
/// assert!(control.must_stop(1_000));
/// control.stop();
/// assert!(control.must_stop(0));
/// ```
#[derive(Debug)]
pub struct Control {
    start: Instant,
    stopped: AtomicBool,
    soft_micros: AtomicU64,
    hard_micros: AtomicU64,
    nodes: AtomicU64,
    depth: AtomicU64,
    revision: AtomicU32,
}

impl Control {
    /// A control whose clock started at `start`, which may lie in the past.
    pub fn new(start: Instant, limits: Limits) -> Self {
        let control = Self {
            start,
            stopped: AtomicBool::new(false),
            soft_micros: AtomicU64::new(0),
            hard_micros: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            depth: AtomicU64::new(0),
            revision: AtomicU32::new(0),
        };
        control.set_limits(limits);
        control
    }

    /// Replaces the limits; a running search heeds the new ones at once.
    pub fn set_limits(&self, limits: Limits) {
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

    /// How often the node or depth limit was lowered. A part of the work that was given a share of
    /// them ends when this changes, and its owner looks at the limits again.
    #[inline]
    pub fn revision(&self) -> u32 {
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
    pub fn node_limit(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The depth limit in plies, `u32::MAX` if there is none.
    pub fn depth_limit(&self) -> u32 {
        u32::try_from(self.depth.load(Ordering::Relaxed)).unwrap_or(u32::MAX)
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
}
