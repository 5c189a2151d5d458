//! The thread that searches.
//!
//! It owns the searcher and works on one task after the other. So neither its stack nor its tables
//! have to be set up for every move. A panic in the search costs what the searcher has learnt, and
//! perhaps the answer of that task, but nothing else.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use fukumi_core::control::Control;
use fukumi_core::decide;
use fukumi_core::decide::means::{Means, Note};
use fukumi_core::decide::task::{Answer, Task};
use fukumi_core::eval;
use fukumi_core::geometry::BoardSize;
use fukumi_core::rule::Rule;
use fukumi_core::search::report::{Info, Outcome};
use fukumi_core::search::{Request, STACK_BYTES, Searcher};
use fukumi_core::solver::on_demand::SolverOnDemand;
use log::error;

use super::options::Resources;

/// Largest number of attempts at a task whose search panics.
const ATTEMPTS: usize = 4;
/// Shortest time between reports of progress, and before the first one.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// What the thread reports.
#[derive(Clone, Debug)]
pub enum ThinkEvent {
    /// Progress of a task.
    Info {
        /// The task's number.
        id: u64,
        /// The line found.
        info: Info,
    },
    /// A message about a task that is not a line of play.
    Note {
        /// The task's number.
        id: u64,
        /// The message.
        note: Note,
    },
    /// The end of a task. No further event of the task follows.
    Done {
        /// The task's number.
        id: u64,
        /// The answer; `None` if the search failed.
        answer: Option<Answer>,
        /// Share of the table that the search has written, in thousandths.
        usage_permille: usize,
    },
    /// A file was read that the engine wants; it belongs to no task.
    FileRead,
}

/// A job for the thread.
enum Job {
    Think {
        id: u64,
        task: Box<Task>,
        control: Arc<Control>,
        resources: Resources,
    },
    Ponder {
        task: Box<Task>,
        control: Arc<Control>,
        resources: Resources,
    },
    Forget,
    /// Get ready for the game that waits in [`Thinker::upcoming`].
    Prepare,
}

/// What the search thread can get ready for, before the first move of a game.
#[derive(Clone, Debug)]
pub(crate) struct Upcoming {
    pub(crate) rule: Rule,
    pub(crate) size: BoardSize,
    pub(crate) resources: Resources,
}

/// The handle by which another thread gives jobs to the thread that searches.
pub(crate) struct Thinker {
    jobs: Sender<Job>,
    /// Whether forgetting was requested since the last search was requested.
    forgets: AtomicBool,
    /// The latest game to get ready for, until the thread takes it.
    upcoming: Arc<Mutex<Option<Upcoming>>>,
}

impl Thinker {
    /// Starts the thread. It passes its events to `notify`.
    ///
    /// # Errors
    /// If the system cannot start another thread.
    pub(crate) fn spawn(notify: impl Fn(ThinkEvent) + Send + 'static) -> io::Result<Self> {
        let (jobs, queue) = channel();
        let upcoming = Arc::default();
        let source = Source { queue, upcoming: Arc::clone(&upcoming) };
        thread::Builder::new()
            .name("search".into())
            .stack_size(STACK_BYTES)
            .spawn(move || work(&source, &notify))?;
        Ok(Self { jobs, forgets: AtomicBool::new(false), upcoming })
    }

    /// Queues a task. Every task ends in a [`ThinkEvent::Done`].
    pub(crate) fn think(&self, id: u64, task: Task, control: Arc<Control>, resources: Resources) {
        self.forgets.store(false, Ordering::Relaxed);
        self.send(Job::Think { id, task: Box::new(task), control, resources });
    }

    /// Queues a search of the task's position that lasts until the control is stopped. It causes no
    /// event.
    pub(crate) fn ponder(&self, task: Task, control: Arc<Control>, resources: Resources) {
        self.forgets.store(false, Ordering::Relaxed);
        self.send(Job::Ponder { task: Box::new(task), control, resources });
    }

    /// Forgets everything learnt so far, after the jobs before it are done.
    ///
    /// Repeated requests without a search between them are done once, so the queue stays bounded.
    pub(crate) fn forget(&self) {
        if !self.forgets.swap(true, Ordering::Relaxed) {
            self.send(Job::Forget);
        }
    }

    /// Has the thread get ready for a game: it builds the tables of rule and board size, and has
    /// the system provide the memory. So the first move does not have to wait.
    ///
    /// A request replaces an earlier one that the thread has not taken yet, so the queue stays
    /// bounded.
    pub(crate) fn prepare(&self, upcoming: Upcoming) {
        let mut slot = self.upcoming.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.replace(upcoming).is_none() {
            self.send(Job::Prepare);
        }
    }

    fn send(&self, job: Job) {
        if self.jobs.send(job).is_err() {
            error!("the search thread is gone");
        }
    }
}

/// How long getting ready waits for the options that often follow `START` at once. The rule and the
/// memory are among them.
const SETTLING: Duration = Duration::from_millis(2);

/// Where the thread gets its jobs from.
struct Source {
    queue: Receiver<Job>,
    upcoming: Arc<Mutex<Option<Upcoming>>>,
}

impl Source {
    /// Waits for the next job, and does `chore` until it comes or there is nothing left to do.
    /// `None` if there will be no more jobs.
    fn next(&self, mut chore: impl FnMut() -> bool) -> Option<Job> {
        loop {
            match self.queue.try_recv() {
                Ok(job) => return Some(job),
                Err(TryRecvError::Disconnected) => return None,
                Err(TryRecvError::Empty) if chore() => {}
                Err(TryRecvError::Empty) => return self.queue.recv().ok(),
            }
        }
    }

    /// Waits a moment for the options that may follow. Returns the game to get ready for, unless a
    /// search comes first, which gets ready by itself, and the job that has come meanwhile.
    fn settled(&self) -> (Option<Upcoming>, Option<Job>) {
        let job = self.queue.recv_timeout(SETTLING).ok();
        let upcoming = self.take_upcoming();
        let is_late = matches!(job, Some(Job::Think { .. } | Job::Ponder { .. }));
        (upcoming.filter(|_| !is_late), job)
    }

    fn take_upcoming(&self) -> Option<Upcoming> {
        self.upcoming.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

fn work(source: &Source, notify: &impl Fn(ThinkEvent)) {
    let mut state = State {
        searcher: Searcher::new(),
        solver: SolverOnDemand::default(),
        affordable: Resources {
            threads: usize::MAX,
            table_bytes: usize::MAX,
            ..Resources::default()
        },
        is_ready: true,
    };
    let mut next = None;
    while let Some(job) = next.take().or_else(|| source.next(|| state.get_ready())) {
        match job {
            Job::Forget => {
                state.searcher.clear();
                state.solver.clear();
            }
            Job::Prepare => {
                let upcoming;
                (upcoming, next) = source.settled();
                if let Some(upcoming) = upcoming {
                    state.prepare(upcoming);
                }
            }
            Job::Ponder { task, control, resources } => state.ponder(&task, &control, &resources),
            Job::Think { id, task, control, resources } => {
                let mut emit = |info| notify(ThinkEvent::Info { id, info });
                let mut note = |note| notify(ThinkEvent::Note { id, note });
                let answer = state.think(&task, &control, &resources, &mut emit, &mut note);
                let usage_permille = state.searcher.usage_permille();
                notify(ThinkEvent::Done { id, answer, usage_permille });
            }
        }
    }
}

/// What the thread keeps from one task to the next.
struct State {
    searcher: Searcher,
    solver: SolverOnDemand,
    /// The largest resources to try. They shrink after a panic, because its most likely reason is a
    /// lack of memory.
    affordable: Resources,
    /// Whether the memory of the search is as ready as it can be.
    is_ready: bool,
}

impl State {
    /// Builds the tables for a game and begins to get the memory ready.
    fn prepare(&mut self, upcoming: Upcoming) {
        eval::prepare(upcoming.rule, upcoming.size);
        self.allot(&upcoming.resources, false);
        self.is_ready = false;
    }

    /// Does a small part of what makes the memory ready. Returns whether there is more to do.
    fn get_ready(&mut self) -> bool {
        if !self.is_ready {
            let step = catch_unwind(AssertUnwindSafe(|| self.searcher.prepare_memory()));
            // Where memory is short, the search says so.
            self.is_ready = !step.unwrap_or(false);
        }
        !self.is_ready
    }

    fn think(
        &mut self,
        task: &Task,
        control: &Control,
        resources: &Resources,
        emit: &mut impl FnMut(Info),
        note: &mut impl FnMut(Note),
    ) -> Option<Answer> {
        for _ in 0..ATTEMPTS {
            let result = catch_unwind(AssertUnwindSafe(|| {
                self.set_up(task, resources);
                self.searcher.know(&task.position, &task.known);
                let mut reporter = Reporter::new(&mut *emit);
                let mut means = Means {
                    searcher: &mut self.searcher,
                    solver: &mut self.solver,
                    control,
                    report: &mut |info| {
                        if info.index == 0 {
                            control.set_best(info.line.moves.first().copied());
                        }
                        reporter.take(info);
                    },
                    note: &mut *note,
                    found: Outcome::default(),
                };
                let answer = decide::answer(task, &mut means);
                reporter.flush();
                answer
            }));
            if let Ok(answer) = result {
                return answer;
            }
            self.recover(resources);
            if control.must_stop(0) {
                break;
            }
        }
        None
    }

    fn ponder(&mut self, task: &Task, control: &Control, resources: &Resources) {
        let result = catch_unwind(AssertUnwindSafe(|| {
            self.set_up(task, resources);
            let request = Request { excluded: task.excluded, ..Request::default() };
            self.searcher.ponder(&task.position, &request, control);
        }));
        if result.is_err() {
            self.recover(resources);
        }
    }

    /// Gives the searcher and the solver the resources that they may use for a task.
    fn set_up(&mut self, task: &Task, resources: &Resources) {
        self.allot(resources, task.goal.needs_solver());
        self.is_ready = false;
    }

    /// Divides the resources among the searcher and the solver.
    fn allot(&mut self, resources: &Resources, needs_solver: bool) {
        let Resources { threads, table_bytes, evaluation } = resources.at_most(&self.affordable);
        let solver_bytes = self.solver.claim(table_bytes, needs_solver);
        self.searcher.set_memory(table_bytes - solver_bytes);
        self.searcher.set_threads(threads);
        self.searcher.set_evaluation(evaluation);
    }

    /// Starts again with fewer resources after a panic, because the searcher and the solver may be
    /// in any state.
    fn recover(&mut self, resources: &Resources) {
        self.searcher = Searcher::new();
        self.solver.clear();
        // The new searcher does not know its memory before the next task.
        self.is_ready = true;
        let Resources { threads, table_bytes, .. } = resources.at_most(&self.affordable);
        self.affordable.threads = threads.div_ceil(2);
        self.affordable.table_bytes = table_bytes / 2;
    }
}

/// Passes finished iterations on, but not all of the quick ones. An iteration that comes too soon
/// is kept until a later one replaces it or the search ends.
struct Reporter<F: FnMut(Info)> {
    emit: F,
    kept: Vec<Info>,
    last: Duration,
    is_due: bool,
}

impl<F: FnMut(Info)> Reporter<F> {
    fn new(emit: F) -> Self {
        Self { emit, kept: Vec::new(), last: Duration::ZERO, is_due: false }
    }

    fn take(&mut self, info: &Info) {
        // The lines of one iteration belong together.
        if info.index == 0 {
            self.kept.clear();
            self.is_due = info.elapsed >= self.last + REPORT_INTERVAL;
            if self.is_due {
                self.last = info.elapsed;
            }
        }
        if self.is_due {
            (self.emit)(info.clone());
        } else {
            self.kept.push(info.clone());
        }
    }

    fn flush(&mut self) {
        self.kept.drain(..).for_each(&mut self.emit);
    }
}

#[cfg(test)]
mod tests {
    use fukumi_core::geometry::Point;
    use fukumi_core::score::Score;
    use fukumi_core::search::report::Variation;

    use super::*;

    /// Returns the depths and indices that are reported when iterations of `count` lines end at
    /// these times.
    fn reported(times: &[u64], count: usize) -> Vec<(u32, usize)> {
        let mut seen = Vec::new();
        let mut reporter = Reporter::new(|info: Info| {
            seen.push((info.line.depth, info.index));
        });
        for (depth, &time) in times.iter().enumerate() {
            let line = Variation {
                score: Score::ZERO,
                moves: vec![Point::new(7, 7)],
                depth: depth as u32 + 1,
                selective_depth: 0,
                nodes: 0,
            };
            for index in 0..count {
                let elapsed = Duration::from_millis(time + index as u64);
                reporter.take(&Info { index, count, ..Info::new(line.clone(), 0, elapsed) });
            }
        }
        reporter.flush();
        seen
    }

    #[test]
    fn a_busy_thread_has_one_job_for_any_number_of_settings() {
        let (jobs, queue) = channel();
        let upcoming = Arc::default();
        let thinker =
            Thinker { jobs, forgets: AtomicBool::new(false), upcoming: Arc::clone(&upcoming) };
        let size = BoardSize::square(15).unwrap();
        for count in 0..10_000 {
            let rule = Rule::ALL[count % Rule::ALL.len()];
            thinker.prepare(Upcoming { rule, size, resources: Resources::default() });
            thinker.forget();
        }
        thinker.prepare(Upcoming { rule: Rule::Renju, size, resources: Resources::default() });
        let source = Source { queue, upcoming };
        assert!(matches!(source.queue.try_recv(), Ok(Job::Prepare)));
        assert!(matches!(source.queue.try_recv(), Ok(Job::Forget)));
        assert!(source.queue.try_recv().is_err());
        assert!(source.take_upcoming().is_some_and(|latest| latest.rule == Rule::Renju));
    }

    #[test]
    fn a_short_search_reports_its_last_iteration_only() {
        assert_eq!(reported(&[1, 2, 5, 20], 1), [(4, 0)]);
    }

    #[test]
    fn a_long_search_reports_slow_iterations_and_the_last() {
        assert_eq!(reported(&[1, 50, 120, 150, 300, 310], 1), [(3, 0), (5, 0), (6, 0)]);
    }

    #[test]
    fn all_lines_of_an_iteration_come_together() {
        assert_eq!(reported(&[99, 110], 3), [(2, 0), (2, 1), (2, 2)]);
        assert_eq!(reported(&[200, 210], 2), [(1, 0), (1, 1), (2, 0), (2, 1)]);
    }
}
