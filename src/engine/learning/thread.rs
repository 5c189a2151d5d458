//! The thread that reads and writes what is learnt, so that a slow disk or another process that
//! writes costs no time of a game.
//!
//! It owns the connection to the database. What a game teaches is written in one transaction as
//! soon as the game is decided. Until then it waits in a bounded queue, and counts like what is
//! written: [`LearningThread::advice`] takes both. While another process writes, the thread tries
//! again and again, and answers questions in between.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use log::{info, warn};

use super::file::{Connection, LearningFile};
use crate::clock::Instant;
use crate::database::DatabaseError;
use crate::geometry::Point;
use crate::identity::{Identity, Key};
use crate::learning::Record;
use crate::learning::advice::Advice;
use crate::position::Position;

/// Time between two attempts to write while another process does.
const RETRY_PAUSE: Duration = Duration::from_millis(25);
/// How long the thread tries to write when the engine is gone and nobody has asked to flush.
const CLOSED_PATIENCE: Duration = Duration::from_secs(5);
/// Largest number of records that wait to be written. Beyond it the oldest games are given up.
const MAX_UNWRITTEN: usize = 4_096;

/// A handle to the thread that reads and writes what is learnt. It may be cloned. The thread starts
/// when there is something to do.
#[derive(Clone, Default)]
pub(crate) struct LearningThread {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// What games have taught and is not written yet, the oldest first.
    unwritten: VecDeque<Game>,
    /// Number of games so far.
    games: u64,
    /// Whether writing failed. The next game is a reason to try again.
    is_stuck: bool,
    /// When to try again, if another process was writing.
    retry_at: Option<Instant>,
    question: Option<Box<Question>>,
    /// The number of the last question.
    last_question: u64,
    /// The answer to the question with this number.
    answer: Option<(u64, Advice)>,
    /// The file to open, so that the first question is answered soon.
    to_open: Option<LearningFile>,
    /// Whether the file is open.
    is_open: bool,
    /// Whether to close the file once all is written.
    is_ending: bool,
    has_thread: bool,
    /// When the engine was dropped.
    closed_at: Option<Instant>,
}

/// What a game has taught.
#[derive(Clone)]
struct Game {
    number: u64,
    file: LearningFile,
    records: Vec<Record>,
}

/// What is known of the moves of a position?
#[derive(Clone)]
struct Question {
    number: u64,
    file: LearningFile,
    position: Position,
}

enum Job {
    Answer(Box<Question>),
    Write(Game),
    Open(LearningFile),
    Close,
}

impl LearningThread {
    /// Has the file opened, if there is one.
    pub(super) fn open(&self, file: &LearningFile) {
        let mut state = self.shared.lock();
        state.to_open = Some(file.clone());
        self.wake(state);
    }

    /// Has what a game has taught written to a file.
    pub(super) fn add(&self, file: &LearningFile, records: Vec<Record>) {
        let mut state = self.shared.lock();
        state.games += 1;
        let game = Game { number: state.games, file: file.clone(), records };
        state.unwritten.push_back(game);
        let mut count: usize = state.unwritten.iter().map(|game| game.records.len()).sum();
        while count > MAX_UNWRITTEN && state.unwritten.len() > 1 {
            count -= state.unwritten.pop_front().map_or(0, |game| game.records.len());
            warn!("what a game has taught is lost: too much waits to be written");
        }
        state.is_stuck = false;
        self.wake(state);
    }

    /// Returns what was learnt about the moves of a position. If the file does not answer within
    /// `patience`, that is what is not written yet.
    pub(super) fn advice(
        &self,
        file: &LearningFile,
        position: &Position,
        patience: Duration,
    ) -> Advice {
        let until = Instant::now() + patience;
        let mut state = self.shared.lock();
        state.last_question += 1;
        let number = state.last_question;
        let question = Question { number, file: file.clone(), position: position.clone() };
        state.question = Some(Box::new(question));
        state.answer = None;
        self.wake(state);
        let is_answer = |answer: &(u64, Advice)| answer.0 == number;
        let mut state = self
            .shared
            .wait(until, |state| state.answer.as_ref().is_some_and(is_answer) || !state.has_thread);
        if let Some((_, advice)) = state.answer.take().filter(is_answer) {
            return advice;
        }
        state.question = None;
        info!("what was learnt is not known in time");
        state.advice(file, position, Vec::new())
    }

    /// Waits until all is written and the file is closed, at most for `patience`. What is not
    /// written then is lost, and the log says so.
    pub(crate) fn flush(&self, patience: Duration) {
        let until = Instant::now() + patience;
        let mut state = self.shared.lock();
        if state.has_thread {
            state.is_stuck = false;
            state.is_ending = true;
            self.wake(state);
            let is_done =
                |state: &State| state.is_stuck || (state.unwritten.is_empty() && !state.is_open);
            state = self.shared.wait(until, is_done);
            state.is_ending = false;
        }
        let reason = if state.is_stuck { "it cannot be written" } else { "there is no time" };
        state.give_up(reason);
    }

    /// Ends the thread when everything is written.
    pub(crate) fn close(&self) {
        self.shared.lock().closed_at = Some(Instant::now());
        self.shared.changed.notify_all();
    }

    /// Tells the thread about a change, and starts the thread if there is none.
    fn wake(&self, mut state: MutexGuard<'_, State>) {
        if !state.has_thread {
            let shared = Arc::clone(&self.shared);
            let work = move || shared.work();
            match thread::Builder::new().name("learning".into()).spawn(work) {
                Ok(_) => state.has_thread = true,
                Err(error) => warn!("no thread to read and write on: {error}"),
            }
        }
        drop(state);
        self.shared.changed.notify_all();
    }
}

impl State {
    /// What these records say about the moves of a position, with those that are not written yet.
    fn advice(
        &self,
        file: &LearningFile,
        position: &Position,
        known: Vec<(Point, Record)>,
    ) -> Advice {
        let mut records: BTreeMap<Key, Record> =
            known.into_iter().map(|(_, record)| (record.key, record)).collect();
        let games = self.unwritten.iter().filter(|game| game.file.is_same(file));
        for &record in games.flat_map(|game| &game.records) {
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
        let count = self.unwritten.len();
        if count > 0 {
            let games =
                if count == 1 { "a game has".into() } else { format!("{count} games have") };
            warn!("what {games} taught is lost: {reason}");
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
        let mut connection = Connection::default();
        while let Some(job) = self.next_job() {
            match job {
                Job::Answer(question) => self.answer(&mut connection, question),
                Job::Write(game) => self.write(&mut connection, &game),
                Job::Open(file) => {
                    if let Err(error) = connection.reader(&file) {
                        warn!("{} is not read: {error}", file.path().display());
                    }
                }
                Job::Close => connection.close(),
            }
            self.lock().is_open = connection.is_open();
            self.changed.notify_all();
        }
    }

    /// Waits for the next job; `None` if the engine is gone and nothing is left to write.
    fn next_job(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if let Some(question) = state.question.take() {
                return Some(Job::Answer(question));
            }
            if let Some(file) = state.to_open.take() {
                return Some(Job::Open(file));
            }
            let now = Instant::now();
            let retry_in = state.retry_at.map(|at| at.saturating_duration_since(now));
            let pause = retry_in.filter(|pause| !pause.is_zero() && !state.unwritten.is_empty());
            if let Some(game) = state.unwritten.front().filter(|_| !state.is_stuck)
                && pause.is_none()
            {
                return Some(Job::Write(game.clone()));
            }
            if state.is_ending && state.is_open && state.unwritten.is_empty() {
                return Some(Job::Close);
            }
            if let Some(closed_at) = state.closed_at {
                let is_late = now.saturating_duration_since(closed_at) >= CLOSED_PATIENCE;
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

    fn answer(&self, connection: &mut Connection, question: Box<Question>) {
        let Question { number, file, position } = *question;
        let known = connection.reader(&file).and_then(|database| match database {
            Some(database) => database.learned_moves(&position),
            None => Ok(Vec::new()),
        });
        let known = known.unwrap_or_else(|error| {
            warn!("{} is not read: {error}", file.path().display());
            Vec::new()
        });
        let mut state = self.lock();
        // Only this thread writes, so what is not written yet is not in the file either.
        let advice = state.advice(&file, &position, known);
        state.answer = Some((number, advice));
    }

    fn write(&self, connection: &mut Connection, game: &Game) {
        let database = connection.writer(&game.file);
        let written = database.and_then(|database| database.learn(&game.records));
        let mut state = self.lock();
        state.is_open = connection.is_open();
        state.retry_at = None;
        match written {
            Ok(()) => state.unwritten.retain(|other| other.number != game.number),
            Err(DatabaseError::Busy) => state.retry_at = Some(Instant::now() + RETRY_PAUSE),
            Err(error) => {
                let name = game.file.path().display();
                warn!("what games have taught is not written to {name}: {error}");
                state.is_stuck = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::database::{Access, Database};
    use crate::geometry::BoardSize;
    use crate::learning::Tally;
    use crate::rule::Rule;
    use crate::score::Score;

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

    /// Waits until the thread has come so far.
    fn until(thread: &LearningThread, holds: impl Fn(&State) -> bool) {
        let state = thread.shared.wait(Instant::now() + PATIENCE, &holds);
        assert!(holds(&state));
    }

    #[test]
    fn what_is_added_is_written_though_nobody_asks() {
        let file = file("learning-add");
        let thread = LearningThread::default();
        assert!(thread.advice(&file, &position(), PATIENCE).is_empty());
        assert!(!file.path().exists(), "nothing was learnt");
        thread.add(&file, vec![lesson(1), lesson(2)]);
        thread.add(&file, vec![lesson(3), lesson(1)]);
        until(&thread, |state| state.unwritten.is_empty());
        let database = open(&file);
        assert_eq!(database.count_learned().unwrap(), 3);
        let mut after = position();
        after.play(Point::new(1, 0));
        assert_eq!(database.learned(&after).unwrap().unwrap().tally.wins, 2);
        drop(database);
        thread.flush(PATIENCE);
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
        let thread = LearningThread::default();
        thread.add(&file, vec![lesson(1)]);
        until(&thread, |state| state.retry_at.is_some());
        let advice = thread.advice(&file, &position(), PATIENCE);
        assert!(advice.avoid.contains(Point::new(1, 0)), "not written");
        assert!(advice.avoid.contains(Point::new(2, 0)), "in the file");
        assert_eq!(thread.shared.lock().unwritten.len(), 1);
        drop(other);
        thread.flush(PATIENCE);
        assert_eq!(database.count_learned().unwrap(), 2);
        drop(database);
        clean(&file);
    }

    #[test]
    fn nobody_waits_at_the_end_for_a_process_that_writes_for_ever() {
        let file = file("learning-end");
        let mut database = open(&file);
        let other = database.write().unwrap();
        let thread = LearningThread::default();
        thread.add(&file, vec![lesson(1)]);
        thread.flush(Duration::from_millis(50));
        assert!(thread.shared.lock().unwritten.is_empty(), "given up");
        drop(other);
        assert_eq!(database.count_learned().unwrap(), 0);
        drop(database);
        clean(&file);
    }

    #[test]
    fn what_cannot_be_written_is_tried_again() {
        let file = file("learning-stuck");
        fs::create_dir_all(file.path()).unwrap();
        let thread = LearningThread::default();
        thread.add(&file, vec![lesson(1)]);
        until(&thread, |state| state.is_stuck);
        let advice = thread.advice(&file, &position(), PATIENCE);
        assert!(advice.avoid.contains(Point::new(1, 0)), "it counts");
        fs::remove_dir(file.path()).unwrap();
        thread.add(&file, vec![lesson(2)]);
        thread.flush(PATIENCE);
        assert_eq!(open(&file).count_learned().unwrap(), 2);
        clean(&file);
    }

    #[test]
    fn what_waits_is_bounded() {
        let file = file("learning-bound");
        let thread = LearningThread::default();
        // Pretend that there is a thread, so that nothing is taken.
        thread.shared.lock().has_thread = true;
        (0..3 * MAX_UNWRITTEN).for_each(|_| thread.add(&file, vec![lesson(1)]));
        let state = thread.shared.lock();
        assert_eq!(state.unwritten.len(), MAX_UNWRITTEN);
        assert_eq!(state.unwritten.back().unwrap().number, 3 * MAX_UNWRITTEN as u64);
        clean(&file);
    }

    #[test]
    fn what_is_not_answered_in_time_is_what_is_not_written() {
        let file = file("learning-late");
        let mut database = open(&file);
        database.learn(&[lesson(2)]).unwrap();
        let thread = LearningThread::default();
        // Pretend that there is a thread that has not got so far.
        thread.shared.lock().has_thread = true;
        thread.add(&file, vec![lesson(1)]);
        let advice = thread.advice(&file, &position(), Duration::ZERO);
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
        let thread = LearningThread::default();
        let advice = thread.advice(&file, &position(), PATIENCE);
        assert!(advice.avoid.contains(Point::new(2, 0)));
        thread.add(&file, vec![lesson(1)]);
        until(&thread, |state| state.is_stuck);
        thread.flush(PATIENCE);
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
            let thread = LearningThread::default();
            thread.add(&file, vec![lesson(1)]);
            until(&thread, |state| state.is_stuck);
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
