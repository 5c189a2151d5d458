//! What the engine knows of positions from elsewhere: what its games have taught, and the database
//! of a front end.
//!
//! One thread owns the databases. It looks up, writes and does what a front end asks about files,
//! one after another. So a slow disk, a large file or another process that locks one costs no time
//! of a game: whoever asks has a deadline, and goes on without an answer after it.
//!
//! What a game teaches and what a search finds is written as soon as the thread gets to it. Until
//! then it waits in a bounded queue, and what was learnt counts like what is written. While another
//! process writes, the thread tries again and again, and does other things in between.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use fukumi_core::clock::Instant;
use fukumi_core::decide::task::Goal;
use fukumi_core::geometry::Point;
use fukumi_core::identity::{Identity, Key};
use fukumi_core::learning::Record;
use fukumi_core::learning::advice::Advice;
use fukumi_core::position::Position;
use fukumi_core::search::known::Known;
use fukumi_database::DatabaseError;
use log::{info, warn};

use self::found::Findings;
use super::learning::file::{Connection, LearningFile};
use super::options::DatabaseSettings;
use super::positions::{Positions, Target};
use super::running::RunningTask;

mod found;

/// Time between two attempts to write while another process does.
const RETRY_PAUSE: Duration = Duration::from_millis(25);
/// How long the thread tries to write when the engine is gone and nobody has asked to flush, and
/// how long it tries to write what a search has found.
const LAST_PATIENCE: Duration = Duration::from_secs(5);
/// How long the end waits for the disk, when all is written, so that no log stays beside a file.
const TIDY_PATIENCE: Duration = Duration::from_millis(50);
/// A job that has lasted so long may last much longer, so a question waits no more than
/// [`NO_PATIENCE`] for it.
const HOPELESS: Duration = Duration::from_millis(100);
const NO_PATIENCE: Duration = Duration::from_millis(1);
/// Largest number of records of games that wait to be written. Beyond it the oldest games are given
/// up.
const MAX_UNWRITTEN: usize = 4_096;
/// Largest number of searches whose findings wait to be written.
const MAX_FINDINGS: usize = 16;
/// Largest number of jobs that wait, besides the question of the engine.
const MAX_JOBS: usize = 256;

/// A handle to the thread that owns the databases. It may be cloned. The thread starts when there
/// is something to do.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    shared: Arc<Shared>,
}

/// What is to be known of a position.
#[derive(Clone)]
pub(crate) struct Question {
    /// The position on the board.
    pub position: Position,
    /// The file to ask what was learnt of its moves; `None` if nothing was.
    pub learned: Option<LearningFile>,
    /// Whether the moves are those of a game, for which the database may advise.
    pub is_game_move: bool,
    /// How long to look for positions ahead; `None` if they are not wanted.
    pub look_ahead: Option<Duration>,
}

/// What is known of a position.
#[derive(Clone, Default)]
pub(crate) struct Knowledge {
    /// Moves to choose and moves to avoid.
    pub advice: Advice,
    /// What a search should know of positions ahead.
    pub ahead: Vec<Known>,
    /// Whether what searches were told before may no longer hold.
    pub is_stale: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// What is to be done, in this order.
    jobs: VecDeque<Job>,
    /// Since when the thread has been at a job; `None` if it is at none.
    working_since: Option<Instant>,
    /// What is not written yet, the oldest first.
    unwritten: VecDeque<Change>,
    /// Number of changes so far.
    changes: u64,
    /// Whether writing failed. The next game is a reason to try again.
    is_stuck: bool,
    /// When to try again, if another process was writing.
    retry_at: Option<Instant>,
    /// The number of the last question.
    last_question: u64,
    /// What is known so far of the question with this number, and whether that is all.
    answer: Option<(u64, Knowledge, bool)>,
    /// Whether the database of a front end may be in use.
    uses_positions: bool,
    /// Whether the log of a file may have become long.
    is_unsettled: bool,
    /// Whether a file is open.
    is_open: bool,
    /// Whether to close the files once all is written.
    is_ending: bool,
    has_thread: bool,
    /// When the engine was dropped.
    closed_at: Option<Instant>,
}

enum Job {
    /// Take note of settings.
    Set(DatabaseSettings),
    /// Have the files open before they are needed. The one for what is learnt is made if there is
    /// none.
    Open(Option<LearningFile>),
    /// The question with this number.
    Answer(u64, Box<Question>, Instant),
    /// Have what a search has found written, if that is wanted.
    Keep(Box<Findings>),
    /// Do what a front end asks.
    Run(Box<dyn FnOnce(&mut Positions) + Send>),
}

/// Something to write.
#[derive(Clone)]
struct Change {
    number: u64,
    content: Content,
}

#[derive(Clone)]
enum Content {
    /// What a game has taught.
    Learned { file: LearningFile, records: Vec<Record> },
    /// What a search has found, where it is kept, and until when to try.
    Found { findings: Box<Findings>, target: Target, until: Instant },
}

enum Step {
    Do(Job),
    Write(Change),
    Settle,
    Close,
}

impl Memory {
    /// Allows the files of a front end to be read and written. Without that there are none.
    pub(crate) fn allow_files(&self) {
        self.set(DatabaseSettings { has_files: Some(true), ..DatabaseSettings::default() });
    }

    /// Takes note that the database of a front end is to be used.
    pub(super) fn note_use(&self) {
        self.shared.lock().uses_positions = true;
    }

    /// Takes note of options of the database of a front end.
    pub(super) fn set(&self, settings: DatabaseSettings) {
        let mut state = self.shared.lock();
        state.uses_positions = settings.is_used.unwrap_or(state.uses_positions);
        // Settings that follow each other are one.
        match state.jobs.back_mut() {
            Some(Job::Set(before)) => before.add(settings),
            _ => state.jobs.push_back(Job::Set(settings)),
        }
        // Nothing asks before there is a thread.
        if state.has_thread {
            self.wake(state);
        }
    }

    /// Has the database of a front end opened, if it is used, so that the first question is
    /// answered soon.
    pub(super) fn open_positions(&self) {
        if self.shared.lock().uses_positions {
            self.open(None);
        }
    }

    /// Has the files opened, so that the first question is answered soon. The one for what is
    /// learnt is made if there is none, with its folder.
    pub(super) fn open(&self, file: Option<&LearningFile>) {
        let mut state = self.shared.lock();
        if !matches!(state.jobs.back(), Some(Job::Open(waiting)) if waiting.as_ref() == file) {
            state.queue(Job::Open(file.cloned()));
        }
        self.wake(state);
    }

    /// Has something done with the database of a front end. Returns whether there is room for it.
    pub(crate) fn run(&self, job: impl FnOnce(&mut Positions) + Send + 'static) -> bool {
        let mut state = self.shared.lock();
        let has_room = state.queue(Job::Run(Box::new(job)));
        self.wake(state);
        has_room && self.shared.lock().has_thread
    }

    /// Has what a game has taught written to a file.
    pub(super) fn learn(&self, file: &LearningFile, records: Vec<Record>) {
        let mut state = self.shared.lock();
        state.add(Content::Learned { file: file.clone(), records });
        let mut count: usize = state.unwritten.iter().map(Change::records).sum();
        while count > MAX_UNWRITTEN
            && let Some(oldest) = state.unwritten.iter().position(|change| change.records() > 0)
            && state.unwritten.iter().skip(oldest + 1).any(|change| change.records() > 0)
        {
            count -= state.unwritten.remove(oldest).map_or(0, |change| change.records());
            warn!("what a game has taught is lost: too much waits to be written");
        }
        state.is_stuck = false;
        self.wake(state);
    }

    /// Has what a search has found written, if the front end wants that.
    pub(super) fn keep(&self, done: &RunningTask) {
        let RunningTask { task, lines, .. } = done;
        let is_search = match task.goal {
            Goal::Move | Goal::Analyse { .. } | Goal::Checkmate { .. } => task.level.is_none(),
            _ => false,
        };
        let mut state = self.shared.lock();
        if !is_search || lines.is_empty() || !state.uses_positions {
            return;
        }
        let findings = Findings {
            position: task.position.clone(),
            lines: lines.clone(),
            saw_all: task.excluded.union(&task.advice.avoid).is_empty(),
        };
        state.queue(Job::Keep(Box::new(findings)));
        self.wake(state);
    }

    /// Returns what is known of a position. What the files do not answer within `patience` is
    /// missing, except for what is not written yet.
    pub(super) fn ask(&self, question: Question, patience: Duration) -> Knowledge {
        let now = Instant::now();
        let mut state = self.shared.lock();
        if question.learned.is_none() && !state.uses_positions {
            return Knowledge::default();
        }
        // Whoever has been at something else for so long will not be done soon.
        let is_hopeless = state.works_for(now) >= HOPELESS;
        let until = now + if is_hopeless { patience.min(NO_PATIENCE) } else { patience };
        state.last_question += 1;
        let number = state.last_question;
        state.jobs.push_back(Job::Answer(number, Box::new(question.clone()), until));
        state.answer = None;
        self.wake(state);
        let is_answer = |answer: &(u64, Knowledge, bool)| answer.0 == number && answer.2;
        let mut state = self
            .shared
            .wait(until, |state| state.answer.as_ref().is_some_and(is_answer) || !state.has_thread);
        if let Some((_, knowledge, _)) = state.answer.take().filter(|answer| answer.0 == number) {
            return knowledge;
        }
        state.jobs.retain(|job| !matches!(job, Job::Answer(..)));
        // What the thread finds from now on is not told.
        state.last_question += 1;
        info!("what is known is not known in time");
        let Question { position, learned, .. } = question;
        let advice = state.learned(learned.as_ref(), &position, Vec::new());
        Knowledge { advice, ..Knowledge::default() }
    }

    /// Waits until all is done and written, at most for `patience`, and then for the disk, but not
    /// long. What is not written then is lost, and the log says so.
    pub(crate) fn flush(&self, patience: Duration) {
        let mut state = self.shared.lock();
        if state.has_thread {
            state.is_stuck = false;
            state.is_ending = true;
            let is_done = |state: &State| {
                let is_idle = state.jobs.is_empty() && state.working_since.is_none();
                is_idle && (state.is_stuck || state.unwritten.is_empty())
            };
            // What has taken so long already is not waited for.
            let now = Instant::now();
            let until = now + patience.saturating_sub(state.works_for(now));
            self.wake(state);
            drop(self.shared.wait(until, is_done));
            let until = Instant::now() + TIDY_PATIENCE;
            state = self.shared.wait(until, |state| state.is_stuck || !state.is_open);
        }
        let reason = if state.is_stuck { "it cannot be written" } else { "there is no time" };
        state.give_up(reason);
    }

    /// Ends the thread when everything is written.
    pub(crate) fn close(&self) {
        self.shared.lock().closed_at = Some(Instant::now());
        self.shared.changed.notify_all();
    }

    /// Wakes the thread after a change, and starts the thread if there is none.
    fn wake(&self, mut state: MutexGuard<'_, State>) {
        if !state.has_thread {
            let shared = Arc::clone(&self.shared);
            let work = move || shared.work();
            match thread::Builder::new().name("memory".into()).spawn(work) {
                Ok(_) => state.has_thread = true,
                Err(error) => warn!("no thread to read and write on: {error}"),
            }
        }
        drop(state);
        self.shared.changed.notify_all();
    }
}

impl Change {
    /// Number of records of a game; 0 for what a search has found.
    fn records(&self) -> usize {
        match &self.content {
            Content::Learned { records, .. } => records.len(),
            Content::Found { .. } => 0,
        }
    }
}

impl State {
    /// How long the thread has been at its job.
    fn works_for(&self, now: Instant) -> Duration {
        self.working_since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// Adds a job. Returns whether there is room.
    fn queue(&mut self, job: Job) -> bool {
        let has_room = self.jobs.len() < MAX_JOBS;
        if has_room {
            self.jobs.push_back(job);
        } else {
            warn!("a database is asked for too much at a time");
        }
        has_room
    }

    /// Adds something to write.
    fn add(&mut self, content: Content) {
        self.changes += 1;
        self.unwritten.push_back(Change { number: self.changes, content });
    }

    /// What these records say about the moves of a position, with those that are not written yet.
    fn learned(
        &self,
        file: Option<&LearningFile>,
        position: &Position,
        known: Vec<(Point, Record)>,
    ) -> Advice {
        let Some(file) = file else { return Advice::default() };
        let mut records: BTreeMap<Key, Record> =
            known.into_iter().map(|(_, record)| (record.key, record)).collect();
        let waiting = self.unwritten.iter().filter_map(|change| match &change.content {
            Content::Learned { file: other, records } if other.is_same(file) => Some(records),
            _ => None,
        });
        for &record in waiting.flatten() {
            records
                .entry(record.key)
                .and_modify(|known| *known = known.plus(record))
                .or_insert(record);
        }
        if records.is_empty() {
            return Advice::default();
        }
        let identity = Identity::of(position);
        let moves = position.board().empty_points().filter_map(|point| {
            let record = records.get(&identity.after(point).key())?;
            Some((point, record.score, record.tally))
        });
        Advice::new(position, moves)
    }

    /// Gives up all that is not written.
    fn give_up(&mut self, reason: &str) {
        let count = self.unwritten.iter().filter(|change| change.records() > 0).count();
        if count > 0 {
            let games =
                if count == 1 { "a game has".into() } else { format!("{count} games have") };
            warn!("what {games} taught is lost: {reason}");
        }
        if count < self.unwritten.len() {
            warn!("what the last searches found is lost: {reason}");
        }
        self.unwritten.clear();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Every change is made in one step, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until `holds` is true, but no longer than `until`.
    fn wait(&self, until: Instant, holds: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let left = until.saturating_duration_since(Instant::now());
        let waited = self.changed.wait_timeout_while(self.lock(), left, |state| !holds(state));
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn work(&self) {
        let mut learned = Connection::default();
        let mut positions = Positions::default();
        while let Some(step) = self.next_step() {
            match step {
                Step::Do(job) => self.carry_out(&mut learned, &mut positions, job),
                Step::Write(change) => self.write(&mut learned, &mut positions, &change),
                Step::Settle => {
                    let settled = learned.settle().and(positions.settle());
                    if let Err(error) = settled {
                        info!("changes stay in the log of a database: {error}");
                    }
                    self.lock().is_unsettled = false;
                }
                Step::Close => {
                    learned.close();
                    positions.close();
                }
            }
            let mut state = self.lock();
            state.is_open = learned.is_open() || positions.is_open();
            state.working_since = None;
            drop(state);
            self.changed.notify_all();
        }
    }

    /// Waits for the next thing to do; `None` if the engine is gone and nothing is left to write.
    fn next_step(&self) -> Option<Step> {
        let mut state = self.lock();
        loop {
            if let Some(job) = state.jobs.pop_front() {
                state.working_since = Some(Instant::now());
                return Some(Step::Do(job));
            }
            let now = Instant::now();
            let retry_in = state.retry_at.map(|at| at.saturating_duration_since(now));
            let pause = retry_in.filter(|pause| !pause.is_zero() && !state.unwritten.is_empty());
            if let Some(change) = state.unwritten.front().filter(|_| !state.is_stuck)
                && pause.is_none()
            {
                return Some(Step::Write(change.clone()));
            }
            if state.unwritten.is_empty() {
                if state.is_open && (state.is_ending || state.closed_at.is_some()) {
                    return Some(Step::Close);
                }
                if state.is_unsettled {
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
            state = match pause {
                Some(pause) => {
                    let waited = self.changed.wait_timeout(state, pause);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn carry_out(&self, learned: &mut Connection, positions: &mut Positions, job: Job) {
        match job {
            Job::Set(settings) => positions.set(settings),
            Job::Open(file) => {
                if let Some(file) = file
                    && let Err(error) = learned.make(&file)
                {
                    warn!("{} is not there to learn: {error}", file.path().display());
                }
                if let Err(error) = positions.reader() {
                    warn!("the database is not read: {error}");
                }
            }
            Job::Answer(number, question, until) => {
                self.answer(learned, positions, number, &question, until);
            }
            Job::Keep(findings) => {
                let Some(target) = positions.target() else { return };
                let mut state = self.lock();
                if state.unwritten.iter().filter(|change| change.records() == 0).count()
                    < MAX_FINDINGS
                {
                    let until = Instant::now() + LAST_PATIENCE;
                    state.add(Content::Found { findings, target, until });
                } else {
                    warn!("what a search found is lost: too many wait to be written");
                }
            }
            Job::Run(job) => job(positions),
        }
    }

    fn answer(
        &self,
        learned: &mut Connection,
        positions: &mut Positions,
        number: u64,
        question: &Question,
        until: Instant,
    ) {
        if Instant::now() >= until {
            return;
        }
        let Question { position, learned: file, is_game_move, look_ahead } = question;
        let known = file.as_ref().map_or(Ok(Vec::new()), |file| {
            learned.reader(file).and_then(|database| match database {
                Some(database) => database.learned_moves(position),
                None => Ok(Vec::new()),
            })
        });
        let known = known.unwrap_or_else(|error| {
            warn!("what was learnt is not read: {error}");
            Vec::new()
        });
        // Only this thread writes, so what is not written yet is not in the file either.
        let mut advice = self.lock().learned(file.as_ref(), position, known);
        if *is_game_move {
            advice = advice.plus(&positions.advice(position, Some(until)));
        }
        let is_stale = positions.is_stale();
        let mut knowledge = Knowledge { advice, is_stale, ..Knowledge::default() };
        if let Some(time) = look_ahead {
            self.tell(number, knowledge.clone(), false);
            let until = (Instant::now() + *time).min(until);
            knowledge.ahead = positions.known(position, Some(until));
        }
        let has_any = !knowledge.ahead.is_empty();
        if self.tell(number, knowledge, true) {
            positions.note_told(has_any);
        }
    }

    /// Tells the engine what is known so far. Returns whether the question is still the last one.
    fn tell(&self, number: u64, knowledge: Knowledge, is_all: bool) -> bool {
        let mut state = self.lock();
        let is_last = state.last_question == number;
        if is_last {
            state.answer = Some((number, knowledge, is_all));
        }
        drop(state);
        self.changed.notify_all();
        is_last
    }

    fn write(&self, learned: &mut Connection, positions: &mut Positions, change: &Change) {
        let written = match &change.content {
            Content::Learned { file, records } => {
                learned.writer(file).and_then(|database| database.learn(records))
            }
            Content::Found { findings, target, until } => match findings.write(positions, target) {
                // Nobody loses a game by it.
                Err(error) if !matches!(error, DatabaseError::Busy) || Instant::now() >= *until => {
                    let path = target.path().display();
                    warn!("what a search found is not written to {path}: {error}");
                    Ok(())
                }
                written => written,
            },
        };
        let mut state = self.lock();
        state.retry_at = None;
        match (written, &change.content) {
            (Ok(()), _) => {
                state.unwritten.retain(|other| other.number != change.number);
                state.is_unsettled = true;
            }
            (Err(DatabaseError::Busy), _) => {
                state.retry_at = Some(Instant::now() + RETRY_PAUSE);
                // Another file may be free.
                state.unwritten.rotate_left(1);
            }
            (Err(error), Content::Learned { file, .. }) => {
                let name = file.path().display();
                warn!("what games have taught is not written to {name}: {error}");
                state.is_stuck = true;
            }
            (Err(_), Content::Found { .. }) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use fukumi_core::geometry::BoardSize;
    use fukumi_core::learning::Tally;
    use fukumi_core::rule::Rule;
    use fukumi_core::score::Score;
    use fukumi_database::{Access, Database};

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(60);

    fn position() -> Position {
        let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
        position.play(Point::new(7, 7));
        position
    }

    /// What a game teaches that was lost after a move to this point.
    fn lesson(x: u8) -> Record {
        Record {
            key: Identity::of(&position()).after(Point::new(x, 0)).key(),
            rule: Rule::Freestyle,
            size: BoardSize::square(15).unwrap(),
            stones: 2,
            score: Score::win_in(9),
            tally: Tally { wins: 1, ..Tally::default() },
            met: 1,
        }
    }

    /// A file in an empty folder.
    fn file(name: &str) -> LearningFile {
        let folder = std::env::temp_dir().join(format!("fukumi-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        LearningFile::below(&folder, false)
    }

    fn open(file: &LearningFile) -> Database {
        fs::create_dir_all(file.path().parent().unwrap()).unwrap();
        Database::open(file.path(), Access::Create, PATIENCE).unwrap()
    }

    fn clean(file: &LearningFile) {
        fs::remove_dir_all(file.path().parent().unwrap().parent().unwrap()).unwrap();
    }

    /// What is known of the moves of the position.
    fn advice(memory: &Memory, file: &LearningFile, patience: Duration) -> Advice {
        let question = Question {
            position: position(),
            learned: Some(file.clone()),
            is_game_move: true,
            look_ahead: None,
        };
        memory.ask(question, patience).advice
    }

    /// Waits until the thread has come so far.
    fn until(memory: &Memory, holds: impl Fn(&State) -> bool) {
        let state = memory.shared.wait(Instant::now() + PATIENCE, &holds);
        assert!(holds(&state));
    }

    #[test]
    fn what_is_added_is_written_though_nobody_asks() {
        let file = file("learning-add");
        let memory = Memory::default();
        assert!(advice(&memory, &file, PATIENCE).is_empty());
        assert!(!file.path().exists(), "nothing was learnt");
        memory.learn(&file, vec![lesson(1), lesson(2)]);
        memory.learn(&file, vec![lesson(3), lesson(1)]);
        until(&memory, |state| state.unwritten.is_empty());
        let database = open(&file);
        assert_eq!(database.count_learned().unwrap(), 3);
        let mut after = position();
        after.play(Point::new(1, 0));
        assert_eq!(database.learned(&after).unwrap().unwrap().tally.wins, 2);
        drop(database);
        memory.flush(PATIENCE);
        until(&memory, |state| !state.is_open);
        let files = fs::read_dir(file.path().parent().unwrap()).unwrap().count();
        assert_eq!(files, 1, "the log of changes is gone when the file is closed");
        clean(&file);
    }

    #[test]
    fn what_another_process_is_in_the_way_of_counts_and_is_written_later() {
        let file = file("learning-busy");
        let mut database = open(&file);
        database.learn(&[lesson(2)]).unwrap();
        let other = database.write().unwrap();
        let memory = Memory::default();
        memory.learn(&file, vec![lesson(1)]);
        until(&memory, |state| state.retry_at.is_some());
        let advice = advice(&memory, &file, PATIENCE);
        assert!(advice.avoid.contains(Point::new(1, 0)), "not written");
        assert!(advice.avoid.contains(Point::new(2, 0)), "in the file");
        assert_eq!(memory.shared.lock().unwritten.len(), 1);
        drop(other);
        memory.flush(PATIENCE);
        assert_eq!(database.count_learned().unwrap(), 2);
        drop(database);
        clean(&file);
    }

    #[test]
    fn nobody_waits_at_the_end_for_a_process_that_writes_for_ever() {
        let file = file("learning-end");
        let mut database = open(&file);
        let other = database.write().unwrap();
        let memory = Memory::default();
        memory.learn(&file, vec![lesson(1)]);
        memory.flush(Duration::from_millis(50));
        assert!(memory.shared.lock().unwritten.is_empty(), "given up");
        drop(other);
        assert_eq!(database.count_learned().unwrap(), 0);
        drop(database);
        clean(&file);
    }

    #[test]
    fn what_cannot_be_written_is_tried_again() {
        let file = file("learning-stuck");
        fs::create_dir_all(file.path()).unwrap();
        let memory = Memory::default();
        memory.learn(&file, vec![lesson(1)]);
        until(&memory, |state| state.is_stuck);
        let advice = advice(&memory, &file, PATIENCE);
        assert!(advice.avoid.contains(Point::new(1, 0)), "it counts");
        fs::remove_dir(file.path()).unwrap();
        memory.learn(&file, vec![lesson(2)]);
        memory.flush(PATIENCE);
        assert_eq!(open(&file).count_learned().unwrap(), 2);
        clean(&file);
    }

    #[test]
    fn what_waits_is_bounded() {
        let file = file("learning-bound");
        let memory = Memory::default();
        // Pretend that there is a memory, so that nothing is taken.
        memory.shared.lock().has_thread = true;
        (0..3 * MAX_UNWRITTEN).for_each(|_| memory.learn(&file, vec![lesson(1)]));
        let state = memory.shared.lock();
        assert_eq!(state.unwritten.len(), MAX_UNWRITTEN);
        assert_eq!(state.unwritten.back().unwrap().number, 3 * MAX_UNWRITTEN as u64);
        clean(&file);
    }

    #[test]
    fn what_is_not_answered_in_time_is_what_is_not_written() {
        let file = file("learning-late");
        let mut database = open(&file);
        database.learn(&[lesson(2)]).unwrap();
        let memory = Memory::default();
        // Pretend that there is a thread that has not got so far.
        memory.shared.lock().has_thread = true;
        memory.learn(&file, vec![lesson(1)]);
        let advice = advice(&memory, &file, Duration::ZERO);
        assert!(advice.avoid.contains(Point::new(1, 0)));
        assert!(!advice.avoid.contains(Point::new(2, 0)));
        drop(database);
        clean(&file);
    }

    #[test]
    fn a_file_that_may_only_be_read_is_read() {
        let file = file("learning-read-only");
        open(&file).learn(&[lesson(2)]).unwrap();
        let file = LearningFile::new(file.path().to_path_buf(), true);
        let memory = Memory::default();
        let advice = advice(&memory, &file, PATIENCE);
        assert!(advice.avoid.contains(Point::new(2, 0)));
        memory.learn(&file, vec![lesson(1)]);
        until(&memory, |state| state.is_stuck);
        memory.flush(PATIENCE);
        assert_eq!(open(&file).count_learned().unwrap(), 1);
        clean(&file);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_not_followed_out_of_the_folder_and_a_pipe_is_not_waited_for() {
        use std::os::unix::fs::symlink;

        let file = file("learning-link");
        let own = file.path().parent().unwrap();
        let outside = own.parent().unwrap().join("outside");
        fs::create_dir(&outside).unwrap();
        let refused = || {
            let memory = Memory::default();
            memory.learn(&file, vec![lesson(1)]);
            until(&memory, |state| state.is_stuck);
            assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
        };
        symlink(&outside, own).unwrap();
        refused();
        fs::remove_file(own).unwrap();
        fs::create_dir(own).unwrap();
        for name in ["positions.db", "positions.db-wal", "positions.db-journal"] {
            symlink(outside.join("file"), own.join(name)).unwrap();
            refused();
            fs::remove_file(own.join(name)).unwrap();
        }
        let made = std::process::Command::new("mkfifo").arg(file.path()).status().unwrap();
        assert!(made.success());
        refused();
        clean(&file);
    }
}
