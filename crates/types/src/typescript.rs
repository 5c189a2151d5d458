//! Types for TypeScript.

use crate::definition::{
    Alternative, Choice, Definition, Definitions, Field, Presence, Shape, Type,
};
use crate::text::{camel_case, wrapped};

/// Longest line.
const WIDTH: usize = 120;

/// Who gives objects of a type to whom, which decides what a missing field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The package gives them to its user.
    Answer,
    /// The user gives them to the package. A field that may be null is one that may be missing.
    Request,
}

/// The file with these types.
pub fn file(heading: &str, groups: &[(Role, &Definitions)]) -> String {
    let mut written: Vec<&str> = Vec::new();
    let mut text = format!("// {heading}\n");
    for (role, Definitions(definitions)) in groups {
        for definition in definitions {
            // A type of both roles, such as the rule, is the same in both.
            if !written.contains(&definition.name.as_str()) {
                written.push(&definition.name);
                text.push('\n');
                text.push_str(&declaration(definition, *role));
            }
        }
    }
    text
}

fn declaration(definition: &Definition, role: Role) -> String {
    let Definition { name, description, shape } = definition;
    match shape {
        Shape::Object(fields) => {
            let fields = fields_in_lines(fields, role, "");
            format!("{}export interface {name} {{\n{fields}}}\n", comment(description, ""))
        }
        Shape::Choice(choices) => {
            let names: Vec<String> =
                choices.iter().map(|choice| format!("\"{}\"", choice.name)).collect();
            let description = with_choices(description, choices);
            format!("{}{}", comment(&description, ""), union(name, &names))
        }
        Shape::Union(alternatives) => {
            format!("{}{}", comment(description, ""), union_of(name, alternatives, role))
        }
        Shape::Alias(kind) => {
            format!("{}export type {name} = {};\n", comment(description, ""), type_of(kind, role))
        }
    }
}

fn union(name: &str, names: &[String]) -> String {
    let line = format!("export type {name} = {};\n", names.join(" | "));
    if line.chars().count() <= WIDTH {
        return line;
    }
    let names: String = names.iter().map(|each| format!("\n  | {each}")).collect();
    format!("export type {name} ={names};\n")
}

/// The description of a choice, with a line for each name that has a description.
fn with_choices(description: &str, choices: &[Choice]) -> String {
    let mut text = description.to_owned();
    for Choice { name, description } in choices.iter().filter(|each| !each.description.is_empty()) {
        // An entry of the list is one paragraph.
        text.push_str(&format!("\n- `{name}`: {}", description.replace('\n', " ")));
    }
    text
}

/// A union of types: in one line if it fits and nothing is said of the single ones.
fn union_of(name: &str, alternatives: &[Alternative], role: Role) -> String {
    if alternatives.iter().all(|each| each.description.is_empty()) {
        let kinds: Vec<String> =
            alternatives.iter().map(|each| type_of(&each.kind, role)).collect();
        return union(name, &kinds);
    }
    let alternatives: String = alternatives.iter().map(|each| alternative(each, role)).collect();
    format!("export type {name} =\n{};\n", alternatives.trim_end())
}

fn alternative(Alternative { description, kind }: &Alternative, role: Role) -> String {
    let mut line = format!("  | {}\n", type_of(kind, role));
    if let Type::Object(fields) = kind
        && (is_described(fields) || line.chars().count() > WIDTH)
    {
        line = format!("  | {{\n{}    }}\n", fields_in_lines(fields, role, "    "));
    }
    format!("{}{line}", comment(description, "  "))
}

fn is_described(fields: &[Field]) -> bool {
    fields.iter().any(|field| !field.description.is_empty())
}

/// Fields with their descriptions, a level below this indent.
fn fields_in_lines(fields: &[Field], role: Role, indent: &str) -> String {
    let indent = format!("{indent}  ");
    let line = |each: &Field| {
        let description = with_default(each);
        format!("{}{indent}{};\n", comment(&description, &indent), field(each, role))
    };
    fields.iter().map(line).collect()
}

/// The description of a field, with its default.
fn with_default(Field { description, default, .. }: &Field) -> String {
    match default {
        Some(default) => {
            let value =
                default.as_str().map_or_else(|| default.to_string(), |name| format!("`{name}`"));
            format!("{description} Default: {}.", value.trim_end_matches(".0")).trim().to_owned()
        }
        None => description.clone(),
    }
}

/// A field as a declaration.
fn field(field: &Field, role: Role) -> String {
    let (kind, mark) = match (&field.kind, field.presence, role) {
        // A field that may be missing from an answer is missing where it would be null.
        (Type::Nullable(kind), _, Role::Request)
        | (Type::Nullable(kind), Presence::Optional, Role::Answer) => (kind.as_ref(), "?"),
        (kind, Presence::Optional, _) => (kind, "?"),
        (kind, Presence::Required, _) => (kind, ""),
    };
    format!("readonly {}{mark}: {}", camel_case(&field.name), type_of(kind, role))
}

fn type_of(kind: &Type, role: Role) -> String {
    match kind {
        Type::Named(name) => name.clone(),
        Type::List(of) => match of.as_ref() {
            Type::Nullable(_) | Type::List(_) => format!("readonly ({})[]", type_of(of, role)),
            _ => format!("readonly {}[]", type_of(of, role)),
        },
        Type::Object(fields) => {
            let fields: Vec<String> = fields.iter().map(|each| field(each, role)).collect();
            format!("{{ {} }}", fields.join("; "))
        }
        Type::Nullable(of) => format!("{} | null", type_of(of, role)),
        Type::Text => "string".into(),
        Type::Integer | Type::Number => "number".into(),
        Type::Truth => "boolean".into(),
        Type::Literal(text) => format!("\"{text}\""),
        Type::Null => "null".into(),
    }
}

fn comment(text: &str, indent: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let line = format!("{indent}/** {text} */\n");
    if !text.contains('\n') && line.chars().count() <= WIDTH + 1 {
        return line;
    }
    let lines = wrapped(text, WIDTH - indent.len() - 3);
    let lines: String = lines.iter().map(|line| format!("{indent} * {line}\n")).collect();
    format!("{indent}/**\n{lines}{indent} */\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The types of a schema, without the heading.
    fn written(schema: &serde_json::Value, role: Role) -> String {
        let definitions = Definitions::read(schema.as_object().expect("an object"));
        file("", &[(role, &definitions.expect("it is understood"))]).replacen("// \n\n", "", 1)
    }

    #[test]
    fn a_described_union_has_a_line_for_each_alternative() {
        let kind = |name: &str| json!({ "type": "string", "const": name });
        let schema = json!({ "Step": { "description": "A step.", "oneOf": [
            {
                "type": "object", "description": "Keeps the colour.",
                "properties": { "kind": kind("stay") }, "required": ["kind"],
            },
            {
                "type": "object", "description": "Puts stones.",
                "properties": {
                    "kind": kind("put"),
                    "groups": {
                        "type": "array", "description": "In turn.",
                        "items": { "type": "array", "items": { "type": "integer" } },
                    },
                },
                "required": ["kind", "groups"],
            },
        ] } });
        let expected = r#"/** A step. */
export type Step =
  /** Keeps the colour. */
  | { readonly kind: "stay" }
  /** Puts stones. */
  | {
      readonly kind: "put";
      /** In turn. */
      readonly groups: readonly (readonly number[])[];
    };
"#;
        assert_eq!(written(&schema, Role::Answer), expected);
    }

    #[test]
    fn a_union_of_which_nothing_is_said_is_a_line() {
        let pass = json!({
            "type": "object", "required": ["side"],
            "properties": {
                "side": { "$ref": "#/$defs/Side" }, "x": { "type": ["integer", "null"] },
            },
        });
        let schema = json!({ "Move": { "anyOf": [{ "$ref": "#/$defs/Stone" }, pass] } });
        let expected = "export type Move = Stone | { readonly side: Side; readonly x?: number };\n";
        for role in [Role::Answer, Role::Request] {
            assert_eq!(written(&schema, role), expected);
        }
    }
}
