//! Games of files, as the package describes them.
//!
//! There may be very many of them, so their keys are in camel case from the start.

use fukumi_core::geometry::Color;
use fukumi_core::rule::Rule;
use fukumi_reports::{Coordinates, Name, Side};
use serde::{Deserialize, Serialize};

use super::text::TextError;
use super::{NamedOpening, Stone};

/// How a game ended: the side that won, or a draw.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum GameResult {
    /// Black won.
    Black,
    /// White won.
    White,
    /// No one won.
    Draw,
}

impl GameResult {
    /// The result of a game that this side won; `None` is a draw.
    pub(crate) const fn of(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::Black) => Self::Black,
            Some(Color::White) => Self::White,
            None => Self::Draw,
        }
    }
}

/// A game as files have it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameRecord<'a> {
    /// The rule; null if the text does not say.
    pub(crate) rule: Option<Name<Rule>>,
    /// Columns, 5 to 22.
    pub(crate) width: u8,
    /// Rows, 5 to 22.
    pub(crate) height: u8,
    /// Stones that were on the board before the first move.
    pub(crate) setup: Vec<Stone>,
    /// Points where no one can ever play.
    pub(crate) dead: Vec<Coordinates>,
    /// The moves, in the order of play.
    pub(crate) moves: Vec<Stone>,
    /// The side to move after the last move; null if nothing shows it.
    pub(crate) to_move: Option<Side>,
    /// Name of the player with the black stones.
    pub(crate) black: Option<&'a str>,
    /// Name of the player with the white stones.
    pub(crate) white: Option<&'a str>,
    /// The event, such as a tournament.
    pub(crate) event: Option<&'a str>,
    /// When it was played, in the words of the file.
    pub(crate) date: Option<&'a str>,
}

/// A game, or what is wrong with it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum ReadGame<'a> {
    /// A game.
    Read {
        /// The name of the game among several; null if it is the only one.
        id: Option<String>,
        /// The format of its text.
        #[cfg_attr(feature = "schema", schemars(with = "crate::description::GameFormat"))]
        format: &'static str,
        /// The game, without its variations.
        game: GameRecord<'a>,
        error: (),
    },
    /// A game that makes no sense.
    Damaged {
        /// The name of the game among several; null if it is the only one.
        id: Option<String>,
        format: (),
        game: (),
        /// What is wrong with it.
        error: TextError,
    },
}

/// The games of a file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ReadGames<'a> {
    /// In the order of the file.
    pub(crate) games: Vec<ReadGame<'a>>,
    /// What a person should know: the encoding that was guessed, what is not read. In English.
    pub(crate) notices: Vec<String>,
}

/// A move, or a pass, which has a side alone.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum TreeMove {
    /// A stone.
    Stone(Stone),
    /// A pass.
    Pass {
        /// Whose it is.
        side: Side,
    },
}

/// A text on a point of the board.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct TreeLabel<'a> {
    /// Column from the left, from 0.
    pub(crate) x: u8,
    /// Row from the top, from 0.
    pub(crate) y: u8,
    /// The text.
    pub(crate) text: &'a str,
}

/// A node of a `GameTree`. A field that is not there is empty or false.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct TreeNode<'a> {
    /// The number of the node before this one in `GameTree.nodes`; only the root has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) parent: Option<usize>,
    /// The move. The root has none, and other nodes may have none.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(crate) action: Option<TreeMove>,
    /// A heading of one line.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(crate) title: &'a str,
    /// A comment.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(crate) comment: &'a str,
    /// Texts on points of the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) labels: Vec<TreeLabel<'a>>,
    /// Whether the node is marked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_marked: bool,
    /// Whether a library of RenLib is shown from here on; SGF does not keep it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_start: bool,
    /// Properties of SGF that mean nothing here, each as it is written, such as `TR[aa][bb]`.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(crate) others: &'a [String],
}

/// A game with its variations, as files have it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameTree<'a> {
    /// The rule; null if the text does not say.
    pub(crate) rule: Option<Name<Rule>>,
    /// Columns, 5 to 22.
    pub(crate) width: u8,
    /// Rows, 5 to 22.
    pub(crate) height: u8,
    /// Stones that were on the board before the first move.
    pub(crate) setup: Vec<Stone>,
    /// The side that moves first; null if the text does not say.
    pub(crate) to_move: Option<Side>,
    /// Name of the player with the black stones.
    pub(crate) black: Option<&'a str>,
    /// Name of the player with the white stones.
    pub(crate) white: Option<&'a str>,
    /// The event, such as a tournament.
    pub(crate) event: Option<&'a str>,
    /// When it was played, in the words of the file.
    pub(crate) date: Option<&'a str>,
    /// As SGF has it: `B+`, `W+R`, `W+T`, `0` for a draw; null if it is not known.
    pub(crate) result: Option<String>,
    /// The nodes: first the root, then each one after its parent. Of siblings, the main line is the
    /// first.
    pub(crate) nodes: Vec<TreeNode<'a>>,
}

/// A game with its variations, or what is wrong with it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum ReadTree<'a> {
    /// A game.
    Read {
        /// The name of the game among several; null if it is the only one.
        id: Option<String>,
        /// The game.
        tree: GameTree<'a>,
        error: (),
    },
    /// A game that makes no sense.
    Damaged {
        /// The name of the game among several; null if it is the only one.
        id: Option<String>,
        tree: (),
        /// What is wrong with it.
        error: TextError,
    },
}

/// The games of a file with their variations.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ReadTrees<'a> {
    /// In the order of the file; faults that are not about a whole game come last.
    pub(crate) games: Vec<ReadTree<'a>>,
    /// What a person should know: the encoding that was guessed, what is not read. In English.
    pub(crate) notices: Vec<String>,
}

/// What was taken from a file of games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct AddedGames {
    /// Games that were counted; a library is one.
    pub(crate) games: u64,
    /// Positions in them, those that were met several times as often.
    pub(crate) positions: u64,
    /// Games that make no sense, which were left out.
    pub(crate) unreadable: usize,
    /// What is wrong with the first of them.
    pub(crate) problem: Option<TextError>,
    /// Whether the rest was left out because there are 1,800,000 different positions.
    pub(crate) is_full: bool,
    /// Whether a stop ended the call; what was counted stays.
    pub(crate) stopped: bool,
    /// What a person should know about how the file was read; see `ReadGames.notices`.
    pub(crate) notices: Vec<String>,
}

/// A game of a file, with what a list of games shows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ListedGame {
    /// The game as SGF, with all its variations. Its rule and size are stated.
    pub(crate) sgf: String,
    /// The same for games with the same rule, size, players, stones and moves, variations included,
    /// also if one is a mirror image of the other: 16 hex digits. The database compares games by
    /// the same measure.
    pub(crate) key: String,
    /// What SGF has as `GN`.
    pub(crate) title: Option<String>,
    /// The rule.
    pub(crate) rule: Name<Rule>,
    /// Columns, 5 to 22.
    pub(crate) width: u8,
    /// Rows, 5 to 22.
    pub(crate) height: u8,
    /// Name of the player with the black stones.
    pub(crate) black: Option<String>,
    /// Name of the player with the white stones.
    pub(crate) white: Option<String>,
    /// The event, such as a tournament.
    pub(crate) event: Option<String>,
    /// When it was played, in the words of the file.
    pub(crate) date: Option<String>,
    /// How it ended, as the game states it or the last stone shows; null if that is not known.
    pub(crate) result: Option<GameResult>,
    /// Moves of the main line.
    pub(crate) moves: usize,
    /// Nodes of the whole tree, its root included.
    pub(crate) nodes: usize,
    /// Named by the first three stones, whatever the rule; null if it has no name.
    pub(crate) opening: Option<NamedOpening>,
}

/// Some games of a file, and how many were looked at up to the last of them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct GamesReport {
    /// Games that were looked at.
    pub(crate) done: usize,
    /// Games of the file.
    pub(crate) total: usize,
    /// Those since the last report that make sense.
    pub(crate) games: Vec<ListedGame>,
}

/// What was listed of a file of games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ListedGames {
    /// Games that were listed.
    pub(crate) games: usize,
    /// Games that make no sense, which were left out.
    pub(crate) unreadable: usize,
    /// What is wrong with the first of them.
    pub(crate) problem: Option<TextError>,
    /// Whether a stop ended the call.
    pub(crate) stopped: bool,
    /// What a person should know about how the file was read; see `ReadGames.notices`.
    pub(crate) notices: Vec<String>,
}
