//! The version of the tables, which a file states.

/// The version of the tables.
pub(super) const VERSION: i64 = 1;
