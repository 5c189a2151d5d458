//! What a thread works on, step by step.

use std::time::Duration;

use fukumi_core::clock::Instant;

/// What a thread works on, as types.
pub(in crate::engine::archive) trait Work: 'static {
    /// Something to do, in the order in which it is asked for.
    type Job: Send;
    /// A question with a deadline. Only the last one is answered.
    type Question: Send;
    /// The answer.
    type Answer: Send;
    /// Something to write.
    type Content: Clone + Send;

    /// Whether the two are written to the same file.
    fn is_same_file(one: &Self::Content, other: &Self::Content) -> bool;

    /// Logs that this many contents are lost.
    fn report_loss(count: usize, reason: &str);
}

/// What became of an attempt to write.
pub(in crate::engine::archive) enum Written {
    /// It is written, or not worth another attempt.
    Done,
    /// Another process was writing.
    Busy,
    /// Writing failed.
    Failed,
}

/// A question that was asked.
#[derive(Clone, Copy)]
pub(in crate::engine::archive) struct Ticket {
    pub(super) number: u64,
    /// When the answer is no longer waited for.
    pub(crate) until: Instant,
}

/// Something to do or to answer.
pub(in crate::engine::archive) enum Task<W: Work> {
    Do(W::Job),
    Answer(W::Question, Ticket),
}

/// Something to write.
#[derive(Clone)]
pub(in crate::engine::archive) struct Change<C> {
    pub(crate) number: u64,
    pub(crate) content: C,
    /// Whether writing to its file has failed since there was a reason to try.
    pub(crate) has_failed: bool,
}

/// One thing that the thread does.
pub(in crate::engine::archive) enum Step<W: Work> {
    Do(Task<W>),
    Write(Change<W::Content>),
    Tidy,
    Settle,
    Close,
}

/// What the thread does next.
pub(in crate::engine::archive) enum Next<W: Work> {
    /// A step.
    Step(Step<W>),
    /// It waits for a change, at most for so long.
    Wait(Option<Duration>),
    /// Nothing: it ends.
    Over,
}
