//! Every number of the search that a match could change, with its unit.
//!
//! "Reasoned" values were set by thought, "measured" ones kept because of a match.

use super::{Depth, PLY};

/// Half width of the first aspiration window, in points; reasoned.
pub const ASPIRATION: i32 = 24;
/// First depth with an aspiration window; reasoned.
pub const ASPIRATION_DEPTH: u32 = 5;

/// Razoring: below this depth a hopeless node is left to the win by fours; reasoned.
pub const RAZORING_DEPTH: Depth = 3 * PLY;
/// Futility at the node: largest depth; reasoned.
pub const FUTILITY_DEPTH: Depth = 8 * PLY;
/// Internal reduction without a table move: smallest depth; reasoned.
pub const INTERNAL_REDUCTION_DEPTH: Depth = 4 * PLY;
/// Late-move pruning: largest depth; reasoned.
pub const LATE_MOVE_DEPTH: Depth = 8 * PLY;
/// Moves at the front of the list that are never reduced at nodes on the principal variation, and
/// elsewhere; reasoned.
pub const UNREDUCED_MOVES: [usize; 2] = [3, 1];

/// Depth of the reply to a threatened five, beyond what is left; reasoned.
pub const FORCED_EXTENSION: Depth = PLY;

/// Fours in a line at a leaf, at most; reasoned.
pub const LEAF_FOURS: usize = 12;
/// Stones put down by the search for a win by fours at a leaf, at most; measured.
pub const LEAF_BUDGET: u64 = 32;
/// The same before the search of the root begins; reasoned.
pub const ROOT_BUDGET: u64 = 200_000;
/// Stones of the search for a win by fours of the opponent before the search of the root, and the same
/// again for all moves that may stop it; reasoned.
pub const THREAT_BUDGET: u64 = 20_000;
/// Part of the time planned for a move that the search for a win by threats before the search of the
/// root may take; reasoned.
pub const THREAT_SHARE: f64 = 0.05;
/// Stones of the same where no time is planned; reasoned.
pub const THREAT_NODES: u64 = 5_000;
/// Stones of the same, at most; reasoned.
pub const MAX_THREAT_NODES: u64 = 500_000;

/// Razoring margin in points.
pub fn razoring_margin(depth: Depth) -> i32 {
    120 + 130 * depth / PLY
}

/// Futility margin in points.
pub fn futility_margin(depth: Depth, is_improving: bool) -> i32 {
    70 * (depth - if is_improving { PLY } else { 0 }).max(0) / PLY + 20
}

/// Quiet moves that are tried at a node off the principal variation before the rest is pruned;
/// measured.
pub fn late_move_count(depth: Depth, is_improving: bool) -> usize {
    let plies = (depth / PLY).max(0) as usize;
    (4 + plies * plies * 2 / 3) / if is_improving { 1 } else { 2 } + 1
}

/// Base reduction of a late move, by depth and place in the list, in units of depth; measured.
pub struct Reductions([[i16; 64]; 64]);

impl Default for Reductions {
    fn default() -> Self {
        let mut table = [[0; 64]; 64];
        for (plies, row) in table.iter_mut().enumerate().skip(1) {
            for (place, reduction) in row.iter_mut().enumerate().skip(1) {
                let product = log2_16(plies) * log2_16(place);
                // 1.05 of the product of the natural logarithms, and a quarter of a ply.
                *reduction = (product * 105 * PLY / (100 * 533) + PLY / 4) as i16;
            }
        }
        Self(table)
    }
}

impl Reductions {
    /// The reduction of the move at `place` (from 0) of its list.
    #[inline]
    pub fn of(&self, depth: Depth, place: usize) -> Depth {
        let plies = (depth / PLY).clamp(0, 63) as usize;
        Depth::from(self.0[plies][place.min(63)])
    }
}

/// 16 times the binary logarithm, by linear interpolation between powers of two: integers only, so
/// that every machine has the same table. (Natural logarithms: divide a product of two by 533.)
fn log2_16(n: usize) -> i32 {
    let exponent = n.ilog2();
    let fraction = ((n as i32) << 4 >> exponent) - 16;
    16 * exponent as i32 + fraction
}
