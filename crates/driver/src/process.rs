//! The real engine: a child process with three pipes.
//!
//! Each pipe has a thread of its own, so nothing here blocks for longer than the caller wants. Two
//! threads read and put a time stamp on what they read; one writes. The child is killed when the
//! value is dropped.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::finish::DEADLINE;
use crate::peer::{Ending, Event, Peer, What};

/// How often a process that has closed its output is asked whether it has ended.
const EXIT_POLL: Duration = Duration::from_millis(2);
/// More bytes than a pipe holds, so that one read returns everything.
const READ_BYTES: usize = 256 * 1024;

/// A program without arguments, without the user's settings for its log, and without the user's
/// database.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command
        .env_remove("RUST_LOG")
        .env_remove("RUST_BACKTRACE")
        .envs(["HOME", "LOCALAPPDATA", "XDG_DATA_HOME"].map(|name| (name, "")));
    command
}

/// Sends a signal to a process by its name, with the program that every Unix has for it.
///
/// # Errors
///
/// If the signal cannot be sent.
pub fn signal(id: u32, name: &str) -> io::Result<()> {
    let status = Command::new("kill").args([format!("-{name}"), id.to_string()]).status()?;
    let problem = || io::Error::other(format!("kill -{name}: {status}"));
    if status.success() { Ok(()) } else { Err(problem()) }
}

/// A running engine.
pub struct Process {
    child: Child,
    started: Instant,
    /// `None` once the input is closed or taken.
    input: Option<Input>,
    events: Receiver<Message>,
    /// Whether a thread still reads the output.
    is_output_read: bool,
    is_end_reported: bool,
}

/// The writing thread: it takes bytes and reports whether writing them succeeded. It returns the
/// pipe when there is nothing more to write.
struct Input {
    bytes: Sender<Vec<u8>>,
    done: Receiver<io::Result<()>>,
    writer: thread::JoinHandle<ChildStdin>,
}

enum Message {
    Event(Event),
    OutputClosed,
}

impl Process {
    /// Starts a program, and reads its output as it comes.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub fn start(command: Command) -> io::Result<Self> {
        let (mut process, output, sender) = Self::spawn(command)?;
        let started = process.started;
        thread::spawn(move || {
            read(output, started, &sender, What::Output);
            let _ = sender.send(Message::OutputClosed);
        });
        process.is_output_read = true;
        Ok(process)
    }

    /// Starts a program, and leaves its output to the caller.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub fn unread(command: Command) -> io::Result<(Self, ChildStdout)> {
        let (process, output, _) = Self::spawn(command)?;
        Ok((process, output))
    }

    /// Starts a program whose output is not read yet, and returns the channel for it.
    fn spawn(mut command: Command) -> io::Result<(Self, ChildStdout, Sender<Message>)> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let program = command.get_program().to_owned();
        let mut child = command.spawn().map_err(|error| {
            io::Error::new(error.kind(), format!("cannot start {}: {error}", program.display()))
        })?;
        let started = Instant::now();
        let (sender, events) = mpsc::channel();
        let output = child.stdout.take().expect("standard output is a pipe");
        let error_output = child.stderr.take().expect("standard error is a pipe");
        let input = child.stdin.take().expect("standard input is a pipe");
        let error_sender = sender.clone();
        thread::spawn(move || read(error_output, started, &error_sender, What::ErrorOutput));
        let process = Self {
            child,
            started,
            input: Some(Input::start(input)),
            events,
            is_output_read: false,
            is_end_reported: false,
        };
        Ok((process, output, sender))
    }

    /// The process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The pipe to the program, on which the caller may block; `None` if the input is closed.
    pub fn take_input(&mut self) -> Option<ChildStdin> {
        let Input { bytes, writer, .. } = self.input.take()?;
        drop(bytes);
        writer.join().ok()
    }

    fn try_ending(&mut self) -> Option<Ending> {
        self.child.try_wait().ok().flatten().map(Ending::from)
    }
}

impl Input {
    fn start(mut pipe: ChildStdin) -> Self {
        let (bytes, to_write) = mpsc::channel::<Vec<u8>>();
        let (report, done) = mpsc::channel();
        let writer = thread::spawn(move || {
            for bytes in to_write {
                let result = pipe.write_all(&bytes).and_then(|()| pipe.flush());
                if report.send(result).is_err() {
                    break;
                }
            }
            pipe
        });
        Self { bytes, done, writer }
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

impl Peer for Process {
    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        let input = self.input.as_ref().ok_or("the input is already closed")?;
        let written = match input.bytes.send(bytes.to_vec()) {
            Ok(()) => input.done.recv_timeout(DEADLINE),
            Err(_) => return Err("the engine does not read any more".to_owned()),
        };
        match written {
            Ok(result) => result.map_err(|error| format!("the engine does not read: {error}")),
            Err(_) => Err(format!("the engine does not read for {DEADLINE:?}")),
        }
    }

    fn close_input(&mut self) {
        // The writing thread ends with its channel, and the pipe is closed with the thread.
        self.input = None;
    }

    fn wait(&mut self, until: Duration) -> Option<Event> {
        loop {
            let left = until.saturating_sub(self.now());
            let nap = if self.is_output_read { left } else { left.min(EXIT_POLL) };
            match self.events.recv_timeout(nap) {
                Ok(Message::Event(event)) => return Some(event),
                Ok(Message::OutputClosed) => {
                    self.is_output_read = false;
                    continue;
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => thread::sleep(nap),
            }
            if !self.is_output_read
                && !self.is_end_reported
                && let Some(ending) = self.try_ending()
            {
                self.is_end_reported = true;
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
        // The reading threads end with the process, and the channel ends with them.
        while let Ok(message) = self.events.recv_timeout(DEADLINE) {
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
