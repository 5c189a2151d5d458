//! Files, and the thread that owns them.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use fukumi_core::clock::Instant;
use fukumi_database::DatabaseError;
use fukumi_database::guard::Interrupt;
use log::info;

use super::state::State;
use super::work::{Next, Step, Task, Ticket, Work, Written};

/// Files, and what a thread does with them.
pub(in crate::engine::archive) trait Files: Work + Sized {
    /// The name of the thread.
    const NAME: &'static str;
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
}

/// What the thread and its handles share.
pub(in crate::engine::archive) struct Shared<F: Files> {
    state: Mutex<State<F>>,
    changed: Condvar,
    /// Raised while a job is to end early.
    interrupt: Interrupt,
}

impl<F: Files> Default for Shared<F> {
    fn default() -> Self {
        Self {
            state: Mutex::new(State::new()),
            changed: Condvar::new(),
            interrupt: Interrupt::default(),
        }
    }
}

impl<F: Files> Shared<F> {
    pub(crate) fn lock(&self) -> MutexGuard<'_, State<F>> {
        // Every change is made in one step, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives an answer, or what is known of it so far. Returns whether the question is still the
    /// last one.
    pub(crate) fn answer(&self, ticket: Ticket, answer: F::Answer, is_all: bool) -> bool {
        let is_last = self.lock().answer(ticket, answer, is_all);
        self.notify();
        is_last
    }

    /// Has the thread, and whoever waits for it, look at a change.
    pub(crate) fn notify(&self) {
        self.changed.notify_all();
    }

    /// What has a running job end early.
    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Waits until `holds` is true, but no longer than `until`.
    pub(crate) fn wait(
        &self,
        until: Instant,
        holds: impl Fn(&State<F>) -> bool,
    ) -> MutexGuard<'_, State<F>> {
        let left = until.saturating_duration_since(Instant::now());
        let waited = self.changed.wait_timeout_while(self.lock(), left, |state| !holds(state));
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Does everything, one thing after another, until the engine is gone.
    pub(crate) fn work(&self) {
        let mut files = F::new(&self.interrupt);
        while let Some(step) = self.next_step() {
            match step {
                Step::Do(Task::Do(job)) => {
                    files.carry_out(self, job);
                    self.lock().note_untidy();
                }
                Step::Do(Task::Answer(question, ticket)) => {
                    if Instant::now() < ticket.until {
                        files.answer(self, &question, ticket);
                    }
                }
                Step::Write(change) => {
                    let written = files.write(&change.content);
                    self.lock().note_written(&change, &written);
                }
                Step::Tidy => {
                    let has_more = files.tidy();
                    self.lock().note_tidied(has_more);
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
            state.note_step(files.is_open());
            self.interrupt.lower();
            drop(state);
            self.notify();
        }
    }

    /// Waits for the next thing to do; `None` if the engine is gone and nothing is left to write.
    fn next_step(&self) -> Option<Step<F>> {
        let mut state = self.lock();
        loop {
            let pause = match state.next(Instant::now()) {
                Next::Step(step) => return Some(step),
                Next::Over => return None,
                Next::Wait(pause) => pause,
            };
            state = match pause {
                Some(pause) => {
                    let waited = self.changed.wait_timeout(state, pause);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}
