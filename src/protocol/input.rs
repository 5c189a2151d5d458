//! The thread that reads standard input.
//!
//! It is a thread of its own, so a search never keeps the engine from listening. It also makes sure
//! that `END`, a stop command and the end of input take effect while the main loop hangs in a write
//! because the replies are not read. How much may wait meanwhile is up to the [`Inbox`].

use std::io::{ErrorKind, Read};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use fukumi_core::clock::Instant;

use super::inbox::{BLOCKED, Inbox};
use super::line::{InputLine, LineCutter, is_end, is_stop};
use super::nonblocking::RETRY;

/// How long the end of the session may wait for a main loop that is stuck in a write.
const END_PATIENCE: Duration = Duration::from_millis(250);
/// Time between two looks at the main loop.
const LOOK_AGAIN: Duration = Duration::from_millis(2);
/// The same after the end of input, when a search may go on for a long time.
const LOOK_LATER: Duration = Duration::from_millis(50);

/// What the reader thread can do without the main loop.
pub(crate) struct Emergency {
    /// Stops a running search.
    pub stop: Box<dyn Fn() + Send>,
    /// Leaves the program; `None` if the program is not the session's to end.
    pub leave: Option<Box<dyn Fn() + Send>>,
}

/// Reads `source` to its end on a thread of its own and puts everything into the inbox.
///
/// # Errors
/// If the system cannot start a thread.
pub(crate) fn spawn_reader(
    mut source: impl Read + Send + 'static,
    inbox: Arc<Inbox>,
    emergency: Emergency,
) -> std::io::Result<()> {
    let read = move || {
        let mut cutter = LineCutter::default();
        let mut buffer = vec![0; 16 << 10];
        let mut count = 0;
        let mut take = |line: &InputLine, read_at| {
            if is_stop(line) && inbox.writing_for().is_some() {
                (emergency.stop)();
            }
            inbox.add_line(line, read_at);
            count += 1;
            if is_end(line) {
                emergency.leave_unless_taken(&inbox, count);
            }
        };
        while !inbox.is_closed() {
            let length = match source.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                // A parent may have made the pipe that it shares one that does not wait.
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    thread::sleep(RETRY);
                    continue;
                }
                Err(_) => break,
            };
            let now = Instant::now();
            cutter.push(&buffer[..length], |line| take(&line, now));
        }
        if let Some(line) = cutter.finish() {
            take(&line, Instant::now());
        }
        inbox.end_input();
        emergency.leave_if_stuck(&inbox);
    };
    thread::Builder::new().name("input".into()).spawn(read).map(|_| ())
}

impl Emergency {
    /// After `END` as line number `count`: leaves unless the main loop reaches that line soon.
    fn leave_unless_taken(&self, inbox: &Inbox, count: u64) {
        let Some(leave) = &self.leave else { return };
        let start = Instant::now();
        while !inbox.has_taken(count) {
            if start.elapsed() > END_PATIENCE {
                leave();
            }
            thread::sleep(LOOK_AGAIN);
        }
    }

    /// After the end of input: leaves if the main loop cannot, because its output is not read.
    fn leave_if_stuck(&self, inbox: &Inbox) {
        let Some(leave) = &self.leave else { return };
        let start = Instant::now();
        while !inbox.is_closed() {
            if inbox.writing_for().is_some_and(|writing| is_hopeless(writing, start.elapsed())) {
                leave();
            }
            thread::sleep(LOOK_LATER);
        }
    }
}

/// Whether a write is not worth waiting for, given how long it has lasted and how long ago the
/// input ended.
fn is_hopeless(writing: Duration, since_end: Duration) -> bool {
    writing >= BLOCKED && since_end >= END_PATIENCE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_is_given_up_within_the_promised_time() {
        // The write blocked before the input ended or after it.
        for blocked_at in [-60_000, -1_000, -10, 0, 200, 90_000] {
            let given_up = (0..100_000).find(|&now| {
                let time = |millis: i64| Duration::from_millis(millis.max(0) as u64);
                now >= blocked_at && is_hopeless(time(now - blocked_at), time(now))
            });
            let since = given_up.map(|at| at - blocked_at.max(0));
            assert!(since.is_some_and(|time| (250..1_250).contains(&time)), "{blocked_at}");
        }
        // A manager that reads slowly gets everything.
        assert!(!is_hopeless(Duration::from_millis(900), Duration::from_secs(60)));
    }
}
