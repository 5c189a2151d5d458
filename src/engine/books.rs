//! The books that the engine plays from: the user's, or else the one shipped with the program.
//!
//! A thread reads the user's book, so that neither the start of a game nor a move waits for a slow
//! disk. A move that has waited long enough goes on without it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fukumi_core::book::format::{self, MAX_BYTES};
use fukumi_core::book::{self, Book, BookMove};
use fukumi_core::geometry::BoardSize;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use log::{info, warn};

use super::reading::{Notify, Reading, read_file};

/// The folder below `INFO folder` that may hold a user's book, such as `renju-15x15.book`.
const FOLDER: &str = "fukumi";

/// The place of a user's book, and the game that it is for.
#[derive(Clone, PartialEq, Eq)]
struct BookPlace {
    folder: PathBuf,
    rule: Rule,
    size: BoardSize,
}

/// The books. The user's book is read once for each place.
pub(super) struct Books {
    users: Reading<BookPlace, Option<Book>>,
    /// Whether a move has waited in vain for the user's book. The others do not wait for it.
    has_waited: bool,
}

impl Books {
    /// No book of a user yet. `notify` is called when one was read.
    pub(super) fn new(notify: Notify) -> Self {
        Self { users: Reading::new("book", read, notify), has_waited: false }
    }

    /// Has the user's book for a game read, if there is one below `folder`.
    pub(super) fn open(&mut self, rule: Rule, size: BoardSize, folder: Option<&Path>) {
        let Some(folder) = folder else { return };
        if self.users.want(BookPlace { folder: folder.to_path_buf(), rule, size }) {
            self.has_waited = false;
        }
    }

    /// Whether a move should still wait for the user's book.
    pub(super) fn is_awaited(&self) -> bool {
        !self.has_waited && self.users.is_pending()
    }

    /// Has no move wait for the user's book any more, until another one is wanted.
    pub(super) fn give_up(&mut self) {
        if self.is_awaited() {
            warn!("the book is not read in time");
            self.has_waited = true;
        }
    }

    /// Returns the reply of the user's book below `folder`, or else that of the shipped book. A
    /// user's book that is not read yet counts as missing.
    pub(super) fn reply(&mut self, position: &Position, folder: Option<&Path>) -> Option<BookMove> {
        let (rule, size) = (position.rule(), position.size());
        self.open(rule, size, folder);
        let reply = folder.and_then(|_| self.users_reply(position));
        reply.or_else(|| book::shipped(rule, size)?.reply(position))
    }

    fn users_reply(&mut self, position: &Position) -> Option<BookMove> {
        let reply = |book: &Option<Book>| book.as_ref()?.reply(position);
        let known = self.users.look(Duration::ZERO, reply);
        if known.is_none() {
            self.give_up();
        }
        known.flatten()
    }
}

/// Reads the user's book; `None` if there is none or it cannot be read.
fn read(place: &BookPlace) -> Option<Book> {
    let BookPlace { folder, rule, size } = place;
    let own = folder.join(FOLDER);
    let path = own.join(format!("{rule}-{size}.book"));
    let name = path.display();
    // Links could lead out of the folder, so they are not followed.
    let is_link = fs::symlink_metadata(&own).is_ok_and(|metadata| metadata.is_symlink());
    match fs::symlink_metadata(&path) {
        Ok(metadata) if metadata.is_file() && !is_link => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Ok(_) | Err(_) => {
            warn!("{name} is no file that can be read");
            return None;
        }
    }
    let bytes = match read_file(&path, MAX_BYTES as u64) {
        Ok(bytes) => bytes,
        Err(error) => {
            warn!("{name} is not read: {error}");
            return None;
        }
    };
    match format::read(&String::from_utf8_lossy(&bytes)) {
        Ok((book, _)) if (book.rule(), book.size()) != (*rule, *size) => {
            warn!("{name} is a book for {}, {}", book.rule(), book.size());
            None
        }
        Ok((book, unsound)) => {
            if let Some(first) = unsound.first() {
                warn!("{name}: {} lines are not sound, the first is line {first}", unsound.len());
            }
            info!("{} positions in {name}", book.entries().len());
            Some(book)
        }
        Err(error) => {
            warn!("{name} is not read: {error}");
            None
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;
    use std::sync::Arc;

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(60);

    fn books() -> Books {
        Books::new(Arc::new(|| {}))
    }

    /// Whether a book of renju is read.
    fn is_there(books: &mut Books, size: BoardSize, folder: &Path) -> bool {
        books.open(Rule::Renju, size, Some(folder));
        books.users.look(PATIENCE, |book| book.is_some()).expect("in time")
    }

    #[test]
    fn the_book_that_is_wanted_last_is_the_one_that_is_read() {
        let base = std::env::temp_dir().join(format!("fukumi-books-last-{}", std::process::id()));
        fs::create_dir_all(base.join(FOLDER)).unwrap();
        let mut books = books();
        for side in [15, 12, 15, 13] {
            let size = BoardSize::square(side).unwrap();
            let path = base.join(FOLDER).join(format!("renju-{size}.book"));
            fs::write(path, format::write(&Book::new(Rule::Renju, size, 1))).unwrap();
            books.open(Rule::Renju, size, Some(&base));
        }
        for side in [13, 14, 15] {
            let size = BoardSize::square(side).unwrap();
            assert_eq!(is_there(&mut books, size, &base), side != 14, "{side}");
        }
        fs::remove_dir_all(&base).unwrap();
    }

    #[test]
    fn a_book_is_not_read_through_a_link() {
        let base = std::env::temp_dir().join(format!("fukumi-books-{}", std::process::id()));
        let (folder, outside) = (base.join("folder"), base.join("outside"));
        for folder in [&folder, &outside] {
            fs::create_dir_all(folder).unwrap();
        }
        let size = BoardSize::square(15).unwrap();
        let book = format::write(&Book::new(Rule::Renju, size, 1));
        let open = || is_there(&mut books(), size, &folder);
        assert!(!open(), "nothing there");

        fs::write(outside.join("renju-15x15.book"), &book).unwrap();
        symlink(&outside, folder.join(FOLDER)).unwrap();
        assert!(!open(), "a linked folder");

        fs::remove_file(folder.join(FOLDER)).unwrap();
        fs::create_dir(folder.join(FOLDER)).unwrap();
        let path = folder.join(FOLDER).join("renju-15x15.book");
        symlink(outside.join("renju-15x15.book"), &path).unwrap();
        assert!(!open(), "a linked book");

        fs::remove_file(&path).unwrap();
        fs::write(&path, &book).unwrap();
        assert!(open());
        fs::remove_dir_all(&base).unwrap();
    }

    #[test]
    fn a_pipe_is_not_waited_for() {
        let base = std::env::temp_dir().join(format!("fukumi-books-pipe-{}", std::process::id()));
        let _ = fs::remove_dir_all(&base);
        fs::create_dir_all(base.join(FOLDER)).unwrap();
        let pipe = base.join(FOLDER).join("renju-15x15.book");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let size = BoardSize::square(15).unwrap();
        assert!(!is_there(&mut books(), size, &base));
        fs::remove_dir_all(&base).unwrap();
    }
}
