//! Openings, as the package describes them.

use fukumi_core::opening;
use fukumi_reports::{Coordinates, SearchedLine, Side};
use serde::Serialize;

use super::Stone;

/// A decision.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum OpeningAnswer {
    /// Take the other colour.
    Swap,
    /// Keep the colour; there is nothing to play now.
    Stay,
    /// Play these stones, or offer them.
    Moves {
        /// The stones.
        moves: Vec<Coordinates>,
        /// Of balanced moves, the line that begins with them and goes on as both sides prefer; null
        /// if there was no time to search it, and for other decisions.
        line: Option<SearchedLine<Coordinates>>,
    },
}

/// One of the two at the board, whatever colour they hold.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Player {
    /// The one who begins.
    First,
    /// The other one.
    Second,
}

impl From<opening::Player> for Player {
    fn from(player: opening::Player) -> Self {
        match player {
            opening::Player::First => Self::First,
            opening::Player::Second => Self::Second,
        }
    }
}

/// What a player does in an opening.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum OpeningStep {
    /// Takes the other colour.
    Swap,
    /// Keeps the colour.
    Stay,
    /// Declares how many fifth stones will be offered.
    Count {
        /// The number.
        count: usize,
    },
    /// Puts stones on the board in turn, offers them as fifth stones, or keeps one of those that
    /// are offered.
    Stones {
        /// Where.
        points: Vec<Coordinates>,
    },
}

/// Where a stone may go. Distances count from the centre, as the larger one of columns and rows.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Area {
    /// On any point.
    Anywhere,
    /// At most so far from the centre.
    Within {
        /// 0 is the centre, 2 the square of 5 × 5.
        distance: u8,
    },
    /// Further from the centre.
    Beyond {
        /// The largest distance that is too near.
        distance: u8,
    },
}

impl From<opening::Area> for Area {
    fn from(area: opening::Area) -> Self {
        match area {
            opening::Area::Anywhere => Self::Anywhere,
            opening::Area::Within(distance) => Self::Within { distance },
            opening::Area::Beyond(distance) => Self::Beyond { distance },
        }
    }
}

/// A stone to put on the board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct OpeningStone {
    /// Where it may go.
    pub(crate) area: Area,
    /// The empty points of the area.
    pub(crate) points: Vec<Coordinates>,
}

/// A kind of step that is possible.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum OpeningChoice {
    /// Take the other colour.
    Swap,
    /// Keep the colour.
    Stay,
    /// Declare how many fifth stones will be offered.
    Count {
        /// The largest number; the smallest is 1.
        most: usize,
    },
    /// Put these stones on the board in turn, the first one of the side to move.
    Place {
        /// The stones.
        stones: Vec<OpeningStone>,
    },
    /// Offer some of the points for the fifth stone.
    Offer {
        /// How many.
        count: usize,
        /// The points.
        points: Vec<Coordinates>,
        /// Groups of points whose stones are the same turned or mirrored: at most one of each.
        same: Vec<Vec<Coordinates>>,
    },
    /// Keep one of the points that are offered.
    Choose {
        /// The points.
        points: Vec<Coordinates>,
    },
}

/// Who holds which colour.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Holders {
    /// Who plays Black.
    pub(crate) black: Player,
    /// Who plays White.
    pub(crate) white: Player,
}

/// Whose step it is, and what is possible.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct OpeningTurn {
    /// Whose step it is.
    pub(crate) player: Player,
    /// What this player can do: one of these.
    pub(crate) choices: Vec<OpeningChoice>,
}

/// An opening after its steps.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct OpeningState {
    /// The stones on the board, without those that are only offered.
    pub(crate) stones: Vec<Stone>,
    /// The side to move.
    pub(crate) to_move: Side,
    /// Who holds which colour now.
    pub(crate) holders: Holders,
    /// The declared number of fifth stones; null if none was declared.
    pub(crate) count: Option<usize>,
    /// The fifth stones on offer.
    pub(crate) offers: Vec<Coordinates>,
    /// Whose step it is, and what is possible; null at the end, when the side to move goes on with
    /// the game.
    pub(crate) turn: Option<OpeningTurn>,
}
