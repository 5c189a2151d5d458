//! The results of this module for `serde`, under the names that the Python package has.
//!
//! A point is an object with `x` and `y`, and a choice is its name.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::{Color, ForcedWin, Mark, Point, Threats, Verdict};

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut point = serializer.serialize_struct("Point", 2)?;
        point.serialize_field("x", &self.x())?;
        point.serialize_field("y", &self.y())?;
        point.end()
    }
}

/// Serialises choices as their names.
macro_rules! by_name {
    ($($choice:ty),*) => {
        $(impl Serialize for $choice {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        })*
    };
}

by_name!(Color, Mark, Threats);

/// The name of the verdict, and the win. Without one, `plies` is null and `line` is empty.
impl Serialize for Verdict<ForcedWin> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let win = self.as_ref().win();
        let mut verdict = serializer.serialize_struct("Verdict", 3)?;
        verdict.serialize_field("verdict", self.name())?;
        verdict.serialize_field("plies", &win.map(|win| win.plies))?;
        verdict.serialize_field("line", win.map_or(&[][..], |win| &win.line))?;
        verdict.end()
    }
}
