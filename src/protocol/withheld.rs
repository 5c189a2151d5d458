//! Moves that are kept back, because Yixin-Board may not expect them: it broke off the search by
//! setting a position.
//!
//! Yixin-Board draws every move that it receives, except as many as it has decided to skip. It
//! skips one after an undo or a new game during a search. It skips none if its user asks for an
//! analysis of the position that was being searched; then both moves would be drawn. All these
//! cases begin with `START`, and only the commands that follow distinguish them.

use fukumi_core::geometry::Point;

use super::block::Item;
use super::command::Command;

/// What is kept back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Withheld {
    /// Nothing.
    #[default]
    Nothing,
    /// Moves of an answer.
    Moves {
        /// The moves.
        moves: Vec<Point>,
        /// Key of the position in which the moves were to be played.
        key: u64,
    },
}

/// What becomes of moves that are kept back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// They are still kept back.
    Kept,
    /// They are not written at all.
    Dropped,
    /// They are written.
    Written,
}

impl Withheld {
    /// Whether there is something.
    pub(super) fn is_any(&self) -> bool {
        *self != Self::Nothing
    }

    /// What the next item decides, where `key` is that of the position on the board.
    pub(super) fn fate(&self, next: &Item, key: Option<u64>) -> Fate {
        let Self::Moves { key: searched, .. } = self else { return Fate::Kept };
        match next {
            Ok(Command::Start { .. } | Command::YxBoard(_) | Command::Info { .. }) => Fate::Kept,
            Ok(Command::Analyse(_)) if key == Some(*searched) => Fate::Dropped,
            _ => Fate::Written,
        }
    }

    /// Takes the moves; `None` if there are none.
    pub(super) fn take(&mut self) -> Option<Vec<Point>> {
        match std::mem::take(self) {
            Self::Nothing => None,
            Self::Moves { moves, .. } => Some(moves),
        }
    }
}

#[cfg(test)]
mod tests {
    use fukumi_core::decide::task::Goal;

    use super::*;

    #[test]
    fn only_an_analysis_of_the_same_position_drops_a_move() {
        let withheld = Withheld::Moves { moves: vec![Point::new(7, 7)], key: 5 };
        let start = Ok(Command::Start { width: 15, height: 15 });
        let analyse = Ok(Command::Analyse(Goal::Analyse { lines: 1 }));
        assert_eq!(withheld.fate(&start, Some(5)), Fate::Kept);
        assert_eq!(withheld.fate(&Ok(Command::YxBoard(Vec::new())), None), Fate::Kept);
        assert_eq!(withheld.fate(&analyse, Some(5)), Fate::Dropped);
        assert_eq!(withheld.fate(&analyse, Some(6)), Fate::Written);
        assert_eq!(withheld.fate(&analyse, None), Fate::Written);
        assert_eq!(withheld.fate(&Ok(Command::Begin), Some(5)), Fate::Written);
    }

    #[test]
    fn moves_are_written_once() {
        let mut withheld = Withheld::Moves { moves: vec![Point::new(7, 7)], key: 5 };
        assert!(withheld.is_any());
        assert_eq!(withheld.take(), Some(vec![Point::new(7, 7)]));
        assert!(!withheld.is_any() && withheld.take().is_none());
        assert_eq!(withheld.fate(&Ok(Command::Begin), Some(5)), Fate::Kept);
    }
}
