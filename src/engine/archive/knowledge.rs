//! What the databases know of a position.

use fukumi_core::learning::advice::Advice;
use fukumi_core::search::known::Known;

/// What is known of a position.
#[derive(Clone, Default)]
pub(crate) struct Knowledge {
    /// Moves to choose and moves to avoid.
    pub advice: Advice,
    /// What a search should know of positions ahead.
    pub ahead: Vec<Known>,
    /// Whether what searches know from before may no longer hold.
    pub is_stale: bool,
}
