//! Depth: how far a search looks ahead.

/// Remaining search depth, in units of 1/`PLY` ply.
pub type Depth = i32;
/// One ply of [`Depth`].
pub(crate) const PLY: Depth = 64;
/// The largest distance from the root, in plies.
pub(super) const MAX_PLY: usize = 256;
