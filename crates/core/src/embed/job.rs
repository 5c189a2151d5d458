//! Work on a thread of its own, and the handle by which callers follow it.
//!
//! A [`Bench`] has what its jobs work with, such as the tables of a search, and does one job at a
//! time. Messages of a job wait in a queue, so the work never waits for its reader.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use super::EmbedError;
use crate::clock::Instant;
use crate::control::Control;

/// What the thread of a job and the handles share.
struct Running {
    control: Control,
    has_ended: Mutex<bool>,
    ended: Condvar,
}

impl Running {
    fn has_ended(&self) -> bool {
        *lock(&self.has_ended)
    }

    fn end(&self) {
        *lock(&self.has_ended) = true;
        self.ended.notify_all();
    }

    fn wait(&self) {
        let ended = self.ended.wait_while(lock(&self.has_ended), |has_ended| !*has_ended);
        drop(ended.unwrap_or_else(PoisonError::into_inner));
    }

    /// Waits until the work has ended, but not longer than `patience`. Returns whether it has.
    fn wait_for(&self, patience: Duration) -> bool {
        // Where there are no threads there may be no clock to wait by, and the work has ended.
        if self.has_ended() {
            return true;
        }
        let is_going_on = |has_ended: &mut bool| !*has_ended;
        let ended = self.ended.wait_timeout_while(lock(&self.has_ended), patience, is_going_on);
        *ended.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Messages that wait for those who ask for them, of whom there may be several.
struct Messages<M> {
    state: Mutex<MessagesState<M>>,
    changed: Condvar,
}

struct MessagesState<M> {
    waiting: VecDeque<M>,
    /// Whether there will be no more.
    is_closed: bool,
}

impl<M> Messages<M> {
    const fn new() -> Self {
        let state = MessagesState { waiting: VecDeque::new(), is_closed: false };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn add(&self, message: M) {
        lock(&self.state).waiting.push_back(message);
        self.changed.notify_all();
    }

    fn close(&self) {
        lock(&self.state).is_closed = true;
        self.changed.notify_all();
    }

    /// Waits for the next message, with a `patience` not longer than that.
    fn next_within(&self, patience: Option<Duration>) -> Received<M> {
        let begun = Instant::now();
        let mut state = lock(&self.state);
        loop {
            if let Some(message) = state.waiting.pop_front() {
                return Received::Message(message);
            }
            if state.is_closed {
                return Received::End;
            }
            state = match patience.map(|patience| patience.saturating_sub(begun.elapsed())) {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => return Received::Nothing,
                Some(left) => {
                    let waited = self.changed.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

/// What one job after another works with. A job goes on without it.
pub(super) struct Bench<S> {
    state: Arc<Mutex<S>>,
    /// The job that was begun last.
    last: Mutex<Option<Arc<Running>>>,
}

impl<S: Default> Default for Bench<S> {
    fn default() -> Self {
        Self { state: Arc::default(), last: Mutex::new(None) }
    }
}

impl<S: Default + Send + 'static> Bench<S> {
    /// Begins to work. Waits for a job that was stopped to end, which takes a moment.
    ///
    /// `work` gets a function that sends messages. If it panics, the state is made anew.
    ///
    /// # Errors
    /// If another job is running that was not stopped, or if there is no thread.
    pub(super) fn begin<M: Send + 'static, T: Send + Sync + 'static>(
        &self,
        control: Control,
        work: impl FnOnce(&mut S, &Control, &dyn Fn(M)) -> Result<T, EmbedError> + Send + 'static,
    ) -> Result<Job<M, T>, EmbedError> {
        let running =
            Arc::new(Running { control, has_ended: Mutex::new(false), ended: Condvar::new() });
        self.take_place(&running)?;
        let messages = Arc::new(Messages::new());
        let outcome = Arc::new(OnceLock::new());
        let (state, mine, place) =
            (Arc::clone(&self.state), Arc::clone(&running), Arc::clone(&outcome));
        let readers = Arc::clone(&messages);
        let run = move || {
            let send = |message| readers.add(message);
            let mut state = lock(&state);
            let found = catch_unwind(AssertUnwindSafe(|| work(&mut state, &mine.control, &send)));
            let found = found.unwrap_or_else(|_| {
                *state = S::default();
                Err(EmbedError::Failed)
            });
            drop(state);
            // No one else sets it.
            let _ = place.set(found);
            mine.end();
            // Only now do readers of messages learn that there are no more.
            readers.close();
        };
        if let Err(error) = on_thread(run) {
            running.end();
            return Err(error);
        }
        Ok(Job { running, messages, outcome })
    }

    /// Makes this the job that is running, once the last one has ended.
    fn take_place(&self, running: &Arc<Running>) -> Result<(), EmbedError> {
        loop {
            let before = {
                let mut last = lock(&self.last);
                match &*last {
                    Some(before) if !before.has_ended() => Arc::clone(before),
                    _ => {
                        *last = Some(Arc::clone(running));
                        return Ok(());
                    }
                }
            };
            if !before.control.is_stopped() {
                return Err(EmbedError::Busy);
            }
            before.wait();
        }
    }

    /// Makes the state anew.
    ///
    /// # Errors
    /// If a job is running that was not stopped.
    pub(super) fn forget(&self) -> Result<(), EmbedError> {
        let last = lock(&self.last).clone();
        if let Some(last) = last.filter(|last| !last.has_ended()) {
            if !last.control.is_stopped() {
                return Err(EmbedError::Busy);
            }
            last.wait();
        }
        // A job that began meanwhile has the state.
        *self.state.try_lock().map_err(|_| EmbedError::Busy)? = S::default();
        Ok(())
    }
}

impl<S> Bench<S> {
    /// Stops the job that is running, if there is one.
    pub(super) fn stop(&self) {
        if let Some(last) = &*lock(&self.last) {
            last.control.stop();
        }
    }
}

/// Work that goes on. It is stopped when the handle is dropped.
pub(super) struct Job<M, T> {
    running: Arc<Running>,
    messages: Arc<Messages<M>>,
    outcome: Arc<OnceLock<Result<T, EmbedError>>>,
}

/// What waiting for a message led to.
pub(super) enum Received<M> {
    /// The next message.
    Message(M),
    /// None has come in this time.
    Nothing,
    /// There will be no more.
    End,
}

impl<M, T: Clone> Job<M, T> {
    /// Waits for the next message; `None` if there will be no more.
    pub(super) fn next(&self) -> Option<M> {
        match self.messages.next_within(None) {
            Received::Message(message) => Some(message),
            Received::Nothing | Received::End => None,
        }
    }

    /// Waits for the next message, but not longer than `patience`.
    pub(super) fn next_within(&self, patience: Duration) -> Received<M> {
        self.messages.next_within(Some(patience))
    }

    /// Stops the work soon. Its outcome is what it has found so far.
    pub(super) fn stop(&self) {
        self.running.control.stop();
    }

    /// Whether the work has ended.
    pub(super) fn is_done(&self) -> bool {
        self.running.has_ended()
    }

    /// Waits for the end, and returns the outcome.
    pub(super) fn outcome(&self) -> Result<T, EmbedError> {
        self.running.wait();
        self.outcome.get().cloned().unwrap_or(Err(EmbedError::Failed))
    }

    /// Waits for the end, but not longer than `patience`. Returns the outcome if it is there by
    /// then.
    pub(super) fn outcome_within(&self, patience: Duration) -> Option<Result<T, EmbedError>> {
        self.running.wait_for(patience).then(|| self.outcome())
    }
}

impl<M, T> Drop for Job<M, T> {
    fn drop(&mut self) {
        self.running.control.stop();
    }
}

/// Runs a call on a thread with the stack of a search.
#[cfg(not(target_family = "wasm"))]
fn on_thread(call: impl FnOnce() + Send + 'static) -> Result<(), EmbedError> {
    let thread = std::thread::Builder::new().name("fukumi".into());
    let thread = thread.stack_size(crate::search::STACK_BYTES).spawn(call);
    thread.map(drop).map_err(|error| EmbedError::NoThread(error.to_string()))
}

/// Runs a call here: there are no threads, and the host gives the stack.
#[cfg(target_family = "wasm")]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere there may be no thread")]
fn on_thread(call: impl FnOnce() + Send + 'static) -> Result<(), EmbedError> {
    call();
    Ok(())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
