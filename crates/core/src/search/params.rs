//! Every number of the search that matches could tune, with its unit, and the formulas that use
//! them.
//!
//! "Reasoned" values were set by thought; "measured" values were kept because of a match; "tuned"
//! values are the result of a run of SPSA. See `docs/tuning.md` for how to tune them.
//!
//! A depth without `PLY` is in 64ths of a ply. A node of a solver is a stone put on the board, or a
//! position that is only looked up in a table by its key.

use std::time::Duration;

use super::depth::{Depth, PLY};
use super::tunable::tunables;

tunables! {
    /// Added to each thread's score above the worst voter when threads vote, in points. The larger
    /// it is, the less scores count and the more depths count; reasoned.
    vote_margin: i32 = 15, 0 => 200, step 5;
    /// A thread votes only if its depth times this number reaches the largest depth; reasoned.
    vote_depth_divisor: u32 = 2, 1 => 8, step 1;

    /// Half width of the first aspiration window, in points; tuned.
    aspiration_width: i32 = 25, 4 => 200, step 4;
    /// Growth of the aspiration window after a failure, in hundredths; tuned.
    aspiration_growth: i32 = 204, 150 => 400, step 20;
    /// Half width above which the side that failed is opened fully, in points; tuned.
    aspiration_limit: i32 = 1_015, 100 => 4_000, step 200;
    /// Smallest depth with an aspiration window, in plies; reasoned.
    aspiration_depth: u32 = 5, 2 => 12, step 1;

    /// Razoring: below this depth, a hopeless node goes straight to the search for a win by fours;
    /// tuned.
    razoring_depth: Depth = 177, 0 => 8 * PLY, step PLY / 2;
    /// Razoring: margin at depth 0, in points; tuned.
    razoring_base: i32 = 134, -100 => 600, step 20;
    /// Razoring: further margin for each ply, in points; tuned.
    razoring_slope: i32 = 148, 0 => 500, step 15;

    /// Futility pruning of nodes: largest depth; tuned.
    futility_depth: Depth = 478, 0 => 16 * PLY, step PLY;
    /// Futility pruning: margin at depth 0, in points; tuned.
    futility_base: i32 = 4, -50 => 300, step 10;
    /// Futility pruning: further margin for each ply, in points; tuned.
    futility_slope: i32 = 59, 0 => 300, step 8;
    /// Futility pruning: depth subtracted before the margin is computed, if the score is improving;
    /// tuned.
    futility_improving: Depth = 94, 0 => 3 * PLY, step PLY / 4;

    /// ProbCut: smallest depth; tuned.
    probcut_depth: Depth = 344, 2 * PLY => 100 * PLY, step PLY;
    /// ProbCut: how far above beta both the static score and the score of the verifying search must
    /// be, in points; measured.
    probcut_margin: i32 = 60, 0 => 400, step 10;
    /// ProbCut: depth of the verifying search, in hundredths of the depth of the node; tuned.
    probcut_share: i32 = 49, 20 => 80, step 4;

    /// Internal reduction of nodes without a table move: smallest depth; tuned.
    internal_reduction_depth: Depth = 245, 2 * PLY => 12 * PLY, step PLY / 2;
    /// Internal reduction of nodes without a table move: its size; tuned.
    internal_reduction: Depth = 66, 0 => 2 * PLY, step PLY / 4;

    /// Late-move pruning: largest depth; tuned.
    late_move_depth: Depth = 1_037, 0 => 32 * PLY, step PLY;
    /// Late-move pruning: constant part of the number of moves tried; tuned.
    late_move_base: i32 = 2, 0 => 20, step 1;
    /// Late-move pruning: further moves tried per squared ply of depth, in hundredths; tuned.
    late_move_slope: i32 = 37, 0 => 300, step 8;
    /// Late-move pruning: share of these moves tried where the score is not improving, in
    /// hundredths; tuned.
    late_move_worsening: i32 = 53, 10 => 100, step 6;

    /// Appeal pruning: how much less appealing than the best one a move must be to be pruned at
    /// depth 0, in hundredths of the natural logarithm of the odds; tuned.
    appeal_base: i32 = 365, 0 => 3_000, step 40;
    /// Appeal pruning: further margin for each ply, in hundredths of the natural logarithm of the
    /// odds; tuned.
    appeal_slope: i32 = 39, 0 => 1_000, step 20;

    /// Singular search: smallest depth; tuned.
    singular_depth: Depth = 405, 3 * PLY => 30 * PLY, step PLY / 2;
    /// Singular search: how much shallower the table entry may be; tuned.
    singular_lag: Depth = 165, 0 => 8 * PLY, step PLY / 2;
    /// Singular search: how far below the table score all other moves must stay, in hundredths of a
    /// point for each ply; tuned.
    singular_margin: i32 = 234, 0 => 1_500, step 30;
    /// Singular search: depth, in hundredths of the depth of the node; tuned.
    singular_share: i32 = 45, 20 => 80, step 4;
    /// Singular search: none is made beyond this many times the depth of the iteration; reasoned.
    singular_reach: usize = 2, 1 => 6, step 1;
    /// Singular extension: how much deeper a singular move is searched; tuned.
    singular_extension: Depth = 68, 0 => 2 * PLY, step PLY / 8;
    /// Double extension: the same where all other moves are far worse; tuned.
    double_extension: Depth = 119, 0 => 3 * PLY, step PLY / 8;
    /// Double extension: how far below the singular bound counts as far worse, in points; tuned.
    double_margin: i32 = 48, 0 => 400, step 8;
    /// Negative extension: how much less deep a table move is searched that is not singular, where
    /// its table score says that the node will fail high; tuned.
    not_singular_reduction: Depth = 62, -PLY => 3 * PLY, step PLY / 8;

    /// After a new best move, the remaining moves are reduced at depths above this one; tuned.
    improved_min: Depth = 103, 0 => 8 * PLY, step PLY / 2;
    /// After a new best move, the remaining moves are reduced at depths below this one; tuned.
    improved_max: Depth = 794, PLY => 30 * PLY, step PLY;
    /// After a new best move: by how much the remaining moves are reduced; tuned.
    improved_reduction: Depth = 63, 0 => 2 * PLY, step PLY / 8;

    /// Late-move reduction: moves never reduced at nodes on the principal variation; reasoned.
    unreduced_pv: usize = 3, 1 => 10, step 1;
    /// Late-move reduction: moves never reduced at other nodes; reasoned.
    unreduced: usize = 1, 1 => 6, step 1;
    /// Late-move reduction: moves never reduced at the root; reasoned.
    unreduced_root: usize = 4, 1 => 20, step 1;
    /// Base reduction: factor of the product of the natural logarithms of the plies left and the
    /// place in the list, in hundredths of a ply; tuned.
    reduction_slope: i32 = 97, 0 => 300, step 8;
    /// Base reduction: constant part; tuned.
    reduction_base: Depth = 19, -PLY => 3 * PLY, step PLY / 8;
    /// Reduction by appeal: part for each unit of the natural logarithm of the odds by which the
    /// move looks less promising than the best one; reasoned.
    reduction_slope_lag: Depth = 8, -PLY => PLY, step 2;
    /// Reduction by appeal: constant part, which alone applies to the move that looks best; tuned.
    reduction_base_lag: Depth = -11, -2 * PLY => 2 * PLY, step 8;
    /// Reduction by appeal: upper bound; tuned.
    reduction_most_lag: Depth = 180, 0 => 8 * PLY, step PLY / 4;
    /// Added reduction where the score is not improving; tuned.
    reduction_worsening: Depth = 11, -PLY => 2 * PLY, step PLY / 8;
    /// Subtracted from the reduction of a move that makes a three or better; tuned.
    reduction_attack: Depth = 61, -PLY => 4 * PLY, step PLY / 8;
    /// Subtracted in addition from the reduction of a move that makes a four; tuned.
    reduction_four: Depth = 61, -PLY => 4 * PLY, step PLY / 8;
    /// Added reduction of a move that makes no shape for either side; tuned.
    reduction_shapeless: Depth = 61, -PLY => 4 * PLY, step PLY / 8;
    /// Subtracted from the reduction on the principal variation; tuned.
    reduction_pv: Depth = 28, -PLY => 4 * PLY, step PLY / 8;
    /// History score that takes one ply off the reduction; tuned.
    reduction_history: i32 = 8_481, 1_024 => 65_536, step 1_024;

    /// Extension of the reply to a threatened five; reasoned.
    forced_extension: Depth = PLY, 0 => PLY, step PLY / 8;

    /// History update after a cutoff: part for each squared ply of depth; tuned.
    history_square: i32 = 22, 0 => 200, step 3;
    /// History update after a cutoff: part for each ply of depth; reasoned.
    history_linear: i32 = 80, 0 => 500, step 10;
    /// History update after a cutoff: upper bound, below the bound of the scores; tuned.
    history_most: i32 = 2_220, 100 => 8_000, step 200;

    /// Weight of the continuation histories, in hundredths of the weight of the main history;
    /// tuned.
    continuation_weight: i32 = 108, 0 => 400, step 10;
    /// Weight of the correction history, in hundredths; tuned.
    correction_weight: i32 = 98, 0 => 300, step 10;
    /// Correction history: largest error of one search that counts, in points; tuned.
    correction_error_most: i32 = 402, 50 => 2_000, step 50;
    /// Correction history: a search moves the correction by its error times its plies divided by
    /// this number; tuned.
    correction_divisor: i32 = 452, 64 => 4_096, step 64;
    /// Correction history: largest number of plies that counts; reasoned.
    correction_plies_most: i32 = 16, 1 => 64, step 2;
    /// Correction history: largest correction, in points; tuned.
    correction_most: i32 = 126, 10 => 500, step 10;

    /// Move ordering: bonus of a killer move, in hundredths of the natural logarithm of the odds;
    /// tuned.
    order_killer: i32 = 37, -50 => 400, step 6;
    /// Move ordering: bonus of a counter-move, in hundredths of the natural logarithm of the odds;
    /// reasoned.
    order_counter: i32 = 24, -50 => 400, step 6;
    /// Move ordering: history score worth a hundredth of the natural logarithm of the odds; tuned.
    order_history: i32 = 61, 8 => 512, step 8;

    /// Search for a win by fours at a leaf: largest number of fours in a row; reasoned.
    leaf_fours: usize = 12, 1 => 32, step 1;
    /// Search for a win by fours at a leaf: node limit; measured.
    leaf_budget: u64 = 32, 0 => 512, step 4;
    /// Search for a win by fours before the search of the root: node limit; reasoned.
    root_budget: u64 = 200_000, 0 => 2_000_000, step 20_000;
    /// Search for a win by fours before the search of the root: its nodes are at most the node
    /// limit of the whole search divided by this; reasoned.
    root_budget_divisor: u64 = 4, 1 => 64, step 1;
    /// Search for a win by fours of the opponent before the search of the root: node limit. The
    /// checks of all moves that may stop that win have the same number again; reasoned.
    threat_budget: u64 = 20_000, 0 => 500_000, step 4_000;
    /// Search for a win by fours of the opponent before the search of the root: its nodes are at
    /// most the node limit of the whole search divided by this; reasoned.
    threat_budget_divisor: u64 = 16, 1 => 256, step 4;
    /// Searches for wins by fours before the search of the root: share of the planned time that
    /// each may take, in thousandths; reasoned.
    fours_share: u32 = 50, 0 => 500, step 10;
    /// Search for a win by threats before the search of the root: share of the planned time, in
    /// thousandths; reasoned.
    threat_share: u32 = 50, 0 => 500, step 10;
    /// Search for a win by threats: node limit where no time is planned; reasoned.
    threat_nodes: u64 = 5_000, 0 => 200_000, step 1_000;
    /// Search for a win by threats: node limit where time is planned; reasoned.
    threat_nodes_most: u64 = 500_000, 0 => 10_000_000, step 50_000;
    /// Search for a win by threats: its nodes, and separately those of its inner searches for wins
    /// by fours, are at most the node limit of the whole search divided by this; reasoned.
    threat_nodes_divisor: u64 = 8, 1 => 128, step 2;
    /// Largest number of attacking moves in the proof of a win that is played out; it takes some
    /// four megabytes. A win that takes more to prove is left to the search; reasoned.
    proof_moves: usize = 40_000, 1_000 => 1_000_000, step 10_000;

    /// Share of the planned time to use right after the best move has changed, in hundredths;
    /// reasoned.
    pace_base: i32 = 150, 100 => 300, step 8;
    /// Share of the planned time: what each iteration with the same best move subtracts, in
    /// hundredths; reasoned.
    pace_steady: i32 = 8, 0 => 12, step 1;
    /// Share of the planned time: largest number of iterations with the same best move that counts;
    /// reasoned.
    pace_steady_most: u32 = 8, 0 => 8, step 1;
    /// Share of the planned time: drop of the score from one iteration to the next that doubles it,
    /// in points; reasoned.
    pace_drop: i32 = 250, 120 => 1_000, step 20;
    /// Share of the planned time: largest drop of the score that counts, in points; reasoned.
    pace_drop_most: i32 = 150, 0 => 500, step 15;
    /// Share of the planned time: largest rise of the score that counts and saves time, in points;
    /// reasoned.
    pace_rise_most: i32 = 50, 0 => 100, step 10;
    /// Share of the planned time: how much less a best move takes that has all the nodes than one
    /// that has none, in hundredths; measured.
    pace_effort: i32 = 120, 0 => 180, step 15;
    /// Share of the planned time: percentage of the nodes in the best move that changes nothing;
    /// reasoned.
    pace_effort_even: i32 = 50, 0 => 100, step 5;
}

/// Upper bound on the nodes by which one thread exceeds a node limit.
///
/// Covers the last search for a win by fours at a leaf, and the node that notices the limit. With
/// several threads, each may notice the limit up to 64 nodes later.
pub const NODE_OVERSHOOT: u64 = 40;

/// Smallest depth of an iteration for several lines, in plies, whose moves threads divide. Earlier
/// ones take less time than it takes to start threads.
pub(super) const DIVIDED_DEPTH: u32 = 6;

/// Largest depth of an iteration, in plies.
pub(crate) const DEEPEST: u32 = 200;

/// Bound of the absolute value of history scores.
pub(crate) const HISTORY_MAX: i32 = 8_192;

/// Largest distance along each axis at which continuation histories distinguish the places of two
/// moves.
pub(crate) const HISTORY_REACH: i32 = 7;

/// Size of the table of the root's threat solver, in bytes. It is small because most of it is wiped
/// at every move.
pub(crate) const THREAT_TABLE_BYTES: usize = 2 << 20;

/// Longest time that yielding takes when only another thread of the engine runs meanwhile. If it
/// takes longer, another program ran, which may take a whole time slice each time.
pub(crate) const SHORT_ERRAND: Duration = Duration::from_micros(300);
/// How long a search thread does not yield after it has yielded to another program.
pub(crate) const SELFISH_TIME: Duration = Duration::from_millis(200);

/// Returns the razoring margin, in points.
#[inline]
pub(crate) fn razoring_margin(depth: Depth) -> i32 {
    razoring_base() + razoring_slope() * depth / PLY
}

/// Returns the futility margin, in points.
#[inline]
pub(crate) fn futility_margin(depth: Depth, is_improving: bool) -> i32 {
    let depth = depth - if is_improving { futility_improving() } else { 0 };
    futility_slope() * depth.max(0) / PLY + futility_base()
}

/// Returns how much less appealing than the best one a move may be without being pruned, in
/// hundredths of the natural logarithm of the odds.
#[inline]
pub(crate) fn appeal_margin(depth: Depth) -> i32 {
    appeal_base() + appeal_slope() * depth / PLY
}

/// Returns the reduction of a move that is less appealing than the best one by `lag` hundredths of
/// the natural logarithm of the odds.
#[inline]
pub(crate) fn reduction_lag(lag: i32) -> Depth {
    (reduction_base_lag() + reduction_slope_lag() * lag / 100).min(reduction_most_lag())
}

/// Returns the depth of the ProbCut search at a node of this depth.
#[inline]
pub(crate) fn probcut_search(depth: Depth) -> Depth {
    depth * probcut_share() / 100
}

/// Returns the depth of the singular search at a node of this depth.
#[inline]
pub(crate) fn singular_search(depth: Depth) -> Depth {
    depth * singular_share() / 100
}

/// Returns how many moves are tried at a node before late-move pruning, at least one.
#[inline]
pub(crate) fn late_move_count(depth: Depth, is_improving: bool) -> usize {
    let plies = (depth / PLY).max(0);
    let count = late_move_base() + plies * plies * late_move_slope() / 100;
    let share = if is_improving { 100 } else { late_move_worsening() };
    (count * share / 100) as usize + 1
}

/// Returns how many moves at the front of the list are never reduced.
#[inline]
pub(crate) fn unreduced_moves(is_pv: bool) -> usize {
    if is_pv { unreduced_pv() } else { unreduced() }
}

/// Returns the node limit of the search for a win by threats at the root where time is planned.
///
/// A shallow search is not worth a long wait, so the number grows with the square of the depth
/// limit, in plies. At ten plies it is the number used without a clock.
#[inline]
pub(crate) fn threat_nodes_within(depth_limit: u32) -> u64 {
    let plies = u64::from(depth_limit);
    ((plies * plies).saturating_mul(threat_nodes()) / 100).min(threat_nodes_most())
}

/// Number of plies left, and of places in the list, that base reductions distinguish. Larger ones
/// count as the largest.
const REDUCTIONS: usize = 64;

/// Base reductions of late moves, by plies left and place in the list, in units of [`Depth`].
pub(crate) struct Reductions([[i16; REDUCTIONS]; REDUCTIONS]);

impl Default for Reductions {
    fn default() -> Self {
        let mut table = [[0; REDUCTIONS]; REDUCTIONS];
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
    /// Returns the reduction of the move at `place` (from 1) of its list.
    #[inline]
    pub(crate) fn of(&self, depth: Depth, place: usize) -> Depth {
        let plies = (depth / PLY).max(0) as usize;
        Depth::from(self.0[plies.min(REDUCTIONS - 1)][place.min(REDUCTIONS - 1)])
    }
}

/// Returns 16 times the binary logarithm, interpolated linearly between powers of two.
///
/// Uses integers only, so every machine has the same table. A product of two results divided by 533
/// is the product of the natural logarithms.
fn log2_16(n: usize) -> i32 {
    let exponent = n.ilog2();
    let fraction = ((n as i32) << 4 >> exponent) - 16;
    16 * exponent as i32 + fraction
}
