//! Every number of the search that a match could change, with its unit, and the formulas of them.
//!
//! "Reasoned" values were set by thought, "measured" ones kept because of a match. How to tune
//! them: `docs/tuning.md`.

use std::time::Duration;

use super::tunable::tunables;
use super::{Depth, PLY};

tunables! {
    /// What the worst of the voting threads has over nothing, in points: the more, the less their
    /// scores count and the more their depths; reasoned.
    vote_margin: i32 = 15, 0 => 200, step 5;
    /// A thread has no vote if it has not come to one part in so many of the largest depth;
    /// reasoned.
    vote_depth_divisor: u32 = 2, 1 => 8, step 1;

    /// Half width of the first aspiration window, in points; reasoned.
    aspiration_width: i32 = 24, 4 => 200, step 4;
    /// Growth of the window after a failure, in hundredths; reasoned.
    aspiration_growth: i32 = 200, 150 => 400, step 20;
    /// Half width from which on the window is open on the side that failed, in points; reasoned.
    aspiration_limit: i32 = 1_000, 100 => 4_000, step 200;
    /// First depth with an aspiration window, in plies; reasoned.
    aspiration_depth: u32 = 5, 2 => 12, step 1;

    /// Razoring: below this depth a hopeless node is left to the win by fours; reasoned.
    razoring_depth: Depth = 3 * PLY, 0 => 8 * PLY, step PLY / 2;
    /// Razoring margin at depth 0, in points; reasoned.
    razoring_base: i32 = 120, -100 => 600, step 20;
    /// Razoring margin for each ply, in points; reasoned.
    razoring_slope: i32 = 130, 0 => 500, step 15;

    /// Futility at the node: largest depth; reasoned.
    futility_depth: Depth = 8 * PLY, 0 => 16 * PLY, step PLY;
    /// Futility margin at depth 0, in points; reasoned.
    futility_base: i32 = 20, -50 => 300, step 10;
    /// Futility margin for each ply, in points; reasoned.
    futility_slope: i32 = 70, 0 => 300, step 8;
    /// Depth that an improving score takes off before the margin is reckoned; reasoned.
    futility_improving: Depth = PLY, 0 => 3 * PLY, step PLY / 4;

    /// Search that verifies a likely fail high: smallest depth; measured.
    probcut_depth: Depth = 6 * PLY, 2 * PLY => 100 * PLY, step PLY;
    /// How far above beta the static score and that of this search must be, in points; measured.
    probcut_margin: i32 = 60, 0 => 400, step 10;
    /// Depth of this search, in hundredths of the depth of the node; reasoned.
    probcut_share: i32 = 50, 20 => 80, step 4;

    /// Internal reduction without a table move: smallest depth; reasoned.
    internal_reduction_depth: Depth = 4 * PLY, 2 * PLY => 12 * PLY, step PLY / 2;
    /// Internal reduction without a table move; reasoned.
    internal_reduction: Depth = PLY, 0 => 2 * PLY, step PLY / 4;

    /// Late-move pruning: largest depth; measured.
    late_move_depth: Depth = 16 * PLY, 0 => 32 * PLY, step PLY;
    /// Late-move pruning: moves tried at any depth; measured.
    late_move_base: i32 = 3, 0 => 20, step 1;
    /// Late-move pruning: further moves for the square of the plies left, in hundredths; measured.
    late_move_slope: i32 = 25, 0 => 300, step 8;
    /// Late-move pruning: share of these moves where the score does not improve, in hundredths;
    /// measured.
    late_move_worsening: i32 = 50, 10 => 100, step 6;

    /// Pruning of moves that look far worse than others: how far a move is behind the most
    /// appealing one at depth 0, in hundredths of the natural logarithm of the odds; reasoned.
    appeal_base: i32 = 350, 0 => 3_000, step 40;
    /// The same: what each ply adds to that; reasoned.
    appeal_slope: i32 = 50, 0 => 1_000, step 20;

    /// Singular moves: smallest depth at which they are looked for; reasoned.
    singular_depth: Depth = 6 * PLY, 3 * PLY => 30 * PLY, step PLY / 2;
    /// Singular moves: how much less deep the entry of the table may be; reasoned.
    singular_lag: Depth = 3 * PLY, 0 => 8 * PLY, step PLY / 2;
    /// Singular moves: how far below its score all others must stay, in hundredths of a point for
    /// each ply; reasoned.
    singular_margin: i32 = 200, 0 => 1_500, step 30;
    /// Singular moves: depth of the search of the others, in hundredths of the depth; reasoned.
    singular_share: i32 = 50, 20 => 80, step 4;
    /// Singular moves: none is looked for beyond so many times the plies of the iteration;
    /// reasoned.
    singular_reach: usize = 2, 1 => 6, step 1;
    /// Singular moves: how much deeper they are searched; reasoned.
    singular_extension: Depth = PLY, 0 => 2 * PLY, step PLY / 8;
    /// The same if all others are far worse; reasoned.
    double_extension: Depth = 2 * PLY, 0 => 3 * PLY, step PLY / 8;
    /// What far worse means, in points; reasoned.
    double_margin: i32 = 40, 0 => 400, step 8;
    /// How much less deep a move of the table is searched that is not singular at a node that will
    /// fail high; reasoned.
    not_singular_reduction: Depth = PLY, -PLY => 3 * PLY, step PLY / 8;

    /// After a new best move between these depths the rest of the list is searched less deep;
    /// reasoned.
    improved_min: Depth = 2 * PLY, 0 => 8 * PLY, step PLY / 2;
    /// See `improved_min`; reasoned.
    improved_max: Depth = 12 * PLY, PLY => 30 * PLY, step PLY;
    /// How much less deep; reasoned.
    improved_reduction: Depth = PLY, 0 => 2 * PLY, step PLY / 8;

    /// Moves at the front of the list that are never reduced at nodes on the principal variation;
    /// reasoned.
    unreduced_pv: usize = 3, 1 => 10, step 1;
    /// Moves at the front of the list that are never reduced at other nodes; reasoned.
    unreduced: usize = 1, 1 => 6, step 1;
    /// Moves at the front of the list that are never reduced at the root; reasoned.
    unreduced_root: usize = 4, 1 => 20, step 1;
    /// Base reduction: part of the product of the natural logarithms of plies left and place in the
    /// list, in hundredths of a ply; measured.
    reduction_slope: i32 = 105, 0 => 300, step 8;
    /// Base reduction: what is added to that product; measured.
    reduction_base: Depth = PLY / 4, -PLY => 3 * PLY, step PLY / 8;
    /// More reduction of a move for each unit of the natural logarithm of the odds by which it
    /// looks less promising than the best one; reasoned.
    reduction_slope_lag: Depth = 8, -PLY => PLY, step 2;
    /// Reduction of the move that looks best; added to that; reasoned.
    reduction_base_lag: Depth = -16, -2 * PLY => 2 * PLY, step 8;
    /// The most that comes of both; reasoned.
    reduction_most_lag: Depth = 3 * PLY, 0 => 8 * PLY, step PLY / 4;
    /// More reduction where the score does not improve; reasoned.
    reduction_worsening: Depth = PLY / 4, -PLY => 2 * PLY, step PLY / 8;
    /// Less reduction of a move that makes a three or more; reasoned.
    reduction_attack: Depth = PLY, -PLY => 4 * PLY, step PLY / 8;
    /// Less reduction, on top of that, of a move that makes a four; reasoned.
    reduction_four: Depth = PLY, -PLY => 4 * PLY, step PLY / 8;
    /// More reduction of a move that makes no shape of either side; reasoned.
    reduction_shapeless: Depth = PLY, -PLY => 4 * PLY, step PLY / 8;
    /// Less reduction on the principal variation; reasoned.
    reduction_pv: Depth = PLY / 2, -PLY => 4 * PLY, step PLY / 8;
    /// History score that takes a ply off the reduction; reasoned.
    reduction_history: i32 = 8_192, 1_024 => 65_536, step 1_024;

    /// Depth of the reply to a threatened five, beyond what is left; reasoned.
    forced_extension: Depth = PLY, 0 => PLY, step PLY / 8;

    /// History change of a cut: part for the square of the plies left; reasoned.
    history_square: i32 = 20, 0 => 200, step 3;
    /// History change of a cut: part for each ply left; reasoned.
    history_linear: i32 = 80, 0 => 500, step 10;
    /// History change of a cut, at most; reasoned. Less than the bound of the scores.
    history_most: i32 = 2_000, 100 => 8_000, step 200;

    /// Weight of the histories after the last moves, in hundredths of that of the main one;
    /// reasoned.
    continuation_weight: i32 = 100, 0 => 400, step 10;
    /// Weight of what was learned of the errors of the static score, in hundredths; measured.
    correction_weight: i32 = 100, 0 => 300, step 10;
    /// The error of one search that counts, at most, in points; reasoned.
    correction_error_most: i32 = 400, 50 => 2_000, step 50;
    /// A search learns from that error one part in so many for each of its plies; reasoned.
    correction_divisor: i32 = 512, 64 => 4_096, step 64;
    /// Plies that count for that, at most; reasoned.
    correction_plies_most: i32 = 16, 1 => 64, step 2;
    /// What is learned of an error, at most, in points; reasoned.
    correction_most: i32 = 120, 10 => 500, step 10;

    /// Move order: what a killer is worth, in points; reasoned.
    order_killer: i32 = 40, -50 => 400, step 6;
    /// Move order: what a counter-move is worth, in points; reasoned.
    order_counter: i32 = 24, -50 => 400, step 6;
    /// Move order: history score that is worth a point; reasoned.
    order_history: i32 = 64, 8 => 512, step 8;

    /// Fours in a line at a leaf, at most; reasoned.
    leaf_fours: usize = 12, 1 => 32, step 1;
    /// Stones put down by the search for a win by fours at a leaf, at most; measured.
    leaf_budget: u64 = 32, 0 => 512, step 4;
    /// The same before the search of the root begins; reasoned.
    root_budget: u64 = 200_000, 0 => 2_000_000, step 20_000;
    /// The same as a part of the node limit, one in so many; reasoned.
    root_budget_divisor: u64 = 4, 1 => 64, step 1;
    /// Stones of the search for a win by fours of the opponent before the search of the root, and
    /// the same again for all moves that may stop it; reasoned.
    threat_budget: u64 = 20_000, 0 => 500_000, step 4_000;
    /// The same as a part of the node limit, one in so many; reasoned.
    threat_budget_divisor: u64 = 16, 1 => 256, step 4;
    /// Part of the time planned for a move that each of these searches for wins by fours may take,
    /// in thousandths; reasoned.
    fours_share: u32 = 50, 0 => 500, step 10;
    /// Part of the time planned for a move that the search for a win by threats before the search
    /// of the root may take, in thousandths; reasoned.
    threat_share: u32 = 50, 0 => 500, step 10;
    /// Stones of the same where no time is planned; reasoned.
    threat_nodes: u64 = 5_000, 0 => 200_000, step 1_000;
    /// Stones of the same, at most; reasoned.
    threat_nodes_most: u64 = 500_000, 0 => 10_000_000, step 50_000;
    /// The same as a part of the node limit, one in so many, searches for wins by fours on top of
    /// it included; reasoned.
    threat_nodes_divisor: u64 = 8, 1 => 128, step 2;
    /// Attacking moves in the proof of a win that is played out, at most: some four megabytes. A
    /// win that takes more to prove is left to the search; reasoned.
    proof_moves: usize = 40_000, 1_000 => 1_000_000, step 10_000;

    /// Share of the planned time to use right after the best move has changed, in hundredths;
    /// reasoned.
    pace_base: i32 = 150, 100 => 300, step 8;
    /// What each iteration with the same best move takes off that share, in hundredths; reasoned.
    pace_steady: i32 = 8, 0 => 12, step 1;
    /// Iterations that count for that, at most; reasoned.
    pace_steady_most: u32 = 8, 0 => 8, step 1;
    /// Loss of score from one iteration to the next that doubles the time, in points; reasoned.
    pace_drop: i32 = 250, 120 => 1_000, step 20;
    /// Loss of score that counts for that, at most, in points; reasoned.
    pace_drop_most: i32 = 150, 0 => 500, step 15;
    /// Gain of score that saves time likewise, at most, in points; reasoned.
    pace_rise_most: i32 = 50, 0 => 100, step 10;
}

/// Nodes by which one thread may pass a node limit, at most: those of the last search for a win by
/// fours at a leaf, and the node that hears of the limit. Of several threads each may be up to 64
/// nodes later.
pub const NODE_OVERSHOOT: u64 = 40;

/// No search is deeper, in plies.
pub(crate) const DEEPEST: u32 = 200;

/// Bound of the history scores.
pub(crate) const HISTORY_MAX: i32 = 8_192;

/// Largest distance of two moves, along each axis, at which a history tells one by its place from
/// the other.
pub(crate) const HISTORY_REACH: i32 = 7;

/// Bytes of the table of wins by threats at the root: few, since most of it is wiped at every move.
pub(crate) const THREAT_TABLE_BYTES: usize = 2 << 20;

/// A thread of several that gave way to another for longer gave way to another program, which may
/// take a whole time slice each time.
pub(crate) const SHORT_ERRAND: Duration = Duration::from_micros(300);
/// Time without giving way after that.
pub(crate) const SELFISH_TIME: Duration = Duration::from_millis(200);

/// Razoring margin in points.
#[inline]
pub(crate) fn razoring_margin(depth: Depth) -> i32 {
    razoring_base() + razoring_slope() * depth / PLY
}

/// Futility margin in points.
#[inline]
pub(crate) fn futility_margin(depth: Depth, is_improving: bool) -> i32 {
    let depth = depth - if is_improving { futility_improving() } else { 0 };
    futility_slope() * depth.max(0) / PLY + futility_base()
}

/// How far a move may look less promising than the best one, in hundredths of the natural logarithm
/// of the odds.
#[inline]
pub(crate) fn appeal_margin(depth: Depth) -> i32 {
    appeal_base() + appeal_slope() * depth / PLY
}

/// Reduction of a move that looks less promising than the best one by so many hundredths of the
/// natural logarithm of the odds.
#[inline]
pub(crate) fn reduction_lag(lag: i32) -> Depth {
    (reduction_base_lag() + reduction_slope_lag() * lag / 100).min(reduction_most_lag())
}

/// Depth of the search that verifies a likely fail high at a node of this depth.
#[inline]
pub(crate) fn probcut_search(depth: Depth) -> Depth {
    depth * probcut_share() / 100
}

/// Depth of the search that tells whether a move is singular at a node of this depth.
#[inline]
pub(crate) fn singular_search(depth: Depth) -> Depth {
    depth * singular_share() / 100
}

/// Moves that are tried at a node before the rest is pruned, at least one.
#[inline]
pub(crate) fn late_move_count(depth: Depth, is_improving: bool) -> usize {
    let plies = (depth / PLY).max(0);
    let count = late_move_base() + plies * plies * late_move_slope() / 100;
    let share = if is_improving { 100 } else { late_move_worsening() };
    (count * share / 100) as usize + 1
}

/// Late moves, counted from 1, that are never reduced.
#[inline]
pub(crate) fn unreduced_moves(is_pv: bool) -> usize {
    if is_pv { unreduced_pv() } else { unreduced() }
}

/// Stones of the search for a win by threats before the search of the root, at most, where time is
/// planned. A search of few plies is not worth a long wait: they grow with the square of the plies,
/// and at ten plies are as many as without a clock.
#[inline]
pub(crate) fn threat_nodes_within(depth_limit: u32) -> u64 {
    let plies = u64::from(depth_limit);
    ((plies * plies).saturating_mul(threat_nodes()) / 100).min(threat_nodes_most())
}

/// Base reduction of a late move, by depth and place in the list, in units of depth.
pub(crate) struct Reductions([[i16; 64]; 64]);

impl Default for Reductions {
    fn default() -> Self {
        let mut table = [[0; 64]; 64];
        for (plies, row) in table.iter_mut().enumerate().skip(1) {
            for (place, reduction) in row.iter_mut().enumerate().skip(1) {
                let product = log2_16(plies) * log2_16(place);
                *reduction =
                    (product * reduction_slope() * PLY / (100 * 533) + reduction_base()) as i16;
            }
        }
        Self(table)
    }
}

impl Reductions {
    /// The reduction of the move at `place` (from 0) of its list.
    #[inline]
    pub(crate) fn of(&self, depth: Depth, place: usize) -> Depth {
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
