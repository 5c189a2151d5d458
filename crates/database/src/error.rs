//! Why a database cannot be used.

use std::fmt;

use rusqlite::ErrorCode;

use super::version::VERSION;

/// Why a database cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum DatabaseError {
    /// The file is no database of positions.
    Foreign,
    /// The file has this other version of the format.
    Version(i64),
    /// Other processes were using it all the time.
    Busy,
    /// The database was opened for reading only, or the file cannot be written.
    ReadOnly,
    /// There is no room on the disk, or the file has its largest size.
    Full,
    /// The file is damaged.
    Damaged(String),
    /// Something in the file could act on its own; the text says what.
    Unsafe(String),
    /// Another position has the same key. The chance of that is 1 in 400,000 among ten million.
    Collision,
    /// The other database is the same file.
    Itself,
    /// A row that was to be read in makes no sense; the text says where and why.
    Row(String),
    /// An entry that was to be written has more than fits into one; the text says what fits.
    TooLong(String),
    /// The work was broken off.
    Stopped,
    /// Any other error, in the words of SQLite or of the system.
    Other(String),
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("it is no database of positions"),
            Self::Version(found) => {
                write!(f, "expected version {VERSION} of the format, found {found}")
            }
            Self::Busy => f.write_str("another process is using it"),
            Self::ReadOnly => f.write_str("it cannot be written"),
            Self::Full => f.write_str("there is no room left"),
            Self::Damaged(reason) => write!(f, "it is damaged: {reason}"),
            Self::Unsafe(reason) => write!(f, "it is not safe to use: {reason}"),
            Self::Collision => f.write_str("another position has the same key"),
            Self::Itself => f.write_str("it is the same file"),
            Self::TooLong(bound) => write!(f, "expected {bound}, found more"),
            Self::Stopped => f.write_str("stopped"),
            Self::Row(reason) | Self::Other(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for DatabaseError {}

impl From<rusqlite::Error> for DatabaseError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::Foreign,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged(error.to_string()),
            Some(ErrorCode::OperationInterrupted) => Self::Stopped,
            Some(ErrorCode::TooBig) => Self::Damaged("a row is too large".into()),
            _ => Self::Other(error.to_string()),
        }
    }
}

impl From<std::io::Error> for DatabaseError {
    fn from(error: std::io::Error) -> Self {
        Self::Other(error.to_string())
    }
}
