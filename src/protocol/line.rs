//! Lines: how they are cut out of bytes, and which ones take effect whatever the main loop does.
//!
//! Lines end in LF, CR LF or CR. Of a line that is too long, only the beginning is kept, and the
//! line is reported. Bytes that are not UTF-8 survive, see the module `raw`.

use super::raw;

/// Maximum length of a line in bytes. Yixin-Board's comments have up to 64 KiB.
const MAX_LINE: usize = 128 << 10;
/// Number of bytes that are kept of a longer line: enough for the first word.
const MAX_BEGINNING: usize = 64;

/// A line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// The text of the line.
    Text(String),
    /// The beginning of a line of more than `MAX_LINE` bytes.
    TooLong(String),
}

impl InputLine {
    /// The text, unless the line was too long.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::TooLong(_) => None,
        }
    }
}

/// Cuts a stream of bytes into lines.
#[derive(Debug, Default)]
pub struct LineCutter {
    line: Vec<u8>,
    is_too_long: bool,
    ended_in_cr: bool,
}

impl LineCutter {
    /// Takes the next bytes of the stream and calls `emit` for each line that ends in them.
    pub fn push(&mut self, bytes: &[u8], mut emit: impl FnMut(InputLine)) {
        for &byte in bytes {
            match byte {
                // This is the second half of CR LF.
                b'\n' if self.ended_in_cr => {}
                b'\n' | b'\r' => emit(self.take()),
                _ if self.line.len() == MAX_LINE => self.is_too_long = true,
                _ => self.line.push(byte),
            }
            self.ended_in_cr = byte == b'\r';
        }
    }

    /// The last line of the stream, if it has no line end.
    pub fn finish(&mut self) -> Option<InputLine> {
        (!self.line.is_empty()).then(|| self.take())
    }

    fn take(&mut self) -> InputLine {
        let line = if self.is_too_long {
            InputLine::TooLong(raw::decode(&self.line[..MAX_BEGINNING]))
        } else {
            InputLine::Text(raw::decode(&self.line))
        };
        self.line.clear();
        self.line.shrink_to(1 << 10);
        self.is_too_long = false;
        line
    }
}

/// Whether the line is `END` and nothing else. A line of a comment may begin with that word.
pub(crate) fn is_end(line: &InputLine) -> bool {
    line.text().is_some_and(|text| text.trim().eq_ignore_ascii_case("END"))
}

/// Whether the line is `STOP` or `YXSTOP`.
pub(crate) fn is_stop(line: &InputLine) -> bool {
    is_word(line, &["STOP", "YXSTOP"])
}

/// Whether the first word of the line is one of these, in any case.
fn is_word(line: &InputLine, words: &[&str]) -> bool {
    let first = line.text().and_then(|text| text.split_whitespace().next());
    first.is_some_and(|first| words.iter().any(|word| first.eq_ignore_ascii_case(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(chunks: &[&[u8]]) -> Vec<String> {
        let mut cutter = LineCutter::default();
        let mut lines = Vec::new();
        let text = |line| match line {
            InputLine::Text(text) => text,
            InputLine::TooLong(beginning) => format!("too long: {}", &beginning[..3]),
        };
        for chunk in chunks {
            cutter.push(chunk, |line| lines.push(text(line)));
        }
        lines.extend(cutter.finish().map(text));
        lines
    }

    #[test]
    fn lines_end_in_lf_cr_lf_or_cr() {
        assert_eq!(cut(&[b"a\nb\r\nc\rd\r\n"]), ["a", "b", "c", "d"]);
        assert_eq!(cut(&[b"a\n\nb\r\rc\r\n\r\nd"]), ["a", "", "b", "", "c", "", "d"]);
    }

    #[test]
    fn cr_and_lf_in_different_reads_are_one_end() {
        assert_eq!(cut(&[b"a\r", b"\nb\r", b"c"]), ["a", "b", "c"]);
    }

    #[test]
    fn pieces_of_a_line_are_put_together() {
        assert_eq!(cut(&[b"STA", b"RT 1", b"5", b"\n"]), ["START 15"]);
    }

    #[test]
    fn the_last_line_needs_no_end() {
        assert_eq!(cut(&[b"a\nST"]), ["a", "ST"]);
        assert!(cut(&[]).is_empty());
    }

    #[test]
    fn bytes_that_are_no_text_survive() {
        let lines = cut(&[b"\xff\xfe(\n\0\x01\n"]);
        assert_eq!(raw::encode(&lines[0]), b"\xff\xfe(");
        assert_eq!(lines[1..], ["\0\x01"]);
    }

    #[test]
    fn a_line_too_long_is_dropped_and_the_next_one_is_whole() {
        let long = vec![b'A'; MAX_LINE + 1];
        assert_eq!(cut(&[&long, &long, b"\nABOUT\n"]), ["too long: AAA", "ABOUT"]);
        let fits = vec![b'A'; MAX_LINE];
        assert_eq!(cut(&[&fits, b"\n"])[0].len(), MAX_LINE);
    }

    #[test]
    fn end_is_recognised_in_any_case_if_it_stands_alone() {
        for (text, expected) in [("END", true), (" end\t", true), ("End of it", false), ("", false)]
        {
            assert_eq!(is_end(&InputLine::Text(text.into())), expected, "{text:?}");
        }
        assert!(
            is_stop(&InputLine::Text("YxStop".into()))
                && !is_stop(&InputLine::Text("stops".into()))
        );
        assert!(!is_end(&InputLine::TooLong("END".into())));
    }
}
