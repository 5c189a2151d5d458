//! What waits for the main loop: lines of input and events of the search, both bounded.
//!
//! At most [`MAX_LINES`] lines with [`MAX_BYTES`] bytes wait here. When the queue is full, the
//! reader thread waits for room, the pipe fills up, and so the manager waits too: nothing is lost.
//! This is right as long as the main loop makes progress. It is wrong if the main loop hangs in a
//! write because the replies are not read. Then there would never be room, and an `END` or the end
//! of input would wait for the full queue for ever. So once a write lasts [`BLOCKED`], further
//! lines are read and dropped, except `END`. If the replies are read again after all, an error says
//! how many lines were lost.
//!
//! At most [`MAX_EVENTS`] events of the search wait. Beyond that, the oldest progress report is
//! dropped. Answers are never dropped: there is at most one for each search, and the main loop
//! starts searches one by one.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fukumi_core::clock::Instant;

use super::line::{InputLine, is_end, is_stop};
use crate::engine::thinker::ThinkEvent;

/// Maximum number of bytes of waiting lines, including their line ends. No line is longer.
pub(crate) const MAX_BYTES: usize = 1 << 20;
/// Maximum number of lines that wait.
pub(crate) const MAX_LINES: usize = 1 << 16;
/// Maximum number of search events that wait, not counting answers.
pub(crate) const MAX_EVENTS: usize = 1 << 10;
/// A write that lasts this long is taken to have no reader.
pub(crate) const BLOCKED: Duration = Duration::from_secs(1);
/// Time between two checks of whether a write lasts that long.
const LOOK_AGAIN: Duration = Duration::from_millis(50);
/// Comes before the beginning of a line that is too long. No UTF-8 text contains this byte.
const TOO_LONG: u8 = 0xff;

/// What the main loop has to handle.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// A line, and when it was read.
    Line(InputLine, Instant),
    /// This many lines were dropped here.
    Lost(u64),
    /// The end of input.
    InputEnd,
    /// An event of the search.
    Think(ThinkEvent),
    /// What the database answers to a command.
    Database(Vec<String>),
}

/// The queue between the main loop and the threads that read and search.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    state: Mutex<State>,
    /// Signals that there may be an event.
    arrived: Condvar,
    /// Signals that there may be room.
    room: Condvar,
}

#[derive(Debug, Default)]
struct State {
    lines: LineQueue,
    findings: VecDeque<ThinkEvent>,
    /// Answers of the database. There is one for each command that is under way.
    replies: VecDeque<Vec<String>>,
    /// Number of lines dropped after those that wait.
    lost: u64,
    /// Whether an `END`, which is never dropped, came after the dropped lines.
    has_late_end: bool,
    has_input_ended: bool,
    is_input_end_told: bool,
    /// Number of lines that the main loop has taken or knows to be lost.
    taken: u64,
    /// When the current write of the main loop began.
    writing_since: Option<Instant>,
    is_closed: bool,
}

/// Lines stored as bytes, so that short ones take little memory.
#[derive(Debug, Default)]
struct LineQueue {
    bytes: VecDeque<u8>,
    read_at: VecDeque<Instant>,
    /// Number of stop commands among the lines.
    stops: usize,
}

impl LineQueue {
    fn push(&mut self, line: &InputLine, read_at: Instant) {
        let (mark, text) = stored(line);
        self.bytes.extend(mark.iter().chain(text.as_bytes()));
        self.bytes.push_back(b'\n');
        self.read_at.push_back(read_at);
        self.stops += usize::from(is_stop(line));
    }

    fn pop(&mut self) -> Option<(InputLine, Instant)> {
        let read_at = self.read_at.pop_front()?;
        let length = self.bytes.iter().position(|&byte| byte == b'\n').unwrap_or(self.bytes.len());
        let bytes: Vec<u8> = self.bytes.drain(..length).collect();
        self.bytes.pop_front();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let line = match bytes.strip_prefix(&[TOO_LONG]) {
            Some(beginning) => InputLine::TooLong(text(beginning)),
            None => InputLine::Text(text(&bytes)),
        };
        self.stops -= usize::from(is_stop(&line));
        Some((line, read_at))
    }

    fn has_room_for(&self, line: &InputLine) -> bool {
        let (mark, text) = stored(line);
        let bytes = mark.len() + text.len() + 1;
        self.read_at.len() < MAX_LINES && self.bytes.len() + bytes <= MAX_BYTES
    }
}

/// What is stored of a line: the mark of one that is too long, and its text.
fn stored(line: &InputLine) -> (&'static [u8], &str) {
    match line {
        InputLine::Text(text) => (&[], text),
        InputLine::TooLong(beginning) => (&[TOO_LONG], beginning),
    }
}

impl State {
    fn writing_for(&self) -> Option<Duration> {
        self.writing_since.map(|since| since.elapsed())
    }

    fn next_input(&mut self) -> Option<Event> {
        if let Some((line, read_at)) = self.lines.pop() {
            self.taken += 1;
            return Some(Event::Line(line, read_at));
        }
        if self.lost > 0 {
            let lost = std::mem::take(&mut self.lost);
            self.taken += lost;
            return Some(Event::Lost(lost));
        }
        if std::mem::take(&mut self.has_late_end) {
            self.taken += 1;
            return Some(Event::Line(InputLine::Text("END".into()), Instant::now()));
        }
        let is_news = self.has_input_ended && !std::mem::replace(&mut self.is_input_end_told, true);
        is_news.then_some(Event::InputEnd)
    }
}

impl Inbox {
    /// Adds a line that was read at this time, and waits for room if necessary. If there will be no
    /// room, the line is dropped, see the module. `END` never waits.
    pub(crate) fn add_line(&self, line: &InputLine, read_at: Instant) {
        let mut state = self.lock();
        loop {
            let is_next = state.lost == 0 && !state.has_late_end;
            if state.is_closed {
                return;
            }
            if is_next && state.lines.has_room_for(line) {
                state.lines.push(line, read_at);
                break;
            }
            if is_end(line) {
                // Nothing after the first `END` matters.
                state.lost += u64::from(state.has_late_end);
                state.has_late_end = true;
                break;
            }
            if state.writing_for().is_some_and(|time| time >= BLOCKED) {
                state.lost += 1;
                break;
            }
            let waited = self.room.wait_timeout(state, LOOK_AGAIN);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(state);
        self.arrived.notify_all();
    }

    /// Notes that no more lines come.
    pub(crate) fn end_input(&self) {
        self.lock().has_input_ended = true;
        self.arrived.notify_all();
    }

    /// Adds an event of the search.
    pub(crate) fn add_finding(&self, event: ThinkEvent) {
        let is_answer =
            |event: &ThinkEvent| matches!(event, ThinkEvent::Done { .. } | ThinkEvent::FileRead);
        let mut state = self.lock();
        if state.findings.len() >= MAX_EVENTS
            && let Some(oldest) = state.findings.iter().position(|event| !is_answer(event))
        {
            state.findings.remove(oldest);
        }
        state.findings.push_back(event);
        drop(state);
        self.arrived.notify_all();
    }

    /// Adds the lines that the database answers to a command.
    pub(crate) fn add_reply(&self, lines: Vec<String>) {
        self.lock().replies.push_back(lines);
        self.arrived.notify_all();
    }

    /// Waits for the next event and returns it, or `None` at the time `until`. Events of the input
    /// count only if `wants_input`.
    pub(crate) fn next(&self, wants_input: bool, until: Option<Instant>) -> Option<Event> {
        let mut state = self.lock();
        loop {
            if let Some(event) = state.findings.pop_front() {
                return Some(Event::Think(event));
            }
            if let Some(lines) = state.replies.pop_front() {
                return Some(Event::Database(lines));
            }
            if wants_input && let Some(event) = state.next_input() {
                drop(state);
                self.room.notify_all();
                return Some(event);
            }
            state = match until {
                None => self.arrived.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(until) => {
                    let left = until.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return None;
                    }
                    let waited = self.arrived.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// Notes that the main loop begins to write. Returns whether a stop command waits: the main
    /// loop will not reach it if the output is not read.
    pub(crate) fn begin_write(&self) -> bool {
        let mut state = self.lock();
        state.writing_since = Some(Instant::now());
        state.lines.stops > 0
    }

    /// Notes that the write has ended.
    pub(crate) fn end_write(&self) {
        self.lock().writing_since = None;
    }

    /// Whether a stop command waits.
    pub(crate) fn has_stop(&self) -> bool {
        self.lock().lines.stops > 0
    }

    /// Whether no more lines come than those that wait.
    pub(crate) fn has_input_ended(&self) -> bool {
        self.lock().has_input_ended
    }

    /// How long the current write of the main loop has lasted; `None` if there is none.
    pub(crate) fn writing_for(&self) -> Option<Duration> {
        self.lock().writing_for()
    }

    /// Whether the main loop has taken at least `count` lines, or the session is over.
    pub(crate) fn has_taken(&self, count: u64) -> bool {
        let state = self.lock();
        state.is_closed || state.taken >= count
    }

    /// Notes that the session is over: nothing is taken any more.
    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.room.notify_all();
    }

    /// Whether the session is over.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Every change is made in one step, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
