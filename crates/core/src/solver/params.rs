//! Tunable numbers of the solvers, each with its unit.
//!
//! A node is a stone put on the board, or a position that is only looked up in a table by its key.

/// Nodes between two looks at the clock in a search for a win by fours.
pub(super) const CLOCK_INTERVAL: u64 = 128;
/// Limits for detours in the first searches for a win by fours that is expected; measured. A search
/// without this limit follows. The n-th best four of a position costs (n - 1)², and one more if it
/// leaves the row of the last four while the best does not.
pub(super) const DETOURS: [usize; 2] = [4, 8];
/// Node limit of each four in the first round of a search for a win by fours; measured. The rounds
/// begin at the first position that leaves a choice of fours.
pub(super) const FIRST_PATIENCE: u64 = 128;
/// Factor by which the node limit of each four grows from one round to the next.
pub(super) const PATIENCE_GROWTH: u64 = 4;

/// Buckets of a new table of refuted positions. A bucket has four entries of 8 bytes, so these are
/// two pages of memory.
pub(super) const FIRST_REFUTED: usize = 256;
/// Minimum number of slots per entry of a table of refuted positions. With fewer slots the table
/// grows, up to its maximum size.
pub(super) const REFUTED_ROOM: usize = 4;
/// Factor by which a table of refuted positions grows.
pub(super) const REFUTED_GROWTH: usize = 4;
/// Maximum size in bytes of the table of refuted positions that serves the leaves of a search.
pub(super) const LEAF_TABLE_BYTES: usize = 256 << 10;

/// Buckets of a new table of proof numbers. A bucket has four slots of 24 bytes, so these are six
/// pages of memory.
pub(super) const FIRST_BUCKETS: usize = 256;
/// Minimum number of slots per entry of a table of proof numbers. With fewer slots the table grows,
/// up to its maximum size. With four slots in a bucket, one entry in 50 is lost at this load.
pub(super) const BUCKET_ROOM: usize = 2;
/// Factor by which a table of proof numbers grows.
pub(super) const BUCKET_GROWTH: usize = 4;

/// Approximate bytes of an open node without its moves: its entry in the map and an allocation.
pub(super) const OPEN_NODE_BYTES: usize = 64;

/// Node limit of a search for a win by fours when a position is first seen; measured.
pub(super) const LOOK_NODES: u64 = 60;
/// Node limit of a search for a win by fours when a position is expanded; measured. If it is too
/// low to settle the root, the whole search is repeated with [`EXPANSION_GROWTH`] times as much.
pub(super) const EXPANSION_NODES: u64 = 20_000;
/// Factor by which [`EXPANSION_NODES`] grows with each repetition of the search.
pub(super) const EXPANSION_GROWTH: u64 = 8;

/// Maximum numbers of slow moves of the searches for short wins; measured.
pub(super) const SHORT_WINS: [u8; 3] = [1, 2, 3];
/// Node budget of each search for short wins in the first round, and of the whole search after
/// them; measured.
pub(super) const FIRST_SHORT_NODES: u64 = 1_000;
/// Node limit of a search for a win by fours at an expanded position in a search for short wins;
/// measured.
pub(super) const SHORT_EXPANSION_NODES: u64 = 1_000;
/// Factor by which these budgets grow from one round to the next; measured.
pub(super) const SHORT_GROWTH: u64 = 4;

/// Node budget of each move in the first round of questions about many moves; reasoned. Most moves
/// that threaten nothing are settled within it.
pub(super) const FIRST_ROUND_NODES: u64 = 64;
/// Factor by which the budget of each open move grows from one round to the next; reasoned.
pub(super) const ROUND_GROWTH: u64 = 4;

/// Initial proof number of an attacker's four, for each answer to it; measured, like the numbers
/// below. Fours are cheap to search, but most lead nowhere and can be played in any order.
pub(super) const FOUR_PROOF: u32 = 3;
/// The same in a search for short wins; measured. The fours are tried last there: a search for a
/// win by fours follows every slow move in any case.
pub(super) const SHORT_FOUR_PROOF: u32 = 10;
/// Initial proof number of an attacker's open three, for each answer to it, in halves.
pub(super) const ANSWER_PROOF: u32 = 1;
/// Initial proof number of a quiet move that threatens a win by fours.
pub(super) const THREAT_PROOF: u32 = 5;
/// Initial proof number of a move if it is still unknown whether it threatens a win by fours.
pub(super) const DOUBTFUL_PROOF: u32 = 8;
/// Initial proof number that the quiet moves of a node share until they are generated.
pub(super) const QUIET_PROOF: u32 = 6;
/// The search leaves a child once its number exceeds that of the second-best child by one part in
/// this many. Fewer returns to the parent are the gain (J. Pawlewicz and L. Lew, "Improving
/// depth-first PN-search: 1 + epsilon trick", 2006).
pub(super) const EPSILON_DIVISOR: u32 = 2;
