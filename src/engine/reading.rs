//! Files that are read on a thread of their own, so that nothing waits for a disk that hangs.
//!
//! A [`Reading`] reads what was wanted last. Whoever needs the content waits as long as that is
//! worth it, and goes on without it after that. A thread that hangs is replaced when something else
//! is wanted, a few times.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use fukumi_core::clock::Instant;
use log::warn;

/// A read that lasts this long is taken to hang.
const HANGING: Duration = Duration::from_secs(5);
/// Largest number of threads that hang and were replaced.
const MAX_HANGING: usize = 4;

/// Reads a regular file of at most `most` bytes. Opening a pipe would wait for a program that
/// writes into it, and a device need not end.
///
/// # Errors
/// If it is something else or larger, or cannot be read.
pub(crate) fn read_file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no usual file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let text = format!("it has more than {} KiB", most >> 10);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    Ok(bytes)
}

/// What is called when something was read.
pub(crate) type Notify = Arc<dyn Fn() + Send + Sync>;

/// Something that a thread reads from files. `W` says what is wanted, and `T` is its content.
pub(crate) struct Reading<W, T> {
    name: &'static str,
    read: fn(&W) -> T,
    notify: Notify,
    shared: Arc<Shared<W, T>>,
}

struct Shared<W, T> {
    state: Mutex<State<W, T>>,
    changed: Condvar,
}

struct State<W, T> {
    wanted: Option<W>,
    /// What was read last.
    read: Option<(W, T)>,
    /// The number of the thread that reads, and since when it has been at the same file.
    reader: Option<(usize, Instant)>,
    /// Number of threads so far that were given up.
    hanging: usize,
}

impl<W: Clone + PartialEq + Send + 'static, T: Send + 'static> Reading<W, T> {
    /// Reads nothing yet. A thread with this name will call `read`, and `notify` after it.
    pub(crate) fn new(name: &'static str, read: fn(&W) -> T, notify: Notify) -> Self {
        let state = State { wanted: None, read: None, reader: None, hanging: 0 };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        Self { name, read, notify, shared }
    }

    /// Has this read, unless it was wanted last anyway. Returns whether it was not.
    pub(crate) fn want(&self, wanted: W) -> bool {
        let mut state = self.shared.lock();
        if state.wanted.as_ref() == Some(&wanted) {
            return false;
        }
        state.wanted = Some(wanted);
        let hangs = state.reader.is_some_and(|(_, since)| since.elapsed() >= HANGING);
        if hangs && state.hanging < MAX_HANGING {
            state.hanging += 1;
            state.reader = None;
        }
        if state.reader.is_none() {
            let number = state.hanging;
            let (shared, read, notify) = (Arc::clone(&self.shared), self.read, self.notify.clone());
            let work = move || shared.work(number, read, &*notify);
            match thread::Builder::new().name(self.name.into()).spawn(work) {
                Ok(_) => state.reader = Some((number, Instant::now())),
                Err(error) => warn!("no thread to read files on: {error}"),
            }
        }
        true
    }

    /// Whether what is wanted is still being read.
    pub(crate) fn is_pending(&self) -> bool {
        self.shared.lock().is_pending()
    }

    /// Looks at the content of what is wanted; `None` if it is not read within `patience`.
    pub(crate) fn look<R>(&self, patience: Duration, look: impl FnOnce(&T) -> R) -> Option<R> {
        let is_pending = |state: &mut State<W, T>| state.is_pending();
        let state = self.shared.lock();
        let waited = self.shared.changed.wait_timeout_while(state, patience, is_pending);
        let state = waited.unwrap_or_else(PoisonError::into_inner).0;
        state.read.as_ref().filter(|_| state.is_read()).map(|(_, content)| look(content))
    }
}

impl<W: PartialEq, T> State<W, T> {
    fn is_read(&self) -> bool {
        self.wanted.is_some()
            && self.read.as_ref().map(|(wanted, _)| wanted) == self.wanted.as_ref()
    }

    fn is_pending(&self) -> bool {
        self.wanted.is_some() && self.reader.is_some() && !self.is_read()
    }
}

impl<W: Clone + PartialEq, T> Shared<W, T> {
    fn lock(&self) -> MutexGuard<'_, State<W, T>> {
        // Every change is made in one step, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads what is wanted, until there is nothing left, as the thread with this number.
    fn work(&self, number: usize, read: fn(&W) -> T, notify: &dyn Fn()) {
        while let Some(wanted) = self.next(number) {
            let content = read(&wanted);
            let mut state = self.lock();
            if state.reader.is_none_or(|(current, _)| current != number) {
                return;
            }
            state.read = Some((wanted, content));
            drop(state);
            self.changed.notify_all();
            notify();
        }
    }

    /// What to read next; `None` if there is nothing, or another thread has taken over.
    fn next(&self, number: usize) -> Option<W> {
        let mut state = self.lock();
        if state.reader.is_none_or(|(current, _)| current != number) {
            return None;
        }
        let next = state.wanted.clone().filter(|_| !state.is_read());
        state.reader = next.is_some().then(|| (number, Instant::now()));
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(60);

    fn reading(read: fn(&u32) -> u32) -> Reading<u32, u32> {
        Reading::new("test", read, Arc::new(|| {}))
    }

    #[test]
    fn what_is_wanted_last_is_what_is_read() {
        let reading = reading(|wanted| wanted * 10);
        assert_eq!(reading.look(PATIENCE, |&content| content), None, "nothing is wanted");
        for wanted in 1..1_000 {
            assert!(reading.want(wanted) && !reading.want(wanted));
        }
        assert_eq!(reading.look(PATIENCE, |&content| content), Some(9_990));
        assert!(!reading.is_pending());
    }

    /// A read that never ends.
    fn hang() -> ! {
        loop {
            thread::park();
        }
    }

    #[test]
    fn nobody_waits_for_a_read_that_hangs() {
        let reading = reading(|_| hang());
        reading.want(1);
        assert!(reading.is_pending());
        assert_eq!(reading.look(Duration::ZERO, |&content| content), None);
    }

    #[test]
    fn a_thread_that_hangs_is_replaced() {
        let reading = reading(|&wanted| if wanted == 1 { hang() } else { wanted });
        reading.want(1);
        // As if it had read for a long time.
        reading.shared.lock().reader = Some((0, Instant::now().checked_sub(HANGING).unwrap()));
        reading.want(2);
        assert_eq!(reading.look(PATIENCE, |&content| content), Some(2));
    }

    #[test]
    fn only_a_small_regular_file_is_read() {
        let folder = std::env::temp_dir().join(format!("fukumi-reading-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("file");
        fs::write(&path, vec![b'x'; 3_000]).unwrap();
        assert_eq!(read_file(&path, 3_000).unwrap().len(), 3_000);
        let kind = |path: &Path, most| read_file(path, most).unwrap_err().kind();
        assert_eq!(kind(&path, 2_999), io::ErrorKind::FileTooLarge);
        assert_eq!(kind(&folder, 3_000), io::ErrorKind::InvalidInput);
        assert_eq!(kind(&folder.join("none"), 3_000), io::ErrorKind::NotFound);
        fs::remove_dir_all(&folder).unwrap();
    }
}
