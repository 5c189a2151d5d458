//! The end of the input: what was asked is finished, as at a terminal, unless it has no end or
//! cannot be read any more.

use std::time::Duration;

use fukumi_core::clock::Instant;

use crate::engine::archive::silence::Silence;

/// How long a command for the database may show no progress after the end of input.
pub(super) const LONGEST_SILENCE: Duration = Duration::from_millis(200);

/// Whether the input has ended.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Ending {
    /// It goes on.
    #[default]
    NotBegun,
    /// It has ended: what was asked is finished.
    Begun {
        /// When that was.
        at: Instant,
        /// Whether the database goes on with what it was asked.
        silence: Silence,
    },
}

impl Ending {
    /// The input ends now.
    pub(super) fn begin(silence: Silence) -> Self {
        Self::Begun { at: Instant::now(), silence }
    }

    pub(super) fn has_begun(&self) -> bool {
        matches!(self, Self::Begun { .. })
    }

    /// Whether the database, whose progress this is, has shown none for a long time since the end.
    pub(super) fn is_database_silent(&mut self, progress: u64, now: Instant) -> bool {
        match self {
            Self::NotBegun => false,
            Self::Begun { silence, .. } => silence.look(progress, now) >= LONGEST_SILENCE,
        }
    }
}

/// Whether standard output is a pipe or a terminal that nobody can read any more.
#[cfg(unix)]
pub(super) fn has_stdout_lost_its_reader() -> bool {
    use std::os::fd::AsFd;

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    let stdout = std::io::stdout();
    // Errors and hang-ups are always reported.
    let mut looked_at = [PollFd::new(stdout.as_fd(), PollFlags::empty())];
    poll(&mut looked_at, PollTimeout::ZERO).is_ok_and(|count| count > 0)
}

/// Whether standard output has no reader any more. Here only a write shows that.
#[cfg(not(unix))]
pub(super) fn has_stdout_lost_its_reader() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::io::{self, Cursor, Read};
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;
    use crate::protocol::converse;

    #[test]
    fn a_database_that_goes_on_is_waited_for() {
        let start = Instant::now();
        let at = |times| start + LONGEST_SILENCE * times;
        assert!(!Ending::NotBegun.is_database_silent(0, at(9)));
        let mut ending = Ending::begin(Silence::new(1, start));
        assert!(!ending.is_database_silent(1, start));
        assert!(!ending.is_database_silent(2, at(1)));
        assert!(!ending.is_database_silent(3, at(2)));
        assert!(ending.is_database_silent(3, at(3)));
    }

    /// An input that ends at once after these lines, or when the receiver says so.
    struct Input {
        lines: Cursor<Vec<u8>>,
        end: Option<Receiver<()>>,
    }

    impl Read for Input {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let length = self.lines.read(bytes)?;
            if let (0, Some(end)) = (length, &self.end) {
                // An error means that the writer is gone, which is an end as well.
                let _ = end.recv();
            }
            Ok(length)
        }
    }

    /// Keeps what is written, and reports a move.
    struct Output {
        bytes: Vec<u8>,
        end: Sender<()>,
    }

    impl io::Write for &mut Output {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.bytes.extend(bytes);
            if bytes[0].is_ascii_digit() {
                let _ = self.end.send(());
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What is written in answer to these lines, without times and without all but the last depth.
    fn written(lines: &str, waits: bool) -> Vec<String> {
        let (end, ended) = channel();
        let input = Input { lines: Cursor::new(lines.into()), end: waits.then_some(ended) };
        let mut output = Output { bytes: Vec::new(), end };
        converse(input, &mut output).unwrap();
        let text = String::from_utf8(output.bytes).unwrap();
        let cut = |line: &str| line.split(" n/ms ").next().unwrap_or_default().to_owned();
        let is_told = |line: &&str| !line.starts_with("MESSAGE wdl");
        let mut lines: Vec<String> = text.lines().filter(is_told).map(cut).collect();
        let last = lines.iter().rposition(|line| line.starts_with("MESSAGE depth"));
        let mut index = 0;
        lines.retain(|line| {
            index += 1;
            let is_depth = line.starts_with("MESSAGE depth") || line.starts_with("MESSAGE wdl");
            Some(index - 1) == last || !is_depth
        });
        lines
    }

    #[test]
    fn a_search_with_a_limit_answers_as_at_a_terminal() {
        let set = "INFO book 0\nINFO timeout_turn 600000\nSTART 15\n";
        let think = "BOARD 7,7,2 8,8,1 9,7,2 6,7,1 8,6,2 DONE\n";
        for limit in ["max_node 20000", "max_depth 9"] {
            let lines = format!("INFO {limit}\n{set}{think}");
            let at_once = written(&lines, false);
            assert_eq!(at_once, written(&lines, true), "{limit}");
            assert_eq!(at_once.len(), 3, "{at_once:?}");
        }
    }

    #[test]
    fn all_that_waits_is_answered_before_the_end() {
        let set = "INFO book 0\nINFO max_node 2000\nSTART 15\n";
        let lines = format!("{set}BEGIN\nSTART 20\nTURN 9,9\nABOUT\n");
        let answers = written(&lines, false);
        let is_move = |line: &String| line.starts_with(|char: char| char.is_ascii_digit());
        assert_eq!(answers.iter().filter(|line| is_move(line)).count(), 2, "{answers:?}");
    }
}
