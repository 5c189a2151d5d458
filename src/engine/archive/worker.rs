//! A thread that owns files: it does jobs, answers questions and writes, one after another.
//!
//! What is to be written waits in a queue until the thread gets to it. While another process
//! writes, the thread tries again and again, and does other things in between. Whoever asks has a
//! deadline, and goes on without an answer after it.

use std::sync::{Arc, MutexGuard};
use std::thread;
use std::time::Duration;

use fukumi_core::clock::Instant;
use log::{info, warn};

use super::silence::Silence;

mod files;
mod state;
mod work;

pub(super) use self::files::{Files, Shared};
pub(super) use self::state::{LAST_PATIENCE, State};
pub(super) use self::work::{Ticket, Work, Written};

/// A job that has lasted so long may last much longer, so a question waits no more than
/// [`NO_PATIENCE`] for it.
const HOPELESS: Duration = Duration::from_millis(100);
const NO_PATIENCE: Duration = Duration::from_millis(1);
/// Time between two looks at whether the thread gets on with its work.
const LOOK_PAUSE: Duration = Duration::from_millis(25);

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

/// A handle to the thread, which starts when there is something to do.
pub(super) struct Worker<F: Files>(Arc<Shared<F>>);

impl<F: Files> Clone for Worker<F> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<F: Files> Default for Worker<F> {
    fn default() -> Self {
        Self(Arc::new(Shared::default()))
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
        self.0.notify();
        has_thread
    }

    /// Asks a question. Call [`Worker::receive`] for the answer.
    pub(super) fn ask(&self, question: F::Question, patience: Duration) -> Ticket {
        let now = Instant::now();
        let mut state = self.lock();
        // A thread that has been at something else for so long will not be done soon.
        let is_hopeless = state.works_for(now) >= HOPELESS;
        let until = now + if is_hopeless { patience.min(NO_PATIENCE) } else { patience };
        let ticket = state.ask(question, until);
        self.wake(state);
        ticket
    }

    /// Waits for the answer to the last question, at most until its deadline. `None` if nothing is
    /// known by then.
    pub(super) fn receive(&self, ticket: Ticket) -> Option<F::Answer> {
        let mut state = self.0.wait(ticket.until, |state| !state.is_waiting(ticket));
        let answer = state.take_answer(ticket);
        if answer.is_none() {
            info!("what is known is not known in time");
        }
        answer
    }

    /// Has the files closed once all is done and written.
    pub(super) fn begin_end(&self) {
        let mut state = self.lock();
        if state.has_thread {
            state.begin_end();
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
        self.0.interrupt().looks().wrapping_add(self.lock().steps())
    }

    /// Has the thread break off tidying, so that what was added is written soon.
    pub(super) fn hurry(&self, state: &State<F>) {
        if state.is_tidying() {
            self.0.interrupt().raise();
        }
    }

    /// Has a running job end early, and drops those that wait.
    pub(super) fn interrupt(&self) {
        let mut state = self.lock();
        state.drop_tasks();
        if state.is_working() {
            self.0.interrupt().raise();
        }
    }

    /// Waits until the files are closed, at most until then. What is not written then is lost, and
    /// the log says so.
    pub(super) fn end(&self, until: Instant) {
        let is_over = |state: &State<F>| {
            !state.has_thread || state.is_stuck() || !state.is_open && state.is_done()
        };
        let mut state = self.0.wait(until, is_over);
        let reason = if state.is_stuck() { "it cannot be written" } else { "there is no time" };
        state.give_up(reason);
    }

    /// Ends the thread when everything is written.
    pub(super) fn close(&self) {
        self.lock().close(Instant::now());
        self.0.notify();
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
