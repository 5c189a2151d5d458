//! An engine that plays back a script. It is for testing the runner, above all with bad engines.

use std::time::Duration;

use fukumi_driver::peer::{Event, Peer, What};

/// The trigger that stands for the closed input; no command contains it.
pub(crate) const EOF: &str = "\0eof";

/// What the engine does, and when: `delay` ms after the first input that contains `trigger`. An
/// empty trigger stands for the start of the engine.
#[derive(Clone, Debug)]
pub(crate) struct Cue {
    pub(crate) trigger: &'static str,
    pub(crate) delay: u64,
    pub(crate) what: What,
}

/// A cue that writes `text` at once.
pub(crate) fn says(trigger: &'static str, text: &str) -> Cue {
    does(trigger, 0, What::Output(text.as_bytes().to_vec()))
}

/// A cue of any kind.
pub(crate) fn does(trigger: &'static str, delay: u64, what: What) -> Cue {
    Cue { trigger, delay, what }
}

/// A script being played. Its clock moves only in [`wait`](Peer::wait).
pub(crate) struct Scripted {
    now: Duration,
    script: Vec<Cue>,
    pending: Vec<Event>,
    ended: bool,
}

impl Scripted {
    pub(crate) fn new(script: Vec<Cue>) -> Self {
        let mut engine = Self { now: Duration::ZERO, script, pending: Vec::new(), ended: false };
        engine.trigger(|cue| cue.trigger.is_empty());
        engine
    }

    fn trigger(&mut self, fires: impl Fn(&Cue) -> bool) {
        let now = self.now;
        for cue in self.script.extract_if(.., |cue| fires(cue)) {
            let at = now + Duration::from_millis(cue.delay);
            self.pending.push(Event { at, what: cue.what });
        }
        self.pending.sort_by_key(|event| event.at);
    }
}

impl Peer for Scripted {
    fn now(&self) -> Duration {
        self.now
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        if self.ended {
            return Err("the engine does not read any more".to_owned());
        }
        let text = String::from_utf8_lossy(bytes).into_owned();
        self.trigger(|cue| !cue.trigger.is_empty() && text.contains(cue.trigger));
        Ok(())
    }

    fn close_input(&mut self) {
        self.trigger(|cue| cue.trigger == EOF);
    }

    fn wait(&mut self, until: Duration) -> Option<Event> {
        if self.pending.first().is_none_or(|event| event.at > until) {
            self.now = self.now.max(until);
            return None;
        }
        let event = self.pending.remove(0);
        self.now = self.now.max(event.at);
        self.ended |= matches!(event.what, What::Ended(_));
        Some(event)
    }

    fn is_alive(&mut self) -> bool {
        !self.ended
    }

    fn finish(&mut self) -> Vec<Event> {
        let now = self.now;
        self.pending.retain(|event| event.at <= now);
        std::mem::take(&mut self.pending)
    }
}
