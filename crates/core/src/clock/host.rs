//! A clock that the host provides, where the standard library has none.

use std::ops::{Add, Sub};
use std::sync::OnceLock;
use std::time::Duration;

/// The host's clock.
static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Sets the clock: a function that returns the time since a moment of its choice, and never less
/// than before. In a browser that is `performance.now()`. Returns whether there was none before;
/// otherwise that one stays.
pub fn set(clock: fn() -> Duration) -> bool {
    CLOCK.set(clock).is_ok()
}

/// Whether there is a clock.
pub fn is_set() -> bool {
    CLOCK.get().is_some()
}

/// A moment, as in [`std::time::Instant`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// The present moment; always the same one if there is no clock.
    pub fn now() -> Self {
        Self(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
    }

    /// The time since this moment.
    pub fn elapsed(&self) -> Duration {
        Self::now().saturating_duration_since(*self)
    }

    /// The time from `earlier` to this moment; zero if that is later.
    pub fn duration_since(&self, earlier: Self) -> Duration {
        self.saturating_duration_since(earlier)
    }

    /// The time from `earlier` to this moment; zero if that is later.
    pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0.saturating_add(time))
    }
}

impl Sub<Duration> for Instant {
    type Output = Self;

    fn sub(self, time: Duration) -> Self {
        Self(self.0.saturating_sub(time))
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        self.saturating_duration_since(earlier)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// Milliseconds on the clock of the test.
    static TIME: AtomicU64 = AtomicU64::new(7);

    #[test]
    fn moments_are_those_of_the_clock_that_was_set() {
        let before = Instant::now();
        assert!(!is_set() && before.elapsed().is_zero(), "no clock");
        assert!(set(|| Duration::from_millis(TIME.load(Ordering::Relaxed))));
        assert!(!set(|| Duration::ZERO), "the first clock stays");
        let start = Instant::now();
        TIME.store(12, Ordering::Relaxed);
        assert_eq!(start.elapsed(), Duration::from_millis(5));
        assert_eq!(Instant::now() - start, Duration::from_millis(5));
        assert_eq!(start - Instant::now(), Duration::ZERO);
        assert_eq!(Instant::now() - Duration::from_millis(5), start);
        assert_eq!(start + Duration::from_millis(5), Instant::now());
    }
}
