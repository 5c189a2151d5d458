//! The books that the engine plays from: the user's, or else the one shipped with the program.
//!
//! A thread reads the user's book, so that neither the start of a game nor a move waits for a slow
//! disk. A move that has waited long enough goes on without it.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use fukumi_core::book::format::{self, MAX_BYTES};
use fukumi_core::book::{self, Book, Reply};
use fukumi_core::geometry::BoardSize;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use log::{info, warn};

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
#[derive(Default)]
pub(super) struct Books {
    users: Arc<Shelf>,
    /// Whether a move has waited in vain for the user's book. The others do not wait for it.
    has_waited: bool,
}

/// The user's book, which a thread reads.
#[derive(Default)]
struct Shelf {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The place of the book that is wanted.
    wanted: Option<BookPlace>,
    /// The book that was read last, and its place.
    read: Option<(BookPlace, Option<Book>)>,
    /// Whether a thread reads. There is one at most, however many books are wanted.
    has_thread: bool,
}

impl State {
    /// Whether the book that is wanted was read.
    fn is_read(&self) -> bool {
        self.read.as_ref().map(|(place, _)| place) == self.wanted.as_ref()
    }
}

impl Books {
    /// Has the user's book for a game read, if there is one below `folder`.
    pub(super) fn open(&mut self, rule: Rule, size: BoardSize, folder: Option<&Path>) {
        let Some(folder) = folder else { return };
        let place = BookPlace { folder: folder.to_path_buf(), rule, size };
        let mut state = self.users.lock();
        if state.wanted.as_ref() == Some(&place) {
            return;
        }
        state.wanted = Some(place);
        self.has_waited = false;
        if !state.has_thread {
            let shelf = Arc::clone(&self.users);
            match thread::Builder::new().name("book".into()).spawn(move || shelf.read()) {
                Ok(_) => state.has_thread = true,
                Err(error) => warn!("no thread to read a book on: {error}"),
            }
        }
    }

    /// Returns the reply of the user's book below `folder`, or else that of the shipped book. A
    /// user's book that is not read within `patience` counts as missing.
    pub(super) fn reply(
        &mut self,
        position: &Position,
        folder: Option<&Path>,
        patience: Duration,
    ) -> Option<Reply> {
        let (rule, size) = (position.rule(), position.size());
        self.open(rule, size, folder);
        let reply = folder.and_then(|_| self.users_reply(position, patience));
        reply.or_else(|| book::shipped(rule, size)?.reply(position))
    }

    fn users_reply(&mut self, position: &Position, patience: Duration) -> Option<Reply> {
        let patience = if self.has_waited { Duration::ZERO } else { patience };
        let state = self.users.lock();
        let is_awaited = |state: &mut State| state.has_thread && !state.is_read();
        let waited = self.users.changed.wait_timeout_while(state, patience, is_awaited);
        let state = waited.unwrap_or_else(PoisonError::into_inner).0;
        if state.is_read() {
            return state.read.as_ref()?.1.as_ref()?.reply(position);
        }
        if !self.has_waited {
            warn!("the book is not read in time");
            self.has_waited = true;
        }
        None
    }
}

impl Shelf {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Every change is made in one step, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the books that are wanted, until there is none left.
    fn read(&self) {
        loop {
            let mut state = self.lock();
            let Some(place) = state.wanted.clone().filter(|_| !state.is_read()) else {
                state.has_thread = false;
                return;
            };
            drop(state);
            let book = read(&place);
            self.lock().read = Some((place, book));
            self.changed.notify_all();
        }
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
    let mut bytes = Vec::new();
    let read =
        File::open(&path).and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes));
    if let Err(error) = read {
        warn!("{name} is not read: {error}");
        return None;
    }
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

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(60);

    /// Whether a book of renju is read.
    fn is_there(books: &mut Books, size: BoardSize, folder: &Path) -> bool {
        books.open(Rule::Renju, size, Some(folder));
        assert!(books.users_reply(&Position::new(size, Rule::Renju), PATIENCE).is_none());
        let state = books.users.lock();
        assert!(state.is_read(), "in time");
        state.read.as_ref().is_some_and(|(_, book)| book.is_some())
    }

    #[test]
    fn the_book_that_is_wanted_last_is_the_one_that_is_read() {
        let base = std::env::temp_dir().join(format!("fukumi-books-last-{}", std::process::id()));
        fs::create_dir_all(base.join(FOLDER)).unwrap();
        let mut books = Books::default();
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
        let open = || is_there(&mut Books::default(), size, &folder);
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
        assert!(!is_there(&mut Books::default(), size, &base));
        fs::remove_dir_all(&base).unwrap();
    }
}
