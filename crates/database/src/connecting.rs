//! Opening a file of SQLite.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, ffi};

use super::guard;
use super::locking::{self, Locked, Sharing};

/// Number of statements that stay prepared.
const STATEMENTS: usize = 32;

/// What one may do with a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read a file that is there.
    Read,
    /// Read and write a file that is there.
    Write,
    /// Read and write a file, which is made if there is none.
    Create,
}

/// Opens a file that others may use as well.
pub(super) fn connect(
    path: &Path,
    access: Access,
    patience: Duration,
) -> rusqlite::Result<Connection> {
    let flags = match access {
        // What a process that was killed has begun is taken back before the file is read.
        Access::Read | Access::Write => OpenFlags::SQLITE_OPEN_READ_WRITE,
        Access::Create => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
    };
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    guard::restrain(&connection)?;
    locking::restrict(&connection)?;
    connection.busy_timeout(patience)?;
    // Only now the file is opened.
    drop(Locked::read(&connection, Sharing::Shared)?);
    Ok(connection)
}

/// Whether a file cannot be used only because something of it cannot be written.
pub(super) fn is_unwritable(error: &rusqlite::Error) -> bool {
    let is_lock =
        error.sqlite_error().is_some_and(|error| error.extended_code == ffi::SQLITE_IOERR_LOCK);
    is_lock
        || matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// Has statements stay prepared. SQLite would prepare them anew for every other key, to look for a
/// better plan; that takes ten times as long as what they do.
pub(super) fn keep_statements(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map(drop)
}

/// Opens a file that does not change meanwhile, such as one on a disk that cannot be written.
pub(super) fn connect_unchanging(path: &Path) -> rusqlite::Result<Connection> {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.into());
    let path = path.to_string_lossy().replace('\\', "/");
    let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let slash = if path.starts_with('/') { "" } else { "/" };
    let connection = Connection::open_with_flags(
        format!("file://{slash}{path}?immutable=1"),
        OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI,
    )?;
    guard::restrain(&connection)?;
    Ok(connection)
}
