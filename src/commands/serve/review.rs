//! What is found out about the positions of a whole game, until all are answered.

use std::sync::{Mutex, PoisonError};

use fukumi_core::analysis::Finding;

/// The findings about the positions of a game, as they come.
#[derive(Debug)]
pub(super) struct Review(Mutex<Findings>);

#[derive(Debug)]
struct Findings {
    /// `None` for a position whose work has not ended, or was ended before it was done.
    found: Vec<Option<Finding>>,
    /// Number of positions whose work has not ended.
    left: usize,
}

impl Review {
    /// Waits for the findings about this many positions.
    pub(super) fn new(positions: usize) -> Self {
        Self(Mutex::new(Findings { found: vec![None; positions], left: positions }))
    }

    /// Adds what was found out about the position after `played` moves. With the last one, returns
    /// all of them.
    pub(super) fn add(
        &self,
        played: usize,
        finding: Option<Finding>,
    ) -> Option<Vec<Option<Finding>>> {
        let mut findings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = findings.found.get_mut(played) {
            *place = finding;
        }
        findings.left = findings.left.saturating_sub(1);
        (findings.left == 0).then(|| std::mem::take(&mut findings.found))
    }
}
