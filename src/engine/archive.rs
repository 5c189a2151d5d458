//! What the engine knows of positions from elsewhere: what its games have taught, and the database
//! of a front end.
//!
//! Each of the two has a [`Worker`], a thread that looks up and writes, one after another. So a
//! slow disk, a large file or another process that locks one costs no time of a game: a question
//! has a deadline, and the engine goes on without an answer after it. Nor does a long command of a
//! front end keep what a game has taught from being written. If the two have the same file and the
//! command is in the midst of a change when the session ends, the command is interrupted.
//!
//! What a game teaches and what a search finds is written as soon as the thread gets to it. Until
//! then it waits in a bounded queue, and what was learnt counts like what is written.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fukumi_core::clock::Instant;
use fukumi_core::decide::task::Goal;
use fukumi_core::learning::Record;
use fukumi_core::position::Position;

use self::found::Findings;
use self::front_end::{Job, PositionsQuestion};
use self::learnt::{Learnt, LearntQuestion};
use self::silence::Silence;
use self::worker::{Waited, Worker};
use super::learning::file::LearningFile;
use super::options::DatabaseSettings;
use super::positions::Positions;
use super::running::RunningTask;

mod found;
mod front_end;
mod knowledge;
mod learnt;
pub(crate) mod silence;
mod worker;

pub(crate) use self::knowledge::Knowledge;

/// How long the end waits for the disk, when all is written, so that no log stays beside a file.
const TIDY_PATIENCE: Duration = Duration::from_millis(50);

/// A handle to the threads that own the databases. It may be cloned. A thread starts when there is
/// something to do.
#[derive(Clone, Default)]
pub(crate) struct Archive {
    learnt: Worker<Learnt>,
    positions: Worker<Positions>,
    /// Whether the database of a front end may be in use.
    uses_positions: Arc<AtomicBool>,
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

impl Archive {
    /// Allows the files of a front end to be read and written. Without that there are none.
    pub(crate) fn allow_files(&self) {
        self.set(DatabaseSettings { has_files: Some(true), ..DatabaseSettings::default() });
    }

    /// Takes note that the database of a front end is to be used.
    pub(super) fn note_use(&self) {
        self.uses_positions.store(true, Ordering::Relaxed);
    }

    /// Takes note of options of the database of a front end.
    pub(super) fn set(&self, settings: DatabaseSettings) {
        if let Some(is_used) = settings.is_used {
            self.uses_positions.store(is_used, Ordering::Relaxed);
        }
        let mut state = self.positions.lock();
        // Settings that follow each other are one, so there is always room for them.
        match state.last_job() {
            Some(Job::Set(before)) => before.add(settings),
            _ => state.queue_beyond(Job::Set(settings)),
        }
        // Nothing asks before there is a thread.
        if state.has_thread {
            self.positions.wake(state);
        }
    }

    /// Has the database of a front end opened, if it is used, so that the first question is
    /// answered soon.
    pub(super) fn open_positions(&self) {
        if self.uses_positions.load(Ordering::Relaxed) {
            let mut state = self.positions.lock();
            if !matches!(state.last_job(), Some(Job::Open)) {
                state.queue(Job::Open);
            }
            self.positions.wake(state);
        }
    }

    /// Has the file for what is learnt opened, so that the first question is answered soon. It is
    /// made if there is none, with its folder.
    pub(super) fn open(&self, file: &LearningFile) {
        self.learnt.open(file);
    }

    /// Has something done with the database of a front end. Returns whether there is room for it.
    pub(crate) fn run(&self, job: impl FnOnce(&mut Positions) + Send + 'static) -> bool {
        let mut state = self.positions.lock();
        let has_room = state.queue(Job::Run(Box::new(job)));
        self.positions.wake(state) && has_room
    }

    /// Has what a game has taught written to a file.
    pub(super) fn learn(&self, file: &LearningFile, records: Vec<Record>) {
        self.learnt.learn(file, records);
    }

    /// Has what a search has found written, if the front end wants that.
    pub(super) fn keep(&self, done: &RunningTask) {
        let RunningTask { task, lines, .. } = done;
        let is_search = match task.goal {
            Goal::Move | Goal::Analyse { .. } | Goal::Checkmate { .. } => task.level.is_none(),
            _ => false,
        };
        if !is_search || lines.is_empty() || !self.uses_positions.load(Ordering::Relaxed) {
            return;
        }
        let findings = Findings {
            position: task.position.clone(),
            lines: lines.clone(),
            saw_all: task.excluded.union(&task.advice.avoid).is_empty(),
        };
        let mut state = self.positions.lock();
        state.queue(Job::Keep(Box::new(findings)));
        self.positions.wake(state);
    }

    /// Returns what is known of a position. What the files do not answer within `patience` is
    /// missing, except for what is not written yet.
    pub(super) fn ask(&self, question: Question, patience: Duration) -> Knowledge {
        let Question { position, learned, is_game_move, look_ahead } = question;
        let learnt = learned.map(|file| {
            let question = || LearntQuestion { position: position.clone(), file: file.clone() };
            (question(), self.learnt.ask(question(), patience))
        });
        // A database that is no longer used may still have passed something to searches.
        let is_asked =
            self.uses_positions.load(Ordering::Relaxed) || self.positions.lock().has_thread;
        let positions = is_asked.then(|| {
            let question =
                PositionsQuestion { position: position.clone(), is_game_move, look_ahead };
            self.positions.ask(question, patience)
        });
        let learnt = learnt.map(|(question, ticket)| self.learnt.advice(&question, ticket));
        let known = positions.and_then(|ticket| self.positions.receive(ticket));
        let Knowledge { advice, ahead, is_stale } = known.unwrap_or_default();
        let advice = learnt.unwrap_or_default().plus(&advice);
        Knowledge { advice, ahead, is_stale }
    }

    /// Begins to watch whether the work on what a front end has asked goes on. What has shown no
    /// progress for `longest` hangs, and time before now counts.
    pub(crate) fn watch(&self, longest: Duration) -> Silence {
        self.positions.watch(longest)
    }

    /// A number that grows as long as the work on what a front end has asked goes on.
    pub(crate) fn progress(&self) -> u64 {
        self.positions.progress()
    }

    /// Waits until all is done and written: at most `for_commands` for what a front end has asked,
    /// and `to_write` for what was learnt. A command that shows no progress for `to_write` hangs,
    /// and is not waited for. Then waits for the disk, but not long. What is not written then is
    /// lost, and the log says so.
    pub(crate) fn flush(&self, to_write: Duration, for_commands: Duration) {
        self.learnt.begin_end();
        self.positions.begin_end();
        let mut until = Instant::now() + to_write;
        let commands = self.positions.wait_while_working(for_commands, to_write);
        if commands != Waited::Done {
            // It may be in the way of what was learnt.
            self.positions.interrupt();
        }
        if commands == Waited::StillWorks {
            until = Instant::now() + to_write;
        }
        let is_written = self.learnt.wait_until_done(until);
        let is_disk_well = is_written && commands != Waited::Hangs;
        let patience = if is_disk_well { TIDY_PATIENCE } else { Duration::ZERO };
        let until = Instant::now() + patience;
        self.learnt.end(until);
        self.positions.end(until);
    }

    /// Ends the threads when everything is written.
    pub(crate) fn close(&self) {
        self.learnt.close();
        self.positions.close();
    }
}

#[cfg(test)]
mod tests {
    use fukumi_core::learning::advice::Advice;
    use std::fs;
    use std::sync::mpsc::channel;

    use super::learnt::MAX_UNWRITTEN;
    use super::worker::State;
    use super::*;
    use fukumi_core::geometry::{BoardSize, Point};
    use fukumi_core::identity::Identity;
    use fukumi_core::learning::Tally;
    use fukumi_core::rule::Rule;
    use fukumi_core::score::Score;
    use fukumi_database::{Access, Database, DatabaseError};

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
            score: Some(Score::win_in(9)),
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
    fn advice(archive: &Archive, file: &LearningFile, patience: Duration) -> Advice {
        let question = Question {
            position: position(),
            learned: Some(file.clone()),
            is_game_move: true,
            look_ahead: None,
        };
        archive.ask(question, patience).advice
    }

    /// Waits until the thread has come so far.
    fn until(archive: &Archive, holds: impl Fn(&State<Learnt>) -> bool) {
        let state = archive.learnt.wait(Instant::now() + PATIENCE, &holds);
        assert!(holds(&state));
    }

    #[test]
    fn settings_are_taken_note_of_however_many_jobs_wait() {
        let archive = Archive::default();
        while archive.positions.lock().queue(Job::Open) {}
        archive.set(DatabaseSettings { is_read_only: Some(true), ..Default::default() });
        assert!(!archive.positions.lock().queue(Job::Open), "there is no room for anything else");
        archive.set(DatabaseSettings { saves: Some(false), ..Default::default() });
        let mut state = archive.positions.lock();
        let Some(Job::Set(settings)) = state.last_job() else { panic!("the settings are lost") };
        assert_eq!((settings.is_read_only, settings.saves), (Some(true), Some(false)));
    }

    #[test]
    fn what_is_added_is_written_though_nobody_asks() {
        let file = file("learning-add");
        let archive = Archive::default();
        assert!(advice(&archive, &file, PATIENCE).is_empty());
        assert!(!file.path().exists(), "nothing was learnt");
        archive.learn(&file, vec![lesson(1), lesson(2)]);
        archive.learn(&file, vec![lesson(3), lesson(1)]);
        until(&archive, |state| state.unwritten.is_empty());
        let database = open(&file);
        assert_eq!(database.count_learned().unwrap(), 3);
        let mut after = position();
        after.play(Point::new(1, 0));
        assert_eq!(database.learned(&after).unwrap().unwrap().tally.wins, 2);
        drop(database);
        archive.flush(PATIENCE, PATIENCE);
        until(&archive, |state| !state.is_open);
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
        let archive = Archive::default();
        archive.learn(&file, vec![lesson(1)]);
        until(&archive, |state| state.retry_at.is_some());
        let advice = advice(&archive, &file, PATIENCE);
        assert!(advice.avoid.contains(Point::new(1, 0)), "not written");
        assert!(advice.avoid.contains(Point::new(2, 0)), "in the file");
        assert_eq!(archive.learnt.lock().unwritten.len(), 1);
        drop(other);
        archive.flush(PATIENCE, PATIENCE);
        assert_eq!(database.count_learned().unwrap(), 2);
        drop(database);
        clean(&file);
    }

    #[test]
    fn nobody_waits_at_the_end_for_a_process_that_writes_for_ever() {
        let file = file("learning-end");
        let mut database = open(&file);
        let other = database.write().unwrap();
        let archive = Archive::default();
        archive.learn(&file, vec![lesson(1)]);
        archive.flush(Duration::from_millis(50), PATIENCE);
        assert!(archive.learnt.lock().unwritten.is_empty(), "given up");
        drop(other);
        assert_eq!(database.count_learned().unwrap(), 0);
        drop(database);
        clean(&file);
    }

    #[test]
    fn what_cannot_be_written_is_tried_again() {
        let file = file("learning-stuck");
        fs::create_dir_all(file.path()).unwrap();
        let archive = Archive::default();
        archive.learn(&file, vec![lesson(1)]);
        until(&archive, |state| state.is_stuck());
        let advice = advice(&archive, &file, PATIENCE);
        assert!(advice.avoid.contains(Point::new(1, 0)), "it counts");
        fs::remove_dir(file.path()).unwrap();
        archive.learn(&file, vec![lesson(2)]);
        archive.flush(PATIENCE, PATIENCE);
        assert_eq!(open(&file).count_learned().unwrap(), 2);
        clean(&file);
    }

    #[test]
    fn what_waits_is_bounded() {
        let file = file("learning-bound");
        let archive = Archive::default();
        // Pretend that there is a thread, so that nothing is taken.
        archive.learnt.lock().has_thread = true;
        (0..3 * MAX_UNWRITTEN).for_each(|_| archive.learn(&file, vec![lesson(1)]));
        let state = archive.learnt.lock();
        assert_eq!(state.unwritten.len(), MAX_UNWRITTEN);
        assert_eq!(state.unwritten.back().unwrap().number, 3 * MAX_UNWRITTEN as u64);
        clean(&file);
    }

    /// Begins a command of a front end, and waits until `job` says that it is under way.
    fn begin(archive: &Archive, job: impl FnOnce(&mut Positions, &dyn Fn()) + Send + 'static) {
        let (sender, receiver) = channel();
        let has_room = archive.run(move |positions| job(positions, &|| sender.send(()).unwrap()));
        assert!(has_room);
        receiver.recv_timeout(PATIENCE).unwrap();
    }

    #[test]
    fn what_was_learnt_is_written_and_known_while_a_command_lasts() {
        let file = file("learning-command");
        open(&file).learn(&[lesson(2)]).unwrap();
        let archive = Archive::default();
        let (end, ended) = channel::<()>();
        begin(&archive, move |_, note| {
            note();
            let _ = ended.recv();
        });
        archive.learn(&file, vec![lesson(1)]);
        until(&archive, |state| state.unwritten.is_empty());
        let question = || LearntQuestion { position: position(), file: file.clone() };
        let advice = archive.learnt.advice(&question(), archive.learnt.ask(question(), PATIENCE));
        assert!(advice.avoid.contains(Point::new(1, 0)) && advice.avoid.contains(Point::new(2, 0)));
        drop(end);
        clean(&file);
    }

    #[test]
    fn a_command_that_is_in_the_way_of_what_was_learnt_is_interrupted_at_the_end() {
        let file = file("learning-interrupt");
        let mut database = open(&file);
        database.update(&position(), |entry| entry.visits = 1).unwrap();
        let archive = Archive::default();
        let folder = file.path().parent().unwrap().parent().unwrap().to_path_buf();
        archive.allow_files();
        archive.set(DatabaseSettings {
            is_used: Some(true),
            folder: Some(Some(folder)),
            ..DatabaseSettings::default()
        });
        let (sender, result) = channel();
        begin(&archive, move |positions, note| {
            let mut writer = positions.needed_writer().unwrap().write().unwrap();
            writer.remove(&position()).unwrap();
            note();
            // Only an error ends it.
            let error = loop {
                if let Err(error) = writer.get(&position()) {
                    break error;
                }
            };
            let _ = sender.send(error);
        });
        archive.learn(&file, vec![lesson(1)]);
        until(&archive, |state| state.retry_at.is_some());
        archive.flush(PATIENCE, Duration::ZERO);
        let error = result.recv_timeout(PATIENCE).unwrap();
        assert!(matches!(error, DatabaseError::Stopped), "{error}");
        assert_eq!(database.count_learned().unwrap(), 1);
        assert_eq!(database.count().unwrap(), 1, "the change is taken back");
        drop(database);
        clean(&file);
    }

    #[test]
    fn a_command_that_hangs_is_not_waited_for() {
        let file = file("learning-hang");
        let archive = Archive::default();
        let (end, ended) = channel::<()>();
        begin(&archive, move |_, note| {
            note();
            let _ = ended.recv();
        });
        archive.learn(&file, vec![lesson(1)]);
        until(&archive, |state| state.unwritten.is_empty());
        // It would have a day if it went on.
        archive.flush(Duration::from_millis(50), Duration::from_secs(86_400));
        assert_eq!(open(&file).count_learned().unwrap(), 1);
        drop(end);
        clean(&file);
    }

    #[test]
    fn commands_that_wait_and_get_done_are_waited_for() {
        let archive = Archive::default();
        let (sender, done) = channel();
        for _ in 0..9 {
            let sender = sender.clone();
            assert!(archive.run(move |_| sender.send(()).unwrap()));
        }
        archive.flush(PATIENCE, PATIENCE);
        assert_eq!(done.try_iter().count(), 9);
    }

    #[test]
    fn what_is_not_answered_in_time_is_what_is_not_written() {
        let file = file("learning-late");
        let mut database = open(&file);
        database.learn(&[lesson(2)]).unwrap();
        let archive = Archive::default();
        // Pretend that there is a thread that has not got so far.
        archive.learnt.lock().has_thread = true;
        archive.learn(&file, vec![lesson(1)]);
        let advice = advice(&archive, &file, Duration::ZERO);
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
        let archive = Archive::default();
        let advice = advice(&archive, &file, PATIENCE);
        assert!(advice.avoid.contains(Point::new(2, 0)));
        archive.learn(&file, vec![lesson(1)]);
        until(&archive, |state| state.is_stuck());
        archive.flush(PATIENCE, PATIENCE);
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
            let archive = Archive::default();
            archive.learn(&file, vec![lesson(1)]);
            until(&archive, |state| state.is_stuck());
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
