//! The Gomocup protocol and its extensions: a command comes in, the engine acts, a reply goes out.
//!
//! There are three threads: one reads lines, one searches, perhaps with helpers, and the thread of
//! [`run`] does everything else. It owns the engine and is the only one that writes. It never waits
//! for a search, so it answers commands while one runs. Commands that need the board to themselves
//! stop the search and wait in a queue until its answer is written. The other two threads leave
//! their messages in an `Inbox`. Everything that waits is bounded.
//!
//! A line passes through four files: `reading` makes items of it, `deciding` says whether they wait
//! (`check` whether they can be carried out at all), `obeying` carries them out, and `replying`
//! writes what the engine finds.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use fukumi_core::clock::Instant;

use self::awaited::AwaitedOptions;
use self::inbox::{Event, Inbox};
use self::input::Emergency;
use self::session::{Flow, Session};
use crate::engine::Engine;
use crate::engine::archive::Archive;
use crate::engine::thinker::ThinkEvent;

pub mod agreement;
mod awaited;
pub mod block;
mod check;
pub mod command;
mod database;
mod deciding;
mod ending;
mod files;
pub(crate) mod inbox;
pub mod info;
mod input;
mod leaving;
pub mod line;
mod losses;
mod marks;
mod nonblocking;
mod obeying;
mod opening;
mod patience;
pub mod question;
mod queue;
pub(crate) mod raw;
mod reading;
pub mod reply;
mod replying;
mod session;
mod settings;
mod withheld;

/// How long the end of the session waits until what the engine has learnt is written. What is not
/// written by then is lost. After `END`, a command for the database that is under way has
/// [`LAST_COMMAND`] first.
const LAST_WRITE: Duration = Duration::from_millis(250);
const LAST_COMMAND: Duration = Duration::from_millis(900);

/// Speaks the protocol on standard input and output until the manager ends the session. The options
/// beside the program apply from the start.
///
/// # Errors
/// If the reader thread cannot be started.
pub fn run() -> io::Result<()> {
    converse_as(Owner::Process, io::stdin(), io::stdout())
}

/// Speaks the protocol on any two streams until one of them ends or `END` is read. This is a
/// session inside another program, with an engine of its own.
///
/// A separate thread reads `input` to its end. If `END` comes earlier, this thread outlives the
/// session until its next read returns. A running search is asked to stop, but not waited for.
///
/// ```
/// let mut replies = Vec::new();
/// let commands = "START 15\nINFO max_node 100\nTURN 7,7\n";
/// fukumi::protocol::converse(commands.as_bytes(), &mut replies)?;
/// assert!(replies.starts_with(b"OK\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If the reader thread cannot be started.
pub fn converse(input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    converse_as(Owner::Program, input, output)
}

/// Who owns the process in which a session runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// The process exists for the session and ends with it, even if its output is not read.
    Process,
    /// The process has more to do after the session.
    Program,
}

fn converse_as(
    owner: Owner,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let inbox = Arc::new(Inbox::default());
    let findings = Arc::clone(&inbox);
    let engine = Engine::new(move |event| findings.add_finding(event));
    // A program that runs a session inside itself has its own files.
    if owner == Owner::Process {
        engine.archive().allow_files();
    }
    let (brake, archive) = (engine.brake(), engine.archive().clone());
    let leave = |archive: Archive| -> Box<dyn Fn() + Send> {
        Box::new(move || {
            archive.flush(LAST_WRITE, LAST_WRITE);
            std::process::exit(0)
        })
    };
    let emergency = Emergency {
        stop: Box::new(move || brake.stop()),
        leave: (owner == Owner::Process).then(|| leave(archive)),
    };
    input::spawn_reader(input, Arc::clone(&inbox), emergency)?;
    let is_reader_gone = match owner {
        Owner::Process => ending::has_stdout_lost_its_reader,
        Owner::Program => || false,
    };
    let options = (owner == Owner::Process).then(|| AwaitedOptions::begin(&inbox));
    Session { options, is_reader_gone, ..Session::new(engine, output, inbox) }.run();
    Ok(())
}

impl<W: Write> Session<W> {
    fn run(mut self) {
        loop {
            let options_until = self.options_until();
            let wake_at = [
                self.engine.wake_at(),
                self.wake_to_mark_at(),
                self.wake_to_look_at(),
                self.wake_to_go_on_at(),
                options_until,
            ];
            let wake_at = wake_at.into_iter().flatten().min();
            let wants_input = self.queue.has_room() && options_until.is_none();
            let flow = match self.inbox.next(wants_input, wake_at) {
                Some(Event::Line(line, read_at)) => self.take_line(&line, read_at),
                Some(Event::Lost(count)) => self.take_lost(count),
                Some(Event::InputEnd) => {
                    self.begin_ending();
                    self.write_withheld()
                }
                Some(Event::Think(ThinkEvent::FileRead)) => self.use_files(),
                Some(Event::Think(event)) => self.take_finding(event),
                Some(Event::Database(answer)) => {
                    self.due_answers = self.due_answers.after_answer();
                    self.write_lines(answer)
                }
                None => Flow::Continue(()),
            };
            if flow.is_break() || self.tick().is_break() {
                self.inbox.close();
                let is_asked = self.due_answers.are_any() && !self.ending.has_begun();
                let for_commands = if is_asked { LAST_COMMAND } else { LAST_WRITE };
                self.engine.archive().flush(LAST_WRITE, for_commands);
                return;
            }
        }
    }

    /// Does what is due when time has passed or a search has ended.
    fn tick(&mut self) -> Flow {
        if let Some(answer) = self.engine.tick(Instant::now()) {
            self.write_answer(answer)?;
        }
        self.mark_root_move()?;
        self.go_on()?;
        self.look_ahead();
        if !self.ending.has_begun() {
            self.engine.ponder();
        }
        self.end_what_is_lost()
    }
}

#[cfg(test)]
mod tests;
