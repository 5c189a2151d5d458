//! The means to find something out about a position: a searcher, its time, and whom to tell.

use super::watch::Watch;
use crate::search::Searcher;
use crate::search::report::Info;

/// What the searches of one task share.
pub struct Study<'a> {
    /// Searches one position at a time.
    pub searcher: &'a mut Searcher,
    /// When to end.
    pub watch: &'a Watch,
    /// Told of progress.
    pub report: &'a mut dyn FnMut(&Info<'_>),
}
