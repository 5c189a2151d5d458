//! The threads that read and write the experience file, so that a slow disk costs no time of a
//! game.
//!
//! What a game teaches is added to the file as soon as the game is decided. A second thread waits
//! for the disk, so that the next game need not. While another process holds the file, records are
//! set aside in a file of their own, which counts as part of the experience. So little is left to
//! do at the end of the session, when [`Keeper::flush`] is called.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use log::{info, warn};

use crate::clock::Instant;
use crate::experience::store::{FileState, MAX_POSITIONS, Store, StoreError};
use crate::experience::{Memory, Record};

/// How long reading the file waits for another process that writes.
const READ_PATIENCE: Duration = Duration::from_millis(50);
/// How long adding records waits for another process. After that they are set aside.
const ADD_PATIENCE: Duration = Duration::from_millis(300);
/// How long shrinking the file waits for another process. It can be done another time.
const SETTLE_PATIENCE: Duration = Duration::from_secs(5);
/// How much longer the end of the session waits for a write that has begun.
const LAST_PATIENCE: Duration = Duration::from_millis(100);
/// Largest number of records that wait to be written. Beyond it the oldest are given up.
const MAX_PENDING: usize = 4_096;

/// A handle to what reads and writes the experience. It may be cloned.
#[derive(Clone, Default)]
pub(crate) struct Keeper {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Records that are not in any file yet.
    pending: VecDeque<Batch>,
    /// Whether records were taken from `pending` and are being added to the file.
    is_adding: bool,
    /// Whether records could not be written. The next records that come are a reason to try again.
    is_stuck: bool,
    /// The file to sync to the disk.
    to_settle: Option<Store>,
    /// Whether a thread is syncing a file.
    is_settling: bool,
    /// The file to read.
    to_load: Option<Store>,
    /// Whether a file is being read.
    is_loading: bool,
    /// What was read and not fetched yet.
    loaded: Option<(Store, Memory)>,
    /// The file that was read last, and its state then.
    known: Option<(Store, FileState)>,
    has_thread: bool,
    is_closed: bool,
}

/// Records to add to one file.
struct Batch {
    store: Store,
    records: Vec<Record>,
}

enum Job {
    Add(Store),
    Load(Store),
}

impl Keeper {
    /// Adds records to a file, on the thread of the keeper.
    pub(crate) fn add(&self, store: &Store, records: Vec<Record>) {
        let mut state = self.shared.lock();
        if let Some((_, memory)) = state.loaded.as_mut().filter(|(loaded, _)| loaded == store) {
            records.iter().for_each(|&record| memory.add(record));
        }
        state.pending.push_back(Batch { store: store.clone(), records });
        let mut count: usize = state.pending.iter().map(|batch| batch.records.len()).sum();
        while count > MAX_PENDING && state.pending.len() > 1 {
            let lost = state.pending.pop_front().map_or(0, |batch| batch.records.len());
            count -= lost;
            warn!("{lost} records of what games have taught are lost: too many wait");
        }
        state.is_stuck = false;
        self.wake(state);
    }

    /// Reads a file, on the thread of the keeper. [`Keeper::take_loaded`] returns the result.
    pub(crate) fn load(&self, store: &Store) {
        self.shared.lock().known = None;
        self.load_news(store);
    }

    /// Reads a file as [`Keeper::load`] does, unless it has not changed since it was read last.
    pub(crate) fn load_news(&self, store: &Store) {
        let mut state = self.shared.lock();
        state.to_load = Some(store.clone());
        self.wake(state);
    }

    /// Returns what was read of this file since the last call, after waiting for at most
    /// `patience`. If the file is too large, only its most valuable positions are included.
    pub(crate) fn take_loaded(&self, store: &Store, patience: Duration) -> Option<Memory> {
        let until = Instant::now() + patience;
        let is_loading = |state: &State| state.to_load.is_some() || state.is_loading;
        let mut state = self.shared.wait(until, |state| !is_loading(state));
        let loaded = state.loaded.take()?;
        (loaded.0 == *store).then_some(loaded.1)
    }

    /// Makes sure that everything that was added outlives the process. Takes at most `patience`
    /// plus the time of writing a small file. Logs what is lost.
    pub(crate) fn flush(&self, patience: Duration) {
        let until = Instant::now() + patience;
        let mut state = self.shared.lock();
        if !state.pending.is_empty() {
            state.is_stuck = false;
            self.wake(state);
            state = self.shared.lock();
        }
        drop(state);
        let is_written = |state: &State| state.pending.is_empty() || state.is_stuck;
        let is_done = |state: &State| {
            is_written(state) && !state.is_adding && !state.is_settling && state.to_settle.is_none()
        };
        let mut state = self.shared.wait(until, is_done);
        if state.is_adding {
            drop(state);
            state = self.shared.wait(until + LAST_PATIENCE, |state| !state.is_adding);
        }
        if state.is_adding {
            warn!("what the last game has taught may not be written");
        }
        let reason = if state.is_stuck { "it cannot be written" } else { "there is no time" };
        for Batch { store, records } in std::mem::take(&mut state.pending) {
            set_aside(&store, &records, reason);
        }
    }

    /// Ends the thread when everything is done.
    pub(crate) fn close(&self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
    }

    /// Tells the thread about a change, and starts the thread if there is none.
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

    fn work(self: &Arc<Self>) {
        while let Some(job) = self.next_job() {
            match job {
                Job::Add(store) => self.add(&store),
                Job::Load(store) => self.load(store),
            }
            self.changed.notify_all();
        }
    }

    /// Waits for the next job; `None` if the keeper is closed and nothing is left to add.
    fn next_job(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if let Some(batch) = state.pending.front().filter(|_| !state.is_stuck) {
                return Some(Job::Add(batch.store.clone()));
            }
            if state.is_closed {
                return None;
            }
            if let Some(store) = state.to_load.take() {
                state.is_loading = true;
                return Some(Job::Load(store));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Adds the pending records of this file. While this waits for the lock of another process,
    /// they stay pending, so that [`Keeper::flush`] can set them aside. If the wait is too long,
    /// this sets them aside itself.
    fn add(self: &Arc<Self>, store: &Store) {
        let result = store.lock_to_add(ADD_PATIENCE);
        let records = self.take_pending(store);
        if records.is_empty() {
            return;
        }
        let (is_added, is_kept) = match result.and_then(|locked| locked.add(&records)) {
            Ok(()) => (true, true),
            Err(error @ StoreError::Busy) => {
                (false, set_aside(store, &records, &error.to_string()))
            }
            Err(error) => {
                warn!("what games have taught is not written: {error}");
                (false, false)
            }
        };
        let mut state = self.lock();
        state.is_adding = false;
        if !is_kept {
            state.pending.push_front(Batch { store: store.clone(), records });
            state.is_stuck = true;
        }
        if is_added {
            state.to_settle = Some(store.clone());
            self.settle(state);
        }
    }

    /// Takes all pending records of this file.
    fn take_pending(&self, store: &Store) -> Vec<Record> {
        let mut state = self.lock();
        let mut records = Vec::new();
        state.pending.retain_mut(|batch| {
            let is_other = batch.store != *store;
            if !is_other {
                records.append(&mut batch.records);
            }
            is_other
        });
        state.is_adding = !records.is_empty();
        records
    }

    /// Syncs the file to the disk on a thread of its own. If such a thread is running, it will sync
    /// the file again.
    fn settle(self: &Arc<Self>, mut state: MutexGuard<'_, State>) {
        if std::mem::replace(&mut state.is_settling, true) {
            return;
        }
        let shared = Arc::clone(self);
        let work = move || {
            while let Some(store) = shared.next_to_settle() {
                if let Err(error) = store.settle(SETTLE_PATIENCE) {
                    warn!("what games have taught may not be on the disk: {error}");
                }
            }
            shared.changed.notify_all();
        };
        if let Err(error) = thread::Builder::new().name("disk".into()).spawn(work) {
            warn!("no thread to write to the disk on: {error}");
            state.is_settling = false;
            state.to_settle = None;
        }
    }

    fn next_to_settle(&self) -> Option<Store> {
        let mut state = self.lock();
        let store = state.to_settle.take();
        state.is_settling = store.is_some();
        store
    }

    fn load(&self, store: Store) {
        let path = store.path().display();
        let now = store.state();
        let is_known = self.lock().known.as_ref().is_some_and(|(s, at)| *s == store && *at == now);
        let result = (!is_known).then(|| store.read_within(MAX_POSITIONS, READ_PATIENCE));
        let mut state = self.lock();
        state.is_loading = false;
        match result {
            None => {}
            Some(Ok(contents)) => {
                if contents.damaged > 0 || !contents.has_head {
                    let damaged = contents.damaged;
                    warn!("{path} is damaged; {damaged} records are lost, the others are used");
                }
                let mut memory = contents.memory;
                let pending = state.pending.iter().filter(|batch| batch.store == store);
                pending.flat_map(|batch| &batch.records).for_each(|&record| memory.add(record));
                info!("{} positions are remembered from {path}", memory.len());
                state.known = Some((store.clone(), now));
                state.loaded = Some((store, memory));
            }
            Some(Err(error)) => warn!("{path} is not read: {error}"),
        }
    }
}

/// Sets records aside in a file of their own. Returns whether that succeeded.
fn set_aside(store: &Store, records: &[Record], reason: &str) -> bool {
    let name = store.path().display();
    match store.set_aside(records) {
        Ok(path) => {
            let path = path.display();
            warn!("what games have taught is not in {name}, {reason}: it is kept in {path}");
            true
        }
        Err(error) => {
            warn!("what games have taught is not written: {reason}, and {error}");
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::experience::Tally;
    use crate::geometry::BoardSize;
    use crate::identity::Key;
    use crate::rule::Rule;
    use crate::score::Score;

    const PATIENCE: Duration = Duration::from_secs(60);

    fn record(key: u64) -> Record {
        Record {
            key: Key(key),
            rule: Rule::Freestyle,
            size: BoardSize::square(15).unwrap(),
            stones: 3,
            score: Score::ZERO,
            tally: Tally { wins: 1, ..Tally::default() },
            time: 1,
        }
    }

    /// Returns a store in an empty folder, and the file of its lock.
    fn store(name: &str) -> (Store, fs::File) {
        let folder = std::env::temp_dir().join(format!("fukumi-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("fukumi")).unwrap();
        let store = Store::below(&folder);
        let lock = fs::File::create(store.path().with_extension("lock")).unwrap();
        (store, lock)
    }

    fn positions(store: &Store) -> usize {
        store.read(Duration::ZERO).unwrap().memory.len()
    }

    #[test]
    fn what_is_added_is_written_though_nobody_asks() {
        let (store, _) = store("keeper-add");
        let keeper = Keeper::default();
        keeper.add(&store, vec![record(1), record(2)]);
        keeper.add(&store, vec![record(3)]);
        let start = Instant::now();
        while positions(&store) < 3 {
            assert!(start.elapsed() < PATIENCE);
            thread::sleep(Duration::from_millis(1));
        }
        keeper.flush(PATIENCE);
        assert_eq!(fs::metadata(store.path()).unwrap().len(), 4 * 32, "nothing twice");
    }

    #[test]
    fn what_another_process_is_in_the_way_of_is_kept() {
        let (store, lock) = store("keeper-busy");
        lock.lock().unwrap();
        for patience in [Duration::ZERO, PATIENCE] {
            let keeper = Keeper::default();
            keeper.add(&store, vec![record(1 + patience.as_secs())]);
            keeper.flush(patience);
        }
        assert!(!store.path().exists());
        assert_eq!(positions(&store), 2);
        drop(lock);
        let keeper = Keeper::default();
        keeper.add(&store, vec![record(3)]);
        keeper.flush(PATIENCE);
        assert_eq!(fs::metadata(store.path()).unwrap().len(), 4 * 32, "all that was kept");
        let files = fs::read_dir(store.path().parent().unwrap()).unwrap().count();
        assert_eq!(files, 2, "the file and its lock");
    }

    #[test]
    fn what_cannot_be_written_is_tried_again() {
        let (store, _) = store("keeper-stuck");
        fs::create_dir(store.path()).unwrap();
        let keeper = Keeper::default();
        keeper.add(&store, vec![record(1)]);
        let until = Instant::now() + PATIENCE;
        drop(keeper.shared.wait(until, |state| state.is_stuck));
        assert_eq!(keeper.shared.lock().pending.len(), 1);
        fs::remove_dir(store.path()).unwrap();
        keeper.add(&store, vec![record(2)]);
        keeper.flush(PATIENCE);
        assert_eq!(positions(&store), 2);
    }

    #[test]
    fn what_waits_is_bounded() {
        let (store, lock) = store("keeper-bound");
        lock.lock().unwrap();
        let keeper = Keeper::default();
        // Pretend that there is a thread, so that nothing is taken.
        keeper.shared.lock().has_thread = true;
        (0..3 * MAX_PENDING as u64).for_each(|key| keeper.add(&store, vec![record(key)]));
        let state = keeper.shared.lock();
        assert_eq!(state.pending.len(), MAX_PENDING);
        assert_eq!(state.pending.back().unwrap().records[0].key, Key(3 * MAX_PENDING as u64 - 1));
    }

    #[test]
    fn nobody_waits_for_a_file_that_is_read_and_nothing_is_forgotten_meanwhile() {
        let (store, lock) = store("keeper-load");
        store.append(&[record(1)], PATIENCE).unwrap();
        lock.lock().unwrap();
        let keeper = Keeper::default();
        // Pretend that there is a thread that has not got so far.
        keeper.shared.lock().has_thread = true;
        keeper.load(&store);
        assert!(keeper.take_loaded(&store, Duration::ZERO).is_none());
        keeper.shared.lock().has_thread = false;
        keeper.add(&store, vec![record(2)]);
        drop(keeper.shared.wait(Instant::now() + PATIENCE, |state| state.loaded.is_some()));
        keeper.add(&store, vec![record(3)]);
        let memory = keeper.take_loaded(&store, PATIENCE).unwrap();
        assert_eq!(memory.len(), 3);
        keeper.flush(PATIENCE);
        // The file has changed since, so it is read again. After that it is read only if asked for.
        let loaded = || keeper.take_loaded(&store, PATIENCE).map(|memory| memory.len());
        keeper.load_news(&store);
        assert_eq!(loaded(), Some(3));
        keeper.load_news(&store);
        assert_eq!(loaded(), None, "it is known");
        keeper.load(&store);
        assert_eq!(loaded(), Some(3));
    }
}
