//! Names of things as commands print them, in sentences and in JSON.

use fukumi::geometry::Color;
use fukumi::solver::Threats;
use serde::Serialize;

/// A colour by its name.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Side {
    Black,
    White,
}

/// The threats of an attack by their names.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Means {
    Fours,
    FoursAndThrees,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

impl Side {
    /// The name as it stands in a sentence.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }

    pub(crate) const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl From<Threats> for Means {
    fn from(threats: Threats) -> Self {
        match threats {
            Threats::Fours => Self::Fours,
            Threats::FoursAndThrees => Self::FoursAndThrees,
        }
    }
}

impl Means {
    /// The name as it stands in a sentence.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Fours => "fours",
            Self::FoursAndThrees => "fours and threes",
        }
    }
}

/// A number of things: `1 ply`, `2 plies`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    match (count, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "ply") => format!("{count} plies"),
        _ => format!("{count} {noun}s"),
    }
}
