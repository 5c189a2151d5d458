//! The engine in a thread of the test, for thousands of short sessions.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use fukumi::protocol;

use crate::finish::DEADLINE;
use crate::peer::{Ending, Event, PANIC_STATUS, Peer, What};

/// A session of the protocol in a thread of its own.
pub struct Threaded {
    started: Instant,
    /// `None` once the input is closed.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Vec<u8>>,
    /// `None` once the thread has been joined.
    engine: Option<JoinHandle<io::Result<()>>>,
    /// What happened at the end and was not waited for yet.
    last: VecDeque<What>,
}

impl Threaded {
    /// Starts a session.
    #[must_use]
    pub fn start() -> Self {
        let (input, pieces) = channel();
        let (writes, output) = channel();
        let pieces = Pieces { pieces, rest: Vec::new() };
        let writes = Writes { writes, rest: Vec::new() };
        let engine = Some(thread::spawn(|| protocol::converse(pieces, writes)));
        let started = Instant::now();
        Self { started, input: Some(input), output, engine, last: VecDeque::new() }
    }

    /// Notes how the thread has ended.
    fn join(&mut self) {
        let Some(engine) = self.engine.take() else { return };
        let status = match engine.join() {
            Ok(Ok(())) => 0,
            Ok(Err(error)) => {
                self.last.push_back(What::ErrorOutput(error.to_string().into_bytes()));
                1
            }
            Err(_) => PANIC_STATUS,
        };
        self.last.push_back(What::Ended(Ending::Status(status)));
    }
}

impl Peer for Threaded {
    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        let input = self.input.as_ref().ok_or("the input is already closed")?;
        input.send(bytes.to_vec()).map_err(|_| "the engine does not read any more".to_owned())
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    fn wait(&mut self, until: Duration) -> Option<Event> {
        let left = until.saturating_sub(self.now());
        let what = match self.output.recv_timeout(left) {
            Ok(bytes) => Some(What::Output(bytes)),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                self.join();
                self.last.pop_front()
            }
        };
        what.map(|what| Event { at: self.now(), what })
    }

    fn is_alive(&mut self) -> bool {
        self.engine.as_ref().is_some_and(|engine| !engine.is_finished())
    }

    fn finish(&mut self) -> Vec<Event> {
        self.close_input();
        let until = self.now() + DEADLINE;
        std::iter::from_fn(|| self.wait(until)).collect()
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

/// Sends what is written before each flush through a channel. That must be whole lines.
struct Writes {
    writes: Sender<Vec<u8>>,
    rest: Vec<u8>,
}

impl Write for Writes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.rest);
        if bytes.is_empty() {
            return Ok(());
        }
        if !bytes.ends_with(b"\n") {
            return Err(io::Error::other("a line was not written in one piece"));
        }
        self.writes.send(bytes).map_err(io::Error::other)
    }
}
