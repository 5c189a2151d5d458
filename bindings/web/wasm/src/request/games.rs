//! Files of games, and games to write.

use fukumi_records::{GameKind, Hints};
use serde::Deserialize;

use super::board::{At, PlacedStone, Setup, Sides};
use crate::answer::games::GameResult;
#[cfg(feature = "schema")]
use crate::description::as_in;
use crate::error::Error;
use crate::view::{RuleName, Side};

/// What a file may leave open, and what to read of it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ReadHints"))]
#[serde(deny_unknown_fields)]
pub(crate) struct Read {
    /// A text, or `None` if there are bytes.
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub(crate) text: Option<String>,
    /// The bytes of a file, each as the character of that number.
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub(crate) bytes: Option<String>,
    /// Board size if the text does not state it.
    pub(crate) size: Option<Sides>,
    /// Read only this game, or all games in another way.
    pub(crate) game: Option<ChosenGame>,
}

impl Read {
    /// What the request says that a file may leave open.
    pub(crate) fn hints(&self) -> Result<Hints, Error> {
        let game = self.game.as_ref();
        Ok(Hints {
            default_size: self.size.map(Sides::size).transpose()?,
            id: game.and_then(ChosenGame::id),
            game: game.map(ChosenGame::kind).unwrap_or_default(),
            ..Hints::default()
        })
    }
}

/// Which game of a file to read, or how to read all of them.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected the number of a game, an id or gomoku")]
pub(crate) enum ChosenGame {
    /// The number of a game, from 1.
    Number(usize),
    /// The id of a game, or its number. The word `gomoku` reads all games as Gomoku or Renju,
    /// though the file states another game, such as Go.
    Word(String),
}

impl ChosenGame {
    /// The game that is named, if it is not the word for all games.
    pub(crate) fn id(&self) -> Option<String> {
        match self {
            Self::Number(number) => Some(number.to_string()),
            Self::Word(word) => (!is_gomoku(word)).then(|| word.clone()),
        }
    }

    /// Which game the file is of.
    pub(crate) fn kind(&self) -> GameKind {
        match self {
            Self::Word(word) if is_gomoku(word) => GameKind::Gomoku,
            Self::Number(_) | Self::Word(_) => GameKind::Judged,
        }
    }
}

fn is_gomoku(word: &str) -> bool {
    word.eq_ignore_ascii_case("gomoku")
}

/// What a file of games may leave open, for the explorer or a list.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GamesOptions"))]
#[serde(deny_unknown_fields)]
pub(crate) struct AddGames {
    /// A text, or `None` if there are bytes.
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub(crate) text: Option<String>,
    /// The bytes of a file, each as the character of that number.
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub(crate) bytes: Option<String>,
    /// The rule of games that state none. Default: `freestyle`.
    pub(crate) rule: Option<RuleName>,
    /// The size of boards that is not stated. Default: 15 × 15.
    pub(crate) size: Option<Sides>,
}

/// A game to write. Black moves first and sides alternate.
#[derive(Debug, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "GameToWrite", transform = as_in::<Setup>)
)]
#[serde(deny_unknown_fields)]
pub(crate) struct Write {
    rule: Option<RuleName>,
    width: Option<i64>,
    height: Option<i64>,
    /// The moves.
    pub(crate) moves: Vec<At>,
    /// Name of the player with the black stones.
    pub(crate) black: Option<String>,
    /// Name of the player with the white stones.
    pub(crate) white: Option<String>,
    /// How the game ended, for formats that have a place for it. Default: it did not.
    pub(crate) result: Option<GameResult>,
    /// The format.
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub(crate) format: WriteFormat,
}

impl Write {
    pub(crate) const fn setup(&self) -> Setup {
        Setup { rule: self.rule, width: self.width, height: self.height }
    }
}

/// A game with its variations, to be written: `GameTree` of the answers and a format.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct WriteTree {
    pub(crate) rule: Option<RuleName>,
    pub(crate) width: i64,
    pub(crate) height: i64,
    #[serde(default)]
    pub(crate) setup: Vec<PlacedStone>,
    pub(crate) to_move: Option<Side>,
    pub(crate) black: Option<String>,
    pub(crate) white: Option<String>,
    pub(crate) event: Option<String>,
    pub(crate) date: Option<String>,
    pub(crate) result: Option<String>,
    pub(crate) nodes: Vec<Node>,
    /// SGF if there is none.
    pub(crate) format: Option<WriteFormat>,
}

/// A node of a tree.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Node {
    pub(crate) parent: Option<usize>,
    #[serde(rename = "move")]
    pub(crate) action: Option<NodeMove>,
    pub(crate) title: String,
    pub(crate) comment: String,
    pub(crate) labels: Vec<Label>,
    pub(crate) is_marked: bool,
    pub(crate) is_start: bool,
    pub(crate) others: Vec<String>,
}

/// A move, or a pass if it has no point.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NodeMove {
    pub(crate) side: Side,
    pub(crate) x: Option<i64>,
    pub(crate) y: Option<i64>,
}

/// A text on a point.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Label {
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) text: String,
}

/// A format that is written.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum WriteFormat {
    /// Smart Game Format.
    Sgf,
    /// A game of Piskvork.
    Psq,
    /// A list such as `h8 i9 h10`.
    Moves,
    /// One line with size and rule.
    Record,
}
