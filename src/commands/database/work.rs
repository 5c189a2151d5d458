//! Long work with a database.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::commands::interrupt;
use crate::commands::progress::{Progress, clock};

/// Long work that shows how far it is and that Ctrl-C ends.
pub(in crate::commands) struct Work {
    progress: Progress,
    is_stopped: Arc<AtomicBool>,
}

impl Work {
    pub(in crate::commands) fn new() -> Self {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&is_stopped);
        interrupt::stop_on_interrupt(move || stopped.store(true, Ordering::Relaxed));
        Self { progress: Progress::new(), is_stopped }
    }

    /// Removes what is shown from the terminal.
    pub(in crate::commands) fn clear(&mut self) {
        self.progress.clear();
    }

    /// Shows how many positions are done. Returns whether to go on.
    pub(super) fn goes_on(&mut self, count: u64) -> bool {
        self.progress.show(|elapsed| {
            let speed = count as f64 / elapsed.as_secs_f64().max(0.001);
            format!("{count} positions, {} ({speed:.0} a second)", clock(elapsed.as_secs_f64()))
        });
        !self.is_stopped.load(Ordering::Relaxed)
    }
}
