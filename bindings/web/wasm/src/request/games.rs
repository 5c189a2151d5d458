//! Files of games, and games to write.

use fukumi_records::{GameKind, Hints};
use serde::Deserialize;

use super::{At, PlacedStone, Setup, Sides};
use crate::error::Error;
use crate::view::{RuleName, Side};

/// A file with games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Read {
    /// A text, or `None` if there are bytes.
    pub(crate) text: Option<String>,
    /// The bytes of a file, each as the character of that number.
    pub(crate) bytes: Option<String>,
    pub(crate) size: Option<Sides>,
    /// The game to read, or how to read all of them.
    pub(crate) game: Option<ChosenGame>,
}

/// What `game` may say of a file.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected the number of a game, an id or gomoku")]
pub(crate) enum ChosenGame {
    /// The number of a game, from 1.
    Number(usize),
    /// The id of a game, its number, or the word `gomoku`.
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

/// A file of games, for the collection or a list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AddGames {
    /// A text, or `None` if there are bytes.
    pub(crate) text: Option<String>,
    /// The bytes of a file, each as the character of that number.
    pub(crate) bytes: Option<String>,
    /// What counts where the file does not state it.
    pub(crate) rule: Option<RuleName>,
    pub(crate) size: Option<Sides>,
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

/// A game to write.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Write {
    rule: Option<RuleName>,
    width: Option<i64>,
    height: Option<i64>,
    pub(crate) moves: Vec<At>,
    #[serde(default)]
    pub(crate) black: String,
    #[serde(default)]
    pub(crate) white: String,
    pub(crate) result: Option<Ended>,
    pub(crate) format: WriteFormat,
}

impl Write {
    pub(crate) const fn setup(&self) -> Setup {
        Setup { rule: self.rule, width: self.width, height: self.height }
    }
}

/// A game with its variations, to be written.
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

/// How a game ended.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ended {
    Black,
    White,
    Draw,
}

/// A format to write.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WriteFormat {
    Sgf,
    Psq,
    Moves,
    Record,
}
