//! The books that the engine plays from: the user's, or else the one shipped with the program.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use fukumi_core::book::format::{self, MAX_BYTES};
use fukumi_core::book::{self, Book, Reply};
use fukumi_core::geometry::BoardSize;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use log::{info, warn};

/// The folder below `INFO folder` that may hold a user's book, such as `renju-15x15.book`.
const FOLDER: &str = "fukumi";

/// The place of a user's book, and the game that it is for.
#[derive(PartialEq, Eq)]
struct BookPlace {
    folder: PathBuf,
    rule: Rule,
    size: BoardSize,
}

/// The books. The user's book is read once for each place.
#[derive(Default)]
pub(super) struct Books {
    users: Option<(BookPlace, Option<Book>)>,
}

impl Books {
    /// Returns the user's book for a game below `folder`, if there is one.
    ///
    /// The first call reads the book, which may take a second if it is large.
    pub(super) fn open(
        &mut self,
        rule: Rule,
        size: BoardSize,
        folder: Option<&Path>,
    ) -> Option<&Book> {
        let place = BookPlace { folder: folder?.to_path_buf(), rule, size };
        if self.users.as_ref().is_none_or(|(known, _)| *known != place) {
            let book = read(&place);
            self.users = Some((place, book));
        }
        self.users.as_ref().and_then(|(_, book)| book.as_ref())
    }

    /// Returns the reply of the user's book below `folder`, or else that of the shipped book.
    pub(super) fn reply(&mut self, position: &Position, folder: Option<&Path>) -> Option<Reply> {
        let (rule, size) = (position.rule(), position.size());
        let reply = self.open(rule, size, folder).and_then(|book| book.reply(position));
        reply.or_else(|| book::shipped(rule, size)?.reply(position))
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

    #[test]
    fn a_book_is_not_read_through_a_link() {
        let base = std::env::temp_dir().join(format!("fukumi-books-{}", std::process::id()));
        let (folder, outside) = (base.join("folder"), base.join("outside"));
        for folder in [&folder, &outside] {
            fs::create_dir_all(folder).unwrap();
        }
        let size = BoardSize::square(15).unwrap();
        let book = format::write(&Book::new(Rule::Renju, size, 1));
        let open = || Books::default().open(Rule::Renju, size, Some(&folder)).is_some();
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
        assert!(Books::default().open(Rule::Renju, size, Some(&base)).is_none());
        fs::remove_dir_all(&base).unwrap();
    }
}
