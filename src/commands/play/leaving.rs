//! The question that Ctrl-C asks at the prompt, so that one key does not lose a game.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is asked. It goes to standard error: standard output belongs to the thread that waits for
/// input.
const QUESTION: &str =
    "\nleave the game? y leaves, as does Ctrl-C; Enter goes on; save FILE keeps the game: ";

/// Whether the question is open. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Leaving {
    is_open: Arc<AtomicBool>,
    /// Whether there is a person who can answer.
    is_answered: bool,
}

/// What the answer to the question means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    Leave,
    Stay,
}

impl Leaving {
    /// No question is open. Without a person who can answer, none ever is.
    pub(super) fn new(is_answered: bool) -> Self {
        Self { is_open: Arc::default(), is_answered }
    }

    /// Asks. Returns whether to leave at once, which is so if the question is open already.
    pub(super) fn ask(&self) -> bool {
        if !self.is_answered || self.is_open.swap(true, Ordering::AcqRel) {
            return true;
        }
        // If it cannot be shown, the second Ctrl-C still leaves.
        let _ = io::stderr().write_all(QUESTION.as_bytes());
        false
    }

    /// Closes the question. `None` if none was open, or the line is a command instead of an answer.
    pub(super) fn reply(&self, line: &str) -> Option<Decision> {
        if !self.is_open.swap(false, Ordering::AcqRel) {
            return None;
        }
        match line.trim().to_ascii_lowercase().as_str() {
            "y" | "yes" => Some(Decision::Leave),
            "" | "n" | "no" => Some(Decision::Stay),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_question_leaves_and_an_answer_closes_the_first() {
        let leaving = Leaving::new(true);
        assert_eq!(leaving.reply("y"), None, "nothing was asked");
        for (line, reply) in [
            (" Yes\r\n", Some(Decision::Leave)),
            ("\n", Some(Decision::Stay)),
            ("no", Some(Decision::Stay)),
            ("save a.sgf", None),
        ] {
            assert!(!leaving.clone().ask());
            assert_eq!(leaving.reply(line), reply, "{line}");
        }
        assert!(!leaving.ask() && leaving.ask());
    }

    #[test]
    fn without_a_person_nothing_is_asked() {
        assert!(Leaving::new(false).ask());
    }
}
