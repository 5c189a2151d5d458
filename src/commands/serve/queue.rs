//! The positions that wait for a worker, and those that are being worked on.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use fukumi_core::control::{Control, Limits};

use super::answer::QueryPosition;
use super::fields::Fault;
use super::request::Query;

/// Maximum number of positions that wait.
pub(super) const MAX_WAITING: usize = 10_000;

/// One position of a query.
#[derive(Clone)]
pub(super) struct Job {
    pub(super) query: Arc<Query>,
    /// Number of moves before the position.
    pub(super) played: usize,
    /// Ends the work.
    pub(super) control: Arc<Control>,
    /// The place in the order of arrival.
    number: u64,
}

impl Job {
    /// A job whose clock starts now.
    fn new(query: Arc<Query>, played: usize, number: u64) -> Self {
        let control = Arc::new(Control::new(Instant::now(), Limits::default()));
        Self { query, played, control, number }
    }

    /// Which position of its query it is.
    pub(super) fn place(&self) -> QueryPosition {
        QueryPosition { played: self.played, positions: self.query.positions.len() }
    }
}

/// Waiting positions by priority, the highest first, and then in the order of arrival. Each is
/// given by the number of moves before it.
type Waiting = BTreeMap<(Reverse<i32>, u64), (Arc<Query>, usize)>;

/// What a worker does next.
pub(super) enum Next {
    Job(Job),
    /// Gives back the memory of its tables.
    Clear,
}

/// What [`Queue::terminate`] has ended.
pub(super) struct Terminated {
    /// The positions whose work has not begun; whoever asked answers them.
    pub(super) waiting: Vec<Job>,
    /// Number of positions whose workers were stopped; they answer.
    pub(super) running: usize,
}

/// The queue, shared by the reader and the workers.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    /// Signals workers that something has changed.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Waiting,
    running: Vec<Job>,
    /// Number of unanswered positions of each query.
    open: BTreeMap<String, usize>,
    /// Number of positions that have arrived.
    arrived: u64,
    /// How often the tables were to be cleared.
    clears: u64,
    is_closed: bool,
}

impl Queue {
    /// Adds all positions of a query, or none of them.
    pub(super) fn add(&self, query: &Arc<Query>) -> Result<(), Fault> {
        let mut state = self.lock();
        if state.open.contains_key(&query.id) {
            let fault = Fault::new("id", "expected a new id, found that of a query at work");
            return Err(fault);
        }
        let (waiting, more) = (state.waiting.len(), query.positions.len());
        if waiting + more > MAX_WAITING {
            let reason = format!(
                "expected at most {MAX_WAITING} waiting positions, found {waiting} and {more} more"
            );
            return Err(Fault::general(reason));
        }
        state.open.insert(query.id.clone(), more);
        for &played in &query.positions {
            let number = state.arrived;
            state.arrived += 1;
            let entry = (Arc::clone(query), played);
            state.waiting.insert((Reverse(query.priority), number), entry);
        }
        self.changed.notify_all();
        Ok(())
    }

    /// Waits for something to do; `None` once the queue is closed and empty. `clears` is how often
    /// this worker has cleared its tables.
    pub(super) fn next(&self, clears: &mut u64) -> Option<Next> {
        let mut state = self.lock();
        loop {
            if *clears < state.clears {
                *clears = state.clears;
                return Some(Next::Clear);
            }
            if let Some(((_, number), (query, played))) = state.waiting.pop_first() {
                let job = Job::new(query, played, number);
                state.running.push(job.clone());
                return Some(Next::Job(job));
            }
            if state.is_closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Notes that a position was answered.
    pub(super) fn finish(&self, job: &Job) {
        let mut state = self.lock();
        state.running.retain(|running| running.number != job.number);
        let id = &job.query.id;
        let left = state.open.get(id).map_or(0, |count| count.saturating_sub(1));
        if left == 0 {
            state.open.remove(id);
        } else {
            state.open.insert(id.clone(), left);
        }
    }

    /// Ends the work on the query with this id, or on all queries.
    pub(super) fn terminate(&self, id: Option<&str>) -> Terminated {
        let mut state = self.lock();
        let is_meant = |query: &Query| id.is_none_or(|id| query.id == id);
        let all = std::mem::take(&mut state.waiting).into_iter();
        let (meant, others): (Waiting, Waiting) = all.partition(|(_, (query, _))| is_meant(query));
        state.waiting = others;
        let waiting = meant
            .into_iter()
            .map(|((_, number), (query, played))| Job::new(query, played, number))
            .collect();
        let meant = || state.running.iter().filter(|job| is_meant(&job.query));
        meant().for_each(|job| job.control.stop());
        let running = meant().count();
        Terminated { waiting, running }
    }

    /// Makes the workers give back the memory of their tables.
    pub(super) fn clear(&self) {
        self.lock().clears += 1;
        self.changed.notify_all();
    }

    /// Says that nothing more will come.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
