//! How long commands wait for the answers of the database to earlier ones, so that answers come in
//! order.

use std::time::Duration;

use fukumi_core::clock::Instant;

/// How long other commands wait for an answer of the database.
const DATABASE_PATIENCE: Duration = Duration::from_millis(100);
/// A command that begins a search waits for this share of its time at most.
const SHARE: u32 = 16;

/// The answers of the database that are due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum DueAnswers {
    /// None.
    #[default]
    None,
    /// So many, for which other commands wait until a time.
    Some { count: usize, until: Instant },
}

impl DueAnswers {
    /// After a command that the database will answer.
    #[must_use]
    pub(super) fn after_question(self, now: Instant) -> Self {
        match self {
            Self::None => Self::Some { count: 1, until: now + DATABASE_PATIENCE },
            Self::Some { count, until } => Self::Some { count: count + 1, until },
        }
    }

    /// After an answer of the database.
    #[must_use]
    pub(super) fn after_answer(self) -> Self {
        match self {
            Self::None | Self::Some { count: ..=1, .. } => Self::None,
            Self::Some { count, until } => Self::Some { count: count - 1, until },
        }
    }

    /// Whether any answer is due.
    pub(super) fn are_any(self) -> bool {
        self != Self::None
    }

    /// Until when a command that began at a time waits; `None` if it need not. `time` is the time
    /// that the command has for a search, if it begins one that has a limit.
    pub(super) fn awaited_until(self, begun: Instant, time: Option<Duration>) -> Option<Instant> {
        let Self::Some { until, .. } = self else { return None };
        Some(time.map_or(until, |time| until.min(begun + time / SHARE)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_answers_are_due_as_there_were_questions() {
        let now = Instant::now();
        let mut due = DueAnswers::default();
        assert!(!due.are_any());
        for _ in 0..3 {
            due = due.after_question(now);
        }
        for _ in 0..3 {
            assert!(due.are_any());
            due = due.after_answer();
        }
        assert_eq!(due, DueAnswers::None);
        assert_eq!(due.after_answer(), DueAnswers::None);
    }

    #[test]
    fn patience_begins_with_the_first_question_and_is_a_share_of_a_search() {
        let start = Instant::now();
        let later = start + Duration::from_millis(60);
        let due = DueAnswers::default().after_question(start).after_question(later);
        let until = start + DATABASE_PATIENCE;
        assert_eq!(due.awaited_until(later, None), Some(until));
        assert_eq!(due.awaited_until(later, Some(Duration::from_secs(60))), Some(until));
        let share = Duration::from_millis(10);
        assert_eq!(due.awaited_until(later, Some(share * SHARE)), Some(later + share));
        assert_eq!(DueAnswers::None.awaited_until(later, None), None);
    }
}
