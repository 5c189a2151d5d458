//! From bytes on standard input to lines.
//!
//! Lines end in LF, CR LF or CR. A line that is too long is dropped, but not silently; text that is
//! no UTF-8 is made so. A thread of its own reads, so that a search never keeps the engine from
//! listening. It also sees to it that `END`, a stop command and the end of input are heard while
//! the main loop hangs in a write because nobody reads the replies: how much waits meanwhile is the
//! [`Inbox`]'s business.

use std::io::{ErrorKind, Read};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::inbox::{BLOCKED, Inbox};

/// Most bytes of a line. Yixin-Board's comments have up to 64 KiB.
const MAX_LINE: usize = 128 << 10;
/// How long the end of the session may wait for a main loop that is stuck in writing.
const END_PATIENCE: Duration = Duration::from_millis(250);
/// The same after the end of input. Until shortly before, a search may still answer.
const LAST_CALL: Duration = Duration::from_millis(1150);
/// Time between two looks at the main loop.
const LOOK_AGAIN: Duration = Duration::from_millis(2);

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

/// What the thread that reads can do without the main loop.
pub struct Emergency {
    /// Stops a running search.
    pub stop: Box<dyn Fn() + Send>,
    /// Leaves the program; `None` if that is somebody else's.
    pub leave: Option<Box<dyn Fn() + Send>>,
}

/// Reads `source` to its end on a thread of its own and puts everything into the inbox.
///
/// # Errors
/// If the system has no thread to spare.
pub fn spawn_reader(
    mut source: impl Read + Send + 'static,
    inbox: Arc<Inbox>,
    emergency: Emergency,
) -> std::io::Result<()> {
    let read = move || {
        let mut cutter = LineCutter::default();
        let mut buffer = vec![0; 16 << 10];
        let mut count = 0;
        let mut take = |line: &Line, read_at| {
            if is_stop(line) && inbox.writing_for().is_some() {
                (emergency.stop)();
            }
            inbox.add_line(line, read_at);
            count += 1;
            if is_end(line) {
                emergency.leave_unless_taken(&inbox, count);
            }
        };
        while !inbox.is_closed() {
            let length = match source.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => break,
            };
            let now = Instant::now();
            cutter.push(&buffer[..length], |line| take(&line, now));
        }
        if let Some(line) = cutter.finish() {
            take(&line, Instant::now());
        }
        inbox.end_input();
        emergency.leave_if_stuck(&inbox);
    };
    thread::Builder::new().name("input".into()).spawn(read).map(|_| ())
}

impl Emergency {
    /// After `END`, which is line number `count`: leaves unless the main loop comes to it soon.
    fn leave_unless_taken(&self, inbox: &Inbox, count: u64) {
        let Some(leave) = &self.leave else { return };
        let start = Instant::now();
        while !inbox.has_taken(count) {
            if start.elapsed() > END_PATIENCE {
                leave();
            }
            thread::sleep(LOOK_AGAIN);
        }
    }

    /// After the end of input: leaves if the main loop cannot, because nobody reads what it writes.
    fn leave_if_stuck(&self, inbox: &Inbox) {
        let Some(leave) = &self.leave else { return };
        let start = Instant::now();
        while !inbox.is_closed() {
            if inbox.writing_for().is_some_and(|writing| is_hopeless(writing, start.elapsed())) {
                leave();
            }
            thread::sleep(LOOK_AGAIN);
        }
    }
}

/// Whether a write that has lasted for so long, so long after the end of input, is not worth
/// waiting for.
fn is_hopeless(writing: Duration, since_end: Duration) -> bool {
    (writing >= BLOCKED && since_end >= END_PATIENCE)
        || (writing >= END_PATIENCE && since_end >= LAST_CALL)
}

/// Whether the line is `END`.
pub fn is_end(line: &Line) -> bool {
    is_word(line, &["END"])
}

/// Whether the line is `STOP` or `YXSTOP`.
pub fn is_stop(line: &Line) -> bool {
    is_word(line, &["STOP", "YXSTOP"])
}

/// Whether the first word of the line is one of these, in any case.
fn is_word(line: &Line, words: &[&str]) -> bool {
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
        assert!(is_stop(&Line::Text("YxStop".into())) && !is_stop(&Line::Text("stops".into())));
        assert!(!is_end(&Line::TooLong));
    }

    #[test]
    fn a_write_is_given_up_within_the_promised_time_of_the_end_of_input() {
        // Blocked when the input ended, or since; the answer is written after 0.9 s.
        for blocked_at in [-60_000, -1_000, -10, 0, 200, 900] {
            let given_up = (0..1_500).find(|&now| {
                let time = |millis: i64| Duration::from_millis(millis.max(0) as u64);
                now >= blocked_at && is_hopeless(time(now - blocked_at), time(now))
            });
            assert!(given_up.is_some_and(|now| (250..1_250).contains(&now)), "{blocked_at}");
        }
        // A manager that reads slowly gets everything.
        assert!(!is_hopeless(Duration::from_millis(100), Duration::from_secs(60)));
    }
}
