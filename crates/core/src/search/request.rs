//! What is asked of a search, what its threads need, and how it is abandoned.

use crate::geometry::PointSet;

/// Stack size of a search thread, in bytes.
///
/// The search is recursive. Its stack frames are large, and so are those of the solvers. Most of
/// the stack is never touched, so it takes no memory.
pub const STACK_BYTES: usize = 16 << 20;
/// The error of an abandoned search.
///
/// Being an error, it keeps callers from taking half a search for a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// What the caller asks of a search.
#[derive(Clone, Debug)]
pub struct Request {
    /// Number of best lines to find, at least 1.
    pub lines: usize,
    /// Root moves to leave out. They are considered only if no other move is left.
    pub excluded: PointSet,
}

impl Default for Request {
    fn default() -> Self {
        Self { lines: 1, excluded: PointSet::EMPTY }
    }
}
