//! Descriptions of the answers and the requests, for `crates/types`.

use std::borrow::Cow;

use fukumi_core::schema::Point;
use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::request::At;
use crate::{answer, request};

impl JsonSchema for At {
    fn schema_name() -> Cow<'static, str> {
        Point::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Point::json_schema(generator)
    }
}

/// Describes the answers.
pub fn describe_answers(generator: &mut SchemaGenerator) {
    generator.subschema_for::<answer::Level>();
    generator.subschema_for::<answer::GameState>();
    generator.subschema_for::<answer::ThinkResult>();
    generator.subschema_for::<answer::Report>();
    generator.subschema_for::<answer::Solution>();
    generator.subschema_for::<answer::WinningMoves>();
    generator.subschema_for::<answer::Defences>();
    generator.subschema_for::<answer::Value>();
    generator.subschema_for::<answer::Rows>();
    generator.subschema_for::<answer::Analysis>();
    generator.subschema_for::<answer::Progress>();
    generator.subschema_for::<answer::Explored>();
    generator.subschema_for::<answer::BenchResult>();
}

/// Describes the requests.
pub fn describe_requests(generator: &mut SchemaGenerator) {
    generator.subschema_for::<request::Setup>();
    generator.subschema_for::<request::Think>();
    generator.subschema_for::<request::Solve>();
    generator.subschema_for::<request::Analyze>();
    generator.subschema_for::<request::Puzzles>();
}
