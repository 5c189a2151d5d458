//! Distinguishes work that goes on from work that hangs, by a number that grows while it goes on.

use std::time::Duration;

use fukumi_core::clock::Instant;

/// Since when a number has been the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Silence {
    progress: u64,
    since: Instant,
}

impl Silence {
    /// The number, which has been the same since a time.
    pub(crate) fn new(progress: u64, since: Instant) -> Self {
        Self { progress, since }
    }

    /// Looks at the number again. Returns how long it has been the same.
    pub(crate) fn look(&mut self, progress: u64, now: Instant) -> Duration {
        if progress != self.progress {
            *self = Self::new(progress, now);
        }
        now.saturating_duration_since(self.since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_of_life_ends_a_silence() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut silence = Silence::new(7, start);
        let looks = [(7, 1), (7, 5), (8, 6), (8, 9), (9, 10)];
        let lasts = looks.map(|(progress, time)| silence.look(progress, at(time)).as_secs());
        assert_eq!(lasts, [1, 5, 0, 3, 0]);
    }
}
