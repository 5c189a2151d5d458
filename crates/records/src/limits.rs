//! How much is read: limits of texts, files, trees and lists of games.

/// Maximum length in bytes of a text that is read.
pub const MAX_BYTES: usize = 1 << 20;

/// Maximum length in bytes of a file that is read.
pub const MAX_FILE_BYTES: usize = 1 << 28;

/// Maximum number of nodes of a tree, and of all trees of a file together.
pub const MAX_NODES: usize = 10_000_000;

/// Maximum number of games of a file.
pub const MAX_GAMES: usize = 1 << 20;

/// [`MAX_GAMES`] in an error.
pub(crate) const AT_MOST: &str = "at most 1048576 games";

/// Maximum number of parts of a file that are left out because they make no sense. The reader gives
/// up at the next one.
pub(crate) const MAX_FAULTS: usize = 1 << 16;

/// [`MAX_FAULTS`] in an error.
pub(crate) const AT_MOST_FAULTS: &str = "at most 65536 parts that make no sense";

/// How many bytes at the beginning of a file show its format or its encoding.
pub(crate) const MAX_HEAD: usize = 4096;
