//! A thread that owns files: it does jobs, answers questions and writes, one after another.
//!
//! What is to be written waits in a queue until the thread gets to it. While another process
//! writes, the thread tries again and again, and does other things in between. Whoever asks has a
//! deadline, and goes on without an answer after it.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use fukumi_core::clock::Instant;
use fukumi_database::DatabaseError;
use fukumi_database::guard::Interrupt;
use log::{info, warn};

use super::silence::Silence;

/// Time between two attempts to write while another process does.
const RETRY_PAUSE: Duration = Duration::from_millis(25);
/// How long nothing must have been written before the thread waits for the disk. That may take
/// long, and what is added meanwhile has to wait.
const SETTLE_PAUSE: Duration = Duration::from_secs(2);
/// How long the thread tries to write when the engine is gone and no flush was asked for.
pub(super) const LAST_PATIENCE: Duration = Duration::from_secs(5);
/// A job that has lasted so long may last much longer, so a question waits no more than
/// [`NO_PATIENCE`] for it.
const HOPELESS: Duration = Duration::from_millis(100);
const NO_PATIENCE: Duration = Duration::from_millis(1);
/// Time between two looks at whether the thread gets on with its work.
const LOOK_PAUSE: Duration = Duration::from_millis(25);
/// Largest number of jobs that wait, besides the question of the engine.
const MAX_JOBS: usize = 256;

/// Files, and what a thread does with them.
pub(super) trait Files: Sized + 'static {
    /// The name of the thread.
    const NAME: &'static str;
    /// Something to do, in the order in which it is asked for.
    type Job: Send;
    /// A question with a deadline. Only the last one is answered.
    type Question: Send;
    /// The answer.
    type Answer: Send;
    /// Something to write.
    type Content: Clone + Send;

    /// Files that are not open yet. When `interrupt` is raised, a job should end.
    fn new(interrupt: &Interrupt) -> Self;

    /// Does a job.
    fn carry_out(&mut self, shared: &Shared<Self>, job: Self::Job);

    /// Answers a question by [`Shared::answer`].
    fn answer(&mut self, shared: &Shared<Self>, question: &Self::Question, ticket: Ticket);

    /// Writes something.
    fn write(&mut self, content: &Self::Content) -> Written;

    /// Gives up locks that an attempt may have left that failed.
    fn let_go(&mut self);

    /// Waits until the disk has all changes.
    ///
    /// # Errors
    /// If it cannot be waited for.
    fn settle(&mut self) -> Result<(), DatabaseError>;

    /// Does a small piece of what may be done when there is nothing else to do. Returns whether
    /// there is more of it.
    fn tidy(&mut self) -> bool;

    /// Closes the files until they are needed again.
    fn close(&mut self);

    /// Whether a file is open.
    fn is_open(&self) -> bool;

    /// Logs that this many contents are lost.
    fn report_loss(count: usize, reason: &str);
}

/// What became of an attempt to write.
pub(super) enum Written {
    /// It is written, or not worth another attempt.
    Done,
    /// Another process was writing.
    Busy,
    /// Writing failed.
    Failed,
}

/// What became of waiting until all is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waited {
    /// It is done.
    Done,
    /// The thread shows no progress.
    Hangs,
    /// The thread gets on with its work, but time is up.
    StillWorks,
}

/// A question that was asked.
#[derive(Clone, Copy)]
pub(super) struct Ticket {
    number: u64,
    /// When the answer is no longer waited for.
    pub(super) until: Instant,
}

/// A handle to the thread, which starts when there is something to do.
pub(super) struct Worker<F: Files>(Arc<Shared<F>>);

/// What the thread and its handles share.
pub(super) struct Shared<F: Files> {
    state: Mutex<State<F>>,
    changed: Condvar,
    /// Raised while a job is to end early.
    interrupt: Interrupt,
}

/// What is to be done, and how far that is.
pub(super) struct State<F: Files> {
    /// What is to be done, in this order.
    tasks: VecDeque<Task<F>>,
    /// Number of steps that the thread has finished.
    steps: u64,
    /// Since when the thread has been at a task or writing; `None` if it is at neither.
    working_since: Option<Instant>,
    /// What is not written yet, the oldest first.
    pub(super) unwritten: VecDeque<Change<F::Content>>,
    /// Number of changes so far.
    changes: u64,
    /// Whether writing failed. New content is a reason to try again.
    pub(super) is_stuck: bool,
    /// When to try again, if another process was writing.
    pub(super) retry_at: Option<Instant>,
    /// The number of the last question.
    last_question: u64,
    /// What is known so far of the question with this number, and whether that is all.
    answer: Option<(u64, F::Answer, bool)>,
    /// When to wait until the disk has all changes; `None` if there are none.
    settle_at: Option<Instant>,
    /// Whether there may be something to tidy.
    is_untidy: bool,
    /// Whether the thread is tidying, which can be broken off and done later.
    is_tidying: bool,
    pub(super) is_open: bool,
    /// Whether to close the files once all is written.
    is_ending: bool,
    pub(super) has_thread: bool,
    /// When the engine was dropped.
    closed_at: Option<Instant>,
}

enum Task<F: Files> {
    Do(F::Job),
    Answer(F::Question, Ticket),
}

/// Something to write.
#[derive(Clone)]
pub(super) struct Change<C> {
    pub(super) number: u64,
    pub(super) content: C,
}

enum Step<F: Files> {
    Do(Task<F>),
    Write(Change<F::Content>),
    Tidy,
    Settle,
    Close,
}

impl<F: Files> Clone for Worker<F> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<F: Files> Default for Worker<F> {
    fn default() -> Self {
        Self(Arc::new(Shared {
            state: Mutex::new(State::new()),
            changed: Condvar::new(),
            interrupt: Interrupt::default(),
        }))
    }
}

impl<F: Files> Worker<F> {
    /// The state, to look at and to change. [`Worker::wake`] has the thread look at a change.
    pub(super) fn lock(&self) -> MutexGuard<'_, State<F>> {
        self.0.lock()
    }

    /// Wakes the thread after a change, and starts the thread if there is none. Returns whether
    /// there is one now.
    pub(super) fn wake(&self, mut state: MutexGuard<'_, State<F>>) -> bool {
        if !state.has_thread {
            let shared = Arc::clone(&self.0);
            match thread::Builder::new().name(F::NAME.into()).spawn(move || shared.work()) {
                Ok(_) => state.has_thread = true,
                Err(error) => warn!("no thread to read and write on: {error}"),
            }
        }
        let has_thread = state.has_thread;
        drop(state);
        self.0.changed.notify_all();
        has_thread
    }

    /// Asks a question. Call [`Worker::receive`] for the answer.
    pub(super) fn ask(&self, question: F::Question, patience: Duration) -> Ticket {
        let now = Instant::now();
        let mut state = self.lock();
        // A thread that has been at something else for so long will not be done soon.
        let is_hopeless = state.works_for(now) >= HOPELESS;
        let until = now + if is_hopeless { patience.min(NO_PATIENCE) } else { patience };
        state.last_question += 1;
        let ticket = Ticket { number: state.last_question, until };
        state.tasks.push_back(Task::Answer(question, ticket));
        state.answer = None;
        self.wake(state);
        ticket
    }

    /// Waits for the answer to the last question, at most until its deadline. `None` if nothing is
    /// known by then.
    pub(super) fn receive(&self, ticket: Ticket) -> Option<F::Answer> {
        let is_whole = |state: &State<F>| {
            let answer = state.answer.as_ref();
            answer.is_some_and(|(number, _, is_all)| *number == ticket.number && *is_all)
        };
        let mut state = self.0.wait(ticket.until, |state| is_whole(state) || !state.has_thread);
        // An answer that comes later is not taken for that to the next question.
        let answer = state.answer.take().filter(|(number, ..)| *number == ticket.number);
        if answer.is_none() {
            state.tasks.retain(|task| !matches!(task, Task::Answer(..)));
            state.last_question += 1;
            info!("what is known is not known in time");
        }
        answer.map(|(_, answer, _)| answer)
    }

    /// Has the files closed once all is done and written.
    pub(super) fn begin_end(&self) {
        let mut state = self.lock();
        if state.has_thread {
            state.is_stuck = false;
            state.is_ending = true;
            self.wake(state);
        }
    }

    /// Waits until all is done and written, at most until then. How long the thread has been at one
    /// thing already counts: what hangs is not waited for. Returns whether all is done.
    pub(super) fn wait_until_done(&self, until: Instant) -> bool {
        let until = until.checked_sub(self.lock().works_for(Instant::now())).unwrap_or(until);
        self.0.wait(until, State::is_done).is_done()
    }

    /// Waits until all is done and written, at most for `patience`, and no longer than `silence`
    /// without any progress.
    pub(super) fn wait_while_working(&self, patience: Duration, silence: Duration) -> Waited {
        let until = Instant::now() + patience;
        let mut seen = self.watch(silence);
        loop {
            let now = Instant::now();
            if self.0.wait((now + LOOK_PAUSE).min(until), State::is_done).is_done() {
                return Waited::Done;
            }
            let now = Instant::now();
            if seen.look(self.progress(), now) >= silence {
                return Waited::Hangs;
            }
            if now >= until {
                return Waited::StillWorks;
            }
        }
    }

    /// Begins to watch whether the thread gets on with its work. If it has been at one thing for
    /// `longest` already, it hangs unless it shows progress by the next look.
    pub(super) fn watch(&self, longest: Duration) -> Silence {
        let now = Instant::now();
        let before = self.lock().works_for(now).min(longest.saturating_sub(LOOK_PAUSE));
        Silence::new(self.progress(), now.checked_sub(before).unwrap_or(now))
    }

    /// A number that grows as long as the thread gets on with its work.
    pub(super) fn progress(&self) -> u64 {
        self.0.interrupt.looks().wrapping_add(self.lock().steps)
    }

    /// Has the thread break off tidying, so that what was added is written soon.
    pub(super) fn hurry(&self, state: &State<F>) {
        if state.is_tidying {
            self.0.interrupt.raise();
        }
    }

    /// Has a running job end early, and drops those that wait.
    pub(super) fn interrupt(&self) {
        let mut state = self.lock();
        state.tasks.clear();
        if state.working_since.is_some() {
            self.0.interrupt.raise();
        }
    }

    /// Waits until the files are closed, at most until then. What is not written then is lost, and
    /// the log says so.
    pub(super) fn end(&self, until: Instant) {
        let is_over = |state: &State<F>| {
            !state.has_thread || state.is_stuck || !state.is_open && state.is_done()
        };
        let mut state = self.0.wait(until, is_over);
        let reason = if state.is_stuck { "it cannot be written" } else { "there is no time" };
        state.give_up(reason);
    }

    /// Ends the thread when everything is written.
    pub(super) fn close(&self) {
        self.lock().closed_at = Some(Instant::now());
        self.0.changed.notify_all();
    }

    /// Waits until `holds` is true, but no longer than `until`.
    #[cfg(test)]
    pub(super) fn wait(
        &self,
        until: Instant,
        holds: impl Fn(&State<F>) -> bool,
    ) -> MutexGuard<'_, State<F>> {
        self.0.wait(until, holds)
    }
}

impl<F: Files> State<F> {
    fn new() -> Self {
        Self {
            tasks: VecDeque::new(),
            steps: 0,
            working_since: None,
            unwritten: VecDeque::new(),
            changes: 0,
            is_stuck: false,
            retry_at: None,
            last_question: 0,
            answer: None,
            settle_at: None,
            is_untidy: false,
            is_tidying: false,
            is_open: false,
            is_ending: false,
            has_thread: false,
            closed_at: None,
        }
    }

    /// How long the thread has been at its task.
    fn works_for(&self, now: Instant) -> Duration {
        self.working_since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// Whether there is nothing left to do and to write, or nothing can be written.
    fn is_done(&self) -> bool {
        let is_idle = self.tasks.is_empty() && self.working_since.is_none();
        !self.has_thread || is_idle && (self.is_stuck || self.unwritten.is_empty())
    }

    /// The last job, if nothing else was asked for since.
    pub(super) fn last_job(&mut self) -> Option<&mut F::Job> {
        match self.tasks.back_mut() {
            Some(Task::Do(job)) => Some(job),
            Some(Task::Answer(..)) | None => None,
        }
    }

    /// Adds a job. Returns whether there is room.
    pub(super) fn queue(&mut self, job: F::Job) -> bool {
        let has_room = self.tasks.len() < MAX_JOBS;
        if has_room {
            self.tasks.push_back(Task::Do(job));
        } else {
            warn!("a database is asked for too much at a time");
        }
        has_room
    }

    /// Adds something to write.
    pub(super) fn add(&mut self, content: F::Content) {
        self.changes += 1;
        self.unwritten.push_back(Change { number: self.changes, content });
        self.is_stuck = false;
    }

    /// Gives up all that is not written.
    fn give_up(&mut self, reason: &str) {
        if !self.unwritten.is_empty() {
            F::report_loss(self.unwritten.len(), reason);
        }
        self.unwritten.clear();
    }
}

impl<F: Files> Shared<F> {
    pub(super) fn lock(&self) -> MutexGuard<'_, State<F>> {
        // Every change is made in one step, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives an answer, or what is known of it so far. Returns whether the question is still the
    /// last one.
    pub(super) fn answer(&self, ticket: Ticket, answer: F::Answer, is_all: bool) -> bool {
        let mut state = self.lock();
        let is_last = state.last_question == ticket.number;
        if is_last {
            state.answer = Some((ticket.number, answer, is_all));
        }
        drop(state);
        self.changed.notify_all();
        is_last
    }

    /// Waits until `holds` is true, but no longer than `until`.
    fn wait(&self, until: Instant, holds: impl Fn(&State<F>) -> bool) -> MutexGuard<'_, State<F>> {
        let left = until.saturating_duration_since(Instant::now());
        let waited = self.changed.wait_timeout_while(self.lock(), left, |state| !holds(state));
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn work(&self) {
        let mut files = F::new(&self.interrupt);
        while let Some(step) = self.next_step() {
            match step {
                Step::Do(Task::Do(job)) => {
                    files.carry_out(self, job);
                    self.lock().is_untidy = true;
                }
                Step::Do(Task::Answer(question, ticket)) => {
                    if Instant::now() < ticket.until {
                        files.answer(self, &question, ticket);
                    }
                }
                Step::Write(change) => {
                    let written = files.write(&change.content);
                    self.note_written(&change, &written);
                }
                Step::Tidy => {
                    let has_more = files.tidy();
                    let mut state = self.lock();
                    // One more piece is all that the end waits for.
                    state.is_untidy = has_more && !state.is_ending;
                }
                Step::Settle => {
                    if let Err(error) = files.settle() {
                        info!("the disk may not have all of a database yet: {error}");
                    }
                }
                Step::Close => files.close(),
            }
            files.let_go();
            let mut state = self.lock();
            state.is_open = files.is_open();
            state.working_since = None;
            state.steps += 1;
            state.is_tidying = false;
            self.interrupt.lower();
            drop(state);
            self.changed.notify_all();
        }
    }

    /// Takes note of what became of an attempt to write.
    fn note_written(&self, change: &Change<F::Content>, written: &Written) {
        let mut state = self.lock();
        state.retry_at = None;
        match written {
            Written::Done => {
                state.unwritten.retain(|other| other.number != change.number);
                state.settle_at = Some(Instant::now() + SETTLE_PAUSE);
                state.is_untidy = true;
            }
            Written::Busy => {
                state.retry_at = Some(Instant::now() + RETRY_PAUSE);
                // Another file may be free.
                if !state.unwritten.is_empty() {
                    state.unwritten.rotate_left(1);
                }
            }
            Written::Failed => state.is_stuck = true,
        }
    }

    /// Waits for the next thing to do; `None` if the engine is gone and nothing is left to write.
    fn next_step(&self) -> Option<Step<F>> {
        let mut state = self.lock();
        loop {
            let now = Instant::now();
            if let Some(task) = state.tasks.pop_front() {
                state.working_since = Some(now);
                return Some(Step::Do(task));
            }
            let retry_in = state.retry_at.map(|at| at.saturating_duration_since(now));
            let pause = retry_in.filter(|pause| !pause.is_zero() && !state.unwritten.is_empty());
            if let Some(change) = state.unwritten.front().filter(|_| !state.is_stuck).cloned()
                && pause.is_none()
            {
                state.working_since = Some(now);
                return Some(Step::Write(change));
            }
            if state.unwritten.is_empty() {
                if std::mem::take(&mut state.is_untidy) {
                    state.is_tidying = true;
                    return Some(Step::Tidy);
                }
                if state.is_open && (state.is_ending || state.closed_at.is_some()) {
                    return Some(Step::Close);
                }
                if state.settle_at.take_if(|at| *at <= now).is_some() {
                    return Some(Step::Settle);
                }
            }
            if let Some(closed_at) = state.closed_at {
                let is_late = now.saturating_duration_since(closed_at) >= LAST_PATIENCE;
                if state.is_stuck || is_late {
                    state.give_up("it cannot be written");
                }
                if state.unwritten.is_empty() {
                    return None;
                }
            }
            let settle_in = state.settle_at.map(|at| at.saturating_duration_since(now));
            state = match pause.or(settle_in) {
                Some(pause) => {
                    let waited = self.changed.wait_timeout(state, pause);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}
