//! Waits for a child process, but not for ever.

use std::io::Read;
use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// Every process of the tests ends within this time, even on a slow machine.
pub(crate) const DEADLINE: Duration = Duration::from_secs(600);

/// The result of a process.
pub(crate) struct Finished {
    pub(crate) status: ExitStatus,
    pub(crate) output: String,
    pub(crate) errors: String,
}

/// Waits for the end of a process and collects the rest of its output. If the process does not end,
/// kills it and panics. Pipes that do not exist or were taken count as empty.
pub(crate) fn finish(mut child: Child) -> Finished {
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
        thread::sleep(Duration::from_millis(5));
    };
    let text = |thread: thread::JoinHandle<String>| thread.join().expect("a reader");
    Finished { status, output: text(output), errors: text(errors) }
}

/// Collects what a pipe delivers until it is closed.
pub(crate) fn collect(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
