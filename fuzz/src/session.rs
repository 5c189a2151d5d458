//! Whole sessions: lines go in as a manager would send them, and a referee watches what comes out.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use fukumi::protocol;
use fukumi::protocol::line::{InputLine, LineCutter};
use fukumi_core::position::Position;

use super::referee::Referee;

/// Maximum number of lines in a session.
const MAX_LINES: usize = 60;
/// A reply that takes longer counts as missing. The searches are short, but the machine may be
/// busy.
const PATIENCE: Duration = Duration::from_secs(100);
/// The first lines of every session, so that it takes milliseconds. They have keys of Yixin's.
const HEAD: [&str; 3] = ["INFO caution_factor 1", "INFO max_node 60", "INFO hash_size 1024"];

/// Sends the bytes line by line. The first byte says after which lines the session waits for the
/// replies: after all of them, after none, or after some.
pub fn session(data: &[u8]) {
    let (&manner, text) = data.split_first().unwrap_or((&0, &[]));
    let mut lines = Vec::new();
    let mut cutter = LineCutter::default();
    cutter.push(text, |line| lines.push(line));
    lines.extend(cutter.finish());

    let mut session = Session::start();
    for (index, line) in lines.iter().take(MAX_LINES).enumerate() {
        if session.is_over() {
            break;
        }
        session.send_line(line);
        if manner.rotate_left(index as u32 % 8) & 1 == 0 {
            session.settle();
        }
    }
    session.finish();
}

/// An engine that speaks the protocol.
pub(super) struct Session {
    referee: Referee,
    /// Sends the input; `None` at the end, when the input is closed.
    commands: Option<Sender<Vec<u8>>>,
    replies: Receiver<String>,
    /// The engine's thread, until it is joined.
    engine: Option<JoinHandle<io::Result<()>>>,
    /// Everything that was said, for a person.
    transcript: Vec<String>,
}

impl Session {
    pub(super) fn start() -> Self {
        let (commands, input) = channel();
        let (output, replies) = channel();
        let input = Pieces { pieces: input, rest: Vec::new() };
        let output = Lines { lines: output, rest: Vec::new() };
        let engine = Some(thread::spawn(|| protocol::converse(input, output)));
        let mut session = Self {
            referee: Referee::of_yixin(),
            commands: Some(commands),
            replies,
            engine,
            transcript: Vec::new(),
        };
        HEAD.iter().for_each(|line| session.transmit(line));
        session
    }

    /// Sends a line, unless the referee does not allow it.
    pub(super) fn send(&mut self, line: &str) {
        self.send_line(&InputLine::Text(line.into()));
    }

    fn send_line(&mut self, line: &InputLine) {
        if !self.referee.send(line) {
            return;
        }
        match line {
            InputLine::Text(text) => self.transmit(text),
            InputLine::TooLong(beginning) => {
                self.transmit(&format!("{beginning}{}", "x".repeat(1 << 18)));
            }
        }
    }

    fn transmit(&mut self, text: &str) {
        self.transcript.push(format!("> {text}"));
        if let Some(commands) = &self.commands {
            // The replies show whether the engine is still there.
            let _ = commands.send(format!("{text}\n").into_bytes());
        }
    }

    /// Whether nothing more is to be sent.
    pub(super) fn is_over(&self) -> bool {
        self.referee.has_ended() || self.referee.is_lost()
    }

    /// The position after everything that was answered.
    pub(super) fn position(&self) -> Option<&Position> {
        self.referee.position()
    }

    /// Waits for everything that is due.
    pub(super) fn settle(&mut self) {
        while !self.referee.is_settled() && !self.is_over() {
            match self.replies.recv_timeout(PATIENCE) {
                Ok(line) => self.receive(line),
                Err(error) => self.give_up(&format!("{error}")),
            }
        }
    }

    /// Ends the session. Nothing may come after its last reply.
    pub(super) fn finish(mut self) {
        self.settle();
        self.commands = None;
        loop {
            match self.replies.recv_timeout(PATIENCE) {
                Ok(line) => self.receive(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => self.give_up("it does not end"),
            }
        }
        if !self.is_over() && !self.referee.is_settled() {
            self.give_up("something came unasked");
        }
        let result = self.engine.take().map(JoinHandle::join);
        assert!(matches!(result, Some(Ok(Ok(())))), "the engine failed: {result:?}");
    }

    fn receive(&mut self, line: String) {
        self.transcript.push(format!("< {line}"));
        self.referee.receive(&line);
    }

    fn give_up(&self, why: &str) -> ! {
        panic!("{why}: {}\n{}", self.referee.complaint(), self.transcript.join("\n"));
    }
}

/// Shows what was said before a referee panicked.
impl Drop for Session {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = writeln!(io::stderr(), "{}", self.transcript.join("\n"));
        }
    }
}

/// Reads what comes through a channel.
struct Pieces {
    pieces: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.pieces.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// Sends whole lines through a channel. Replies come in one piece, so a line without an end is an
/// error.
struct Lines {
    lines: Sender<String>,
    rest: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8(std::mem::take(&mut self.rest)).map_err(io::Error::other)?;
        assert!(text.ends_with('\n'), "{text:?} has no end");
        for line in text.lines() {
            self.lines.send(line.into()).map_err(io::Error::other)?;
        }
        Ok(())
    }
}
