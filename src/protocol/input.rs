//! From bytes on standard input to lines.
//!
//! Lines end in LF, CR LF or CR. A line that is too long is dropped, but not silently; text that is no
//! UTF-8 is made so. A thread of its own reads, so that a search never keeps the engine from listening.

use std::io::{ErrorKind, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Most bytes of a line. Yixin-Board's comments have up to 64 KiB.
const MAX_LINE: usize = 128 << 10;
/// How long the end of the session may wait for a main loop that is stuck in writing.
const END_PATIENCE: Duration = Duration::from_millis(250);

/// A line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The text.
    Text(String),
    /// More than `MAX_LINE` bytes.
    TooLong,
}

impl Line {
    /// The text, if there is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::TooLong => None,
        }
    }
}

/// Something from standard input.
#[derive(Clone, Debug)]
pub enum Input {
    /// A line, and when it was read.
    Line(Line, Instant),
    /// The end of input.
    End,
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
    pub fn push(&mut self, bytes: &[u8], mut emit: impl FnMut(Line)) {
        for &byte in bytes {
            match byte {
                // The second half of CR LF.
                b'\n' if self.ended_in_cr => {}
                b'\n' | b'\r' => emit(self.take()),
                _ if self.line.len() == MAX_LINE => self.is_too_long = true,
                _ => self.line.push(byte),
            }
            self.ended_in_cr = byte == b'\r';
        }
    }

    /// The last line of the stream, if it has no end.
    pub fn finish(&mut self) -> Option<Line> {
        (!self.line.is_empty()).then(|| self.take())
    }

    fn take(&mut self) -> Line {
        let line = if self.is_too_long {
            Line::TooLong
        } else {
            Line::Text(String::from_utf8_lossy(&self.line).into_owned())
        };
        self.line.clear();
        self.line.shrink_to(1 << 10);
        self.is_too_long = false;
        line
    }
}

/// Reads `source` to its end on a thread of its own and hands everything to `notify`. After a line `END` it
/// calls `after_end` with the number of lines so far.
///
/// # Errors
/// If the system has no thread to spare.
pub fn spawn_reader(
    mut source: impl Read + Send + 'static,
    notify: impl Fn(Input) + Send + 'static,
    after_end: impl Fn(u64) + Send + 'static,
) -> std::io::Result<()> {
    let read = move || {
        let mut cutter = LineCutter::default();
        let mut buffer = vec![0; 16 << 10];
        let mut count = 0;
        loop {
            let length = match source.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => break,
            };
            let now = Instant::now();
            cutter.push(&buffer[..length], |line| {
                let is_end = is_end(&line);
                notify(Input::Line(line, now));
                count += 1;
                if is_end {
                    after_end(count);
                }
            });
        }
        if let Some(line) = cutter.finish() {
            notify(Input::Line(line, Instant::now()));
        }
        notify(Input::End);
    };
    thread::Builder::new().name("input".into()).spawn(read).map(|_| ())
}

fn is_end(line: &Line) -> bool {
    let word = line.text().and_then(|text| text.split_whitespace().next());
    word.is_some_and(|word| word.eq_ignore_ascii_case("END"))
}

/// Ends the process unless `handled`, the number of lines that the main loop has dealt with, soon reaches
/// `count`.
///
/// Normally the main loop ends the process when it comes to `END`; this is for when it does not come to it,
/// because nobody reads what it writes.
pub(super) fn exit_unless_handled(handled: &AtomicU64, count: u64) {
    let start = Instant::now();
    while handled.load(Ordering::Acquire) < count {
        if start.elapsed() > END_PATIENCE {
            std::process::exit(0);
        }
        thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(chunks: &[&[u8]]) -> Vec<String> {
        let mut cutter = LineCutter::default();
        let mut lines = Vec::new();
        let text = |line| match line {
            Line::Text(text) => text,
            Line::TooLong => "too long".into(),
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
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(cut(&[b"\xff\xfe(\n\0\x01\n"]), ["\u{fffd}\u{fffd}(", "\0\x01"]);
    }

    #[test]
    fn a_line_too_long_is_dropped_and_the_next_one_is_whole() {
        let long = vec![b'A'; MAX_LINE + 1];
        assert_eq!(cut(&[&long, &long, b"\nABOUT\n"]), ["too long", "ABOUT"]);
        let fits = vec![b'A'; MAX_LINE];
        assert_eq!(cut(&[&fits, b"\n"])[0].len(), MAX_LINE);
    }

    #[test]
    fn end_is_recognised_as_a_word_in_any_case() {
        for (text, expected) in [("END", true), (" end now", true), ("ENDE", false), ("", false)] {
            assert_eq!(is_end(&Line::Text(text.into())), expected, "{text:?}");
        }
    }
}
