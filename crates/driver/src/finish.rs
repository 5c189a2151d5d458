//! Waits for a child process, but not for ever.

use std::io::Read;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use crate::peer::Ending;

/// Everything that the tests wait for comes within this time, even on a slow machine.
pub const DEADLINE: Duration = Duration::from_secs(600);
/// How often a process is asked whether it has ended.
const POLL: Duration = Duration::from_millis(5);

/// The result of a process, or of an engine.
#[derive(Debug)]
pub struct Finished {
    /// How it ended.
    pub ending: Ending,
    /// The rest of its output.
    pub output: String,
    /// What it has written to standard error.
    pub errors: String,
}

/// Waits for the end of a process and collects the rest of its output. Pipes that do not exist or
/// were taken count as empty.
///
/// # Panics
///
/// If the process does not end within [`DEADLINE`]. It is killed then.
#[must_use]
pub fn finish(mut child: Child) -> Finished {
    let output = collect(child.stdout.take());
    let errors = collect(child.stderr.take());
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if start.elapsed() > DEADLINE {
            let _ = child.kill();
            panic!("no end within {DEADLINE:?}");
        }
        thread::sleep(POLL);
    };
    let text = |thread: thread::JoinHandle<String>| thread.join().expect("a reader");
    Finished { ending: status.into(), output: text(output), errors: text(errors) }
}

/// Collects what a pipe delivers until it is closed.
fn collect(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
