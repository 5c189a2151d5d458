//! Whether other programs take the processor from a search.
//!
//! A search looks at the clock every few nodes, which is some tenth of a millisecond. If more time
//! lies between two looks, the system gave the processor to someone else meanwhile. Its time slices
//! are three milliseconds and more on most systems.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Time between two looks at the clock, in microseconds, from which on a search was disturbed.
const GAP_MICROS: u64 = 1_500;
/// Stands for no look yet. No think lasts so long.
const NEVER: u64 = u64::MAX;

/// What one thread that looks at the clock again and again has seen.
#[derive(Debug)]
pub(super) struct Disturbance {
    /// The last look, in microseconds from the start, or [`NEVER`].
    last_look: AtomicU64,
    is_seen: AtomicBool,
}

impl Disturbance {
    pub(super) const fn new() -> Self {
        Self { last_look: AtomicU64::new(NEVER), is_seen: AtomicBool::new(false) }
    }

    /// Records a look at the clock. Times are in microseconds and do not fall.
    #[inline]
    pub(super) fn look(&self, now: u64) {
        let before = self.last_look.load(Ordering::Relaxed);
        self.last_look.store(now, Ordering::Relaxed);
        if before != NEVER && now.saturating_sub(before) > GAP_MICROS {
            self.is_seen.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the search was disturbed.
    #[inline]
    pub(super) fn is_seen(&self) -> bool {
        self.is_seen.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_seen(looks: &[u64]) -> bool {
        let disturbance = Disturbance::new();
        looks.iter().for_each(|&micros| disturbance.look(micros));
        disturbance.is_seen()
    }

    #[test]
    fn only_time_between_two_looks_is_a_disturbance() {
        assert!(!is_seen(&[]));
        assert!(!is_seen(&[50_000]), "getting ready takes its time");
        assert!(!is_seen(&[50_000, 50_100, 51_600]));
        assert!(is_seen(&[50_000, 50_100, 51_601]));
        assert!(is_seen(&[0, 3_000, 3_100]), "it is not forgotten");
    }
}
