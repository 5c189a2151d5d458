//! How answers and requests describe some of their fields.

use std::borrow::Cow;

use fukumi_records::Format;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

/// A format of a file.
pub(crate) struct GameFormat;

impl JsonSchema for GameFormat {
    fn schema_name() -> Cow<'static, str> {
        "GameFormat".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let format = |format: Format| {
            let summary = format.describe().summary;
            json!({ "const": format.name(), "description": summary })
        };
        json_schema!({
            "description": "A format that is read.",
            "oneOf": Format::ALL.map(format),
        })
    }
}

/// Describes the fields that a type has in common with another one as that one does, unless it
/// describes them itself.
pub(crate) fn as_in<T: JsonSchema>(schema: &mut Schema) {
    let settings = SchemaSettings::draft2020_12().for_deserialize();
    let other = settings.into_generator().into_root_schema_for::<T>();
    let described = other.get("properties").unwrap_or(&Value::Null);
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, field) in fields.into_iter().flatten() {
        if let (Some(field), Some(description)) =
            (field.as_object_mut(), described[name]["description"].as_str())
        {
            field.entry("description").or_insert(description.into());
        }
    }
}

/// Describes a list whose entries are read as another type than they are written.
pub(crate) fn list_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<Vec<T>>()
}

/// Describes what may be missing and is read as another type than it is written.
pub(crate) fn optional<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<Option<T>>()
}
