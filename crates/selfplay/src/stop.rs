//! The limits of all searches, and how they are stopped.

use fukumi_core::clock::Instant;
use fukumi_core::control::{Control, Limits};

use crate::settings::SelfplaySettings;

/// A scout game has the usual nodes per move divided by this.
pub(crate) const SCOUT_SAVING: u64 = 4;

/// Stops the games of all threads at once.
///
/// It also holds the limits of their searches. There is no clock, and every search counts its own
/// nodes, so threads and moves can share these limits.
#[derive(Debug)]
pub struct Stop {
    pub(crate) moves: Control,
    pub(crate) openings: Control,
    pub(crate) scouts: Control,
}

impl Stop {
    /// The limits for these settings, not yet stopped.
    pub fn new(settings: &SelfplaySettings) -> Self {
        let control = |nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            Control::new(Instant::now(), limits)
        };
        Self {
            moves: control(settings.nodes),
            openings: control(settings.opening.nodes),
            scouts: control((settings.nodes / SCOUT_SAVING).max(1)),
        }
    }

    /// Stops all searches. Unfinished games are discarded.
    pub fn stop(&self) {
        self.moves.stop();
        self.openings.stop();
        self.scouts.stop();
    }

    /// Whether [`Stop::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.moves.is_stopped()
    }
}
