//! The questions about an opening that front ends ask, and what their words say.
//!
//! `protocol::opening` has the engine answer them.

use fukumi_core::opening::{Choice, OpeningRule};

/// A question about an opening, as a front end asks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// `SWAP2BOARD`: what comes after these stones?
    Swap2Board,
    /// `YXSWAP2STEP1`: which three stones?
    Swap2Propose,
    /// `YXSWAP2STEP2`: three stones are on the board. White, Black, or two more stones?
    Swap2Choose,
    /// `YXSWAP2STEP3`: five stones are on the board. White or Black?
    Swap2Decide,
    /// `YXSOOSORVSTEP1`: which three stones?
    SoosorvOpen,
    /// `YXSOOSORVSTEP2`: there are three stones. White or Black?
    SoosorvFirstSwap,
    /// `YXSOOSORVSTEP3`: there are three stones. Which fourth one, and how many fifth ones?
    SoosorvFourth,
    /// `YXSOOSORVSTEP4`: there are four stones. Black or White?
    SoosorvSecondSwap,
    /// `YXSOOSORVSTEP5`: there are four stones. Which fifth ones?
    SoosorvOffer,
    /// `YXSOOSORVSTEP6`: there are four stones, and the fifth ones on offer. Which one stays?
    SoosorvAccept,
}

impl Question {
    /// The rule of the opening.
    pub(super) const fn rule(self) -> OpeningRule {
        match self {
            Self::Swap2Board | Self::Swap2Propose | Self::Swap2Choose | Self::Swap2Decide => {
                OpeningRule::Swap2
            }
            Self::SoosorvOpen
            | Self::SoosorvFirstSwap
            | Self::SoosorvFourth
            | Self::SoosorvSecondSwap
            | Self::SoosorvOffer
            | Self::SoosorvAccept => OpeningRule::Soosorv8,
        }
    }

    /// The number of stones on the board; `None` if the block alone says so.
    pub const fn stones(self) -> Option<usize> {
        match self {
            Self::Swap2Board => None,
            Self::Swap2Propose | Self::SoosorvOpen => Some(0),
            Self::Swap2Choose | Self::SoosorvFirstSwap | Self::SoosorvFourth => Some(3),
            Self::SoosorvSecondSwap | Self::SoosorvOffer | Self::SoosorvAccept => Some(4),
            Self::Swap2Decide => Some(5),
        }
    }

    /// Whether the question asks for this choice, among those with the same number of stones.
    pub(super) fn asks_for(self, choice: Choice) -> bool {
        match self {
            Self::Swap2Board
            | Self::Swap2Propose
            | Self::Swap2Choose
            | Self::Swap2Decide
            | Self::SoosorvOpen => true,
            Self::SoosorvFirstSwap | Self::SoosorvSecondSwap => choice == Choice::Swap,
            Self::SoosorvFourth => matches!(choice, Choice::Place(_)),
            Self::SoosorvOffer => matches!(choice, Choice::Offer(_)),
            Self::SoosorvAccept => choice == Choice::Choose,
        }
    }

    /// Whether a new game begins with the question.
    pub const fn is_start(self) -> bool {
        matches!(self, Self::Swap2Propose | Self::SoosorvOpen)
    }

    /// Whether the question is about the stones on the board.
    pub const fn is_about_board(self) -> bool {
        matches!(self, Self::Swap2Choose | Self::Swap2Decide)
    }

    /// Whether the answer needs a search.
    pub const fn needs_search(self) -> bool {
        !matches!(self, Self::SoosorvOpen)
    }

    /// The first words of the messages to Yixin-Board.
    pub(super) const fn message(self) -> &'static str {
        match self.rule() {
            OpeningRule::Soosorv8 => "MESSAGE SOOSORV",
            _ => "MESSAGE SWAP2",
        }
    }

    /// Whether the players have had a choice of colours before.
    pub(super) const fn is_second(self) -> bool {
        matches!(self, Self::Swap2Decide | Self::SoosorvSecondSwap)
    }

    /// The largest number of fifth stones that may come before the stones of the block; `None` if
    /// the block has no such number.
    pub(super) fn most_fifths(self) -> Option<usize> {
        self.rule().most_fifths()
    }
}
