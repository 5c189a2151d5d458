//! Where the time of learning goes.

use std::time::Duration;

/// Processor time by part of the work, summed over all threads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Finding the cells and gathering their features.
    pub gather: Duration,
    /// Layers, forward and backward.
    pub dense: Duration,
    /// The policy of cells, its loss and its gradient.
    pub policy: Duration,
    /// Scattering gradients to rows.
    pub scatter: Duration,
}

impl Times {
    /// Adds other times.
    pub fn add(&mut self, other: &Self) {
        self.gather += other.gather;
        self.dense += other.dense;
        self.policy += other.policy;
        self.scatter += other.scatter;
    }
}
