//! Where text comes from (the argument itself, a file, or standard input), and places in a text.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::{
    Diagram, Hints, MAX_BYTES, NamedDiagram, NotationError, Problem, TextPlace, parse, parse_all,
};

/// A text whose parts know where they are in it. It may itself be a part of a longer text.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    text: &'a str,
    /// Place of the text's beginning.
    begin: TextPlace,
}

impl<'a> Source<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, begin: TextPlace { line: 1, column: 1 } }
    }

    pub(super) const fn text(self) -> &'a str {
        self.text
    }

    /// Slices of the text, in order, as sources of their own. Together they pass over the text
    /// once, and an error in a part costs time in proportion to the length of the part.
    pub(super) fn parts(
        self,
        parts: impl IntoIterator<Item = &'a str>,
    ) -> impl Iterator<Item = Self> {
        let mut rest = self;
        parts.into_iter().map(move |text| {
            let before = rest.before(text);
            rest = Source { text: &rest.text[before.len()..], begin: rest.place_behind(before) };
            Source { text, begin: rest.begin }
        })
    }

    /// The problem at the place of `part`, a slice of the text.
    pub(super) fn error(self, part: &str, problem: Problem) -> NotationError {
        problem.at(self.place_behind(self.before(part)))
    }

    /// The text before `part`, a slice of it.
    fn before(self, part: &str) -> &'a str {
        // A slice shares its bytes with the text, so the difference of the addresses is the offset.
        let offset = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        self.text.get(..offset).unwrap_or(self.text)
    }

    /// The place that follows the beginning `begin` of the text.
    fn place_behind(self, begin: &str) -> TextPlace {
        #[cfg(test)]
        super::tests::count_work(begin.len());
        match begin.rsplit_once('\n') {
            None => TextPlace { column: self.begin.column + begin.chars().count(), ..self.begin },
            Some((lines, last)) => TextPlace {
                line: self.begin.line + lines.matches('\n').count() + 1,
                column: last.chars().count() + 1,
            },
        }
    }

    /// The error that `part`, a slice of the text, is not what was expected.
    pub(super) fn expected(self, expected: &'static str, part: &str) -> NotationError {
        self.error(part, Problem::expected(expected, part))
    }
}

/// Reads a position from what a person gives as an argument.
///
/// `-` is standard input, which is passed as `input`. Otherwise the argument is the name of a file;
/// `FILE:ID`, which is one of several positions in a file; or the text itself. `-:ID` works as
/// well.
///
/// # Errors
/// If the file cannot be read, and as [`parse`].
pub fn load(argument: &str, input: &mut dyn Read, hints: &Hints) -> Result<Diagram, NotationError> {
    load_by(argument, input, hints, parse)
}

/// Reads all positions like [`load`], or only one if an id after a colon names it.
///
/// # Errors
/// If the file cannot be read, and as [`parse_all`].
pub fn load_all(
    argument: &str,
    input: &mut dyn Read,
    hints: &Hints,
) -> Result<Vec<NamedDiagram>, NotationError> {
    load_by(argument, input, hints, parse_all)
}

/// Calls `parse` with the text that the argument stands for.
fn load_by<T>(
    argument: &str,
    input: &mut dyn Read,
    hints: &Hints,
    parse: impl Fn(&str, &Hints) -> Result<T, NotationError>,
) -> Result<T, NotationError> {
    if argument == "-" {
        return parse(&read_text(input, "standard input")?, hints);
    }
    if is_file(argument) {
        return parse(&read_file(argument)?, hints);
    }
    if let Some((name, id)) = argument.rsplit_once(':') {
        let with_id = Hints { id: Some(id.into()), ..hints.clone() };
        if name == "-" {
            return parse(&read_text(input, "standard input")?, &with_id);
        }
        if is_file(name) {
            return parse(&read_file(name)?, &with_id);
        }
    }
    parse(argument, hints).map_err(|error| {
        if looks_like_a_path(argument) {
            unreadable(argument, "there is no such file, and it is no position either")
        } else {
            error
        }
    })
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

fn read_file(name: &str) -> Result<String, NotationError> {
    let mut file = File::open(name).map_err(|error| failed(name, &error))?;
    read_text(&mut file, name)
}

/// The whole input as text. Bytes that are not UTF-8, which may occur in comments, become
/// replacement characters.
fn read_text(input: &mut dyn Read, name: &str) -> Result<String, NotationError> {
    let mut bytes = Vec::new();
    let limit = MAX_BYTES as u64 + 1;
    input.take(limit).read_to_end(&mut bytes).map_err(|error| failed(name, &error))?;
    if bytes.len() > MAX_BYTES {
        return Err(Problem::TooLong.into());
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
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
    use crate::notation::Format;

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
        let load = |argument: &str| load_all(argument, &mut io::empty(), &Hints::default());
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
        assert_eq!(error.problem, Problem::TooLong);
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

    #[test]
    fn a_part_knows_where_it_stands_in_the_whole() {
        let text = "é1 ü2\n\nthree 4\nä5";
        let whole = Source::new(text);
        let words: Vec<&str> = text.split_whitespace().collect();
        let places = |at: fn(Source<'_>, &str) -> NotationError| -> Vec<Option<TextPlace>> {
            let parts = whole.parts(words.iter().copied()).zip(&words);
            parts.map(|(part, word)| at(part, word).place).collect()
        };
        let begins = places(|part, word| part.error(word, Problem::TooLong));
        let ends = places(|part, word| part.error(&word[word.len()..], Problem::TooLong));
        for (index, word) in words.iter().enumerate() {
            assert_eq!(begins[index], whole.error(word, Problem::TooLong).place, "{word}");
            let end = &word[word.len()..];
            assert_eq!(ends[index], whole.error(end, Problem::TooLong).place, "{word}");
        }
        let place = |line, column| Some(TextPlace { line, column });
        assert_eq!(begins, [place(1, 1), place(1, 4), place(3, 1), place(3, 7), place(4, 1)]);
    }

    #[test]
    fn an_error_tells_line_and_column() {
        let text = "h8 i9\nh10 ü j99";
        let error = parse(text, &Hints::default()).expect_err("no move");
        assert_eq!(error.place, Some(TextPlace { line: 2, column: 5 }));
        let error = parse("é", &Hints::default()).expect_err("nothing");
        assert_eq!(error.place, None);
    }
}
