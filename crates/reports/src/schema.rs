//! Descriptions of values whose form in JSON is not that of their Rust type.

use std::borrow::Cow;

use fukumi_core::schema::Point;
use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::{Coordinates, Label, Name};

/// Why a game is over.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[expect(dead_code, reason = "only described")]
pub(crate) enum EndReason {
    /// The winner has a winning row.
    Five,
    /// Black's last stone makes six or more in a row, so White wins.
    Overline,
    /// Black's last stone makes two fours, so White wins.
    DoubleFour,
    /// Black's last stone makes two open threes, so White wins.
    DoubleThree,
    /// A draw, because no point is empty.
    Full,
}

impl JsonSchema for Coordinates {
    fn schema_name() -> Cow<'static, str> {
        Point::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Point::json_schema(generator)
    }
}

impl JsonSchema for Label {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Label".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

impl<T: JsonSchema> JsonSchema for Name<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
