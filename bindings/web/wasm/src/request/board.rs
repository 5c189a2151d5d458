//! Points, stones and positions.

use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::rule::Rule;
use serde::Deserialize;
use serde::de::IgnoredAny;

#[cfg(feature = "schema")]
use crate::description::as_in;
use crate::error::Error;
use crate::view::{Name, RuleName, Side};

/// A point, which may be anywhere.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct At {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl At {
    pub(crate) fn on(self, size: BoardSize) -> Result<Point, Error> {
        size.point(self.x, self.y).ok_or_else(|| Error::off_board(self.x, self.y, size))
    }
}

/// A stone, which may be anywhere.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct PlacedStone {
    x: i64,
    y: i64,
    pub(crate) side: Side,
}

impl PlacedStone {
    pub(crate) const fn new(At { x, y }: At, side: Side) -> Self {
        Self { x, y, side }
    }

    pub(crate) const fn at(self) -> At {
        At { x: self.x, y: self.y }
    }
}

/// The sides of a board.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BoardSize"))]
pub(crate) struct Sides {
    /// Columns, 5 to 22.
    pub(crate) width: i64,
    /// Rows, 5 to 22.
    pub(crate) height: i64,
}

impl Sides {
    pub(crate) fn size(self) -> Result<BoardSize, Error> {
        let Self { width, height } = self;
        BoardSize::new(width, height).ok_or_else(|| {
            Error::argument(format!("width and height must be 5 to 22, not {width} and {height}"))
        })
    }
}

/// What a new game is played by.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GameSetup"))]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Setup {
    /// Default: `freestyle`.
    pub(crate) rule: Option<RuleName>,
    /// Columns, 5 to 22. Default: 15.
    pub(crate) width: Option<i64>,
    /// Rows, 5 to 22. Default: the same as `width`.
    pub(crate) height: Option<i64>,
}

impl Setup {
    pub(crate) fn rule(self) -> Rule {
        self.rule.map_or_else(Rule::default, Name::get)
    }

    pub(crate) fn size(self) -> Result<BoardSize, Error> {
        let width = self.width.unwrap_or_else(|| BoardSize::DEFAULT.width().into());
        let height = self.height.unwrap_or(width);
        Sides { width, height }.size()
    }
}

/// A position, put on the board in one call. The state of a game is one.
#[derive(Debug, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(transform = as_in::<Setup>)
)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PositionSetup {
    rule: Option<RuleName>,
    width: Option<i64>,
    height: Option<i64>,
    /// The stones in the order of play; `undo` takes the last one back first. Sides need not
    /// alternate.
    pub(crate) stones: Vec<PlacedStone>,
    /// Points where no one can ever play and through which no row goes. Default: none.
    #[serde(default)]
    pub(crate) dead: Vec<At>,
    /// Default: the opponent of the last stone, or Black if there are no stones.
    pub(crate) to_move: Option<Side>,
    #[cfg_attr(feature = "schema", schemars(skip))]
    #[serde(default, rename = "ending")]
    _ending: IgnoredAny,
    #[cfg_attr(feature = "schema", schemars(skip))]
    #[serde(default, rename = "forbidden")]
    _forbidden: IgnoredAny,
    #[cfg_attr(feature = "schema", schemars(skip))]
    #[serde(default, rename = "opening")]
    _opening: IgnoredAny,
    #[cfg_attr(feature = "schema", schemars(skip))]
    #[serde(default, rename = "key")]
    _key: IgnoredAny,
}

impl PositionSetup {
    pub(crate) const fn setup(&self) -> Setup {
        Setup { rule: self.rule, width: self.width, height: self.height }
    }
}
