//! The numbers of the solvers that a measurement could change, each with its unit.

/// Stones between two looks at the clock in a search for a win by fours.
pub(super) const CLOCK_INTERVAL: u64 = 128;
/// Stones for each first four in the first round of a search for a win by fours; measured.
pub(super) const FIRST_PATIENCE: u64 = 128;
/// How many times as many stones a first four has in the next round.
pub(super) const PATIENCE_GROWTH: u64 = 4;

/// Buckets of four entries of a table of refuted positions while it is small: two pages of memory.
pub(super) const FIRST_REFUTED: usize = 256;
/// Entries of such a table for each one that is taken, at least, as long as it may grow.
pub(super) const REFUTED_ROOM: usize = 4;
/// How many times as large such a table becomes when it grows.
pub(super) const REFUTED_GROWTH: usize = 4;
/// Bytes of the table of refuted positions for the leaves of a search.
pub(super) const LEAF_TABLE_BYTES: usize = 256 << 10;

/// Buckets of a table of proof numbers while it is small: six pages of memory.
pub(super) const FIRST_BUCKETS: usize = 256;
/// Slots of such a table for each one that is taken, at least, as long as it may grow: with four in
/// a bucket, one entry in 50 is lost.
pub(super) const BUCKET_ROOM: usize = 2;
/// How many times as large such a table becomes when it grows.
pub(super) const BUCKET_GROWTH: usize = 4;

/// Bytes of an open node besides its moves, about: its entry of the map and an allocation.
pub(super) const OPEN_NODE_BYTES: usize = 64;
