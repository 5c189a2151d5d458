//! What a thread is to do, and how far that is.

use std::collections::VecDeque;
use std::time::Duration;

use fukumi_core::clock::Instant;
use log::warn;

use super::work::{Change, Next, Step, Task, Ticket, Work, Written};

/// Time between two attempts to write while another process does.
const RETRY_PAUSE: Duration = Duration::from_millis(25);
/// How long nothing must have been written before the thread waits for the disk. That may take
/// long, and what is added meanwhile has to wait.
const SETTLE_PAUSE: Duration = Duration::from_secs(2);
/// How long the thread tries to write when the engine is gone and no flush was asked for.
pub(in crate::engine::archive) const LAST_PATIENCE: Duration = Duration::from_secs(5);
/// Largest number of jobs that wait, besides the question of the engine.
const MAX_JOBS: usize = 256;

/// What is to be done, and how far that is.
pub(in crate::engine::archive) struct State<W: Work> {
    /// What is to be done, in this order.
    tasks: VecDeque<Task<W>>,
    /// Number of steps that the thread has finished.
    steps: u64,
    /// Since when the thread has been at a task or writing; `None` if it is at neither.
    working_since: Option<Instant>,
    /// What is not written yet, the oldest first.
    pub(crate) unwritten: VecDeque<Change<W::Content>>,
    /// Number of changes so far.
    changes: u64,
    /// When to try again, if another process was writing.
    pub(crate) retry_at: Option<Instant>,
    /// The number of the last question.
    last_question: u64,
    /// What is known so far of the question with this number, and whether that is all.
    answer: Option<(u64, W::Answer, bool)>,
    /// When to wait until the disk has all changes; `None` if there are none.
    settle_at: Option<Instant>,
    tidiness: Tidiness,
    pub(crate) is_open: bool,
    stop: Stop,
    pub(crate) has_thread: bool,
}

/// Whether there is something to tidy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tidiness {
    Tidy,
    /// There may be something.
    Untidy,
    /// The thread is tidying, which can be broken off and done later.
    BeingTidied,
}

/// How the thread was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// It was not: it goes on.
    NotAsked,
    /// The files are to be closed once all is done and written.
    OnceWritten,
    /// The engine is gone, and the thread ends.
    EngineGone {
        /// When that was.
        at: Instant,
    },
}

impl<W: Work> State<W> {
    pub(crate) fn new() -> Self {
        Self {
            tasks: VecDeque::new(),
            steps: 0,
            working_since: None,
            unwritten: VecDeque::new(),
            changes: 0,
            retry_at: None,
            last_question: 0,
            answer: None,
            settle_at: None,
            tidiness: Tidiness::Tidy,
            is_open: false,
            stop: Stop::NotAsked,
            has_thread: false,
        }
    }

    /// How long the thread has been at its task.
    pub(crate) fn works_for(&self, now: Instant) -> Duration {
        self.working_since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// Whether there is nothing left to do and to write, or nothing can be written.
    pub(crate) fn is_done(&self) -> bool {
        let is_idle = self.tasks.is_empty() && self.working_since.is_none();
        !self.has_thread || is_idle && self.next_change().is_none()
    }

    /// Whether writing failed for all that is not written. New content is a reason to try again.
    pub(crate) fn is_stuck(&self) -> bool {
        !self.unwritten.is_empty() && self.next_change().is_none()
    }

    /// What to write next; `None` if there is nothing, or nothing can be written.
    fn next_change(&self) -> Option<&Change<W::Content>> {
        self.unwritten.iter().find(|change| !change.has_failed)
    }

    /// Has everything that is not written tried again.
    fn try_again(&mut self) {
        self.unwritten.iter_mut().for_each(|change| change.has_failed = false);
    }

    /// Number of steps that the thread has finished.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether the thread is at a task or writing.
    pub(crate) fn is_working(&self) -> bool {
        self.working_since.is_some()
    }

    /// Whether the thread is tidying, which can be broken off and done later.
    pub(crate) fn is_tidying(&self) -> bool {
        self.tidiness == Tidiness::BeingTidied
    }

    /// Whether what is asked for last is still to be answered, and the thread may do that.
    pub(crate) fn is_waiting(&self, ticket: Ticket) -> bool {
        let answer = self.answer.as_ref();
        let is_whole =
            answer.is_some_and(|(number, _, is_all)| *number == ticket.number && *is_all);
        self.has_thread && !is_whole
    }

    /// Asks a question, whose answer is waited for until then.
    pub(crate) fn ask(&mut self, question: W::Question, until: Instant) -> Ticket {
        self.last_question += 1;
        let ticket = Ticket { number: self.last_question, until };
        self.tasks.push_back(Task::Answer(question, ticket));
        self.answer = None;
        ticket
    }

    /// Gives an answer, or what is known of it so far. Returns whether the question is still the
    /// last one.
    pub(crate) fn answer(&mut self, ticket: Ticket, answer: W::Answer, is_all: bool) -> bool {
        let is_last = self.last_question == ticket.number;
        if is_last {
            self.answer = Some((ticket.number, answer, is_all));
        }
        is_last
    }

    /// Takes the answer to the last question, as far as it is known. One that comes later is not
    /// taken for that to the next question.
    pub(crate) fn take_answer(&mut self, ticket: Ticket) -> Option<W::Answer> {
        let answer = self.answer.take().filter(|(number, ..)| *number == ticket.number);
        if answer.is_none() {
            self.tasks.retain(|task| !matches!(task, Task::Answer(..)));
            self.last_question += 1;
        }
        answer.map(|(_, answer, _)| answer)
    }

    /// Drops the tasks that wait.
    pub(crate) fn drop_tasks(&mut self) {
        self.tasks.clear();
    }

    /// Has the files closed once all is done and written.
    pub(crate) fn begin_end(&mut self) {
        self.try_again();
        if self.stop == Stop::NotAsked {
            self.stop = Stop::OnceWritten;
        }
    }

    /// Takes note that the engine is gone.
    pub(crate) fn close(&mut self, now: Instant) {
        self.stop = Stop::EngineGone { at: now };
    }

    /// The last job that waits. There may be questions after it.
    pub(crate) fn last_job(&mut self) -> Option<&mut W::Job> {
        self.tasks.iter_mut().rev().find_map(|task| match task {
            Task::Do(job) => Some(job),
            Task::Answer(..) => None,
        })
    }

    /// Adds a job. Returns whether there is room.
    pub(crate) fn queue(&mut self, job: W::Job) -> bool {
        let has_room = self.tasks.len() < MAX_JOBS;
        if has_room {
            self.tasks.push_back(Task::Do(job));
        } else {
            warn!("a database is asked for too much at a time");
        }
        has_room
    }

    /// Adds a job even if there is no room for further ones.
    pub(crate) fn queue_beyond(&mut self, job: W::Job) {
        self.tasks.push_back(Task::Do(job));
    }

    /// Adds something to write.
    pub(crate) fn add(&mut self, content: W::Content) {
        self.changes += 1;
        self.unwritten.push_back(Change { number: self.changes, content, has_failed: false });
        self.try_again();
    }

    /// Gives up all that is not written.
    pub(crate) fn give_up(&mut self, reason: &str) {
        if !self.unwritten.is_empty() {
            W::report_loss(self.unwritten.len(), reason);
        }
        self.unwritten.clear();
    }

    /// Takes note of what became of an attempt to write.
    pub(crate) fn note_written(&mut self, change: &Change<W::Content>, written: &Written) {
        self.retry_at = None;
        let place = self.unwritten.iter().position(|other| other.number == change.number);
        let own = place.and_then(|place| self.unwritten.remove(place));
        match written {
            Written::Done => {
                self.settle_at = Some(Instant::now() + SETTLE_PAUSE);
                self.tidiness = Tidiness::Untidy;
            }
            Written::Busy => {
                self.retry_at = Some(Instant::now() + RETRY_PAUSE);
                // Another file may be free.
                self.unwritten.extend(own);
            }
            Written::Failed => {
                // Next time, another change of the file comes first, in case this one is at fault.
                self.unwritten.extend(own);
                for other in &mut self.unwritten {
                    other.has_failed |= W::is_same_file(&other.content, &change.content);
                }
            }
        }
    }

    /// Takes note that there may be something to tidy.
    pub(crate) fn note_untidy(&mut self) {
        self.tidiness = Tidiness::Untidy;
    }

    /// Takes note of a piece of tidying. One more piece is all that the end waits for.
    pub(crate) fn note_tidied(&mut self, has_more: bool) {
        let goes_on = has_more && self.stop == Stop::NotAsked;
        self.tidiness = if goes_on { Tidiness::Untidy } else { Tidiness::Tidy };
    }

    /// Takes note that a step is finished, after which a file is open or not.
    pub(crate) fn note_step(&mut self, is_open: bool) {
        self.is_open = is_open;
        self.working_since = None;
        self.steps += 1;
    }

    /// What the thread does next.
    pub(crate) fn next(&mut self, now: Instant) -> Next<W> {
        if let Some(task) = self.tasks.pop_front() {
            self.working_since = Some(now);
            return Next::Step(Step::Do(task));
        }
        let retry_in = self.retry_at.map(|at| at.saturating_duration_since(now));
        let pause = retry_in.filter(|pause| !pause.is_zero() && !self.unwritten.is_empty());
        if let Some(change) = self.next_change().cloned()
            && pause.is_none()
        {
            self.working_since = Some(now);
            return Next::Step(Step::Write(change));
        }
        if let Some(step) = self.idle_step(now) {
            return Next::Step(step);
        }
        if self.is_over(now) {
            return Next::Over;
        }
        let settle_in = self.settle_at.map(|at| at.saturating_duration_since(now));
        Next::Wait(pause.or(settle_in))
    }

    /// What to do when all is done and written, if anything.
    fn idle_step(&mut self, now: Instant) -> Option<Step<W>> {
        if !self.unwritten.is_empty() {
            return None;
        }
        if self.tidiness == Tidiness::Untidy {
            self.tidiness = Tidiness::BeingTidied;
            return Some(Step::Tidy);
        }
        if self.is_open && self.stop != Stop::NotAsked {
            return Some(Step::Close);
        }
        self.settle_at.take_if(|at| *at <= now).map(|_| Step::Settle)
    }

    /// Whether the engine is gone and nothing is left to write, or it is too late for that.
    fn is_over(&mut self, now: Instant) -> bool {
        let Stop::EngineGone { at } = self.stop else { return false };
        let is_late = now.saturating_duration_since(at) >= LAST_PATIENCE;
        if self.is_stuck() || is_late {
            self.give_up("it cannot be written");
        }
        self.unwritten.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Something to write that is a number. The last digit says to which file.
    enum Numbers {}

    impl Work for Numbers {
        type Job = ();
        type Question = ();
        type Answer = ();
        type Content = u8;

        fn is_same_file(one: &u8, other: &u8) -> bool {
            one % 10 == other % 10
        }

        fn report_loss(_: usize, _: &str) {}
    }

    /// What the state wants next, in a word.
    fn next(state: &mut State<Numbers>, now: Instant) -> &'static str {
        match state.next(now) {
            Next::Step(Step::Do(_)) => "do",
            Next::Step(Step::Write(_)) => "write",
            Next::Step(Step::Tidy) => "tidy",
            Next::Step(Step::Settle) => "settle",
            Next::Step(Step::Close) => "close",
            Next::Wait(_) => "wait",
            Next::Over => "over",
        }
    }

    #[test]
    fn a_stop_closes_the_files_after_all_is_written_and_one_piece_of_tidying() {
        let now = Instant::now();
        let mut state = State::<Numbers>::new();
        state.has_thread = true;
        state.note_step(true);
        state.note_untidy();
        assert_eq!(next(&mut state, now), "tidy");
        state.note_tidied(true);
        state.begin_end();
        assert_eq!(next(&mut state, now), "tidy");
        state.note_tidied(true);
        assert_eq!(next(&mut state, now), "close");
        state.note_step(false);
        assert_eq!(next(&mut state, now), "wait");
    }

    /// Tries to write until nothing is left that can be, and lets `write` say what becomes of each
    /// attempt. Returns what it was given.
    fn attempts(state: &mut State<Numbers>, mut write: impl FnMut(u8) -> Written) -> Vec<u8> {
        let mut attempts = Vec::new();
        // As if the pause after an attempt that found a file busy had passed.
        let later = || Instant::now() + LAST_PATIENCE;
        while let Next::Step(Step::Write(change)) = state.next(later()) {
            attempts.push(change.content);
            assert!(attempts.len() < 100, "there is no end: {attempts:?}");
            let written = write(change.content);
            state.note_written(&change, &written);
        }
        attempts
    }

    /// What becomes of an attempt if the first file cannot be written.
    fn fails_in_file_1(content: u8) -> Written {
        if content % 10 == 1 { Written::Failed } else { Written::Done }
    }

    #[test]
    fn what_cannot_be_written_keeps_nothing_else_from_being_written() {
        let mut state = State::<Numbers>::new();
        (1..=3).for_each(|content| state.add(content));
        assert_eq!(attempts(&mut state, fails_in_file_1), [1, 2, 3]);
        assert!(state.is_stuck() && state.unwritten.len() == 1);
        state.add(4);
        assert!(!state.is_stuck(), "one more attempt");
    }

    #[test]
    fn a_file_that_is_busy_is_tried_again_while_another_one_cannot_be_written() {
        let mut state = State::<Numbers>::new();
        [1, 2].into_iter().for_each(|content| state.add(content));
        let mut times = 0;
        let attempts = attempts(&mut state, |content| {
            times += u8::from(content == 2);
            if content == 2 && times < 9 { Written::Busy } else { fails_in_file_1(content) }
        });
        assert_eq!(attempts, [1, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
        assert!(state.is_stuck() && state.unwritten.len() == 1);
    }

    #[test]
    fn a_file_that_cannot_be_written_is_tried_once_for_all_that_waits() {
        let mut state = State::<Numbers>::new();
        (0..9).for_each(|number| state.add(10 * number + 1));
        assert_eq!(attempts(&mut state, fails_in_file_1), [1]);
        state.add(91);
        assert_eq!(attempts(&mut state, fails_in_file_1), [11], "a new game is a reason to try");
        state.begin_end();
        assert_eq!(attempts(&mut state, fails_in_file_1), [21], "and so is the end");
        assert_eq!(state.unwritten.len(), 10);
    }

    #[test]
    fn one_change_that_cannot_be_written_does_not_keep_others_out_of_its_file() {
        let mut state = State::<Numbers>::new();
        [1, 11, 21].into_iter().for_each(|content| state.add(content));
        let write = |content| if content == 1 { Written::Failed } else { Written::Done };
        assert_eq!(attempts(&mut state, write), [1]);
        state.begin_end();
        assert_eq!(attempts(&mut state, write), [11, 21, 1]);
        assert!(state.is_stuck() && state.unwritten.len() == 1);
    }

    #[test]
    fn what_cannot_be_written_is_given_up_when_the_engine_is_gone_for_long() {
        let now = Instant::now();
        let mut state = State::<Numbers>::new();
        state.add(1);
        state.retry_at = Some(now + LAST_PATIENCE * 2);
        state.close(now);
        assert_eq!(next(&mut state, now), "wait");
        // A later request to end does not take back that the engine is gone.
        state.begin_end();
        assert_eq!(next(&mut state, now + LAST_PATIENCE), "over");
        assert!(state.unwritten.is_empty());
    }
}
