//! Names as commands print them, in sentences and in JSON.

use fukumi_core::geometry::Color;
use fukumi_core::solver::Threats;
use serde::{Serialize, Serializer};

/// A colour, which JSON has by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Side(pub(crate) Color);

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        Self(color)
    }
}

impl Side {
    /// The name in a sentence.
    pub(crate) const fn name(self) -> &'static str {
        match self.0 {
            Color::Black => "Black",
            Color::White => "White",
        }
    }

    pub(crate) const fn opponent(self) -> Self {
        Self(self.0.opponent())
    }
}

/// The threats of an attack in a sentence.
pub(crate) const fn threats_name(threats: Threats) -> &'static str {
    match threats {
        Threats::Fours => "fours",
        Threats::FoursAndThrees => "fours and threes",
    }
}

/// The threats of an attack in JSON.
pub(crate) fn threats_as_json<S: Serializer>(
    threats: &Threats,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(threats.name())
}

/// A count with its noun: `1 ply`, `2 plies`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    match (count, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "ply") => format!("{count} plies"),
        _ => format!("{count} {noun}s"),
    }
}
