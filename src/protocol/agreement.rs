//! Whether the front end and the engine mean the same position.
//!
//! After a position or a move that was refused they may not. Then questions about the position are
//! errors until the next position or move that is accepted. The game itself goes on as it was.

use super::command::Need;

/// What both sides know of the position on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Agreement {
    /// Both sides mean the same position.
    #[default]
    Agreed,
    /// A position or a move was refused. The game is the one before; the position that the front
    /// end means is unknown.
    Refused,
    /// Lines were lost, perhaps with moves among them. Neither the game nor the position is known.
    Lost,
}

/// What happens to a command that sets or changes the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// It was carried out.
    Accepted,
    /// It was refused.
    Refused,
    /// It may be among lines that were lost.
    Lost,
}

impl Agreement {
    /// Whether a command with this need can be carried out.
    pub const fn satisfies(self, need: Need) -> bool {
        match (self, need) {
            (_, Need::Nothing) | (Self::Agreed, _) | (Self::Refused, Need::Game) => true,
            (Self::Refused, Need::Position) | (Self::Lost, Need::Game | Need::Position) => false,
        }
    }

    /// What is known after a happening.
    #[must_use]
    pub const fn after(self, happening: Happening) -> Self {
        match (self, happening) {
            (_, Happening::Accepted) => Self::Agreed,
            (Self::Agreed | Self::Refused, Happening::Refused) => Self::Refused,
            // A refusal does not bring back the game that was lost.
            (Self::Lost, Happening::Refused) | (_, Happening::Lost) => Self::Lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Agreement; 3] = [Agreement::Agreed, Agreement::Refused, Agreement::Lost];

    fn satisfied(agreement: Agreement) -> [bool; 3] {
        [Need::Nothing, Need::Game, Need::Position].map(|need| agreement.satisfies(need))
    }

    #[test]
    fn after_a_refusal_the_game_goes_on_and_questions_are_errors() {
        let refused = Agreement::default().after(Happening::Refused);
        assert_eq!(satisfied(refused), [true, true, false]);
        assert_eq!(refused.after(Happening::Refused), refused);
    }

    #[test]
    fn after_lost_lines_nothing_goes_on() {
        for agreement in ALL {
            let lost = agreement.after(Happening::Lost);
            assert_eq!(satisfied(lost), [true, false, false]);
            assert_eq!(lost.after(Happening::Refused), lost);
        }
    }

    #[test]
    fn what_is_accepted_is_agreed_on() {
        for agreement in ALL {
            assert_eq!(satisfied(agreement.after(Happening::Accepted)), [true; 3]);
        }
    }
}
