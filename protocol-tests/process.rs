//! The real engine: a child process with three pipes.
//!
//! Each pipe has a thread of its own, so nothing here blocks for longer than the caller wants. Two
//! threads read and put a time stamp on what they read; one writes. The child is killed when the
//! value is dropped.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::{Ending, Engine, Event, What};

/// How long the engine may take to read what is written to it.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a killed process may take to disappear.
const KILL_TIMEOUT: Duration = Duration::from_secs(5);
/// How often a process that has closed its output is asked whether it has ended.
const EXIT_POLL: Duration = Duration::from_millis(2);
/// More bytes than a pipe holds, so that one read returns everything.
const READ_BYTES: usize = 256 * 1024;

/// The engine under test: the one that Cargo built, or the one that `FUKUMI_BIN` names.
pub(crate) fn program() -> PathBuf {
    let program = std::env::var_os("FUKUMI_BIN")
        .unwrap_or_else(|| OsString::from(env!("CARGO_BIN_EXE_fukumi")));
    std::path::absolute(&program).unwrap_or_else(|_| program.into())
}

/// A running engine.
pub(crate) struct Process {
    child: Child,
    started: Instant,
    /// `None` once the input is closed.
    input: Option<Input>,
    events: Receiver<Message>,
    output_is_open: bool,
    end_is_reported: bool,
}

/// The writing thread: it takes bytes and reports whether writing them succeeded.
struct Input {
    bytes: Sender<Vec<u8>>,
    done: Receiver<io::Result<()>>,
}

enum Message {
    Event(Event),
    OutputClosed,
}

impl Process {
    /// Starts the engine with the working directory `/` (on Windows, the root of its drive).
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub(crate) fn start(args: &[String]) -> io::Result<Self> {
        let program = program();
        let root = program.ancestors().last().unwrap_or(Path::new("/")).to_owned();
        let mut child = Command::new(&program)
            .args(args)
            .current_dir(root)
            // The user may have logging on; the engine is tested without it.
            .env_remove("RUST_LOG")
            .env_remove("RUST_BACKTRACE")
            // Nor has it a database, unless a case names one.
            .envs(["HOME", "LOCALAPPDATA", "XDG_DATA_HOME"].map(|name| (name, "")))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| {
                io::Error::new(error.kind(), format!("cannot start {}: {error}", program.display()))
            })?;
        let started = Instant::now();
        let (sender, events) = mpsc::channel();
        let output = child.stdout.take().expect("standard output is a pipe");
        let error_output = child.stderr.take().expect("standard error is a pipe");
        let input = child.stdin.take().expect("standard input is a pipe");
        let output_sender = sender.clone();
        thread::spawn(move || {
            read(output, started, &output_sender, What::Output);
            let _ = output_sender.send(Message::OutputClosed);
        });
        thread::spawn(move || read(error_output, started, &sender, What::ErrorOutput));
        Ok(Self {
            child,
            started,
            input: Some(Input::start(input)),
            events,
            output_is_open: true,
            end_is_reported: false,
        })
    }

    /// The process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    fn try_ending(&mut self) -> Option<Ending> {
        let status = self.child.try_wait().ok().flatten()?;
        Some(status.code().map_or(Ending::Signal, Ending::Status))
    }
}

impl Input {
    fn start(mut pipe: ChildStdin) -> Self {
        let (bytes, to_write) = mpsc::channel::<Vec<u8>>();
        let (report, done) = mpsc::channel();
        thread::spawn(move || {
            for bytes in to_write {
                let result = pipe.write_all(&bytes).and_then(|()| pipe.flush());
                if report.send(result).is_err() {
                    break;
                }
            }
        });
        Self { bytes, done }
    }
}

/// Forwards what comes out of `pipe` until the pipe is closed.
fn read(
    mut pipe: impl Read,
    started: Instant,
    events: &Sender<Message>,
    what: fn(Vec<u8>) -> What,
) {
    let mut buffer = vec![0; READ_BYTES];
    loop {
        let count = match pipe.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let event = Event { at: started.elapsed(), what: what(buffer[..count].to_vec()) };
        if events.send(Message::Event(event)).is_err() {
            return;
        }
    }
}

impl Engine for Process {
    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        let input = self.input.as_ref().ok_or("the input is already closed")?;
        let written = match input.bytes.send(bytes.to_vec()) {
            Ok(()) => input.done.recv_timeout(WRITE_TIMEOUT),
            Err(_) => return Err("the engine does not read any more".to_owned()),
        };
        match written {
            Ok(result) => result.map_err(|error| format!("the engine does not read: {error}")),
            Err(_) => Err(format!("the engine does not read for {WRITE_TIMEOUT:?}")),
        }
    }

    fn close_input(&mut self) {
        // The writing thread ends with its channel, and the pipe is closed with the thread.
        self.input = None;
    }

    fn wait(&mut self, until: Duration) -> Option<Event> {
        loop {
            let left = until.saturating_sub(self.now());
            let nap = if self.output_is_open { left } else { left.min(EXIT_POLL) };
            match self.events.recv_timeout(nap) {
                Ok(Message::Event(event)) => return Some(event),
                Ok(Message::OutputClosed) => {
                    self.output_is_open = false;
                    continue;
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => thread::sleep(nap),
            }
            if !self.output_is_open
                && !self.end_is_reported
                && let Some(ending) = self.try_ending()
            {
                self.end_is_reported = true;
                return Some(Event { at: self.now(), what: What::Ended(ending) });
            }
            if left.is_zero() {
                return None;
            }
        }
    }

    fn is_alive(&mut self) -> bool {
        self.try_ending().is_none()
    }

    fn finish(&mut self) -> Vec<Event> {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let mut events = Vec::new();
        // Both reading threads end with the process, and the channel ends with them.
        while let Ok(message) = self.events.recv_timeout(KILL_TIMEOUT) {
            if let Message::Event(event) = message {
                events.push(event);
            }
        }
        events
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
