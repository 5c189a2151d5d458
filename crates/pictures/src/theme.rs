//! The colours of a picture.

use std::fmt;

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// What the board is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light wood, as in the browser.
    #[default]
    Wood,
    /// Black on white, for print.
    Paper,
    /// A dark board.
    Slate,
}

impl Theme {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Wood, Self::Paper, Self::Slate];

    /// The name, as in `wood`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Paper => "paper",
            Self::Slate => "slate",
        }
    }

    /// The theme with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }

    pub(crate) const fn board(self) -> Rgb {
        match self {
            Self::Wood => Rgb(0xe4, 0xbb, 0x74),
            Self::Paper => Rgb(0xff, 0xff, 0xff),
            Self::Slate => Rgb(0x56, 0x61, 0x6c),
        }
    }

    /// The colour of lines, names of columns and rows, and dead cells.
    pub(crate) const fn lines(self) -> Rgb {
        match self {
            Self::Wood => Rgb(0x5a, 0x3d, 0x16),
            Self::Paper => Rgb(0x33, 0x33, 0x33),
            Self::Slate => Rgb(0xd5, 0xdb, 0xe1),
        }
    }

    /// The colour of marks on empty points.
    pub(crate) const fn marks(self) -> Rgb {
        match self {
            Self::Wood => Rgb(0x2c, 0x1d, 0x09),
            Self::Paper => Rgb(0x11, 0x11, 0x11),
            Self::Slate => Rgb(0xff, 0xff, 0xff),
        }
    }

    pub(crate) const fn arrows(self) -> Rgb {
        match self {
            Self::Wood | Self::Paper => Rgb(0x0b, 0x4f, 0xa8),
            Self::Slate => Rgb(0x8f, 0xc4, 0xff),
        }
    }

    /// The colour of crosses on forbidden points.
    pub(crate) const fn forbidden(self) -> Rgb {
        match self {
            Self::Wood | Self::Paper => Rgb(0xb0, 0x20, 0x20),
            Self::Slate => Rgb(0xff, 0x9a, 0x8f),
        }
    }
}

/// The colours of a stone.
pub(crate) struct Stone {
    pub(crate) fill: Rgb,
    pub(crate) stroke: Rgb,
    pub(crate) text: Rgb,
    /// The dot on the last stone.
    pub(crate) dot: Rgb,
}

pub(crate) const BLACK: Stone = Stone {
    fill: Rgb(0x1b, 0x1c, 0x1f),
    stroke: Rgb(0x00, 0x00, 0x00),
    text: Rgb(0xff, 0xff, 0xff),
    dot: Rgb(0xff, 0x6b, 0x5e),
};

pub(crate) const WHITE: Stone = Stone {
    fill: Rgb(0xfb, 0xfa, 0xf5),
    stroke: Rgb(0x8d, 0x87, 0x78),
    text: Rgb(0x16, 0x17, 0x1a),
    dot: Rgb(0xc8, 0x1e, 0x2c),
};

/// The shadow of a stone, and how much of it shows.
pub(crate) const SHADOW: (Rgb, f32) = (Rgb(0x00, 0x00, 0x00), 0.27);
/// The ring on the last stone.
pub(crate) const LAST: Rgb = Rgb(0xe5, 0x48, 0x4d);
/// The rings on the stones of a winning row.
pub(crate) const ROW: Rgb = Rgb(0x25, 0xa3, 0x5c);
