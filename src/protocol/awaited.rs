//! The options beside the program, which a thread reads while the session begins.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use fukumi_core::clock::Instant;

use super::inbox::Inbox;
use super::settings::{self, Setting};
use crate::engine::reading::Reading;
use crate::engine::thinker::ThinkEvent;

/// How long the first commands wait for the options beside the program.
const OPTIONS_PATIENCE: Duration = Duration::from_millis(200);

/// The options beside the program, while a thread reads them.
pub(super) struct AwaitedOptions {
    pub(super) reading: Reading<(), Vec<Setting>>,
    /// Until when commands wait for them.
    pub(super) until: Instant,
    /// Keys that the front end has set since, which take precedence.
    pub(super) sent: BTreeSet<String>,
}

impl AwaitedOptions {
    /// Begins to read them. Their arrival is an event of the inbox.
    pub(super) fn begin(inbox: &Arc<Inbox>) -> Self {
        let inbox = Arc::clone(inbox);
        let notify = Arc::new(move || inbox.add_finding(ThinkEvent::FileRead));
        let reading = Reading::new("options", |()| settings::beside_program(), notify);
        reading.want(());
        let until = Instant::now() + OPTIONS_PATIENCE;
        Self { reading, until, sent: BTreeSet::new() }
    }
}
