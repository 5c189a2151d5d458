//! Work on a thread of its own, and the handle by which Python follows it.
//!
//! The thread knows nothing of Python and never waits for it, so it goes on while Python does
//! something else. Whoever waits for it lets other Python threads run meanwhile, and looks for
//! signals many times a second, so it reacts to Ctrl-C at once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fukumi_core::analysis::Stop;
use fukumi_core::control::Control;
use fukumi_core::search::STACK_BYTES;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use serde::Serialize;

use crate::errors::{BusyError, EngineError};

/// Longest time without a look for signals.
const PATIENCE: Duration = Duration::from_millis(20);

/// A value on its way to Python.
pub(crate) type Plain = Box<dyn FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send>;

/// Makes a value ready for its way to Python.
pub(crate) fn plain<T>(value: T) -> Plain
where
    T: for<'py> IntoPyObject<'py> + Send + 'static,
{
    Box::new(|py| value.into_py_any(py))
}

/// Makes a report ready for its way to Python, where it is what its JSON says.
pub(crate) fn report(report: &impl Serialize) -> Plain {
    let text = serde_json::to_string(report);
    Box::new(move |py| {
        let text = text.map_err(|error| EngineError::new_err(error.to_string()))?;
        Ok(py.import("json")?.call_method1("loads", (text,))?.unbind())
    })
}

/// What ends the work early.
#[derive(Clone)]
pub(crate) enum Brake {
    /// That of a search or a solver.
    Control(Arc<Control>),
    /// That of an analysis of games.
    Stop(Arc<Stop>),
}

impl Brake {
    fn stop(&self) {
        match self {
            Self::Control(control) => control.stop(),
            Self::Stop(stop) => stop.stop(),
        }
    }

    fn is_stopped(&self) -> bool {
        match self {
            Self::Control(control) => control.is_stopped(),
            Self::Stop(stop) => stop.is_stopped(),
        }
    }
}

/// The state of the work.
enum Stage {
    Running,
    /// The outcome, until it is taken.
    Finished(Result<Plain, String>),
    Taken,
}

/// What the thread and the handles share.
struct Progress {
    brake: Brake,
    stage: Mutex<Stage>,
    finished: Condvar,
}

impl Progress {
    fn is_finished(&self) -> bool {
        !matches!(*lock(&self.stage), Stage::Running)
    }

    fn finish(&self, outcome: Result<Plain, String>) {
        *lock(&self.stage) = Stage::Finished(outcome);
        self.finished.notify_all();
    }

    /// Takes the outcome, if it is there. The reason of a failure can be taken again.
    fn take(&self) -> Option<Result<Plain, String>> {
        let mut stage = lock(&self.stage);
        match &*stage {
            Stage::Finished(Ok(_)) => match std::mem::replace(&mut *stage, Stage::Taken) {
                Stage::Finished(outcome) => Some(outcome),
                Stage::Running | Stage::Taken => None,
            },
            Stage::Finished(Err(reason)) => Some(Err(reason.clone())),
            Stage::Running | Stage::Taken => None,
        }
    }

    /// Waits until the work is finished, but not longer than `patience`. Returns whether it is.
    fn wait_for(&self, patience: Duration) -> bool {
        let is_running = |stage: &mut Stage| matches!(stage, Stage::Running);
        let stage = self.finished.wait_timeout_while(lock(&self.stage), patience, is_running);
        let (stage, _) = stage.unwrap_or_else(PoisonError::into_inner);
        !matches!(*stage, Stage::Running)
    }

    /// Waits until the work is finished or the time is over. Returns whether it is finished.
    fn wait(&self, py: Python<'_>, timeout: Option<Duration>) -> PyResult<bool> {
        let end = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        loop {
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            let patience = left.map_or(PATIENCE, |left| left.min(PATIENCE));
            if py.detach(|| self.wait_for(patience)) {
                return Ok(true);
            }
            py.check_signals()?;
            if left.is_some_and(|left| left <= PATIENCE)
                && end.is_some_and(|end| Instant::now() >= end)
            {
                return Ok(false);
            }
        }
    }
}

/// What one job after another works with, such as the tables of a search.
pub(crate) struct Workplace<S> {
    state: Arc<Mutex<S>>,
    /// The job that was begun last.
    last: Mutex<Option<Arc<Progress>>>,
}

impl<S: Default + Send + 'static> Workplace<S> {
    pub(crate) fn new() -> Self {
        Self { state: Arc::default(), last: Mutex::new(None) }
    }

    /// Begins to work on a thread of its own. Waits for a job that was asked to stop, which takes a
    /// moment.
    ///
    /// `work` gets a function for messages. If it panics, the state is made anew.
    ///
    /// # Errors
    /// If another job is running, or there is no thread to be had.
    pub(crate) fn begin(
        &self,
        py: Python<'_>,
        brake: Brake,
        work: impl FnOnce(&mut S, &dyn Fn(Plain)) -> Result<Plain, String> + Send + 'static,
    ) -> PyResult<Job> {
        let progress = Arc::new(Progress {
            brake,
            stage: Mutex::new(Stage::Running),
            finished: Condvar::new(),
        });
        self.take(py, &progress)?;
        let (sender, receiver) = channel();
        let (state, mine) = (Arc::clone(&self.state), Arc::clone(&progress));
        let run = move || {
            let outcome = run(&state, &sender, work);
            mine.finish(outcome);
            // Only now do those who wait for messages learn that there are no more.
            drop(sender);
        };
        let builder = thread::Builder::new().name("fukumi".into()).stack_size(STACK_BYTES);
        if let Err(error) = builder.spawn(run) {
            progress.finish(Err(String::new()));
            return Err(EngineError::new_err(format!("no thread can be started: {error}")));
        }
        Ok(Job { progress, messages: Mutex::new(receiver) })
    }

    /// Begins work that is not at a place others know.
    pub(crate) fn begin_alone(
        py: Python<'_>,
        brake: Brake,
        work: impl FnOnce(&mut S, &dyn Fn(Plain)) -> Result<Plain, String> + Send + 'static,
    ) -> PyResult<Job> {
        let place = Self::new();
        let job = place.begin(py, brake, work);
        // The place goes, the work stays.
        *lock(&place.last) = None;
        job
    }

    /// Makes this the job of the place once the last one is out of the way.
    fn take(&self, py: Python<'_>, progress: &Arc<Progress>) -> PyResult<()> {
        loop {
            let before = {
                let mut last = lock(&self.last);
                match &*last {
                    Some(before) if !before.is_finished() => Arc::clone(before),
                    _ => {
                        *last = Some(Arc::clone(progress));
                        return Ok(());
                    }
                }
            };
            if !before.brake.is_stopped() {
                return Err(BusyError::new_err("another search or question is still running"));
            }
            before.wait(py, None)?;
        }
    }

    /// Ends the job that is running, if there is one.
    pub(crate) fn stop(&self) {
        if let Some(last) = &*lock(&self.last) {
            last.brake.stop();
        }
    }

    /// Changes the state.
    ///
    /// # Errors
    /// If a job is running that was not asked to stop.
    pub(crate) fn change(&self, py: Python<'_>, change: impl FnOnce(&mut S)) -> PyResult<()> {
        let last = lock(&self.last).clone();
        if let Some(last) = last.filter(|last| !last.is_finished()) {
            if !last.brake.is_stopped() {
                return Err(BusyError::new_err("another search or question is still running"));
            }
            last.wait(py, None)?;
        }
        // The thread of a finished job has let go of the state.
        match self.state.try_lock() {
            Ok(mut state) => change(&mut state),
            Err(_) => {
                return Err(BusyError::new_err("another search or question is still running"));
            }
        }
        Ok(())
    }
}

/// A place that is given up stops its work.
impl<S> Drop for Workplace<S> {
    fn drop(&mut self) {
        if let Some(last) = &*lock(&self.last) {
            last.brake.stop();
        }
    }
}

fn run<S: Default>(
    state: &Mutex<S>,
    sender: &Sender<Plain>,
    work: impl FnOnce(&mut S, &dyn Fn(Plain)) -> Result<Plain, String>,
) -> Result<Plain, String> {
    let mut state = lock(state);
    let tell = |message| {
        // The receiver may be gone.
        let _ = sender.send(message);
    };
    catch_unwind(AssertUnwindSafe(|| work(&mut state, &tell))).unwrap_or_else(|_| {
        *state = S::default();
        Err("the engine failed; please report this".into())
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Work that goes on. It ends when the handle is dropped.
#[pyclass(frozen, module = "fukumi._native")]
pub(crate) struct Job {
    progress: Arc<Progress>,
    messages: Mutex<Receiver<Plain>>,
}

impl Drop for Job {
    fn drop(&mut self) {
        self.progress.brake.stop();
    }
}

#[pymethods]
impl Job {
    /// Wait for the next message; None if there will be no more.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        loop {
            let message = py.detach(|| lock(&self.messages).recv_timeout(PATIENCE));
            match message {
                Ok(message) => return message(py).map(Some),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }

    /// Wait until the work has ended, at most `timeout` seconds. Return whether it has.
    #[pyo3(signature = (timeout=None))]
    fn wait(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<bool> {
        let timeout = timeout.map(|time| Duration::try_from_secs_f64(time.max(0.0)));
        // A time that is too long for a clock is none.
        self.progress.wait(py, timeout.and_then(Result::ok))
    }

    /// Wait for the end and return the outcome, which can be taken once.
    fn outcome(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.progress.wait(py, None)?;
        match self.progress.take() {
            Some(Ok(outcome)) => outcome(py),
            Some(Err(reason)) => Err(EngineError::new_err(reason)),
            None => Err(EngineError::new_err("the outcome was taken before")),
        }
    }

    /// Ask the work to end soon. Works from any thread.
    fn stop(&self) {
        self.progress.brake.stop();
    }

    /// Whether the work has ended.
    fn is_done(&self) -> bool {
        self.progress.is_finished()
    }
}
