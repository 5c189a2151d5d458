//! Memory of connections.

/// Memory that SQLite may use for pages of the file, in KiB, unless less is asked for.
pub const CACHE: u32 = 8 << 10;
/// Memory that a connection needs besides, in bytes: statements, the index of a write-ahead log
/// that another program has begun, and room to sort.
const BESIDE_CACHE: u64 = 2 << 20;

/// Bytes of memory for a connection whose page cache may hold `cache` KiB.
pub const fn memory(cache: u32) -> u64 {
    ((cache as u64) << 10) + BESIDE_CACHE
}
