//! What JSON Schema says about types.

use std::fmt;

use serde_json::{Map, Value};

use crate::definition::{
    Alternative, Choice, Definition, Definitions, Field, Presence, Shape, Type,
};

/// A part of a description that is not understood.
#[derive(Debug)]
pub struct Unknown(String);

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a description that is not understood: {}", self.0)
    }
}

impl std::error::Error for Unknown {}

impl Definitions {
    /// Reads the definitions of a schema.
    ///
    /// # Errors
    /// If one of them is not understood.
    pub fn read(definitions: &Map<String, Value>) -> Result<Self, Unknown> {
        let read = |(name, schema): (&String, &Value)| {
            Ok(Definition {
                name: plain_name(name),
                description: description(schema),
                shape: shape(schema).map_err(|Unknown(what)| Unknown(format!("{name}: {what}")))?,
            })
        };
        let mut all = definitions.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        all.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Self(all))
    }
}

/// The name of a type without those of its parameters.
fn plain_name(name: &str) -> String {
    name.split("_for_").next().unwrap_or(name).to_owned()
}

/// What a type or a field is, with one line for each paragraph.
fn description(schema: &Value) -> String {
    let text = without_links(schema["description"].as_str().unwrap_or_default());
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.replace('\n', " "));
    paragraphs.collect::<Vec<_>>().join("\n")
}

/// The text with the names of what it links to, as in `Line::score`, instead of the links.
fn without_links(text: &str) -> String {
    let mut parts = text.split("[`");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("`]").unwrap_or((part, ""));
        let target = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        plain.extend(["`", name, "`", target.map_or(rest, |(_, rest)| rest)]);
    }
    plain
}

fn unknown<T>(schema: &Value) -> Result<T, Unknown> {
    Err(Unknown(schema.to_string()))
}

fn shape(schema: &Value) -> Result<Shape, Unknown> {
    if let Some(choices) = choices(schema) {
        return Ok(Shape::Choice(choices));
    }
    if let Some(alternatives) = alternatives(schema) {
        return alternatives.iter().map(alternative).collect::<Result<_, _>>().map(Shape::Union);
    }
    Ok(match kind(schema)? {
        Type::Object(fields) => Shape::Object(fields),
        kind => Shape::Alias(kind),
    })
}

/// The descriptions of the types of a union; `None` if the schema is of something else.
fn alternatives(schema: &Value) -> Option<&[Value]> {
    let alternatives = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array())?;
    let is_null = |schema: &Value| schema["type"] == "null";
    (!alternatives.iter().any(is_null)).then_some(alternatives)
}

fn alternative(schema: &Value) -> Result<Alternative, Unknown> {
    Ok(Alternative { description: description(schema), kind: kind(schema)? })
}

/// The fields of an object: those that it always has in the order of the code, then the others.
fn fields_of(schema: &Value, fields: &Map<String, Value>) -> Result<Vec<Field>, Unknown> {
    let required: Vec<&str> = match schema["required"].as_array() {
        Some(required) => required.iter().filter_map(Value::as_str).collect(),
        None => Vec::new(),
    };
    let optional = fields.keys().map(String::as_str).filter(|name| !required.contains(name));
    let field = |(name, presence): (&str, Presence)| {
        let schema = &fields[name];
        Ok(Field {
            name: name.to_owned(),
            description: description(schema),
            kind: kind(schema)?,
            presence,
            default: schema.get("default").filter(|default| !default.is_null()).cloned(),
        })
    };
    let required = required.iter().map(|name| (*name, Presence::Required));
    required.chain(optional.map(|name| (name, Presence::Optional))).map(field).collect()
}

/// The names of a choice; `None` if the schema is of something else.
fn choices(schema: &Value) -> Option<Vec<Choice>> {
    let plain = |name: &Value, description: String| {
        Some(Choice { name: name.as_str()?.to_owned(), description })
    };
    if let Some(names) = schema["enum"].as_array() {
        return names.iter().map(|name| plain(name, String::new())).collect();
    }
    if let Some(name) = schema.get("const") {
        return plain(name, description(schema)).map(|choice| vec![choice]);
    }
    let parts: Option<Vec<_>> = schema["oneOf"].as_array()?.iter().map(choices).collect();
    parts.map(|parts| parts.concat())
}

fn kind(schema: &Value) -> Result<Type, Unknown> {
    if let Some(target) = schema["$ref"].as_str() {
        let name = target.rsplit('/').next().unwrap_or_default();
        return Ok(Type::Named(plain_name(name)));
    }
    if let Some([first, second]) = schema["anyOf"].as_array().map(Vec::as_slice)
        && second["type"] == "null"
    {
        return Ok(Type::Nullable(Box::new(kind(first)?)));
    }
    if let Some(text) = schema["const"].as_str() {
        return Ok(Type::Literal(text.to_owned()));
    }
    match &schema["type"] {
        Value::String(name) => simple(name, schema),
        Value::Array(names) => match names.as_slice() {
            [Value::String(name), Value::String(null)] if null == "null" => {
                Ok(Type::Nullable(Box::new(simple(name, schema)?)))
            }
            _ => unknown(schema),
        },
        _ => unknown(schema),
    }
}

fn simple(name: &str, schema: &Value) -> Result<Type, Unknown> {
    Ok(match name {
        "string" => Type::Text,
        "integer" => Type::Integer,
        "number" => Type::Number,
        "boolean" => Type::Truth,
        "null" => Type::Null,
        "array" => Type::List(Box::new(kind(&schema["items"])?)),
        "object" => match schema["properties"].as_object() {
            Some(fields) => Type::Object(fields_of(schema, fields)?),
            None => return unknown(schema),
        },
        _ => return unknown(schema),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(schema: &Value) -> Result<Definitions, Unknown> {
        Definitions::read(schema.as_object().expect("an object"))
    }

    #[test]
    fn fields_come_in_the_order_of_the_code() {
        let schema = json!({ "Line_for_Point": {
            "type": "object",
            "description": "A line\nof play.\n\nFor a side.",
            "properties": {
                "a": { "type": ["integer", "null"] },
                "b": { "$ref": "#/$defs/Point", "description": "Where." },
                "c": { "type": "array", "items": { "type": "number" } },
                "d": { "anyOf": [{ "$ref": "#/$defs/Win_for_Point" }, { "type": "null" }] },
                "e": { "type": "boolean", "default": false },
            },
            "required": ["c", "b", "d"],
        } });
        let Definitions(all) = read(&schema).expect("it is understood");
        let [Definition { name, description, shape: Shape::Object(fields) }] = all.as_slice()
        else {
            panic!("{all:?}");
        };
        assert_eq!((name.as_str(), description.as_str()), ("Line", "A line of play.\nFor a side."));
        let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["c", "b", "d", "a", "e"]);
        assert_eq!(fields[1].description, "Where.");
        assert_eq!(fields[2].kind, Type::Nullable(Box::new(Type::Named("Win".into()))));
        assert_eq!(
            (fields[4].presence, &fields[4].default),
            (Presence::Optional, &Some(json!(false)))
        );
    }

    #[test]
    fn links_become_the_names_of_their_targets() {
        let text = "See [`Line::score`](super::Line::score), [`Win`] (or `a[0]`).";
        assert_eq!(without_links(text), "See `Line::score`, `Win` (or `a[0]`).");
    }

    #[test]
    fn choices_are_read_with_what_they_mean() {
        let schema = json!({ "Rule": { "oneOf": [
            { "type": "string", "const": "renju", "description": "With fouls." },
            { "type": "string", "enum": ["caro"] },
        ] } });
        let definitions = read(&schema).expect("it is understood");
        let choice = |name: &str, description: &str| Choice {
            name: name.into(),
            description: description.into(),
        };
        let expected = Shape::Choice(vec![choice("renju", "With fouls."), choice("caro", "")]);
        assert_eq!(definitions.get("Rule").map(|rule| &rule.shape), Some(&expected));
    }

    #[test]
    fn a_union_has_the_types_of_its_alternatives() {
        let step = |kind: &str, more: Value| {
            let mut properties = json!({ "kind": { "type": "string", "const": kind } });
            properties["count"] = more;
            json!({ "type": "object", "properties": properties, "required": ["kind"] })
        };
        let count = json!({ "type": ["integer", "null"] });
        let schema = json!({
            "Step": { "oneOf": [step("count", count), { "$ref": "#/$defs/Stay" }] },
            "Wanted": { "anyOf": [{ "type": "integer" }, { "type": "string" }] },
        });
        let definitions = read(&schema).expect("it is understood");
        let kinds = |name: &str| match definitions.get(name).map(|found| &found.shape) {
            Some(Shape::Union(all)) => all.iter().map(|each| each.kind.clone()).collect(),
            _ => Vec::new(),
        };
        assert_eq!(kinds("Wanted"), [Type::Integer, Type::Text]);
        let [Type::Object(fields), Type::Named(stay)] = &kinds("Step")[..] else {
            panic!("{definitions:?}");
        };
        assert_eq!(stay, "Stay");
        assert_eq!(fields[0].kind, Type::Literal("count".into()));
        assert_eq!(fields[1].kind, Type::Nullable(Box::new(Type::Integer)));
    }

    #[test]
    fn what_is_not_understood_is_an_error_that_names_the_type() {
        let error = read(&json!({ "Odd": { "type": "tuple" } })).expect_err("no such type");
        assert!(error.to_string().contains("Odd"), "{error}");
    }
}
