//! Where text comes from: the argument itself, a file, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::diagram::{Diagram, NamedDiagram};
use crate::error::{NotationError, Problem, TextPlace};
use crate::file;
use crate::hints::Hints;
use crate::limits::{MAX_BYTES, MAX_FILE_BYTES};
use crate::reading::{Notice, Notices};

/// Reads a position from what a person gives as an argument.
///
/// `-` is standard input, which is passed as `input`. Otherwise the argument is the name of a file;
/// `FILE:ID`, which is one of several positions in a file; or the text itself. `-:ID` works as
/// well. A file may be in any format of [`mod@file`]. `notices` gets what a person should know.
///
/// # Errors
/// If the file cannot be read, and as [`parse`](super::parse).
pub fn load(
    argument: &str,
    input: &mut dyn Read,
    hints: &Hints,
    notices: &mut Notices,
) -> Result<Diagram, NotationError> {
    let mut all = load_all(argument, input, hints, notices)?;
    // What of a single game is damaged leaves the rest of it.
    if all.iter().filter(|(_, diagram)| diagram.is_ok()).count() == 1
        && all.iter().all(|(id, _)| id.is_none())
    {
        for error in all.iter().filter_map(|(_, diagram)| diagram.as_ref().err()) {
            notices.add(Notice::LeftOut(error.to_string()), 1);
        }
        all.retain(|(_, diagram)| diagram.is_ok());
    }
    if all.len() > 1 {
        let ids = all.into_iter().zip(1_usize..);
        let ids = ids.map(|((id, _), number)| id.unwrap_or_else(|| number.to_string()));
        return Err(Problem::Several(ids.collect()).into());
    }
    all.pop().map_or_else(|| Err(Problem::NoStones.into()), |(_, diagram)| diagram)
}

/// Reads all positions like [`load`], or only one if an id after a colon names it.
///
/// # Errors
/// If the file cannot be read, and as [`parse_all`](super::parse_all).
pub fn load_all(
    argument: &str,
    input: &mut dyn Read,
    hints: &Hints,
    notices: &mut Notices,
) -> Result<Vec<NamedDiagram>, NotationError> {
    let mut read = |name: &str, hints: &Hints| {
        let bytes = read_bytes(name, input)?;
        file::diagrams(&bytes, (name != "-").then_some(name), hints, notices)
    };
    if argument == "-" || is_file(argument) {
        return read(argument, hints);
    }
    if let Some((name, id)) = split_id(argument) {
        return read(name, &Hints { id: Some(id.into()), ..hints.clone() });
    }
    super::parse_all(argument, hints).map_err(|error| {
        if looks_like_a_path(argument) {
            unreadable(argument, "there is no such file, and it is no position either")
        } else {
            error
        }
    })
}

/// The file and the id of an argument such as `FILE:ID`, or `-:ID` for standard input; `None` if
/// it names no file, or is itself the name of one.
pub fn split_id(argument: &str) -> Option<(&str, &str)> {
    let (name, id) = argument.rsplit_once(':')?;
    (!is_file(argument) && (name == "-" || is_file(name))).then_some((name, id))
}

/// Whether something of this name can be read: a file, a pipe or a device.
fn is_file(name: &str) -> bool {
    let path = Path::new(name);
    path.exists() && !path.is_dir()
}

fn looks_like_a_path(argument: &str) -> bool {
    let path = Path::new(argument);
    let has_extension =
        path.extension().and_then(|extension| extension.to_str()).is_some_and(|extension| {
            let name = extension.split(':').next().unwrap_or_default();
            (1..=4).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphabetic())
        });
    let has_folder = argument.contains(['/', '\\']) && !argument.contains(char::is_whitespace);
    !argument.contains('\n') && (has_extension || has_folder || path.is_dir())
}

/// The bytes of a file, or of standard input, which is passed as `input`, if the name is `-`.
///
/// # Errors
/// If it cannot be read, is longer than [`MAX_FILE_BYTES`], or is a text with a line that is longer
/// than [`MAX_BYTES`]. Not much more is read then.
pub fn read_bytes(name: &str, input: &mut dyn Read) -> Result<Vec<u8>, NotationError> {
    if name == "-" {
        return read_input(input, "standard input");
    }
    let mut file = File::open(name).map_err(|error| failed(name, &error))?;
    read_input(&mut file, name)
}

fn read_input(input: &mut dyn Read, name: &str) -> Result<Vec<u8>, NotationError> {
    let mut bytes = Vec::new();
    // The line that is being read: its number, and where it begins.
    let (mut line, mut begin) = (1, 0);
    let mut has_lines = None;
    loop {
        let before = bytes.len();
        let part = input.take(MAX_BYTES as u64).read_to_end(&mut bytes);
        if part.map_err(|error| failed(name, &error))? == 0 {
            return Ok(bytes);
        }
        if bytes.len() > MAX_FILE_BYTES {
            return Err(Problem::TooLong.into());
        }
        if !*has_lines.get_or_insert_with(|| file::has_lines(&bytes, name)) {
            continue;
        }
        for end in (before..bytes.len()).filter(|&at| bytes[at] == b'\n').chain([bytes.len()]) {
            if end - begin > MAX_BYTES {
                return Err(Problem::LongRecord.at(TextPlace { line, column: 1 }));
            }
            if end < bytes.len() {
                (line, begin) = (line + 1, end + 1);
            }
        }
    }
}

fn failed(name: &str, error: &io::Error) -> NotationError {
    unreadable(name, &error.to_string())
}

fn unreadable(name: &str, reason: &str) -> NotationError {
    Problem::Unreadable { name: name.replace(char::is_control, "?"), reason: reason.into() }.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;

    /// Loads without a look at the notices.
    fn load(argument: &str, input: &mut dyn Read, hints: &Hints) -> Result<Diagram, NotationError> {
        super::load(argument, input, hints, &mut Notices::default())
    }

    fn load_text(argument: &str, input: &str) -> Result<Diagram, NotationError> {
        load(argument, &mut input.as_bytes(), &Hints::default())
    }

    /// A file that is deleted when the value is dropped.
    struct Temporary(std::path::PathBuf);

    impl Temporary {
        fn new(name: &str, content: &[u8]) -> Self {
            let path = std::env::temp_dir().join(format!("{}-{name}", std::process::id()));
            std::fs::write(&path, content).expect("a folder for temporary files");
            Self(path)
        }

        fn name(&self) -> &str {
            self.0.to_str().expect("a name in UTF-8")
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[test]
    fn the_argument_is_text_a_file_or_standard_input() {
        let direct = load_text("h8i9h10", "").expect("moves");
        assert_eq!(load_text("-", "h8i9h10\n").expect("moves"), direct);
        let file = Temporary::new("moves.txt", b"\xef\xbb\xbfh8 i9\r\nh10\r\n");
        assert_eq!(load_text(file.name(), "").expect("moves"), direct);
    }

    #[test]
    fn a_position_of_a_file_is_named_behind_a_colon() {
        let file = Temporary::new("two.txt", b"one moves=h8,i9\ntwo moves=h8,i9,h10\n");
        let two = load_text(&format!("{}:two", file.name()), "").expect("the second");
        assert_eq!((two.format, two.stones.len()), (Format::Record, 3));
        assert_eq!(load_text("-:two", "two moves=h8,i9,h10").expect("a record"), two);
        let error = load_text(file.name(), "").expect_err("two positions");
        assert!(matches!(error.problem, Problem::Several(ids) if ids == ["one", "two"]));
        let error = load_text(&format!("{}:three", file.name()), "").expect_err("no third");
        assert_eq!(error.to_string(), "there is no position 'three', only: one, two");
    }

    #[test]
    fn all_positions_of_a_file_are_read_unless_one_is_named() {
        let file = Temporary::new("all.txt", b"one moves=h8\nmoves=h8,i9\none moves=z99\n");
        let load = |argument: &str| {
            load_all(argument, &mut io::empty(), &Hints::default(), &mut Notices::default())
        };
        let all = load(file.name()).expect("three");
        let ids: Vec<_> = all.iter().map(|(id, _)| id.as_deref()).collect();
        assert_eq!(ids, [Some("one"), Some("2"), Some("3")]);
        assert_eq!(all[1].1.as_ref().map(|diagram| diagram.stones.len()), Ok(2));
        assert!(all[2].1.is_err());
        let one = load(&format!("{}:one", file.name())).expect("the first");
        assert!(matches!(one.as_slice(), [(Some(id), Ok(_))] if id == "one"));
        assert!(matches!(load("h8i9").as_deref(), Ok([(None, Ok(_))])));
        assert!(load("h8 h8").is_err());
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for name in ["no/such/file", "missing.psq", "missing.txt:5", "."] {
            let error = load_text(name, "").expect_err("no file");
            assert!(matches!(error.problem, Problem::Unreadable { .. }), "{name}: {error}");
        }
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let error = load("-", &mut Broken, &Hints::default()).expect_err("a broken input");
        assert_eq!(error.to_string(), "cannot read standard input: broken");
    }

    #[test]
    fn reading_ends_at_the_limit() {
        let error = load("-", &mut io::repeat(b'.'), &Hints::default()).expect_err("endless");
        assert_eq!(error.problem, Problem::LongRecord);
        assert_eq!(
            load_text(&".".repeat(MAX_BYTES + 1), "").expect_err("too long").problem,
            Problem::TooLong
        );
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        let game = b"(;SZ[15]C[\xff\xfe\x00];B[hh];W[ii])".as_slice();
        let diagram = load("-", &mut { game }, &Hints::default()).expect("a game");
        assert_eq!(diagram.stones.len(), 2);
    }
}
