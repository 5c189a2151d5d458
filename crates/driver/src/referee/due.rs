//! Replies that have their place among others.

use fukumi::protocol::question::Question;
use fukumi_core::decide::task::Goal;
use fukumi_core::geometry::Point;

/// A reply that has its place among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Ok,
    /// A repeated move.
    Echo(Point),
    /// A repeated pass.
    Pass,
    Answer(Goal),
    /// The answer to `SWAP2BOARD` with this number of stones.
    Swap2Board(usize),
    /// The answer as messages, with the number of moves that have come.
    Step(Question, usize),
}
