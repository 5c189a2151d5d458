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
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use fukumi_core::clock::Instant;

use self::agreement::Agreement;
use self::block::Assembler;
use self::command::CommandError;
use self::ending::Ending;
use self::files::AwaitedOptions;
use self::inbox::{Event, Inbox};
use self::info::InfoReader;
use self::input::Emergency;
use self::losses::ReportedLosses;
use self::marks::RootMarks;
use self::opening::Asked;
use self::patience::DueAnswers;
use self::queue::Queue;
use self::reply::Axes;
use self::withheld::Withheld;
use crate::engine::Engine;
use crate::engine::archive::Archive;
use crate::engine::thinker::ThinkEvent;

pub mod agreement;
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
pub mod line;
mod losses;
mod marks;
mod obeying;
mod opening;
mod patience;
pub mod question;
mod queue;
pub(crate) mod raw;
mod reading;
pub mod reply;
mod replying;
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

/// The dialogue with one manager.
struct Session<W> {
    engine: Engine,
    info: InfoReader,
    /// The options beside the program, until they are read.
    options: Option<AwaitedOptions>,
    /// Whether the front end has named a network, so that it learns why that cannot be used.
    reports_network: bool,
    output: W,
    assembler: Assembler,
    /// When the first line of the current command was read.
    begun: Instant,
    /// Items that wait for the running search, the database, or files.
    queue: Queue,
    /// The question about an opening that the running search is to answer.
    asked: Option<Asked>,
    /// Whether a command that asks for the answer has stopped the running search.
    is_stop_asked: bool,
    /// The answer of a search that Yixin-Board broke off, kept until it is clear whether
    /// Yixin-Board expects it.
    withheld: Withheld,
    /// Which coordinate the front end means by the first number of a point.
    axes: Axes,
    /// Whether the front end means the position of the engine.
    agreement: Agreement,
    /// The mark of the move that the running search looks at.
    marks: RootMarks,
    /// The losing moves that the running search has reported.
    losses: ReportedLosses,
    /// Whether the input has ended, so that only what was asked is finished.
    ending: Ending,
    /// Whether the output has no reader any more.
    is_reader_gone: fn() -> bool,
    /// The answers of the database that are due.
    due_answers: DueAnswers,
    inbox: Arc<Inbox>,
}

/// How a command for the database is answered.
enum Answered {
    /// By these lines.
    Now(Vec<String>),
    /// By lines that come to the inbox.
    Later,
}

/// Whether the session goes on.
type Flow = ControlFlow<()>;

impl<W: Write> Session<W> {
    fn new(engine: Engine, output: W, inbox: Arc<Inbox>) -> Self {
        Self {
            engine,
            info: InfoReader::default(),
            options: None,
            reports_network: false,
            output,
            assembler: Assembler::default(),
            begun: Instant::now(),
            queue: Queue::default(),
            asked: None,
            is_stop_asked: false,
            withheld: Withheld::default(),
            axes: Axes::default(),
            agreement: Agreement::default(),
            marks: RootMarks::default(),
            losses: ReportedLosses::default(),
            ending: Ending::default(),
            is_reader_gone: || false,
            due_answers: DueAnswers::default(),
            inbox,
        }
    }

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
                Some(Event::Lost(count)) => {
                    self.take_item(Err(CommandError::Lost(count)), Instant::now())
                }
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
        if !self.ending.has_begun() {
            self.engine.ponder();
        }
        self.end_what_is_lost()
    }
}

#[cfg(test)]
mod tests;
