//! Descriptions of the answers and the requests, for `crates/types`.

use std::borrow::Cow;

use fukumi_core::schema::Point;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

use crate::answer::opening::{OpeningAnswer, OpeningState, OpeningStep};
use crate::request::At;
use crate::{answer, request};

/// Describes the fields that a type has in common with another one as that one does, unless it
/// describes them itself.
pub(crate) fn as_in<T: JsonSchema>(schema: &mut Schema) {
    let settings = SchemaSettings::draft2020_12().for_deserialize();
    let other = settings.into_generator().into_root_schema_for::<T>();
    let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) else {
        return;
    };
    for (name, field) in
        fields.iter_mut().filter_map(|(name, field)| Some((name, field.as_object_mut()?)))
    {
        let described =
            other.get("properties").and_then(|fields| fields[name]["description"].as_str());
        if let (None, Some(description)) = (field.get("description"), described) {
            field.insert("description".into(), description.into());
        }
    }
}

/// Describes what is read as something else than what the package has.
pub(crate) fn list_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<Vec<T>>()
}

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
    generator.subschema_for::<OpeningAnswer>();
    generator.subschema_for::<OpeningState>();
    generator.subschema_for::<OpeningStep>();
}

/// Describes the requests.
pub fn describe_requests(generator: &mut SchemaGenerator) {
    generator.subschema_for::<request::Setup>();
    generator.subschema_for::<request::Think>();
    generator.subschema_for::<request::Solve>();
    generator.subschema_for::<request::Analyze>();
    generator.subschema_for::<request::Puzzles>();
    generator.subschema_for::<request::Decide>();
    generator.subschema_for::<request::OpeningSteps>();
    generator.subschema_for::<request::DecideStep>();
}
