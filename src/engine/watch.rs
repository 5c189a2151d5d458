//! The control of one think, whose work may consist of several searches.
//!
//! The thread that searches narrows the limits for a part of its work; the one that listens may replace
//! the limits of the whole or stop everything, at any time.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::control::{Control, Limits};
use crate::geometry::Point;

/// Time to share out when the limits name none.
const UNLIMITED: Duration = Duration::from_secs(10);

/// The control of one think.
#[derive(Debug)]
pub struct Watch {
    control: Control,
    /// The limits of the whole. The lock is held while they are applied, so that a part cannot
    /// outlive a change it has not seen.
    whole: Mutex<Limits>,
    best: Mutex<Option<Point>>,
}

impl Watch {
    /// A watch whose clock started at `start`, which may lie in the past.
    pub fn new(start: Instant, limits: Limits) -> Self {
        Self {
            control: Control::new(start, limits),
            whole: Mutex::new(limits),
            best: Mutex::new(None),
        }
    }

    /// What the searches heed.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Ends everything now.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// The limits of the whole.
    pub fn limits(&self) -> Limits {
        *self.whole.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the limits of the whole. A part that is being searched may use all of them.
    pub fn set_limits(&self, limits: Limits) {
        let mut whole = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        *whole = limits;
        self.control.set_limits(limits);
    }

    /// The best move so far, should the search be too late to tell.
    pub fn best(&self) -> Option<Point> {
        *self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the best move so far.
    pub fn set_best(&self, point: Option<Point>) {
        *self.best.lock().unwrap_or_else(PoisonError::into_inner) = point;
    }

    /// The time that the whole is expected to take.
    pub fn expected(&self) -> Duration {
        let limits = self.limits();
        limits.soft.or(limits.hard).unwrap_or(UNLIMITED)
    }

    /// Limits the next search to a `share` (of 1) of the time and nodes of the whole, beginning now.
    pub fn narrow(&self, share: f64) {
        self.narrow_to(share, u64::MAX);
    }

    /// The same with no more than so many nodes.
    pub fn narrow_to(&self, share: f64, most: u64) {
        let whole = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        let total = whole.soft.or(whole.hard).unwrap_or(UNLIMITED);
        let end = self.control.elapsed() + total.mul_f64(share);
        let end = whole.hard.map_or(end, |hard| hard.min(end));
        self.control.set_limits(Limits {
            soft: Some(end),
            hard: Some(end),
            nodes: whole.nodes.map(|nodes| ((nodes as f64 * share) as u64 + 1).min(most)),
            depth: whole.depth,
        });
    }

    /// Limits the next search so that it leaves a `share` (of 1) of the time and nodes of the whole.
    pub fn leave(&self, share: f64) {
        let whole = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        let part = |time: Option<Duration>| time.map(|time| time.mul_f64(1.0 - share));
        self.control.set_limits(Limits {
            soft: part(whole.soft),
            hard: part(whole.hard),
            nodes: whole.nodes.map(|nodes| (nodes as f64 * (1.0 - share)) as u64 + 1),
            depth: whole.depth,
        });
    }

    /// Limits the next search to a `share` (of 1) of the time and nodes of the whole, counted from its
    /// beginning; `spent` nodes are gone. Without a limit of the whole there is none.
    pub fn keep_within(&self, share: f64, spent: u64) {
        let whole = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        // Depth is not what all searches are limited by.
        let total = whole.soft.or(whole.hard).or(whole.depth.map(|_| UNLIMITED));
        let end = total.map(|total| total.mul_f64(share));
        self.control.set_limits(Limits {
            soft: end,
            hard: end,
            nodes: whole.nodes.map(|nodes| rest((nodes as f64 * share) as u64, spent)),
            depth: whole.depth,
        });
    }

    /// Whether anything but a stop ends the whole.
    pub fn has_limits(&self) -> bool {
        self.limits() != Limits::default()
    }

    /// Lets the next search use what the whole has left, of whose nodes `spent` are gone.
    pub fn widen_after(&self, spent: u64) {
        let whole = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        let nodes = whole.nodes.map(|nodes| rest(nodes, spent));
        self.control.set_limits(Limits { nodes, ..*whole });
    }

    /// Lets the next search use what the whole has left.
    pub fn widen(&self) {
        let whole = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        self.control.set_limits(*whole);
    }
}

/// What is left of so many nodes: one at least, so that there is something to tell.
fn rest(nodes: u64, spent: u64) -> u64 {
    nodes.saturating_sub(spent).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(hard: u64) -> Limits {
        let hard = Some(Duration::from_secs(hard));
        Limits { soft: hard, hard, nodes: Some(1000), depth: None }
    }

    #[test]
    fn a_part_ends_before_the_whole() {
        let watch = Watch::new(Instant::now(), seconds(100));
        watch.narrow(0.1);
        let end = watch.control().hard().unwrap();
        assert!(end >= Duration::from_secs(10) && end < Duration::from_secs(12), "{end:?}");
        assert_eq!(watch.control().node_limit(), 101);
        watch.narrow_to(0.1, 7);
        assert_eq!(watch.control().node_limit(), 7);
        watch.narrow(5.0);
        assert_eq!(watch.control().hard(), Some(Duration::from_secs(100)));
        watch.widen();
        assert_eq!(watch.control().node_limit(), 1000);
    }

    #[test]
    fn what_is_to_be_left_is_left_of_all_limits() {
        let limits = Limits { soft: Some(Duration::from_secs(10)), ..seconds(30) };
        let watch = Watch::new(Instant::now(), Limits { depth: Some(7), ..limits });
        watch.leave(0.2);
        let control = watch.control();
        assert_eq!(control.soft(), Some(Duration::from_secs(8)));
        assert_eq!(control.hard(), Some(Duration::from_secs(24)));
        assert_eq!((control.node_limit(), control.depth_limit()), (801, 7));
        assert_eq!(watch.limits().hard, Some(Duration::from_secs(30)));
    }

    #[test]
    fn new_limits_hold_at_once_and_for_later_parts() {
        let watch = Watch::new(Instant::now(), seconds(100));
        watch.narrow(0.1);
        watch.set_limits(seconds(2));
        assert_eq!(watch.control().hard(), Some(Duration::from_secs(2)));
        watch.narrow(1.0);
        assert_eq!(watch.control().hard(), Some(Duration::from_secs(2)));
    }

    #[test]
    fn a_part_counted_from_the_beginning_ends_at_a_fixed_time() {
        let watch = Watch::new(Instant::now(), seconds(100));
        watch.keep_within(0.9, 300);
        assert_eq!(watch.control().hard(), Some(Duration::from_secs(90)));
        assert_eq!(watch.control().node_limit(), 600);
        watch.widen_after(2000);
        assert_eq!(watch.control().hard(), Some(Duration::from_secs(100)));
        assert_eq!(watch.control().node_limit(), 1);
        let endless = Watch::new(Instant::now(), Limits::default());
        endless.keep_within(0.9, 0);
        assert!(endless.control().hard().is_none() && !endless.has_limits());
        let depth = Limits { depth: Some(4), ..Limits::default() };
        endless.set_limits(depth);
        endless.keep_within(0.9, 0);
        assert!(endless.control().hard().is_some(), "a depth alone ends no solver");
    }

    #[test]
    fn without_limits_a_part_is_finite_all_the_same() {
        let watch = Watch::new(Instant::now(), Limits::default());
        watch.narrow(0.5);
        assert!(watch.control().hard().unwrap() < Duration::from_secs(6));
    }
}
