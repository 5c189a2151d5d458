//! The Gomocup protocol and its extensions: a command comes in, the engine acts, a reply goes out.
//!
//! There are three threads: one reads lines, one searches, perhaps with helpers, and the thread of
//! [`run`] does everything else. It owns the engine and is the only one that writes. It never waits
//! for a search, so it answers commands while one runs. Commands that need the board to themselves
//! stop the search and wait in a queue until its answer is written. The other two threads leave
//! their messages in an `Inbox`. Everything that waits is bounded.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use fukumi_core::clock::Instant;
use fukumi_core::decide::task::Answer;
use fukumi_core::geometry::{Point, PointSet};
use fukumi_core::position::Position;
use log::{debug, warn};

use self::agreement::{Agreement, Happening};
use self::block::{Assembler, Item};
use self::check::When;
use self::command::{Command, CommandError, Effect, TakeBack, split_word};
use self::ending::Ending;
use self::files::AwaitedOptions;
use self::inbox::{Event, Inbox};
use self::info::{FrontEnd, InfoReader};
use self::input::Emergency;
use self::line::InputLine;
use self::losses::ReportedLosses;
use self::marks::RootMarks;
use self::opening::Asked;
use self::reply::{Axes, Reply};
use crate::engine::error::EngineError;
use crate::engine::memory::Memory;
use crate::engine::options::Setting;
use crate::engine::thinker::ThinkEvent;
use crate::engine::{Engine, Finding};

pub mod agreement;
pub mod block;
mod check;
pub mod command;
mod database;
mod ending;
mod files;
pub(crate) mod inbox;
pub mod info;
mod input;
pub mod line;
mod losses;
mod marks;
mod opening;
pub mod question;
pub(crate) mod raw;
pub mod reply;
mod settings;

/// How long the end of the session waits until what the engine has learnt is written. What is not
/// written by then is lost. After `END`, a command for the database that is under way has
/// [`LAST_COMMAND`] first.
const LAST_WRITE: Duration = Duration::from_millis(250);
const LAST_COMMAND: Duration = Duration::from_millis(900);

/// How long other commands wait for the answer of the database to an earlier one, so that answers
/// come in order. A command that begins a search waits a sixteenth of its time at most.
const DATABASE_PATIENCE: Duration = Duration::from_millis(100);

/// While commands wait for a search to answer, lines are read ahead up to this cost. A line costs
/// its bytes plus [`LINE_COST`] for the command.
const MAX_AHEAD: usize = 64 << 10;
const LINE_COST: usize = 64;

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
        engine.memory().allow_files();
    }
    let (brake, memory) = (engine.brake(), engine.memory().clone());
    let leave = |memory: Memory| -> Box<dyn Fn() + Send> {
        Box::new(move || {
            memory.flush(LAST_WRITE, LAST_WRITE);
            std::process::exit(0)
        })
    };
    let emergency = Emergency {
        stop: Box::new(move || brake.stop()),
        leave: (owner == Owner::Process).then(|| leave(memory)),
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
    /// Items that wait for the answer of the running search, and when each began.
    queue: VecDeque<(Item, Instant)>,
    /// The question about an opening that the running search is to answer.
    asked: Option<Asked>,
    /// Whether a command that asks for the answer has stopped the running search.
    is_stop_asked: bool,
    /// The answer of a search that Yixin-Board broke off, kept until it is clear whether
    /// Yixin-Board expects it.
    withheld: Option<Withheld>,
    /// Which coordinate the front end means by the first number of a point.
    axes: Axes,
    /// Whether the front end means the position of the engine.
    agreement: Agreement,
    /// The mark of the move that the running search looks at.
    marks: RootMarks,
    /// The losing moves that the running search has reported.
    losses: ReportedLosses,
    /// How what was asked comes to its end, once the input has ended.
    ending: Option<Ending>,
    /// Whether the output has no reader any more.
    is_reader_gone: fn() -> bool,
    /// Number of commands that the database has not answered yet.
    unanswered: usize,
    /// Until when other commands wait for its answer.
    patient_until: Instant,
    /// Cost of the lines read since the queue became non-empty.
    ahead: usize,
    inbox: Arc<Inbox>,
}

/// How a command for the database is answered.
enum Answered {
    /// By these lines.
    Now(Vec<String>),
    /// By lines that come to the inbox.
    Later,
}

/// Moves that are kept back, see [`Session::withhold`].
struct Withheld {
    moves: Vec<Point>,
    /// Key of the position in which the moves were to be played.
    key: u64,
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
            queue: VecDeque::new(),
            asked: None,
            is_stop_asked: false,
            withheld: None,
            axes: Axes::default(),
            agreement: Agreement::default(),
            marks: RootMarks::default(),
            losses: ReportedLosses::default(),
            ending: None,
            is_reader_gone: || false,
            unanswered: 0,
            patient_until: Instant::now(),
            ahead: 0,
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
            let wants_input = self.ahead < MAX_AHEAD && options_until.is_none();
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
                    self.unanswered = self.unanswered.saturating_sub(1);
                    self.write_lines(answer)
                }
                None => Flow::Continue(()),
            };
            if flow.is_break() || self.tick().is_break() {
                self.inbox.close();
                let is_asked = self.unanswered > 0 && self.ending.is_none();
                let for_commands = if is_asked { LAST_COMMAND } else { LAST_WRITE };
                self.engine.memory().flush(LAST_WRITE, for_commands);
                return;
            }
        }
    }

    /// When to look at the running search to mark its move; `None` if nothing is to be marked.
    fn wake_to_mark_at(&self) -> Option<Instant> {
        let is_wanted = self.engine.detail().progress && self.engine.is_thinking();
        is_wanted.then(|| self.marks.due_at())
    }

    /// Marks the move that the search looks at, if that is wanted and it is time.
    fn mark_root_move(&mut self) -> Flow {
        let now = Instant::now();
        match self.wake_to_mark_at() {
            Some(due) if now >= due => {
                let lines = self.marks.look(self.engine.root_move(), now);
                self.write_lines(lines)
            }
            Some(_) | None => Flow::Continue(()),
        }
    }

    /// Writes these lines, if there are any.
    fn write_lines(&mut self, text: Vec<String>) -> Flow {
        lines(text).map_or(Flow::Continue(()), |reply| self.write(&reply))
    }

    /// When the first command that waits for the database, or for files, goes on without them.
    fn wake_to_go_on_at(&self) -> Option<Instant> {
        let (item, begun) = self.queue.front()?;
        let database = (self.unanswered > 0).then(|| self.patience(item, *begun));
        database.into_iter().chain(self.files_until(item, *begun)).min()
    }

    /// Until when a command that began at a time waits for the answers of the database.
    fn patience(&self, item: &Item, begun: Instant) -> Instant {
        let begins_search = item.as_ref().is_ok_and(Command::begins_search);
        let share = if begins_search { self.engine.time_for_move() } else { None };
        share.map_or(self.patient_until, |time| self.patient_until.min(begun + time / 16))
    }

    /// Whether a command has to wait for the answer of the database to an earlier one.
    fn waits_for_database(&self, item: &Item, begun: Instant) -> bool {
        let is_for_database = item.as_ref().is_ok_and(Command::is_for_database);
        self.unanswered > 0 && !is_for_database && Instant::now() < self.patience(item, begun)
    }

    fn take_line(&mut self, line: &InputLine, read_at: Instant) -> Flow {
        debug!("> {line:?}");
        if self.assembler.begins_with(line) {
            self.begun = read_at;
            let word = line.text().map_or("", |text| split_word(text).0);
            let shown = FrontEnd::of_command(word);
            if let Some(rule) = self.info.note(shown) {
                self.engine.set(rule);
            }
        }
        for item in self.assembler.feed(line) {
            if item == Ok(Command::End) {
                return Flow::Break(());
            }
            let item = item.map(|command| self.info.meant(command));
            self.take_item(item, self.begun)?;
        }
        if !self.queue.is_empty() {
            self.ahead += LINE_COST + line.text().map_or(0, str::len);
        }
        Flow::Continue(())
    }

    /// Carries out an item, or queues it until the running search has answered.
    fn take_item(&mut self, item: Item, since: Instant) -> Flow {
        let when = self.when(&item, self.queue.is_empty());
        if item == Ok(Command::Stop) && self.queue_waits_for_files() {
            self.engine.give_up_files();
        }
        let is_next = self.queue.is_empty() || self.overtakes(&item, when);
        let waits = self.waits_for_database(&item, since) || self.waits_for_files(&item, since);
        if is_next && when == When::Now && !waits {
            return self.execute(item, since);
        }
        if when == When::AfterStop {
            self.stop_for(&item);
        }
        self.queue.push_back((item, since));
        Flow::Continue(())
    }

    /// Whether an item need not wait until those in the queue are carried out.
    fn overtakes(&self, item: &Item, when: When) -> bool {
        // What the queue waits for may be far away, unless the search was asked to stop.
        let is_searching = self.engine.is_thinking() && !self.engine.is_stopping();
        let is_question = matches!(item, Ok(Command::About | Command::Help | Command::Farewell));
        is_searching && when == When::Now || is_question && self.queue_waits_for_files()
    }

    fn queue_waits_for_files(&self) -> bool {
        self.queue.front().is_some_and(|(item, begun)| self.waits_for_files(item, *begun))
    }

    fn take_finding(&mut self, event: ThinkEvent) -> Flow {
        match self.engine.handle(event) {
            Some(Finding::Info(info)) => {
                if self.engine.is_defending() && !self.losses.is_news(&info) {
                    return Flow::Continue(());
                }
                let Some(size) = self.engine.size() else { return Flow::Continue(()) };
                let (detail, axes) = (self.engine.detail(), self.axes);
                let names = self.engine.point_names().unwrap_or_else(|| axes.point_names());
                self.write(&Reply::Info { info, size, axes, names, detail })
            }
            Some(Finding::Note(note)) => self.write(&Reply::Note(note)),
            Some(Finding::Answer(answer)) => self.write_answer(answer),
            None => Flow::Continue(()),
        }
    }

    /// Does what is due when time has passed or a search has ended.
    fn tick(&mut self) -> Flow {
        if let Some(answer) = self.engine.tick(Instant::now()) {
            self.write_answer(answer)?;
        }
        self.mark_root_move()?;
        while let Some((item, begun)) = self.queue.front() {
            if self.waits_for_database(item, *begun) || self.waits_for_files(item, *begun) {
                break;
            }
            match self.when(item, true) {
                When::Now => {}
                When::AfterStop => {
                    let item = item.clone();
                    self.stop_for(&item);
                    break;
                }
                When::AfterSearch => break,
            }
            if let Some((item, begun)) = self.queue.pop_front() {
                self.execute(item, begun)?;
            }
        }
        if self.queue.is_empty() {
            self.ahead = 0;
        }
        if self.ending.is_none() {
            self.engine.ponder();
        }
        self.end_what_is_lost()
    }

    fn execute(&mut self, item: Item, since: Instant) -> Flow {
        if self.files_until(&item, since).is_some() {
            self.engine.give_up_files();
        }
        self.settle_withheld(&item)?;
        let command = match item {
            Ok(command) => command,
            Err(error) => {
                self.note_unread(&error);
                return self.write(&Reply::CommandError(error));
            }
        };
        let sets_position = command.sets_position();
        let result = match self.check(&command) {
            // It always has an answer of its own form.
            Err(_) if command == Command::YxShowForbid => {
                Ok(Some(Reply::Forbidden(PointSet::EMPTY)))
            }
            Err(error) => Err(error),
            Ok(()) => self.obey(command, since),
        };
        if sets_position {
            let happening = if result.is_ok() { Happening::Accepted } else { Happening::Refused };
            self.agreement = self.agreement.after(happening);
        }
        match result {
            Ok(Some(reply)) => self.write(&reply),
            Ok(None) => Flow::Continue(()),
            Err(error) => self.write(&Reply::EngineError(error)),
        }
    }

    /// Takes note of a line that may have been a position.
    fn note_unread(&mut self, error: &CommandError) {
        let happening = match error {
            CommandError::Position(_) => Happening::Refused,
            CommandError::Lost(_) => Happening::Lost,
            CommandError::Unknown(_)
            | CommandError::TooLong
            | CommandError::Arguments { .. }
            | CommandError::Interrupted
            | CommandError::Unclosed => return,
        };
        self.agreement = self.agreement.after(happening);
    }

    /// Carries out a command that was checked. A think command is answered later, by its search.
    fn obey(&mut self, command: Command, since: Instant) -> Result<Option<Reply>, EngineError> {
        if command.needs_board() {
            self.asked = None;
        }
        if command.effect() != Effect::Question {
            self.engine.stop_pondering();
        }
        let engine = &mut self.engine;
        let (ok, silent) = (|()| Some(Reply::Ok), |()| None);
        let reply = match command {
            Command::Start { width, height } => {
                match self.axes {
                    Axes::ColumnRow => engine.start(width, height)?,
                    Axes::RowColumn => engine.start(height, width)?,
                }
                Some(Reply::Ok)
            }
            Command::RectStart { width, height } => engine.start(width, height).map(ok)?,
            Command::Restart => engine.restart().map(ok)?,
            Command::TakeBack(which) => take_back(engine, which).map(ok)?,
            Command::Play(at) if at.is_pass() => {
                engine.pass()?;
                Some(Reply::Pass)
            }
            Command::Play(at) => Some(Reply::Moves(vec![engine.play(at)?])),
            Command::Begin => engine.begin(since).map(silent)?,
            Command::Turn(at) => {
                engine.play_and_think(at, since)?;
                engine.ending().map(Reply::Ending)
            }
            Command::Board(block) => {
                engine.set_block_and_think(&block, since)?;
                engine.ending().map(Reply::Ending)
            }
            Command::Analyse(goal) => engine.think(goal, since).map(silent)?,
            Command::Opening { question, fifths, moves } => {
                let asked = Asked::put(engine, question, fifths, &moves, since)?;
                let drawn = asked.draw(engine)?;
                self.asked = drawn.is_none().then_some(asked);
                drawn
            }
            Command::YxBoard(block) => engine.set_block(&block).map(silent)?,
            Command::YxBlock(points) => engine.block(&points, true).map(silent)?,
            Command::YxBlockUndo(points) => engine.block(&points, false).map(silent)?,
            Command::YxBlockReset => {
                engine.unblock_all();
                None
            }
            Command::YxBlockPath(moves) => engine.block_path(&moves, true).map(silent)?,
            Command::YxBlockPathUndo(moves) => engine.block_path(&moves, false).map(silent)?,
            Command::YxBlockPathReset => {
                engine.unblock_all_paths();
                None
            }
            Command::TraceBoard => {
                let position = engine.position().ok_or(EngineError::NoGame)?;
                Some(Reply::Board { position: Box::new(position.clone()), axes: self.axes })
            }
            Command::YxHashClear => {
                engine.forget();
                None
            }
            Command::Info { key, value } => self.set_option(&key, &value),
            Command::Stop => {
                self.is_stop_asked = engine.is_thinking();
                engine.stop();
                None
            }
            Command::About => Some(Reply::About),
            Command::Help => Some(Reply::Help),
            Command::Farewell => Some(Reply::Farewell),
            Command::YxShowInfo => {
                self.axes = Axes::RowColumn;
                Some(Reply::Limits)
            }
            Command::YxShowForbid => Some(Reply::Forbidden(engine.forbidden_points())),
            Command::YxShowHashUsage => {
                let (bytes, permille) = (engine.table_bytes(), engine.usage_permille());
                Some(Reply::HashUsage { bytes, permille })
            }
            Command::YxDatabase { .. }
            | Command::YxDatabaseFile { .. }
            | Command::YxSaveDatabase
            | Command::YxCheckDatabase
            | Command::YxRepairDatabase => self.ask_database(&command),
            Command::Unsupported(name) => Some(Reply::Unsupported(name)),
            Command::Ignored | Command::End => None,
        };
        Ok(reply)
    }

    /// Sets an option, unless the value makes no sense.
    fn set_option(&mut self, key: &str, value: &str) -> Option<Reply> {
        self.note_key(key);
        let settings = match self.info.read(key, value) {
            Ok(settings) => settings,
            Err(refusal) => return Some(Reply::Refusal(refusal)),
        };
        for setting in settings {
            self.engine.stop_pondering();
            self.reports_network |= matches!(setting, Setting::NetworkFile(_));
            self.engine.set(setting);
        }
        None
    }

    /// Asks the database what a command wants. Returns the reply, if it is there already.
    fn ask_database(&mut self, command: &Command) -> Option<Reply> {
        let (engine, inbox) = (&mut self.engine, &self.inbox);
        let answered = match command {
            Command::YxDatabase { action, moves } => {
                database::act(engine, inbox, action, moves, self.axes)
            }
            Command::YxDatabaseFile { action, name } => {
                database::act_on_file(engine, inbox, *action, name)
            }
            Command::YxSaveDatabase => database::save(engine, inbox),
            Command::YxCheckDatabase => database::check(engine, inbox),
            Command::YxRepairDatabase => database::repair(engine, inbox),
            _ => return None,
        };
        match answered {
            Answered::Now(answer) => lines(answer),
            Answered::Later => {
                if self.unanswered == 0 {
                    self.patient_until = Instant::now() + DATABASE_PATIENCE;
                }
                self.unanswered += 1;
                None
            }
        }
    }

    /// Returns the moves of an answer if they should be kept back, because Yixin-Board may not
    /// expect them: it broke off the search by setting a position.
    ///
    /// Yixin-Board draws every move that it receives, except as many as it has decided to skip. It
    /// skips one after an undo or a new game during a search. It skips none if its user asks for an
    /// analysis of the position that was being searched; then both moves would be drawn. All these
    /// cases begin with `START`, and only the commands that follow distinguish them.
    fn withhold(&self, answer: &Answer) -> Option<Withheld> {
        let is_broken_off = matches!(self.queue.front(), Some((Ok(Command::Start { .. }), _)));
        let may_be_drawn = self.axes == Axes::RowColumn && self.asked.is_none();
        let is_wanted = self.is_stop_asked || self.ending.is_some();
        let Answer::Moves(moves) = answer else { return None };
        if !is_broken_off || !may_be_drawn || is_wanted {
            return None;
        }
        let mut before = self.engine.position()?.clone();
        moves.iter().for_each(|_| before.undo());
        Some(Withheld { moves: moves.clone(), key: before.board().key() })
    }

    /// Writes the moves that were kept back, drops them, or keeps them if the next command does not
    /// decide.
    fn settle_withheld(&mut self, next: &Item) -> Flow {
        let Some(withheld) = &self.withheld else { return Flow::Continue(()) };
        let is_same = |position: &Position| position.board().key() == withheld.key;
        match next {
            Ok(Command::Start { .. } | Command::YxBoard(_) | Command::Info { .. }) => {}
            Ok(Command::Analyse(_)) if self.engine.position().is_some_and(is_same) => {
                debug!("the move of a search that was broken off is not told");
                self.withheld = None;
            }
            _ => self.write_withheld()?,
        }
        Flow::Continue(())
    }

    fn write_withheld(&mut self) -> Flow {
        match self.withheld.take() {
            Some(Withheld { moves, .. }) => self.write(&Reply::Moves(moves)),
            None => Flow::Continue(()),
        }
    }

    /// Writes the one line that answers a think command, or its messages.
    fn write_answer(&mut self, answer: Answer) -> Flow {
        self.losses.clear();
        let unmarked = self.marks.end();
        self.write_lines(unmarked)?;
        self.withheld = self.withhold(&answer);
        self.is_stop_asked = false;
        if self.withheld.is_some() {
            return Flow::Continue(());
        }
        let reply = match (self.asked.take(), answer) {
            (Some(asked), Answer::Step { step, then }) => asked.reply(&step, then),
            (_, Answer::Moves(moves)) => Reply::Moves(moves),
            // Only a question has a step as its answer.
            (None, Answer::Step { then, .. }) => Reply::Moves(then.into_iter().collect()),
        };
        self.write(&reply)
    }

    /// Writes a reply in one piece. If the other side no longer reads, the session ends.
    fn write(&mut self, reply: &Reply) -> Flow {
        let text = reply.text();
        debug!("< {}", text.trim_end());
        if self.inbox.begin_write() {
            self.engine.stop();
        }
        let result = self.output.write_all(&raw::encode(&text)).and_then(|()| self.output.flush());
        self.inbox.end_write();
        match result {
            Ok(()) => Flow::Continue(()),
            Err(error) => {
                warn!("nobody reads what the engine writes: {error}");
                Flow::Break(())
            }
        }
    }
}

/// Takes the last move back, which may have to be the one named.
fn take_back(engine: &mut Engine, which: TakeBack) -> Result<(), EngineError> {
    match which {
        TakeBack::Last => engine.take_back_last(),
        TakeBack::Named(at) => engine.take_back(at),
        TakeBack::Unnamed => Err(engine.not_last(None)),
    }
}

/// A reply of these lines, if there are any.
fn lines(lines: Vec<String>) -> Option<Reply> {
    Some(lines).filter(|lines| !lines.is_empty()).map(Reply::Lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The replies, without log lines, to lines that are all there at once and followed by the end
    /// of input.
    fn replies(lines: &[&str]) -> Vec<String> {
        let inbox = Arc::new(Inbox::default());
        for line in lines {
            inbox.add_line(&InputLine::Text((*line).into()), Instant::now());
        }
        inbox.end_input();
        let findings = Arc::clone(&inbox);
        let engine = Engine::new(move |event| findings.add_finding(event));
        let mut output = Vec::new();
        Session::new(engine, &mut output, inbox).run();
        let text = String::from_utf8(output).unwrap();
        let logs = ["depth", "multipv", "wdl", "first"].map(|word| format!("MESSAGE {word} "));
        let is_log = |line: &&str| logs.iter().any(|log| line.starts_with(log));
        text.lines().filter(|line| !is_log(line)).map(Into::into).collect()
    }

    fn is_move(line: &str) -> bool {
        line.split_once(',')
            .is_some_and(|(x, y)| x.parse::<u8>().is_ok() && y.parse::<u8>().is_ok())
    }

    const LONG: &str = "INFO timeout_turn 60000";
    /// The end of the input ends such a search.
    const ENDLESS: &str = "INFO timeout_turn -1";
    const QUIET: &str = "BOARD 7,7,2 8,8,1 9,7,2 DONE";

    #[test]
    fn queued_commands_are_answered_in_order() {
        let lines = replies(&[LONG, "START 15", QUIET, "RESTART", "BEGIN", "TURN 7,7", "PLAY 0,0"]);
        assert_eq!(lines.len(), 6, "{lines:?}");
        assert_eq!((lines[0].as_str(), lines[2].as_str()), ("OK", "OK"));
        assert!(is_move(&lines[1]) && lines[3] == "7,7", "{lines:?}");
        assert!(lines[4].starts_with("ERROR") && lines[5] == "0,0", "{lines:?}");
    }

    #[test]
    fn a_board_of_yixins_is_told_by_columns_and_rows() {
        let lines = ["START 20 15", "TURN 14,19", "START 20 15"];
        assert_eq!(replies(&lines)[1], "ERROR 14,19 is off the board");
        let lines = ["yxshowinfo", "START 20 15", "PLAY 14,19", "RECTSTART 20,15", "PLAY 19,14"];
        assert_eq!(replies(&lines)[3..], ["OK", "14,19", "OK", "19,14"]);
    }

    #[test]
    fn questions_are_answered_while_the_search_goes_on() {
        let lines =
            replies(&[ENDLESS, "START 15", QUIET, "ABOUT", "FOO", "yxshowforbid", "INFO x y"]);
        assert_eq!(lines.len(), 5, "{lines:?}");
        assert!(lines[1].starts_with("name=") && lines[2].starts_with("UNKNOWN"));
        assert!(lines[3] == "FORBID ." && is_move(&lines[4]), "{lines:?}");
    }

    #[test]
    fn what_is_about_a_refused_position_is_refused_until_the_next_good_one() {
        let bad = [
            "YXBOARD 7,7,1 15,3,2 DONE",
            "YXBOARD 7,7,1 7,7,2 DONE",
            "YXBOARD 7,7 DONE",
            "YXBOARD x DONE",
            "YXBOARD 7,7,1\nABOUT",
            "YXSOOSORVSTEP2 99,1 DONE",
            "YXSOOSORVSTEP2 x DONE",
            "BOARD 7,7,0 DONE",
            "BOARD 7,7,1 99,3,2 DONE",
            "SWAP2BOARD 7,7 DONE",
            "SWAP2BOARD x DONE",
            "START 4",
            "START x",
            "RECTSTART 4",
            "TURN 99,1",
            "TURN x",
            "PLAY 8,8",
            "PLAY",
            "TAKEBACK 1,1",
            "TAKEBACK x",
        ];
        let studies = [
            "YXNBEST 2",
            "YXSEARCHDEFEND",
            "YXBALANCEONE",
            "YXBALANCETWO",
            "YXSWAP2STEP2",
            "YXSWAP2STEP3",
            "YXQUERYDATABASEALL 7,7 DONE",
            "YXQUERYDATABASEONE 7,7 DONE",
            "YXEDITTVDDATABASE 1 119 0 0\n7,7\nDONE",
            "YXDELETEDATABASEALL DONE",
            "YXDBSPLIT x.db",
        ];
        let game = ["BEGIN", "TURN 1,1", "PLAY 1,1", "TAKEBACK 8,8"];
        let refused = "ERROR no position, the last one was refused";
        let told = |bad: &str, then: &[&str]| {
            let all = [&["INFO max_node 10", "START 15", "PLAY 8,8"], &[bad][..], then].concat();
            let all: Vec<&str> = all.iter().flat_map(|lines| lines.split('\n')).collect();
            let is_name = |line: &String| line.starts_with("name=");
            replies(&all).into_iter().filter(|line| !is_name(line)).skip(2).collect::<Vec<_>>()
        };
        for bad in bad {
            for study in studies {
                let lines = told(bad, &[study]);
                assert!(lines[0].starts_with("ERROR ") && lines[0] != refused, "{bad}: {lines:?}");
                assert_eq!(lines[1..], [refused], "{bad} {study}");
            }
            assert_eq!(told(bad, &["YXSHOWFORBID"])[1..], ["FORBID ."], "{bad}");
            for command in game {
                let lines = told(bad, &[command]);
                assert_eq!(lines.len(), 2, "{bad} {command} {lines:?}");
                // There is a stone on the board.
                let is_error = lines[1].starts_with("ERROR ");
                assert_eq!(is_error, command == "BEGIN", "{bad} {command} {lines:?}");
                assert_ne!(lines[1], refused, "{bad} {command}");
            }
            for good in ["START 15", "RESTART", "YXBOARD 7,7,2 DONE", "BOARD 7,7,2 DONE"] {
                let lines = told(bad, &[good, "YXNBEST"]);
                let errors = lines.iter().filter(|line| line.starts_with("ERROR")).count();
                assert!(errors == 1 && is_move(lines.last().unwrap()), "{bad} {good} {lines:?}");
            }
        }
        // The game that goes on is the one before.
        assert_eq!(
            told("BOARD 7,7,0 DONE", &["TAKEBACK 8,8", "YXQUERYDATABASEALL", "DONE"])[1..][..2],
            ["OK", "MESSAGE DATABASE REFRESH"]
        );
        let lines = told("YXBOARD x DONE", &["TAKEBACK 8,8", "BEGIN", "YXNBEST"]);
        assert!(lines[1] == "OK" && lines[2..].iter().all(|line| is_move(line)), "{lines:?}");
    }

    #[test]
    fn passes_are_moves() {
        let quick = "INFO max_node 200";
        let one = |lines: &[&str]| {
            let all = [&[quick, "START 15"], lines].concat();
            let lines = replies(&all);
            assert_eq!(lines[0], "OK");
            lines[1..].to_vec()
        };
        let passed = "YXBOARD 7,7,1 -1,-1,2 DONE";
        for command in ["YXNBEST 2", "YXBALANCEONE", "YXSEARCHDEFEND"] {
            let lines = one(&[passed, command]);
            assert!(is_move(lines.last().unwrap()) && lines.last().unwrap() != "7,7", "{lines:?}");
        }
        assert!(is_move(&one(&["BOARD 7,7,2 8,8,1 -1,-1,2 DONE"])[0]));
        assert!(is_move(&one(&["BOARD -1,-1,2 DONE"])[0]));
        // The opponent passes, and takes that back.
        let lines = one(&["BEGIN", "TURN -1,-1"]);
        assert!(lines.len() == 2 && lines.iter().all(|line| is_move(line)), "{lines:?}");
        let lines = one(&[
            "PLAY 7,7",
            "PLAY -1,-1",
            "PLAY -1,-1",
            "PLAY -1,-1",
            "TAKEBACK 7,7",
            "TAKEBACK -1,-1",
            "TAKEBACK -1,-1",
            "TAKEBACK -1,-1",
            "TAKEBACK 7,7",
        ]);
        let lines: Vec<&str> =
            lines.iter().map(|line| line.split(' ').next().unwrap_or_default()).collect();
        assert_eq!(lines, ["7,7", "-1,-1", "-1,-1", "ERROR", "ERROR", "OK", "OK", "ERROR", "OK"]);
        let named = "INFO takeback 0";
        let lines = one(&[named, passed, "TAKEBACK 7,7", "TAKEBACK -1,-1", "TAKEBACK 7,7"]);
        assert_eq!(lines[0], "ERROR 7,7 is not the last move, -1,-1 is");
        assert_eq!(lines[1..], ["OK", "OK"]);
        // Black has passed, so White's stone is on an empty board, and Black has foul points.
        let foul = "YXBOARD 7,6,1 -1,-1,2 6,7,1 -1,-1,2 8,7,1 -1,-1,2 7,8,1 -1,-1,2 DONE";
        assert_eq!(one(&["INFO rule 4", foul, "YXSHOWFORBID"]), ["FORBID 0707."]);
        for bad in ["TURN -1,7", "TURN 7,-1", "YXBOARD -1,-1,3 DONE", "YXBLOCK -1,-1 DONE"] {
            assert_eq!(one(&[bad]).len(), 1, "{bad}");
            assert!(one(&[bad])[0].ends_with("is off the board"), "{bad}");
        }
    }

    #[test]
    fn a_front_end_of_yixins_means_the_last_stone_whatever_it_names() {
        let taken = |first: &str| {
            let lines = ["START 15", first, "PLAY 7,7", "PLAY 8,8", "TAKEBACK 0,0", "TAKEBACK"];
            replies(&lines).split_off(3)
        };
        assert_eq!(taken("INFO caution_factor 1"), ["OK", "OK"]);
        assert_eq!(taken("yxhashclear"), ["OK", "OK"]);
        assert_eq!(taken("INFO takeback 1"), ["OK", "OK"]);
        let refused =
            ["ERROR 0,0 is not the last stone, 8,8 is", "ERROR expected the last stone, 8,8"];
        assert_eq!(taken("INFO rule 1"), refused);
        let empty = replies(&["START 15", "INFO takeback 1", "TAKEBACK"]);
        assert_eq!(empty[1], "ERROR there is no move to take back");
    }

    #[test]
    fn the_word_of_a_front_end_of_yixins_makes_rule_2_renju_before_and_after() {
        let foul = "YXBOARD 8,7,1 14,0,2 6,7,1 13,0,2 7,6,1 12,0,2 7,8,1 11,0,2 DONE";
        let forbidden = |lines: &[&str]| replies(lines).pop().unwrap();
        let after = ["START 15", "INFO rule 2", foul, "YXSHOWFORBID"];
        assert_eq!(forbidden(&after), "FORBID 0707.");
        let before = ["START 15", foul, "INFO rule 2", "YXSHOWFORBID"];
        assert_eq!(forbidden(&before), "FORBID 0707.");
    }

    #[test]
    fn a_search_without_end_still_answers_at_the_end_of_the_input() {
        let mut output = Vec::new();
        let mut session = Session::new(Engine::new(|_| {}), &mut output, Arc::default());
        for line in [ENDLESS, "START 15", QUIET] {
            assert!(session.take_line(&InputLine::Text(line.into()), Instant::now()).is_continue());
        }
        session.begin_ending();
        // Nothing that the search finds reaches the session.
        while session.tick().is_continue() {}
        drop(session);
        let text = String::from_utf8(output).unwrap();
        assert!(text.lines().last().is_some_and(is_move), "{text}");
    }

    #[test]
    fn end_ends_a_search_without_a_move() {
        assert_eq!(replies(&[LONG, "START 15", QUIET, "END", "ABOUT"]), ["OK"]);
        assert_eq!(replies(&[LONG, "START 15", QUIET, "RESTART", "END"]), ["OK"]);
    }

    #[test]
    fn stop_and_no_time_end_a_search_with_a_move() {
        for stop in ["STOP", "yxstop", "INFO timeout_turn 0", "INFO time_left 0"] {
            let start = Instant::now();
            let lines = replies(&[LONG, "START 15", QUIET, stop]);
            assert!(lines.len() == 2 && is_move(&lines[1]), "{stop}: {lines:?}");
            // The limit is a minute. Any machine is faster than half of that.
            assert!(start.elapsed() < Duration::from_secs(30), "{stop}");
        }
    }

    #[test]
    fn steps_of_a_swap_opening_are_answered_by_messages() {
        let lines = replies(&[
            "INFO timeout_turn 200",
            "START 15",
            "YXSWAP2STEP1",
            "YXBOARD 6,6,2 7,7,1 6,9,2 DONE",
            "YXSWAP2STEP2",
            "YXSWAP2STEP3",
            "YXSTOP",
        ]);
        assert!(lines.iter().skip(1).take(4).all(|line| line.starts_with("MESSAGE SWAP2 ")));
        assert!(lines[4].contains("SWAP1") || lines[4].contains("MOVE4"), "{lines:?}");
    }

    #[test]
    fn a_command_that_breaks_off_a_block_has_a_time_of_its_own() {
        let mut session = Session::new(Engine::new(|_| {}), Vec::new(), Arc::default());
        let mut take = |line: &str, at| {
            assert!(session.take_line(&InputLine::Text(line.into()), at).is_continue());
            session.begun
        };
        let early = Instant::now();
        let late = early + Duration::from_secs(60);
        for block in ["BOARD", "YXQUERYDATABASEALL"] {
            for line in [block, "7,7,2", "INFO max_node 10", "STOP"] {
                assert_eq!(take(line, if line == block { early } else { late }), early, "{line}");
            }
            assert_eq!(take("TURN 7,7", late), late, "{block}");
        }
        assert_eq!(take("BOARD 7,7,2", early), early);
        assert_eq!(take("DONE", late), early);
    }

    #[test]
    fn a_manager_that_is_gone_ends_the_session() {
        struct Gone;
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let inbox = Arc::new(Inbox::default());
        inbox.add_line(&InputLine::Text("ABOUT".into()), Instant::now());
        Session::new(Engine::new(|_| {}), Gone, inbox).run();
    }
}
